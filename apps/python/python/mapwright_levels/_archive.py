"""The best level of each bin of two metrics, on one machine or on many."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _engines, _native
from ._batch import _bar, _pool
from ._errors import MapwrightError
from ._search import FoundLevel, Wanted, check_number, found_level, wanted
from ._source import Recipe, native

Bin = tuple[int, int]


@dataclass(frozen=True)
class Elite:
    """The best level of a bin."""

    level: FoundLevel
    goal: float
    """The value of the ``max`` or ``min`` of the requirements, negative for ``min``: more is better. 0 without one."""
    island: int
    """The island that it comes from."""
    index: int
    """Its number among the levels that the island tried."""

    def _rank(self) -> tuple[float, int, int]:
        return self.goal, -self.island, -self.index


@dataclass(frozen=True)
class Archive:
    """The best level of each bin that a search reached."""

    asked: dict[str, Any]
    """What was asked, and the edges of the bins: ``asked["axes"]``, across and up."""
    elites: dict[Bin, Elite]
    """By column and row of the bin."""
    islands: dict[int, dict[str, Any]]
    """By island: how many levels it tried, how many could not be built, and how many each clause judged and passed."""

    def __len__(self) -> int:
        return len(self.elites)

    def __repr__(self) -> str:
        axes = " by ".join(axis["metric"] for axis in self.asked["axes"])
        return f"<mapwright_levels.Archive of {len(self)} levels: {axes}>"

    def merge(self, other: Archive) -> Archive:
        """The better elite of each bin: the higher goal, then the lower island, then the lower index.

        Neither the order of merging nor merging again changes the result, so parts may be made anywhere, and twice.
        """
        if self.asked != other.asked:
            differs = next(name for name in self.asked if self.asked[name] != other.asked.get(name))
            raise MapwrightError(
                f"archives of different searches cannot be merged: their `{differs}` differs", field=differs
            )
        better = {bin: self.elites[bin] for bin in self.elites.keys() - other.elites.keys()}
        for bin, elite in other.elites.items():
            better[bin] = max(elite, self.elites.get(bin, elite), key=Elite._rank)
        return Archive(self.asked, dict(sorted(better.items())), dict(sorted((self.islands | other.islands).items())))

    def grid(self, metric: str) -> NDArray[np.float64]:
        """A metric of each elite, in rows and columns of bins, as for ``imshow(…, origin="lower")``; NaN where none is."""
        across, up = (len(axis["edges"]) - 1 for axis in self.asked["axes"])
        grid = np.full((up, across), np.nan)
        for (x, y), elite in self.elites.items():
            grid[y, x] = elite.level.metrics.get(metric, np.nan)
        return grid


def archive(
    recipe: Recipe,
    axes: tuple[str, str],
    *,
    bins: tuple[int, int] = (12, 12),
    best: str = "",
    want: str = "",
    vary: str | Sequence[str] = (),
    seed: int | None = None,
    budget: int = 8192,
    islands: int = 1,
    engine: str | None = None,
    abort: bool = True,
    threads: int | None = None,
    progress: bool | None = None,
) -> Archive:
    """Fills an archive over two metrics, such as ``("solution_steps=0..120", "loops=0..40")``: the best level of each bin
    by ``best``, such as ``"min dead_end_share"``, else the first one. Only levels that fit ``want`` are kept.

    The search may be split into ``islands``, which draw different levels, ``budget`` each, and are merged in the end; then
    the axes need ranges. With ``engine`` (``local``, ``ray`` or ``dask``) they are tasks of that engine. The result depends
    on the number of islands, not on the engine, the machines or the threads.
    """
    islands = check_number("islands", islands, 1 << 20)
    if len(axes) != 2 or len(bins) != 2:
        raise MapwrightError("an archive has two metrics and two numbers of bins", field="axes")
    bins = (check_number("bins", bins[0], 100), check_number("bins", bins[1], 100))
    if islands > 1 and not all("=" in axis for axis in axes):
        raise MapwrightError(
            "islands need axes with ranges, such as `loops=0..40`: else their bins differ", field="axes"
        )
    if best and best.split()[0] not in ("max", "min"):
        raise MapwrightError(
            f"`best` is {best!r}; expected `max` or `min` and a metric, such as `max loops`", field="best"
        )
    requirements = wanted(", ".join(filter(None, [want, best])), vary, seed, budget, abort)
    if engine is None:
        pool, chain = _pool(threads), native(recipe)
        with _bar(islands * budget, progress) as tell:
            return reduce(
                Archive.merge, (_fill(chain, requirements, axes, bins, island, pool, tell) for island in range(islands))
            )
    if threads is not None:
        raise MapwrightError("`threads` is for a search without engine, which has its own", field="threads")
    _engines.check(engine)
    # Other machines have the recipe only: files that lie next to it are missed here, not there.
    text = native(json.loads(native(recipe).json)).json
    about = (text, requirements, axes, bins)
    merged: Archive | None = None
    with _bar(islands, progress) as tell:
        for _, one in _engines.ENGINES[engine](_island, about, range(islands)):
            merged = one if merged is None else merged.merge(one)
            if tell is not None:
                tell(1)
    assert merged is not None
    return merged


def _island(
    recipe: str, requirements: Wanted, axes: tuple[str, str], bins: Bin, island: int, pool: _native.Pool | None = None
) -> Archive:
    """One island, as a task. May run any number of times, on any machine."""
    return _fill(native(recipe), requirements, axes, bins, island, pool or _pool(1), None)


def _fill(
    chain: _native.Chain,
    requirements: Wanted,
    axes: tuple[str, str],
    bins: Bin,
    island: int,
    pool: _native.Pool,
    tell: Any,
) -> Archive:
    (text, recipes), goals = _native.archive(chain, pool, requirements, list(axes), list(bins), island, tell)
    asked, by_name = json.loads(text), dict(recipes)
    counts = {name: asked.pop(name) for name in ("tried", "unbuilt", "judged", "passed")}
    elites = {
        (entry["bin"][0], entry["bin"][1]): Elite(found_level(entry, by_name), goal, island, entry["index"])
        for entry, goal in zip(asked.pop("results"), goals)
    }
    return Archive(asked, elites, {island: counts})
