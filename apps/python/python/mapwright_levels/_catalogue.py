"""What there is to choose from."""

from __future__ import annotations

import json
from typing import Any

from . import _native


def catalogue() -> list[dict[str, Any]]:
    """Every builder: ``name``, ``title``, ``kind``, ``group``, ``about``, ``params``, the planes that it ``needs``, ``gives`` and
    ``drops``, and what it does to the cells, ``touch``."""
    builders: list[dict[str, Any]] = json.loads(_native.builders())
    return builders


def recipes() -> list[str]:
    """The names of the built-in recipes."""
    return _native.recipes()


def recipe(name: str) -> dict[str, Any]:
    """A built-in recipe, to build as it is or to change."""
    found: dict[str, Any] = json.loads(_native.recipe(name))
    return found


def metric_names() -> list[str]:
    """The names of all metrics, in their order."""
    return _native.metric_names()
