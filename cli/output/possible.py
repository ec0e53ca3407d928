"""Print possible acts on a screen that all may see, and find acts by their printed numbers."""

from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct, to_builtins

from cli.problems import Problem
from cli.session import Session
from cli.tables import open_store
from events.base import TABLE, Event, type_of
from events.stores.protocol import hash_in
from referee.draw import Board, board_of
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat, same
from referee.kernel.registry import find_game, part_of
from referee.l10n import noun
from referee.service.files.written_files import write_file
from referee.service.tables.open_acts import (
    ends_by_coming_next,
    is_closing,
    is_idle,
    is_observed,
    is_secret_choice,
    public_acts,
    sort_acts,
)

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore
    from referee.kernel.table import TableState
    from referee.service.tables.table import Table


def is_private(game: Game, state: "TableState", seat: str) -> bool:
    """Return whether a seat's acts are for it alone: its choice is secret, or it holds cards unseen.

    Judged by what everybody may know: a curtain drawn only for good cards would tell of them.
    """
    events = game.legal(state, seat)
    if events and type_of(events[0]) in game.sealed:
        return True
    if seat == TABLE or not game.keeps_hands or game.winners(state) is not None:
        return False
    return not _known_facts(game.position(state, seat)) <= _known_facts(game.position(state, None))


def tells_of_cards(game: Game, state: "TableState", event: Event) -> bool:
    """Return whether an act, or its refusal, reveals cards that only its seat has seen."""
    seat = getattr(event, "seat", None)
    if seat is None or seat not in state.seats:
        return False
    return type_of(event) in game.depends_on_hidden | game.sealed and is_private(game, state, seat)


def _known_facts(part: object, path: tuple[object, ...] = ()) -> set[tuple[tuple[object, ...], object]]:
    """Return the known facts of a position, each as path and value; None is unknown."""
    match part:
        case dict():
            return set().union(*(_known_facts(value, (*path, key)) for key, value in part.items()))
        case list() | tuple():
            return set().union(*(_known_facts(value, (*path, i)) for i, value in enumerate(part)))
        case Struct():
            return _known_facts(to_builtins(part))
    return set() if part is None else {(path, part)}


def acts_of_everybody(game: Game, state: "TableState") -> tuple[Event, ...]:
    """Return the acts of all seats that may act, without those that reveal somebody's cards."""
    found: list[Event] = []
    for seat in game.acting(state):
        found += public_acts(game, state, seat) if is_private(game, state, seat) else game.legal(state, seat)
    return tuple(found)


def acts_by_seat(
    game: Game, state: "TableState", seat: str | None = None
) -> list[tuple[str, tuple[Event, ...]]]:
    """Return pairs of seat and acts possible now; what the table says is last, at its end what ends a window.

    For one `seat` all acts are listed, those after a window last. For None only acts that give nobody's cards
    away and that come before a window ends; seats whose people went home come first.
    """
    if seat is not None and seat != TABLE:
        events = sort_acts(game, game.legal(state, seat))
        return [(seat, tuple(sorted(events, key=lambda event: ends_by_coming_next(game, state, event))))]
    seats = sorted(game.acting(state), key=lambda each: each not in state.absent) if seat is None else ()
    own = [(each, _open_acts_of(game, state, each)) for each in seats if each != TABLE]
    said = sort_acts(game, game.legal(state, TABLE)) if TABLE in {*seats, seat} else ()
    busy = [event for event in said if not is_idle(game, state, event)]
    table = tuple(sorted(busy, key=lambda event: is_closing(game, event)))
    return [*own, (TABLE, table)] if TABLE in {*seats, seat} else own


def _open_acts_of(game: Game, state: "TableState", seat: str) -> tuple[Event, ...]:
    """Return the acts of a seat that reveal none of its cards; none for a secret choice."""
    if is_secret_choice(game, state, seat):
        return ()
    now = (event for event in public_acts(game, state, seat) if not ends_by_coming_next(game, state, event))
    return tuple(sort_acts(game, now))


def is_free(
    session: Session, state: "TableState", text: str, possible: Collection[Event], seat: str | None = None
) -> bool:
    """Return whether `text`, a number, means no possible act by itself, and so may stand for a listed one.

    Where cards are laid, 5 is the card 5, also when that is not in the hand.
    """
    try:
        said = session.parse(state, text, seat)
    except NotationError:
        return True
    return type_of(said) not in {type_of(event) for event in possible}


def find_numbered_act(
    session: Session,
    at: "Table",
    state: "TableState",
    line: str,
    hint: str,
    seen: int | None = None,
    place: str = "",
) -> Event | None:
    """Return the act that a number of the list stands for: `3`, or `A 3` for a seat's own list.

    None where the line is no number, or means an act by itself. A number counts for the list printed last at
    `place` (empty: now) and only while that is still the list; or where `seen` is the current revision.
    `hint` is the command that lists the acts. Raises Problem for a number that names nothing.
    """
    game = at.game
    who, _, number = f" {line}".rpartition(" ")
    if not number.isdecimal():
        return None
    try:
        seat = who.strip() and (TABLE if same(TABLE, who.strip()) else find_seat(state, who.strip()))
    except NotationError:
        return None
    events = [event for _, each in acts_by_seat(game, state, seat or None) for event in each]
    if not events or not is_free(session, state, line, events):
        return None
    n = int(number[:18])
    shown = _numbers_printed(session, at, place + (seat or "")) if seen != at.revision else None
    is_listed = shown is None or n in shown
    if not is_listed and (not shown or 1 <= n <= len(events)):
        raise _problem_of_number(session, at, state, seat or None, hint, place)
    if not 1 <= n <= len(events):
        raise Problem("cli.no_such_choice", hint, n=n, last=len(events))
    return events[n - 1]


def _numbers_printed(session: Session, at: "Table", who: str) -> set[int]:
    """Return the numbers printed last of the list of `who`; empty where the table has gone on since."""
    printed = _find_printed_list(session, at.name)
    return set() if printed is None or at.is_past(printed.revision) else {*printed.numbers.get(who, ())}


def _problem_of_number(
    session: Session, at: "Table", state: "TableState", seat: str | None, hint: str, place: str
) -> Problem:
    """Return the Problem of a number that names no act, with the list as it is now.

    A seat's own list is not shown. Remembers the numbers printed.
    """
    if seat and seat != TABLE:
        return Problem("cli.no_list", f"{hint} --as {quote(seat)}" if not place else hint, 1)
    listed = possible_in_words(session, at.game, state, place=place, is_asked=False)
    if not session.numbers:
        return Problem("cli.not_by_number", hint, 1, listed=listed)
    remember_numbers(session, at.name, at.revision)
    return Problem("cli.no_list_listed", hint, 1, listed=listed)


def possible_in_words(
    session: Session,
    game: Game,
    state: "TableState",
    most: int = 10_000,
    *,
    has_numbers: bool = True,
    place: str = "",
    is_asked: bool = True,
) -> str:
    """Return what may be done now as far as everybody may read it, a line each, after its number.

    Beyond `most` acts they are counted. Where nobody asked for the list (`is_asked` False), what only the
    table can have seen has no number.
    """
    by_seat = acts_by_seat(game, state)
    possible = [event for _, events in by_seat for event in events]
    speaker = by_seat[0][0] if len(by_seat) == 1 else None
    shown = possible[:most]
    if has_numbers:
        lines = act_lines(session, game, state, shown, speaker, place, is_asked=is_asked)
    else:
        lines = ["  " + label for label in session.labels(state, shown, speaker)]
    if len(possible) > most:
        lines.append("  " + session.say("cli.and_more", n=len(possible) - most))
    return "\n".join(lines)


def act_lines(
    session: Session,
    game: Game,
    state: "TableState",
    some: Sequence[Event],
    speaker: str | None = None,
    place: str = "",
    *,
    is_asked: bool = True,
) -> list[str]:
    """Return some of the possible acts, each after its number in the full list."""
    possible = [event for _, events in acts_by_seat(game, state) for event in events]
    labels = session.labels(state, some, speaker)
    return [
        number_act(session, state, possible.index(event) + 1, label, possible, place=place, is_asked=is_asked)
        if event in possible
        else "  " + session.notate(state, event)
        for event, label in zip(some, labels, strict=True)
    ]


def number_act(
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
    """Return `line` after number `n` in the list of `who` at `place`, and note that it was printed.

    There is no number where it means an act by itself, or where nobody asked for the list and only the table
    can have seen the act.
    """
    is_seen = not is_asked and is_observed(find_game(state.game), possible[n - 1])
    if is_seen or not is_free(session, state, f"{who} {n}".strip(), possible):
        return f"  {line}"
    session.numbers.setdefault(place + who, set()).add(n)
    return f"{n:>3}  {line}"


def closing_words(session: Session, game: Game, state: "TableState") -> list[str]:
    """Return the heading over what ends a window, and who may still do what; empty without a window."""
    view = game.view(state, None)
    if not getattr(view, "windows", None):
        return []
    words = board_of(game.id).window_words(view, session.lang)
    return [session.say("cli.table_says"), *("    " + each for each in words)]


def seals_due(session: Session, game: Game, state: "TableState", table: str) -> list[str]:
    """Return a line for each seat that has to open a seal before the game goes on."""
    seals = game.seals
    due = [
        seal.seat for seal in state.seals if seals is not None and seals.is_due(state, seal.seat, seal.about)
    ]
    return [
        session.say("seals.open_first", seat=seat, id=quote(seat), table=quote(table), names=state.names)
        for seat in dict.fromkeys(due)
    ]


def seen_words(session: Session, game: Game, state: "TableState", seat: str | None) -> list[str]:
    """Return what each card is that only this seat sees; empty where the game has no words for it."""
    if (board := part_of(game.id, Board)) is None or seat not in state.seats:
        return []
    return board.seen_words(game.view(state, seat), session.lang)


def template_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Return a sample line for each kind of act with too many possibilities to list, under what it is for."""
    found = [event for seat in seats for event in game.samples(state, seat)]
    return [
        line
        for event in found
        for line in (
            session.say(f"{game.id}.template.{type_of(event)}"),
            "    " + session.notate(state, event),
        )
    ]


def card_words(session: Session, game: Game, state: "TableState", seats: Iterable[str]) -> list[str]:
    """Return for each seat which kinds of acts its hidden cards decide, and how to list them."""
    if not game.depends_on_hidden or game.winners(state) is not None:
        return []
    who: dict[tuple[str, ...], list[str]] = {}
    for seat in seats:
        who.setdefault(_kinds_by_cards(session, game, state, seat), []).append(seat)
    return [
        session.say(
            "cli.by_cards", seats=those, names=state.names, what=kinds, id="SEAT" if those[1:] else those[0]
        )
        for kinds, those in who.items()
        if kinds
    ]


def _kinds_by_cards(session: Session, game: Game, state: "TableState", seat: str) -> tuple[str, ...]:
    """Return the kinds of acts of a seat that hidden cards decide, by what everybody may know."""
    events = sort_acts(game, (*game.legal(state, seat), *game.legal(game.known(state, None), seat)))
    now = (type_of(event) for event in events if not ends_by_coming_next(game, state, event))
    kinds = dict.fromkeys(kind for kind in now if kind in game.depends_on_hidden)
    return tuple(noun("event", kind, session.lang, game.id) for kind in kinds)


def can_anybody_act(game: Game, state: "TableState", seats: Iterable[str]) -> bool:
    """Return whether any of these seats, or the table, may do anything at all."""
    return any(game.legal(state, seat) or game.samples(state, seat) for seat in seats)


_MOST_TABLES = 50
"""The numbered list printed last is remembered for this many tables; the oldest goes first."""


class _PrintedList(msgspec.Struct, frozen=True):
    """The numbers last printed at a revision, by the list they stand in.

    `hash` is that of the revision's entry: another table of that name has another one.
    """

    revision: int
    hash: str
    numbers: dict[str, list[int]]


def remember_numbers(session: Session, table: str, revision: int) -> None:
    """Remember on disk the numbers this call has printed; where that fails, they are forgotten."""
    if not session.numbers:
        return
    store = open_store(session)
    hash, lists = _hash_at(store, table, revision), _read_printed_lists(store)
    before = lists.pop(table, None)
    known = (
        before.numbers if before is not None and (before.revision, before.hash) == (revision, hash) else {}
    )
    merged = {
        who: sorted({*known.get(who, ()), *session.numbers.get(who, ())})
        for who in {*known, *session.numbers}
    }
    session.numbers.clear()
    kept = dict([*lists.items(), (table, _PrintedList(revision, hash, merged))][-_MOST_TABLES:])
    with suppress(OSError):
        write_file(_file_of_printed_lists(store), [msgspec.json.encode(kept).decode()])


def _find_printed_list(session: Session, table: str) -> _PrintedList | None:
    """Return what was printed last of a table; None where nothing was, or of another table of that name."""
    store = open_store(session)
    found = _read_printed_lists(store).get(table)
    return found if found is not None and found.hash == _hash_at(store, table, found.revision) else None


def _hash_at(store: "ServedStore", table: str, revision: int) -> str:
    """Return the hash of the entry at a revision, "" where there is none."""
    line: Any = next(iter(store.read(table, revision, revision)), None)
    return "" if line is None else hash_in(line)


def _read_printed_lists(store: "ServedStore") -> dict[str, _PrintedList]:
    """Return the printed lists by table; empty where the file cannot be read."""
    try:
        return msgspec.json.decode(_file_of_printed_lists(store).read_bytes(), type=dict[str, _PrintedList])
    except (OSError, msgspec.MsgspecError):
        return {}


def _file_of_printed_lists(store: "ServedStore") -> Path:
    """Return the path of the file of printed lists, beside the secret of the store."""
    return store.secret.with_suffix(".lists")
