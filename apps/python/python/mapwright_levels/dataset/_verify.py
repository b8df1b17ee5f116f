"""Checks a data set."""

from __future__ import annotations

import hashlib
import json
import os
import random
from typing import Any

import numpy as np

from .. import _native
from .._batch import batch
from .._errors import MapwrightError
from . import _plan, _shard
from ._place import Place
from ._write import MANIFEST, PLAN


def verify(out: str | os.PathLike[str], *, sample: float = 0.01, seed: int = 0) -> dict[str, int]:
    """Checks every file against the manifest, and builds a share of the rows again: planes, metrics and digest.

    Which rows depends on ``seed``; at least one of each shard is built. Returns how many ``shards``, ``rows`` and
    ``rebuilt`` rows were found sound. If any is not, ``MapwrightError`` names the shards; ``write`` then mends them.
    """
    if not 0 <= sample <= 1:
        raise MapwrightError(f"`sample` is {sample}; expected a number from 0 to 1", field="sample")
    place = Place(os.fspath(out))
    plan, manifest = _plan.read(_text(place, PLAN), place.path(PLAN)), json.loads(_text(place, MANIFEST))
    found, faults = {"shards": 0, "rows": 0, "rebuilt": 0}, []
    for index, record in enumerate(manifest["shards"]):
        content = place.read(plan.name(index))
        fault = _fault(plan, index, record, content)
        rebuilt = 0
        if fault is None and content is not None:
            table = _shard.read(content)
            count = min(table.num_rows, max(1, round(sample * table.num_rows)) if sample else 0)
            rows = sorted(random.Random(f"{seed} {index}").sample(range(table.num_rows), count))
            fault, rebuilt = _compare(plan, table, rows), count
        if fault is not None:
            faults.append(f"{plan.name(index)} {fault}")
            continue
        found = {
            "shards": found["shards"] + 1,
            "rows": found["rows"] + record["rows"],
            "rebuilt": found["rebuilt"] + rebuilt,
        }
    if len(manifest["shards"]) != plan.shards:
        faults.append(f"the manifest has {len(manifest['shards'])} shards; expected {plan.shards}")
    if faults:
        more = f", and {len(faults) - 10} more" if len(faults) > 10 else ""
        raise MapwrightError(f"{place.url}: {'; '.join(faults[:10])}{more}. Write the data set again to mend it")
    return found


def _text(place: Place, name: str) -> str:
    content = place.read(name)
    if content is None:
        raise MapwrightError(f"{place.path(name)} is missing: no data set, or one that is not finished")
    return content.decode(errors="replace")


def _fault(plan: _plan.Plan, index: int, record: _shard.Record, content: bytes | None) -> str | None:
    if content is None:
        return "is missing"
    if hashlib.sha256(content).hexdigest() != record["sha256"]:
        return "has other bytes than the manifest says"
    if _shard.check(plan, index, content) != record:
        return "does not hold what the plan says"
    return None


def _compare(plan: _plan.Plan, table: Any, rows: list[int]) -> str | None:
    """Builds rows again."""
    if not rows:
        return None
    there = table.take(rows)
    seeds = there["seed"].to_pylist()
    built = batch(plan.recipe, seeds, metrics=True, digests=True, progress=False)
    wrong = next((s for s, a, b in zip(seeds, there["digest"].to_pylist(), built.digests) if a != b), None)
    if wrong is not None:
        return f"has another digest for seed {wrong}"
    for name, _ in plan.planes:
        cells = there[name].combine_chunks().flatten().to_numpy(zero_copy_only=False)
        if not np.array_equal(cells, built.planes[name].reshape(-1)):
            return f"has another plane `{name}`"
    for name in _native.metric_names():
        if not np.array_equal(there[name].to_numpy(), built.metrics[name], equal_nan=True):
            return f"has another metric `{name}`"
    return None
