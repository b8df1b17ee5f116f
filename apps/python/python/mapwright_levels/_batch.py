"""Many maps of one recipe."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._errors import MapwrightError
from ._map import Map, check_seed
from ._planes import Planes
from ._source import Recipe, native


def batch(
    recipe: Recipe,
    seeds: range | Iterable[int],
    *,
    planes: Sequence[str] | None = None,
    metrics: bool = False,
    digests: bool = False,
    threads: int | None = None,
    progress: bool | None = None,
    trust_paths: bool = False,
    pool: _native.Pool | None = None,
) -> Batch:
    """Builds many seeds on all cores: one array a plane, the same for any number of threads.

    ``planes`` are all that the first map has, unless named. With ``metrics`` or ``digests`` these are measured along the
    way; else, their first use builds the levels again. ``progress`` shows a bar by ``tqdm``: by default, if it is
    installed and standard error is a terminal. The interpreter's lock is released, and Ctrl-C ends it.

    A seed that fails where another may succeed is in ``Batch.failed`` and not in the arrays. Any other error, maps of
    different sizes and a plane that a map does not have raise ``MapwrightError``.
    """
    chain, wanted = native(recipe, trust_paths), _seeds(seeds)
    found = chain.shape(wanted)
    shape, known = ((0, 0), []) if found is None else found
    names = [name for name, _ in known] if planes is None else list(planes)
    arrays = {name: np.zeros((len(wanted), *shape), _dtype(name, dict(known))) for name in names if found}
    measured = np.zeros((len(wanted), len(_native.metric_names()))) if metrics else None
    hashed = np.zeros(len(wanted), np.uint64) if digests else None
    with _bar(len(wanted), progress) as tell:
        failed = chain.fill(
            pool or _pool(threads),
            wanted,
            shape,
            [(name, array.reshape(-1)) for name, array in arrays.items()],
            None if measured is None else measured.reshape(-1),
            hashed,
            tell,
        )
    result = Batch(chain, wanted, arrays, {int(wanted[place]): error for place, error in failed}, shape)
    result._keep(measured, hashed, np.array([place for place, _ in failed], np.intp))
    return result


class Batch(Planes):
    """Maps of one recipe: ``tiles[i]`` belongs to ``seeds[i]``. A plane that the maps do not have is ``None``."""

    seeds: NDArray[np.uint64]
    """The seeds that were built, in their order."""
    planes: dict[str, NDArray[Any]]
    """One array a plane, of shape (maps, rows, columns)."""
    failed: dict[int, MapwrightError]
    """The seeds that could not be built."""

    def __init__(
        self,
        chain: _native.Chain,
        seeds: NDArray[np.uint64],
        planes: dict[str, NDArray[Any]],
        failed: dict[int, MapwrightError],
        shape: tuple[int, int],
    ) -> None:
        self._chain, self._shape = chain, shape
        self.seeds, self.planes, self.failed = seeds, planes, failed

    def _keep(
        self, metrics: NDArray[np.float64] | None, digests: NDArray[np.uint64] | None, failed: NDArray[np.intp]
    ) -> None:
        """Keeps what was measured, without the places of failed seeds."""

        def built(array: NDArray[Any]) -> NDArray[Any]:
            return np.delete(array, failed, axis=0) if len(failed) else array

        self.seeds = built(self.seeds)
        self.planes = {name: built(array) for name, array in self.planes.items()}
        if metrics is not None:
            self.metrics = _columns(built(metrics))
        if digests is not None:
            self.digests = _hex(built(digests))

    def __len__(self) -> int:
        return len(self.seeds)

    def __getitem__(self, place: int) -> Map:
        """The map at a place, built again."""
        return Map(self._chain.build(int(self.seeds[place])))

    @cached_property
    def metrics(self) -> dict[str, NDArray[np.float64]]:
        """An array a metric, with NaN where a map does not have it."""
        table = np.zeros((len(self), len(_native.metric_names())))
        self._measure(table.reshape(-1), None)
        return _columns(table)

    @cached_property
    def digests(self) -> list[str]:
        """The digests."""
        digests = np.zeros(len(self), np.uint64)
        self._measure(None, digests)
        return _hex(digests)

    def _measure(self, metrics: NDArray[np.float64] | None, digests: NDArray[np.uint64] | None) -> None:
        self._chain.fill(_pool(None), self.seeds, self._shape, [], metrics, digests, None)

    def __repr__(self) -> str:
        failed = f", {len(self.failed)} failed" if self.failed else ""
        return f"<mapwright_levels.Batch of {len(self)} maps: {', '.join(self.planes)}{failed}>"


def _seeds(seeds: range | Iterable[int]) -> NDArray[np.uint64]:
    if isinstance(seeds, range):
        if len(seeds):
            check_seed(seeds[0]), check_seed(seeds[-1])
        # Seeds may be above what NumPy's own `arange` can do.
        steps = np.arange(len(seeds), dtype=np.uint64) * np.uint64(abs(seeds.step))
        first = np.uint64(seeds.start if len(seeds) else 0)
        array = first + steps if seeds.step > 0 else first - steps
    elif not isinstance(seeds, Iterable):
        some = seeds if isinstance(seeds, int) else 100
        raise MapwrightError(
            f"`seeds` is {seeds!r}; expected a range or a list, such as `range({some})`", field="seeds"
        )
    else:
        array = np.array([check_seed(seed) for seed in seeds], np.uint64)
    if not len(array):
        raise MapwrightError("no seeds: expected at least one, such as `range(0, 100)`", field="seeds")
    return array


def _dtype(name: str, known: dict[str, str]) -> str:
    if name not in known:
        has = ", ".join(f"`{plane}`" for plane in known)
        raise MapwrightError(f"no plane is called `{name}`; the maps have {has}", field="planes")
    return known[name]


def _pool(threads: int | None) -> _native.Pool:
    if threads is not None and not 1 <= threads <= 1024:
        raise MapwrightError(f"`threads` is {threads}; expected an integer from 1 to 1024", field="threads")
    return _native.Pool(threads or 0)


def _bar(total: int | None, progress: bool | None) -> AbstractContextManager[Callable[[int], object] | None]:
    """A progress bar: what takes the number of further maps."""
    if progress is False or progress is None and not sys.stderr.isatty():
        return nullcontext(None)
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        if progress:
            raise MapwrightError("a progress bar needs tqdm: `pip install tqdm`", field="progress") from error
        return nullcontext(None)
    return _Told(tqdm(total=total, unit="maps"))


class _Told(AbstractContextManager[Any]):
    def __init__(self, bar: Any) -> None:
        self.bar = bar

    def __enter__(self) -> Callable[[int], object]:
        update: Callable[[int], object] = self.bar.update
        return update

    def __exit__(self, *_: object) -> None:
        self.bar.close()


def _columns(table: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    return {name: table[:, nth] for nth, name in enumerate(_native.metric_names())}


def _hex(digests: NDArray[np.uint64]) -> list[str]:
    return [f"{digest:016x}" for digest in digests.tolist()]
