"""What `--json` prints is what `referee schema` says, whichever command prints it."""

import json
import shlex

import msgspec
import pytest

from cli.command_list import COMMANDS, game_commands
from cli.commands.schema import all_answers
from cli.commands.serve import announce
from cli.session import Session
from referee.service.answers.catalogue import schema_of, summary_of
from tests.cli.conftest import DEMO, DISPUTED
from tests.readable import fold

ANSWERS = all_answers()
REFUSED = ("refusal",)
CALLS = {
    "demo": [("demo niagara --fast", ("checked-line", "checked-file"))],
    "play": [
        ("play evening", (), "quit\n"),
        ("play evening", REFUSED, "A1 launch to S3\nhocus pocus\nquit\n"),
    ],
    "benchmark": [
        ("benchmark powerboats", ("benchmark-question",)),
        ("benchmark powerboats --score -", ("benchmark-score",), '{"id": "x", "verdict": null}\n'),
    ],
    "serve": [("serve --port nowhere", ("error",))],
    "games": [("games", ("game",)), ("games chess", ("error",))],
    "new": [("new niagara --seats A,B,C --table other", ("opened",)), ("new niagara --seats A", REFUSED)],
    "tables": [("tables", ("table",))],
    "show": [("show evening", ("shown",)), (f"show {DEMO} --at 7", ("shown",)), ("show no", ("error",))],
    "do": [
        ('do evening "A1 launch to S3"', REFUSED),
        ('do evening "A1 launch to S4" --seen 1', ("stale",)),
        ('do evening "A1 launch to S4"', ("accepted",)),
    ],
    "legal": [("legal evening", ("possible",)), ("legal evening --seat B", ("possible",))],
    "back": [("back evening --by B", ("accepted", "refusal")), ("back evening", ("accepted",))],
    "again": [("again evening --list", ("waiting",)), ("again evening", ("told-again",))],
    "correct": [
        ("correct evening weather=1 --by A", ("accepted",)),
        ("correct evening weather=7", (*REFUSED, "error")),
    ],
    "catchup": [
        ("catchup evening canoes.A.1.at=S4 acted=[A]", ("worked-out", *REFUSED)),
        ("catchup evening weather=7", ("error",)),
    ],
    "agree": [("agree evening", ("asking",)), ("agree evening P1 --by B", REFUSED)],
    "amend": [("amend evening 2", ("possible",)), ('amend evening 2 "A plays 5"', ("told-again", "refusal"))],
    "house": [("house evening", ("switch",)), ("house evening minimum_speed=1", ("accepted",))],
    "seal": [("seal evening A 5", ("accepted", "refusal", "error")), ("seal evening A", ("seals",))],
    "ask": [
        ('ask niagara "A1 at S3" "B2 up to S3, steal from A1"', ("question-answered",)),
        ("ask niagara", ("question-answered",)),
        ("ask niagara hello", ("error",)),
        ("ask niagara --edition de", REFUSED),
    ],
    "dispute": [
        ("dispute evening --topic fork", ("case",)),
        ('dispute evening --topic fork --question "is it so?"', ("accepted",)),
    ],
    "leave": [("leave other C", ("accepted",)), ("leave other C", REFUSED)],
    "close": [("close other --by B", ("accepted",)), ("close other", ("accepted",))],
    "rename": [("rename other a/b", ("error",)), ("rename other friday", ("put-away",))],
    "delete": [("delete friday", ("error",)), ("delete friday --yes friday", ("put-away",))],
    "rulings": [
        ("rulings evening", ("ruling",)),
        ("rulings evening --export D1", ("error",)),
        ("dispute evening --of D1 --decide default", ("accepted",)),
        ("rulings evening --export D1", ("error",)),
        (f"rulings {DISPUTED} --export D1", ("in-form",)),
        (f"rulings {DISPUTED} --export D1 --out D1.md", ("written",)),
        ("rulings --all --out all.md", ("written",)),
        ("rulings --take D1.md", ("settled-dispute",)),
        ("rulings --taken", ("settled-dispute",)),
        ("rulings --remove D1", ("error",)),
    ],
    "whatif": [
        (f"whatif {DEMO} 5", ("error",)),
        (f'whatif {DEMO} 3 "B plays 6"', ("what-if", "refusal", "error")),
        (f"whatif {DEMO} --option minimum_speed=1", ("what-if", "refusal", "error")),
    ],
    "result": [("result evening", ("score",)), (f"result {DEMO}", ("error",))],
    "log": [("log evening", ("log-row",)), (f"log {DEMO}", ("log-row", "error"))],
    "check": [(f"check {DEMO} --keep-going", ("checked-line", "checked-file"))],
    "audit": [
        ("audit evening", ("audited",)),
        (f"audit {DEMO}", ("impossible", "mended", "audit-finding", "audited", "error")),
        ("audit evening --head 0000000000000000000", ("head-proved",)),
    ],
    "head": [("head evening", ("head",))],
    "witness": [
        ("witness notes --key key", ("witnessed",)),
        ("witness notes --key key --check", ("witness-held",)),
        ("witness --list", ()),
        ("witness --to nowhere", ("error",)),
    ],
    "replay": [("replay evening", ("replayed",))],
    "report": [("report evening --to md", ("in-form",)), ("report evening --out evening.html", ("written",))],
    "export": [
        ("export evening --to md", ("in-form",)),
        ("export evening --out evening.jsonl", ("written",)),
    ],
    "import": [("import evening.jsonl --table third", ("imported",)), ("import no.jsonl", ("error",))],
    "sync": [("sync evening.jsonl", ("synced",))],
    "copy": [("copy tables.db other.db", ("copied",))],
    "events": [("events niagara", ("event",)), ("events niagara cloud_moved", ("event",))],
    "schema": [("schema", ("answer",)), ("schema no", ("error",))],
    "rule": [
        ("rule NIA-MOVE-05", ("rule",)),
        ("rule --search steal", ("rule",)),
        ("rule NO-SUCH-99", ("error",)),
    ],
    "book": [("book no --out book", ("error",))],
    "mcp": [("mcp", ())],
    "pocket": [("pocket --pyodide nowhere --out pocket", ("error",))],
    "simulate": [("simulate niagara --games 1 --max-rounds 1 --out played", ("simulated",))],
    "study": [("study niagara --vary no=1", ("refusal", "error"))],
    "scaffold": [("scaffold marbles", ("scaffolded",))],
    "doctor": [("doctor", ("looked",))],
    "lake": [
        ("lake training", ("lake",)),
        ("lake rulebook --course --race 3", ("lake",)),
        ("lake nowhere", ("error",)),
    ],
}
"""Calls of every command in the order they are made, and what each may answer; nothing: no data."""


def is_of(told, name):
    """Whether an object is just what an answer is: nothing lacks, and nothing is more than it says."""
    try:
        read = msgspec.convert(told, ANSWERS[name])
    except msgspec.ValidationError:
        return False
    return json.loads(msgspec.json.encode(read)) == told


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_says_what_it_is(name):
    assert summary_of(name, ANSWERS)
    assert "properties" in json.dumps(schema_of(name, ANSWERS))


def test_every_command_has_calls_that_are_held_to_the_schemas():
    """A command that nobody calls here could answer anything."""
    assert {*COMMANDS, *game_commands()} == set(CALLS)


def test_what_every_command_answers_in_json_is_what_its_schema_says(run, first_turn):
    for calls in CALLS.values():
        for line, names, *typed in calls:
            done = run(*shlex.split(line), "--json", stdin="".join(typed))
            wrong = [told for told in done.objects if not any(is_of(told, name) for name in names)]
            assert ([], bool(names)) == (wrong[:1], bool(done.objects)), (line, names, done.err)


def test_the_address_a_service_prints_is_an_answer(capsys):
    session = Session()
    session.as_json = True
    for witness in (None, "http://192.0.2.1/w/link"):
        announce(session, "http://192.0.2.1/h/key/", witness)
        assert is_of(json.loads(capsys.readouterr().out), "serving")


def test_the_schemas_are_as_they_were(snapshot):
    """Programs are written against them: a field may be added, none changed."""
    schemas = {name: schema_of(name, ANSWERS) for name in sorted(ANSWERS)}
    lines = [line for name, schema in schemas.items() for line in shape_of(name, schema)]
    assert snapshot == "\n".join(lines)


def shape_of(name, schema):
    """Yield what programs rely on of a schema: its fields with their types, `?` where one may be missing."""
    yield f"{name}:"
    for struct, each in sorted(schema.get("$defs", {}).items()):
        required = each.get("required", ())
        fields = sorted(each.get("properties", {}).items())
        words = [f"{field}{'' if field in required else '?'} {typed(of)}" for field, of in fields]
        yield from fold(f"  {struct}", words)


def typed(of):
    if "anyOf" in of:
        return " or ".join(sorted(map(typed, of["anyOf"])))
    if "enum" in of:
        return "|".join(sorted(map(str, of["enum"])))
    if "$ref" in of:
        return of["$ref"].rpartition("/")[2]
    if of.get("type") == "array":
        return f"[{typed(of.get('items') or {})}]"
    return str(of.get("type", "any"))


def test_the_salt_of_a_seal_is_in_the_answer_and_opens_it(run, evening):
    sealed = run("seal", evening, "A", "4", "--json").object
    assert is_of(sealed, "accepted")
    assert [""] == run("seal", evening, "A", "--json").object["sealed"]
    for line in ("B plays 3", "C plays 2"):
        run("do", evening, line)
    opened = run("seal", evening, "A", "4", "--open", sealed["salt"], "--json")
    assert (0, "accepted") == (opened.code, opened.object["verdict"])
    assert "salt" not in opened.object


def test_what_could_stand_at_an_entry_is_listed_as_what_is_possible(run, first_turn):
    """The same objects as `legal` gave then."""
    asked = run("legal", first_turn, "--at", "1", "--json").objects
    assert asked == run("amend", first_turn, "2", "--json").objects


def test_a_lake_that_cannot_be_is_an_answer_with_what_its_message_names_beside_it(run):
    told = run("lake", "D3r D4 D2r / D6 D1r D7", "--json").object
    assert {"lake": told["lake"], "rules": ["POW-MAP-07"], "message": told["message"]} == {
        name: told[name] for name in ANSWERS["no-lake"].__struct_fields__
    }
    assert "D7" == told["found"]
