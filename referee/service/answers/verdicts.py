"""What is answered to who did something, the rules cited, and disputes laid open."""

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Literal

from msgspec import UNSET, UnsetType, structs

from events.base import TABLE, Event
from events.table import ChangeProposed, HouseRuled
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import topic_words
from referee.l10n.messages import fact_name
from referee.l10n.options import decision_words, describe_event
from referee.l10n.score import amount_words
from referee.l10n.wording import parse, typed_line
from referee.rulebooks import Rule, book_of, exceptions_to, find_rule, source_of
from referee.rulebooks.rulings import rulings_on
from referee.service.answers import Answer, EventJson, event_json, json_value
from referee.service.answers.tables import MOST_LISTED, Now, Possible
from referee.service.commands.ways_round import EarlierMistake
from referee.service.disputes.analysis import Reading, RecordedDispute
from referee.service.disputes.decision import default_decision
from referee.service.disputes.find import AnalysedDispute
from referee.service.line_reading import acts_meant, expected_at, typed_lines
from referee.service.logs.effective import Action
from referee.service.logs.log_index import LogIndex
from referee.service.logs.secrecy import LogSecrets
from referee.service.logs.whatif import Difference, Outcome, Scored
from referee.service.tables.open_acts import missing_before
from referee.service.tables.request import Reapplied, Recorded
from referee.service.wording import fact_value_words


class RulingTold(Answer, frozen=True, kw_only=True):
    """A question that was ruled on, and the answer."""

    name: str
    title: str
    question: str
    answer: str
    rules: tuple[str, ...]


class PartTold(Answer, frozen=True, kw_only=True):
    """Words of a rule that are equally sure throughout, with their sources spelled out."""

    text: str
    sources: tuple[str, ...]
    confidence: str


class RuleTold(Answer, frozen=True, kw_only=True):
    """A rule: as a whole, and in parts where some are surer than others.

    `text` is in the language asked for, `texts` in every language. `sources` are spelled out;
    `cites` are the same as the rulebook writes them. `excepts` give way to it where it applies, and it gives
    way to those it is `excepted_by`. One that `informs` decides no act.
    """

    id: str
    title: str
    text: str
    texts: dict[str, str]
    sources: tuple[str, ...]
    cites: tuple[str, ...]
    confidence: str
    parts: tuple[PartTold, ...]
    editions: tuple[str, ...]
    see: tuple[str, ...]
    rulings: tuple[RulingTold, ...]
    excepts: tuple[str, ...]
    excepted_by: tuple[str, ...]
    informs: bool


def make_rule(rule: Rule, lang: str) -> RuleTold:
    """Describe a rule, with the rulings that show it."""
    book = book_of(rule.id)
    return RuleTold(
        id=rule.id,
        title=rule.title.of(lang),
        text=rule.text(lang),
        texts={each: rule.text(each) for each in LANGUAGES},
        sources=tuple(source_of(book, source, lang) for source in rule.all_sources),
        cites=tuple(rule.all_sources),
        confidence=rule.confidence,
        parts=tuple(
            PartTold(
                text=part.of(lang),
                sources=tuple(source_of(book, source, lang) for source in part.sources),
                confidence=part.confidence,
            )
            for part in rule.passages
        ),
        editions=tuple(rule.editions),
        see=tuple(rule.see),
        rulings=tuple(
            RulingTold(
                name=each.name,
                title=each.title.of(lang),
                question=each.question.of(lang),
                answer=each.answer.of(lang),
                rules=each.rules,
            )
            for each in rulings_on(rule.id)
        ),
        excepts=rule.excepts,
        excepted_by=exceptions_to(rule.id),
        informs=rule.informs,
    )


def _make_rules(ids: Iterable[str], lang: str) -> tuple[RuleTold, ...]:
    """Describe the rules of some ids; ids without a rule are left out."""
    return tuple(make_rule(rule, lang) for rule in map(find_rule, ids) if rule is not None)


class EntryWritten(Answer, frozen=True, kw_only=True):
    """An entry that was just written, with the rules it follows from."""

    seq: int
    kind: str
    event: EventJson
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
    event: EventJson
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
    event: EventJson
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


def make_accepted(before: Any, recorded: Recorded, seen: Iterable[Event], lang: str) -> Accepted:
    """Describe what was recorded: its events as the viewer has `seen` them, worded at the state `before`."""
    events = tuple(seen)
    first = events[0]
    entries = (
        EntryWritten(seq=seq, kind=judged.kind, event=event_json(event), rules=judged.rules)
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


def add_expected(
    refusal: Refusal,
    game: Game,
    state: Any,
    line: str,
    lang: str,
    possible: Sequence[Event],
    seat: str | None = None,
) -> Refusal:
    """Return the refusal with what could stand where the line of a seat stops making sense.

    The refusal itself where the line can be read.
    """
    try:
        parse(state, line, lang, seat)
    except NotationError as error:
        expected = expected_at(game, state, line, error, possible, lang)
        meant = typed_lines(state, acts_meant(game, state, line, error, possible, lang), lang)
        return structs.replace(refusal, expected=expected[:MOST_LISTED], meant=meant)
    return refusal


def make_told_again(
    before: Any, after: Any, reapplied: Reapplied, secrets: LogSecrets, viewer: str | None, lang: str
) -> ToldAgain:
    """Describe what was reapplied, as a seat, or (None) everybody, may read it."""
    events = (secrets.redact(None, judged.event, viewer) for judged in reapplied.judged)
    stuck, left = _find_stop(after, reapplied.left, reapplied.why, secrets, viewer, lang)
    accepted = make_accepted(before, reapplied, events, lang)
    return ToldAgain(**structs.asdict(accepted), again=reapplied.again, stuck=stuck, left=left)


def make_not_told_again(
    refused: Refused,
    said: Refusal,
    state: Any,
    revision: int,
    waiting: Sequence[Action],
    secrets: LogSecrets,
    viewer: str | None,
    lang: str,
) -> NotToldAgain:
    """Describe that the first of what waits is `refused`; `said` is the refusal as it is answered."""
    stuck, left = _find_stop(state, waiting, refused, secrets, viewer, lang)
    return NotToldAgain(**structs.asdict(said), revision=revision, stuck=stuck, left=left)


def add_amendable(
    said: Refusal, log_index: LogIndex, earlier: Iterable[EarlierMistake], lang: str
) -> Refusal:
    """Return the refusal with the earlier entries that could be amended; as it is where there are none."""
    found = tuple(
        Amendable(
            seq=each.seq,
            event=event_json(each.event),
            notation=typed_line(log_index.state_before(each.seq), each.event, lang),
        )
        for each in earlier
    )
    return structs.replace(said, amend=found) if found else said


def _find_stop(
    state: Any,
    left: Sequence[Action],
    refused: Refused | None,
    secrets: LogSecrets,
    viewer: str | None,
    lang: str,
) -> tuple[StoppedAt | None, tuple[str, ...]]:
    """Return where reapplying stopped (None: nowhere), and all that is left as people type it.

    `state` is that in which it stopped. What may come first is left out where the act is redacted.
    """
    seen = [(act.seq, secrets.redact(act.seq, act.event, viewer)) for act in left]
    lines = tuple(typed_line(state, event, lang) for _, event in seen)
    seq, event = seen[0] if seen else (None, None)
    if seq is None or event is None or refused is None:
        return None, lines
    is_hidden = event != left[0].event
    missing = () if is_hidden else missing_before(find_game(state.game), state, event)
    first = tuple(typed_line(state, each, lang) for each in missing)
    return StoppedAt(seq=seq, event=event_json(event), rules=refused.rules, missing=first), lines


def _make_why(refused: Refused, names: dict[str, str], lang: str) -> Why:
    message = say(refused.reason, lang, names={TABLE: say("cli.the_table", lang), **names}, **refused.args)
    return Why(reason=refused.reason, message=message, rules=tuple(refused.rules))


def make_refusal(
    refused: Refused,
    names: dict[str, str],
    lang: str,
    acting: Iterable[str] = (),
    instead: Iterable[Possible] = (),
) -> Refusal:
    """Describe a refusal; of what may be done `instead`, MOST_LISTED at most."""
    said = _make_why(refused, names, lang)
    return Refusal(
        reason=said.reason,
        message=said.message,
        rules=said.rules,
        cited=_make_rules(refused.rules, lang),
        acting=tuple(acting),
        possible=tuple(islice(instead, MOST_LISTED)),
    )


class WhatIf(Answer, frozen=True, kw_only=True):
    """How a game would have gone: entries go by the numbers the viewer knows them by.

    `change` is what would have been otherwise at entry `at`, `first_change` the first entry in
    force that would read otherwise, `reads` what of it. `stuck`: where the telling stops, by `rules`.
    """

    at: int
    change: EventJson
    first_change: int | None
    reads: tuple[Difference, ...]
    differences: tuple[Difference, ...]
    scores: tuple[Scored, ...]
    winners_before: tuple[str, ...] | None
    winners_after: tuple[str, ...] | None
    stuck: int | None
    rules: tuple[str, ...]


class WayToRule(Answer, frozen=True, kw_only=True):
    """One way to rule: who rules so, whether it matters, and `changes`, what it would change in words."""

    decision: str
    words: str
    effect: dict[str, Any] | None
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    matters: bool
    allows: bool | None
    changes: tuple[str, ...]
    outcome: WhatIf | None


class RefereesWord(Answer, frozen=True, kw_only=True):
    """What the referee ruled itself of what is in dispute, and by which rules."""

    accepted: bool
    rules: tuple[str, ...]


class Case(Answer, frozen=True, kw_only=True):
    """A dispute laid open: an entry, or an `act` that was `refused` after it.

    `rules` are the ids of those that bear on it, `cited` the same in full. `ways` and
    `possibilities` are the same ways to rule; `default` is the edition's. It `waits` where what
    they would change is not told before cards are shown. `dispute` is its id, once it was asked.
    """

    at: int
    topic: str | None
    act: EventJson | None
    refused: Why | None
    word: RefereesWord | None
    rules: tuple[str, ...]
    cited: tuple[RuleTold, ...]
    ways: tuple[WayToRule, ...]
    possibilities: tuple[WayToRule, ...]
    observed: tuple[WhatIf, ...]
    default: str
    dispute: str | None
    waits: bool


class RulingRow(Answer, frozen=True, kw_only=True):
    """A dispute of a log, asked at entry `seq`, how it was settled, and the house rules that bore on it."""

    seq: int
    opened: EventJson
    ruling: EventJson | None
    house: tuple[str, ...]


def make_what_if(outcome: Outcome, number: Callable[[int], int] = int) -> WhatIf:
    """Describe how a game would have gone; `number` maps entries to the numbers the viewer knows them by."""
    first, stuck = outcome.first_change, outcome.stuck
    return WhatIf(
        at=number(outcome.at),
        change=event_json(outcome.change),
        first_change=None if first is None else number(first),
        reads=_plain_differences(outcome.reads),
        differences=_plain_differences(outcome.differences),
        scores=outcome.scores,
        winners_before=outcome.winners_before,
        winners_after=outcome.winners_after,
        stuck=None if stuck is None else number(stuck),
        rules=outcome.why.rules if outcome.why else (),
    )


def _plain_differences(found: tuple[Difference, ...]) -> tuple[Difference, ...]:
    return tuple(Difference(each.fact, json_value(each.was), json_value(each.would_be)) for each in found)


def _make_way(state: Any, one: Reading, lang: str) -> WayToRule:
    return WayToRule(
        decision=one.decision,
        words=decision_words(state.game, one.decision, lang),
        effect=one.effect,
        editions=one.editions,
        in_force=one.in_force,
        rules=one.rules,
        matters=one.matters,
        allows=one.allows,
        changes=change_words(state, one.outcome, lang),
        outcome=None if one.outcome is None else make_what_if(one.outcome),
    )


def change_words(state: Any, outcome: Outcome | None, lang: str) -> tuple[str, ...]:
    """Return in words what would be otherwise: facts, scores, who wins, where it could not have gone on.

    () where there is no outcome.
    """
    if outcome is None:
        return ()
    changes = list(difference_words(state, outcome, lang))
    was, would = outcome.winners_before, outcome.winners_after
    if would is not None and was != would:
        changes.append(
            say("case.other_winners", lang, was=was or ("–",), would=would or ("–",), names=state.names)
        )
    if outcome.stuck_event is not None:
        stuck = find_game(state.game).redact(outcome.stuck_event, None)
        words = describe_event(outcome.state, stuck, lang).rstrip(".。")
        changes.append(say("web.could_not", lang, what=words))
        changes += [say("case.what_stands", lang)] if isinstance(outcome.change, HouseRuled) else []
    return tuple(changes)


def difference_words(state: Any, outcome: Outcome, lang: str) -> tuple[str, ...]:
    """Return in words which facts, and which lines of the score, would be otherwise."""
    names = {TABLE: say("web.the_table", lang), **state.names}
    changes = [_one_difference(state, each, lang) for each in outcome.differences]
    for line in outcome.scores:
        what = say(f"{state.game}.{line.item}", lang, names=names, **line.args)
        scored = {"who": names.get(line.seat) or line.seat, "what": what}
        changes.append(
            say("case.scored", lang, **scored, was=amount_words(line.was), would=amount_words(line.would_be))
        )
    return tuple(changes)


def _one_difference(state: Any, one: Difference, lang: str) -> str:
    was, would = (
        fact_value_words(state, one.fact, json_value(value), lang) for value in (one.was, one.would_be)
    )
    name = fact_name(one.fact, lang, state.game, state.names)
    return say("table.fact", lang, name=name, value=f"{was} → {would}")


def make_case(laid: AnalysedDispute, state: Any, lang: str) -> Case:
    found, names = laid.analysis, dict(state.names)
    ways = tuple(_make_way(state, one, lang) for one in found.readings)
    return Case(
        at=found.at,
        topic=found.topic,
        act=None if found.act is None else event_json(found.act),
        refused=None if found.refusal is None else _make_why(found.refusal, names, lang),
        word=RefereesWord(accepted=found.refusal is None, rules=found.word) if found.word else None,
        rules=found.rules,
        cited=_make_rules(found.rules, lang),
        ways=ways,
        possibilities=ways,
        observed=tuple(map(make_what_if, found.observed)),
        default=default_decision(found, state.edition),
        dispute=None if laid.opened is None else laid.opened.id,
        waits=laid.waits,
    )


def explain_no_case(game: str, refused: Refused, lang: str) -> tuple[str, dict[str, Any]]:
    """Return why there is nothing to lay open (no such entry or topic): a message id and its arguments."""
    if refused.reason != "case.unknown_topic":
        return "case.not_in_force", {"n": refused.args["to"]}
    named = ((topic, topic_words(game, topic, lang)) for topic in find_game(game).topics)
    known = tuple(
        topic if words == topic else say("case.with_id", lang, what=words, id=topic) for topic, words in named
    )
    return refused.reason, {"topic": refused.args["topic"], "known": known}


def make_ruling_row(settled: RecordedDispute, house: tuple[str, ...]) -> RulingRow:
    return RulingRow(
        seq=settled.seq,
        opened=event_json(settled.opened),
        ruling=None if settled.ruling is None else event_json(settled.ruling),
        house=house,
    )
