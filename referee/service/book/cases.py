"""Every act of the rulings and situations of a game as a question, with what was decided of it."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event
from events.envelope import encode
from events.table import Corrected, TableOpened
from referee.kernel.game import Game, make_thorough
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.l10n import say
from referee.l10n.options import describe_event, in_prose
from referee.rulebooks import Confidence, deciding_passage, find_rule
from referee.rulebooks.rulings import Ruling, RulingAct, rulings_in
from referee.service.ask.asked import Asked, CitedRule, Word
from referee.service.ask.deciding import is_book_silent, tokens_of
from referee.service.book.situations import (
    Situation,
    Step,
    read_opening,
    read_situations,
    read_tried,
    situation_files,
)
from referee.service.commands.correct import make_correction
from referee.service.commands.ways_round import find_way_round


class Case(NamedTuple):
    """An act that a position and what was done since decide.

    `events` are those after the opening, the act last; `lines` are the same as they were written; `states` is
    the table before each of them. `is_allowed` is what was decided, `named` the rules by which, as far as
    somebody named them. `ruling` is None of a situation.
    """

    id: str
    game: Game
    opened: TableOpened
    events: tuple[Event, ...]
    lines: tuple[str, ...]
    states: tuple[Any, ...]
    is_allowed: bool
    named: tuple[str, ...] = ()
    ruling: Ruling | None = None

    @property
    def act(self) -> Event:
        return self.events[-1]

    @property
    def state(self) -> Any:
        """Return the table at the moment of the act."""
        return self.states[-1]

    @property
    def record(self) -> tuple[Event, ...]:
        """Return all that led to the moment of the act, the opening first."""
        return (self.opened, *self.events[:-1])

    def is_same_moment(self, one: Any, other: Any) -> bool:
        """Return whether the same may be done in two states by the same seats: phase and who is to act."""
        return all(part(one) == part(other) for part in (self.game.moment, self.game.acting))

    def question(self, facts: Mapping[str, Any], acts: Iterable[Event]) -> Asked:
        """Return the question about the act, with some facts told and some acts before it."""
        opened = self.opened
        return Asked(
            game=self.game.id,
            edition=opened.edition or "",
            options=dict(opened.options),
            seats=opened.seats,
            facts=dict(facts),
            acts=tuple([_as_json(event) for event in acts]),
        )

    def whole_question(self) -> Asked:
        """Return it with the whole position told, as the table was set up and set by hand last."""
        by_hand = [n for n, event in enumerate(self.events[:-1], 1) if isinstance(event, Corrected)]
        begun = self._set_up()
        done = max([len(begun), *by_hand])
        position = _as_json(self.game.position(self.states[done], REFEREE))
        return self.question(position, (*begun, *self.events[done:]))

    def question_in_part(self) -> Asked:
        """Return it with what was first set by hand told, and nothing else."""
        by_hand = [n for n, event in enumerate(self.events[:-1]) if isinstance(event, Corrected)][:1]
        told = msgspec.json.decode(self.lines[by_hand[0]])["position"] if by_hand else {}
        return self.question(told, (event for n, event in enumerate(self.events) if n not in by_hand))

    def _set_up(self) -> tuple[Event, ...]:
        """Return what the table showed before anybody acted or set something by hand."""
        shown = {act.event for act in self.game.acts if act.when.by_table}
        before = self.events[:-1]
        return before[: next((n for n, event in enumerate(before) if type(event) not in shown), len(before))]

    @property
    def verdict(self) -> Verdict:
        """Return how the referee decides the act at the table of its moment, with all consequences."""
        return make_thorough(self.game).decide(self.state, self.act)

    @property
    def played(self) -> Word:
        """Return the verdict at the table, also where only rules of the referee's own decide."""
        return "may" if self.is_allowed else "may_not"

    def deciding(self, verdict: Verdict) -> tuple[CitedRule, ...]:
        """Return the rules that its `verdict` cites, each with the passage that decides."""
        tokens = tokens_of(self.game, self.act, verdict, self.state)
        rules = filter(None, map(find_rule, verdict.rules))
        return tuple([CitedRule(rule=each, passage=deciding_passage(each, tokens)) for each in rules])

    def word(self, verdict: Verdict) -> Word:
        """Return what was decided; `not_written` where only rules of the referee's own decide."""
        return "not_written" if is_book_silent(verdict, self.deciding(verdict)) else self.played

    def question_words(self, lang: str) -> str:
        """Return the question in words: the ruling's, else whether it may be what happened."""
        if self.ruling is not None:
            return in_prose(self.game.id, self.ruling.question.of(lang), lang)
        return say("benchmark.question", lang, what=self.act_words(lang))

    def act_words(self, lang: str) -> str:
        return describe_event(self.state, self.act, lang)


def how_sure(played: Word | None, rules: Sequence[CitedRule]) -> Confidence:
    """Return how sure a verdict is: as the rule that permits, the first, or as the surest that forbids.

    `house` where there is none.
    """
    found = {each.confidence for each in (rules[:1] if played == "may" else rules)}
    return "stated" if "stated" in found else "derived" if "derived" in found else "house"


def _as_json(value: Any) -> dict[str, Any]:
    read: dict[str, Any] = msgspec.json.decode(encode(value))
    return read


def cases_of_rulings(game: Game) -> tuple[Case, ...]:
    """Return the acts of a game's rulings that a position decides.

    Left out are those about the log (what was taken back, voted on, ruled) and about what the referee deals.
    """
    found = (
        _case_of_ruling(game, ruling, act, n)
        for ruling in rulings_in(game.id)
        for n, act in enumerate(ruling.acts, 1)
    )
    return tuple([each for each in found if each is not None])


def _case_of_ruling(game: Game, ruling: Ruling, act: RulingAct, n: int) -> Case | None:
    codec = codec_for(game.id)
    first, *rest = [codec.event(line.encode()) for line in (*ruling.situation, *act.lines)]
    if not isinstance(first, TableOpened) or not rest or first.chance == REFEREE:
        return None
    if any(_is_of_log(event) for event in rest) or isinstance(rest[-1], Corrected):
        return None
    edition = act.edition or first.edition
    opened = replace(first, edition=edition, options={**first.options, **act.options})
    states = list[Any]()
    for event in (opened, *rest[:-1]):
        verdict = game.decide(states[-1] if states else None, event)
        if isinstance(verdict, Refused):
            return None
        states.append(verdict.state)
    return Case(
        id=f"{game.id}/{ruling.name}/{n}",
        game=game,
        opened=opened,
        events=tuple(rest),
        lines=(*ruling.situation, *act.lines)[1:],
        states=tuple(states),
        is_allowed=act.verdict == "accepted",
        named=act.rules,
        ruling=ruling,
    )


def _is_of_log(event: Event) -> bool:
    return type(event).__module__ == TableOpened.__module__ and not isinstance(event, Corrected)


def cases_of_situations(game: Game) -> tuple[Case, ...]:
    """Return the acts of a game's situations of which something is claimed, each once.

    None where this is no checkout. Left out are those about the log, and after what the referee deals or a
    recorded game.
    """
    path = situation_files().get(game.id)
    if path is None:
        return ()
    found = [each for situation in read_situations(path) for each in cases_of_situation(game, situation)]
    return tuple({encode((*each.record, each.act)): each for each in reversed(found)}.values())[::-1]


def cases_of_situation(game: Game, situation: Situation) -> Iterator[Case]:
    """Yield the acts of a situation of which something is claimed."""
    opened: TableOpened | None = None
    events, states, n = list[Event](), list[Any](), 0
    for step in situation.steps:
        if step.word == "at":
            opened = read_opening(game.id, step.what)
        if opened is None or opened.chance == REFEREE:
            return
        if step.word == "at":
            opened = replace(opened, edition=opened.edition or game.ruleset.default_edition)
            states = [_state_after(game, None, opened)]
            continue
        act = _act_of(game, states[-1], step)
        if isinstance(act, Refused):
            continue
        is_judged = bool(step.claims) and not isinstance(act, Corrected) and not _is_of_log(act)
        if is_judged:
            n += 1
            yield Case(
                id=f"{game.id}/situation/{_slug(situation.title)}/{n}",
                game=game,
                opened=opened,
                events=(*events, act),
                lines=tuple(encode(event).decode() for event in (*events, act)),
                states=tuple(states),
                is_allowed=isinstance(make_thorough(game).decide(states[-1], act), Accepted),
                named=tuple(_named_in(step.claims)) if step.word != "anyway" else (),
            )
        if step.word == "anyway":
            act = _played_anyway(game, states[-1], act)
        if step.word != "try" and isinstance(game.decide(states[-1], act), Accepted):
            events.append(act)
            states.append(_state_after(game, states[-1], act))


def _act_of(game: Game, state: Any, step: Step) -> Event | Refused:
    """Return the act of a step; why there is none where its line cannot be read."""
    return (
        game.legal(state, game.acting(state)[0])[0] if step.word == "first" else read_tried(state, step.what)
    )


def _played_anyway(game: Game, state: Any, act: Event) -> Event:
    """Return the correction by which a refused act is played, as the referee offers it."""
    way = find_way_round(game, state, act)
    if way is None:
        raise TypeError(act)
    return make_correction(game, state, way.facts, act=act)


def _state_after(game: Game, state: Any, event: Event) -> Any:
    verdict = game.decide(state, event)
    if isinstance(verdict, Refused):
        raise TypeError(event, verdict)
    return verdict.state


def _named_in(claims: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the rules that claims about an act name as those it is refused or accepted by."""
    for about, claim in claims:
        if about in {"refused", "cites", "allowed"}:
            yield from (word for word in claim.split() if find_rule(word))


def _slug(title: str) -> str:
    return "-".join(re.findall(r"\w+", title.casefold()))
