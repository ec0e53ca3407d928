"""The thirst step: who is thirsty how often, water, what is left unpaid, and so the end of the day."""

from msgspec.structs import replace

from referee.games.lifeboat.conflicts.harm import wound
from referee.games.lifeboat.events import DayEnded, NavigationContent, ThirstClosed, WaterUsed
from referee.games.lifeboat.hidden_cards.hands import holds, judge_holding, judge_shown, spend
from referee.games.lifeboat.state import State, phase_of
from referee.games.lifeboat.tables import content_of
from referee.games.lifeboat.turns.days import CLOSED, SPARE_THIRST
from referee.games.lifeboat.turns.slots import citing, judge_alive, judge_awake, judge_phase
from referee.kernel.acts import Act, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def thirst_of(state: State, i: int) -> int:
    """Count a seat's unpaid thirsts. Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05."""
    if state.chosen is None or i not in state.boat:
        return 0
    return unpaid(state, i, content_of(state.chosen))


def unpaid(state: State, i: int, card: NavigationContent) -> int:
    """Count the thirsts a card gives a seat aboard, less what was drunk and an open parasol.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    due = (state.character[i] in card.thirst) - state.paid[i] - (state.parasols >> i & 1)
    due += (card.row and state.rowed >> i & 1) + (card.fight and state.fought >> i & 1)
    return due if due > 0 and state.wounds[i] <= state.sizes[i] else 0


def thirsty(state: State) -> list[int]:
    """List who is still thirsty, bow to stern."""
    if state.chosen is None:
        return []
    card, character = content_of(state.chosen), state.character
    named, tired = card.thirst, (state.rowed if card.row else 0) | (state.fought if card.fight else 0)
    if not (named or tired):
        return []
    return [i for i in state.boat if (character[i] in named or tired >> i & 1) and unpaid(state, i, card)]


def go_on(draft: Draft[State]) -> None:
    """Close what nobody needs: empty water, no thirst, and so the day. Rules: LIF-NAV-04, LIF-TURN-03."""
    state = draft.state
    if phase_of(state) == "thirst" and not thirsty(state):
        draft.derive(DayEnded(state.day), "LIF-TURN-03")


def judge_water(state: State, event: WaterUsed) -> Refused | None:
    """Judge a water spent on somebody's thirst.

    Rules: LIF-THIRST-04, LIF-STAT-02, LIF-STAT-04, LIF-NAV-04, LIF-OVER-03
    """
    i, on = state.index[event.seat], state.index[event.on]
    early = ("LIF-NAV-04",) if phase_of(state) in {"navigation", "overboard"} else ()
    refused = judge_phase(state, "thirst", *early) or judge_awake(state, i) or judge_alive(state, on)
    if refused:
        return citing(refused, "LIF-THIRST-04")
    if not thirst_of(state, on):
        return refuse("lifeboat.not_thirsty", "LIF-THIRST-04", seat=event.on)
    wet = ("LIF-OVER-03",) if has_fallen(state, i) else ()
    return judge_holding(state, i, "water", "LIF-THIRST-04", *wet) or judge_shown(
        state, lambda: water_used(state, event), i, "water"
    )


def has_fallen(state: State, i: int) -> bool:
    """Tell whether the day's card put a seat into the water. Rules: LIF-OVER-03."""
    return state.chosen is not None and state.character[i] in content_of(state.chosen).overboard


def drinks(state: State, seat: str) -> tuple[WaterUsed, ...]:
    """List whose thirst a seat may quench."""
    i = state.index[seat]
    if judge_awake(state, i) or not holds(state, i, "water"):
        return ()
    return tuple([WaterUsed(seat, state.seats[j]) for j in thirsty(state)])


def water_used(state: State, event: WaterUsed) -> State:
    """Spend a water on a thirst."""
    on = state.index[event.on]
    paid = put(state.paid, on, state.paid[on] + 1)
    return spend(state, state.index[event.seat], "water", event, paid=paid)


def judge_closing(state: State, _: ThirstClosed) -> Refused | None:
    """Refuse to close thirst where it is not open; an extra line says nothing new.

    Rules: LIF-THIRST-04, LIF-NAV-04
    """
    phase = phase_of(state)
    if phase == "thirst" or state.spare & SPARE_THIRST:
        return None
    early = ("LIF-NAV-04",) if phase == "overboard" else ()
    return refuse("lifeboat.nothing_to_close", "LIF-THIRST-04", *early)


def thirst_closed(state: State, _: ThirstClosed) -> State:
    """Remember that the step was closed by a line; an extra line changes nothing."""
    return replace(state, spare=CLOSED) if state.phase in {"overboard", "thirst"} else state


def wound_thirsty(draft: Draft[State], _: ThirstClosed) -> None:
    """Wound the thirsty for each thirst without water, and end the day. Rules: LIF-THIRST-04, LIF-TURN-03."""
    before = draft.before
    if phase_of(before) != "thirst":
        return
    for i in thirsty(before):
        wound(draft, i, "thirst", "LIF-THIRST-04", thirst_of(before, i))
    draft.derive(DayEnded(before.day), "LIF-TURN-03")


ACTS = (
    Act(
        event=WaterUsed,
        rules=("LIF-THIRST-04",),
        judge=judge_water,
        apply=water_used,
        listed=drinks,
        phases=("thirst",),
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=ThirstClosed,
        rules=("LIF-THIRST-04",),
        judge=judge_closing,
        apply=thirst_closed,
        follow=wound_thirsty,
        candidates=lambda *_: (ThirstClosed(),),
        by_table=True,
        closes=True,
    ),
)
