"""What a data set holds. The plan is made once, before any shard, and decides every byte."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from .. import _native
from .._batch import _dtype
from .._errors import MapwrightError
from .._source import Recipe, native

FORMAT = "mapwright-dataset"
VERSION = 1
MOST_SHARD_BYTES = 4 << 30
"""Planes of one shard, and of all shards that one machine works on at once."""


@dataclass(frozen=True)
class Plan:
    """What a data set holds."""

    format: str
    version: int
    mapwright: str
    recipe: dict[str, Any]
    seeds: tuple[int, int]
    """The first seed, and the one after the last."""
    shard: int
    """Seeds a shard."""
    shape: tuple[int, int]
    """Rows and columns of every map."""
    planes: tuple[tuple[str, str], ...]
    """The columns of planes, with their types."""

    @property
    def shards(self) -> int:
        """How many shards there are."""
        return -(-(self.seeds[1] - self.seeds[0]) // self.shard)

    def seeds_of(self, index: int) -> range:
        """The seeds of a shard."""
        first = self.seeds[0] + index * self.shard
        return range(first, min(first + self.shard, self.seeds[1]))

    def name(self, index: int) -> str:
        """The file of a shard."""
        return f"shard-{index:08}.parquet"

    @property
    def at_once(self) -> int:
        """How many shards one machine may work on at once: one, or as many as fit into the bytes of the largest."""
        return max(1, MOST_SHARD_BYTES // max(1, self.shard * _bytes_a_level(self.shape, self.planes)))

    def json(self) -> str:
        """The plan as JSON."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @property
    def id(self) -> str:
        """Tells the shards of this plan from all others."""
        return hashlib.sha256(self.json().encode()).hexdigest()

    def chain(self) -> _native.Chain:
        """The recipe, ready to build."""
        return native(self.recipe)


def make(recipe: Recipe, seeds: range, shard: int, planes: list[str] | None) -> Plan:
    """The plan of a data set, with the shape and the planes of its first map."""
    if not isinstance(seeds, range) or seeds.step != 1:
        raise MapwrightError(f"the seeds are {seeds!r}; expected a range with step 1", field="seeds")
    if not len(seeds):
        raise MapwrightError(f"no seeds in {seeds!r}: expected at least one, such as `range(0, 100)`", field="seeds")
    if seeds.start < 0 or seeds.stop > 1 << 64:
        raise MapwrightError(f"the seeds are {seeds!r}; expected integers from 0 to {(1 << 64) - 1}", field="seeds")
    if not isinstance(shard, int) or shard < 1:
        raise MapwrightError(f"`shard` is {shard!r}; expected an integer from 1", field="shard")
    # Other machines have the recipe only: files that lie next to it are missed here, not there.
    chain = native(json.loads(native(recipe).json))
    # A shard full of seeds that fail says nothing about the shape.
    found = chain.shape(np.arange(min(len(seeds), 1000), dtype=np.uint64) + np.uint64(seeds.start))
    if found is None:
        raise MapwrightError("none of the first seeds builds: there is nothing to write", field="recipe")
    shape, known = found
    chosen = [(name, _dtype(name, dict(known))) for name in planes] if planes is not None else known
    bytes_a_level = _bytes_a_level(shape, chosen)
    if shard * bytes_a_level > MOST_SHARD_BYTES:
        most = max(1, MOST_SHARD_BYTES // max(1, bytes_a_level))
        raise MapwrightError(f"`shard` is {shard}; expected at most {most} for levels of this size", field="shard")
    head: dict[str, Any] = {"format": FORMAT, "version": VERSION, "mapwright": _native.__version__}
    return Plan(**head, recipe=json.loads(chain.json), seeds=(seeds.start, seeds.stop), shard=shard, shape=shape,
                planes=tuple(chosen))  # fmt: skip


def _bytes_a_level(shape: tuple[int, int], planes: Iterable[tuple[str, str]]) -> int:
    return shape[0] * shape[1] * sum(np.dtype(dtype).itemsize for _, dtype in planes)


def read(text: str, where: str) -> Plan:
    """Reads a plan, which must be of this version."""
    try:
        values = json.loads(text)
        format, version, program = values["format"], values["version"], values["mapwright"]
    except (ValueError, KeyError, TypeError) as error:
        raise MapwrightError(f"{where} is not a data set plan: {error!r}") from error
    if format != FORMAT or version != VERSION:
        raise MapwrightError(f"{where} is of format `{format}` {version}; expected `{FORMAT}` {VERSION}")
    if program != _native.__version__:
        raise MapwrightError(
            f"{where} was written by mapwright {program}, whose maps may differ; this is {_native.__version__}. "
            "Install that version, or write into another folder"
        )
    try:
        pairs = {name: tuple(values[name]) for name in ("seeds", "shape")}
        return Plan(**{**values, **pairs, "planes": tuple((name, dtype) for name, dtype in values["planes"])})
    except (KeyError, TypeError, ValueError) as error:
        raise MapwrightError(f"{where} is not a data set plan: {error!r}") from error
