"""Runs every notebook: `python run.py`, or `python run.py NAME …`. Nothing is written; a cell that fails ends it.

`MAPWRIGHT_LEVELS` says how many levels the notebooks make where they could make many; here, few.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

import nbformat
from nbclient import NotebookClient

HERE = Path(__file__).parent


def run(path: Path, folder: str) -> None:
    began = time.monotonic()
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    NotebookClient(notebook, timeout=120, resources={"metadata": {"path": folder}}).execute()
    print(f"{path.stem}: {time.monotonic() - began:.1f} s", flush=True)


if __name__ == "__main__":
    os.environ.setdefault("MAPWRIGHT_LEVELS", "300")
    names = sys.argv[1:] or sorted(path.stem for path in HERE.glob("*.ipynb"))
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            run(HERE / f"{name}.ipynb", folder)
