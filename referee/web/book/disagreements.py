"""Where sources disagree, side by side."""

from typing import NamedTuple

from referee.l10n.catalogs import edition_words, rule_option_words, value_words
from referee.rulebooks import Rule
from referee.rulebooks.rulings import Ruling
from referee.service.book.bearing import Disagreement, disagreements
from referee.web.book.site import Here
from referee.web.book.sources import CitedDocument, cited_documents


class ShownSide(NamedTuple):
    """What one document says on a point: its places, the editions that follow it, what they play by."""

    document: CitedDocument
    editions: tuple[str, ...]
    values: tuple[tuple[str, str], ...]


class ShownDisagreement(NamedTuple):
    """A point on which documents differ, side by side; without a ruling it is of a rule."""

    ruling: Ruling | None
    words: str
    sides: list[ShownSide]


def disagreements_on(here: Here, rule: Rule) -> list[ShownDisagreement]:
    """Return the points of a rule on which its documents differ, ruled or not."""
    return [show_disagreement(here, each) for each in disagreements(here.book) if rule.id in each.rules]


def show_disagreement(here: Here, found: Disagreement) -> ShownDisagreement:
    book, lang = here.book, here.lang
    ruling = found.ruling
    words = here.prose(ruling.disagree) if ruling is not None and ruling.disagree is not None else ""
    sides = [
        ShownSide(
            cited_documents(here, side.sources)[0],
            tuple(edition_words(book, id, lang) for id in side.editions),
            tuple(
                (rule_option_words(book, name, lang), value_words(book, name, value, lang))
                for name, value in side.values.items()
            ),
        )
        for side in found.sides
    ]
    return ShownDisagreement(ruling, words, sides)
