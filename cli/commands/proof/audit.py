"""`referee audit`: prove a log, a record, or a folder of them."""

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.cluster import On, long_work
from cli.frame.problems import Problem
from cli.frame.progress import LONG, LONG_BYTES, bar, watched
from cli.frame.session import Session
from cli.tables.find_table import Source, SourceArgument, find_source, open_store
from events.stores.places import from_anywhere

if TYPE_CHECKING:
    from referee.kernel.table import Seal
    from referee.service.audit.judge_again import Finding
    from referee.service.files.audit_many import Audited, Many
    from referee.service.files.repairs import Impossible

DAMAGED = 3

EXAMPLE = """\
Examples:

\b
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
        raise typer.Exit(audit_all(session, on, progress))
    if Path(source).is_dir():
        raise typer.Exit(audit_folder(session, Path(source), on, progress))
    found = find_source(session, source)
    if head:
        raise typer.Exit(prove_heads(session, found, head))
    if found.trouble is not None and (code := mend_record(session, found)) is not None:
        raise typer.Exit(code)
    raise typer.Exit(audit_source(session, found))


def audit_source(session: Session, found: Source) -> int:
    """Audit one log; give the exit code."""
    from referee.service.audit.judge_again import audit, never_opened
    from referee.service.logs.replay import head_of

    code, mended, entries = 0, 0, head_of(found.log).revision
    for finding in audit(found.log, lambda lines: watched(session, lines, entries, least=LONG)):
        mended += finding.older_rules is not None
        code = max(code, code_of(finding))
        report(session, found.label, as_seen(found, finding))
    found.finish()
    sealed = () if code else never_opened(found.log)
    if session.as_json:
        from referee.service.answers.files import Audited

        unopened = tuple(seal.seat for seal in sealed)
        session.emit(Audited(audited=found.label, entries=entries, sound=code == 0, never_opened=unopened))
    elif code == 0:
        kind = "cli.sound_then" if mended else "cli.sound"
        print(session.say(kind, source=found.label, entries=entries, n=mended))
        for seal in sealed:
            print("  " + never(session, found, seal))
    return code


def code_of(finding: "Finding") -> int:
    """Give the exit code that a finding stands for."""
    return DAMAGED if finding.is_damage else int(finding.older_rules is None)


def never(session: Session, found: Source, seal: "Seal") -> str:
    """Say that a seal was never opened, and what it was about."""
    from referee.l10n.options import about_in_words
    from referee.service.logs.replay import replay

    replayed = replay(found.log, 1)
    about = about_in_words(replayed.game.id, seal.about, session.lang)
    kind = "audit.never_opened_about" if about else "audit.never_opened"
    return session.say(kind, seat=seal.seat, about=about, names=replayed.state.names)


def as_seen(found: Source, finding: "Finding") -> "Finding":
    """Cover the secrets of a table whose game goes on; whoever has a file can read its secrets anyway."""
    from referee.service.files.audit_many import without_secrets

    return finding if found.file is not None else without_secrets(found.log, finding)


def audit_all(session: Session, on: str | None, progress: Path | None) -> int:
    """Audit every table of the database on all cores, or on a cluster; give the exit code."""
    from referee.service.files.audit_many import Tables

    store = open_store(session)
    tables = Tables(from_anywhere(session.db), store, list(store.tables()))
    code, wrong = audit_many(session, tables, on, progress, LONG)
    if not session.as_json:
        print(session.say("case.tables_audited", n=len(tables.logs), wrong=wrong))
    return code


def audit_many(
    session: Session, many: "Many", on: str | None, progress: Path | None, least: int
) -> tuple[int, int]:
    """Audit many logs and report what is found; give the exit code, and how many have differences."""
    from referee.service.files.audit_many import audit_resumed
    from referee.service.simulation.executor import BatchFolder

    goes_on = "crew.goes_on" if progress else "crew.could_go_on"
    with long_work(session, goes_on), bar(session, sum(map(many.size, many.logs)), least=least) as advance:
        if progress is None:
            found = many.audit(many.logs, advance, on)
        else:
            found = audit_resumed(BatchFolder(progress, {"audited": many.where}), many, advance, on)
        with closing(found):
            return report_all(session, found)


def report_all(session: Session, found: Iterable["Audited"]) -> tuple[int, int]:
    """Report what an audit of many found; give the exit code, and how many have differences."""
    code = wrong = 0
    for audited in found:
        wrong += bool(audited.faults)
        code = max(code, *map(code_of, audited.findings), 0)
        report_audited(session, audited)
    return code, wrong


def audit_folder(session: Session, folder: Path, on: str | None, progress: Path | None) -> int:
    """Audit every log and record of a folder on all cores, or on a cluster; give the exit code."""
    from referee.service.files.audit_many import Files, files_in

    files = Files(folder.resolve(), files_in(folder))
    if not files.logs:
        raise Problem("case.empty_folder", folder=str(folder))
    code, wrong = audit_many(session, files, on, progress, LONG_BYTES)
    if not session.as_json:
        print(session.say("case.folder_audited", n=len(files.logs), wrong=wrong, folder=str(folder)))
    return code


def report_audited(session: Session, audited: "Audited") -> None:
    """Report what an audit of one file found."""
    for finding in audited.findings:
        report(session, audited.path, finding)
    if session.as_json:
        from referee.service.answers.files import Audited

        is_sound = not audited.faults
        session.emit(Audited(audited=audited.path, entries=audited.entries, sound=is_sound))


def prove_heads(session: Session, found: Source, heads: list[str]) -> int:
    """Say of each head noted down earlier whether it is part of this log, and at which entry."""
    from referee.service.answers.files import HeadProved
    from referee.service.audit.heads import SHORT, digits_of, seqs_of

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


def mend_record(session: Session, record: Source) -> int | None:
    """Say what in a record is impossible, and the smallest changes that would mend it.

    Gives the exit code; None where nothing is found that a change of a line would mend.
    """
    from events.codec import MalformedError
    from referee.kernel.game import make_thorough
    from referee.kernel.registry import codec_of_first_line, find_game
    from referee.service.files.record_file import lines_of_file
    from referee.service.files.repairs import MOST_PROBLEMS, find_impossible

    numbered = list(lines_of_file(record.file)()) if record.file is not None else []
    codec, _ = codec_of_first_line(numbered[0][1])
    game, found = make_thorough(find_game(codec.game)), []
    try:
        events = [codec.event(line) for _, line in numbered]
    except MalformedError:
        return None
    for problem in find_impossible(game, events, [number for number, _ in numbered]):
        report_impossible(session, record.label, problem, getattr(events[0], "names", {}))
        found.append(problem)
    if not found:
        return None
    is_mended = bool(found[-1].changes) and len(found) < MOST_PROBLEMS
    if session.as_json:
        from referee.service.answers.files import Mended

        session.emit(Mended(audited=record.label, impossible=len(found), sound=False, mended=is_mended))
    else:
        kind = "case.mended" if is_mended else "case.not_mended"
        print(session.say(kind, source=record.label, n=len(found), line=found[-1].line))
    return 1


def report_impossible(session: Session, label: str, problem: "Impossible", names: dict[str, str]) -> None:
    """Report one impossible line, and what would mend it."""
    why = session.say(problem.refused.reason, names=names, **problem.refused.args)
    if session.as_json:
        from referee.service.answers.files import make_impossible

        session.emit(make_impossible(problem, why))
        return
    print(f"{label}:{problem.line}: {' '.join(problem.refused.rules)} {why}")
    for change in problem.changes:
        what = "" if change.event is None else session.notate(None, change.event)
        kind = "replace" if change.kind == "vague" else change.kind
        print("  " + session.say(f"case.{kind}_line", n=change.line, what=what, other=change.other))


def report(session: Session, label: str, finding: "Finding") -> None:
    """Report one difference."""
    message = session.say(finding.reason, **finding.args)
    if session.as_json:
        from referee.service.answers.files import make_audit_finding

        session.emit(make_audit_finding(finding, message))
        return
    print(f"{label}:{finding.seq}: {message}")
    if finding.older_rules is not None:
        print("  " + session.say("audit.mended", version=finding.older_rules))
    for line in details(session, finding):
        print("  " + line)


def details(session: Session, finding: "Finding") -> list[str]:
    """Say what the log has there, and what it should have."""
    import msgspec

    lines = []
    if finding.refused is not None:
        why = session.say(finding.refused.reason, **finding.refused.args)
        lines.append(" ".join([*finding.refused.rules, why]))
    if finding.found is not None:
        lines.append(session.say("cli.found", event=msgspec.json.encode(finding.found).decode()))
    if finding.expected is not None:
        lines.append(session.say("cli.expected", event=msgspec.json.encode(finding.expected).decode()))
    return lines
