"""`referee agree`: answer a proposal; with the last agreement the change is made, one objection ends it."""

from typing import Annotated

import typer

from cli import completions
from cli.output.submissions import list_proposals, offer_to_reapply, report_change
from cli.parameters import TableArgument
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_seat, get_table
from referee.service.commands.consent import Said, answer, waiting_now

EXAMPLE = """\
Examples:

\b
  referee agree evening
  referee agree evening P18 --by B
  referee agree evening P18 --by C --object
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    proposal: Annotated[
        str | None,
        typer.Argument(
            metavar="PROPOSAL",
            autocompletion=completions.proposals,
            help="Which one; with --by the only one is meant, else those that wait are listed.",
        ),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="SEAT", autocompletion=completions.seats, help="Who answers.")
    ] = None,
    *,
    objects: Annotated[bool, typer.Option("--object", help="Object: that ends it.")] = False,
) -> None:
    """Agree to what somebody proposed, or object."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table, whole=True)
    asked = waiting_now(at.log_index, at.state)
    if proposal is None and by is not None and len(asked) == 1:
        proposal = asked[0].id
    if proposal is None:
        list_proposals(session, at)
        if by is not None and asked:
            raise Problem("case.which_proposal", proposals=tuple(each.id for each in asked))
        raise typer.Exit
    seat = get_seat(table, at.state, by)
    if seat is None:
        raise Problem("case.who_answers")
    said: Said = "object" if objects else "agree"
    before, given = at.state, answer(at, actor_of(session, at, seat), proposal, said)
    code = report_change(session, at, before, given)
    if code == 0:
        offer_to_reapply(session, at, given)
    raise typer.Exit(code)
