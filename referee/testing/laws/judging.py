"""What is listed is accepted, and what is accepted is listed; nobody is left without an act."""

from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

from msgspec import inspect
from msgspec.structs import fields, replace

from events.base import TABLE, Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from referee.kernel.acts import Act
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Accepted, Refused
from referee.testing.anything import anything
from referee.testing.evenings import Evenings, broken, judged, sample

STATES, LISTED, DREAMT = 24, 24, 4
"""So many moments of an evening are looked at, so many acts listed there, so many dreamt up of each kind."""


def what_is_listed_is_accepted(evenings: Evenings) -> None:
    """Whatever `legal` lists of a seat, or of the table, `decide` accepts as it stands."""
    game, random = evenings.game, Random(1)
    for evening in evenings.all:
        for step in evening.some(STATES):
            for who in (*step.after.seats, TABLE):
                for event in sample(game.legal(step.after, who), LISTED, random):
                    if who != TABLE and getattr(event, "seat", who) != who:
                        broken(f"{evening.name}: `legal` lists {event} for {who}, whose act it is not")
                    verdict = game.decide(step.after, event)
                    if isinstance(verdict, Refused):
                        broken(
                            f"{evening.name}: `legal` lists {event} of {who}, and it is refused: {verdict}"
                        )
                    if not is_same(verdict.judged[0].event, event):
                        broken(f"{evening.name}: {event} is recorded otherwise: {verdict.judged[0].event}")


def is_same(recorded: Event, listed: Event) -> bool:
    """Whether an act is recorded as listed; what it may leave out, its throws say, may be filled in."""
    return type(recorded) is type(listed) and all(
        getattr(listed, field.name) in (None, field.default, getattr(recorded, field.name))
        for field in fields(type(listed))
    )


def what_is_accepted_is_listed(evenings: Evenings) -> None:
    """Whatever `decide` accepts of an act that can be listed, `legal` lists in the form it is recorded in.

    What the table shows may be told before it is asked for.
    """
    game, random = evenings.game, Random(2)
    for evening in evenings.all:
        formed = (*evenings.formed, *(evenings.shown if evening.opened.chance == TABLE else ()))
        acts = [act for act in game.acts if act.lister() and type_of(act.event) not in formed]
        for step in evening.some(STATES):
            phase = game.phase(step.after)
            asked = [act for act in acts if not (act.by_table and act.phases) or phase in act.phases]
            listable = {act.event for act in asked}
            for event in dreamt(game, step.after, listable, random):
                accepted = (
                    None if game.dealer.is_dealt(step.after, event) else judged(game, step.after, event)
                )
                if accepted is None or is_listed(game, step.after, event, accepted):
                    continue
                broken(f"{evening.name}, {game.phase(step.after)}: {event} is accepted, and not in `legal`")


def is_listed(game: Game, state: Any, event: Event, accepted: Accepted) -> bool:
    """Whether an act is listed as it was told, or as it is recorded; or left to a form by its room."""
    recorded = accepted.judged[0].event
    who = getattr(event, "seat", TABLE) if accepted.judged[0].kind == "action" else TABLE
    listed = [*game.legal(state, who), *(game.templates(state, who) if game.templates else ())]
    return any(each == event or is_same(filled_up(recorded, each), each) for each in listed)


def filled_up(recorded: Event, listed: Event) -> Event:
    """Say what an act leaves untold as a listed one of its kind has it: `on` nobody is on oneself."""
    if type(recorded) is not type(listed):
        return recorded
    untold = {field.name for field in fields(type(listed)) if getattr(recorded, field.name) is None}
    return replace(recorded, **{name: getattr(listed, name) for name in untold})


def dreamt(game: Game, state: Any, listable: set[type[Event]], random: Random) -> Iterator[Event]:
    """Dream up acts: of each kind what its room can conceive, and anything its fields can hold."""
    for act in game.acts:
        if act.event not in listable:
            continue
        for seat in state.seats:
            yield from sample(conceived(act, state, seat), DREAMT, random)
        for _ in range(DREAMT * 2):
            with suppress(ValueError):  # what no such event can hold
                event = anything(inspect.type_info(act.event), state.seats, random)
                if can_be_written(game, event):
                    yield event


def conceived(act: Act, state: Any, who: str) -> tuple[Event, ...]:
    """Give what a room can list of an act, to whoever may do it."""
    lister = act.lister()
    if lister is None or (act.may is not None and act.may(state, who) is not None):
        return ()
    return tuple(lister(state, who))


def can_be_written(game: Game, event: Event) -> bool:
    """Whether the vocabulary has such an event at all."""
    try:
        return codec_for(game.id).event(encode(event)) == event
    except MalformedError:
        return False


def no_act_is_left_out(evenings: Evenings) -> None:
    """Every act whose room can list it is in `legal` wherever its judge accepts what it conceives."""
    game = evenings.game
    for evening in evenings.all:
        for step in evening.some(STATES):
            state, random = step.after, Random(3)
            for act in game.acts:
                is_now = not act.phases or game.phase(state) in act.phases
                if not is_now or game.winners(state) is not None:
                    continue
                for who in (TABLE,) if act.by_table else state.seats:
                    for event in sample(conceived(act, state, who), DREAMT, random):
                        if judged(game, state, event) and event not in game.legal(state, who):
                            broken(f"{evening.name}, {game.phase(state)}: `legal` leaves {event} out")


def what_is_sound_stays_sound(evenings: Evenings) -> None:
    """After every act of every evening, and in every state on the way, nothing is broken."""
    game = evenings.game
    for evening in evenings.all:
        for step in evening.steps:
            if wrong := game.invariants(step.after):
                broken(f"{evening.name}: after {step.event}: {', '.join(wrong)}")


def a_consequence_is_nobodys_to_claim(evenings: Evenings) -> None:
    """What the referee derives is refused by a rule where somebody tells it as an act."""
    game = evenings.game
    own = {act.event for act in game.acts}
    for evening in evenings.all:
        for step in evening.some(STATES):
            for judged_event in step.judged[1:]:
                if type(judged_event.event) in own or judged_event.kind != "consequence":
                    continue
                verdict = game.decide(step.before, judged_event.event)
                if not isinstance(verdict, Refused) or not verdict.rules:
                    broken(f"{evening.name}: {type_of(judged_event.event)} is accepted as an act")


LAWS = (
    what_is_listed_is_accepted,
    what_is_accepted_is_listed,
    no_act_is_left_out,
    what_is_sound_stays_sound,
    a_consequence_is_nobodys_to_claim,
)
