"""What is answered to who did something: written, noted, refused, too late."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import Any, Literal

from msgspec import UNSET, UnsetType, structs

from events.base import TABLE, Event
from events.table import ChangeProposed
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import describe_event
from referee.l10n.wording import parse, typed_line
from referee.service.answers.base import Answer, EventTold, event_told
from referee.service.answers.possible import MOST_LISTED, Possible
from referee.service.answers.rulebook import RuleTold, rules_told
from referee.service.answers.tables import Now
from referee.service.commands.changes.earlier import Earlier
from referee.service.logs.effective import Action
from referee.service.logs.log_index import LogIndex
from referee.service.logs.secrecy import Secrets
from referee.service.tables.open_acts import missing_before
from referee.service.tables.submissions import Recorded, Retold
from referee.service.wording.by_words import acts_meant
from referee.service.wording.expected_words import expected_at, typed_lines


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
    """The act that could not be told again, and the rules against it; `missing`: what may come first."""

    seq: int
    event: EventTold
    rules: tuple[str, ...]
    missing: tuple[str, ...] = ()


class ToldAgain(Accepted, frozen=True, kw_only=True):
    """Recorded, `again` acts of it told again as they were.

    `stuck` is the first that could not be, `left` what waits from there on, as people type it.
    """

    again: int
    stuck: StoppedAt | None = None
    left: tuple[str, ...] = ()


class Why(Answer, frozen=True, kw_only=True):
    """Why not: a message id, the message, the ids of the rules."""

    reason: str
    message: str
    rules: tuple[str, ...]


class Amendable(Answer, frozen=True, kw_only=True):
    """What could stand in the place of entry `seq`, so that the refused act is possible."""

    seq: int
    event: EventTold
    notation: str


class Refusal(Why, frozen=True, kw_only=True):
    """The referee says no: `cited` are the rules in full, `possible` what may be done instead.

    Nothing is listed as possible where that would tell of cards the viewer may not see.
    Of a line that cannot be read, `expected` is what could stand where it stops making sense, `meant` are
    lines that may be meant.
    `error`, `hint` and `exit` as of an error, where the program was used wrongly. `amend` is what to put
    in the place of an earlier entry that may have been told wrongly.
    """

    verdict: Literal["refused"] = "refused"
    cited: tuple[RuleTold, ...] = ()
    acting: tuple[str, ...] = ()
    possible: tuple[Possible, ...] = ()
    expected: tuple[str, ...] | UnsetType = UNSET
    meant: tuple[str, ...] | UnsetType = UNSET
    error: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET
    exit: int | UnsetType = UNSET
    amend: tuple[Amendable, ...] | UnsetType = UNSET


class NotToldAgain(Refusal, frozen=True, kw_only=True):
    """Nothing could be told again: the first of what waits, `stuck`, is refused."""

    revision: int
    again: int = 0
    stuck: StoppedAt | None = None
    left: tuple[str, ...] = ()


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
        EntryWritten(seq=seq, kind=judged.kind, event=event_told(event), rules=judged.rules)
        for seq, (judged, event) in enumerate(zip(recorded.judged, events, strict=True), recorded.first)
    )
    return Accepted(
        verdict="asked" if isinstance(first, ChangeProposed) else "accepted",
        first=recorded.first,
        revision=recorded.revision,
        entries=tuple(entries),
        words=tuple(describe_event(before, event, lang) for event in events),
        proposal=first.id if isinstance(first, ChangeProposed) else None,
    )


def with_expected(
    told: Refusal,
    game: Game,
    state: Any,
    line: str,
    lang: str,
    possible: Sequence[Event],
    seat: str | None = None,
) -> Refusal:
    """Add to a refusal what could stand where the line of a seat stops making sense; nothing if it reads."""
    try:
        parse(state, line, lang, seat)
    except NotationError as error:
        expected = expected_at(game, state, line, error, possible, lang)
        meant = typed_lines(state, acts_meant(game, state, line, error, possible, lang), lang)
        return structs.replace(told, expected=expected[:MOST_LISTED], meant=meant)
    return told


def told_again(
    before: Any, after: Any, retold: Retold, secrets: Secrets, viewer: str | None, lang: str
) -> ToldAgain:
    """Tell what was told again, as a seat, or (None) everybody, may read it."""
    events = (secrets.redact(None, judged.event, viewer) for judged in retold.judged)
    stuck, left = stopped(after, retold.left, retold.why, secrets, viewer, lang)
    told = accepted(before, retold, events, lang)
    return ToldAgain(**structs.asdict(told), again=retold.again, stuck=stuck, left=left)


def not_told_again(
    refused: Refused,
    said: Refusal,
    state: Any,
    revision: int,
    waiting: Sequence[Action],
    secrets: Secrets,
    viewer: str | None,
    lang: str,
) -> NotToldAgain:
    """Tell that the first of what waits is `refused`; `said` is the refusal as it is answered."""
    stuck, left = stopped(state, waiting, refused, secrets, viewer, lang)
    return NotToldAgain(**structs.asdict(said), revision=revision, stuck=stuck, left=left)


def amendable(said: Refusal, log_index: LogIndex, earlier: Iterable[Earlier], lang: str) -> Refusal:
    """Add to a refusal the earlier entries that could be amended."""
    found = tuple(
        Amendable(
            seq=each.seq,
            event=event_told(each.event),
            notation=typed_line(log_index.state_before(each.seq), each.event, lang),
        )
        for each in earlier
    )
    return structs.replace(said, amend=found) if found else said


def stopped(
    state: Any,
    left: Sequence[Action],
    refused: Refused | None,
    secrets: Secrets,
    viewer: str | None,
    lang: str,
) -> tuple[StoppedAt | None, tuple[str, ...]]:
    """Tell where telling again stopped, and what is left as people type it, at the state it stopped in."""
    seen = [(told.seq, secrets.redact(told.seq, told.event, viewer)) for told in left]
    lines = tuple(typed_line(state, event, lang) for _, event in seen)
    seq, event = seen[0] if seen else (None, None)
    if seq is None or event is None or refused is None:
        return None, lines
    is_hidden = event != left[0].event
    missing = () if is_hidden else missing_before(find_game(state.game), state, event)
    first = tuple(typed_line(state, each, lang) for each in missing)
    return StoppedAt(seq=seq, event=event_told(event), rules=refused.rules, missing=first), lines


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
