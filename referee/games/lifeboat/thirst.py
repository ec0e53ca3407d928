"""The thirst step: thirsts, water, wounds for those unpaid, and the end of the day."""

from msgspec.structs import replace

from referee.games.lifeboat.cards import holds, judge_holding, judge_shown, spend
from referee.games.lifeboat.events import DayEnded, NavigationContent, ThirstClosed, WaterUsed
from referee.games.lifeboat.harm import wound
from referee.games.lifeboat.state import State, phase_of
from referee.games.lifeboat.tables import content_of
from referee.games.lifeboat.turns import (
    CLOSED,
    SPARE_THIRST,
    also_citing,
    judge_alive,
    judge_awake,
    judge_phase,
)
from referee.kernel.acts import Act, Draft, Listing, When
from referee.kernel.facts import set_at
from referee.kernel.verdict import Refused, refuse


def thirst_of(state: State, i: int) -> int:
    """Return how many unpaid thirsts a seat has."""
    if state.chosen is None or i not in state.boat:
        return 0
    return _unpaid_thirsts(state, i, content_of(state.chosen))


def _unpaid_thirsts(state: State, i: int, card: NavigationContent) -> int:
    """Return how many thirsts a card gives a seat aboard, less what was drunk and an open parasol.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    due = (state.character[i] in card.thirst) - state.paid[i] - (state.parasols >> i & 1)
    due += (card.row and state.rowed >> i & 1) + (card.fight and state.fought >> i & 1)
    return due if due > 0 and state.wounds[i] <= state.sizes[i] else 0


def thirsty(state: State) -> list[int]:
    """Return who is still thirsty, bow to stern."""
    if state.chosen is None:
        return []
    card, character = content_of(state.chosen), state.character
    named, tired = card.thirst, (state.rowed if card.row else 0) | (state.fought if card.fight else 0)
    if not (named or tired):
        return []
    return [
        i for i in state.boat if (character[i] in named or tired >> i & 1) and _unpaid_thirsts(state, i, card)
    ]


def end_day_if_over(draft: Draft[State]) -> None:
    """Derive the end of the day where nobody is in the water and nobody is thirsty. Rules: LIF-NAV-04."""
    state = draft.state
    if phase_of(state) == "thirst" and not thirsty(state):
        draft.derive(DayEnded(state.day), "LIF-TURN-03")


def _judge_drinking(state: State, seat: str) -> Refused | None:
    early = ("LIF-NAV-04",) if phase_of(state) in {"navigation", "overboard"} else ()
    refused = judge_phase(state, "thirst", *early) or judge_awake(state, state.index[seat])
    return also_citing(refused, "LIF-THIRST-04")


def _judge_water(state: State, event: WaterUsed) -> Refused | None:
    i, on = state.index[event.seat], state.index[event.on]
    if refused := judge_alive(state, on):
        return also_citing(refused, "LIF-THIRST-04")
    if not thirst_of(state, on):
        return refuse("lifeboat.not_thirsty", "LIF-THIRST-04", seat=event.on)
    has_fallen = state.chosen is not None and state.character[i] in content_of(state.chosen).overboard
    wet = ("LIF-OVER-03",) if has_fallen else ()
    return judge_holding(state, i, "water", "LIF-THIRST-04", *wet) or judge_shown(
        state, lambda: _apply_water_used(state, event), i, "water"
    )


def _drinks(state: State, seat: str) -> list[WaterUsed]:
    is_able = holds(state, state.index[seat], "water")
    return [WaterUsed(seat, state.seats[j]) for j in thirsty(state)] if is_able else []


def _apply_water_used(state: State, event: WaterUsed) -> State:
    on = state.index[event.on]
    paid = set_at(state.paid, on, state.paid[on] + 1)
    return spend(state, state.index[event.seat], "water", event, paid=paid)


def _judge_closing(state: State, _: str) -> Refused | None:
    """Refuse to close thirst where it is not open; a line after it closed by itself is fine."""
    phase = phase_of(state)
    if phase == "thirst" or state.spare & SPARE_THIRST:
        return None
    early = ("LIF-NAV-04",) if phase == "overboard" else ()
    return refuse("lifeboat.nothing_to_close", "LIF-THIRST-04", *early)


def _wound_thirsty(draft: Draft[State], _: ThirstClosed) -> None:
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
        when=When(phases=("thirst",), judge=_judge_drinking),
        judge=_judge_water,
        apply=_apply_water_used,
        candidates=Listing(_drinks),
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=ThirstClosed,
        rules=("LIF-THIRST-04",),
        when=When(by_table=True, judge=_judge_closing),
        apply=lambda state, _: (
            replace(state, spare=CLOSED) if state.phase in {"overboard", "thirst"} else state
        ),
        candidates=lambda *_: (ThirstClosed(),),
        follow=_wound_thirsty,
    ),
)
