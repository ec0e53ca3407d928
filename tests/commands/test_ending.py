"""What ends a step for all: who could still act is asked, by what everybody can see."""

from typing import Any

import pytest

from events.base import TABLE, type_of
from events.codec import write_changes
from events.stores.memory import MemoryStore
from events.table import ChangeProposed, Corrected, TableOpened
from referee.games.lifeboat.events import FightClosed, Passed, Position, ThirstClosed, WaterUsed
from referee.kernel.registry import find_game
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Refused
from referee.l10n.wording import parse
from referee.service.commands import consent
from referee.service.commands.consent import open_proposals
from referee.service.commands.record import record_event
from referee.service.commands.sitting import leave
from referee.service.tables.request import Actor, Recorded, Request, of_all, of_seat
from referee.service.tables.table import open_table
from referee.testing.random_games import PlayedGames

CHARACTERS: dict[str, Any] = {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"}
BOAT = tuple("ABCD")
GAME = find_game("lifeboat")


def boat(**options: Any) -> Any:
    opened = TableOpened(game="lifeboat", seats=BOAT, options=options)
    return open_table(MemoryStore(), "boat", opened, GAME)


def at_sea(*lines: str, hands: Any = None, **more: Any) -> Any:
    table = boat()
    hands = hands or {"A": (None,), "B": (None,), "C": (None,), "D": ()}
    position = Position(characters=CHARACTERS, boat=BOAT, hands=hands, **more)
    table.submit(Corrected(position))
    for line in lines:
        assert isinstance(table.submit(parse(table.state, line)), Recorded), line
    return table


def thirst(**more: Any) -> Any:
    """Sit at thirst; nobody fell into the water."""
    return at_sea("top card N02", phase="navigation", **more)


def water(**more: Any) -> Any:
    return at_sea("top card N05", phase="navigation", **more)


def fight() -> Any:
    return at_sea("A swaps with B", "B refuses", phase="action")


def closing(table: Any) -> Any:
    return next(each for each in GAME.legal(table.state, TABLE) if type_of(each) in GAME.closings)


def as_seat(table: Any, seat: str, event: Any, **how: Any) -> Any:
    """Tell something on the phone of a seat."""
    return record_event(table, Request(of_seat(table.state, seat), **how), event)


def answer(table: Any, seat: str, said: Any) -> Any:
    """Answer what is asked on the phone of a seat."""
    (asked,) = open_proposals(table.log_index, table.state)
    return consent.answer_proposal(table, Request(of_seat(table.state, seat)), asked.id, said)


@pytest.mark.parametrize("step", [thirst, water, fight])
def test_one_phone_ends_no_step_in_which_others_may_act(step):
    """They are asked; with the last of them it ends."""
    table = step()
    phase, others = GAME.phase(table.state), [s for s in GAME.acting(table.state) if s not in {"A", TABLE}]
    before = GAME.position(table.state, "referee")
    as_seat(table, "A", closing(table))
    assert (phase, before) == (GAME.phase(table.state), GAME.position(table.state, "referee"))
    (asked,) = table.state.proposals
    assert ("A", tuple(others)) == (asked.agreed[0], asked.of)
    for seat in others[:-1]:
        answer(table, seat, "agree")
        assert (asked.id,) == tuple(each.id for each in table.state.proposals)
    answer(table, others[-1], "agree")
    assert () == table.state.proposals
    assert before != GAME.position(table.state, "referee") or phase != GAME.phase(table.state)


def test_an_act_of_who_was_asked_goes_on_with_the_step():
    """The question is past; its next agreement ends nothing."""
    table = thirst()
    as_seat(table, "A", ThirstClosed())
    (asked,) = table.state.proposals
    as_seat(table, "B", WaterUsed("B", "A"))
    assert () == open_proposals(table.log_index, table.state)
    refused = consent.answer_proposal(table, Request(of_seat(table.state, "C")), asked.id, "agree")
    assert isinstance(refused, Refused)
    assert ("table.proposal_past", "thirst") == (refused.reason, GAME.phase(table.state))


def test_who_still_has_something_ends_the_question_and_it_may_be_asked_again():
    """However often: what lapses is not counted among what a seat has asked."""
    table = thirst()
    for _ in range(5):
        as_seat(table, "A", ThirstClosed())
        answer(table, "B", "object")
    assert () == table.state.proposals
    for drinks in (WaterUsed("B", "A"), WaterUsed("C", "C")):
        as_seat(table, "A", ThirstClosed())
        as_seat(table, drinks.seat, drinks)
    assert 1 == len(table.state.proposals)


def test_to_say_the_same_is_to_agree():
    table = thirst()
    as_seat(table, "A", ThirstClosed())
    refused = as_seat(table, "A", ThirstClosed())
    assert ("table.answered_already", ("TAB-END-01",)) == (refused.reason, refused.rules)
    as_seat(table, "B", ThirstClosed())
    as_seat(table, "C", ThirstClosed())
    assert "supply" == GAME.phase(table.state)


def test_the_same_submission_gets_the_same_answer():
    table = thirst()
    first, again = (as_seat(table, "A", ThirstClosed(), key="mine") for _ in range(2))
    assert (first, 1) == (again, len(table.state.proposals))


def test_who_is_asked_is_not_for_the_asker_to_choose():
    """What ends a step may be proposed as an event: all who could act are asked, whoever it names."""
    table = thirst()
    change = write_changes((ThirstClosed(),))
    as_seat(table, "A", ChangeProposed("P9", "A", change, ("D",), True))
    assert [("B", "C")] == [each.of for each in table.state.proposals]


def test_whoever_could_act_alone_ends_it_at_once():
    table = thirst(hands={"A": (None,), "B": (), "C": (), "D": ()})
    assert isinstance(as_seat(table, "A", ThirstClosed()), Recorded)
    assert "supply" == GAME.phase(table.state)


@pytest.mark.parametrize("card", [("water",), ("oar",)])
def test_who_is_asked_tells_nobody_what_is_held(card):
    table = thirst(hands={"A": (None,), "B": card, "C": (), "D": ()})
    as_seat(table, "A", ThirstClosed())
    assert [("B",)] == [each.of for each in table.state.proposals]


def test_all_round_one_keyboard_end_it_at_once():
    table = thirst()
    assert isinstance(record_event(table, Request(of_all(table.state)), ThirstClosed()), Recorded)
    assert "supply" == GAME.phase(table.state)


def test_the_screen_asks_those_who_have_phones_and_may_end_it_for_all():
    table = thirst()
    screen = Actor(seats=("C", "D"), agrees_for=table.state.present, place="middle", asks=("A", "B"))
    record_event(table, Request(screen), ThirstClosed())
    (asked,) = table.state.proposals
    assert (TABLE, ("A", "B")) == (asked.agreed[0], asked.of)
    answer(table, "A", "agree")
    assert "thirst" == GAME.phase(table.state)
    consent.answer_proposal(table, Request(screen), asked.id, "agree")
    assert ("supply", ()) == (GAME.phase(table.state), table.state.proposals)


def test_who_went_home_is_not_asked():
    table = thirst()
    leave(table, Request(of_all(table.state)), "B")
    as_seat(table, "A", ThirstClosed())
    assert [("C",)] == [each.of for each in table.state.proposals]


def test_who_said_to_stay_out_of_a_fight_is_not_asked_again():
    table = fight()
    as_seat(table, "C", Passed("C", out=True))
    as_seat(table, "A", FightClosed())
    assert [("B", "D")] == [each.of for each in table.state.proposals]


def test_what_ends_a_step_by_coming_next_asks_first_whether_it_has_ended():
    """Whoever acts after a meal says that nobody objects to it; the others have not said so."""
    more = {"hands": {"A": ("cannibalism",), "B": (None,), "C": (None,), "D": ()}}
    position = Position(characters=CHARACTERS, boat=BOAT, wounds={"D": 9}, phase="action", **more)
    table = boat(cannibalism="yes")
    table.submit(Corrected(position))
    table.submit(parse(table.state, "A eats D"))
    assert "meal" == GAME.moment(table.state)
    as_seat(table, "B", Passed("B"))
    assert ("meal", [("C",)]) == (GAME.moment(table.state), [each.of for each in table.state.proposals])


@pytest.mark.parametrize("name", ["lifeboat", "niagara", "powerboats"])
def test_nothing_but_what_is_declared_ends_a_step_for_others(name):
    """What the table says, and takes the word from a seat by it, is asked about or shows what lies there."""
    game = find_game(name)
    taken = {
        type_of(step.event)
        for evening in PlayedGames(game, acts=150).all
        for step in evening.steps[1:]
        if step.judged[0].kind == "observation" and not isinstance(step.event, ALL_SHARED)
        if {*game.acting(step.before)} - {TABLE, *game.acting(step.after)}
    }
    assert set() == taken - game.closings - game.reveals
