"""Arguments and options that several commands take, their completions, and how OPTION=VALUE is read."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import typer

from cli.problems import Problem
from cli.session import Session
from referee.kernel.folding import look
from referee.kernel.game import Game
from referee.kernel.registry import UnknownGameError, all_games, find_game, is_game
from referee.l10n.catalogs import edition_words, game_called
from referee.languages import LANGUAGES
from referee.rulebooks import books, rules_of

if TYPE_CHECKING:
    from referee.service.tables.table import Table


def complete_tables(ctx: typer.Context, incomplete: str) -> list[str]:
    from cli.tables import open_store  # a cold start of what opens no table: 5 ms

    session = ctx.ensure_object(Session)
    with suppress(Exception), session.call():
        return [row.table for row in open_store(session).tables() if row.table.startswith(incomplete)]
    return []


def complete_tables_and_games(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a table, or a game to open one for."""
    return [*complete_tables(ctx, incomplete), *complete_games(incomplete)]


def complete_games(incomplete: str) -> list[str]:
    return _beginning_with(all_games(), incomplete)


def complete_seats(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a letter or name at the table that was named, or at the last one."""
    with suppress(Exception):
        at = _find_table(ctx)
        return _beginning_with((*at.state.seats, *at.state.names.values()), incomplete)
    return []


def complete_editions(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_game(ctx).ruleset.editions, incomplete)
    return []


def complete_options(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete OPTION=VALUE of the game that was named or is played."""
    with suppress(Exception):
        named = _find_game(ctx).ruleset.options.items()
        return _beginning_with(
            (f"{name}={value}" for name, each in named for value in each.values), incomplete
        )
    return []


def complete_topics(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_game(ctx).topics, incomplete)
    return []


def complete_events(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        from referee.kernel.vocabulary import events_of  # a cold start without it: 1 ms

        return _beginning_with(events_of(_find_game(ctx).vocabulary), incomplete)
    return []


def complete_proposals(ctx: typer.Context, incomplete: str) -> list[str]:
    with suppress(Exception):
        return _beginning_with(_find_table(ctx).state.proposals, incomplete)
    return []


def complete_facts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete facts that everybody may see, up to the equals sign."""
    with suppress(Exception):
        from referee.service.commands.correct import settable_facts  # the same

        at = _find_table(ctx)
        return _beginning_with(
            (f"{fact.path}=" for fact in settable_facts(at.game, at.state, None)), incomplete
        )
    return []


def _beginning_with(words: Iterable[str], incomplete: str) -> list[str]:
    """Return the words that begin with `incomplete`, in any case."""
    return [each for each in words if each.casefold().startswith(incomplete.casefold())]


def complete_acts(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete the next word of an act that is possible now and public."""
    with suppress(Exception):
        at = _find_table(ctx)
        typed = [*(ctx.params.get("notation") or ())]
        if ctx.params.get("table") not in {None, at.name}:
            typed = [ctx.params["table"], *typed]
        return sorted(_beginning_with({*_next_words(ctx, at, typed)}, incomplete))
    return []


def _next_words(ctx: typer.Context, at: "Table", typed: list[str]) -> Iterator[str]:
    """Yield the words that follow `typed` in the notations of public acts."""
    from referee.service.tables.open_acts import public_acts  # the same

    for seat in at.game.acting(at.state):
        for event in public_acts(at.game, at.state, seat):
            words = ctx.ensure_object(Session).notate(at.state, event).split()
            if words[: len(typed)] == typed:
                yield from words[len(typed) : len(typed) + 1]


def complete_said(ctx: typer.Context, incomplete: str) -> list[str]:
    """Complete a fact by its path, or the line of an act that is possible before anything was done."""
    with suppress(Exception):
        from referee.service.ask.words import lines_to_say  # what other commands complete needs none of it

        return _beginning_with(lines_to_say(_find_game(ctx), ctx.ensure_object(Session).lang), incomplete)
    return []


def complete_rules(incomplete: str) -> list[str]:
    wanted = incomplete.upper()
    return [id for book in books() for id in rules_of(book) if id.startswith(wanted)]


def _find_game(ctx: typer.Context) -> Game:
    """Return the game that was named, or that is played at the table."""
    named = next((each for each in _words_naming(ctx) if is_game(each)), None)
    return find_game(named) if named else _find_table(ctx).game


def _find_table(ctx: typer.Context) -> "Table":
    """Return the table that was named, or the last one; sets --json so that nothing is printed."""
    from cli.tables import get_table, is_table, last_table  # the same

    session = ctx.ensure_object(Session)
    session.as_json = True
    named = next((each for each in _words_naming(ctx) if is_table(session, each)), None)
    return get_table(session, str(named or last_table(session, None)))


def _words_naming(ctx: typer.Context) -> list[str]:
    """Return the words typed that may name a game or a table; values of options may be among them."""
    named = (ctx.params.get(name) for name in ("game", "table", "source"))
    return [each for each in (*named, *ctx.args) if isinstance(each, str)]


On = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on; else all cores here.")
]

Out = Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")]

Key = Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")]

Force = Annotated[bool, typer.Option("--force", help="Write over a file there is.")]

TableArgument = typer.Argument(
    metavar="TABLE", help="A table; else the last one.", autocompletion=complete_tables
)

SourceArgument = typer.Argument(
    metavar="TABLE|FILE",
    help="A table, or a file: a record or an exported log; - is stdin; else the last table.",
    autocompletion=complete_tables,
)

Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]

WhoAgreed = Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")]

WhoAsks = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=complete_seats,
        help="Who asks: the others are asked, and any may object.",
    ),
]

WhoseLastAct = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=complete_seats,
        help="Who asks: free for its own last act, else the others are asked.",
    ),
]

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
        metavar="BOOK", autocompletion=complete_editions, help="Whose rulebook; see `referee games`."
    ),
]

ChanceOf = Annotated[
    str | None, typer.Option("--chance", metavar="WHO", help="Who rolls and deals: table or referee.")
]

Options = Annotated[
    list[str] | None,
    typer.Option(
        metavar="K=V", autocompletion=complete_options, help="An option that differs; may be repeated."
    ),
]


def parse_options(options: list[str] | None) -> dict[str, str | int | bool]:
    """Return the options of several OPTION=VALUE; raise Problem where the equals sign is missing."""
    return dict(map(parse_option, options or ()))


def parse_option(text: str) -> tuple[str, str]:
    """Return option and value of OPTION=VALUE; raise Problem where the equals sign is missing."""
    option, equals, value = text.partition("=")
    if not equals:
        raise Problem("cli.option_shape", text=text)
    return option.strip(), value.strip()


def get_game(game: str) -> Game:
    """Return a game by its id, or by its name in any language; raise Problem with those there are."""
    try:
        return find_game(game_called(game) or game)
    except UnknownGameError:
        raise Problem("cli.unknown_game", "referee games", game=game, known=all_games()) from None


def find_edition(game: Game, text: str | None) -> str | None:
    """Return the edition with that id, or whose book is called so in any language; else the text itself."""
    if text is None or text in game.ruleset.editions:
        return text
    wanted = look(text)
    for edition in game.ruleset.editions:
        if any(wanted in look(edition_words(game.id, edition, lang)) for lang in LANGUAGES):
            return str(edition)
    return text


At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After entry N (of a record: after line N).")
]

Viewer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="As this seat; else as everybody may see it.",
        autocompletion=complete_seats,
    ),
]
