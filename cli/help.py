"""Help in every language, and usage errors, in place of typer's own texts."""

import re
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Any

import typer
from typer._click import exceptions, types
from typer._click.core import Command, Context, Parameter
from typer._click.exceptions import ClickException
from typer._click.formatting import HelpFormatter
from typer.core import TyperArgument, TyperOption

from cli.command_list import COMMANDS, TABLE_ARGUMENTS, fill_in_example, game_of_command
from cli.problems import Problem
from cli.session import Session
from cli.terminal import wrap_text
from referee.l10n import LANGUAGES, has
from referee.languages import trait, words_for


def summary_of(session: Session, name: str) -> str:
    """Return the summary of a command in the language of the session."""
    if name not in COMMANDS:
        return session.say(f"{game_of_command(name)}.command.{name}.summary")
    message_id = f"cli.summary.{name}"
    return session.say(message_id) if has(message_id, session.lang) else COMMANDS[name].summary


EXIT_CODES = ("0", "1", "2", "3", "4", "5", "130")
"""Fine, refused or different, wrong usage, damaged, newer, undecided, interrupted; catalogs word them."""

_KINDS = ("argument", "option")
"""What a command may be given, in the order of its help."""

_Parameter = TyperArgument | TyperOption
"""typer's classes for these."""


class Explained(Command):
    """Base of commands and the list of commands: localised help, errors as messages.

    Mixed into typer's classes.

    `game` is the game that brings the command, None for our own.
    """

    game: str | None = None

    def make_context(
        self, info_name: str | None, args: list[str], parent: Context | None = None, **extra: Any
    ) -> Context:
        """Read what was typed; what is wrong with it is printed, and the program exits."""
        session = parent.ensure_object(Session) if parent else extra.setdefault("obj", Session())
        session.note_language(args)
        if parent is not None:
            session.command = info_name
        try:
            ctx = super().make_context(info_name, args, parent, **extra)
        except typer.Exit:
            raise
        except Exception as error:  # noqa: BLE001 -- whatever it is, no traceback at the table
            raise typer.Exit(explain_error(session, error, args)) from None
        if parent is None:
            ctx.with_resource(session.call())
        return ctx

    def get_help(self, ctx: Context) -> str:
        page = _HelpPage(ctx.ensure_object(Session).lang)
        self.format_help(ctx, page)
        return page.getvalue().rstrip("\n")

    def format_usage(self, ctx: Context, formatter: HelpFormatter) -> None:
        pieces = [piece.strip("{}") for piece in self.collect_usage_pieces(ctx)]
        session = ctx.ensure_object(Session)
        title = session.say("cli.manual.usage") + trait(session.lang, "colon")
        formatter.write_usage(ctx.command_path, " ".join(pieces), title)

    def format_options(self, ctx: Context, formatter: HelpFormatter) -> None:
        session, rows = ctx.ensure_object(Session), dict[str, list[tuple[str, str]]]()
        for param in parameters_of(self, ctx):
            param.help = option_help(session, str(self.name), param, self.game)
            shape, text = describe(ctx, param)
            text = text.replace("required]", session.say("cli.manual.required") + "]")
            default = session.say("cli.manual.default") + trait(session.lang, "colon")
            text = text.replace("[default: ", f"[{default}")
            rows.setdefault(param.param_type_name, []).append((shape, text))
        for kind in filter(rows.get, _KINDS):
            with formatter.section(session.say(f"cli.manual.{kind}s")):
                formatter.write_dl(rows[kind])

    def format_epilog(self, ctx: Context, formatter: HelpFormatter) -> None:
        """Add the examples, and what the exit codes mean."""
        session = ctx.ensure_object(Session)
        examples = fill_in_example(self.epilog or "").splitlines()
        if examples:
            with formatter.section(session.say("cli.manual.examples")):
                formatter.write("".join(f"  {line}\n" for line in examples))
        with formatter.section(session.say("cli.exit.title")):
            formatter.write_dl([(code, session.say(f"cli.exit.{code}")) for code in EXIT_CODES])


def parameters_of(command: Command, ctx: Context) -> list[_Parameter]:
    """Return the arguments and options of a command, --help among them."""
    return [param for param in command.get_params(ctx) if isinstance(param, _Parameter)]


def describe(ctx: Context, param: _Parameter) -> tuple[str, str]:
    """Return how a parameter is written and its help; a table is not marked as required."""
    shape, text = param.get_help_record(ctx) or ("", "")
    return shape, text.removesuffix("[required]").rstrip() if param.name in TABLE_ARGUMENTS else text


def option_help(session: Session, command: str, param: _Parameter, game: str | None = None) -> str:
    """Return the help of an option in the session's language, else as the code has it."""
    own = f"{command}_{param.name}" if game is None else f"{param.name}"
    place = "cli.option" if game is None else f"{game}.command.{command}.option"
    ids = (f"{place}.{own}", f"cli.option.{param.name}")
    known = next((id for id in ids if has(id, session.lang)), None)
    return str(param.help) if known is None else session.say(known, languages=LANGUAGES)


def explain_error(session: Session, error: Exception, args: list[str]) -> int:
    """Print what was wrong and return the exit code; 0 where the reader of stdout has gone.

    `args` are the words of the call: --json among them counts although it was not read yet.
    """
    from cli.errors import explain  # a cold start without it: 30 ms

    if isinstance(error, BrokenPipeError):
        return 0
    session.as_json |= "--json" in args
    if isinstance(error, ClickException):
        return explain(session, _usage_problem(error))
    return explain(session, error)


class _HelpPage(HelpFormatter):
    """typer's help page in display columns: typer counts Chinese and Japanese signs as narrow."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.colon = trait(lang, "colon").rstrip()

    def write_heading(self, heading: str) -> None:
        self.write(f"{' ' * self.current_indent}{heading}{self.colon}\n")

    def write_text(self, text: str) -> None:
        """Write a text, wrapped by display columns."""
        self.write("".join(f"{line}\n" for line in wrap_text(text, " " * self.current_indent, self.width)))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write two columns; a first column wider than `col_max` gets a line of its own."""
        from referee.draw.width import width  # a cold start without help: 3 ms less

        first = min(max(width(shape) for shape, _ in rows), col_max) + col_spacing
        margin = " " * self.current_indent
        for shape, text in rows:
            lines = wrap_text(text, room=self.width - first - self.current_indent)
            if width(shape) + col_spacing > first:
                lines.insert(0, "")
            lefts = [shape + " " * (first - width(shape)), *(" " * first for _ in lines[1:])]
            shown = (f"{margin}{left}{line}".rstrip() for left, line in zip(lefts, lines, strict=True))
            self.write("".join(f"{line}\n" for line in shown))


_IN_BRACKETS = re.compile(r"\) \((.*)\)$")

_SAME, MUCH_ALIKE = 1, 0.75
"""How far a word has to be like another, from 0 to 1, to be it, or to be it mistyped."""


def _usage_problem(error: exceptions.ClickException) -> Problem:
    """Return what is wrong with a call, in place of what typer says."""
    match error:
        case exceptions.NoSuchOption():
            return no_such("option", error.option_name, _options_called(error) or error.possibilities or ())
        case exceptions.MissingParameter():
            return Problem("cli.usage.missing", what=_name_of(error.param))
        case exceptions.BadParameter():
            return _bad_value(error)
        case exceptions.BadOptionUsage():
            takes = "takes_none" if "does not take" in error.message else "needs_value"
            return Problem(f"cli.usage.{takes}", option=error.option_name)
    if found := _IN_BRACKETS.search(error.message):
        return Problem("cli.usage.too_many", words=found[1])
    return Problem("cli.usage.other", why=error.format_message())


def commands_called(name: str, alike: float = _SAME) -> tuple[str, ...]:
    """Return the command a word means in any language, as a tuple of one or none.

    `alike`, 0 to 1, is how near the word must be: 1 is the word itself, less allows a slip.
    """
    called = words_for("commands")
    near = get_close_matches(name.casefold(), called, 1, alike)
    return tuple(called[word] for word in near)


def _options_called(error: exceptions.NoSuchOption) -> tuple[str, ...]:
    """Return the option that a word means in any language, as a tuple of one or none."""
    option = "--" + words_for("options").get(error.option_name.lstrip("-").casefold(), "")
    known = {each for param in error.ctx.command.params for each in param.opts} if error.ctx else ()
    return (option,) if option in known else ()


def no_such(what: str, name: str, known: Sequence[str]) -> Problem:
    """Return that there is no such option or command, and which `known` ones are like it."""
    if known:
        return Problem(f"cli.usage.no_{what}_alike", name=name, alike=tuple(known))
    return Problem(f"cli.usage.no_{what}", name=name)


def _bad_value(error: exceptions.BadParameter) -> Problem:
    """Return the Problem of a value that an option or argument does not take."""
    what, kind = _name_of(error.param), getattr(error.param, "type", None)
    match kind:
        case types.IntRange():
            least, most = kind.min, kind.max
            if most is None:
                return Problem("cli.usage.number_from", what=what, least=least)
            return Problem("cli.usage.number_between", what=what, least=least, most=most)
        case types.IntParamType():
            return Problem("cli.usage.number", what=what)
    if choices := getattr(kind, "choices", ()):
        return Problem("cli.usage.choice", what=what, known=tuple(map(str, choices)))
    return Problem("cli.usage.other", why=error.format_message())


def _name_of(param: Parameter | None) -> str:
    """Return how help names an option or an argument, ? for none."""
    if param is None:
        return "?"
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar or param.name)
