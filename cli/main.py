"""The `referee` command: reads what was typed, and imports the one command that is called."""

import gc
import io
import os
import sys
from contextlib import suppress
from difflib import get_close_matches
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer._click.core import Command as AnyCommand
from typer._click.core import Context
from typer._click.shell_completion import CompletionItem
from typer._click.utils import make_default_short_help
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info
from typer.models import CommandInfo

from cli.command_list import (
    COMMANDS,
    GAME_COMMANDS_SECTION,
    OTHER_NAMES,
    game_commands,
    game_of_command,
    module_of_command,
)
from cli.help import MUCH_ALIKE, Explained, commands_called, explain_error, no_such, summary_of
from cli.session import Session
from referee.languages import LANGUAGES

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter


EXAMPLE = """\
referee demo
referee help do
referee help --man > referee.1
"""


class LazyGroup(Explained, TyperGroup):
    """Imports a command when it is called, and lists all without importing any."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.params.extend(_shared_options())

    def list_commands(self, ctx: Context) -> list[str]:
        return [*COMMANDS, *game_commands()]

    def get_command(self, ctx: Context, cmd_name: str) -> AnyCommand | None:
        return load_command(cmd_name) if cmd_name in COMMANDS or game_of_command(cmd_name) else None

    def shell_complete(self, ctx: Context, incomplete: str) -> list[CompletionItem]:
        """Complete the name of a command by the list alone; typer would import every command that fits."""
        session, names = ctx.ensure_object(Session), self.list_commands(ctx)
        summaries = {
            name: COMMANDS[name].summary if name in COMMANDS else summary_of(session, name)
            for name in names
            if name.startswith(incomplete)
        }
        commands = [
            CompletionItem(name, help=make_default_short_help(summary)) for name, summary in summaries.items()
        ]
        return [*commands, *super(TyperGroup, self).shell_complete(ctx, incomplete)]

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, AnyCommand | None, list[str]]:
        """Return name, command and the rest of `args`; raise an unknown command with those like it.

        `help COMMAND` becomes `COMMAND --help`, and other names of commands their usual one.
        """
        if args[0] == "help" and ctx.resilient_parsing:  # the shell completes the command to be explained
            return None, None, []
        if args[0] == "help":
            args = self.help_args(ctx, args[1:])
        args = [OTHER_NAMES.get(args[0], args[0]), *args[1:]]
        if args[0] not in COMMANDS and not game_of_command(args[0]):
            ctx.ensure_object(Session).as_json |= "--json" in args
            close = get_close_matches(args[0], self.list_commands(ctx))
            raise no_such(
                "command", args[0], commands_called(args[0]) or close or commands_called(args[0], MUCH_ALIKE)
            )
        return super().resolve_command(ctx, args)

    def help_args(self, ctx: Context, asked: list[str]) -> list[str]:
        """Return `COMMAND --help` for `help COMMAND`; for `help` print the list or man page and exit."""
        if asked and asked[0] != "help" and not asked[0].startswith("-"):
            return [asked[0], "--help"]
        if "--man" in asked:
            from cli.reference import man_page  # a cold start without it: 15 ms

            print(man_page(ctx, self))
        else:
            print(ctx.get_help())
        raise typer.Exit

    def format_help_text(self, ctx: Context, formatter: "HelpFormatter") -> None:
        self.help = ctx.ensure_object(Session).say("cli.manual.referee")
        super().format_help_text(ctx, formatter)

    def format_options(self, ctx: Context, formatter: "HelpFormatter") -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: Context, formatter: "HelpFormatter") -> None:
        session = ctx.ensure_object(Session)
        for section in dict.fromkeys(listed.section for listed in COMMANDS.values()):
            names = [name for name, listed in COMMANDS.items() if listed.section == section]
            names += game_commands() if section == GAME_COMMANDS_SECTION else ()
            rows = [(name, summary_of(session, name)) for name in names]
            with formatter.section(session.say(f"cli.section.{section.lower().replace(' ', '_')}")):
                formatter.write_dl(rows, col_max=10)

    def invoke(self, ctx: Context) -> object:
        """Invoke the command; any exception is printed as a message, and the program exits."""
        session = ctx.ensure_object(Session)
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, no traceback at the table
            raise typer.Exit(explain_error(session, error, [])) from None


class Command(Explained, TyperCommand):
    """A command whose help ends with its examples and the exit codes; the last table is its default table."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        """Parse `args`, the last table added where none is named."""
        from cli.tables import add_last_table  # a cold start of --help without it: 10 ms

        if ctx.resilient_parsing:  # a shell asks what could stand here
            return super().parse_args(ctx, args)
        return super().parse_args(ctx, add_last_table(ctx.ensure_object(Session), self, ctx, args))

    def invoke(self, ctx: Context) -> object:
        if self.game is not None:
            from cli.game_terminal import GameTerminal  # only a game's own command needs these
            from referee.service.terminal import TERMINAL

            ctx.meta[TERMINAL] = GameTerminal(ctx.ensure_object(Session))
        return super().invoke(ctx)

    def format_help_text(self, ctx: Context, formatter: "HelpFormatter") -> None:
        self.help = summary_of(ctx.ensure_object(Session), str(self.name))
        super().format_help_text(ctx, formatter)


def load_command(name: str) -> AnyCommand:
    """Import a command; add the options that all commands share, and its examples."""
    module = import_module(module_of_command(name))
    info = CommandInfo(name=name, cls=Command, callback=module.command, epilog=module.EXAMPLE)
    command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
    command.params.extend(_shared_options())
    if isinstance(command, Command) and name not in COMMANDS:
        command.game = game_of_command(name)
    for param in command.params:
        if hasattr(param.type, "readable"):
            param.type.readable = False  # whoever opens the file says why it cannot be
    return command


def _shared_options() -> list[TyperOption]:
    """Return the options every command takes; they may stand before it, too."""
    common = partial(TyperOption, expose_value=False, is_eager=True, callback=_remember)
    return [
        common(param_decls=["--json"], is_flag=True, help="Answer in JSON."),
        common(
            param_decls=["--lang"],
            metavar="LANG",
            help=f"One of {', '.join(LANGUAGES)}.",
            autocompletion=_complete_language,
        ),
        common(param_decls=["--db"], metavar="FILE", help="What keeps the tables: a file, or postgresql://…"),
    ]


def _complete_language(_ctx: typer.Context, _args: list[str], incomplete: str) -> list[str]:
    return [each for each in LANGUAGES if each.casefold().startswith(incomplete.casefold())]


def _remember(ctx: typer.Context, param: TyperOption, value: bool | str | None) -> None:
    """Set a shared option in the session; one after the command wins over one before it."""
    if value:
        ctx.ensure_object(Session).note_option(str(param.name), value)


app = typer.Typer(
    cls=LazyGroup,
    epilog=EXAMPLE,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def _referee(
    ctx: typer.Context, *, version: bool = typer.Option(False, "--version", help="Print the version.")
) -> None:
    """Referee tabletop games beside the physical board."""
    if version:
        from importlib.metadata import version as version_of  # a cold start without it: 15 ms

        print(f"referee {version_of('referee')}")
    elif ctx.invoked_subcommand is None:
        print(ctx.get_help())


def _replace_closed_streams() -> None:
    """Replace closed standard streams by the null device, so that no file gets their number.

    Streams that are no terminal are set to UTF-8.
    """
    for number, name, mode in ((0, "stdin", "r"), (1, "stdout", "w"), (2, "stderr", "w")):
        if getattr(sys, name) is None:
            with suppress(OSError):
                os.dup2(os.open(os.devnull, os.O_RDWR), number)
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115 - no path, for good
    for stream in (sys.stdout, sys.stderr):
        if not isinstance(stream, io.TextIOWrapper):
            continue
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="surrogateescape")


def _flush() -> None:
    """Write out what is left; a reader that has gone is no error, a full disk is one."""
    try:
        sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):
            return
        from cli.errors import explain  # a cold start without it: 30 ms

        session = Session()
        session.note_language(sys.argv[1:])
        sys.exit(explain(session, error))


def main() -> None:
    """Run the program."""
    _replace_closed_streams()
    try:
        typer.main.get_command(app).main(prog_name="referee")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        _flush()
        gc.freeze()  # what is left goes with the process: looking through it once more takes 20 ms


if __name__ == "__main__":
    main()
