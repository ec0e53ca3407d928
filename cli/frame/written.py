"""What was written into a file instead of being printed."""

from collections.abc import Iterable
from pathlib import Path

from cli.frame.session import Session


def written_to(session: Session, out: str, form: str, lines: str | Iterable[str]) -> None:
    """Write a text, or lines as they come, into the file `out`, and say so."""
    from referee.service.files.written_files import write_file

    written = write_file(Path(out), lines.rstrip("\n").split("\n") if isinstance(lines, str) else lines)
    if session.as_json:
        from referee.service.answers.files import Written

        session.emit(Written(file=out, form=form, lines=written))
    else:
        session.tell(session.say("cli.written", file=out))
