"""Forms as they are sent, and fields of them."""

import asyncio
from typing import Any
from urllib.parse import parse_qsl

from litestar.connection import Request
from litestar.di import NamedDependency
from litestar.exceptions import ClientException

from events.base import LONGEST_TEXT

NUL = "\0"
"""A character nobody types, and not every database stores."""

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


def text_of(form: dict[str, Any], name: str) -> str:
    """Return one field of a form, cut to what an entry holds; of several of a name the last."""
    value = form.get(name, "")
    value = value[-1] if isinstance(value, list) and value else value
    return str(value)[:LONGEST_TEXT].strip() if isinstance(value, str) else ""


def parse_seq(text: Any) -> int | None:
    """Parse the number of an entry; None where it is none."""
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number else None
