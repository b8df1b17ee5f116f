"""The chain follows the catalogue, and the stubs follow it too."""

from __future__ import annotations

import inspect
import json
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import need

HERE = Path(__file__).resolve().parents[1]


def test_every_builder_has_a_method_with_its_parameters() -> None:
    for builder in mp.catalogue():
        method = getattr(mp.Chain, builder["name"].replace("-", "_"))
        assert [name.rstrip("_") for name in inspect.signature(method).parameters][1:] == [
            *(param["name"] for param in builder["params"]),
            "seed",
            *(["kept"] if builder["draws"] else []),
        ]
        assert builder["about"][1:] in method.__doc__


def test_a_stage_is_checked_where_it_is_written() -> None:
    chain = mp.Chain(31, 21).prim_maze(max_degree=3)
    longer = chain.loop_injector(rule="braid", chance=0.5)
    assert len(chain.recipe["metas"]) == 0 and len(longer.recipe["metas"]) == 1
    assert repr(longer) == "Chain(31, 21).prim_maze(max_degree=3).loop_injector(rule='braid', chance=0.5)"
    for wrong in [lambda: longer.loop_injector(rule="brade"), lambda: longer.wang_tiles(), lambda: longer.stage("no")]:
        with pytest.raises(mp.MapwrightError, match=r"^metas\[1\] "):
            wrong()
    with pytest.raises(mp.MapwrightError, match="`initial`|`use`"):
        mp.Chain(9, 9).build()


def test_a_recipe_is_a_copy() -> None:
    chain = mp.Chain(31, 21).arena().scatter(what={"spawn": "Chest"}, max=3)
    written = chain.json()
    recipe = chain.recipe
    recipe["metas"][0]["what"]["spawn"] = "Rat"
    recipe["initial"]["use"] = "prim-maze"
    assert chain.json() == written and chain.build(7).spawns[0]["what"] == "Chest"


def test_numbers_of_numpy_are_numbers() -> None:
    chain = mp.Chain(31, 21).prim_maze(max_degree=np.int64(3)).loop_injector(rule="braid", chance=np.float32(0.5))
    assert chain.json() == mp.Chain(31, 21).prim_maze(max_degree=3).loop_injector(rule="braid", chance=0.5).json()
    level = mp.build({**chain.recipe, "width": np.uint16(31)}, np.uint64(7))
    one = np.int64(1)
    assert (level.sight((one, one), np.int64(3)) == level.sight((1, 1), 3)).all()
    found = mp.search("braided-maze", "loops >= 1", count=np.int64(1), budget=np.int32(64))
    assert len(found.levels) == 1


def test_a_builder_that_there_is_not_suggests_one() -> None:
    chain = mp.Chain(9, 9)
    with pytest.raises(AttributeError, match="^no builder is called `primmaze`; did you mean `prim_maze`[?]$"):
        chain.primmaze()  # type: ignore[attr-defined]
    with pytest.raises(
        AttributeError, match="^no builder is called `qqq`; `mapwright_levels.catalogue[(][)]` lists all$"
    ):
        chain.qqq()  # type: ignore[attr-defined]
    assert (
        not hasattr(chain, "_repr_html_") and pickle.loads(pickle.dumps(chain.arena())).recipe == chain.arena().recipe
    )


def test_stubs_are_those_of_the_catalogue() -> None:
    now = subprocess.run([sys.executable, HERE / "stubs.py"], capture_output=True, text=True, check=True).stdout
    file = HERE / "python/mapwright_levels/_chain.pyi"
    if os.environ.get("MAPWRIGHT_BLESS"):
        file.write_text(now)
    assert file.read_text() == now, "run `python stubs.py > python/mapwright_levels/_chain.pyi`"


def test_stubs_of_a_builder_that_we_do_not_know() -> None:
    sys.path.insert(0, str(HERE))
    from stubs import methods

    garden = json.loads((HERE.parents[1] / "tests/outside/garden.json").read_text())
    kinds = 'beds: int = 4, path: Literal["sand", "loose-gravel"] = "sand", bed: Any = ...'
    assert methods([garden]) == [
        f"    def garden(self, *, {kinds}, seed: int | None = None) -> Chain:",
        '        """A garden with beds of flowers."""',
    ]


def test_a_stage_is_drawn_anew_alone() -> None:
    chain = mp.Chain(40, 30).random_rooms(max_rooms=6)
    table = [{"name": "Rat", "weight": 1}]
    one, same, other = (chain.spawns(table=table, seed=seed).build(3) for seed in (1, 1, 2))
    assert one.digest == same.digest != other.digest
    assert (one.tiles == other.tiles).all()
    assert chain.spawns(table=table, seed=None).build(3).digest == chain.spawns(table=table).build(3).digest


def test_types(tmp_path: Path) -> None:
    need("mypy")
    from mypy import api

    source = tmp_path / "uses.py"
    source.write_text(
        "import mapwright_levels as mp\n"
        "chain = mp.Chain(80, 50).prim_maze(max_degree=3).loop_injector(rule='braid', chance=0.5)\n"
        "reveal_type(chain.build(1).tiles)\n"
        "chain.prim_maze(max_degree='3')\n"
        "chain.no_such()\n"
    )
    out, _, _ = api.run(["--config-file", str(HERE / "pyproject.toml"), str(source)])
    assert 'Argument "max_degree" to "prim_maze" of "Chain" has incompatible type "str"' in out
    assert '"Chain" has no attribute "no_such"' in out and "ndarray" in out and "Found 2 errors" in out
