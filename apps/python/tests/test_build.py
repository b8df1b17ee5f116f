"""One map: the same as from the program, with all its parts."""

from __future__ import annotations

import json
import pickle
import re
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import ROOT

GOLDEN = sorted((ROOT / "tests/golden").glob("*.txt"))
RECIPES = ROOT / "crates/recipe/recipes"


def test_all_recipes_have_golden_maps() -> None:
    assert {path.stem for path in GOLDEN} == {path.stem for path in RECIPES.glob("*.json")} and len(GOLDEN) > 50


@pytest.mark.parametrize("golden", GOLDEN, ids=lambda path: path.stem)
def test_digests_are_those_of_the_program(golden: Path) -> None:
    lines = [line for line in golden.read_text().splitlines() if line.startswith("seed ")]
    assert len(lines) == 3
    for line in lines:
        found = re.fullmatch(r"seed (\d+): (?:map ([0-9a-f]{16}), .*|(.*))", line)
        assert found is not None, line
        seed, digest, error = found.groups()
        recipe = RECIPES / f"{golden.stem}.json"
        if digest:
            assert mp.build(recipe, int(seed)).digest == digest
        else:
            with pytest.raises(mp.MapwrightError) as raised:
                mp.build(recipe, int(seed))
            assert str(raised.value) == error


def test_a_recipe_is_a_name_a_file_json_or_a_dictionary(tmp_path: Path) -> None:
    recipe = mp.recipe("cave")
    file = tmp_path / "mine.json"
    file.write_text("\ufeff" + json.dumps(recipe))
    chain = mp.Chain(recipe["width"], recipe["height"], seed=recipe["seed"])
    for stage in [recipe["initial"], *recipe["metas"]]:
        chain = chain.stage(stage["use"], **{name: value for name, value in stage.items() if name != "use"})
    digests = {mp.build(one).digest for one in ["cave", file, str(file), json.dumps(recipe), recipe, chain]}
    assert digests == {mp.build("cave", recipe["seed"]).digest}


def test_files_of_a_recipe_lie_beside_it(tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    recipe = {"version": 1, "width": 80, "height": 50, "initial": {"use": "from-map", "file": "../map.json"}}
    (tmp_path / "map.json").write_text(mp.build("cave").json())
    (tmp_path / "in/r.json").write_text(json.dumps(recipe))
    with pytest.raises(mp.MapwrightError, match="map.json"):
        mp.build(tmp_path / "in/r.json")
    assert mp.build(tmp_path / "in/r.json", trust_paths=True) == mp.build("cave")
    homeless = {**recipe, "initial": {"use": "from-map", "file": "pyproject.toml"}}
    for one in [homeless, json.dumps(homeless)]:
        with pytest.raises(mp.MapwrightError, match="no folder was given"):
            mp.build(one)


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (5, 8)])
@pytest.mark.parametrize("wrap", ["none", "x", "y", "both"])
def test_planes_say_what_the_json_says(size: tuple[int, int], wrap: str) -> None:
    level = mp.Chain(*size, wrap=wrap, seed=3).wilson().pipe_shuffler().ring_validator().build()
    assert level.shape == (size[1], size[0]) and level.wrap == wrap
    flow = level.document["flow"]
    assert level.sides is not None and level.solution is not None and level.wet is not None
    for plane, values in [
        (level.tiles, level.document["tiles"]),
        (level.solid, level.document["solid"]),
        (level.sides, level.document["sides"]),
        (level.solution, level.document["solution"]),
        (level.wet, flow["wet"]),
        (level.planes["rings"], flow["rings"]),
        (level.on_ring, flow["on_ring"]),
    ]:
        assert plane is not None and plane.shape == level.shape and plane.reshape(-1).tolist() == values
    assert level.corners is None and level.regions is None
    with pytest.raises(ValueError, match="read-only"):
        level.tiles[0, 0] = 1


def test_lists_marks_and_metrics() -> None:
    level = mp.build("cave-with-monsters")
    assert level.start is not None and level.exit is not None and level.spawns[0]["what"]
    assert level.metrics["spawns"] == len(level.spawns)
    assert level.metrics["open_cells"] == np.count_nonzero(~level.solid)
    assert set(level.metrics) <= set(mp.metric_names())
    rooms = mp.build("bsp-dungeon").rooms
    assert rooms and rooms[0]["rect"]


def test_ways_follow_walls_and_sides() -> None:
    level = mp.Chain(7, 5).wilson().build(1)
    assert level.sides is not None
    open_sides = sum(((level.sides >> 2 * side & 3) > 0).astype(np.uint8) << side for side in range(4))
    assert (level.ways == open_sides).all()


def test_a_map_survives_json_and_pickle(tmp_path: Path) -> None:
    level = mp.build("cave-sanctum")
    (tmp_path / "map.json").write_text(level.json())
    for other in [mp.load(level.json()), mp.load(tmp_path / "map.json"), pickle.loads(pickle.dumps(level))]:
        assert other == level and hash(other) == hash(level) and other.digest == level.digest
    assert level != mp.build("cave-sanctum", 2)


def test_a_plane_is_copied_when_it_is_asked_for() -> None:
    level = mp.build("cave-sanctum")
    asked: list[str] = []

    class Asked:
        def plane(self, name: str) -> object:
            asked.append(name)
            return level._level.plane(name)

    one = mp.Map(level._level)
    one._level = Asked()  # type: ignore[assignment]
    assert (one.tiles == level.tiles).all() and one.tiles is one.tiles and one.solid.any()
    assert asked == ["tiles"]
    assert one.corners is None and one.corners is None
    assert asked == ["tiles", "corners"]
    assert not one.tiles.flags.writeable and level.planes["tiles"] is level.tiles


def test_other_threads_run_while_ways_are_measured() -> None:
    """The interpreter hands over to no other thread here, unless the call itself lets it go. A busy machine may not run the
    other thread during one call, but does during many."""
    level = mp.Chain(1500, 1500).cellular_automata().build(1)
    turns, done, interval = 0, threading.Event(), sys.getswitchinterval()

    def count() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0)

    counter = threading.Thread(target=count)
    sys.setswitchinterval(1000)
    try:
        counter.start()
        time.sleep(0.01)
        before = turns
        for _ in range(200):
            level._level.ways()
            if turns > before:
                break
        after = turns
    finally:
        sys.setswitchinterval(interval)
        done.set()
        counter.join()
    assert after > before


def test_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    level = mp.build("cave")
    assert level.png(tmp_path / "cave.png", scale=2) == (tmp_path / "cave.png").read_bytes()
    assert [path.name for path in tmp_path.iterdir()] == ["cave.png"]
    assert level._repr_png_().startswith(b"\x89PNG") and level.png(scale=1) != level.png()
    themes = ("atlas", "parchment", "dark", "blueprint", "print")
    assert len({level.png(scale=4, theme=theme) for theme in themes}) == len(themes)
    with pytest.raises(mp.MapwrightError, match="no theme is called `sepia`; expected atlas, parchment, ") as caught:
        level.png(theme="sepia")
    assert caught.value.field == "theme"
    assert level.png(scale=4, theme={"base": "dark"}) == level.png(scale=4, theme="dark")
    assert level.png(scale=4, theme={"rock": "#203040"}) != level.png(scale=4)
    with pytest.raises(mp.MapwrightError, match="theme: `ao`: expected an integer from 0 to 255"):
        level.png(theme={"ao": 300})
    level.show()
    assert capsys.readouterr().out == level.text() + "\n"
    with pytest.raises(OSError):
        level.png(tmp_path / "no/cave.png")


def test_the_solver_says_how_hard_a_board_is() -> None:
    """The same numbers as `mapwright pipes solve --format json`."""
    solved = mp.Chain(8, 8).prim_maze(max_degree=4).unique_pipes(hardest="rings").pipe_shuffler().build(3).solve()
    assert solved.verdict == "unique" and solved.difficulty["grade"] in ("local", "rings")
    assert solved.difficulty["tiles"] == 64 and sum(solved.difficulty["widths"]) <= 64
    assert solved.difficulty["rounds"] == len(solved.difficulty["widths"]) and solved.difficulty["guesses"] == 0
    loose = mp.Chain(8, 8).arena().build(0)
    with pytest.raises(mp.MapwrightError, match="sides"):
        loose.solve()
    with pytest.raises(mp.MapwrightError, match="`steps` is -1; expected an integer from 0 to 18446744073709551615"):
        mp.build("unique-pipes").solve(steps=-1)


def test_a_solver_without_steps_says_that_it_does_not_know() -> None:
    many = mp.Chain(30, 30).wilson().pipe_shuffler().build(5)
    assert (many.solve(steps=0).verdict, many.solve().verdict) == ("unknown", "several")


def test_a_map_that_a_player_has_changed_loads_with_a_warning() -> None:
    text = json.dumps({"format": "mapwright-map", "version": 2, "width": 2, "height": 1, "tiles": [0, 128]})
    changed = text.replace("}", ', "start": [1, 0]}')
    with pytest.warns(UserWarning, match=r"`start` is at \(1, 0\), which is not an open cell; it is dropped"):
        level = mp.load(changed)
    assert level.json() == mp.load(text).json()


def test_every_door_tile_is_a_door() -> None:
    level = mp.load(json.dumps({"format": "mapwright-map", "version": 2, "width": 2, "height": 1, "tiles": [0, 1]}))
    assert level.doors == [{"cells": [[1, 0]], "lock": None, "one_way": None}]


def test_paths_distances_and_sight_are_those_of_the_library() -> None:
    """A floor of 5 by 3 with a wall across it, open at the bottom."""
    tiles = np.zeros((3, 5), np.uint8)
    tiles[:2, 2] = mp.Tile.WALL
    level = mp.load({"format": "mapwright-map", "version": 2, "width": 5, "height": 3, "tiles": tiles.ravel().tolist()})
    assert (level.width, level.height) == (5, 3) and (level.tiles == tiles).all()
    steps = level.distances((1, 0))
    assert steps.dtype == np.int32 and steps.tolist() == [[1, 0, -1, 6, 7], [2, 1, -1, 5, 6], [3, 2, 3, 4, 5]]
    path = level.path((1, 0), [3, 0])
    assert path is not None and path[0] == (1, 0) and path[-1] == (3, 0) and len(path) == 7
    assert [steps[y, x] for x, y in path] == list(range(7))
    assert level.path((1, 0), (2, 0)) is None
    seen = level.sight((1, 0), 9)
    assert seen.dtype == np.bool_ and seen[0].tolist() == [True, True, True, False, False] and seen[2, 2]
    assert level.sight((0, 0), 1).sum() == 4
    cave = mp.build("cave-with-monsters")
    assert cave.start and cave.exit and cave.distances(cave.start)[cave.exit[1], cave.exit[0]] > 0
    assert cave.path(cave.start, cave.spawns[0]["at"])


@pytest.mark.parametrize("cell", [(5, 0), (0, 3), (-1, 0), (1,), (1, 2, 3), (0.5, 1), "ab", None])
def test_cells_must_be_on_the_map(cell: Any) -> None:
    level = mp.Chain(5, 3).arena().build()
    for call in (level.distances, lambda cell: level.sight(cell, 3), lambda cell: level.path((1, 1), cell)):
        with pytest.raises(mp.MapwrightError) as raised:
            call(cell)
        assert str(raised.value) == f"{cell!r} is not a cell of the map; expected (column, row) from (0, 0) to (4, 2)"
    with pytest.raises(mp.MapwrightError, match="`radius` is -1; expected an integer from 0 to 65535"):
        level.sight((1, 1), -1)


def test_a_map_is_saved_by_its_extension(tmp_path: Path) -> None:
    level = mp.build("cave")
    for name in ("cave.json", "cave.PNG", "cave.txt"):
        level.save(tmp_path / name)
    assert mp.load(tmp_path / "cave.json") == level
    assert (tmp_path / "cave.PNG").read_bytes() == level.png()
    assert (tmp_path / "cave.txt").read_text() == level.text() + "\n"
    with pytest.raises(mp.MapwrightError, match=r"cave.svg: expected `.json`, `.png` or `.txt`; the program"):
        level.save(tmp_path / "cave.svg")
    assert len(list(tmp_path.iterdir())) == 3


def test_tiles_are_those_of_the_library() -> None:
    source = (ROOT / "crates/core/src/tile.rs").read_text()
    named = re.findall(r"pub const (\w+): Tile = Tile\((\w+)\);", source)
    assert {name: int(number, 0) for name, number in named} == {tile.name: tile.value for tile in mp.Tile}
    swamp = mp.build("swamp")
    assert (swamp.tiles == mp.Tile.WATER).any() and not swamp.solid[swamp.tiles == mp.Tile.WATER].any()
