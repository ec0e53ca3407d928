"""Writing a file: whole or not at all, and never over what is no file, or a database."""

import errno
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Literal

from referee.service.logs.chain import DamagedLogError

_Mode = Literal["w", "x"]

_SQLITE = b"SQLite format 3\0"
"""How a database begins."""

BESIDE = ("-wal", "-shm", "-journal")
"""How the files are called that a database has beside it while it is used."""


class DatabaseThereError(OSError):
    """A file that would be written over is a database."""


def write_file(path: Path, lines: Iterable[str]) -> int:
    """Write lines into a file; return their number.

    It takes its name only once it is written: what stood there before is not lost to a full disk, and its
    mode stays. A link is replaced, never followed, but for one to what is no file. A log that turns out
    damaged is written as far as it is whole. Raises DatabaseThereError.
    """
    written = 0

    def write(place: Path, mode: _Mode) -> None:
        nonlocal written
        written = _write_into(place, lines, mode)

    _write_whole(path, write)
    return written


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole; see `write_file`."""

    def write(place: Path, mode: _Mode) -> None:
        with place.open(f"{mode}b") as file:
            file.write(data)

    _write_whole(path, write)


def _write_whole(path: Path, write: Callable[[Path, _Mode], None]) -> None:
    """Have `write` write a new file beside `path`, then give it that name; what is no file is written into.

    A log that turns out damaged is kept as far as it was written. Raises DatabaseThereError, OSError.
    """
    if path.exists() and not path.is_file():
        write(path, "w")
        return
    _refuse_database(path)
    part = path.with_name(f".{token_hex(8)}.part")
    try:
        write(part, "x")
        _put_in_place(part, path)
    except DamagedLogError:
        _put_in_place(part, path)
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        with suppress(OSError):  # a disk that may not be written says so of a file that is not there
            part.unlink(missing_ok=True)


def _put_in_place(part: Path, path: Path) -> None:
    """Rename `part` to `path`, with the mode of the file that stood there, unless that was a link."""
    if path.is_file() and not path.is_symlink():
        part.chmod(path.stat().st_mode & 0o777)
    part.replace(path)


def _refuse_database(path: Path) -> None:
    """Raise DatabaseThereError where a file is a database of tables, or belongs to one."""
    beside = next((end for end in BESIDE if path.name.endswith(end)), "")
    own = path.with_name(path.name.removesuffix(beside) or path.name)
    if own.is_file() and _begins_with(own, _SQLITE) and os.path.lexists(path):
        raise DatabaseThereError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))


def _begins_with(path: Path, begun: bytes) -> bool:
    """Return whether a file begins so; False where it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(len(begun)) == begun
    except OSError:
        return False


def _write_into(path: Path, lines: Iterable[str], mode: _Mode = "w") -> int:
    """Write lines into a file; return their number. `mode` x makes a new file, and follows no link."""
    # `x` makes a new file, and follows no link to another.
    written = 0
    with path.open(mode, encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(line + "\n")
            written += 1
    return written
