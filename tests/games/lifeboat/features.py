"""What a recorded game shows, read off its events: the list that all of them together must cover."""

from collections.abc import Callable

import msgspec

from events.base import Event
from referee.games.lifeboat.events import (
    BirdLost,
    CardMoved,
    CardPlayed,
    CardsTraded,
    CardTaken,
    ChumUsed,
    CompassUsed,
    CorpseEaten,
    DemandLapsed,
    Died,
    FightJoined,
    FightWon,
    GameEnded,
    GhostCalled,
    Healed,
    KnockedOut,
    LostAtSea,
    MugDemanded,
    NavigationChosen,
    NavigationContent,
    Objected,
    ProvisionDealt,
    ProvisionsDrawn,
    Rowed,
    SeatsChanged,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.phases.thirst import thirst_of
from referee.games.lifeboat.state import State, awake, is_conscious, is_dead, navigator, phase_of
from referee.testing.evenings import Step
from referee.testing.recorded import Record

Feature = Callable[[Record], bool]


def ending(replay: Record) -> GameEnded:
    """Give the score sheet."""
    assert replay.state.result is not None
    return replay.state.result


def any_step(is_so: Callable[[Step, State], bool]) -> Feature:
    """Ask whether a step, with the state before it, is of a kind."""
    return lambda replay: any(step.before and is_so(step, step.before) for step in replay.steps)


def any_fact(kind: type[Event]) -> Feature:
    """Ask whether an event of a type is there."""
    return lambda replay: any(isinstance(event, kind) for event in replay.events)


def players(n: int) -> Feature:
    """Ask for a number of players."""
    return lambda replay: len(replay.state.seats) == n


def variant(name: str) -> Feature:
    """Ask for a variant."""
    return lambda replay: bool(getattr(replay.state.switches, name) == "yes")


def has_unseen(event: Event) -> bool:
    """Whether an event holds a card the referee did not see."""
    secret = SECRETS.get(type(event))
    fields = msgspec.to_builtins(event)
    return (
        any("null" in msgspec.json.encode(fields.get(f)).decode() for f in secret.fields) if secret else False
    )


def physical(replay: Record) -> bool:
    """Whether the cards lie on a table, and the referee saw none of what is secret."""
    hidden = [event for event in replay.events if isinstance(event, ProvisionDealt)]
    return replay.state.chance == "table" and bool(hidden) and all(map(has_unseen, hidden))


def dealt(replay: Record) -> bool:
    """Whether the referee dealt everything."""
    return replay.state.chance == "referee" and replay.state.switches.physical_provisions == "no"


def mixed(replay: Record) -> bool:
    """Whether provisions lay on the table, and the referee dealt the navigation cards."""
    return replay.state.chance == "referee" and replay.state.switches.physical_provisions == "yes"


def survives(state: State, i: int) -> bool:
    """Whether a seat's character is aboard and not dead."""
    return i in state.boat and not is_dead(state, i)


def special_score(loves: bool, hates: bool, *, alive: bool | None = None) -> Feature:
    """Ask for somebody who loves or hates itself, or not, and comes back alive or not."""

    def is_so(replay: Record) -> bool:
        state = replay.state
        return any(
            (state.love[i] == who, state.hate[i] == who) == (loves, hates)
            and i not in state.lost
            and alive in (None, survives(state, i))
            for i, who in enumerate(state.character)
        )

    return is_so


def ambivalent(replay: Record) -> bool:
    """Whether somebody loves and hates the same other person, and scores by it."""
    state = replay.state
    pairs = zip(state.love, state.hate, state.character, strict=True)
    return any(love == hate != who for love, hate, who in pairs)


def lost_in(edition: str) -> Feature:
    """Ask for somebody lost at sea under an edition, its line with or without love and hate."""

    def is_so(replay: Record) -> bool:
        state, scores = replay.state, ending(replay).scores
        totals = [scores[state.seats[i]].total for i in state.lost]
        return state.edition == edition and bool(totals) and (any(totals) or edition == "zh")

    return is_so


def tie(replay: Record) -> bool:
    """Whether several won."""
    return len(ending(replay).winners) > 1


def nobody_awake(_: Step, before: State) -> bool:
    """Whether nobody aboard is conscious although somebody is alive, and the top card is turned."""
    is_helpless = phase_of(before) == "navigation" and navigator(before) < 0
    return is_helpless and any(not is_dead(before, i) for i in before.boat)


def short_supply(step: Step, before: State) -> bool:
    """Whether fewer provisions were left than people."""
    return isinstance(step.event, ProvisionsDrawn) and len(step.event.cards) < len(awake(before))


def no_supply(step: Step, before: State) -> bool:
    """Whether a day began without supply."""
    return step.after.day > before.day and phase_of(step.after) == "action" and not step.after.deck


def refused_card(replay: Record) -> bool:
    """Whether a card shown at the end was refused as impossible."""
    return any(refused.reason == "lifeboat.impossible_card" for _, refused in replay.refused)


def special(card: str) -> Feature:
    """Ask whether a special card was used."""
    return any_step(lambda step, _: isinstance(step.event, SpecialUsed) and step.event.card == card)


def harter_kit(step: Step, before: State) -> bool:
    """Whether Dr Harter used a kit and kept it."""
    event = step.event
    is_his = isinstance(event, SpecialUsed) and before.character[before.index[event.seat]] == "harter"
    return is_his and isinstance(event, SpecialUsed) and event.card == "medkit"


def read_aloud(step: Step, _: State) -> bool:
    """Whether the day's card was one of the expansion, entered by the table."""
    return isinstance(step.event, NavigationChosen) and isinstance(step.event.card, NavigationContent)


def landed_by_signal(step: Step, _: State) -> bool:
    """Whether a flare brought the fourth bird."""
    return isinstance(step.event, SpecialUsed) and step.event.card == "flare" and step.after.phase == "ended"


def picked_pocket(step: Step, before: State) -> bool:
    """Whether the Kid took a hand card of somebody awake."""
    event = step.event
    if not isinstance(event, CardTaken) or before.character[before.index[event.seat]] != "kid":
        return False
    return is_conscious(before, before.index[event.from_seat])


def robbed_helpless(step: Step, before: State) -> bool:
    """Whether somebody unconscious or dead was robbed."""
    event = step.event
    return isinstance(event, MugDemanded) and not is_conscious(before, before.index[event.from_seat])


def fought(is_so: Callable[[FightWon], bool]) -> Feature:
    """Ask whether a fight came out this way."""
    return lambda replay: any(is_so(event) for event in replay.events if isinstance(event, FightWon))


def meal_lost(step: Step, before: State) -> bool:
    """Whether a meal was fought over and not eaten."""
    is_meal = before.demand is not None and before.demand.kind == "meal"
    return is_meal and any(isinstance(event, FightWon) and event.side == "defence" for event in step.events)


def buried_all(step: Step, _: State) -> bool:
    """Whether a rower put everything under the deck."""
    return isinstance(step.event, Rowed) and bool(step.event.buried) and not step.event.stacked


def shared_water(step: Step, _: State) -> bool:
    """Whether water went to somebody else."""
    return isinstance(step.event, WaterUsed) and step.event.on != step.event.seat


def shaded(step: Step, before: State) -> bool:
    """Whether an open parasol spared its owner a thirst."""
    if phase_of(step.after) != "thirst" or phase_of(before) == "thirst":
        return False
    bare = msgspec.structs.replace(step.after, parasols=0)
    return any(thirst_of(bare, i) > thirst_of(step.after, i) for i in step.after.boat)


def saved_by_preserver(step: Step, before: State) -> bool:
    """Whether somebody in the water had a preserver."""
    is_closing = phase_of(before) == "overboard" and phase_of(step.after) != "overboard"
    return is_closing and any("preserver" in before.table[i] for i in before.fallen)


def lost_as(is_so: Callable[[State, int], bool]) -> Feature:
    """Ask whether somebody of this condition was lost at sea."""
    return any_step(
        lambda step, before: any(
            isinstance(event, LostAtSea) and is_so(before, before.index[event.seat]) for event in step.events
        )
    )


def corpse_scores(replay: Record) -> bool:
    """Whether somebody dead in the boat scored treasure."""
    state, scores = replay.state, ending(replay).scores
    return any(is_dead(state, i) and scores[state.seats[i]].treasure for i in state.boat)


def box_grew(step: Step, before: State) -> bool:
    """Whether the cards of an expansion came into the decks."""
    return step.after.expansion and not before.expansion


def taken_over(step: Step, before: State) -> bool:
    """Whether the table deals from now on what the referee dealt."""
    return before.deals_provisions and not step.after.deals_provisions


FEATURES: dict[str, Feature] = {
    **{f"{n} players": players(n) for n in (4, 5, 6, 7)},
    "a physical table": physical,
    "dealt by the referee": dealt,
    "provisions physical, navigation dealt": mixed,
    **{f"variant {name}": variant(name) for name in ("row_one", "ghost_sharks", "quick", "cannibalism")},
    "a narcissist who survives": special_score(True, False, alive=True),
    "a psychopath": special_score(False, True),
    "a psychopath who survives": special_score(False, True, alive=True),
    "both in love with and hating oneself": special_score(True, True),
    "somebody ambivalent": ambivalent,
    "zh: lost at sea without a score": lost_in("zh"),
    "en: lost at sea with a score": lost_in("en"),
    "a tie": tie,
    "nobody conscious": any_step(nobody_awake),
    "fewer provisions than people": any_step(short_supply),
    "a day without supply": any_step(no_supply),
    "an impossible card shown at scoring": refused_card,
    "a signal": special("flare"),
    "a fourth bird by a signal": any_step(landed_by_signal),
    "a crossed bird": any_fact(BirdLost),
    "a medical kit": special("medkit"),
    "Dr Harter's kit": any_step(harter_kit),
    "a parasol that spares a thirst": any_step(shaded),
    "the compass": any_fact(CompassUsed),
    "chum": any_fact(ChumUsed),
    "a ghost": any_fact(GhostCalled),
    "a preserver in the water": any_step(saved_by_preserver),
    "a meal": any_fact(CorpseEaten),
    "an objection": any_fact(Objected),
    "a meal fought over in vain": any_step(meal_lost),
    "a navigation card entered by the table": any_step(read_aloud),
    "a card picked by the Kid": any_step(picked_pocket),
    "somebody helpless robbed": any_step(robbed_helpless),
    "a fight the attacker wins": fought(lambda won: won.side == "attack"),
    "a fight the defender wins": fought(lambda won: won.side == "defence"),
    "a drawn fight": fought(lambda won: won.attack == won.defence),
    "a helper in a fight": any_fact(FightJoined),
    "seats changed": any_fact(SeatsChanged),
    "a face-up card robbed": any_fact(CardMoved),
    "cards traded": any_fact(CardsTraded),
    "a card laid open": any_fact(CardPlayed),
    "a stroke with nothing in the stack": any_step(buried_all),
    "water for another": any_step(shared_water),
    "a demand for what is gone": any_fact(DemandLapsed),
    "somebody knocked out": any_fact(KnockedOut),
    "somebody healed": any_fact(Healed),
    "somebody who died": any_fact(Died),
    "a corpse lost at sea": lost_as(is_dead),
    "somebody drowned unconscious": lost_as(lambda state, i: not is_dead(state, i)),
    "a corpse aboard that scores treasure": corpse_scores,
    "Cannibalism agreed on in mid-game": any_step(box_grew),
    "provisions taken over in mid-game": any_step(taken_over),
    "every consequence written down": lambda replay: replay.claimed == replay.derived,
}
"""What the recorded games have to show between them, and how to tell."""


def shown_by(replay: Record) -> list[str]:
    """List what a game shows."""
    return [name for name, is_shown in FEATURES.items() if is_shown(replay)]
