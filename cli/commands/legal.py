"""`referee legal`: what may be done now.

Without `--seat` it lists the acts of everybody who may act now; as text, it only announces a secret
choice. The list of a seat tells what it holds in hand, so at a table with secrets people ask only for
their own.
"""

from shlex import quote
from typing import Annotated

import typer

from cli.output.possible import (
    acts_by_seat,
    can_anybody_act,
    card_words,
    closing_words,
    number_act,
    remember_numbers,
    seals_due,
    seen_words,
    template_words,
)
from cli.parameters import At, SourceArgument, complete_seats
from cli.session import Session
from cli.sources import Moment, find_source, moment
from cli.tables import get_seat
from events.base import TABLE, Event
from referee.draw import board_of
from referee.service.answers.tables import possible_now, previews
from referee.service.tables.open_acts import (
    acts_of_table,
    is_closing,
    is_observed,
    is_secret_choice,
    sort_acts,
)

EXAMPLE = """\
referee legal evening
referee legal evening --as B
referee legal evening --notation
referee legal game.jsonl --at 41 --json
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    seat: Annotated[
        str | None,
        typer.Option(
            "--as",
            "--seat",
            metavar="SEAT",
            help="Only what this seat (or `table`) may do.",
            autocompletion=complete_seats,
        ),
    ] = None,
    at: At = None,
    notation: Annotated[bool, typer.Option("--notation", help="The exact lines one types.")] = False,
) -> None:
    """List what may be done now."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    if seat != TABLE:
        seat = get_seat(found.label, now.state, seat)
    seats = now.game.acting(now.state) if seat is None else (seat,)
    if session.as_json:
        for each in possible_now(now.game, now.state, _acts_of(now, seat), session.lang):
            session.emit(each)
        return
    has_numbers = found.file is None and at is None and not notation
    listing = _Listing(session, now, seat, notation=notation, has_numbers=has_numbers)
    _print_possible(session, found.label, now, seat, seats, listing)
    if has_numbers and session.numbers:
        listing.print_how(found.label)
        remember_numbers(session, found.label, now.revision)


def _acts_of(now: Moment, seat: str | None) -> tuple[Event, ...]:
    """Return all acts of a seat, due ones first; for None those of everybody that all may read."""
    if seat is None:
        return acts_of_table(now.game, now.state)
    return sort_acts(now.game, now.game.legal(now.state, seat))


class _Listing:
    """Prints acts: in words after the number that `do` takes, or (`notation`) as lines to type.

    `asked` is the seat whose list it is, None for everybody's. `shown` counts the acts printed so far.
    """

    def __init__(
        self, session: Session, now: Moment, asked: str | None, *, notation: bool, has_numbers: bool
    ) -> None:
        self.session, self.game, self.state, self.asked = session, now.game, now.state, asked
        self.notation, self.has_numbers = notation, has_numbers
        self.by_seat = acts_by_seat(now.game, now.state, asked)
        self.possible = [event for _, events in self.by_seat for event in events]
        self.shown = 0

    def show(self, events: tuple[Event, ...]) -> None:
        """Print acts and count them."""
        for line in self.lines(events):
            print(line, flush=True)
        self.shown += len(events)

    def lines(self, events: tuple[Event, ...]) -> list[str]:
        """Return acts as lines to type, or in words, with numbers where those may be typed."""
        if self.notation:
            return self.session.lines(self.state, events)
        labels = self.session.labels(self.state, events, self.asked)
        if not self.has_numbers:
            return labels
        return [
            number_act(self.session, self.state, n, label, self.possible, self.asked or "")
            for n, label in enumerate(labels, self.shown + 1)
        ]

    def print_how(self, table: str) -> None:
        """Print how the first numbered act is done by its number; nothing where none has one."""
        who = self.asked or ""
        numbers = sorted(self.session.numbers[who])
        n = next((n for n in numbers if not is_observed(self.game, self.possible[n - 1])), None)
        if n is None:
            return
        hint = f"referee do {quote(table)} {f'{who} {n}'.strip()}"
        how = "cli.do_by_number" if n == 1 else "cli.do_by_this_number"
        self.session.tell(self.session.say(how, hint=hint, n=n))


def _print_possible(
    session: Session, label: str, now: Moment, asked: str | None, seats: tuple[str, ...], listing: _Listing
) -> None:
    """Print what is possible: secret choices only for the seat that asks, what the table says last."""
    sealed = seals_due(session, now.game, now.state, label)
    session.tell_all(sealed)
    if not sealed and not can_anybody_act(now.game, now.state, seats):
        session.tell(session.say("cli.nothing_possible"))
    own = tuple(seat for seat in seats if seat != TABLE)
    session.tell_all(_absent_in_words(session, now, own))
    session.tell_all(seen_words(session, now.game, now.state, asked))
    for seat, events in listing.by_seat:
        if seat == TABLE:
            continue
        if asked is None and is_secret_choice(now.game, now.state, seat):
            session.tell(session.say("cli.secret_choice", seat=seat, names=now.state.names))
        listing.show(events)
    if asked is None:
        session.tell_all(card_words(session, now.game, now.state, own))
    for seat, events in listing.by_seat:
        if seat == TABLE:
            _print_table_acts(session, now, events, listing)
    session.tell_all(template_words(session, now.game, now.state, seats if asked else (TABLE,)))
    _print_previews(session, now)


def _absent_in_words(session: Session, now: Moment, seats: tuple[str, ...]) -> list[str]:
    """Return for each seat whose people went home that somebody plays on for it."""
    absent = (seat for seat in seats if seat in now.state.absent)
    return [session.say("cli.plays_for", seat=seat, id=seat, names=now.state.names) for seat in absent]


def _print_table_acts(session: Session, now: Moment, events: tuple[Event, ...], listing: _Listing) -> None:
    """Print what the table says: observations, then what ends a window under its own heading."""
    closing = tuple(event for event in events if is_closing(now.game, event))
    listing.show(events[: len(events) - len(closing)])
    session.tell_all(closing_words(session, now.game, now.state))
    listing.show(closing)


def _print_previews(session: Session, now: Moment) -> None:
    """Print how far each turn of a boat would run, whether it crashes and where it would stand."""
    ahead = previews(now.game, now.state)
    if ahead:
        view = now.game.view(now.state, None)
        way_words = board_of(now.game.id).way_words
        for way in ahead.values():
            session.tell(way_words(view, session.lang, way))
