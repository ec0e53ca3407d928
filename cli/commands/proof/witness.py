"""`referee witness`: note the heads of all tables elsewhere, in a file or at another machine; prove them."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import open_store

if TYPE_CHECKING:
    from events.stores.protocol import ServedStore
    from referee.service.audit.witness import Note

DAMAGED = 3

MOST_OF_A_SEND = 48 * 1024
"""Bytes of notes sent at once: less than a service takes."""

EXAMPLE = """\
Examples:

\b
  referee witness /media/stick/heads.jsonl
  referee witness /media/stick/heads.jsonl --check
  referee witness --to http://192.168.1.30:8000/w/LINK
  referee witness --to http://192.168.1.30:8000/w/LINK --check
  referee witness --list
"""


def command(
    ctx: typer.Context,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help="Where the notes are; begun where it is new. - is stdin, or stdout."
        ),
    ] = None,
    *,
    to: Annotated[
        str | None,
        typer.Option(metavar="LINK", help="Send them to another machine, which runs `serve --witness`."),
    ] = None,
    check: Annotated[bool, typer.Option("--check", help="Prove every note, and write none.")] = False,
    key: Annotated[
        Path | None, typer.Option(metavar="FILE", help="The key notes are signed with; else this machine's.")
    ] = None,
    listed: Annotated[
        bool, typer.Option("--list", help="List what other machines had witnessed here.")
    ] = False,
) -> None:
    """Note the heads of all tables, signed; or prove those noted."""
    session = ctx.ensure_object(Session)
    if [file is not None, to is not None, listed].count(True) != 1:
        raise Problem("witness.which")
    store = open_store(session)
    if listed:
        raise typer.Exit(list_kept(session, store))
    from events.stores.places import data_folder
    from referee.web.access.links import secret_in

    secret = secret_in(key or data_folder() / "witness.key")
    if file is not None:
        raise typer.Exit(in_file(session, store, file, secret, check=check))
    if to is not None:
        raise typer.Exit(at_another(session, store, to, secret, check=check))


def in_file(session: Session, store: "ServedStore", file: Path, secret: bytes, *, check: bool) -> int:
    """Note the heads of all tables in a file, or prove those in it; give the exit code."""
    if check:
        from cli.tables.find_table import file_meant

        file = file_meant(session, file)
    is_there = check or file.is_file()
    notes = read(file.read_bytes().splitlines() if is_there else (), secret, str(file))
    return prove(session, store, notes) if check else note(session, store, file, notes, secret)


def read(lines: Iterable[bytes], secret: bytes, where: str) -> list["Note"]:
    """Read notes, and prove that they are as they were written."""
    from referee.service.audit.witness import BrokenNotesError, read_notes

    try:
        return read_notes(lines, secret)
    except BrokenNotesError as error:
        raise Problem("case.notes_broken", code=DAMAGED, file=where, line=error.args[0]) from None


def note(session: Session, store: "ServedStore", file: Path, notes: list["Note"], key: bytes) -> int:
    """Add the heads of all tables to a file; give the exit code."""
    import os

    import msgspec

    from referee.service.audit.witness import vouch
    from referee.service.tables.clock import utc_now

    told = list(vouch(store, key, utc_now, notes[-1].signed if notes else ""))
    if str(file) == "-":
        print(b"\n".join(map(msgspec.json.encode, told)).decode())
        return 0
    with file.open("ab") as out:
        out.writelines(msgspec.json.encode(each) + b"\n" for each in told)
        out.flush()
        os.fsync(out.fileno())
    tell_noted(session, told)
    return 0


def tell_noted(session: Session, told: Iterable["Note"]) -> None:
    """Say which heads were noted."""
    import msgspec

    from referee.service.answers.files import Witnessed

    for each in told:
        if session.as_json:
            session.emit(Witnessed(**msgspec.structs.asdict(each)))
        else:
            print(session.say("case.witnessed", table=each.table, n=each.revision))


def at_another(session: Session, store: "ServedStore", link: str, secret: bytes, *, check: bool) -> int:
    """Have the heads of all tables witnessed by another machine, or prove them; give the exit code.

    Where a table does not hold what was witnessed of it before, nothing is sent.
    """
    import msgspec

    from cli.tables.other_machine import OtherMachine, pages
    from referee.service.audit.witness import lost, name_of, sender_of, veil_of, vouch
    from referee.service.tables.clock import utc_now

    machine, veil, sender = OtherMachine(link, session.lang), veil_of(secret), sender_of(secret)
    lines = map(msgspec.json.encode, pages(machine, f"/api/witness/{name_of(sender)}"))
    notes = read(lines, secret, machine.name)
    held = lost(store, notes, veil)
    if check or any(gone for _, gone in held.values()):
        return tell_held(session, held)
    told = list(vouch(store, secret, utc_now, notes[-1].signed if notes else "", veil))
    for part in parts(told):
        machine.post("/api/witness", {"sender": sender, "notes": part})
        tell_noted(session, part)
    return 0


def parts(notes: list["Note"]) -> Iterable[list["Note"]]:
    """Cut notes into sends that are short enough for a service."""
    import msgspec

    from referee.service.audit.witness import MOST_AT_ONCE

    part, size = list["Note"](), 0
    for each in notes:
        more = len(msgspec.json.encode(each)) + 1
        if part and (len(part) == MOST_AT_ONCE or size + more > MOST_OF_A_SEND):
            yield part
            part, size = [], 0
        part, size = [*part, each], size + more
    if part:
        yield part


def prove(session: Session, store: "ServedStore", notes: list["Note"]) -> int:
    """Say of each table whether all that was noted of it still holds; give the exit code."""
    from referee.service.audit.witness import lost

    return tell_held(session, lost(store, notes))


def tell_held(session: Session, held: dict[str, tuple[int, list["Note"]]]) -> int:
    """Say of each table whether what was noted of it holds; give the exit code."""
    code = 0
    for table, (count, gone) in held.items():
        code = max(code, 1 if gone else 0)
        if session.as_json:
            from referee.service.answers.files import WitnessHeld

            lost_at = tuple(each.revision for each in gone)
            session.emit(WitnessHeld(table=table, noted=count, lost=lost_at))
        elif gone:
            first = gone[0]
            print(session.say("case.witness_lost", table=table, n=first.revision, at=first.at))
        else:
            print(session.say("case.witness_holds", table=table, n=count))
    return code


def list_kept(session: Session, store: "ServedStore") -> int:
    """List the last head of each table that other machines had witnessed here; give the exit code."""
    import msgspec

    from referee.service.answers.files import Witnessed
    from referee.service.audit.witness import book_beside

    book = book_beside(store)
    for sender in book.names():
        for each in {note.table: note for note in book.notes(sender)}.values():
            if session.as_json:
                session.emit(Witnessed(**msgspec.structs.asdict(each), sender=sender))
            else:
                told = {"table": each.table, "n": each.revision, "at": each.at}
                print(session.say("witness.kept", sender=sender[:8], **told))
    return 0
