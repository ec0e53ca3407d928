"""`referee witness`: note the heads of all tables in a file that lies elsewhere; prove them later."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store

DAMAGED = 3

EXAMPLE = """\
Examples:

\b
  referee witness /media/stick/heads.jsonl
  referee witness /media/stick/heads.jsonl --check
"""


def command(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where the notes are; begun where it is new.")],
    *,
    check: Annotated[bool, typer.Option("--check", help="Prove every note, and write none.")] = False,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key notes are signed with; else this machine's.")
    ] = None,
) -> None:
    """Note the heads of all tables, signed; or prove those noted."""
    from events.stores.places import data_folder
    from referee.service.witness import BrokenNotesError, read_notes
    from referee.web.door.tokens import secret_in

    session = ctx.ensure_object(Session)
    store = open_store(session)
    secret = secret_in(key or data_folder() / "witness.key")
    try:
        notes = read_notes(file.read_bytes().splitlines() if check or file.exists() else (), secret)
    except BrokenNotesError as error:
        raise Problem("case.notes_broken", code=DAMAGED, file=str(file), line=error.args[0]) from None
    raise typer.Exit(prove(session, store, notes) if check else note(session, store, file, notes, secret))


def note(session: Session, store: Any, file: Path, notes: list[Any], key: bytes) -> int:
    """Add the heads of all tables to a file; give the exit code."""
    import os

    import msgspec

    from referee.service.table import utc_now
    from referee.service.witness import vouch

    told = list(vouch(store, key, utc_now, notes[-1].signed if notes else ""))
    with file.open("ab") as out:
        out.writelines(msgspec.json.encode(each) + b"\n" for each in told)
        out.flush()
        os.fsync(out.fileno())
    for each in told:
        if session.as_json:
            session.emit(each)
        else:
            print(session.say("case.witnessed", table=each.table, n=each.revision))
    return 0


def prove(session: Session, store: Any, notes: list[Any]) -> int:
    """Say of each table whether all that was noted of it still holds; give the exit code."""
    from referee.service.witness import lost

    code = 0
    for table, (count, gone) in lost(store, notes).items():
        code = max(code, 1 if gone else 0)
        if session.as_json:
            session.emit({"table": table, "noted": count, "lost": [each.revision for each in gone]})
        elif gone:
            first = gone[0]
            print(session.say("case.witness_lost", table=table, n=first.revision, at=first.at))
        else:
            print(session.say("case.witness_holds", table=table, n=count))
    return code
