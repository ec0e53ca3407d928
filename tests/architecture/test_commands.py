"""Every command is documented, has an example, and takes the options all commands share."""

import inspect

import pytest

from cli.frame.session import Session
from cli.help.game_commands import brought
from cli.help.manual import filled_in, option_help
from cli.main import COMMANDS, load, summary
from tests.architecture.test_readme import all_commands

commands = pytest.mark.parametrize("name", [*COMMANDS, *brought()])


def english():
    session = Session()
    session.remember("lang", "en")
    return session


def listed_summary(name):
    return COMMANDS[name].summary if name in COMMANDS else summary(english(), name)


@commands
def test_a_command_is_run_by_readme(name):
    assert any(f"referee {name}" in command for command, _ in all_commands())


@commands
def test_a_command_shows_an_example_in_its_help(name):
    assert f"referee {name}" in (load(name).epilog or "")


@commands
def test_a_command_takes_the_shared_options(name):
    assert {"json", "lang", "db"} <= {param.name for param in load(name).params}


@commands
def test_the_list_of_commands_says_what_the_command_says(name):
    summary = inspect.getdoc(load(name).callback)
    assert listed_summary(name) == (summary or "").splitlines()[0]


@commands
def test_the_catalogs_say_what_the_code_says(name):
    assert listed_summary(name) == summary(english(), name)
    for param in load(name).params:
        assert param.help == option_help(english(), name, param, brought().get(name))


@commands
def test_no_example_keeps_a_placeholder(name):
    """A game there is, and as many seats as it needs, are put in: what help shows can be typed."""
    shown = filled_in(load(name).epilog or "")
    assert [] == [word for word in ("GAME", "SEATS", "NAMES") if word in shown]
