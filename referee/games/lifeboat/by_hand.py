"""Corrections and changed options: judge the facts, set them, and drop what cannot go on."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected, OptionValue
from referee.games.lifeboat.cards import (
    account_for_cards,
    count_unplaced,
    restart_navigation,
    restart_provisions,
)
from referee.games.lifeboat.conflicts import can_be_given, lapse_unanswered
from referee.games.lifeboat.dealing import boat_after, judge_characters, known_characters, out_of_boat
from referee.games.lifeboat.ending import end_game, score_again
from referee.games.lifeboat.events import NavigationContent, Position
from referee.games.lifeboat.ledger import HATE, LOVE, Cards, add_line
from referee.games.lifeboat.navigation import end_day_if_over, is_doomed
from referee.games.lifeboat.possible import judge_in_play, judge_once, known_provisions
from referee.games.lifeboat.secrecy import redact_state, secrets_seen, stack_seen_by
from referee.games.lifeboat.state import (
    Fight,
    State,
    awake,
    count_set_aside,
    current,
    is_conscious,
    is_dead,
    is_taking,
    is_untouched,
    must_name,
    phase_of,
    printed_provisions,
    set_up,
    sizes_of,
    terms_of,
)
from referee.games.lifeboat.tables import (
    BIRDS_TO_LAND,
    NAVIGATION,
    PLAYERS,
    RULESET,
    START_ORDER,
    identify,
    identify_all,
)
from referee.games.lifeboat.turns import actor, begin_day, end_slot
from referee.kernel.parts import (
    ByHand,
    Draft,
    Facts,
    Plain,
    Refused,
    StateFact,
    by_seat,
    names,
    numbers,
    refuse,
    seats_fact,
    set_at,
    set_facts,
)

_SETUP_FACTS = frozenset({"characters", "boat", "love", "hate"})
"""Facts that may be set while the table is still dealing."""


def _hands_by_seat(state: State) -> dict[str, Any] | None:
    """Return the hands of known size by seat, None if there are none."""
    hands = zip(state.seats, state.hands, strict=True)
    return {seat: hand for seat, hand in hands if hand is not None} or None


def _place_cast(state: State, told: dict[str, Any]) -> State:
    cast = by_seat(state, state.character, told)
    return replace(state, character=cast, sizes=sizes_of(state.terms, cast))


def _bit_set_fact(name: str, field: str = "") -> StateFact:
    """Declare a public fact of the bit set `field` (default `name`): seats bow to stern, others last."""

    def seats_in(state: State) -> tuple[str, ...]:
        bits = getattr(state, field or name)
        rest = [i for i in range(len(state.seats)) if i not in state.boat]
        return tuple([state.seats[i] for i in (*state.boat, *rest) if bits >> i & 1])

    return StateFact(
        name=name,
        read=seats_in,
        write=lambda state, seats: replace(state, **{field or name: _bits_of(state, seats)}),
        public=True,
    )


_PEOPLE = tuple(
    fact.whole()
    for fact in (
        StateFact(
            name="characters",
            read=lambda state: known_characters(state) or None,
            write=_place_cast,
            by_seat=True,
            public=True,
        ),
        StateFact(name="wounds", row=True, by_seat=True, public=True),
        StateFact(name="love", row=True, by_seat=True),
        StateFact(name="hate", row=True, by_seat=True),
        StateFact(name="birds", public=True),
        _bit_set_fact("rowed"),
        _bit_set_fact("fought"),
        seats_fact("lost"),
        seats_fact("eaten"),
        StateFact(name="day", public=True),
    )
)
"""Facts of the people and the day, each of which is set by itself."""


def _place_people(state: State, position: Position) -> State:
    """Set characters, places, wounds, markers and the day; nothing about cards.

    What is judged before a correction is judged on this state.
    """
    state = set_facts(_PEOPLE, state, position)
    boat = boat_after(state, position)
    fallen, doomed = (tuple([i for i in row if i in boat]) for row in (state.fallen, state.doomed))
    return replace(state, boat=boat, fallen=fallen, doomed=doomed)


def _place_secrets(state: State, position: Position, event: Corrected[Any]) -> State:
    for kind, told in ((LOVE, position.love), (HATE, position.hate)):
        before = getattr(state, kind)
        after = _exchange_secrets(state, before, numbers(state, told or ()))
        changed = [i for i, seat in enumerate(state.seats) if seat in (told or ()) or before[i] != after[i]]
        ledger = state.ledger
        for i in changed:
            ledger = add_line(ledger, event, state.day, kind, i, i, (after[i],), 1 << i)
        state = replace(state, ledger=ledger, **{kind: after})
    return state


def _place_cards(state: State, position: Position) -> State:
    """Set hands, face-up cards and the discard pile; the deck is what is left, or as counted."""
    told: dict[str, Any] = position.hands or {}
    laid: dict[str, Any] = position.table or {}
    hands, table = by_seat(state, state.hands, told), by_seat(state, state.table, laid)
    removed, drowned = state.removed, state.lost if position.lost is not None else ()
    for i in drowned:
        removed = (*removed, *(hands[i] or ()), *table[i])
        hands, table = set_at(hands, i, ()), set_at(table, i, ())
    gone = [seat for seat, cards in laid.items() if "parasol" not in cards]
    parasols = state.parasols & ~_bits_of(state, (*gone, *(position.lost or ())))
    state = replace(
        state,
        hands=hands,
        table=table,
        removed=removed,
        dealt=state.dealt | _bits_of(state, told),
        parasols=parasols if position.open_parasols is None else _bits_of(state, position.open_parasols),
        discard=state.discard if position.discard is None else position.discard,
    )
    state = _replace_unseen(state, position)
    if position.deck is not None:
        return account_for_cards(replace(state, deck=position.deck))
    if position.hands is None and position.table is None and position.discard is None:
        return state if position.lost is None else account_for_cards(state)
    return account_for_cards(replace(state, deck=max(0, count_unplaced(state) - state.aside)))


def _replace_unseen(state: State, position: Position) -> State:
    """Replace unseen cards by others, where cards set by hand leave none of their kind.

    Only what lies unseen gives way, so that no refusal shows what others hold. In a partial state all of it
    becomes unknown.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not (position.hands or position.table or position.discard):
        return state
    told = [state.index[seat] for seat in position.hands or ()]
    left: Counter[Any] = Counter(printed_provisions(state))
    for row in (state.discard, *state.table, *(state.hands[i] for i in told)):
        left.subtract(Counter(row or ()))
    unseen = [None if i in told else hand for i, hand in enumerate(state.hands)]
    *hands, packet, removed = _exchange([*unseen, state.packet, state.removed], left, state)
    whole = tuple([state.hands[i] if i in told else hand for i, hand in enumerate(hands)])
    return replace(state, hands=whole, packet=packet, removed=removed or ())


def _exchange(rows: list[Any], left: Counter[Any], state: State) -> list[Any]:
    """Return `rows` with the cards that are in `left`, and in place of others spare ones of `left`.

    A row of None stays None; in a partial state every card becomes None.
    """
    kept = [None if row is None else tuple(_if_left(row, left)) for row in rows]
    if not must_name(state, "provisions"):
        return [None if row is None else (None,) * len(row) for row in rows]
    spare = left.elements()
    return [None if row is None else tuple(card or next(spare) for card in row) for row in kept]


def _if_left(row: Cards, left: Counter[Any]) -> Iterator[Any]:
    """Yield each card that is in `left`, counting it down there; None in place of one that is not."""
    for card in row:
        if left[card] > 0:
            left[card] -= 1
            yield card
        else:
            yield None


def _exchange_secrets(state: State, cards: Cards, told: tuple[int, ...]) -> Cards:
    """Return loves (or hates) made a permutation again after those of seats in `told` were set.

    What such a seat took from its owner, or is not in play, is dealt anew; a partial state gets None there.
    `cards` has those of `told` already.

    Rules: LIF-COR-01
    """
    if not state.deals_provisions or not all(state.character):
        return cards
    if not must_name(state, "provisions"):
        return tuple([c if i in told or not told else None for i, c in enumerate(cards)])
    free = {*state.character} - {cards[i] for i in told}
    kept = [card if i in told or card in free else None for i, card in enumerate(cards)]
    spare = iter([card for card in START_ORDER if card in state.character and card not in kept])
    return tuple([new or (next(spare) if old else None) for old, new in zip(cards, kept, strict=True)])


def _place_stack(state: State, position: Position, event: Corrected[Any]) -> State:
    """Set the row stack, put a stroke back, and forget the order of the rest of the deck.

    Cards without a name keep a number where the referee deals: the navigator has still to be shown them.
    """
    if position.row_stack is None:
        return state
    stack: Cards = identify_all(position.row_stack)
    queue = iter(range(state.navigation - sum(card is not None for card in (*stack, state.chosen))))
    if must_name(state, "navigation"):
        stack = tuple([next(queue) if card is None else card for card in stack])
    left = tuple(queue)[: state.navigation - len(stack) - (state.chosen is not None)]
    state = replace(state, stack=stack, stackers=(-1,) * len(stack), queue=left, stroke=None)
    return restart_navigation(state, event)


def _place_phase(state: State, position: Position, event: Corrected[Any]) -> State:
    """Set the phase and whose slot it is; the order of the day is then the order of the places."""
    phase = position.phase or ("action" if position.acting else None)
    told = {name for name in position.__struct_fields__ if getattr(position, name) is not None}
    if phase is None and state.phase == "setup" and _is_set_up_by(state, told):
        phase = "supply"
    if phase is None or phase in {"setup", "overboard", "thirst", "ended"}:
        return replace(state, slots=tuple([i for i in state.slots if i in state.boat]))
    state = _put_back(state, position, event)
    state = replace(
        state, demand=None, fight=None, fallen=(), doomed=(), slots=state.boat, phase="action",
        paid=(0,) * len(state.seats), looked=0, slept=0, taken=None,
    )  # fmt: skip
    if phase == "navigation":
        return replace(state, slots=())
    if phase == "supply":
        return replace(state, phase="supply" if state.deck and awake(state) else "action")
    if position.acting is None:
        return state
    first = state.boat.index(state.index[position.acting])
    slept = sum(1 << i for i in state.boat[:first] if not is_conscious(state, i))
    return replace(state, slots=state.boat[first:], slept=slept)


def _is_set_up_by(state: State, told: set[str]) -> bool:
    """Return whether setting the facts named in `told` ends the set-up.

    It does not while dealing has begun, nor by the facts of the set-up alone.
    """
    may_begin = None not in state.hands or not (state.dealt or state.deals_provisions)
    return all(state.character) and may_begin and not told <= _SETUP_FACTS


def _put_back(state: State, position: Position, event: Event) -> State:
    """Put cards in flight back: navigation cards into their deck, a packet on its deck.

    Where the position counts the deck, the packet lies aside.
    """
    more = len(state.packet or ())
    state = replace(state, packet=None, keepers=())
    state = replace(state, deck=state.deck + more) if position.deck is None else account_for_cards(state)
    drawn, chosen = state.stroke or (), () if state.chosen is None else (state.chosen,)
    state = replace(state, stroke=None, chosen=None, queue=(*drawn, *state.queue, *chosen))
    return restart_navigation(state, event) if drawn or chosen else state


def _reset_ledger(state: State, position: Position, event: Corrected[Any]) -> State:
    """Restart the ledger of provisions where their places are known: set by hand, or all hands known."""
    facts = (position.hands, position.table, position.discard, position.deck, position.lost)
    if all(fact is None for fact in facts) and (state.phase == "setup" or None not in state.hands):
        return state
    return restart_provisions(state, event)


def _bits_of(state: State, seats: Iterable[str]) -> int:
    return sum(1 << state.index[seat] for seat in set(seats))


_ABLE = ("wounds", "sizes", "boat", "eaten", "hands", "table")
"""The fields that say who is conscious and aboard, and what there is to be taken."""


def _resume(before: State, state: State, event: Event) -> State:
    """Drop what cannot go on after a change by hand: answers nobody can give, strokes nobody rows.

    `before` is the state before the correction, `state` the one after it. Where the supply phase has no
    packet, the day begins anew.
    """
    if state.phase == "supply" and state.packet is None:
        return begin_day(state, event)
    if all(getattr(before, name) == getattr(state, name) for name in _ABLE):
        return state
    state = _without_meal(_without_fighters(_without_keepers(_with_doom(before, state))))
    return _without_rower(before, _without_answer(state), event)


def _is_able(state: State, i: int) -> bool:
    return i in state.boat and is_conscious(state, i)


def _with_doom(before: State, state: State) -> State:
    def is_still_doomed(i: int) -> bool:
        is_same = (before.wounds[i], before.table[i]) == (state.wounds[i], state.table[i])
        return i in state.doomed if is_same else is_doomed(state, i)

    return replace(state, doomed=tuple([i for i in state.fallen if is_still_doomed(i)]))


def _without_keepers(state: State) -> State:
    """Pass a packet on only to those who can keep a card; without any it lies aside and the day goes on."""
    if state.packet is None:
        return state
    keepers = tuple([i for i in state.keepers if _is_able(state, i)])
    if keepers:
        return replace(state, keepers=keepers)
    return replace(state, packet=None, keepers=(), aside=state.aside + len(state.packet), phase="action")


def _without_fighters(state: State) -> State:
    """Take those who are not aboard out of a fight; end it where a side, or what it is about, is gone."""
    fight, demand = state.fight, state.demand
    if fight is None or demand is None:
        return state
    attack, defence = (tuple([i for i in side if i in state.boat]) for side in fight[:2])
    if attack and defence and demand.by in attack and demand.target in state.boat:
        return replace(state, fight=Fight(attack, defence))
    return end_slot(replace(state, fight=None), demand.by)


def _without_meal(state: State) -> State:
    """End the slot of a meal whose corpse is none any more, or whose eater is gone."""
    demand = state.demand
    if demand is None or demand.kind != "meal":
        return state
    is_served = demand.target in state.boat and is_dead(state, demand.target)
    if is_served and demand.target not in state.eaten and demand.by in state.boat:
        return state
    return end_slot(replace(state, fight=None), demand.by)


def _without_answer(state: State) -> State:
    """Drop a demand that waits for somebody who cannot answer, or that nobody makes any more.

    What is taken at once from the helpless stays due, or ends the slot where it is gone.
    """
    demand = state.demand
    if demand is None or demand.kind not in {"seat", "mug"} or state.fight is not None:
        return state
    if is_taking(state):
        return state if can_be_given(state, demand) else end_slot(state, demand.by)
    if demand.is_granted or (_is_able(state, demand.by) and _is_able(state, demand.target)):
        return state
    return replace(state, demand=None)


def _without_rower(before: State, state: State, event: Event) -> State:
    """Put the cards of a stroke back where it is somebody else's slot now."""
    if state.stroke is None or current(before) == current(state):
        return state
    return replace(_put_back(state, Position(), event), stroke=None)


_SETTABLE_PHASES = ("supply", "action", "navigation")


def _judge_position(state: State, position: Position) -> Refused | None:
    if refused := judge_characters(state, {**known_characters(state), **(position.characters or {})}):
        return refused
    placed = _place_people(state, position)
    return (
        _judge_boat(placed, position)
        or _judge_secrets(placed, position)
        or _judge_cards(state, position)
        or (_judge_stack(state, position) or _judge_phase_set(placed, position))
    )


def _judge_boat(placed: State, position: Position) -> Refused | None:
    """Refuse places that do not list everybody aboard once. Rules: LIF-STAT-05."""
    gone = out_of_boat(placed)
    aboard = {i for i in range(len(placed.seats)) if i not in gone}
    if position.boat is None or sorted(placed.boat) == sorted(aboard):
        return None
    return refuse("lifeboat.boat_wrong", "LIF-SET-06", seats=tuple(placed.seats[i] for i in sorted(aboard)))


def _judge_secrets(placed: State, position: Position) -> Refused | None:
    """Refuse loves or hates that are no permutation of the characters in play, as far as all know them.

    What other seats were dealt, or noted for themselves, is no evidence.
    """
    if (position.love or position.hate) and must_name(placed, "provisions") and not all(placed.character):
        return refuse("lifeboat.characters_missing", "LIF-COR-01", seats=placed.seats)
    for kind, told in ((LOVE, position.love or {}), (HATE, position.hate or {})):
        cards: dict[int, str | None] = dict(enumerate(secrets_seen(placed, kind, 0)))
        cards |= {placed.index[seat]: card for seat, card in told.items()}
        named = [card for card in told.values() if card is not None]
        unknown = next(filter(None, [judge_in_play(placed, kind, card) for card in named]), None)
        if refused := unknown or judge_once(placed, kind, cards):
            return refused
    return None


def _judge_cards(state: State, position: Position) -> Refused | None:
    """Refuse more provisions of a kind, or in all, than were printed; only what everybody may see counts."""
    told = position.hands or {}
    unnamed = [seat for seat, hand in told.items() if None in hand]
    if unnamed and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-COR-01", seat=unnamed[0])
    hands = {**dict(zip(state.seats, state.hands, strict=True)), **told}
    table = {**dict(zip(state.seats, state.table, strict=True)), **(position.table or {})}
    closed = [seat for seat in position.open_parasols or () if "parasol" not in table[seat]]
    if closed:
        return refuse("lifeboat.not_face_up", "LIF-SPEC-04", victim=closed[0], card="parasol")
    discard = state.discard if position.discard is None else position.discard
    seen = [card for row in (*told.values(), *table.values(), discard) for card in row or () if card]
    if refused := RULESET.judge_lying(state, "provision", seen):
        return refused
    in_flight = () if position.phase or position.acting else state.packet
    lying = sum(len(row or ()) for row in (*hands.values(), *table.values(), discard, in_flight))
    out = count_set_aside(state.options, len(state.seats)) + len(state.removed)
    left = sum(printed_provisions(state).values()) - lying - out
    due = sum(hand is None for hand in hands.values()) if must_name(state, "provisions") else 0
    if left < max(due, position.deck or 0):
        args = {"n": position.deck or due, "needed": max(0, left)}
        return refuse("lifeboat.too_many_cards", "LIF-SET-05", "LIF-CARD-01", "LIF-SET-08", **args)
    return None


def _judge_stack(state: State, position: Position) -> Refused | None:
    """Refuse a row stack that the navigation cards of the box cannot make. Rules: LIF-SET-07."""
    stack = list(map(identify, position.row_stack or ()))
    cards = [card for card in stack if card is not None]
    if len(set(cards)) < len(cards) or state.chosen in cards:
        return refuse("lifeboat.card_twice_in_stack", "LIF-INFO-03")
    read = [card for card in (*cards, state.chosen) if isinstance(card, NavigationContent)]
    if len(read) > state.navigation - len(NAVIGATION) or len(stack) > state.navigation:
        return refuse("lifeboat.unknown_navigation_card", "LIF-INFO-03", "LIF-SET-10")
    return None


def _judge_phase_set(placed: State, position: Position) -> Refused | None:
    if position.phase is not None and not all(placed.character):
        return refuse("lifeboat.characters_missing", "LIF-SET-02", seats=placed.seats)
    if position.phase not in (None, *_SETTABLE_PHASES, placed.phase):
        return refuse("lifeboat.phase_not_settable", "LIF-TURN-01", phase=position.phase)
    inferred = "action" if position.acting else "setup" if position.deck is None else "supply"
    phase = position.phase or inferred
    if phase != "setup" and _is_dealing(placed, position):
        return refuse("lifeboat.wrong_phase", "LIF-COR-01", "LIF-TURN-01", phase="setup", needed=phase)
    if position.acting is None:
        return None
    i = placed.index[position.acting]
    if not _is_able(placed, i):
        return refuse("lifeboat.not_conscious", "LIF-ACT-03", seat=position.acting)
    return None


def _is_dealing(placed: State, position: Position) -> bool:
    """Return whether the referee would still owe somebody a hand once a position is set."""
    told = position.hands or {}
    hands = zip(placed.seats, placed.hands, strict=True)
    return must_name(placed, "provisions") and any(hand is None and seat not in told for seat, hand in hands)


def _place_by_hand(state: State, event: Corrected[Any]) -> State:
    """Apply a correction: a fourth bird ends the game, fewer take up one that had ended."""
    position: Position = event.position
    placed = _place_people(state, position)
    placed = _place_secrets(placed, position, event)
    placed = _place_cards(placed, position)
    placed = _place_stack(placed, position, event)
    placed = _place_phase(placed, position, event)
    placed = _resume(state, _reset_ledger(placed, position, event), event)
    if placed.birds >= BIRDS_TO_LAND and placed.phase != "setup":
        placed = replace(placed, phase="ended")
    return placed if placed.phase == "ended" else replace(placed, result=None, revealed=0)


def judge_seven(seats: int, values: Mapping[str, Plain | None]) -> Refused | None:
    """Refuse options without the seventh character where seven play; `values` are options by name."""
    if seats == PLAYERS[-1] and values.get("cannibalism") == "no":
        return refuse("lifeboat.seven_need_cannibalism", "LIF-SET-10")
    return None


def _judge_options(state: State, values: Mapping[str, OptionValue]) -> Refused | None:
    read = {name: RULESET.options[name].read(value) for name, value in values.items()}
    return judge_seven(len(state.seats), read) if is_untouched(state) else None


def _apply_options(before: State, state: State, event: Event) -> State:
    """Apply changed options: set up anew while nothing is dealt, else adjust Sizes and cards set aside.

    `before` is the state before the change; `state` has the new options.
    """
    if is_untouched(state):
        return replace(state, **set_up(state.options, len(state.seats), state.chance))
    state = replace(state, terms=terms_of(state.options))
    sizes = sizes_of(state.terms, state.character)
    return _resume(before, replace(_set_aside_more(before, state), sizes=sizes), event)


def _set_aside_more(before: State, state: State) -> State:
    """Move provisions between the deck and those set aside, as the changed options say.

    It is never more than there are.
    """
    n = len(state.seats)
    more = count_set_aside(state.options, n) - count_set_aside(before.options, n)
    more = min(max(more, -state.aside), state.deck)
    return replace(state, aside=state.aside + more, deck=state.deck - more)


def _settle_by_hand(draft: Draft[State], event: Event) -> None:
    if isinstance(event, Corrected):
        lapse_unanswered(draft, draft.state.demand)
    if draft.state.result is not None:
        score_again(draft)
    elif draft.state.phase in {"overboard", "thirst"} and draft.state.chosen is not None:
        end_day_if_over(draft)
    end_game(draft)


_SET_UP = ("cannibalism", "quick", "physical_provisions", "physical_navigation")
"""Options that say with what a game begins; in mid-game they change the box overnight."""

BY_HAND = ByHand(
    judge=_judge_position,
    settle=_settle_by_hand,
    judge_options=_judge_options,
    apply_options=_apply_options,
    option_rules=dict.fromkeys(_SET_UP, ("LIF-SET-11",)),
)

FACTS = Facts(
    Position,
    (
        *_PEOPLE,
        StateFact(name="boat", read=lambda state: names(state, state.boat), public=True),
        StateFact(name="hands", read=_hands_by_seat, by_seat=True),
        StateFact(name="table", row=True, by_seat=True, public=True),
        _bit_set_fact("open_parasols", "parasols"),
        StateFact(name="phase", read=phase_of, public=True),
        StateFact(name="acting", read=actor, public=True),
        StateFact(name="row_stack", read=lambda state: stack_seen_by(state, REFEREE), glimpse=stack_seen_by),
        "deck",
        "discard",
    ),
    place=_place_by_hand,
    hide=redact_state,
)
"""All are set together, for each card has one place: LIF-SET-03, LIF-ROW-04, LIF-INFO-04."""


def invariants(state: State) -> Iterator[str]:
    """Yield what is wrong: too many of a printed card, cards or seats that are not there once.

    Which provisions they are is counted only where the referee deals them: what people noted for
    themselves may clash for as long as nobody shows it.
    """
    named = [card for card in known_provisions(state) if card] if state.deals_provisions else []
    if refused := RULESET.judge_lying(state, "provision", named):
        yield f"{refused.args}"
    undealt = state.deck + state.aside
    if undealt != count_unplaced(state) and None not in state.hands:
        yield f"{undealt} provisions in the deck and aside instead of {count_unplaced(state)}"
    cards = len(state.queue) + len(state.stack) + len(state.stroke or ()) + (state.chosen is not None)
    if cards != state.navigation:
        yield f"{cards} navigation cards instead of {state.navigation}"
    # A body that was eaten lies aboard or left, as the table played it then.
    places = [*state.boat, *state.lost, *(i for i in state.eaten if i not in (*state.boat, *state.lost))]
    if all(state.character) and sorted(places) != list(range(len(state.seats))):
        yield f"places are {places}"
