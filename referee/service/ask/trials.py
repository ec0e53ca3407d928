"""Try an act in completions of a position: which facts that nobody told decide whether it is allowed."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from heapq import heapify, heappop, heappush
from itertools import count, islice
from random import Random
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import encode
from referee.kernel.acts import Act
from referee.kernel.fields import seats_in
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.service.ask.reading import Place, Read, watch
from referee.service.ask.unknowns import Facts, Sketch, key_of, values_in
from referee.service.commands.correct import CHOICE, LIST, NUMBER, OPEN, SettableFact

MOST_TRIED = 150
"""So many trials are made of an act at most."""

MOST_TO_REACH, MOST_TO_REACH_DEEP, MOST_TO_MEND = 200, 60, 300
"""So many are made before that to come to its moment, first without what is of a seat, and to make facts go
together."""

_FEW_VALUES = 2
"""So many values of a fact of a seat are tried to come to the moment of an act."""

_MOST_MIXED, _MOST_AT_ONCE, _NEAREST = 24, 4, 8
"""So many trials differ in several facts, in so many at most, of so many of which the act speaks."""

_AT_A_TIME = 8
"""So many trials are made around one completion before another is looked at."""

Stage = Literal["facts", "before", "moment", "judged"]
"""How far a trial comes: its facts cannot be together; an act done before is refused; it is not the
moment for the act; the act is judged."""

_STAGES: tuple[Stage, ...] = ("facts", "before", "moment", "judged")


class Trial(msgspec.Struct, frozen=True, kw_only=True):
    """A completion of what was told: `facts` beside those told, and acts `done` before the one asked about.

    `start`: which of the sketches it fills. `told` says of each of `done` whether somebody told it; else it
    is taken as done.
    """

    start: int = 0
    facts: Facts = {}
    done: tuple[Event, ...] = ()
    told: tuple[bool, ...] = ()

    @property
    def assumed(self) -> tuple[Event, ...]:
        """Return the acts that are taken as done."""
        return tuple([event for event, is_told in zip(self.done, self.told, strict=True) if not is_told])


class Tried(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a trial: how far it came, at which `state`, the refusal or the verdict on the `act`."""

    trial: Trial
    act: Event
    stage: Stage
    state: Any
    verdict: Verdict

    @property
    def is_judged(self) -> bool:
        return self.stage == "judged"

    @property
    def counts(self) -> bool:
        """Return whether it answers: the act is judged, or what was told says that it comes too early.

        Where nothing was told of what was done before, the moment is assumed to be the act's.
        """
        return self.is_judged or (self.stage == "moment" and any(self.trial.told))

    @property
    def is_allowed(self) -> bool:
        return self.is_judged and isinstance(self.verdict, Accepted)


class Trier:
    """Judges an act in completions of a position, after the acts that were told as done.

    `starts` are sketches of the position, each a step further in setting up. `most` trials are made of the
    act at most; `every`: of each fact all values, even where the judgement does not read it. `tried` counts
    them, `is_whole`: all there are around those that differ were made.
    """

    def __init__(
        self,
        starts: Sequence[Sketch],
        told: tuple[Event, ...],
        act: Event,
        most: int = MOST_TRIED,
        *,
        every: bool = False,
    ) -> None:
        self.starts, self.game, self.act, self.told = starts, starts[0].game, act, told
        self.most, self.every, self.tried, self.is_whole = most, every, 0, False
        self.usual: dict[str, Any] = {}
        self._lists: dict[int, Mapping[str, frozenset[Place]]] = {}
        self._acts: Mapping[type, Act] = {each.event: each for each in self.game.acts}
        self._found: dict[tuple[int, str, tuple[bool, ...], bytes], Tried] = {}
        self._placed: dict[tuple[int, str], Any] = {}

    def run(self, trial: Trial) -> Tried:
        """Set the facts, repeat what was done and do what was told besides, and judge the act; cached."""
        self.tried += 1
        key = trial.start, key_of(trial.facts), trial.told, encode(trial.done)
        if (found := self._found.get(key)) is None:
            found = self._found[key] = self._run(trial, self._place(*key[:2], trial.facts))
        return found

    def _place(self, start: int, key: str, facts: Facts) -> Any:
        """Return the state with facts, or their refusal; cached by their `key`."""
        if (start, key) not in self._placed:
            self._placed[start, key] = self.starts[start].place(facts)
        return self._placed[start, key]

    def _run(self, trial: Trial, state: Any) -> Tried:
        """Do what was done at a state, and what was told besides, and judge the act."""
        sketch, game = self.starts[trial.start], self.game
        if isinstance(state, Refused):
            return self._tried(trial, "facts", sketch.setting.state, state)
        for event in trial.done:
            verdict = game.decide(state, event)
            if isinstance(verdict, Refused):
                return self._tried(trial, "before", state, verdict)
            state = verdict.state
        for event in self._left(trial):
            verdict = game.decide(state, event)
            if isinstance(verdict, Refused):
                return self._tried(trial, "before", state, verdict)
            state = verdict.state
            trial = replace(trial, done=(*trial.done, event), told=(*trial.told, True))
        verdict = game.decide(state, self.act)
        early = None if sketch.is_recorded else self.refuse_moment(state, self.act, verdict)
        if early is not None:
            return self._tried(trial, "moment", state, early)
        return self._tried(trial, "judged", state, verdict)

    def _tried(self, trial: Trial, stage: Stage, state: Any, verdict: Verdict) -> Tried:
        return Tried(trial=trial, act=self.act, stage=stage, state=state, verdict=verdict)

    def _left(self, trial: Trial) -> tuple[Event, ...]:
        """Return the acts told as done that are still to come."""
        return self.told[self.starts[trial.start].begun + sum(trial.told) :]

    def refuse_moment(self, state: Any, event: Event, verdict: Verdict) -> Refused | None:
        """Return why it is not the moment for an act, whatever else it says; None where it is.

        `verdict` is that on the act.
        """
        act, seat = self._acts.get(type(event)), doer_of(event)
        if act is None or isinstance(verdict, Accepted) or (seat != TABLE and seat not in state.seats):
            return None
        if act.when.judge is not None and act.when.judge(state, seat) is not None:
            return verdict
        phases = act.when.phases
        is_time = not phases or self.game.moment(state) in phases
        is_turn = not phases or seat == TABLE or seat in self.game.acting(state)
        return None if is_time and is_turn else verdict

    def reach(self, *, deep: bool = True) -> Tried:
        """Return a trial at a moment when the act can be, with as little assumed as that takes.

        Where there is none: the trial that comes nearest. Unless `deep` only what says whose moment it is, is
        assumed.
        """
        starts = [self.run(Trial(start=n)) for n in range(len(self.starts))]
        best = self._reach_from(starts)
        if deep and not best.counts and any(each.stage == "facts" for each in starts):
            mended = self._mend(starts)
            if not mended:
                return best
            best = min(best, self._reach_from(mended), key=self._cost)
        if deep and not best.counts and not any(best.trial.told):
            best = min(best, self._reach_from(starts, deep=True), key=self._cost)
        return best

    def _mend(self, starts: list[Tried]) -> list[Tried]:
        """Return trials whose facts can be together, of every start the nearest found; empty: nothing helps.

        The starts are looked at in turn, so that one for which nothing is found keeps no other waiting.
        """
        found, hopeless = [each for each in starts if each.stage != "facts"], set[object]()
        searches, most = deque[Iterator[Tried | None]](), self.tried + MOST_TO_MEND
        for start in reversed(starts):  # what cannot be at a table that is set up cannot be before that
            if start.stage == "facts" and (why := self._where(start)[-1]) not in hopeless:
                if self._may_be_mended(start):
                    searches.appendleft(self._mend_facts(start))
                else:
                    hopeless.add(why)
        while searches and self.tried < most:
            search = searches.popleft()
            try:
                there = next(search)
            except StopIteration:
                continue
            if there is None:
                searches.append(search)
            else:
                found.append(there)
                searches.append(search)
        return found

    def _may_be_mended(self, start: Tried) -> bool:
        """Return whether any fact that was not told has a say in why others cannot be together."""
        sketch, here = self.starts[start.trial.start], self._where(start)
        some = (trial for fact in sketch.unknown for trial in self._varied(start.trial, [fact], 1))
        return any(self._where(self.run(trial)) != here for trial in some)

    def _mend_facts(self, start: Tried) -> Iterator[Tried | None]:
        """Search for a trial whose facts can be together, with others of them set that were not told.

        None comes of each trial on the way, what can be at last.
        """
        sketch, queue = self.starts[start.trial.start], deque([start])
        told = {path.partition(".")[0] for path in sketch.told}
        spoken = set(map(str, filter(_is_word, values_in(_spoken_of(start.verdict)))))
        seen = {self._where(start)}
        free = sorted(
            sketch.unknown,
            key=lambda fact: (
                fact.path.partition(".")[0] not in told,
                -len(spoken & {*fact.path.split(".")}),
                _rank(fact),
            ),
        )
        while queue:
            tried = queue.popleft()
            trial, here = tried.trial, self._where(tried)
            for fact in free:
                every = len(spoken & {*fact.path.split(".")}) > 1
                found, idle = False, 0
                for there in map(self.run, self._varied(trial, [fact], every=every)):
                    if there.stage != "facts":
                        found = True
                        yield there
                        continue
                    yield None
                    if (where := self._where(there)) not in seen:
                        seen.add(where)
                        queue.append(there)
                    idle += where == here
                    if idle == _FEW_VALUES and not every:
                        break
                if found:
                    return

    def _reach_from(self, starts: list[Tried], *, deep: bool = False) -> Tried:
        """Search from some trials for one that is judged, the nearest first.

        `deep`: facts of seats are set otherwise, too.
        """
        order, seen, most = (
            count(),
            set[object](),
            self.tried + (MOST_TO_REACH_DEEP if deep else MOST_TO_REACH),
        )
        queue = [(self._cost(tried), next(order), tried) for tried in starts]
        heapify(queue)
        best = queue[0][2]
        while queue and not best.is_judged and self.tried < most:
            for trial in self._steps_from(heappop(queue)[2], deep=deep):
                there = self.run(trial)
                if (where := self._where(there)) in seen:
                    continue
                seen.add(where)
                heappush(queue, (self._cost(there), next(order), there))
                best = min(best, there, key=self._cost)
                if best.is_judged or self.tried >= most:
                    break
        return best

    def _cost(self, tried: Tried) -> tuple[int, int, int]:
        """Return how far a trial is from being judged, what comes nearer being less."""
        trial = tried.trial
        assumed = len(trial.facts) + len(trial.assumed) + trial.start
        return -_STAGES.index(tried.stage), len(self._left(trial)), assumed

    def _where(self, tried: Tried) -> tuple[object, ...]:
        """Return what tells the end of one way from that of another."""
        state, game, verdict = tried.state, self.game, tried.verdict
        why = (verdict.reason, verdict.rules, repr(verdict.args)) if isinstance(verdict, Refused) else ()
        moment = game.moment(state), game.acting(state), game.turn(state)
        whose = tuple([each for each in tried.trial.facts.items() if each[1] in state.seats])
        return tried.trial.start, tried.stage, sum(tried.trial.told), moment, whose, why

    def _steps_from(self, tried: Tried, *, deep: bool) -> Iterator[Trial]:
        """Yield trials one step on: a fact set otherwise, a usual act."""
        trial, state, left = tried.trial, tried.state, self._left(tried.trial)
        sketch = self.starts[trial.start]
        if tried.stage == "before" and left:
            is_moment = self.refuse_moment(state, left[0], tried.verdict) is None
            if is_moment or any(trial.told):
                facts = self._facts_read(tried, left[0]) if is_moment else self._near(sketch, left[0])
                for fact in facts:
                    yield from self._varied(trial, [fact], every=_is_meant(fact, left[0]))
            if is_moment:
                return
        ways = [] if trial.assumed else sorted(sketch.unknown, key=_rank)
        plain = [fact for fact in ways if _rank(fact) == _FIRST]
        yield from self._varied(trial, plain)
        # What others do at the same moment may be left out; after any other act that was told nothing is.
        if tried.stage != "facts" and (not trial.told or type_of(trial.done[-1]) in self.game.concurrent):
            for event in self._usual_acts(state):
                if not sketch.is_changed(state, self.game.decide(state, event)):
                    yield replace(trial, done=(*trial.done, event), told=(*trial.told, False))
        if deep:
            told = {path.partition(".")[0] for path in sketch.told}
            rest = sorted(ways[len(plain) :], key=lambda fact: fact.path.partition(".")[0] not in told)
            yield from self._varied(trial, rest, _FEW_VALUES)

    def _varied(
        self, trial: Trial, facts: Iterable[SettableFact], most: int | None = None, *, every: bool = False
    ) -> Iterator[Trial]:
        """Yield the trial with one more of some unknown facts set, to `most` values each (None: to all)."""
        for fact in facts:
            if fact.path not in trial.facts:
                for value in self.starts[trial.start].values_of(fact, every=every)[:most]:
                    yield replace(trial, facts={**trial.facts, fact.path: value})

    def _usual_acts(self, state: Any) -> Iterator[Event]:
        """Yield one legal act of each type of those who are to act, and one that names who asks."""
        for seat in dict.fromkeys((*self.game.acting(state), TABLE)):
            found: dict[type, list[Event]] = {}
            for event in self.game.legal(state, seat):
                found.setdefault(type(event), []).append(event)
            for events in found.values():
                yield events[0]
                yield from islice(filter(self._names_who_asks, events[1:]), 1)

    def _names_who_asks(self, event: Event) -> bool:
        seat = getattr(self.act, "seat", None)
        return seat is not None and seat in seats_in(event) and getattr(event, "seat", None) != seat

    def settle_moment(self, base: Tried) -> Tried:
        """Return a trial at a moment when its act can be, and note in `usual` what is assumed of it.

        That is whose turn it is and what is being done, where nobody told what was done before, and that
        nobody is out of the game.
        """
        sketch, best = self.starts[base.trial.start], base
        for fact in [each for each in sketch.unknown if "." not in each.path]:
            is_choice = fact.kind == CHOICE and not any(base.trial.told)
            if fact.path in base.trial.facts or not (is_choice or fact.kind == LIST):
                continue
            for value in sketch.values_of(fact, every=is_choice):
                there = self.run(replace(base.trial, facts={**base.trial.facts, fact.path: value}))
                if there.stage == "facts" or not self._is_other_moment(base, there, value):
                    continue
                self.usual[fact.path] = fact.value
                if is_choice and there.is_allowed and not best.is_allowed:
                    best = there
        self.usual.update(assumed_facts(best.trial))
        return best

    def assumed_at(self, base: Tried) -> Facts:
        """Return what is assumed of the moment of a trial, as it is then."""
        told = msgspec.to_builtins(self.game.facts.visible_values(base.state, REFEREE, self.usual))
        return {path: told.get(path) for path in self.usual}

    def _is_other_moment(self, base: Tried, there: Tried, value: Any) -> bool:
        """Return whether a fact of the table says whose moment it is; of a list, that who is in it is out."""
        game, state = self.game, there.state
        now, then = game.acting(base.state), game.acting(state)
        if isinstance(value, list):
            able = [seat for seat in value if seat in now or game.legal(base.state, seat)]
            return bool(able) and not any(seat in then or game.legal(state, seat) for seat in able)
        return (game.moment(base.state), now) != (game.moment(state), then)

    def explore(self, base: Tried) -> list[Tried]:
        """Return judged trials around one: each unknown fact otherwise, from each different verdict met."""
        most = self.tried + self.most
        found, seen, around = [base], {self.verdict_key(base)}, [self._around(base, base)]
        while around and self.tried < most:
            for trials in reversed(around.copy()):
                batch = [self.run(trial) for trial in islice(trials, _AT_A_TIME)]
                if not batch:
                    around.remove(trials)
                for there in [each for each in batch if each.counts]:
                    found.append(there)
                    if (key := self.verdict_key(there)) not in seen:
                        seen.add(key)
                        around.append(self._around(there, base))
        self.is_whole = not around
        return found + [each for each in map(self.run, self._mixed(base, most)) if each.counts]

    def _mixed(self, base: Tried, most: int) -> Iterator[Trial]:
        """Yield trials that differ from one in several facts, drawn always in the same way."""
        draw = Random(0)
        sketch, assumed = self.starts[base.trial.start], {**assumed_facts(base.trial), **self.usual}
        read = [fact for fact in self._facts_read(base, self.act) if fact.path not in assumed]
        ranges = {fact.path: values for fact in read if (values := sketch.values_of(fact))}
        for _ in range(min(_MOST_MIXED, most - self.tried) if len(ranges) > 1 else 0):
            near = list(ranges)[:_NEAREST]
            some = draw.sample(near, min(len(near), draw.randint(2, _MOST_AT_ONCE)))
            yield replace(
                base.trial, facts={**base.trial.facts, **{path: draw.choice(ranges[path]) for path in some}}
            )

    def _around(self, here: Tried, base: Tried) -> Iterator[Trial]:
        """Yield trials that differ from one in a single fact or act that nobody told, and that may matter."""
        trial, assumed = here.trial, {**assumed_facts(base.trial), **self.usual}
        untold = [i for i, is_told in enumerate(trial.told) if not is_told]
        ours = [i for i in untold if doer_of(trial.done[i]) == doer_of(self.act)]
        yield from self._with_others_done(trial, ours)
        sketch, said = self.starts[trial.start], map(key_of, values_in(_spoken_of(here.verdict)))
        sketch = replace(sketch, mentioned=sketch.mentioned.union(said))
        for fact in self._facts_read(here, self.act):
            if fact.path in assumed:
                continue
            is_plain = "." not in fact.path  # of the whole table: there are few, and bounds may matter
            for value in sketch.values_of(fact, every=self.every or is_plain or _is_meant(fact, self.act)):
                if fact.path not in trial.facts or trial.facts[fact.path] != value:
                    yield replace(trial, facts={**trial.facts, fact.path: value})
        yield from self._with_others_done(trial, [i for i in untold if i not in ours])

    def _with_others_done(self, trial: Trial, places: Iterable[int]) -> Iterator[Trial]:
        """Yield the trial with another act of the same type in each of some places."""
        for i in places:
            for other in self._instead_of(trial, i, trial.done[i]):
                yield replace(trial, done=(*trial.done[:i], other, *trial.done[i + 1 :]))

    def _near(self, sketch: Sketch, event: Event) -> list[SettableFact]:
        """Return the unknown facts, those first of which an act speaks."""
        return sorted(sketch.unknown, key=lambda fact: -_nearness(fact, event))

    def _facts_read(self, here: Tried, event: Event) -> list[SettableFact]:
        """Return the unknown facts that the judgement of an act may read, those first of which it speaks.

        Last come those of its seat, or its piece, that only decide what followed from the acts before. All of
        them where `every` fact is looked at.
        """
        sketch = self.starts[here.trial.start]
        facts = self._near(sketch, event)
        if self.every or here.stage == "moment":
            return facts
        # Whom a list of seats touches hangs on who was told to sit where.
        lists = [fact for fact in facts if fact.kind == LIST and sketch.told]
        touched = {**sketch.setting.touched, **self._touched_by(here.trial.start, lists)}
        read = self.read_at(here, event)
        found = [fact for fact in facts if fact.path not in touched or read.may_see(touched[fact.path])]
        if not here.trial.done:
            return found
        before = self._read_before(here.trial)
        near = [fact for fact in facts if fact not in found and _nearness(fact, event)]
        return [*found, *(fact for fact in near if before.may_see(touched[fact.path]))]

    def _touched_by(self, start: int, lists: list[SettableFact]) -> Mapping[str, frozenset[Place]]:
        """Return by path what lists touch at a table with what was told; nothing of what makes no sense."""
        if start not in self._lists:
            sketch = self.starts[start]
            found = {fact.path: sketch.places_of(fact) for fact in lists}
            self._lists[start] = {path: places for path, places in found.items() if places}
        return self._lists[start]

    def _read_before(self, trial: Trial) -> Read:
        """Return what the acts done before read, and what followed from them."""

        def repeat(state: Any) -> None:
            for event in trial.done:
                verdict = self.game.decide(state, event)
                state = verdict.state if isinstance(verdict, Accepted) else state

        return watch(self._place(trial.start, key_of(trial.facts), trial.facts), repeat)

    def read_at(self, tried: Tried, event: Event | None = None) -> Read:
        """Return what the judgement of the act reads; where the table shows it, what follows counts, too.

        `event`: another act.
        """
        event = self.act if event is None else event
        act, seat = self._acts.get(type(event)), doer_of(event)

        def judge(state: Any) -> None:
            if act is None or seat == TABLE:
                self.game.decide(state, event)
                return
            self.game.acting(state)
            if seat in state.seats and (act.when.judge is None or act.when.judge(state, seat) is None):
                act.judge(state, event)

        return watch(tried.state, judge)

    def speaks_of(self, path: str) -> bool:
        """Return whether the act names the piece that a fact is of."""
        return len(_words_in(encode(self.act)) & {*path.split(".")}) > 1

    def _instead_of(self, trial: Trial, i: int, event: Event) -> Iterator[Event]:
        """Yield what the same seat could have done instead at that moment: acts of the same type."""
        before = self.run(replace(trial, done=trial.done[:i], told=trial.told[:i]))
        for other in self.game.legal(before.state, doer_of(event)):
            if type(other) is type(event) and other != event:
                yield other

    def verdict_key(self, tried: Tried) -> object:
        """Return what tells one verdict from another: of what the table shows also what follows."""
        verdict = tried.verdict
        if isinstance(verdict, Refused):
            return verdict.reason, verdict.rules
        is_shown = doer_of(self.act) == TABLE
        return tuple([encode(judged.event) for judged in verdict.judged[1:]]) if is_shown else ()


def assumed_facts(trial: Trial) -> Facts:
    """Return the facts of the table (not of a seat) that a trial assumes, so that it is the act's moment."""
    return {path: value for path, value in trial.facts.items() if "." not in path}


_FIRST = (0, 0)


def _rank(fact: SettableFact) -> tuple[int, int]:
    """Return a key that puts what says whose moment it is first: a choice, not of a seat."""
    return (CHOICE, OPEN, NUMBER, LIST).index(fact.kind), fact.path.count(".")


def _nearness(fact: SettableFact, event: Event) -> int:
    """Return how many steps of a fact's path an act names: its seat, its piece."""
    return len(_words_in(encode(event)) & {*fact.path.split(".")})


@lru_cache(maxsize=64)
def _words_in(line: bytes) -> frozenset[str]:
    """Return the words and numbers of an act, as JSON; cached: they are asked for of every fact."""
    return frozenset(map(str, filter(_is_word, values_in(msgspec.json.decode(line)))))


def _is_meant(fact: SettableFact, event: Event) -> bool:
    """Return whether an act speaks of a fact's piece, or its seat: all that it may be is looked at then."""
    return _nearness(fact, event) > (0 if fact.kind == CHOICE else 1)


def _is_word(value: Any) -> bool:
    return isinstance(value, str | int) and not isinstance(value, bool)


def doer_of(event: Event) -> str:
    """Return the seat that does an act; "table" where none does."""
    return getattr(event, "seat", None) or TABLE


def _spoken_of(verdict: Verdict) -> Any:
    """Return the arguments of a refusal, or the events of an accepted act, as JSON."""
    if isinstance(verdict, Refused):
        return msgspec.to_builtins(verdict.args)
    return [msgspec.to_builtins(judged.event) for judged in verdict.judged]
