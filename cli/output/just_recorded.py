"""What people round one screen may read of what was just recorded, and of what is possible."""

from typing import TYPE_CHECKING

from msgspec import Struct, to_builtins

from cli.frame.session import Session
from events.base import TABLE, Event, type_of
from referee.kernel.game import Game
from referee.service.tables.open_acts import open_to_all

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.submissions import Recorded
    from referee.service.tables.table import Table


def is_private(game: Game, state: "TableState", seat: str) -> bool:
    """Whether what a seat may do next is for that seat alone: a face-down choice, or cards it holds unseen.

    It is judged by what everybody may know: a curtain drawn only for good cards would tell of them.
    """
    events = game.legal(state, seat)
    if events and type_of(events[0]) in game.sealed:
        return True
    if seat == TABLE or not game.keeps_hands or game.winners(state) is not None:
        return False
    return not known(game.position(state, seat)) <= known(game.position(state, None))


def tells_of_cards(game: Game, state: "TableState", event: Event) -> bool:
    """Whether an act, or its refusal, tells of cards that only its seat has seen."""
    seat = getattr(event, "seat", None)
    if seat is None or seat not in state.seats:
        return False
    return type_of(event) in game.depends_on_hidden | game.sealed and is_private(game, state, seat)


def known(part: object, path: tuple[object, ...] = ()) -> set[tuple[tuple[object, ...], object]]:
    """List the facts of a position that are known, each with its path."""
    match part:
        case dict():
            return set().union(*(known(value, (*path, key)) for key, value in part.items()))
        case list() | tuple():
            return set().union(*(known(value, (*path, i)) for i, value in enumerate(part)))
        case Struct():
            return known(to_builtins(part))
    return set() if part is None else {(path, part)}


def of_everybody(game: Game, state: "TableState") -> tuple[Event, ...]:
    """List the acts of everybody who may act, as far as they give nobody's cards away."""
    found: list[Event] = []
    for seat in game.acting(state):
        found += open_to_all(game, state, seat) if is_private(game, state, seat) else game.legal(state, seat)
    return tuple(found)


def news(session: Session, at: "Table", recorded: "Recorded") -> list[str]:
    """Tell what was recorded and what the referee dealt after it, a line each, secrets covered.

    What was laid face down is not told at all: the board shows that it lies there. Nor is what the act
    said itself, as that a canoe came ashore.
    """
    from msgspec.structs import replace

    from cli.output.sentences import entry_line
    from referee.l10n.messages import left_unsaid

    lines, act = [], None
    for seen in at.log_index.view()[recorded.first - 1 :]:
        seq, kind = seen.entry.seq, seen.entry.kind
        act = act if kind == "consequence" else seen.event
        if session.as_json:
            lines.append(as_json(seq, kind, seen.event, recorded))
        elif type_of(seen.event) not in at.game.sealed and (rest := left_unsaid(at.game.id, seen.event, act)):
            lines.append(entry_line(session, at.log_index, replace(seen, event=rest)))
    return lines


def as_json(seq: int, kind: str, event: Event, recorded: "Recorded") -> str:
    """Give one entry as a line of JSON, with the rules of what was just judged."""
    import msgspec

    rules = recorded.judged[seq - recorded.first].rules if seq <= recorded.revision else ()
    return msgspec.json.encode({"seq": seq, "kind": kind, "event": event, "rules": rules}).decode()
