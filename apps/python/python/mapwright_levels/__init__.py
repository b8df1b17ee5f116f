"""Procedural levels from one chain of builders.

>>> import mapwright_levels as mp
>>> level = mp.build("unique-pipes", seed=3)
>>> level.tiles.shape == level.shape
True
>>> levels = mp.Chain(31, 21).prim_maze(max_degree=3).loop_injector(rule="braid", chance=0.5).batch(range(100))
>>> levels.sides.shape
(100, 21, 31)
"""

from typing import TYPE_CHECKING, Any

from ._archive import Archive, Elite, archive
from ._batch import Batch, batch
from ._catalogue import catalogue, metric_names, recipe, recipes
from ._chain import Chain
from ._errors import MapwrightError
from ._map import Map, Solved, build, load
from ._native import __version__
from ._search import Found, FoundLevel, Sweep, search, sweep, varied
from ._source import Recipe
from ._tile import Tile

__all__ = [
    "Archive",
    "Batch",
    "Chain",
    "Elite",
    "Found",
    "FoundLevel",
    "Map",
    "MapwrightError",
    "Recipe",
    "Solved",
    "Sweep",
    "Tile",
    "__version__",
    "archive",
    "batch",
    "build",
    "catalogue",
    "dataset",
    "gym",
    "load",
    "metric_names",
    "recipe",
    "recipes",
    "search",
    "sweep",
    "varied",
]

if TYPE_CHECKING:
    from . import dataset, gym


def __getattr__(name: str) -> Any:
    """`dataset` and `gym` need packages of their own, so they are imported when they are used."""
    if name in ("dataset", "gym"):
        from importlib import import_module

        return import_module(f"mapwright_levels.{name}")
    raise AttributeError(f"module `mapwright_levels` has no attribute `{name}`")
