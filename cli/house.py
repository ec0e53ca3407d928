"""`referee house`: change a switch by agreement, from here on or from a given entry on."""

from typing import Annotated, Any

import typer

from cli.correcting import house_rule
from cli.do import report
from cli.problems import Problem
from cli.session import Session
from cli.tables import TableArgument, sit_down
from referee.kernel.verdict import Refused

EXAMPLE = """\
Examples:

\b
  referee house evening
  referee house evening minimum_speed=1 --reason "we always play it so"
  referee house evening both_ashore=may_stay --from 41
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
) -> None:
    """Change a switch by agreement; without one, list them."""
    session = ctx.ensure_object(Session)
    at = sit_down(session, table)
    if setting is None:
        show(session, at)
        raise typer.Exit
    ruled = house_rule(setting, reason)
    if start is not None:
        raise typer.Exit(from_entry(session, at, start, ruled))
    before = at.state
    raise typer.Exit(report(session, at, before, at.submit(ruled)))


def from_entry(session: Session, at: Any, start: int, ruled: Any) -> int:
    """Put a house rule before an entry, and tell the rest again."""
    from cli.amend import report as report_amended
    from referee.service.amending import go_on
    from referee.service.retelling import NoSuchEntryError, story_of

    story = story_of(at.log)
    try:
        i = max(story.index(start), 1)
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {at.name}", n=start) from None
    verdict = at.game.decide(story.before(story.told[i].seq or 1), ruled)
    if isinstance(verdict, Refused):
        return report_amended(session, at, verdict)
    at.take_back(story.told[i - 1].end or 1, ruled.reason)
    at.submit(ruled)
    return report_amended(session, at, go_on(at, story.told[i:]))


def show(session: Session, at: Any) -> None:
    """List every switch, its value here, and the other values."""
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
            print(f"{mark} {name}={value}  ({', '.join(others)})  {' '.join(switch.rules)}")
