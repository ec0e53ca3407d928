"""Arguments and options that several commands take, and how OPTION=VALUE is read."""

from typing import Annotated

import typer

from cli import completions
from cli.problems import Problem

On = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="A Dask cluster to work on; else all cores here.")
]

Out = Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")]

Key = Annotated[str | None, typer.Option(metavar="KEY", help="The same key gets the same answer.")]

Force = Annotated[bool, typer.Option("--force", help="Write over a file there is.")]

TableArgument = typer.Argument(
    metavar="TABLE", help="A table; else the last one.", autocompletion=completions.tables
)

SourceArgument = typer.Argument(
    metavar="TABLE|FILE",
    help="A table, or a file: a record or an exported log; - is stdin; else the last table.",
    autocompletion=completions.tables,
)

Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why.")]

WhoAgreed = Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")]

WhoAsks = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=completions.seats,
        help="Who asks: the others are asked, and any may object.",
    ),
]

WhoseLastAct = Annotated[
    str | None,
    typer.Option(
        metavar="SEAT",
        autocompletion=completions.seats,
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


def parse_options(options: list[str] | None) -> dict[str, str | int | bool]:
    """Return the options of several OPTION=VALUE; raise Problem where the equals sign is missing."""
    return dict(map(parse_option, options or ()))


def parse_option(text: str) -> tuple[str, str]:
    """Return option and value of OPTION=VALUE; raise Problem where the equals sign is missing."""
    option, equals, value = text.partition("=")
    if not equals:
        raise Problem("cli.option_shape", text=text)
    return option.strip(), value.strip()


At = Annotated[
    int | None, typer.Option("--at", metavar="N", help="After entry N (of a record: after line N).")
]

Viewer = Annotated[
    str | None,
    typer.Option(
        "--as",
        metavar="SEAT",
        help="As this seat; else as everybody may see it.",
        autocompletion=completions.seats,
    ),
]
