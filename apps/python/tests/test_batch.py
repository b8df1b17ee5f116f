"""Many maps: equal to single ones, whatever the threads, and Ctrl-C ends them."""

from __future__ import annotations

import os
import threading
import time

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import check_ctrl_c
from mapwright_levels import _batch
from mapwright_levels._source import native


@pytest.mark.parametrize("size", [(1, 1), (1, 9), (9, 1), (5, 8)])
@pytest.mark.parametrize("threads", [1, 2, 5])
def test_a_batch_is_its_maps(size: tuple[int, int], threads: int) -> None:
    chain = mp.Chain(*size).wilson().pipe_shuffler().ring_validator()
    seeds = range(3, 40, 5)
    many = chain.batch(seeds, threads=threads, metrics=True, digests=True)
    assert many.seeds.tolist() == list(seeds) and len(many) == len(seeds) and not many.failed
    for place, seed in enumerate(seeds):
        one = chain.build(seed)
        assert set(one.planes) == set(many.planes) and many.digests[place] == one.digest
        for name, plane in one.planes.items():
            assert many.planes[name].dtype == plane.dtype and (many.planes[name][place] == plane).all()
        for name, values in many.metrics.items():
            assert np.array_equal(values[place], one.metrics.get(name, np.nan), equal_nan=True)
        assert many[place] == one


def test_without_planes_there_are_metrics() -> None:
    asked = mp.batch("cave", range(6), metrics=True)
    none = mp.batch("cave", range(6), planes=[])
    assert none.planes == {} and len(none) == 6
    assert all(np.array_equal(none.metrics[name], asked.metrics[name], equal_nan=True) for name in asked.metrics)
    assert none.digests == asked.digests


def test_what_was_not_asked_for_is_measured_later() -> None:
    asked = mp.batch("cave", range(6), metrics=True, digests=True)
    later = mp.batch("cave", range(6))
    assert later.digests == asked.digests
    assert all(np.array_equal(later.metrics[name], asked.metrics[name], equal_nan=True) for name in asked.metrics)


def test_seeds_are_any_integers() -> None:
    chain = mp.Chain(5, 4).wilson()
    top = (1 << 64) - 1
    assert chain.batch([top, 0, top]).seeds.tolist() == [top, 0, top]
    assert chain.batch(range(top - 2, top + 1)).seeds.tolist() == [top - 2, top - 1, top]
    assert chain.batch(range(9, 0, -4)).seeds.tolist() == [9, 5, 1]
    assert chain.batch(np.array([4, 2], np.int8)).seeds.tolist() == [4, 2]
    assert chain.batch([top])[0] == chain.build(top)


@pytest.mark.parametrize(
    ("seeds", "message"),
    [
        (range(5, 5), "no seeds: expected at least one, such as `range(0, 100)`"),
        ([], "no seeds: expected at least one, such as `range(0, 100)`"),
        (range(-1, 5), "a seed of -1; expected an integer from 0 to 18446744073709551615"),
        ([1, "2"], "a seed of '2'; expected an integer from 0 to 18446744073709551615"),
    ],
)
def test_wrong_seeds(seeds: object, message: str) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        mp.batch("cave", seeds)  # type: ignore[arg-type]
    assert str(raised.value) == message


def test_planes_by_name() -> None:
    assert set(mp.batch("unique-pipes", range(3), planes=["sides"]).planes) == {"sides"}
    with pytest.raises(mp.MapwrightError) as raised:
        mp.batch("unique-pipes", range(3), planes=["walls"])
    assert str(raised.value) == "no plane is called `walls`; the maps have `tiles`, `sides`"
    with pytest.raises(mp.MapwrightError, match="`threads` is 0; expected an integer from 1 to 1024"):
        mp.batch("cave", range(3), threads=0)


def test_seeds_that_fail_are_reported_and_others_built() -> None:
    chain = some_fail()
    many = mp.batch(chain, range(60), digests=True)
    assert many.failed and len(many) and len(many) + len(many.failed) == 60
    assert set(many.seeds.tolist()).isdisjoint(many.failed)
    for seed, error in many.failed.items():
        assert error.retryable and str(error).startswith(f"seed {seed}: metas[")
    assert many.digests == [mp.build(chain, int(seed)).digest for seed in many.seeds]
    nothing = mp.batch(chain, list(many.failed)[:1])
    assert len(nothing) == 0 and len(nothing.failed) == 1


def some_fail() -> mp.Chain:
    """Small rooms: not every level has room for so many keys."""
    chain = mp.Chain(40, 24).random_rooms().corridors().start().exit(at="bottom-right").area_graph()
    return chain.lock_and_key(keys=3)


def test_maps_of_another_size_or_without_a_plane_are_an_error() -> None:
    """No bundled builder makes maps of several sizes, so the arrays have another size here."""
    seeds, pool = np.arange(4, dtype=np.uint64), _batch._pool(None)
    with pytest.raises(mp.MapwrightError) as raised:
        native("cave").fill(pool, seeds, (3, 2), [], None, None, None)
    assert str(raised.value) == "seed 0: a map of 80x50; expected 2x3, as of the first seed that builds"
    cells = np.zeros(4 * 80 * 50, np.uint8)
    with pytest.raises(mp.MapwrightError) as raised:
        native("cave").fill(pool, seeds, (50, 80), [("sides", cells)], None, None, None)
    assert str(raised.value) == "seed 0: the map has no plane `sides` of that type"


def test_other_threads_run_meanwhile() -> None:
    turns, done = 0, threading.Event()

    def count() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    mp.batch("cave", range(2000), threads=1, metrics=True)
    done.set()
    counter.join()
    assert turns > 20


def test_progress_counts_every_map(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    mp.batch("cave", range(200), progress=True)
    assert "200/200" in capsys.readouterr().err
    mp.batch("cave", range(20))
    assert capsys.readouterr().err == "", "standard error is no terminal here"


def test_ctrl_c_ends_a_batch() -> None:
    check_ctrl_c("mp.Chain(64, 64).wilson().batch(range(2_000_000), planes=[])")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_builds_too() -> None:
    mp.batch("cave", range(4))
    child = os.fork()
    if child == 0:
        os._exit(0 if len(mp.batch("cave", range(4))) == 4 else 1)
    assert os.waitpid(child, 0)[1] == 0
