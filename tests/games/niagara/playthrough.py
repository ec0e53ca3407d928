"""A recorded game as one readable text: after every line the state, what is legal, what each seat sees."""

from collections.abc import Iterator

import msgspec

from events.base import Event, type_of
from referee.games.niagara import GAME
from referee.games.niagara.events import CanoeAt
from referee.games.niagara.state import State
from referee.games.niagara.view import Paddle, View
from referee.l10n.wording import notate
from tests.games.niagara.records import Replay, Step

LINE_WIDTH = 108


def playthrough(replay: Replay) -> str:
    """Write down a whole game."""
    return "\n\n".join("\n".join(moment(step)) for step in replay.steps)


def moment(step: Step) -> Iterator[str]:
    """Write down one line of the record and all that can be said after it."""
    line = notate(step.before, step.facts[0])
    yield f"# {step.line}: {shortened(step.facts[0]) if line.startswith('{') else line}"
    yield from (f"  -> {told(event)}" for event in step.facts[1:])
    yield from public(GAME.view(step.after, None))
    for seat in step.after.seats:
        yield f"{seat} sees {hands(GAME.view(step.after, seat))}"
    yield f"everybody sees {hands(GAME.view(step.after, None))}"
    for seat in GAME.acting(step.after):
        yield from legal(step.after, seat)


def shortened(event: Event) -> str:
    """Write an event without a notation of its own: its type and what it says, defaults left out."""
    fields = [f for f in msgspec.structs.fields(type(event)) if f.name != "rules_version"]
    said = {f.name: getattr(event, f.name) for f in fields}
    meant = {f.name: said[f.name] for f in fields if said[f.name] not in (f.default, None, {})}
    return f"{type_of(event)} {pruned(msgspec.to_builtins(meant))}"


def pruned(value: object) -> object:
    """Leave nulls out of an object, however deep."""
    if isinstance(value, dict):
        return {k: pruned(v) for k, v in value.items() if v is not None}
    return value


def told(event: Event) -> str:
    """Write a consequence: its type and its fields in order, `turn_passed seat none` to the river."""
    fields = [f"{k} {plain(v)}" for k, v in msgspec.to_builtins(event).items() if k != "type"]
    return f"{type_of(event)} {', '.join(fields)}"


def plain(value: object) -> str:
    """Write a field without brackets and quotes."""
    match value:
        case list() | tuple():
            return " ".join(map(plain, value)) or "none"
        case dict():
            return "(" + " ".join(plain(v) for v in value.values() if v != []) + ")"
    return "none" if value is None else str(value)


def public(view: View) -> Iterator[str]:
    """Write what lies open on the table."""
    speed = "?" if view.speed is None else view.speed
    turn = f" of {view.turn}" if view.turn else ""
    last = ", last round" if view.last_round else ""
    yield (
        f"round {view.round}{last}, {view.phase}{turn}, ring {view.ring}, weather {view.weather:+d}, "
        f"speed {speed}, fork {view.fork_next}"
    )
    for seat, canoes in view.canoes.items():
        yield f"  {seat}: {canoe(canoes[0])}, {canoe(canoes[1])}; owns {gems(view.owned[seat])}"
    sites = " | ".join(f"{site}: {gems(lying)}" for site, lying in view.sites.items())
    yield f"  sites {sites}" + (f"; removed {gems(view.removed)}" if view.removed else "")
    if view.winners is not None:
        yield f"  winners {plain(view.winners)}"


def canoe(canoe: CanoeAt) -> str:
    """Write where a canoe is, and its gem."""
    return f"{canoe.at} with {canoe.gem}" if canoe.gem else canoe.at


def gems(counts: dict[str, int]) -> str:
    """Write a collection."""
    return " ".join(f"{n} {gem}" for gem, n in counts.items()) or "nothing"


def hands(view: View) -> str:
    """Write every seat's cards as one asker sees them."""
    return ", ".join(f"{seat} {cards(paddle)}" for seat, paddle in view.paddles.items())


def cards(paddle: Paddle) -> str:
    """Write one seat's cards: the card laid, the cards in hand or how many."""
    laid = "no card"
    if paddle.laid:
        own = "" if paddle.own is None else f" ({paddle.own})"
        laid = f"shows {paddle.shown}" if paddle.shown is not None else f"face down{own}"
    hand = f"{paddle.left} left" if paddle.hand is None else f"hand {plain(paddle.hand) or 'empty'}"
    return f"[{laid}; {hand}]"


def legal(state: State, seat: str) -> Iterator[str]:
    """Write what a seat may do, as many actions a line as fit."""
    line = f"{seat} may:"
    for event in GAME.legal(state, seat):
        words = notate(state, event).removeprefix(seat).strip()
        if len(line) + len(words) > LINE_WIDTH:
            yield line
            line = "   "
        line += f" {words};"
    yield line
