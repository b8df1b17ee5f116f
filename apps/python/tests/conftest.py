"""Recipes that many tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def cave() -> dict[str, object]:
    return {"version": 1, "width": 16, "height": 12, "initial": {"use": "cellular-automaton"}, "metas": []}


def need(program: str) -> None:
    """Skips a test without a package, except where nothing may be missing."""
    if os.environ.get("CI") == "true":
        __import__(program)
    else:
        pytest.importorskip(program)
