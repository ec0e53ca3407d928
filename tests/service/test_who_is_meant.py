"""Whom a line names, and who may sit down together: nothing is recorded of somebody else."""

from typing import Any

import pytest

from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.game import NotationError
from referee.kernel.registry import find_game
from referee.kernel.table import judge_people
from referee.l10n import LANGUAGES
from referee.l10n.wording import notate, parse
from referee.service.tables.opening import letters_of, seats_and_names, tidy_seats


def table(**names: str) -> Any:
    """Open a table of Niagara, as an old log may be: it asks nobody what people are called."""
    seats = tuple(names)
    verdict: Any = find_game("niagara").decide(None, TableOpened(game="niagara", seats=seats, names=names))
    return verdict.state


def asked(state: Any, line: str, lang: str = "en") -> tuple[str, tuple[Any, ...]]:
    """Give what a line is answered with: the message, and who may be meant."""
    with pytest.raises(NotationError) as caught:
        parse(state, line, lang)
    return caught.value.reason, tuple(
        each["seat"] if isinstance(each, dict) else each for each in caught.value.args_["seats"]
    )


@pytest.mark.parametrize(("line", "seat"), [("A plays 5", "B"), ("C plays 5", "A"), ("B 出 5", "C")])
def test_a_name_comes_before_the_letter_of_a_seat(line: str, seat: str) -> None:
    assert PaddleChosen(seat, 5) == parse(table(A="C", B="A", C="B"), line)


def test_what_is_written_of_such_a_table_is_read_as_it_was_meant() -> None:
    state = table(A="C", B="A", C="B")
    told = [PaddleChosen(seat, 5) for seat in state.seats]
    for lang in LANGUAGES:
        assert told == [parse(state, notate(state, event, lang), lang) for event in told]


@pytest.mark.parametrize("line", ["Ben plays 5", "BEN 5", "ben：5", "Benは5"])
def test_a_name_that_two_people_have_is_asked_about(line: str) -> None:
    assert ("notation.which_of", ("A", "B")) == asked(table(A="Ben", B="Ben", C="Chie"), line)


def test_the_letter_of_a_seat_tells_who_is_meant() -> None:
    assert PaddleChosen("B", 5) == parse(table(A="Ben", B="Ben", C="Chie"), "B plays 5")


def test_a_name_that_goes_on_as_an_act_is_asked_about() -> None:
    assert ("notation.which_of", ("B", "A")) == asked(table(A="王", B="王出", C="李"), "王出5", "zh-Hans")


@pytest.mark.parametrize(
    "typed",
    [
        "Zoe\u0308 plays 5",
        "\u200bZo\u00eb plays 5",
        "\u200eZo\u00eb plays\u00a05",
        "\ufeffZo\u00eb plays 5",
        "Zo\u00eb pl\u00adays 5",
        "ＺＯＥ\u0308\u3000ｐｌａｙｓ　５",
        "Zo\u00eb\u200d plays \u202a5\u202c",
    ],
)
def test_a_line_is_read_by_what_it_looks_like(typed: str) -> None:
    assert PaddleChosen("A", 5) == parse(table(A="Zo\u00eb", B="Ben", C="Chie"), typed)


@pytest.mark.parametrize("typed", ["ｶﾞﾌﾞﾘがカード５", "カ\u3099フ\u3099リがカード5", "ガブリがｶｰﾄﾞ５"])
def test_kana_are_read_however_they_are_put_together(typed: str) -> None:
    assert PaddleChosen("A", 5) == parse(table(A="ガブリ", B="Ben", C="Chie"), typed, "ja")


def test_the_place_of_a_mistake_is_counted_in_the_letters_that_were_typed() -> None:
    with pytest.raises(NotationError) as caught:
        parse(table(A="ガブリ", B="Ben", C="Chie"), "ｶﾞﾌﾞﾘ plays fife", "en")
    assert len("ｶﾞﾌﾞﾘplays") == caught.value.at


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (["Ben", "Bob", "Anna Maria"], "BOA"),
        (["Ada", "Ben", "Chie"], "ABC"),
        (["Ben", "B", "Anna"], "EBA"),
        (["Åsa", "阿姆", "Bea"], "ACB"),
        (["", "", "Ben"], "ACB"),
        (["千恵", "大輔", "健"], "ABC"),
    ],
)
def test_letters_come_from_initials(names: list[str], letters: str) -> None:
    """Who is called by a letter has it; who has no Latin letter, or no name, gets one that is left."""
    assert letters == "".join(letters_of(names))


@pytest.mark.parametrize(
    "seats",
    [
        "A = Ada, B = Ben, C = Chie",
        "A=Ada B=Ben C=Chie",
        "A: Ada, B: Ben, C: Chie",
        "A：Ada、B：Ben、C：Chie",
        "A - Ada, B - Ben, C - Chie",
        "A Ada, B Ben, C Chie",
        "Ada (A), Ben (B), Chie (C)",
        "Ada；Ben；Chie",
        "Ada / Ben / Chie",
        "[Ada, Ben, Chie]",
        "1. Ada 2. Ben 3. Chie",
        "1、Ada 2、Ben 3、Chie",
        "Ada, Ben and Chie",
        "Ada Ben Chie",
    ],
)
def test_people_list_who_sits_down_in_many_ways(seats: str) -> None:
    assert (("A", "B", "C"), {"A": "Ada", "B": "Ben", "C": "Chie"}) == seats_and_names(seats)


@pytest.mark.parametrize(
    "seats", ["A Smith, J Jones, J Brown", 'A = "Ann (B)", B = Bo', "A = 1. Ann, B = 2. Bo"]
)
def test_what_may_be_a_name_stays_one(seats: str) -> None:
    assert seats == tidy_seats(seats)


@pytest.mark.parametrize(
    ("seats", "names", "reason"),
    [
        ("ABC", {"A": "Ben", "C": "BEN"}, "table.look_alike"),
        ("ABC", {"A": "Ben", "B": "Ben\u200b"}, "table.look_alike"),
        ("ABC", {"A": "ｶﾞﾌﾞﾘ", "B": "ガブリ"}, "table.look_alike"),
        (("A", "Ａ", "C"), {"A": "Ann", "C": "Chie"}, "table.look_alike"),
        ("ABC", {"A": "C", "B": "A", "C": "B"}, "table.named_as_seat"),
        ("ABC", {"A": "b"}, "table.named_as_seat"),
        ("ABC", {"A": "B2", "B": "Ben"}, "table.named_as_seat"),
    ],
)
def test_people_who_could_be_taken_for_one_another_do_not_sit_down(
    seats: Any, names: dict[str, str], reason: str
) -> None:
    refused = judge_people(TableOpened(game="niagara", seats=tuple(seats), names=names))
    assert (reason, ("TAB-OPEN-02",)) == (refused and refused.reason, refused and refused.rules)


def test_who_is_called_as_the_own_seat_is_nobody_else() -> None:
    assert (
        judge_people(TableOpened(game="niagara", seats=("A", "B", "C"), names={"A": "A", "B": "Bob"})) is None
    )
