"""A settled dispute written as a ruling file: the record up to it, the question, the acts, the answer."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.table import DisputeOpened, HouseRuled, RulingGiven
from referee.kernel.game import Game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import topic_words
from referee.l10n.options import decision_words, ruling_words
from referee.languages import Texts
from referee.rulebooks.rulings import Ruling, RulingAct, format_ruling
from referee.service.disputes.analysis import (
    DOES_NOT_STAND,
    STANDS,
    RecordedDispute,
    entry_in_force,
    house_rules_on,
    read_disputed_act,
)
from referee.service.disputes.anonymous import People, people_in, without_names, without_people
from referee.service.disputes.decision import is_way
from referee.service.logs.effective import EffectiveLog

_Effect = Mapping[str, Any] | None


def make_ruling(
    timeline: EffectiveLog, settled: RecordedDispute, name: str, day: str = "", people: People | None = None
) -> Ruling:
    """Return a settled dispute as a ruling, without the people who played (None: those of the timeline).

    The first act is as the table played it until then; where the ruling sets an option, a second one is as
    ruled. `day` is when it was decided, as of a ruling.
    """
    game, opened, ruling = timeline.game, settled.opened, settled.ruling
    who = people_in(each.event for each in timeline.actions) if people is None else people
    record, act = situation(timeline, opened)
    since = _house_rules_since(timeline, settled, record)
    effect = ruling.effect if ruling else None
    state = timeline.state(index_of_act(timeline, opened))
    made = [
        (_decide_after(game, state, (*since, *_house_rules_of(each)), act), (*_house_rules_of(each), act))
        for each in ((None, effect) if effect else (None,))
    ]
    cited = [rule for verdict, _ in made for rule in verdict.rules]

    question = without_names(opened.question, who)
    told = None if ruling is None else replace(ruling, decision=_decision_without_names(game, ruling, who))

    def topic(lang: str) -> str:
        return topic_words(game.id, opened.topic, lang)

    return Ruling(
        game=game.id,
        name=name,
        title=_in_languages(lambda lang: topic(lang) or question or opened.id),
        rules=tuple(dict.fromkeys((*(ruling.rules if ruling else ()), *cited))),
        confidence="house",
        sources=("Referee",),
        disagree=None,
        situation=tuple(map(_format_event, without_people(game, (*record, *since), who))),
        question=_in_languages(lambda lang: question or topic(lang) or opened.id),
        acts=tuple(
            _make_act(game, verdict, without_people(game, events, who), who) for verdict, events in made
        ),
        answer=_answer_of(game, told, made[0][0]),
        day=day,
        basis=ruling.basis if ruling else "",
    )


def format_worked_ruling(
    game: Game,
    record: tuple[Event, ...],
    act: Event,
    *,
    confidence: str,
    question: Callable[[str], str],
    answer: Callable[[str], str],
) -> str:
    """Return a ruling that no table has made as a file of `rulings/`: of the act after a record.

    `question` and `answer` are by language. Its title is the question, its id is left to be put in.
    """
    verdict = _decide_after(game, None, record, act)
    ruling = Ruling(
        game=game.id,
        name="",
        title=_in_languages(question),
        rules=verdict.rules,
        confidence=confidence,
        sources=("Referee",),
        disagree=None,
        situation=tuple(map(_format_event, record)),
        question=_in_languages(question),
        acts=(_make_act(game, verdict, (act,)),),
        answer=_in_languages(answer),
    )
    return format_ruling(ruling, "X-00")


def _in_languages(words: Callable[[str], str]) -> Texts:
    """Return `words` in every language, each on a line; once where they are the same, as what is typed."""
    told = {lang: " ".join(words(lang).split()) for lang in LANGUAGES}
    first = LANGUAGES[0]
    return msgspec.convert({first: told[first]} if len({*told.values()}) == 1 else told, Texts)


def _answer_of(game: Game, ruling: RulingGiven | None, verdict: Verdict) -> Texts:
    """Return what was decided: an option in words, or the table's own beside the referee's verdict.

    What the table put into words of its own is there once. A dash for a dispute that is not settled (None).
    """
    if ruling is None:
        return _in_languages(lambda _: "–")
    decision, made = ruling.decision, ruling.decision.partition(" (")[0]
    is_otherwise = made in {STANDS, DOES_NOT_STAND}
    is_typed = not is_otherwise and all(decision_words(game.id, made, lang) == made for lang in LANGUAGES)
    if ruling.effect or not (is_otherwise or is_typed):
        return _in_languages(lambda lang: ruling_words(game.id, decision, lang))

    def beside_verdict(lang: str) -> str:
        words = ruling_words(game.id, decision, lang).rstrip(".。")
        name = say(f"ruling.verdict_{_verdict_name(verdict)}", lang)
        return say("ruling.answer", lang, decision=words, verdict=name, rules=verdict.rules)

    return _in_languages(lambda lang: beside_verdict(LANGUAGES[0] if is_typed else lang))


def _decision_without_names(game: Game, ruling: RulingGiven, people: People) -> str:
    """Return a decision without names: those of a way to play stay, whatever people are called."""
    made, bracket, note = ruling.decision.partition(" (")
    if made == DOES_NOT_STAND or is_way(game, made):
        return made + bracket + without_names(note, people)
    return without_names(ruling.decision, people)


def _verdict_name(verdict: Verdict) -> str:
    return "refused" if isinstance(verdict, Refused) else "accepted"


def situation(timeline: EffectiveLog, opened: DisputeOpened) -> tuple[tuple[Event, ...], Event]:
    """Return the events before a disputed act, as a record has them, and the act.

    An act in dispute that is the opening is replaced by the first act after it, if there is one.
    """
    act, i = read_disputed_act(timeline.game, opened), index_of_act(timeline, opened)
    record = tuple(event for told in timeline.actions[:i] for event in as_record(told.event))
    return record, timeline.actions[i].event if act is None else act


def index_of_act(timeline: EffectiveLog, opened: DisputeOpened) -> int:
    """Return how many actions come before the act that `situation` gives."""
    i = timeline.index(entry_in_force(timeline, opened.at))
    if read_disputed_act(timeline.game, opened) is not None:
        return i + 1
    return i or min(1, len(timeline.actions) - 1)


def _house_rules_since(
    timeline: EffectiveLog, settled: RecordedDispute, record: tuple[Event, ...]
) -> tuple[HouseRuled, ...]:
    """Return the house rules under which it was ruled, and that the record up to the disputed act lacks."""
    bearing = house_rules_on(
        timeline.game, timeline.before(settled.seq), settled.ruling.rules if settled.ruling else ()
    )
    there = {f"{each.option}={each.value}" for each in record if isinstance(each, HouseRuled)}
    typed = (each.partition("=") for each in bearing if each not in there)
    return tuple(HouseRuled(option, value) for option, _, value in typed)


def as_record(event: Event) -> Iterator[Event]:
    """Yield an event as a record has it: nothing for talk, the house rules it sets for a ruling."""
    if isinstance(event, RulingGiven):
        yield from _house_rules_of(event.effect)
    elif not isinstance(event, TALK):
        yield event


def _decide_after(game: Game, state: Any, events: Iterable[Event], act: Event) -> Verdict:
    """Judge an act after some events at a state (None: the first opens the table); those refused are none."""
    for event in events:
        verdict = game.decide(state, event)
        state = verdict.state if isinstance(verdict, Accepted) else state
    return game.decide(state, act)


def _make_act(
    game: Game, verdict: Verdict, events: Iterable[Event], people: People | None = None
) -> RulingAct:
    """Return an act with its verdict, and who wins where it ends the game."""
    winners = game.winners(verdict.state) if isinstance(verdict, Accepted) else None
    renamed = people.renamed if people is not None else {}
    told = None if winners is None else [renamed.get(seat, seat) for seat in winners]
    return RulingAct(
        edition=None,
        options={},
        lines=tuple(map(_format_event, events)),
        verdict=_verdict_name(verdict),
        rules=verdict.rules,
        expected=() if told is None else (("winners", msgspec.json.encode(told).decode()),),
    )


def _format_event(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def _house_rules_of(effect: _Effect) -> Iterator[HouseRuled]:
    """Yield a house rule for each option of a ruling's effect; None and {} have none."""
    for option, value in (effect or {}).items():
        yield HouseRuled(option, value)
