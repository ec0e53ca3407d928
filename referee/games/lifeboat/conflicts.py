"""Demands for a place, a card or a meal: answers, fights, and what is taken."""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat import events
from referee.games.lifeboat.cards import apply_card_discarded, hand_over, kinds_in
from referee.games.lifeboat.harm import apply_healed, heal, leave, wound
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import (
    Demand,
    Fight,
    State,
    is_conscious,
    is_dead,
    is_taking,
    may_hold,
    may_refuse,
    must_name,
    strength,
    without_one,
)
from referee.games.lifeboat.tables import WEAPONS
from referee.games.lifeboat.turns import end_slot, judge_awake, judge_slot
from referee.kernel.parts import (
    LISTS_KEPT,
    Act,
    Apply,
    Consequence,
    Draft,
    Listing,
    Refused,
    When,
    nothing,
    refuse,
    set_at,
    unchanged,
)


def has_open_meal(state: State) -> bool:
    """Return whether a meal waits for objections."""
    return state.demand is not None and state.demand.kind == "meal" and state.fight is None


def _after_open_meal(state: State) -> State:
    """Return the state as the next slot finds it: a meal nobody objected to has happened.

    Rules: LIF-CAN-02
    """
    if state.demand is None or not has_open_meal(state):
        return state
    reducers: dict[type, Apply] = {
        events.CorpseEaten: _apply_corpse_eaten,
        events.Healed: apply_healed,
        events.CardDiscarded: apply_card_discarded,
    }
    draft = Draft(state, reducers, state)
    _serve(draft)
    return draft.state


def _serve(draft: Draft[State]) -> None:
    """Derive the meal of the demand before `draft`: the corpse is eaten, the others heal, the card is spent.

    Rules: LIF-STAT-04
    """
    state, demand = draft.before, draft.before.demand
    if demand is None:
        return
    stays = state.options.cannibal_loot == "stays"
    draft.derive(events.CorpseEaten(state.seats[demand.target], stays), "LIF-CAN-01")
    for i in draft.state.boat:
        if i != demand.target and _is_helped(draft.state, i):
            heal(draft, i, "cannibalism", "LIF-CAN-01")
    _discard_used(draft, demand.by, "LIF-PLAY-03")


def _discard_used(draft: Draft[State], i: int, rule: str) -> None:
    """Discard the cannibalism card of a meal that is over, unless a correction moved it."""
    if "cannibalism" in draft.state.table[i]:
        draft.derive(events.CardDiscarded(draft.state.seats[i], "cannibalism"), rule)


def cards_in_use(state: State, i: int) -> tuple[str, ...]:
    """Return the cards face up before a seat that may not be given away: that of its open meal.

    None at tables of version 1, which let it change hands.

    Rules: LIF-PLAY-03
    """
    demand = state.demand
    if demand is None or demand.by != i or not has_open_meal(state) or state.opened_at == 1:
        return ()
    return ("cannibalism",)


def _is_helped(state: State, i: int) -> bool:
    """Return whether a meal heals somebody aboard. Rules: LIF-CAN-01."""
    is_fed = state.options.cannibal_heals == "all_aboard" or is_conscious(state, i)
    return is_fed and bool(state.wounds[i]) and not is_dead(state, i)


@cache
def _after_meal(ask: Callable[..., Any]) -> Callable[..., Any]:
    """Return `ask`, asked of the state after an open meal; cached, so that acts which share one still do."""
    return lambda state, about: ask(_after_open_meal(state) if state.demand else state, about)


def after_meal(act: Act) -> Act:
    """Return an act before which an open meal is completed: who acts next says that nobody objects.

    Its judgement, list and consequences are those of the state after the meal.
    """
    when, apply, follow = act.when, act.apply, act.follow
    samples = act.candidates.samples if isinstance(act.candidates, Listing) else None

    def serve_first(draft: Draft[State], event: Any) -> None:
        if draft.before.demand is not None and has_open_meal(draft.before):
            _serve(draft)
        if follow is not None:
            follow(draft, event)

    return replace(
        act,
        when=replace(when, judge=when.judge and _after_meal(when.judge), phases=(*when.phases, "meal")),
        judge=_after_meal(act.judge),
        apply=lambda state, event: apply(_end_meal(state) if state.demand else state, event),
        rules=_after_meal(act.rules) if callable(act.rules) else act.rules,
        complete=act.complete and _after_meal(act.complete),
        follow=serve_first,
        candidates=Listing(_after_meal(act.lister or nothing), samples),
    )


def _end_meal(state: State) -> State:
    """Return the state after the slot of an open meal; unchanged where there is none."""
    demand = state.demand
    return end_slot(state, demand.by) if demand is not None and has_open_meal(state) else state


def _apply_corpse_eaten(state: State, event: events.CorpseEaten) -> State:
    i = state.index[event.seat]
    state = _end_meal(replace(state, eaten=(*state.eaten, i)))
    return state if event.stays else leave(state, i, event)


def _judge_objection(state: State, seat: str) -> Refused | None:
    demand = state.demand
    if demand is None or not has_open_meal(state):
        return refuse("lifeboat.no_meal", "LIF-CAN-02", seat=seat)
    i = state.index[seat]
    if refused := judge_awake(state, i):
        return Refused(refused.reason, ("LIF-FIGHT-02", *refused.rules, "LIF-CAN-02"), refused.args)
    return None if i != demand.by else refuse("lifeboat.own_meal", "LIF-CAN-02", seat=seat)


def _begin_fight(state: State, event: Any) -> State:
    by = state.demand.by if state.demand else -1
    return replace(state, fight=Fight((by,), (state.index[event.seat],)))


def _judge_target(state: State, seat: str, other: str, rule: str) -> Refused | None:
    if seat == other:
        return refuse("lifeboat.demand_of_oneself", rule, seat=seat)
    if state.index[other] in state.boat:
        return None
    return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=other)


@lru_cache(maxsize=LISTS_KEPT)
def _seat_demands(
    seat: str, seats: tuple[str, ...], boat: tuple[int, ...]
) -> tuple[events.SeatDemanded, ...]:
    return tuple(events.SeatDemanded(seat, seats[j]) for j in boat if seats[j] != seat)


def _with_demand(state: State, by: str, kind: str, target: str, card: str = "") -> State:
    return replace(state, demand=Demand(state.index[by], kind, state.index[target], card), spare=0)


def _judge_mug_demand(state: State, event: events.MugDemanded) -> Refused | None:
    victim, card = event.from_seat, event.card
    if refused := _judge_target(state, event.seat, victim, "LIF-MUG-01"):
        return refused
    i = state.index[victim]
    found = _demandable_cards(state.hands[i] != (), state.table[i])
    if card in found:
        return None
    if card == "hand":
        return refuse("lifeboat.nothing_to_demand", "LIF-MUG-01", "LIF-FIGHT-01", victim=victim)
    pretext = () if found else ("LIF-FIGHT-01",)
    return refuse("lifeboat.not_face_up", "LIF-MUG-01", *pretext, victim=victim, card=card)


def _mug_demands(state: State, seat: str) -> tuple[events.MugDemanded, ...]:
    i, found = state.index[seat], []
    for j in state.boat:
        if j != i:
            found += _cards_asked(seat, state.seats[j], state.hands[j] != (), state.table[j])
    return tuple(found)


@lru_cache(maxsize=LISTS_KEPT)
def _cards_asked(seat: str, other: str, has_hand: bool, table: tuple[str, ...]) -> list[events.MugDemanded]:
    return [events.MugDemanded(seat, other, card) for card in _demandable_cards(has_hand, table)]


@lru_cache(maxsize=LISTS_KEPT)
def _demandable_cards(has_hand: bool, table: tuple[str, ...]) -> tuple[Any, ...]:
    """Return what may be demanded of somebody: `hand` for a blind draw, and each kind face up.

    Rules: LIF-MUG-01
    """
    return ("hand", *kinds_in(table)) if has_hand else kinds_in(table)


def _take_at_once(draft: Draft[State], _: events.SeatDemanded | events.MugDemanded) -> None:
    demand = draft.state.demand
    if demand is not None and not is_conscious(draft.state, demand.target):
        _give_what_was_asked(draft, "LIF-SEAT-02" if demand.kind == "seat" else "LIF-MUG-04")


def _judge_answer(state: State, seat: str) -> Refused | None:
    demand, fight = state.demand, state.fight
    if demand is None or demand.kind in {"meal", "signal"} or demand.is_granted or fight is not None:
        is_in = fight is not None and fight.has(state.index[seat])
        rules = ("LIF-FIGHT-04",) if is_in else _why_taken(state)
        return refuse("lifeboat.no_demand", "LIF-FIGHT-01", *rules, seat=seat)
    if state.index[seat] != demand.target:
        target = state.seats[demand.target]
        return refuse("lifeboat.not_your_demand", "LIF-FIGHT-01", "LIF-MUG-04", seat=seat, target=target)
    if may_refuse(state, demand):
        return None
    return refuse("lifeboat.no_choice", *_why_unrefusable(state, demand), "LIF-FIGHT-01", seat=seat)


def _why_unrefusable(state: State, demand: Demand) -> tuple[str, ...]:
    if demand.kind == "seat":
        return ("LIF-SEAT-02", "LIF-MUG-04")
    return ("LIF-MUG-02",) if is_conscious(state, demand.target) else ("LIF-MUG-04",)


def _why_taken(state: State) -> tuple[str, ...]:
    """Return the rules by which the slot before took at once what it demanded; () if it did not."""
    return _why_unrefusable(state, state.taken) if state.taken and state.demand is None else ()


_UNANSWERED: dict[str, tuple[str, ...]] = {
    "seat": ("LIF-MUG-04",),
    "mug": ("LIF-MUG-04",),
    "meal": ("LIF-CAN-02",),
    "signal": (),
}
"""By what waits for an answer: the rules by which nobody else begins a fight over it."""


def _why_no_fight(state: State) -> tuple[str, ...]:
    """Return the rules by which no fight is on: nobody may refuse, nobody has refused, or it is over."""
    demand = state.demand
    if demand is None or demand.is_granted:
        return ("LIF-FIGHT-01", *_why_taken(state), *(("LIF-FIGHT-07",) if state.fought else ()))
    if demand.kind == "mug" and not may_refuse(state, demand):
        return (*_why_unrefusable(state, demand), "LIF-FIGHT-01")
    return ("LIF-FIGHT-01", *_UNANSWERED[demand.kind])


def _rules_of_seat_demand(state: State, event: events.SeatDemanded) -> tuple[str, ...]:
    if is_conscious(state, state.index[event.with_seat]):
        return ("LIF-SEAT-01",)
    return ("LIF-SEAT-02", "LIF-SEAT-01")


def _rules_of_mug_demand(state: State, event: events.MugDemanded) -> tuple[str, ...]:
    helpless = () if is_conscious(state, state.index[event.from_seat]) else ("LIF-MUG-04",)
    if state.character[state.index[event.seat]] != "kid":
        return (*helpless, "LIF-MUG-01")
    if event.card == "hand":
        return (*helpless, "LIF-MUG-02", "LIF-MUG-01")
    return (*helpless, "LIF-MUG-01", "LIF-MUG-02")


def _rules_of_granting(state: State, _: events.DemandGranted) -> tuple[str, ...]:
    return ("LIF-MUG-01", "LIF-MUG-02") if _is_asked_by_kid(state) else (_rule_of_demand(state),)


def _rules_of_refusing(state: State, _: events.DemandRefused) -> tuple[str, ...]:
    """Return the rule by which what was asked may be refused first: of the Kid only a face-up card may."""
    ordinary = (_rule_of_demand(state), "LIF-FIGHT-01")
    return ("LIF-MUG-02", *ordinary) if _is_asked_by_kid(state) else ordinary


def _is_asked_by_kid(state: State) -> bool:
    """Return whether the demand that waits is the Kid's for a card."""
    demand = state.demand
    return demand is not None and demand.kind == "mug" and state.character[demand.by] == "kid"


def _rules_of_taking(state: State, _: events.CardTaken) -> tuple[str, ...]:
    demand = state.demand
    if demand is not None and demand.is_won:
        return ("LIF-FIGHT-09", "LIF-MUG-01", "LIF-MUG-05")
    if demand is None or demand.is_granted:
        return ("LIF-MUG-01", "LIF-MUG-05")
    helpless = () if is_conscious(state, demand.target) else ("LIF-MUG-04",)
    if state.character[demand.by] == "kid":
        return (*helpless, "LIF-MUG-02", "LIF-MUG-01", "LIF-MUG-03")
    return (*helpless, "LIF-MUG-01", "LIF-MUG-05")


def _rule_of_demand(state: State) -> str:
    """Return the rule of the demand that waits: that of a place, else that of a card."""
    return "LIF-SEAT-01" if state.demand and state.demand.kind == "seat" else "LIF-MUG-01"


def _give_way(draft: Draft[State], _: events.DemandGranted) -> None:
    if not _lapse(draft, draft.before.demand):
        _give_what_was_asked(draft, _rule_of_demand(draft.before))


def _give_what_was_asked(draft: Draft[State], rule: str) -> None:
    """Derive that the place, the meal or the face-up card is given; a blind draw is for the table to tell.

    Rules: LIF-FIGHT-09
    """
    demand = draft.state.demand
    if demand is None:
        return
    if demand.kind == "seat":
        _change_seats(draft, demand, rule)
    elif demand.kind == "meal":
        _serve(draft)
    elif demand.card != "hand":
        seats = draft.state.seats
        event = events.CardMoved(demand.card, seats[demand.target], seats[demand.by])  # type: ignore[arg-type]
        is_shut = demand.card == "parasol" and bool(draft.state.parasols >> demand.target & 1)
        draft.derive(event, rule, "LIF-PLAY-02", *(("LIF-SPEC-04",) if is_shut else ()))


def _change_seats(draft: Draft[State], demand: Demand, rule: str) -> None:
    """Derive swapped places; with the option, who was asked has its slot next if it still comes.

    Rules: LIF-TURN-02
    """
    state, i, j = draft.state, demand.by, demand.target
    swap = {i: j, j: i}
    boat = tuple(state.seats[swap.get(k, k)] for k in state.boat)
    is_next = state.options.seat_change_go_now == "yes" and j in end_slot(state, i).slots
    event = events.SeatsChanged(boat, state.seats[j] if is_next else None)
    draft.derive(event, *dict.fromkeys((rule, "LIF-SEAT-01", *(("LIF-TURN-02",) if is_next else ()))))


def _lapse(draft: Draft[State], demand: Demand | None) -> bool:
    """Derive the end of a demand for a card that is gone, nothing taken; return whether it was so."""
    if demand is None or demand.kind != "mug" or can_be_given(draft.state, demand):
        return False
    seats = draft.state.seats
    draft.derive(events.DemandLapsed(seats[demand.by], seats[demand.target]), "LIF-MUG-06")
    return True


def lapse_unanswered(draft: Draft[State], demand: Demand | None) -> None:
    """End a demand that waits for an answer where its card is gone; a fight goes on."""
    if draft.state.fight is None:
        _lapse(draft, demand)


def can_be_given(state: State, demand: Demand) -> bool:
    """Return whether the card demanded is still face up, or (a blind draw) the hand not empty."""
    return demand.card in _demandable_cards(state.hands[demand.target] != (), state.table[demand.target])


def _satisfy(state: State, **facts: Any) -> State:
    """Mark a demand as won and set `facts`; end the slot where nothing is left to take.

    Logs older than the event `demand_lapsed` do not record that end.
    """
    demand = state.demand
    if demand is None:
        return replace(state, **facts)
    if demand.kind == "mug" and not can_be_given(state, demand):
        return end_slot(state, demand.by, **facts)
    is_won = state.fight is not None
    return replace(state, demand=demand._replace(is_granted=True, is_won=is_won), fight=None, **facts)


def _apply_seats_changed(state: State, event: events.SeatsChanged) -> State:
    boat = tuple([state.index[seat] for seat in event.boat])
    if state.demand is None:
        return replace(state, boat=boat)
    state = end_slot(state, state.demand.by, boat=boat)
    if event.next is None:
        return state
    i = state.index[event.next]
    return replace(state, slots=(i, *without_one(state.slots, i)))


def _apply_card_moved(state: State, event: events.CardMoved) -> State:
    i, j = state.index[event.from_seat], state.index[event.to]
    table = set_at(state.table, i, without_one(state.table[i], event.card))
    parasols = state.parasols & ~(1 << i) if event.card == "parasol" else state.parasols
    state = replace(state, table=set_at(table, j, (*table[j], event.card)), parasols=parasols)
    demand = state.demand
    if demand is None or demand.kind != "mug" or demand.card == "hand":
        return state
    is_over = demand.is_granted or not can_be_given(state, demand) or not is_conscious(state, demand.target)
    return end_slot(state, demand.by) if is_over else state


def _judge_taking(state: State, event: events.CardTaken) -> Refused | None:
    demand = state.demand
    if demand is None or not is_taking(state):
        return refuse("lifeboat.no_draw_due", "LIF-MUG-01", "LIF-FIGHT-09", seat=event.seat)
    i, j = state.index[event.from_seat], state.index[event.seat]
    if (j, i) != (demand.by, demand.target):
        args = {"seat": state.seats[demand.by], "victim": state.seats[demand.target]}
        return refuse("lifeboat.other_draw_due", "LIF-MUG-01", "LIF-FIGHT-09", **args)
    if event.card is None:
        is_secret = len(set(state.hands[i] or ())) > 1 and must_name(state, "provisions")
        return refuse("lifeboat.name_the_card", "LIF-MUG-01", seat=event.seat) if is_secret else None
    if not may_hold(state, i, event.card):
        return refuse("lifeboat.no_such_card", "LIF-MUG-01", seat=event.from_seat, card=event.card)
    if event.card in (state.hands[i] or ()):
        return None
    return judge_provisions(state, lambda: _apply_card_taken(state, event), (event.card,), 1 << j)


def _unseen_draws(state: State, _: str) -> tuple[events.CardTaken, ...]:
    demand = state.demand
    if demand is None or state.deals_provisions:
        return ()
    return (events.CardTaken(state.seats[demand.by], state.seats[demand.target]),)


def _apply_card_taken(state: State, event: events.CardTaken) -> State:
    i, j = state.index[event.from_seat], state.index[event.seat]
    state = hand_over(state, i, j, (event.card,), event)
    return end_slot(state, j)


def _judge_joining(state: State, seat: str) -> Refused | None:
    """Judge whether a seat may take a side, whichever it is."""
    i, fight = state.index[seat], state.fight
    if fight is None:
        return refuse("lifeboat.no_fight", *_why_no_fight(state), seat=seat)
    if refused := judge_awake(state, i):
        return Refused(refused.reason, ("LIF-FIGHT-02", *refused.rules), refused.args)
    if fight.has(i):
        return refuse("lifeboat.already_fighting", "LIF-FIGHT-04", seat=seat)
    return None


def _apply_fight_joined(state: State, event: events.FightJoined) -> State:
    i, fight = state.index[event.seat], state.fight or Fight((), ())
    if event.side == "attack":
        return replace(state, fight=Fight((*fight.attack, i), fight.defence))
    return replace(state, fight=Fight(fight.attack, (*fight.defence, i)))


def _judge_closing(state: State, _: str) -> Refused | None:
    if state.fight is not None or has_open_meal(state):
        return None
    return refuse("lifeboat.no_fight_to_close", "LIF-FIGHT-07")


def _rules_of_closing(state: State, _: events.FightClosed) -> tuple[str, ...]:
    if state.fight is None:
        return ("LIF-CAN-02", "LIF-CAN-01")
    return ("LIF-FIGHT-07", "LIF-FIGHT-05") if _is_armed(state, state.fight) else ("LIF-FIGHT-07",)


def _is_armed(state: State, fight: Fight) -> bool:
    return any(not WEAPONS.keys().isdisjoint(state.table[i]) for i in (*fight.attack, *fight.defence))


def _rules_of_winning(state: State, fight: Fight) -> tuple[str, ...]:
    """Return the rules by which a fight is won, and by what of a fighter counts and what does not."""
    weapons = ("LIF-CARD-02",) if _is_armed(state, fight) else ()
    is_hurt = any(state.wounds[i] for i in (*fight.attack, *fight.defence))
    wounds = ("LIF-FIGHT-13",) if is_hurt else ()
    return ("LIF-FIGHT-07", "LIF-FIGHT-11", "LIF-FIGHT-10", *weapons, *wounds)


def end_fight(draft: Draft[State]) -> None:
    """Derive the end of a fight: compare the sums, wound the losers, give the winner what was demanded.

    Rules: LIF-FIGHT-10
    """
    state = draft.state
    fight: Fight = state.fight  # type: ignore[assignment]
    demand: Demand = state.demand  # type: ignore[assignment]
    attack, defence = strength(state, fight.attack), strength(state, fight.defence)
    has_won = attack > defence
    losers = fight.defence if has_won else fight.attack
    named = tuple(state.seats[i] for i in losers)
    side = "attack" if has_won else "defence"
    draft.derive(events.FightWon(side, attack, defence, named), *_rules_of_winning(state, fight))  # type: ignore[arg-type]
    for i in losers:
        wound(draft, i, "fight", "LIF-FIGHT-08")
    if has_won and not _lapse(draft, demand):
        _give_what_was_asked(draft, "LIF-FIGHT-09")
    if not has_won and demand.kind == "meal":
        _discard_used(draft, demand.by, "LIF-CAN-02")
    if state.options.flare_weapon_discard == "yes":
        _discard_flares(draft, fight)


def _discard_flares(draft: Draft[State], fight: Fight) -> None:
    before = draft.before
    if any("flare" in before.table[i] for i in (*fight.attack, *fight.defence)):
        owner = next(i for i, cards in enumerate(draft.state.table) if "flare" in cards)
        draft.derive(events.CardDiscarded(before.seats[owner], "flare"), "LIF-FIGHT-05", "LIF-PLAY-03")


def _apply_fight_won(state: State, event: events.FightWon) -> State:
    fought = state.fought
    for i in (*state.fight.attack, *state.fight.defence) if state.fight else ():
        fought |= 1 << i
    if state.demand is not None and event.side == "defence":
        return end_slot(state, state.demand.by, fought=fought)
    return _satisfy(state, fought=fought)


ANSWERS = (
    Act(
        event=events.FightJoined,
        rules=("LIF-FIGHT-03", "LIF-FIGHT-12"),
        when=When(phases=("fight",), judge=_judge_joining),
        apply=_apply_fight_joined,
        candidates=Listing(
            lambda _, seat: (events.FightJoined(seat, "attack"), events.FightJoined(seat, "defence"))
        ),
    ),
    Act(
        event=events.FightClosed,
        rules=_rules_of_closing,
        when=When(phases=("meal", "fight"), by_table=True, judge=_judge_closing),
        apply=unchanged,
        candidates=Listing(lambda *_: (events.FightClosed(),)),
        follow=lambda draft, _: _serve(draft) if draft.state.fight is None else end_fight(draft),
    ),
    Act(
        event=events.DemandGranted,
        rules=_rules_of_granting,
        when=When(phases=("answer",), judge=_judge_answer),
        apply=lambda state, _: _satisfy(state),
        candidates=Listing(lambda _, seat: (events.DemandGranted(seat),)),
        follow=_give_way,
    ),
    Act(
        event=events.DemandRefused,
        rules=_rules_of_refusing,
        when=When(phases=("answer",), judge=_judge_answer),
        apply=_begin_fight,
        candidates=Listing(lambda _, seat: (events.DemandRefused(seat),)),
    ),
    Act(
        event=events.CardTaken,
        rules=_rules_of_taking,
        when=When(phases=("answer",), by_table=True),
        judge=_judge_taking,
        apply=_apply_card_taken,
        candidates=_unseen_draws,
        secret=SECRETS[events.CardTaken],
        chance=lambda state, _: state.deals_provisions,
        depends_on_hidden=True,
    ),
    Act(
        event=events.Objected,
        rules=("LIF-CAN-02",),
        when=When(phases=("meal",), judge=_judge_objection),
        apply=_begin_fight,
        candidates=Listing(lambda _, seat: (events.Objected(seat),)),
    ),
)
"""Acts that answer a demand, a fight or a meal."""

DEMANDS = (
    Act(
        event=events.SeatDemanded,
        rules=_rules_of_seat_demand,
        when=When(phases=("slot",), judge=judge_slot),
        judge=lambda state, event: _judge_target(state, event.seat, event.with_seat, "LIF-SEAT-01"),
        apply=lambda state, event: _with_demand(state, event.seat, "seat", event.with_seat),
        candidates=Listing(lambda state, seat: _seat_demands(seat, state.seats, state.boat)),
        follow=_take_at_once,
    ),
    Act(
        event=events.MugDemanded,
        rules=_rules_of_mug_demand,
        when=When(phases=("slot",), judge=judge_slot),
        judge=_judge_mug_demand,
        apply=lambda state, event: _with_demand(state, event.seat, "mug", event.from_seat, event.card),
        candidates=Listing(_mug_demands),
        follow=_take_at_once,
    ),
)
"""Acts that use a slot for a demand."""

CONSEQUENCES = (
    Consequence(event=events.CorpseEaten, rules=("LIF-CAN-01",), apply=_apply_corpse_eaten),
    Consequence(
        event=events.DemandLapsed,
        rules=("LIF-MUG-06",),
        apply=lambda state, event: end_slot(state, state.index[event.seat]),
    ),
    Consequence(event=events.SeatsChanged, rules=("LIF-SEAT-01",), apply=_apply_seats_changed),
    Consequence(event=events.CardMoved, rules=("LIF-MUG-01", "LIF-FIGHT-09"), apply=_apply_card_moved),
    Consequence(event=events.FightWon, rules=("LIF-FIGHT-07", "LIF-FIGHT-09"), apply=_apply_fight_won),
)
