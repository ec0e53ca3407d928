"""`referee correct`: set facts by hand, because the board says otherwise."""

from typing import Annotated

import typer

from cli.frame.session import Session
from cli.help import completions
from cli.output.proposals import report
from cli.tables.actors import Reason, WhoAgreed, WhoAsks, actor_of, those_who_agreed
from cli.tables.changes_by_hand import facts_told
from cli.tables.find_table import TableArgument, sit_down
from events.table import Corrected

EXAMPLE = """\
Examples:

\b
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
            metavar="FACT=VALUE...", autocompletion=completions.facts, help="Paths as in `show --json`."
        ),
    ],
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoAsks = None,
) -> None:
    """Set facts by hand, because the board says otherwise."""
    from referee.service.commands.correct import correct, find_new_name, make_correction, viewer_of
    from referee.service.commands.undo import reveals_corrected
    from referee.service.tables.request import Request

    session = ctx.ensure_object(Session)
    agreeing = those_who_agreed(session, by, agreed)
    at = sit_down(session, table, whole=True)
    actor, before = actor_of(session, at, by), at.state
    told = facts_told(at.game, at.state, facts)
    renamed, viewer = find_new_name(told, reason), viewer_of(at, actor)
    event = renamed or make_correction(at.game, at.state, told, reason, viewer=viewer)
    unseen = reveals_corrected(at, event, viewer) if isinstance(event, Corrected) else ()
    answer = correct(at, Request(actor, agreed=agreeing), told, reason)
    raise typer.Exit(report(session, at, before, answer, unseen, event))
