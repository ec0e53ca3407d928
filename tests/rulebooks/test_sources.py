"""Every sentence of every rule text went into a rule or is left out for a reason; every rule says from which.

`coverage.toml` beside the rules of a game holds for each document its sentences, by the keys rules cite
them by: the rules a sentence went into, or in words why there is none.
"""

import pytest

from referee.rulebooks import TABLE, books, documents_of, rules_of
from referee.rulebooks.coverage import Sentence, coverage_of, sentences, split_range

BY_GAME = {book: coverage_of(book) for book in books() if coverage_of(book)}
TEXTS = [pytest.param(book, key, id=f"{book} {key}") for book in BY_GAME for key in BY_GAME[book]]

LAST = {
    ("niagara", "ZH"): {
        "Prep": 6, "Goal": 0, "Round": 4, "Turn": 5, "Move": 6, "Load": 12, "Steal": 6, "Gain": 5,
        "Weather": 3, "River": 7, "Fall": 4, "REnd": 3, "End": 0, "Imprint": 0,
    },
    ("niagara", "ZH1"): {"Intro": 0, "Rules": 0, "Question": 0},
    ("niagara", "JA"): {
        "Comp": 2, "Goal": 2, "Flow": 3, "Mv": 11, "Ld": 8, "Wx": 1, "Rv": 5, "RE": 2, "St": 5, "Fl": 7,
        "Sum": 0, "Credits": 0,
    },
    ("powerboats", "ZH"): {
        "Head": 3, "Comp": 8, "Prep": 7, "Course": 21, "Place": 4, "Turn": 0, "S1": 6, "S2": 5, "S3": 14,
        "Dmg": 16, "Pass": 14, "End": 2, "VP": 10, "Two": 2, "Imprint": 0,
    },
}  # fmt: skip
"""How many sentences stand in each section of a text that is cut into sections; 0 is one without numbers."""

DIAGRAMS = {("niagara", "JA"): ("2", "3", "4a", "4b", "5", "6ab", "7", "8", "9b", "10")}


def sentences_of(book: str, key: str) -> set[str]:
    """Name every sentence of a document: those of its sections, or of one run of sentences."""
    document = documents_of(book)[key]
    if document.sentences:
        return {each for reach in document.sentences for each in split_range(document, reach)}
    sections = LAST[book, key]
    return {
        *(section for section, last in sections.items() if not last),
        *(f"{section}-{n}" for section, last in sections.items() for n in range(1, last + 1)),
        *(f"Dia-{name}" for name in DIAGRAMS.get((book, key), ())),
    }


def covered(book: str, key: str) -> dict[str, Sentence]:
    return {each.place: each for each in sentences(book)[key]}


def test_every_game_tells_what_became_of_its_rule_texts() -> None:
    """None is played whose text is not accounted for."""
    assert set(books()) - {TABLE} == set(BY_GAME)


@pytest.mark.parametrize(("book", "key"), TEXTS)
def test_every_sentence_went_into_a_rule_or_is_left_out_for_a_reason(book: str, key: str) -> None:
    """None is missing, none is made up, and none has an empty answer."""
    told = covered(book, key)

    assert sentences_of(book, key) == set(told)
    assert [] == [place for place, each in told.items() if bool(each.rules) == (each.reason is not None)]


@pytest.mark.parametrize(("book", "key"), TEXTS)
def test_a_reason_is_written_in_every_language(book: str, key: str) -> None:
    reasons = [each.reason for each in covered(book, key).values() if each.reason is not None]

    assert [] == [reason for reason in reasons if reason.lacking()]


@pytest.mark.parametrize(("book", "key"), TEXTS)
def test_the_rules_and_the_table_of_sentences_say_the_same(book: str, key: str) -> None:
    """A rule that cites a sentence stands beside it in the table, and the other way round."""
    cited = {
        (sentence, rule.id)
        for rule in rules_of(book).values()
        for document, _, where in (source.partition(" ") for source in rule.all_sources)
        if document == key
        for sentence in split_range(documents_of(book)[key], where)
    }
    told = covered(book, key)
    listed = {(place, id) for place, each in told.items() for id in each.rules}

    assert listed == cited


@pytest.mark.parametrize("book", BY_GAME)
def test_each_sentence_stands_in_the_table_once(book: str) -> None:
    for key in BY_GAME[book]:
        named = [each.place for each in sentences(book)[key]]

        assert len(named) == len(set(named))
