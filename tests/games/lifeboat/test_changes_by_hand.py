"""What the table changes by hand in a game of Lifeboat: who is conscious, what is in the box."""

from random import Random

import pytest

from events.base import TABLE
from events.table import Corrected, HouseRuled, TableClosed
from referee.games.lifeboat import GAME
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    FightClosed,
    FightJoined,
    LostAtSea,
    NavigationChosen,
    Objected,
    OverboardClosed,
    Position,
    ProvisionsDrawn,
    Rowed,
    SeatDemanded,
    SpecialUsed,
)
from referee.games.lifeboat.state import is_taking
from referee.games.lifeboat.tables import NAVIGATION_IDS
from referee.l10n.wording import notate
from tests.games.lifeboat.play import SEATS, accepted, at_sea, next_event, opened, random_game, refused

SET_UP = ("cannibalism", "quick", "physical_provisions", "physical_navigation", "few_players_remove_10")


def corrected(state, **facts):
    """Set facts by hand."""
    return accepted(state, Corrected(Position(**facts), "The board says so.")).state


def seven(**facts):
    """Set seven people in the boat, with nothing in their hands but what is told."""
    return at_sea("ABCDEFG", options={"cannibalism": "yes"}, **facts)


def played_until(wanted, seed=1, **opening):
    """Play at random until a state is as wanted."""
    return next(state for state, _, _ in random_game(seed, **opening) if wanted(state))


def play_on(state, rng, seed=1, steps=3000):
    """Play at random to the end, sound all the way."""
    for _ in range(steps):
        event = next_event(state, str(seed), rng)
        if event is None:
            return state
        state = accepted(state, event).state
        assert () == GAME.invariants(state), event
    return state


@pytest.mark.parametrize("chance", ["table", "referee"])
@pytest.mark.parametrize("name", SET_UP)
def test_what_a_game_begins_with_is_as_if_opened_so_until_something_is_dealt(name, chance):
    """Decks, wounds and birds are laid out anew."""
    state = accepted(None, opened(5, chance)).state
    for value in CHARTER.switches[name].values:
        ruled = accepted(state, HouseRuled(name, value)).state
        assert accepted(None, opened(5, chance, **{name: value})).state == ruled


def days_end(state, rng=None):
    """Play at random to the next day."""
    day, rng = state.day, rng or Random(1)
    while state.day == day:
        state = accepted(state, next_event(state, "1", rng)).state
    return state


@pytest.mark.parametrize(("chance", "more"), [("referee", 0), ("table", 4)])
def test_the_cards_of_cannibalism_come_into_the_box_with_the_next_day(chance, more):
    """Two provisions; four navigation cards where the table knows what they say. Later they stay."""
    state = played_until(lambda s: s.day == 2 and GAME.phase(s) == "action", n=5, chance=chance)
    agreed = accepted(state, HouseRuled("cannibalism", "yes")).state
    assert (state.deck, state.navigation) == (agreed.deck, agreed.navigation)
    plain, fuller = days_end(state), days_end(agreed)
    assert (plain.deck + 2, 24 + more) == (fuller.deck, fuller.navigation)
    given_up = accepted(fuller, HouseRuled("cannibalism", "no")).state
    assert (fuller.deck, fuller.navigation) == (given_up.deck, given_up.navigation)
    assert () == GAME.invariants(play_on(given_up, Random(2)))


def test_a_deck_the_table_takes_over_is_dealt_by_the_table_from_the_next_day_on():
    """And stays with it: the referee cannot know what lies there."""
    state = played_until(lambda s: bool(s.stroke), n=5)
    ruled = accepted(state, HouseRuled("physical_navigation", "yes")).state
    assert ruled.deals_navigation
    later = days_end(ruled)
    assert (False, True) == (later.deals_navigation, later.deals_provisions)
    assert not accepted(later, HouseRuled("physical_navigation", "no")).state.deals_navigation


def test_the_quick_game_begins_no_game_a_second_time():
    """Wounds and birds stay as they are."""
    state = played_until(lambda s: s.phase == "supply", n=5)
    ruled = accepted(state, HouseRuled("quick", "yes")).state
    assert (state.wounds, state.birds) == (ruled.wounds, ruled.birds)


def test_seven_players_keep_cannibalism():
    """Without it there is no seventh character."""
    seven = accepted(None, opened(7)).state
    assert ("LIF-SET-10",) == refused(seven, HouseRuled("cannibalism", "no")).rules


@pytest.mark.parametrize(("value", "deck", "aside"), [("no", +10, 0), ("yes", 0, 10)])
def test_the_ten_provisions_set_aside_come_back_when_the_table_says_so(value, deck, aside):
    """In a game of four they lie aside; a table that plays without them puts them back."""
    state = played_until(lambda s: s.day == 2 and s.phase == "action", n=4)
    ruled = accepted(state, HouseRuled("few_players_remove_10", value)).state
    assert (state.deck + deck, aside) == (ruled.deck, ruled.aside)
    assert () == GAME.invariants(ruled)


@pytest.mark.parametrize("chance", ["referee", "table"])
@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_set_conscious_or_not_the_game_goes_on(seed, chance):
    """At moments all through a game wounds are corrected, and it is played on to its end."""
    rng = Random(f"{seed} {chance}")
    states = [state for state, _, _ in random_game(seed, 4 + seed % 3, steps=400, chance=chance)]
    dealt = [state for state in states if all(state.character)]
    for state in rng.sample(dealt, 6):
        wounds = {seat: state.sizes[i] + rng.randint(-2, 1) for i, seat in enumerate(state.seats)}
        some = dict(rng.sample(sorted(wounds.items()), rng.randint(1, len(wounds))))
        assert () == GAME.invariants(play_on(corrected(state, wounds=some), rng, seed))


def test_a_packet_passes_over_whoever_lost_consciousness_and_what_nobody_keeps_lies_aside():
    """Nobody waits for them, and no card is lost."""
    state = played_until(lambda s: s.packet is not None and len(s.keepers) == 4, n=4, chance="table")
    second = state.keepers[1]
    struck = corrected(state, wounds={state.seats[second]: state.sizes[second]})
    assert second not in struck.keepers
    assert () == GAME.invariants(play_on(struck, Random(1)))


def test_a_stroke_is_put_back_when_the_rower_lost_consciousness():
    """It is the next seat's slot, and the deck is whole again."""
    state = played_until(lambda s: bool(s.stroke), n=4)
    rower = next(i for i in state.slots if state.wounds[i] < state.sizes[i])
    struck = corrected(state, wounds={state.seats[rower]: state.sizes[rower]})
    assert (None, state.stroke) == (struck.stroke, struck.queue[: len(state.stroke)])


def test_a_demand_lapses_when_whoever_was_asked_cannot_answer_any_more():
    """Who asked has its slot still, and may ask again: this time nobody can refuse."""
    state = played_until(lambda s: s.demand is None and GAME.phase(s) == "action" and s.slots, n=4)
    asker, asked = state.seats[state.slots[0]], state.seats[state.slots[-1]]
    waiting = accepted(state, SeatDemanded(asker, asked)).state
    struck = corrected(waiting, wounds={asked: state.sizes[state.index[asked]]})
    assert (None, (asker,)) == (struck.demand, GAME.acting(struck))
    assert asked == GAME.view(accepted(struck, SeatDemanded(asker, asked)).state, None).boat[0]


def test_dealing_goes_on_after_a_correction():
    """A wound set by hand in the middle of the deal leaves nobody without a card."""
    state = played_until(lambda s: s.hands[1] is not None and s.hands[2] is None, n=4)
    state = corrected(state, wounds={"d": 1})
    assert "setup" == GAME.phase(state)
    while GAME.phase(state) == "setup":
        state = accepted(state, next_event(state, "1", Random(1))).state
    assert ([1, 1, 1, 1], 1) == ([len(hand) for hand in state.hands], state.wounds[3])


def test_nobody_conscious_is_supplied():
    """Where all were struck down before the draw, the day goes on without supply."""
    state = played_until(lambda s: s.phase == "supply" and s.day > 1, n=4, chance="table")
    struck = corrected(state, wounds=dict(zip(state.seats, state.sizes, strict=True)))
    assert not [event for event in GAME.legal(struck, TABLE) if isinstance(event, ProvisionsDrawn)]
    assert "navigation" == GAME.phase(struck)


def test_with_one_card_rowing_an_empty_deck_gives_the_navigator_nothing_to_add():
    """Every navigation card lies in the row stack: the navigator chooses from it at once."""
    state = at_sea("abcd", options={"row_one": "yes"}, row_stack=NAVIGATION_IDS, phase="navigation")
    assert ("d",) == GAME.acting(state)
    assert set(NAVIGATION_IDS) == {
        event.card for event in GAME.legal(state, "d") if isinstance(event, NavigationChosen)
    }
    play_on(state, Random(1))


def test_with_an_empty_deck_a_stroke_draws_nothing():
    """The slot is spent, and nothing waits."""
    state = at_sea("abcd", options={"row_one": "yes"}, row_stack=NAVIGATION_IDS)
    assert ("b",) == GAME.acting(accepted(state, Rowed("a")).state)


def test_what_the_table_set_by_hand_is_dealt_to_nobody_else():
    """Characters, loves and hates, first provisions: the referee deals the rest."""
    cast = {"b": "captain"}
    state = corrected(accepted(None, opened(4)).state, characters=cast, hands={"c": ("knife",)})
    state = accepted(state, next_event(state, "1", Random(1))).state
    state = corrected(state, love={"a": state.character[3]})
    while GAME.phase(state) == "setup":
        state = accepted(state, next_event(state, "1", Random(1))).state
    assert ("captain", state.character[3], ("knife",)) == (state.character[1], state.love[0], state.hands[2])
    assert [set(state.character)] * 2 == [set(state.love), set(state.hate)]
    assert () == GAME.invariants(state)


def test_characters_known_to_the_table_stay_when_the_others_are_dealt():
    """Whatever else the table may say of them is refused."""
    state = corrected(accepted(None, opened(4, "table")).state, characters={"b": "captain"})
    ways = GAME.legal(state, TABLE)
    assert {"captain"} == {event.characters["b"] for event in ways}
    assert all(accepted(state, event) for event in ways)


def test_nothing_but_the_deal_ends_the_setting_up_of_a_dealt_table():
    """A phase, a slot or a deck told before everybody has cards is refused."""
    state = accepted(None, opened(4)).state
    state = accepted(state, next_event(state, "1", Random(1))).state
    for facts in ({"phase": "action"}, {"acting": "a"}, {"deck": 3}):
        assert ("LIF-COR-01", "LIF-TURN-01") == refused(state, Corrected(Position(**facts))).rules


def test_a_love_found_elsewhere_is_exchanged():
    """Nobody loves or hates whom somebody else does."""
    state = played_until(lambda s: s.day == 2, n=5)
    told = corrected(state, love={"a": state.love[4]}, hate={"b": state.hate[3]})
    assert (state.love[4], state.hate[3]) == (told.love[0], told.hate[1])
    assert [set(state.character)] * 2 == [set(told.love), set(told.hate)]


def test_a_row_stack_told_by_hand_is_dealt_from_no_more():
    """The card nobody named is shown to the navigator; none is in two places."""
    state = corrected(played_until(lambda s: s.day == 2, n=5), row_stack=("N05", None), phase="navigation")
    assert (TABLE,) == GAME.acting(state)
    state = accepted(state, next_event(state, "1", Random(1))).state
    assert "N05" == state.stack[0]
    assert state.stack[1] in set(NAVIGATION_IDS) - {"N05"}
    play_on(state, Random(1))


@pytest.mark.parametrize("facts", [{"row_stack": ()}, {"love": {"a": None}}, {"hands": {"a": ()}}])
def test_a_seed_is_not_held_against_what_the_table_set_by_hand(facts):
    """The table may close with its seed shown."""
    state = corrected(played_until(lambda s: s.day == 2, n=5), **facts)
    assert accepted(state, TableClosed(seed="1")).state.closed


def test_a_seat_whose_own_notes_clash_is_judged_by_what_everybody_saw():
    """It noted the knife that lies before another: it may play the water it noted too, not the knife."""
    state = at_sea("abcd", hands=dict.fromkeys("bcd", (None,)) | {"a": ("knife", None)})
    state = accepted(state, CardPlayed("b", "knife")).state
    kinds = {event.card for event in GAME.legal(state, "a") if isinstance(event, CardPlayed)}
    assert "knife" not in kinds
    assert "water" in kinds
    assert accepted(state, CardPlayed("a", "water"))
    by_hand, *lines = refused(state, CardPlayed("a", "knife")).args["entries"]
    assert "lifeboat.entry_by_hand" == by_hand["id"]
    assert ["b plays knife", "a plays knife"] == [notate(state, entry["act"]) for entry in lines]


def test_a_hand_nobody_counted_is_empty_once_all_cards_lie_elsewhere():
    """There are 42 provisions, ten of them aside."""
    state = accepted(None, opened(4, "table")).state
    people = dict(zip(SEATS, ("lauren", "stephen", "captain", "mate"), strict=False))
    hands = {"b": (None,) * 30, "c": (None,), "d": ()}
    state = corrected(state, characters=people, hands=hands, phase="action")
    assert (None, 1) == (state.hands[0], state.deck)
    given = accepted(state, CardsTraded(("a", "b"), ((None,), ()))).state
    assert (None, 0) == (given.hands[0], given.aside + given.deck - 10)


@pytest.mark.parametrize("lost", ["a", "b"])
def test_a_fight_is_over_when_who_it_is_between_is_lost(lost):
    """The slot of whoever asked has passed."""
    state = played_until(lambda s: s.fight is not None, n=4)
    by, target = (state.seats[i] for i in (state.demand.by, state.demand.target))
    gone = {"a": by, "b": target}[lost]
    struck = corrected(state, lost=(gone,))
    assert (None, None) == (struck.fight, struck.demand)
    play_on(struck, Random(1))


def test_a_meal_is_over_when_the_corpse_is_alive_after_all():
    """Nobody is eaten."""
    state = seven(acting="C", wounds={"B": 6}, hands={"C": ("cannibalism",)})
    state = accepted(state, SpecialUsed("C", "cannibalism", corpse="B")).state
    struck = corrected(state, wounds={"B": 0})
    assert None is struck.demand
    assert struck.index["B"] in play_on(struck, Random(1), steps=1).boat


def test_a_draw_lapses_when_the_hand_it_is_from_is_empty_after_all():
    """The slot of whoever draws has passed."""
    state = played_until(is_taking, seed=2, n=5)
    victim = state.seats[state.demand.target]
    struck = corrected(state, hands={victim: ()})
    assert None is struck.demand
    play_on(struck, Random(1))


def test_hands_turned_up_at_the_end_are_taken_up_again_when_the_game_goes_on():
    """Nobody reads another's hand in a view any more."""
    *_, (_, _, verdict) = random_game(1, 5)
    back = corrected(verdict.state, birds=3, phase="supply")
    assert 0 == back.revealed
    assert {"a"} == {s for s, person in GAME.view(back, "a").people.items() if person.hand is not None}


def test_a_fourth_bird_found_on_the_table_ends_the_game():
    """It is scored at once where the referee dealt every card."""
    state = played_until(lambda s: s.day == 2 and GAME.phase(s) == "action", n=5)
    landed = corrected(state, birds=4)
    assert ("ended", ()) == (GAME.phase(landed), GAME.acting(landed))
    assert GAME.winners(landed)


IN_THE_WATER = [
    ({"C": 6}, (), {"wounds": {"C": 7}}, True),
    ({"C": 7}, (), {"wounds": {"C": 6}}, False),
    ({"C": 7}, (), {"table": {"C": ("preserver",)}}, False),
    ({"C": 7}, ("preserver",), {"table": {"C": ()}}, True),
]


@pytest.mark.parametrize(("wounds", "table", "facts", "is_lost"), IN_THE_WATER)
def test_who_fell_otherwise_than_was_told_comes_back_accordingly(wounds, table, facts, is_lost):
    """Wounds and a preserver set right in the water say whether one was conscious when falling."""
    state = seven(phase="navigation", wounds=wounds, table={"C": table})
    state = accepted(state, NavigationChosen("N08")).state
    verdict = accepted(corrected(state, **facts), OverboardClosed())

    assert is_lost == any(isinstance(fact.event, LostAtSea) for fact in verdict.facts)


def test_a_parasol_that_lies_elsewhere_is_open_no_more():
    """And none is open that does not lie face up."""
    state = seven(phase="navigation", table={"D": ("parasol",)}, open_parasols=("D",))
    moved = corrected(state, table={"D": (), "A": ("parasol",)})

    assert () == GAME.position(moved, None).open_parasols
    assert () == GAME.position(corrected(state, lost=("D",)), None).open_parasols
    assert refused(moved, Corrected(Position(open_parasols=("D",))))


def test_the_cards_of_an_uncounted_hand_are_accounted_for_when_its_seat_is_lost():
    """No provision goes missing with it."""
    state = accepted(None, opened(4, "table")).state
    cast = dict(zip(SEATS, ("mate", "kid", "lauren", "captain"), strict=False))
    state = corrected(state, characters=cast, phase="action", hands=dict.fromkeys(SEATS[:3], ()), deck=4)

    assert () == GAME.invariants(corrected(state, lost=(SEATS[3],)))


@pytest.mark.parametrize("objects", [True, False])
def test_a_meal_whose_card_was_moved_by_hand_still_comes_to_an_end(objects):
    """There is only nothing to discard."""
    state = seven(acting="C", wounds={"B": 6}, hands={"C": ("cannibalism",)})
    state = accepted(state, SpecialUsed("C", "cannibalism", corpse="B")).state
    state = corrected(state, table={"C": ()}, hands={"E": ("cannibalism",)})
    if objects:
        state = accepted(accepted(state, Objected("E")).state, FightJoined("D", "defence")).state

    assert "D" == GAME.turn(accepted(state, FightClosed()).state)


def full_hands():
    """Sit six at a table with one cash each in hand."""
    return at_sea("ABCDEF", hands=dict.fromkeys("ABCDEF", ("cash",)))


def test_a_small_deck_means_that_cards_are_gone():
    """Six hands of one and a deck of ten: twenty-six are gone, nobody saw which."""
    state = corrected(full_hands(), deck=10, lost=("B",))
    assert (10, ("cash",), 26) == (state.deck, state.removed, state.aside)
    assert () == GAME.invariants(state)


def test_a_deck_told_again_may_be_larger():
    """The board says otherwise: fewer are gone."""
    state = corrected(corrected(full_hands(), deck=10), deck=20)
    assert (20, 16) == (state.deck, state.aside)
    assert () == GAME.invariants(state)


def test_more_cards_than_were_printed_are_refused():
    """Forty-two less the hands."""
    assert "LIF-SET-05" == refused(full_hands(), Corrected(Position(deck=37))).rules[0]
