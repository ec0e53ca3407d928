"""What is answered to who did something: written, noted, refused, too late."""

from collections.abc import Iterable
from itertools import islice
from typing import Any, Literal

from msgspec import UNSET, UnsetType

from events.base import TABLE, Event
from events.table import ChangeProposed
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.service.answers.base import Answer, EventTold, event_told, words_of
from referee.service.answers.possible import MOST_LISTED, Possible
from referee.service.answers.rulebook import RuleTold, rules_told
from referee.service.answers.tables import Now
from referee.service.tables.submissions import Recorded


class EntryWritten(Answer, frozen=True, kw_only=True):
    """An entry that was just written, with the rules it follows from."""

    seq: int
    kind: str
    event: EventTold
    rules: tuple[str, ...]


class Accepted(Answer, frozen=True, kw_only=True):
    """On disk: entries `first` to `revision`, as their teller may read them.

    `asked`: what was written asks the others, as `proposal`; nothing else has changed yet.
    `salt` opens what was just sealed; only who sealed it is told.
    """

    verdict: Literal["accepted", "asked"] = "accepted"
    first: int
    revision: int
    entries: tuple[EntryWritten, ...]
    words: tuple[str, ...]
    proposal: str | None = None
    salt: str | UnsetType = UNSET


class Noted(Answer, frozen=True, kw_only=True):
    """Noted beside the log, which stands at `revision`: a vote, a language."""

    verdict: Literal["noted"] = "noted"
    revision: int
    proposal: str | None = None


class StoppedAt(Answer, frozen=True, kw_only=True):
    """The act that could not be told again, and the rules against it."""

    seq: int
    event: EventTold
    rules: tuple[str, ...]


class ToldAgain(Answer, frozen=True, kw_only=True):
    """What was told again: how many acts; what it stopped at, and what is left as people type it."""

    revision: int
    again: int
    stuck: StoppedAt | None = None
    left: tuple[str, ...] = ()


class Why(Answer, frozen=True, kw_only=True):
    """Why not: a message id, the message, the ids of the rules."""

    reason: str
    message: str
    rules: tuple[str, ...]


class Refusal(Why, frozen=True, kw_only=True):
    """The referee says no: `cited` are the rules in full, `possible` what may be done instead.

    Nothing is listed as possible where that would tell of cards the asker may not see.
    """

    verdict: Literal["refused"] = "refused"
    cited: tuple[RuleTold, ...] = ()
    acting: tuple[str, ...] = ()
    possible: tuple[Possible, ...] = ()


class Stale(Answer, frozen=True, kw_only=True):
    """The table has gone on to `revision` since `seen`; `now`, to who has a link, is how it is."""

    verdict: Literal["stale"] = "stale"
    seen: int
    revision: int
    now: Now | None = None


class Failed(Answer, frozen=True, kw_only=True):
    """Not understood, not found, or too much: `error` is a message id, `hint` what to type next.

    `exit` is the code the program ends with.
    """

    verdict: Literal["error"] = "error"
    message: str
    error: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    exit: int | UnsetType = UNSET


def accepted(before: Any, recorded: Recorded, seen: Iterable[Event], lang: str) -> Accepted:
    """Tell what was recorded: its events as they are `seen`, worded at the state `before`."""
    events = tuple(seen)
    first = events[0]
    entries = (
        EntryWritten(seq=seq, kind=fact.kind, event=event_told(event), rules=fact.rules)
        for seq, (fact, event) in enumerate(zip(recorded.facts, events, strict=True), recorded.first)
    )
    return Accepted(
        verdict="asked" if isinstance(first, ChangeProposed) else "accepted",
        first=recorded.first,
        revision=recorded.revision,
        entries=tuple(entries),
        words=tuple(words_of(before, event, lang) for event in events),
        proposal=first.id if isinstance(first, ChangeProposed) else None,
    )


def why(refused: Refused, names: dict[str, str], lang: str) -> Why:
    """Say why not, and no more."""
    message = say(refused.reason, lang, names={TABLE: say("cli.the_table", lang), **names}, **refused.args)
    return Why(reason=refused.reason, message=message, rules=tuple(refused.rules))


def refusal(
    refused: Refused,
    names: dict[str, str],
    lang: str,
    acting: Iterable[str] = (),
    instead: Iterable[Possible] = (),
) -> Refusal:
    """Tell a refusal, with what may be done instead."""
    said = why(refused, names, lang)
    return Refusal(
        reason=said.reason,
        message=said.message,
        rules=said.rules,
        cited=rules_told(refused.rules, lang),
        acting=tuple(acting),
        possible=tuple(islice(instead, MOST_LISTED)),
    )
