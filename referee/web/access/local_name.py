"""A name of the service in the local network (mDNS), for whoever types an address from a screen."""

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from ipaddress import ip_address
from threading import Event, Thread
from typing import TYPE_CHECKING

from events.stores.protocol import Closing
from referee.web.access.address import LocalAddress, local_addresses

if TYPE_CHECKING:
    from zeroconf import Zeroconf

_WANTED = "referee"
"""What comes before `.local`, and before a number where another machine has that name."""

_MOST_TRIED = 9

_ANSWER_MILLISECONDS = 1000
"""How long another machine may take to say that a name is its own."""

_FIRST_SECONDS = 1.0
"""The service itself starts first: loading the library takes 100 ms of one processor."""

_LOOK_SECONDS = 10.0
"""How often a machine that came into another network is noticed."""


class LocalName(Closing):
    """Announces a name for this machine as long as it is open, in a thread.

    `announced` is called with the name once it is there, such as `referee.local`; `failed` with the reason
    where the network takes none, once for each reason.
    """

    def __init__(
        self,
        port: int,
        announced: Callable[[str], None],
        failed: Callable[[str], None],
        *,
        find: Callable[[], Iterable[LocalAddress]] = local_addresses,
        after: float = _FIRST_SECONDS,
    ) -> None:
        self._port, self._announced, self._failed, self._find = port, announced, failed, find
        self._closing = Event()
        self._why = ""
        self._thread = Thread(target=self._run, args=(after,), name="referee name", daemon=True)
        self._thread.start()

    def _run(self, after: float) -> None:
        self._closing.wait(after)
        while not self._closing.is_set():
            addresses = self._addresses()
            try:
                if addresses:
                    with _announcing(self._port, addresses) as name:
                        self._announced(name)
                        while self._addresses() == addresses and not self._closing.is_set():
                            self._closing.wait(_LOOK_SECONDS)
                        continue
            except Exception as error:  # noqa: BLE001 - whatever a network does, the service goes on without a name
                self._say_once(str(error) or type(error).__name__)
            self._closing.wait(_LOOK_SECONDS)

    def _addresses(self) -> tuple[str, ...]:
        """Return the addresses a name may stand for: not those of a VPN, where no phone is."""
        return tuple(each.text for each in self._find() if not each.is_tunnel)

    def _say_once(self, why: str) -> None:
        if why != self._why:
            self._why = why
            self._failed(why)

    def close(self) -> None:
        """Take the name back; a second call does nothing."""
        self._closing.set()
        self._thread.join(timeout=2)


@contextmanager
def _announcing(port: int, addresses: tuple[str, ...]) -> Iterator[str]:
    """Announce a name for `addresses` that no other machine has, and yield it."""
    from zeroconf import ServiceInfo, Zeroconf  # 100 ms, in a thread of its own

    machine = socket.gethostname().partition(".")[0]
    with Zeroconf(interfaces=list(addresses)) as network:
        name = _free_name(network, frozenset(addresses))
        network.register_service(
            ServiceInfo(
                "_http._tcp.local.",
                f"Referee {machine} {port}._http._tcp.local.",
                port=port,
                addresses=[ip_address(each).packed for each in addresses],
                server=f"{name}.",
            ),
            allow_name_change=True,
        )
        yield name


def _free_name(network: "Zeroconf", own: frozenset[str]) -> str:
    """Return a name that nobody has but this machine, whose addresses are `own`."""
    from zeroconf import AddressResolver  # type: ignore[attr-defined] # public, and missing in its `__all__`

    names = [f"{_WANTED}.local", *(f"{_WANTED}-{n}.local" for n in range(2, _MOST_TRIED + 1))]
    for name in names:
        found = AddressResolver(f"{name}.")
        if not found.request(network, _ANSWER_MILLISECONDS) or own.issuperset(found.parsed_addresses()):
            return name
    raise OSError(f"{names[0]} … {names[-1]}")
