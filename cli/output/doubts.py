"""What a file would add to a table that nobody could have told here: shown, and asked about."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from cli.frame.problems import NO, Problem
from cli.frame.session import Session

if TYPE_CHECKING:
    from referee.service.audit.judge_again import Finding
    from referee.service.files.importing import Accept, DoubtfulError

MOST_SHOWN = 5


def ask_about_doubts(session: Session, *, yes: bool) -> "Accept":
    """Make what asks people about doubtful entries; `yes` adds them, --json alone does not."""

    def accept(doubts: "tuple[Finding, ...]") -> bool:
        from cli.tables.asked_twice import answered_yes

        if yes or session.as_json:
            return yes
        session.tell(session.say("cli.doubts", n=len(doubts)))
        for doubt in doubts[:MOST_SHOWN]:
            session.tell("  " + in_words(session, doubt))
        return answered_yes(session)

    return accept


def doubtful(session: Session, file: Path, table: str, error: "DoubtfulError") -> Problem:
    """Say what of a file was not added, where it stands, and how to look at it."""
    other = shlex.quote(f"{table[:40]}-2")
    hint = f"referee import {shlex.quote(str(file))} --table {other}"
    why = " ".join(in_words(session, doubt) for doubt in error.doubts[:MOST_SHOWN])
    return Problem("cli.doubtful", hint, NO, file=str(file), table=table, why=why, n=len(error.doubts))


def in_words(session: Session, doubt: "Finding") -> str:
    """Say at which entry something does not follow, with the rules and the reason."""
    told = [session.say(doubt.reason, **doubt.args)]
    if doubt.refused is not None:
        told += [*doubt.refused.rules, session.say(doubt.refused.reason, **doubt.refused.args)]
    return " ".join(told)
