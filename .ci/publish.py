#!/usr/bin/env python3
"""publish.py [MANIFEST…]: publishes every crate of the workspace on crates.io, dependencies first, then those of the
manifests. Crates that are there are left as they are, so that a run that failed can be run again. crates.io takes a few
new crates at once and then one in ten minutes: the program waits."""

import json
import subprocess
import sys
import time

WAIT = 60  # seconds between two tries
TRIES = 60  # an hour for each crate


def in_order(metadata):
    """The names of all crates that are published, each after those that it needs."""
    packages = {one["name"]: one for one in metadata["packages"] if one["publish"] != []}
    names = []

    def visit(name):
        if name in packages and name not in names:
            # Cargo drops a development dependency by path from what it publishes, so circles of these do no harm.
            for need in packages[name]["dependencies"]:
                if need["kind"] != "dev":
                    visit(need["name"])
            names.append(name)

    for name in sorted(packages):
        visit(name)
    return names


def publish(arguments, run, sleep):
    """Runs `cargo publish` until the crate is there; an error other than the limit ends it."""
    for _ in range(TRIES):
        done = run(["cargo", "publish", "--locked", *arguments])
        if done.returncode == 0:
            return "published"
        if "already exists" in done.stderr or "already uploaded" in done.stderr:
            return "was there"
        if "429" not in done.stderr:
            break
        sleep(WAIT)
    sys.exit(f"cannot publish {' '.join(arguments)}:\n{done.stderr}\nRun this again: what is published stays.")


def main(manifests, run, sleep):
    """Publishes all, and prints a line for each."""
    listed = run(["cargo", "metadata", "--no-deps", "--locked", "--format-version", "1"])
    if listed.returncode != 0:
        sys.exit(listed.stderr)
    crates = [["--package", name] for name in in_order(json.loads(listed.stdout))]
    for arguments in [*crates, *(["--manifest-path", manifest] for manifest in manifests)]:
        print(arguments[1], publish(arguments, run, sleep), flush=True)


if __name__ == "__main__":

    def run(command):
        return subprocess.run(command, check=False, capture_output=True, text=True)

    main(sys.argv[1:], run, time.sleep)
