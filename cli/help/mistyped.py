"""What was typed wrongly, as a problem like any other: which word, what is right there, where to read on."""

import re
from collections.abc import Sequence

from typer._click import exceptions as wrong
from typer._click import types as kinds
from typer._click.core import Parameter

from cli.frame.problems import Problem

IN_BRACKETS = re.compile(r"\) \((.*)\)$")

SAME, MUCH_ALIKE = 1, 0.75
"""How far a word has to be like another, from 0 to 1, to be it, or to be it mistyped."""


def usage_problem(error: wrong.ClickException) -> Problem:
    """Say what is wrong with a call."""
    match error:
        case wrong.NoSuchOption():
            return alike("option", error.option_name, meant_option(error) or error.possibilities or ())
        case wrong.MissingParameter():
            return Problem("cli.usage.missing", what=called(error.param))
        case wrong.BadParameter():
            return bad_value(error)
        case wrong.BadOptionUsage():
            takes = "takes_none" if "does not take" in error.message else "needs_value"
            return Problem(f"cli.usage.{takes}", option=error.option_name)
    if found := IN_BRACKETS.search(error.message):
        return Problem("cli.usage.too_many", words=found[1])
    return Problem("cli.usage.other", why=error.format_message())


def meant(name: str, alike: float = SAME) -> tuple[str, ...]:
    """Find the command that a word means rather than resembles; less `alike`, that it means if mistyped."""
    from difflib import get_close_matches

    from referee.languages import words_for

    called = words_for("commands")
    near = get_close_matches(name.casefold(), called, 1, alike)
    return tuple(called[word] for word in near)


def meant_option(error: wrong.NoSuchOption) -> tuple[str, ...]:
    """Find the option that is called by a word in any language, though its name is spelt otherwise."""
    from referee.languages import words_for

    option = "--" + words_for("options").get(error.option_name.lstrip("-").casefold(), "")
    known = {each for param in error.ctx.command.params for each in param.opts} if error.ctx else ()
    return (option,) if option in known else ()


def alike(what: str, name: str, known: Sequence[str]) -> Problem:
    """Say that there is no such option or command, and which ones have names like it."""
    if known:
        return Problem(f"cli.usage.no_{what}_alike", name=name, alike=tuple(known))
    return Problem(f"cli.usage.no_{what}", name=name)


def bad_value(error: wrong.BadParameter) -> Problem:
    """Say what an option or an argument takes."""
    what, kind = called(error.param), getattr(error.param, "type", None)
    match kind:
        case kinds.IntRange():
            least, most = kind.min, kind.max
            if most is None:
                return Problem("cli.usage.number_from", what=what, least=least)
            return Problem("cli.usage.number_between", what=what, least=least, most=most)
        case kinds.IntParamType():
            return Problem("cli.usage.number", what=what)
    if choices := getattr(kind, "choices", ()):
        return Problem("cli.usage.choice", what=what, known=tuple(map(str, choices)))
    return Problem("cli.usage.other", why=error.format_message())


def called(param: Parameter | None) -> str:
    """Name an option or an argument as its command's help does."""
    if param is None:
        return "?"
    return str(param.opts[0] if param.param_type_name == "option" else param.metavar or param.name)
