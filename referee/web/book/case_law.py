"""What tables decided, in the book: pages like those of rulings, that say whose it is; never a rule."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from referee.rulebooks import Rule
from referee.rulebooks.rulings import Ruling
from referee.service.answers.case_law import whose_words
from referee.service.case_law.precedent import Precedent
from referee.web.book.rulings import board_of, rules_cited, show_ruling
from referee.web.book.site import File, Here, Site, board_path, page, ruling_path


def decided_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of each precedent of a book, and its board."""
    for precedent, ruling in site.decided:
        if precedent.game == book:
            here = Here(site, ruling_path(lang, ruling), lang, book)
            fill = partial(_values, here, precedent, ruling)
            yield page(here, here.prose(ruling.title), "book_ruling.html", fill)
            yield File(board_path(lang, ruling), partial(board_of, ruling, lang))


def _values(here: Here, precedent: Precedent, ruling: Ruling) -> dict[str, Any]:
    return {
        # Its answer is the table's own: no headline says what the book does.
        "each": show_ruling(ruling, here.lang)._replace(headline=""),
        "whose": whose_words(precedent, here.lang),
        "rules": rules_cited(ruling),
        "sources": [],
        "disagreements": [],
        "before": None,
        "after": None,
    }


class ListedPrecedent(NamedTuple):
    """A precedent in a list: its link and words, and whose it is."""

    link: str
    title: str
    answer: str
    whose: str


def list_decided(here: Here, rule: Rule | None = None) -> list[ListedPrecedent]:
    """Return the precedents of this book, those that rest on a rule (None: all)."""
    return [
        ListedPrecedent(
            here.ruling(ruling),
            here.prose(ruling.title),
            here.prose(ruling.answer),
            whose_words(precedent, here.lang),
        )
        for precedent, ruling in here.site.decided
        if precedent.game == here.book and (rule is None or rule.id in precedent.rules)
    ]
