"""Errors say what, where, and what is expected."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mapwright_levels as mp


def stage(use: str, **params: Any) -> dict[str, Any]:
    return {"use": use, **params}


def recipe(initial: object, *metas: object, **head: object) -> dict[str, Any]:
    return {"version": 1, "width": 9, "height": 7, "initial": initial, "metas": list(metas), **head}


MAZE = stage("prim-maze")


@pytest.mark.parametrize(
    ("package", "call", "message"),
    [
        ("gymnasium", "mp.gym", "environments need Gymnasium: `pip install gymnasium`"),
        ("pyarrow", "mp.dataset", "data sets need pyarrow and fsspec: `pip install pyarrow fsspec`"),
        ("fsspec", "mp.dataset", "data sets need pyarrow and fsspec: `pip install pyarrow fsspec`"),
        ("ray", "mp.archive(*ARCHIVE, engine='ray')", "the engine `ray` needs Ray: `pip install ray`"),
        (
            "distributed",
            "mp.archive(*ARCHIVE, engine='dask')",
            "the engine `dask` needs Dask: `pip install distributed`",
        ),
        ("tqdm.auto", "mp.batch('cave', range(2), progress=True)", "a progress bar needs tqdm: `pip install tqdm`"),
    ],
)
def test_a_package_that_is_missing_is_named(package: str, call: str, message: str) -> None:
    code = (
        "import sys\n"
        f"sys.modules[{package!r}] = None\n"
        "import mapwright_levels as mp\n"
        "ARCHIVE = ('braided-maze', ('solution_steps=0..120', 'loops=0..40'))\n"
        f"try: {call}\n"
        "except mp.MapwrightError as error: print(error)\n"
    )
    out = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert out.stdout == message + "\n", out.stderr


@pytest.mark.parametrize(
    ("given", "message", "stage", "index", "field"),
    [
        (
            recipe(stage("prim-maze", max_degree=7)),
            "initial prim-maze: parameter `max_degree` is 7; expected an integer from 3 to 4",
            "initial prim-maze",
            0,
            "max_degree",
        ),
        (
            recipe(MAZE, MAZE, stage("loop-injector", chance=1.5)),
            "metas[1] loop-injector: parameter `chance` is 1.5; expected a number from 0 to 1",
            "metas[1] loop-injector",
            2,
            "chance",
        ),
        (
            recipe(MAZE, stage("lop-injector")),
            "metas[0] lop-injector: no builder is called `lop-injector`; did you mean `loop-injector`?",
            "metas[0] lop-injector",
            1,
            None,
        ),
        (
            recipe(MAZE, width=0),
            "parameter `width` is 0; expected an integer from 1 to 65535",
            None,
            None,
            "width",
        ),
        ("{ ", "not valid JSON: EOF while parsing an object at line 1 column 2", None, None, None),
        ("kave", "no recipe is called `kave`; did you mean `cave`?", None, None, "recipe"),
        (7, "a recipe of type `int`; expected a dictionary, a name, a path, JSON or a Chain", None, None, None),
        (
            {"width": float("nan")},
            "the recipe cannot be written as JSON: Out of range float values are not JSON compliant",
            None,
            None,
            None,
        ),
    ],
)
def test_a_wrong_recipe(given: Any, message: str, stage: str | None, index: int | None, field: str | None) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.build(given)
    error = raised.value
    assert str(error).split(": nan")[0] == message
    assert (error.stage, error.stage_index, error.field, error.retryable) == (stage, index, field, False)


def test_the_nearest_name() -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.build(recipe(MAZE, stage("lop-injector")))
    assert raised.value.nearest == "loop-injector"
    with pytest.raises(mp.MapwrightError) as raised:
        mp.build("kave")
    assert raised.value.nearest == "cave"


def test_a_missing_plane_names_who_provides_it() -> None:
    with pytest.raises(
        mp.MapwrightError, match=r"metas\[0\] ring-validator: needs `sides`.*these do: .*prim-maze"
    ) as raised:
        mp.build(recipe(stage("arena"), stage("ring-validator")))
    assert raised.value.stage == "metas[0] ring-validator"


@pytest.mark.parametrize("seed", [-1, 1 << 64, 1.5, "7"])
def test_a_wrong_seed(seed: Any) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.build("cave", seed)
    assert str(raised.value) == f"a seed of {seed!r}; expected an integer from 0 to 18446744073709551615"
    assert raised.value.field == "seed"


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(mp.MapwrightError, match="no.json: .*No such file"):
        mp.build(tmp_path / "no.json")
    with pytest.raises(mp.MapwrightError, match="no.json: .*No such file"):
        mp.load(tmp_path / "no.json")
    (tmp_path / "bytes.json").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(mp.MapwrightError, match="bytes.json: .*decode"):
        mp.build(tmp_path / "bytes.json")
    with pytest.raises(mp.MapwrightError, match="at line 1"):
        mp.load('{"format": 3}')


def test_a_size_of_no_map() -> None:
    with pytest.raises(mp.MapwrightError, match="would take up to .* bytes"):
        mp.build(recipe(stage("arena"), width=65535, height=65535))


def test_an_error_survives_a_trip_between_processes() -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.Chain(9, 7).prim_maze(max_degree=9)
    error = pickle.loads(pickle.dumps(raised.value))
    assert str(error) == str(raised.value) and vars(error) == vars(raised.value)


@pytest.mark.parametrize(("seeds", "some"), [(100, 100), (None, 100), (1.5, 100)])
def test_seeds_are_a_range_or_a_list(seeds: Any, some: int) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.batch("cave", seeds)
    assert str(raised.value) == f"`seeds` is {seeds!r}; expected a range or a list, such as `range({some})`"
    assert raised.value.field == "seeds"


def test_a_map_is_not_made_of_an_array() -> None:
    """The message says what to do, and it works."""
    tiles = np.full((2, 3), mp.Tile.FLOOR, np.uint8)
    with pytest.raises(mp.MapwrightError) as raised:
        mp.Map(tiles)  # type: ignore[arg-type]
    message = str(raised.value)
    assert message.startswith("a map comes from `build(recipe)` or `load(file)`; `load({")
    level = eval(message.split("`")[5], {"load": mp.load, "tiles": tiles})
    assert (level.tiles == tiles).all()
    with pytest.raises(mp.MapwrightError, match='"width": 80, "height": 50'):
        mp.Map([[0]])  # type: ignore[arg-type]
    with pytest.raises(mp.MapwrightError, match=r"the map cannot be written as JSON: \{1\} is of type set"):
        mp.load({"tiles": {1}})
