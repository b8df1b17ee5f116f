"""What many tests use."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

# A shell starts programs in the background with Ctrl-C ignored, and so would be what the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).resolve().parents[3]


def need(program: str) -> None:
    """Skips a test without a package, except where nothing may be missing."""
    if os.environ.get("CI") == "true":
        __import__(program)
    else:
        pytest.importorskip(program)


def check_ctrl_c(call: str) -> None:
    """Runs a long call in a program of its own, and ends it by Ctrl-C."""
    code = (
        "import mapwright_levels as mp\n"
        "print('go', flush=True)\n"
        f"try: {call}\n"
        "except KeyboardInterrupt: print('ended', flush=True)\n"
    )
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
        try:
            assert child.stdout is not None and child.stdout.readline() == "go\n"
            time.sleep(0.5)
            os.kill(child.pid, signal.SIGINT)
            out, _ = child.communicate(timeout=30)
            assert out == "ended\n" and child.returncode == 0
        finally:
            child.kill()


@pytest.fixture(scope="module")
def ray_cluster() -> Iterator[Any]:
    need("ray")
    import ray
    from ray.cluster_utils import Cluster

    store = {"object_store_memory": 80 << 20}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False, **store})
    cluster.lost = cluster.add_node(num_cpus=2, **store)
    cluster.add_node(num_cpus=1, **store)
    cluster.wait_for_nodes()
    ray.init(address=cluster.address, log_to_driver=False)
    yield cluster
    ray.shutdown()
    cluster.shutdown()
