"""Data sets: the same files by every engine, nothing lost, nothing twice."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

import mapwright_levels as mp
from conftest import need
from mapwright_levels.dataset import _plan, _shard
from mapwright_levels.dataset._place import Place
from test_batch import some_fail

need("pyarrow")
import fsspec
import pyarrow.parquet as pq
from fsspec.implementations.memory import MemoryFileSystem

CAVES = mp.Chain(64, 64).cellular_automata()
LEVELS, SHARD = 4800, 200


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.fixture(scope="module")
def serial(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("serial")
    mp.dataset.write(CAVES, range(LEVELS), folder, shard=SHARD)
    assert mp.dataset.verify(folder) == {"shards": LEVELS // SHARD, "rows": LEVELS, "rebuilt": 2 * LEVELS // SHARD}
    return files(folder)


def small(folder: Any, **other: Any) -> dict[str, Any]:
    return mp.dataset.write(**{"recipe": "unique-pipes", "seeds": range(5, 28), "out": folder, "shard": 10, **other})


def test_rows_are_the_maps(tmp_path: Path) -> None:
    manifest = small(tmp_path)
    assert sorted(files(tmp_path)) == ["_manifest.json", "_plan.json", *(f"shard-0000000{i}.parquet" for i in range(3))]
    assert json.loads((tmp_path / "_manifest.json").read_text()) == json.loads(json.dumps(manifest))
    table = pq.read_table(tmp_path)
    assert table["seed"].to_pylist() == list(range(5, 28)) and manifest["rows"] == 23
    about = json.loads(pq.read_schema(tmp_path / "shard-00000000.parquet").metadata[b"mapwright"])
    assert about["recipe"] == mp.recipe("unique-pipes") and about["mapwright"] == mp.__version__
    for place, seed in enumerate(range(5, 28)):
        level = mp.build("unique-pipes", seed)
        assert level.sides is not None and table["digest"][place].as_py() == level.digest
        assert table["sides"][place].as_py() == level.sides.reshape(-1).tolist()
        for name in mp.metric_names():
            assert table[name][place].as_py() == level.metrics.get(name)
    shape = table.schema.field("sides").metadata[b"shape"]
    assert json.loads(shape) == list(mp.build("unique-pipes").shape)


def test_seeds_that_fail_have_no_row_but_are_listed(tmp_path: Path) -> None:
    manifest = small(tmp_path, recipe=some_fail(), seeds=range(60), shard=7)
    failed = [seed for shard in manifest["shards"] for seed in shard["failed"]]
    assert failed == sorted(mp.batch(some_fail(), range(60)).failed)
    rows = pq.read_table(tmp_path)["seed"].to_pylist()
    assert sorted(failed + rows) == list(range(60)) and manifest["rows"] == len(rows)
    assert mp.dataset.verify(tmp_path, sample=1)["rebuilt"] == len(rows)


def test_a_second_run_writes_only_what_is_missing_or_damaged(tmp_path: Path) -> None:
    manifest = small(tmp_path)
    before = files(tmp_path)
    kept, gone, cut, flipped = (tmp_path / f"shard-0000000{i}.parquet" for i in [0, 1, 2, 2])
    stamp = kept.stat().st_mtime_ns
    gone.unlink()
    content = bytearray(cut.read_bytes())
    (tmp_path / f".{cut.name}.0.part").write_bytes(content[:99])
    for damage in [content[: len(content) // 2], content[:200] + bytes([content[200] ^ 1]) + content[201:], b""]:
        flipped.write_bytes(damage)
        with pytest.raises(mp.MapwrightError) as raised:
            mp.dataset.verify(tmp_path)
        assert "shard-00000002.parquet has other bytes than the manifest says" in str(raised.value)
        assert small(tmp_path) == manifest and files(tmp_path) == before
        assert kept.stat().st_mtime_ns == stamp


def test_another_run_that_ends_first_disturbs_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It sweeps away what killed runs left, and with it what this one is about to rename."""
    replace, swept = os.replace, []

    def late(old: str, new: str) -> None:
        if new.endswith("shard-00000001.parquet") and not swept:
            swept.append(old)
            Place(os.fspath(tmp_path)).sweep()
        replace(old, new)

    monkeypatch.setattr(os, "replace", late)
    small(tmp_path, engine="local")
    assert swept and mp.dataset.verify(tmp_path, sample=1)["rows"] == 23
    assert not list(tmp_path.glob(".*"))


def test_a_folder_that_is_taken_away_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(old: str, new: str) -> None:
        raise FileNotFoundError(2, "No such file or directory", new)

    monkeypatch.setattr(os, "replace", gone)
    with pytest.raises(FileNotFoundError):
        small(tmp_path)


def test_shards_in_work_have_a_bound_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of 10 levels of 31×21 cells, with two planes of a byte: three shards fit, on whatever many cores."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(16)), raising=False)
    monkeypatch.setattr(_plan, "MOST_SHARD_BYTES", 0)
    with pytest.raises(mp.MapwrightError, match="`shard` is 10; expected at most 1 for levels of this size"):
        small(tmp_path)
    level = mp.build("unique-pipes")
    one = 10 * sum(plane.nbytes for plane in level.planes.values())
    monkeypatch.setattr(_plan, "MOST_SHARD_BYTES", 3 * one + 1)
    running, most, lock = 0, 0, threading.Lock()
    write = _shard.write

    def counted(*about: Any) -> Any:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        try:
            # Long enough for all that may to begin.
            time.sleep(0.05)
            return write(*about)
        finally:
            with lock:
                running -= 1

    monkeypatch.setattr(_shard, "write", counted)
    small(tmp_path, seeds=range(200))
    assert most == 3


def test_a_shard_with_other_rows_is_found(tmp_path: Path) -> None:
    small(tmp_path)
    path = tmp_path / "shard-00000001.parquet"
    table = pq.read_table(path)
    digests = table["digest"].to_pylist()
    forged = table.set_column(table.schema.get_field_index("digest"), table.schema.field("digest"), [digests[::-1]])
    pq.write_table(forged, path)
    manifest = json.loads((tmp_path / "_manifest.json").read_text())
    import hashlib

    content = path.read_bytes()
    manifest["shards"][1] |= {"bytes": len(content), "sha256": hashlib.sha256(content).hexdigest()}
    (tmp_path / "_manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(mp.MapwrightError, match="shard-00000001.parquet has another digest for seed"):
        mp.dataset.verify(tmp_path, sample=1)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"seeds": range(5, 5)}, "no seeds in range(5, 5): expected at least one, such as `range(0, 100)`"),
        ({"seeds": range(0, 9, 2)}, "the seeds are range(0, 9, 2); expected a range with step 1"),
        ({"seeds": range(-3, 9)}, f"the seeds are range(-3, 9); expected integers from 0 to {(1 << 64) - 1}"),
        ({"shard": 0}, "`shard` is 0; expected an integer from 1"),
        ({"shard": 1 << 40}, "`shard` is 1099511627776; expected at most "),
        ({"engine": "spark"}, "no engine is called `spark`; expected one of `local`, `ray`, `dask`"),
        ({"planes": ["walls"]}, "no plane is called `walls`; the maps have `tiles`, `sides`"),
        ({"out": "nope://x/y"}, "nope://x/y: Protocol not known: nope"),
        ({"recipe": "kave"}, "no recipe is called `kave`; did you mean `cave`?"),
    ],
)
def test_wrong_arguments(tmp_path: Path, change: dict[str, Any], message: str) -> None:
    with pytest.raises(mp.MapwrightError) as raised:
        small(change.pop("out", tmp_path / "x"), **change)
    assert str(raised.value).startswith(message)
    assert list(tmp_path.iterdir()) == []


def test_another_data_set_is_not_touched(tmp_path: Path) -> None:
    small(tmp_path)
    before = files(tmp_path)
    for change, name in [({"shard": 9}, "shard"), ({"seeds": range(6, 28)}, "seeds"), ({"recipe": "cave"}, "recipe")]:
        with pytest.raises(mp.MapwrightError) as raised:
            small(tmp_path, **change)
        assert str(raised.value).startswith(f"{tmp_path} holds another data set: its `{name}` differs.")
    plan = json.loads(before["_plan.json"])
    (tmp_path / "_plan.json").write_text(json.dumps({**plan, "mapwright": "0.0.1"}))
    for run in [small, mp.dataset.verify]:
        with pytest.raises(
            mp.MapwrightError, match=r"was written by mapwright 0\.0\.1, whose maps may differ; this is "
        ):
            run(tmp_path)
    (tmp_path / "_plan.json").write_text("{}")
    with pytest.raises(mp.MapwrightError, match=r"_plan\.json is not a data set plan: KeyError\('format'\)"):
        small(tmp_path)
    (tmp_path / "_plan.json").unlink()
    with pytest.raises(mp.MapwrightError, match="holds Parquet files, but no plan; expected an empty folder"):
        small(tmp_path)
    with pytest.raises(mp.MapwrightError, match=r"_plan\.json is missing: no data set, or one that is not finished"):
        mp.dataset.verify(tmp_path)


class Disk(MemoryFileSystem):
    """Memory that is full after some bytes, or cannot be written to."""

    protocol = "testdisk"
    store: ClassVar[dict[str, Any]] = {}
    pseudo_dirs: ClassVar[list[str]] = [""]
    free = 0
    error = OSError(28, "No space left on device")

    def pipe_file(self, path: str, value: bytes, *mode: str, **other: Any) -> None:
        if len(value) > Disk.free:
            raise Disk.error
        Disk.free -= len(value)
        super().pipe_file(path, value, *mode, **other)


fsspec.register_implementation("testdisk", Disk, clobber=True)


def test_a_full_disk_and_a_read_only_one() -> None:
    url = "testdisk://caves"
    Disk.free, Disk.error = 0, OSError(30, "Read-only file system")
    with pytest.raises(OSError, match="Read-only file system"):
        small(url)
    assert not Disk.store
    Disk.free, Disk.error = 9000, OSError(28, "No space left on device")
    with pytest.raises(OSError, match="No space left on device"):
        small(url)
    assert (
        all(name.endswith((".json", ".parquet")) for name in Disk.store) and "/caves/_manifest.json" not in Disk.store
    )
    Disk.free = 1 << 30
    small(url)
    assert mp.dataset.verify(url)["rows"] == 23


@pytest.mark.skipif(sys.platform != "linux", reason="needs RLIMIT_FSIZE")
def test_no_half_shard_when_a_file_cannot_be_finished(tmp_path: Path) -> None:
    code = (
        "import mapwright_levels as mp, resource, sys\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (3000, 3000))\n"
        "try: mp.dataset.write('unique-pipes', range(40), sys.argv[1], shard=20)\n"
        "except OSError as error: print(error)\n"
    )
    out = subprocess.run([sys.executable, "-c", code, tmp_path], check=False, capture_output=True, text=True).stdout
    assert "File too large" in out and list(files(tmp_path)) == ["_plan.json"]


def test_a_killed_run_is_resumed(tmp_path: Path, serial: dict[str, bytes]) -> None:
    code = "import mapwright_levels as mp, sys\nmp.dataset.write(mp.recipe('cave') and sys.argv[2], range(%d), sys.argv[1], shard=%d)"
    child = subprocess.Popen([sys.executable, "-c", code % (LEVELS, SHARD), tmp_path, CAVES.json()])
    when_shards(tmp_path, 3)
    os.kill(child.pid, signal.SIGKILL)
    child.wait()
    assert 3 <= len(list(tmp_path.glob("shard-*"))) < LEVELS // SHARD
    mp.dataset.write(CAVES, range(LEVELS), tmp_path, shard=SHARD)
    assert files(tmp_path) == serial


def test_ctrl_c_ends_it(tmp_path: Path) -> None:
    code = (
        "import mapwright_levels as mp, sys\n"
        "try: mp.dataset.write('cave', range(1_000_000), sys.argv[1], shard=100)\n"
        "except KeyboardInterrupt: print('ended', flush=True)\n"
    )
    child = subprocess.Popen([sys.executable, "-c", code, tmp_path], stdout=subprocess.PIPE, text=True)
    when_shards(tmp_path, 1)
    os.kill(child.pid, signal.SIGINT)
    out, _ = child.communicate(timeout=30)
    assert out == "ended\n" and not list(tmp_path.glob(".*"))


def when_shards(folder: Path, count: int) -> None:
    """Waits until so many shards are there."""
    for _ in range(6000):
        if len(list(folder.glob("shard-*"))) >= count:
            return
        time.sleep(0.01)
    raise AssertionError("no shards")


def meanwhile(act: Callable[[], None]) -> threading.Thread:
    thread = threading.Thread(target=act)
    thread.start()
    return thread


def test_ray_with_a_worker_killed_and_a_node_lost(tmp_path: Path, serial: dict[str, bytes], ray_cluster: Any) -> None:
    import psutil

    assert len([node for node in __import__("ray").nodes() if node["Alive"]]) == 3
    ended: list[str] = []

    def disturb() -> None:
        when_shards(tmp_path, 2)
        ours = psutil.Process().children(recursive=True)
        worker = next(child for child in ours if child.cmdline() and child.cmdline()[0].startswith("ray::write"))
        worker.kill()
        ended.append("worker")
        when_shards(tmp_path, 6)
        ray_cluster.remove_node(ray_cluster.lost, allow_graceful=False)
        ended.append("node")

    thread = meanwhile(disturb)
    mp.dataset.write(CAVES, range(LEVELS), tmp_path, shard=SHARD, engine="ray")
    thread.join()
    assert ended == ["worker", "node"] and files(tmp_path) == serial


def test_ray_mends_a_damaged_shard(tmp_path: Path, serial: dict[str, bytes], ray_cluster: Any) -> None:
    for name, content in serial.items():
        (tmp_path / name).write_bytes(content)
    broken = tmp_path / "shard-00000007.parquet"
    broken.write_bytes(broken.read_bytes()[:-100])
    mp.dataset.write(CAVES, range(LEVELS), tmp_path, shard=SHARD, engine="ray")
    assert files(tmp_path) == serial


def test_ray_tells_our_errors(tmp_path: Path, ray_cluster: Any) -> None:
    (tmp_path / "shard-00000000.parquet").mkdir()
    with pytest.raises((OSError, mp.MapwrightError)):
        small(tmp_path, engine="ray")


def test_dask_with_a_worker_killed(tmp_path: Path, serial: dict[str, bytes]) -> None:
    need("distributed")
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        killed: list[int] = []

        def disturb() -> None:
            when_shards(tmp_path, 3)
            killed.append(next(iter(cluster.workers.values())).process.pid)
            os.kill(killed[0], signal.SIGKILL)

        thread = meanwhile(disturb)
        mp.dataset.write(CAVES, range(LEVELS), tmp_path, shard=SHARD, engine="dask")
        thread.join()
        assert killed and files(tmp_path) == serial and client.status == "running"


def test_dask_starts_its_own_cluster(tmp_path: Path) -> None:
    need("distributed")
    manifest = small(tmp_path / "dask", engine="dask")
    assert manifest == small(tmp_path / "local") and files(tmp_path / "dask") == files(tmp_path / "local")


def test_columns_are_equal_to_the_batch(serial: dict[str, bytes]) -> None:
    table = pq.read_table(fsspec_bytes(serial["shard-00000003.parquet"]))
    levels = CAVES.batch(range(3 * SHARD, 4 * SHARD))
    tiles = table["tiles"].combine_chunks().flatten().to_numpy().reshape(-1, 64, 64)
    assert np.array_equal(tiles, levels.tiles)


def fsspec_bytes(content: bytes) -> Any:
    import io

    return io.BytesIO(content)
