"""What is in dispute: the entry a topic is about, what was refused last; laid open for who asks."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from events.base import Event
from events.table import DisputeOpened
from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted, Refused
from referee.service.disputes.lay_open import (
    Case,
    UnknownTopicError,
    act_of,
    disputes_of,
    family,
    in_force_at,
    last_act,
    last_word,
    lay_open,
    rules_of,
)
from referee.service.disputes.remember import bears_on, last_refused
from referee.service.logs.effective import EffectiveLog, NoSuchEntryError
from referee.service.logs.secrecy import redact_log
from referee.service.tables.table import Table, one_decision

ROUTINE = 4
"""A rule cited by more than one act in so many is routine: it does not tell them apart."""

Cited = tuple[int, frozenset[str]]
"""An action in force: its entry, and the rules that it and what followed cite."""


class LaidOpen(NamedTuple):
    """A dispute laid open in its timeline; `opened` where it was put on record.

    Where it `waits`, what the rulings lead to is not told before cards are shown. `revision` is that of
    the log it was laid open in.
    """

    timeline: EffectiveLog
    case: Case
    waits: bool
    opened: DisputeOpened | None = None
    revision: int = 0


@one_decision
def find(
    table: Table,
    viewer: str | None,
    *,
    at: int | None = None,
    topic: str | None = None,
    act: Event | None = None,
    opened: DisputeOpened | None = None,
) -> LaidOpen | Refused:
    """Lay a dispute open as an viewer may see it.

    What is in dispute is what was `opened`, or an act that was refused, or entry `at`; where none is
    named, what was refused last, else the last act that the topic is about.
    """
    log_index = table.log_index
    secrets, known = log_index.secrets, redact_log(log_index.effective, log_index.secrets, viewer)
    if opened is not None:
        at, act = in_force_at(known, opened.at), act_of(table.game, opened)
        topic = opened.topic if opened.topic in table.game.topics else None
    elif at is None and act is None:
        act = refused_last(table, viewer, topic)
    seq = at or (last_about(known, topic) if act is None else last_word(known))
    try:
        told = log_index.effective.actions[log_index.effective.index(seq)]
        waits = act is None and secrets.would_reveal(told.seq or 0, told.event, viewer)
        case = lay_open(known, seq, topic or None, act, viewer, waits=waits)
        return LaidOpen(known, case, waits, opened, table.revision)
    except NoSuchEntryError:
        return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": seq, "last": table.revision})
    except UnknownTopicError as error:
        return Refused("case.unknown_topic", (), {"topic": error.args[0], "known": error.args[1]})


def refused_last(table: Table, viewer: str | None, topic: str | None) -> Event | None:
    """Give the last refusal if it is about a topic, as far as an viewer may know of it."""
    last = last_refused(table, viewer)
    return last.event if last is not None and bears_on(table, last.event, topic) else None


def no_such_dispute(name: str) -> Refused:
    """Refuse what is said of a dispute that is not open."""
    return Refused("table.no_such_dispute", ("TAB-DISP-02",), {"dispute": name})


def open_disputes(timeline: EffectiveLog) -> dict[str, DisputeOpened]:
    """List the disputes that are not settled yet, by id, in order."""
    return {one.opened.id: one.opened for one in disputes_of(timeline) if one.ruling is None}


def asked_since(timeline: EffectiveLog, revision: int) -> DisputeOpened | None:
    """Find the last open dispute, where it was asked after a revision."""
    waiting = [one for one in disputes_of(timeline) if one.ruling is None]
    return waiting[-1].opened if waiting and waiting[-1].seq > revision else None


def last_about(timeline: EffectiveLog, topic: str | None) -> int:
    """Find the last action in force that a topic is about; the last of all, where it is about none.

    A topic is about an act that cites one of its rules, best a rule few acts cite; else about one that
    cites a rule of the same chapter.
    """
    about = set(timeline.game.topics.get(topic, ())) if topic else set()
    acts = list(cited(timeline)) if about else []
    kin = {rule for _, rules in acts for rule in rules if family(rule) in set(map(family, about))}
    for telling in (about - routine_of(acts), about, kin):
        found = [seq for seq, rules in acts if rules & telling]
        if found:
            return found[-1]
    return last_act(timeline)


def cited(timeline: EffectiveLog) -> Iterator[Cited]:
    """Judge every action in force again for the rules it is accepted by; talk and the opening say nothing."""
    for i, told in enumerate(timeline.actions):
        state = timeline.state(i)
        if state is not None and not isinstance(told.event, TALK):
            verdict = timeline.game.decide(state, told.event)
            if isinstance(verdict, Accepted):
                yield told.seq or 1, frozenset(rules_of(verdict))


def routine_of(acts: Collection[Cited]) -> set[str]:
    """Find the routine rules: those that more than one act in `ROUTINE` cites."""
    counted = Counter(rule for _, rules in acts for rule in rules)
    return {rule for rule, n in counted.items() if n * ROUTINE > len(acts)}
