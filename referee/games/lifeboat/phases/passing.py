"""Doing nothing: in a slot, in a fight, or as the navigator who could look at the top card."""

from msgspec.structs import replace

from referee.games.lifeboat.conflicts.fights import end_fight
from referee.games.lifeboat.conflicts.meals import after_meal
from referee.games.lifeboat.events import Passed
from referee.games.lifeboat.state import DECLINED, State, deals, navigator, phase_of
from referee.games.lifeboat.turns.slots import actor, end_slot, judge_awake, judge_slot
from referee.games.lifeboat.turns.windows import acts_in_window, in_window
from referee.kernel.acts import Act, Draft
from referee.kernel.verdict import Refused, refuse


def judge_passing(state: State, event: Passed) -> Refused | None:
    """Judge doing nothing. Rules: LIF-ACT-01, LIF-NAV-03, LIF-FIGHT-07."""
    if event.out:
        return judge_staying_out(state, event.seat)
    refused = judge_slot(state, event.seat)
    is_declined = refused and phase_of(state) == "navigation" and declines(state, event.seat)
    return None if is_declined else refused


def judge_staying_out(state: State, seat: str) -> Refused | None:
    """Judge a word that a seat does nothing more in a fight. Rules: LIF-FIGHT-03, LIF-FIGHT-07."""
    if state.fight is None:
        return refuse("lifeboat.no_fight", "LIF-FIGHT-07", seat=seat)
    i = state.index[seat]
    if i not in state.fight.out and acts_in_window(state, i, "action"):
        return None
    refused = judge_awake(state, i)
    return refused or refuse("lifeboat.out_already", "LIF-FIGHT-07", seat=seat)


def rules_of_passing(state: State, event: Passed) -> tuple[str, ...]:
    """Cite what lets a seat do nothing."""
    if event.out:
        return ("LIF-FIGHT-07",)
    return ("LIF-NAV-03",) if phase_of(state) == "navigation" else ("LIF-ACT-01",)


def passes(state: State, seat: str) -> tuple[Passed, ...]:
    """Do nothing, where that may be. Rules: LIF-FIGHT-07, LIF-NAV-03."""
    if state.fight is not None:
        return (Passed(seat, out=True),) if judge_staying_out(state, seat) is None else ()
    is_due = seat == due if (due := actor(state)) else declines(state, seat)
    return (Passed(seat),) if is_due else ()


def declines(state: State, seat: str) -> bool:
    """Tell whether a seat may leave the top card to the dealt deck. Rules: LIF-NAV-02, LIF-NAV-03."""
    return deals(state, "navigation") and seat in may_decline(state)


def may_decline(state: State) -> tuple[str, ...]:
    """Name the navigator who must say that it will not look, before the referee turns the top card.

    Rules: LIF-NAV-02, LIF-NAV-03
    """
    i = navigator(state)
    is_free = i >= 0 and not state.stack and state.looked == 0 and state.options.row_one == "no"
    has_cards = is_free and (state.hands[i] != () or "compass" in state.table[i])
    return (state.seats[i],) if has_cards else ()


def passed(state: State, event: Passed) -> State:
    """End a slot in which nothing was done, stay out of a fight, or let the top card be turned."""
    fight = state.fight
    if event.out and fight is not None:
        return replace(state, fight=fight._replace(out=(*fight.out, state.index[event.seat])))
    if phase_of(state) == "navigation":
        return replace(state, looked=DECLINED)
    return end_slot(state, state.index[event.seat])


def close_if_all_are_out(draft: Draft[State], event: Passed) -> None:
    """End the fight when nobody joins or plays any more. Rules: LIF-FIGHT-07."""
    if event.out and not in_window(draft.state):
        end_fight(draft)


ACTS = (
    after_meal(
        Act(
            event=Passed,
            rules=rules_of_passing,
            judge=judge_passing,
            apply=passed,
            follow=close_if_all_are_out,
            listed=passes,
            phases=("slot", "fight", "navigation"),
        )
    ),
)
