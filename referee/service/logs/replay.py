"""Rebuild states from a log: events applied, nothing judged again."""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import Any, Protocol, TypeVar

import msgspec

from events.base import Event
from events.codec import DECODING, Codec, as_malformed
from events.envelope import Entry, cut
from events.stores.protocol import NO_HEAD, Head, hash_in
from events.table import TableOpened, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.service.logs.chain import DamagedLogError, unreadable, verified
from referee.service.logs.sources import Log, gone_back_to

IMPOSSIBLE = (LookupError, TypeError, ValueError, AttributeError)
"""What a reducer, total on accepted events, may raise on one that nobody accepted."""


class EmptyLogError(Exception):
    """A log without an entry: no such table, or an empty file."""


class _HasEvent(Protocol):
    """An entry, or as much of it as somebody needs."""

    @property
    def event(self) -> Any:
        """The event to apply."""


L = TypeVar("L")
E = TypeVar("E", bound=_HasEvent)
_GoBack = Callable[[int, Any], Any]
"""Returns the state after an entry, or (no such entry) its second argument, the state now."""
_NOTHING_NOTED: dict[int, Any] = {}


def iter_states(
    game: Game,
    lines: Iterable[L],
    decode: Callable[[L], E],
    go_back: _GoBack,
    state: Any = None,
    after: int = 0,
    noted: dict[int, Any] = _NOTHING_NOTED,
) -> Iterator[tuple[int, L, E, Any]]:
    """Yield (seq, line, entry, state believed after it). Everything that applies a log does it here.

    `state` is the state after entry `after`, which the first line follows. A take-back gives the state
    `go_back` returns. The state after each entry that is a key of `noted` becomes its value. Raises
    DamagedLogError at a line that cannot be read or applied.
    """
    reducers = None if state is None else game.reducers_at(state)
    for seq, line in enumerate(lines, after + 1):
        try:
            entry = decode(line)
            event = entry.event
            kind = type(event)
            if reducers is None:
                state = game.evolve(None, event)
                reducers = game.reducers_at(state)
            elif kind is TakenBack:
                state = go_back(event.to, state)
            else:
                state = reducers[kind](state, event)
        except DECODING as error:
            raise unreadable(seq, as_malformed(error, line if isinstance(line, bytes) else b"")) from error
        except IMPOSSIBLE as error:
            raise DamagedLogError(seq, "log.impossible") from error
        if noted and seq in noted:
            noted[seq] = state
        yield seq, line, entry, state


def iter_log(
    lines: Iterable[bytes],
    decode: Callable[[bytes], E],
    game: Game,
    again: Callable[[], Iterator[bytes]],
) -> Iterator[tuple[int, bytes, E, Any]]:
    """Yield as `iter_states` does from the first line on, in memory that grows with the take-backs alone.

    `again` opens the same lines once more: that happens at the first take-back, as most logs have none.
    """
    noted: dict[int, Any] = {}

    def go_back(to: int, state: Any) -> Any:
        if not noted:
            noted.update(dict.fromkeys((0, *gone_back_to(again()))))
            before = iter_states(game, again(), decode, go_back, noted=noted)
            next((step for step in before if type(step[2].event) is TakenBack), None)
        found = noted.get(to)
        return state if found is None else found

    return iter_states(game, lines, decode, go_back, noted=noted)


def with_codec(lines: Iterable[bytes]) -> tuple[Codec, Iterator[bytes]]:
    """Return the codec of a log, and all its lines.

    Raises EmptyLogError, NewerLogError, UnknownGameError, MalformedError where the first is no opening.
    """
    rest = iter(lines)
    first = next(rest, None)
    if first is None:
        raise EmptyLogError
    return codec_of_first_line(first)[0], chain((first,), rest)


class Replayed(msgspec.Struct, frozen=True):
    """A table as its log rebuilds it. `head` is that of the last entry read."""

    game: Game
    codec: Codec
    state: Any
    head: Head


def replay(log: Log, upto: int | None = None, *, verify: bool = False) -> Replayed:
    """Return what the table believed after entry `upto` (None: the last), moves since taken back included.

    `verify` proves the chain on the way, to the end of the log, or to `upto`. A log that another process
    wrote to meanwhile is read again before it is called damaged.
    Raises EmptyLogError, DamagedLogError, MalformedError, NewerLogError, UnknownGameError.
    """
    try:
        return _replay_once(log, upto, verify=verify)
    except DamagedLogError:
        head = log.head()
    try:
        return _replay_once(log, upto, verify=verify)
    except DamagedLogError:
        if log.head() == head:
            raise
    return replay(log, upto, verify=verify)


def _replay_once(log: Log, upto: int | None, *, verify: bool) -> Replayed:
    """Return what the log rebuilds, as `replay`; a log written to meanwhile may seem damaged."""
    lines = log.lines(1, upto)
    if verify:
        lines = verified(lines, log.head() if upto is None else None, table=log.table)
    codec, lines = with_codec(lines)
    game = find_game(codec.game)
    ((seq, line, _, state),) = deque(iter_log(lines, codec.carrying, game, log.lines), maxlen=1)
    return Replayed(game, codec, state, Head(seq, hash_in(line)))


def states(log: Log, upto: int | None = None) -> Iterator[tuple[int, Entry[Any], Any]]:
    """Yield (seq, entry, state believed after it), up to entry `upto` (None: the last).

    Raises as `replay` does.
    """
    codec, lines = with_codec(log.lines(1, upto))
    steps = iter_log(lines, codec.entry, find_game(codec.game), log.lines)
    yield from ((seq, entry, state) for seq, _, entry, state in steps)


class WayBack:
    """Which entries are in force while a log goes on, and the states that take-backs go back to."""

    def __init__(self, places: frozenset[int]) -> None:
        """Start before the first entry; `places` are the entries that a take-back will name."""
        self._places = places
        self._states: dict[int, Any] = {}
        self._in_force: list[range] = []
        self._start = 1

    def note(self, seq: int, state: Any) -> None:
        """Remember the state after an entry, if a take-back will name it."""
        if seq in self._places:
            self._states[seq] = state

    def is_open(self, to: int, seq: int) -> bool:
        """Return whether entry `to` is in force before entry `seq`, its state remembered."""
        ranges = (*self._in_force, range(self._start, seq))
        return to in self._states and any(to in seqs for seqs in ranges)

    def state(self, to: int, default: Any = None) -> Any:
        """Return the state after entry `to`, `default` where it is not remembered."""
        return self._states.get(to, default)

    def take_back(self, to: int, seq: int) -> None:
        """Put the entries between `to` and the take-back `seq` out of force."""
        self._in_force = cut(self._in_force, range(self._start, seq), to)
        self._start = seq


def head_of(log: Log) -> Head:
    """Return the head of a log, counted from its lines where no store acknowledged one."""
    if (head := log.head()) is not None:
        return head
    head = NO_HEAD
    for seq, line in enumerate(log.lines(), 1):
        head = Head(seq, hash_in(line))
    return head


def seed_of(log: Log, codec: Codec) -> str | None:
    """Return the seed in the opening; None where the table deals or the seed is kept elsewhere."""
    opened: Event = codec.carried(next(log.lines(1, 1)))
    return opened.seed if isinstance(opened, TableOpened) else None
