"""A chatbot asks by the Model Context Protocol: what the tools answer to the client of its own library."""

import asyncio
import json
import os
import sys
from contextlib import asynccontextmanager

import msgspec
import pytest

from referee.kernel.registry import all_games
from referee.rulebooks.rulings import all_rulings, rulings_on
from referee.rulebooks.search import find_answers
from referee.service.answers.asking import make_question_answered
from referee.service.ask.address import write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from tests.architecture.sources import ROOT

pytest.importorskip("mcp", reason="pip install -e '.[mcp]'")

from mcp import Client, MCPError
from mcp.client.stdio import StdioServerParameters, stdio_client

from cli.mcp_server import make_server

NAMES = ["games", "rule", "search", "ask", "legal", "catch_up", "rulings"]


@pytest.fixture
def call():
    """Call a tool of a server in this process; its answer is held to the schema it was listed with."""

    def called(name, /, **arguments):
        async def ask():
            async with Client(make_server("en"), raise_exceptions=True) as client:
                return await client.call_tool(name, arguments)

        result = asyncio.run(ask())
        assert json.loads(result.content[0].text) == result.structured_content
        assert result.is_error == (result.structured_content.get("verdict") in {"error", "refused"})
        return result.structured_content

    return called


@pytest.fixture
def program(place):
    """Give the program as a process, with a client; what it wrote to stderr is in `stderr.txt`."""

    @asynccontextmanager
    async def started(*options, mode="auto"):
        env = {"HOME": str(place), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
        env |= {"REFEREE_DB": os.environ["REFEREE_DB"], "REFEREE_CONFIG": os.environ["REFEREE_CONFIG"]}
        process = StdioServerParameters(
            command=sys.executable, args=["-m", "cli.main", "mcp", *options], env=env, cwd=place
        )
        with (place / "stderr.txt").open("w") as stderr:
            async with Client(stdio_client(process, errlog=stderr), mode=mode) as client:
                yield client

    return started


def test_each_tool_says_when_to_use_it_and_what_it_takes_and_answers():
    async def listed():
        async with Client(make_server("en")) as client:
            return client.instructions, (await client.list_tools()).tools

    instructions, tools = asyncio.run(listed())
    assert NAMES == [tool.name for tool in tools]
    for tool in tools:
        assert "Use it" in tool.description
        assert {"object"} == {tool.input_schema["type"], tool.output_schema["type"]}
        assert tool.annotations.read_only_hint
    for words in (instructions, tools[NAMES.index("ask")].description):
        assert "`not_written`" in words
        assert "the book does not say" in words


def test_games_are_those_of_the_command(call, run):
    assert run("games", "--json").objects == call("games")["games"]


@pytest.mark.parametrize("game", all_games())
def test_one_game_has_its_acts_and_the_schema_of_its_facts_and_acts(call, run, game):
    told = call("games", game=game)
    assert run("games", game, "--json").objects == told["games"]
    examples = {act["type"]: act["example"] for act in told["acts"] if act["example"]}
    assert len(examples) > len(told["acts"]) / 2
    assert [*examples] == [example["type"] for example in examples.values()]
    kinds = {
        each["properties"]["type"]["enum"][0]: each
        for each in told["schema"]["$defs"].values()
        if "type" in each["properties"]
    }
    assert all({*example} <= {*kinds[type]["properties"]} for type, example in examples.items())


def test_a_game_is_found_by_its_name_in_any_language(call):
    assert ["niagara"] == [game["game"] for game in call("games", game="尼加拉瓜大瀑布")["games"]]


def test_a_rule_is_that_of_the_command(call, run):
    assert run("rule", "NIA-MOVE-03", "--json").object == call("rule", id="nia-move-03")


def test_an_answer_is_in_the_language_asked_for(call, run):
    said = run("rule", "NIA-MOVE-03", "--json", "--lang", "ja").object
    assert said == call("rule", id="NIA-MOVE-03", lang="ja")
    assert said == call("rule", id="NIA-MOVE-03", lang="ja-JP")


def test_words_are_found_in_rules_and_rulings(call):
    text = "May I steal after I unloaded a gem this turn?"
    answers = call("search", text=text, game="niagara", most=10)["answers"]
    assert "NIA-STEAL-03" in {answer["rule"]["id"] for answer in answers}
    assert {"niagara", "table"} >= {answer["ruling"]["game"] for answer in answers if answer["ruling"]}
    assert all(answer["rule"]["id"] in answer["ruling"]["rules"] for answer in answers if answer["ruling"])
    found = find_answers(text, "en", "niagara", 10)
    assert [each.rules[0].id for each in found] == [answer["rule"]["id"] for answer in answers]


def test_no_more_is_found_than_was_asked_for(call):
    assert 1 == len(call("search", text="steal", most=1)["answers"])


def test_what_nothing_is_written_about_is_an_empty_answer(call):
    assert {"answers": []} == call("search", text="xyzzy")


def test_rulings_on_a_rule_are_all_of_them(call):
    told = call("rulings", rule="NIA-STEAL-01", most=50)
    assert [ruling.name for ruling in rulings_on("NIA-STEAL-01")] == [
        each["name"] for each in told["rulings"]
    ]
    assert 0 == told["left_out"]


def test_rulings_left_out_are_counted(call):
    assert len(all_rulings()) - 3 == call("rulings", most=3)["left_out"]


def test_rulings_fit_all_that_is_given(call):
    told = call("rulings", game="niagara", rule="NIA-STEAL-01", text="both canoes ashore")
    assert told["rulings"]
    assert all("NIA-STEAL-01" in each["rules"] for each in told["rulings"])
    assert [] == call("rulings", game="lifeboat", rule="NIA-STEAL-01")["rulings"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("rule", {}, 'rule needs the field "id"'),
        ("rule", {"id": 3}, "id of rule can be a text"),
        ("rule", {"id": "NIA-MOVE-99"}, 'there is no rule "NIA-MOVE-99"'),
        ("rule", {"id": "NIA-MOVE-03", "lang": "Klingon"}, 'does not speak "Klingon"'),
        ("games", {"game": "chess"}, 'does not know the game "chess". Known: lifeboat, niagara'),
        ("search", {"text": "tie", "most": 1000}, "most of search can be a number from 1 to 50"),
        ("search", {"txt": "tie"}, "did you mean text?"),
        ("rulings", {"rule": "NO-SUCH-99"}, 'there is no rule "NO-SUCH-99"'),
        ("ask", {"gam": "niagara"}, "did you mean game?"),
        ("ask", {"game": "niagara", "acts": "A1 up to S3"}, "acts of ask can be"),
        ("ask", {"game": "niagara", "acts": [{"type": "canoe_movd"}]}, "did you mean canoe_moved"),
        ("ask", {"game": "niagara", "facts": {"cannoes": {}}}, "did you mean canoes?"),
        ("ask", {"game": "niagara", "facts": {"weather": 7}}, "weather of facts can be either: one of -1"),
        ("ask", {"game": "niagara", "said": ["A1 at S3", "B2 is happy"]}, "“B2 is happy”: "),
        ("catch_up", {"game": "niagara", "now_said": ["hello"]}, "FACT=VALUE"),
        ("catch_up", {"game": "niagara", "now": {"wether": 1}}, "did you mean weather?"),
        ("catch_up", {"game": "niagara"}, "Say how the board stands now"),
        ("legal", {"game": "chess"}, 'does not know the game "chess"'),
    ],
)
def test_a_wrong_call_is_told_what_is_wrong(call, name, arguments, said):
    answer = call(name, **arguments)
    assert said in answer["message"]
    assert answer["hint"] in NAMES


ASKED = {"game": "niagara", "facts": {"canoes": {"A": {"1": {"at": "S3"}}}}, "seats": ["A", "B", "C"]}
ACTS = [{"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S1"}]


def answered(asked, lang="en"):
    """Return the answer to a question as JSON, whoever asks."""
    return json.loads(msgspec.json.encode(make_question_answered(ask(asked), lang, write_address(asked))))


def test_a_question_is_answered_as_the_referee_answers_it(call):
    assert answered(Asked(**ASKED, acts=ACTS), "ja") == call("ask", **ASKED, acts=ACTS, lang="ja")


def test_facts_and_acts_may_be_said_in_words(call):
    said = ["A1 at S3", "A1 up to S1"]
    exactly, in_words = call("ask", **ASKED, acts=ACTS), call("ask", game="niagara", said=said)
    for name in ("act", "verdict", "rules", "depends_on", "assumed"):
        assert exactly[name] == in_words[name]


def test_what_may_be_done_is_what_the_referee_lists(call):
    told = call("legal", **ASKED)
    assert answered(Asked(**ASKED)) == told
    assert (None, True) == (told["verdict"], bool(told["possible"]))


def test_facts_that_cannot_be_together_are_refused_with_the_rule(call):
    laden = {"at": "S3", "gem": "diamond"}
    told = call("ask", game="niagara", facts={"canoes": {seat: {"1": laden, "2": laden} for seat in "ABCDE"}})
    assert ("refused", ["NIA-SETUP-02"]) == (told["verdict"], told["rules"])


LAID = [{"type": "paddle_chosen", "seat": seat, "card": 3} for seat in "ABC"]


def test_what_was_played_is_worked_out_or_asked_about(call):
    begun = {"game": "niagara", "seats": ["A", "B", "C"], "acts": LAID}
    told = call("catch_up", **begun, now_said=["A1 at S3", "A1 carries nothing"])
    assert ("found", ["A's canoe 1 is launched and paddles to S3."]) == (told["verdict"], told["words"][-1:])
    asked = call("catch_up", **begun, now_said=["A has had a turn"])
    question = asked["question"]
    assert ("which", "Where is A's canoe 1 now?") == (asked["verdict"], question["text"])
    answers = {question["path"]: question["options"][0]["value"]}
    assert "found" == call("catch_up", **begun, now_said=["A has had a turn"], answers=answers)["verdict"]


def test_a_tool_that_is_not_there_is_an_error_of_the_protocol():
    async def ask():
        async with Client(make_server("en")) as client:
            with pytest.raises(MCPError, match="There is no tool guess; there are games, rule"):
                await client.call_tool("guess")

    asyncio.run(ask())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_the_program_answers_over_stdin_and_stdout_and_writes_nothing(place, program, mode):
    async def asked():
        async with program("--lang", "ja", mode=mode) as client:
            wrong = await client.call_tool("rule", {"id": "NO-SUCH-99"})
            right = await client.call_tool("rule", {"id": "NIA-MOVE-03"})
            return wrong, right.structured_content

    wrong, told = asyncio.run(asked())
    assert wrong.is_error
    assert told["text"] == told["texts"]["ja"]
    assert [place / "stderr.txt"] == [*place.iterdir()]
    assert "" == (place / "stderr.txt").read_text()


def test_the_program_ends_where_its_input_ends(start):
    """What is no message of the protocol is passed over."""
    asking = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "rule", "arguments": 3}}
    done = start("mcp", stdin=f"hello\n[]\n{json.dumps(asking)}\n")
    assert 0 == done.code
    assert all(answer["jsonrpc"] == "2.0" for answer in done.objects)


def test_without_its_library_it_says_what_to_install(run, monkeypatch):
    monkeypatch.setitem(sys.modules, "mcp", None)
    done = run("mcp")
    assert 2 == done.code
    assert "pip install 'referee[mcp]'" in done.err
    assert 0 == run("mcp", "--help").code
