"""What people fill in: an event with blanks, and the choices that were made for them."""

import re
from itertools import chain
from typing import Any

import msgspec

from events.codec import MalformedError, read_json
from referee.service.forms import NOTHING

FILL = "fill."
"""How the names of the fields begin that fill something in: `fill.card`, `fill.gives.0.1`."""

BLANK = "?"
"""Stands in a text for a word that is chosen, one after the other."""

MOST = 60
"""Choices of one form that are looked at; no form of ours has half as many."""

PATH = re.compile(r"[a-z_]+(\.[^.]{1,32}){0,3}\Z")


def filled(text: str, data: dict[str, Any]) -> str:
    """Put what was chosen into an event told as JSON. Raises MalformedError."""
    chosen = {name.removeprefix(FILL): value for name, value in data.items() if name.startswith(FILL)}
    if not chosen:
        return text
    try:
        event = read_json(text)
        for path, value in list(chosen.items())[:MOST]:
            put(event, path, value)
    except (LookupError, TypeError, ValueError) as error:
        raise MalformedError(str(error) or "blank") from None
    return msgspec.json.encode(without_gaps(event)).decode()


def put(event: Any, path: str, value: Any) -> None:
    """Put one choice, or several of one name, where it belongs.

    Each blank of a text may have a path of its own (`tiles.0`); they are filled in the order they come.
    """
    if not isinstance(event, dict) or not PATH.match(path):
        raise ValueError(path)
    *steps, last = path.split(".")
    part: Any = event
    for step in steps[:-1]:
        part = part[place(part, step)]
    if steps and isinstance(text := part[place(part, steps[-1])], str):
        if BLANK not in text:
            raise ValueError(path)
        part[place(part, steps[-1])] = spelled(text, value)
        return
    part = part[place(part, steps[-1])] if steps else part
    at = place(part, last)
    before = part.get(at) if isinstance(part, dict) else part[at]
    if isinstance(before, str) and BLANK in before:
        part[at] = spelled(before, value)
    elif isinstance(before, list):
        part[at] = [read(each) for each in several(value)]
    else:
        part[at] = read(several(value)[-1])


def place(part: Any, step: str) -> Any:
    """Read a step of a path as the place of a list it leads into, or as a field."""
    return int(step) if isinstance(part, list) else step


def several(value: Any) -> list[str]:
    """Give the choices of one name as a list."""
    return [str(each) for each in value] if isinstance(value, list) else [str(value)]


def read(text: str) -> Any:
    """Read a choice: JSON, or a gap."""
    return GAP if text == NOTHING else read_json(text)


def spelled(text: str, value: Any) -> str:
    """Put words into the blanks of a text, one after the other."""
    begun, *rest = text.split(BLANK)
    words = [str(read_json(word)) for word in several(value)[: len(rest)]]
    words += [BLANK] * (len(rest) - len(words))
    return begun + "".join(chain.from_iterable(zip(words, rest, strict=True)))


class Gap:
    """Stands where nothing is."""


GAP = Gap()


def without_gaps(value: Any) -> Any:
    """Leave gaps out of lists, and write them as null elsewhere."""
    if isinstance(value, dict):
        return {name: without_gaps(each) for name, each in value.items()}
    if isinstance(value, list):
        return [without_gaps(each) for each in value if each is not GAP]
    return None if value is GAP else value
