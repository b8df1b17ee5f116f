"""What many tests use."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]


def need(program: str) -> None:
    """Skips a test without a package, except where nothing may be missing."""
    if os.environ.get("CI") == "true":
        __import__(program)
    else:
        pytest.importorskip(program)
