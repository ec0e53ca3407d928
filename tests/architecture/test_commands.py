"""Every command is documented, has an example, and takes the options all commands share."""

import inspect

import pytest

from cli.command_list import COMMANDS, fill_in_example, game_commands
from cli.help import option_help, summary_of
from cli.main import load_command
from cli.session import Session
from tests.architecture.command_reference import README, with_reference
from tests.architecture.test_readme import all_commands

commands = pytest.mark.parametrize("name", [*COMMANDS, *game_commands()])


def english():
    session = Session()
    session.note_option("lang", "en")
    return session


def listed_summary(name):
    """Give what the list of commands says of one, in English."""
    return COMMANDS[name].summary if name in COMMANDS else summary_of(english(), name)


@commands
def test_a_command_is_run_by_readme(name):
    assert any(f"referee {name}" in command for command, _ in all_commands())


@commands
def test_a_command_shows_an_example_in_its_help(name):
    """Nobody should have to guess the shape of a call."""
    assert f"referee {name}" in (load_command(name).epilog or "")


@commands
def test_a_command_takes_the_shared_options(name):
    """Language, JSON and the place of the tables are the same everywhere."""
    assert {"json", "lang", "db"} <= {param.name for param in load_command(name).params}


@commands
def test_the_list_of_commands_says_what_the_command_says(name):
    """The list imports no command, so its summaries are copies."""
    summary = inspect.getdoc(load_command(name).callback)
    assert listed_summary(name) == (summary or "").splitlines()[0]


@commands
def test_the_catalogs_say_what_the_code_says(name):
    """The English of the catalogs is a copy, and the other languages are made from it."""
    assert listed_summary(name) == summary_of(english(), name)
    for param in load_command(name).params:
        assert param.help == option_help(english(), name, param, game_commands().get(name))


@commands
def test_no_example_keeps_a_placeholder(name):
    """A game there is, and as many seats as it needs, are put in: what help shows can be typed."""
    shown = fill_in_example(load_command(name).epilog or "")
    assert [] == [word for word in ("GAME", "SEATS", "NAMES") if word in shown]


def test_the_reference_of_commands_is_made_of_their_help():
    """`python -m tests.architecture.command_reference` writes it anew."""
    written = README.read_text("utf-8")
    assert with_reference(written) == written
