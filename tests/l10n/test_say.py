"""Messages said: names, nouns, counts, lists, and what is missing."""

import pytest

from referee.l10n import noun, say
from referee.l10n.messages import fill_in

NAMES = {"A": "Anna", "B": "小明"}


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "It is 小明's turn, not Anna's."),
        ("zh-Hans", "现在是小明的回合\uff0c不是Anna的。"),
        ("ja", "今は小明の手番です。Annaの手番ではありません。"),
    ],
)
def test_a_refusal_speaks_of_people_by_name(lang, sentence):
    assert sentence == say("niagara.not_your_turn", lang, seat="A", turn="B", names=NAMES)


def test_a_seat_without_a_name_goes_by_its_id():
    assert say("niagara.not_your_turn", "en", seat="A", turn="B") == "It is B's turn, not A's."


def test_what_a_file_says_does_not_drive_the_terminal():
    assert "\x1b" not in say("table.bad_seat", "en", seat="A\x1b[2J")


def test_a_thing_goes_by_its_noun():
    """An id such as `ruby` is never shown to somebody who reads Japanese."""
    assert (
        say("niagara.gem_not_at_site", "ja", gem="ruby", site="sapphire")
        == "サファイアの宝石スペースにルビーはありません。"
    )


@pytest.mark.parametrize(("n", "said"), [(1, "1 point"), (2, "2 points"), (0, "0 points")])
def test_a_count_takes_its_noun_in_the_right_number(n, said):
    assert said == fill_in("{n:#point|points}", "niagara", "en", {"n": n})


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Anna and 小明"), ("zh-Hans", "Anna、小明"), ("ja", "Anna、小明")]
)
def test_a_list_is_joined_as_the_language_joins_it(lang, said):
    assert said == fill_in("{seats:seat}", "niagara", lang, {"seats": ("A", "B"), "names": NAMES})


def test_a_noun_of_another_part_may_be_asked_for():
    assert fill_in("{gem:niagara.gem}", "score", "en", {"gem": "ruby"}) == "ruby"


def test_an_id_without_a_sentence_is_said_as_it_is():
    assert say("niagara.unheard_of", "ja", seat="A", names=NAMES) == "niagara.unheard_of (seat=A)"


def test_an_argument_nobody_gave_shows_as_a_question_mark():
    assert say("niagara.not_your_turn", "en") == "It is ?'s turn, not ?'s."


def test_a_name_is_never_read_as_a_placeholder():
    said = say("niagara.already_laid", "en", seat="A", names={"A": "{seat} {0.__class__}"})
    assert said == "{seat} {0.__class__} has laid a card for this round already."


def test_a_language_nobody_speaks_falls_back_on_english():
    assert noun("gem", "ruby", "tlh", "niagara") == "ruby"


def test_an_unknown_noun_is_its_id():
    assert noun("gem", "opal", "ja", "niagara") == "opal"
