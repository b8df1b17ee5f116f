"""Archives: the same on any number of threads, engines and machines, merged in any order."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import check_ctrl_c, need
from mapwright_levels import _archive, _batch, _search
from mapwright_levels._source import native

AXES = ("loops=0..40", "solution_steps=0..120")
RANGED: dict[str, Any] = {"bins": (6, 4), "vary": "metas.0.chance", "best": "max longest_path", "budget": 600}


def fill(**other: Any) -> mp.Archive:
    return mp.archive("braided-maze", **{"axes": AXES, **RANGED, **other})


@pytest.fixture(scope="module")
def islands() -> mp.Archive:
    return fill(islands=3)


def test_an_archive_holds_the_levels_of_its_bins() -> None:
    one = fill(threads=1)
    assert one.islands[0]["tried"] == 600 and len(one) > 3
    across, up = (axis["edges"] for axis in one.asked["axes"])
    for (x, y), elite in one.elites.items():
        level = elite.level.build()
        assert level.digest == elite.level.digest and level.metrics == elite.level.metrics
        assert elite.goal == level.metrics["longest_path"]
        assert across[x] <= level.metrics["loops"] and (level.metrics["loops"] < across[x + 1] or x == len(across) - 2)
        assert up[y] <= level.metrics["solution_steps"]
    assert repr(one) == f"<mapwright_levels.Archive of {len(one)} levels: loops by solution_steps>"
    grid = one.grid("loops")
    assert grid.shape == (len(up) - 1, len(across) - 1) and np.isfinite(grid).sum() == len(one)
    assert fill(threads=3) == one and fill(seed=1) != one


def test_merging_in_any_order_and_again(islands: mp.Archive) -> None:
    requirements, maze = _search.wanted("max longest_path", "metas.0.chance", None, 600), native("braided-maze")
    parts = [_archive._fill(maze, requirements, AXES, (6, 4), island, _batch._pool(1), None) for island in range(3)]
    for order in itertools.permutations(parts):
        merged = order[0].merge(order[1]).merge(order[2])
        assert merged == islands and merged.merge(order[0]) == islands and islands.merge(merged) == islands
    assert {elite.island for elite in islands.elites.values()} == {0, 1, 2}
    # Each bin has the best of the three, as by looking at all of them.
    for bin, elite in islands.elites.items():
        there = [part.elites[bin] for part in parts if bin in part.elites]
        assert elite == min(there, key=lambda one: (-one.goal, one.island, one.index))


def test_engines_fill_the_same_archive(islands: mp.Archive) -> None:
    assert fill(islands=3, engine="local") == islands


def test_dask_fills_the_same_archive(islands: mp.Archive) -> None:
    need("distributed")
    from distributed import Client, LocalCluster

    cluster = LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None)
    with cluster, Client(cluster):
        assert fill(islands=3, engine="dask") == islands


def test_ray_fills_the_same_archive(islands: mp.Archive, ray_cluster: Any) -> None:
    assert fill(islands=3, engine="ray") == islands


def test_nothing_fits() -> None:
    empty = mp.archive("braided-maze", AXES, want="loops >= 100000", budget=64)
    assert not empty.elites and empty.islands[0]["passed"] == {"loops >= 100000": 0}
    assert np.isnan(empty.grid("loops")).all()


@pytest.mark.parametrize(
    ("change", "field", "message"),
    [
        ({"axes": ("lops", "loops")}, "axes", "column 1: found `lops`; expected a metric, such as `loops`"),
        (
            {"axes": ("loops=3..3", "loops")},
            "axes",
            "column 7: found `3..3`; expected a range such as `0..120`, within 0 to 1000000000000",
        ),
        ({"axes": ("loops",)}, "axes", "an archive has two metrics and two numbers of bins"),
        ({"bins": (0, 4)}, "bins", "`bins` is 0; expected an integer from 1 to 100"),
        (
            {"best": "loops >= 3"},
            "best",
            "`best` is 'loops >= 3'; expected `max` or `min` and a metric, such as `max loops`",
        ),
        ({"islands": 0}, "islands", "`islands` is 0; expected an integer from 1 to 1048576"),
        (
            {"islands": 2, "axes": ("loops", "solution_steps")},
            "axes",
            "islands need axes with ranges, such as `loops=0..40`: else their bins differ",
        ),
        ({"engine": "spark"}, "engine", "no engine is called `spark`; expected one of `local`, `ray`, `dask`"),
        (
            {"engine": "local", "threads": 2},
            "threads",
            "`threads` is for a search without engine, which has its own",
        ),
    ],
)
def test_wrong_archives(change: dict[str, Any], field: str, message: str) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        fill(**change)
    assert str(raised.value) == message and raised.value.field == field


def test_archives_of_different_searches_stay_apart(islands: mp.Archive) -> None:
    for change, differs in [({"seed": 1}, "seed"), ({"bins": (5, 4)}, "axes"), ({"budget": 64}, "budget")]:
        with pytest.raises(mp.MapwrightError) as raised:
            islands.merge(fill(**change))
        assert str(raised.value) == f"archives of different searches cannot be merged: their `{differs}` differs"


def test_ctrl_c_ends_an_archive() -> None:
    check_ctrl_c("mp.archive('cave', ('open_share', 'loops'), budget=1 << 30)")
