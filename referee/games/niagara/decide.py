"""All judgement: an event proposed to a state, accepted with its consequences or refused."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event, Kind
from events.table import (
    Corrected,
    HouseRuled,
    RulingGiven,
    TableOpened,
)
from referee.games.niagara import paddling
from referee.games.niagara.buying import judge_purchase, numbered
from referee.games.niagara.cards import judge_choice, judge_reveal
from referee.games.niagara.cascade import finish_round, pass_turn, play_on, settle, start_turn
from referee.games.niagara.charter import CHARTER
from referee.games.niagara.correcting import judge_position
from referee.games.niagara.draft import Draft, refuse
from referee.games.niagara.ending import conclude, note_goal, refill_waiting
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CloudMoved,
    GemPassed,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.games.niagara.river import judge_flow, speed_rules
from referee.games.niagara.state import State, canoe_index, goals_met, open_state
from referee.games.niagara.turns import judge_ending
from referee.games.niagara.weather import judge_cloud
from referee.kernel.table import (
    AFTER_THE_END,
    SHARED_RULES,
    judge_known_seats,
    judge_open,
    judge_opening,
    judge_table_event,
    shared_kind,
)
from referee.kernel.verdict import Accepted, Fact, Refused, Verdict

CONSEQUENCE_RULES: dict[str, tuple[str, ...]] = {
    "paddle_revealed": ("NIA-CARD-03",),
    "turn_passed": ("NIA-ROUND-02",),
    "river_flowed": ("NIA-RIVER-02", "NIA-RIVER-07"),
    "canoe_landed": ("NIA-LAND-01", "NIA-MOVE-07"),
    "gem_banked": ("NIA-LAND-01", "NIA-GOAL-02"),
    "gem_stolen": ("NIA-STEAL-01",),
    "canoe_lost": ("NIA-RIVER-06", "NIA-FALL-01"),
    "gem_returned": ("NIA-FALL-02",),
    "gem_removed": ("NIA-FALL-02",),
    "canoe_granted": ("NIA-BUY-05",),
    "goal_met": ("NIA-GOAL-01",),
    "hands_refilled": ("NIA-CARD-02",),
    "round_ended": ("NIA-ROUND-03",),
    "game_ended": ("NIA-END-01", "NIA-END-02"),
}
"""Which rules derive a consequence, cited when one is claimed that does not follow."""


def decide(state: State | None, event: Event) -> Verdict:
    """Judge an event; never raises on an event of the vocabulary."""
    if state is None:
        return open_table(event)
    handler = HANDLERS.get(type(event))
    if handler is None:
        return refuse_consequence(event)
    is_over = state.closed or state.result is not None
    return (is_over and judge_over(state, event)) or handler(state, event)


def open_table(event: Event) -> Verdict:
    """Judge the first event of a log.

    Rules: NIA-SETUP-01, NIA-SETUP-03, NIA-SETUP-04, NIA-SETUP-05, NIA-SETUP-06
    """
    if not isinstance(event, TableOpened):
        return Refused("table.not_open", ("TAB-OPEN-05",))
    values = judge_opening(CHARTER, event)
    if isinstance(values, Refused):
        return values
    options = {name: values[name] for name in event.options}
    version = CHARTER.rules_version if event.rules_version is None else event.rules_version
    edition = event.edition or CHARTER.default_edition
    opened = replace(event, edition=edition, options=options, rules_version=version)
    rules = ("NIA-SETUP-01", "NIA-SETUP-02", "NIA-SETUP-03", "NIA-SETUP-04", "NIA-SETUP-05", "NIA-SETUP-06")
    return Accepted((Fact(opened, "observation", rules),), open_state(opened))


def judge_over(state: State, event: Event) -> Refused | None:
    """Refuse what comes after the end; the table may still set facts and rules, dispute and close.

    Rules: NIA-END-01
    """
    if refused := judge_open(state):
        return refused
    if isinstance(event, AFTER_THE_END):
        return None
    return refuse("niagara.game_is_over", "NIA-END-01")


def refuse_consequence(event: Event) -> Refused:
    """Refuse an event that only the referee derives."""
    name = event.__struct_config__.tag
    return Refused("table.only_derived", CONSEQUENCE_RULES[str(name)], {"event": str(name)})


def chosen(state: State, event: PaddleChosen) -> Verdict:
    """Lay a card; when all lie, the turns begin.

    Rules: NIA-CARD-01, NIA-CARD-04
    """
    refused = unknown_seat(state, event.seat) or judge_choice(state, event)
    return refused or write(state, event, "action", ("NIA-CARD-01", "NIA-CARD-04"))


def revealed(state: State, event: PaddleRevealed) -> Verdict:
    """Turn up a card that lay unknown."""
    if refused := unknown_seat(state, event.seat) or judge_reveal(state, event):
        return refused
    draft = Draft(state)
    draft.add(event, "action", ("NIA-CARD-03", "NIA-TURN-01"))
    start_turn(draft)
    play_on(draft)
    return draft.accept()


def bought(state: State, event: CanoeBought) -> Verdict:
    """Buy a lost canoe back.

    Rules: NIA-BUY-01, NIA-BUY-03
    """
    if refused := unknown_seat(state, event.seat) or judge_purchase(state, event):
        return refused
    return write(state, numbered(state, event), "action", ("NIA-BUY-01", "NIA-BUY-03"))


def moved(state: State, event: CanoeMoved) -> Verdict:
    """Act with a canoe."""
    if refused := unknown_seat(state, event.seat):
        return refused
    judged = paddling.judge_move(state, event)
    if isinstance(judged, Refused):
        return judged
    at = state.at[canoe_index(state, event.seat, event.canoe)]
    draft = Draft(state)
    event = paddling.tidied(judged)
    draft.add(event, "action", paddling.rules_allowing(event, at))
    paddling.follow_move(draft, event)
    play_on(draft)
    return draft.accept()


def passed(state: State, event: GemPassed) -> Verdict:
    """Refuse a gem handed from canoe to canoe: nothing allows it.

    Rules: NIA-LOAD-10
    """
    return unknown_seat(state, event.seat) or refuse("niagara.gem_passed", "NIA-LOAD-10", seat=event.seat)


def clouded(state: State, event: CloudMoved) -> Verdict:
    """Move the weather marker."""
    refused = unknown_seat(state, event.seat) or judge_cloud(state, event)
    return refused or write(state, event, "action", ("NIA-WX-01", "NIA-WX-04"))


def ended(state: State, event: TurnEnded) -> Verdict:
    """Decline what is left of a turn.

    Rules: NIA-TURN-03
    """
    if refused := unknown_seat(state, event.seat) or judge_ending(state, event.seat):
        return refused
    draft = Draft(state)
    draft.add(event, "action", ("NIA-TURN-03",))
    pass_turn(draft)
    play_on(draft)
    return draft.accept()


def flowed(state: State, event: RiverFlowed) -> Verdict:
    """Let the river flow as the table saw it."""
    if refused := judge_flow(state, event):
        return refused
    draft = Draft(state)
    draft.add(event, "observation", (*speed_rules(state), "NIA-RIVER-07", "NIA-RIVER-08"))
    finish_round(draft)
    return draft.accept()


def corrected(state: State, event: Corrected[Any]) -> Verdict:
    """Set facts by hand.

    Rules: TAB-CORR-01
    """
    refused = judge_known_seats(state, event.agreed) or judge_position(state, event.position)
    if refused:
        return refused
    draft = Draft(state)
    draft.add(event, "observation", ("TAB-CORR-01",))
    refill_waiting(draft)
    settle(draft) if state.result is None else end_again(draft)
    return draft.accept()


def house_ruled(state: State, event: HouseRuled) -> Verdict:
    """Change a switch from here on.

    Rules: TAB-HOUSE-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    draft = Draft(state)
    value = CHARTER.switches[event.option].read(event.value)
    draft.add(replace(event, value=value), "observation", ("TAB-HOUSE-01",))
    settle(draft) if state.result is None else conclude_again(draft)
    return draft.accept()


def table_event(state: State, event: Event) -> Verdict:
    """Judge an event that every game shares and that moves no piece.

    Rules: TAB-DISP-01, TAB-DISP-02, TAB-CLOSE-01, TAB-BACK-01, TAB-BACK-02, TAB-SEAL-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    draft = Draft(state)
    draft.add(event, shared_kind(event), SHARED_RULES[type(event)])
    if isinstance(event, RulingGiven):
        settle(draft) if state.result is None else conclude_again(draft)
    return draft.accept()


def end_again(draft: Draft) -> None:
    """End a game once more whose facts were set by hand, or let it go on where nobody holds a goal.

    Rules: NIA-END-01, NIA-END-02, NIA-GOAL-01
    """
    for i in range(len(draft.state.seats)):
        note_goal(draft, i)
    if any(map(goals_met, draft.state.owned)):
        draft.derive(conclude(draft.state), "NIA-END-01", "NIA-END-02", "NIA-GOAL-01")
    else:
        settle(draft)


def conclude_again(draft: Draft) -> None:
    """Settle a game that is over once more, where the table changed who wins.

    Rules: NIA-END-02
    """
    result = conclude(draft.state)
    if result != draft.state.result:
        draft.derive(result, "NIA-END-02")


def unknown_seat(state: State, seat: str) -> Refused | None:
    """Refuse a seat that does not sit here.

    Rules: TAB-SEAT-01
    """
    return None if seat in state.index else judge_known_seats(state, (seat,))


def write(state: State, event: Event, kind: Kind, rules: tuple[str, ...]) -> Accepted:
    """Accept an event and derive what follows."""
    draft = Draft(state)
    draft.add(event, kind, rules)
    play_on(draft)
    return draft.accept()


HANDLERS: dict[type, Callable[[State, Any], Verdict]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    PaddleChosen: chosen,
    PaddleRevealed: revealed,
    CanoeBought: bought,
    CanoeMoved: moved,
    GemPassed: passed,
    CloudMoved: clouded,
    TurnEnded: ended,
    RiverFlowed: flowed,
    Corrected: corrected,
    HouseRuled: house_ruled,
}
