"""Heads noted down: one hash that stands for all that is kept of a table, proved later."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, product

from events.envelope import blake2b, encode
from events.stores.protocol import NO_HEAD, Marks, hash_in
from referee.service.logs.sources import Log, StoredLog, proved

Mark = tuple[int, str]
"""A revision, and the last hash of a chain when the log was there."""


SHORT = 16
"""So many digits of a hash are enough to note down: fewer would prove nothing."""


def short_code(head: str) -> str:
    """Return the beginning of a head as people read it out: four groups of four digits."""
    return "-".join(head[n : n + 4] for n in range(0, SHORT, 4))


def digits_of(noted: str) -> str:
    """Return the digits of a head, or of its beginning, as somebody noted it down."""
    return noted.strip().lower().rstrip("…").rstrip(".").replace("-", "").replace(" ", "")


def _whole_of(entry: str, answer: str, seal: str) -> str:
    """Return the hash over the last entry, the last answer kept and the last change beside the log."""
    return blake2b(encode([entry, answer, seal]), digest_size=32).hexdigest()


def whole_head(log: Log, revision: int, entry: str) -> str | None:
    """Return the hash that stands for all that is kept of a table at a revision; None of a file.

    `entry` is the hash of the entry at that revision.
    """
    if not isinstance(log, StoredLog):
        return None
    marks = log.store.marks(log.table)
    return _whole_of(entry, _last_until(marks.answers, revision), _last_until(marks.changes, revision))


def _last_until(marks: tuple[Mark, ...], revision: int) -> str:
    """Return the last hash of a chain at a revision; empty before the first."""
    return next((hash for at, hash in reversed(marks) if at <= revision), "")


def seqs_of(log: Log, noted: Iterable[str], veil: Callable[[str], str] = str) -> dict[str, int | None]:
    """Return at which entry each noted head, or one with this beginning, was the head; None: never.

    A head stands for the log alone, or for all that is kept of its table; `veil` turns it into what was
    noted. Raises DamagedLogError.
    """
    found: dict[str, int | None] = dict.fromkeys(noted)
    missing = set(found)
    marks = log.store.marks(log.table) if isinstance(log, StoredLog) else Marks()
    for seq, hashes in _heads_over_time(map(hash_in, proved(log)), marks):
        veiled = [veil(hash) for hash in hashes]
        known = {each for each in missing if any(hash.startswith(each) for hash in veiled)}
        found.update(dict.fromkeys(known, seq))
        missing -= known
        if not missing:
            break
    return found


def _heads_over_time(entries: Iterable[str], marks: Marks) -> Iterator[tuple[int, list[str]]]:
    """Yield (seq, every head the table had there): that of its log, and those of all that was kept.

    Answers and changes that came while the log stood still make a head each.
    """
    answers, changes = _States(marks.answers), _States(marks.changes)
    for seq, entry in enumerate(chain((NO_HEAD.hash,), entries)):
        pairs = product(answers.at(seq), changes.at(seq))
        wholes = [_whole_of(entry, answer, change) for answer, change in pairs]
        yield seq, [entry, *wholes] if seq else wholes


class _States:
    """The last hashes of a chain, as the log goes on."""

    def __init__(self, marks: tuple[Mark, ...]) -> None:
        self._marks, self._place, self._last = marks, 0, ""

    def at(self, revision: int) -> list[str]:
        """Return every last hash the chain had at a revision. Revisions come in ascending order."""
        states = [self._last]
        while self._place < len(self._marks) and self._marks[self._place][0] <= revision:
            states.append(self._marks[self._place][1])
            self._place += 1
        self._last = states[-1]
        return states
