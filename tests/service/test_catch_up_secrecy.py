"""Telling how the board stands finds out no secret; what one seat alone knows is asked of that seat."""

import msgspec
import pytest

from events.stores.memory import MemoryStore
from events.table import Corrected, TableOpened
from referee.games.lifeboat.events import CardPlayed, ProvisionKept
from referee.games.niagara.events import CanoeMoved, GemAct, PaddleChosen, PaddleRevealed, RiverFlowed
from referee.kernel.registry import find_game
from referee.kernel.seed import commitment
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES
from referee.service.audit.judge_again import audit
from referee.service.catch_up.catch_up import catch_up
from referee.service.catch_up.question import digest_of_acts
from referee.service.catch_up.search import Limits
from referee.service.catch_up.told import public_facts
from referee.service.catch_up.words import question_words
from referee.service.tables.request import Actor, Recorded, Request, of_all, of_seat
from referee.service.tables.table import open_table

NIAGARA, LIFEBOAT = find_game("niagara"), find_game("lifeboat")
LIMITS = Limits(seconds=60, decisions=600, decisions_near=600)
"""A search ends after so many acts judged, so that no clock decides what is answered."""

MOVES = (
    CanoeMoved("A", 2, "S4", after=(GemAct("load", "diamond"),)),
    PaddleRevealed("B", 1),
    CanoeMoved("B", 1, "S1"),
    PaddleRevealed("C", 4),
    CanoeMoved("C", 2, "S4"),
    RiverFlowed(("left",)),
)
LAID = (PaddleChosen("A", 6), PaddleChosen("B", 1))


def make_table(*acts, chance="referee", sees_all=False):
    opened = TableOpened(game="niagara", seats=tuple("ABC"), chance=chance)
    table = open_table(MemoryStore(), "falls", opened, NIAGARA, sees_all=sees_all)
    for act in acts:
        assert isinstance(table.submit(act), Recorded)
    return table


def facts_after(*acts):
    """Return how everybody sees a new table after acts; what comes by itself is left out of these."""
    state = make_table().state
    for act in acts:
        verdict = NIAGARA.decide(state, act)
        state = state if isinstance(verdict, Refused) else verdict.state
    return public_facts(NIAGARA, state)


ROUND = facts_after(*LAID, PaddleChosen("C", 4), *MOVES)
A_MOVED = facts_after(*LAID, PaddleChosen("C", 4), *MOVES[:1])


def of_screen(state):
    """Return the screen in the middle of a table at which C has a phone."""
    return Actor(seats=("A", "B"), agrees_for=tuple(state.seats), place="middle", asks=("C",))


def answer(table, actor, facts, answers=None):
    """Return all that is answered, as bytes."""
    came = catch_up(table, Request(actor), facts, answers, limits=LIMITS)
    said = came.answer if isinstance(came.answer, Refused) else getattr(came.answer, "judged", None)
    shown = [came.verdict, came.acts, came.question, came.near, said]
    return msgspec.json.encode(shown, order="deterministic")


def laid(card):
    return (*LAID, PaddleChosen("C", card))


def set_by_hand(card):
    return (Corrected(NIAGARA.facts.kind(hands={"C": (card, 5)})),)


def taken_back_by_hand(card):
    return (*set_by_hand(card), PaddleChosen("A", 6), PaddleChosen("B", 1))


TOLD = [
    ROUND,
    {"hands.C": [4, 5]},
    {"canoes.C.2.at": "S4"},
    {"acted": ["A"]},
    {"acted": ["A", "B", "C"]},
]


@pytest.mark.parametrize("before", [laid, set_by_hand, taken_back_by_hand])
@pytest.mark.parametrize("told", TOLD, ids=range(len(TOLD)))
@pytest.mark.parametrize("chance", ["table", "referee"])
def test_two_tables_that_differ_in_a_hidden_card_answer_alike(before, told, chance):
    for who in (lambda state: of_seat(state, "A"), of_screen):
        tables = [make_table(*before(card), chance=chance) for card in (4, 1)]
        assert 1 == len({answer(table, who(table.state), told) for table in tables})


@pytest.mark.parametrize("told", TOLD[1:], ids=range(1, len(TOLD)))
def test_the_terminal_in_the_middle_asks_nothing_of_what_nobody_was_shown(told):
    tables = [make_table(*laid(card), sees_all=True) for card in (4, 1)]
    assert 1 == len({answer(table, of_all(table.state), told) for table in tables})


@pytest.mark.parametrize("guess", [1, 4, None])
def test_a_guessed_answer_for_another_seat_finds_out_nothing(guess):
    answers = {"acts.C": digest_of_acts((PaddleRevealed("C", 4), CanoeMoved("C", 2, "S4")))}
    if guess is not None:
        answers = {"acts.C": digest_of_acts((PaddleChosen("C", guess),))}
    tables = [make_table(*laid(card)) for card in (4, 1)]
    assert 1 == len({answer(table, of_seat(table.state, "A"), ROUND, answers) for table in tables})


def test_a_round_is_told_in_one_go_where_the_referee_keeps_the_hands():
    table = make_table(sees_all=True)
    came = catch_up(table, Request(of_all(table.state)), ROUND)
    chosen = [each.event for each in table.log_index.actions if isinstance(each.event, PaddleChosen)]
    assert ("recorded", [*LAID, PaddleChosen("C", 4)]) == (came.verdict, chosen)
    assert ROUND == public_facts(NIAGARA, table.state)
    assert [] == [*audit(table.log)]


def test_a_card_that_nobody_saw_is_asked_of_its_seat_alone():
    table = make_table()
    for actor in (of_all(table.state), of_seat(table.state, "A")):
        came = catch_up(table, Request(actor), A_MOVED)
        assert ("which", "acts.B", "B", ()) == (
            came.verdict,
            came.question.path,
            came.question.seat,
            came.question.options,
        )
    own = catch_up(table, Request(of_seat(table.state, "B")), A_MOVED).question
    assert [(PaddleChosen("B", card),) for card in (1, 2, 3, 4, 5, 6, "cloud")] == [
        option.acts for option in own.options
    ]
    assert 1 == table.revision


def test_what_its_seat_answers_is_recorded_and_read_by_nobody_else():
    table = make_table(PaddleChosen("C", 4))
    seat = Request(of_seat(table.state, "B"))
    asked = catch_up(table, seat, A_MOVED).question
    came = catch_up(table, seat, A_MOVED, {asked.path: asked.options[0].value})
    assert "proposed" == came.verdict
    (waiting,) = table.state.proposals
    assert '"seat":"B","card":1' in waiting.change
    for viewer in ("A", "C", None):
        assert '"seat":"B","card":1' not in table.log_index.secrets.redact_change(waiting.change, viewer)


def test_several_who_have_to_say_something_are_asked_one_after_the_other():
    table = make_table()
    seat = Request(of_seat(table.state, "B"))
    asked = catch_up(table, seat, A_MOVED).question
    then = catch_up(table, seat, A_MOVED, {asked.path: asked.options[0].value})
    assert ("which", "C", ()) == (then.verdict, then.question.seat, then.question.options)
    for seat in "BC":
        table.submit(PaddleChosen(seat, 2))
    assert "recorded" == catch_up(table, Request(of_all(table.state)), A_MOVED).verdict


def test_whom_to_ask_is_said_in_every_language():
    table = make_table()
    question = catch_up(table, Request(of_all(table.state)), A_MOVED).question
    said = {lang: question_words(table.state, question, lang) for lang in LANGUAGES}
    assert len(LANGUAGES) == len({each.text for each in said.values()})
    assert {()} == {each.options for each in said.values()}
    assert said["en"].text.startswith("Only B knows a part of that")


def test_what_was_kept_of_a_packet_is_asked_of_who_kept_it():
    seed = "0f" * 16
    opened = TableOpened(
        game="lifeboat", seats=tuple("ABCD"), chance="referee", seed=seed, seed_hash=commitment(seed)
    )
    table = open_table(MemoryStore(), "boat", opened, LIFEBOAT)
    state, kept = table.state, []
    for _ in "DBA":
        (seat,) = LIFEBOAT.acting(state)
        for kind in (CardPlayed, ProvisionKept):
            act = next(each for each in LIFEBOAT.legal(state, seat) if isinstance(each, kind))
            state, kept = LIFEBOAT.decide(state, act).state, [*kept, act]
    told, first = public_facts(LIFEBOAT, state), kept[1].seat
    others = Request(of_seat(table.state, kept[-1].seat))
    came = catch_up(table, others, told, limits=Limits(seconds=60))
    assert ("which", first, ()) == (came.verdict, came.question.seat, came.question.options)
    own = catch_up(table, Request(of_seat(table.state, first)), told, limits=Limits(seconds=60)).question
    assert f"acts.{first}" == own.path
    assert kept[1] in [act for option in own.options for act in option.acts]
