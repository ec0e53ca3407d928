"""What the table is asked, in words: what would be taken back, what would be played, by which rule."""

from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Event
from events.effective import in_force
from events.table import Corrected, TakenBack
from referee.kernel.shared import ASKED_OF_ALL, BESIDE, DISPUTES
from referee.l10n import say
from referee.l10n.facts import facts_told
from referee.l10n.options import describe_event
from referee.l10n.saying import act_of
from referee.l10n.tell import place_of
from referee.languages import trait
from referee.service.logs.effective import Action, without_proposals
from referee.service.logs.log_index import LogIndex

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
        taken = taken_words(log_index, first, lang, viewer, before)
        if last is first:
            return taken + (trait(lang, "semicolon") + first.reason if first.reason else "")
        what, acts = describe_event(state, last, lang), undone(log_index, first.to, before)
        if isinstance(last, BESIDE) or not acts:
            return say("web.rule_before", lang, undone=taken.rstrip(".。"), what=what, names=names)
        replaced, rest = sentence(log_index, acts[0], lang, viewer), len(acts) - 1
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
    facts = facts_told(first.position, lang, state.names, place_of(state, first))
    return facts + (trait(lang, "semicolon") + first.reason if first.reason else "")


def taken_words(
    log_index: LogIndex, event: TakenBack, lang: str, viewer: str | None, before: int | None = None
) -> str:
    """Name the acts a take-back would undo."""
    acts = undone(log_index, event.to, before)
    return say("web.take_back_what", lang, what=named(log_index, acts, lang, viewer))


def undone(log_index: LogIndex, to: int, before: int | None = None) -> tuple[Action, ...]:
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


def named(log_index: LogIndex, acts: tuple[Action, ...], lang: str, viewer: str | None) -> tuple[str, ...]:
    """Name acts, the oldest first; of many, how many more."""
    said = [sentence(log_index, told, lang, viewer) for told in acts[:MOST_NAMED]]
    if more := len(acts) - len(said):
        said.append(say("web.and_more", lang, n=more))
    return tuple(said)


def sentence(log_index: LogIndex, told: Action, lang: str, viewer: str | None) -> str:
    """Tell one act as the viewer may read it, without its full stop, and without who agreed to it."""
    seen = log_index.view(viewer)[(told.seq or 1) - 1]
    event = seen.event
    if isinstance(event, ASKED_OF_ALL):
        event = replace(event, agreed=(), at_screen=False)
    return describe_event(seen.before, event, lang).rstrip(".。")
