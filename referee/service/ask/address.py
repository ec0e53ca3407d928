"""A question as an address: what was asked, whole, so that it can be sent to others and nothing is stored."""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from binascii import Error

import msgspec

from events.codec import refuse_deep
from referee.kernel.registry import all_games
from referee.kernel.verdict import Refused
from referee.service.ask.asked import Asked

LONGEST = 4000
"""Characters of an address that are read; browsers, messengers and QR codes take as much."""

_MOST_BYTES = 64 * 1024
"""What an address may unpack to."""

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Asked)


def write_address(asked: Asked) -> str:
    """Return the path of a question's page below the service: `/ask/<game>/` and the question, packed."""
    raw = msgspec.to_builtins(asked)
    said = {name: value for name, value in raw.items() if _is_said(name, value)}
    packed = urlsafe_b64encode(zlib.compress(_ENCODER.encode(said), 9, -15))
    return f"/ask/{asked.game}/{packed.decode().rstrip('=') or '-'}"


def _is_said(name: str, value: object) -> bool:
    return value is not None if name == "record" else bool(value) and name != "game"


def read_address(text: str) -> Asked | Refused:
    """Return the question in an address, as `write_address` gives it, with or without host and query."""
    path = text.partition("?")[0].partition("#")[0]
    game, _, packed = path.rpartition("/ask/")[2].strip("/").partition("/")
    if len(path) > LONGEST:
        return too_long()
    if game not in all_games():
        return Refused("table.unknown_game", (), {"game": game[:64]})
    try:
        unpacking = zlib.decompressobj(-15)
        said = unpacking.decompress(urlsafe_b64decode(packed + "=" * (-len(packed) % 4)), _MOST_BYTES)
        if not unpacking.eof or unpacking.unused_data:
            return _CUT
        refuse_deep(said)
        raw = msgspec.json.decode(said)
        return msgspec.convert({**raw, "game": game}, Asked)
    except (Error, ValueError, zlib.error, TypeError, RecursionError):
        return _CUT


def too_long() -> Refused:
    """Return the refusal of an address that is longer than any that is read."""
    return Refused("web.settle.link_too_long", (), {"most": LONGEST})


_CUT = Refused("web.settle.link_cut")
