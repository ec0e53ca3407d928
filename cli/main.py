"""The `referee` command: the list of commands, each imported only when it is called."""

import gc
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import typer
from typer._click.core import Command as AnyCommand
from typer._click.core import Context
from typer.core import TyperCommand, TyperGroup, TyperOption
from typer.main import get_command_from_info
from typer.models import CommandInfo

from cli.frame.session import Session
from cli.help import completions
from cli.help.game_commands import bringer_of, brought
from cli.help.game_commands import module_of as module_brought
from cli.help.manual import Explained, explained
from referee.languages import LANGUAGES

if TYPE_CHECKING:
    from typer._click.formatting import HelpFormatter


class Listed(NamedTuple):
    """A command as the list of commands shows it; `module` is its file under `cli/commands`."""

    section: str
    summary: str
    module: str


COMMANDS = {
    "demo": Listed("Start here", "Watch a recorded game being refereed.", "start.demo"),
    "play": Listed("Start here", "Referee a whole table round one keyboard.", "start.play"),
    "serve": Listed(
        "Start here", "Serve phones and screens in the home network, until Ctrl-C.", "start.serve"
    ),
    "games": Listed("Start here", "List the games the referee knows.", "start.games"),
    "new": Listed("At the table", "Open a table.", "table.new"),
    "tables": Listed("At the table", "List the tables.", "table.list_tables"),
    "show": Listed("At the table", "Show the board of a table or a file.", "table.show"),
    "do": Listed("At the table", "Tell the referee what a seat did or the table showed.", "table.do"),
    "legal": Listed("At the table", "List what may be done now.", "table.legal"),
    "back": Listed("At the table", "Take back, as an event of its own.", "changes.take_back"),
    "agree": Listed("At the table", "Agree to what somebody proposed, or object.", "changes.agree"),
    "amend": Listed("At the table", "Replace one entry and tell the rest again.", "changes.amend"),
    "again": Listed(
        "At the table",
        "Tell again what a take-back undid, as far as it is still legal.",
        "changes.tell_again",
    ),
    "correct": Listed(
        "At the table", "Set facts by hand, because the board says otherwise.", "changes.correct"
    ),
    "house": Listed(
        "At the table", "Change an option by agreement; without one, list them.", "changes.house_rule"
    ),
    "leave": Listed("At the table", "Let somebody go home; the others play on for that seat.", "table.leave"),
    "seal": Listed("At the table", "Commit to a secret by its hash, or open one.", "table.seal"),
    "close": Listed("At the table", "Close a table: nothing more is recorded.", "table.close"),
    "dispute": Listed("Disputes", "Open a dispute, and settle it as the table decides.", "disputes.dispute"),
    "rulings": Listed(
        "Disputes", "List the disputes of a table and how each was settled.", "disputes.rulings"
    ),
    "whatif": Listed("Disputes", "Show the game as it would have gone, as a difference.", "disputes.whatif"),
    "result": Listed("Disputes", "Add up the score, and say who wins by which rule.", "disputes.result"),
    "log": Listed("The log", "List the entries of a table or a file.", "log.log"),
    "check": Listed("The log", "Re-referee a record or an exported log from nothing.", "proof.check"),
    "audit": Listed("The log", "Prove a log: chain, facts, hands and gems.", "proof.audit"),
    "head": Listed(
        "The log", "Print the hash that stands for all that is kept of a table, or for a log.", "proof.head"
    ),
    "witness": Listed(
        "The log", "Note the heads of all tables, signed; or prove those noted.", "proof.witness"
    ),
    "replay": Listed("The log", "Play a log again, board by board.", "log.replay"),
    "report": Listed("The log", "Write the story of a game into one file.", "log.report"),
    "export": Listed("The log", "Write a table out: log, record, board, notes or a film.", "log.export"),
    "import": Listed("The log", "Bring a file in as a table, or go on with it.", "log.import_file"),
    "sync": Listed("The log", "Bring a table and its file together, both ways.", "log.sync"),
    "rename": Listed("The log", "Give a table another name; its phones go on with it.", "log.rename"),
    "delete": Listed("The log", "Remove a table; its log is written into a file first.", "log.delete"),
    "copy": Listed("The log", "Copy all tables to another file or database.", "log.copy_store"),
    "events": Listed("The rulebook", "List the events a record is made of.", "rulebook.events"),
    "schema": Listed("The rulebook", "Describe what --json and the API answer.", "rulebook.schema"),
    "rule": Listed("The rulebook", "Explain a rule, with its source and examples.", "rulebook.rule"),
    "simulate": Listed("The workshop", "Play whole games at random into files.", "workshop.simulate"),
    "study": Listed("The workshop", "Find out how much a rule matters.", "workshop.study"),
    "scaffold": Listed(
        "The workshop",
        "Write the room of a new game, which obeys every law from the first minute.",
        "workshop.scaffold",
    ),
    "doctor": Listed("The workshop", "Look after this installation.", "workshop.doctor"),
}
"""Every command, in the order and the sections of `referee --help`."""


OTHER_NAMES = {"undo": "back", "redo": "again"}
"""What people call a command as well."""


EXAMPLE = """\
Examples:

\b
  referee demo
  referee help do
  referee help --man > referee.1
"""


BROUGHT_IN = "The workshop"
"""The section in which the commands stand that games bring."""


class LazyGroup(Explained, TyperGroup):
    """A group that imports a command when it is called, and lists all without importing any."""

    def __init__(self, **how: Any) -> None:
        super().__init__(**how)
        self.params.extend(shared_options())

    def list_commands(self, ctx: Context) -> list[str]:
        return [*COMMANDS, *brought()]

    def get_command(self, ctx: Context, cmd_name: str) -> AnyCommand | None:
        return load(cmd_name) if cmd_name in COMMANDS or bringer_of(cmd_name) else None

    def resolve_command(
        self, ctx: Context, args: list[str]
    ) -> tuple[str | None, AnyCommand | None, list[str]]:
        if args[0] == "help" and ctx.resilient_parsing:  # the shell completes the command to be explained
            return None, None, []
        if args[0] == "help":
            args = self.helped(ctx, args[1:])
        args = [OTHER_NAMES.get(args[0], args[0]), *args[1:]]
        if args[0] not in COMMANDS and not bringer_of(args[0]):
            from difflib import get_close_matches

            from cli.help.mistyped import MUCH_ALIKE, alike, meant

            ctx.ensure_object(Session).as_json |= "--json" in args
            close = get_close_matches(args[0], self.list_commands(ctx))
            raise alike("command", args[0], meant(args[0]) or close or meant(args[0], MUCH_ALIKE))
        return super().resolve_command(ctx, args)

    def helped(self, ctx: Context, asked: list[str]) -> list[str]:
        """Read `help COMMAND` as `COMMAND --help`; alone it is the list of commands, `--man` the man page."""
        if asked and asked[0] != "help" and not asked[0].startswith("-"):
            return [asked[0], "--help"]
        if "--man" in asked:
            from cli.help.man_page import man_page

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
            names += brought() if section == BROUGHT_IN else ()
            rows = [(name, summary(session, name)) for name in names]
            with formatter.section(session.say(f"cli.section.{section.lower().replace(' ', '_')}")):
                formatter.write_dl(rows, col_max=10)

    def invoke(self, ctx: Context) -> object:
        session = ctx.ensure_object(Session)
        try:
            return super().invoke(ctx)
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, no traceback at the table
            raise typer.Exit(explained(session, error, [])) from None


class Command(Explained, TyperCommand):
    """A command whose help ends with its example and the exit codes; the last table need not be named."""

    def parse_args(self, ctx: Context, args: list[str]) -> list[str]:
        from cli.tables.last_table import with_table

        if ctx.resilient_parsing:  # a shell asks what could stand here
            return super().parse_args(ctx, args)
        return super().parse_args(ctx, with_table(ctx.ensure_object(Session), self, ctx, args))

    def format_help_text(self, ctx: Context, formatter: "HelpFormatter") -> None:
        self.help = summary(ctx.ensure_object(Session), str(self.name))
        super().format_help_text(ctx, formatter)


def summary(session: Session, name: str) -> str:
    """Say in a line what a command does, in the language of the session."""
    from referee.l10n import has

    if name not in COMMANDS:
        return session.say(f"{bringer_of(name)}.command.{name}.summary")
    message_id = f"cli.summary.{name}"
    return session.say(message_id) if has(message_id, session.lang) else COMMANDS[name].summary


def load(name: str) -> AnyCommand:
    """Import one command; give it the options all commands share, and its example as epilog."""
    module = import_module(module_of(name))
    info = CommandInfo(name=name, cls=Command, callback=module.command, epilog=module.EXAMPLE)
    command = get_command_from_info(info, pretty_exceptions_short=False, rich_markup_mode=None)
    command.params.extend(shared_options())
    if isinstance(command, Command) and name not in COMMANDS:
        command.game = bringer_of(name)
    for param in command.params:
        if hasattr(param.type, "readable"):
            param.type.readable = False  # whoever opens the file says why it cannot be
    return command


def module_of(name: str) -> str:
    """Name the module of a command: of the house, or of the game that brings it."""
    if (listed := COMMANDS.get(name)) is not None:
        return f"cli.commands.{listed.module}"
    return module_brought(name)


def shared_options() -> list[TyperOption]:
    """Give the options every command takes; they may stand before it too."""
    common = partial(TyperOption, expose_value=False, is_eager=True, callback=remember)
    return [
        common(param_decls=["--json"], is_flag=True, help="Answer in JSON."),
        common(
            param_decls=["--lang"],
            metavar="LANG",
            help=f"One of {', '.join(LANGUAGES)}.",
            autocompletion=completions.languages,
        ),
        common(
            param_decls=["--db"],
            metavar="FILE",
            help="What keeps the tables: a file, or postgresql://…",
        ),
    ]


def remember(ctx: typer.Context, param: TyperOption, value: bool | str | None) -> None:
    """Note a shared option in the session; what stands after the command wins."""
    if value:
        ctx.ensure_object(Session).remember(str(param.name), value)


app = typer.Typer(
    cls=LazyGroup,
    epilog=EXAMPLE,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def referee(
    ctx: typer.Context, *, version: bool = typer.Option(False, "--version", help="Print the version.")
) -> None:
    """Referee tabletop games beside the physical board."""
    if version:
        from importlib.metadata import version as version_of

        print(f"referee {version_of('referee')}")
    elif ctx.invoked_subcommand is None:
        print(ctx.get_help())


def main() -> None:
    """Run the program."""
    from cli.frame.standard_streams import closed_streams, flush

    closed_streams()
    try:
        typer.main.get_command(app).main(prog_name="referee")
    except KeyboardInterrupt:
        sys.exit(130)
    finally:
        flush()
        gc.freeze()  # what is left goes with the process: looking through it once more takes 20 ms


if __name__ == "__main__":
    main()
