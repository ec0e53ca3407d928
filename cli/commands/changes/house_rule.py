"""`referee house`: change an option by agreement, from here on or from a given entry on."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from cli.output.proposals import report
from cli.tables.actors import Reason, WhoAgreed, WhoAsks, actor_of, those_who_agreed
from cli.tables.changes_by_hand import rule_option_of
from cli.tables.find_table import TableArgument, sit_down

if TYPE_CHECKING:
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
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
            metavar="OPTION=VALUE", autocompletion=completions.options, help="The option; none lists them."
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
    agreeing = those_who_agreed(session, by, agreed)
    at = sit_down(session, table, whole=start is not None)
    if not setting:
        show(session, at)
        raise typer.Exit
    from referee.service.commands.changes.house_rule import before_entry, house_rule, meant
    from referee.service.commands.changes.unseen import shown_since
    from referee.service.logs.effective import NoSuchEntryError

    (option, value), before = rule_option_of(session, at.game, " ".join(setting)), at.state
    try:
        unseen = () if start is None else shown_since(at.log_index, before_entry(at, start).to)
        answer = house_rule(
            at, actor_of(session, at, by), option, value, reason, start=start, agreed=agreeing
        )
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {quote(at.name)}", n=start) from None
    raise typer.Exit(report(session, at, before, answer, unseen, meant(at, option, value, reason)))


def show(session: Session, at: "Table") -> None:
    """List every option, its value here, the other values, and what it means."""
    from referee.l10n.options import decision_words
    from referee.languages import listed, trait
    from referee.service.answers.tables import list_options

    for each in list_options(at.game, at.state):
        if session.as_json:
            session.emit(each)
            continue
        typed, mark = f"{each.option}={each.value}", "*" if each.house else " "
        others = listed((str(value) for value in each.values if value != each.value), session.lang)
        others = trait(session.lang, "brackets").format(others)
        words = decision_words(at.game.id, typed, session.lang)
        print(f"{mark} {words}\n    {typed} {others}  {' '.join(each.rules)}")
