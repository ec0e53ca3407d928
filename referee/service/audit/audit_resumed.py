"""An audit of many logs that goes on where it was interrupted: sound logs are not audited twice."""

from collections.abc import Generator
from typing import Any, Protocol

import msgspec

from referee.service.audit.audit_files import Audited, Note
from referee.service.simulation.kept_lots import KeptLots

LOGS_IN_A_LOT, ENTRIES_IN_A_LOT = 100, 20_000
"""So many sound logs are noted at once, or fewer once they have so many entries."""


class Sound(msgspec.Struct, frozen=True, array_like=True):
    """A log that was found sound, as it was then."""

    path: str
    entries: int
    fingerprint: str

    def audited(self) -> Audited:
        """Give what its audit gave."""
        return Audited(path=self.path, entries=self.entries, fingerprint=self.fingerprint)


class Many(Protocol):
    """Many logs, and how they are audited; `where` they lie."""

    where: str
    logs: list[Any]

    def name(self, log: Any) -> str:
        """Name a log as its audit does."""

    def size(self, log: Any) -> int:
        """Say how much there is of it to read."""

    def fingerprint(self, log: Any) -> str:
        """Say how it is now; empty where it cannot be read."""

    def audit(self, logs: list[Any], note: Note, on: str | None) -> Generator[Audited, None, None]:
        """Audit some of them; give them in the order asked for."""


def audit_resumed(
    kept: KeptLots, many: Many, note: Note, on: str | None = None
) -> Generator[Audited, None, None]:
    """Audit many logs; give them in the order asked for. Those with differences are audited again each time.

    `note` hears how much more is done. All that was kept is forgotten at the end.
    """
    known = {sound.path: sound for lot in kept.names() for sound in sounds_in(kept, lot)}
    stand = [is_known(known.get(many.name(log)), many, log) for log in many.logs]
    fresh = many.audit([log for log, stands in zip(many.logs, stand, strict=True) if not stands], note, on)
    notes = Notes(kept)
    try:
        for log, stands in zip(many.logs, stand, strict=True):
            if stands:
                note(many.size(log))
                yield known[many.name(log)].audited()
            else:
                yield notes.take(next(fresh))
    except BaseException:
        notes.write()
        raise
    finally:
        fresh.close()
    kept.forget()


def is_known(sound: Sound | None, many: Many, log: Any) -> bool:
    """Whether a log was found sound and is still as it was then."""
    return sound is not None and sound.fingerprint == many.fingerprint(log)


def sounds_in(kept: KeptLots, lot: str) -> list[Sound]:
    """Read which logs were sound."""
    return msgspec.json.decode(kept.read(lot), type=list[Sound])


class Notes:
    """Notes what is sound, some logs at a time."""

    def __init__(self, kept: KeptLots) -> None:
        self._kept, self._sound, self._next = kept, list[Sound](), len(kept.names()) + 1

    def take(self, audited: Audited) -> Audited:
        """Hear what was found of a log, and pass it on."""
        if not audited.findings:
            self._sound.append(Sound(audited.path, audited.entries, audited.fingerprint))
        if len(self._sound) >= LOGS_IN_A_LOT or self._entries() >= ENTRIES_IN_A_LOT:
            self.write()
        return audited

    def _entries(self) -> int:
        return sum(sound.entries for sound in self._sound)

    def write(self) -> None:
        """Write what was heard since the last write."""
        if self._sound:
            self._kept.keep(f"{self._next:07d}", self._sound)
            self._sound, self._next = [], self._next + 1
