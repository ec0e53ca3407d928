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
    RulingGiven,
    TableEvent,
    TableOpened,
)
from referee.kernel.acts import Act, Apply, Consequence, Draft, Rules, always
from referee.kernel.chance import counting, filling_in, judge_thrown, throws_itself
from referee.kernel.facts import Facts, vocabulary_of
from referee.kernel.fields import judge_seats, names_its_seat, others_of
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
from referee.kernel.vocabulary import explained

Lister = Callable[[Any, str], Iterable[Event]]
"""Lists what the rules allow of one act."""


Judging = Callable[[Any, Any], Verdict]
"""(state, event) -> verdict: `decide` of one act."""


Upcast = Callable[[Any, Any], Event]
"""(state, event) -> event: one of a table opened at an older version, with the facts its line leaves out."""


def upcasting(upcast: Upcast, reducers: Mapping[type, Apply]) -> dict[type, Apply]:
    """Apply events as they are brought up from an older version, by the state as it stood."""

    def upcasting_reducer(apply: Apply) -> Apply:
        return lambda state, event: apply(state, upcast(state, event))

    return {kind: upcasting_reducer(apply) for kind, apply in reducers.items()}


class Mended(msgspec.Struct, frozen=True, kw_only=True):
    """What the rules of `version` changed for logs of earlier versions.

    `derived` are consequences that such a log need not have; `refused` the message ids for which an act
    that it has would be refused today. Its events lead to the same state all the same.
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
    """When a game is over, and the rule told to people who act afterwards (`<game>.game_is_over`).

    `play_on` None: it cannot go on.
    """

    rule: str
    is_over: Callable[[Any], object] = attrgetter("winners")
    play_on: PlayingOn | None = None


class ByHand(msgspec.Struct, frozen=True, kw_only=True):
    """What the table changes by hand: facts of the board, options.

    - `judge(state, position)`: refuses facts that cannot be told now; `judge_placed(state, position,
      placed)` those that cannot be together, given the state with them set.
    - `settle(draft, event)`: brings the state to where people must act, after a correction, a house
      rule or a ruling; left out where that is what follows from any state.
    - `judge_options(state, values)`: refuses an option that may not change now. `switched(before,
      after, event)`: the state after other options were set, with what they say lies on the table.
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
    """A game's acts as the four verbs' tables: who judges what, and how each event is applied."""

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
        """Lay the tables out; an act of the game replaces the table's own act of the same type."""
        self.vocabulary = vocabulary_of((*acts, *consequences), facts)
        self._upcasters, self._codecs = upcasters, dict[int | None, Codec]()
        self.ruleset, self.opening, self.settle, self.by_hand = ruleset, opening, settle, by_hand
        self._is_over, self._place, self._ending = ending.is_over, facts.place, ending
        self._over = Refused(f"{ruleset.id}.game_is_over", (ending.rule,))
        self.own = acts
        self.consequences = {c.event: c for c in consequences}
        self.acts = {act.event: act for act in (*self._shared_acts(), *acts)}
        self.reducers: dict[type, Apply] = {
            **{kind: reducer(act) for kind, act in self.acts.items()},
            **{kind: c.apply for kind, c in self.consequences.items()},
        }
        self._upcast = upcast
        self._upcasting_reducers = upcasting(upcast, self.reducers) if upcast is not None else self.reducers
        self._phase = phase
        self._listers = {
            by_table: {lasts: Listers(self.own, by_table, lasts) for lasts in (False, True)}
            for by_table in (False, True)
        }
        own = {act.event for act in acts}
        self._judged: dict[type, Judging] = {
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
        """Judge an event; never raises on an event of the vocabulary."""
        if state is None:
            return self._open(event)
        return self._judged[type(event)](state, event)

    def _judging(self, act: Act, settle: Callable[[Draft[Any]], None] | None) -> Judging:
        """Make the judgement of one act.

        A closed table, a game that is over and seats that are not here come before all rules of the game.
        """
        may, judge, complete, follow = act.may, judging(act), completing(act), act.follow
        rules, rules_of = (act.rules, None) if isinstance(act.rules, tuple) else ((), act.rules)
        kind, kind_told = kind_of(act)
        is_over, over = None if act.after_end else self._is_over, self._over
        by_seat, others = names_its_seat(act.event), others_of(act.event)
        reducers_at = self.reducers_at

        def judged(state: Any, event: Any) -> Verdict:
            if state.closed or (is_over is not None and is_over(state)):
                return judge_open(state) or over
            if by_seat and event.seat not in state.seats:
                return refuse_stranger(state, event.seat)
            if others is not None and (refused := judge_known_seats(state, others(event))) is not None:
                return refused
            if may is not None and (refused := may(state, event.seat if by_seat else TABLE)) is not None:
                return refused
            if (refused := judge(state, event)) is not None:
                return refused
            cited = rules if rules_of is None else rules_of(state, event)
            if complete is not None:
                event = complete(state, event)
            fact = JudgedEvent(event, kind if kind_told is None else kind_told(event), cited)
            reducers = reducers_at(state)
            draft = Draft(state, reducers, reducers[act.event](state, event), [fact])
            if follow is not None:
                follow(draft, event)
            if settle is not None:
                settle(draft)
            return Accepted(tuple(draft.judged), draft.state)

        return judged

    def apply_unchecked(self, state: Any, event: Event, *, settled: bool = False) -> Any:
        """Give the state after an act of the game and what follows from it, as if it were allowed.

        With `settled`, also what follows from that state. Raises whatever applying an impossible act raises.
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
        """Apply one accepted event; `table_opened` starts from None."""
        if state is None:
            return self._begin(event)  # type: ignore[arg-type]
        return self.reducers_at(state)[type(event)](state, event)

    def reducers_at(self, state: Any) -> Mapping[type, Apply]:
        """Give how each kind of accepted event is applied: the same all through a log that is under way."""
        return self.reducers if state.opened_at is None else self._upcasting_reducers

    def upcast(self, state: Any, event: Event) -> Event:
        """Give an event with all that it would say today, at the state as it stood before it."""
        if state is None or state.opened_at is None or self._upcast is None:
            return event
        return self._upcast(state, event)

    def _begin(self, opened: TableOpened) -> Any:
        """Give the state at the first moment; one opened at an older version of the rules remembers it."""
        state, version = self.opening.begin(opened), str(opened.rules_version)
        is_old = version.isdecimal() and int(version) < self.ruleset.rules_version
        return replace(state, opened_at=int(version)) if is_old else state

    def legal(self, state: Any, seat: str) -> tuple[Event, ...]:
        """List every act that `decide` would accept from a seat, or from the table."""
        by_table = seat == TABLE
        if state.closed or not (by_table or seat in state.seats):
            return ()
        listers = self._listers[by_table][not self._is_over(state)]
        return tuple(listers[self._phase(state)](state, seat))

    def _open(self, event: Event) -> Verdict:
        """Judge the first event of a log."""
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
            options=self.ruleset.told(event, values),
            rules_version=version,
        )
        fact = JudgedEvent(opened, "observation", self.opening.rules)
        return Accepted((fact,), self._begin(opened))

    def _refuse_consequence(self, _: Any, event: Event) -> Refused:
        """Refuse an event that only the referee derives."""
        rules = self.consequences[type(event)].rules
        return Refused("table.only_derived", rules, {"event": type_of(event)})

    def _shared_acts(self) -> Iterator[Act]:
        """Declare the table's own events as acts: they are the same in every game."""
        settle = self.by_hand.settle or self._settle_by_hand
        for kind, shared in SHARED.items():
            yield Act(
                event=kind,
                rules=rules_of_proposal if kind is ChangeProposed else shared.rules,
                judge=self._judge_shared,
                apply=self._apply_shared,
                by_table=shared.kind == "observation",
                after_end=shared.after_the_end,
            )
        changing: dict[str, Any] = {
            "apply": self._apply_shared,
            "follow": settle,
            "by_table": True,
            "after_end": True,
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
            event=Corrected,
            rules=(*SHARED[Corrected].rules, *self.by_hand.rules),
            judge=self._judge_correction,
            apply=self._place,
            follow=settle,
            by_table=True,
            after_end=True,
        )

        play_on = self._ending.play_on
        if play_on is not None:
            yield Act(
                event=PlayedOn,
                rules=(*SHARED[PlayedOn].rules, *play_on.rules),
                judge=self._judge_playing_on,
                apply=lambda state, _: play_on.apply(state),
                follow=lambda draft, _: play_on.follow(draft),
                by_table=True,
                after_end=True,
            )

    def _judge_playing_on(self, state: Any, event: PlayedOn) -> Refused | None:
        """Judge that the table plays on: only once the game is over.

        Rules: TAB-CLOSE-02
        """
        refused = judge_known_seats(state, event.agreed)
        if refused is None and not self._is_over(state):
            return Refused("table.not_over", SHARED[PlayedOn].rules)
        return refused

    def _settle_by_hand(self, draft: Draft[Any], _: Event) -> None:
        self.settle(draft)

    def _judge_shared(self, state: Any, event: Event) -> Refused | None:
        if isinstance(event, PlayedOn):
            return Refused("table.cannot_play_on", (*SHARED[PlayedOn].rules, self._ending.rule))
        refused = judge_table_event(self.ruleset, state, event)
        if refused is None and isinstance(event, DisputeOpened):
            return self._judge_act_named(event.act, "TAB-DISP-01")
        return refused

    def _judge_act_named(self, raw: dict[str, Any] | None, rule: str) -> Refused | None:
        """Refuse the act that an event about the game names, where it is none of the game's own."""
        if raw is None:
            return None
        line = encode(raw)
        try:
            act = self.codec().event(line)
        except MalformedError as error:
            return Refused("table.no_such_act", (rule,), {"why": explained(self.codec(), line, error)})
        if isinstance(act, TableEvent):
            return Refused("table.no_such_act", (rule,), {"why": type_of(act)})
        return None

    def _apply_shared(self, state: Any, event: Event) -> Any:
        changed, apply_options = evolve_table_event(self.ruleset, state, event), self.by_hand.apply_options
        if apply_options is None or changed.options == state.options:
            return changed
        return apply_options(state, changed, event)

    def _judge_house_rule(self, state: Any, event: HouseRuled) -> Refused | None:
        refused = self._judge_shared(state, event)
        return refused or self._judge_options(state, {event.option: event.value})

    def _judge_ruling(self, state: Any, event: RulingGiven) -> Refused | None:
        return self._judge_shared(state, event) or self._judge_options(state, event.effect or {})

    def _judge_options(self, state: Any, values: Mapping[str, OptionValue]) -> Refused | None:
        judge = self.by_hand.judge_options
        return judge(state, values) if judge is not None else None

    def _rules_of_option(self, _: Any, event: HouseRuled) -> Rules:
        return (*SHARED[HouseRuled].rules, *self.by_hand.option_rules.get(event.option, ()))

    def _spell_out(self, _: Any, event: HouseRuled) -> HouseRuled:
        value = self.ruleset.options[event.option].read(event.value)
        return replace(event, value=value)

    def _judge_correction(self, state: Any, event: Corrected[Any]) -> Refused | None:
        """Judge facts set by hand: who agreed sits here, and the facts can be."""
        position, judge_placed = event.position, self.by_hand.judge_placed
        refused = judge_known_seats(state, event.agreed) or judge_seats(state, position)
        refused = refused or self._judge_act_named(event.act, "TAB-CORR-01")
        refused = refused or self.by_hand.judge(state, position)
        if refused or judge_placed is None:
            return refused
        return judge_placed(state, position, self._place(state, event))


class Listers(dict[str, Lister]):
    """By phase, what lists the acts that seats may do, or the table; each made when its phase first comes."""

    def __init__(self, acts: tuple[Act, ...], by_table: bool, lasts: bool) -> None:
        """Choose the acts of seats, or of the table, while the game lasts or afterwards."""
        said = (act for act in acts if callable(act.by_table) or act.by_table == by_table)
        self.acts = tuple([act for act in said if lasts or act.after_end])

    def __missing__(self, phase: str) -> Lister:
        """Find the acts of a phase."""
        now = tuple([act for act in self.acts if not act.phases or phase in act.phases])
        lister = self[phase] = to_who_may(now, phase)
        return lister


def to_who_may(acts: tuple[Act, ...], phase: str = "") -> Lister:
    """List acts in a phase to whoever may do them; acts beside each other that ask the same ask it once."""
    listers = [(act.may, lister) for act in acts if (lister := act.lister(phase)) is not None]
    alike = [
        (may, tuple([lister for _, lister in group])) for may, group in groupby(listers, key=itemgetter(0))
    ]
    if len(listers) == 1 and listers[0][0] is None:
        return listers[0][1]

    def listed(state: Any, seat: str) -> list[Event]:
        found: list[Event] = []
        for may, listers in alike:
            if may is None or may(state, seat) is None:
                for lister in listers:
                    found += lister(state, seat)
        return found

    return listed


def rules_of_proposal(_: Any, event: ChangeProposed) -> Rules:
    """Cite by what others are asked: to change something, or to end a step in which they may act."""
    return ("TAB-END-01",) if event.lapses else SHARED[ChangeProposed].rules


def reducer(act: Act) -> Apply:
    """Give the function that applies an act and counts the numbers it took from the seed."""
    return act.apply if act.throws is None else counting(act.throws, act.apply)


def judging(act: Act) -> Callable[[Any, Any], Refused | None]:
    """Give the function that judges what an act says, and its dice where the referee throws them."""
    judge, throw = act.judge, act.throws
    if throw is None:
        return judge

    def judged(state: Any, event: Event) -> Refused | None:
        refused = judge(state, event)
        return judge_thrown(throw, state, event) if refused is None and throws_itself(state) else refused

    return judged


def completing(act: Act) -> Callable[[Any, Any], Event] | None:
    """Give the function that completes an act, and fills in what its dice showed."""
    complete, throw = act.complete, act.throws
    if throw is None:
        return complete
    fill_in = filling_in(throw)
    return fill_in if complete is None else lambda state, event: fill_in(state, complete(state, event))


def kind_of(act: Act) -> tuple[Kind, Callable[[Any], Kind] | None]:
    """Give the kind of entry an act is recorded as, and, where the event decides, what tells it."""
    by_table = act.by_table
    if callable(by_table):
        return "action", lambda event: "observation" if by_table(event) else "action"
    return "observation" if by_table else "action", None
