"""Spot the foul: a position and an act of a ruling, and whether that is allowed."""

import re
from collections.abc import Iterator
from functools import cache, partial
from hashlib import blake2s
from typing import Any, NamedTuple

from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.options import describe_event
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE, Rule, find_rule
from referee.service.answers.asking import call_by_words
from referee.service.ask.deciding import rules_of
from referee.service.ask.question import asks_what
from referee.service.book.cases import Case, cases_of_rulings
from referee.web.book.rulings import ShownRuling, show_ruling
from referee.web.book.site import File, Here, Site, page
from referee.web.pages.ask_rulings import ruling_words

_SENTENCES = re.compile(r"(?<=[.!?。！？])\s*")

_LONGEST = 120
"""Characters of an act that are read at a glance."""

_OFFERED = 3
"""So many rules are offered of which one is broken."""


class Foul(NamedTuple):
    """An act to judge: what was so before it, the act, and why it is allowed or not.

    `offered` are rules of which the first of `rules` is one: empty where it is allowed.
    """

    shown: ShownRuling
    story: str
    act: str
    is_allowed: bool
    why: str
    rules: tuple[Rule, ...]
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

    Each is the act its ruling is about first, done by a seat, and decided alike by all books.
    """
    first = (case for case in cases_of_rulings(find_game(book)) if case.id.endswith("/1"))
    found = [case for case in first if _is_plain(case)]
    return tuple(sorted(found, key=lambda case: _mix(case.id)))


def _is_plain(case: Case) -> bool:
    shown = None if case.ruling is None else show_ruling(case.ruling, LANGUAGES[0])
    if shown is None or shown.worked is None or not shown.worked.are_books_alike:
        return False
    last = _SENTENCES.split(shown.words.question.strip())[-1] or shown.words.question
    is_asked_so = not asks_what(last) and getattr(case.act, "seat", None) is not None
    is_sure = case.word(case.verdict) == case.played
    return is_asked_so and is_sure and all(len(_act_words(case, lang)) <= _LONGEST for lang in LANGUAGES)


def _act_words(case: Case, lang: str) -> str:
    return describe_event(call_by_words(case.state, lang), case.act, lang)


def _mix(text: str) -> bytes:
    return blake2s(text.encode(), digest_size=8).digest()


def _rules_for(case: Case, cases: tuple[Case, ...]) -> tuple[Rule, ...]:
    """Return the rules offered for an act that is refused: the one it breaks, others that others break."""
    if case.is_allowed or case.ruling is None:
        return ()
    broken = _deciding(case)[0]
    cited = {*rules_of(case.verdict), *case.ruling.rules}
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
    ids = [id for id in rules_of(case.verdict) if id in case.named] or list(rules_of(case.verdict))
    return tuple([rule for rule in map(find_rule, ids) if rule is not None])


def _foul(case: Case, offered: tuple[Rule, ...], lang: str) -> Foul:
    if case.ruling is None:
        raise TypeError(case)
    verdict, named = case.verdict, call_by_words(case.state, lang).names
    story = _SENTENCES.split(ruling_words(case.game.id, case.ruling, lang).question.strip())
    return Foul(
        shown=show_ruling(case.ruling, lang),
        story=" ".join([each for each in story if each][:-1]),
        act=_act_words(case, lang),
        is_allowed=case.is_allowed,
        why=say(verdict.reason, lang, names=named, **verdict.args) if isinstance(verdict, Refused) else "",
        rules=_deciding(case),
        offered=offered,
    )
