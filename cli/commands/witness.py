"""`referee witness`: note the heads of all tables elsewhere, in a file or at another machine; prove them."""

import os
from collections.abc import Iterable, Iterator
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from pathlib import Path
from typing import Annotated, Any
from urllib.parse import urlsplit

import msgspec
import typer

from cli.problems import DAMAGED, Problem
from cli.session import Session
from cli.sources import find_file
from cli.tables import open_store
from events.stores.places import data_folder
from events.stores.protocol import ServedStore
from referee.service.answers.files import Witnessed, WitnessHeld
from referee.service.audit.witness import (
    MOST_AT_ONCE,
    BrokenNotesError,
    Note,
    book_beside,
    lost,
    name_of,
    read_notes,
    sender_of,
    veil_of,
    vouch,
)
from referee.service.tables.clock import utc_now
from referee.web.access.links import secret_in

_MOST_OF_A_SEND = 48 * 1024
"""Bytes of notes sent at once: less than a service takes."""

EXAMPLE = """\
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
        raise typer.Exit(_list_kept(session, store))
    secret = secret_in(key or data_folder() / "witness.key")
    if file is not None:
        raise typer.Exit(_witness_in_file(session, store, file, secret, check=check))
    if to is not None:
        raise typer.Exit(_witness_elsewhere(session, store, to, secret, check=check))


def _witness_in_file(session: Session, store: ServedStore, file: Path, secret: bytes, *, check: bool) -> int:
    """Append the heads of all tables to a file, or (`check`) prove those in it; return the exit code."""
    if check:
        file = find_file(session, file)
    is_there = check or file.is_file()
    notes = _read_notes(file.read_bytes().splitlines() if is_there else (), secret, str(file))
    return _prove(session, store, notes) if check else _append_notes(session, store, file, notes, secret)


def _read_notes(lines: Iterable[bytes], secret: bytes, where: str) -> list[Note]:
    """Return notes; raise Problem where one is not as it was written."""
    try:
        return read_notes(lines, secret)
    except BrokenNotesError as error:
        raise Problem("case.notes_broken", code=DAMAGED, file=where, line=error.args[0]) from None


def _append_notes(session: Session, store: ServedStore, file: Path, notes: list[Note], key: bytes) -> int:
    """Append the signed heads of all tables to a file (- prints them); return the exit code."""
    noted = list(vouch(store, key, utc_now, notes[-1].signed if notes else ""))
    if str(file) == "-":
        print(b"\n".join(map(msgspec.json.encode, noted)).decode())
        return 0
    with file.open("ab") as out:
        out.writelines(msgspec.json.encode(each) + b"\n" for each in noted)
        out.flush()
        os.fsync(out.fileno())
    _print_notes(session, noted)
    return 0


def _print_notes(session: Session, noted: Iterable[Note]) -> None:
    """Print notes of heads, each table with its revision."""
    for each in noted:
        if session.as_json:
            session.emit(Witnessed(**msgspec.structs.asdict(each)))
        else:
            print(session.say("case.witnessed", table=each.table, n=each.revision))


def _witness_elsewhere(session: Session, store: ServedStore, link: str, secret: bytes, *, check: bool) -> int:
    """Send the heads of all tables to another machine, or (`check`) prove them; return the exit code.

    Nothing is sent where a table no longer holds what was witnessed before.
    """
    machine, veil, sender = _OtherMachine(link, session.lang), veil_of(secret), sender_of(secret)
    lines = map(msgspec.json.encode, _iter_pages(machine, f"/api/witness/{name_of(sender)}"))
    notes = _read_notes(lines, secret, machine.name)
    held = lost(store, notes, veil)
    if check or any(gone for _, gone in held.values()):
        return _print_proved(session, held)
    noted = list(vouch(store, secret, utc_now, notes[-1].signed if notes else "", veil))
    for part in _split_sends(noted):
        machine.post("/api/witness", {"sender": sender, "notes": part})
        _print_notes(session, part)
    return 0


def _split_sends(notes: list[Note]) -> Iterable[list[Note]]:
    """Yield notes in sends that are short enough for a service."""
    part, size = list[Note](), 0
    for each in notes:
        more = len(msgspec.json.encode(each)) + 1
        if part and (len(part) == MOST_AT_ONCE or size + more > _MOST_OF_A_SEND):
            yield part
            part, size = [], 0
        part, size = [*part, each], size + more
    if part:
        yield part


def _prove(session: Session, store: ServedStore, notes: list[Note]) -> int:
    """Print of each table whether all that was noted of it still holds; return the exit code."""
    return _print_proved(session, lost(store, notes))


def _print_proved(session: Session, held: dict[str, tuple[int, list[Note]]]) -> int:
    """Print of each table whether all notes of it hold; return the exit code.

    `held` has by table the number of its notes, and those that do not hold.
    """
    code = 0
    for table, (count, gone) in held.items():
        code = max(code, 1 if gone else 0)
        if session.as_json:
            lost_at = tuple(each.revision for each in gone)
            session.emit(WitnessHeld(table=table, noted=count, lost=lost_at))
        elif gone:
            first = gone[0]
            print(session.say("case.witness_lost", table=table, n=first.revision, at=first.at))
        else:
            print(session.say("case.witness_holds", table=table, n=count))
    return code


def _list_kept(session: Session, store: ServedStore) -> int:
    """Print the last head of each table that other machines have noted here; return the exit code."""
    book = book_beside(store)
    for sender in book.names():
        for each in {note.table: note for note in book.notes(sender)}.values():
            if session.as_json:
                session.emit(Witnessed(**msgspec.structs.asdict(each), sender=sender))
            else:
                args = {"table": each.table, "n": each.revision, "at": each.at}
                print(session.say("witness.kept", sender=sender[:8], **args))
    return 0


_SECONDS = 20
"""How long an answer may take."""

_MOST_BYTES = 4 * 1024 * 1024
"""At most so many bytes of an answer are read."""

_Json = Any
"""What another machine answered, as JSON has it; nobody has looked at its shape yet."""


class _OtherMachine:
    """A service elsewhere, asked with the link it issued; it answers in `lang`."""

    def __init__(self, link: str, lang: str) -> None:
        """Read a link as `referee serve --witness` prints it; raise Problem for any other."""
        try:
            parts = urlsplit(link.strip())
            root, _, token = parts.path.rstrip("/").rpartition("/w/")
            is_link = parts.scheme in {"http", "https"} and bool(parts.hostname and token)
            self._host, self._port = parts.hostname or "", parts.port
        except ValueError:
            is_link = False
        if not is_link:
            raise Problem("witness.no_link", "referee serve --witness")
        self._connect = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self.name, self._root = f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}", root
        self._headers = {"Authorization": f"Bearer {token}", "Accept-Language": lang}

    def get(self, path: str) -> _Json:
        """Return the decoded answer; raises Problem as `_ask` does."""
        return self._ask("GET", path, None)

    def post(self, path: str, body: object) -> _Json:
        """Send `body` as JSON and return the decoded answer; raises Problem as `_ask` does."""
        return self._ask("POST", path, msgspec.json.encode(body))

    def _ask(self, method: str, path: str, body: bytes | None) -> _Json:
        """Return the decoded answer; raise Problem where the machine is away, no referee, or refuses."""
        headers = self._headers | ({"Content-Type": "application/json"} if body else {})
        connection = self._connect(self._host, self._port, timeout=_SECONDS)
        try:
            connection.request(method, self._root + path, body, headers)
            answer = connection.getresponse()
            status, decoded = answer.status, msgspec.json.decode(answer.read(_MOST_BYTES))
        except (OSError, HTTPException, UnicodeError) as error:
            why = getattr(error, "strerror", None) or str(error) or type(error).__name__
            raise Problem("witness.away", where=self.name, why=why) from None
        except msgspec.DecodeError:
            raise Problem("witness.no_referee", where=self.name) from None
        finally:
            connection.close()
        if status >= 400:
            raise self._problem_of_refusal(status, decoded)
        return decoded

    def _problem_of_refusal(self, status: int, decoded: object) -> Problem:
        """Return the Problem of a refusal, with the message of the other machine or the HTTP status."""
        why = decoded.get("message") if isinstance(decoded, dict) else None
        code = 1 if status == 409 else 2
        return Problem("witness.refused", code=code, where=self.name, why=str(why or status))


def _iter_pages(machine: _OtherMachine, path: str) -> Iterator[_Json]:
    """Yield the rows of a long list, asking for one page after the other."""
    after = 0
    while page := machine.get(f"{path}?after={after}"):
        if not isinstance(page, list):
            raise Problem("witness.no_referee", where=machine.name)
        yield from page
        after += len(page)
