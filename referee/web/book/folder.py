"""The book written into a folder."""

from collections.abc import Generator, Iterable
from contextlib import suppress
from pathlib import Path, PurePath
from secrets import token_hex
from shutil import rmtree

from referee.web.book.site import File


class OtherThingsError(OSError):
    """A folder to be written into holds other things; `args[0]` is its path."""


_OF_BOOK = PurePath("assets", "book.js")


def write_folder(
    out: Path, files: Iterable[File], *, force: bool = False, mark: PurePath = _OF_BOOK
) -> Generator[int, None, None]:
    """Write files into a folder; yield the bytes of each, 0 for one that there is not.

    They get their names once all of them are written, `mark` the last: a folder that holds it is whole. Other
    things in the folder stay; without `force` it may hold none but what was written earlier, with the same
    mark: raises OtherThingsError before anything is written.
    Raises OSError with the folder where something cannot be written.
    """
    is_new = not out.exists()
    if not (is_new or force or (out / mark).exists()) and any(out.iterdir()):
        raise OtherThingsError(str(out))
    part = out / f".{token_hex(8)}.part"
    part.mkdir(parents=True)
    written: list[str] = []
    try:
        for file in files:
            content = file.make()
            if content is not None:
                place = part / file.path
                place.parent.mkdir(parents=True, exist_ok=True)
                place.write_bytes(content)
                written.append(file.path)
            yield len(content or b"")
        (out / mark).unlink(missing_ok=True)
        for path in sorted(written, key=lambda path: PurePath(path) == mark):
            place = out / path
            place.parent.mkdir(parents=True, exist_ok=True)
            (part / path).replace(place)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(out)) from error
    finally:
        rmtree(part, ignore_errors=True)
        if is_new:
            with suppress(OSError):  # it holds the book
                out.rmdir()
