"""Write the files of commands, never over an existing one unless asked; ask about doubtful imports."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from shlex import quote

from cli.problems import NO, Problem, exit_code_of
from cli.questions import ask_yes_or_no
from cli.session import Session
from events.stores.protocol import Conflict
from referee.kernel.verdict import Refused
from referee.service.answers.files import Written, make_put_away
from referee.service.answers.verdicts import Stale
from referee.service.audit.judge_again import Finding
from referee.service.commands.archive import Archived
from referee.service.files.importing import Accept, DoubtfulError
from referee.service.files.written_files import write_file


def refuse_to_replace(out: str, typed: str, *, force: bool) -> None:
    """Raise Problem where `out` is a file already, unless `force` or it is "-" or a device.

    `typed` is the call without the file, for the hint.
    """
    path = Path(out)
    is_no_file = path.exists() and not path.is_file()
    if out == "-" or force or is_no_file or not os.path.lexists(path):
        return
    raise Problem("cli.file_is_there", f"referee {typed} {quote(out)} --force", NO, file=out)


def write_output(session: Session, out: str, form: str, lines: str | Iterable[str]) -> None:
    """Write a text, or lines as they come, into the file `out`, and print that it was written."""
    written = write_file(Path(out), lines.rstrip("\n").split("\n") if isinstance(lines, str) else lines)
    if session.as_json:
        session.emit(Written(file=out, form=form, lines=written))
    else:
        session.tell(session.say("cli.written", file=out))


def report_archived(session: Session, done: Archived | Refused | Conflict) -> int:
    """Print what became of a table that was removed or renamed; return the exit code.

    Raises Problem where that was refused.
    """
    if isinstance(done, Archived):
        return _report_archived(session, done)
    if isinstance(done, Refused):
        raise Problem(done.reason, f"referee rule {done.rules[0]}", exit_code_of(done), **done.args)
    if session.as_json:
        session.emit(Stale(seen=done.expected, revision=done.revision))
    else:
        session.tell(session.say("cli.conflict", seen=done.expected, revision=done.revision))
    return 1


def _report_archived(session: Session, done: Archived) -> int:
    """Print the new name or that it was removed, and where its log is; return the exit code."""
    if session.as_json:
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


_MOST_DOUBTS = 5


def ask_about_doubts(session: Session, *, yes: bool) -> Accept:
    """Return the function that decides whether doubtful entries are added: by asking, or by `yes`.

    With --json and without `yes` they are not added.
    """

    def accept(doubts: tuple[Finding, ...]) -> bool:
        if yes or session.as_json:
            return yes
        session.tell(session.say("cli.doubts", n=len(doubts)))
        for doubt in doubts[:_MOST_DOUBTS]:
            session.tell("  " + _doubt_in_words(session, doubt))
        return ask_yes_or_no(session)

    return accept


def problem_of_doubts(session: Session, file: Path, table: str, error: DoubtfulError) -> Problem:
    """Return which entries of a file were not added and why, and how to look at them."""
    other = shlex.quote(f"{table[:40]}-2")
    hint = f"referee import {shlex.quote(str(file))} --table {other}"
    why = " ".join(_doubt_in_words(session, doubt) for doubt in error.doubts[:_MOST_DOUBTS])
    return Problem("cli.doubtful", hint, NO, file=str(file), table=table, why=why, n=len(error.doubts))


def _doubt_in_words(session: Session, doubt: Finding) -> str:
    """Return at which entry something does not follow, with the rules and the reason."""
    words = [session.say(doubt.reason, **doubt.args)]
    if doubt.refused is not None:
        words += [*doubt.refused.rules, session.say(doubt.refused.reason, **doubt.refused.args)]
    return " ".join(words)
