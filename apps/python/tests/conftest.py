"""What many tests use."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

# A shell starts programs in the background with Ctrl-C ignored, and so would be what the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]


def need(program: str) -> None:
    """Skips a test without a package, except where nothing may be missing."""
    if os.environ.get("CI") == "true":
        __import__(program)
    else:
        pytest.importorskip(program)
