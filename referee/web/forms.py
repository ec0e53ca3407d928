"""Forms for what has too many ways for buttons: an event with choices to be made, and how it is filled in."""

import re
from itertools import chain
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from referee.kernel.registry import part_of
from referee.service.forms import NOTHING, Form, Forms
from referee.web.acts.request_context import RequestContext

_FILL = "fill."
"""How the names of the fields begin that fill something in: `fill.card`, `fill.gives.0.1`."""

_BLANK = "?"
"""Stands in a text for a word that is chosen, one after the other."""

_MOST = 60
"""Choices of one form that are looked at; no form of ours has half as many."""

_PATH = re.compile(r"[a-z_]+(\.[^.]{1,32}){0,3}\Z")


def forms_of(context: RequestContext) -> tuple[Form, ...]:
    """List what may be filled in now."""
    forms = part_of(context.game.id, Forms)
    return () if forms is None else tuple(forms.forms_now(context))


def as_json(value: Any) -> str:
    """Format a value as JSON."""
    return msgspec.json.encode(value).decode()


def format_choice(value: Any) -> str:
    """Format a value so that it can be read again; nothing as nothing."""
    return NOTHING if value == NOTHING else as_json(value)


def fill_in(text: str, data: dict[str, Any]) -> str:
    """Put what was chosen into an event told as JSON. Raises MalformedError."""
    chosen = {name.removeprefix(_FILL): value for name, value in data.items() if name.startswith(_FILL)}
    if not chosen:
        return text
    try:
        event = read_json(text)
        for path, value in list(chosen.items())[:_MOST]:
            _put(event, path, value)
    except (LookupError, TypeError, ValueError) as error:
        raise MalformedError(str(error) or "blank") from None
    return as_json(_without_gaps(event))


def _put(event: Any, path: str, value: Any) -> None:
    """Put one choice, or several of one name, where it belongs.

    Each blank of a text may have a path of its own (`tiles.0`); they are filled in the order they come.
    """
    if not isinstance(event, dict) or not _PATH.match(path):
        raise ValueError(path)
    *steps, last = path.split(".")
    part: Any = event
    for step in steps[:-1]:
        part = part[_place(part, step)]
    if steps and isinstance(text := part[_place(part, steps[-1])], str):
        if _BLANK not in text:
            raise ValueError(path)
        part[_place(part, steps[-1])] = _spelled(text, value)
        return
    part = part[_place(part, steps[-1])] if steps else part
    at = _place(part, last)
    before = part.get(at) if isinstance(part, dict) else part[at]
    if isinstance(before, str) and _BLANK in before:
        part[at] = _spelled(before, value)
    elif isinstance(before, list):
        part[at] = [_read(each) for each in _several(value)]
    else:
        part[at] = _read(_several(value)[-1])


def _place(part: Any, step: str) -> Any:
    """Read a step of a path as the place of a list it leads into, or as a field."""
    return int(step) if isinstance(part, list) else step


def _several(value: Any) -> list[str]:
    """Give the choices of one name as a list."""
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _read(text: str) -> Any:
    """Read a choice: JSON, or a gap."""
    return _GAP if text == NOTHING else read_json(text)


def _spelled(text: str, value: Any) -> str:
    """Put words into the blanks of a text, one after the other."""
    begun, *rest = text.split(_BLANK)
    words = [str(read_json(word)) for word in _several(value)[: len(rest)]]
    words += [_BLANK] * (len(rest) - len(words))
    return begun + "".join(chain.from_iterable(zip(words, rest, strict=True)))


class _Gap:
    """Stands where nothing is."""


_GAP = _Gap()


def _without_gaps(value: Any) -> Any:
    """Leave gaps out of lists, and write them as null elsewhere."""
    if isinstance(value, dict):
        return {name: _without_gaps(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_gaps(each) for each in value if each is not _GAP]
    return None if value is _GAP else value
