"""What is answered, described once: `--json` of the terminal and the HTTP API give these objects."""

from typing import Any

import msgspec

from events.base import Event

EventJson = dict[str, Any]
"""An event as the log has it: `type`, and its fields. What the viewer may not know is left out."""


class Answer(msgspec.Struct, frozen=True):
    """An object that is answered. Fields are only ever added."""


def json_value(value: Any) -> Any:
    """Return a value as JSON has it: objects as dicts with string keys, tuples as lists."""
    return msgspec.to_builtins(value, str_keys=True)


def event_json(event: Event) -> EventJson:
    fields: EventJson = json_value(event)
    return fields
