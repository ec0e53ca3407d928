"""The help of all commands as one document: the man page, and the reference in `cli/README.md`."""

from collections.abc import Iterable, Iterator
from importlib.metadata import version
from typing import NamedTuple

from typer._click.core import Context
from typer.core import TyperGroup

from cli.command_list import COMMANDS, GAME_COMMANDS_SECTION, SHARED_OPTIONS, fill_in_example
from cli.help import EXIT_CODES, Explained, describe, option_help, parameters_of, summary_of
from cli.session import SETTINGS, Session


class CommandHelp(NamedTuple):
    """What `--help` says of one command. `parameters` are pairs of what is typed and what it is for."""

    name: str
    usage: str
    summary: str
    parameters: list[tuple[str, str]]
    examples: list[str]


def man_page(ctx: Context, group: TyperGroup) -> str:
    """Return the whole help as a page for `man`, in the language of the session."""
    session = ctx.ensure_object(Session)
    lines = [f'.TH REFEREE 1 "" "referee {version("referee")}"', _heading(session, "manual.name")]
    lines += [f"referee \\- {_escape(session.say('cli.manual.referee'))}", _heading(session, "manual.usage")]
    lines += [".B referee", "[--lang LANG] [--db FILE] [--json] COMMAND ..."]
    lines += [_heading(session, "manual.commands")]
    for each in _iter_help(ctx, group):
        lines += [f'.SS "referee {each.name} {_escape(each.usage)}"', _escape(each.summary)]
        for shape, text in each.parameters:
            lines += [".TP", f"\\fB{_escape(shape)}\\fR", _escape(text)]
        lines += [".PP", ".nf", *map(_escape, each.examples), ".fi"]
    lines += [_heading(session, "exit.title")]
    for code in EXIT_CODES:
        lines += [".TP", code, _escape(session.say(f"cli.exit.{code}"))]
    lines += [_heading(session, "manual.environment"), "REFEREE_LANG, REFEREE_DB, REFEREE_CONFIG, NO_COLOR"]
    lines += [_heading(session, "manual.files"), ".TP", "config.toml", _escape(", ".join(SETTINGS))]
    return "\n".join(lines)


def markdown_reference(ctx: Context, group: TyperGroup) -> str:
    """Return the help of all commands as Markdown by section; shared options are listed once."""
    session = ctx.ensure_object(Session)
    by_section: dict[str, list[CommandHelp]] = {}
    for each in _iter_help(ctx, group):
        listed = COMMANDS.get(each.name)
        by_section.setdefault(GAME_COMMANDS_SECTION if listed is None else listed.section, []).append(each)
    shared = next(iter(by_section.values()))[0].parameters
    lines = ["## Every command takes", "", *_markdown_list(p for p in shared if _is_shared(p)), ""]
    lines += [f"## {session.say('cli.exit.title')}", ""]
    lines += [*_markdown_list((code, session.say(f"cli.exit.{code}")) for code in EXIT_CODES), ""]
    for section, commands in by_section.items():
        lines += [f"## {section}", ""]
        for each in commands:
            lines += [f"### `{' '.join(['referee', each.name, *each.usage.split()])}`", "", each.summary, ""]
            own = _markdown_list(p for p in each.parameters if not _is_shared(p))
            lines += [*own, ""] if own else []
            lines += ["```sh", *each.examples, "```", ""]
    return "\n".join(lines).rstrip()


def _iter_help(ctx: Context, group: TyperGroup) -> Iterator[CommandHelp]:
    """Yield the help of every command in the order of the list, in the language of the session."""
    session = ctx.ensure_object(Session)
    for name in group.list_commands(ctx):
        command = group.get_command(ctx, name)
        if command is None:
            continue
        called = type(ctx)(command, parent=ctx, info_name=name)
        usage = " ".join(piece.strip("{}") for piece in command.collect_usage_pieces(called))
        parameters = []
        for param in parameters_of(command, called):
            param.help = option_help(
                session, name, param, command.game if isinstance(command, Explained) else None
            )
            shape, text = describe(called, param)
            parameters += [(shape, text)] if shape else []
        examples = fill_in_example(command.epilog or "").splitlines()
        yield CommandHelp(name, usage, summary_of(session, name), parameters, examples)


def _is_shared(parameter: tuple[str, str]) -> bool:
    """Return whether a parameter is one that all commands take."""
    return any(option in SHARED_OPTIONS for option in parameter[0].replace(",", " ").split())


def _markdown_list(rows: Iterable[tuple[str, str]]) -> list[str]:
    """Return a Markdown list of what is typed and what it is for; a text may be empty."""
    return [f"- `{shape}`: {text}" if text else f"- `{shape}`" for shape, text in rows]


def _heading(session: Session, id: str) -> str:
    """Return a heading of a man page: the message `cli.<id>`."""
    return f".SH {_escape(session.say(f'cli.{id}').upper())}"


def _escape(text: str) -> str:
    """Return `text` so that troff reads none of it as markup."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return "\\&" + text if text.startswith((".", "'")) else text
