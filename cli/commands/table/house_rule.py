"""`referee house`: change a switch by agreement, from here on or from a given entry on."""

from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.changes_by_hand import house_rule
from cli.tables.find_table import TableArgument, sit_down
from cli.tables.open_table import words
from cli.telling.proposals import propose, report

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
        str | None, typer.Argument(metavar="OPTION=VALUE", help="The switch; none lists them.")
    ] = None,
    start: Annotated[
        int | None, typer.Option("--from", metavar="N", help="From entry N on; the rest is told again.")
    ] = None,
    reason: Annotated[str, typer.Option(metavar="TEXT", help="Why.")] = "",
    agreed: Annotated[str | None, typer.Option(metavar="A,B,C", help="Who agreed.")] = None,
    by: Annotated[
        str | None, typer.Option(metavar="SEAT", help="Who asks: the others are asked, and any may object.")
    ] = None,
) -> None:
    """Change a switch by agreement; without one, list them."""
    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    if setting is None:
        show(session, at)
        raise typer.Exit
    ruled = house_rule(setting, reason, words(agreed) if agreed else ())
    changes, unseen = ((ruled,), ()) if start is None else from_entry(at, start, ruled)
    before = at.state
    if by is not None:
        answer = propose(at, by, *changes)
    elif start is None:
        answer = at.submit(ruled)
    else:
        from referee.service.desk.tell_again import change_together

        answer = change_together(at, changes)
    raise typer.Exit(report(session, at, before, answer, unseen, ruled))


def from_entry(at: Any, start: int, ruled: Any) -> tuple[Any, Any]:
    """Plan to put a house rule before an entry; give the changes, and what they cannot make unseen."""
    from referee.service.desk.tell_again import rule_from
    from referee.service.desk.unseen import shown_since
    from referee.service.retelling import NoSuchEntryError

    try:
        changes = rule_from(at, start, ruled)
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {at.name}", n=start) from None
    return changes, shown_since(at, changes[0].to)


def show(session: Session, at: Any) -> None:
    """List every switch, its value here, the other values, and what it means."""
    from referee.l10n.options import decision_words

    for name, switch in at.game.charter.switches.items():
        value = getattr(at.state.switches, name)
        others = tuple(str(v) for v in switch.values if v != value)
        if session.as_json:
            session.emit(
                {
                    "option": name,
                    "value": value,
                    "values": switch.values,
                    "house": name in at.state.house,
                    "rules": switch.rules,
                }
            )
        else:
            mark = "*" if name in at.state.house else " "
            words = decision_words(at.game.id, f"{name}={value}", session.lang)
            print(f"{mark} {name}={value}  ({', '.join(others)})  {' '.join(switch.rules)}  {words}")
