"""The strict codec: bytes to events and entries of one game, older lines upcast to today's vocabulary."""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import msgspec
from msgspec.json import Decoder

from events.base import Event
from events.envelope import Entry, encode

Raw = dict[str, Any]
Step = Callable[[Raw], Raw]
Steps = Mapping[int, Step]
"""Each step by the version it starts from: it leads to the next."""


def upcast(steps: Steps, raw: Raw, version: int, today: int) -> Raw:
    """Return a raw event of a `version` as it is written `today`.

    `steps[v]` leads from version `v` to the next; a version without a step changes nothing.
    """
    for start in range(version, today):
        raw = steps.get(start, _unchanged)(raw)
    return raw


def _unchanged(raw: Raw) -> Raw:
    return raw


if TYPE_CHECKING:
    from json import JSONDecoder  # only to find where a text breaks off

E = TypeVar("E")

LARGEST = 2**53 - 1
"""The largest number that means the same to every reader of JSON."""


DEEPEST = 64
"""So many levels a line may be nested: nothing of ours is nearly as deep, and a decoder's stack ends."""

MOST_SHOWN = 40
"""Characters shown of a key or a number that is not understood."""

_NO_STEPS: Steps = {}


class MalformedError(ValueError):
    """Bytes that are no event or entry; the message says what and where.

    `type` is the `type` the line claims to have, as far as that can be read.
    """

    def __init__(self, message: str, type: str | None = None) -> None:
        super().__init__(message)
        self.type = type


class NewerLogError(Exception):
    """A log written by a newer version; `args` are its version and ours."""


class _Carried(msgspec.Struct, Generic[E], frozen=True, gc=False):
    """An entry of which all but the event is skipped."""

    event: E


class _Opening(msgspec.Struct, frozen=True):
    """As much of an opening as is needed to choose a codec."""

    type: str | None = None
    game: str | None = None
    rules_version: int | str | None = None


class FirstLine(msgspec.Struct, frozen=True):
    """As much of a first line as tells a record of bare events from an exported log.

    `event` is set for an entry of a log; the other fields for a bare event.
    """

    event: _Opening | None = None
    type: str | None = None
    game: str | None = None
    rules_version: int | str | None = None


class Codec:
    """Decodes the lines of one game, written at one version of its vocabulary.

    `union` is the vocabulary of today, into which older lines are upcast. Every method raises MalformedError
    on bytes that are not what it decodes.
    """

    def __init__(
        self, game: str, union: Any, today: int, upcasters: Steps = _NO_STEPS, version: int | None = None
    ) -> None:
        """Raise NewerLogError where `version` (None: today's) is higher than `today`."""
        self.game, self.today, self.upcasters = game, today, upcasters
        self.version = today if version is None else version
        if self.version > today:
            raise NewerLogError(self.version, today)
        self.is_current = not any(self.version <= start < today for start in upcasters)
        """Return whether lines need no upcasting."""
        self.union = union
        self._event: Decoder[Event] = Decoder(union)
        self._entry: Decoder[Entry[Any]] = Decoder(Entry[union])
        self._carried: Decoder[_Carried[Any]] = Decoder(_Carried[union])

    def event(self, line: bytes) -> Event:
        """Return the bare event of a line somebody wrote.

        A key that stands twice, a number beyond `LARGEST` and what `refuse_deep` refuses are malformed, too.
        """
        refuse_deep(line)
        if self.is_current:
            event = decode_strictly(self._event, line)
        else:
            raw = upcast(self.upcasters, read_object(line), self.version, self.today)
            event = _convert_strictly(raw, self.union)
        refuse_ambiguous(line)
        return event

    def entry(self, line: bytes) -> Entry[Any]:
        """Return the entry of a line of a log; its hashes are not looked at."""
        if self.is_current:
            return decode_strictly(self._entry, line)
        entry: Entry[Any] = _convert_strictly(self._raw_entry(line), Entry[self.union])  # type: ignore[name-defined]
        return entry

    def carried(self, line: bytes) -> Event:
        """Return the event of a line of a log, the rest unread."""
        try:
            event: Event = self.carrying(line).event
        except DECODING as error:
            raise as_malformed(error, line) from None
        return event

    @property
    def carrying(self) -> Callable[[bytes], _Carried[Any]]:
        """Return the quickest `(line) -> something with .event`; it raises one of `DECODING`."""
        return self._carried.decode if self.is_current else self._upcast

    def _upcast(self, line: bytes) -> _Carried[Any]:
        carried: _Carried[Any] = _convert_strictly(self._raw_entry(line), _Carried[self.union])  # type: ignore[name-defined]
        return carried

    def _raw_entry(self, line: bytes) -> dict[str, Any]:
        """Return the object of an entry's line with its event upcast."""
        raw = read_object(line)
        event = raw.get("event")
        if not isinstance(event, dict):
            raise MalformedError("Expected `object` - at `$.event`")
        return {**raw, "event": upcast(self.upcasters, event, self.version, self.today)}


def opening_of(line: bytes) -> tuple[str, int | None, bool]:
    """Return the game and the version a log's first line names, and whether its lines are entries.

    The version is None where it names none or no number. Raises MalformedError where it is no opening.
    """
    first = decode_strictly(_FIRST, line)
    opening = first.event or _Opening(first.type, first.game, first.rules_version)
    if opening.type != "table_opened" or opening.game is None:
        raise MalformedError("the first event must be `table_opened` with its `game`", opening.type)
    version = str(opening.rules_version)
    return opening.game, int(version) if version.isdecimal() else None, first.event is not None


_FIRST = Decoder(FirstLine)
_OBJECT = Decoder(dict[str, Any])
_ANYTHING: Decoder[Any] = Decoder()
_TYPE = Decoder(_Opening)

DECODING = (MalformedError, msgspec.DecodeError, UnicodeDecodeError, RecursionError)
"""What a line that cannot be read may raise."""


def decode_strictly(decoder: Decoder[E], line: bytes) -> E:
    """Decode a line. Raises MalformedError, whatever the decoder raised."""
    try:
        return decoder.decode(line)
    except DECODING as error:
        raise as_malformed(error, line) from None


def as_malformed(error: Exception, line: bytes) -> MalformedError:
    """Return any error of `DECODING` as a MalformedError that names the `type` the line claims."""
    return error if isinstance(error, MalformedError) else MalformedError(str(error), claimed_type(line))


def _convert_strictly(raw: dict[str, Any], type: Any) -> Any:
    """Return an upcast object as this type. Raises MalformedError."""
    try:
        return msgspec.convert(raw, type)
    except msgspec.ValidationError as error:
        raise MalformedError(str(error), raw.get("type")) from None


def read_object(line: bytes) -> dict[str, Any]:
    """Return a line decoded as a JSON object. Raises MalformedError."""
    return decode_strictly(_OBJECT, line)


def read_json(text: str) -> Any:
    """Return a text decoded as any JSON value, as strictly as an event. Raises MalformedError."""
    line = text.encode("utf-8", "replace")
    refuse_deep(line)
    value = decode_strictly(_ANYTHING, line)
    refuse_ambiguous(line)
    return value


_LEVELS = {b"[": 1, b"{": 1, b"]": -1, b"}": -1}
_MARKS = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"?|[\[\]{}]', re.DOTALL)
"""A string, or what opens or closes a level."""


def find_too_deep(line: bytes) -> int | None:
    """Return where a line is nested deeper than `DEEPEST` levels; None where it is not."""
    if line.count(b"[") + line.count(b"{") <= DEEPEST:
        return None
    level = 0
    for mark in _MARKS.finditer(line):
        level += _LEVELS.get(mark[0], 0)
        if level > DEEPEST:
            return mark.start()
    return None


def refuse_deep(line: bytes) -> None:
    """Raise MalformedError where a line is nested deeper than `DEEPEST` levels, before anything decodes it.

    Not every machine that runs Python ends a recursion without end by an error.
    """
    if (at := find_too_deep(line)) is not None:
        raise MalformedError(f"JSON is malformed: nested too deeply (byte {at})")


def refuse_ambiguous(line: bytes) -> None:
    """Raise MalformedError where two readers may take a line for different things.

    That is a key that stands twice in an object, or a number beyond `LARGEST`. The line is valid JSON.
    """
    try:
        _careful_decoder().decode(line.decode())
    except (MalformedError, RecursionError) as error:
        raise MalformedError(str(error), claimed_type(line)) from None


@cache
def _careful_decoder() -> "JSONDecoder":
    """Return a decoder that raises MalformedError at a doubled key or a number too large."""
    from json import JSONDecoder  # only to find where a text breaks off

    return JSONDecoder(object_pairs_hook=_each_once, parse_int=_not_too_large, strict=False)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object of these pairs. Raises MalformedError where a key stands twice."""
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        doubled = next(key for key in found if counts[key] > 1)
        raise MalformedError(f"the key `{doubled[:MOST_SHOWN]}` stands twice")
    return found


def _not_too_large(digits: str) -> int:
    """Return the number of these digits. Raises MalformedError beyond `LARGEST`, above or below zero."""
    if len(digits) > len(str(LARGEST)) + 1 or abs(number := int(digits)) > LARGEST:
        raise MalformedError(f"the number {digits[:MOST_SHOWN]} is too large")
    return number


def claimed_type(line: bytes) -> str | None:
    """Return the `type` a line claims to have; None where even that cannot be read."""
    try:
        return _TYPE.decode(line).type
    except DECODING:
        return None


_TEXTS = msgspec.json.Decoder(list[msgspec.Raw])


def write_changes(changes: tuple[Event, ...]) -> str:
    """Return changes as JSON text: one as an object, several as a list."""
    return encode(changes[0] if len(changes) == 1 else changes).decode()


def read_changes(codec: Codec, text: str) -> tuple[Event, ...]:
    """Return the events in a text of changes. Raises MalformedError where the codec does not know one."""
    line = text.encode("utf-8", "replace")
    if not line.lstrip().startswith(b"["):
        return (codec.event(line),)
    try:
        refuse_deep(line)
        return tuple(codec.event(bytes(each)) for each in _TEXTS.decode(line))
    except DECODING as error:
        raise MalformedError(str(error)) from None
