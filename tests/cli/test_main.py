"""The program as a whole: help, languages, exit codes, broken pipes, interrupts, cold starts."""

import re
import signal
import subprocess
import sys
import time
from itertools import product

import pytest

from cli.command_list import COMMANDS
from referee.draw.width import width
from tests.architecture.sources import ROOT
from tests.stages import one_in


def test_help_lists_every_command_in_sections_and_the_exit_codes(run):
    out = run("--help").out
    for name in COMMANDS:
        assert re.search(rf"^  {name} ", out, re.MULTILINE), name
    assert "At the table:" in out
    for code in ("0 ", "1 ", "2 ", "3 ", "4 ", "130 "):
        assert re.search(rf"^ *{code}", out, re.MULTILINE), code


def test_no_command_at_all_is_help(run):
    done = run()
    assert 0 == done.code
    assert "Usage: referee" in done.out or "Usage:" in done.out


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_has_its_example_and_the_exit_codes(run, name):
    out = run(name, "--help").out
    assert f"referee {name}" in out
    assert "Exit codes" in out


@pytest.mark.parametrize(("lang", "title"), [("zh", "在牌桌上"), ("ja", "卓で"), ("zh_CN.UTF-8", "在牌桌上")])
def test_the_list_of_commands_speaks_the_language_asked_for(run, lang, title):
    assert title in run("--lang", lang, "--help").out


@pytest.mark.parametrize("side", ["before", "after"])
def test_shared_options_stand_before_or_after_the_command(run, evening, side):
    args = ("--json", "--lang", "ja", "tables") if side == "before" else ("tables", "--json", "--lang", "ja")
    assert "evening" == run(*args).object["table"]


def test_the_language_is_the_option_then_the_variable_then_the_locale(start):
    env = {"REFEREE_LANG": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja_JP.UTF-8"}
    assert "卓" in start("tables", **env).err
    assert "牌桌" in start("tables", **{**env, "REFEREE_LANG": "zh"}).err
    assert "tables" in start("tables", "--lang", "en", **{**env, "REFEREE_LANG": "zh"}).err


def test_an_unknown_command_names_the_one_like_it(run):
    done = run("chekc")
    assert 2 == done.code
    assert "check" in done.err


def test_output_that_is_not_a_terminal_has_no_colour(start):
    """Pipes get plain text; so does NO_COLOR."""
    assert "\x1b" not in start("demo", "--fast").out + start("rule", "NIA-MOVE-03", NO_COLOR="1").out


def test_a_reader_that_has_gone_is_no_error():
    """`referee demo --fast | head -1` is quiet."""
    command = f"{sys.executable} -m cli.main demo --fast | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, check=False
    )
    assert (0, b"") == (done.returncode, done.stderr)


STREAMS = {
    "closed": ("{} >&-", 0, ""),
    "nowhere to ask": ("{} <&-", 0, ""),
    "no room": ("{} > /dev/full", 2, "the answer cannot be written"),
    "in a file of another encoding": ("PYTHONIOENCODING=ascii {} > board.txt; cat board.txt", 0, ""),
}


ANSWERS = ("show {}", "rule NIA-MOVE-03", "show {} --json", "games --help", "lake rulebook")


@pytest.mark.parametrize(("how", "command"), one_in(3, product(STREAMS, ANSWERS)))
def test_an_answer_nobody_can_take_is_no_traceback(evening, how, command):
    shell, code, said = STREAMS[how]
    call = f"{sys.executable} -m cli.main --lang ja {command.format(evening)}"
    env = {name: value for name, value in _env().items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        ["bash", "-c", shell.format(call)], env=env, capture_output=True, check=False, encoding="utf-8"
    )
    assert code == done.returncode
    assert "Traceback" not in done.stdout + done.stderr
    assert bool(said) == bool(done.stderr)


def test_help_speaks_the_language_asked_for_wherever_it_stands(run):
    """Before and after `--help`, in the titles too."""
    assert "用法：referee show [OPTIONS] TABLE|FILE\n" in run("show", "--help", "--lang", "zh").out
    assert "引数：\n  TABLE|FILE " in run("show", "--lang=ja", "--help").out
    assert "[必須]" in run("import", "--help", "--lang", "ja").out


@pytest.mark.parametrize("lang", ["en", "zh", "ja"])
def test_help_keeps_within_the_terminal(run, lang):
    """Chinese and Japanese take two columns each; only examples are never broken."""
    for command in COMMANDS:
        told = run(command, "--help", "--lang", lang).out.splitlines()
        assert [line for line in told if width(line) > 80 and "referee " not in line] == []


def test_an_interrupt_is_130_without_a_word_of_python():
    process = subprocess.Popen(
        [sys.executable, "-m", "cli.main", "demo"], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    process.stdout.readline()
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (130, b"") == (process.returncode, err)


@pytest.mark.parametrize("command", [("do", "t", "A plays 4"), ("legal", "t"), ("show", "t"), ("--help",)])
def test_a_start_imports_nothing_heavy(run, command):
    run("new", "niagara", "--seats", "A,B,C", "--table", "t")
    code = (
        "import sys; from cli.main import main; sys.argv = ['referee', *sys.argv[1:]]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "heavy = {'rich', 'sqlite_utils', 'litestar', 'tomllib', 'pydantic'}\n"
        "heavy |= {'importlib.metadata', 'tempfile'}\n"
        "print(*sorted(heavy & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *command], cwd=None, env=_env(), capture_output=True, check=False
    )
    assert b"" == done.stderr.splitlines()[-1].strip()


def test_completing_a_command_imports_none():
    """A shell asks at every press of Tab; the list of commands says enough."""
    code = (
        "import sys; from cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print(*(name for name in sys.modules if name.startswith('cli.commands')), file=sys.stderr)"
    )
    asked = {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": "referee d", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", code], env={**_env(), **asked}, capture_output=True, check=False
    )
    assert (b"demo\ndo\ndispute\ndelete\ndoctor", b"") == (done.stdout.strip(), done.stderr.strip())


def _env():
    import os

    return {**os.environ, "PYTHONPATH": str(ROOT)}


def test_a_bug_of_ours_is_owned_up_to(run, evening, monkeypatch):
    """No traceback; the way to one is named."""

    def broken(*_):
        raise ZeroDivisionError

    monkeypatch.setattr("cli.commands.show.moment", broken)
    done = run("show", evening)
    assert 70 == done.code
    assert "this is a bug in the referee" in done.err
    assert "REFEREE_DEBUG=1" in done.err


def test_doctor_finds_nothing_wrong_here(run, evening):
    done = run("doctor", "--json")
    assert [] == [each for each in done.objects if not each["well"]]
    assert evening in {each["what"] for each in done.objects}


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ("language       English", "Niagara        rules version", "tables         none yet, in")),
        ("zh-Hans", ("语言           简体中文", "尼加拉瓜大瀑布 规则第", "牌桌           ")),
        ("ja", ("言語           日本語", "ナイアガラ     ルール第", "卓             ")),
    ],
)
def test_doctor_speaks_the_language_of_who_reads_it(run, lang, said):
    """What was looked at and what was found; for programs the words stay."""
    out = run("doctor", "--lang", lang).out
    assert [each for each in said if f"ok  {each}" not in out] == []
    found = {each["what"]: each["found"] for each in run("doctor", "--json", "--lang", lang).objects}
    assert found["language"] == lang
    assert (True, True) == (
        found["niagara"].startswith("rules version "),
        found["tables"].endswith(": none yet"),
    )


def test_doctor_finds_an_edited_table(run, evening, place):
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(place / "tables.db", isolation_level=None)) as db:
        db.execute("UPDATE log SET line = replace(line, 'niagara', 'Niagara') WHERE seq = 1")
    done = run("doctor")
    assert 1 == done.code
    assert "!!  evening" in done.out


def test_doctor_names_a_network_share_and_how_to_back_up(run, evening, place, monkeypatch):
    import os

    from events.stores import places

    assert "referee copy" in run("doctor").out
    device = place.stat().st_dev
    mounts = place / "mountinfo"
    mounts.write_text(f"36 21 {os.major(device)}:{os.minor(device)} / /mnt rw - cifs //nas/tables rw\n")
    monkeypatch.setattr(places, "MOUNTS", mounts)
    done = run("doctor")
    assert (1, True) == (done.code, "!!  disk" in done.out)
    assert "lies on a network share (cifs)" in run("show", evening).err
