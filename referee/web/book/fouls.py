"""Spot the foul: a position and an act of a ruling, and whether that is allowed."""

import re
from collections.abc import Iterator
from functools import cache, partial
from hashlib import blake2s
from typing import Any, NamedTuple

from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import describe_event, in_prose
from referee.languages import LANGUAGES, trait
from referee.rulebooks import TABLE, Rule, find_rule
from referee.rulebooks.rulings import Ruling
from referee.service.answers.asking import call_by_words
from referee.service.ask.question import asks_what
from referee.service.book.cases import Case, cases_of_rulings
from referee.web.book.rulings import ShownRuling, show_ruling
from referee.web.book.site import File, Here, Site, page
from referee.web.pages.ask_rulings import work_out_ruling

_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*")

_LONGEST = 120
"""Characters of an act that are read at a glance."""

_OFFERED = 3
"""So many rules are offered of which one is broken."""


class Foul(NamedTuple):
    """An act to judge: what was so before it, the act, and why it is allowed or not.

    `why` is about the act alone: the refusal, or what `rule` permits. `offered` are rules of which `rule` is
    one: empty where it is allowed.
    """

    shown: ShownRuling
    scene: str
    act: str
    is_allowed: bool
    why: str
    rule: Rule
    offered: tuple[Rule, ...]


def foul_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of a game; the table has none."""
    if book != TABLE:
        here = Here(site, foul_path(lang, book), lang, book)
        yield page(here, say("foul.title", lang), "book_foul.html", partial(_values, book, lang))


def foul_path(lang: str, book: str) -> str:
    return f"{lang}/{book}/foul.html"


def _values(book: str, lang: str) -> dict[str, Any]:
    cases = cases_to_judge(book)
    return {"fouls": [_foul(case, _rules_for(case, cases), lang) for case in cases]}


@cache
def cases_to_judge(book: str) -> tuple[Case, ...]:
    """Return the acts of a game's rulings that a picture and few words show, in an order that mixes them.

    Each is the act its ruling is about first, done by a seat, and decided alike by all books. Where it is
    allowed, the ruling says yes to what was asked; else that would be about something else.
    """
    first = (case for case in cases_of_rulings(find_game(book)) if case.id.endswith("/1"))
    found = [case for case in first if _is_plain(case)]
    return tuple(sorted(found, key=lambda case: _mix(case.id)))


def _is_plain(case: Case) -> bool:
    is_done_by_people = any(each.event is type(case.act) for each in case.game.acts)
    if case.ruling is None or getattr(case.act, "seat", None) is None or not is_done_by_people:
        return False
    yes, answer = say("ask.verdict.may", LANGUAGES[0]), case.ruling.answer.of(LANGUAGES[0])
    if case.is_allowed and not re.match(rf"{yes}\b", answer, re.IGNORECASE):
        return False
    question = case.question_words(LANGUAGES[0])
    asked = _sentences(question)[-_questions(case.ruling) :]
    is_quote_cut = _scene(question, case.ruling, LANGUAGES[0]).count('"') % 2 > 0
    if is_quote_cut or asks_what(asked[0]) or case.word(case.verdict) != case.played:
        return False
    worked = work_out_ruling(case.ruling, None, LANGUAGES[0])
    is_short = all(len(_act_words(case, lang)) <= _LONGEST for lang in LANGUAGES)
    return is_short and worked is not None and worked.are_books_alike


def _sentences(text: str) -> list[str]:
    return [each for each in _SENTENCES.split(text.strip()) if each]


def _scene(question: str, ruling: Ruling, lang: str) -> str:
    """Return what a ruling was asked in a language, without the questions at its end."""
    return trait(lang, "blank").join(_sentences(question)[: -_questions(ruling)])


def _questions(ruling: Ruling) -> int:
    """Return how many sentences at the end of what a ruling was asked are questions, the first of them on."""
    told = _sentences(ruling.question.of(LANGUAGES[0]))
    first = next((n for n, each in enumerate(told) if each.endswith("?")), len(told) - 1)
    return len(told) - first


def _act_words(case: Case, lang: str) -> str:
    return describe_event(call_by_words(case.state, lang), case.act, lang)


def _mix(text: str) -> bytes:
    return blake2s(text.encode(), digest_size=8).digest()


def _rules_for(case: Case, cases: tuple[Case, ...]) -> tuple[Rule, ...]:
    """Return the rules offered for an act that is refused: the one it breaks, others that others break."""
    if case.is_allowed or case.ruling is None:
        return ()
    broken = _deciding(case)[0]
    cited = {*case.verdict.rules, *case.ruling.rules}
    others = {
        rule.id: rule
        for each in cases
        if not each.is_allowed and (rule := _deciding(each)[0]).id not in cited
    }
    titles = {rule.title.of(LANGUAGES[0]): rule for rule in others.values()}
    few = sorted(titles.values(), key=lambda rule: _mix(case.id + rule.id))[: _OFFERED - 1]
    return tuple(sorted((broken, *few), key=lambda rule: _mix(rule.id + case.id)))


def _deciding(case: Case) -> tuple[Rule, ...]:
    """Return the rules that decide, those first that the ruling names."""
    ids = [id for id in case.verdict.rules if id in case.named] or list(case.verdict.rules)
    return tuple([rule for rule in map(find_rule, ids) if rule is not None])


def _foul(case: Case, offered: tuple[Rule, ...], lang: str) -> Foul:
    if case.ruling is None:
        raise TypeError(case)
    shown, rule = show_ruling(case.ruling, lang), _deciding(case)[0]
    return Foul(
        shown=shown,
        scene=_scene(shown.words.question, case.ruling, lang),
        act=_act_words(case, lang),
        is_allowed=case.is_allowed,
        why=_why(case, rule, lang),
        rule=rule,
        offered=offered,
    )


def _why(case: Case, rule: Rule, lang: str) -> str:
    """Return why an act is refused, or what a rule that permits it says of such acts."""
    verdict = case.verdict
    if isinstance(verdict, Refused):
        return say(verdict.reason, lang, names=call_by_words(case.state, lang).names, **verdict.args)
    passage = next(each.passage for each in case.deciding(verdict) if each.rule.id == rule.id)
    return in_prose(case.game.id, passage.of(lang), lang)
