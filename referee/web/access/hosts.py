"""By which names the service answers, so that no page can point a name of its own at this machine."""

from collections.abc import Iterable
from urllib.parse import urlsplit

THIS_MACHINE = frozenset({"localhost", "127.0.0.1", "::1"})
"""What every machine calls itself; no other page can take these names."""


def hosts_of(base: str, others: Iterable[str] = ()) -> frozenset[str]:
    """Name the hosts the service answers to: as announced, this machine's own names, and others allowed."""
    return THIS_MACHINE | {name_of(urlsplit(base).netloc), *map(name_of, others)}


def name_of(host: str) -> str:
    """Read the name or address out of a `Host` header, its port and a last dot left out."""
    text = host.strip().lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    name = text.rpartition(":")[0] if text.count(":") == 1 else text
    return name.removesuffix(".")
