"""Opening a table: the options `new` and `play` share."""

from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from referee.kernel.verdict import Refused

Seats = Annotated[str, typer.Option(metavar="A,B,C", help="Seat ids in turn order.")]
UsualSeats = Annotated[str | None, typer.Option("--seats", metavar="A,B,C", help="Seat ids in turn order.")]
Names = Annotated[
    str | None, typer.Option(metavar="ADA,BEN,…", help="What the seats are called, in the same order.")
]
Edition = Annotated[str | None, typer.Option(metavar="EDITION", help="See `referee games`.")]
ChanceOf = Annotated[
    str, typer.Option("--chance", metavar="WHO", help="Who rolls and deals: table or referee.")
]
Options = Annotated[
    list[str] | None, typer.Option(metavar="K=V", help="A switch that differs; may be repeated.")
]


def words(text: str) -> tuple[str, ...]:
    """Split a list as people type it."""
    return tuple(part.strip() for part in text.replace("，", ",").replace("、", ",").split(","))


def named(seats: tuple[str, ...], names: str | None) -> dict[str, str]:
    """Give each seat its name."""
    given = words(names) if names else ()
    if given and len(given) != len(seats):
        raise Problem("cli.names_and_seats", names=len(given), seats=len(seats))
    return dict(zip(seats, given, strict=bool(given))) if given else {}


def read_options(options: list[str] | None) -> dict[str, str]:
    """Read K=V pairs."""
    pairs = {}
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
    chance: str = "table",
) -> Any:
    """Open a table; give it as it stands."""
    from cli.tables.find_table import open_store
    from events.table import TableOpened
    from referee.service.desk.sit_down import sit_down
    from referee.service.table import open_table

    rules = known_game(game)
    ids = words(seats)
    opened = TableOpened(
        game=game,
        edition=edition,
        seats=ids,
        names=named(ids, names),
        options=read_options(options),
        **chance_of(chance),
    )
    store = open_store(session, create=True)
    if key is not None and name is not None and store.answer(name, key) is not None:
        return sit_down(store, name, sees_all=True)
    answer = open_table(store, name or free_name(store, game), opened, rules, key=key, sees_all=True)
    if isinstance(answer, Refused):
        raise typer.Exit(report_refused(session, rules, answer))
    return answer


def chance_of(chance: str) -> dict[str, Any]:
    """Say who rolls and deals; a referee draws a seed and commits to it by its hash."""
    if chance not in ("table", "referee"):
        raise Problem("cli.unknown_chance", chance=chance)
    if chance == "table":
        return {}
    import secrets

    from referee.kernel.chance import commitment

    seed = secrets.token_hex(16)
    return {"chance": chance, "seed": seed, "seed_hash": commitment(seed)}


def report_refused(session: Session, game: Any, refused: Refused) -> int:
    """Print why a table cannot be opened so."""
    from cli.telling.refusals import described, full

    if session.as_json:
        session.emit(described(session, game, None, refused))
    else:
        session.tell(full(session, game, None, refused))
    return 1


def known_game(game: str) -> Any:
    """Find a game; name the ones there are where it is unknown."""
    from referee.kernel.registry import UnknownGameError, all_games, find_game

    try:
        return find_game(game)
    except UnknownGameError:
        raise Problem("cli.unknown_game", "referee games", game=game, known=all_games()) from None


def free_name(store: Any, game: str) -> str:
    """Number the tables of a game."""
    taken = {row.table for row in store.tables()}
    number = 1
    while f"{game}-{number}" in taken:
        number += 1
    return f"{game}-{number}"
