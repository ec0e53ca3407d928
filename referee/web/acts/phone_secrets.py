"""What a phone keeps so that it alone can open what its seat sealed.

A secret is drawn when somebody turns sealing on, handed to that phone as a cookie, and kept nowhere
here. Every salt is made of it, and so comes with each request that needs it: the same choice sent
again is sealed by the same salt, and an answer that was lost on its way took nothing with it.
"""

import re
from collections.abc import Iterator
from secrets import token_hex

import msgspec
from litestar.datastructures import Cookie

from events.envelope import SALT_BYTES, blake2b, encode

COOKIE = "referee-signet"
"""The cookie a phone keeps its secret in."""

WRITTEN = re.compile(r"(on|off)\.([0-9a-f]{32})")

KEPT_SECONDS = 90 * 24 * 60 * 60
"""So long a phone keeps it: a game is over by then."""


class PhoneKey(msgspec.Struct, frozen=True):
    """A phone's secret, in hex; `is_on` says that what is chosen now is sealed."""

    key: str
    is_on: bool

    def salt(self, table: str, seat: str, about: str, n: int) -> str:
        """Make the salt of the `n`-th seal of a seat at a table; no two seals have the same one.

        `table` is its identity: another one of the same name would have the salts that were told here.
        """
        return self._made(encode([table, seat, about, n]), b"referee salt")

    def unguessable(self, text: str) -> str:
        """Name something so that nobody else finds out by trying what it was."""
        return self._made(text.encode(), b"referee veil")

    def _made(self, told: bytes, use: bytes) -> str:
        key = bytes.fromhex(self.key)
        return blake2b(told, digest_size=SALT_BYTES, key=key, person=use).hexdigest()


def draw_phone_key() -> PhoneKey:
    """Draw a secret for a phone that turns sealing on."""
    return PhoneKey(token_hex(SALT_BYTES), is_on=True)


def read_phone_key(cookie: str | None) -> PhoneKey | None:
    """Read what a phone keeps; None where it is nothing of ours."""
    found = WRITTEN.fullmatch(cookie or "")
    return PhoneKey(found[2], found[1] == "on") if found else None


def cookies(token: str, phone_key: PhoneKey | None, *, is_secure: bool) -> Iterator[Cookie]:
    """Hand a secret to the phone with a link, for its pages and its stream alone; or have it forgotten.

    A home network has no https: only where the phone came by https (`is_secure`) it is bound to that.
    """
    value = f"{'on' if phone_key.is_on else 'off'}.{phone_key.key}" if phone_key else ""
    for path in (f"/s/{token}", f"/live/{token}"):
        yield Cookie(
            COOKIE, path=path, value=value, max_age=KEPT_SECONDS if phone_key else 0, httponly=True,
            samesite="strict", secure=is_secure,
        )  # fmt: skip
