"""Print every exception as one message: what is wrong, where, and what to do; never a traceback."""

import errno
import os
import shlex
import sys

from msgspec.structs import replace

from cli.output.refusals import answer_refusal
from cli.problems import BUG, DAMAGED, NEWER, NO, USAGE, Problem
from cli.session import Session
from events.codec import MalformedError, NewerLogError
from events.stores.protocol import DamagedStoreError, NewerStoreError, StoreError
from referee.kernel.registry import BrokenGameError, UnknownGameError, all_games
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain_unreadable
from referee.l10n import has
from referee.service.answers.verdicts import Failed, Refusal, add_expected
from referee.service.files.written_files import DatabaseThereError
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError
from referee.service.tables.open_acts import acts_of_table


def explain(session: Session, error: Exception) -> int:
    """Print what went wrong and what to do; return the exit code."""
    problem = _problem_of(error)
    if problem is None:
        return _explain_bug(session, error)
    message = session.say(problem.message_id, **args_in_words(session, problem.args_))
    hint = problem.hint or " ".join(filter(None, ("referee", session.command, "--help")))
    if session.subject:
        hint = hint.replace("TABLE|FILE", shlex.quote(session.subject))
    elif "TABLE|FILE" in hint:
        hint = "referee doctor"
    hint = session.adapt_commands(hint)
    if session.as_json:
        session.emit(answer_of_problem(session, problem, message, hint))
    else:
        session.tell(session.say("cli.error", message=message))
        session.tell(session.say("cli.help", hint=hint))
    return problem.code


def answer_of_problem(session: Session, problem: Problem, message: str, hint: str) -> Failed | Refusal:
    """Return the JSON answer of a problem: the refusal it stands for, else an error."""
    if problem.refusal is None:
        return Failed(error=problem.message_id, message=message, hint=hint, exit=problem.code)
    at, refused, line = problem.refusal
    answer = answer_refusal(session, at.game, at.state, refused)
    if line:
        possible = acts_of_table(at.game, at.state)
        answer = add_expected(answer, at.game, at.state, line, session.lang, possible)
    return replace(answer, error=problem.message_id, hint=hint, exit=problem.code)


def args_in_words(session: Session, args: dict[str, object]) -> dict[str, object]:
    """Return the arguments of a message, a refusal in `why` put into words."""
    why = args.get("why")
    if not isinstance(why, Refused):
        return args
    return {**args, "why": session.say(why.reason, names=args.get("names"), **why.args)}


def _problem_of(error: Exception) -> Problem | None:
    """Return an exception as a Problem for people; None where it is a bug."""
    match error:
        case Problem():
            return error
        case StoreError():
            return _problem_of_store(error)
        case UnicodeDecodeError():
            return Problem("cli.not_text")
        case UnicodeEncodeError():
            return Problem("cli.no_text_typed")
        case OSError():
            return _problem_of_file(error)
    return _problem_of_log(error)


def _problem_of_file(error: OSError) -> Problem:
    """Return the Problem of a system error with a file, or with stdout where it names none."""
    if isinstance(error, DatabaseThereError):
        return Problem("cli.database_is_there", code=NO, file=str(error.filename))
    if error.filename is None:
        return Problem("cli.answer_unwritten", why=error.strerror or str(error))
    message_id = f"cli.system.{errno.errorcode.get(error.errno or 0, '')}"
    if has(message_id, "en"):
        return Problem(message_id, file=str(error.filename))
    return Problem("cli.file", file=str(error.filename), why=error.strerror or str(error))


def _problem_of_log(error: Exception) -> Problem | None:
    """Return what is wrong with a log or a record; None for any other exception."""
    match error:
        case NewerLogError(args=(found, ours)):
            return Problem("cli.newer_log", "git pull && pip install .", NEWER, found=found, ours=ours)
        case MalformedError():
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


def _problem_of_store(error: StoreError) -> Problem:
    """Return what a store could not do; the exit code says newer, damaged or wrong usage."""
    code = {NewerStoreError: NEWER, DamagedStoreError: DAMAGED}.get(type(error), USAGE)
    return Problem(error.reason, "referee doctor", code, **error.args_)


def _explain_bug(session: Session, error: Exception) -> int:
    """Print that it is a bug of ours; with REFEREE_DEBUG set, raise it instead."""
    if os.environ.get("REFEREE_DEBUG"):
        raise error
    session.tell(session.say("cli.bug", what=f"{type(error).__name__}: {error}"))
    session.tell(session.say("cli.help", hint=f"REFEREE_DEBUG=1 referee {shlex.join(sys.argv[1:])}"))
    return BUG
