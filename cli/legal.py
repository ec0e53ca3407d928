"""`referee legal`: what may be done now.

Without `--seat` it lists what those may do who may act now. What a seat holds in hand shows in
its own list, so at a table with secrets a person asks for nobody's but the own seat's; as text,
without `--seat`, a secret choice is only announced.
"""

from collections.abc import Iterator
from typing import Annotated, Any

import typer

from cli.secrets import open_to_all
from cli.session import Session
from cli.show import At
from cli.tables import Moment, SourceArgument, find_source, known_seat, moment
from events.base import TABLE, Event, type_of

EXAMPLE = """\
Examples:

\b
  referee legal evening
  referee legal evening --seat B
  referee legal game.jsonl --at 41 --json
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    seat: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Only what this seat (or `table`) may do.")
    ] = None,
    at: At = None,
) -> None:
    """List what may be done now."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    if seat != TABLE:
        known_seat(found.label, now.state, seat)
    seats = now.game.acting(now.state) if seat is None else (seat,)
    if session.as_json:
        ahead = previews(now)
        for event in events_of(now, seats, asked=seat is not None):
            more = {"preview": ahead[event.turn]} if getattr(event, "turn", None) in ahead else {}
            session.emit({"event": event, "notation": now.game.notate(now.state, event), **more})
        return
    tell(session, now, seats, asked=seat is not None)


def previews(now: Moment) -> dict[Any, Any]:
    """Find what each turn of a boat would do, in games whose view tells."""
    view = now.game.view(now.state, None)
    return {way.turn: way for way in getattr(view, "previews", ())}


def events_of(now: Moment, seats: tuple[str, ...], *, asked: bool) -> Iterator[Event]:
    """List the events open to some seats; what their cards allow only to the seat that asks."""
    for seat in seats:
        yield from now.game.legal(now.state, seat) if asked else open_to_all(now.game, now.state, seat)


def tell(session: Session, now: Moment, seats: tuple[str, ...], *, asked: bool) -> None:
    """Print what is possible in notation, a secret choice only to the seat that asks."""
    if not any(now.game.legal(now.state, seat) for seat in seats):
        session.tell(session.say("cli.nothing_possible"))
    for seat in seats:
        events = now.game.legal(now.state, seat)
        if not asked and is_secret(now.game, events):
            session.tell(session.say("cli.secret_choice", seat=seat, names=now.state.names))
            continue
        if not asked and seat != TABLE and now.game.handled and now.game.winners(now.state) is None:
            session.tell(session.say("cli.secret_choice", seat=seat, names=now.state.names))
        for event in events_of(now, (seat,), asked=asked):
            print(now.game.notate(now.state, event))
    tell_ahead(session, now)


def tell_ahead(session: Session, now: Moment) -> None:
    """Say how far each turn of a boat would run, whether it crashes, where it would stand."""
    ahead = previews(now)
    if ahead:
        from referee.draw.powerboats_words import way_words

        view = now.game.view(now.state, None)
        for way in ahead.values():
            session.tell(way_words(view, session.lang, way))


def is_secret(game: Any, events: tuple[Event, ...]) -> bool:
    """Whether a choice is nobody else's business."""
    return bool(events) and type_of(events[0]) in game.sealed
