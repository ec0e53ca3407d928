"""What is possible, in words for one screen: cards only a seat sees, windows and whose word ends them."""

from collections.abc import Collection, Iterable, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.problems import Problem
from cli.frame.session import Session
from events.base import TABLE, Event, type_of
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat, same
from referee.kernel.registry import find_game
from referee.service.tables.open_acts import is_secret_choice, open_to_all
from referee.service.tables.windows import goes_on, in_order, is_closing, is_idle, is_observed

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.table import Table


def listed_by_seat(
    game: Game, state: "TableState", seat: str | None = None
) -> list[tuple[str, tuple[Event, ...]]]:
    """List what may be done now by who does it: the table last, and at its end what ends a window.

    For one `seat` (or the table) everything is listed, what comes after a window last; else only acts that
    give nobody's cards away, and what is to be done before; first for who went home, whom the others wait
    for.
    """
    if seat is not None and seat != TABLE:
        events = in_order(game, game.legal(state, seat))
        return [(seat, tuple(sorted(events, key=lambda event: goes_on(game, state, event))))]
    seats = sorted(game.acting(state), key=lambda each: each not in state.absent) if seat is None else ()
    own = [(each, listed_openly(game, state, each)) for each in seats if each != TABLE]
    said = in_order(game, game.legal(state, TABLE)) if TABLE in {*seats, seat} else ()
    busy = [event for event in said if not is_idle(game, state, event)]
    table = tuple(sorted(busy, key=lambda event: is_closing(game, event)))
    return [*own, (TABLE, table)] if TABLE in {*seats, seat} else own


def listed_openly(game: Game, state: "TableState", seat: str) -> tuple[Event, ...]:
    """List the acts of a seat that give nobody's cards away; a secret choice gives none."""
    if is_secret_choice(game, state, seat):
        return ()
    now = (event for event in open_to_all(game, state, seat) if not goes_on(game, state, event))
    return tuple(in_order(game, now))


def is_free(
    session: Session, state: "TableState", text: str, possible: Collection[Event], seat: str | None = None
) -> bool:
    """Whether a number says nothing by itself, and may stand for an act.

    Where cards are laid, 5 is the card 5, also when that is not in the hand.
    """
    try:
        said = session.read(state, text, seat)
    except NotationError:
        return True
    return type_of(said) not in {type_of(event) for event in possible}


def numbered(
    session: Session,
    at: "Table",
    state: "TableState",
    line: str,
    hint: str,
    seen: int | None = None,
    place: str = "",
) -> Event | None:
    """Give the act that a number of the list stands for: `3`, or `A 3` for a seat's own list.

    None where the line is no number, or means an act by itself. A number counts for the list printed
    last, at `place`, and only while that is the list still; or where `seen` names the revision. `hint` is
    the command that lists the acts.
    """
    game = at.game
    who, _, number = f" {line}".rpartition(" ")
    if not number.isdecimal():
        return None
    try:
        seat = who.strip() and (TABLE if same(TABLE, who.strip()) else find_seat(state, who.strip()))
    except NotationError:
        return None
    events = [event for _, each in listed_by_seat(game, state, seat or None) for event in each]
    if not events or not is_free(session, state, line, events):
        return None
    n = int(number[:18])
    shown = numbers_shown(session, at, place + (seat or "")) if seen != at.revision else None
    is_listed = shown is None or n in shown
    if not is_listed and (not shown or 1 <= n <= len(events)):
        raise without_list(session, at, state, seat or None, hint, place)
    if not 1 <= n <= len(events):
        raise Problem("cli.no_such_choice", hint, n=n, last=len(events))
    return events[n - 1]


def numbers_shown(session: Session, at: "Table", who: str) -> set[int]:
    """Give the numbers that were printed last of a table as it is now; none where it has gone on since."""
    from cli.tables.printed_list import printed_list

    printed = printed_list(session, at.name)
    return set() if printed is None or at.is_past(printed.revision) else {*printed.numbers.get(who, ())}


def without_list(
    session: Session, at: "Table", state: "TableState", seat: str | None, hint: str, place: str
) -> Problem:
    """Say that a number names nothing, over the list as it is now; a seat's own is for itself to list."""
    from cli.tables.printed_list import remember_numbers

    if seat and seat != TABLE:
        return Problem("cli.no_list", f"{hint} --as {quote(seat)}" if not place else hint, 1)
    listed = in_words(session, at.game, state, place=place, is_asked=False)
    if not session.numbers:
        return Problem("cli.not_by_number", hint, 1, listed=listed)
    remember_numbers(session, at.name, at.revision)
    return Problem("cli.no_list_listed", hint, 1, listed=listed)


def in_words(
    session: Session,
    game: Game,
    state: "TableState",
    most: int = 10_000,
    *,
    has_numbers: bool = True,
    place: str = "",
    is_asked: bool = True,
) -> str:
    """List what may be done now as far as everybody may read it, with the numbers that stand for it.

    Where nobody asked for the list, what only the table can have seen has no number.
    """
    by_seat = listed_by_seat(game, state)
    possible = [event for _, events in by_seat for event in events]
    speaker = by_seat[0][0] if len(by_seat) == 1 else None
    shown = possible[:most]
    if has_numbers:
        lines = choices(session, game, state, shown, speaker, place, is_asked=is_asked)
    else:
        lines = ["  " + label for label in session.labels(state, shown, speaker)]
    if len(possible) > most:
        lines.append("  " + session.say("cli.and_more", n=len(possible) - most))
    return "\n".join(lines)


def choices(
    session: Session,
    game: Game,
    state: "TableState",
    some: Sequence[Event],
    speaker: str | None = None,
    place: str = "",
    *,
    is_asked: bool = True,
) -> list[str]:
    """Say some of the possible acts, each after its number in the full list."""
    possible = [event for _, events in listed_by_seat(game, state) for event in events]
    labels = session.labels(state, some, speaker)
    return [
        with_number(
            session, state, possible.index(event) + 1, label, possible, place=place, is_asked=is_asked
        )
        if event in possible
        else "  " + session.notate(state, event)
        for event, label in zip(some, labels, strict=True)
    ]


def with_number(
    session: Session,
    state: "TableState",
    n: int,
    line: str,
    possible: Sequence[Event],
    who: str = "",
    place: str = "",
    *,
    is_asked: bool = True,
) -> str:
    """Write an act after its number in the list of `who` at `place`.

    It has none where the number means an act by itself, and, where nobody asked for the list, where only
    the table can have seen it.
    """
    is_seen = not is_asked and is_observed(find_game(state.game), possible[n - 1])
    if is_seen or not is_free(session, state, f"{who} {n}".strip(), possible):
        return f"  {line}"
    session.numbers.setdefault(place + who, set()).add(n)
    return f"{n:>3}  {line}"


def closing_words(session: Session, game: Game, state: "TableState") -> list[str]:
    """Write the heading over what ends a window: when that is said, and who may still do what."""
    from referee.draw import board_of

    view = game.view(state, None)
    if not getattr(view, "windows", None):
        return []
    words = board_of(game.id).window_words(view, session.lang)
    return [session.say("cli.table_says"), *("    " + each for each in words)]


def seals_due(session: Session, game: Game, state: "TableState", table: str) -> list[str]:
    """Ask whoever has sealed what is due now to open it: the game goes on only then."""
    seals = game.seals
    due = [
        seal.seat for seal in state.seals if seals is not None and seals.is_due(state, seal.seat, seal.about)
    ]
    return [
        session.say("seals.open_first", seat=seat, id=quote(seat), table=quote(table), names=state.names)
        for seat in dict.fromkeys(due)
    ]


def seen_words(session: Session, game: Game, state: "TableState", seat: str | None) -> list[str]:
    """Say what each of the cards is that only this seat sees, and that what is possible names."""
    from referee.draw import Board
    from referee.kernel.registry import part_of

    board = part_of(game.id, Board)
    if board is None or seat not in state.seats:
        return []
    return board.seen_words(game.view(state, seat), session.lang)


def template_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Write a sample line for each kind of act with too many possibilities to list, below what it is for."""
    if game.templates is None:
        return []
    found = [event for seat in seats for event in game.templates(state, seat)]
    return [
        line
        for event in found
        for line in (
            session.say(f"{game.id}.template.{type_of(event)}"),
            "    " + session.notate(state, event),
        )
    ]


def card_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Say for each seat which kinds of acts its hidden cards decide, and how to list them."""
    if not game.depends_on_hidden or game.winners(state) is not None:
        return []
    who: dict[tuple[str, ...], list[str]] = {}
    for seat in seats:
        who.setdefault(kinds_by_cards(session, game, state, seat), []).append(seat)
    return [
        session.say(
            "cli.by_cards", seats=those, names=state.names, what=kinds, id="SEAT" if those[1:] else those[0]
        )
        for kinds, those in who.items()
        if kinds
    ]


def kinds_by_cards(session: Session, game: Game, state: "TableState", seat: str) -> tuple[str, ...]:
    """Name the kinds of acts of a seat that hidden cards decide.

    Every kind that is possible by what everybody may know is named; the hand only ever allows less.
    """
    from referee.l10n import noun

    events = in_order(game, (*game.legal(state, seat), *game.legal(game.known(state, None), seat)))
    now = (type_of(event) for event in events if not goes_on(game, state, event))
    kinds = dict.fromkeys(kind for kind in now if kind in game.depends_on_hidden)
    return tuple(noun("event", kind, session.lang, game.id) for kind in kinds)


def offered(game: Game, state: "TableState", seats: Iterable[str]) -> bool:
    """Whether some seats, or the table, may do anything at all."""
    return any(
        game.legal(state, seat) or (game.templates is not None and game.templates(state, seat))
        for seat in seats
    )
