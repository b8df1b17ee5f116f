"""Writes a data set."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from .. import _engines
from .._batch import _bar
from .._errors import MapwrightError
from .._source import Recipe
from . import _plan, _shard
from ._place import Place
from ._shard import Record

# Readers of Parquet folders pass over names that begin with an underscore.
PLAN, MANIFEST = "_plan.json", "_manifest.json"


def write(
    recipe: Recipe,
    seeds: range,
    out: str | os.PathLike[str],
    *,
    shard: int = 10_000,
    engine: str = "local",
    planes: Sequence[str] | None = None,
    progress: bool | None = None,
) -> dict[str, Any]:
    """Writes the levels of a range of seeds as Parquet shards, and returns the manifest, which is also written.

    ``out`` is a folder or any URL that fsspec knows; with a cluster, every machine must see it. ``engine`` is ``local``
    (all cores), ``ray`` or ``dask``: the same files, byte for byte. A shard appears complete or not at all. A second run
    with the same arguments reads what is there and writes what is missing or damaged.

    A row holds ``seed``, the planes as lists of fixed size, every metric (null if the map does not have it) and
    ``digest``. Seeds that cannot be built have no row; the manifest lists them.
    """
    _engines.check(engine)
    plan = _plan.make(recipe, seeds, shard, None if planes is None else list(planes))
    place = Place(os.fspath(out))
    _begin(place, plan)
    records: dict[int, Record] = {}
    with _bar(plan.shards, progress) as tell:
        run = _engines.ENGINES[engine]
        for index, record in run(_shard.write, (place.url, plan), range(plan.shards), plan.at_once):
            records[index] = record
            if tell is not None:
                tell(1)
    place.sweep()
    manifest = {**asdict(plan), "rows": sum(record["rows"] for record in records.values()),
                "shards": [records[index] for index in range(plan.shards)]}  # fmt: skip
    place.write(MANIFEST, json.dumps(manifest, indent=1).encode() + b"\n")
    return manifest


def _begin(place: Place, plan: _plan.Plan) -> None:
    """Writes the plan, or checks that it is the one that is there."""
    place.make()
    text = place.read(PLAN)
    if text is None:
        if any(name.endswith(".parquet") for name in place.names()):
            raise MapwrightError(f"{place.url} holds Parquet files, but no plan; expected an empty folder", field="out")
        place.write(PLAN, plan.json().encode())
        return
    there = _plan.read(text.decode(errors="replace"), place.path(PLAN))
    for name, value in asdict(plan).items():
        if asdict(there)[name] != value:
            raise MapwrightError(
                f"{place.url} holds another data set: its `{name}` differs. Write into another folder, or remove it",
                field=name,
            )
