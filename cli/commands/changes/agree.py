"""`referee agree`: answer a proposal; with the last agreement the change is made, one objection ends it."""

from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.tables.actors import actor_of
from cli.tables.find_table import TableArgument, known_seat, sit_down

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
    from cli.commands.changes.take_back import offer_after
    from cli.output.proposals import report, waiting
    from referee.service.commands.consent import ProposalReply, answer_proposal, open_proposals
    from referee.service.tables.request import Request

    session = ctx.ensure_object(Session)
    at = sit_down(session, table, whole=True)
    asked = open_proposals(at.log_index, at.state)
    if proposal is None and by is not None and len(asked) == 1:
        proposal = asked[0].id
    if proposal is None:
        waiting(session, at)
        if by is not None and asked:
            raise Problem("case.which_proposal", proposals=tuple(each.id for each in asked))
        raise typer.Exit
    seat = known_seat(table, at.state, by)
    if seat is None:
        raise Problem("case.who_answers")
    said: ProposalReply = "object" if objects else "agree"
    before, given = at.state, answer_proposal(at, Request(actor_of(session, at, seat)), proposal, said)
    code = report(session, at, before, given)
    if code == 0:
        offer_after(session, at, given)
    raise typer.Exit(code)
