"""`referee serve`: the service for phones, on the file of the terminal commands."""

import errno
import socket
import sys
from collections.abc import Iterable
from shlex import quote
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import typer
from msgspec import UNSET

from cli.problems import Problem
from cli.session import Session
from cli.tables import printing_notices, warn_of_share
from referee.service.answers.files import Serving

if TYPE_CHECKING:
    from referee.web.access.address import FoundAddress
    from referee.web.access.local_name import LocalName
    from referee.web.access_control import AccessControl

EXAMPLE = """\
referee serve
referee serve --port 9000 --address 192.168.1.20
referee serve --witness
referee serve --port 8001 --host 127.0.0.1 --address https://play.example
"""

_USUAL_PORT = 8000

_EVERY_ADDRESS = "0.0.0.0"  # noqa: S104 - phones come from the network

_EVERYWHERE = {_EVERY_ADDRESS, "::", "[::]"}
"""What listens at every address of this machine; at IPv6 only where that was typed, or there is no other."""

_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}
"""What nobody else reaches, unless something before the service leads here."""

_NOT_IN_HOSTS = {*" \t/?#@\\"}
"""Signs that stand in no name and no number of a machine."""

_BACKLOG = 1024
"""How many phones may wait while the address is on the screen and the service does not answer yet."""


def command(
    ctx: typer.Context,
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0: any free one.")] = _USUAL_PORT,
    host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Where to listen; 127.0.0.1: this machine only.")
    ] = _EVERY_ADDRESS,
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
        listening = session.enter(listen(_bare(host), port))
    except OSError as error:
        raise _not_available(
            error, host, port, _options_typed(address, allow_host or (), witness=witness)
        ) from None
    from referee.web.access.address import FoundAddress, url_of  # a taken port is told first: 55 ms

    port = listening.getsockname()[1]
    found = FoundAddress(port) if host in _EVERYWHERE else None
    if found is not None and "[" in found.base:  # no IPv4 but that of this machine itself
        listening.close()
        listening = session.enter(listen("::", port))
    here = url_of(_bare(host), port) if found is None else found.base
    base = base_address(address, here)
    names = (*map(_host_of, allow_host or ()), urlsplit(here).netloc)
    from referee.web.access.links import draw_token  # litestar: 200 ms, and a taken port is told first
    from referee.web.app import make_app

    token = draw_token()
    announced = found if found is not None and address is None else base
    is_reachable = bool(address or allow_host) or _bare(host) not in _THIS_MACHINE
    app = make_app(
        session.db,
        base=announced,
        host_token=token,
        hosts=names,
        is_reachable=is_reachable,
        witness=witness,
    )
    access = app.state.access
    given, store = access.witness_token, access.live.store
    warn_of_share(session, store)
    # Behind a door that leads to any of several services, what this one gives out is opened at itself.
    at = here if _is_behind_proxy(address) else base
    announce(session, f"{at}/h/{token}/", f"{at}/w/{given}" if given else None, is_reachable=is_reachable)
    if not store.is_writable():
        session.tell(session.say("store.looked_at_only", path=store.where))
    if found is not None and announced is found:
        _tell_ways(session, found, f"/h/{token}/")
    if found is not None and not _is_behind_proxy(address):
        session.enter(_announce_name(session, access, port, f"/h/{token}/"))
    from referee.web.run import run  # the address is on the screen meanwhile

    run(app, listening)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket; raise OSError where host or port is not available."""
    # asyncio sends small answers at once only where the protocol is named; else each waits 40 ms
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        if host == "::":
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # IPv4 as well
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
    where = [] if host == _EVERY_ADDRESS else ["--host", quote(host)]
    hint = " ".join(["referee serve --port", str(other), *where, *how])
    return Problem("web.port_taken", hint, port=port, why=error.strerror)


def _options_typed(address: str | None, names: Iterable[str], *, witness: bool) -> list[str]:
    """Return the options of this call as one types them, to repeat them in a hint."""
    told = [] if address is None else ["--address", address]
    told += [word for name in names for word in ("--allow-host", name)]
    return [*map(quote, told), *(["--witness"] if witness else [])]


def _bare(host: str) -> str:
    """Return an address without the brackets that IPv6 has in URLs."""
    return host.removeprefix("[").removesuffix("]")


def _host_of(typed: str) -> str:
    """Return the name or address of `--allow-host`; raise Problem where none can be read in it."""
    from referee.web.access.address import read_host  # the same

    found = read_host(typed)
    if found is None:
        raise Problem("web.no_name", "referee serve --allow-host laptop.local", name=typed)
    return found


def _tell_ways(session: Session, found: "FoundAddress", start: str) -> None:
    """Say by which other addresses the page at `start` is reached, or that no phone reaches this machine."""
    if session.as_json:
        return
    if not found.is_reachable:
        session.tell(session.say("web.only_here"))
    elif found.others:
        session.tell(
            session.say("web.other_addresses", addresses="\n".join(each + start for each in found.others))
        )


def _announce_name(session: Session, access: "AccessControl", port: int, start: str) -> "LocalName":
    """Announce a name in the network, to be closed at the end; say it where it is there, else why not."""
    from referee.web.access.local_name import LocalName  # the same

    def announced(name: str) -> None:
        access.local_name = name
        tell("web.local_name", address=f"http://{name}:{port}{start}")

    def tell(message_id: str, **args: str) -> None:
        if not session.as_json:
            session.tell(session.say(message_id, **args))

    return LocalName(port, announced, lambda why: tell("web.no_local_name", why=why))


def _is_behind_proxy(address: str | None) -> bool:
    """Return whether `address` is a whole URL: phones come through a proxy."""
    return address is not None and "://" in address


def base_address(address: str | None, here: str) -> str:
    """Return the URL that links and codes begin with.

    It is `here` without an address, http for a host name (at the port of `here`, unless it has one), else the
    URL given. Raises Problem for what is neither a host nor a URL.
    """
    if address is None:
        return here
    from referee.web.access.address import parse_address, url_of  # the same

    if parse_address(_bare(address)) is not None:
        return url_of(_bare(address), urlsplit(here).port or _USUAL_PORT)
    is_url = _is_behind_proxy(address)
    parts = urlsplit(address if is_url else f"http://{address}")
    wrong = bool(_NOT_IN_HOSTS & {*parts.netloc} or parts.path.strip("/") or parts.query or parts.fragment)
    try:
        port = parts.port if is_url else parts.port or urlsplit(here).port
    except ValueError:
        wrong = True
    if wrong or parts.scheme not in {"http", "https"} or not parts.hostname:
        raise Problem("web.no_address", "referee serve --address https://play.example", address=address)
    return f"{parts.scheme}://{parts.netloc}" if is_url else url_of(parts.hostname, port or _USUAL_PORT)


def announce(session: Session, start: str, witness: str | None = None, *, is_reachable: bool = True) -> None:
    """Print the address to begin at, as text and, where phones come, as a QR code.

    `witness` is where heads are sent.
    """
    from referee.web.access.address import qr_text  # the same

    if session.as_json:
        session.emit(Serving(start=start, witness=witness or UNSET))
    else:
        print(start, flush=True)
        if witness:
            print(session.say("witness.given_out", address=witness), flush=True)
        if is_reachable:
            session.tell(qr_text(start))
        session.tell(session.say("web.serving" if is_reachable else "web.serving_here"))
    sys.stdout.flush()
