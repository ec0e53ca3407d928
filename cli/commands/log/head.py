"""`referee head`: the hash that stands for a whole log, to note down or scan, and prove later."""

from typing import Annotated

import typer

from cli.frame.session import Session
from cli.tables.find_table import SourceArgument, find_source

EXAMPLE = """\
Examples:

\b
  referee head evening
  referee head evening --qr
  referee audit evening --head 120027716473283a
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    *,
    qr: Annotated[bool, typer.Option("--qr", help="Draw it as a QR code, too.")] = False,
) -> None:
    """Print the hash that stands for the whole log."""
    from collections import deque

    from events.stores.protocol import Head, hash_in
    from referee.service.logs import proved

    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    ((seq, line),) = deque(enumerate(proved(found.log), 1), maxlen=1)
    head = Head(seq, hash_in(line))
    if session.as_json:
        session.emit({"source": found.label, "revision": head.revision, "head": head.hash})
        return
    print(head.hash)
    if qr:
        draw(f"referee:{found.label}:{head.revision}:{head.hash}")
    session.tell(session.say("case.head_of", source=found.label, n=head.revision))


def draw(text: str) -> None:
    """Draw a QR code in the terminal, light on dark or dark on light alike, with a border of 4."""
    import segno

    segno.make(text, micro=False).terminal(compact=True, border=4)
