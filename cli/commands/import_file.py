"""`referee import`: bring a file in as a table."""

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cli.files import ask_about_doubts, problem_of_doubts
from cli.problems import NO, Problem
from cli.session import Session
from cli.sources import find_file
from cli.tables import open_store
from referee.service.answers.files import make_imported as imported_answer
from referee.service.files.check import Checked
from referee.service.files.importing import DoubtfulError, Imported, ImportRefusedError, import_file
from referee.service.logs.replay import EmptyLogError

EXAMPLE = """\
referee import game.jsonl
referee import game.jsonl --table evening
referee import evening.txt --until-wrong
"""


def command(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or an exported log; - is stdin.")],
    table: Annotated[str | None, typer.Option(metavar="NAME", help="What to call the table.")] = None,
    *,
    until_wrong: Annotated[
        bool, typer.Option("--until-wrong", help="Take what comes before the first mistake, and say where.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", help="Add what does not follow all the same, and ask nothing.")
    ] = False,
) -> None:
    """Bring a file in as a table, or go on with it."""
    session = ctx.ensure_object(Session)
    session.subject = str(file)
    read = find_file(session, file)
    read.open("rb").close()
    try:
        store, accept = open_store(session, create=True), ask_about_doubts(session, yes=yes)
        imported = import_file(store, read, table, until_wrong=until_wrong, accept=accept)
    except EmptyLogError:
        raise Problem("cli.empty_file", code=NO, file=str(file)) from None
    except ImportRefusedError as error:
        raise _not_imported(file, error.checked) from None
    except DoubtfulError as error:
        raise problem_of_doubts(session, file, table or error.table, error) from None
    if session.as_json:
        session.emit(imported_answer(imported, lambda id, args: session.say(id, **args)))
        return
    print(imported.table)
    session.tell(session.say(*_outcome(imported), file=str(file), **_counts(imported)))
    if imported.stopped is not None and imported.stopped.refused is not None:
        place, why = _where(file, imported.stopped), imported.stopped.refused
        session.tell(session.say("cli.import_stopped", where=place, why=session.say(why.reason, **why.args)))


def _outcome(imported: Imported) -> tuple[str]:
    """Return, as a tuple of one, the message id: a new table, one extended, or one that had all of it."""
    if imported.went_on is None:
        return ("cli.imported",)
    if imported.went_on.behind:
        return ("cli.import_went_on",)
    return ("cli.import_nothing_new" if imported.went_on.ahead else "cli.import_same",)


def _counts(imported: Imported) -> dict[str, object]:
    """Return the arguments of the message: entries of the table, and how many are new."""
    found = imported.went_on
    added = {} if found is None else {"added": found.behind, "ahead": found.ahead, "first": found.common + 1}
    return {"table": imported.table, "entries": imported.revision, **added}


def _where(file: Path, checked: Checked) -> str:
    """Return a place in a file: line, column where it is known, and the rules."""
    place = ":".join(map(str, filter(None, (file, checked.line, checked.column))))
    return " ".join((f"{place}:", *checked.rules))


def _not_imported(file: Path, checked: Checked) -> Problem:
    """Return the Problem of the line that stopped the import.

    Where its name is taken, how to give another.
    """
    name = shlex.quote(str(file))
    is_named = checked.why.reason in ("table.already_open", "table.bad_table_name", "log.forked")
    other = shlex.quote(f"{file.stem[:40]}-2")
    hint = f"referee import {name} --table {other}" if is_named else f"referee check {name}"
    return Problem("cli.import_refused", hint, 1, where=_where(file, checked), why=checked.why)
