"""`referee house`: change an option by agreement, from here on or from a given entry on."""

from shlex import quote
from typing import Annotated

import typer

from cli.changes import get_option, parse_agreed
from cli.output.changes import report_change
from cli.parameters import Reason, TableArgument, WhoAgreed, WhoAsks, complete_options
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_table
from referee.l10n.options import decision_words
from referee.languages import listed, trait
from referee.service.answers.tables import list_options
from referee.service.commands.correct import house_rule, make_house_rule, make_undo_before
from referee.service.commands.undo import reveals_undone
from referee.service.logs.effective import NoSuchEntryError
from referee.service.tables.request import Request
from referee.service.tables.table import Table

EXAMPLE = """\
referee house evening
referee house evening minimum_speed=1 --reason "we always play it so"
referee house evening both_ashore=may_stay --from 41
referee house evening minimum_speed=1 --by B
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    setting: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="OPTION=VALUE", autocompletion=complete_options, help="The option; none lists them."
        ),
    ] = None,
    start: Annotated[
        int | None, typer.Option("--from", metavar="N", help="From entry N on; the rest is told again.")
    ] = None,
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoAsks = None,
) -> None:
    """Change an option by agreement; without one, list them."""
    session = ctx.ensure_object(Session)
    agreeing = parse_agreed(session, by, agreed)
    at = get_table(session, table, whole=start is not None)
    if not setting:
        _list_options(session, at)
        raise typer.Exit
    (option, value), before = get_option(session, at.game, " ".join(setting)), at.state
    try:
        unseen = () if start is None else reveals_undone(at.log_index, make_undo_before(at, start).to)
        request = Request(actor_of(session, at, by), agreed=agreeing)
        answer = house_rule(at, request, option, value, reason, start=start)
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {quote(at.name)}", n=start) from None
    raise typer.Exit(
        report_change(session, at, before, answer, unseen, make_house_rule(at, option, value, reason))
    )


def _list_options(session: Session, at: Table) -> None:
    """Print every option: its value here (a star: a house rule), the other values, what it means."""
    for each in list_options(at.game, at.state):
        if session.as_json:
            session.emit(each)
            continue
        typed, mark = f"{each.option}={each.value}", "*" if each.house else " "
        others = listed((str(value) for value in each.values if value != each.value), session.lang)
        others = trait(session.lang, "brackets").format(others)
        words = decision_words(at.game.id, typed, session.lang)
        print(f"{mark} {words}\n    {typed} {others}  {' '.join(each.rules)}")
