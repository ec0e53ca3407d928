"""What decides in single situations, and which rules of the table decide nothing."""

import pytest

from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.rulebooks import TABLE, books, rules_of
from referee.service.book.situations import read_situations
from referee.testing.idle_rules import find_idle
from referee.testing.laws import deciding
from referee.testing.laws.deciding import Exceptions, check_exceptions, check_refusals, of_events, of_refusal
from referee.testing.random_games import PlayedGames
from tests.games import situations
from tests.laws.test_games import FORMED, GAMES, SHOWN
from tests.stages import slow


@pytest.mark.parametrize("path", situations.SITUATIONS, ids=lambda path: path.stem)
def test_one_rule_decides_in_each_situation_and_one_exception_goes_before(path, monkeypatch):
    monkeypatch.setattr(situations, "ON", 0)
    game, verdicts = find_game(path.stem), []

    def decide(state, event):
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            verdicts.append(of_refusal(str(event), verdict))
        else:
            verdicts.append(of_events(str(event), verdict.judged))
        return verdict

    for situation in read_situations(path):
        situations.run(situation, game.with_verbs(decide=decide))

    check_refusals(game, [decision for verdict in verdicts for decision in verdict])
    check_exceptions(game, verdicts)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_variants_all_together_are_decided_by_the_same_laws(game):
    """Every option has its last value: exceptions that no edition has apply at once."""
    agreed = {option.name: option.values[-1] for option in find_game(game).ruleset.options.values()}
    formed, shown = FORMED.get(game, ()), SHOWN.get(game, ())
    played_games = PlayedGames(find_game(game), options=agreed, formed=formed, shown=shown)

    for law in deciding.LAWS:
        law(played_games)


def test_no_rule_of_the_table_decides_nothing():
    assert () == find_idle(TABLE)


@pytest.mark.parametrize("book", [book for book in books() if book != TABLE])
def test_an_exception_names_what_it_excepts_in_its_own_book(book):
    excepted = {rule for each in rules_of(book).values() for rule in each.excepts}

    assert excepted <= {*rules_of(book)}


def test_an_exception_goes_before_what_gives_way_to_what_it_excepts():
    exceptions = Exceptions(find_game("lifeboat"))

    assert {"LIF-MUG-02", "LIF-MUG-01", "LIF-FIGHT-01"} == exceptions.gives_way["LIF-MUG-04"]
    assert exceptions.are_in_order("LIF-SCORE-04", "LIF-SCORE-08")
    assert not exceptions.are_in_order("LIF-SCORE-04", "LIF-SCORE-07")
