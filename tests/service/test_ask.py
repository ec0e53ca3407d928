"""A position that stands in no log is asked about: what decides is named, what nobody told is not made up."""

from pathlib import Path

import msgspec
import pytest

from events.codec import MalformedError
from referee.kernel.registry import UnknownGameError, own_games
from referee.kernel.verdict import Refused
from referee.languages import LANGUAGES
from referee.service.answers.asking import make_question_answered
from referee.service.ask.ask import ask
from referee.service.ask.asked import Answer, Asked

THEFT = {"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}}
LADEN = {"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}, "B": {"2": {"at": "S5"}}}}
SHOWN = {"paddles": {"B": {"shown": 2}}}
HOUSE = (Path(__file__).parent / "house_only.jsonl").read_text("utf-8").splitlines()
"""Questions that no rulebook answers: by its engine each is decided by rules of the referee's own."""

CAST = {"A": "lauren", "B": "stephen", "C": "captain", "D": "mate", "E": "frenchy", "F": "kid"}


def asked(game, facts, *acts, **how):
    return ask(Asked(game=game, facts=facts, acts=acts, **how))


def theft(canoe):
    """Return the answer to the theft, with a canoe of the thief of which this is told."""
    facts = {"canoes": {**LADEN["canoes"], "B": {"2": {"at": "S5", **canoe}}}}
    return asked("niagara", facts, THEFT, seats=("A", "B", "C"))


def test_a_theft_depends_on_the_gem_that_nobody_told():
    answer = theft({})
    assert answer.verdict == "depends"
    gem = next(each for each in answer.depends_on if each.path == "canoes.B.2.gem")
    assert {(case.value is None, case.verdict) for case in gem.cases} == {(True, "may"), (False, "may_not")}
    words = make_question_answered(answer, "en").depends_on
    assert "gem" in next(each.words for each in words if each.fact == gem.path)


@pytest.mark.parametrize(("gem", "verdict"), [("ruby", "may_not"), (None, {"may", "depends"})])
def test_none_is_told_and_what_is_left_out_is_unknown(gem, verdict):
    answer = theft({"gem": gem})
    assert answer.verdict in verdict if isinstance(verdict, set) else answer.verdict == verdict
    assert "canoes.B.2.gem" not in {each.path for each in answer.depends_on}


def test_why_not_is_the_rule_that_forbids_it():
    answer = theft({"gem": "ruby"})
    assert answer.refusal.rules[0] == answer.rules[0].rule.id
    assert {other.edition for other in answer.others if not other.options} == {"ja"}


@pytest.mark.parametrize("line", HOUSE)
def test_what_only_the_referee_decides_is_not_written(line):
    told = msgspec.json.decode(line)
    played, rule = told.pop("played"), told.pop("rule")
    answer = ask(msgspec.convert(told, Asked))
    assert (answer.verdict, answer.played) == ("not_written", played)
    assert answer.rules[0].rule.id == rule
    assert answer.confidence == "house"


@pytest.mark.parametrize(
    ("game", "facts", "rule"),
    [
        (
            "niagara",
            {
                "canoes": {seat: {"1": {"at": "S3", "gem": "ruby"}} for seat in "ABC"},
                "owned": {"A": {"ruby": 6}},
            },
            "NIA-",
        ),
        ("lifeboat", {"characters": {**CAST, "B": "lauren"}}, "LIF-"),
    ],
)
def test_facts_that_cannot_be_together_are_refused_with_the_rule(game, facts, rule):
    act = THEFT if game == "niagara" else {"type": "passed", "seat": "A"}
    for acts in ((), (act,)):
        refused = asked(game, facts, *acts)
        assert isinstance(refused, Refused)
        assert refused.rules[0].startswith(rule)


@pytest.mark.parametrize(
    ("game", "act"),
    [
        ("lifeboat", THEFT),
        ("niagara", {"type": "boat_rowed", "seat": "A"}),
        ("powerboats", {"type": "canoe_moved"}),
        ("niagara", {"type": "canoe_moved", "seat": "A", "canoe": "the red one"}),
        ("niagara", {}),
    ],
)
def test_an_act_of_another_game_is_malformed_and_says_of_what(game, act):
    with pytest.raises(MalformedError) as problem:
        asked(game, {}, act)
    assert str(problem.value)


@pytest.mark.parametrize(
    "facts", [{"weather": "rain"}, {"canoe": {}}, {"canoes": {"A": {"9": {"at": "S3"}}}}, {"canoes": 3}]
)
def test_a_fact_that_is_none_of_the_game_is_malformed(facts):
    with pytest.raises(MalformedError):
        asked("niagara", facts, THEFT)


def test_more_seats_than_play_are_refused():
    refused = asked("niagara", {}, THEFT, seats=tuple("ABCDEFGHI"))
    assert isinstance(refused, Refused)
    assert refused.reason.startswith(("table.", "niagara."))


@pytest.mark.parametrize("how", [{"acts": (THEFT,)}, {"question": "may I steal?"}, {}])
def test_an_edition_there_is_none_of_is_refused(how):
    refused = ask(Asked(game="niagara", edition="tr", **how))
    assert isinstance(refused, Refused)
    assert "zh" in str(refused.args)


def test_a_game_nobody_knows_is_none():
    with pytest.raises(UnknownGameError):
        asked("chess", {}, {"type": "move"})


# What follows without an actor.


def test_the_river_waits_for_the_turns_and_says_who_must():
    answer = asked("niagara", LADEN, {"type": "river_flowed", "exits": []}, seats=("A", "B", "C"))
    assert (answer.verdict, answer.refusal.reason) == ("may_not", "niagara.river_waits")
    assert answer.must


@pytest.mark.parametrize("game", own_games())
def test_without_an_act_it_is_said_what_may_be_done_and_who_must(game):
    answer = ask(Asked(game=game))
    assert isinstance(answer, Answer)
    assert answer.verdict is answer.act is None
    assert answer.must
    assert answer.possible


def test_a_tie_is_read_by_each_edition():
    gems = {"amber": 0, "amethyst": 1, "diamond": 1, "ruby": 1, "sapphire": 1}
    answer = asked("niagara", {"owned": {"A": gems, "B": gems}}, seats=("A", "B", "C"))
    assert {"zh", "ja"} <= {each.edition for each in answer.readings}


# It writes nothing.


def test_asking_leaves_nothing_behind(tmp_path, monkeypatch):
    """No file, no store, nothing that answers the same question otherwise the next time."""
    for name in ("HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    monkeypatch.setenv("REFEREE_DB", str(tmp_path / "referee.db"))
    monkeypatch.chdir(tmp_path)
    first = [msgspec.json.encode(make_question_answered(theft({}), lang)) for lang in LANGUAGES]
    theft({"gem": "ruby"})
    asked("lifeboat", {"characters": CAST})
    assert first == [msgspec.json.encode(make_question_answered(theft({}), lang)) for lang in LANGUAGES]
    assert [] == list(tmp_path.iterdir())


def test_nobody_acts_who_does_not_sit_there():
    stranger = {"type": "paddle_chosen", "seat": "D", "card": 4}
    answer = asked("niagara", {}, stranger, seats=("A", "B", "C"))
    assert (answer.verdict, answer.refusal.reason) == ("may_not", "table.unknown_seat")
