"""The key of a phone, with which it alone can open what its seat sealed.

A key is drawn when somebody turns sealing on, sent to that phone as a cookie, and stored nowhere here. Every
salt is made of it: the same choice sent again is sealed with the same salt, and an answer that was lost on
its way took nothing with it.
"""

import re
from collections.abc import Iterator
from secrets import token_hex

import msgspec
from litestar.datastructures import Cookie

from events.envelope import SALT_BYTES, blake2b, encode

COOKIE = "referee-signet"
"""The name of the cookie."""

_COOKIE_VALUE = re.compile(r"(on|off)\.([0-9a-f]{32})")

_MAX_AGE_SECONDS = 90 * 24 * 60 * 60
"""How long a phone keeps it: a game is over by then."""


class PhoneKey(msgspec.Struct, frozen=True):
    """A phone's key, in hex; `is_on`: what is chosen from here on is sealed."""

    key: str
    is_on: bool

    def salt(self, table: str, seat: str, about: str, n: int) -> str:
        """Return the salt of the `n`-th seal of a seat at a table; no two seals have the same one.

        `table` is its identity: another table of the same name would have salts that were shown here.
        """
        return self._made(encode([table, seat, about, n]), b"referee salt")

    def unguessable(self, text: str) -> str:
        """Return a keyed hash of a text: without the key nobody finds the text by trying."""
        return self._made(text.encode(), b"referee veil")

    def _made(self, data: bytes, use: bytes) -> str:
        key = bytes.fromhex(self.key)
        return blake2b(data, digest_size=SALT_BYTES, key=key, person=use).hexdigest()


def draw_phone_key() -> PhoneKey:
    """Return a new key for a phone that turns sealing on."""
    return PhoneKey(token_hex(SALT_BYTES), is_on=True)


def parse_phone_key(cookie: str | None) -> PhoneKey | None:
    """Return the key in the value of a cookie; None where there is no cookie, or none of ours."""
    found = _COOKIE_VALUE.fullmatch(cookie or "")
    return PhoneKey(found[2], found[1] == "on") if found else None


def make_cookies(token: str, phone_key: PhoneKey | None, *, is_secure: bool) -> Iterator[Cookie]:
    """Yield the cookies of a link that give the phone its key, for pages and stream; None deletes it.

    A home network has no https: only where the phone came by https (`is_secure`) the cookie needs it.
    """
    value = f"{'on' if phone_key.is_on else 'off'}.{phone_key.key}" if phone_key else ""
    for path in (f"/s/{token}", f"/live/{token}"):
        yield Cookie(
            COOKIE, path=path, value=value, max_age=_MAX_AGE_SECONDS if phone_key else 0, httponly=True,
            samesite="strict", secure=is_secure,
        )  # fmt: skip
