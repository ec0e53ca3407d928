"""`referee scaffold`: the package of a new game, complete from the start."""

from pathlib import Path
from typing import Annotated

import typer

from cli.problems import Problem
from cli.session import Session
from referee.kernel.registry import is_game
from referee.service.answers.files import Scaffolded
from referee.testing.scaffold import NoIdError, scaffold

EXAMPLE = """\
referee scaffold pebbles --out .
"""


def command(
    ctx: typer.Context,
    game: Annotated[str, typer.Argument(metavar="ID", help="What the new game is called: one word.")],
    out: Annotated[Path, typer.Option(metavar="DIR", help="Where its folder goes.")] = Path(),
) -> None:
    """Write the room of a new game, which obeys every law from the first minute."""
    session = ctx.ensure_object(Session)
    if is_game(game):
        raise Problem("cli.game_taken", "referee games", game=game)
    try:
        written = list(scaffold(game, out))
    except NoIdError:
        raise Problem("cli.no_game_id", game=game) from None
    except FileExistsError:
        raise Problem("cli.folder_there", path=str(out / game)) from None
    if session.as_json:
        files = tuple(str(path) for path in written)
        session.emit(Scaffolded(game=game, folder=str(out / game), files=files))
        return
    print(session.say("cli.scaffolded", folder=str(out / game), n=len(written)))
