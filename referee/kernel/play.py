"""The four verbs, made from what a game declares: opening, acts, the table's own events, the end."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby
from operator import attrgetter, itemgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event, Kind, type_of
from events.codec import Codec, MalformedError, Steps
from events.envelope import encode
from events.table import (
    ChangeProposed,
    Corrected,
    DisputeOpened,
    HouseRuled,
    OptionValue,
    PlayedOn,
    PositionTold,
    RulingGiven,
    TableEvent,
    TableOpened,
)
from referee.kernel.acts import Act, Apply, Consequence, Draft, Listing, Rules, When, always, unchanged
from referee.kernel.chance import count_draws, fill_in_throw, judge_thrown, throws_itself
from referee.kernel.facts import Facts, vocabulary_of
from referee.kernel.fields import judge_seats, may_be_table, names_its_seat, others_of
from referee.kernel.ruleset import Plain, Ruleset
from referee.kernel.shared import SHARED
from referee.kernel.table import (
    evolve_table_event,
    judge_known_seats,
    judge_open,
    judge_opening,
    judge_table_event,
    refuse_stranger,
)
from referee.kernel.verdict import Accepted, JudgedEvent, Refused, Verdict
from referee.kernel.vocabulary import explain

_Lister = Callable[[Any, str], Iterable[Event]]
"""Lists what the rules allow of one act."""


_Judging = Callable[[Any, Any], Verdict]
"""(state, event) -> verdict: `decide` of one act."""


Upcast = Callable[[Any, Any], Event]
"""(state, event) -> event: one of a table opened at an older version, with the facts its line leaves out."""


def upcasting(upcast: Upcast, reducers: Mapping[type, Apply]) -> dict[type, Apply]:
    """Return reducers, by class of event, that first upcast an event with the state before it."""

    def upcasting_reducer(apply: Apply) -> Apply:
        return lambda state, event: apply(state, upcast(state, event))

    return {kind: upcasting_reducer(apply) for kind, apply in reducers.items()}


class Mended(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of `version` changed: an audit of an older log does not hold it against that log.

    `derived` are consequences that such a log need not have; `refused` the message ids with which an act in
    it would be refused today. Its events lead to the same state all the same.
    """

    version: int
    derived: tuple[type[Event], ...] = ()
    refused: tuple[str, ...] = ()


class Opening(msgspec.Struct, frozen=True):
    """How a table of the game opens.

    - `begin(opened)`: the state at the first moment; editions and options are complete in `opened`.
    - `rules`: what an opening cites.
    - `judge(opened, values)`: what else than the ruleset an opening must satisfy, given the full set
      of option values.
    """

    begin: Callable[[TableOpened], Any]
    rules: Rules
    judge: Callable[[TableOpened, Mapping[str, Plain]], Refused | None] | None = None


class PlayingOn(msgspec.Struct, frozen=True):
    """How a game that is over goes on, where the table wants it to.

    `apply(state)`: the state without its end; `follow(draft)`: what the referee derives then. `rules` are
    cited beside the table's own.
    """

    apply: Callable[[Any], Any]
    follow: Callable[[Draft[Any]], None]
    rules: Rules = ()


class Ending(msgspec.Struct, frozen=True):
    """How a game ends: by which event, and the rule cited to people who act afterwards.

    All secrets end with it. `is_over(state)` is anything true then. `play_on` None: the game cannot go on.
    """

    event: type[Event]
    rule: str
    is_over: Callable[[Any], object] = attrgetter("winners")
    play_on: PlayingOn | None = None


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """What the table changes by hand: facts of the board, options.

    - `judge(state, position)`: a refusal of facts that cannot be set now; `judge_placed(state, position,
      placed)` of those that cannot be together, given the state with them set. None: allowed.
    - `settle(draft, event)`: brings the state to where people must act, after a correction, a house rule or a
      ruling. Left out: the game's `settle`.
    - `judge_options(state, values)`: a refusal of options that may not change now. `apply_options(before,
      after, event)`: the state after they did, with what they add to or remove from the table.
    - `rules`, and `option_rules` by option: ids cited beside the table's own.
    """

    judge: Callable[[Any, Any], Refused | None] = always
    settle: Callable[[Draft[Any], Any], None] | None = None
    judge_placed: Callable[[Any, Any, Any], Refused | None] | None = None
    judge_options: Callable[[Any, Mapping[str, Any]], Refused | None] | None = None
    apply_options: Callable[[Any, Any, Event], Any] | None = None
    rules: Rules = ()
    option_rules: Mapping[str, Rules] = {}


class Play:
    """The four verbs of a game, made of its acts.

    `reducers` are those of today by class of event; `consequences` by class.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        opening: Opening,
        acts: tuple[Act, ...],
        consequences: tuple[Consequence, ...],
        settle: Callable[[Draft[Any]], None],
        facts: Facts,
        by_hand: ByHand,
        ending: Ending,
        phase: Callable[[Any], str],
        upcast: Upcast | None = None,
        upcasters: Steps = {},  # noqa: B006 - read only
    ) -> None:
        """Take the parts of a game; an act of the game replaces the table's own act of the same class.

        `upcast` as of `Game`; None: lines of older versions say all that today's do.
        """
        self.vocabulary = vocabulary_of((*acts, *consequences), facts)
        self._upcasters, self._codecs = upcasters, dict[int | None, Codec]()
        self.ruleset, self.opening, self.settle, self.by_hand = ruleset, opening, settle, by_hand
        self._is_over, self._facts, self._ending = ending.is_over, facts, ending
        self._placed: tuple[Any, Any, Any] = (None, None, None)
        self._over = Refused(f"{ruleset.id}.game_is_over", (ending.rule,))
        self.own = acts
        self.consequences = {c.event: c for c in consequences}
        self.acts = {act.event: act for act in (*self._shared_acts(), *acts)}
        self.reducers: dict[type, Apply] = {
            **{kind: _reducer_of(act) for kind, act in self.acts.items()},
            **{kind: c.apply for kind, c in self.consequences.items()},
        }
        self._upcast = upcast
        self._upcasting_reducers = upcasting(upcast, self.reducers) if upcast is not None else self.reducers
        self._phase = phase
        self._listers = {
            by_table: {lasts: _Listers(self.own, by_table, lasts) for lasts in (False, True)}
            for by_table in (False, True)
        }
        self._samplers = {by_table: _Listers(_sampled(acts), by_table, True) for by_table in (False, True)}
        own = {act.event for act in acts}
        self._judged: dict[type, _Judging] = {
            **dict.fromkeys(self.consequences, self._refuse_consequence),
            **{kind: self._judging(act, settle if kind in own else None) for kind, act in self.acts.items()},
        }

    def codec(self, version: int | None = None) -> Codec:
        """Return the codec for lines of a version of the game (None: today's), each built once.

        Raises NewerLogError for a version to come.
        """
        if version not in self._codecs:
            id, today = self.ruleset.id, self.ruleset.rules_version
            self._codecs[version] = Codec(id, self.vocabulary, today, self._upcasters, version)
        return self._codecs[version]

    def decide(self, state: Any, event: Event) -> Verdict:
        """Return the verdict on an event of the vocabulary; `state` is None before `table_opened`.

        Never raises.
        """
        if state is None:
            return self._open(event)
        return self._judged[type(event)](state, event)

    def _judging(self, act: Act, settle: Callable[[Draft[Any]], None] | None) -> _Judging:
        """Return `decide` of one act.

        A closed table, a game that is over and seats that do not sit here are refused before any rule of the
        game. `settle` derives what follows from any state; None: nothing does.
        """
        when, judge, complete, follow = act.when.judge, _judge_of(act), _completion_of(act), act.follow
        rules, rules_of = (act.rules, None) if isinstance(act.rules, tuple) else ((), act.rules)
        kind, kind_of_event = _kind_of(act)
        is_over, over = None if act.when.after_end else self._is_over, self._over
        by_seat, others = names_its_seat(act.event), others_of(act.event)
        event_class, current, upcasting = act.event, self.reducers, self._upcasting_reducers

        def judged(state: Any, event: Any) -> Verdict:
            if state.closed or (is_over is not None and is_over(state)):
                return judge_open(state) or over
            seat = TABLE
            if by_seat and (seat := event.seat) not in state.seats:
                return refuse_stranger(state, seat)
            if others is not None and (refused := judge_known_seats(state, others(event))) is not None:
                return refused
            if when is not None and (refused := when(state, seat)) is not None:
                return refused
            if (refused := judge(state, event)) is not None:
                return refused
            cited = rules if rules_of is None else rules_of(state, event)
            if complete is not None:
                event = complete(state, event)
            fact = JudgedEvent(event, kind if kind_of_event is None else kind_of_event(event), cited)
            reducers = current if state.opened_at is None else upcasting
            draft = Draft(state, reducers, reducers[event_class](state, event), [fact])
            if follow is not None:
                follow(draft, event)
            if settle is not None:
                settle(draft)
            return Accepted(tuple(draft.judged), draft.state)

        return judged

    def apply_unchecked(self, state: Any, event: Event, *, settled: bool = False) -> Any:
        """Return the state after an act of the game and its own consequences, without judging it.

        With `settled`, also after what follows from that state. Raises whatever applying an impossible
        act raises.
        """
        act = self.acts[type(event)]
        if act.complete is not None:
            event = act.complete(state, event)
        draft = Draft(state, self.reducers, self.reducers[type(event)](state, event))
        if act.follow is not None:
            act.follow(draft, event)
        if settled:
            self.settle(draft)
        return draft.state

    def evolve(self, state: Any, event: Event) -> Any:
        """Return the state after an accepted event; `state` is None for `table_opened`."""
        if state is None:
            return self._begin(event)  # type: ignore[arg-type]
        return self.reducers_at(state)[type(event)](state, event)

    def reducers_at(self, state: Any) -> Mapping[type, Apply]:
        """Return the reducers for a state, by class of event: the same all through a log.

        Those of a table opened at an older version upcast the event first.
        """
        return self.reducers if state.opened_at is None else self._upcasting_reducers

    def upcast(self, state: Any, event: Event) -> Event:
        """Return an event as it would be written today, at the state before it; `state` may be None."""
        if state is None or state.opened_at is None or self._upcast is None:
            return event
        return self._upcast(state, event)

    def _begin(self, opened: TableOpened) -> Any:
        """Return the first state; one of an older version of the rules remembers it in `opened_at`."""
        state, version = self.opening.begin(opened), str(opened.rules_version)
        is_old = version.isdecimal() and int(version) < self.ruleset.rules_version
        return replace(state, opened_at=int(version)) if is_old else state

    def legal(self, state: Any, seat: str) -> tuple[Event, ...]:
        """Return every act that `decide` would accept of a seat, or of "table"; empty for anybody else."""
        by_table = seat == TABLE
        if state.closed or not (by_table or seat in state.seats):
            return ()
        listers = self._listers[by_table][not self._is_over(state)]
        return tuple(listers[self._phase(state)](state, seat))

    def samples(self, state: Any, seat: str) -> tuple[Event, ...]:
        """Return an event for each of a seat's (or the table's) acts that has too many forms to list.

        It is told with other values. Empty at a closed table.
        """
        return () if state.closed else tuple(self._samplers[seat == TABLE][self._phase(state)](state, seat))

    def _open(self, event: Event) -> Verdict:
        """Return the verdict on the first event of a log, with edition, options and version filled in.

        It also cites the rules that were chosen with edition and options.
        """
        if not isinstance(event, TableOpened):
            return Refused("table.not_open", ("TAB-OPEN-05",))
        values = judge_opening(self.ruleset, event)
        if isinstance(values, Refused):
            return values
        if self.opening.judge is not None and (refused := self.opening.judge(event, values)):
            return refused
        version = self.ruleset.rules_version if event.rules_version is None else event.rules_version
        opened = replace(
            event,
            edition=event.edition or self.ruleset.default_edition,
            options=self.ruleset.stated_options(event, values),
            rules_version=version,
        )
        rules = (*self.opening.rules, *self.ruleset.rules_chosen(opened))
        fact = JudgedEvent(opened, "observation", tuple(dict.fromkeys(rules)))
        return Accepted((fact,), self._begin(opened))

    def _refuse_consequence(self, _: Any, event: Event) -> Refused:
        """Refuse an event that only the referee derives, citing the rules that derive it."""
        rules = self.consequences[type(event)].rules
        return Refused("table.only_derived", rules, {"event": type_of(event)})

    def _shared_acts(self) -> Iterator[Act]:
        """Yield the table's own events as acts: they are the same in every game."""
        settle = self.by_hand.settle or self._settle_by_hand
        for kind, shared in SHARED.items():
            yield Act(
                event=kind,
                rules=_rules_of_proposal if kind is ChangeProposed else shared.rules,
                judge=self._judge_shared,
                apply=self._apply_shared,
                when=When(by_table=shared.kind == "observation", after_end=shared.after_the_end),
            )
        changing: dict[str, Any] = {
            "apply": self._apply_shared,
            "follow": settle,
            "when": When(by_table=True, after_end=True),
        }
        yield Act(event=RulingGiven, rules=SHARED[RulingGiven].rules, judge=self._judge_ruling, **changing)
        yield Act(
            event=HouseRuled,
            rules=self._rules_of_option,
            judge=self._judge_house_rule,
            complete=self._spell_out,
            **changing,
        )
        yield Act(
            event=PositionTold,
            rules=SHARED[PositionTold].rules,
            judge=self._judge_position_told,
            apply=unchanged,
            when=When(by_table=True, after_end=True),
        )
        yield Act(
            event=Corrected,
            rules=(*SHARED[Corrected].rules, *self.by_hand.rules),
            judge=self._judge_correction,
            apply=self._place,
            follow=settle,
            when=When(by_table=True, after_end=True),
        )

        play_on = self._ending.play_on
        if play_on is not None:
            yield Act(
                event=PlayedOn,
                rules=(*SHARED[PlayedOn].rules, *play_on.rules),
                judge=self._judge_playing_on,
                apply=lambda state, _: play_on.apply(state),
                follow=lambda draft, _: play_on.follow(draft),
                when=When(by_table=True, after_end=True),
            )

    def _place(self, state: Any, event: Any) -> Any:
        """Return the state with the facts of a correction; it is judged by that, then applied."""
        before, placing, placed = self._placed
        if before is not state or placing is not event:
            placed = self._facts.place(state, event)
            self._placed = (state, event, placed)
        return placed

    def _judge_playing_on(self, state: Any, event: PlayedOn) -> Refused | None:
        """Refuse that the table plays on before the game is over.

        Rules: TAB-CLOSE-02
        """
        refused = judge_known_seats(state, event.agreed)
        if refused is None and not self._is_over(state):
            return Refused("table.not_over", SHARED[PlayedOn].rules)
        return refused

    def _settle_by_hand(self, draft: Draft[Any], _: Event) -> None:
        self.settle(draft)

    def _judge_shared(self, state: Any, event: Event) -> Refused | None:
        """Refuse a shared event, or playing on in a game that cannot go on."""
        if isinstance(event, PlayedOn):
            return Refused("table.cannot_play_on", (*SHARED[PlayedOn].rules, self._ending.rule))
        refused = judge_table_event(self.ruleset, state, event)
        if refused is None and isinstance(event, DisputeOpened):
            return self._judge_act_named(event.act, "TAB-DISP-01")
        return refused

    def _judge_act_named(self, raw: dict[str, Any] | None, rule: str) -> Refused | None:
        """Refuse the act that an event names, as a JSON object, where the game has no such act.

        None for `raw`: it names none. `rule` is cited.
        """
        if raw is None:
            return None
        line = encode(raw)
        try:
            act = self.codec().event(line)
        except MalformedError as error:
            return Refused("table.no_such_act", (rule,), {"why": explain(self.codec(), line, error)})
        if isinstance(act, TableEvent):
            return Refused("table.no_such_act", (rule,), {"why": type_of(act)})
        return None

    def _apply_shared(self, state: Any, event: Event) -> Any:
        """Return the state after a shared event, options it changed included."""
        changed, apply_options = evolve_table_event(self.ruleset, state, event), self.by_hand.apply_options
        if apply_options is None or changed.options == state.options:
            return changed
        return apply_options(state, changed, event)

    def _judge_house_rule(self, state: Any, event: HouseRuled) -> Refused | None:
        """Refuse an unknown option or value, or one that the game does not let change now."""
        refused = self._judge_shared(state, event)
        return refused or self._judge_options(state, {event.option: event.value})

    def _judge_ruling(self, state: Any, event: RulingGiven) -> Refused | None:
        return self._judge_shared(state, event) or self._judge_options(state, event.effect or {})

    def _judge_options(self, state: Any, values: Mapping[str, OptionValue]) -> Refused | None:
        """Refuse values of options that the game does not let change now."""
        judge = self.by_hand.judge_options
        return judge(state, values) if judge is not None else None

    def _rules_of_option(self, _: Any, event: HouseRuled) -> Rules:
        """Return the rules a house rule cites: the table's own, and those of its option."""
        return (*SHARED[HouseRuled].rules, *self.by_hand.option_rules.get(event.option, ()))

    def _spell_out(self, _: Any, event: HouseRuled) -> HouseRuled:
        """Return a house rule with its value as the option writes it, in place of true, false or a number."""
        value = self.ruleset.options[event.option].read(event.value)
        return replace(event, value=value)

    def _judge_position_told(self, state: Any, event: PositionTold[Any]) -> Refused | None:
        """Refuse a position that names strangers; whether acts lead to it is worked out elsewhere."""
        return judge_known_seats(state, event.agreed) or judge_seats(state, event.position)

    def _judge_correction(self, state: Any, event: Corrected[Any]) -> Refused | None:
        """Refuse facts set by hand that name strangers or no act, or that cannot be so together."""
        position, judge_placed = event.position, self.by_hand.judge_placed
        refused = judge_known_seats(state, event.agreed) or judge_seats(state, position)
        refused = refused or self._judge_act_named(event.act, "TAB-CORR-01")
        refused = refused or self.by_hand.judge(state, position)
        if refused or judge_placed is None:
            return refused
        return judge_placed(state, position, self._place(state, event))


class _Listers(dict[str, _Lister]):
    """By phase, what lists the acts of seats (or, `by_table`, of the table) in it.

    Each is made when its phase first comes. Unless the game `lasts`, only acts `after_end` are listed.
    """

    def __init__(self, acts: tuple[Act, ...], by_table: bool, lasts: bool) -> None:
        """Take the acts of seats, or (`by_table`) of the table.

        Unless the game `lasts`, only those `after_end`.
        """
        said = (act for act in acts if act.when.by_table == by_table or may_be_table(act.event))
        self.acts = tuple([act for act in said if lasts or act.when.after_end])

    def __missing__(self, phase: str) -> _Lister:
        """Make the lister of a phase, and keep it."""
        now = tuple([act for act in self.acts if not act.when.phases or phase in act.when.phases])
        lister = self[phase] = to_who_may(now)
        return lister


def _sampled(acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Return the acts that have samples, each as an act that lists those."""
    return tuple(
        [
            replace(act, candidates=Listing(act.candidates.samples), when=replace(act.when, judge=None))
            for act in acts
            if isinstance(act.candidates, Listing) and act.candidates.samples is not None
        ]
    )


def to_who_may(acts: tuple[Act, ...]) -> _Lister:
    """Return `(state, seat) -> events` that lists acts to whoever may do them.

    Acts beside each other with the same `judge` of their `when` ask it once.
    """
    listers = [(act.when.judge, lister) for act in acts if (lister := act.lister) is not None]
    groups = [(when, [each for _, each in group]) for when, group in groupby(listers, key=itemgetter(0))]
    alike = [(when, first, more) for when, (first, *more) in groups]
    if len(listers) == 1 and listers[0][0] is None:
        return listers[0][1]

    def listed(state: Any, seat: str) -> list[Event]:
        """List the acts a seat may do, grouped by equal `when.judge`."""
        found: list[Event] = []
        for when, first, more in alike:
            if when is None or when(state, seat) is None:
                found += first(state, seat)
                if more:
                    for lister in more:
                        found += lister(state, seat)
        return found

    return listed


def _rules_of_proposal(_: Any, event: ChangeProposed) -> Rules:
    """Return the rules a proposal cites: those of a change, or of ending a step in which others may act."""
    return ("TAB-END-01",) if event.lapses else SHARED[ChangeProposed].rules


def _reducer_of(act: Act) -> Apply:
    """Return the reducer of an act; of one that is thrown also counting the numbers it took from the seed."""
    return act.apply if act.throw is None else count_draws(act.throw, act.apply)


def _judge_of(act: Act) -> Callable[[Any, Any], Refused | None]:
    """Return `(state, event) -> Refused | None` of an act; a thrown one is also refused for false dice."""
    judge, throw = act.judge, act.throw
    if throw is None:
        return judge

    def judged(state: Any, event: Event) -> Refused | None:
        refused = judge(state, event)
        return judge_thrown(throw, state, event) if refused is None and throws_itself(state) else refused

    return judged


def _completion_of(act: Act) -> Callable[[Any, Any], Event] | None:
    """Return what completes an act as it is recorded, the result of its throw included.

    None: nothing does.
    """
    complete, throw = act.complete, act.throw
    if throw is None:
        return complete
    fill_in = fill_in_throw(throw)
    return fill_in if complete is None else lambda state, event: fill_in(state, complete(state, event))


def _kind_of(act: Act) -> tuple[Kind, Callable[[Any], Kind] | None]:
    """Return the kind of entry of an act, and `(event) -> kind` where the event decides it, else None."""
    if may_be_table(act.event):
        return "action", lambda event: "observation" if event.seat is None else "action"
    return "observation" if act.when.by_table else "action", None
