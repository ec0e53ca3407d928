"""`referee audit`: prove a log."""

from typing import Annotated, Any

import typer

from cli.session import Session
from cli.tables import SourceArgument, find_source

DAMAGED = 3
EXAMPLE = """\
Examples:

\b
  referee audit evening
  referee audit game.jsonl --json
"""


def command(ctx: typer.Context, source: Annotated[str, SourceArgument]) -> None:
    """Prove a log: chain, facts, hands and gems."""
    from referee.service.audit import audit
    from referee.service.replay import head_of

    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    code = 0
    for finding in audit(found.log):
        code = max(code, DAMAGED if finding.is_damage else 1)
        report(session, found.label, finding)
    found.finish()
    if session.as_json:
        session.emit({"audited": found.label, "entries": head_of(found.log).revision, "sound": code == 0})
    elif code == 0:
        print(session.say("cli.sound", source=found.label, entries=head_of(found.log).revision))
    raise typer.Exit(code)


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
