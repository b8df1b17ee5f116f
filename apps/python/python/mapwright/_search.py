"""Levels that fit a wish, and levels that differ."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from . import _native
from ._batch import _bar, _pool
from ._errors import MapwrightError
from ._map import Map, build, check_seed
from ._source import Recipe, native


@dataclass(frozen=True)
class FoundLevel:
    """A level that was found. Its recipe, which has its seed, builds it anywhere."""

    recipe: dict[str, Any]
    seed: int
    metrics: dict[str, float]
    digest: str
    failed: str | None = None
    """Of a near miss: the clause that it fails."""

    def build(self) -> Map:
        """The map."""
        return build(self.recipe)


@dataclass(frozen=True)
class Found:
    """What a search found."""

    levels: list[FoundLevel]
    """The levels that fit."""
    nearest: list[FoundLevel]
    """If none fits: those that came closest."""
    manifest: dict[str, Any]
    """What was asked, how many levels were tried, and how many passed each clause."""

    def __len__(self) -> int:
        return len(self.levels)

    def __getitem__(self, place: int) -> FoundLevel:
        return self.levels[place]


def search(
    recipe: Recipe,
    want: str,
    *,
    vary: str | Sequence[str] = (),
    count: int = 20,
    seed: int = 0,
    budget: int = 8192,
    abort: bool = True,
    threads: int | None = None,
    progress: bool | None = None,
) -> Found:
    """Finds levels that fit a wish, such as ``"solution_steps 60..80, loops >= 3, dead_end_share <= 10%"``.

    Seeds are varied, and what ``vary`` names: ``"all"``, or parameters such as ``"metas.0.p=0..1"``. The result is the same
    for any number of threads. That no level fits is no error: then ``Found.nearest`` has those that came closest. With
    ``abort``, a build ends as soon as it cannot fit; that changes nothing but the time.
    """
    return _run(recipe, want, vary, (count, seed, budget), abort, False, threads, progress)


def varied(
    recipe: Recipe,
    *,
    want: str = "",
    vary: str | Sequence[str] = (),
    count: int = 12,
    seed: int = 0,
    budget: int = 8192,
    threads: int | None = None,
    progress: bool | None = None,
) -> Found:
    """Finds levels that differ as much as can be, in their metrics and in where they are open."""
    return _run(recipe, want, vary, (count, seed, budget), True, True, threads, progress)


def _run(
    recipe: Recipe,
    want: str,
    vary: str | Sequence[str],
    numbers: tuple[int, int, int],
    abort: bool,
    varied: bool,
    threads: int | None,
    progress: bool | None,
) -> Found:
    count, seed, budget = numbers
    for name, value in [("count", count), ("budget", budget)]:
        if not 1 <= value <= 1 << 40:
            raise MapwrightError(f"`{name}` is {value}; expected an integer from 1 to {1 << 40}", field=name)
    chain, entries = native(recipe), [vary] if isinstance(vary, str) else list(vary)
    with _bar(budget, progress) as tell:
        text, recipes = _native.search(
            chain, _pool(threads), want, entries, (count, check_seed(seed), budget), abort, varied, tell
        )
    manifest, by_name = json.loads(text), dict(recipes)

    def level(entry: dict[str, Any]) -> FoundLevel:
        recipe = json.loads(by_name[entry["recipe"]])
        return FoundLevel(recipe, entry["seed"], entry["metrics"], entry["digest"], entry.get("failed"))

    nearest = [level(entry) for entry in manifest.get("nearest", [])]
    return Found([level(entry) for entry in manifest["results"]], nearest, manifest)
