"""A recorded series as one readable text: after every line what followed, the boats, what is legal."""

from collections.abc import Iterator

import msgspec

from events.base import TABLE, type_of
from referee.games.powerboats import GAME
from referee.games.powerboats.state import State
from referee.games.powerboats.view import View
from referee.l10n.wording import notate
from tests.games.powerboats.records import Step

LINE_WIDTH = 108
MOST_LEGAL = 12
"""How many legal actions are written out; of dice there are hundreds."""


def playthrough(steps: list[Step]) -> str:
    """Write down a whole series."""
    return "\n\n".join("\n".join(moment(step)) for step in steps)


def moment(step: Step) -> Iterator[str]:
    """Write down one line of the record and all that can be said after it."""
    yield f"# {notate(step.before, step.facts[0])[:LINE_WIDTH]}"
    for event in step.facts[1:]:
        fields = msgspec.to_builtins(event)
        yield f"  -> {type_of(event)} " + " ".join(
            f"{k} {plain(v)}" for k, v in fields.items() if k != "type"
        )
    yield from public(GAME.view(step.after, None))
    for seat in GAME.acting(step.after):
        yield legal(step.after, seat)


def plain(value: object) -> str:
    """Write a field without brackets and quotes."""
    if isinstance(value, dict):
        return "(" + " ".join(f"{k} {plain(v)}" for k, v in value.items()) + ")"
    if isinstance(value, list | tuple):
        return ",".join(map(plain, value)) or "none"
    return str(value)


def public(view: View) -> Iterator[str]:
    """Write what everybody sees: nothing is hidden in Powerboats."""
    turn = f" of {view.turn}" if view.turn else ""
    yield f"race {view.race}, {view.phase}{turn}; points {plain(view.points)}"
    for seat, boat in view.boats.items():
        if boat.at is not None:
            track = f"{boat.buoys}/{boat.progress}/{boat.margin}"
            dice = f"dice {plain(boat.dice)} damage {boat.damage}"
            yield f"  {seat} {plain(boat.at)} {boat.heading} {dice} {track}"
    if view.winners is not None:
        yield f"  winners {plain(view.winners)}"


def legal(state: State, seat: str) -> str:
    """Write what a seat may do."""
    events = GAME.legal(state, seat)
    words = [notate(state, event).removeprefix("" if seat == TABLE else f"{seat} ") for event in events]
    more = f"; and {len(words) - MOST_LEGAL} more" if len(words) > MOST_LEGAL else ""
    return f"{seat} may: {'; '.join(words[:MOST_LEGAL])}{more}"
