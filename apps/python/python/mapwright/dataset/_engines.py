"""Who writes the shards. Each engine runs one task a shard and yields its number and record, in any order.

A task writes its shard itself and may run again, so that an engine need not know more than how to run a function.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from .. import _native
from .._errors import MapwrightError
from . import _shard
from ._plan import Plan
from ._shard import Record

Done = Iterator[tuple[int, Record]]


def local(url: str, plan: Plan, indexes: Sequence[int]) -> Done:
    """All cores of this machine: they share the levels of a few shards, so that one is built while another is written."""
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    pool, left = _native.Pool(cores), iter(indexes)
    with ThreadPoolExecutor(cores) as threads:
        try:
            running = {threads.submit(_shard.write, url, plan, index, pool): index for index in islice(left, cores)}
            while running:
                for task in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(task), task.result()
                    running |= {threads.submit(_shard.write, url, plan, index, pool): index for index in islice(left, 1)}
        except BaseException:
            # Ctrl-C, a full disk, a reader that has left: the levels in work are finished, and no others begun.
            pool.stop()
            raise


def ray(url: str, plan: Plan, indexes: Sequence[int]) -> Done:
    """Ray: the cluster in use, or one that is started on this machine."""
    try:
        import ray
    except ImportError as error:
        raise MapwrightError("the engine `ray` needs Ray: `pip install 'mapwright[ray]'`", field="engine") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # A worker or a node that is lost is no reason to give up, however often; an error of ours is.
    task = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(_shard.write)
    put, left = ray.put(plan), iter(indexes)
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = {task.remote(url, put, index): index for index in islice(left, most)}
    try:
        while running:
            for done in ray.wait(list(running))[0]:
                try:
                    record = ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    raise (error.cause if isinstance(error.cause, Exception) else error) from None
                yield running.pop(done), record
                running |= {task.remote(url, put, index): index for index in islice(left, 1)}
    finally:
        for one in running:
            ray.cancel(one, force=False)


def dask(url: str, plan: Plan, indexes: Sequence[int]) -> Done:
    """Dask: the client in use, or a cluster of processes that is started on this machine."""
    try:
        from distributed import Client, as_completed, default_client
    except ImportError as error:
        raise MapwrightError("the engine `dask` needs Dask: `pip install 'mapwright[dask]'`", field="engine") from error
    own = None
    try:
        client = default_client()
    except ValueError:
        client = own = Client(processes=True, threads_per_worker=1, dashboard_address=None)
    left = iter(indexes)

    def submit(index: int) -> Any:
        return client.submit(_shard.write, url, plan, index, key=f"mapwright-{plan.id[:16]}-{index}", pure=False)

    running: dict[Any, int] = {}
    try:
        most = 4 * max(1, sum(client.nthreads().values()))
        running = {submit(index): index for index in islice(left, most)}
        tasks = as_completed(list(running))
        for done in tasks:
            record = done.result()
            yield running.pop(done), record
            for index in islice(left, 1):
                task = submit(index)
                running[task] = index
                tasks.add(task)
    finally:
        client.cancel(list(running))
        if own is not None:
            own.close()


ENGINES = {"local": local, "ray": ray, "dask": dask}
