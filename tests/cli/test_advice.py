"""What the referee tells people to type works as it is printed: in bash, in zsh, at `play`."""

import ast
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.evening.keyboard_words import words_of
from cli.frame.session import WITHOUT_TABLES, Session
from cli.main import COMMANDS, OTHER_NAMES, load
from tests.house.sources import ROOT

GAMES = ROOT / "fixtures" / "games"
CATALOGS = ROOT / "referee" / "l10n"
SHELLS = [name for name in ("bash", "zsh") if shutil.which(name)]
OF_COMMANDS = {
    "audit.toml",
    "case.toml",
    "cli.toml",
    "record.toml",
    "ruling.toml",
    "seals.toml",
    "store.toml",
}
QUOTED = re.compile(r"`(referee [a-z][^`]*)`")
ALONE = re.compile(r"(?:^|(?<=[:：])) *(referee [a-z]+(?: .*)?)$", re.MULTILINE)
ENDLESS = ("referee serve",)
"""What goes on until Ctrl-C is not waited for."""

OF_HELP = {"option.edition", "option.game"}
"""What `--help` says of an option; a list of games is always there."""

OUTSIDE = ("git pull", "REFEREE_DEBUG")
"""What is no command of ours, or only shows a bug of ours again."""


def advice_in(text):
    """Pick out of a text what somebody may paste."""
    found = QUOTED.findall(text) + ALONE.findall(QUOTED.sub("", text))
    return [line.strip() for line in found if not line.startswith("referee: ")]


class Heard(NamedTuple):
    """What was printed while the program gave every piece of advice it has, and the messages it used."""

    said: set[str]
    texts: list[str]
    place: Path


@pytest.fixture(scope="module")
def once():
    """Keep what was heard for all these tests: it takes a while."""
    return []


@pytest.fixture
def heard(once, run, record, place, monkeypatch):
    """Get into every trouble there is advice for, in a folder that is left as it was then."""
    if once:
        monkeypatch.chdir(once[0].place)
        monkeypatch.setenv("REFEREE_DB", str(once[0].place / "tables.db"))
        return once[0]
    said, texts = set(), []
    say = Session.say

    def listen(session, message_id, **args):
        said.add(message_id)
        return say(session, message_id, **args)

    def tell(*args, **more):
        done = run(*args, **more)
        texts.append(done.out + done.err)

    with monkeypatch.context() as patched:
        patched.setattr(Session, "say", listen)
        everything(tell, record, place)
    once.append(Heard(said, texts, place))
    return once[0]


def everything(tell, record, place):
    """Get into every trouble there is advice for."""
    tell("show", "nowhere")
    tell("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "our evening")
    tell("do", "our evening", "A flies")
    for line in ("A plays 4", "B plays 3", "C plays 2", "A ends turn", "A1 launch to S3", "A1 launch to S4"):
        tell("do", "our evening", line)
    tell("legal", "nowhere")
    disputed(tell)
    taken_back(tell)
    sealed_and_secret(tell)
    files(tell, record, place)
    tell("rule", "NIA-NO-99")
    tell("rule", "--game", "chess")
    tell("games", "chess")
    tell("events", "niagara", "canoe_flown")
    tell("demo", "chess")
    tell("scaffold", "niagara")
    tell("demo", "niagara", "--fast")
    tell("play", "our evening", stdin="B1 launch to S9\nwhy\nquit\n")
    tell("play", "niagara", stdin="quit\n")
    tell("do", "our evening")
    tell("new", "niagara", "--seats", "A,B,C", "--table", "shut")
    tell("close", "shut", "--yes")
    tell("do", "shut", "A plays 4")
    (place / "no.db").write_text("nothing of ours")
    tell("tables", "--db", place / "no.db")
    tell("tables", "--db", place / "empty.db")


def disputed(tell):
    """Refuse, dispute, rule, ask the others."""
    tell("do", "our evening", "B1 launch to S5")
    tell("dispute", "our evening")
    tell("dispute", "our evening", "--decide", "does_not_stand")
    tell("dispute", "our evening", "--at", "7")
    tell("dispute", "our evening", "--at", "7", "--decide", "does_not_stand")
    tell("dispute", "our evening", "--at", "99")
    tell("correct", "our evening", "weather=2", "--by", "B")
    facts = ("canoes.A.1.at=S3", "canoes.A.1.gem=amethyst", "canoes.B.1.at=S2", "canoes.B.1.gem=ruby")
    tell("new", "niagara", "--seats", "A,B,C", "--table", "laden")
    for line in ("A plays 4", "B plays 3", "C plays 2"):
        tell("do", "laden", line)
    tell("correct", "laden", *facts)
    tell("do", "laden", "A1 unload, up to S1")
    tell("dispute", "laden", "--decide", "edition ja", "--by", "A")
    tell("do", "laden", "A1 launch to S3")
    tell("dispute", "laden", "--vote", "A:stands")
    tell("whatif", "laden", "--at", "99", "--option", "both_ashore=may_stay")
    tell("house", "laden", "both_ashore=may_stay", "--from", "99")
    tell("new", "lifeboat", "--seats", "A,B,C,D", "--table", "boat")
    for line in ("characters A=lauren B=captain C=mate D=kid", "A gets ?", "A passes"):
        tell("do", "boat", line)


def taken_back(tell):
    """Take back, and tell again till it stops."""
    tell("new", "niagara", "--seats", "A,B,C", "--table", "again")
    for line in ("A plays 4", "B plays 3", "C plays 2", "A1 launch to S4", "B1 launch to S3"):
        tell("do", "again", line)
    tell("back", "again", "--to", "1")
    tell("do", "again", "A plays 6")
    tell("again", "again", "--skip")
    tell("amend", "again", "99", "A plays 5")
    tell("amend", "again", "7", "A1 launch to S3", "--agreed", "A,B")


def sealed_and_secret(tell):
    """Seal, and be asked to open."""
    tell("new", "niagara", "--seats", "A,B,C", "--table", "sealed")
    tell("seal", "sealed", "A", "5")
    for line in ("B plays 3", "C plays 2"):
        tell("do", "sealed", line)
    tell("legal", "sealed")
    tell("head", "sealed")


def files(tell, record, place):
    """Read files that are damaged, wrong, or there already."""
    opened = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}
    wrong = record(opened, {"type": "turn_ended", "seat": "A"}, name="wrong one.jsonl")
    tell("show", wrong)
    tell("import", wrong)
    tell("import", GAMES / "niagara" / "four-alike-3p-zh.jsonl", "--table", "our evening")
    tell("export", "our evening", "--out", place / "log.jsonl")
    tell("export", "laden", "--out", place / "log.jsonl")
    lines = (place / "log.jsonl").read_text().splitlines()
    (place / "broken.jsonl").write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    tell("show", place / "broken.jsonl")
    tell("show", place / "no such.jsonl")
    tell("import", place / "broken.jsonl", "--table", "broken")
    tell("sync", "-")
    tell("schema", "nothing")
    tell("serve", "--address", "no address")
    tell("witness", place / "notes.jsonl", "--to", "no link")


def every_advice(texts):
    """List what was advised, each once."""
    lines = dict.fromkeys(line for text in texts for line in advice_in(text))
    return [line for line in lines if not line.startswith((*ENDLESS, *OUTSIDE))]


def words_in(shell, lines, place):
    """Let a shell read lines; give the words it would hand to the program, line by line."""
    script = ["referee() { printf '%s\\0' \"$@\"; printf '\\0'; }", *lines]
    read = subprocess.run([shell, "-c", "\n".join(script)], capture_output=True, check=False, cwd=place)
    assert read.stderr == b""
    return [call.split("\0") for call in read.stdout.decode().removesuffix("\0\0").split("\0\0")]


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_advised_works_in_the_shell_as_it_is_printed(heard, run, shell):
    """Brackets, quotes and blanks included; nothing is misunderstood."""
    lines = every_advice(heard.texts)
    calls = words_in(shell, lines, heard.place)
    assert len(lines) == len(calls)
    codes = {}
    for line, args in zip(lines, calls, strict=True):
        shutil.copy(heard.place / "tables.db", heard.place / "copy.db")
        codes[line] = run("--db", heard.place / "copy.db", *args).code
    assert {} == {line: code for line, code in codes.items() if code not in may_be(line)}


@pytest.mark.skipif("bash" not in SHELLS, reason="there is no bash here")
def test_what_is_advised_is_read_at_play_as_a_shell_reads_it(heard):
    """A line that begins with `referee` is taken there as it is pasted."""
    lines = every_advice(heard.texts)
    assert words_in("bash", lines, heard.place) == [words_of(line)[1:] for line in lines]


def test_what_is_advised_works_at_play_as_it_is_printed(heard, run):
    """None is taken for a fact, for a line of notation, or for nothing; no comment is left for the shell."""
    shutil.copy(heard.place / "tables.db", heard.place / "copy.db")
    lines = [line for line in every_advice(heard.texts) if " our evening" in line.replace("'", " ")]
    assert len(lines) > 10
    told = run("--db", heard.place / "copy.db", "play", "our evening", stdin="\n".join([*lines, "quit"]))
    assert (0, 0) == (told.code, told.err.count("cannot stand here"))


def test_all_that_is_advised_is_meant_for_the_database_that_was_named(run, record, place, monkeypatch):
    """In every trouble there is: pasted as it is printed, no command goes to another's tables."""
    monkeypatch.setenv("REFEREE_DB", str(place / "not meant.db"))
    texts = []

    def tell(*args, **more):
        done = run("--db", place / "meant.db", *args, **more)
        texts.append(done.out + done.err)

    everything(tell, record, place)
    advised = [line.split() for text in texts for line in advice_in(text) if not line.startswith(OUTSIDE)]
    of_tables = [words for words in advised if words[1] not in WITHOUT_TABLES]
    assert len(of_tables) > 50
    assert [] == [words for words in of_tables if "--db" not in words]
    assert not (place / "not meant.db").exists()


def may_be(line):
    """Say which exit codes show that a command was understood and did what was advised.

    What repeats a question, or looks at what is wrong, may say no again; what plays anyway may not.
    """
    if "--anyway" in line or line.startswith(SETTLED):
        return {0}
    return {0, 1, 3} if line.startswith(LOOKING) else {0, 1}


SETTLED = (
    "referee correct",
    "referee house",
    "referee legal",
    "referee rule",
    "referee games",
    "referee new",
)
"""What was advised as the way out is one."""

LOOKING = ("referee audit", "referee check", "referee doctor", "referee import")
"""What looks at something wrong says so again."""


def of_messages():
    """List the messages of the terminal that advise something, by id."""
    found = {}
    for file in OF_COMMANDS:
        for lang in ("en", "zh-Hans", "ja"):
            for section, texts in tomllib.loads((CATALOGS / lang / file).read_text()).items():
                for key, text in texts.items():
                    if isinstance(text, str) and advice_in(text):
                        found.setdefault(f"{section}.{key}", {})[lang] = advice_in(text)
    return found


def test_every_message_that_advises_something_was_heard_or_is_well_formed(heard):
    """No advice escapes: what nobody got into the trouble for names a command there is, and its options."""
    unheard = {id: said["en"] for id, said in of_messages().items() if id not in heard.said | OF_HELP}
    assert {} == {id: lines for id, lines in unheard.items() if not all(map(is_well_formed, lines))}


def is_well_formed(line):
    """Whether a line names a command there is, with options it takes."""
    _, name, *words = line.replace("\\", "").split()
    name = OTHER_NAMES.get(name, name)
    if name not in COMMANDS:
        return False
    taken = {option for param in load(name).params for option in param.opts} | {"--help"}
    return {word.partition("=")[0] for word in words if word.startswith("--")} <= taken


def test_the_same_is_advised_in_every_language():
    """A command is no prose."""
    assert {} == {id: by for id, by in of_messages().items() if len({*map(tuple, by.values())}) != 1}


def test_every_hint_in_the_code_was_heard_or_is_well_formed(heard):
    """What a command advises beside a problem is tried above too, or can at least be called so."""
    advised = [line for text in heard.texts for line in advice_in(text)]
    hints = {hint for file in (ROOT / "cli").rglob("*.py") for hint in hints_in(file)}
    unheard = {hint for hint in hints if not any(re.fullmatch(hint, line) for line in advised)}
    assert set() == {hint for hint in unheard if not is_well_formed(hint)}


def hints_in(file):
    """Find what a module writes as a command to type, as patterns."""
    tree = ast.parse(file.read_text())
    joined = [node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for parts in joined for part in parts}
    alone = [[node] for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in inside]
    for first, *rest in filter(None, [*joined, *alone]):
        text = str(getattr(first, "value", ""))
        if re.match(r"referee [a-z]+( |$)", text) and not {"\n", "GAME"} & {*text, *text.split()}:
            pieces = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in rest]
            yield "".join([re.escape(text), *pieces]).replace(re.escape("TABLE|FILE"), ".+")
