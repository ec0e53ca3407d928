"""Tokens, and the secret of this machine that they are made with.

A token is a keyed hash of a nonce. The nonce stands in the database, beside the hash of the token;
the secret stands in a file of its own beside the database, readable for its owner alone. So a code
nobody has scanned yet can be shown again after a restart, and what was asked for with a key is
answered with the same token for ever, although no token is kept anywhere. Whoever copies the
database has hashes of 99 random bits, and nonces without the secret: neither opens anything. A new
link for the same place has another nonce, and the token before it is dead. Where the secret is lost,
phones that have joined go on (their tokens still hash to what is kept); only codes not scanned yet
have to be given out anew.
"""

import os
from collections.abc import Callable
from pathlib import Path
from secrets import token_bytes, token_hex

from events.envelope import blake2b
from events.stores.protocol import ServedStore, ShortSecretError
from referee.kernel.folding import fold

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""Letters and digits nobody mistakes for one another when typing from a screen."""

GROUPS, GROUP = 4, 5
"""A token is this many groups of this many characters: 99 bits."""

SECRET_BYTES = 32

Draw = Callable[[], str]


def draw_nonce() -> str:
    """Draw what makes a link unlike every other."""
    return token_hex(16)


class Keyring:
    """Makes tokens of nonces with a secret."""

    def __init__(self, secret: bytes, draw: Draw = draw_nonce) -> None:
        self._secret, self.draw = secret, draw

    def token(self, nonce: str) -> str:
        """Make the token of a nonce: the same one whenever asked."""
        digest = blake2b(nonce.encode(), digest_size=64, key=self._secret, person=b"referee link").digest()
        return written(int.from_bytes(digest, "big"))


def draw_token() -> str:
    """Draw a token that is made of no nonce."""
    return written(int.from_bytes(token_bytes(64), "big"))


def written(number: int) -> str:
    """Write a large number as a token."""
    letters = []
    for _ in range(GROUPS * GROUP):
        number, place = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[place])
    return grouped("".join(letters))


def typed(text: str) -> str:
    """Read a token as people type it: capitals, blanks and missing hyphens do no harm."""
    return grouped("".join([c for c in fold(text).lower() if c in ALPHABET][: GROUP * GROUPS]))


def grouped(letters: str) -> str:
    """Put hyphens into a token."""
    return "-".join(letters[i : i + GROUP] for i in range(0, len(letters), GROUP))


def hash_of(token: str) -> str:
    """Hash a token as it is kept."""
    return blake2b(token.encode(), digest_size=32, person=b"referee link").hexdigest()


def secret_of(store: ServedStore) -> bytes:
    """Read the secret that belongs to a store; draw it where there is none yet.

    REFEREE_SECRET names another file: services on several machines that share a database share it.
    Raises ShortSecretError where it is set and empty, or where the file holds less than a secret.
    """
    named = os.environ.get("REFEREE_SECRET")
    if named is not None and not named.strip():
        raise ShortSecretError(path="REFEREE_SECRET", found=0, least=SECRET_BYTES)
    return secret_in(Path(named or store.secret))


def fingerprint_of(secret: bytes) -> str:
    """Return a keyed hash of nothing: alike for the same secret, and of no use to whoever reads it."""
    return blake2b(b"", digest_size=16, key=secret, person=b"referee secret").hexdigest()


def secret_in(path: Path) -> bytes:
    """Read the secret a file keeps; draw it where there is none yet."""
    try:
        return read_secret(path)
    except FileNotFoundError:
        draw_secret(path)
        return read_secret(path)


def read_secret(path: Path) -> bytes:
    """Read a secret, and close the file to others where somebody opened it to them."""
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)
    secret = path.read_bytes()[:SECRET_BYTES]
    if len(secret) < SECRET_BYTES:
        raise ShortSecretError(path=str(path), found=len(secret), least=SECRET_BYTES)
    return secret


def draw_secret(path: Path) -> None:
    """Draw a secret and put it in its file whole, unless another process was first."""
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
