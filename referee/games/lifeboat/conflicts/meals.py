"""The cannibal meal: others may object; where nobody does, it happens before whatever comes next."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.conflicts.harm import heal, healed, leave
from referee.games.lifeboat.events import CardDiscarded, CorpseEaten, Healed, Objected
from referee.games.lifeboat.hidden_cards.hands import card_discarded
from referee.games.lifeboat.state import Demand, Fight, State, is_conscious, is_dead
from referee.games.lifeboat.turns.slots import citing, end_slot, judge_awake
from referee.kernel.acts import Act, Apply, Consequence, Draft
from referee.kernel.verdict import Refused, refuse


def has_open_meal(state: State) -> bool:
    """Tell whether a meal waits for objections."""
    return state.demand is not None and state.demand.kind == "meal" and state.fight is None


def settled(state: State) -> State:
    """Give the state as the next slot finds it: a meal nobody objected to has happened. Rules: LIF-CAN-02."""
    if state.demand is None or not has_open_meal(state):
        return state
    reducers: dict[type, Apply] = {CorpseEaten: corpse_eaten, Healed: healed, CardDiscarded: card_discarded}
    draft = Draft(state, reducers, state)
    serve(draft)
    return draft.state


def serve(draft: Draft[State]) -> None:
    """Let the open meal happen: its corpse leaves the game, the others heal, the card is spent.

    Rules: LIF-CAN-01, LIF-STAT-04
    """
    state, demand = draft.before, draft.before.demand
    if demand is None:
        return
    stays = state.options.cannibal_loot == "stays"
    draft.derive(CorpseEaten(state.seats[demand.target], stays), "LIF-CAN-01")
    for i in draft.state.boat:
        if i != demand.target and is_helped(draft.state, i):
            heal(draft, i, "cannibalism", "LIF-CAN-01")
    discard_used(draft, demand.by, "LIF-PLAY-03")


def discard_used(draft: Draft[State], i: int, rule: str) -> None:
    """Discard the card of a meal that is over, where no correction has put it elsewhere."""
    if "cannibalism" in draft.state.table[i]:
        draft.derive(CardDiscarded(draft.state.seats[i], "cannibalism"), rule)


def in_use(state: State, i: int) -> tuple[str, ...]:
    """Name the cards before a seat that it is using up: that of an open meal.

    Tables of version 1 let it change hands.

    Rules: LIF-PLAY-03
    """
    demand = state.demand
    if demand is None or demand.by != i or not has_open_meal(state) or state.opened_at == 1:
        return ()
    return ("cannibalism",)


def is_helped(state: State, i: int) -> bool:
    """Tell whether a meal heals somebody aboard. Rules: LIF-CAN-01."""
    is_fed = state.options.cannibal_heals == "all_aboard" or is_conscious(state, i)
    return is_fed and bool(state.wounds[i]) and not is_dead(state, i)


@cache
def asked_after_meal(may: Callable[[State, str], Refused | None]) -> Callable[[State, str], Refused | None]:
    """Ask who may act once an open meal has happened; of acts alike it is the same question."""
    return lambda state, seat: may(settled(state) if state.demand else state, seat)


def after_meal(act: Act) -> Act:
    """Let an open meal happen before an act: coming next, it says that nobody objects. Rules: LIF-CAN-02."""
    judge, apply, rules, complete, follow = act.judge, act.apply, act.rules, act.complete, act.follow
    lister, may = act.lister(), act.may

    def listed_after(state: State, seat: str) -> Iterable[Event]:
        return lister(settled(state), seat) if lister else ()

    def serve_first(draft: Draft[State], event: Any) -> None:
        if draft.before.demand is not None and has_open_meal(draft.before):
            serve(draft)
        if follow is not None:
            follow(draft, event)

    return replace(
        act,
        may=may and asked_after_meal(may),
        judge=lambda state, event: judge(settled(state) if state.demand else state, event),
        apply=lambda state, event: apply(end_meal(state) if state.demand else state, event),
        rules=(lambda state, event: rules(settled(state), event)) if callable(rules) else rules,
        complete=complete and (lambda state, event: complete(settled(state), event)),
        follow=serve_first,
        listed_in={"meal": listed_after},
        phases=(*act.phases, "meal"),
    )


def end_meal(state: State) -> State:
    """End the slot of a meal nobody objected to."""
    demand = state.demand
    return end_slot(state, demand.by) if demand is not None and has_open_meal(state) else state


def corpse_eaten(state: State, event: CorpseEaten) -> State:
    """Take a corpse out of the game, or leave it aboard with its goods."""
    i = state.index[event.seat]
    state = end_meal(replace(state, eaten=(*state.eaten, i)))
    return state if event.stays else leave(state, i, event)


def judge_objection(state: State, event: Objected) -> Refused | None:
    """Judge an objection to a meal: a fight begins, the eater attacking. Rules: LIF-CAN-02, LIF-FIGHT-02."""
    demand = state.demand
    if demand is None or not has_open_meal(state):
        return refuse("lifeboat.no_meal", "LIF-CAN-02", seat=event.seat)
    i = state.index[event.seat]
    if refused := judge_awake(state, i):
        return citing(refused, "LIF-CAN-02", "LIF-FIGHT-02")
    return None if is_anothers(demand, i) else refuse("lifeboat.own_meal", "LIF-CAN-02", seat=event.seat)


def is_anothers(demand: Demand, i: int) -> bool:
    """Whether a meal is another's, so that a seat may object to it. Rules: LIF-CAN-02."""
    return i != demand.by


def begin_fight(state: State, event: Any) -> State:
    """Begin a fight: over a demand that was refused, or over a meal."""
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


ACTS = (
    Act(
        event=Objected,
        rules=("LIF-CAN-02",),
        judge=judge_objection,
        apply=begin_fight,
        candidates=lambda _, seat: (Objected(seat),),
        phases=("meal",),
    ),
)

CONSEQUENCES = (Consequence(event=CorpseEaten, rules=("LIF-CAN-01",), apply=corpse_eaten),)
