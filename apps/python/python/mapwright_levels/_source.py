"""What counts as a recipe."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

import numpy as np

from . import _native
from ._errors import MapwrightError

if TYPE_CHECKING:
    from ._chain import Chain

Recipe = Union[Mapping[str, Any], str, "os.PathLike[str]", "Chain"]
"""A recipe as a dictionary, the name of a built-in one, a file, JSON, or a chain."""


def native(recipe: Recipe, trust_paths: bool = False) -> _native.Chain:
    """The recipe, checked and ready to build."""
    json_text, folder = source(recipe)
    return _native.Chain(json_text, folder, trust_paths)


def source(recipe: Recipe) -> tuple[str, str | None]:
    """The recipe as JSON, and the folder of its files. A recipe without a place of its own reads none."""
    from ._chain import Chain

    if isinstance(recipe, Chain):
        return recipe.json(), ""
    if isinstance(recipe, Mapping):
        return to_json("recipe", recipe), None
    if isinstance(recipe, str) and recipe.lstrip().startswith("{"):
        return recipe, None
    if not isinstance(recipe, (str, os.PathLike)):
        expected = "a dictionary, a name, a path, JSON or a Chain"
        raise MapwrightError(f"a recipe of type `{type(recipe).__name__}`; expected {expected}")
    path = Path(recipe)
    # A plain word is the name of a built-in recipe, unless there is a file of that name.
    if isinstance(recipe, str) and not path.suffix and len(path.parts) == 1 and not path.is_file():
        return _native.recipe(recipe), None
    try:
        return path.read_text("utf-8-sig"), str(path.parent)
    except (OSError, UnicodeDecodeError) as error:
        raise MapwrightError(f"{path}: {error}") from error


def _plain(value: Any) -> Any:
    """Numbers and arrays of NumPy as JSON has them."""
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    raise TypeError(f"{value!r} is of type {type(value).__name__}")


def to_json(what: str, document: Mapping[str, Any]) -> str:
    """A recipe or a map as JSON."""
    try:
        return json.dumps(dict(document), allow_nan=False, default=_plain)
    except (TypeError, ValueError) as error:
        raise MapwrightError(f"the {what} cannot be written as JSON: {error}") from error
