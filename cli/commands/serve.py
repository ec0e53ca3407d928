"""`referee serve`: the service for phones, on the file of the terminal commands."""

import errno
import socket
import sys
from collections.abc import Iterable
from shlex import quote
from typing import Annotated
from urllib.parse import urlsplit

import typer
from msgspec import UNSET

from cli.problems import Problem
from cli.session import Session
from cli.tables import printing_notices, warn_of_share
from referee.service.answers.files import Serving

EXAMPLE = """\
referee serve
referee serve --port 9000 --address 192.168.1.20
referee serve --witness
referee serve --port 8001 --host 127.0.0.1 --address https://play.example
"""

_USUAL_PORT = 8000

_EVERYWHERE = "0.0.0.0"  # noqa: S104 - phones come from the network

_NOT_IN_HOSTS = {*" \t/?#@\\"}
"""Signs that stand in no name and no number of a machine."""

_BACKLOG = 1024
"""How many phones may wait while the address is on the screen and the service does not answer yet."""


def command(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free one.")] = _USUAL_PORT,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1: this machine only.")
    ] = _EVERYWHERE,
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
    session = ctx.ensure_object(Session)
    session.enter(printing_notices(session))
    try:
        listening = session.enter(listen(host, port))
    except OSError as error:
        raise _not_available(
            error, host, port, _options_typed(address, allow_host or (), witness=witness)
        ) from None
    here = f"http://{_address_of(host)}:{listening.getsockname()[1]}"
    base = base_address(address, here)
    from referee.web.access.links import draw_token  # litestar: 200 ms, and a taken port is told first
    from referee.web.app import make_app

    token = draw_token()
    names = (*(allow_host or ()), urlsplit(here).netloc)
    app = make_app(session.db, base=base, host_token=token, hosts=names, witness=witness)
    given, store = app.state.access.witness_token, app.state.access.live.store
    warn_of_share(session, store)
    if not store.is_writable():
        session.tell(session.say("store.looked_at_only", path=store.where))
    # Behind a door that leads to any of several services, what this one gives out is opened at itself.
    at = here if _is_behind_proxy(address) else base
    announce(session, f"{at}/h/{token}/", f"{at}/w/{given}" if given else None)
    from referee.web.run import run  # the address is on the screen meanwhile

    run(app, listening)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise OSError where host or port is not available."""
    # asyncio sends small answers at once only where the protocol is named; else each waits 40 ms
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(_BACKLOG)
    except OSError:
        listening.close()
        raise
    return listening


def _not_available(error: OSError, host: str, port: int, how: Iterable[str]) -> Problem:
    """Return the Problem of a host or port that is not available; `how` are the options to repeat."""
    if error.errno not in {errno.EADDRINUSE, errno.EACCES}:
        hint = " ".join(["referee serve --port", str(port), *how])
        return Problem("web.no_host", hint, host=host, why=error.strerror)
    other = _USUAL_PORT if error.errno == errno.EACCES else (port + 1) % 65536  # 0: any free one
    where = [] if host == _EVERYWHERE else ["--host", quote(host)]
    hint = " ".join(["referee serve --port", str(other), *where, *how])
    return Problem("web.port_taken", hint, port=port, why=error.strerror)


def _options_typed(address: str | None, names: Iterable[str], *, witness: bool) -> list[str]:
    """Return the options of this call as one types them, to repeat them in a hint."""
    told = [] if address is None else ["--address", address]
    told += [word for name in names for word in ("--allow-host", name)]
    return [*map(quote, told), *(["--witness"] if witness else [])]


def _address_of(host: str) -> str:
    """Return the address phones use: `host`, or this machine's in the home network."""
    if host != _EVERYWHERE:
        return host
    from referee.web.access.address import lan_address  # a refusal before it starts without it: 55 ms

    return lan_address()


def _is_behind_proxy(address: str | None) -> bool:
    """Return whether `address` is a whole URL: phones come through a proxy."""
    return address is not None and "://" in address


def base_address(address: str | None, here: str) -> str:
    """Return the URL that links and codes begin with.

    It is `here` without an address, http for a host name, else the URL given. Raises Problem for what is
    neither a host nor a URL.
    """
    if address is None:
        return here
    if not _is_behind_proxy(address) and not _NOT_IN_HOSTS & {*address}:
        return f"http://{address}:{urlsplit(here).port}"
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/") or parts.query:
        raise Problem("web.no_address", "referee serve --address https://play.example", address=address)
    return f"{parts.scheme}://{parts.netloc}"


def announce(session: Session, start: str, witness: str | None = None) -> None:
    """Print the address to begin at, as text and as a QR code; `witness` is where heads are sent."""
    from referee.web.access.address import qr_text  # the same

    if session.as_json:
        session.emit(Serving(start=start, witness=witness or UNSET))
    else:
        print(start, flush=True)
        if witness:
            print(session.say("witness.given_out", address=witness), flush=True)
        session.tell(qr_text(start))
        session.tell(session.say("web.serving"))
    sys.stdout.flush()
