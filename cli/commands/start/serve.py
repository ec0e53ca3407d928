"""`referee serve`: the service for phones, on the file of the terminal commands."""

import errno
import socket
from collections.abc import Iterable
from shlex import quote
from typing import Annotated
from urllib.parse import urlsplit

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import warn_of_share

EXAMPLE = """\
Examples:

\b
  referee serve
  referee serve --port 9000 --address 192.168.1.20
  referee serve --witness
  referee serve --port 8001 --host 127.0.0.1 --address https://play.example
"""

USUAL_PORT = 8000

EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones come from the network

NO_HOST = {*" \t/?#@\\"}
"""Signs that stand in no name and no number of a machine."""

BACKLOG = 1024
"""How many phones may wait while the address is on the screen and the service does not answer yet."""


def command(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free one.")] = USUAL_PORT,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1: this machine only.")
    ] = EVERYWHERE,
    address: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS", help="How phones reach this machine, where it is not found; or https://…"
        ),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Answer to this name or address too; may be given again."),
    ] = None,
    *,
    witness: Annotated[
        bool, typer.Option("--witness", help="Witness heads of other machines, with a link for them.")
    ] = False,
) -> None:
    """Serve phones and screens in the home network, until Ctrl-C."""
    from cli.frame.notices import notices_told

    session = ctx.ensure_object(Session)
    session.keep(notices_told(session))
    try:
        listening = session.keep(listen(host, port))
    except OSError as error:
        raise not_there(error, host, port, options(address, allow_host or (), witness=witness)) from None
    here = f"http://{reached_at(host)}:{listening.getsockname()[1]}"
    base = reached_by(address, here)
    from referee.web.access.tokens import draw_token
    from referee.web.app import make_app

    token = draw_token()
    names = (*(allow_host or ()), urlsplit(here).netloc)
    app = make_app(session.db, base=base, host_token=token, hosts=names, witness=witness)
    given, store = app.state.entrance.witness_token, app.state.entrance.live.store
    warn_of_share(session, store)
    if not store.is_writable():
        session.tell(session.say("store.looked_at_only", path=store.where))
    # Behind a door that leads to any of several services, what this one gives out is opened at itself.
    at = here if has_door(address) else base
    announce(session, f"{at}/h/{token}/", f"{at}/w/{given}" if given else None)
    from referee.web.run import run

    run(app, listening)


def listen(host: str, port: int) -> socket.socket:
    """Take a port; raise OSError where that is not possible."""
    # asyncio sends small answers at once only where the protocol is named; else each waits 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def not_there(error: OSError, host: str, port: int, how: Iterable[str]) -> Problem:
    """Say whether it is the port or the host that is not to be had, and how to serve all the same."""
    if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
        hint = " ".join(["referee serve --port", str(port), *how])
        return Problem("web.no_host", hint, host=host, why=error.strerror)
    other = USUAL_PORT if error.errno == errno.EACCES else (port + 1) % 65536  # 0: any free one
    where = [] if host == EVERYWHERE else ["--host", quote(host)]
    hint = " ".join(["referee serve --port", str(other), *where, *how])
    return Problem("web.port_taken", hint, port=port, why=error.strerror)


def options(address: str | None, names: Iterable[str], *, witness: bool) -> list[str]:
    """Write how phones reach the service and what it does for them as options, as one types them."""
    told = [] if address is None else ["--address", address]
    told += [word for name in names for word in ("--allow-host", name)]
    return [*map(quote, told), *(["--witness"] if witness else [])]


def reached_at(host: str) -> str:
    """Find the address phones use."""
    if host != EVERYWHERE:
        return host
    from referee.web.access.address import lan_address

    return lan_address()


def has_door(address: str | None) -> bool:
    """Whether phones reach the service at a whole URL, through a proxy that stands before it."""
    return address is not None and "://" in address


def reached_by(address: str | None, here: str) -> str:
    """Build the address that every link and code begins with."""
    if address is None:
        return here
    if not has_door(address) and not NO_HOST & {*address}:
        return f"http://{address}:{urlsplit(here).port}"
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Problem("web.no_address", "referee serve --address https://play.example", address=address)
    return f"{parts.scheme}://{parts.netloc}"


def announce(session: Session, start: str, witness: str | None = None) -> None:
    """Print where to begin, in words and as a code to scan; and where heads are `witness`ed."""
    from referee.web.access.address import qr_text

    if session.as_json:
        from msgspec import UNSET

        from referee.service.answers.files import Serving

        session.emit(Serving(start=start, witness=witness or UNSET))
    else:
        print(start, flush=True)
        if witness:
            print(session.say("witness.given_out", address=witness), flush=True)
        session.tell(qr_text(start))
        session.tell(session.say("web.serving"))
    import sys

    sys.stdout.flush()
