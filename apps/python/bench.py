"""The figures of docs/scale.md. On a quiet machine, with Rust and the package installed:

    python bench.py            prints all; `python bench.py batch caves engines` some

`batch` compares 100,000 mazes of 32x32 with the loop in Rust (examples/loop.rs); `caves` writes 20,000 caves of 64x64 with
all metrics on one core and on all; `engines` compares each engine with building the same levels without one.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import mapwright_levels as mp
from mapwright_levels import dataset
from mapwright_levels.dataset import _plan, _shard

CAVES = mp.Chain(64, 64).cellular_automata()
CORES = os.sched_getaffinity(0)


def seconds(act: Callable[[], object]) -> float:
    began = time.perf_counter()
    act()
    return time.perf_counter() - began


def worked() -> float:
    """Seconds of work by this process and by those that it waited for: what a machine that is busy does not change much."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def batch() -> None:
    command = ["cargo", "run", "--quiet", "--release", "--locked", "--example", "loop"]
    run = subprocess.run(command, cwd=Path(__file__).parent, stdout=subprocess.PIPE, text=True, check=True)
    rust = min(map(float, run.stdout.split()))
    mazes = mp.Chain(32, 32).prim_maze()
    python = min(seconds(lambda: mazes.batch(range(100_000), progress=False)) for _ in range(5))
    print(f"batch: Rust {rust:.2f} s, Python {python:.2f} s: {python / rust:.3f} times")


def write(levels: int, shard: int, engine: str = "local") -> float:
    with tempfile.TemporaryDirectory() as folder:
        before = worked()
        took = seconds(lambda: dataset.write(CAVES, range(levels), folder, shard=shard, engine=engine, progress=False))
        size = sum(path.stat().st_size for path in Path(folder).glob("*.parquet"))
    print(f"  {engine}: {levels} caves in shards of {shard}: {took:.2f} s, ", end="")
    print(f"{worked() - before:.2f} s of work here, {size / levels:.0f} bytes a level")
    return took


def caves() -> None:
    os.sched_setaffinity(0, {min(CORES)})
    one = write(20_000, 10_000)
    os.sched_setaffinity(0, CORES)
    all_ = write(20_000, 10_000)
    print(f"caves: {one / all_:.2f} times as fast on {len(CORES)} cores")


def engines() -> None:
    """Against the same shards, written by as many plain processes as there are cores."""
    plan = _plan.make(CAVES, range(20_000), 10_000, None)
    code = (
        "import sys\nfrom mapwright_levels.dataset import _plan, _shard\n"
        "plan = _plan.read(open(sys.argv[1] + '/plan').read(), 'plan')\n"
        "for index in map(int, sys.argv[2:]): _shard.write(sys.argv[1], plan, index)\n"
    )

    def plain() -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, "plan").write_text(plan.json())
            shares = [[str(index) for index in range(nth, plan.shards, len(CORES))] for nth in range(len(CORES))]
            workers = [subprocess.Popen([sys.executable, "-c", code, folder, *share]) for share in shares]
            assert [worker.wait() for worker in workers] == [0] * len(workers)

    before, least = worked(), seconds(plain)
    print(f"engines: {plan.seeds[1]} caves by plain processes: {least:.2f} s, {worked() - before:.2f} s of work")
    print(f"  local: {write(20_000, 10_000) / least:.3f} times")
    import ray

    ray.init(num_cpus=len(CORES), log_to_driver=False, include_dashboard=False)
    write(200, 100, "ray")
    print(f"  ray: {write(20_000, 10_000, 'ray') / least:.3f} times")
    ray.shutdown()
    from distributed import Client

    with Client(n_workers=len(CORES), threads_per_worker=1, processes=True, dashboard_address=None):
        write(200, 100, "dask")
        print(f"  dask: {write(20_000, 10_000, 'dask') / least:.3f} times")


def shard() -> None:
    """What each step of a shard costs, in processor time on one core."""
    count = 10_000
    plan = _plan.make(CAVES, range(count), count, None)

    def micros(act: Callable[[], object]) -> float:
        began = time.process_time()
        act()
        return (time.process_time() - began) / count * 1e6

    def build(**options: bool) -> mp.Batch:
        return CAVES.batch(range(count), threads=1, progress=False, **options)

    levels = build(metrics=True, digests=True)
    content = bytes(_shard.encode(plan, 0, levels))
    print(
        f"shard, microseconds a cave: build {micros(build):.0f}, with metrics {micros(lambda: build(metrics=True)):.0f},"
    )
    print(
        f"  with digest {micros(lambda: build(digests=True)):.0f}, encode {micros(lambda: _shard.encode(plan, 0, levels)):.0f},"
    )
    print(f"  check {micros(lambda: _shard.check(plan, 0, content)):.0f}; {len(content) / count:.0f} bytes")


if __name__ == "__main__":
    for name in sys.argv[1:] or ["batch", "shard", "caves", "engines"]:
        globals()[name]()
