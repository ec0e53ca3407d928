"""Log entries and proposals as sentences: the acts they are about stand in place of their numbers."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import in_force
from events.table import ChangeProposed, Corrected, DisputeOpened, ProposalAnswered, RulingGiven, TakenBack
from referee.kernel.shared import ASKED_OF_ALL, BESIDE, DISPUTES
from referee.l10n import say
from referee.l10n.catalogs import topic_words
from referee.l10n.messages import act_of, changes_in, place_of, position_words, with_screen
from referee.l10n.options import describe_event, ruling_words
from referee.languages import trait
from referee.service.logs.effective import Action, without_proposals
from referee.service.logs.log_index import LogIndex, VisibleEntry

MOST_NAMED = 4
"""At most so many acts that a take-back undoes are named; how many more there are is said."""


def proposed_words(
    log_index: LogIndex,
    state: Any,
    changes: tuple[Event, ...],
    lang: str,
    viewer: str | None,
    before: int | None = None,
) -> str:
    """Say what is proposed, to a seat or (None) to everybody; `before` an entry, as the log stood then."""
    first, last = changes[0], changes[-1]
    names = {TABLE: say("web.the_table", lang), **state.names}
    if isinstance(first, TakenBack):
        taken = _taken_words(log_index, first, lang, viewer, before)
        if last is first:
            return taken + (trait(lang, "semicolon") + first.reason if first.reason else "")
        what, acts = describe_event(state, last, lang), _acts_undone(log_index, first.to, before)
        if isinstance(last, BESIDE) or not acts:
            return say("web.rule_before", lang, undone=taken.rstrip(".。"), what=what, names=names)
        replaced, rest = act_sentence(log_index, acts[0], lang, viewer), len(acts) - 1
        which = "web.instead_and_rest" if rest else "web.instead"
        return say(which, lang, undone=replaced, what=what.rstrip(".。"), n=rest, names=names)
    if (facts := facts_proposed(state, changes, lang)) is not None:
        return say("web.set_by_hand_what", lang, what=facts)
    if isinstance(first, Corrected):
        played = (act_of(first, state.game) or first) if last is first else last
        return say("web.anyway_what", lang, what=describe_event(state, played, lang), names=names)
    return describe_event(state, last, lang)


def facts_proposed(state: Any, changes: tuple[Event, ...], lang: str) -> str | None:
    """Return what a correction would set, with its reason; None where something else is proposed."""
    first, last = changes[0], changes[-1]
    if not isinstance(first, Corrected) or last is not first or act_of(first, state.game) is not None:
        return None
    facts = position_words(first.position, lang, state.names, place_of(state, first))
    return facts + (trait(lang, "semicolon") + first.reason if first.reason else "")


def _taken_words(
    log_index: LogIndex, event: TakenBack, lang: str, viewer: str | None, before: int | None = None
) -> str:
    """Name the acts a take-back would undo."""
    acts = _acts_undone(log_index, event.to, before)
    return say("web.take_back_what", lang, what=_name_acts(log_index, acts, lang, viewer))


def _acts_undone(log_index: LogIndex, to: int, before: int | None = None) -> tuple[Action, ...]:
    """List the acts in force after entry `to`: now, or just before an entry."""
    upto = log_index.revision + 1 if before is None else before
    kept = in_force(upto - 1, [(seq, back_to) for seq, back_to in log_index.backs if seq < upto])
    standing = (told for told in log_index.actions if to < (told.seq or 0) < upto)
    since = without_proposals(
        told
        for told in standing
        if not isinstance(told.event, TakenBack) and any(told.seq in seqs for seqs in kept)
    )
    return tuple(told for told in since if not isinstance(told.event, DISPUTES)) or since


def _name_acts(
    log_index: LogIndex, acts: tuple[Action, ...], lang: str, viewer: str | None
) -> tuple[str, ...]:
    """Name acts, the oldest first; of many, how many more."""
    said = [act_sentence(log_index, told, lang, viewer) for told in acts[:MOST_NAMED]]
    if more := len(acts) - len(said):
        said.append(say("web.and_more", lang, n=more))
    return tuple(said)


def act_sentence(log_index: LogIndex, told: Action, lang: str, viewer: str | None) -> str:
    """Tell one act as the viewer may read it, without its full stop, and without who agreed to it."""
    seen = log_index.view(viewer)[(told.seq or 1) - 1]
    event = seen.event
    if isinstance(event, ASKED_OF_ALL):
        event = replace(event, agreed=(), at_screen=False)
    return describe_event(seen.before, event, lang).rstrip(".。")


E = TypeVar("E", bound=Event)


def entry_words(log_index: LogIndex, seen: VisibleEntry, lang: str, viewer: str | None) -> str:
    """Say an entry as its viewer may read it, in full."""
    telling = _InFull(log_index, seen, lang, viewer)
    return telling.told() or describe_event(seen.before, seen.event, lang)


def objection_id(asked: ChangeProposed) -> str:
    """Choose the words for an objection: to a change, or to what would end a step."""
    return "web.waits_still" if asked.lapses else "web.objects"


class _InFull:
    """One entry, told to somebody at a table whose log is known."""

    def __init__(self, log_index: LogIndex, seen: VisibleEntry, lang: str, viewer: str | None) -> None:
        self.log_index, self.seen, self.lang, self.viewer = log_index, seen, lang, viewer
        self.seq = seen.entry.seq
        table = {TABLE: say("web.the_table", lang)}
        self.names: Mapping[str, str] = {**table, **(seen.before.names if seen.before else {})}

    def told(self) -> str:
        """Say it; empty where it is about no other entry, or about one that is not there."""
        match self.seen.event:
            case TakenBack() as event:
                return self.taken_back(event)
            case DisputeOpened() as event:
                return self.dispute(event)
            case RulingGiven() as event:
                return self.ruling(event)
            case ChangeProposed() as event:
                return self.proposal(event)
            case ProposalAnswered() as event:
                return self.answer(event)
        return ""

    def say(self, message_id: str, **args: object) -> str:
        """Say a message with the names of the table."""
        return say(message_id, self.lang, names=self.names, **args)

    def with_more(self, message_id: str, **args: object) -> str:
        """Add words for a part of an event, unless that part is empty."""
        return "".join(
            self.say(f"{message_id}_with_{part}", **{part: args[part]}) for part in args if args[part]
        )

    def taken_back(self, event: TakenBack) -> str:
        """Name what was taken back."""
        acts, message = _acts_undone(self.log_index, event.to, self.seq), "table.tell.taken_back_acts"
        if not acts and event.dropped:
            acts, message = self.log_index.dropped_by(self.seq, event), "table.tell.dropped_acts"
        if not acts:
            return ""
        said = self.say(message, what=_name_acts(self.log_index, acts, self.lang, self.viewer))
        return said + self.with_more(
            "table.tell.taken_back", reason=event.reason, agreed=event.agreed, at_screen=event.at_screen
        )

    def dispute(self, event: DisputeOpened) -> str:
        """Name what a ruling is asked on."""
        about = self.disputed(event)
        if not about:
            return ""
        topic = topic_words(self.log_index.game.id, event.topic, self.lang)
        said = self.say(
            "table.tell.dispute_on" if event.topic else "table.tell.dispute_on_without_topic",
            by=event.by,
            about=about,
            topic=topic,
        )
        return said + self.with_more("table.tell.dispute_opened", question=event.question)

    def disputed(self, event: DisputeOpened) -> str:
        """Say the act a dispute is about, without its full stop."""
        act = act_of(event, self.log_index.game.id)
        if act is not None:
            return describe_event(self.seen.before, act, self.lang).rstrip(".。")
        found = next(
            (one for one in self.log_index.actions if (one.seq or 0) <= event.at <= (one.end or 0)), None
        )
        return "" if found is None else act_sentence(self.log_index, found, self.lang, self.viewer)

    def ruling(self, event: RulingGiven) -> str:
        """Name what a ruling is on, and what it is."""
        asked = self.last(DisputeOpened, event.dispute)
        about = "" if asked is None else self.disputed(asked[0])
        if not about:
            return ""
        decision = ruling_words(self.log_index.game.id, event.decision, self.lang)
        said = self.say("table.tell.ruling_on", about=about, basis=event.basis, decision=decision)
        return said + self.with_more("table.tell.ruling_given", rules=event.rules)

    def proposal(self, event: ChangeProposed) -> str:
        """Say what would be taken back, and what would stand instead; other changes speak for themselves."""
        changes = changes_in(self.log_index.game.id, event.change)
        if not changes or not isinstance(changes[0], TakenBack):
            return ""
        return self.asked("web.asks_that", event.by, self.proposed(event, self.seen))

    def answer(self, event: ProposalAnswered) -> str:
        """Say to what somebody agrees or objects."""
        asked = self.last(ChangeProposed, event.proposal)
        if asked is None:
            return ""
        what = self.proposed(*asked).rstrip(".。")
        if event.agrees:
            said = "table.tell.agrees_at_screen" if event.by == TABLE else "table.tell.agrees_to"
            return self.say(said, by=event.by, what=what)
        return self.asked(
            "web.withdrew" if event.by == asked[0].by else objection_id(asked[0]), event.by, what
        )

    def asked(self, message_id: str, seat: str, what: str) -> str:
        """Say what a seat asks or answers, or what somebody does so at the screen."""
        return say(message_id, self.lang, seat=seat, what=what, names=with_screen(self.names, self.lang))

    def proposed(self, event: ChangeProposed, seen: VisibleEntry) -> str:
        """Say what was proposed, as the log stood then."""
        changes = changes_in(self.log_index.game.id, event.change)
        if not changes:
            return event.change
        return proposed_words(self.log_index, seen.before, changes, self.lang, self.viewer, seen.entry.seq)

    def last(self, kind: type[E], id: str) -> tuple[E, VisibleEntry] | None:
        """Find what this entry answers, by its id: the last such before it."""
        for seen in reversed(self.log_index.view(self.viewer, self.seq - 1)):
            event = seen.event
            if isinstance(event, kind) and getattr(event, "id", None) == id:
                return event, seen
        return None
