"""`referee schema`: what `--json` and the API answer, as JSON Schema."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.help.game_commands import every_answer

if TYPE_CHECKING:
    from referee.service.answers import Answer

EXAMPLE = """\
Examples:

\b
  referee schema
  referee schema refusal
"""


def command(
    ctx: typer.Context,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME", autocompletion=completions.answers, help="One answer; none lists them."
        ),
    ] = None,
) -> None:
    """Describe what --json and the API answer."""
    from referee.service.answers.catalogue import schema_of

    session, answers = ctx.ensure_object(Session), every_answer()
    if name is None:
        list_answers(session, answers)
        return
    if name not in answers:
        raise Problem("cli.unknown_answer", "referee schema", name=name)
    schema = schema_of(name, answers)
    if session.as_json:
        session.emit(schema)
        return
    import json

    print(json.dumps(schema, indent=2, ensure_ascii=False))


def list_answers(session: Session, answers: "dict[str, type[Answer]]") -> None:
    """List the answers by name, each with what it is."""
    from referee.service.answers.catalogue import AnswerListed, summary_of

    width = max(map(len, answers))
    for name in answers:
        summary = summary_of(name, answers)
        if session.as_json:
            session.emit(AnswerListed(name=name, summary=summary))
        else:
            print(f"{name:{width}}  {summary}")
