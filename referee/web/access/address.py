"""Where phones find this machine, as an address in words and as a code to scan."""

import socket

from referee.draw.svg import Markup


def lan_address() -> str:
    """Find this machine's address in the home network; localhost where there is none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only picks the way out
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_code(address: str, label: str) -> Markup:
    """Draw a code with its white card and a border of four, so that it scans in the dark too."""
    import segno

    made = segno.make(address, error="m", micro=False)
    drawn = made.svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    named = f'<svg role="img" aria-label="{label.replace(chr(34), "")}" '
    return Markup(drawn.replace("<svg ", named, 1))


def qr_text(address: str) -> str:
    """Draw a code for a terminal, its own background with it."""
    import io

    import segno

    out = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(out, border=4, compact=True)
    return out.getvalue()


def spoken(address: str) -> str:
    """Write an address as people read it to one another: without what browsers add themselves."""
    return address.removeprefix("http://")
