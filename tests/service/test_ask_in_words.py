"""Facts and acts of a position are read as people say them, in every language."""

import msgspec
import pytest

from events.base import REFEREE
from events.table import TableOpened
from referee.kernel import registry
from referee.kernel.game import NotationError
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.messages import fact_clause
from referee.languages import LANGUAGES
from referee.service.ask.asked import Asked
from referee.service.ask.words import NotUnderstoodError, lines_to_say, read_asked, read_said
from referee.service.commands.correct import settable_facts
from tests.stages import slow

GAMES = ("niagara", "powerboats", "lifeboat")
THEFT = {"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}}}
PLAYERS = {"niagara": "ABCDE", "powerboats": "ABCDEF", "lifeboat": "ABCDEF"}


def table(game):
    opened = TableOpened(game=game, seats=tuple(PLAYERS[game]))
    return find_game(game).decide(None, opened).state


def read(game, lang, *said):
    return read_asked(Asked(game=game), said, lang)


@pytest.mark.parametrize(
    ("game", "lang", "said", "facts"),
    [
        ("niagara", "en", "A1 at S3 with a diamond", THEFT),
        ("niagara", "en", "A's canoe 1 is at S3 and carries a diamond", THEFT),
        ("niagara", "zh-Hans", "A 的 1 号船在S3，载钻石", THEFT),
        ("niagara", "ja", "Aのカヌー1はS3、ダイヤを積む", THEFT),
        ("niagara", "en", "B2 is empty", {"canoes": {"B": {"2": {"gem": None}}}}),
        ("niagara", "en", "B2 is ashore", {"canoes": {"B": {"2": {"at": "land"}}}}),
        ("niagara", "zh-Hans", "B2掉下瀑布了", {"canoes": {"B": {"2": {"at": "lost"}}}}),
        (
            "niagara",
            "en",
            "A1 at S3, B2 at S4",
            {"canoes": {"A": {"1": {"at": "S3"}}, "B": {"2": {"at": "S4"}}}},
        ),
        ("niagara", "en", "weather=1", {"weather": 1}),
        ("niagara", "en", "the weather is at +2", {"weather": 2}),
        ("niagara", "ja", "天候は-1", {"weather": -1}),
        ("niagara", "en", "A holds 1, 2 and cloud", {"hands": {"A": [1, 2, "cloud"]}}),
        ("niagara", "en", "canoes.A.1.gem=none", {"canoes": {"A": {"1": {"gem": None}}}}),
        ("lifeboat", "en", "A 3 wounds", None),
        ("lifeboat", "en", "A has 3 wounds", {"wounds": {"A": 3}}),
        ("lifeboat", "zh-Hans", "A受了三处伤", {"wounds": {"A": 3}}),
        ("lifeboat", "ja", "Aは負傷3", {"wounds": {"A": 3}}),
        ("lifeboat", "en", "B holds a knife", {"hands": {"B": ["knife"]}}),
        ("lifeboat", "en", "B has an oar face up", {"table": {"B": ["oar"]}}),
        ("lifeboat", "zh-Hans", "B拿着小刀", {"hands": {"B": ["knife"]}}),
        ("lifeboat", "en", "A is the captain", {"characters": {"A": "captain"}}),
        ("lifeboat", "ja", "Aは船長", {"characters": {"A": "captain"}}),
        ("lifeboat", "en", "boat: B A C D", {"boat": ["B", "A", "C", "D"]}),
        (
            "powerboats",
            "en",
            "red at 14,12 facing east with dice 3 3",
            {"boats": {"red": {"at": [14, 12], "heading": "E", "dice": [3, 3]}}},
        ),
        (
            "powerboats",
            "zh-Hans",
            "A在14,12，船头朝东，骰子3 3",
            {"boats": {"A": {"at": [14, 12], "heading": "E", "dice": [3, 3]}}},
        ),
        (
            "powerboats",
            "ja",
            "Aは14,12、東を向いて、ダイス 3 3",
            {"boats": {"A": {"at": [14, 12], "heading": "E", "dice": [3, 3]}}},
        ),
    ],
)
def test_a_fact_is_said_as_people_say_it(game, lang, said, facts):
    if facts is None:
        with pytest.raises(NotUnderstoodError):
            read(game, lang, said)
        return
    asked = read(game, lang, said)
    assert (facts, ()) == (asked.facts, asked.acts)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "said", ["A1 at S3 with a diamond", "A 的 1 号船在S3，载钻石", "Aのカヌー1はS3、ダイヤを積む"]
)
def test_a_fact_is_understood_whatever_the_reader_reads(lang, said):
    assert read("niagara", lang, said).facts == THEFT


@slow
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_referee_says_of_a_fact_is_understood(game, lang):
    judge, state = find_game(game), table(game)
    wrong = []
    for fact in settable_facts(judge, state, REFEREE):
        if {*fact.path.split(".")[1:]} & {*PLAYERS[game][2:]}:  # as of the first two
            continue
        values = {"choice": fact.choices[:2], "list": [[each] for each in fact.choices[:1]], "number": (1, 2)}
        for value in values.get(fact.kind, ()):
            line = fact_clause(fact.path, value, lang, game, {})
            try:
                found = flat(read_said(judge, state, [line], lang).facts)
            except NotationError as error:
                found = error.reason
            if found != {fact.path: value}:
                wrong.append((line, found))
    assert wrong == []


def flat(facts, path=""):
    found = {}
    for name, value in facts.items():
        found |= flat(value, f"{path}{name}.") if isinstance(value, dict) else {path + name: value}
    return found


@pytest.mark.parametrize(
    ("lang", "act"),
    [
        ("en", "B2 up to S3, steal from A1"),
        ("zh-Hans", "B2 上行到S3，抢A1"),
        ("ja", "B2 S3へ上る、A1から盗む"),
    ],
)
def test_acts_stand_in_their_order_among_facts_in_any(lang, act):
    asked = read("niagara", lang, "B plays 4", "A1 at S3 with a diamond", act)
    assert (THEFT, ["paddle_chosen", "canoe_moved"]) == (asked.facts, [each["type"] for each in asked.acts])
    assert {"seat": "A", "canoe": 1} == asked.acts[-1]["steal"]


def test_what_reads_as_a_fact_is_one():
    placed = read("powerboats", "en", "A at 14,12 facing east")
    assert ((), [14, 12]) == (placed.acts, placed.facts["boats"]["A"]["at"])


@pytest.mark.parametrize(
    ("lang", "red", "blue"), [("en", "red", "blue"), ("zh-Hans", "红方", "蓝方"), ("ja", "赤", "青")]
)
def test_people_may_go_by_their_colours(lang, red, blue):
    said = {"en": " at 14,12", "zh-Hans": "在14,12", "ja": "は14,12にいる"}[lang]
    asked = read("powerboats", lang, red + said, blue + said)
    assert {"red", "blue"} == set(asked.facts["boats"])


@pytest.mark.parametrize(
    ("lang", "said", "act"),
    [
        ("en", "the captain has 3 wounds", "the kid mugs the captain for hand"),
        ("zh-Hans", "船长有3处伤", "小孩抢船长的手牌"),
        ("ja", "船長は負傷3", "少年は船長の手札を奪う"),
    ],
)
def test_people_may_go_by_whom_they_play(lang, said, act):
    asked = read("lifeboat", lang, said, act)
    people = {"captain": "captain", "kid": "kid"}
    assert {"characters": people, "wounds": {"captain": 3}} == asked.facts
    assert ("kid", "captain") == (asked.acts[0]["seat"], asked.acts[0]["from"])


def test_who_is_loved_is_nobody_that_has_to_play():
    assert {"love": {"A": "kid"}} == read("lifeboat", "en", "A loves kid").facts


def test_a_gem_is_no_colour_of_somebody():
    asked = read("niagara", "zh-Hans", "红宝石区域有3颗红宝石")
    assert {"sites": {"ruby": {"ruby": 3}}} == asked.facts


def test_words_go_before_facts_as_json_and_leave_the_others():
    told = Asked(
        game="niagara", facts={"weather": 1, "canoes": {"A": {"1": {"at": "S1"}, "2": {"at": "S2"}}}}
    )
    asked = read_asked(told, ["A1 at S3"], "en")
    assert {"weather": 1, "canoes": {"A": {"1": {"at": "S3"}, "2": {"at": "S2"}}}} == asked.facts


@pytest.mark.parametrize(
    ("game", "said", "stops", "expected"),
    [
        ("niagara", "A1 at S9", "S9", "S3"),
        ("niagara", "A1 at S3 with a knife", "knife", "diamond"),
        ("niagara", "A1 sings", "sings", "carries"),
        ("niagara", "hello", "hello", "A"),
        ("niagara", "weather 3", "3", "+2"),
        ("lifeboat", "A holds a diamond", "diamond", None),
    ],
)
def test_what_is_not_understood_says_where_and_what_could_stand_there(game, said, stops, expected):
    with pytest.raises(NotUnderstoodError) as caught:
        read(game, "en", said)
    problem = caught.value
    assert (said, stops) == (problem.said, problem.args_["text"].removeprefix("a "))
    assert expected is None or expected in problem.expected


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        ("A3 at S3", "cli.no_fact_after"),
        ("weather=9", "cli.fact_choices"),
        ("canoes.A.3.at=S3", "cli.no_fact_after"),
        ("nonsense=1", "cli.no_fact"),
        ("x" * 5000, "notation.too_long"),
        ("", "notation.empty"),
    ],
)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_fact_that_there_is_not_is_explained(said, reason, lang):
    with pytest.raises(NotUnderstoodError) as caught:
        read("niagara", lang, said)
    problem = caught.value
    assert reason == problem.reason
    assert "?" not in say(problem.reason, lang, **problem.args_).replace(said, "")


def test_a_die_there_is_not_is_explained():
    with pytest.raises(NotUnderstoodError) as caught:
        read("powerboats", "en", "red at 14,12 with dice 3 4")
    assert (1, 2, 3) == caught.value.args_["known"]


def test_a_table_that_does_not_open_is_refused():
    refused = read_asked(Asked(game="niagara", edition="de"), ["A1 at S3"], "en")
    assert isinstance(refused, Refused)
    assert refused.reason == "table.unknown_edition"


@pytest.mark.parametrize(
    ("said", "facts"),
    [
        ("path=3", {"path": 3}),
        ("path: 3", {"path": 3}),
        ("gems on the path: 3", {"path": 3}),
        ("B's store: 2", {"stores": {"B": 2}}),
        ("stores.B=2", {"stores": {"B": 2}}),
    ],
)
def test_a_game_without_phrases_has_paths_and_names(monkeypatch, said, facts):
    monkeypatch.setattr(registry, "installed", lambda: (("caves", "tests.kernel.caves"),))
    assert facts == read("caves", "en", said).facts


def test_a_long_sentence_that_means_nothing_ends_soon():
    line = "A1 at S3 with a diamond and " * 20 + "hello"
    with pytest.raises(NotUnderstoodError):
        read("niagara", "en", line)


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_said_is_said_as_it_is_completed(game):
    lines = lines_to_say(find_game(game), "en")
    assert any(line.endswith("=") for line in lines)
    acts = [line for line in lines if not line.endswith("=")]
    assert all(read(game, "en", line).acts for line in acts[:5])


def test_a_question_read_from_words_is_plain_json():
    asked = read("niagara", "en", "A1 at S3", "B2 up to S3, steal from A1")
    assert asked == msgspec.json.decode(msgspec.json.encode(asked), type=Asked)
