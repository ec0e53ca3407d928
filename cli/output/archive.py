"""Say what became of a table that was removed, or has another name."""

from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.problems import Problem, code_of
from cli.frame.session import Session
from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from events.stores.protocol import Conflict
    from referee.service.commands.archive import PutAway


def report(session: Session, done: "PutAway | Refused | Conflict") -> int:
    """Print what became of a table; give the exit code. Raises Problem where it was refused."""
    from referee.service.commands.archive import PutAway

    if isinstance(done, PutAway):
        return report_done(session, done)
    if isinstance(done, Refused):
        raise Problem(done.reason, f"referee rule {done.rules[0]}", code_of(done), **done.args)
    if session.as_json:
        from referee.service.answers.verdicts import Stale

        session.emit(Stale(seen=done.expected, revision=done.revision))
    else:
        session.tell(session.say("cli.conflict", seen=done.expected, revision=done.revision))
    return 1


def report_done(session: Session, done: "PutAway") -> int:
    """Say where the log is now."""
    if session.as_json:
        from referee.service.answers.files import make_put_away

        session.emit(make_put_away(done))
        return 0
    session.tell(session.say("cli.kept_in_file", file=done.file, entries=done.entries))
    if done.name:
        print(session.say("cli.renamed", table=done.table, name=done.name))
        session.tell(session.say("cli.chained_anew"))
    else:
        print(session.say("cli.deleted", table=done.table))
        session.tell(session.say("cli.help", hint=f"referee import {quote(done.file)}"))
    return 0
