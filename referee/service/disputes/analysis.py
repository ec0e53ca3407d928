"""A dispute analysed: the rules that bear on an act, every way to rule there is, and whether it matters."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from events.table import DisputeOpened, HouseRuled, RulingGiven, TableClosed, TableEvent, TakenBack
from referee.kernel.game import Game
from referee.kernel.registry import codec_for
from referee.kernel.ruleset import Plain, RuleOption
from referee.kernel.shared import QUIET, TALK
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.service.logs.effective import Action, EffectiveLog, NoSuchEntryError, actions_from
from referee.service.logs.log_index import LogIndex
from referee.service.logs.reapply import Reapplier
from referee.service.logs.sources import Log
from referee.service.logs.whatif import Outcome, compare, differences, instead, observations, scores

_TRIAL = "·"
"""The id of a dispute that is only imagined, in a ruling that settles it."""


class _DisputedAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act in dispute, the states `before` it, `after` it and `now`, and what followed.

    `at` is the entry that was named, `first` the index in the timeline of the action at issue, or of the one
    after it where the act stands in no log (not `is_told`). `rest` are the actions from there on, empty for
    an act in no log. `verdict` is on the act. `waits`: the viewer may not know what the act was judged by.
    """

    timeline: EffectiveLog
    at: int
    viewer: str | None
    first: int
    before: Any
    after: Any
    now: Any
    verdict: Verdict
    rest: tuple[Action, ...]
    act: Event
    is_told: bool
    waits: bool = False

    @property
    def game(self) -> Game:
        return self.timeline.game

    @property
    def is_allowed(self) -> bool:
        return isinstance(self.verdict, Accepted)


def _find_disputed_act(
    timeline: EffectiveLog,
    at: int,
    act: Event | None,
    viewer: str | None = None,
    *,
    waits: bool = False,
) -> _DisputedAct:
    """Return entry `at` as an act in dispute, or `act`, which came after it and stands in no log.

    `waits`: entry `at` was judged by cards the viewer may not know, so no verdict on it is shown. Raises
    NoSuchEntryError.
    """
    game, i, now = timeline.game, timeline.index(at), timeline.end
    told = timeline.actions[i]
    before = timeline.state(i)
    after = timeline.state(i + 1)
    if act is None:
        # What is judged by secret cards cites nothing.
        verdict = Refused("cli.still_secret", (), {"n": at}) if waits else game.decide(before, told.event)
        return _DisputedAct(
            timeline=timeline, at=at, viewer=viewer, first=i, before=before, after=after, now=now,
            verdict=verdict, rest=timeline.actions[i:], act=told.event, is_told=True, waits=waits,
        )  # fmt: skip
    verdict = game.decide(after, act)
    outcome = verdict.state if isinstance(verdict, Accepted) else after
    return _DisputedAct(
        timeline=timeline, at=at, viewer=viewer, first=i + 1, before=after, after=outcome, now=now,
        verdict=verdict, rest=(), act=act, is_told=False,
    )  # fmt: skip


def decide_under(game: Game, state: Any, effect: Mapping[str, Plain]) -> Accepted | Refused:
    """Return the state in which a ruling has just set the options `effect`, with what followed from it."""
    state = game.evolve(state, DisputeOpened(_TRIAL, 1, "table", ""))
    given = RulingGiven(dispute=_TRIAL, decision="", basis="table", effect=dict(effect))
    return game.decide(state, given)


def _outcome_under(disputed: _DisputedAct, effect: Mapping[str, Plain]) -> Outcome | None:
    """Return how the game goes under a ruling, from the first action it reaches; None where it is refused."""
    timeline = disputed.timeline
    i = first_reached(timeline, disputed.first, effect)
    state = timeline.state(i)
    verdict = decide_under(timeline.game, state, effect)
    if isinstance(verdict, Refused):
        return None
    lead = [judged.event for judged in verdict.judged[1:]]
    reapplied = Reapplier(timeline.game, verdict.state, lead).reapply_all(actions_from(timeline.actions, i))
    return compare(
        timeline, min(i, len(timeline.actions) - 1), _change_of(effect), reapplied, disputed.viewer
    )


def _outcome_without(disputed: _DisputedAct) -> Outcome | None:
    """Return the game without the disputed entry; None for an act that is in no log, and for the opening."""
    timeline, i = disputed.timeline, disputed.first
    if not disputed.is_told or i == 0:
        return None
    taken_back = TakenBack(timeline.actions[i - 1].end or 1)
    reapplied = Reapplier(timeline.game, disputed.before).reapply_all(actions_from(timeline.actions, i)[1:])
    return compare(timeline, i, taken_back, reapplied, disputed.viewer)


def first_reached(timeline: EffectiveLog, i: int, effect: Mapping[str, Plain]) -> int:
    """Return the index of the first action from the `i`-th on that a ruling about that one reaches.

    What the table itself decided since stands: it is the action after the last one that sets an option in
    `effect`. Of acts worked out from a position told it reaches all. At least 1, and the number of actions
    where it reaches none.
    """
    if timeline.actions[i].is_worked_out:
        i = timeline.begin(i)
    since = enumerate(timeline.actions[i:], i)
    return max(1, i, *(k + 1 for k, told in since if _sets_any(told.event, effect)))


def _sets_any(event: Event, effect: Mapping[str, Plain]) -> bool:
    """Return whether a house rule or a ruling sets any of the options in `effect`; False for other events."""
    match event:
        case HouseRuled(option):
            return option in effect
        case RulingGiven():
            return bool(set(event.effect or ()) & set(effect))
    return False


def _outcome_of_act_under(
    disputed: _DisputedAct, effect: Mapping[str, Plain]
) -> tuple[Outcome | None, Verdict]:
    """Judge an act that is in no log under a ruling; return what it leads to, and the verdict.

    The outcome is None where the ruling itself is refused.
    """
    game = disputed.game
    verdict = decide_under(game, disputed.before, effect)
    if isinstance(verdict, Refused):
        return None, verdict
    judged = game.decide(verdict.state, disputed.act)
    state = judged.state if isinstance(judged, Accepted) else verdict.state
    before, winners = disputed.after, game.winners(disputed.after)
    is_secret = winners is None and game.keeps_hands and disputed.viewer != REFEREE
    outcome = Outcome(
        at=disputed.at,
        change=_change_of(effect),
        first_change=None,
        differences=differences(game, before, state, disputed.viewer),
        scores=()
        if is_secret
        else scores(game, before, state, disputed.viewer if winners is None else REFEREE),
        winners_before=winners,
        winners_after=None if is_secret else game.winners(state),
        state=state,
    )
    return outcome, judged


def _change_of(effect: Mapping[str, Plain]) -> HouseRuled:
    """Return the first option a ruling sets, as a house rule."""
    option, value = next(iter(effect.items()))
    return HouseRuled(option, value)


EDITION = "edition "
"""How a decision begins that takes an edition's reading of everything in dispute."""

STANDS, DOES_NOT_STAND = "stands", "does_not_stand"
"""The ways to rule where no option bears: the referee's word stands, or the table rules otherwise."""

_MOST_OUTCOMES = 16
"""Observations are laid side by side up to this many."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """One way to rule.

    `effect` are the options it sets, None where it changes none; `editions` are those that rule so;
    `in_force`: the table plays it so now. `outcome` is the game under it from the disputed entry on (None:
    not worked out, or the ruling is refused), and `matters` whether that differs from how it went. Of an act
    that stands in no log, `allows` says whether it would be accepted, `why` is its refusal; None for others.
    """

    decision: str
    effect: dict[str, Plain] | None
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    outcome: Outcome | None
    matters: bool
    allows: bool | None = None
    why: Refused | None = None


class Analysis(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute analysed: the entry, the topic (None: none was found), the rules that bear on it.

    `readings` are the ways to rule. `observed` is the game under each other observation that entry `at` could
    have been. `act` is what is in dispute where it came after entry `at` and stands in no log, `refusal` why
    the referee refuses it. `word` are the rules by which the referee accepted or refused what is in dispute;
    none where the viewer may not know them.
    """

    at: int
    topic: str | None
    rules: tuple[str, ...]
    readings: tuple[Reading, ...]
    observed: tuple[Outcome, ...] = ()
    act: Event | None = None
    refusal: Refused | None = None
    word: tuple[str, ...] = ()


class UnknownTopicError(LookupError):
    """No such topic; `args` are its name and those there are."""


def analyse(
    timeline: EffectiveLog,
    at: int,
    topic: str | None = None,
    act: Event | None = None,
    viewer: str | None = None,
    *,
    waits: bool = False,
) -> Analysis:
    """Return what bears on an act: by the topic, else by what it was refused or allowed by, else the phase.

    The act is what entry `at` holds, or `act`, which came after it and stands in no log. What
    each ruling leads to is as `viewer` may see it: everybody, where it is None. Where cards it
    may not know judge the act (it `waits`), nothing is shown but the topic's rules and readings.
    Raises NoSuchEntryError, UnknownTopicError.
    """
    game, disputed = timeline.game, _find_disputed_act(timeline, at, act, viewer, waits=waits)
    verdict = disputed.verdict
    cited = verdict.rules if isinstance(verdict, Refused) else verdict.all_rules
    in_play = _rules_in_play(game, disputed.after) if act is None and not disputed.rest else ()
    likely = likely_topic(game, cited)
    # Of what was refused, the topic it leads to by itself says no more than its rules.
    topic_named = topic is not None and (act is None or topic != likely)
    topic = topic or likely or likely_topic(game, in_play)
    if topic is not None and topic not in game.topics:
        raise UnknownTopicError(topic, tuple(game.topics))
    about = game.topics[topic] if topic else ()
    bearing = set(about) if topic_named or set(about) & {*cited, *in_play} else set(cited)
    found = tuple(_readings(disputed, bearing)) or tuple(_stands_or_not(disputed))
    is_seen = act is None and not waits and bearing & {*verdict.rules}
    seen = _outcomes_observed(timeline, at, viewer) if is_seen else ()
    return Analysis(
        at=at,
        topic=topic,
        rules=tuple(dict.fromkeys((*about, *cited, *in_play) if act is None else (*cited, *about))),
        readings=found,
        observed=tuple(seen),
        act=act,
        refusal=verdict if act is not None and isinstance(verdict, Refused) else None,
        word=verdict.rules,
    )


def _rules_in_play(game: Game, state: Any) -> tuple[str, ...]:
    """Return the rules that allow what may be done now, by one act of each kind.

    Without acts that depend on hidden cards or lie face down; empty before the opening and after the end.
    """
    if state is None or game.winners(state) is not None:
        return ()
    legal = (event for seat in game.acting(state) for event in game.legal(state, seat))
    kinds = {
        type(event): event for event in legal if type_of(event) not in game.depends_on_hidden | game.sealed
    }
    verdicts = (game.decide(state, event) for event in kinds.values())
    rules = (rule for one in verdicts if isinstance(one, Accepted) for rule in one.rules)
    return tuple(dict.fromkeys(rules))


def last_act(timeline: EffectiveLog) -> int:
    """Return the entry of the last action of the game itself: no dispute, no proposal, no closing."""
    return (
        next(t for t in reversed(timeline.actions) if not isinstance(t.event, (*TALK, TableClosed))).seq or 1
    )


def last_action(timeline: EffectiveLog) -> int:
    """Return the entry of the last action that is no talk: a refusal now comes after it."""
    return next(t for t in reversed(timeline.actions) if not isinstance(t.event, QUIET)).seq or 1


def likely_topic(game: Game, rules: tuple[str, ...]) -> str | None:
    """Return the topic that most of `rules`, or of their chapters, belong to (first of equals), or None."""
    kin = {chapter_of(rule) for rule in rules}
    shared = {
        topic: (len(set(of) & set(rules)), len(kin & set(map(chapter_of, of))))
        for topic, of in game.topics.items()
    }
    best = max(shared, key=lambda topic: shared[topic], default=None)
    return best if best is not None and any(shared[best]) else None


def chapter_of(rule: str) -> str:
    """Return the chapter a rule stands in: `NIA-LOAD` of `NIA-LOAD-04`."""
    return rule.rpartition("-")[0]


def _readings(disputed: _DisputedAct, bearing: set[str]) -> Iterator[Reading]:
    """Yield every value of the options that bear on a dispute; where several do, whole editions, too."""
    ruleset, seats = disputed.game.ruleset, len(disputed.now.seats)
    editions = {edition: ruleset.values(edition, seats) for edition in ruleset.editions}
    bear = (option for option in ruleset.options.values() if set(option.rules) & bearing)
    options = [option for option in bear if _can_be_set(disputed, option)]
    for option in options:
        for value in option.values:
            saying = tuple(e for e, values in editions.items() if values[option.name] == value)
            yield _make_reading(
                disputed, f"{option.name}={value}", {option.name: value}, saying, option.rules
            )
    if len(options) < 2:
        return
    for edition, values in editions.items():
        effect = {option.name: values[option.name] for option in options}
        rules = tuple(rule for option in options for rule in option.rules)
        yield _make_reading(disputed, EDITION + edition, effect, (edition,), rules)


def _stands_or_not(disputed: _DisputedAct) -> Iterator[Reading]:
    """Yield the two readings where no option bears: the act stands, or the game goes without it."""
    outcome = None if disputed.waits else _outcome_without(disputed)
    nothing: dict[str, Any] = {"effect": None, "editions": (), "rules": ()}
    yield Reading(decision=STANDS, in_force=True, outcome=None, matters=False, **nothing)
    matters = outcome is not None and _differs(outcome)
    yield Reading(decision=DOES_NOT_STAND, in_force=False, outcome=outcome, matters=matters, **nothing)


def _can_be_set(disputed: _DisputedAct, option: RuleOption) -> bool:
    """Return whether an option may still be set: not what decided how the cards were laid out."""
    values = ({option.name: value} for value in option.values)
    return all(isinstance(decide_under(disputed.game, disputed.now, effect), Accepted) for effect in values)


def _make_reading(
    disputed: _DisputedAct,
    decision: str,
    effect: dict[str, Plain],
    editions: tuple[str, ...],
    rules: tuple[str, ...],
) -> Reading:
    """Return a reading with what it leads to.

    No outcome is worked out for what is in force, or while the dispute waits for hidden cards. `allows` is
    None where the disputed act stands in the log.
    """
    in_force = all(getattr(disputed.now.options, k) == v for k, v in effect.items())
    if disputed.is_told:
        outcome, verdict = None if in_force or disputed.waits else _outcome_under(disputed, effect), None
    else:
        outcome, verdict = _outcome_of_act_under(disputed, effect)
    allows = None if verdict is None else isinstance(verdict, Accepted)
    is_turned = allows is not None and allows != disputed.is_allowed
    return Reading(
        decision=decision,
        effect=effect,
        editions=editions,
        in_force=in_force,
        rules=rules,
        outcome=None if in_force else outcome,
        matters=not in_force and outcome is not None and (_differs(outcome) or is_turned),
        allows=allows,
        why=verdict if isinstance(verdict, Refused) else None,
    )


def _outcomes_observed(timeline: EffectiveLog, at: int, viewer: str | None = None) -> Iterator[Outcome]:
    """Yield the game under everything else the table might have seen at entry `at`, if the viewer saw it."""
    seen = timeline.actions[timeline.index(at)].event
    if not timeline.index(at) or timeline.game.redact(seen, viewer) != seen:
        return
    for event in observations(timeline, at)[: _MOST_OUTCOMES + 1]:
        if knows_less(event, seen):
            continue
        if isinstance(outcome := instead(timeline, at, event, viewer), Outcome):
            yield outcome


def knows_less(event: Event, seen: Event) -> bool:
    """Return whether `event` is the observation `seen` itself, or one that leaves parts of it out."""
    return type(event) is type(seen) and all(
        _is_part(getattr(event, name), getattr(seen, name)) for name in seen.__struct_fields__
    )


def _is_part(value: Any, known: Any) -> bool:
    """Return whether a value equals the known one where it is not None, also within tuples."""
    if isinstance(value, tuple) and isinstance(known, tuple) and len(value) == len(known):
        return all(_is_part(one, other) for one, other in zip(value, known, strict=True))
    return value is None or value == known


def _differs(outcome: Outcome) -> bool:
    """Return whether position, score or winners would differ, or the game would be stuck."""
    was, would = outcome.winners_before, outcome.winners_after
    return bool(outcome.differences or outcome.scores) or outcome.stuck is not None or was != would


def analyse_recorded(timeline: EffectiveLog, opened: DisputeOpened, viewer: str | None = None) -> Analysis:
    """Analyse a dispute that was recorded, as a viewer (None: everybody) may see it."""
    act = read_disputed_act(timeline.game, opened)
    topic = opened.topic if opened.topic in timeline.game.topics else None
    return analyse(timeline, entry_in_force(timeline, opened.at), topic, act, viewer)


def read_disputed_act(game: Game, opened: DisputeOpened) -> Event | None:
    """Return the act that a dispute names; None where it is the entry itself, or cannot be read any more."""
    if opened.act is None:
        return None
    try:
        return codec_for(game.id).event(encode(opened.act))
    except MalformedError:
        return None


def with_original_act(opened: DisputeOpened, log: Log, timeline: EffectiveLog) -> DisputeOpened:
    """Return a dispute that names its act where the entry was taken back since: the log has it."""
    at = entry_in_force(timeline, opened.at)
    if opened.act is not None or at == opened.at:
        return opened
    line = next(iter(log.lines(opened.at, opened.at)), None)
    entry = None if line is None else codec_for(timeline.game.id).entry(line)
    if entry is None or entry.kind == "consequence" or isinstance(entry.event, TableEvent):
        return opened
    return replace(opened, act=msgspec.json.decode(encode(entry.event), type=dict[str, Any]))


def entry_in_force(timeline: EffectiveLog, at: int) -> int:
    """Return the entry `at`, or the last one in force before it, where `at` was taken back."""
    try:
        timeline.index(at)
    except NoSuchEntryError:
        return max((told.seq or 1 for told in timeline.actions if (told.seq or 1) <= at), default=1)
    return at


class RecordedDispute(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of a log: the entry that asked it (`seq`), its event, and its ruling (None: open)."""

    seq: int
    opened: DisputeOpened
    ruling: RulingGiven | None


def disputes_of(timeline: EffectiveLog) -> tuple[RecordedDispute, ...]:
    """Return the disputes in force, in order, each with its ruling."""
    rulings = {t.event.dispute: t.event for t in timeline.actions if isinstance(t.event, RulingGiven)}
    return tuple(
        RecordedDispute(seq=told.seq or 0, opened=told.event, ruling=rulings.get(told.event.id))
        for told in timeline.actions
        if isinstance(told.event, DisputeOpened)
    )


def undone_rulings(log_index: LogIndex) -> tuple[RecordedDispute, ...]:
    """Return the rulings that a take-back undid with the disputed entry, and that were not given again."""
    again = [one.ruling for one in disputes_of(log_index.effective)]
    opened: dict[str, DisputeOpened] = {}
    found = []
    for told in log_index.actions:
        seq, event = told.seq or 0, told.event
        if isinstance(event, DisputeOpened):
            opened[event.id] = event
        elif isinstance(event, RulingGiven) and event.dispute in opened and event not in again:
            asked = opened[event.dispute]
            undone_to = next((to for at, to in log_index.backs if to < seq < at), asked.at)
            found += [RecordedDispute(seq=seq, opened=asked, ruling=event)] if undone_to < asked.at else []
    return tuple(found)


def rulings_on(
    game: Game, settled: Iterable[RecordedDispute], rules: Iterable[str]
) -> tuple[RecordedDispute, ...]:
    """Return the rulings that bear on `rules`: by what they cite, what they set, or their topic."""
    bearing = set(rules)
    return tuple(one for one in settled if one.ruling is not None and bearing & _rules_decided(game, one))


def _rules_decided(game: Game, one: RecordedDispute) -> set[str]:
    """Return the rules a ruling cites, those of the options it sets, and those of the dispute's topic."""
    effect = (one.ruling.effect if one.ruling else None) or {}
    options = (game.ruleset.options.get(name) for name in effect)
    set_by = {rule for option in options if option is not None for rule in option.rules}
    own = set(one.ruling.rules) if one.ruling else set()
    return own | set_by | set(game.topics.get(one.opened.topic, ()))


def house_rules_on(game: Game, state: Any, rules: Iterable[str]) -> tuple[str, ...]:
    """Return the house rules of a table that bear on `rules`, as they are typed."""
    cited, options = set(rules), game.ruleset.options
    bearing = (name for name in state.house if cited & set(options[name].rules))
    return tuple(f"{name}={getattr(state.options, name)}" for name in bearing)
