"""A game says once what lies in its box; its facts, what they may be, and what is refused follow from it."""

import pytest
from msgspec import Struct
from msgspec.structs import replace

from events.codec import MalformedError
from events.table import Corrected, TableOpened
from referee.kernel.equipment import Amount, Cards, Equipment, judge_box
from referee.kernel.facts import judge_with_box
from referee.kernel.parts import Refused, choice, refuse
from referee.kernel.registry import find_game
from referee.kernel.ruleset import Edition, Ruleset
from referee.kernel.sketch import facts_of_items
from referee.kernel.verdict import Accepted
from referee.service.commands.correct import settable_facts
from tests.kernel.dig import GAME, RULESET

Position = GAME.facts.kind


def opened(edition="classic"):
    verdict = GAME.decide(None, TableOpened(game="dig", edition=edition, seats=("A", "B")))
    assert isinstance(verdict, Accepted)
    return verdict.state


def test_facts_follow_from_the_fields_in_which_something_lies():
    facts = {fact.name: (fact.by_seat, fact.public) for fact in GAME.facts.declared}
    assert facts == {
        "deck": (False, False),
        "hand": (True, False),
        "gone": (False, True),
        "coins": (True, True),
        "dice": (True, False),
        "at": (True, True),
        "turn": (False, True),
    }


@pytest.mark.parametrize(
    "position",
    [
        '{"deck": ["emerald"]}',
        '{"hand": {"A": ["emerald"]}}',
        '{"coins": {"A": -1}}',
        '{"dice": {"A": [7]}}',
        '{"at": {"A": "moon"}}',
    ],
)
def test_what_the_box_does_not_know_is_no_position(position):
    with pytest.raises(MalformedError):
        GAME.codec().event(f'{{"type": "corrected", "position": {position}}}'.encode())


@pytest.mark.parametrize(
    ("position", "reason", "what", "n", "most"),
    [
        ({"gone": ("ruby",)}, "more_than_in_the_box", "noun.stone.ruby", 3, 2),
        ({"hand": {"A": ()}}, "less_than_in_the_box", "noun.item.stone", 3, 4),
        ({"coins": {"A": 9}}, "more_than_in_the_box", "noun.item.coin", 11, 10),
        ({"dice": {"B": (1, 1, 1)}}, "more_than_in_the_box", "noun.fact.dice", 3, 2),
    ],
)
def test_more_or_less_than_the_box_has_is_refused(position, reason, what, n, most):
    refused = GAME.decide(opened(), Corrected(Position(**position)))
    args = {"what": {"id": f"dig.{what}"}, "n": n, "most": most}
    assert refused == Refused(f"dig.{reason}", ("DIG-SETUP-01",), args)


def test_what_the_box_has_can_be_set_by_hand():
    verdict = GAME.decide(opened(), Corrected(Position(hand={"A": (), "B": ("ruby",)}, coins={"A": 8})))
    assert isinstance(verdict, Accepted)
    assert verdict.state.hand == {"A": (), "B": ("ruby",)}


def test_a_card_nobody_may_know_still_counts():
    """Who sees only backs is told nothing by a refusal, but that there are too many cards."""
    known = GAME.known(opened(), "B")
    assert (known.deck, known.hand) == ((None, None, None), {"A": (None,), "B": ()})
    assert isinstance(GAME.decide(known, Corrected(Position(hand={"A": ("fang",)}))), Accepted)
    refused = GAME.decide(known, Corrected(Position(gone=("fang",))))
    assert refused.args["n"] == 5


def test_an_edition_has_the_box_of_its_base_but_for_what_differs():
    numbers = {
        id: (RULESET.box(opened(id)).number("stone"), opened(id).options.most) for id in RULESET.editions
    }
    assert numbers == {"classic": (4, 3), "rich": (5, 3), "long": (8, 4)}
    assert RULESET.editions["long"] == {"most": 4}
    assert GAME.invariants(opened("long")) == ()
    assert isinstance(GAME.decide(opened("long"), Corrected(Position(coins={"A": 18}))), Accepted)


def test_equipment_lies_only_in_facts():
    box = Equipment((Amount("coin", 10, facts=("coins", "bank")),))
    lost = replace(RULESET, equipment=box, editions={"classic": {"most": 3}})
    with pytest.raises(ValueError, match="no facts in which equipment lies: bank"):
        judge_with_box(lost, GAME.facts, None)


@pytest.mark.parametrize(
    ("edition", "why"),
    [
        (Edition("first"), "no edition first"),
        (Edition("classic", least=1), "no option least"),
        (Edition("classic", most=9), "no value 9"),
        (Edition("classic", box={"gem": 1}), "the box has no gem"),
        (Edition("classic", box={"stone": {"emerald": 1}}), "stone has no emerald"),
        (Edition("classic", box={"stone": 1}), "stone is counted by kind"),
    ],
)
def test_an_edition_differs_only_in_what_there_is(edition, why):
    with pytest.raises(ValueError, match=why):
        Ruleset(
            id="dig",
            players=RULESET.players,
            players_rule="DIG-SETUP-01",
            options=RULESET.options,
            editions={"classic": {"most": 3}, "other": edition},
            rules_version=1,
            equipment=RULESET.equipment,
        )


def test_everybody_sees_how_many_cards_lie_face_down():
    view = GAME.view(opened(), "B")
    assert (view.hand, view.deck) == ({"B": ()}, None)
    assert view.backs == {"deck": 3, "hand": {"A": 1, "B": 0}, "dice": {"A": 2, "B": 2}}


def test_each_fact_says_what_may_be_set_there():
    """Its shape, and all that one thing of it may be: as the edition has it."""
    found = {
        fact.name: (fact.item.name, fact.shape, fact.by_seat, fact.values, fact.most)
        for fact in facts_of_items(GAME.facts, RULESET.box(opened("rich")))
    }
    stones, numbers = ("ruby", "fang"), {"ruby": 3, "fang": 2}
    assert found == {
        "deck": ("stone", "many", False, stones, numbers),
        "hand": ("stone", "many", True, stones, numbers),
        "gone": ("stone", "many", False, stones, numbers),
        "coins": ("coin", "number", True, tuple(range(11)), {None: 10}),
        "dice": ("dice", "many", True, (1, 2, 3, 4, 5, 6), {None: 2}),
        "at": ("figure", "one", True, ("camp", "cave"), {None: 1}),
    }


RAIN = choice("rain", ("no", "yes"), "DIG-RAIN-01", box={"yes": {"coin": 4, "stone": {"fang": 0}}})


def test_an_option_differs_from_the_box_as_an_edition_does():
    """The box of an opening, a state and a view, by what they agreed or else by their edition."""
    wet = {"most": RULESET.options["most"], "rain": RAIN}
    editions = {"classic": {"most": 3, "rain": "no"}, "wet": Edition("classic", rain="yes")}
    ruleset = replace(RULESET, options=wet, editions=editions)
    openings = (
        TableOpened(game="dig", seats=("A", "B")),
        TableOpened(game="dig", seats=("A", "B"), options={"rain": True}),
        TableOpened(game="dig", seats=("A", "B"), edition="wet"),
        TableOpened(game="dig", seats=("A", "B"), edition="wet", options={"rain": False}),
    )
    boxes = [ruleset.box(opening) for opening in openings]
    assert [box.number("coin") for box in boxes] == [10, 4, 4, 10]
    assert [box.number("stone") for box in boxes] == [4, 2, 2, 4]
    assert boxes[1].rules == ("DIG-SETUP-01", "DIG-RAIN-01")
    assert ruleset.differing_numbers()["wet"] == {"coin": 4, "stone.fang": 0}
    with pytest.raises(ValueError, match="the box has no rain"):
        replace(ruleset, options={**wet, "rain": replace(RAIN, box={"yes": {"rain": 1}})})


class Cave(Struct, frozen=True):
    depth: int
    stones: tuple[str | None, ...]


def judge(item, **facts):
    return judge_box("dig", Equipment((item,), rules=("DIG-SETUP-01",)), ("A", "B"), facts)


def test_only_a_field_of_what_lies_in_a_fact_counts():
    cards = Cards("stone", {"ruby": 1}, facts=("caves.stones",))
    assert judge(cards, caves={"A": Cave(5, ("ruby",)), "B": Cave(7, ())}) is None
    refused = judge(cards, caves={"A": Cave(5, ("ruby",)), "B": Cave(7, ("ruby",))})
    assert refused is not None
    assert refused.args["n"] == 2


def test_an_item_has_a_refusal_of_its_own():
    """Of all that should be there kinds are told in the order of the box, missing ones too."""

    def lost(kind, n, most):
        return refuse("dig.lost", "DIG-DIG-01", kind=kind, n=n, most=most)

    coins = Amount("coin", {"gold": 2, "silver": 2}, facts=("coins",), conserved=True, refuse=lost)
    refused = judge(coins, coins={"A": {"silver": 3}, "B": {"gold": 1}})
    assert refused == refuse("dig.lost", "DIG-DIG-01", kind="gold", n=1, most=2)
    refused = judge(replace(coins, conserved=False), coins={"A": {"silver": 3}, "B": {"gold": 1}})
    assert refused == refuse("dig.lost", "DIG-DIG-01", kind="silver", n=3, most=2)


def test_what_is_hidden_need_not_count():
    cards = Cards("stone", {"ruby": 1}, facts=("hand", "gone"), hidden=("hand",))
    facts = {"hand": {"A": ("ruby",), "B": ()}, "gone": ("ruby",)}
    assert judge(cards, **facts) is not None
    assert judge(replace(cards, counts_hidden=False), **facts) is None


def test_where_the_box_is_no_limit_there_may_be_more():
    coins = Amount("coin", 2, facts=("coins",))
    assert judge(coins, coins=3) is not None
    assert judge(replace(coins, is_limit=False), coins=3) is None


def test_only_numbers_in_which_editions_differ_are_told():
    assert RULESET.differing_numbers() == {
        "classic": {"coin": 10, "stone.ruby": 2, "stone.fang": 2},
        "rich": {"coin": 10, "stone.ruby": 3, "stone.fang": 2},
        "long": {"coin": 20, "stone.ruby": 3, "stone.fang": 5},
    }
    assert find_game("niagara").ruleset.differing_numbers() == {}


def test_a_number_set_by_hand_has_the_box_as_its_bound():
    bounds = {fact.path: fact.most for fact in settable_facts(GAME, opened("long"), "A") if fact.least == 0}
    assert bounds == {"coins.A": 20, "coins.B": 20}
