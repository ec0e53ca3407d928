"""`referee games`: the games the referee knows, with their editions and switches, in words too."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.session import Session
from cli.help import completions
from referee.kernel.registry import all_games, faults
from referee.kernel.switches import Charter, Switch

if TYPE_CHECKING:
    from referee.kernel.game import Game

EXAMPLE = """\
Examples:

\b
  referee games
  referee games GAME
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=completions.games,
            help="One game, told in words; none lists them all.",
        ),
    ] = None,
) -> None:
    """List the games the referee knows."""
    from cli.tables.open_table import known_game
    from referee.service.answers.games import game_listed

    session = ctx.ensure_object(Session)
    for name in all_games() if game is None else (game,):
        found = known_game(name)
        charter = found.charter
        if session.as_json:
            session.emit(game_listed(found, session.lang))
        elif game is None:
            print("\n".join([headline(session, charter), *switch_table(session, charter)]))
        else:
            print("\n".join([headline(session, charter), *in_words(session, found)]))
    for _, _, fault in faults() if game is None else ():
        session.tell(session.say(fault.reason, **fault.args_))


def headline(session: Session, charter: Charter) -> str:
    """Say how many may play, and by which rulebooks."""
    from referee.l10n.options import edition_words

    named = {each: edition_words(charter.id, each, session.lang) for each in charter.editions}
    if len(named) > 1:
        usual = charter.default_edition
        named[usual] = session.say("cli.unless_told", book=named[usual])
    least, most = charter.players[0], charter.players[-1]
    books = tuple(named.values())
    return session.say("cli.game", game=charter.id, id=charter.id, least=least, most=most, books=books)


def switch_table(session: Session, charter: Charter) -> list[str]:
    """Draw the switches as a table: a column for each rulebook, then what else may be chosen."""
    from referee.draw.width import in_columns
    from referee.l10n.options import edition_words

    books = [edition_words(charter.id, each, session.lang) for each in charter.editions]
    header = [session.say("cli.switch"), *books, session.say("cli.other_values")]
    rows = [header, *(switch_row(charter, name) for name in charter.switches)]
    return ["  " + line for line in in_columns(rows)]


def switch_row(charter: Charter, name: str) -> list[str]:
    """Write one switch: its name, its value in each edition, the values no edition has."""
    by_edition = [values[name] for values in charter.editions.values()]
    others = [str(value) for value in charter.switches[name].values if value not in by_edition]
    return [name, *map(str, by_edition), " ".join(others)]


def in_words(session: Session, game: "Game") -> list[str]:
    """Say what a table of a game can agree on: editions, switches with their values, topics of disputes."""
    from referee.l10n.options import topic_words

    charter, lang = game.charter, session.lang
    lines: list[str] = []
    for switch in charter.switches.values():
        lines += ["", *switch_in_words(charter, switch, lang)]
    topics = [f"{id} ({topic_words(charter.id, id, lang)})" for id in game.topics]
    return [*lines[1:], "", f"  {session.say('cli.topics', topics=tuple(topics))}"]


def switch_in_words(charter: Charter, switch: Switch, lang: str) -> list[str]:
    """Say a switch: its name, then each value, and the rulebooks that have it."""
    from referee.l10n.options import as_in_books, switch_words, value_words, where_so_many
    from referee.languages import trait

    name = switch_words(charter.id, switch.name, lang)
    lines = [f"  {name}  {switch.name}  {' '.join(switch.rules)}"]
    for value in switch.values:
        words = value_words(charter.id, switch.name, value, lang)
        editions = [each for each, values in charter.editions.items() if values[switch.name] == value]
        said_by = trait(lang, "brackets").format(as_in_books(charter.id, editions, lang)) if editions else ""
        lines.append(f"    {switch.name}={value}  {words}{said_by}")
    return [*lines, *(f"    {said}" for said in where_so_many(charter, switch, lang))]
