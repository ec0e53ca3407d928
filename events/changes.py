"""The changes a proposal puts to the others, as JSON text: one event, or a list of those made together."""

import msgspec

from events.base import Event
from events.codec import DECODING, Codec, MalformedError
from events.envelope import encode

_TEXTS = msgspec.json.Decoder(list[msgspec.Raw])


def write_changes(changes: tuple[Event, ...]) -> str:
    """Write changes down: one by itself, several as a list."""
    return encode(changes[0] if len(changes) == 1 else changes).decode()


def read_changes(codec: Codec, text: str) -> tuple[Event, ...]:
    """Read changes. Raises MalformedError where they are none the codec knows."""
    line = text.encode("utf-8", "replace")
    if not line.lstrip().startswith(b"["):
        return (codec.event(line),)
    try:
        return tuple(codec.event(bytes(each)) for each in _TEXTS.decode(line))
    except DECODING as error:
        raise MalformedError(str(error)) from None
