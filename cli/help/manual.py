"""How commands explain themselves: help in three languages, and what was typed wrongly in one message."""

import inspect
from typing import TYPE_CHECKING, Any

import typer
from typer._click.core import Command, Context
from typer._click.exceptions import ClickException
from typer.core import TyperArgument, TyperOption

from cli.frame.session import Session
from referee.languages import trait

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter

EXIT_CODES = ("0", "1", "2", "3", "4", "130")
"""Fine, refused or different, wrong usage, damaged, newer, interrupted; the catalogs say so in words."""

SEATS = "ABCDEFGHIJ"
NAMES = ("Ada", "Ben", "Chie", "Dora", "Emil", "Finn", "Gong", "Hana", "Ivo", "Jin")
"""Who sits down in examples."""

KINDS = ("argument", "option")
"""What a command may be given, in the order of its help."""

Parameter = TyperArgument | TyperOption
"""typer's classes for these."""


class Explained(Command):
    """What a command and the list of commands have in common; mixed into typer's own.

    `game` is the game that brings the command, if one does.
    """

    game: str | None = None

    def make_context(
        self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: Any
    ) -> Context:
        """Read what was typed; tell of a mistake in it like everything else that goes wrong."""
        session = parent.ensure_object(Session) if parent else extra.setdefault("obj", Session())
        session.overhear(args)
        if parent is not None:
            session.command = info_name
        try:
            ctx = super().make_context(info_name, args, parent, **extra)
        except typer.Exit:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, no traceback at the table
            raise typer.Exit(explained(session, error, args)) from None
        if parent is None:
            ctx.with_resource(session.call())
        return ctx

    def get_help(self, ctx: Context) -> str:
        """Write the whole help of a command."""
        from cli.help.set_out import HelpPage

        page = HelpPage(ctx.ensure_object(Session).lang)
        self.format_help(ctx, page)
        return page.getvalue().rstrip("\n")

    def format_usage(self, ctx: Context, formatter: "HelpFormatter") -> None:
        """Show the shape of a call; what is required stands bare, as people type it."""
        pieces = [piece.strip("{}") for piece in self.collect_usage_pieces(ctx)]
        session = ctx.ensure_object(Session)
        title = session.say("cli.manual.usage") + trait(session.lang, "colon")
        formatter.write_usage(ctx.command_path, " ".join(pieces), title)

    def format_options(self, ctx: Context, formatter: "HelpFormatter") -> None:
        """List what a command may be given, in the language of the session."""
        session, rows = ctx.ensure_object(Session), dict[str, list[tuple[str, str]]]()
        for param in parameters(self, ctx):
            param.help = option_help(session, str(self.name), param, self.game)
            shape, text = described(ctx, param)
            text = text.replace("required]", session.say("cli.manual.required") + "]")
            default = session.say("cli.manual.default") + trait(session.lang, "colon")
            text = text.replace("[default: ", f"[{default}")
            rows.setdefault(param.param_type_name, []).append((shape, text))
        for kind in filter(rows.get, KINDS):
            with formatter.section(session.say(f"cli.manual.{kind}s")):
                formatter.write_dl(rows[kind])

    def format_epilog(self, ctx: Context, formatter: "HelpFormatter") -> None:
        """Show the examples, and what the exit codes mean."""
        session = ctx.ensure_object(Session)
        examples = inspect.cleandoc(filled_in(self.epilog or "")).splitlines()[3:]
        if examples:
            with formatter.section(session.say("cli.manual.examples")):
                formatter.write("".join(f"  {line.strip()}\n" for line in examples))
        with formatter.section(session.say("cli.exit.title")):
            formatter.write_dl([(code, session.say(f"cli.exit.{code}")) for code in EXIT_CODES])


def parameters(command: Command, ctx: Context) -> list[Parameter]:
    """List what a command may be given; `--help` too."""
    return [param for param in command.get_params(ctx) if isinstance(param, Parameter)]


def described(ctx: Context, param: Parameter) -> tuple[str, str]:
    """Give how a parameter is written and what it is; a table is never required: the last one is meant."""
    from cli.tables.last_table import NAMED

    shape, text = param.get_help_record(ctx) or ("", "")
    return shape, text.removesuffix("[required]").rstrip() if param.name in NAMED else text


def filled_in(example: str) -> str:
    """Fill an example in with a real game, and as many seats and names as it needs."""
    if "GAME" not in example:
        return example
    from referee.kernel.registry import find_game, own_games

    game = find_game(own_games()[0])
    people = [*zip(SEATS, NAMES, strict=False)][: game.ruleset.players[0]]
    seats, names = (",".join(column) for column in zip(*people, strict=True))
    return example.replace("GAME", game.id).replace("SEATS", seats).replace("NAMES", names)


def option_help(session: Session, command: str, param: Parameter, game: str | None = None) -> str:
    """Say what an option is for in the session's language; as the code has it where nobody translated it."""
    from referee.l10n import LANGUAGES, has

    own = f"{command}_{param.name}" if game is None else f"{param.name}"
    place = "cli.option" if game is None else f"{game}.command.{command}.option"
    ids = (f"{place}.{own}", f"cli.option.{param.name}")
    known = next((id for id in ids if has(id, session.lang)), None)
    return str(param.help) if known is None else session.say(known, languages=LANGUAGES)


def explained(session: Session, error: Exception, args: list[str]) -> int:
    """Tell what was typed wrongly, or what else went wrong; give the exit code, 0 where the reader left."""
    from cli.frame.problems import explain

    if isinstance(error, BrokenPipeError):
        return 0
    session.as_json |= "--json" in args
    if isinstance(error, ClickException):
        from cli.help.mistyped import usage_problem

        return explain(session, usage_problem(error))
    return explain(session, error)
