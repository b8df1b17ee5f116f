"""Levels by the million, as Parquet shards: on one machine, with Ray or with Dask.

>>> import mapwright_levels as mp
>>> manifest = mp.dataset.write("cave", range(100_000), "caves", engine="local")   # doctest: +SKIP
>>> mp.dataset.verify("caves", sample=0.01)                                        # doctest: +SKIP
"""

from ._verify import verify
from ._write import write

__all__ = ["verify", "write"]
