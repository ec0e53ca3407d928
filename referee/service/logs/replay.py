"""Rebuild a table from its log: facts applied, nothing judged again."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Any

import msgspec

from events.codec import DECODING, Codec, as_malformed
from events.envelope import in_force
from events.stores.protocol import NO_HEAD, Head, hash_in
from events.table import TableOpened, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_of_first_line, find_game
from referee.service.logs.chain import DamagedLogError, verified
from referee.service.logs.sources import Log

IMPOSSIBLE = (LookupError, TypeError, ValueError, AttributeError)
"""What a reducer, total on accepted events, may raise on one that nobody accepted."""


class EmptyLogError(Exception):
    """A log without an entry: no such table, or an empty file."""


class Replayed(msgspec.Struct, frozen=True):
    """A table as its log rebuilds it.

    `head` is the last entry read; `backs` are (seq, to) of every take-back read, in order.
    """

    game: Game
    codec: Codec
    state: Any
    head: Head
    backs: tuple[tuple[int, int], ...] = ()


def replay(
    log: Log, upto: int | None = None, *, in_hindsight: bool = False, verify: bool = False
) -> Replayed:
    """Rebuild the state after entry `upto` (None: the last), in constant memory.

    By default it is what the table believed at that entry, moves since taken back included;
    `in_hindsight` leaves out what was taken back later. `verify` proves the chain on the way,
    to the end of the log, or to `upto`.
    Raises EmptyLogError, DamagedLogError, MalformedError, NewerLogError, UnknownGameError.
    """
    if in_hindsight and upto is not None:
        return _in_hindsight(log, upto, verify)
    seen = _settled(log, upto, verify)
    if not seen.backs:
        return seen
    kept = in_force(seen.head.revision, seen.backs)
    return msgspec.structs.replace(seen, state=fold_ranges(log, seen.game, seen.codec, kept))


def _settled(log: Log, upto: int | None, verify: bool) -> Replayed:
    """Fold a log; again where another process wrote to it meanwhile, so that no end is believed wrong."""
    head = log.head()
    try:
        return _fold(log, upto, verify)
    except DamagedLogError:
        if log.head() == head:
            raise
    return _settled(log, upto, verify)


def _in_hindsight(log: Log, upto: int, verify: bool) -> Replayed:
    whole = _settled(log, None, verify)
    kept = [range(r.start, min(r.stop, upto + 1)) for r in in_force(whole.head.revision, whole.backs)]
    state = fold_ranges(log, whole.game, whole.codec, [r for r in kept if r])
    return msgspec.structs.replace(whole, state=state)


def _fold(log: Log, upto: int | None, verify: bool) -> Replayed:
    """Apply every entry up to `upto`, and note the take-backs passed on the way.

    The state is right where there are none, as in most logs; else the entries in force are
    applied in a second pass.
    """
    lines = log.lines(1, upto)
    if verify:
        lines = verified(lines, log.head() if upto is None else None, table=log.table)
    line = next(lines, None)
    if line is None:
        raise EmptyLogError
    codec, _ = codec_of_first_line(line)
    game = find_game(codec.game)
    carrying, seq = codec.carrying, 1
    state = game.evolve(None, codec.carried(line))
    apply = game.reducers_at(state)
    backs = []
    try:
        for seq, line in enumerate(lines, 2):
            event = carrying(line).event
            kind = type(event)
            if kind is TakenBack:
                backs.append((seq, event.to))
            elif not backs:
                state = apply[kind](state, event)
    except DECODING as error:
        from referee.kernel.vocabulary import explain_unreadable

        raise DamagedLogError(
            seq, "log.unreadable", why=explain_unreadable(as_malformed(error, line))
        ) from error
    except IMPOSSIBLE as error:
        raise DamagedLogError(seq, "log.impossible") from error
    return Replayed(game, codec, state, Head(seq, hash_in(line)), tuple(backs))


def fold_ranges(log: Log, game: Game, codec: Codec, ranges: Iterable[range]) -> Any:
    """Apply the entries of some ranges of seqs, in order."""
    evolve, decode, state = game.evolve, codec.carried, None
    for seqs in ranges:
        for line in log.lines(seqs.start, seqs.stop - 1):
            state = evolve(state, decode(line))
    return state


def states(log: Log, upto: int | None = None) -> Iterator[tuple[int, Any, Any]]:
    """Walk through a log as the table lived it: (seq, entry, state believed after it).

    A take-back gives the state it went back to; the states it needs are kept from the start.
    Raises as `replay` does.
    """
    targets = {to for _, to in take_backs(log)}
    kept: dict[int, Any] = {}
    lines = log.lines(1, upto)
    first = next(lines, None)
    if first is None:
        raise EmptyLogError
    codec, _ = codec_of_first_line(first)
    evolve, state = find_game(codec.game).evolve, None
    for seq, line in zip(count(1), _chained(first, lines)):
        entry = codec.entry(line)
        event = entry.event
        state = kept.get(event.to, state) if type(event) is TakenBack else evolve(state, event)
        if seq in targets:
            kept[seq] = state
        yield seq, entry, state


def take_backs(log: Log) -> list[tuple[int, int]]:
    """Find (seq, to) of every take-back, in order.

    Lines that cannot be read are passed over: whoever applies them says what is wrong.
    """
    found = []
    for seq, line in enumerate(log.lines(), 1):
        if b"taken_back" in line:
            try:
                back = _BACK.decode(line).event
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                continue
            if back.type == "taken_back" and back.to is not None:
                found.append((seq, back.to))
    return found


class _Back(msgspec.Struct, frozen=True):
    type: str | None = None
    to: int | None = None


class _BackLine(msgspec.Struct, frozen=True):
    event: _Back = _Back()


_BACK = msgspec.json.Decoder(_BackLine)


def _chained(first: bytes, rest: Iterator[bytes]) -> Iterator[bytes]:
    yield first
    yield from rest


def head_of(log: Log) -> Head:
    """Give the head of a log, read from the lines where nobody else can tell."""
    if (head := log.head()) is not None:
        return head
    head = NO_HEAD
    for seq, line in enumerate(log.lines(), 1):
        head = Head(seq, hash_in(line))
    return head


def seed_of(log: Log, codec: Codec) -> str | None:
    """Find the seed a referee rolls and deals from, where its log holds one."""
    opened = codec.carried(next(log.lines(1, 1)))
    return opened.seed if isinstance(opened, TableOpened) else None
