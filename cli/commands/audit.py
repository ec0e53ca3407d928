"""`referee audit`: prove a log, a record, or a folder of them."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.long_work import LONG, LONG_BYTES, iter_with_bar, long_work, progress_bar
from cli.parameters import On, SourceArgument
from cli.problems import DAMAGED, Problem
from cli.session import Session
from cli.sources import Source, find_source
from cli.tables import open_store
from events.codec import MalformedError
from events.stores.places import from_anywhere
from referee.kernel.game import make_thorough
from referee.kernel.registry import codec_of_first_line, find_game
from referee.kernel.table import Seal
from referee.l10n.options import about_words
from referee.service.answers.files import Audited as AuditedAnswer
from referee.service.answers.files import HeadProved, Mended, make_audit_finding, make_impossible
from referee.service.audit.heads import SHORT, digits_of, seqs_of
from referee.service.audit.judge_again import Finding, audit, never_opened
from referee.service.files.audit_many import (
    Audited,
    Files,
    Many,
    Tables,
    audit_resumed,
    files_in,
    without_secrets,
)
from referee.service.files.record_file import lines_of_file
from referee.service.files.repairs import MOST_PROBLEMS, Impossible, find_impossible
from referee.service.logs.replay import head_of, replay
from referee.service.simulation.executor import BatchFolder

EXAMPLE = """\
referee audit evening
referee audit game.jsonl --json
referee audit evenings/
referee audit --all
referee audit evenings/ --progress audited
referee audit evening --head 120027716473283a… --head 5b1c474c48b46a6a…
"""


def command(
    ctx: typer.Context,
    source: Annotated[str | None, SourceArgument] = None,
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HASH", help="Prove that this head is part of the log; may be given again."),
    ] = None,
    on: On = None,
    progress: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Note here what is done of many logs: the same call goes on."),
    ] = None,
    *,
    every: Annotated[bool, typer.Option("--all", help="Audit every table there is, on all cores.")] = False,
) -> None:
    """Prove a log: chain, facts, hands and gems."""
    session = ctx.ensure_object(Session)
    if every or source is None:
        raise typer.Exit(_audit_all(session, on, progress))
    if Path(source).is_dir():
        raise typer.Exit(_audit_folder(session, Path(source), on, progress))
    found = find_source(session, source)
    if head:
        raise typer.Exit(_prove_heads(session, found, head))
    if found.trouble is not None and (code := _mend_record(session, found)) is not None:
        raise typer.Exit(code)
    raise typer.Exit(_audit_source(session, found))


def _audit_source(session: Session, found: Source) -> int:
    """Audit one log, print what is found and whether it is sound; return the exit code."""
    code, mended, entries = 0, 0, head_of(found.log).revision
    for finding in audit(found.log, lambda lines: iter_with_bar(session, lines, entries, least=LONG)):
        mended += finding.older_rules is not None
        code = max(code, _exit_code_of(finding))
        # Whoever has a file can read its secrets anyway; at a table whose game goes on they are redacted.
        shown = finding if found.file is not None else without_secrets(found.log, finding)
        _report(session, found.label, shown)
    found.finish()
    sealed = () if code else never_opened(found.log)
    if session.as_json:
        unopened = tuple(seal.seat for seal in sealed)
        session.emit(
            AuditedAnswer(audited=found.label, entries=entries, sound=code == 0, never_opened=unopened)
        )
    elif code == 0:
        kind = "cli.sound_then" if mended else "cli.sound"
        print(session.say(kind, source=found.label, entries=entries, n=mended))
        for seal in sealed:
            print("  " + _never_opened(session, found, seal))
    return code


def _exit_code_of(finding: Finding) -> int:
    """Return DAMAGED for damage, 0 for a difference explained by a rule mended since, else 1."""
    return DAMAGED if finding.is_damage else int(finding.older_rules is None)


def _never_opened(session: Session, found: Source, seal: Seal) -> str:
    """Return the sentence about a seal that nobody opened."""
    replayed = replay(found.log, 1)
    about = about_words(replayed.game.id, seal.about, session.lang)
    kind = "audit.never_opened_about" if about else "audit.never_opened"
    return session.say(kind, seat=seal.seat, about=about, names=replayed.state.names)


def _audit_all(session: Session, on: str | None, progress: Path | None) -> int:
    """Audit every table on all cores, or on the cluster `on`; return the exit code."""
    store = open_store(session)
    tables = Tables(from_anywhere(session.db), store, list(store.tables()))
    code, wrong = _audit_many(session, tables, on, progress, LONG)
    if not session.as_json:
        print(session.say("case.tables_audited", n=len(tables.logs), wrong=wrong))
    return code


def _audit_many(
    session: Session, many: Many, on: str | None, progress: Path | None, least: int
) -> tuple[int, int]:
    """Audit many logs and print what is found; return the exit code and how many logs have faults.

    With `progress`, a folder, what is done is noted there and the same call goes on. Fewer than `least` lines
    or bytes get no bar.
    """
    goes_on = "crew.goes_on" if progress else "crew.could_go_on"
    with (
        long_work(session, goes_on),
        progress_bar(session, sum(map(many.size, many.logs)), least=least) as advance,
    ):
        if progress is None:
            found = many.audit(many.logs, advance, on)
        else:
            found = audit_resumed(BatchFolder(progress, {"audited": many.where}), many, advance, on)
        with closing(found):
            return _report_all(session, found)


def _report_all(session: Session, found: Iterable[Audited]) -> tuple[int, int]:
    """Print what an audit of many found; return the exit code, and how many logs have faults."""
    code = wrong = 0
    for audited in found:
        wrong += bool(audited.faults)
        code = max(code, *map(_exit_code_of, audited.findings), 0)
        _report_audited(session, audited)
    return code, wrong


def _audit_folder(session: Session, folder: Path, on: str | None, progress: Path | None) -> int:
    """Audit every log and record of a folder; return the exit code. Raises Problem where there is none."""
    files = Files(folder.resolve(), files_in(folder))
    if not files.logs:
        raise Problem("case.empty_folder", folder=str(folder))
    code, wrong = _audit_many(session, files, on, progress, LONG_BYTES)
    if not session.as_json:
        print(session.say("case.folder_audited", n=len(files.logs), wrong=wrong, folder=str(folder)))
    return code


def _report_audited(session: Session, audited: Audited) -> None:
    """Print what the audit of one of many logs found."""
    for finding in audited.findings:
        _report(session, audited.path, finding)
    if session.as_json:
        is_sound = not audited.faults
        session.emit(AuditedAnswer(audited=audited.path, entries=audited.entries, sound=is_sound))


def _prove_heads(session: Session, found: Source, heads: list[str]) -> int:
    """Print of each head noted earlier whether this log has it, and at which entry; return the exit code."""
    noted = {head: digits_of(head) for head in heads}
    if min(map(len, noted.values())) < SHORT:
        raise Problem("case.head_too_short", least=SHORT)
    for fault in found.log.faults():
        raise fault
    seqs = seqs_of(found.log, noted.values())
    for head, begins in noted.items():
        seq = seqs[begins]
        if session.as_json:
            session.emit(HeadProved(audited=found.label, head=head, seq=seq))
        elif seq is None:
            session.tell(session.say("case.head_unknown", source=found.label, head=head))
        else:
            print(session.say("case.head_proved", source=found.label, n=seq))
    return 1 if None in seqs.values() else 0


def _mend_record(session: Session, record: Source) -> int | None:
    """Print what is impossible in a record and the smallest changes that would mend it; return the exit code.

    None, and nothing printed, where no change of a line would mend anything.
    """
    numbered = list(lines_of_file(record.file)()) if record.file is not None else []
    codec, _ = codec_of_first_line(numbered[0][1])
    game, found = make_thorough(find_game(codec.game)), []
    try:
        events = [codec.event(line) for _, line in numbered]
    except MalformedError:
        return None
    for problem in find_impossible(game, events, [number for number, _ in numbered]):
        _report_impossible(session, record.label, problem, getattr(events[0], "names", {}))
        found.append(problem)
    if not found:
        return None
    is_mended = bool(found[-1].changes) and len(found) < MOST_PROBLEMS
    if session.as_json:
        session.emit(Mended(audited=record.label, impossible=len(found), sound=False, mended=is_mended))
    else:
        kind = "case.mended" if is_mended else "case.not_mended"
        print(session.say(kind, source=record.label, n=len(found), line=found[-1].line))
    return 1


def _report_impossible(session: Session, label: str, problem: Impossible, names: dict[str, str]) -> None:
    """Print what cannot be in a record, and the smallest changes of lines that would mend it."""
    why = session.say(problem.refused.reason, names=names, **problem.refused.args)
    if session.as_json:
        session.emit(make_impossible(problem, why))
        return
    print(f"{label}:{problem.line}: {' '.join(problem.refused.rules)} {why}")
    for change in problem.changes:
        what = "" if change.event is None else session.notate(None, change.event)
        kind = "replace" if change.kind == "vague" else change.kind
        print("  " + session.say(f"case.{kind}_line", n=change.line, what=what, other=change.other))


def _report(session: Session, label: str, finding: Finding) -> None:
    """Print one difference, what the log has there, and what it should have."""
    message = session.say(finding.reason, **finding.args)
    if session.as_json:
        session.emit(make_audit_finding(finding, message))
        return
    print(f"{label}:{finding.seq}: {message}")
    if finding.older_rules is not None:
        print("  " + session.say("audit.mended", version=finding.older_rules))
    for line in _details(session, finding):
        print("  " + line)


def _details(session: Session, finding: Finding) -> list[str]:
    """Return what the log has there and what it should have, a line each."""
    lines = []
    if finding.refused is not None:
        why = session.say(finding.refused.reason, **finding.refused.args)
        lines.append(" ".join([*finding.refused.rules, why]))
    if finding.found is not None:
        lines.append(session.say("cli.found", event=msgspec.json.encode(finding.found).decode()))
    if finding.expected is not None:
        lines.append(session.say("cli.expected", event=msgspec.json.encode(finding.expected).decode()))
    return lines
