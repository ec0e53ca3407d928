"""Forms as they are sent, and fields of them."""

import asyncio
from io import BytesIO
from typing import Any, NamedTuple
from urllib.parse import parse_qsl

from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from multipart import MultipartParser  # type: ignore[import-untyped]

from events.base import LONGEST_TEXT

NUL = "\0"
"""A character nobody types, and not every database stores."""

_WITH_FILES = "multipart/form-data"

Form = NamedDependency[dict[str, Any]]
"""Annotation of a handler's parameter `form`: text by field, a list where a field is there several times."""


async def read_form(request: Request[Any, Any, Any]) -> dict[str, Any]:
    """Parse the form of a request, in a thread. Raises ClientException where it holds a NUL."""
    return await asyncio.to_thread(parse_form, await request.body())


def parse_form(body: bytes) -> dict[str, Any]:
    """Parse a form; see `read_form`.

    Litestar's own parser remembers the last thousand forms: what people wrote, as long as the service runs.
    """
    found: dict[str, list[str]] = {}
    for name, value in parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True):
        if NUL in name or NUL in value:
            raise ClientException(status_code=400)
        found.setdefault(name, []).append(value)
    return {name: values if len(values) > 1 else values[0] for name, values in found.items()}


class SentFile(NamedTuple):
    """A file that was sent with a form, and what it is called where it came from."""

    name: str
    content: bytes


class Upload(NamedTuple):
    """A form that may hold files; those without a name and without content are left out."""

    form: dict[str, Any]
    files: tuple[SentFile, ...] = ()


Sent = NamedDependency[Upload]
"""Annotation of a handler's parameter `sent`."""


async def read_upload(request: Request[Any, Any, Any]) -> Upload:
    """Parse a form that may hold files, in a thread. Raises ClientException where it is none."""
    kind, options = request.content_type
    if kind != _WITH_FILES:
        return Upload(await read_form(request))
    return await asyncio.to_thread(_parse_upload, await request.body(), options.get("boundary", ""))


def _parse_upload(body: bytes, boundary: str) -> Upload:
    """Parse a form with files. Litestar's own parser needs threads, which not every Python has."""
    form, files = {}, []
    try:
        for part in MultipartParser(BytesIO(body), boundary):
            if part.filename is None:
                form[part.name] = part.value
            elif part.filename or part.size:
                files.append(SentFile(part.filename, part.raw))
            part.close()
    except (ValueError, LookupError, AssertionError):  # no parts, no boundary, no text, too many parts
        raise ClientException(status_code=400) from None
    if any(NUL in text for text in (*form, *form.values())):
        raise ClientException(status_code=400)
    return Upload(form, tuple(files))


def text_of(form: dict[str, Any], name: str) -> str:
    """Return one field of a form, cut to what an entry holds; of several of a name the last."""
    value = form.get(name, "")
    value = value[-1] if isinstance(value, list) and value else value
    return str(value)[:LONGEST_TEXT].strip() if isinstance(value, str) else ""


def parse_seq(text: Any) -> int | None:
    """Parse the number of an entry; None where it is none."""
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number else None
