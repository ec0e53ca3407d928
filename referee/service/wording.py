"""Log entries and proposals as sentences: the acts they are about stand in place of their numbers."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.codec import MalformedError
from events.envelope import in_force
from events.table import (
    ChangeProposed,
    Corrected,
    DisputeOpened,
    PositionTold,
    ProposalAnswered,
    RulingGiven,
    TakenBack,
)
from referee.kernel.registry import find_game
from referee.kernel.shared import ASKED_OF_ALL, BESIDE, DISPUTES
from referee.kernel.verdict import Accepted
from referee.l10n import say
from referee.l10n.catalogs import topic_words
from referee.l10n.messages import (
    act_of,
    changes_in,
    fact_value,
    leaves,
    place_of,
    position_words,
    with_screen,
)
from referee.l10n.options import describe_event, ruling_words
from referee.languages import headed, listed, trait
from referee.service.commands.correct import make_correction
from referee.service.logs.effective import Action, without_proposals
from referee.service.logs.log_index import LogIndex, VisibleEntry

E = TypeVar("E", bound=Event)

MOST_NAMED = 4
"""Acts that a take-back undoes and that are named; how many more there are is added."""


def proposed_words(
    log_index: LogIndex,
    state: Any,
    changes: tuple[Event, ...],
    lang: str,
    viewer: str | None,
    before: int | None = None,
) -> str:
    """Return what is proposed as the viewer may read it (None: everybody).

    `before` is an entry: the acts undone are those in force just before it; None: those in force now.
    """
    first, last = changes[0], changes[-1]
    names = {TABLE: say("web.the_table", lang), **state.names}
    if isinstance(first, TakenBack):
        acts = _acts_undone(log_index, first.to, before)
        taken = say("web.take_back_what", lang, what=_name_acts(log_index, acts, lang, viewer))
        if last is first:
            return taken + (trait(lang, "semicolon") + first.reason if first.reason else "")
        what = describe_event(state, last, lang)
        if isinstance(last, BESIDE) or not acts:
            return say("web.rule_before", lang, undone=taken.rstrip(".。"), what=what, names=names)
        replaced, rest = act_sentence(log_index, acts[0], lang, viewer), len(acts) - 1
        which = "web.instead_and_rest" if rest else "web.instead"
        return say(which, lang, undone=replaced, what=what.rstrip(".。"), n=rest, names=names)
    if (facts := facts_proposed(state, changes, lang)) is not None:
        said = say(
            "web.set_by_hand_what" if isinstance(first, Corrected) else "web.stands_so_what", lang, what=facts
        )
        acts_worked_out = _name_few(acts_proposed(state, changes, lang), lang)
        more = (as_worked_out(listed(acts_worked_out, lang), lang),) if acts_worked_out else ()
        return trait(lang, "semicolon").join((said, *more))
    if isinstance(first, Corrected):
        played = (act_of(first, state.game) or first) if last is first else last
        return say("web.anyway_what", lang, what=describe_event(state, played, lang), names=names)
    return describe_event(state, last, lang)


def facts_proposed(state: Any, changes: tuple[Event, ...], lang: str) -> str | None:
    """Return what a correction would change, or how the board is told to stand, with the reason.

    None where something else is proposed. What belongs to it and everybody sees to be so already is left out.
    """
    first, *more = changes
    if isinstance(first, Corrected) and (more or act_of(first, state.game) is not None):
        return None
    if not isinstance(first, Corrected | PositionTold):
        return None
    facts = _facts_otherwise(state, first, lang)
    return facts + (trait(lang, "semicolon") + first.reason if first.reason else "")


def fact_value_words(state: Any, path: str, value: Any, lang: str) -> str:
    """Return the value of a fact in words, a place by what is near it."""
    at = None
    if value is not None:
        with suppress(MalformedError):  # a part of a fact that is set as a whole
            at = place_of(state, make_correction(find_game(state.game), state, {path: value}))
    return fact_value(path, value, lang, state.game, state.names, at)


def _facts_otherwise(state: Any, event: "Corrected[Any] | PositionTold[Any]", lang: str) -> str:
    """Return the facts of an event, without those that everybody sees to be so already, unless all are."""
    now = dict(leaves(msgspec.to_builtins(find_game(state.game).position(state, None))))
    return position_words(event.position, lang, state.names, place_of(state, event), now)


def _told_words(state: Any, event: PositionTold[Any], lang: str) -> str:
    return say("table.tell.position_told", lang, facts=_facts_otherwise(state, event, lang))


def acts_proposed(state: Any, changes: tuple[Event, ...], lang: str) -> tuple[str, ...]:
    """Return the acts worked out from a position that is proposed, in words; () where none is."""
    told, *acts = changes
    if not isinstance(told, PositionTold):
        return ()
    game, said = find_game(state.game), list[str]()
    for act in acts:
        said.append(describe_event(state, act, lang).rstrip(".。"))
        if isinstance(verdict := game.decide(state, act), Accepted):
            state = verdict.state
    return tuple(said)


def _acts_undone(log_index: LogIndex, to: int, before: int | None = None) -> tuple[Action, ...]:
    """Return the acts in force after entry `to`, now or just before an entry; disputes only if alone.

    What was worked out goes with the position told, and is left out.
    """
    upto = log_index.revision + 1 if before is None else before
    kept = in_force(upto - 1, [(seq, back_to) for seq, back_to in log_index.backs if seq < upto])
    standing = (action for action in log_index.actions if to < (action.seq or 0) < upto)
    since = without_proposals(
        action
        for action in standing
        if not isinstance(action.event, TakenBack)
        and any(action.seq in seqs for seqs in kept)
        and (log_index.source_of(action.seq or 1) or 0) <= to
    )
    return tuple(action for action in since if not isinstance(action.event, DISPUTES)) or since


def _name_acts(
    log_index: LogIndex, acts: tuple[Action, ...], lang: str, viewer: str | None
) -> tuple[str, ...]:
    """Return the sentences of acts, the oldest first; of more than MOST_NAMED how many more there are."""
    return _name_few([act_sentence(log_index, action, lang, viewer) for action in acts], lang)


def _name_few(acts: Sequence[str], lang: str) -> tuple[str, ...]:
    """Return the first MOST_NAMED sentences, and how many more there are."""
    more = len(acts) - MOST_NAMED
    return (*acts[:MOST_NAMED], *((say("web.and_more", lang, n=more),) if more > 0 else ()))


def act_sentence(log_index: LogIndex, action: Action, lang: str, viewer: str | None) -> str:
    """Return one act as the viewer may read it, without its full stop, and without who agreed to it."""
    seen = log_index.view(viewer)[(action.seq or 1) - 1]
    event = seen.event
    if isinstance(event, PositionTold):
        return _told_words(seen.before, event, lang).rstrip(".。")
    if isinstance(event, ASKED_OF_ALL):
        event = replace(event, agreed=(), at_screen=False)
    return describe_event(seen.before, event, lang).rstrip(".。")


def entry_words(log_index: LogIndex, seen: VisibleEntry, lang: str, viewer: str | None) -> str:
    """Return an entry as its viewer may read it, with the acts it is about in place of their numbers."""
    in_full = _InFull(log_index, seen, lang, viewer).sentence()
    return in_full or describe_event(seen.before, seen.event, lang)


def as_worked_out(words: str, lang: str) -> str:
    """Return the sentence of an act that was worked out from how the board stood, marked as such."""
    return headed(say("table.worked_out", lang), words, lang)


def marked_words(log_index: LogIndex, seen: VisibleEntry, lang: str, viewer: str | None) -> str:
    """Return an entry as `entry_words`, marked where it is an act that nobody told."""
    words = entry_words(log_index, seen, lang, viewer)
    return as_worked_out(words, lang) if seen.is_worked_out else words


def objection_id(asked: ChangeProposed) -> str:
    """Return the message id of an objection: to a change, or to what would end a step."""
    return "web.waits_still" if asked.lapses else "web.objects"


class _InFull:
    """One entry of a log, worded for a viewer with the acts it is about."""

    def __init__(self, log_index: LogIndex, seen: VisibleEntry, lang: str, viewer: str | None) -> None:
        self.log_index, self.seen, self.lang, self.viewer = log_index, seen, lang, viewer
        self.seq = seen.entry.seq
        table = {TABLE: say("web.the_table", lang)}
        self.names: Mapping[str, str] = {**table, **(seen.before.names if seen.before else {})}

    def sentence(self) -> str:
        """Return the sentence; empty where the entry is about no other, or about one that is not there."""
        match self.seen.event:
            case TakenBack() as event:
                return self._taken_back(event)
            case DisputeOpened() as event:
                return self._dispute(event)
            case RulingGiven() as event:
                return self._ruling(event)
            case PositionTold() as event:
                return self._position(event)
            case ChangeProposed() as event:
                return self._proposal(event)
            case ProposalAnswered() as event:
                return self._answer(event)
        return ""

    def _say(self, message_id: str, **args: object) -> str:
        return say(message_id, self.lang, names=self.names, **args)

    def _with_more(self, message_id: str, **args: object) -> str:
        """Return what `<message_id>_with_<part>` says of each part of an event that is not empty."""
        return "".join(
            self._say(f"{message_id}_with_{part}", **{part: args[part]}) for part in args if args[part]
        )

    def _taken_back(self, event: TakenBack) -> str:
        acts, message = _acts_undone(self.log_index, event.to, self.seq), "table.tell.taken_back_acts"
        if not acts and event.dropped:
            acts, message = self.log_index.dropped_by(self.seq, event), "table.tell.dropped_acts"
        if not acts:
            return ""
        said = self._say(message, what=_name_acts(self.log_index, acts, self.lang, self.viewer))
        return said + self._with_more(
            "table.tell.taken_back", reason=event.reason, agreed=event.agreed, at_screen=event.at_screen
        )

    def _dispute(self, event: DisputeOpened) -> str:
        about = self._disputed_act(event)
        if not about:
            return ""
        topic = topic_words(self.log_index.game.id, event.topic, self.lang)
        said = self._say(
            "table.tell.dispute_on" if event.topic else "table.tell.dispute_on_without_topic",
            by=event.by,
            about=about,
            topic=topic,
        )
        return said + self._with_more("table.tell.dispute_opened", question=event.question)

    def _disputed_act(self, event: DisputeOpened) -> str:
        """Return the act a dispute is about, without its full stop; empty where it is not in force."""
        act = act_of(event, self.log_index.game.id)
        if act is not None:
            return describe_event(self.seen.before, act, self.lang).rstrip(".。")
        found = next(
            (one for one in self.log_index.actions if (one.seq or 0) <= event.at <= (one.end or 0)), None
        )
        return "" if found is None else act_sentence(self.log_index, found, self.lang, self.viewer)

    def _ruling(self, event: RulingGiven) -> str:
        asked = self._last(DisputeOpened, event.dispute)
        about = "" if asked is None else self._disputed_act(asked[0])
        if not about:
            return ""
        decision = ruling_words(self.log_index.game.id, event.decision, self.lang)
        said = self._say("table.tell.ruling_on", about=about, basis=event.basis, decision=decision)
        return said + self._with_more("table.tell.ruling_given", rules=event.rules)

    def _position(self, event: PositionTold[Any]) -> str:
        """Return how the board was told to stand, why, and which seats agreed.

        Not that it was for all at once: a terminal tells it as a screen does.
        """
        return _told_words(self.seen.before, event, self.lang) + self._with_more(
            "table.tell.corrected", reason=event.reason, agreed=event.agreed
        )

    def _proposal(self, event: ChangeProposed) -> str:
        """Return what would be taken back, and what would stand instead, or how the board is told to stand.

        Other changes word themselves.
        """
        changes = changes_in(self.log_index.game.id, event.change)
        if not changes or not isinstance(changes[0], TakenBack | PositionTold):
            return ""
        return self._by_seat("web.asks_that", event.by, self._proposed(event, self.seen))

    def _answer(self, event: ProposalAnswered) -> str:
        asked = self._last(ChangeProposed, event.proposal)
        if asked is None:
            return ""
        what = self._proposed(*asked).rstrip(".。")
        if event.agrees:
            said = "table.tell.agrees_at_screen" if event.by == TABLE else "table.tell.agrees_to"
            return self._say(said, by=event.by, what=what)
        return self._by_seat(
            "web.withdrew" if event.by == asked[0].by else objection_id(asked[0]), event.by, what
        )

    def _by_seat(self, message_id: str, seat: str, what: str) -> str:
        """Return what a seat asks or answers, or what somebody does so at the screen."""
        return say(message_id, self.lang, seat=seat, what=what, names=with_screen(self.names, self.lang))

    def _proposed(self, event: ChangeProposed, seen: VisibleEntry) -> str:
        """Return what was proposed, as the log stood then."""
        changes = changes_in(self.log_index.game.id, event.change)
        if not changes:
            return event.change
        return proposed_words(self.log_index, seen.before, changes, self.lang, self.viewer, seen.entry.seq)

    def _last(self, kind: type[E], id: str) -> tuple[E, VisibleEntry] | None:
        """Return the last event of a kind with this id before this entry, and its entry, or None."""
        for seen in reversed(self.log_index.view(self.viewer, self.seq - 1)):
            event = seen.event
            if isinstance(event, kind) and getattr(event, "id", None) == id:
                return event, seen
        return None
