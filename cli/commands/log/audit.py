"""`referee audit`: prove a log, a record, or a folder of them."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.cluster import On, cluster_problems
from cli.frame.problems import Problem
from cli.frame.progress import LONG, LONG_BYTES, bar, watched
from cli.frame.session import Session
from cli.tables.find_table import Source, SourceArgument, find_source

DAMAGED = 3
SHORTEST_HEAD = 16
"""Fewer digits of a hash would prove nothing."""

EXAMPLE = """\
Examples:

\b
  referee audit evening
  referee audit game.jsonl --json
  referee audit evenings/
  referee audit evening --head 120027716473283a… --head 5b1c474c48b46a6a…
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    head: Annotated[
        list[str] | None,
        typer.Option(metavar="HASH", help="Prove that this head is part of the log; may be given again."),
    ] = None,
    on: On = None,
) -> None:
    """Prove a log: chain, facts, hands and gems."""
    session = ctx.ensure_object(Session)
    if Path(source).is_dir():
        raise typer.Exit(audit_folder(session, Path(source), on))
    found = find_source(session, source)
    if head:
        raise typer.Exit(prove_heads(session, found, head))
    if found.trouble is not None and (code := mend_record(session, Path(source))) is not None:
        raise typer.Exit(code)
    raise typer.Exit(audit_source(session, found))


def audit_source(session: Session, found: Source) -> int:
    """Audit one log; give the exit code."""
    from referee.service.audit import audit, never_opened
    from referee.service.replay import head_of

    code, entries = 0, head_of(found.log).revision
    for finding in audit(found.log, lambda lines: watched(session, lines, entries, least=LONG)):
        code = max(code, DAMAGED if finding.is_damage else 1)
        report(session, found.label, as_seen(found, finding))
    found.finish()
    sealed = () if code else never_opened(found.log)
    if session.as_json:
        verdict = {
            "audited": found.label,
            "entries": entries,
            "sound": code == 0,
            "never_opened": [seal.seat for seal in sealed],
        }
        session.emit(verdict)
    elif code == 0:
        print(session.say("cli.sound", source=found.label, entries=entries))
        for seal in sealed:
            print("  " + never(session, found, seal))
    return code


def never(session: Session, found: Source, seal: Any) -> str:
    """Say that a seal was never opened, and what it was about."""
    from referee.l10n.options import about_words
    from referee.service.replay import replay

    replayed = replay(found.log, 1)
    about = about_words(replayed.game.id, seal.about, session.lang)
    kind = "audit.never_opened_about" if about else "audit.never_opened"
    return session.say(kind, seat=seal.seat, about=about, names=replayed.state.names)


def as_seen(found: Source, finding: Any) -> Any:
    """Cover what a table keeps secret while its game lasts; whoever holds a file holds its secrets."""
    from msgspec.structs import replace

    from referee.service.history import secrets_of

    if Path(found.label).exists() or finding.is_damage:
        return finding
    secrets = secrets_of(found.log)
    shown = {
        name: secrets.seen(finding.seq, event)
        for name in ("found", "expected")
        if (event := getattr(finding, name)) is not None
    }
    return replace(finding, **shown)


def audit_folder(session: Session, folder: Path, on: str | None) -> int:
    """Audit every log and record of a folder on all cores, or on a cluster; give the exit code."""
    from referee.service.audits import audit_files, files_in, size_of

    paths = files_in(folder)
    if not paths:
        raise Problem("case.empty_folder", folder=str(folder))
    code = wrong = 0
    with bar(session, size_of(paths), least=LONG_BYTES) as advance, cluster_problems():
        for audited in audit_files(paths, advance, on):
            wrong += bool(audited.findings)
            code = max(code, DAMAGED if audited.is_damaged else 1 if audited.findings else 0)
            report_audited(session, audited)
    if not session.as_json:
        print(session.say("case.folder_audited", n=len(paths), wrong=wrong, folder=str(folder)))
    return code


def report_audited(session: Session, audited: Any) -> None:
    """Report what an audit of one file found."""
    for finding in audited.findings:
        report(session, audited.path, finding)
    if session.as_json:
        session.emit({"audited": audited.path, "entries": audited.entries, "sound": not audited.findings})


def prove_heads(session: Session, found: Source, heads: list[str]) -> int:
    """Say of each head noted down earlier whether it is part of this log, and at which entry."""
    from referee.service.heads import seqs_of

    noted = {head: head.strip().lower().rstrip("…").rstrip(".") for head in heads}
    if min(map(len, noted.values())) < SHORTEST_HEAD:
        raise Problem("case.head_too_short", least=SHORTEST_HEAD)
    for fault in found.log.faults():
        raise fault
    seqs = seqs_of(found.log, noted.values())
    for head, begins in noted.items():
        seq = seqs[begins]
        if session.as_json:
            session.emit({"audited": found.label, "head": head, "seq": seq})
        elif seq is None:
            session.tell(session.say("case.head_unknown", source=found.label, head=head))
        else:
            print(session.say("case.head_proved", source=found.label, n=seq))
    return 1 if None in seqs.values() else 0


def mend_record(session: Session, path: Path) -> int | None:
    """Say what in a record is impossible, and the smallest changes that would mend it.

    Gives the exit code; None where nothing is found that a change of a line would mend.
    """
    from events.codec import MalformedError
    from referee.kernel.registry import codec_of_first_line, find_game
    from referee.kernel.viewpoints import thorough
    from referee.service.logs import numbered_lines
    from referee.service.repairs import MOST_PROBLEMS, mend

    numbered = list(numbered_lines(path))
    codec, _ = codec_of_first_line(numbered[0][1])
    game, found = thorough(find_game(codec.game)), []
    try:
        events = [codec.event(line) for _, line in numbered]
    except MalformedError:
        return None
    for problem in mend(game, events, [number for number, _ in numbered]):
        report_impossible(session, path, problem, getattr(events[0], "names", {}))
        found.append(problem)
    if not found:
        return None
    is_mended = bool(found[-1].changes) and len(found) < MOST_PROBLEMS
    if session.as_json:
        session.emit({"audited": str(path), "impossible": len(found), "sound": False, "mended": is_mended})
    else:
        kind = "case.mended" if is_mended else "case.not_mended"
        print(session.say(kind, source=str(path), n=len(found), line=found[-1].line))
    return 1


def report_impossible(session: Session, path: Path, problem: Any, names: dict[str, str]) -> None:
    """Report one impossible line, and what would mend it."""
    why = session.say(problem.refused.reason, names=names, **problem.refused.args)
    if session.as_json:
        fields = {
            "line": problem.line,
            "rules": problem.refused.rules,
            "message": why,
            "changes": problem.changes,
        }
        session.emit({"impossible": fields})
        return
    print(f"{path}:{problem.line}: {' '.join(problem.refused.rules)} {why}")
    for change in problem.changes:
        what = "" if change.event is None else session.notate(None, change.event)
        kind = "replace" if change.kind == "vague" else change.kind
        print("  " + session.say(f"case.{kind}_line", n=change.line, what=what, other=change.other))


def report(session: Session, label: str, finding: Any) -> None:
    """Report one difference."""
    message = session.say(finding.reason, **finding.args)
    if session.as_json:
        session.emit(
            {
                "seq": finding.seq,
                "reason": finding.reason,
                "message": message,
                "rules": finding.refused.rules if finding.refused else (),
                "found": finding.found,
                "expected": finding.expected,
                "damaged": finding.is_damage,
            }
        )
        return
    print(f"{label}:{finding.seq}: {message}")
    for line in details(session, finding):
        print("  " + line)


def details(session: Session, finding: Any) -> list[str]:
    """Say what stands there and what should."""
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
