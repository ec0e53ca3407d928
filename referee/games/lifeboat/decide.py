"""All judgement: an event proposed to a state, accepted with its consequences or refused."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.table import (
    Corrected,
    HouseRuled,
    RulingGiven,
    SecretOpened,
    SecretSealed,
    SwitchValue,
    TableClosed,
    TableOpened,
)
from referee.games.lifeboat import (
    dealing,
    demands,
    ending,
    fights,
    navigation,
    playing,
    rowing,
    sealing,
    slots,
    specials,
)
from referee.games.lifeboat.auditing import first_difference
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.common import write
from referee.games.lifeboat.correcting import judge_position
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    CardTaken,
    CharactersDealt,
    ChumUsed,
    CompassUsed,
    DemandGranted,
    DemandRefused,
    FightClosed,
    FightJoined,
    GhostCalled,
    HandRevealed,
    MugDemanded,
    NavigationChosen,
    NavigationDrawn,
    Objected,
    OverboardClosed,
    Passed,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SecretsDealt,
    SpecialUsed,
    ThirstClosed,
    WaterUsed,
)
from referee.games.lifeboat.scoring import final_scores
from referee.games.lifeboat.state import State, is_untouched, open_state
from referee.games.lifeboat.tables import PLAYERS
from referee.kernel.table import (
    AFTER_THE_END,
    SHARED_RULES,
    judge_known_seats,
    judge_open,
    judge_opening,
    judge_seed,
    judge_table_event,
    shared_kind,
)
from referee.kernel.verdict import Accepted, Fact, Refused, Verdict

CONSEQUENCE_RULES: dict[str, tuple[str, ...]] = {
    "wounded": ("LIF-FIGHT-08", "LIF-OVER-01", "LIF-OVER-02", "LIF-THIRST-04"),
    "healed": ("LIF-SPEC-05", "LIF-CAN-01"),
    "bird_sighted": ("LIF-BIRD-01",),
    "bird_lost": ("LIF-BIRD-01",),
    "fell_overboard": ("LIF-OVER-01",),
    "card_discarded": ("LIF-OVER-03", "LIF-PLAY-03"),
    "knocked_out": ("LIF-STAT-01",),
    "died": ("LIF-STAT-01",),
    "lost_at_sea": ("LIF-STAT-05",),
    "corpse_eaten": ("LIF-CAN-01",),
    "demand_lapsed": ("LIF-MUG-06",),
    "fight_won": ("LIF-FIGHT-07", "LIF-FIGHT-09"),
    "seats_changed": ("LIF-SEAT-01",),
    "card_moved": ("LIF-MUG-01", "LIF-FIGHT-09"),
    "day_ended": ("LIF-TURN-03",),
    "game_ended": ("LIF-BIRD-02", "LIF-SCORE-09"),
}
"""Which rules derive a consequence, cited when one is claimed that does not follow."""


SET_UP = frozenset({"cannibalism", "quick", "physical_provisions", "physical_navigation"})
"""Switches that say with what a game begins."""


def decide(state: State | None, event: Event) -> Verdict:
    """Judge an event; never raises on an event of the vocabulary."""
    if state is None:
        return open_table(event)
    handler = HANDLERS.get(type(event))
    if handler is None:
        return refuse_consequence(event)
    refused = judge_over(state, event) if state.closed or state.phase == "ended" else None
    return refused or handler(state, event)


def open_table(event: Event) -> Verdict:
    """Judge the first event of a log.

    Rules: LIF-SET-01, LIF-SET-08, LIF-SET-09, LIF-SET-10
    """
    if not isinstance(event, TableOpened):
        return Refused("table.not_open", ("TAB-OPEN-05",))
    values = judge_opening(CHARTER, event)
    if isinstance(values, Refused):
        return values
    if len(event.seats) == PLAYERS[-1] and values["cannibalism"] == "no":
        return refuse("lifeboat.seven_need_cannibalism", "LIF-SET-10")
    options = {name: values[name] for name in event.options}
    version = CHARTER.rules_version if event.rules_version is None else event.rules_version
    edition = event.edition or CHARTER.default_edition
    opened = replace(event, edition=edition, options=options, rules_version=version)
    rules = ("LIF-SET-01", "LIF-SET-05", "LIF-SET-07", "LIF-SET-08", "LIF-SET-09")
    return Accepted((Fact(opened, "observation", rules),), open_state(opened))


SHOWN_AT_THE_END = (HandRevealed, *AFTER_THE_END)


def judge_over(state: State, event: Event) -> Refused | None:
    """Refuse what comes after landing; cards may be shown, disputes settled, the table closed.

    Rules: LIF-BIRD-02
    """
    if refused := judge_open(state):
        return refused
    if isinstance(event, SHOWN_AT_THE_END):
        return None
    return refuse("lifeboat.game_is_over", "LIF-BIRD-02")


def refuse_consequence(event: Event) -> Refused:
    """Refuse an event that only the referee derives."""
    name = str(event.__struct_config__.tag)
    return Refused("table.only_derived", CONSEQUENCE_RULES[name], {"event": name})


def corrected(state: State, event: Corrected[Any]) -> Verdict:
    """Set facts by hand.

    Rules: TAB-CORR-01, LIF-MUG-06
    """
    refused = judge_known_seats(state, event.agreed) or judge_position(state, event.position)
    if refused:
        return refused
    draft = write(state, event, "observation", "TAB-CORR-01")
    fights.lapse_unanswered(draft, draft.state.demand)
    settle(draft)
    return draft.accept()


def house_ruled(state: State, event: HouseRuled) -> Verdict:
    """Change a switch from here on; what says with what a game begins changes the box overnight.

    Rules: TAB-HOUSE-01, LIF-SET-11
    """
    refused = judge_table_event(CHARTER, state, event) or judge_switches(state, {event.option: event.value})
    if refused:
        return refused
    value = CHARTER.switches[event.option].read(event.value)
    rules = ("TAB-HOUSE-01", "LIF-SET-11") if event.option in SET_UP else ("TAB-HOUSE-01",)
    draft = write(state, replace(event, value=value), "observation", *rules)
    settle(draft)
    return draft.accept()


def settle(draft: Draft) -> None:
    """Bring a state set by hand to where people must act; score again what was scored."""
    if draft.state.result is not None:
        score_again(draft)
    elif draft.state.phase in {"overboard", "thirst"} and draft.state.chosen is not None:
        navigation.go_on(draft)
    ending.end_game(draft)


def table_event(state: State, event: Event) -> Verdict:
    """Judge an event that every game shares and that moves no card.

    Rules: TAB-DISP-01, TAB-DISP-02, TAB-CLOSE-01, TAB-BACK-01
    """
    refused = judge_table_event(CHARTER, state, event)
    if isinstance(event, RulingGiven):
        refused = refused or judge_switches(state, event.effect or {})
    if refused:
        return refused
    draft = write(state, event, shared_kind(event), *SHARED_RULES[type(event)])
    if isinstance(event, RulingGiven):
        settle(draft)
    return draft.accept()


def judge_switches(state: State, values: Mapping[str, SwitchValue]) -> Refused | None:
    """Refuse to take the seventh character from seven players.

    Rules: LIF-SET-10
    """
    is_left_out = CHARTER.switches["cannibalism"].read(values.get("cannibalism", "yes")) == "no"
    if is_left_out and is_untouched(state) and len(state.seats) == PLAYERS[-1]:
        return refuse("lifeboat.seven_need_cannibalism", "LIF-SET-10")
    return None


def closed(state: State, event: TableClosed) -> Verdict:
    """Close the table; a seed shown now has to be the one committed to, and to have dealt every card.

    Rules: TAB-CLOSE-01, TAB-CHANCE-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    if event.seed is not None:
        if refused := judge_seed(state.seed_hash, event.seed):
            return refused
        if state.chance == "referee" and (wrong := first_difference(state, event.seed)):
            return refuse("lifeboat.not_of_seed", "TAB-CHANCE-01", what=wrong)
    return write(state, event, "observation", "TAB-CLOSE-01").accept()


def score_again(draft: Draft) -> None:
    """Score a game that is over once more, where a ruling or the board changed the score.

    Rules: LIF-SCORE-09
    """
    result = final_scores(draft.state)
    if result != draft.state.result:
        draft.derive(result, "LIF-SCORE-09")


HANDLERS: dict[type, Callable[[State, Any], Verdict]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    TableClosed: closed,
    SecretSealed: sealing.sealed,
    SecretOpened: sealing.opened,
    CharactersDealt: dealing.characters,
    SecretsDealt: dealing.secrets,
    ProvisionDealt: dealing.provision,
    ProvisionsDrawn: dealing.drawn,
    ProvisionKept: dealing.kept,
    Passed: slots.passed,
    Rowed: rowing.rowed,
    NavigationDrawn: rowing.navigation_drawn,
    SeatDemanded: demands.seat_demanded,
    MugDemanded: demands.mug_demanded,
    SpecialUsed: specials.special_used,
    CardsTraded: playing.traded,
    CardPlayed: playing.played,
    DemandGranted: fights.granted,
    DemandRefused: fights.refused_demand,
    FightJoined: fights.joined,
    FightClosed: fights.closed,
    CardTaken: fights.taken,
    Objected: fights.objected,
    CompassUsed: navigation.compass,
    NavigationChosen: navigation.chosen,
    ChumUsed: navigation.chum,
    GhostCalled: navigation.ghost,
    OverboardClosed: navigation.overboard_closed,
    WaterUsed: navigation.water,
    ThirstClosed: navigation.thirst_closed,
    HandRevealed: ending.revealed,
    Corrected: corrected,
    HouseRuled: house_ruled,
}
