"""Logs of several tables in one zip, and the files of a zip that somebody sent."""

import zipfile
import zlib
from collections.abc import Iterable, Iterator
from io import BytesIO
from pathlib import PurePosixPath

_MOST_FILES = 500
_MOST_BYTES = 64 << 20
"""So much the files of a zip may hold together, whatever it says of them."""

_READ = frozenset({zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED})
"""How files may be packed: of others the library unpacks all, however little is asked for."""

_BEGINS = b"PK\x03\x04", b"PK\x05\x06"
_OF_NO_PERSON = "__MACOSX"


class BundleError(Exception):
    """A zip that is not read; `reason` is a message id."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def write_bundle(logs: Iterable[tuple[str, Iterable[bytes]]]) -> bytes:
    """Return a zip with a file of JSON Lines for each table: its name, and the lines of its log."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as bundle:
        for table, lines in logs:
            bundle.writestr(f"{table}.jsonl", b"".join(line + b"\n" for line in lines))
    return out.getvalue()


def open_bundle(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of a zip: the last part of each name, which never says where to write, and its bytes.

    What is no zip is yielded as it is. Raises BundleError, after the files before the one that is wrong.
    """
    if not content.startswith(_BEGINS):
        yield name, content
        return
    left = _MOST_BYTES
    try:
        with zipfile.ZipFile(BytesIO(content)) as bundle:
            infos = [info for info in bundle.infolist() if _is_somebodys(info)]
            if len(infos) > _MOST_FILES:
                raise BundleError("copies.zip_too_large")
            for info in infos:
                if info.compress_type not in _READ:
                    raise BundleError("copies.bad_zip")
                with bundle.open(info) as file:
                    found = file.read(left + 1)
                left -= len(found)
                if left < 0:
                    raise BundleError("copies.zip_too_large")
                yield PurePosixPath(info.filename).name, found
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError):
        # a password is a RuntimeError
        raise BundleError("copies.bad_zip") from None


def _is_somebodys(info: zipfile.ZipInfo) -> bool:
    """Return whether a part of a zip is a file somebody put there, not one that a system adds."""
    path = PurePosixPath(info.filename)
    return not (info.is_dir() or path.name.startswith(".") or _OF_NO_PERSON in path.parts)
