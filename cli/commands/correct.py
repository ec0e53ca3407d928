"""`referee correct`: set facts by hand, because the board says otherwise."""

from typing import Annotated

import typer

from cli.changes import parse_agreed, parse_facts
from cli.output.changes import report_change
from cli.parameters import Reason, TableArgument, WhoAgreed, WhoAsks, complete_facts
from cli.session import Session
from cli.tables import actor_of, get_table
from events.table import Corrected
from referee.service.commands.correct import correct, find_new_name, make_correction, viewer_of
from referee.service.commands.undo import reveals_corrected
from referee.service.tables.request import Request

EXAMPLE = """\
referee correct evening weather=1
referee correct evening canoes.A.1.at=S3 canoes.A.1.gem=ruby --reason "bumped into the board"
referee correct evening weather=1 --by B
referee correct evening names.C=Chie
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    facts: Annotated[
        list[str],
        typer.Argument(
            metavar="FACT=VALUE...", autocompletion=complete_facts, help="Paths as in `show --json`."
        ),
    ],
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoAsks = None,
) -> None:
    """Set facts by hand, because the board says otherwise."""
    session = ctx.ensure_object(Session)
    agreeing = parse_agreed(session, by, agreed)
    at = get_table(session, table, whole=True)
    actor, before = actor_of(session, at, by), at.state
    facts_set = parse_facts(at.game, at.state, facts)
    renamed, viewer = find_new_name(facts_set, reason), viewer_of(at, actor)
    event = renamed or make_correction(at.game, at.state, facts_set, reason, viewer=viewer)
    unseen = reveals_corrected(at, event, viewer) if isinstance(event, Corrected) else ()
    answer = correct(at, Request(actor, agreed=agreeing), facts_set, reason)
    raise typer.Exit(report_change(session, at, before, answer, unseen, event))
