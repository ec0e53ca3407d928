"""`referee agree`: answer a proposal; with the last agreement the change is made, one objection ends it."""

from typing import Annotated

import typer

from cli.output.changes import as_proposed, offer_to_reapply, proposal_in_words, report_change
from cli.output.sentences import names_of
from cli.parameters import TableArgument, complete_proposals, complete_seats
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_seat, get_table
from referee.service.answers.tables import make_asking
from referee.service.commands.consent import ProposalReply, answer_proposal, open_proposals, proposed_changes
from referee.service.tables.request import Request
from referee.service.tables.table import Table
from referee.service.wording import proposed_words

EXAMPLE = """\
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
            autocompletion=complete_proposals,
            help="Which one; with --by the only one is meant, else those that wait are listed.",
        ),
    ] = None,
    by: Annotated[
        str | None, typer.Option(metavar="SEAT", autocompletion=complete_seats, help="Who answers.")
    ] = None,
    *,
    objects: Annotated[bool, typer.Option("--object", help="Object: that ends it.")] = False,
) -> None:
    """Agree to what somebody proposed, or object."""
    session = ctx.ensure_object(Session)
    at = get_table(session, table, whole=True)
    asked = open_proposals(at.log_index, at.state)
    if proposal is None and by is not None and len(asked) == 1:
        proposal = asked[0].id
    if proposal is None:
        _list_proposals(session, at)
        if by is not None and asked:
            raise Problem("case.which_proposal", proposals=tuple(each.id for each in asked))
        raise typer.Exit
    seat = get_seat(table, at.state, by)
    if seat is None:
        raise Problem("case.who_answers")
    said: ProposalReply = "object" if objects else "agree"
    before, given = at.state, answer_proposal(at, Request(actor_of(session, at, seat)), proposal, said)
    code = report_change(session, at, before, given)
    if code == 0:
        offer_to_reapply(session, at, given)
    raise typer.Exit(code)


def _list_proposals(session: Session, at: Table) -> None:
    """Print every open proposal: what is asked, who agreed, whose word is missing."""
    asked = open_proposals(at.log_index, at.state)
    if not asked and not session.as_json:
        session.tell(session.say("case.nothing_asked"))
    for each in asked:
        seen = at.log_index.secrets.redact
        changes = tuple(seen(None, change) for change in proposed_changes(at.game.id, each))
        words = proposed_words(at.log_index, at.state, changes, session.lang, None)
        proposal = make_asking(at.state, each, changes, words)
        if session.as_json:
            session.emit(proposal)
            continue
        print(f"{each.id}  {proposal_in_words(session, at, as_proposed(at, each))}")
        said = {"agreed": each.seats_agreed, "missing": proposal.waits_for, "names": names_of(at.state)}
        print("    " + session.say("case.agreed_so_far", **said))
