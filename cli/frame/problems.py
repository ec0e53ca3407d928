"""What went wrong, in one clear message: what, where, what to do; never a traceback."""

import errno
import os
import shlex
import sys
from typing import TYPE_CHECKING

from cli.frame.session import Session
from events.codec import MalformedError, NewerLogError
from events.stores.protocol import DamagedStoreError, NewerStoreError, StoreError
from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from referee.kernel.game import NotationError
    from referee.service.answers.verdicts import Failed, Refusal
    from referee.service.tables.table import Table

NO, USAGE, DAMAGED, NEWER, BUG = 1, 2, 3, 4, 70

NAMES_NOTHING = {
    "table.unknown_game",
    "table.unknown_edition",
    "table.unknown_option",
    "table.unknown_value",
    "table.unknown_seat",
    "table.unknown_colour",
    "table.no_such_entry",
    "table.no_such_proposal",
    "table.no_such_dispute",
}
"""Reasons to refuse a name that does not exist: that is wrong usage, wherever it is typed."""


class Problem(Exception):  # noqa: N818 -- not every problem is an error of somebody's
    """Something the person can put right: a message id, its arguments, what to do, an exit code.

    With --json it is answered as an error, or where it says what a table refused, as that refusal.
    """

    def __init__(self, message_id: str, hint: str | None = None, code: int = USAGE, **args: object) -> None:
        super().__init__(message_id)
        self.message_id, self.hint, self.code, self.args_ = message_id, hint, code, args
        self.refusal: tuple[Table, Refused, str] | None = None

    def refused_at(self, table: "Table", refused: Refused) -> "Problem":
        """Have it answered as what a table refused."""
        self.refusal = (table, refused, "")
        return self

    def of_line(self, table: "Table", error: "NotationError", line: str) -> "Problem":
        """Have it answered as a line that cannot be read."""
        self.refusal = (table, Refused(error.reason, (), error.args_), line)
        return self


def code_of(refused: Refused) -> int:
    """Give the exit code of a refusal: wrong usage where a name does not exist, else a plain no."""
    return USAGE if refused.reason in NAMES_NOTHING else NO


def explain(session: Session, error: Exception) -> int:
    """Tell the person what went wrong, and what to do or where to read on; give the exit code."""
    problem = as_problem(error)
    if problem is None:
        return explain_bug(session, error)
    message = session.say(problem.message_id, **spelled_out(session, problem.args_))
    hint = problem.hint or " ".join(filter(None, ("referee", session.command, "--help")))
    if session.subject:
        hint = hint.replace("TABLE|FILE", shlex.quote(session.subject))
    elif "TABLE|FILE" in hint:
        hint = "referee doctor"
    hint = session.advised(hint)
    if session.as_json:
        session.emit(as_answer(session, problem, message, hint))
    else:
        session.tell(session.say("cli.error", message=message))
        session.tell(session.say("cli.help", hint=hint))
    return problem.code


def as_answer(session: Session, problem: Problem, message: str, hint: str) -> "Failed | Refusal":
    """Give a problem as it is answered."""
    from referee.service.answers.verdicts import Failed, add_expected

    if problem.refusal is None:
        return Failed(error=problem.message_id, message=message, hint=hint, exit=problem.code)
    from msgspec.structs import replace

    from cli.output.refusals import answered
    from referee.service.tables.open_acts import of_the_whole_table

    at, refused, line = problem.refusal
    told = answered(session, at.game, at.state, refused)
    if line:
        possible = of_the_whole_table(at.game, at.state)
        told = add_expected(told, at.game, at.state, line, session.lang, possible)
    return replace(told, error=problem.message_id, hint=hint, exit=problem.code)


def spelled_out(session: Session, args: dict[str, object]) -> dict[str, object]:
    """Put a refusal among the arguments into words."""
    why = args.get("why")
    if not isinstance(why, Refused):
        return args
    return {**args, "why": session.say(why.reason, names=args.get("names"), **why.args)}


def as_problem(error: Exception) -> Problem | None:
    """Turn an exception into what a person should read; None where it is a bug of ours."""
    match error:
        case Problem():
            return error
        case StoreError():
            return store_problem(error)
        case UnicodeDecodeError():
            return Problem("cli.not_text")
        case UnicodeEncodeError():
            return Problem("cli.no_text_typed")
        case OSError():
            return file_problem(error)
    return log_problem(error)


def file_problem(error: OSError) -> Problem:
    """Explain what the system said about a file, or about the answer where no file is named."""
    from referee.l10n import has
    from referee.service.files.written_files import DatabaseThereError

    if isinstance(error, DatabaseThereError):
        return Problem("cli.database_is_there", code=NO, file=str(error.filename))
    if error.filename is None:
        return Problem("cli.answer_unwritten", why=error.strerror or str(error))
    message_id = f"cli.system.{errno.errorcode.get(error.errno or 0, '')}"
    if has(message_id, "en"):
        return Problem(message_id, file=str(error.filename))
    return Problem("cli.file", file=str(error.filename), why=error.strerror or str(error))


def log_problem(error: Exception) -> Problem | None:
    """Explain what is wrong with a log or a record; None where something else is."""
    from referee.kernel.registry import BrokenGameError, UnknownGameError, all_games
    from referee.service.logs.chain import DamagedLogError
    from referee.service.logs.replay import EmptyLogError

    match error:
        case NewerLogError(args=(found, ours)):
            return Problem("cli.newer_log", "git pull && pip install .", NEWER, found=found, ours=ours)
        case MalformedError():
            from referee.kernel.vocabulary import explain_unreadable

            return Problem("cli.malformed", code=DAMAGED, why=explain_unreadable(error))
        case DamagedLogError():
            return Problem(error.reason, "referee audit TABLE|FILE", DAMAGED, **error.args_)
        case EmptyLogError():
            return Problem("cli.empty_log", code=NO)
        case UnknownGameError(args=(game, *_)):
            return Problem("cli.unknown_game", "referee games", game=game, known=all_games())
        case BrokenGameError():
            return Problem(error.reason, "referee doctor", **error.args_)
    return None


def store_problem(error: StoreError) -> Problem:
    """Explain what a store could not do."""
    code = {NewerStoreError: NEWER, DamagedStoreError: DAMAGED}.get(type(error), USAGE)
    return Problem(error.reason, "referee doctor", code, **error.args_)


def explain_bug(session: Session, error: Exception) -> int:
    """Own up to a bug; the traceback only for those who ask."""
    if os.environ.get("REFEREE_DEBUG"):
        raise error
    session.tell(session.say("cli.bug", what=f"{type(error).__name__}: {error}"))
    session.tell(session.say("cli.help", hint=f"REFEREE_DEBUG=1 referee {shlex.join(sys.argv[1:])}"))
    return BUG
