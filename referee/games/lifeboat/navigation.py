"""The navigation phase: the day's card, birds, the water, thirst, the end of the day."""

from typing import Any

from referee.games.lifeboat.common import judge_awake, judge_phase, judge_seat, write
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import (
    CardDiscarded,
    ChumUsed,
    CompassUsed,
    DayEnded,
    FellOverboard,
    GhostCalled,
    LostAtSea,
    NavigationChosen,
    NavigationContent,
    OverboardClosed,
    ThirstClosed,
    WaterUsed,
)
from referee.games.lifeboat.evidence import evidence
from referee.games.lifeboat.evolve.days import SPARE_OVERBOARD, SPARE_THIRST
from referee.games.lifeboat.fights import serve_meal, settled
from referee.games.lifeboat.harm import wound
from referee.games.lifeboat.playing import judge_holding, judge_shown
from referee.games.lifeboat.possible import judge_navigation, judge_provisions
from referee.games.lifeboat.specials import fly
from referee.games.lifeboat.state import (
    State,
    deals,
    has_card,
    is_conscious,
    is_dead,
    navigator,
    phase_of,
)
from referee.games.lifeboat.tables import content_of, identify
from referee.games.lifeboat.thirst import thirst_of, thirsty
from referee.kernel.verdict import Refused, Verdict


def compass(state: State, event: CompassUsed) -> Verdict:
    """Add the deck's top card to the row stack.

    Rules: LIF-NAV-03, LIF-VAR-NAV1
    """
    before = settled(state)
    if refused := judge_navigator(before, event.seat) or judge_look(before, event):
        return refused
    draft = write(state, event, "action", "LIF-VAR-NAV1" if is_automatic(before) else "LIF-NAV-03")
    serve_meal(draft, state)
    i = state.index[event.seat]
    is_unseen = not is_automatic(before) and not has_card(before, i, "compass")
    if is_unseen and (refused := judge_provisions(before, draft.state, ("compass",), 1 << i)):
        return refused
    return judge_navigation(before, draft.state, (event.card,), 1 << i) or draft.accept()


def is_automatic(state: State) -> bool:
    """Tell whether the next look is the one the variant gives every navigator; an empty deck gives none.

    Rules: LIF-VAR-NAV1
    """
    return state.switches.row_one == "yes" and state.looked == 0 and state.queue != ()


def judge_navigator(state: State, seat: str) -> Refused | None:
    """Refuse anybody but the navigator.

    Rules: LIF-NAV-01
    """
    if refused := judge_seat(state, seat) or judge_phase(state, "navigation"):
        return refused
    i = navigator(state)
    if i == state.index[seat]:
        return None
    name = state.seats[i] if i >= 0 else "-"
    return refuse("lifeboat.not_navigator", "LIF-NAV-01", seat=seat, navigator=name)


def judge_look(state: State, event: CompassUsed) -> Refused | None:
    """Refuse one look more than the compass gives.

    Rules: LIF-NAV-03, LIF-VAR-NAV1
    """
    if is_automatic(state):
        return None
    i = state.index[event.seat]
    if refused := judge_holding(state, i, "compass"):
        return refused
    if state.looked >= most_looks(state) or not state.queue:
        return refuse("lifeboat.compass_used", "LIF-NAV-03", seat=event.seat)
    return None


def most_looks(state: State) -> int:
    """Count the top cards a navigator with a compass may add in all.

    Rules: LIF-NAV-03
    """
    variant = int(state.switches.row_one == "yes")
    has_no_stack = len(state.stack) == state.looked and not variant
    return variant + (int(state.switches.compass_no_stack) if has_no_stack else 1)


def chosen(state: State, event: NavigationChosen) -> Verdict:
    """Choose or turn up the day's card, and resolve it as far as nobody has to act.

    Rules: LIF-NAV-01, LIF-NAV-02, LIF-NAV-04
    """
    before = settled(state)
    card = identify(event.card)
    if refused := judge_choice(before, event) or judge_card(before, card):
        return refused
    kind = "observation" if event.seat is None else "action"
    draft = write(state, event, kind, "LIF-NAV-02" if event.seat is None else "LIF-NAV-01")  # type: ignore[arg-type]
    serve_meal(draft, state)
    if refused := judge_chosen(before, draft.state, event, card):
        return refused
    fly(draft, (card,))
    if draft.state.phase != "ended":
        fall(draft, content_of(card))
        go_on(draft)
    return draft.accept()


def judge_choice(state: State, event: NavigationChosen) -> Refused | None:
    """Refuse a choice by the wrong seat, or from a stack that is not there.

    Rules: LIF-NAV-01, LIF-NAV-02, LIF-VAR-NAV1
    """
    if refused := judge_seat(state, *filter(None, [event.seat])) or judge_phase(state, "navigation"):
        return refused
    i = navigator(state)
    if i >= 0 and is_automatic(state):
        return refuse("lifeboat.top_card_first", "LIF-VAR-NAV1", seat=state.seats[i])
    if event.seat is None:
        if i >= 0 and state.stack:
            return refuse("lifeboat.navigator_chooses", "LIF-NAV-01", navigator=state.seats[i])
        return None
    if refused := judge_navigator(state, event.seat):
        return refused
    if not state.stack:
        return refuse("lifeboat.no_row_stack", "LIF-NAV-02", seat=event.seat)
    if deals(state, "navigation") and any(isinstance(card, int) for card in state.stack):
        return refuse("lifeboat.card_not_seen", "LIF-NAV-03", seat=event.seat)
    return None


def judge_card(state: State, card: Any) -> Refused | None:
    """Refuse a card read aloud that this box does not hold.

    Rules: LIF-INFO-03, LIF-SET-10
    """
    if isinstance(card, NavigationContent) and not state.expansion:
        return refuse("lifeboat.unknown_navigation_card", "LIF-INFO-03", "LIF-SET-10")
    return None


def judge_chosen(before: State, after: State, event: NavigationChosen, card: Any) -> Refused | None:
    """Refuse a card that is not in the stack, or cannot lie on top of the deck.

    Rules: LIF-NAV-01, LIF-INFO-03
    """
    if event.seat is None:
        return judge_navigation(before, after, (card,), evidence(before.deals_navigation, None))
    if card in before.stack:
        return None
    if not any(other is None or isinstance(other, int) for other in before.stack):
        return refuse("lifeboat.not_in_stack", "LIF-NAV-01", "LIF-INFO-03", seat=event.seat)
    return judge_navigation(before, after, (card,), 1 << before.index[event.seat])


def fall(draft: Draft, card: NavigationContent) -> None:
    """Put everybody the card names into the water; the absent are passed over.

    Rules: LIF-OVER-01, LIF-STAT-05
    """
    state = draft.state
    for i in state.boat:
        if state.character[i] in card.overboard:
            draft.derive(FellOverboard(state.seats[i]), "LIF-OVER-01")


def go_on(draft: Draft) -> None:
    """Close what nobody needs: an empty water, a step without thirst, and so the day.

    Rules: LIF-NAV-04, LIF-TURN-03
    """
    state = draft.state
    if phase_of(state) == "thirst" and not thirsty(state):
        draft.derive(DayEnded(state.day), "LIF-TURN-03")


def chum(state: State, event: ChumUsed) -> Verdict:
    """Throw chum to those in the water.

    Rules: LIF-OVER-02
    """
    if refused := judge_seat(state, event.seat):
        return refused
    i = state.index[event.seat]
    if refused := judge_water(state) or judge_awake(state, i) or judge_holding(state, i, "chum"):
        return refused
    draft = write(state, event, "action", "LIF-OVER-02")
    return judge_shown(state, draft, i, "chum") or draft.accept()


def judge_water(state: State) -> Refused | None:
    """Refuse sharks where nobody is in the water.

    Rules: LIF-OVER-02
    """
    if phase_of(state) == "overboard":
        return None
    return refuse("lifeboat.nobody_in_water", "LIF-OVER-02")


def ghost(state: State, event: GhostCalled) -> Verdict:
    """Call the sharks as a ghost.

    Rules: LIF-VAR-GHOST
    """
    if refused := judge_seat(state, event.seat):
        return refused
    if state.switches.ghost_sharks == "no":
        return refuse("lifeboat.no_ghosts", "LIF-VAR-GHOST")
    i = state.index[event.seat]
    if refused := judge_water(state):
        return refused
    if i not in state.lost or state.ghosts >> i & 1:
        return refuse("lifeboat.not_a_ghost", "LIF-VAR-GHOST", seat=event.seat)
    return write(state, event, "action", "LIF-VAR-GHOST").accept()


def overboard_closed(state: State, event: OverboardClosed) -> Verdict:
    """Resolve the water: wounds, sharks, lost cards, the lost at sea.

    Rules: LIF-OVER-01, LIF-OVER-02, LIF-OVER-03, LIF-OVER-04, LIF-STAT-05
    """
    if phase_of(state) != "overboard":
        is_extra = state.phase == "overboard" or state.spare & SPARE_OVERBOARD
        if not is_extra:
            return refuse("lifeboat.nothing_to_close", "LIF-OVER-01")
        return write(state, event, "observation", "LIF-OVER-01").accept()
    draft = write(state, event, "observation", "LIF-OVER-01")
    sharks = shark_wounds(state)
    for i in state.fallen:
        come_back(draft, i, sharks, is_doomed=i in state.doomed)
    go_on(draft)
    return draft.accept()


def shark_wounds(state: State) -> int:
    """Count the wounds sharks give everybody in the water.

    Rules: LIF-OVER-02, LIF-VAR-GHOST
    """
    chums = state.sharks + sum(state.table[i].count("chum") for i in state.fallen)
    if state.switches.chum_stacks == "yes" and state.switches.ghost_sharks == "no":
        return chums
    return min(1, chums + state.ghosts)


def come_back(draft: Draft, i: int, sharks: int, *, is_doomed: bool) -> None:
    """Wound one who fell, discard what lay before it, and take it back aboard or not.

    Rules: LIF-OVER-01, LIF-OVER-02, LIF-OVER-03, LIF-OVER-04, LIF-STAT-05
    """
    state = draft.state
    seat, has_preserver = state.seats[i], "preserver" in state.table[i]
    if is_doomed:
        draft.derive(LostAtSea(seat), "LIF-STAT-05")
        return
    if not has_preserver and state.character[i] != "frenchy":
        wound(draft, i, "fall", "LIF-OVER-01")
    if sharks:
        wound(draft, i, "sharks", "LIF-OVER-02", sharks)
    if state.switches.overboard_status == "in_water" and is_gone(draft.state, i, has_preserver=has_preserver):
        draft.derive(LostAtSea(seat), "LIF-STAT-05")
        return
    for card in state.table[i]:
        if card != "preserver":
            draft.derive(CardDiscarded(seat, card), "LIF-OVER-03")  # type: ignore[arg-type]


def is_gone(state: State, i: int, *, has_preserver: bool) -> bool:
    """Tell whether the water keeps one whose state is read after the wounds.

    Rules: LIF-STAT-05
    """
    return is_dead(state, i) or not (is_conscious(state, i) or has_preserver)


def water(state: State, event: WaterUsed) -> Verdict:
    """Spend a water on somebody's thirst.

    Rules: LIF-THIRST-04, LIF-STAT-02, LIF-STAT-04
    """
    if refused := judge_seat(state, event.seat, event.on) or judge_phase(state, "thirst"):
        return refused
    i, on = state.index[event.seat], state.index[event.on]
    if refused := judge_awake(state, i) or judge_drinker(state, on) or judge_holding(state, i, "water"):
        return refused
    draft = write(state, event, "action", "LIF-THIRST-04")
    return judge_shown(state, draft, i, "water") or draft.accept()


def judge_drinker(state: State, on: int) -> Refused | None:
    """Refuse water to the dead, the lost and those who are not thirsty.

    Rules: LIF-THIRST-04, LIF-STAT-04
    """
    if on not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=state.seats[on])
    if is_dead(state, on):
        return refuse("lifeboat.dead", "LIF-STAT-04", seat=state.seats[on])
    return (
        None
        if thirst_of(state, on)
        else refuse("lifeboat.not_thirsty", "LIF-THIRST-04", seat=state.seats[on])
    )


def thirst_closed(state: State, event: ThirstClosed) -> Verdict:
    """Wound the thirsty for every thirst without water, and end the day.

    Rules: LIF-THIRST-04, LIF-TURN-03
    """
    if phase_of(state) != "thirst":
        if not state.spare & SPARE_THIRST:
            return refuse("lifeboat.nothing_to_close", "LIF-THIRST-04")
        return write(state, event, "observation", "LIF-THIRST-04").accept()
    draft = write(state, event, "observation", "LIF-THIRST-04")
    for i, amount in [(i, thirst_of(state, i)) for i in thirsty(state)]:
        wound(draft, i, "thirst", "LIF-THIRST-04", amount)
    draft.derive(DayEnded(state.day), "LIF-TURN-03")
    return draft.accept()
