"""What a passage of a rule says it decides: it is there to be decided."""

from collections.abc import Iterator
from typing import Any, get_args, get_origin

import msgspec
import pytest

from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.l10n.messages import has
from referee.rulebooks import TABLE, books, rules_of

GAMES = [book for book in books() if book != TABLE]


def named_in(book: str) -> Iterator[tuple[str, str]]:
    """Give each token of a book, after its rule."""
    for rule in rules_of(book).values():
        for each in (each for passage in rule.passages for each in passage.decides):
            yield from ((rule.id, token) for token in each.split(" & "))


def is_there(game: Game, token: str) -> bool:
    """Whether a token is a refusal, an edition, an option with its value, an event or a field of one."""
    what, _, value = token.partition("=")
    kind, _, field = what.partition(".")
    if what == "edition":
        return value in game.ruleset.editions
    if what in game.ruleset.options:
        return game.ruleset.options[what].read(value) is not None
    if kind in (told := fields_by_type(game)):
        return not field or (field in told[kind] and may_be(told[kind][field], value))
    return not value and has(f"{game.id}.{token}", "en")


def fields_by_type(game: Game) -> dict[str, dict[str, Any]]:
    events = [get_origin(each) or each for each in get_args(game.vocabulary)]
    return {
        str(event.__struct_config__.tag): {field.name: field.type for field in msgspec.structs.fields(event)}
        for event in events
    }


def may_be(kind: Any, value: str) -> bool:
    """Whether a value, as it is written, is one of a type; an empty one always."""
    try:
        msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        return not value
    return True


@pytest.mark.parametrize("book", GAMES)
def test_what_a_rule_decides_is_there(book: str) -> None:
    game = find_game(book)
    assert [] == [(rule, token) for rule, token in named_in(book) if not is_there(game, token)]


@pytest.mark.parametrize("book", GAMES)
def test_a_rule_with_parts_decides_by_the_first_passage_that_names_a_point(book: str) -> None:
    """A point named by two passages of one rule would be decided by chance."""
    for rule in rules_of(book).values():
        named = [each for passage in rule.passages for each in passage.decides]
        assert len(named) == len({*named}), rule.id


@pytest.mark.parametrize(
    "token",
    [
        "",
        "no_such_refusal",
        "canoe_moved.wings",
        "canoe_moved.to=lost",
        "fork=sometimes",
        "edition=fr",
        "too_far=1",
    ],
)
def test_what_is_not_there_is_found(token: str) -> None:
    assert not is_there(find_game("niagara"), token)


@pytest.mark.parametrize(
    "token",
    [
        "too_far",
        "canoe_moved",
        "canoe_moved.to=falls",
        "canoe_moved.canoe=2",
        "minimum_speed=1",
        "edition=ja",
    ],
)
def test_what_is_there_is_known(token: str) -> None:
    assert is_there(find_game("niagara"), token)
