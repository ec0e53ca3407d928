"""Opening a table: the options `new` and `play` share."""

from typing import TYPE_CHECKING, Annotated, Literal

import typer

from cli.frame.problems import Problem, code_of
from cli.frame.session import Session
from cli.help import completions
from referee.kernel.verdict import Refused
from referee.service.tables.who_sits import letters_of, named_seats, people, seats_and_names, words

if TYPE_CHECKING:
    from events.stores.protocol import Store
    from referee.kernel.game import Game
    from referee.service.tables.table import Table

Seats = Annotated[
    str | None,
    typer.Option("--seats", metavar="ADA,BEN,…", help="Who plays, in turn order: names or letters."),
]
Names = Annotated[
    str | None, typer.Option(metavar="ADA,BEN,…", help="What the seats are called, in the same order.")
]
Colours = Annotated[
    str | None, typer.Option(metavar="RED,BLUE,…", help="The colours of the pieces, in the same order.")
]
Edition = Annotated[
    str | None,
    typer.Option(
        metavar="BOOK", autocompletion=completions.editions, help="Whose rulebook; see `referee games`."
    ),
]
ChanceOf = Annotated[
    str | None, typer.Option("--chance", metavar="WHO", help="Who rolls and deals: table or referee.")
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        metavar="K=V", autocompletion=completions.options, help="An option that differs; may be repeated."
    ),
]


def seated(text: str, names: str | None) -> tuple[tuple[str, ...], dict[str, str]]:
    """Read who sits down: how many, ids (called by `names`), or people, who get letters as ids."""
    if not names:
        return seats_and_names(text)
    given = words(names)
    ids = letters_of(given) if text.isdecimal() else people(text)
    seats = int(text[:2]) if text.isdecimal() else len(ids)
    if len(given) != seats:
        raise Problem("cli.names_and_seats", names=len(given), seats=seats)
    named = named_seats(ids, given)
    return tuple(named), {seat: name for seat, name in named.items() if name != seat}


def coloured(seats: tuple[str, ...], colours: str | None) -> dict[str, str]:
    """Give each seat the colour of its pieces; a seat may be left out."""
    given = words(colours) if colours else ()
    if len(given) > len(seats):
        raise Problem("cli.colours_and_seats", colours=len(given), seats=len(seats))
    return {seat: colour.casefold() for seat, colour in zip(seats, given, strict=False) if colour}


def read_options(options: list[str] | None) -> dict[str, str | int | bool]:
    """Read K=V pairs."""
    pairs: dict[str, str | int | bool] = {}
    for text in options or []:
        option, equals, value = text.partition("=")
        if not equals:
            raise Problem("cli.option_shape", text=text)
        pairs[option.strip()] = value.strip()
    return pairs


def open_new(
    session: Session,
    game: str,
    name: str | None,
    seats: str,
    names: str | None,
    edition: str | None,
    options: list[str] | None,
    key: str | None = None,
    chance: str | None = None,
    colours: str | None = None,
) -> "Table":
    """Open a table; give it as it stands."""
    from cli.tables.find_table import open_store
    from events.table import TableOpened
    from referee.service.commands.sit_down import sit_down
    from referee.service.tables.fresh_seed import seeded
    from referee.service.tables.table import open_table

    rules = known_game(game)
    ids, called = seated(seats, names)
    told = TableOpened(
        game=game,
        edition=edition_meant(rules, edition),
        seats=ids,
        names=called,
        colours=coloured(ids, colours),
        options=read_options(options),
        chance=chance_meant(chance),
    )
    opened = seeded(told)
    store = open_store(session, create=True)
    if key is not None and name is not None and store.answer(name, key) is not None:
        return sit_down(store, name, sees_all=True)
    answer = open_table(store, name or free_name(store, game), opened, rules, key=key, sees_all=True)
    if isinstance(answer, Refused):
        raise typer.Exit(report_refused(session, rules, answer))
    return answer


def edition_meant(game: "Game", text: str | None) -> str | None:
    """Find the edition that is meant: by its id, or by the book it is called by, in any language."""
    from referee.l10n import LANGUAGES
    from referee.l10n.catalogs import edition_words

    if text is None or text in game.ruleset.editions:
        return text
    wanted = text.casefold().strip()
    for edition in game.ruleset.editions:
        if any(wanted in edition_words(game.id, edition, lang).casefold() for lang in LANGUAGES):
            return str(edition)
    return text


def chance_meant(chance: str | None) -> Literal["table", "referee"]:
    """Say who rolls and deals: the table, where nobody says."""
    match chance:
        case None | "table":
            return "table"
        case "referee":
            return "referee"
    raise Problem("cli.unknown_chance", chance=chance)


def report_refused(session: Session, game: "Game", refused: Refused) -> int:
    """Print why a table cannot be opened so."""
    from cli.output.refusals import answered, brief

    if session.as_json:
        session.emit(answered(session, game, None, refused))
    else:
        session.tell(brief(session, game, None, refused))
    return code_of(refused)


def known_game(game: str) -> "Game":
    """Find a game by its id, or by its name in any language; name the ones there are where it is unknown."""
    from referee.kernel.registry import UnknownGameError, all_games, find_game
    from referee.l10n.catalogs import game_called

    try:
        return find_game(game_called(game) or game)
    except UnknownGameError:
        raise Problem("cli.unknown_game", "referee games", game=game, known=all_games()) from None


def free_name(store: "Store", game: str) -> str:
    """Number the tables of a game."""
    taken = {row.table for row in store.tables()}
    number = 1
    while f"{game}-{number}" in taken:
        number += 1
    return f"{game}-{number}"
