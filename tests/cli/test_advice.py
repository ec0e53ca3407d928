"""What the referee tells people to type works as it is printed: in bash, in zsh, at `play`."""

import ast
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.command_list import COMMANDS, OTHER_NAMES, WITHOUT_TABLES
from cli.interactive.keyboard import split_words
from cli.main import load_command
from cli.session import Session
from tests.architecture.sources import ROOT
from tests.cli.every_trouble import everything
from tests.stages import slow

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
"""What goes on until Ctrl-C is started in a process of its own."""

INTERRUPTED = 130
"""The exit code after Ctrl-C."""

OF_HELP = {"option.edition", "option.game"}
"""What `--help` says of an option; a list of games is always there."""

OUTSIDE = ("git pull", "REFEREE_DEBUG")
"""What is no command of ours, or only shows a bug of ours again."""


def advice_in(text):
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


def every_advice(texts):
    lines = dict.fromkeys(line for text in texts for line in advice_in(text))
    return [line for line in lines if not line.startswith((*ENDLESS, *OUTSIDE))]


def every_endless_advice(texts):
    lines = dict.fromkeys(line for text in texts for line in advice_in(text))
    return [line for line in lines if line.startswith(ENDLESS)]


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
        done = at_a_copy(heard, run, *args)
        codes[line] = 0 if IS_SO in done.err else done.code
    assert {} == {line: code for line, code in codes.items() if code not in may_be(line)}


def test_what_alone_may_be_meant_is_among_what_is_tried(heard):
    assert "referee do 'in words' 'A2 launch to S4'" in every_advice(heard.texts)


class Ended(NamedTuple):
    """How a service ended: what it said first on stdout, its exit code, what it said on stderr."""

    first: str
    code: int
    err: str


def served(shell, line, place):
    """Type a line in a shell, wait until it tells its address or ends, and press Ctrl-C."""
    shutil.copy(place / "tables.db", place / "served.db")
    called = place / "bin" / "referee"
    called.parent.mkdir(exist_ok=True)
    called.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m cli.main "$@"\n')
    called.chmod(0o755)
    env = {
        **os.environ,
        "REFEREE_DB": str(place / "served.db"),
        "PATH": f"{called.parent}:{os.environ['PATH']}",
    }
    with subprocess.Popen(
        [shell, "-c", line],
        cwd=place,
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as program:
        if first := program.stdout.readline():
            os.killpg(program.pid, signal.SIGINT)  # the shell too, as a terminal does
        _, err = program.communicate(timeout=60)
    return Ended(first, program.returncode, err)


def served_at_last(shell, line, place):
    """Follow the advice as long as another program, such as a test beside this one, has the port."""
    for _ in range(20):
        ended = served(shell, line, place)
        if ended.first:
            break
        (line,) = every_endless_advice([ended.err])
    return ended


@slow
@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_advised_and_goes_on_until_ctrl_c_does_so(heard, shell):
    lines = every_endless_advice(heard.texts)
    assert len(lines) >= 4
    ends = {line: served_at_last(shell, line, heard.place) for line in lines}
    well = (INTERRUPTED, -signal.SIGINT)
    assert [] == [
        line
        for line, end in ends.items()
        if not (re.match(r"https?://.+/h/", end.first) and end.code in well)
    ]
    assert [] == [line for line, end in ends.items() if "Traceback" in end.err or "error" in end.err]


def test_who_has_a_damaged_file_is_sent_to_the_doctor(run, place, monkeypatch):
    (place / "no.db").write_text("nothing of ours")
    monkeypatch.setenv("REFEREE_DB", str(place / "no.db"))
    (line,) = advice_in(run("tables").err)
    looked = run(*split_words(line)[1:])
    assert ("referee doctor", 1) == (line, looked.code)
    assert f"!!  tables         {place}/no.db" in looked.out


def test_who_finds_the_port_taken_is_advised_all_the_rest_of_the_call(run):
    """Only the port is another one; after the last port, any."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        rest = ("--address", "https://play.example", "--allow-host", "my boat", "--witness")
        done = run("serve", "--port", port, "--host", "127.0.0.1", *rest)
    (line,) = every_endless_advice([done.err])
    assert [
        "referee",
        "serve",
        "--port",
        str((port + 1) % 65536),
        "--host",
        "127.0.0.1",
        *rest,
    ] == shlex.split(line)
    assert done.code == 2


@pytest.mark.skipif("bash" not in SHELLS, reason="there is no bash here")
def test_what_is_advised_is_read_at_play_as_a_shell_reads_it(heard):
    """A line that begins with `referee` is taken there as it is pasted."""
    lines = every_advice(heard.texts)
    assert words_in("bash", lines, heard.place) == [split_words(line)[1:] for line in lines]


@slow
def test_what_is_advised_works_at_play_as_it_is_printed(heard, run):
    """None is taken for a fact, for a line of notation, or for nothing; of another table it says the same."""
    lines = every_advice(heard.texts)
    elsewhere = 0
    for line in lines:
        told = at_a_copy(heard, run, "play", "our evening", stdin=f"{line}\nquit\n")
        assert (0, 0) == (told.code, told.err.count("cannot stand here")), line
        if "our evening" in line or line.startswith(OTHERWISE_AT_PLAY):
            continue
        alone = at_a_copy(heard, run, *split_words(line)[1:])
        assert alone.out in told.out, line
        assert alone.err in told.err, line
        elsewhere += 1
    assert elsewhere > 30


def at_a_copy(heard, run, *args, **more):
    shutil.copy(heard.place / "tables.db", heard.place / "copy.db")
    return run("--db", heard.place / "copy.db", *args, **more)


OTHERWISE_AT_PLAY = ("referee play", "referee import -", "referee seal")
"""What the keyboard that plays is asked for itself, and what draws a secret each time."""


def test_another_table_is_played_after_this_one(heard, run):
    """The keyboard says how; its own table it has already."""
    for line, said in (
        ("play boat", r"quit and then: referee play .*boat"),
        ("play 'our evening'", "here already"),
    ):
        told = at_a_copy(heard, run, "play", "our evening", stdin=f"referee {line}\nquit\n")
        assert re.search(said, told.err)


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
    "referee do 'in words'",
    "referee correct",
    "referee house",
    "referee legal",
    "referee rule",
    "referee games",
    "referee new",
)
"""What was advised as the way out is one."""

IS_SO = "Nothing was changed."
"""What a table says that has gone on meanwhile, and stands as it was advised."""

LOOKING = ("referee audit", "referee check", "referee doctor", "referee import")
"""What looks at something wrong says so again."""


def of_messages():
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
    _, name, *words = line.replace("\\", "").split()
    name = OTHER_NAMES.get(name, name)
    if name not in COMMANDS:
        return False
    taken = {option for param in load_command(name).params for option in param.opts} | {"--help"}
    return {word.partition("=")[0] for word in words if word.startswith("--")} <= taken


def test_the_same_is_advised_in_every_language():
    assert {} == {id: by for id, by in of_messages().items() if len({*map(tuple, by.values())}) != 1}


def test_every_hint_in_the_code_was_heard_or_is_well_formed(heard):
    """What a command advises beside a problem is tried above too, or can at least be called so."""
    advised = [line for text in heard.texts for line in advice_in(text)]
    hints = {hint for file in (ROOT / "cli").rglob("*.py") for hint in hints_in(file)}
    unheard = {hint for hint in hints if not any(re.fullmatch(hint, line) for line in advised)}
    assert set() == {hint for hint in unheard if not is_well_formed(hint)}


def hints_in(file):
    tree = ast.parse(file.read_text())
    joined = [node.values for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
    inside = {id(part) for parts in joined for part in parts}
    alone = [[node] for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in inside]
    for first, *rest in filter(None, [*joined, *alone]):
        text = str(getattr(first, "value", ""))
        if re.match(r"referee [a-z]+( |$)", text) and not {"\n", "GAME"} & {*text, *text.split()}:
            pieces = [re.escape(part.value) if isinstance(part, ast.Constant) else ".+" for part in rest]
            yield "".join([re.escape(text), *pieces]).replace(re.escape("TABLE|FILE"), ".+")
