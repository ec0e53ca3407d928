"""`referee do`: tell the referee what a seat did, or what the table showed."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.acts import find_next_for_all, find_said_of_everybody, parse_act
from cli.output.sentences import draw_board
from cli.output.submissions import report_answer
from cli.parameters import Key, TableArgument, complete_acts
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_table
from events.base import Event
from events.table import TakenBack
from referee.l10n.wording import doer_of
from referee.service.tables.request import Recorded, Request

if TYPE_CHECKING:
    from referee.service.tables.request import Actor, Answer
    from referee.service.tables.table import Table


EXAMPLE = """\
referee do evening A plays 4
referee do A plays 4
referee do 2
referee do evening "B2 up to S3, steal from A1"
referee do evening --event '{"type":"turn_ended","seat":"A"}'
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    notation: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NOTATION...", help="What was done; no quotes needed.", autocompletion=complete_acts
        ),
    ] = None,
    event: Annotated[str | None, typer.Option(metavar="JSON", help="The same as an event.")] = None,
    seen: Annotated[
        int | None, typer.Option(metavar="N", help="Only if the table is still at revision N.")
    ] = None,
    key: Key = None,
    *,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Where the referee refuses it: play it all the same.")
    ] = False,
    board: Annotated[bool, typer.Option("--board", help="Show the board after it.")] = False,
) -> None:
    """Tell the referee what a seat did or the table showed."""
    session = ctx.ensure_object(Session)
    line = " ".join(notation or ()) or None
    at = get_table(session, table)
    if (line is None) == (event is None):
        raise Problem("cli.one_of", "referee do --help")
    if line is not None and (code := _do_for_all(session, at, line)) is not None:
        raise typer.Exit(code)
    act = parse_act(session, at, line, event, seen)
    before, actor = at.state, actor_of(session, at)
    if isinstance(act, TakenBack) and seen is None:
        seen = at.revision  # what comes this very moment is not undone
    answer = _submit(at, actor, act, seen, key, anyway=anyway)
    code = report_answer(session, at, before, answer, act)
    if board and not session.as_json:
        print(draw_board(session, at.game, at.state))
    raise typer.Exit(code)


def _do_for_all(session: Session, at: "Table", line: str) -> int | None:
    """Submit for each seat what everybody does and print it; return the exit code of the last.

    None where the line says nothing of everybody, or nobody may do it.
    """
    if (said := find_said_of_everybody(line)) is None:
        return None
    left, code = list(at.state.seats), None
    while (found := find_next_for_all(session, at, left, said)) is not None:
        before = at.state
        answer = _submit(at, actor_of(session, at), found)
        code = report_answer(session, at, before, answer, found)
        left.remove(str(doer_of(found)))
        if not isinstance(answer, Recorded):
            break
    return code


def _submit(
    at: "Table",
    actor: "Actor",
    act: Event,
    seen: int | None = None,
    key: str | None = None,
    *,
    anyway: bool = False,
) -> "Answer":
    """Submit an act; with a `key`, the same call gets the same answer again.

    With `anyway`, an act that the referee refuses is played all the same. `seen` is the revision on which
    it is submitted, None for whatever the table has come to.
    """
    from referee.service.commands.record import (
        record_event,  # what a shell completes needs none of these: 10 ms
    )

    if anyway:
        from referee.service.commands.record import play_anyway  # a cold start: 2 ms
    submit = play_anyway if anyway else record_event
    from referee.service.tables.table import decide_once  # what a shell completes needs none of these

    request = Request(actor, seen, key).with_digest((act,) if anyway else at.as_said(at.state, act))
    return decide_once(at, request, lambda table: submit(table, request, act))
