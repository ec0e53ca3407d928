"""The referee's word in a dispute, and what a table does so that ruling otherwise has effect."""

import shlex
from typing import TYPE_CHECKING

from cli.frame.session import Session
from referee.languages import trait

if TYPE_CHECKING:
    from cli.commands.disputes.dispute import Found
    from events.base import Event
    from referee.kernel.table import TableState
    from referee.service.disputes.analysis import Analysis
    from referee.service.tables.table import Table


def word(session: Session, case: "Analysis", state: "TableState") -> list[str]:
    """Say what the referee ruled itself, by which rules; nothing where the viewer may not know."""
    from cli.output.refusals import message

    if not case.word:
        return []
    said = session.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = [] if case.refusal is None else [message(session, case.refusal, state)]
    return ["  " + trait(session.lang, "blank").join([said, *why])]


def steps(session: Session, seated: "Table", found: "Found") -> list[str]:
    """Write what is typed so that a ruling otherwise has effect; nothing at a closed table."""
    if seated.state.closed:
        return []
    act = found.case.act
    return played_anyway(session, seated, act) if act is not None else undone(session, found)


def played_anyway(session: Session, seated: "Table", act: "Event") -> list[str]:
    """Write how a refused act is played; nothing where it would be accepted by now."""
    from cli.output.refusals import offers
    from referee.kernel.verdict import Refused

    refused = seated.judge(act)
    if not isinstance(refused, Refused):
        return []
    lines = offers(session, seated.game, seated.state, refused, act, seated.name)
    return [session.say("ruling.not_yet_played"), *lines]


def undone(session: Session, found: "Found") -> list[str]:
    """Write how an accepted act is taken back or amended; nothing where it is the opening."""
    timeline = found.timeline
    i = timeline.index(found.case.at)
    if i == 0:
        return []
    how = {"table": shlex.quote(found.table), "to": timeline.actions[i - 1].end, "n": timeline.actions[i].seq}
    return [session.say("ruling.not_yet_done", **how), session.say("ruling.instead", **how)]
