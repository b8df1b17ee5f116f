"""One shard: built, written, and read back. Whoever does it, and with how many threads, the bytes are the same."""

from __future__ import annotations

import hashlib
import io
import json
from typing import Any

import numpy as np

from .. import _native
from .._batch import Batch, batch
from ._place import Place
from ._plan import Plan

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as error:
    from .._errors import MapwrightError

    raise MapwrightError("data sets need pyarrow and fsspec: `pip install pyarrow fsspec`") from error

KEY = b"mapwright"
Record = dict[str, Any]
"""Of a shard: ``file``, ``rows``, ``failed`` (seeds), ``bytes``, ``sha256``."""


def write(url: str, plan: Plan, index: int, pool: _native.Pool | None = None) -> Record:
    """Writes a shard, unless it is there and sound. May be called any number of times, on any machine."""
    place = Place(url)
    there = place.read(plan.name(index))
    found = None if there is None else check(plan, index, there)
    if found is not None:
        return found
    levels = batch(
        plan.recipe,
        plan.seeds_of(index),
        planes=[name for name, _ in plan.planes],
        metrics=True,
        digests=True,
        threads=None if pool else 1,
        progress=False,
        pool=pool,
    )
    content = encode(plan, index, levels)
    place.write(plan.name(index), content)
    return _record(plan, index, len(levels), sorted(levels.failed), content)


def encode(plan: Plan, index: int, levels: Batch) -> memoryview:
    """The bytes of a shard."""
    area = plan.shape[0] * plan.shape[1]
    columns: list[Any] = [pa.array(levels.seeds)]
    for name, dtype in plan.planes:
        # Where no seed was built, the batch knows no planes.
        cells = levels.planes.get(name, np.zeros((0, *plan.shape), dtype)).reshape(-1)
        columns.append(pa.FixedSizeListArray.from_arrays(pa.array(cells), type=_cells(dtype, area)))
    columns += [pa.array(values, mask=np.isnan(values)) for values in levels.metrics.values()]
    columns.append(pa.array(levels.digests, pa.string()))
    table = pa.Table.from_arrays(columns, schema=schema(plan, index, sorted(levels.failed)))
    sink = io.BytesIO()
    # Least and most of the cells help no reader, and take as long as all the rest.
    ordered = ["seed", *levels.metrics]
    pq.write_table(
        table, sink, compression="zstd", write_statistics=ordered, write_page_checksum=True, row_group_size=10_000
    )
    return sink.getbuffer()


def schema(plan: Plan, index: int, failed: list[int]) -> Any:
    """The columns, and what the shard says about itself."""
    area, shape = plan.shape[0] * plan.shape[1], json.dumps(plan.shape)
    fields = [pa.field("seed", pa.uint64(), False)]
    for name, dtype in plan.planes:
        fields.append(pa.field(name, _cells(dtype, area), False, {"shape": shape}))
    fields += [pa.field(name, pa.float64()) for name in _native.metric_names()]
    fields.append(pa.field("digest", pa.string(), False))
    about = {"plan": plan.id, "index": index, "failed": failed, "mapwright": plan.mapwright, "recipe": plan.recipe}
    return pa.schema(fields, {KEY: json.dumps(about)})


def _cells(dtype: str, area: int) -> Any:
    """The type of a plane."""
    return pa.list_(pa.field("element", pa.from_numpy_dtype(np.dtype(dtype)), False), area)


def check(plan: Plan, index: int, content: bytes) -> Record | None:
    """What a shard holds, if it is of this plan, each of its seeds is there once, and no page is damaged."""
    try:
        table = read(content)
        about = json.loads(table.schema.metadata[KEY])
        failed = [int(seed) for seed in about["failed"]]
        sound = table.schema.equals(schema(plan, index, failed), check_metadata=True)
        seeds = sorted([*table["seed"].to_pylist(), *failed])
    except (pa.ArrowException, OSError, KeyError, TypeError, ValueError):
        return None
    if not sound or seeds != list(plan.seeds_of(index)):
        return None
    return _record(plan, index, table.num_rows, failed, content)


def read(content: bytes) -> Any:
    """The table of a shard; damage is an error."""
    return pq.ParquetFile(pa.BufferReader(content), page_checksum_verification=True).read()


def _record(plan: Plan, index: int, rows: int, failed: list[int], content: Any) -> Record:
    digest = hashlib.sha256(content).hexdigest()
    return {"file": plan.name(index), "rows": rows, "failed": failed, "bytes": len(content), "sha256": digest}
