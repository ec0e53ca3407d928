"""Addresses: where phones find this machine, and the host names the service answers to."""

import socket
from collections.abc import Iterable
from urllib.parse import urlsplit

from referee.draw.svg import Markup


def lan_address() -> str:
    """Return this machine's address in the home network; 127.0.0.1 where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only picks the way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_code(address: str, label: str) -> Markup:
    """Return a QR code of an address as SVG, on a white card with a border: it scans in dark mode, too.

    `label` is read aloud instead of it.
    """
    import segno  # a start without it: 55 ms

    made = segno.make(address, error="m", micro=False)
    drawn = made.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    named = f'<svg role="img" aria-label="{label.replace(chr(34), "")}" '
    return Markup(drawn.replace("<svg ", named, 1))


def qr_text(address: str) -> str:
    """Return a QR code of an address for a terminal, with its own background."""
    import io  # only for a code in text; the library after it is loaded when it is needed

    import segno  # a start without it: 55 ms

    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()


def spoken(address: str) -> str:
    """Return an address as people read it to one another, without "http://"."""
    return address.removeprefix("http://")


_THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
"""What every machine calls itself; no other page can take these names."""


def hosts_of(base: str, others: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names the service answers to: the one announced, this machine's own, and `others`.

    So no page can point a name of its own at this machine.
    """
    return _THIS_MACHINE | {name_of(urlsplit(base).netloc), *map(name_of, others)}


def name_of(host: str) -> str:
    """Return the name or address in a `Host` header in small letters, without port and last dot."""
    text = host.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    name = text.rpartition(":")[0] if text.count(":") == 1 else text
    return name.removesuffix(".")
