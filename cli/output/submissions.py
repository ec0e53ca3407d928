"""Print what became of a submission: recorded, refused, proposed, or the rest reapplied."""

import sys
from typing import TYPE_CHECKING

from cli.output.sentences import entry_line, fact_lines
from cli.session import Session
from cli.terminal import fold_for
from events.base import Event
from referee.kernel.verdict import Refused
from referee.service.tables.request import Reapplied, Recorded

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.request import Answer
    from referee.service.tables.table import Table


def report_answer(
    session: Session, at: "Table", before: "TableState", answer: "Answer", event: Event | None = None
) -> int:
    """Print what became of a submission; return the exit code. `event` is what was submitted."""
    if isinstance(answer, Recorded):
        return _report_recorded(session, at, before, answer)
    if isinstance(answer, Refused):
        from cli.output.refusals import report_refused  # a cold start without it: 8 ms

        return report_refused(session, at, answer, event)
    if session.as_json:
        from referee.service.answers.verdicts import Stale  # a cold start without it: 3 ms

        session.emit(Stale(seen=answer.expected, revision=answer.revision))
    else:
        session.tell(session.say("cli.conflict", seen=answer.expected, revision=answer.revision))
    return 1


def _report_recorded(session: Session, at: "Table", before: "TableState", recorded: Recorded) -> int:
    """Print an act, what followed from it, and what the referee dealt then; return 0."""
    if session.as_json:
        from referee.service.answers.verdicts import make_accepted, make_told_again  # the same

        if isinstance(recorded, Reapplied):
            secrets = at.log_index.secrets
            session.emit(make_told_again(before, at.state, recorded, secrets, None, session.lang))
            return 0
        events = (judged.event for judged in recorded.judged)
        session.emit(make_accepted(before, recorded, events, session.lang))
        return 0
    dealt = at.log_index.view()[recorded.revision :] if at.revision > recorded.revision else ()
    lines = [
        *fact_lines(session, at, recorded.first, recorded.judged),
        *(entry_line(session, at.log_index, seen) for seen in dealt),
    ]
    print(fold_for("\n".join(lines), sys.stdout))
    return 0
