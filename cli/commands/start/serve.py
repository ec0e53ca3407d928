"""`referee serve`: the service for phones, on the file of the terminal commands."""

import socket
from typing import Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session

EXAMPLE = """\
Examples:

\b
  referee serve
  referee serve --port 9000 --address 192.168.1.20
"""

BACKLOG = 1024
"""Whoever knocks between the address on the screen and the first answer, waits."""


def command(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free one.")] = 8000,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1: this machine only.")
    ] = "0.0.0.0",  # noqa: S104 - phones come from the network
    address: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="How phones reach this machine, where it is not found."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Answer to this name or address too; may be given again."),
    ] = None,
) -> None:
    """Serve phones and screens in the home network, until Ctrl-C."""
    session = ctx.ensure_object(Session)
    listening = listen(host, port)
    base = f"http://{address or reached_at(host)}:{listening.getsockname()[1]}"
    from referee.web.app import make_app
    from referee.web.door.tokens import draw_token

    token = draw_token()
    app = make_app(session.db, base=base, host_token=token, hosts=allow_host or ())
    announce(session, f"{base}/h/{token}/")
    from referee.web.run import run

    run(app, listening)


def listen(host: str, port: int) -> socket.socket:
    """Take the port; say so where another program has it."""
    # asyncio sends small answers at once only where the protocol is named; else each waits 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        raise Problem(
            "web.port_taken", f"referee serve --port {port + 1}", port=port, why=error.strerror
        ) from None
    return listening


def reached_at(host: str) -> str:
    """Find the address phones use."""
    if host != "0.0.0.0":  # noqa: S104 - compared, not bound
        return host
    from referee.web.door.address import lan_address

    return lan_address()


def announce(session: Session, start: str) -> None:
    """Print where to begin: in words, and as a code to scan."""
    from referee.web.door.address import qr_text

    if session.as_json:
        session.emit({"start": start})
    else:
        print(start, flush=True)
        session.tell(qr_text(start))
        session.tell(session.say("web.serving"))
    import sys

    sys.stdout.flush()
