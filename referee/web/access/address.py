"""Addresses: where phones find this machine, and the host names the service answers to."""

import re
import socket
from collections.abc import Callable, Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from itertools import takewhile
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from referee.draw.svg import Markup

_NO_WAY_IN = re.compile(
    r"(docker|br-|veth|virbr|vmnet|vboxnet|lxc|lxdbr|podman|cni|flannel|cali|awdl|llw)"
    r"|.*(hyper-v|virtualbox|vmware)",
    re.IGNORECASE,
)
"""Names of interfaces that lead to machines inside this one, or to nobody."""

_TUNNEL = re.compile(
    r"(tun|tap|wg|utun|ppp|ipsec|zt|nordlynx|proton)[\d-]|.*(tunnel|tailscale|wireguard|vpn)", re.IGNORECASE
)
"""Names of interfaces that lead away from home: a phone beside the machine is not there."""

_AT_HOME = tuple(map(ip_network, ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")))
"""Networks behind a router at home, and of a phone or a laptop that is the hotspot."""

_LOOK_SECONDS = 5.0
"""How long what was found of this machine's addresses is believed."""

THIS_MACHINE = "127.0.0.1"


class LocalAddress(NamedTuple):
    """An address of this machine that others may reach; `is_tunnel`: it belongs to a VPN."""

    text: str
    is_tunnel: bool


def local_addresses() -> tuple[LocalAddress, ...]:
    """Return the addresses of this machine, first those that phones most probably reach.

    Networks at home come before others, the way out first among equals, tunnels last; IPv6 addresses are
    returned where there is no other. Left out are 127.0.0.1, those of virtual machines and containers inside
    this one, and link-local IPv6, which no browser takes without a zone.
    """
    import ifaddr  # a refusal before it starts without it: 40 ms

    found: dict[int, dict[LocalAddress, tuple[bool, ...]]] = {4: {}, 6: {}}
    out = _way_out()
    for adapter in ifaddr.get_adapters():
        name = str(adapter.nice_name)
        if _NO_WAY_IN.match(name):
            continue
        for each in adapter.ips:
            ip = ip_address(each.ip if isinstance(each.ip, str) else each.ip[0])
            is_nearby = ip.is_link_local
            if ip.is_loopback or ip.is_multicast or ip.is_unspecified or (ip.version == 6 and is_nearby):
                continue
            address = LocalAddress(str(ip), _TUNNEL.match(name) is not None)
            is_at_home = any(ip in network for network in _AT_HOME)
            found[ip.version][address] = (address.is_tunnel, is_nearby, not is_at_home, address.text != out)
    ranked = found[4] or found[6]
    return tuple(sorted(ranked, key=lambda each: ranked[each]))


def _way_out() -> str | None:
    """Return the address this machine uses towards the internet; None where there is no way out."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # nothing is sent: it only picks the way out
            return str(probe.getsockname()[0])
        except OSError:
            return None


class FoundAddress:
    """The address of this machine that links and codes begin with, where nobody gave one.

    It stays as long as the machine has it; then another one is found, for a machine may come into a network,
    or into another, while it serves.
    """

    def __init__(
        self,
        port: int,
        find: Callable[[], Iterable[LocalAddress]] = local_addresses,
        clock: Callable[[], float] = monotonic,
    ) -> None:
        self.port = port
        self._find, self._clock = find, clock
        self._known: tuple[str, ...] = ()
        self._chosen, self._until = "", 0.0

    @property
    def base(self) -> str:
        """The URL of the address phones most probably reach; of this machine itself where it has no other."""
        return url_of(self._look()[0], self.port)

    @property
    def others(self) -> tuple[str, ...]:
        """The URLs of the other addresses of this machine; empty where it has none."""
        return tuple(url_of(each, self.port) for each in self._look()[1:])

    @property
    def is_reachable(self) -> bool:
        """Whether the machine has an address that others may reach."""
        return self._look() != (THIS_MACHINE,)

    def _look(self) -> tuple[str, ...]:
        """Return all addresses, the chosen one first."""
        if self._clock() >= self._until:
            found = [each.text for each in self._find()] or [THIS_MACHINE]
            self._chosen = self._chosen if self._chosen in found else found[0]
            self._known = (self._chosen, *(each for each in found if each != self._chosen))
            self._until = self._clock() + _LOOK_SECONDS
        return self._known


def url_of(host: str, port: int) -> str:
    """Return the URL of a name or an address; IPv6 stands in brackets."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class Code(NamedTuple):
    """The address by which a seat or watchers join: as a QR code (SVG), and to be read aloud."""

    address: str
    picture: Markup
    spoken: str


def make_code(address: str, label: str) -> Code:
    """Return the code of an address; `label` is read aloud instead of the picture."""
    return Code(address, draw_code(address, label), address.removeprefix("http://"))


_ANY_MASK = 3
"""The mask, of eight, of a QR code of random digits: all are alike there, and comparing them takes long."""


def _make_qr(text: str | tuple[str, ...]) -> Any:
    """Return segno's code of a text, or of one in parts."""
    import segno  # a start without it: 55 ms

    how: dict[str, Any] = {} if isinstance(text, str) else {"mask": _ANY_MASK, "boost_error": False}
    return segno.make(text, error="m", micro=False, **how)  # type: ignore[arg-type]  # parts


def draw_code(text: str | tuple[str, ...], label: str) -> Markup:
    """Return a QR code as SVG; `label` is read aloud instead of the picture.

    A text in parts, each of which is written in the way that takes least room, is taken to be as good as
    random: drawing such codes costs a fifth.
    """
    named = f'<svg role="img" aria-label="{label.replace(chr(34), "")}" '
    return Markup(_qr_code(text).replace("<svg ", named, 1))


@lru_cache(maxsize=64)
def _qr_code(text: str | tuple[str, ...]) -> str:
    """Return a QR code as SVG, on a white card with a border: it scans in dark mode, too.

    Cached for some tables: a screen that shows its codes is drawn anew at each act, a code takes 4 ms.
    """
    drawn = _make_qr(text).svg_inline(
        scale=4, border=4, dark="#000", light="#fff", omitsize=True, svgclass=None, lineclass=None
    )
    return str(drawn)


def qr_text(text: str | tuple[str, ...]) -> str:
    """Return a QR code for a terminal, with its own background; of a text in parts as `draw_code` does."""
    import io  # only for a code in text

    out = io.StringIO()
    _make_qr(text).terminal(out, border=4, compact=True)
    return out.getvalue()


_OWN_NAMES = frozenset({"localhost", THIS_MACHINE, "::1"})
"""What every machine calls itself; no other page can take these names."""

_LOCAL = ".local"
"""What names end with that machines in one network tell one another."""


def hosts_of(base: str, others: Iterable[str] = ()) -> frozenset[str]:
    """Return the host names the service answers to: the one announced, this machine's own, and `others`.

    So no page can point a name of its own at this machine.
    """
    own = name_of(socket.gethostname()).removesuffix(_LOCAL)
    announced = name_of(urlsplit(base).netloc)
    return _OWN_NAMES | {own, own + _LOCAL, announced, *(read_host(each) or each for each in others)}


def answers_to(hosts: frozenset[str], name: str) -> bool:
    """Return whether a name is among `hosts`, of which `.example` stands for all that end with it."""
    return name in hosts or any(each.startswith(".") and name.endswith(each) for each in hosts)


def name_of(host: str) -> str:
    """Return the name or address in a `Host` header in small letters, without port and last dot.

    An IPv6 address is as short as can be, without a zone; one that wraps an IPv4 address is that.
    """
    text = host.strip().lower()
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    ip = parse_address(text)
    return text.removesuffix(".") if ip is None else str(ip)


def parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Return an IP address without its zone, or None; an IPv6 address that wraps an IPv4 one is that."""
    try:
        ip = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)")


def read_host(typed: str) -> str | None:
    """Return the name or address in what somebody typed, as `name_of` has it; None where there is none.

    URLs, ports, paths, capitals, brackets, a last dot and other alphabets are understood. `*.example` is
    returned as `.example`, which stands for all names that end with it.
    """
    text = typed.strip().rpartition("://")[2]
    text = "".join(takewhile(lambda sign: sign not in "/?#\\", text)).rpartition("@")[2]
    name = name_of(text)
    if parse_address(name) is not None:
        return name
    try:
        name = name.encode("idna").decode()
    except UnicodeError:  # `*.example`, or no name at all
        name = name if name.isascii() else ""
    is_family, named = name.startswith(("*.", ".")), name.removeprefix("*").removeprefix(".")
    is_name = named != "" and all(_LABEL.fullmatch(each) for each in named.split("."))
    return f".{named}" * is_family or named if is_name else None
