"""Parts that games share: hands dealt in secret, a card chosen from them, cards shown in turn, words."""

from typing import Literal

import pytest
from msgspec.structs import replace

from events.base import TABLE, Event, Seat, SeatEvent
from events.table import TableOpened
from referee.kernel.parts import (
    Cards,
    Deck,
    Edition,
    Ending,
    Equipment,
    Facts,
    Game,
    Opening,
    Ruleset,
    SecretChoice,
    TurnState,
    of_each,
    on_turn,
    plus,
    table_fields,
)
from referee.kernel.seed import commitment
from referee.l10n.catalogs import catalog, own_texts
from referee.languages import LANGUAGES

SEED = "a hand"
Card = Literal["sun", "moon", "star"]


class CardDealt(SeatEvent, frozen=True):
    """A seat was dealt a card."""

    card: Card | None = None


class CardLaid(SeatEvent, frozen=True):
    """A seat laid a card face down."""

    card: Card | None = None


class CardShown(SeatEvent, frozen=True):
    """A seat turned its card up."""

    card: Card


class Ended(Event, frozen=True):
    """It is over."""


class State(TurnState, frozen=True, kw_only=True):
    """Two cards in each hand."""

    gone: tuple[Card, ...] = ()
    hands: dict[Seat, tuple[Card | None, ...]] = {}
    chosen: dict[Seat, Card | None] = {}
    shown: dict[Seat, Card] = {}

    @property
    def waiting(self) -> tuple[str, ...]:
        if self.phase == "show":
            return (next(iter(CHOICE.waiting(self)), self.turn),)
        return (TABLE,) if self.phase == "deal" else CHOICE.waiting(self)


def in_need(state: State) -> tuple[str, ...]:
    return tuple(seat for _ in range(2) for seat in state.seats if len(state.hands.get(seat, ())) < 2)


RULESET = Ruleset(
    id="door",
    players=range(2, 4),
    players_rule="TAB-OPEN-02",
    options={},
    editions={"only": {}, "dark": Edition("only", box={"card": {"sun": 1, "moon": 0}})},
    rules_version=1,
    equipment=Equipment(
        (Cards("card", of_each(Card, 3), facts=("gone", "hands"), hidden=("hands",)),), rules=("TAB-OPEN-02",)
    ),
)
DECK = Deck(
    box=RULESET.box,
    event=CardDealt,
    hands="hands",
    phase="deal",
    rule="TAB-OPEN-02",
    due=in_need,
    then=lambda state, _: state if in_need(state) else replace(state, phase="choose"),
)
CHOICE = SecretChoice(
    event_chosen=CardLaid,
    event_shown=CardShown,
    field="card",
    phase="choose",
    rule="TAB-OPEN-02",
    show_rule="TAB-OPEN-02",
    seats=lambda state: state.seats,
    values=DECK.holds,
    depends_on_hidden=True,
    show_when=on_turn("show", rule="TAB-OPEN-02"),
)


def open_state(opened: TableOpened) -> State:
    state = State(**table_fields(RULESET, opened), phase="deal", turn=opened.seats[0])
    return state if opened.chance == "referee" else replace(DECK.untold(state, 2), phase="choose")


GAME = Game(
    ruleset=RULESET,
    opening=Opening(open_state, ()),
    acts=(DECK.act, *CHOICE.acts),
    ending=Ending(Ended, "TAB-OPEN-02"),
    facts=Facts(State, (CHOICE.fact,), equipment=RULESET.equipment),
    deal=DECK.deal,
)
PHYSICAL = GAME.decide(None, TableOpened(game="door", seats=("A", "B"))).state


@pytest.fixture
def dealt():
    return deal_in("only")


def deal_in(edition):
    opened = TableOpened(
        game="door",
        edition=edition,
        seats=("A", "B"),
        chance="referee",
        seed=SEED,
        seed_hash=commitment(SEED),
    )
    state = GAME.decide(None, opened).state
    while (event := GAME.deal(state, SEED)) is not None:
        state = GAME.decide(state, event).state
    return state


def test_hands_are_dealt_from_the_seed_one_card_after_the_other(dealt):
    assert {"A": 2, "B": 2} == {seat: len(hand) for seat, hand in dealt.hands.items()}
    assert 5 == DECK.number_left(dealt)
    assert "door.not_dealt_now" == GAME.decide(dealt, CardDealt("A", "sun")).reason


def test_the_deck_has_as_many_cards_as_the_box_of_the_edition():
    dark = deal_in("dark")
    assert 0 == DECK.number_left(dark)
    assert ["star", "star", "star", "sun"] == sorted(card for hand in dark.hands.values() for card in hand)
    assert (
        "door.not_in_deck"
        == GAME.decide(replace(dark, hands={}, phase="deal"), CardDealt("A", "moon")).reason
    )


def test_a_hand_is_known_to_its_seat_and_others_see_how_many_cards_it_has(dealt):
    assert {"A": dealt.hands["A"]} == GAME.view(dealt, "A").hands
    assert (None, None) == GAME.known(dealt, "A").hands["B"]
    assert CardDealt("A") == GAME.redact(CardDealt("A", "sun"), "B")


def test_only_a_card_in_the_hand_is_chosen(dealt):
    held = set(dealt.hands["A"])
    assert held | {None} == {event.card for event in GAME.legal(dealt, "A")}
    other = next(card for card in ("sun", "moon", "star") if card not in held)
    assert "door.not_to_choose" == GAME.decide(dealt, CardLaid("A", other)).reason


def test_people_who_deal_hold_what_nobody_told():
    assert 5 == DECK.number_left(PHYSICAL)
    assert ("sun", "moon", "star") == DECK.holds(PHYSICAL, "A")
    assert ("star",) == DECK.holds(replace(PHYSICAL, gone=("sun",) * 3 + ("moon",) * 3), "A")


def test_a_card_that_is_played_leaves_the_hand_and_the_deck_for_good():
    played = DECK.play(PHYSICAL, "A", "sun")
    assert ((None,), ("sun",), 2) == (played.hands["A"], played.gone, DECK.left(played)["sun"])
    assert 5 == DECK.number_left(played)


def test_cards_that_lie_face_down_are_shown_one_by_one_where_a_game_says_so():
    state = GAME.decide(PHYSICAL, CardLaid("A", "sun")).state
    state = GAME.decide(state, CardLaid("B")).state
    assert ("show", {}) == (state.phase, state.shown)
    assert "door.not_your_turn" == GAME.decide(state, CardShown("B", "moon")).reason
    assert "door.not_as_chosen" == GAME.decide(state, CardShown("A", "moon")).reason
    state = GAME.decide(state, CardShown("A", "sun")).state
    assert ("B",) == GAME.acting(state)
    assert 3 == len(GAME.legal(state, "B"))


def test_what_is_unknown_stays_so_whatever_is_added():
    assert {"A": 3, "B": None} == plus(plus({"A": 1, "B": None}, "A", 2), "B", 2)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_game_is_heard_before_what_all_games_say(lang):
    shared, own, merged = catalog(lang, "game"), own_texts(lang, "powerboats"), catalog(lang, "powerboats")
    assert own["powerboats.game_is_over"] == merged["powerboats.game_is_over"]
    assert shared["game.wrong_dice"] == merged["powerboats.wrong_dice"]
    assert own["powerboats.noun.phase.dice"] in merged["powerboats.not_in_dice"]
    assert own.items() <= merged.items()
