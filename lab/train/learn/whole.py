"""Files that are there whole or not at all, and files that grow by lines."""

from __future__ import annotations

import os
from pathlib import Path


def write(path: Path, content: bytes) -> None:
    """Writes under another name, then renames; readers never see half."""
    new = path.with_name(path.name + ".new")
    try:
        with open(new, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise OSError(error.errno, error.strerror, str(path)) from error


def append(path: Path, line: bytes) -> None:
    """Adds a line; half of one may be left when the disk is full."""
    try:
        with open(path, "ab") as file:
            file.write(line)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
