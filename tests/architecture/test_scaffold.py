"""The recipe for a new game, followed word by word in a fresh environment."""

import re
import shlex

import pytest

from tests.architecture.sources import ROOT
from tests.architecture.test_readme import commands_of, pattern_of
from tests.environment import Environment
from tests.stages import slow

pytestmark = slow

GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RECIPE = re.search(r"## A game in an hour\n.*?^```console\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    """Stand in a fresh environment, which has the referee and no game but ours."""
    return Environment(tmp_path_factory.mktemp("author") / "environment")


def follow(here, command):
    """Do what a line of the recipe says; give its output, or that of the same without a registry."""
    program, *args = shlex.split(command)
    if program == "pip":
        here.install(here.path / args[-1])
        return ""
    done = here.referee(*args) if program == "referee" else here.run("-m", program, *args)
    assert 0 == done.code, done.out + done.err
    return done.out


@pytest.fixture(scope="module")
def followed(here):
    """Follow the recipe; give each line with what it should say and what it said."""
    return [(command, output, follow(here, command)) for command, output in commands_of(RECIPE[1])]


def test_the_recipe_leads_to_a_game_that_obeys_every_law(followed):
    """Scaffold, install, look, test: each line does what it says."""
    assert followed
    for command, output, said in followed:
        assert pattern_of(output).match(said), (command, said)


def test_the_new_game_is_played_and_refuses(here, followed):
    assert followed
    assert 0 == here.referee("new", "marbles", "--seats", "A,B", "--table", "heap").code
    assert 0 == here.referee("do", "heap", "A takes 3").code
    refused = here.referee("do", "heap", "B takes 4")
    assert (1, True) == (refused.code, "MAR-TAKE-01" in refused.err)
