"""Every command is documented, has an example, and takes the options all commands share."""

import inspect

import pytest

from cli.frame.manual import option_help
from cli.frame.session import Session
from cli.main import COMMANDS, load, summary
from tests.house.test_readme import all_commands

commands = pytest.mark.parametrize("name", COMMANDS)


@commands
def test_a_command_is_run_by_readme(name):
    """An example of each command runs whenever README is tested."""
    assert any(f"referee {name}" in command for command, _ in all_commands())


@commands
def test_a_command_shows_an_example_in_its_help(name):
    """Nobody should have to guess the shape of a call."""
    assert f"referee {name}" in (load(name).epilog or "")


@commands
def test_a_command_takes_the_shared_options(name):
    """Language, JSON and the place of the tables are the same everywhere."""
    assert {"json", "lang", "db"} <= {param.name for param in load(name).params}


@commands
def test_the_list_of_commands_says_what_the_command_says(name):
    """The list imports no command, so its summaries are copies."""
    summary = inspect.getdoc(load(name).callback)
    assert COMMANDS[name].summary == (summary or "").splitlines()[0]


@commands
def test_the_catalogs_say_what_the_code_says(name):
    """The English of the catalogs is a copy, and the other languages are made from it."""
    session = Session()
    session.remember("lang", "en")
    assert COMMANDS[name].summary == summary(session, name)
    for param in load(name).params:
        assert param.help == option_help(session, name, param)
