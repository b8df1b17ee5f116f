"""Where a data set lies: a folder, or whatever fsspec knows by URL."""

from __future__ import annotations

import os
import uuid
from typing import Any

from .._errors import MapwrightError

try:
    import fsspec
    from fsspec.implementations.local import LocalFileSystem
except ImportError as error:
    raise MapwrightError("data sets need pyarrow and fsspec: `pip install pyarrow fsspec`") from error

PART = ".part"
TRIES = 4
"""A run into the same folder sweeps once, when it ends."""


class Place:
    """Where a data set lies. Files appear in it complete, or not at all."""

    def __init__(self, url: str) -> None:
        self.url = url
        try:
            self.files, self.folder = fsspec.core.url_to_fs(url)
        except (ImportError, ValueError) as error:
            raise MapwrightError(f"{url}: {error}", field="out") from error

    def path(self, name: str) -> str:
        """The path of a file."""
        return f"{self.folder.rstrip('/')}/{name}"

    def make(self) -> None:
        """Makes the folder."""
        self.files.makedirs(self.folder, exist_ok=True)

    def names(self) -> dict[str, int]:
        """The files that there are, with their sizes."""
        # What was listed before may be old: other machines write too.
        self.files.invalidate_cache()
        try:
            found = self.files.ls(self.folder, detail=True)
        except FileNotFoundError:
            return {}
        return {entry["name"].rsplit("/", 1)[-1]: entry["size"] or 0 for entry in found}

    def read(self, name: str) -> bytes | None:
        """The content of a file, if there is one."""
        try:
            content: bytes = self.files.cat_file(self.path(name))
        except FileNotFoundError:
            return None
        return content

    def write(self, name: str, content: Any) -> None:
        """Writes a file beside its place and renames it. Two that write the same file at once do no harm: the first to
        end sweeps away what the other has just written, which then writes it again.
        """
        for _ in range(TRIES - 1):
            try:
                return self._write(name, content)
            except FileNotFoundError:
                continue
        self._write(name, content)

    def _write(self, name: str, content: Any) -> None:
        beside = self.path(f".{name}.{uuid.uuid4().hex}{PART}")
        try:
            if isinstance(self.files, LocalFileSystem):
                with open(beside, "wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
                os.replace(beside, self.path(name))
            else:
                self.files.pipe_file(beside, bytes(content))
                self.files.mv(beside, self.path(name))
        except BaseException:
            self._drop(beside)
            raise

    def sweep(self) -> None:
        """Removes what killed workers left."""
        for name in self.names():
            if name.startswith(".") and name.endswith(PART):
                self._drop(self.path(name))

    def _drop(self, path: str) -> None:
        try:
            self.files.rm_file(path)
        except (OSError, NotImplementedError):
            pass
