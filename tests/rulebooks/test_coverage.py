"""Rule, source, languages, code and ruling are tied together: nothing is cited that is not written."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from referee.kernel.registry import find_game
from referee.rulebooks import TABLE, books, documents_of, folder_of_book, place_of, rules_of
from referee.rulebooks.rulings import all_rulings

ROOT = Path(__file__).parents[2]
ID = re.compile(r"\b[A-Z]{3}-[A-Z]+-(?:\d{2}|(?<=VAR-)[A-Z0-9]+)\b")
SHARED = ("referee/kernel", "referee/service")
CODE = {book: (f"referee/games/{'' if book == TABLE else book}", *SHARED) for book in books()}
each_book = pytest.mark.parametrize("book", CODE)


def strings_of(path: Path) -> Iterator[str]:
    """Give the string constants of a module: what it cites, and of docstrings only `Rules:` lines."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            paragraphs = re.findall(r"Rules:((?:[^\n]+\n?)+)", node.value)
            yield from paragraphs if "\n" in node.value else [node.value]


def named_in(folders: tuple[str, ...]) -> set[str]:
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    return {id for path in paths for text in strings_of(path) for id in ID.findall(text)}


@cache
def named(book: str) -> set[str]:
    return named_in(CODE[book])


@cache
def ruled() -> set[str]:
    return {id for ruling in all_rulings() for id in ruling.rules}


@each_book
def test_a_rule_is_written_in_every_language(book: str) -> None:
    """A title and a text in English, Simplified Chinese and Japanese, each in its own script."""
    for rule in rules_of(book).values():
        for words in (rule.title.en, *(part.en for part in rule.passages)):
            assert re.search("[a-z]", words), rule.id
            assert not re.search("[\u3040-\u30ff\u4e00-\u9fff]", words), rule.id
        for words in (rule.title.zh_Hans, *(part.zh_Hans for part in rule.passages)):
            assert re.search("[\u4e00-\u9fff]", words), rule.id
            assert not re.search("[\u3040-\u30ff]", words), rule.id
        for words in (rule.title.ja, *(part.ja for part in rule.passages)):
            assert re.search("[\u3040-\u30ff]", words), rule.id


@each_book
def test_a_rule_names_where_it_is_written(book: str) -> None:
    """At least one source for each part, each a document and a place in it that the book spells out."""
    for rule in rules_of(book).values():
        assert all(part.sources for part in rule.passages), rule.id
        for source in rule.all_sources:
            key, _, where = source.partition(" ")
            document = documents_of(book)[key]
            if document.sentences:
                assert place_of(book, source, "en").heading, (rule.id, source)
            else:
                assert not document.sections or document.split_place(where)[0] in document.sections, (
                    rule.id,
                    source,
                )


@each_book
def test_a_rule_is_cut_only_where_its_confidence_changes(book: str) -> None:
    for rule in rules_of(book).values():
        sure = [part.confidence for part in rule.passages]
        assert all(one != other for one, other in pairwise(sure)), rule.id


@each_book
def test_a_rule_is_exercised_by_a_ruling(book: str) -> None:
    assert set() == set(rules_of(book)) - ruled()


@each_book
def test_a_rule_points_only_at_rules_and_editions_there_are(book: str) -> None:
    """`see` and `editions` lead somewhere."""
    known = {**rules_of(TABLE), **rules_of(book)}
    for rule in rules_of(book).values():
        assert set() == set(rule.see) - set(known), rule.id
        if book != TABLE:
            assert set() == set(rule.editions) - set(find_game(book).ruleset.editions), rule.id


def test_code_names_no_rule_that_is_not_written() -> None:
    prefixes = {id.partition("-")[0] for book in CODE for id in rules_of(book)}
    written = {id for book in CODE for id in rules_of(book)}
    cited = {id for book in CODE for id in named(book) if id.partition("-")[0] in prefixes}

    assert set() == cited - written


def test_rulings_name_no_rule_that_is_not_written() -> None:
    written = {id for book in CODE for id in rules_of(book)}
    stated = {id for ruling in all_rulings() for act in ruling.acts for id in act.rules}

    assert set() == (ruled() | stated) - written


def test_a_rule_is_in_the_file_of_its_area() -> None:
    """`NIA-MOVE-03` is looked for in `move.toml` and nowhere else."""
    for path in (p for book in books() for p in sorted(folder_of_book(book).glob("*.toml"))):
        for id in re.findall(r"^\[([A-Z]+-[A-Z]+-[A-Z0-9]+)\]$", path.read_text("utf-8"), re.MULTILINE):
            assert path.stem == id.split("-")[1].lower()
