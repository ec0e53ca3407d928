"""Taking back as people count it: acts, not entries; what will be undone is said first."""

import sys
from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.problems import Problem
from cli.frame.session import Session

if TYPE_CHECKING:
    from referee.service.tables.table import Table

MOST_NAMED = 8
"""At most so many acts are all named; beyond that only the first and the last are."""


def target_of(at: "Table", acts: int | None, to: int | None) -> int | None:
    """Find the entry to go back to; None where there is nothing to take back."""
    from referee.service.commands.undo import acts_after, entry_before_acts

    if acts is not None and to is not None:
        raise Problem("case.acts_or_entry")
    if to is not None:
        return to
    wanted = 1 if acts is None else acts
    found: int | None = entry_before_acts(at, wanted)
    if found is None and acts is not None and (had := len(acts_after(at, 1))):
        if acts >= at.revision:
            raise Problem("case.only_so_many_acts", acts=acts, had=had)
        hint = f"referee back {quote(at.name)} --to {acts}"
        raise Problem("case.fewer_acts", hint, acts=acts, had=had)
    return found


def undone_words(session: Session, at: "Table", to: int) -> list[str]:
    """Say which acts going back undoes, one a line; where they are many, only the first and the last."""
    from cli.output.sentences import sentence
    from referee.service.commands.undo import acts_after

    told = acts_after(at, to)
    lines = []
    for each in told:
        seen = at.log_index.secrets.redact(each.seq, each.event)
        lines.append("  " + sentence(session, at.log_index.effective.before(each.seq or to), seen))
    if len(lines) > MOST_NAMED:
        half = MOST_NAMED // 2
        lines = [*lines[:half], "  …", *lines[-half:]]
    return [session.say("case.will_be_undone", n=len(told)), *lines]


def is_more_than_one(at: "Table", to: int) -> bool:
    """Whether going back undoes more than the last act."""
    from referee.service.commands.undo import acts_after

    return len(acts_after(at, to)) > 1


def agreed_to(answer: str | None) -> bool:
    """Read the answer to a question of yes or no."""
    from referee.languages import all_words

    return (answer or "").strip().lower() in all_words("agreed")


def declined(answer: str | None) -> bool:
    """Whether an answer is no, or empty; a word that is neither yes nor no is meant as something else."""
    from referee.languages import all_words

    return (answer or "").strip().lower() in {"", *all_words("declined")}


def confirm(session: Session, at: "Table", to: int | None, *, yes: bool) -> bool:
    """Say what will be undone; where it is more than the last act, ask at a terminal."""
    from cli.tables.asked_twice import answered_yes

    if to is None or session.as_json or not is_more_than_one(at, to):
        return True
    session.tell("\n".join(undone_words(session, at, to)))
    if yes or not sys.stdin.isatty():
        return True
    return answered_yes(session)
