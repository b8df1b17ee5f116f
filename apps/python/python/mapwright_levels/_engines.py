"""Who runs the tasks of a job. Each engine calls `work(*about, index)` for each index, and yields the index and what came back,
in any order.

A task may run again, and on any machine, so that an engine need not know more than how to call a function. The local engine
also passes the threads that all tasks share.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from . import _native
from ._errors import MapwrightError

T = TypeVar("T")
Work = Callable[..., T]
Done = Iterator[tuple[int, T]]


def local(work: Work[T], about: tuple[Any, ...], indexes: Sequence[int], at_once: int | None = None) -> Done[T]:
    """All cores of this machine: they share the levels of a few tasks, so that one is built while another is written.

    At most ``at_once`` tasks run at a time; by default, as many as there are cores.
    """
    from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait

    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    most = min(cores, at_once or cores)
    pool, left = _native.Pool(cores), iter(indexes)
    with ThreadPoolExecutor(most) as threads:
        try:
            running = {threads.submit(work, *about, index, pool): index for index in islice(left, most)}
            while running:
                for task in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(task), task.result()
                    running |= {threads.submit(work, *about, index, pool): index for index in islice(left, 1)}
        except BaseException:
            # Ctrl-C, a full disk, a reader that has left: the levels in work are finished, and no others begun.
            pool.stop()
            raise


def ray(work: Work[T], about: tuple[Any, ...], indexes: Sequence[int], at_once: int | None = None) -> Done[T]:
    """Ray: the cluster in use, or one that is started on this machine. Each of its workers runs one task."""
    try:
        import ray
    except ImportError as error:
        raise MapwrightError("the engine `ray` needs Ray: `pip install ray`", field="engine") from error
    if not ray.is_initialized():
        ray.init(log_to_driver=False)
    # A worker or a node that is lost is no reason to give up, however often; an error of ours is.
    task: Any = ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)(work)
    put, left = [ray.put(one) for one in about], iter(indexes)
    most = 4 * max(1, int(ray.cluster_resources().get("CPU", 1)))
    running = {task.remote(*put, index): index for index in islice(left, most)}
    try:
        while running:
            for done in ray.wait(list(running))[0]:
                try:
                    result = ray.get(done)
                except ray.exceptions.RayTaskError as error:
                    raise (error.cause if isinstance(error.cause, Exception) else error) from None
                yield running.pop(done), result
                running |= {task.remote(*put, index): index for index in islice(left, 1)}
    finally:
        for one in running:
            ray.cancel(one, force=False)


def dask(work: Work[T], about: tuple[Any, ...], indexes: Sequence[int], at_once: int | None = None) -> Done[T]:
    """Dask: the client in use, or a cluster of processes that is started on this machine. Each worker runs one task."""
    try:
        from distributed import Client, as_completed, default_client
    except ImportError as error:
        raise MapwrightError("the engine `dask` needs Dask: `pip install distributed`", field="engine") from error
    own = None
    try:
        client = default_client()
    except ValueError:
        client = own = Client(processes=True, threads_per_worker=1, dashboard_address=None)
    left = iter(indexes)

    def submit(index: int) -> Any:
        return client.submit(work, *about, index, pure=False)

    running: dict[Any, int] = {}
    try:
        most = 4 * max(1, sum(client.nthreads().values()))
        running = {submit(index): index for index in islice(left, most)}
        tasks = as_completed(list(running))
        for done in tasks:
            result = done.result()
            yield running.pop(done), result
            for index in islice(left, 1):
                task = submit(index)
                running[task] = index
                tasks.add(task)
    finally:
        client.cancel(list(running))
        if own is not None:
            own.close()


ENGINES = {"local": local, "ray": ray, "dask": dask}


def check(engine: str) -> None:
    """Whether there is such an engine: asked before the work, not after some of it."""
    if engine not in ENGINES:
        known = ", ".join(f"`{name}`" for name in ENGINES)
        raise MapwrightError(f"no engine is called `{engine}`; expected one of {known}", field="engine")
