"""What one asker may read of a log: what lies face down stays so, for everybody but its seat."""

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.effective import in_force
from events.envelope import Entry
from events.table import Corrected, TableOpened
from referee.kernel.game import Game
from referee.service.logs import Log
from referee.service.replay import states, take_backs
from referee.service.whatif import flat

REVEALED = "_revealed"
"""How the types of the events end that turn up what a seat had laid face down."""


class Seen(msgspec.Struct, frozen=True, kw_only=True):
    """An entry as one asker may read it; `before` and `after` are the states around it."""

    entry: Entry[Any]
    event: Event
    in_force: bool
    before: Any
    after: Any


def seen_log(game: Game, log: Log, asker: str | None) -> Iterator[Seen]:
    """Walk through a log as an asker may see it."""
    walked = list(states(log))
    events = [(seq, entry.event) for seq, entry, _ in walked]
    hidden = face_down(game.sealed, events)
    kept = in_force(len(walked), take_backs(log))
    over = bool(walked) and game.winners(walked[-1][2]) is not None
    before = None
    for seq, entry, after in walked:
        event = entry.event
        if hidden.get(seq, asker) != asker:
            event = covered(event)
        event = readable(game, event, after, asker, over=over)
        is_kept = any(seq in seqs for seqs in kept)
        yield Seen(entry=entry, event=event, in_force=is_kept, before=before, after=after)
        before = after


def face_down(sealed: frozenset[str], entries: Iterable[tuple[int, Event]]) -> dict[int, str]:
    """Find the entries that were never turned up, each with the seat that knows it.

    A choice is turned up by the first reveal of its seat before the seat chooses again: one that
    was taken back before it was shown stays secret for ever.
    """
    lying: dict[str, int] = {}
    hidden: dict[int, str] = {}
    for seq, event in entries:
        seat = getattr(event, "seat", "")
        if type_of(event) in sealed:
            lying[seat] = seq
            hidden[seq] = seat
        elif type_of(event).endswith(REVEALED) and seat in lying:
            del hidden[lying.pop(seat)]
    return hidden


def covered(event: Event) -> Event:
    """Copy an event as it looks from above: who laid it, and nothing else."""
    secret: dict[str, Any] = {name: None for name in event.__struct_fields__ if name != "seat"}
    return replace(event, **secret)


def readable(game: Game, event: Event, after: Any, asker: str | None, *, over: bool = True) -> Event:
    """Copy an event as an asker may read it, by what the game says it may see."""
    if isinstance(event, Corrected):
        return replace(event, position=readable_position(game, event.position, after, asker))
    if isinstance(event, TableOpened):
        return event if over else replace(event, seed=None)
    redacted = redactor_of(game)
    return event if redacted is None else redacted(event, asker)


def redactor_of(game: Game) -> Callable[[Event, str | None], Event] | None:
    """Find how a game with hands covers its events; None where nothing but what is sealed is secret."""
    return getattr(import_module(f"referee.games.{game.id}.view"), "redacted", None)


def may_tally(game: Game, state: Any) -> bool:
    """Whether the score so far is everybody's: not where hands count and are still held."""
    return game.tally is not None and (game.winners(state) is not None or redactor_of(game) is None)


def readable_position(game: Game, position: Any, after: Any, asker: str | None) -> Any:
    """Leave out of facts set by hand those that the asker's own position does not show."""
    shown = flat(msgspec.to_builtins(game.position(after, asker)))
    given = msgspec.to_builtins(position)
    kept: dict[str, Any] = {}
    for name, value in given.items():
        if value is not None:
            kept[name] = value if isinstance(value, dict) is False else pruned(value, name, shown)
            if not isinstance(value, dict) and name not in shown:
                del kept[name]
    return msgspec.convert(kept, type(position))


def pruned(value: dict[str, Any], path: str, shown: dict[str, Any]) -> dict[str, Any]:
    """Keep of nested facts only those with a path the asker sees."""
    kept = {}
    for key, part in value.items():
        inner = f"{path}.{key}"
        if isinstance(part, dict):
            if (left := pruned(part, inner, shown)) or not part:
                kept[key] = left
        elif any(known == inner or known.startswith(inner + ".") for known in shown) or is_count(part):
            kept[key] = part
    return kept


def is_count(value: Any) -> bool:
    """Whether a fact is a plain number: a position leaves out what there is none of."""
    return isinstance(value, int)
