"""The overboard step: who falls, sharks, and what becomes of those in the water."""

from msgspec.structs import replace

from referee.games.lifeboat.cards import holds, judge_holding, judge_shown, spend
from referee.games.lifeboat.events import (
    CardDiscarded,
    ChumUsed,
    FellOverboard,
    GhostCalled,
    LostAtSea,
    NavigationContent,
    OverboardClosed,
)
from referee.games.lifeboat.harm import wound
from referee.games.lifeboat.state import State, is_conscious, is_dead, phase_of
from referee.games.lifeboat.thirst import end_day_if_over
from referee.games.lifeboat.turns import SPARE_OVERBOARD, also_citing, judge_awake
from referee.kernel.acts import Act, Consequence, Draft, Listing, When
from referee.kernel.verdict import Refused, refuse


def fall(draft: Draft[State], card: NavigationContent) -> None:
    """Derive that those aboard whom a card names fall into the water."""
    state = draft.state
    for i in state.boat:
        if state.character[i] in card.overboard:
            draft.derive(FellOverboard(state.seats[i], is_doomed(state, i)), "LIF-OVER-01")


def is_doomed(state: State, i: int) -> bool:
    """Return whether seat `i` as it is now would not come back out of the water. Rules: LIF-STAT-05."""
    return is_dead(state, i) or not (is_conscious(state, i) or "preserver" in state.table[i])


def _apply_fell_overboard(state: State, event: FellOverboard) -> State:
    i = state.index[event.seat]
    doomed = (*state.doomed, i) if event.doomed else state.doomed
    return replace(state, fallen=(*state.fallen, i), doomed=doomed)


def _judge_thrower(state: State, seat: str) -> Refused | None:
    return _judge_water(state) or also_citing(judge_awake(state, state.index[seat]), "LIF-OVER-02")


def _judge_chum(state: State, event: ChumUsed) -> Refused | None:
    i = state.index[event.seat]
    return judge_holding(state, i, "chum", "LIF-OVER-02") or judge_shown(
        state, lambda: _apply_chum_used(state, event), i, "chum"
    )


def _judge_water(state: State) -> Refused | None:
    if phase_of(state) == "overboard":
        return None
    return refuse("lifeboat.nobody_in_water", "LIF-OVER-02")


def _apply_chum_used(state: State, event: ChumUsed) -> State:
    return spend(state, state.index[event.seat], "chum", event, sharks=state.sharks + 1)


def judge_ghost(state: State, seat: str) -> Refused | None:
    """Refuse sharks called by anybody but one lost at sea, once a day, with the variant."""
    if state.options.ghost_sharks == "no":
        return refuse("lifeboat.no_ghosts", "LIF-VAR-GHOST")
    i = state.index[seat]
    if refused := _judge_water(state):
        return also_citing(refused, "LIF-VAR-GHOST")
    if i not in state.lost or state.ghosts >> i & 1:
        return refuse("lifeboat.not_a_ghost", "LIF-VAR-GHOST", seat=seat)
    return None


def _judge_closing(state: State, _: str) -> Refused | None:
    """Refuse to close the water where it is not open; a line after it closed by itself is fine."""
    if state.phase == "overboard" or state.spare & SPARE_OVERBOARD:
        return None
    late = ("LIF-NAV-04",) if state.phase == "thirst" else ()
    return refuse("lifeboat.nothing_to_close", "LIF-OVER-01", *late)


def _apply_overboard_closed(state: State, _: OverboardClosed) -> State:
    if state.phase != "overboard":
        return state
    return replace(state, phase="thirst", fallen=(), doomed=(), sharks=0, ghosts=0)


def _resolve_water(draft: Draft[State], _: OverboardClosed) -> None:
    before = draft.before
    if phase_of(before) != "overboard":
        return
    sharks = _shark_wounds(before)
    for i in before.fallen:
        _resolve_swimmer(draft, i, sharks, doomed=i in before.doomed)
    end_day_if_over(draft)


def _shark_wounds(state: State) -> int:
    """Return how many wounds sharks give each person in the water. Rules: LIF-OVER-02, LIF-VAR-GHOST."""
    chums = state.sharks + sum(state.table[i].count("chum") for i in state.fallen)
    if state.options.chum_stacks == "yes" and state.options.ghost_sharks == "no":
        return chums
    return min(1, chums + state.ghosts)


def _resolve_swimmer(draft: Draft[State], i: int, sharks: int, *, doomed: bool) -> None:
    """Derive what becomes of a seat in the water: wounds and lost cards, or lost at sea.

    Rules: LIF-OVER-04
    """
    state = draft.state
    seat, has_preserver = state.seats[i], "preserver" in state.table[i]
    if doomed:
        draft.derive(LostAtSea(seat), "LIF-STAT-05")
        return
    if not has_preserver and state.character[i] != "frenchy":
        wound(draft, i, "fall", "LIF-OVER-01")
    if sharks:
        wound(draft, i, "sharks", "LIF-OVER-02", sharks)
    if state.options.overboard_status == "in_water" and is_doomed(draft.state, i):
        draft.derive(LostAtSea(seat), "LIF-STAT-05")
        return
    for card in state.table[i]:
        if card != "preserver":
            draft.derive(CardDiscarded(seat, card), "LIF-OVER-03")  # type: ignore[arg-type]


ACTS = (
    Act(
        event=ChumUsed,
        rules=("LIF-OVER-02",),
        when=When(phases=("overboard",), judge=_judge_thrower),
        judge=_judge_chum,
        apply=_apply_chum_used,
        candidates=Listing(
            lambda state, seat: (ChumUsed(seat),) if holds(state, state.index[seat], "chum") else ()
        ),
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=GhostCalled,
        rules=("LIF-VAR-GHOST",),
        when=When(phases=("overboard",), judge=judge_ghost),
        apply=lambda state, event: replace(state, ghosts=state.ghosts | 1 << state.index[event.seat]),
        candidates=lambda _, seat: (GhostCalled(seat),),
    ),
    Act(
        event=OverboardClosed,
        rules=("LIF-OVER-01",),
        when=When(by_table=True, judge=_judge_closing),
        apply=_apply_overboard_closed,
        candidates=lambda *_: (OverboardClosed(),),
        follow=_resolve_water,
    ),
)

CONSEQUENCES = (Consequence(event=FellOverboard, rules=("LIF-OVER-01",), apply=_apply_fell_overboard),)
