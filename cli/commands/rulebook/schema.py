"""`referee schema`: what `--json` and the API answer, as JSON Schema."""

from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions

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
    from referee.service.answers.catalogue import ANSWERS, schema_of

    session = ctx.ensure_object(Session)
    if name is None:
        list_answers(session)
        return
    if name not in ANSWERS:
        raise Problem("cli.unknown_answer", "referee schema", name=name)
    if session.as_json:
        session.emit(schema_of(name))
        return
    import json

    print(json.dumps(schema_of(name), indent=2, ensure_ascii=False))


def list_answers(session: Session) -> None:
    """List the answers by name, each with what it is."""
    from referee.service.answers.catalogue import ANSWERS, AnswerListed, summary_of

    width = max(map(len, ANSWERS))
    for name in ANSWERS:
        if session.as_json:
            session.emit(AnswerListed(name=name, summary=summary_of(name)))
        else:
            print(f"{name:{width}}  {summary_of(name)}")
