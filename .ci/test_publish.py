"""Tests of publish.py with a crates.io that has a limit."""

import json
import subprocess
import unittest
from pathlib import Path

from publish import in_order, main


class Registry:
    """Takes `room` crates, and one more for each time that somebody waits; `broken` ones never."""

    def __init__(self, room, published=(), broken=()):
        self.room, self.published, self.broken = room, list(published), broken

    def run(self, command):
        if command[1] == "metadata":
            return self.answer(0, json.dumps(METADATA))
        crate = command[-1]
        if crate in self.published:
            return self.answer(101, error=f"error: crate {crate}@0.1.0 already exists on crates.io index")
        if crate in self.broken:
            return self.answer(101, error="error: failed to verify package tarball")
        if self.room == 0:
            return self.answer(101, error="error: (status 429 Too Many Requests): You have published too many crates")
        self.room -= 1
        self.published.append(crate)
        return self.answer(0)

    def sleep(self, _seconds):
        self.room += 1

    @staticmethod
    def answer(code, output="", error=""):
        return subprocess.CompletedProcess([], code, output, error)


def package(name, *needs, publish=None):
    dependencies = [{"name": need, "kind": kind} for need, kind in needs]
    return {"name": name, "publish": publish, "dependencies": dependencies}


METADATA = {
    "packages": [
        package("all", ("core", None), ("build", "build"), ("serde", None)),
        package("build", ("core", None)),
        package("core", ("all", "dev")),
        package("tests", ("all", None), publish=[]),
    ]
}


class Publish(unittest.TestCase):
    def publish(self, registry):
        main(["apps/x/Cargo.toml"], registry.run, registry.sleep)
        return registry.published

    def test_dependencies_come_first(self):
        self.assertEqual(self.publish(Registry(9)), ["core", "build", "all", "apps/x/Cargo.toml"])

    def test_it_waits_for_the_limit(self):
        self.assertEqual(len(self.publish(Registry(1))), 4)

    def test_it_can_be_run_again(self):
        registry = Registry(9, broken=["build"])
        with self.assertRaisesRegex(SystemExit, "--package build:\n.*tarball\nRun this again"):
            self.publish(registry)
        registry.broken = []
        self.assertEqual(self.publish(registry), ["core", "build", "all", "apps/x/Cargo.toml"])

    def test_a_limit_that_never_ends_is_an_error(self):
        registry = Registry(0)
        registry.sleep = lambda _seconds: None
        with self.assertRaisesRegex(SystemExit, "429"):
            self.publish(registry)

    def test_every_crate_of_the_workspace_comes_after_what_it_needs(self):
        root = Path(__file__).parent.parent
        command = ["cargo", "metadata", "--no-deps", "--locked", "--format-version", "1"]
        metadata = json.loads(subprocess.run(command, cwd=root, check=True, capture_output=True, text=True).stdout)
        names = in_order(metadata)
        self.assertIn("mapwright", names)
        for one in metadata["packages"]:
            needs = [need["name"] for need in one["dependencies"] if need["kind"] != "dev"]
            for need in needs if one["name"] in names else []:
                if need in names:
                    self.assertLess(names.index(need), names.index(one["name"]))


if __name__ == "__main__":
    unittest.main()
