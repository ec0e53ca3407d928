"""A recorded game as one readable text: after every line the state, what is legal, what each seat sees."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import CardPlayed, CardsTraded, FightClosed, OverboardClosed, ThirstClosed
from referee.games.lifeboat.notation.words import listed
from referee.games.lifeboat.state import State
from referee.games.lifeboat.view import Person, View
from referee.l10n.wording import notate
from tests.games.lifeboat.records import Replay, Step

CLOSINGS = (FightClosed, OverboardClosed, ThirstClosed)
"""What the table may say that a playthrough lists: what else it may tell are cards anybody could name."""

LINE_WIDTH = 108


def playthrough(replay: Replay) -> str:
    """Write down a whole game, lines that were refused where they stand."""
    seen: dict[str, str] = {}
    moments = [(step.line, "\n".join(moment(step, seen))) for step in replay.steps]
    moments += [(line, f"# {line}: refused: {no.reason} {no.args} {no.rules}") for line, no in replay.refused]
    return "\n\n".join(text for _, text in sorted(moments))


def moment(step: Step, seen: dict[str, str]) -> Iterator[str]:
    """Write down one line of the record and all that can be said after it; of private sights the new."""
    yield f"# {step.line}: {notate(step.before, step.facts[0]) if step.before else 'table opened'}"
    yield from (f"  -> {told(event)}" for event in step.facts[1:])
    yield from public(GAME.view(step.after, None))
    for seat in step.after.seats:
        sight = private(GAME.view(step.after, seat), seat)
        if sight != seen.get(seat):
            yield f"{seat} sees {sight}"
        seen[seat] = sight
    for seat in GAME.acting(step.after):
        yield from legal(step.after, seat)


def told(event: Event) -> str:
    """Write a consequence: its type and its fields in order."""
    fields = [f"{k} {plain(v)}" for k, v in msgspec.to_builtins(event).items() if k != "type"]
    return f"{type_of(event)} {', '.join(fields)}".rstrip()


def plain(value: Any) -> str:
    """Write a field without brackets and quotes."""
    match value:
        case list() | tuple():
            return " ".join(map(plain, value)) or "none"
        case dict():
            return "(" + " ".join(f"{k} {plain(v)}" for k, v in value.items()) + ")"
    return "none" if value is None else str(value)


def public(view: View) -> Iterator[str]:
    """Write what lies open on the table."""
    turn = f" of {view.turn}" if view.turn else ""
    card = f", card {listed((view.card,))}" if view.card else ""
    yield (
        f"day {view.day}, {view.phase}{turn}, birds {view.birds}, provisions {view.deck}, "
        f"row stack {len(view.row_stack)}, navigation {view.navigation_deck}{card}"
    )
    for seat in (*view.boat, *view.lost, *view.eaten):
        yield f"  {seat}: {person(view.people[seat])}"
    if view.conflict:
        yield f"  conflict {plain(msgspec.to_builtins(view.conflict))}"
    for name in ("in_water", "windows", "discard", "unshown", "winners"):
        if value := getattr(view, name):
            yield f"  {name} {plain(value)}"


def person(person: Person) -> str:
    """Write one seat as everybody sees it."""
    marks = [name for name in ("rowed", "fought", "parasol_open") if getattr(person, name)]
    thirst = f", thirst {person.thirst}" if person.thirst else ""
    cards = "?" if person.cards is None else person.cards
    return (
        f"{person.character} {person.status}, wounds {person.wounds} of {person.size}{thirst}, hand {cards}, "
        f"open {listed(person.table)}" + (f" [{' '.join(marks)}]" if marks else "")
    )


def private(view: View, seat: str) -> str:
    """Write what only one seat sees."""
    own = view.people[seat]
    text = f"hand {listed(own.hand) if own.hand is not None else '?'}, loves {own.love}, hates {own.hate}"
    packet = f", packet {listed(view.packet_cards)}" if view.packet_cards else ""
    stroke = f", stroke {listed(view.stroke)}" if view.stroke else ""
    stack = f", stack {listed(view.row_stack)}" if view.row_stack else ""
    last = view.memory[-1:]
    memory = "".join(f", saw {listed(m.cards)} {m.source} to {m.target} on day {m.day}" for m in last)
    return text + packet + stroke + stack + memory


def legal(state: State, seat: str) -> Iterator[str]:
    """Write what a seat may do, as many actions a line as fit; cards it may lay or give only by kind."""
    acts = [act for act in GAME.legal(state, seat) if seat != TABLE or isinstance(act, CLOSINGS)]
    words = [notate(state, event).removeprefix(seat).strip() for event in acts if not is_free(event)]
    kinds = dict.fromkeys(event.card for event in acts if isinstance(event, CardPlayed))
    given = dict.fromkeys(card for event in acts if isinstance(event, CardsTraded) for card in event.gives[0])
    words += [f"lay {listed(tuple(kinds))}"] * bool(kinds) + [f"give {listed(tuple(given))}"] * bool(given)
    line = f"{seat} may:"
    for word in words:
        if len(line) + len(word) > LINE_WIDTH:
            yield line
            line = "   "
        line += f" {word};"
    yield line


def is_free(event: Event) -> bool:
    """Whether an event is laying or giving a card, which is free at almost any time."""
    return isinstance(event, CardPlayed | CardsTraded)
