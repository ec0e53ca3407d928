"""Links to a table: capabilities that nobody can guess, of which the database keeps a hash and a nonce.

A token is a keyed hash of a nonce. The nonce stands in the database beside the hash of the token; the key
is the secret of this machine, in a file of its own beside the database, readable for its owner alone. So a
code that nobody has scanned can be shown again after a restart, and a request with a key is answered with
the same token for ever, although no token is stored. Whoever copies the database has hashes of 99 random
bits, and nonces without the secret: neither opens anything. A new link for the same place has another
nonce, and the token before it is dead. Where the secret is lost, phones that have joined go on (their tokens
still hash to what is stored); only codes that nobody has scanned have to be given out anew.
"""

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_bytes, token_hex

from events.envelope import blake2b
from events.stores.protocol import DEVICE, SCREEN, SEAT, WATCH, Link, ServedStore, ShortSecretError
from referee.kernel.folding import fold

__all__ = ["DEVICE", "SCREEN", "SEAT", "WATCH", "Keyring", "Link", "Links"]

_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits nobody mistakes for one another when typing from a screen."""

_GROUPS, _GROUP = 4, 5
"""A token is this many groups of this many characters: 99 bits."""

SECRET_BYTES = 32


def draw_nonce() -> str:
    """Return a random nonce of 32 hex digits: a link is made from one, a form is known again by one."""
    return token_hex(16)


class Keyring:
    """Makes tokens of nonces with a secret; `draw` returns a new nonce."""

    def __init__(self, secret: bytes, draw: Callable[[], str] = draw_nonce) -> None:
        self._secret, self.draw = secret, draw

    def token(self, nonce: str) -> str:
        """Return the token of a nonce: the same one for the same secret."""
        digest = blake2b(nonce.encode(), digest_size=64, key=self._secret, person=b"referee link").digest()
        return _format_token(int.from_bytes(digest, "big"))


def draw_token() -> str:
    """Return a random token that is made of no nonce."""
    return _format_token(int.from_bytes(token_bytes(64), "big"))


def _format_token(number: int) -> str:
    letters = []
    for _ in range(_GROUPS * _GROUP):
        number, place = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[place])
    return hyphenate("".join(letters))


def parse_token(text: str) -> str:
    """Return the token somebody typed: capitals, blanks, missing hyphens and other characters do no harm.

    What is too short to be a token is returned as far as it goes, and opens nothing.
    """
    return hyphenate("".join([c for c in fold(text).lower() if c in _ALPHABET][: _GROUP * _GROUPS]))


def hyphenate(letters: str) -> str:
    """Return letters with a hyphen between groups of five, as tokens are written."""
    return "-".join(letters[i : i + _GROUP] for i in range(0, len(letters), _GROUP))


def hash_of(token: str) -> str:
    """Return the hash that the database stores of a token."""
    return blake2b(token.encode(), digest_size=32, person=b"referee link").hexdigest()


def secret_of(store: ServedStore) -> bytes:
    """Read the secret that belongs to a store; draw it and write its file where there is none yet.

    REFEREE_SECRET names another file: services on several machines that share a database share it.
    Raises ShortSecretError where it is set and empty, or where the file holds less than a secret.
    """
    named = os.environ.get("REFEREE_SECRET")
    if named is not None and not named.strip():
        raise ShortSecretError(path="REFEREE_SECRET", found=0, least=SECRET_BYTES)
    return secret_in(Path(named or store.secret))


def fingerprint_of(secret: bytes) -> str:
    """Return a keyed hash of nothing: the same for the same secret, and of no use to whoever reads it."""
    return blake2b(b"", digest_size=16, key=secret, person=b"referee secret").hexdigest()


def secret_in(path: Path) -> bytes:
    """Read the secret in a file; draw it and write the file where there is none yet.

    Raises ShortSecretError where the file holds less than a secret.
    """
    try:
        return _read_secret(path)
    except FileNotFoundError:
        _write_new_secret(path)
        return _read_secret(path)


def _read_secret(path: Path) -> bytes:
    """Read a secret; take rights of others away from its file where they have any."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    secret = path.read_bytes()[:SECRET_BYTES]
    if len(secret) < SECRET_BYTES:
        raise ShortSecretError(path=str(path), found=len(secret), least=SECRET_BYTES)
    return secret


def _write_new_secret(path: Path) -> None:
    """Write a drawn secret to its file, whole or not at all; do nothing if another process was first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.{token_hex(4)}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, token_bytes(SECRET_BYTES))
        os.fsync(descriptor)
        os.close(descriptor)
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


class Links:
    """The links of every table of a store, by their tokens; `keyring` makes the tokens."""

    def __init__(self, store: ServedStore, keyring: Keyring) -> None:
        self.store, self.keyring = store, keyring

    def issue(
        self,
        table: str,
        role: str,
        seat: str | None = None,
        lang: str | None = None,
        *,
        after: int | None = None,
    ) -> Link:
        """Make a link; the one there was for the same place is dead, and its language is kept.

        `after` as in `ServedStore.issue_link`.
        """
        nonce = self.keyring.draw()
        token = self.keyring.token(nonce)
        return self.store.issue_link(table, role, seat, lang, hash_of(token), nonce, after=after)

    def ensure(self, table: str, role: str, seat: str | None = None, lang: str | None = None) -> Link:
        """Return the link of a place; issue one where there is none.

        One whose token cannot be made any more is replaced, too, unless it is the link of a seat that
        somebody has opened: that phone's token still works.
        """
        link = self.place(table, role, seat)
        if link is None or (self.token(link) is None and not (role == SEAT and link.opened)):
            return self.issue(table, role, seat, lang, after=link.issued if link else 0)
        return link

    def place(self, table: str, role: str, seat: str | None = None) -> Link | None:
        """Return the link of a place at a table (`seat` is None or "" but for a seat's), or None."""
        links = (link for link in self.store.links(table) if (link.role, link.seat) == (role, seat or None))
        return next(links, None)

    def token(self, link: Link) -> str | None:
        """Return the token of a link; None where the secret it was made with is gone."""
        token = self.keyring.token(link.nonce)
        found = self.find(token)
        return token if found is not None and found.id == link.id else None

    def find(self, token: str) -> Link | None:
        """Return the link of a token; None where it opens nothing."""
        return self.store.find_link(hash_of(token))

    def at(self, table: str) -> tuple[Link, ...]:
        """Return the links of a table."""
        return self.store.links(table)

    def note_opened(self, link: Link) -> None:
        """Remember that somebody holds the link."""
        self.store.change_link(link, opened=True)

    def set_language(self, link: Link, lang: str) -> None:
        """Remember the language of a link."""
        self.store.change_link(link, lang=lang)

    def count_write(self, link: Link) -> None:
        """Remember that something was noted through a link, so that its next page has another key."""
        self.store.change_link(link, wrote=True)
