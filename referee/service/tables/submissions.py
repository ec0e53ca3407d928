"""What a submission is answered, and how the answer is kept with its key, for ever."""

from typing import NamedTuple

import msgspec

from events.base import Event
from events.envelope import blake2b, encode
from events.stores.protocol import Conflict
from referee.kernel.verdict import JudgedEvent, Refused
from referee.service.logs.effective import Action


class Recorded(msgspec.Struct, frozen=True):
    """Accepted and on disk: entries `first` to `revision`, the action and its consequences."""

    first: int
    revision: int
    judged: tuple[JudgedEvent, ...]


class Rest(NamedTuple):
    """How far old actions came that were told again: `again` of them, `left` not, the first for `why`."""

    again: int
    why: Refused | None
    left: tuple[Action, ...]


class Retold(Recorded, frozen=True):
    """Written together: actions that had to stand, then `again` old ones told again.

    `stuck` is the first old action that is not possible any more, `why` its refusal, `left` it
    and everything after it.
    """

    again: int = 0
    stuck: Action | None = None
    why: Refused | None = None
    left: tuple[Action, ...] = ()


def recorded_as(first: int, revision: int, facts: tuple[JudgedEvent, ...], rest: Rest | None) -> Recorded:
    """Say what was recorded, and where old actions were to be told again, how far they came."""
    if rest is None:
        return Recorded(first, revision, facts)
    stuck = rest.left[0] if rest.left else None
    return Retold(first, revision, facts, rest.again, stuck, rest.why, rest.left)


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


class KeptRest(msgspec.Struct, frozen=True, omit_defaults=True):
    """How far old actions came, as it is kept: those `left` by their entries."""

    again: int = 0
    why: Refused | None = None
    left: tuple[int, ...] = ()


class KeptAnswer(msgspec.Struct, frozen=True, omit_defaults=True):
    """An answer as it is kept with its key; the events are in the log.

    `revision` is the last entry it wrote, or the one it was refused after; `reader` the only seat that
    may read what was refused, everybody where it is empty, nobody where there is none. `rest` is how far
    old actions came, where some were to be told again.
    """

    request: str
    first: int = 0
    revision: int = 0
    rules: tuple[tuple[str, ...], ...] = ()
    refused: Refused | None = None
    reader: str | None = None
    noted: Noted | None = None
    rest: KeptRest | None = None


read_kept = msgspec.json.Decoder(KeptAnswer).decode

KEY_USED = Refused("table.key_used")
"""The answer to a key that comes again with something else."""


def kept_of(request: str, recorded: Recorded) -> KeptAnswer:
    """Write down what was recorded, the events left to the log."""
    rules = tuple([judged.rules for judged in recorded.judged])
    rest = None
    if isinstance(recorded, Retold):
        left = tuple(told.seq for told in recorded.left if told.seq is not None)
        rest = KeptRest(recorded.again, recorded.why, left)
    return KeptAnswer(request, recorded.first, recorded.revision, rules, rest=rest)


def digest_of(event: Event | tuple[Event, ...]) -> str:
    """Digest what was asked for."""
    return blake2b(encode(event), digest_size=16).hexdigest()
