"""The end of every recorded game: the arithmetic adds up, and what decided is told in every reading."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cli.sources import referee_record
from events.base import REFEREE
from referee.games.niagara.events import PaddleChosen
from referee.kernel.game import Scoring
from referee.kernel.registry import find_game
from referee.kernel.tally import Line, Tally
from referee.l10n import LANGUAGES
from referee.l10n.score import line_words, reading_words, step_words
from referee.service.logs.whatif import scores
from tests.service.games import NIAGARA, OPENED
from tests.stages import one_in

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
RECORDED = sorted(f"{path.parent.name}/{path.stem}" for path in GAMES.glob("*/*.jsonl"))


@cache
def end_of(name: str) -> tuple[Any, Tally]:
    """Give how a recorded game ended, and its tally."""
    state = referee_record(GAMES / f"{name}.jsonl").state
    tally = find_game(state.game).tally(state)
    assert tally is not None
    return state, tally


def steps(name: str, edition: str | None) -> dict[str, dict[str, int | None]]:
    _, tally = end_of(name)
    (reading,) = (one for one in tally.readings if one.edition == edition)
    return {step.item: step.amounts for step in reading.steps}


SUMS = {
    "niagara": ({"score.gems_of_colour"}, "score.gems"),
    "powerboats": ({"score.race", "score.by_hand"}, "score.points"),
    "lifeboat": ({"score.survival", "score.treasure", "score.love", "score.hate"}, "score.total"),
}


@pytest.mark.parametrize("name", one_in(4, RECORDED))
def test_the_lines_of_every_game_add_up(name: str) -> None:
    state, tally = end_of(name)
    parts, total = SUMS[state.game]
    for seat in state.seats:
        own = [line for line in tally.lines if line.seat == seat]
        said = [line.amount for line in own if line.item == total]
        assert said == [sum(line.amount for line in own if line.item in parts)]


@pytest.mark.parametrize("name", one_in(4, RECORDED))
def test_the_table_and_each_edition_say_who_wins(name: str) -> None:
    state, tally = end_of(name)
    game = find_game(state.game)
    assert tally.readings[0].edition is None
    assert tally.readings[0].winners == (game.winners(state) or ())
    assert [one.edition for one in tally.readings[1:]] == list(game.ruleset.editions)
    assert all(one.rules for one in tally.readings)


@pytest.mark.parametrize("name", one_in(4, RECORDED))
@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_and_comparison_has_words(name: str, lang: str) -> None:
    state, tally = end_of(name)
    said = [line_words(state.game, line, lang, state.names) for line in tally.lines]
    said += [reading_words(state.game, one, lang, state.names) for one in tally.readings]
    said += [step_words(state.game, step, lang, state.names) for one in tally.readings for step in one.steps]
    assert [
        text for text in said if any(id in text for id in ("score.", "note.", "tie.", "reason", "_"))
    ] == []


def test_most_gems_then_first_compares_until_one_is_left() -> None:
    """Equal gems: whoever met a goal first; unequal ones: nobody asks."""
    assert steps("niagara/tie-first-to-meet-3p-ja", None) == {
        "tie.gems": {"A": 5, "C": 5},
        "tie.met": {"A": 2, "C": 1},
    }
    assert steps("niagara/tie-most-gems-4p-ja", None).keys() == {"tie.gems"}


def test_the_value_of_gems_is_compared_before_their_number() -> None:
    assert list(steps("niagara/tie-gem-value-equal-5p-zh", None)) == ["tie.worth", "tie.gems"]
    assert steps("niagara/tie-shared-4p-zh", "zh") == {}


def test_equal_points_of_a_series_are_told_by_the_last_race() -> None:
    assert steps("powerboats/two-tie", None) == {
        "tie.points": {"orange": 3, "yellow": 3},
        "tie.last_race": {"orange": 1, "yellow": None},
    }


def test_an_edition_scores_a_series_by_its_own_rules() -> None:
    state, _ = end_of("powerboats/two-tie")
    assert state.points == (3, 3)
    assert steps("powerboats/two-tie", "zh") == {"tie.points": {"orange": 8, "yellow": 3}}


def test_an_edition_scores_the_lost_by_its_own_rules() -> None:
    english, chinese = (steps("lifeboat/disputed-5p-en", edition)["tie.total"] for edition in ("en", "zh"))
    assert (english["Cal"], chinese["Cal"]) == (6, 0)


def test_a_race_says_how_its_points_come_about() -> None:
    state, tally = end_of("powerboats/six-tiles")
    notes = [line.note for line in tally.lines if line.item == "score.race"]
    assert all(note is not None for note in notes)
    for line in tally.lines:
        if line.item == "score.race" and line.note is not None and line.amount:
            place, race = line.note.args["place"], line.note.args["race"]
            assert line.amount == (len(state.seats) - int(str(place))) * int(str(race))


@pytest.mark.parametrize("name", one_in(4, [name for name in RECORDED if name.startswith("lifeboat/")]))
def test_each_line_of_a_boat_names_the_rules_it_was_scored_by(name: str) -> None:
    """Nobody's hate is a psychopath's but a psychopath's, and the lost score by a rule of their own."""
    state, tally = end_of(name)
    for i, seat in enumerate(state.seats):
        who, love, hate = state.character[i], state.love[i], state.hate[i]
        cited = {rule for line in tally.lines if line.seat == seat for rule in line.rules}
        expected = {
            "LIF-SCORE-04": love == who != hate,
            "LIF-SCORE-05": hate == who != love,
            "LIF-SCORE-06": love == hate == who,
            "LIF-SCORE-07": love == hate != who,
        }
        is_out = state.result is None or bool(cited & {"LIF-SCORE-08", "LIF-CAN-01"})
        assert {rule: is_so and not is_out for rule, is_so in expected.items()} == {
            rule: rule in cited for rule in expected
        }


def hidden_cards(state: Any) -> Tally:
    amounts = [card if isinstance(card, int) else 0 for card in state.laid]
    return Tally(tuple(Line(seat, "score.gems", n) for seat, n in zip(state.seats, amounts, strict=True)), ())


def laid(*cards: int) -> Any:
    state = NIAGARA.decide(None, OPENED).state
    for seat, card in zip(state.seats, cards, strict=False):
        state = NIAGARA.decide(state, PaddleChosen(seat, card)).state
    return state


def test_a_score_never_tells_what_is_secret_whatever_the_arithmetic_of_its_game() -> None:
    """Everybody adds up what everybody knows; the referee, and whoever has the file, all of it."""
    game = NIAGARA.with_verbs(scoring=Scoring(tally=hidden_cards))
    told, whole = game.tally(laid(6, 4)), game.tally(laid(6, 4), REFEREE)
    assert told is not None
    assert whole is not None
    assert [0, 0, 0] == [line.amount for line in told.lines]
    assert [6, 4, 0] == [line.amount for line in whole.lines]


def only_of_numbers(state: Any) -> Tally:
    return Tally((Line("A", "score.gems", 1 + state.laid[0]),), ())


def test_a_score_that_cannot_be_counted_without_secrets_is_not_told() -> None:
    """Whoever may know all gets it; nobody gets a traceback."""
    game = NIAGARA.with_verbs(scoring=Scoring(tally=only_of_numbers))
    assert [None, None] == [game.tally(laid(6, 4), viewer) for viewer in (None, "A")]
    assert game.tally(laid(6, 4), REFEREE) == only_of_numbers(laid(6, 4))


def test_what_a_game_shows_is_made_of_what_the_viewer_may_know() -> None:
    game = NIAGARA.with_verbs(_make_view=lambda state, _: state.laid)
    assert [(6, "unknown", None), ("unknown", "unknown", None)] == [
        game.view(laid(6, 4), seat) for seat in ("A", None)
    ]


def test_a_game_as_it_would_have_gone_tells_no_secret_by_its_score() -> None:
    """What everybody may compare is the same; the referee sees the difference."""
    game = NIAGARA.with_verbs(scoring=Scoring(tally=hidden_cards))
    assert () == scores(game, laid(6, 4), laid(5, 3))
    assert [(6, 5), (4, 3)] == [(e.was, e.would_be) for e in scores(game, laid(6, 4), laid(5, 3), REFEREE)]
