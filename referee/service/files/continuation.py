"""What a file adds to a table: judged whole, as if it were told here, before any of it is written."""

from collections.abc import Callable, Iterator
from typing import Any

from events.codec import Codec
from events.envelope import Entry
from events.table import TableClosed, TakenBack
from referee.kernel.registry import find_game
from referee.kernel.shared import TALK
from referee.service.audit.judge_again import Auditor, Finding
from referee.service.logs.effective import Action, Waiting
from referee.service.logs.raw_lines import gone_back_to, seed_in
from referee.service.logs.replay import with_codec
from referee.service.tables.table import NOTHING_WAITS

Lines = Callable[[], Iterator[bytes]]

EXPLAINED = frozenset({"audit.refused", "audit.differs", "audit.missing", "audit.not_derived"})
"""What a rule mended since explains, where a table was opened at an older `rules_version`."""


def doubts_about(lines: Lines, common: int) -> tuple[Finding, ...]:
    """Find what people should be asked about before the entries after `common` are added.

    That is what the rules do not let follow, a take-back of more than the last act that is here already,
    and a closing before the game is over. `lines` are those of the whole log, proved and possible.
    """
    codec, _ = with_codec(lines())
    auditor = Auditor(find_game(codec.game), gone_back_to(lines()), seed_in(lines))
    return tuple(_doubts(lines, codec, auditor, common))


def _doubts(lines: Lines, codec: Codec, auditor: Auditor, common: int) -> Iterator[Finding]:
    acts: list[int] = []
    waiting = Waiting()
    seq = 0
    for seq, line in enumerate(lines(), 1):
        entry: Entry[Any] = codec.entry(line)
        was_over = seq > 1 and auditor.is_over
        findings = list(auditor.take(entry))
        if entry.kind != "consequence":
            waiting.take(Action(seq, entry.event))
        if seq <= common:
            acts += [seq] * (entry.kind != "consequence" and not isinstance(entry.event, TALK))
            continue
        yield from (each for each in findings if not _is_explained(each, auditor))
        if isinstance(entry.event, TakenBack):
            to, shared = entry.event.to, acts
            acts = [each for each in acts if each <= to]
            if len(shared) - len(acts) > 1:
                told = {"seq": seq, "n": len(shared) - len(acts)}
                yield Finding(seq=seq, reason="log.takes_back_here", args=told, found=entry.event)
            if entry.event.dropped > len(waiting.offered):
                yield Finding(
                    seq=seq,
                    reason="audit.refused",
                    args={"seq": seq},
                    found=entry.event,
                    refused=NOTHING_WAITS,
                )
        if isinstance(entry.event, TableClosed) and not was_over:
            yield Finding(seq=seq, reason="log.closes_here", args={"seq": seq}, found=entry.event)
    yield from (each for each in auditor.missing(seq + 1) if not _is_explained(each, auditor))


def _is_explained(finding: Finding, auditor: Auditor) -> bool:
    return auditor.is_of_older_rules and finding.reason in EXPLAINED
