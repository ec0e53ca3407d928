"""`referee head`: the hash that stands for a whole table, to note down or scan, and prove later."""

from collections import deque
from shlex import quote
from typing import Annotated

import segno
import typer

from cli.parameters import SourceArgument
from cli.session import Session
from cli.sources import find_source
from events.stores.protocol import Head, hash_in
from referee.service.answers.files import Head as HeadTold
from referee.service.audit.heads import whole_head
from referee.service.logs.sources import proved

EXAMPLE = """\
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
    """Print the hash that stands for all that is kept of a table, or for a log."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    ((seq, line),) = deque(enumerate(proved(found.log), 1), maxlen=1)
    head = Head(seq, hash_in(line))
    whole = whole_head(found.log, seq, head.hash)
    if session.as_json:
        session.emit(HeadTold(source=found.label, revision=seq, head=head.hash, whole=whole))
        found.finish()
        return
    print(whole or head.hash)
    if qr:
        segno.make(f"referee:{found.label}:{seq}:{whole or head.hash}", micro=False).terminal(
            compact=True, border=4
        )
    proof = {"file": quote(found.label), "hash": whole or head.hash}
    session.tell(session.say("case.head_of", source=found.label, n=seq, **proof))
    if whole:
        session.tell(session.say("case.head_of_log", head=head.hash))
    found.finish()
