"""Writing a file: whole or not at all, and never over what is no file."""

import errno
import os
from collections.abc import Iterable
from pathlib import Path
from secrets import token_hex
from typing import Literal

from referee.service.logs.chain import DamagedLogError


def write_file(path: Path, lines: Iterable[str]) -> int:
    """Write lines into a file; give their number.

    It takes its name only once it is written: what stood there before is not lost to a full disk.
    A log that turns out damaged is written as far as it is whole.
    """
    place = path.resolve()
    if place.exists() and not place.is_file():
        return write_into(place, lines)
    part = place.with_name(f".{token_hex(8)}.part")
    try:
        written = write_into(part, lines, "x")
        part.replace(place)
    except DamagedLogError:
        part.replace(place)
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        part.unlink(missing_ok=True)
    return written


def write_into(path: Path, lines: Iterable[str], mode: Literal["w", "x"] = "w") -> int:
    """Write lines as they come; give their number. `x` makes a new file, and follows no link to another."""
    written = 0
    with path.open(mode, encoding="utf-8", newline="\n") as file:
        for line in lines:
            file.write(line + "\n")
            written += 1
    return written


def sync(path: Path) -> None:
    """Have a file, or what a folder lists, on disk before this returns; a folder where the system can."""
    is_folder = path.is_dir()
    if is_folder and os.name == "nt":
        return
    opened = os.open(path, os.O_RDONLY if is_folder else os.O_RDWR)
    try:
        os.fsync(opened)
    except OSError as error:
        if not (is_folder and error.errno in {errno.EINVAL, errno.ENOTSUP}):
            raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        os.close(opened)
