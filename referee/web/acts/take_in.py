"""Take in a file or codes that the keeper hands in: what becomes of it, in words."""

import re
from base64 import b64decode, b64encode
from collections.abc import Callable
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from events.codec import MalformedError, NewerLogError
from referee.kernel.registry import BrokenGameError, UnknownGameError, all_games
from referee.kernel.vocabulary import explain_unreadable
from referee.l10n import say
from referee.service.audit.judge_again import Finding
from referee.service.files.check import Checked, Lines
from referee.service.files.codes import CodesError, join_codes, pack_log, unpack_log
from referee.service.files.importing import (
    DoubtfulError,
    Imported,
    ImportRefusedError,
    import_lines,
    own_name,
    whole_log,
)
from referee.service.files.record_file import lines_of_file
from referee.service.logs.chain import DamagedLogError
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import is_log
from referee.web.streams.live_tables import LiveTables

_MOST_DOUBTS = 20
_LONGEST_SHOWN = 60

_NAME_WANTED = frozenset({"table.already_open", "table.bad_table_name", "log.forked"})
"""What another name for the table helps against."""


class TakenIn(NamedTuple):
    """What became of a file: what to say, and whether it is in now.

    `table` is the one it is in (empty: none), `revision` the last entry of it that the file has, `lacks` how
    many entries come after that. `doubts` are asked about before it is taken; then `packed` is what to send
    again. It is there, too, where a log needs another name, such as `other_name` (empty: it needs none).
    """

    words: str
    is_in: bool
    table: str = ""
    revision: int = 0
    lacks: int = 0
    doubts: tuple[str, ...] = ()
    packed: str = ""
    other_name: str = ""


def take_file(
    live: LiveTables, name: str, content: bytes, lang: str, table: str | None = None, *, agreed: bool = False
) -> TakenIn:
    """Take in a file called `name`: as a new table called `table`, if that is given, or on with one.

    What is doubtful is only added where it is `agreed` to. Raises StoreError.
    """
    shown = PurePath(name.replace("\\", "/")).name[:_LONGEST_SHOWN] or "?"
    with TemporaryDirectory(prefix="referee-") as folder:
        path = Path(folder) / "sent"
        path.write_bytes(content)
        return _take(live, shown, lambda: lines_of_file(path), lang, table, agreed=agreed)


def take_packed(
    live: LiveTables, packed: bytes, lang: str, table: str | None = None, *, agreed: bool = False
) -> TakenIn:
    """Take in a packed log, as `take_file` does. Raises CodesError where it is damaged, StoreError."""
    lines = list(enumerate(unpack_log(packed), 1))
    shown = say("copies.this_game", lang)
    taken = _take(live, shown, lambda: lambda: iter(lines), lang, table, agreed=agreed)
    return taken._replace(words=taken.words[:1].upper() + taken.words[1:])


def take_codes(live: LiveTables, text: str, lang: str, table: str | None = None) -> TakenIn:
    """Take in the game whose codes a text holds, in any order; the answer says which lack or are wrong."""
    try:
        return take_packed(live, join_codes(text.split()), lang, table)
    except CodesError as error:
        return TakenIn(say(error.reason, lang, **error.args_), is_in=False)


def take_again(
    live: LiveTables, packed: str, lang: str, table: str | None = None, *, agreed: bool
) -> TakenIn:
    """Take in what `TakenIn.packed` holds, now that it is agreed to or has another name."""
    try:
        return take_packed(live, b64decode(packed, validate=True), lang, table, agreed=agreed)
    except (CodesError, ValueError):
        return TakenIn(say("copies.damaged", lang), is_in=False)


def _take(
    live: LiveTables,
    shown: str,
    open_lines: Callable[[], Lines],
    lang: str,
    table: str | None,
    *,
    agreed: bool,
) -> TakenIn:
    name = table or re.sub(r"[^\w-]+", "-", PurePath(shown).stem).strip("-_")[:40] or "record"
    try:
        lines = open_lines()
        done = import_lines(live.store, lines, table, default=name, clock=live.clock, accept=lambda _: agreed)
    except DoubtfulError as error:
        doubts = tuple(_doubt_in_words(lang, doubt) for doubt in error.doubts[:_MOST_DOUBTS])
        said = say("copies.doubtful", lang, file=shown, table=error.table, n=len(error.doubts))
        return TakenIn(said, is_in=False, table=error.table, doubts=doubts, packed=_packed(lines))
    except ImportRefusedError as error:
        return _refused(shown, error.checked, lines, name, lang)
    except _FAULTS as error:
        id, args = _problem(error)
        why = say(id, lang, **args)
        return TakenIn(say("cli.import_refused", lang, where=f"{shown}:", why=why), is_in=False)
    return _outcome(shown, done, lang)


_FAULTS = (EmptyLogError, NewerLogError, MalformedError, DamagedLogError, UnknownGameError, BrokenGameError)
"""What may be wrong with a file."""


def _problem(error: Exception) -> tuple[str, dict[str, Any]]:
    """Return what is wrong with a file as a message id and its arguments."""
    match error:
        case NewerLogError(args=(found, ours)):
            return "cli.newer_log", {"found": found, "ours": ours}
        case MalformedError():
            return "log.malformed", {"why": explain_unreadable(error)}
        case DamagedLogError():
            return error.reason, error.args_
        case UnknownGameError(args=(game, *_)):
            return "cli.unknown_game", {"game": game, "known": all_games()}
        case BrokenGameError():
            return error.reason, error.args_
    return "log.empty", {}


def _outcome(shown: str, done: Imported, lang: str) -> TakenIn:
    """Return what became of a file that is in."""
    found, args = done.went_on, {"file": shown, "table": done.table, "entries": done.revision}
    if found is None:
        said = say("cli.imported", lang, **args)
        return TakenIn(said, is_in=True, table=done.table, revision=done.revision)
    args |= {"added": found.behind, "ahead": found.ahead, "first": found.common + 1}
    id = "nothing_new" if found.ahead else "went_on" if found.behind else "same"
    said = say(f"cli.import_{id}", lang, **args)
    revision = found.there.revision
    return TakenIn(said, is_in=True, table=done.table, revision=revision, lacks=found.ahead)


def _refused(shown: str, checked: Checked, lines: Lines, name: str, lang: str) -> TakenIn:
    """Return why a file was refused: at which line, by which rules; and what other name would help."""
    place = ":".join(map(str, filter(None, (shown, checked.line, checked.column))))
    why = checked.why
    said = say(why.reason, lang, **why.args)
    where = " ".join((f"{place}:", *checked.rules))
    needs_name = why.reason in _NAME_WANTED
    _, first = next(lines())
    is_of_log = needs_name and is_log(first)
    own = own_name(first) if is_of_log and why.reason == "log.forked" else name
    return TakenIn(
        say("cli.import_refused", lang, where=where, why=said),
        is_in=False,
        packed=_packed(lines) if is_of_log else "",
        other_name=f"{own[:40]}-2" if needs_name else "",
    )


def _packed(lines: Lines) -> str:
    """Return an exported log as `TakenIn.packed` has it; empty where it is damaged, too."""
    try:
        return b64encode(pack_log(whole_log(lines))).decode()
    except _FAULTS:
        return ""


def _doubt_in_words(lang: str, doubt: Finding) -> str:
    """Return at which entry something does not follow, with the rules and the reason."""
    words = [say(doubt.reason, lang, **doubt.args)]
    if doubt.refused is not None:
        words += [*doubt.refused.rules, say(doubt.refused.reason, lang, **doubt.refused.args)]
    return " ".join(words)
