"""What catching up says: acts worked out, questions and their options, near ways, in every language."""

import random
from collections.abc import Mapping
from functools import cache, reduce
from pathlib import Path
from typing import Any

import pytest

from events.base import TABLE, Event
from events.table import TableOpened
from referee.games.niagara.events import (
    CanoeMoved,
    CanoeRef,
    CloudMoved,
    GemAct,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
)
from referee.kernel.registry import all_games, find_game, folder_of
from referee.l10n import LANGUAGES
from referee.service.catch_up.catch_up import MOST_QUESTIONS, CaughtUp, Near, work_out
from referee.service.catch_up.question import ACTS, Option, Question, digest_of_acts, find_question
from referee.service.catch_up.told import public_facts
from referee.service.catch_up.words import (
    _tell_apart,
    act_sentences,
    near_words,
    outcome_words,
    question_words,
)
from referee.service.commands.correct import make_correction
from referee.service.files.check import Checker
from referee.service.files.file_lines import numbered_lines
from referee.service.logs.sources import gone_back_to

NIAGARA = find_game("niagara")
NAMES = {"A": "Ada", "B": "Ben", "C": "Chie"}
LAID = tuple(PaddleChosen(seat, None) for seat in "ABC")


def play(state: Any, *acts: Event) -> Any:
    return reduce(lambda before, act: NIAGARA.decide(before, act).state, acts, state)


def position(*acts: Event, **facts: Any) -> Any:
    """Return a table after some acts, with facts by their paths (`canoes_A_1_at`)."""
    opened = NIAGARA.decide(None, TableOpened(game="niagara", seats=("A", "B", "C"), names=NAMES)).state
    paths = {path.replace("_", "."): value for path, value in facts.items()}
    return play(opened, *([make_correction(NIAGARA, opened, paths)] if paths else []), *acts)


def ask_acts(
    state: Any, seat: str, *ways: tuple[Event, ...], lang: str = "en"
) -> tuple[str, tuple[str, ...]]:
    """Return how one asks which of several ways a seat went, and the options."""
    options = tuple(Option(digest_of_acts(acts), acts, acts) for acts in ways)
    return question_words(state, Question(f"{ACTS}{seat}", options, seat), lang)


def ask_fact(state: Any, path: str, *values: Any, lang: str = "en", seat: str | None = None) -> Any:
    return question_words(state, Question(path, tuple(map(Option, values)), seat), lang)


def test_where_a_piece_is_is_asked_with_places_alone():
    state = position()
    assert ("Where is Ada's canoe 2 now?", ("S3", "lost over the falls")) == ask_fact(
        state, "canoes.A.2.at", "S3", "lost"
    )
    assert ("Ada的2号船现在在哪里？", ("S3", "已摔落瀑布")) == ask_fact(
        state, "canoes.A.2.at", "S3", "lost", lang="zh-Hans"
    )


def test_of_counts_only_those_are_options_that_differ():
    one, other = {"ruby": 1, "amber": 2, "diamond": 3}, {"ruby": 1, "amber": 1, "diamond": 4}
    asked = ask_fact(position(), "owned.A", one, other, seat="A")
    assert ("amber 2, diamond 3", "amber 1, diamond 4") == asked.options


def test_places_that_are_called_alike_are_told_apart():
    """Two boats behind one buoy are both "beside buoy 3": the hex in brackets says which is meant."""
    words = _tell_apart(["beside buoy 3", "beside buoy 3", "at the line"], ["4,5", "4,6", "7,1"], "en")
    assert ("beside buoy 3 (4,5)", "beside buoy 3 (4,6)", "at the line") == words


def test_a_card_is_asked_by_its_number():
    asked = ask_acts(position(*LAID), "A", (PaddleRevealed("A", 3),), (PaddleRevealed("A", 4),))
    assert ("Which card did Ada play?", ("3", "4")) == asked


def test_which_way_the_discs_went_is_asked_of_the_table():
    options = tuple(Option(str(n), (RiverFlowed(exits),)) for n, exits in enumerate((("left",), ("right",))))
    asked = question_words(position(), Question(f"{ACTS}{TABLE}", options, TABLE), "ja")
    assert ("川ディスクは二又でどちらへ進みましたか？", ("左", "右")) == asked


def steal(*, first: bool) -> CanoeMoved:
    """Unload and rob Ben's canoe after a move to S3, in one order or the other."""
    theft = CanoeRef("B", 1)
    return CanoeMoved("A", 1, "S3", after=(GemAct("unload"),), steal=theft, steal_first=first)


@pytest.mark.parametrize(
    ("lang", "asked"),
    [
        ("en", ("What did Ada do first?", ("steal from Ben's canoe 1", "unload"))),
        ("zh-Hans", ("Ada先做了什么？", ("抢走Ben的1号船上的宝石", "卸下宝石"))),
        (
            "ja",
            (
                "Adaは何をしましたか？",
                ("Benのカヌー1から宝石を盗み、宝石を降ろす", "宝石を降ろし、Benのカヌー1から宝石を盗む"),
            ),
        ),
    ],
)
def test_where_only_the_order_differs_one_is_asked_what_came_first(lang, asked):
    state = position(canoes_A_1_at="S4", canoes_A_1_gem="ruby", canoes_B_1_at="S3", canoes_B_1_gem="amber")
    assert asked == ask_acts(state, "A", (steal(first=True),), (steal(first=False),), lang=lang)


def test_options_leave_out_what_is_in_all_of_them():
    state = position(*LAID, canoes_A_1_at="S2", canoes_A_2_at="S3")
    shown, first = PaddleRevealed("A", 3), CanoeMoved("A", 1, "S5")
    ways = [(shown, first, CanoeMoved("A", 2, to)) for to in ("land", "L6")]
    asked = ask_acts(state, "A", *ways)
    assert ("What did Ada do?", ("Canoe 2 ashore", "Canoe 2 down to L6")) == asked


def test_parts_of_an_act_are_left_out_that_are_the_same():
    state = position(canoes_A_1_at="S2")
    ways = [(CanoeMoved("A", 1, "S3", after=(GemAct("load", gem),)),) for gem in ("amber", "ruby")]
    assert ("load an amber", "load a ruby") == ask_acts(state, "A", *ways).options


def test_an_option_in_which_nothing_of_it_was_done_says_so():
    asked = ask_acts(position(), "A", (CloudMoved("A", 1),), ())
    assert "none of that" == asked.options[1]


def test_a_near_way_says_which_fact_breaks_it():
    state = position(*LAID, canoes_A_1_at="S2")
    acts = (PaddleRevealed("A", 2), CanoeMoved("A", 1, "S4"))
    near = Near(acts, {"canoes.A.1.at": "S4"})
    words = near_words(state, near, {"canoes.A.1.at": "S3"}, "en")
    assert ("Ada turns up a 2.", "Ada's canoe 1 paddles down to S4.") == words.acts
    assert ("Ada's canoe 1 stands on S4, not S3",) == words.breaks
    said = outcome_words(state, CaughtUp(verdict="none", near=(near,)), {"canoes.A.1.at": "S3"}, "en")
    assert "No acts lead to that." == said[0]
    assert "Then Ada's canoe 1 stands on S4, not S3." in said


def test_what_was_recorded_is_named_without_cards_face_down():
    acts = (*LAID, PaddleRevealed("A", 3), CanoeMoved("A", 1, "S3"))
    said = outcome_words(position(), CaughtUp(verdict="recorded", acts=acts), {}, "en")
    expected = "Worked out and recorded: Ada turns up a 3; Ada's canoe 1 is launched and paddles to S3."
    assert (expected,) == said


def test_a_card_laid_face_down_is_not_named_to_others():
    said = act_sentences(position(), (PaddleChosen("A", 3),), "en")
    assert ("Ada lays a card face down.",) == said
    assert ("Ada lays a 3 face down.",) == act_sentences(position(), (PaddleChosen("A", 3),), "en", "A")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("verdict", ["which", "none", "bound", "proposed"])
def test_every_outcome_is_worded(lang, verdict):
    assert all(
        "catchup" not in line for line in outcome_words(position(), CaughtUp(verdict=verdict), {}, lang)
    )


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("id", all_games())
def test_whatever_somebody_did_is_asked_in_words(id, lang):
    """Of acts possible at moments of the game's demonstration; nothing as a record has it, no two alike."""
    game, asked = find_game(id), 0
    for state in states_of_demo(id)[::3]:
        for seat in (*game.acting(state), TABLE):
            acts = game.legal(state, seat)[::5][:6]
            if len(acts) < 2:
                continue
            asked += 1
            text, options = ask_acts(state, seat, *((act,) for act in acts), lang=lang)
            assert len(set(options)) == len(acts)
            assert not any(sign in said for said in (text, *options) for sign in "{}_")
    assert asked


@cache
def states_of_demo(id: str) -> list[Any]:
    lines = tuple(line for _, line in numbered_lines(Path(folder_of(id)) / "demo.jsonl"))
    checker, states = Checker(gone_back_to(lines)), []
    for number, line in enumerate(lines, 1):
        checker.take(number, line)
        states.append(checker.state)
    return states


def random_turn(chance: random.Random) -> tuple[Any, Any]:
    """Return a random position with Ada on turn, and a position in which that turn can be over."""
    spaces, gems = ("S1", "S2", "S3", "S4", "S5", "L6", "R6", "land"), ("ruby", "amber", None)
    facts: dict[str, Any] = {}
    for seat in "ABC":
        for n in (1, 2):
            facts[f"canoes_{seat}_{n}_at"] = at = chance.choice(spaces)
            facts[f"canoes_{seat}_{n}_gem"] = None if at == "land" else chance.choice(gems)
    begin = state = position(*LAID, PaddleRevealed("A", chance.choice((1, 2, 3, 4, 5, 6))), **facts)
    while NIAGARA.turn(state) == "A":
        state = play(state, chance.choice(NIAGARA.legal(state, "A")))
    return begin, state


def changed_facts(begin: Any, end: Any) -> Mapping[str, Any]:
    before, now = public_facts(NIAGARA, begin), public_facts(NIAGARA, end)
    return {path: value for path, value in now.items() if value != before.get(path)}


def answer_truly(question: Question, end: Any, way: tuple[Event, ...]) -> Any:
    """Return what people answer who know how it went; None where no option is so."""
    if question.path.startswith(ACTS):
        options = {option.value: option.acts for option in question.options}
        seat, _, n = question.path.removeprefix(ACTS).partition(".")
        own = tuple(act for act in way if getattr(act, "seat", TABLE) == seat)
        return next(
            (value for value, acts in options.items() if acts == (own[int(n) - 1 : int(n)] if n else own)),
            None,
        )
    told = public_facts(NIAGARA, end)
    fact = next(path for path in told if question.path == path or question.path.startswith(f"{path}."))
    return told[fact] if fact == question.path else told[fact].get(question.path.rpartition(".")[2], 0)


@pytest.mark.parametrize("seed", range(12))
def test_questions_leave_one_way_or_say_why_not(seed):
    """Told of one fact in three, at most three questions lead to the position there was."""
    chance = random.Random(seed)
    begin, end = random_turn(chance)
    changed = changed_facts(begin, end)
    facts = {path: value for path, value in changed.items() if chance.random() < 1 / 3} or dict(
        list(changed.items())[:1]
    )
    answers: dict[str, Any] = {}
    found, told = work_out(NIAGARA, begin, facts, answers)
    true = next(way for way in found.ways if public_facts(NIAGARA, way.end) == public_facts(NIAGARA, end))
    left = [len(found.ways)]
    while len(found.ways) > 1 and len(answers) < MOST_QUESTIONS:
        question = find_question(NIAGARA, begin, found.ways, told, None)
        assert question is not None
        words = question_words(begin, question, "en")
        assert len(set(words.options)) == len(question.options)
        answers[question.path] = answer_truly(question, true.end, true.acts)
        found, told = work_out(NIAGARA, begin, facts, answers)
        assert any(way.acts == true.acts for way in found.ways)
        left.append(len(found.ways))
        assert left[-1] < left[-2]
    assert 1 == left[-1]
