"""One map."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import index
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._errors import MapwrightError
from ._planes import Planes
from ._source import Recipe, native, to_json

Cell = tuple[int, int]


@dataclass(frozen=True)
class Solved:
    """What the solver says about a pipe board."""

    verdict: str
    """``unique``, ``several``, ``none``, or ``unknown`` where the steps did not suffice."""
    difficulty: dict[str, Any]
    """``grade``, the hardest deduction that is needed: ``local``, ``rings``, ``isolation``, ``lookahead`` or ``guessing``;
    ``rounds`` of deduction, and how many tiles each settled (``widths``); ``tiles``, and how many of them are open after
    each kind of deduction (``open_after_…``); ``refuted``, ``guesses`` and their ``depth``."""


def build(recipe: Recipe, seed: int | None = None, *, trust_paths: bool = False) -> Map:
    """Builds the map of a seed: the same map every time, on every machine.

    Without ``seed``, the recipe's own one is taken. The recipe's files must lie next to it or below, unless
    ``trust_paths`` is set.

    Raises ``MapwrightError``, which says the stage and the parameter.
    """
    chain = native(recipe, trust_paths)
    return Map(chain.build(chain.seed if seed is None else check_seed(seed)))


def load(map: str | os.PathLike[str] | Mapping[str, Any]) -> Map:
    """Reads a map: a file that ``Map.save`` or ``mapwright build -o map.json`` wrote, JSON, or a dictionary such as
    ``Map.document``.

    >>> load({"format": "mapwright-map", "version": 2, "width": 2, "height": 1, "tiles": [0, 128]}).solid.tolist()
    [[False, True]]
    """
    if isinstance(map, Mapping):
        return Map(_native.load(to_json("map", map)))
    if isinstance(map, str) and map.lstrip().startswith("{"):
        return Map(_native.load(map))
    try:
        text = Path(map).read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise MapwrightError(f"{os.fspath(map)}: {error}") from error
    return Map(_native.load(text))


def check_integer(name: str, value: Any, least: int, most: int) -> int:
    """An integer in a range, of NumPy's types too."""
    try:
        number = index(value)
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise MapwrightError(f"`{name}` is {value!r}; expected an integer from {least} to {most}", field=name)
    return number


def check_seed(seed: Any) -> int:
    """A seed as an integer in range."""
    try:
        value = seed.__index__()
    except AttributeError:
        value = None
    if value is None or not 0 <= value < 1 << 64:
        raise MapwrightError(f"a seed of {seed!r}; expected an integer from 0 to {(1 << 64) - 1}", field="seed")
    return int(value)


class Map(Planes):
    """A map: planes as NumPy arrays of rows, which cannot be written to, and marked cells as (column, row).

    A plane that the map does not have is ``None``.
    """

    def __init__(self, level: _native.Map) -> None:
        if not isinstance(level, _native.Map):
            h, w = level.shape if isinstance(level, np.ndarray) and level.ndim == 2 else (50, 80)
            document = (
                f'"format": "mapwright-map", "version": 2, "width": {w}, "height": {h}, "tiles": tiles.ravel().tolist()'
            )
            raise MapwrightError(
                f"a map comes from `build(recipe)` or `load(file)`; `load({{{document}}})` makes one of an array of tiles"
            )
        self._level = level
        self._copied: dict[str, NDArray[Any] | None] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return load, (self.json(),)

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self._level.shape

    @property
    def width(self) -> int:
        """Columns."""
        return self.shape[1]

    @property
    def height(self) -> int:
        """Rows."""
        return self.shape[0]

    @cached_property
    def planes(self) -> dict[str, NDArray[Any]]:  # type: ignore[override]
        """Every plane that the map has, by name. Custom layers are called ``layers.NAME``."""
        found = {name: self._plane(name) for name, _ in self._level.planes()}
        return {name: plane for name, plane in found.items() if plane is not None}

    def _plane(self, name: str) -> NDArray[Any] | None:
        """A plane, copied when it is first asked for."""
        if name not in self._copied:
            plane = self._level.plane(name)
            if plane is not None:
                plane.setflags(write=False)
            self._copied[name] = plane
        return self._copied[name]

    @cached_property
    def ways(self) -> NDArray[np.uint8]:
        """Where one can go from each cell: 1 north, 2 east, 4 south, 8 west. Portals are not in it."""
        return self._level.ways()

    @cached_property
    def metrics(self) -> dict[str, float]:
        """The metrics that the map has."""
        return dict(self._level.metrics())

    @cached_property
    def digest(self) -> str:
        """16 hex digits, the same as from ``mapwright build --digest``."""
        return self._level.digest()

    @cached_property
    def document(self) -> dict[str, Any]:
        """The map as plain lists and dictionaries, as in its JSON."""
        document: dict[str, Any] = json.loads(self.json())
        return document

    @property
    def wrap(self) -> str:
        """Which borders are joined: ``none``, ``x``, ``y`` or ``both``."""
        return str(self.document["wrap"])

    @property
    def start(self) -> Cell | None:
        """Where the player begins."""
        return self._cell("start")

    @property
    def exit(self) -> Cell | None:
        """Where the player wants to go."""
        return self._cell("exit")

    @property
    def rooms(self) -> list[dict[str, Any]] | None:
        """The rooms: ``id``, ``rect`` (x, y, w, h), ``shape``, ``region``, ``tags``."""
        return self.document.get("rooms")

    @property
    def corridors(self) -> list[list[list[int]]] | None:
        """The corridors, each a path of cells."""
        return self.document.get("corridors")

    @property
    def doors(self) -> list[dict[str, Any]] | None:
        """All doors: ``cells``, ``lock``, ``one_way``, and ``kind`` of gates, barriers, guards and secrets."""
        return self.document.get("doors")

    @property
    def spawns(self) -> list[dict[str, Any]]:
        """What appears: ``at``, ``what``, and ``key`` on keys."""
        return list(self.document.get("spawns", []))

    @property
    def portals(self) -> list[Any]:
        """Extra steps between far cells: pairs of cells; those that lead one way have ``from`` and ``to``."""
        return list(self.document.get("portals", []))

    @property
    def graph(self) -> dict[str, Any] | None:
        """The areas of the level and how they join: ``areas``, ``joins``. The plane is ``planes["areas"]``."""
        return self.document.get("graph")

    @property
    def proof(self) -> dict[str, Any] | None:
        """A walk that wins the level: ``walk``, ``keys``, ``needed``."""
        return self.document.get("proof")

    @property
    def floors(self) -> int:
        """How many floors lie one above the other."""
        return int(self.document.get("floors", 1))

    def floor(self, floor: int) -> tuple[Map, list[dict[str, Any]]]:
        """One floor as a map of its own, counted from 0 at the top, and what leads to others: ``at``, ``to`` (the floor and the
        cell there) and ``one_way``."""
        found = self._level.floor(check_integer("floor", floor, 0, self.floors - 1))
        assert found is not None
        level, ways = found
        return Map(level), [{"at": at, "to": (other, to), "one_way": one_way} for at, other, to, one_way in ways]

    def path(self, start: Sequence[int], end: Sequence[int]) -> list[Cell] | None:
        """A shortest path between two cells, with both; ``None`` if there is none."""
        return self._level.path(self._on_map(start), self._on_map(end))

    def distances(self, start: Sequence[int]) -> NDArray[np.int32]:
        """The number of steps from a cell to each other one; -1 where no path leads."""
        return self._level.distances(self._on_map(start))

    def sight(self, start: Sequence[int], radius: int) -> NDArray[np.bool_]:
        """The cells in sight of a cell, at most ``radius`` cells away."""
        return self._level.sight(self._on_map(start), check_integer("radius", radius, 0, 65535))

    def _on_map(self, cell: Sequence[int]) -> Cell:
        """A cell of the map, checked."""
        try:
            x, y = (index(number) for number in cell)
        except (TypeError, ValueError):
            x = y = -1
        if not (0 <= x < self.width and 0 <= y < self.height):
            expected = f"(column, row) from (0, 0) to ({self.width - 1}, {self.height - 1})"
            raise MapwrightError(f"{cell!r} is not a cell of the map; expected {expected}")
        return x, y

    def solve(self, *, steps: int = 50_000_000) -> Solved:
        """Solves the pipe board of the map, from its sides and start: whether it has one solution, and how hard it is to
        find. A million steps take about a tenth of a second.
        """
        verdict, difficulty = self._level.solve(check_integer("steps", steps, 0, (1 << 64) - 1))
        return Solved(verdict, json.loads(difficulty))

    def _cell(self, name: str) -> Cell | None:
        at = self.document.get(name)
        return None if at is None else (at[0], at[1])

    def json(self) -> str:
        """The map as JSON, byte for byte what ``mapwright build -o map.json`` writes."""
        return self._level.json()

    def text(self) -> str:
        """The map drawn with characters."""
        return self._level.text()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the map to a file: as JSON for `load`, a picture or text, by the extension ``.json``, ``.png`` or ``.txt``."""
        kind = Path(path).suffix.lower()
        if kind == ".json":
            content = self.json().encode()
        elif kind == ".png":
            content = self.png()
        elif kind == ".txt":
            content = f"{self.text()}\n".encode()
        else:
            expected = "expected `.json`, `.png` or `.txt`; the program `mapwright build` writes more formats"
            raise MapwrightError(f"{os.fspath(path)}: {expected}", field="path")
        _write(Path(path), content)

    def png(
        self,
        path: str | os.PathLike[str] | None = None,
        *,
        scale: int | None = None,
        theme: str | Mapping[str, Any] = "atlas",
    ) -> bytes:
        """A picture with cells of ``scale`` pixels, or of about 800 pixels in all; also written to ``path``.

        ``theme`` is ``atlas``, ``parchment``, ``dark``, ``blueprint`` or ``print``, or what differs from one of them:
        ``{"base": "dark", "paper": "#000000"}``.
        """
        if scale is not None and not 1 <= scale <= 1024:
            raise MapwrightError(f"`scale` is {scale}; expected an integer from 1 to 1024", field="scale")
        picture = self._level.png(scale, theme if isinstance(theme, str) else json.dumps(dict(theme)))
        if path is not None:
            _write(Path(path), picture)
        return picture

    def show(self) -> None:
        """Shows the map: as a picture in a notebook, else as text."""
        try:
            from IPython.core.getipython import get_ipython
            from IPython.display import display
        except ImportError:
            pass
        else:
            if get_ipython() is not None:
                display(self)
                return
        print(self.text())

    def _repr_png_(self) -> bytes:
        return self.png()

    def __repr__(self) -> str:
        h, w = self.shape
        names = ", ".join(name for name, _ in self._level.planes())
        return f"<mapwright_levels.Map {w}x{h} {self.digest}: {names}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Map) and self.json() == other.json()

    def __hash__(self) -> int:
        return hash(self.digest)


def _write(path: Path, content: bytes) -> None:
    """Writes a file completely or not at all."""
    beside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        beside.write_bytes(content)
        beside.replace(path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
