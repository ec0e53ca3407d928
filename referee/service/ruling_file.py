"""A settled dispute written as a ruling file: the record up to it, the question, the act, the answer."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.table import HouseRuled, RulingGiven
from referee.kernel.verdict import Refused
from referee.service.disputes import Settled, situation, verdict_on
from referee.service.retelling import Story

_TEMPLATE = """\
# {id}: {title}
zh-Hans: {title}
ja: {title}
rules: {rules}
confidence: house
sources: Referee

## Situation
```jsonl
{situation}
```

## Question
en: {question}
zh-Hans: {question}
ja: {question}

### Act
```jsonl
{act}
```
{verdict}

## Answer
en: {answer}
zh-Hans: {answer}
ja: {answer}
"""


def as_ruling(story: Story, settled: Settled) -> str:
    """Write a settled dispute in the form of `fixtures/rulings`; only its words are left to translate."""
    opened, ruling = settled.opened, settled.ruling
    record, act = situation(story, opened.at)
    verdict = verdict_on(story, opened.at, ruling.effect if ruling else None)
    rules = verdict.rules if isinstance(verdict, Refused) else verdict.facts[0].rules
    cited = tuple(dict.fromkeys((*(ruling.rules if ruling else ()), *rules)))
    return _TEMPLATE.format(
        id=opened.id,
        title=opened.topic or opened.id,
        rules=", ".join(cited),
        situation="\n".join(map(plain, record)),
        question=opened.question or opened.topic or opened.id,
        act="\n".join(map(plain, (*ruled(ruling), act))),
        verdict=("refused: " if isinstance(verdict, Refused) else "accepted: ") + ", ".join(rules),
        answer=ruling.decision if ruling else "",
    )


def plain(event: Any) -> str:
    """Write an event as a line of a record."""
    return msgspec.json.encode(event).decode()


def ruled(ruling: RulingGiven | None) -> Iterator[HouseRuled]:
    """Write what a ruling sets as house rules made just before the act."""
    for option, value in ((ruling and ruling.effect) or {}).items():
        yield HouseRuled(option, value)
