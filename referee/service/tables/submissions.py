"""What a submission is answered, and how the answer is kept with its key, for ever."""

import msgspec

from events.base import Event
from events.digest import blake2b
from events.envelope import encode
from events.stores.protocol import Conflict
from referee.kernel.verdict import Fact, Refused


class Recorded(msgspec.Struct, frozen=True):
    """Accepted and on disk: entries `first` to `revision`, the action and its consequences."""

    first: int
    revision: int
    facts: tuple[Fact, ...]


class Noted(msgspec.Struct, frozen=True):
    """Done beside the log, which stands at `revision`: a vote, a link; `body` is what was answered."""

    revision: int
    body: dict[str, str] = {}


Answer = Recorded | Refused | Conflict
"""What a submission gets: written, refused by a rule, or decided on a revision that is past."""


class Submission(msgspec.Struct, frozen=True):
    """What names a submission: its key, and the digest of what was asked with it."""

    key: str
    request: str


class KeptAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is kept with its key; the events are in the log.

    `revision` is the last entry it wrote, or the one it was refused after; `reader` the only seat that
    may read what was refused, everybody where it is empty, nobody where there is none.
    """

    request: str
    first: int = 0
    revision: int = 0
    rules: tuple[tuple[str, ...], ...] = ()
    refused: Refused | None = None
    reader: str | None = None
    noted: Noted | None = None


read_kept = msgspec.json.Decoder(KeptAnswer).decode

KEY_USED = Refused("table.key_used")
"""The answer to a key that comes again with something else."""


def kept_of(request: str, recorded: Recorded) -> KeptAnswer:
    """Write down what was recorded, the events left to the log."""
    rules = tuple([fact.rules for fact in recorded.facts])
    return KeptAnswer(request, recorded.first, recorded.revision, rules)


def digest_of(event: Event | tuple[Event, ...]) -> str:
    """Digest what was asked for."""
    return blake2b(encode(event), digest_size=16).hexdigest()
