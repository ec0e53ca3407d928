"""`referee legal`: what may be done now.

Without `--seat` it lists the acts of everybody who may act now; as text, it only announces a secret
choice. The list of a seat tells what it holds in hand, so at a table with secrets people ask only for
their own.
"""

from collections.abc import Iterable
from shlex import quote
from typing import Annotated

import typer

from cli.commands.table.show import At
from cli.frame.session import Session
from cli.help import completions
from cli.output.possible_now import (
    card_words,
    closing_words,
    listed_by_seat,
    offered,
    seals_due,
    seen_words,
    template_words,
    with_number,
)
from cli.tables.find_table import Moment, SourceArgument, find_source, known_seat, moment
from events.base import TABLE, Event
from referee.service.tables.open_acts import is_secret_choice, of_the_whole_table
from referee.service.tables.windows import in_order, is_closing, is_observed

EXAMPLE = """\
Examples:

\b
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
            autocompletion=completions.seats,
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
        seat = known_seat(found.label, now.state, seat)
    seats = now.game.acting(now.state) if seat is None else (seat,)
    if session.as_json:
        from referee.service.answers.tables import possible_now

        for each in possible_now(now.game, now.state, events_of(now, seat), session.lang):
            session.emit(each)
        return
    has_numbers = found.file is None and at is None and not notation
    listing = Listing(session, now, seat, notation=notation, has_numbers=has_numbers)
    tell(session, found.label, now, seat, seats, listing)
    if has_numbers and session.numbers:
        from cli.tables.printed_list import remember_numbers

        listing.tell_how(found.label)
        remember_numbers(session, found.label, now.revision)


def events_of(now: Moment, seat: str | None) -> tuple[Event, ...]:
    """List all acts of a seat, or (None) what anybody may do as everybody may read it; due ones first."""
    if seat is None:
        return of_the_whole_table(now.game, now.state)
    return in_order(now.game, now.game.legal(now.state, seat))


class Listing:
    """Prints acts: what one would do, with the number `do` takes for it, or the lines one types."""

    def __init__(
        self, session: Session, now: Moment, asked: str | None, *, notation: bool, has_numbers: bool
    ) -> None:
        self.session, self.game, self.state, self.asked = session, now.game, now.state, asked
        self.notation, self.has_numbers = notation, has_numbers
        self.by_seat = listed_by_seat(now.game, now.state, asked)
        self.possible = [event for _, events in self.by_seat for event in events]
        self.shown = 0

    def show(self, events: tuple[Event, ...]) -> None:
        """Print acts, a line each."""
        for line in self.written(events):
            print(line, flush=True)
        self.shown += len(events)

    def written(self, events: tuple[Event, ...]) -> list[str]:
        """Write acts as this listing shows them."""
        if self.notation:
            return self.session.lines(self.state, events)
        labels = self.session.labels(self.state, events, self.asked)
        if not self.has_numbers:
            return labels
        return [
            with_number(self.session, self.state, n, label, self.possible, self.asked or "")
            for n, label in enumerate(labels, self.shown + 1)
        ]

    def tell_how(self, table: str) -> None:
        """Say how the first of the listed acts that has a number is done by it."""
        who = self.asked or ""
        numbers = sorted(self.session.numbers[who])
        n = next((n for n in numbers if not is_observed(self.game, self.possible[n - 1])), None)
        if n is None:
            return
        hint = f"referee do {quote(table)} {f'{who} {n}'.strip()}"
        how = "cli.do_by_number" if n == 1 else "cli.do_by_this_number"
        self.session.tell(self.session.say(how, hint=hint, n=n))


def tell(
    session: Session, label: str, now: Moment, asked: str | None, seats: tuple[str, ...], listing: Listing
) -> None:
    """Print what is possible: secret choices only for the seat that asks, the table's acts last."""
    sealed = seals_due(session, now.game, now.state, label)
    say_all(session, sealed)
    if not sealed and not offered(now.game, now.state, seats):
        session.tell(session.say("cli.nothing_possible"))
    own = tuple(seat for seat in seats if seat != TABLE)
    say_all(session, played_for(session, now, own))
    say_all(session, seen_words(session, now.game, now.state, asked))
    for seat, events in listing.by_seat:
        if seat == TABLE:
            continue
        if asked is None and is_secret_choice(now.game, now.state, seat):
            session.tell(session.say("cli.secret_choice", seat=seat, names=now.state.names))
        listing.show(events)
    if asked is None:
        say_all(session, card_words(session, now.game, now.state, own))
    for seat, events in listing.by_seat:
        if seat == TABLE:
            tell_table(session, now, events, listing)
    say_all(session, template_words(session, now.game, now.state, seats if asked else (TABLE,)))
    tell_ahead(session, now)


def played_for(session: Session, now: Moment, seats: tuple[str, ...]) -> list[str]:
    """Say of each seat whose people went home that somebody plays on for it."""
    absent = (seat for seat in seats if seat in now.state.absent)
    return [session.say("cli.plays_for", seat=seat, id=seat, names=now.state.names) for seat in absent]


def tell_table(session: Session, now: Moment, events: tuple[Event, ...], listing: Listing) -> None:
    """Print the table's acts: observations first, then what ends a window, under a heading of its own."""
    closing = tuple(event for event in events if is_closing(now.game, event))
    listing.show(events[: len(events) - len(closing)])
    say_all(session, closing_words(session, now.game, now.state))
    listing.show(closing)


def say_all(session: Session, lines: Iterable[str]) -> None:
    """Talk in several lines."""
    for line in lines:
        session.tell(line)


def tell_ahead(session: Session, now: Moment) -> None:
    """Say how far each turn of a boat would run, whether it crashes, where it would stand."""
    from referee.service.answers.tables import previews

    ahead = previews(now.game, now.state)
    if ahead:
        from referee.draw import board_of

        view = now.game.view(now.state, None)
        way_words = board_of(now.game.id).way_words
        for way in ahead.values():
            session.tell(way_words(view, session.lang, way))
