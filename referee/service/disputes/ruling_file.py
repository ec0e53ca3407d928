"""A settled dispute written as a ruling file: the record up to it, the question, the acts, the answer."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from events.base import Event
from events.table import DisputeOpened, HouseRuled, RulingGiven
from referee.kernel.game import Game
from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import topic_words
from referee.l10n.options import decision_words, ruling_words
from referee.service.disputes.analysis import (
    DOES_NOT_STAND,
    STANDS,
    RecordedDispute,
    entry_in_force,
    house_rules_on,
    read_disputed_act,
)
from referee.service.logs.effective import EffectiveLog

_TEMPLATE = """\
# {id}: {title}
rules: {rules}
confidence: {confidence}
sources: Referee

## Situation
```jsonl
{situation}
```

## Question
{question}

{acts}

## Answer
{answer}
"""

_ACT = """\
### Act
```jsonl
{lines}
```
{verdict}"""

_Effect = Mapping[str, Any] | None


def format_ruling(timeline: EffectiveLog, settled: RecordedDispute) -> str:
    """Return a settled dispute as a file of `rulings/`; only the table's own words are left to put in.

    The first act is as the table played it until then; where the ruling sets an option, a second one is as
    ruled.
    """
    opened, ruling = settled.opened, settled.ruling
    record, act = situation(timeline, opened)
    record += _house_rules_since(timeline, settled, record)
    effect = ruling.effect if ruling else None
    verdicts = [
        _decide_under(timeline.game, record, act, each) for each in ((None, effect) if effect else (None,))
    ]
    cited = [rule for verdict in verdicts for rule in rules_of(verdict)]
    return _TEMPLATE.format(
        id=" ".join(opened.id.split()),
        rules=", ".join(dict.fromkeys((*(ruling.rules if ruling else ()), *cited))),
        confidence="house",
        situation="\n".join(map(_format_event, record)),
        acts="\n\n".join(
            _format_act(timeline.game, verdict, (*_house_rules_of(each), act))
            for verdict, each in zip(verdicts, (None, effect), strict=False)
        ),
        title=_title_in_languages(
            lambda lang: topic_words(timeline.game.id, opened.topic, lang) or opened.id
        ),
        question=_in_languages(
            lambda lang: opened.question or topic_words(timeline.game.id, opened.topic, lang) or opened.id
        ),
        answer=_in_languages(lambda lang: _answer_of(timeline.game, ruling, verdicts[0], lang)),
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
    verdict = _decide_under(game, record, act, None)
    return _TEMPLATE.format(
        id="X-00",
        rules=", ".join(rules_of(verdict)),
        confidence=confidence,
        situation="\n".join(map(_format_event, record)),
        acts=_format_act(game, verdict, (act,)),
        title=_title_in_languages(question),
        question=_in_languages(question),
        answer=_in_languages(answer),
    )


def _title_in_languages(words: Callable[[str], str]) -> str:
    """Return a title in every language, the first without its name: it stands in the heading."""
    return _in_languages(words).removeprefix(f"{LANGUAGES[0]}: ")


def _in_languages(words: Callable[[str], str]) -> str:
    """Return `words` in every language, each on a line."""
    return "\n".join(f"{lang}: {' '.join(words(lang).split())}" for lang in LANGUAGES)


def _answer_of(game: Game, ruling: RulingGiven | None, verdict: Verdict, lang: str) -> str:
    """Return what was decided: an option in words, or the table's own beside the referee's verdict.

    A dash for a dispute that is not settled (None).
    """
    if ruling is None:
        return "–"
    decision, made = ruling_words(game.id, ruling.decision, lang), ruling.decision.partition(" (")[0]
    is_in_words = made in {STANDS, DOES_NOT_STAND} or decision_words(game.id, made, lang) == made
    if ruling.effect or not is_in_words:
        return decision
    name = say(f"ruling.verdict_{_verdict_name(verdict)}", lang)
    return say("ruling.answer", lang, decision=decision.rstrip(".。"), verdict=name, rules=rules_of(verdict))


def _verdict_name(verdict: Verdict) -> str:
    return "refused" if isinstance(verdict, Refused) else "accepted"


def situation(timeline: EffectiveLog, opened: DisputeOpened) -> tuple[tuple[Event, ...], Event]:
    """Return the events before a disputed act, as a record has them, and the act.

    An act in dispute that is the opening is replaced by the first act after it, if there is one.
    """
    act = read_disputed_act(timeline.game, opened)
    i = timeline.index(entry_in_force(timeline, opened.at))
    if act is None and i == 0:
        i = min(1, len(timeline.actions) - 1)
    upto = timeline.actions[: i + (act is not None)]
    record = tuple(event for told in upto for event in as_record(told.event))
    return record, timeline.actions[i].event if act is None else act


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


def _decide_under(game: Game, record: tuple[Event, ...], act: Event, effect: _Effect) -> Verdict:
    """Judge the disputed act as a ruling has it, or (None) as the table played until then."""
    state = None
    for event in (*record, *_house_rules_of(effect)):
        verdict = game.decide(state, event)
        state = verdict.state if isinstance(verdict, Accepted) else state
    return game.decide(state, act)


def _format_act(game: Game, verdict: Verdict, lines: tuple[Event, ...]) -> str:
    """Format an act with its verdict, and who wins where it ends the game."""
    told = f"{_verdict_name(verdict)}: {', '.join(rules_of(verdict))}"
    winners = game.winners(verdict.state) if isinstance(verdict, Accepted) else None
    if winners is not None:
        told += f"\nwinners: {msgspec.json.encode(winners).decode()}"
    return _ACT.format(lines="\n".join(map(_format_event, lines)), verdict=told)


def rules_of(verdict: Verdict) -> tuple[str, ...]:
    """Return the rules a verdict on an act itself cites."""
    return verdict.rules if isinstance(verdict, Refused) else verdict.judged[0].rules


def _format_event(event: Event) -> str:
    return msgspec.json.encode(event).decode()


def _house_rules_of(effect: _Effect) -> Iterator[HouseRuled]:
    """Yield a house rule for each option of a ruling's effect; None and {} have none."""
    for option, value in (effect or {}).items():
        yield HouseRuled(option, value)
