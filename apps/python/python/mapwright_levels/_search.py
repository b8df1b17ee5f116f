"""Levels that meet requirements, levels that differ, and what a parameter does."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._batch import _bar, _pool
from ._errors import MapwrightError
from ._map import Map, build, check_integer, check_seed
from ._source import Recipe, native

MOST = 1 << 40


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

    def __repr__(self) -> str:
        failed = f" fails `{self.failed}`" if self.failed else ""
        return f"<mapwright_levels.FoundLevel {self.digest} of seed {self.seed}{failed}>"


@dataclass(frozen=True)
class Found:
    """What a search found."""

    levels: list[FoundLevel]
    """The levels that fit."""
    nearest: list[FoundLevel]
    """If none fits: those that came closest."""
    manifest: dict[str, Any]
    """What was asked, how many levels were tried, and how many each clause judged and passed."""

    def __len__(self) -> int:
        return len(self.levels)

    def __getitem__(self, place: int) -> FoundLevel:
        return self.levels[place]

    def __repr__(self) -> str:
        nearest = f", {len(self.nearest)} nearest" if self.nearest else ""
        return f"<mapwright_levels.Found of {len(self)} levels{nearest}, {self.manifest['tried']} tried>"


@dataclass(frozen=True)
class Sweep:
    """What one parameter does to the levels of the same seeds."""

    parameter: str
    """The parameter, such as ``metas.0.chance``."""
    values: list[Any]
    """Its values."""
    recipes: list[dict[str, Any]]
    """The recipe with each value."""
    built: list[int]
    """How many levels could be built with each value."""
    fitting: list[int]
    """How many of them meet the requirements."""
    bands: dict[str, NDArray[np.float64]]
    """By metric, a row a value: a tenth of the levels is below the first number, half below the second, nine tenths below
    the third. NaN where no level has the metric."""
    manifest: dict[str, Any]
    """What was asked, and all of the above."""

    def __len__(self) -> int:
        return len(self.values)

    def __repr__(self) -> str:
        return f"<mapwright_levels.Sweep of {self.parameter} over {len(self)} values: {', '.join(self.bands)}>"


@dataclass(frozen=True)
class Wanted:
    """What every search has."""

    want: str
    vary: list[str]
    seed: int | None
    budget: int
    abort: bool


def search(
    recipe: Recipe,
    want: str,
    *,
    vary: str | Sequence[str] = (),
    count: int = 20,
    seed: int | None = None,
    budget: int = 8192,
    abort: bool = True,
    threads: int | None = None,
    progress: bool | None = None,
) -> Found:
    """Finds levels that meet requirements, such as ``"solution_steps 60..80, loops >= 3, dead_end_share <= 10%"``.

    Seeds are varied, and what ``vary`` names: ``"all"``, or parameters such as ``"metas.0.chance=0..1"``. The result is the same
    for any number of threads; ``seed`` is that of the recipe if absent. That no level fits is no error: then ``Found.nearest`` has those that came closest. With
    ``abort``, a build ends as soon as it cannot fit; that changes nothing but the time.
    """
    return _find(recipe, wanted(want, vary, seed, budget, abort), count, False, threads, progress)


def varied(
    recipe: Recipe,
    *,
    want: str = "",
    vary: str | Sequence[str] = (),
    count: int = 12,
    seed: int | None = None,
    budget: int = 8192,
    threads: int | None = None,
    progress: bool | None = None,
) -> Found:
    """Finds levels that differ as much as can be, in their metrics and in where they are open."""
    return _find(recipe, wanted(want, vary, seed, budget), count, True, threads, progress)


def sweep(
    recipe: Recipe,
    vary: str,
    seeds: range,
    *,
    want: str = "",
    threads: int | None = None,
    progress: bool | None = None,
) -> Sweep:
    """Builds the same seeds at each value of one parameter, such as ``"metas.0.chance=0..1/11"`` for eleven values.

    Levels of one seed differ less from value to value than levels of different seeds do, so fewer of them show what the
    parameter does.
    """
    if not isinstance(seeds, range) or seeds.step != 1:
        raise MapwrightError(f"the seeds are {seeds!r}; expected a range with step 1", field="seeds")
    if not len(seeds):
        raise MapwrightError(f"no seeds in {seeds!r}: expected at least one, such as `range(0, 100)`", field="seeds")
    chain, ends = native(recipe), (check_seed(seeds.start), check_seed(seeds.stop))
    with _bar(None, progress) as tell:
        text, recipes = _native.sweep(chain, _pool(threads), wanted(want, vary), ends, tell)
    manifest, by_name = json.loads(text), dict(recipes)
    steps = manifest["results"]

    def band(name: str) -> NDArray[np.float64]:
        of = [step["metrics"].get(name, {}) for step in steps]
        return np.array([[band.get(tenth, np.nan) for tenth in ("p10", "p50", "p90")] for band in of], np.float64)

    names = [name for name in _native.metric_names() if any(name in step["metrics"] for step in steps)]
    return Sweep(
        parameter=manifest["parameter"],
        values=[step["value"] for step in steps],
        recipes=[json.loads(by_name[step["recipe"]]) for step in steps],
        built=[step["built"] for step in steps],
        fitting=[step["fitting"] for step in steps],
        bands={name: band(name) for name in names},
        manifest=manifest,
    )


def wanted(
    want: str, vary: str | Sequence[str], seed: int | None = None, budget: int = 1, abort: bool = True
) -> Wanted:
    """The same, checked."""
    budget = check_number("budget", budget)
    seed = None if seed is None else check_seed(seed)
    return Wanted(want, [vary] if isinstance(vary, str) else list(vary), seed, budget, abort)


def check_number(name: str, value: int, most: int = MOST) -> int:
    """A number from 1 to the most."""
    return check_integer(name, value, 1, most)


def found_level(entry: dict[str, Any], recipes: dict[str, str]) -> FoundLevel:
    """The level of an entry of a manifest."""
    recipe = json.loads(recipes[entry["recipe"]])
    return FoundLevel(recipe, entry["seed"], entry["metrics"], entry["digest"], entry.get("failed"))


def _find(
    recipe: Recipe, wanted: Wanted, count: int, varied: bool, threads: int | None, progress: bool | None
) -> Found:
    count = check_number("count", count)
    chain = native(recipe)
    with _bar(wanted.budget, progress) as tell:
        text, recipes = _native.search(chain, _pool(threads), wanted, count, varied, tell)
    manifest, by_name = json.loads(text), dict(recipes)
    nearest = [found_level(entry, by_name) for entry in manifest.get("nearest", [])]
    return Found([found_level(entry, by_name) for entry in manifest["results"]], nearest, manifest)
