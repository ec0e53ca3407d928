"""Find what is in dispute: what was asked on record, refused last, or what a topic is about; analyse it."""

from collections import Counter
from collections.abc import Collection, Iterator
from typing import NamedTuple

from events.base import TABLE, Event, type_of
from events.table import DisputeOpened
from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted, Refused
from referee.service.disputes.analysis import (
    Analysis,
    UnknownTopicError,
    analyse,
    chapter_of,
    disputes_of,
    entry_in_force,
    last_act,
    last_action,
    likely_topic,
    read_disputed_act,
)
from referee.service.logs.effective import EffectiveLog, NoSuchEntryError
from referee.service.logs.secrecy import redact_log
from referee.service.tables.refusals import EVERYBODY, RefusedAct, latest_refusals
from referee.service.tables.table import Table, one_decision

_ROUTINE = 4
"""A rule cited by more than one act in so many is routine: it does not tell them apart."""

_Cited = tuple[int, frozenset[str]]
"""An action in force: its entry, and the rules that it and what followed cite."""


class AnalysedDispute(NamedTuple):
    """A dispute analysed in its timeline.

    `opened` is None where it is not on record. `waits`: what the rulings lead to is not shown before hidden
    cards are. `revision` is that of the log it was analysed in.
    """

    timeline: EffectiveLog
    analysis: Analysis
    waits: bool
    opened: DisputeOpened | None = None
    revision: int = 0


@one_decision
def find_dispute(
    table: Table,
    viewer: str | None,
    *,
    at: int | None = None,
    topic: str | None = None,
    act: Event | None = None,
    opened: DisputeOpened | None = None,
) -> AnalysedDispute | Refused:
    """Analyse a dispute as a viewer (None: everybody) may see it; refused where there is no such thing.

    What is in dispute is what was `opened`, or an act that was refused, or entry `at`; where none is
    named, what was refused last, else the last act that the topic is about.
    """
    log_index = table.log_index
    secrets, known = log_index.secrets, redact_log(log_index.effective, log_index.secrets, viewer)
    if opened is not None:
        at, act = entry_in_force(known, opened.at), read_disputed_act(table.game, opened)
        topic = opened.topic if opened.topic in table.game.topics else None
    elif at is None and act is None:
        act = _last_refused_about(table, viewer, topic)
    seq = at or (last_about(known, topic) if act is None else last_action(known))
    try:
        told = log_index.effective.actions[log_index.effective.index(seq)]
        waits = act is None and secrets.would_reveal(told.seq or 0, told.event, viewer)
        analysis = analyse(known, seq, topic or None, act, viewer, waits=waits)
        return AnalysedDispute(known, analysis, waits, opened, table.revision)
    except NoSuchEntryError:
        return Refused("table.no_such_entry", ("TAB-BACK-01",), {"to": seq, "last": table.revision})
    except UnknownTopicError as error:
        return Refused("case.unknown_topic", (), {"topic": error.args[0], "known": error.args[1]})


def last_refused(table: Table, viewer: str | None = None) -> RefusedAct | None:
    """Return what was refused last and would be refused still, as far as a viewer may know of it.

    None as well where anything but talk happened since.
    """
    knows_all = table.sees_all and viewer is None and table.state.chance == TABLE
    for each in latest_refusals(table.store, table.name, table.game.id):
        is_own = each.reader in {EVERYBODY, viewer}
        may_see = is_own or (knows_all and not _is_face_down(table, each.event))
        if may_see and not table.is_past(each.revision) and isinstance(table.judge(each.event), Refused):
            return each
    return None


def _is_face_down(table: Table, event: Event) -> bool:
    """Return whether an act names what lies face down: it is not named aloud at any table."""
    return type_of(event) in table.game.shown_later or table.game.redact(event, None) != event


def bears_on(table: Table, act: Event, topic: str | None) -> bool:
    """Return whether a refused act is about a topic (None: any), by the rules it breaks or their chapter.

    False where the act is not refused any more.
    """
    if not topic:
        return True
    verdict = table.judge(act)
    if not isinstance(verdict, Refused):
        return False
    about = set(table.game.topics.get(topic, ()))
    return bool(set(verdict.rules) & about) or likely_topic(table.game, verdict.rules) == topic


def _last_refused_about(table: Table, viewer: str | None, topic: str | None) -> Event | None:
    """Return the last refused act if it is about a topic, as far as a viewer may know of it, or None."""
    last = last_refused(table, viewer)
    return last.event if last is not None and bears_on(table, last.event, topic) else None


def no_such_dispute(name: str) -> Refused:
    """Return the refusal of a dispute that is not open."""
    return Refused("table.no_such_dispute", ("TAB-DISP-02",), {"dispute": name})


def open_disputes(timeline: EffectiveLog) -> dict[str, DisputeOpened]:
    """Return the disputes that are not settled yet, by id, in order."""
    return {one.opened.id: one.opened for one in disputes_of(timeline) if one.ruling is None}


def dispute_asked_since(timeline: EffectiveLog, revision: int) -> DisputeOpened | None:
    """Return the last open dispute if it was asked after a revision, else None."""
    waiting = [one for one in disputes_of(timeline) if one.ruling is None]
    return waiting[-1].opened if waiting and waiting[-1].seq > revision else None


def last_about(timeline: EffectiveLog, topic: str | None) -> int:
    """Return the entry of the last action that a topic is about; of the last of all where there is none.

    None for `topic`: the last action.
    """
    return find_last_about(timeline, topic) or last_act(timeline)


def find_last_about(timeline: EffectiveLog, topic: str | None) -> int | None:
    """Return the entry of the last action that a topic is about; None where there is none, or no topic.

    A topic is about an act that cites one of its rules, preferably a rule that few acts cite; else about one
    that cites a rule of the same chapter.
    """
    about = set(timeline.game.topics.get(topic, ())) if topic else set()
    acts = list(_cited_rules(timeline)) if about else []
    kin = {rule for _, rules in acts for rule in rules if chapter_of(rule) in set(map(chapter_of, about))}
    for telling in (about - _routine_of(acts), about, kin):
        found = [seq for seq, rules in acts if rules & telling]
        if found:
            return found[-1]
    return None


def _cited_rules(timeline: EffectiveLog) -> Iterator[_Cited]:
    """Yield (seq, rules) of every action in force that is accepted when judged again.

    The rules of its consequences are among them. Talk and the opening are left out.
    """
    for i, told in enumerate(timeline.actions):
        state = timeline.state(i)
        if state is not None and not isinstance(told.event, TALK):
            verdict = timeline.game.decide(state, told.event)
            if isinstance(verdict, Accepted):
                yield told.seq or 1, frozenset(verdict.all_rules)


def _routine_of(acts: Collection[_Cited]) -> set[str]:
    """Return the rules that more than one in `_ROUTINE` acts cite."""
    counted = Counter(rule for _, rules in acts for rule in rules)
    return {rule for rule, n in counted.items() if n * _ROUTINE > len(acts)}
