"""`referee schema`: what `--json` and the API answer, as JSON Schema."""

import json
from importlib import import_module
from typing import Annotated

import typer

from cli.command_list import game_commands, module_of_command
from cli.problems import Problem
from cli.session import Session
from referee.service.answers import Answer
from referee.service.answers.catalogue import ANSWERS, AnswerListed, schema_of, summary_of

EXAMPLE = """\
referee schema
referee schema refusal
"""


def all_answers() -> dict[str, type[Answer]]:
    """Return the answers by name: the service's, and those that commands of our games list in `ANSWERS`."""
    return ANSWERS | {
        name: answer
        for command in game_commands()
        for name, answer in getattr(import_module(module_of_command(command)), "ANSWERS", {}).items()
    }


def _complete_answer(incomplete: str) -> list[str]:
    return [name for name in all_answers() if name.startswith(incomplete.casefold())]


def command(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(metavar="NAME", autocompletion=_complete_answer, help="One answer; none lists them."),
    ] = None,
) -> None:
    """Describe what --json and the API answer."""
    session, answers = ctx.ensure_object(Session), all_answers()
    if name is None:
        _list_answers(session, answers)
        return
    if name not in answers:
        raise Problem("cli.unknown_answer", "referee schema", name=name)
    schema = schema_of(name, answers)
    if session.as_json:
        session.emit(schema)
        return
    print(json.dumps(schema, indent=2, ensure_ascii=False))


def _list_answers(session: Session, answers: dict[str, type[Answer]]) -> None:
    """Print each answer's name and summary."""
    width = max(map(len, answers))
    for name in answers:
        summary = summary_of(name, answers)
        if session.as_json:
            session.emit(AnswerListed(name=name, summary=summary))
        else:
            print(f"{name:{width}}  {summary}")
