"""Twins: two moments that differ only in what an viewer may not know look, sound and weigh the same.

What an viewer may know is asked of each way out, and all have to say the same: what a seat sees (`view`),
the facts (`position`), what it reads in the log, what may be done, what is known when something is judged,
and the board. Where one tells more than the others it is named.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import inspect

from events.base import TABLE, Event, type_of
from events.envelope import encode
from events.table import Corrected
from referee.draw import svg_board, text_board
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.logs.secrecy import Secrets
from referee.testing.anything import anything
from referee.testing.evenings import Evening, Evenings, Step, broken, judged
from referee.testing.laws.chance import is_chance, others

PAIRS = 5
"""So many pairs of a kind are compared of an evening."""

WaysOut = dict[str, Callable[[Game, Any, str | None], object]]


def known(game: Game, state: Any, viewer: str | None) -> Any:
    """Give the state as an viewer is judged by."""
    return state if game.known is None else game.known(state, viewer)


def possible(game: Game, state: Any, viewer: str | None) -> object:
    """Give all that is possible to an viewer and to the table, and who may act."""
    told = known(game, state, viewer)
    return [game.legal(told, who) for who in (viewer, TABLE) if who], game.acting(told), game.phase(told)


def board(game: Game, state: Any, viewer: str | None) -> object:
    """Draw what an viewer sees."""
    view = game.view(state, viewer)
    return text_board(view), svg_board(view)


STATES: WaysOut = {
    "view": lambda game, state, viewer: encode(game.view(state, viewer)),
    "position": lambda game, state, viewer: encode(game.position(state, viewer)),
    "known": known,
    "legal": possible,
    "board": board,
}
"""The ways out of a state."""


def read(game: Game, event: Event, viewer: str | None, seat: str | None) -> bytes:
    """Write an event as an viewer reads it in the log; `seat` laid it face down, and only it knows."""
    lying = {1: seat} if type_of(event) in game.sealed and seat else {}
    return encode(Secrets(game=game, face_down=lying, over=False).redact(1, event, viewer))


def viewers(state: Any) -> tuple[str | None, ...]:
    """Name everybody who may ask: each seat, and who sits nowhere."""
    return (*state.seats, None)


def every_way_out_keeps_the_same_secrets(evenings: Evenings) -> None:
    """Of two results of chance, or two choices face down, each way out tells an viewer both or neither."""
    hides = evenings.game.sealed or not evenings.game.is_open
    for evening in evenings.all if hides else ():
        for step, other in twins(evenings.game, evening):
            for viewer in viewers(step.after):
                compare(evenings.game, evening, (step, other), viewer)


def twins(
    game: Game, evening: Evening, when: Callable[[Any, Any], bool] = lambda _, __: True
) -> Iterator[tuple[Step, Step]]:
    """Give what was dealt, thrown or laid face down, each with something else that might have been.

    `when` says of the two states after which pairs are wanted.
    """
    count: dict[str, int] = {}
    for step in evening.steps[1:]:
        kind = type_of(step.event)
        if count.get(kind, 0) >= PAIRS:
            continue
        for event in instead(game, step):
            verdict = judged(game, step.before, event)
            if verdict is None or game.invariants(verdict.state) or is_shown(game, verdict):
                continue
            if when(step.after, verdict.state):
                count[kind] = count.get(kind, 0) + 1
                yield step, Step(step.before, verdict.judged, verdict.state)
                break


def is_shown(game: Game, accepted: Accepted) -> bool:
    """Whether what was laid or dealt is turned up in the same breath: it is a secret no more."""
    return any(type_of(judged_event.event) in game.reveals for judged_event in accepted.judged[1:])


def instead(game: Game, step: Step) -> Iterator[Event]:
    """Give what might have happened instead: other results of chance, other acts of the kind."""
    if is_chance(game, step):
        yield from others(game, step)
        return
    seat = getattr(step.event, "seat", TABLE)
    alike = (event for event in game.legal(step.before, seat) if type(event) is type(step.event))
    yield from (event for event in alike if event != step.event and not is_vague(event))


def is_vague(event: Event) -> bool:
    """Whether an act leaves something untold."""
    return any(getattr(event, name) is None for name in event.__struct_fields__)


def compare(game: Game, evening: Evening, pair: tuple[Step, Step], viewer: str | None) -> None:
    """Compare the ways out of two moments: what only its own seat tells apart, nothing tells another."""
    one, other = pair
    if not is_secret(game, pair, viewer):
        return
    told = {way: differs(game, way, pair, viewer) for way in STATES} | {
        "log": reads_apart(game, pair, viewer)
    }
    if leaks := [way for way, is_told in told.items() if is_told]:
        who = viewer or "somebody without a seat"
        broken(f"{evening.name}: {', '.join(leaks)}: tells {who} {one.event} from {other.event}")


def is_secret(game: Game, pair: tuple[Step, Step], viewer: str | None) -> bool:
    """Whether an viewer may not tell two moments apart.

    Chance is a secret to whom the view does not show it, and what lies face down to all but its seat.
    """
    one, _ = pair
    seat = getattr(one.event, "seat", None)
    if type_of(one.event) in game.sealed:
        return viewer != seat
    tells = differs(game, "view", pair, viewer)
    if is_chance(game, one):
        return not (tells and differs(game, "known", pair, viewer) and reads_apart(game, pair, viewer))
    return not tells and viewer != seat and differs(game, "view", pair, seat)


def differs(game: Game, way: str, pair: tuple[Step, Step], viewer: str | None) -> bool:
    """Whether a way out of the state tells two moments apart."""
    show = STATES[way]
    return bool(show(game, pair[0].after, viewer) != show(game, pair[1].after, viewer))


def reads_apart(game: Game, pair: tuple[Step, Step], viewer: str | None) -> bool:
    """Whether the log tells two moments apart: by what it says, or by how much."""
    seat = getattr(pair[0].event, "seat", None)
    lines = [[read(game, judged_event.event, viewer, seat) for judged_event in step.judged] for step in pair]
    return lines[0] != lines[1]


def secret_facts_are_seen_by_their_own(evenings: Evenings) -> None:
    """A fact that is not public, set to anything else, changes nothing for who may not see it."""
    game = evenings.game
    if game.facts is None:
        return
    types = {field.name: field.type for field in inspect.type_info(game.facts.kind).fields}  # type: ignore[attr-defined]
    for evening in evenings.all:
        for step in evening.some(10):
            for fact in game.facts.secret:
                if not fact.by_seat or fact.write is None:
                    continue
                for seat, value in (fact.read(step.after) or {}).items():
                    other = anew(types[fact.name], seat, value, step.after.seats)
                    if other is not None:
                        set_apart(game, evening, step.after, (fact.name, seat, value, other))


def anew(kind: Any, seat: str, value: Any, seats: tuple[str, ...]) -> Any:
    """Make another value like one that a seat has; None where none is found."""
    random = Random(f"{seat} {value}")
    inner = next(each for each in kind.types if isinstance(each, inspect.DictType)).value_type
    for _ in range(40):
        other = anything(inner, seats, random)
        if other != value and (not isinstance(value, tuple) or len(value) == len(other)):
            return other
    return None


def set_apart(game: Game, evening: Evening, state: Any, told: tuple[str, str, Any, Any]) -> None:
    """Set a secret of a seat to what it is, and to something else; nobody else may tell the two apart."""
    name, seat, *values = told
    facts = game.facts.kind if game.facts is not None else dict
    events = [Corrected(facts(**{name: {seat: value}})) for value in values]
    verdicts = [judged(game, state, event) for event in events]
    for viewer in viewers(state):
        if viewer == seat:
            continue
        if read(game, events[0], viewer, None) != read(game, events[1], viewer, None):
            broken(f"{evening.name}: the log tells {viewer or 'everybody'} what {seat}'s {name} were set to")
        if all(verdict is not None and len(verdict.judged) == 1 for verdict in verdicts):
            pair = tuple(Step(state, v.judged, v.state) for v in verdicts if v is not None)
            for way in STATES:
                if differs(game, way, pair, viewer):  # type: ignore[arg-type] # two of them
                    broken(f"{evening.name}: {way} tells {viewer or 'everybody'} of {seat}'s {name}")


def what_is_shown_follows_from_what_is_known(evenings: Evenings) -> None:
    """View, position and acts are the same of the state without what the viewer cannot know."""
    game = evenings.game
    if game.known is None:
        return
    for evening in evenings.all:
        for step in evening.some(16):
            for viewer in viewers(step.after):
                less = game.known(step.after, viewer)
                for way in ("view", "position", "legal"):
                    if STATES[way](game, step.after, viewer) != STATES[way](game, less, viewer):
                        broken(f"{evening.name}: {way} tells {viewer or 'everybody'} what it cannot know")


def the_score_counts_nothing_that_is_unknown(evenings: Evenings) -> None:
    """What everybody adds up is no other amount, and no other winner, than what is hidden would make it.

    An amount that depends on what is hidden is None; a reading names nobody then.
    """
    game = evenings.game
    if game.tally is None:
        return
    for evening in evenings.all:
        for step in evening.some(16):
            if game.winners(step.after) is not None:
                continue
            seen, whole = game.tally(known(game, step.after, None)), game.tally(step.after)
            amounts = {(line.seat, line.item, str(line.args)): line.amount for line in whole.lines}
            for line in seen.lines:
                there = amounts.get((line.seat, line.item, str(line.args)))
                if line.amount is not None and line.amount != there:
                    broken(f"{evening.name}: {line.item} of {line.seat} counts what is hidden as nothing")
            for one, other in zip(seen.readings, whole.readings, strict=True):
                if one.winners and one.winners != other.winners:
                    broken(f"{evening.name}: {one.reason} names {one.winners} whatever is hidden")


LAWS = (
    the_score_counts_nothing_that_is_unknown,
    every_way_out_keeps_the_same_secrets,
    secret_facts_are_seen_by_their_own,
    what_is_shown_follows_from_what_is_known,
)
