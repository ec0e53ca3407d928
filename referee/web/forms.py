"""Forms for acts with too many variants for buttons: an event with choices, and how they are filled in."""

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
    """Return the forms a game offers the viewer now; empty for a game without forms."""
    forms = part_of(context.game.id, Forms)
    return () if forms is None else tuple(forms.forms_now(context))


def as_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def format_choice(value: Any) -> str:
    """Return a value of a choice as JSON; the empty choice as `NOTHING`. `_read` reads it again."""
    return NOTHING if value == NOTHING else as_json(value)


def fill_in(text: str, data: dict[str, Any]) -> str:
    """Return an event's JSON `text` with the fields `fill.<path>` of a form put in, or unchanged without any.

    Raise MalformedError where a path leads nowhere or a value is no JSON.
    """
    chosen = {name.removeprefix(_FILL): value for name, value in data.items() if name.startswith(_FILL)}
    if not chosen:
        return text
    try:
        event = read_json(text)
        for path, value in list(chosen.items())[:_MOST]:
            _set_choice(event, path, value)
    except (LookupError, TypeError, ValueError) as error:
        raise MalformedError(str(error) or "blank") from None
    return as_json(_without_gaps(event))


def _set_choice(event: Any, path: str, value: Any) -> None:
    """Set one choice, or a list of several of one name, at its `path` in `event`, which is changed.

    A `?` in a text is a blank; each may have a path of its own (`tiles.0`), and they are filled in the order
    they come. Raise ValueError, LookupError or TypeError for a wrong path.
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
        part[_place(part, steps[-1])] = _fill_blanks(text, value)
        return
    part = part[_place(part, steps[-1])] if steps else part
    at = _place(part, last)
    before = part.get(at) if isinstance(part, dict) else part[at]
    if isinstance(before, str) and _BLANK in before:
        part[at] = _fill_blanks(before, value)
    elif isinstance(before, list):
        part[at] = [_read(each) for each in _several(value)]
    else:
        part[at] = _read(_several(value)[-1])


def _place(part: Any, step: str) -> Any:
    """Return a step of a path as an index where `part` is a list, else as the name of a field."""
    return int(step) if isinstance(part, list) else step


def _several(value: Any) -> list[str]:
    """Return the value of a form field, one or several, as a list of texts."""
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def _read(text: str) -> Any:
    """Return the value of a choice; `_GAP` for the empty choice."""
    return _GAP if text == NOTHING else read_json(text)


def _fill_blanks(text: str, value: Any) -> str:
    """Return `text` with its blanks (`?`) replaced by the given JSON values in order; the rest stay."""
    begun, *rest = text.split(_BLANK)
    words = [str(read_json(word)) for word in _several(value)[: len(rest)]]
    words += [_BLANK] * (len(rest) - len(words))
    return begun + "".join(chain.from_iterable(zip(words, rest, strict=True)))


class _Gap:
    """An empty choice; `_without_gaps` removes it."""


_GAP = _Gap()


def _without_gaps(value: Any) -> Any:
    """Return a value without gaps: they are left out of lists, and None elsewhere."""
    if isinstance(value, dict):
        return {name: _without_gaps(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_without_gaps(each) for each in value if each is not _GAP]
    return None if value is _GAP else value
