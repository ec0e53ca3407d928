"""`referee legal`: what may be done now.

Without `--seat` it lists what those may do who may act now. What a seat holds in hand shows in
its own list, so at a table with secrets a person asks for nobody's but the own seat's; as text,
without `--seat`, a secret choice is only announced.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.commands.table.show import At
from cli.frame import completions
from cli.frame.session import Session
from cli.tables.find_table import Moment, SourceArgument, find_source, known_seat, moment
from cli.telling.face_down import open_to_all
from cli.telling.possible_now import card_words, closing_words, offered, template_words
from events.base import TABLE, Event, type_of
from referee.service.tables.windows import in_order, is_closing, is_idle

if TYPE_CHECKING:
    from referee.kernel.game import Game
    from referee.kernel.table import Seal

Write = Callable[[list[Event]], list[str]]
"""How acts are written: as what one would do, or as the lines one types."""

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
        from referee.service.answers.possible import possible

        ahead = previews(now)
        for event in events_of(now, seats, asked=seat is not None):
            session.emit(possible(now.state, event, session.lang, ahead.get(getattr(event, "turn", None))))
        return
    write = partial(session.lines if notation else session.labels, now.state)
    tell(session, found.label, now, seats, write, asked=seat is not None)


def previews(now: Moment) -> dict[Any, Any]:
    """Find what each turn of a boat would do, in games whose view tells."""
    view = now.game.view(now.state, None)
    return {way.turn: way for way in getattr(view, "previews", ())}


def events_of(now: Moment, seats: tuple[str, ...], *, asked: bool) -> Iterator[Event]:
    """List the events open to some seats, what is due first; of cards only to who asks."""
    for seat in seats:
        found = now.game.legal(now.state, seat) if asked else open_to_all(now.game, now.state, seat)
        yield from in_order(now.game, found)


def tell(
    session: Session, label: str, now: Moment, seats: tuple[str, ...], write: Write, *, asked: bool
) -> None:
    """Print what is possible: a secret choice only to who asks, the table's word last."""
    sealed = [seal.seat for seal in now.state.seals if is_due(now, seal)]
    for seat in dict.fromkeys(sealed):
        session.tell(
            session.say(
                "seals.open_first", seat=seat, id=quote(seat), table=quote(label), names=now.state.names
            )
        )
    if not sealed and not offered(now.game, now.state, seats):
        session.tell(session.say("cli.nothing_possible"))
    own = tuple(seat for seat in seats if seat != TABLE)
    for seat in own:
        if not asked and is_secret(now.game, now.game.legal(now.state, seat)):
            session.tell(session.say("cli.secret_choice", seat=seat, names=now.state.names))
        else:
            show(write, events_of(now, (seat,), asked=asked))
    if not asked:
        say_all(session, card_words(session, now.game, now.state, own))
    if TABLE in seats:
        tell_table(session, now, write)
    say_all(session, template_words(session, now.game, now.state, seats if asked else (TABLE,)))
    tell_ahead(session, now)


def is_due(now: Moment, seal: "Seal") -> bool:
    """Whether the game goes on only when a seal is opened."""
    seals = now.game.seals
    return seals is not None and seals.is_due(now.state, seal.seat, seal.about)


def show(write: Write, events: Iterable[Event]) -> None:
    """Print events, a line each."""
    for line in write(list(events)):
        print(line, flush=True)


def tell_table(session: Session, now: Moment, write: Write) -> None:
    """Print what the table may say: what it saw, then under its own heading what ends a window."""
    found = events_of(now, (TABLE,), asked=True)
    events = [event for event in found if not is_idle(now.game, now.state, event)]
    show(write, (event for event in events if not is_closing(now.game, event)))
    say_all(session, closing_words(session, now.game, now.state))
    show(write, (event for event in events if is_closing(now.game, event)))


def say_all(session: Session, lines: Iterable[str]) -> None:
    """Talk in several lines."""
    for line in lines:
        session.tell(line)


def tell_ahead(session: Session, now: Moment) -> None:
    """Say how far each turn of a boat would run, whether it crashes, where it would stand."""
    ahead = previews(now)
    if ahead:
        from referee.draw import board_of

        view = now.game.view(now.state, None)
        way_words = board_of(now.game.id).way_words
        for way in ahead.values():
            session.tell(way_words(view, session.lang, way))


def is_secret(game: "Game", events: tuple[Event, ...]) -> bool:
    """Whether a choice is nobody else's business."""
    return bool(events) and type_of(events[0]) in game.sealed
