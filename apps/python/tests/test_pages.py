"""The Python code of the README and of the book runs, page by page, each block after those above it."""

import re
import tomllib
from pathlib import Path

import pytest
import trove_classifiers

ROOT = Path(__file__).parents[3]
PAGES = ["README.md", "docs/python.md", "apps/python/README.md"]


@pytest.mark.parametrize("page", PAGES)
def test_page(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / page).read_text(), re.DOTALL)
    assert blocks
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)  # noqa: S102 (our own pages)


def test_the_index_knows_every_classifier() -> None:
    project = tomllib.loads((ROOT / "apps/python/pyproject.toml").read_text())["project"]
    assert set(project["classifiers"]) <= set(trove_classifiers.classifiers)
