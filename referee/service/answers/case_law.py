"""A precedent as an answer: a dispute that a table settled, whole."""

from typing import Any

import msgspec

from referee.l10n import say
from referee.l10n.catalogs import edition_words
from referee.languages import LANGUAGES, Texts, listed
from referee.rulebooks.rulings import Ruling
from referee.service.answers import Answer, EventJson
from referee.service.case_law.precedent import Origin, Precedent


class DisputedAct(Answer, frozen=True, kw_only=True):
    """Events, the last of them the act in dispute, and the verdict on that with the rules it cites."""

    events: tuple[EventJson, ...]
    verdict: str
    rules: tuple[str, ...]


class SettledDispute(Answer, frozen=True, kw_only=True):
    """A dispute that a table settled, without anybody's name: what was asked and decided, and the record.

    `origin` says whose it is, `file` where one of another group came from. `day` (ISO, UTC) and `basis` are
    null where a file does not say. Texts are by language. `situation` is the record up to the act. The first
    of `acts` is judged as the table played until then; a second one, with house rules before the act, as it
    ruled.
    """

    name: str
    origin: Origin
    file: str | None
    game: str
    edition: str
    day: str | None
    basis: str | None
    rules: tuple[str, ...]
    title: dict[str, str]
    question: dict[str, str]
    answer: dict[str, str]
    situation: tuple[EventJson, ...]
    acts: tuple[DisputedAct, ...]


def make_settled_dispute(precedent: Precedent, ruling: Ruling) -> SettledDispute:
    return SettledDispute(
        name=precedent.name,
        origin=precedent.origin,
        file=precedent.file or None,
        game=precedent.game,
        edition=precedent.edition,
        day=precedent.day or None,
        basis=precedent.basis or None,
        rules=precedent.rules,
        title=_by_language(precedent.title),
        question=_by_language(precedent.question),
        answer=_by_language(precedent.answer),
        situation=_events(ruling.situation),
        acts=tuple(
            DisputedAct(events=_events(each.lines), verdict=each.verdict, rules=each.rules)
            for each in ruling.acts
        ),
    )


def _by_language(texts: Texts) -> dict[str, str]:
    return {lang: texts.of(lang) for lang in LANGUAGES}


def _events(lines: tuple[str, ...]) -> tuple[dict[str, Any], ...]:
    return tuple(msgspec.json.decode(line) for line in lines)


def whose_words(precedent: Precedent, lang: str) -> str:
    """Return whose precedent it is, of which day, by which edition, and what it rests on."""
    details = [precedent.day, edition_words(precedent.game, precedent.edition, lang)]
    if precedent.basis:
        details.append(say(f"caselaw.by_{precedent.basis}", lang))
    told = listed(filter(None, details), lang)
    return say(f"caselaw.whose_{precedent.origin}", lang, details=told, file=precedent.file)
