"""The facts of a game of Lifeboat, and what the table sets by hand: anything but what cannot be."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from events.base import REFEREE, Event
from events.table import Corrected, OptionValue
from referee.games.lifeboat.by_hand.position import (
    PEOPLE,
    actor_of,
    known_of,
    marked,
    out_of_boat,
    place,
    place_people,
    stack_seen_by,
)
from referee.games.lifeboat.by_hand.resuming import resume
from referee.games.lifeboat.conflicts.demands import lapse_unanswered
from referee.games.lifeboat.events import NavigationContent, Position
from referee.games.lifeboat.hidden_cards.knowing import known
from referee.games.lifeboat.hidden_cards.ledger import HATE, LOVE
from referee.games.lifeboat.hidden_cards.loves import judge_in_play, judge_once, shown
from referee.games.lifeboat.hidden_cards.possible import known_provisions
from referee.games.lifeboat.phases.dealing import judge_characters, known_characters
from referee.games.lifeboat.phases.ending import end_game, score_again
from referee.games.lifeboat.phases.thirst import go_on
from referee.games.lifeboat.ruleset import RULESET
from referee.games.lifeboat.state import (
    State,
    is_conscious,
    is_untouched,
    must_name,
    phase_of,
    printed,
    set_aside,
    set_up,
    sizes_of,
    terms_of,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, NAVIGATION, PLAYERS, identify
from referee.kernel.acts import Draft
from referee.kernel.facts import Facts, StateFact, names
from referee.kernel.play import ByHand
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Refused, refuse

SETTABLE_PHASES = ("supply", "action", "navigation")


def judge_position(state: State, position: Position) -> Refused | None:
    """Judge a position: its characters, its places, its cards, its phase.

    Rules: LIF-SET-02, LIF-SET-03, LIF-SET-05, LIF-SET-06
    """
    if refused := judge_characters(state, {**known_characters(state), **(position.characters or {})}):
        return refused
    placed = place_people(state, position)
    return (
        judge_boat(placed, position)
        or judge_secrets(placed, position)
        or judge_cards(state, position)
        or (judge_stack(state, position) or judge_phase_set(placed, position))
    )


def judge_boat(placed: State, position: Position) -> Refused | None:
    """Refuse places that are not everybody aboard, each once. Rules: LIF-SET-06, LIF-STAT-05."""
    gone = out_of_boat(placed)
    aboard = {i for i in range(len(placed.seats)) if i not in gone}
    if position.boat is None or sorted(placed.boat) == sorted(aboard):
        return None
    return refuse("lifeboat.boat_wrong", "LIF-SET-06", seats=tuple(placed.seats[i] for i in sorted(aboard)))


def judge_secrets(placed: State, position: Position) -> Refused | None:
    """Refuse loves or hates that are no permutation of the characters in play, as far as all know them.

    What other seats were dealt, or noted for themselves, is no evidence.

    Rules: LIF-SET-03, LIF-INFO-02, LIF-COR-01
    """
    if (position.love or position.hate) and must_name(placed, "provisions") and not all(placed.character):
        return refuse("lifeboat.characters_missing", "LIF-COR-01", seats=placed.seats)
    for kind, told in ((LOVE, position.love or {}), (HATE, position.hate or {})):
        cards: dict[int, str | None] = dict(enumerate(shown(placed, kind, 0)))
        cards |= {placed.index[seat]: card for seat, card in told.items()}
        named = [card for card in told.values() if card is not None]
        unknown = next(filter(None, [judge_in_play(placed, kind, card) for card in named]), None)
        if refused := unknown or judge_once(placed, kind, cards):
            return refused
    return None


def judge_cards(state: State, position: Position) -> Refused | None:
    """Refuse more provisions of a kind than were printed, or more than there are, as far as all see them.

    Rules: LIF-SET-05, LIF-SET-08, LIF-SPEC-04, LIF-COR-01
    """
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
    kinds = printed(state)
    seen = [card for row in (*told.values(), *table.values(), discard) for card in row or ()]
    for card in dict.fromkeys(seen):
        if card is not None and (n := seen.count(card)) > kinds.get(card, 0):
            args = {"card": card, "n": n, "needed": kinds.get(card, 0)}
            return refuse("lifeboat.too_many_printed", "LIF-SET-05", **args)
    in_flight = () if position.phase or position.acting else state.packet
    lying = sum(len(row or ()) for row in (*hands.values(), *table.values(), discard, in_flight))
    left = sum(kinds.values()) - set_aside(state.options, len(state.seats)) - lying - len(state.removed)
    due = sum(hand is None for hand in hands.values()) if must_name(state, "provisions") else 0
    if left < max(due, position.deck or 0):
        args = {"n": position.deck or due, "needed": max(0, left)}
        return refuse("lifeboat.too_many_cards", "LIF-SET-05", "LIF-SET-08", **args)
    return None


def judge_stack(state: State, position: Position) -> Refused | None:
    """Refuse a row stack that the navigation cards of the box cannot make. Rules: LIF-SET-07, LIF-INFO-03."""
    stack = list(map(identify, position.row_stack or ()))
    cards = [card for card in stack if card is not None]
    if len(set(cards)) < len(cards) or state.chosen in cards:
        return refuse("lifeboat.card_twice_in_stack", "LIF-INFO-03")
    read = [card for card in (*cards, state.chosen) if isinstance(card, NavigationContent)]
    if len(read) > state.navigation - len(NAVIGATION) or len(stack) > state.navigation:
        return refuse("lifeboat.unknown_navigation_card", "LIF-INFO-03", "LIF-SET-10")
    return None


def judge_phase_set(placed: State, position: Position) -> Refused | None:
    """Refuse a phase that cannot be set by hand, or a slot for one who cannot act.

    Rules: LIF-TURN-01, LIF-ACT-03, LIF-COR-01
    """
    if position.phase is not None and not all(placed.character):
        return refuse("lifeboat.characters_missing", "LIF-SET-02", seats=placed.seats)
    if position.phase not in (None, *SETTABLE_PHASES, placed.phase):
        return refuse("lifeboat.phase_not_settable", "LIF-TURN-01", phase=position.phase)
    phase = position.phase or (
        "action" if position.acting else "setup" if position.deck is None else "supply"
    )
    if phase != "setup" and is_dealing(placed, position):
        return refuse("lifeboat.wrong_phase", "LIF-COR-01", "LIF-TURN-01", phase="setup", needed=phase)
    if position.acting is None:
        return None
    i = placed.index[position.acting]
    if i not in placed.boat or not is_conscious(placed, i):
        return refuse("lifeboat.not_conscious", "LIF-ACT-03", seat=position.acting)
    return None


def is_dealing(placed: State, position: Position) -> bool:
    """Tell whether the referee would still owe somebody a hand once a position is set."""
    told = position.hands or {}
    hands = zip(placed.seats, placed.hands, strict=True)
    return must_name(placed, "provisions") and any(hand is None and seat not in told for seat, hand in hands)


def place_by_hand(state: State, event: Corrected[Any]) -> State:
    """Set facts by hand: a fourth bird ends the game.

    One that was over goes on where they say so, its hands taken up again.
    """
    placed = resume(state, place(state, event), event)
    if placed.birds >= BIRDS_TO_LAND and placed.phase != "setup":
        placed = replace(placed, phase="ended")
    return placed if placed.phase == "ended" else replace(placed, result=None, revealed=0)


def judge_seven(seats: int, values: Mapping[str, Plain | None]) -> Refused | None:
    """Refuse to leave the seventh character out where seven play. Rules: LIF-SET-10."""
    if seats == PLAYERS[-1] and values.get("cannibalism") == "no":
        return refuse("lifeboat.seven_need_cannibalism", "LIF-SET-10")
    return None


def judge_options(state: State, values: Mapping[str, OptionValue]) -> Refused | None:
    """Refuse to take the seventh character from seven players before anything is dealt. Rules: LIF-SET-10."""
    read = {name: RULESET.options[name].read(value) for name, value in values.items()}
    return judge_seven(len(state.seats), read) if is_untouched(state) else None


def apply_options(before: State, state: State, event: Event) -> State:
    """Lay out what other options say: the set-up, who is big, how many provisions lie aside."""
    state = replace(state, terms=terms_of(state.options))
    if is_untouched(state):
        return replace(state, **set_up(state.options, len(state.seats), state.chance))
    sizes = sizes_of(state.terms, state.character)
    return resume(before, replace(set_aside_more(before, state), sizes=sizes), event)


def set_aside_more(before: State, state: State) -> State:
    """Take provisions off the deck, or put them back, where the table agrees how many are set aside."""
    n = len(state.seats)
    more = set_aside(state.options, n) - set_aside(before.options, n)
    more = min(max(more, -state.aside), state.deck)
    return replace(state, aside=state.aside + more, deck=state.deck - more)


def settle_by_hand(draft: Draft[State], event: Event) -> None:
    """Bring a state set by hand to where people must act; score again what was scored.

    Rules: LIF-MUG-06, LIF-SCORE-09
    """
    if isinstance(event, Corrected):
        lapse_unanswered(draft, draft.state.demand)
    if draft.state.result is not None:
        score_again(draft)
    elif draft.state.phase in {"overboard", "thirst"} and draft.state.chosen is not None:
        go_on(draft)
    end_game(draft)


SET_UP = ("cannibalism", "quick", "physical_provisions", "physical_navigation")
"""Options that say with what a game begins; in mid-game they change the box overnight."""

BY_HAND = ByHand(
    judge=judge_position,
    settle=settle_by_hand,
    judge_options=judge_options,
    apply_options=apply_options,
    option_rules=dict.fromkeys(SET_UP, ("LIF-SET-11",)),
)

FACTS = Facts(
    Position,
    (
        *PEOPLE,
        StateFact(name="boat", read=lambda state: names(state, state.boat), public=True),
        StateFact(name="hands", read=known_of("hands"), by_seat=True),
        StateFact(name="table", row=True, by_seat=True, public=True),
        marked("open_parasols", "parasols"),
        StateFact(name="phase", read=phase_of, public=True),
        StateFact(name="acting", read=actor_of, public=True),
        StateFact(name="row_stack", read=lambda state: stack_seen_by(state, REFEREE), glimpse=stack_seen_by),
        StateFact(name="deck", public=True),
        StateFact(name="discard", public=True),
    ),
    place=place_by_hand,
    hide=known,
)
"""All are set together, for each card has one place: LIF-SET-03, LIF-ROW-04, LIF-INFO-04."""


def invariants(state: State) -> Iterator[str]:
    """Count the printed provisions, as far as hands are known, navigation cards, and every seat once.

    Which provisions they are is counted where the referee deals them; what people noted for themselves
    may clash for as long as nobody shows it.
    """
    kinds = printed(state)
    lying = known_provisions(state) if state.deals_provisions else []
    yield from (f"{n} of {card}" for card in kinds if (n := lying.count(card)) > kinds[card])
    rows = (*state.hands, *state.table, state.packet, state.discard, state.removed)
    total, due = sum(len(row) for row in rows if row) + state.deck + state.aside, sum(kinds.values())
    if total != due and None not in state.hands:
        yield f"{total} provisions instead of {due}"
    cards = len(state.queue) + len(state.stack) + len(state.stroke or ()) + (state.chosen is not None)
    if cards != state.navigation:
        yield f"{cards} navigation cards instead of {state.navigation}"
    # A body that was eaten lies aboard or left, as the table played it then.
    places = [*state.boat, *state.lost, *(i for i in state.eaten if i not in (*state.boat, *state.lost))]
    if all(state.character) and sorted(places) != list(range(len(state.seats))):
        yield f"places are {places}"
