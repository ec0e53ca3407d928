"""Who asks what of a seat, and what it would come to, as the words above its buttons say it."""

import pytest
from msgspec.structs import replace

from referee.games.lifeboat import GAME
from referee.games.lifeboat.board.asked import asked_words, strength_of
from referee.l10n import LANGUAGES
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED

GAMES = ("six-dealt-6p-en", "dealt-cannibalism-7p-en", "four-physical-4p-zh", "ghost-sharks-6p-zh")
PEOPLE = {"A": "Wei", "B": "Dan", "C": "Mia", "D": "Ole"}


def states(name):
    return [step.after for step in record(RECORDED / "lifeboat" / f"{name}.jsonl").steps]


@pytest.fixture(scope="module")
def told():
    """Every different view of some games by a seat."""
    return [GAME.view(state, seat) for name in GAMES for state in states(name) for seat in state.seats]


def demanded(card=None, *, hand=(), laid=(), kind="seat", fight=None, phase="action"):
    """Give the view of B (the First Mate, Size 8) of whom A (the Kid, Size 3) wants something."""
    view = GAME.view(next(s for s in states("four-physical-4p-zh") if s.demand), "B")
    seats = dict(zip(view.seats, "ABCD", strict=True))
    people = dict(zip("ABCD", view.people.values(), strict=True))
    for seat, size in zip("ABCD", (3, 8, 5, 4), strict=True):
        people[seat] = replace(people[seat], size=size, table=(), hand=None, status="conscious")
    people["B"] = replace(people["B"], hand=hand, table=laid)
    attack, defence = fight or ((), ())
    sums = {"attack_sum": 3 * bool(attack), "defence_sum": 8 * bool(defence)}
    conflict = replace(
        view.conflict, kind=kind, by="A", target="B", card=card, may_refuse=True, attack=attack,
        defence=defence, **sums,
    )  # fmt: skip
    windows = dict.fromkeys("BCD", ("play",)) if fight else {}
    return replace(
        view, seat="B", seats=tuple(seats.values()), boat=tuple("ABCD"), people=people, names=PEOPLE,
        conflict=conflict, draw_due=False, windows=windows, phase=phase,
    )  # fmt: skip


def test_a_demand_says_who_wants_what_and_how_a_fight_would_begin():
    assert asked_words(demanded(), "en", "B") == [
        "Wei wants your seat: give way or fight?",
        "A fight would begin with Wei 3 against you 8.",
    ]


def test_the_own_hand_counts_beside_what_lies_open():
    view = demanded("hand", kind="mug", hand=("knife", "water"), laid=("oar",))
    assert asked_words(view, "en", "B") == [
        "Wei mugs you for a card from the hand: give it or fight?",
        "A fight would begin with Wei 3 against you 9, 12 with your hand.",
    ]


def test_nobody_else_is_told_what_a_hand_could_add():
    view = demanded(hand=("knife",))
    others = replace(view, seat="A", people={**view.people, "B": replace(view.people["B"], hand=None)})
    assert asked_words(others, "en", "B")[1] == "A fight would begin with Wei 3 against you 8."


def test_whoever_only_looks_on_is_asked_nothing():
    assert asked_words(demanded(), "en", "C") == []
    assert asked_words(demanded(), "en", None) == []


def test_a_fight_says_what_a_bystander_would_bring_and_a_fighter_could_add():
    view = demanded(hand=("hook",), fight=(("A",), ("B",)))
    assert asked_words(view, "en", "B") == ["Wei 3 against Dan 8", "Your hand could add 4."]
    assert asked_words(view, "en", "C") == ["Wei 3 against Dan 8", "You would bring 5."]


def test_with_one_weapon_each_only_the_strongest_counts():
    laid = demanded(laid=("oar", "knife"))
    assert strength_of(laid, "B") == 12
    assert strength_of(replace(laid, house={"one_weapon": "yes"}), "B") == 11


def test_the_words_agree_with_the_sums_of_the_referee(told):
    fights = [view for view in told if view.conflict and view.conflict.attack]
    assert len(fights) > 20
    for view in fights:
        fight = view.conflict
        assert fight.attack_sum == sum(strength_of(view, seat) for seat in fight.attack)
        assert fight.defence_sum == sum(strength_of(view, seat) for seat in fight.defence)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whoever_owes_an_answer_is_told_what_is_asked(told, lang):
    owing = [
        view for view in told
        if view.conflict and not view.conflict.attack and view.conflict.target == view.seat
        and view.conflict.kind != "meal" and not view.draw_due
    ]  # fmt: skip
    assert len(owing) > 20
    for view in owing:
        assert view.names.get(view.conflict.by, view.conflict.by) in asked_words(view, lang, view.seat)[0]


def test_what_is_asked_depends_on_nothing_that_others_hide(told):
    """The same words come of a view in which every other hand, love and hate is missing."""
    for view in told:
        bare = {
            seat: each if seat == view.seat else replace(each, hand=None, love=None, hate=None)
            for seat, each in view.people.items()
        }
        assert asked_words(replace(view, people=bare), "en", view.seat) == asked_words(view, "en", view.seat)
