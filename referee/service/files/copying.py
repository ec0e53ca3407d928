"""Copy tables from one store to another, with all that is kept of them; both ends are audited."""

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from events.stores.identities import OPENING
from events.stores.protocol import NO_HEAD, Conflict, Head, Kept, ServedStore, hash_in
from referee.service.audit.judge_again import Finding, audit
from referee.service.logs.sources import StoredLog

COPIED, THERE, OTHER, DAMAGED = "copied", "there", "other", "damaged"
"""What became of a table: copied now, there before, another of that name is there, damaged at one end."""


class Copied(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one table: its entries at the source, how many of them were written now.

    `findings` are what the audit of the end named by `damaged` (`source` or `target`) found; None and empty
    where neither is damaged.
    """

    table: str
    outcome: str
    entries: int
    written: int = 0
    damaged: str | None = None
    findings: tuple[Finding, ...] = ()


def copy_store(source: ServedStore, target: ServedStore) -> Iterator[Copied]:
    """Copy every table, one after the other, each whole or not at all; yield what became of each.

    An interrupted copy is begun again: what is there is not written twice, and what was played since is
    added. Raises StoreError where one of the stores fails.
    """
    for table in source.names():
        kept = source.read_kept(table)
        if kept.identity or kept.links:
            yield _copy_table(source, target, table)
        else:  # nobody opened it: what was asked for is taken along
            target.take_over(table, NO_HEAD, (), _without_used_keys(target, table, kept))


def _copy_table(source: ServedStore, target: ServedStore, table: str) -> Copied:
    """Copy one table, or what the target lacks of it."""
    kept = _without_used_keys(target, table, source.read_kept(table))
    entries, before = kept.head.revision, target.head(table)
    if wrong := _damages(source, table):
        return Copied(table=table, outcome=DAMAGED, entries=entries, damaged="source", findings=wrong)
    if not is_part(source, table, before, kept.head):
        return Copied(table=table, outcome=OTHER, entries=entries)
    is_there = same(kept, target.read_kept(table))
    if not is_there:
        lines = source.read(table, before.revision + 1, entries)
        if isinstance(target.take_over(table, before, lines, kept), Conflict):
            return Copied(table=table, outcome=OTHER, entries=entries)
    if wrong := _damages(target, table):
        return Copied(table=table, outcome=DAMAGED, entries=entries, damaged="target", findings=wrong)
    outcome = THERE if is_there else COPIED
    return Copied(table=table, outcome=outcome, entries=entries, written=entries - before.revision)


def _without_used_keys(target: ServedStore, table: str, kept: Kept) -> Kept:
    """Return `kept` without notes about openings whose key opened another table at the target."""
    # A key that opened another table at the target stays with that one.
    used = {
        topic
        for topic, _ in kept.notes
        if topic.startswith(OPENING) and any(where != table for where, _ in target.noted_anywhere(topic))
    }
    return replace(kept, notes=tuple(note for note in kept.notes if note[0] not in used))


def is_part(source: ServedStore, table: str, head: Head, whole: Head) -> bool:
    """Return whether a log that ends at a head is the beginning of the one in the source."""
    if head == NO_HEAD or head.revision > whole.revision:
        return head == NO_HEAD
    line = next(source.read(table, head.revision, head.revision), None)
    return line is not None and hash_in(line) == head.hash


def _damages(store: ServedStore, table: str) -> tuple[Finding, ...]:
    """Return what of a table is not as it was written; nothing of a table that has no entry."""
    log = StoredLog(store, table)
    if not store.head(table).revision:
        return ()
    return tuple(finding for finding in audit(log) if finding.is_damage)


def same(kept: Kept, there: Kept) -> bool:
    """Return whether a target has all that is kept at the source.

    Numbers of links, and further notes about openings at the target, make no difference.
    """
    own = tuple(note for note in there.notes if note in kept.notes or not note[0].startswith(OPENING))
    return unnumbered(kept) == unnumbered(replace(there, notes=own))


def unnumbered(kept: Kept) -> Kept:
    """Return what is kept without the numbers that a store gives for itself."""
    links = sorted((hash, replace(link, id=0)) for hash, link in kept.links)
    return replace(kept, links=tuple(links))
