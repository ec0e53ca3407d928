"""Writing a file: whole or not at all, and never over what is no file."""

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
