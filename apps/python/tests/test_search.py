"""The search: what it finds fits, whatever the threads, and what is wrong is said."""

from __future__ import annotations

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import check_ctrl_c

WANT = "solution_steps 60..120, loops >= 3"
VARY = ["metas.0.chance=0..1"]


def test_what_is_found_fits_whatever_the_threads() -> None:
    found = mp.search("braided-maze", WANT, vary=VARY, count=6, threads=1)
    assert len(found) == 6 and not found.nearest
    for level in found.levels:
        built = level.build()
        assert built.digest == level.digest and built.metrics == level.metrics
        assert 60 <= built.metrics["solution_steps"] <= 120 and built.metrics["loops"] >= 3
    for threads in (2, 5):
        assert mp.search("braided-maze", WANT, vary=VARY, count=6, threads=threads) == found
    assert mp.search("braided-maze", WANT, vary=VARY, count=6, abort=False).levels == found.levels
    assert mp.search("braided-maze", WANT, vary=VARY, count=6, seed=1) != found


def test_nothing_fits() -> None:
    found = mp.search("braided-maze", "loops >= 100000", budget=128)
    assert not found.levels and found.nearest and found.manifest["tried"] == 128
    assert found.nearest[0].failed == "loops >= 100000"


def test_levels_that_differ() -> None:
    found = mp.varied("cave", count=4, budget=64)
    assert len({level.digest for level in found.levels}) == 4
    assert [level.build().digest for level in found.levels] == [level.digest for level in found.levels]


@pytest.mark.parametrize(
    ("want", "options", "field", "part"),
    [
        ("loops => 3", {}, "want", "column"),
        ("lops >= 3", {}, "want", "loops"),
        ("loops >= 3", {"vary": ["metas.9.chance"]}, "vary", "metas.9.chance"),
        ("loops >= 3", {"count": 0}, "count", "`count` is 0; expected an integer from 1"),
        ("loops >= 3", {"budget": 0}, "budget", "`budget` is 0; expected an integer from 1"),
        ("loops >= 3", {"seed": -1}, "seed", "a seed of -1; expected an integer from 0"),
    ],
)
def test_wrong_wishes(want: str, options: dict[str, object], field: str, part: str) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.search("braided-maze", want, **options)  # type: ignore[arg-type]
    assert part in str(raised.value) and raised.value.field == field


def test_a_sweep_measures_the_same_seeds_at_each_value() -> None:
    swept = mp.sweep("braided-maze", "metas.0.chance=0..1/3", range(5, 25), want="loops >= 1", threads=1)
    assert swept.parameter == "metas.0.chance" and swept.values == [0, 0.5, 1] and swept.built == [20] * 3
    for place, value in enumerate(swept.values):
        recipe = mp.recipe("braided-maze")
        recipe["metas"][0]["chance"] = value
        levels = mp.batch(recipe, range(5, 25), metrics=True)
        again = mp.batch(swept.recipes[place], range(5, 25), digests=True)
        assert again.digests == levels.digests
        loops = levels.metrics["loops"]
        # Of twenty values, in order: the third, the eleventh and the eighteenth.
        assert swept.bands["loops"][place].tolist() == np.sort(loops)[[2, 10, 17]].tolist()
        assert swept.fitting[place] == (loops >= 1).sum()
    assert (
        mp.sweep("braided-maze", "metas.0.chance=0..1/3", range(5, 25), want="loops >= 1", threads=4).manifest
        == swept.manifest
    )


@pytest.mark.parametrize(
    ("vary", "seeds", "field", "message"),
    [
        (
            "metas.0.chance",
            range(0),
            "seeds",
            "no seeds in range(0, 0): expected at least one, such as `range(0, 100)`",
        ),
        ("metas.0.chance", range(0, 9, 3), "seeds", "the seeds are range(0, 9, 3); expected a range with step 1"),
        ("metas.0.chance", 7, "seeds", "the seeds are 7; expected a range with step 1"),
        ("all", range(3), "vary", "`vary` is "),
        ("metas.9.chance", range(3), "vary", "`metas.9.chance`: "),
    ],
)
def test_wrong_sweeps(vary: str, seeds: range, field: str, message: str) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.sweep("braided-maze", vary, seeds)
    assert str(raised.value).startswith(message) and raised.value.field == field


def test_ctrl_c_ends_a_search() -> None:
    check_ctrl_c("mp.search('cave', 'loops >= 1000000', budget=1 << 30)")


def test_what_is_found_is_shown_in_a_line() -> None:
    found = mp.search("braided-maze", WANT, count=2)
    assert repr(found) == f"<mapwright_levels.Found of 2 levels, {found.manifest['tried']} tried>"
    assert repr(found[0]) == f"<mapwright_levels.FoundLevel {found[0].digest} of seed {found[0].seed}>"
    missed = mp.search("braided-maze", "loops >= 100000", budget=128)
    assert repr(missed) == f"<mapwright_levels.Found of 0 levels, {len(missed.nearest)} nearest, 128 tried>"
    assert repr(missed.nearest[0]).endswith(" fails `loops >= 100000`>")
    swept = repr(mp.sweep("braided-maze", "metas.0.chance=0..1/3", range(4)))
    assert swept.startswith("<mapwright_levels.Sweep of metas.0.chance over 3 values: ") and "loops" in swept
