"""Recipes as code: a method for each builder, made from the catalogue. `_chain.pyi` has their types."""

from __future__ import annotations

import inspect
import keyword
from collections.abc import Callable, Iterable
from copy import deepcopy
from difflib import get_close_matches
from typing import Any, NoReturn

from . import _native
from ._batch import Batch, batch
from ._catalogue import catalogue
from ._map import Map, build
from ._source import to_json

__all__ = ["Chain"]


class Chain:
    """A recipe as code. The first stage makes the map, all others change it; each returns a longer chain.

    >>> Chain(31, 21).prim_maze(max_degree=3).loop_injector(rule="braid", chance=0.5).build(7).shape
    (21, 31)
    """

    def __init__(self, width: int, height: int, *, wrap: str = "none", seed: int = 0) -> None:
        self._head: dict[str, Any] = {"version": 1, "width": width, "height": height, "wrap": wrap, "seed": seed}
        self._stages: tuple[dict[str, Any], ...] = ()

    @property
    def recipe(self) -> dict[str, Any]:
        """The recipe, a copy."""
        initial, *metas = self._stages or (None,)
        return deepcopy({**self._head, **({"initial": initial} if initial else {}), "metas": metas})

    def json(self) -> str:
        """The recipe as JSON."""
        return to_json("recipe", self.recipe)

    def stage(self, use: str, /, **params: Any) -> Chain:
        """Adds a stage by the builder's name. An error is raised here, not when the map is built."""
        longer = Chain.__new__(type(self))
        longer._head, longer._stages = self._head, (*self._stages, {"use": use, **params})
        _native.Chain(longer.json(), "", False)
        return longer

    def kept(self, rows: list[str] | None = None, /, **part: Any) -> Chain:
        """Begins with a drawn part that all stages leave as it is: rows of glyphs, or a ``file``.

        >>> room = Chain(30, 20).kept(["###", "#~+", "###"], at=(9, 9)).cellular_automata()
        >>> [room.build(seed).tiles[10, 10] for seed in (1, 2, 3)]
        [4, 4, 4]
        """
        part = {**part, **({"rows": rows} if rows is not None else {})}
        longer = Chain.__new__(type(self))
        longer._head, longer._stages = {**self._head, "kept": [*self._head.get("kept", []), part]}, self._stages
        if longer._stages:
            _native.Chain(longer.json(), "", False)
        return longer

    def build(self, seed: int | None = None) -> Map:
        """Builds the map of a seed."""
        return build(self, seed)

    def batch(self, seeds: range | Iterable[int], **options: Any) -> Batch:
        """Builds many seeds; see `mapwright_levels.batch`."""
        return batch(self, seeds, **options)

    def __getattr__(self, name: str) -> NoReturn:
        known = [_method_name(builder["name"]) for builder in catalogue()]
        near = get_close_matches(name, known, 1)
        hint = f"did you mean `{near[0]}`?" if near else "`mapwright_levels.catalogue()` lists all"
        raise AttributeError(f"no builder is called `{name}`; {hint}", name=name, obj=self)

    def __repr__(self) -> str:
        def shown(stage: dict[str, Any]) -> str:
            params = ", ".join(f"{_argument(name)}={value!r}" for name, value in stage.items() if name != "use")
            return f".{_method_name(stage['use'])}({params})"

        head = f"Chain({self._head['width']}, {self._head['height']})"
        return head + "".join(shown(stage) for stage in self._stages)


def _method_name(builder: str) -> str:
    return builder.replace("-", "_")


def _argument(param: str) -> str:
    """A parameter's name in Python: `from_` for `from`."""
    return f"{param}_" if keyword.iskeyword(param) else param


def _method(builder: dict[str, Any]) -> Callable[..., Chain]:
    use, params = builder["name"], builder["params"]

    real = {_argument(param["name"]): param["name"] for param in params}

    def method(self: Chain, **values: Any) -> Chain:
        return self.stage(use, **{real.get(name, name): value for name, value in values.items()})

    about = [f"    {param['name']}: {param['about']}; {param['expected']}" for param in params]
    about.append("    seed: draws this stage alone anew")
    if builder["draws"]:
        about.append("    kept: how much of what it draws later stages leave as it is: shape or tile")
    method.__name__ = _method_name(use)
    method.__qualname__ = f"Chain.{method.__name__}"
    method.__doc__ = "\n".join([builder["about"][:1].upper() + builder["about"][1:] + ".", "", *about]).strip()
    named = inspect.Parameter.KEYWORD_ONLY
    shown = [inspect.Parameter(_argument(param["name"]), named, default=param["default"]) for param in params]
    self_ = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    shown.append(inspect.Parameter("seed", named, default=None))
    if builder["draws"]:
        shown.append(inspect.Parameter("kept", named, default=None))
    method.__signature__ = inspect.Signature([self_, *shown])  # type: ignore[attr-defined]
    return method


for _builder in catalogue():
    setattr(Chain, _method_name(_builder["name"]), _method(_builder))
