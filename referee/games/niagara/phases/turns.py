"""Whose turn it is, what a turn still owes, and when it is over."""

from functools import cache
from typing import Any

from referee.games.niagara.events import TurnEnded
from referee.games.niagara.state import UNKNOWN, State, lost_canoes
from referee.games.niagara.tables import RIVER
from referee.kernel.verdict import Refused, refuse


def judge_turn(state: State, seat: str, *rules: str, unshown: tuple[str, ...] = ()) -> Refused | None:
    """Refuse a seat whose turn it is not, or whose card is not up yet.

    `rules` bear on whose turn it is, too, and `unshown` on a card that is not up.

    Rules: NIA-ROUND-01, NIA-ROUND-02, NIA-RIVER-01, NIA-CARD-03
    """
    if state.phase == "choose":
        return refuse("niagara.cards_first", "NIA-ROUND-02", "NIA-ROUND-01", *rules, seat=seat)
    if state.phase == "river":
        return refuse("niagara.river_next", "NIA-ROUND-02", "NIA-RIVER-01", *rules, seat=seat)
    if state.index[seat] != state.turn:
        turn = state.seats[state.turn]
        return refuse("niagara.not_your_turn", "NIA-ROUND-02", *rules, seat=seat, turn=turn)
    if down := face_down(state):
        first = state.seats[down[0]]
        return refuse("niagara.reveal_first", "NIA-CARD-03", "NIA-TURN-01", *unshown, seat=first)
    return None


def face_down(state: State) -> tuple[int, ...]:
    """List the seats whose cards are to be turned up now, the one whose turn it is first.

    Rules: NIA-CARD-03, NIA-CARD-05, NIA-TURN-01
    """
    turn = (state.turn,) if state.shown[state.turn] is None else ()
    if state.options.turning_up == "on_own_turn":
        return turn
    others = [i for i, laid in enumerate(state.laid) if laid == UNKNOWN and state.shown[i] is None]
    return (*turn, *[i for i in others if i != state.turn])


def must_buy(state: State) -> bool:
    """Whether the seat whose turn it is has to buy a canoe before anything else. Rules: NIA-BUY-04."""
    i = state.turn
    return state.options.both_lost_with_gems == "must_buy_one" and both_lost(state, i) and may_buy(state)


def may_buy(state: State) -> bool:
    """Whether the seat whose turn it is could still pay for a lost canoe. Rules: NIA-BUY-01."""
    return any(state.owned[state.turn]) and judge_buying(state) is None


def judge_buying(state: State, canoe: int | None = None) -> Refused | None:
    """Judge whether the seat whose turn it is may buy a canoe, or any, the gem aside.

    Rules: NIA-BUY-01, NIA-BUY-02, NIA-BUY-04
    """
    seat, limit = state.seats[state.turn], state.options.purchases_per_turn
    if state.used:
        return refuse("niagara.buy_before_acting", "NIA-BUY-02", seat=seat)
    lost = lost_canoes(state, state.turn)
    if not lost or canoe not in (None, *lost):
        return refuse("niagara.not_lost", "NIA-BUY-01", seat=seat, canoe=canoe or 1)
    if state.bought >= limit:
        return refuse("niagara.enough_bought", "NIA-BUY-04", seat=seat, limit=limit)
    return None


@cache
def why_spent(
    at: str, canoe: int, used: int, granted: int, landed: int, launched: bool
) -> tuple[str, tuple[str, ...]] | None:
    """Say why a canoe has had its action, or may not have one this turn: a message and its rules.

    Rules: NIA-FALL-01, NIA-BUY-05, NIA-MOVE-08, NIA-TURN-02, NIA-TURN-05, NIA-TURN-07
    """
    if at == "lost":
        return "niagara.canoe_is_lost", ("NIA-FALL-01", "NIA-BUY-01")
    if granted & canoe:
        return "niagara.granted_canoe_waits", ("NIA-BUY-05",)
    if landed & canoe:
        return "niagara.landed_canoe_rests", ("NIA-MOVE-08",)
    if used & canoe:
        return "niagara.canoe_has_acted", ("NIA-TURN-05",)
    if at == "land" and launched:
        return "niagara.one_launch_a_turn", ("NIA-TURN-02", "NIA-TURN-07")
    return None


def judge_spent(state: State, canoe: int) -> Refused | None:
    """Judge whether a canoe of the seat whose turn it is may still act."""
    at = state.at[2 * state.turn + canoe - 1]
    why = why_spent(at, canoe, state.used, state.granted, state.landed, state.launched)
    return why and Refused(*why, {"seat": state.seats[state.turn], "canoe": canoe})


@cache
def movable(
    first: str, second: str, used: int, granted: int, landed: int, launched: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List which of two canoes in the river must act yet, and which ashore may yet be launched.

    Rules: NIA-TURN-03, NIA-TURN-04
    """
    places = ((1, first), (2, second))
    fresh = [(c, at) for c, at in places if why_spent(at, c, used, granted, landed, launched) is None]
    return tuple(c for c, at in fresh if at in RIVER), tuple(c for c, at in fresh if at == "land")


def canoes_left(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """List the canoes of the seat whose turn it is: in the river yet to act, ashore yet to launch."""
    i, at = 2 * state.turn, state.at
    return movable(at[i], at[i + 1], state.used, state.granted, state.landed, state.launched)


def must_launch(state: State, ashore: tuple[int, ...]) -> bool:
    """Whether one of the canoes ashore has to be launched where none is in the river: none has acted.

    Rules: NIA-TURN-02
    """
    if state.used or not ashore:
        return False
    options = state.options
    duty = options.sole_ashore if len(ashore) == 1 else options.both_ashore
    return bool(duty == "must_launch")


def is_over(state: State) -> bool:
    """Whether the turn is over by itself: nothing is left that its seat could do. Rules: NIA-ROUND-02."""
    card = state.shown[state.turn]
    if card is None:
        return False
    if card == "cloud":
        return bool(state.used)
    return not any(canoes_left(state)) and not may_buy(state)


Duty = tuple[str, tuple[str, ...], dict[str, Any]]
"""What a turn still owes: a message, its rules, what else than the seat it tells."""

MUST_BUY: Duty = ("niagara.must_buy", ("NIA-BUY-04",), {})
CLOUD_MUST_MOVE: Duty = ("niagara.cloud_must_move", ("NIA-WX-01",), {})
MUST_LAUNCH: Duty = ("niagara.must_launch", ("NIA-TURN-02",), {})


def duty_of(state: State) -> Duty | None:
    """Say what the seat whose turn it is still owes; None where it may do nothing more.

    Rules: NIA-TURN-02, NIA-TURN-03, NIA-TURN-04, NIA-WX-01, NIA-BUY-04
    """
    if must_buy(state):
        return MUST_BUY
    if state.shown[state.turn] == "cloud":
        return CLOUD_MUST_MOVE
    rivers, ashore = canoes_left(state)
    if rivers:
        return duty_in_river(rivers, bool(state.used), state.launched)
    return MUST_LAUNCH if must_launch(state, ashore) else None


@cache
def duty_in_river(rivers: tuple[int, ...], used: bool, launched: bool) -> Duty:
    """Say which canoe in the river must act yet. Rules: NIA-TURN-03, NIA-TURN-04."""
    both = len(rivers) == 2 or (used and not launched)
    rules = ("NIA-TURN-04", "NIA-TURN-03") if both else ("NIA-TURN-03",)
    return "niagara.river_canoe_must_act", rules, {"canoe": rivers[0]}


def judge_ending(state: State, event: TurnEnded) -> Refused | None:
    """Judge a seat that wants to do nothing more this turn: what it still owes."""
    if refused := judge_turn(state, event.seat):
        return refused
    if (duty := duty_of(state)) is None:
        return None
    reason, rules, told = duty
    return Refused(reason, rules, {"seat": event.seat, **told})


def endings(state: State, seat: str) -> tuple[TurnEnded, ...]:
    """End the turn, where its seat owes nothing more."""
    return (TurnEnded(seat),) if duty_of(state) is None and judge_turn(state, seat) is None else ()


def rules_of_ending(state: State, _: TurnEnded) -> tuple[str, ...]:
    """Name the rules by which the seat whose turn it is owes nothing more, and gives up what it still might.

    Rules: NIA-TURN-02, NIA-TURN-03, NIA-BUY-01, NIA-BUY-04
    """
    if canoes_left(state)[1]:
        return ("NIA-TURN-03",) if state.used else ("NIA-TURN-02",)
    return ("NIA-BUY-04",) if both_lost(state, state.turn) else ("NIA-BUY-01",)


def both_lost(state: State, i: int) -> bool:
    """Whether a seat has no canoe at all."""
    return state.at[2 * i] == state.at[2 * i + 1] == "lost"
