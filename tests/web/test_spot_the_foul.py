"""Spot the foul: fouls and fine acts, mixed, each with its answer; of the benchmark's page, its score."""

import html
import re
from itertools import pairwise

import pytest

from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import in_prose
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE, find_rule
from referee.service.answers.asking import call_by_words
from referee.web.book import find_file
from referee.web.book.fouls import cases_to_judge, foul_path
from referee.web.book.site import site_of
from tests.laws.test_games import GAMES
from tests.stages import one_in

SITE = site_of()


def page_of(path, site=SITE):
    return find_file(site, path).make().decode()


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_fouls_and_fine_acts_are_mixed(game):
    allowed = [case.is_allowed for case in cases_to_judge(game)]
    changes = sum(one != other for one, other in pairwise(allowed))
    assert {True, False} == {*allowed}
    assert changes > len(allowed) / 6


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
@pytest.mark.parametrize("lang", one_in(len(LANGUAGES), LANGUAGES))
def test_each_act_has_a_board_and_an_answer_that_needs_no_script(game, lang):
    page = page_of(foul_path(lang, game))
    number = len(cases_to_judge(game))
    assert number == page.count("<article") == page.count("<img") == page.count("<details>")


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_of_three_rules_one_is_broken_and_no_other_is_cited(game):
    found = re.findall(
        r'data-verdict="foul" data-rule="([^"]+)".*?data-for="rule"(.*?)</div>',
        page_of(foul_path("en", game)),
    )
    assert found
    for rule, offered in found:
        ids = re.findall(r'value="([^"]+)"', offered)
        assert rule in ids
        assert len({find_rule(id).title.of("en") for id in ids}) == 3


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
@pytest.mark.parametrize("lang", one_in(len(LANGUAGES), LANGUAGES))
def test_why_is_about_the_act_alone(game, lang):
    """It is the refusal, or what the rule that permits it says; of the ruling there is only a link."""
    page = page_of(foul_path(lang, game))
    shown = [html.unescape(each) for each in re.findall(r'<p class="why">([^<]+)</p>', page)]
    cases = cases_to_judge(game)
    assert len(cases) == len(shown)
    for case, why in zip(cases, shown, strict=True):
        if isinstance(case.verdict, Refused):
            names = call_by_words(case.state, lang).names
            assert say(case.verdict.reason, lang, names=names, **case.verdict.args) == why
        else:
            passages = [each.passage for each in case.deciding(case.verdict)]
            assert why in [in_prose(game, each.of(lang), lang) for each in passages]
            assert case.ruling.answer.en.startswith("Yes")


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_what_only_the_referee_writes_is_nobodys_act(game):
    done = {each.event for each in find_game(game).acts}
    assert [] == [case.id for case in cases_to_judge(game) if type(case.act) not in done]


def test_the_table_has_no_fouls_to_spot():
    assert find_file(SITE, foul_path("en", TABLE)) is None


def test_a_service_names_the_commands_and_works_no_score_out():
    page = page_of("en/benchmark.html", site_of(service=""))
    assert "referee benchmark --score own.jsonl" in page
    assert "<table>" not in page
