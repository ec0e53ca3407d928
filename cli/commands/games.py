"""`referee games`: the games the referee knows, with their editions and options, in words too."""

from typing import Annotated

import typer

from cli.parameters import complete_games, get_game
from cli.session import Session
from referee.draw.width import in_columns
from referee.kernel.equipment import noun_id
from referee.kernel.game import Game
from referee.kernel.registry import all_games, faults
from referee.kernel.ruleset import RuleOption, Ruleset
from referee.l10n.catalogs import edition_words, rule_option_words, sentence_of, topic_words, value_words
from referee.l10n.options import as_in_books, where_so_many
from referee.languages import trait
from referee.service.answers.tables import make_game_listed

EXAMPLE = """\
referee games
referee games GAME
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=complete_games,
            help="One game, told in words; none lists them all.",
        ),
    ] = None,
) -> None:
    """List the games the referee knows."""
    session = ctx.ensure_object(Session)
    for name in all_games() if game is None else (game,):
        found = get_game(name)
        ruleset = found.ruleset
        if session.as_json:
            session.emit(make_game_listed(found, session.lang))
        elif game is None:
            print("\n".join([_headline(session, ruleset), *_option_table(session, ruleset)]))
        else:
            print("\n".join([_headline(session, ruleset), *_game_in_words(session, found)]))
    for _, _, fault in faults() if game is None else ():
        session.tell(session.say(fault.reason, **fault.args_))


def _headline(session: Session, ruleset: Ruleset) -> str:
    """Return how many may play, and the rulebooks, the usual one marked where there are several."""
    named = {each: edition_words(ruleset.id, each, session.lang) for each in ruleset.editions}
    if len(named) > 1:
        usual = ruleset.default_edition
        named[usual] = session.say("cli.unless_told", book=named[usual])
    least, most = ruleset.players[0], ruleset.players[-1]
    books = tuple(named.values())
    return session.say("cli.game", game=ruleset.id, id=ruleset.id, least=least, most=most, books=books)


def _option_table(session: Session, ruleset: Ruleset) -> list[str]:
    """Return a table: a column for each edition, then the values that no edition has."""
    books = [edition_words(ruleset.id, each, session.lang) for each in ruleset.editions]
    header = [session.say("cli.switch"), *books, session.say("cli.other_values")]
    numbers = ruleset.differing_numbers()
    counted = numbers.get(ruleset.default_edition, ())
    of_box = ([id, *(str(each[id]) for each in numbers.values()), ""] for id in counted)
    rows = [header, *(_option_row(ruleset, name) for name in ruleset.options), *of_box]
    return ["  " + line for line in in_columns(rows)]


def _option_row(ruleset: Ruleset, name: str) -> list[str]:
    """Return name, value in each edition, and the values no edition has, joined by blanks."""
    by_edition = [values[name] for values in ruleset.editions.values()]
    others = [str(value) for value in ruleset.options[name].values if value not in by_edition]
    return [name, *map(str, by_edition), " ".join(others)]


def _game_in_words(session: Session, game: Game) -> list[str]:
    """Return what a table can agree on: options with their values, and the topics of disputes."""
    ruleset, lang = game.ruleset, session.lang
    lines: list[str] = []
    for option in ruleset.options.values():
        lines += ["", *_option_in_words(ruleset, option, lang)]
    lines += _box_in_words(ruleset, lang)
    topics = [f"{id} ({topic_words(ruleset.id, id, lang)})" for id in game.topics]
    return [*lines[1:], "", f"  {session.say('cli.topics', topics=tuple(topics))}"]


def _box_in_words(ruleset: Ruleset, lang: str) -> list[str]:
    """Return each thing of which rulebooks have another number in the box, then a line for each number."""
    by_edition = ruleset.differing_numbers()
    lines: list[str] = []
    for id in by_edition.get(ruleset.default_edition, ()):
        lines += ["", f"  {_thing_words(ruleset, id, lang)}  {id}"]
        for number in dict.fromkeys(numbers[id] for numbers in by_edition.values()):
            editions = [each for each, numbers in by_edition.items() if numbers[id] == number]
            said_by = trait(lang, "brackets").format(as_in_books(ruleset.id, editions, lang))
            lines.append(f"    {number}{said_by}")
    return lines


def _thing_words(ruleset: Ruleset, id: str, lang: str) -> str:
    """Return the noun of an item of the box, or of a kind of it (`item.kind`)."""
    name, _, kind = id.partition(".")
    item = ruleset.equipment.item(name)
    return sentence_of(f"{ruleset.id}.{noun_id(item, kind or None)}", lang) or id


def _option_in_words(ruleset: Ruleset, option: RuleOption, lang: str) -> list[str]:
    """Return an option in words, then a line for each value with the rulebooks that have it.

    Below a value, what it has otherwise in the box.
    """
    name = rule_option_words(ruleset.id, option.name, lang)
    lines = [f"  {name}  {option.name}  {' '.join(option.rules)}"]
    for value in option.values:
        words = value_words(ruleset.id, option.name, value, lang)
        editions = [each for each, values in ruleset.editions.items() if values[option.name] == value]
        said_by = trait(lang, "brackets").format(as_in_books(ruleset.id, editions, lang)) if editions else ""
        lines.append(f"    {option.name}={value}  {words}{said_by}")
        box = ruleset.numbers_with(option, value)
        lines += [f"      {n}  {_thing_words(ruleset, id, lang)}  {id}" for id, n in box.items()]
    return [*lines, *(f"    {said}" for said in where_so_many(ruleset, option, lang))]
