"""Games as they are answered: what a table of each can agree on."""

from typing import Any

from msgspec import UNSET, UnsetType

from events.table import OptionValue
from referee.kernel.game import Game
from referee.kernel.ruleset import RuleOption
from referee.l10n.options import edition_words, rule_option_words, topic_words, value_words
from referee.service.answers.base import Answer, EventTold


class OptionListed(Answer, frozen=True, kw_only=True):
    """An option in words; `values` are by id, as `options` takes them."""

    option: str
    words: str
    values: dict[str, str]
    rules: tuple[str, ...]


class SwitchListed(Answer, frozen=True, kw_only=True):
    """An option: the values it may have, and the rules it settles."""

    values: tuple[OptionValue, ...]
    rules: tuple[str, ...]


class GameListed(Answer, frozen=True, kw_only=True):
    """What a table of a game can agree on, and what tables dispute about.

    `players` are the numbers of seats there may be; `editions` and `by_seats` are values of
    options, `by_seats` where so many play; `options` are by id, `options` the same in words.
    """

    game: str
    players: tuple[int, ...]
    editions: dict[str, dict[str, OptionValue]]
    by_seats: dict[str, dict[str, OptionValue]]
    default_edition: str
    edition_words: dict[str, str]
    switches: dict[str, SwitchListed]
    options: tuple[OptionListed, ...]
    topics: dict[str, str]
    rules_version: int


class EventField(Answer, frozen=True, kw_only=True):
    """A field of an event; `default` is what it is where it is left out, `shape` what it may be."""

    name: str
    may_lack: bool
    default: Any
    shape: Any


class EventDescribed(Answer, frozen=True, kw_only=True):
    """An event of a game: who says it, its fields; asked for alone, with its rules and an example."""

    game: str
    type: str
    kind: str
    fields: tuple[EventField, ...]
    rules: tuple[str, ...] | UnsetType = UNSET
    example: EventTold | UnsetType = UNSET
    line: str | UnsetType = UNSET


class SwitchSet(Answer, frozen=True, kw_only=True):
    """An option as a table has it; `house` where it is not the edition's value."""

    option: str
    value: OptionValue
    values: tuple[OptionValue, ...]
    house: bool
    rules: tuple[str, ...]


def game_listed(game: Game, lang: str) -> GameListed:
    """List what a table of a game can agree on."""
    ruleset = game.ruleset
    return GameListed(
        game=ruleset.id,
        players=tuple(ruleset.players),
        editions={edition: dict(values) for edition, values in ruleset.editions.items()},
        by_seats={str(seats): dict(values) for seats, values in ruleset.by_seats.items()},
        default_edition=ruleset.default_edition,
        edition_words={each: edition_words(ruleset.id, each, lang) for each in ruleset.editions},
        switches={
            each.name: SwitchListed(values=each.values, rules=each.rules) for each in ruleset.options.values()
        },
        options=tuple(option_listed(ruleset.id, each, lang) for each in ruleset.options.values()),
        topics={topic: topic_words(ruleset.id, topic, lang) for topic in game.topics},
        rules_version=ruleset.rules_version,
    )


def option_listed(game: str, option: RuleOption, lang: str) -> OptionListed:
    """List an option in words."""
    return OptionListed(
        option=option.name,
        words=rule_option_words(game, option.name, lang),
        values={str(value): value_words(game, option.name, value, lang) for value in option.values},
        rules=option.rules,
    )


def options_set(game: Game, state: Any) -> tuple[SwitchSet, ...]:
    """List the options of a table as they are set."""
    return tuple(
        SwitchSet(
            option=name,
            value=getattr(state.options, name),
            values=option.values,
            house=name in state.house,
            rules=option.rules,
        )
        for name, option in game.ruleset.options.items()
    )
