"""The man page, made of the help: `referee help --man > referee.1`, then `man -l referee.1`."""

from typing import TYPE_CHECKING

from cli.frame.session import Session
from cli.frame.settings import KNOWN
from cli.help.manual import EXIT_CODES, described, filled_in, option_help, parameters

if TYPE_CHECKING:
    from typer._click.core import Context
    from typer.core import TyperGroup


def man_page(ctx: "Context", group: "TyperGroup") -> str:
    """Write the whole help as a page for `man`."""
    from importlib.metadata import version

    session = ctx.ensure_object(Session)
    lines = [f'.TH REFEREE 1 "" "referee {version("referee")}"', _heading(session, "manual.name")]
    lines += [f"referee \\- {escaped(session.say('cli.manual.referee'))}"]
    lines += [
        _heading(session, "manual.usage"),
        ".B referee",
        "[--lang LANG] [--db FILE] [--json] COMMAND ...",
    ]
    lines += [_heading(session, "manual.commands")]
    for name in group.list_commands(ctx):
        lines += of_command(ctx, session, name)
    lines += [_heading(session, "exit.title")]
    for code in EXIT_CODES:
        lines += [".TP", code, escaped(session.say(f"cli.exit.{code}"))]
    lines += [_heading(session, "manual.environment"), "REFEREE_LANG, REFEREE_DB, REFEREE_CONFIG, NO_COLOR"]
    lines += [_heading(session, "manual.files"), ".TP", "config.toml", escaped(", ".join(KNOWN))]
    return "\n".join(lines)


def _heading(session: Session, id: str) -> str:
    return f".SH {escaped(session.say(f'cli.{id}').upper())}"


def of_command(ctx: "Context", session: Session, name: str) -> list[str]:
    """Write one command: how it is called, what it does, what it takes, its examples."""
    from cli.main import Command, load, summary

    command = load(name)
    called = type(ctx)(command, parent=ctx, info_name=name)
    usage = " ".join(piece.strip("{}") for piece in command.collect_usage_pieces(called))
    lines = [f'.SS "referee {name} {escaped(usage)}"', escaped(summary(session, name))]
    game = command.game if isinstance(command, Command) else None
    for param in parameters(command, called):
        param.help = option_help(session, name, param, game)
        shape, text = described(called, param)
        lines += [".TP", f"\\fB{escaped(shape)}\\fR", escaped(text)] if shape else []
    examples = [line.strip() for line in filled_in(command.epilog or "").splitlines()[3:] if line.strip()]
    return [*lines, ".PP", ".nf", *map(escaped, examples), ".fi"]


def escaped(text: str) -> str:
    """Escape a text so that troff reads none of it as markup."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
