"""`referee import`: bring a file in as a table."""

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import NO, Problem
from cli.frame.session import Session
from cli.tables.find_table import file_meant, open_store

if TYPE_CHECKING:
    from referee.service.files.check import Checked
    from referee.service.files.importing import Imported

EXAMPLE = """\
Examples:

\b
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
    from cli.output.doubts import ask_about_doubts, doubtful
    from referee.service.files.importing import DoubtfulError, ImportRefusedError, import_file
    from referee.service.logs.replay import EmptyLogError

    session = ctx.ensure_object(Session)
    session.subject = str(file)
    read = file_meant(session, file)
    read.open("rb").close()
    try:
        store, accept = open_store(session, create=True), ask_about_doubts(session, yes=yes)
        imported = import_file(store, read, table, until_wrong=until_wrong, accept=accept)
    except EmptyLogError:
        raise Problem("cli.empty_file", code=NO, file=str(file)) from None
    except ImportRefusedError as error:
        raise not_imported(file, error.checked) from None
    except DoubtfulError as error:
        raise doubtful(session, file, table or error.table, error) from None
    if session.as_json:
        from referee.service.answers.files import make_imported

        session.emit(make_imported(imported, lambda id, args: session.say(id, **args)))
        return
    print(imported.table)
    session.tell(session.say(*outcome(imported), file=str(file), **counted(imported)))
    if imported.stopped is not None and imported.stopped.refused is not None:
        place, why = where(file, imported.stopped), imported.stopped.refused
        session.tell(session.say("cli.import_stopped", where=place, why=session.say(why.reason, **why.args)))


def outcome(imported: "Imported") -> tuple[str]:
    """Say whether it is a new table, one that went on, or one that had all of it."""
    if imported.went_on is None:
        return ("cli.imported",)
    if imported.went_on.behind:
        return ("cli.import_went_on",)
    return ("cli.import_nothing_new" if imported.went_on.ahead else "cli.import_same",)


def counted(imported: "Imported") -> dict[str, object]:
    """Count the entries of the table, and how many of them are new."""
    found = imported.went_on
    added = {} if found is None else {"added": found.behind, "ahead": found.ahead, "first": found.common + 1}
    return {"table": imported.table, "entries": imported.revision, **added}


def where(file: Path, checked: "Checked") -> str:
    """Name a place in a file: line, column where that is known, and the rules."""
    place = ":".join(map(str, filter(None, (file, checked.line, checked.column))))
    return " ".join((f"{place}:", *checked.rules))


def not_imported(file: Path, checked: "Checked") -> Problem:
    """Say which line stopped the import, or that the table needs another name."""
    name = shlex.quote(str(file))
    is_named = checked.why.reason in ("table.already_open", "table.bad_table_name", "log.forked")
    other = shlex.quote(f"{file.stem[:40]}-2")
    hint = f"referee import {name} --table {other}" if is_named else f"referee check {name}"
    return Problem("cli.import_refused", hint, 1, where=where(file, checked), why=checked.why)
