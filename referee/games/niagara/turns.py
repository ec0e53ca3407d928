"""A turn: whose it is, what it still owes, buying canoes back, the cloud card."""

from functools import cache

from msgspec.structs import replace

from referee.games.niagara.events import CanoeBought, CanoeGranted, CloudMoved, Gem, TurnEnded
from referee.games.niagara.state import UNKNOWN, Counts, State, add, lost_canoes
from referee.games.niagara.tables import GEM_INDEX, GEMS, RIVER, WEATHER_TRACK
from referee.kernel.parts import Act, Consequence, Draft, Listing, Refused, When, refuse, set_at


def judge_turn(state: State, seat: str, *rules: str, unshown: tuple[str, ...] = ()) -> Refused | None:
    """Refuse a seat whose turn it is not, or before the card of the turn is up.

    `rules` are cited beside those of the turn, `unshown` where the card is not up.
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
        rules = ("NIA-CARD-03", "NIA-TURN-01") if state.turn in down else ("NIA-CARD-05",)
        return refuse("niagara.reveal_first", *rules, *unshown, seat=first)
    return None


def rules_of_turning_up(state: State, i: int) -> tuple[str, ...]:
    """Return the rules by which seat `i` turns its card up: out of turn only an agreement allows it."""
    own = ("NIA-CARD-03", "NIA-TURN-01") if i == state.turn else ()
    return ("NIA-CARD-05", *own) if state.options.turning_up == "all_at_once" else own


IN_TURN = When(phases=("turn",), judge=judge_turn)
"""Where a seat acts on its turn, its card up."""


def face_down(state: State) -> tuple[int, ...]:
    """Return the seats whose cards are to be turned up now, the one whose turn it is first.

    Others have to unless each turns up on its own turn: NIA-CARD-05, an exception to NIA-CARD-03.

    Rules: NIA-CARD-03, NIA-CARD-05, NIA-TURN-01
    """
    turn = (state.turn,) if state.shown[state.turn] is None else ()
    if state.options.turning_up != "all_at_once":
        return turn
    down = [i for i, laid in enumerate(state.laid) if laid == UNKNOWN and state.shown[i] is None]
    return turn + tuple([i for i in down if i != state.turn])


def must_buy(state: State) -> bool:
    """Return whether the seat whose turn it is has to buy a canoe first.

    This is the exception of edition ja to NIA-BUY-01, by which buying is free.

    Rules: NIA-BUY-04
    """
    i = state.turn
    return state.options.both_lost_with_gems == "must_buy_one" and both_lost(state, i) and _may_buy(state)


def _may_buy(state: State) -> bool:
    """Return whether the seat whose turn it is could still pay for a lost canoe. Rules: NIA-BUY-01."""
    return any(state.owned[state.turn]) and _judge_buying(state) is None


def _judge_buying(state: State, canoe: int | None = None) -> Refused | None:
    """Judge whether the seat whose turn it is may buy `canoe`, or any (None); the gem is judged elsewhere."""
    seat = state.seats[state.turn]
    if state.used:
        return refuse("niagara.buy_before_acting", "NIA-BUY-02", seat=seat)
    lost = lost_canoes(state, state.turn)
    if not lost or canoe not in (None, *lost):
        return refuse("niagara.not_lost", "NIA-BUY-01", seat=seat, canoe=canoe or 1)
    limit = state.options.purchases_per_turn
    if state.bought >= limit:  # an exception to NIA-BUY-04, where one was agreed on
        return refuse("niagara.enough_bought", "NIA-BUY-04", seat=seat, limit=limit)
    return None


@cache
def _why_spent(
    at: str, canoe: int, used: int, granted: int, landed: int, launched: bool
) -> tuple[str, tuple[str, ...]] | None:
    """Return why a canoe may not act this turn, as message id and rules, or None where it may.

    `used`, `granted` and `landed` are bit sets of canoes (1, 2); `launched`: one was launched this turn.
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
    """Judge whether a canoe (1 or 2) of the seat whose turn it is may still act."""
    at = state.at[2 * state.turn + canoe - 1]
    why = _why_spent(at, canoe, state.used, state.granted, state.landed, state.launched)
    return why and Refused(*why, {"seat": state.seats[state.turn], "canoe": canoe})


@cache
def _free_canoes(
    first: str, second: str, used: int, granted: int, landed: int, launched: bool
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which of two canoes, at `first` and `second`, may act: in the river, and ashore to be launched.

    Rules: NIA-TURN-03, NIA-TURN-04
    """
    places = ((1, first), (2, second))
    fresh = [(c, at) for c, at in places if _why_spent(at, c, used, granted, landed, launched) is None]
    return tuple(c for c, at in fresh if at in RIVER), tuple(c for c, at in fresh if at == "land")


def canoes_left(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return which canoes of the seat whose turn it is may act: in the river, and ashore to be launched."""
    i, at = 2 * state.turn, state.at
    return _free_canoes(at[i], at[i + 1], state.used, state.granted, state.landed, state.launched)


def _must_launch(state: State, ashore: tuple[int, ...]) -> bool:
    """Return whether one of the canoes `ashore` has to be launched; the caller knows of none in the river.

    Edition ja excepts both cases from NIA-TURN-02, by the options `both_ashore` and `sole_ashore`.

    Rules: NIA-TURN-02
    """
    if state.used or not ashore:
        return False
    options = state.options
    duty = options.sole_ashore if len(ashore) == 1 else options.both_ashore
    return bool(duty == "must_launch")


def is_over(state: State) -> bool:
    """Return whether the turn ends by itself: its seat can do nothing any more. False before the card is up.

    Rules: NIA-ROUND-02
    """
    card = state.shown[state.turn]
    if card is None:
        return False
    if card == "cloud":
        return bool(state.used)
    return not any(canoes_left(state)) and not _may_buy(state)


_Duty = tuple[str, tuple[str, ...], dict[str, int]]
"""What a turn still owes: a message, its rules, what else than the seat it tells."""

_MUST_BUY: _Duty = ("niagara.must_buy", ("NIA-BUY-04",), {})
_CLOUD_MUST_MOVE: _Duty = ("niagara.cloud_must_move", ("NIA-WX-01",), {})
_MUST_LAUNCH: _Duty = ("niagara.must_launch", ("NIA-TURN-02",), {})


def _duty_of(state: State) -> _Duty | None:
    """Return what the seat whose turn it is still owes; None where it may end its turn."""
    if must_buy(state):
        return _MUST_BUY
    if state.shown[state.turn] == "cloud":
        return _CLOUD_MUST_MOVE
    rivers, ashore = canoes_left(state)
    if rivers:
        return _duty_in_river(rivers, bool(state.used), state.launched)
    return _MUST_LAUNCH if _must_launch(state, ashore) else None


@cache
def _duty_in_river(rivers: tuple[int, ...], used: bool, launched: bool) -> _Duty:
    """Return the duty of the first canoe in the river that has not acted."""
    both = len(rivers) == 2 or (used and not launched)
    rules = ("NIA-TURN-04", "NIA-TURN-03") if both else ("NIA-TURN-03",)
    return "niagara.river_canoe_must_act", rules, {"canoe": rivers[0]}


def judge_ending(state: State, event: TurnEnded) -> Refused | None:
    """Refuse a seat that still owes something in its turn."""
    if (duty := _duty_of(state)) is None:
        return None
    reason, rules, args = duty
    return Refused(reason, rules, {"seat": event.seat, **args})


def ways_to_end(state: State, seat: str) -> tuple[TurnEnded, ...]:
    """Return the end of the turn; nothing where the seat owes something."""
    return (TurnEnded(seat),) if _duty_of(state) is None else ()


def rules_of_ending(state: State, _: TurnEnded) -> tuple[str, ...]:
    """Return the rules by which the seat owes nothing more and gives up what it still might do."""
    if canoes_left(state)[1]:
        return ("NIA-TURN-03",) if state.used else ("NIA-TURN-02",)
    return ("NIA-BUY-04",) if both_lost(state, state.turn) else ("NIA-BUY-01",)


def both_lost(state: State, i: int) -> bool:
    """Return whether seat `i` has no canoe, neither afloat nor ashore."""
    return state.at[2 * i] == state.at[2 * i + 1] == "lost"


def _judge_purchase(state: State, event: CanoeBought) -> Refused | None:
    refused = judge_turn(state, event.seat, "NIA-BUY-02", unshown=("NIA-BUY-02",))
    refused = refused or _judge_buying(state, event.canoe)
    if refused or event.gem in _colours_of(state.owned[state.turn]):
        return refused
    return refuse("niagara.gem_not_owned", "NIA-BUY-01", "NIA-GOAL-02", seat=event.seat, gem=event.gem)


@cache
def _colours_of(owned: Counts) -> tuple[Gem, ...]:
    return tuple(gem for gem, count in zip(GEMS, owned, strict=True) if count > 0)


def _purchases(state: State, seat: str) -> tuple[CanoeBought, ...]:
    gems = _colours_of(state.owned[state.turn])
    if not gems or judge_turn(state, seat) is not None or _judge_buying(state) is not None:
        return ()
    return tuple([CanoeBought(seat, gem, c) for c in lost_canoes(state, state.turn) for gem in gems])  # type: ignore[arg-type]


def _with_canoe_number(state: State, event: CanoeBought) -> CanoeBought:
    """Return the purchase of the lowest-numbered lost canoe, where the event names none.

    Rules: NIA-BUY-03
    """
    return event if event.canoe else replace(event, canoe=lost_canoes(state, state.turn)[0])


def _apply_canoe_bought(state: State, event: CanoeBought) -> State:
    i, gem = state.index[event.seat], GEM_INDEX[event.gem]
    return replace(
        state,
        owned=set_at(state.owned, i, add(state.owned[i], gem, -1)),
        sites=set_at(state.sites, gem, add(state.sites[gem], gem)),
        at=set_at(state.at, 2 * i + (event.canoe or 1) - 1, "land"),
        bought=state.bought + 1,
    )


def grant(draft: Draft[State], i: int) -> None:
    """Derive a free canoe for a seat with both canoes lost and no gem."""
    state = draft.state
    if both_lost(state, i) and not any(state.owned[i]):
        draft.derive(CanoeGranted(state.seats[i], 1), "NIA-BUY-05")


def grant_at_once(draft: Draft[State]) -> None:
    """Derive free canoes now where the table gives them at once, not before the next turn.

    Rules: NIA-BUY-05
    """
    if draft.state.options.free_canoe == "at_once":
        for i in range(len(draft.state.seats)):
            grant(draft, i)


def _apply_canoe_granted(state: State, event: CanoeGranted) -> State:
    """Put a canoe ashore; one granted to a seat that has acted this turn waits for its next."""
    i, canoe = state.index[event.seat], event.canoe or 1
    waits = canoe if state.turn == i and state.used else 0
    return replace(state, at=set_at(state.at, 2 * i + canoe - 1, "land"), granted=state.granted | waits)


def _rules_of_purchase(state: State, _: CanoeBought) -> tuple[str, ...]:
    """Return the rules that allow a purchase: of both canoes, or on a cloud turn, before that of any."""
    both = ("NIA-BUY-04",) if state.bought or both_lost(state, state.turn) else ()
    cloud = ("NIA-BUY-02", "NIA-WX-03") if state.shown[state.turn] == "cloud" else ()
    return tuple(dict.fromkeys((*both, *cloud, "NIA-BUY-01", "NIA-BUY-02", "NIA-BUY-03")))


CONSEQUENCES = (Consequence(event=CanoeGranted, rules=("NIA-BUY-05",), apply=_apply_canoe_granted),)


def _judge_cloud(state: State, event: CloudMoved) -> Refused | None:
    """Refuse any move of the weather marker but one step along the track; else None. Rules: NIA-WX-04."""
    if event.to in _steps_from(state.weather):
        return None
    args = {"weather": state.weather, "choices": _steps_from(state.weather)}
    return refuse("niagara.one_step_of_weather", *_rules_of_weather(state.weather), **args)


def _judge_cloud_card(state: State, seat: str) -> Refused | None:
    """Judge whether a seat may move the marker now: a cloud is up, and no canoe is to be bought first."""
    if refused := judge_turn(state, seat):
        return refused
    card = state.shown[state.turn]
    if card != "cloud":
        return refuse("niagara.no_cloud_shown", "NIA-TURN-01", seat=seat, card=card)
    return refuse("niagara.must_buy", "NIA-BUY-04", seat=seat) if must_buy(state) else None


@cache
def _steps_from(weather: int) -> tuple[int, ...]:
    """Return where the marker may go: one step either way, at an end of the track only back."""
    return tuple(w for w in WEATHER_TRACK if abs(w - weather) == 1)


def _rules_of_weather(weather: int) -> tuple[str, ...]:
    """Return the rules by which the marker moves; at an end of the track there is one way only."""
    return ("NIA-WX-01", "NIA-WX-02") if len(_steps_from(weather)) == 1 else ("NIA-WX-01",)


ACTS = (
    Act(
        event=CanoeBought,
        rules=_rules_of_purchase,
        when=When(phases=("turn", "cloud")),
        judge=_judge_purchase,
        apply=_apply_canoe_bought,
        candidates=Listing(_purchases),
        complete=_with_canoe_number,
    ),
    Act(
        event=CloudMoved,
        rules=lambda state, _: _rules_of_weather(state.weather)[::-1],
        when=When(phases=("cloud",), judge=_judge_cloud_card),
        judge=_judge_cloud,
        # The turn is had, as if both canoes had acted.
        apply=lambda state, event: replace(state, weather=event.to, used=3),
        candidates=Listing(lambda state, seat: [CloudMoved(seat, to) for to in _steps_from(state.weather)]),  # type: ignore[arg-type]
    ),
)
