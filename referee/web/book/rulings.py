"""The pages of rulings: what was asked and decided, by which rules, by each edition; their boards."""

import gzip
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from referee.draw import board_for_file, describe_board, text_board
from referee.rulebooks import Rule, find_rule
from referee.rulebooks.rulings import Ruling, rulings_in
from referee.service.book.bearing import disagreements
from referee.web.book.disagreements import show_disagreement
from referee.web.book.site import File, Here, Site, board_path, page, ruling_path
from referee.web.book.sources import cited_documents
from referee.web.pages.ask_rulings import (
    RulingWords,
    WorkedRuling,
    headline_of,
    ruling_words,
    work_out_ruling,
)
from referee.web.pages.recent import Recent


class Board(NamedTuple):
    """The table before the act in question: a picture (SVG, gzipped) and its size, in words, as text."""

    svg: bytes
    width: int
    height: int
    words: str
    text: str


class ShownRuling(NamedTuple):
    """A ruling as pages show it; `headline` is empty where the answer is in no few words.

    `worked` and `board` are None where it is about a log and no position.
    """

    ruling: Ruling
    words: RulingWords
    headline: str
    worked: WorkedRuling | None
    board: Board | None

    @property
    def rest(self) -> str:
        """Return the answer without what its headline says."""
        return self.words.answer.removeprefix(self.headline).strip()


_SHOWN: Recent[tuple[int, str], ShownRuling] = Recent(400)


def show_ruling(ruling: Ruling, lang: str) -> ShownRuling:
    """Return a ruling worked out, its board drawn; the ones shown last are cached, about 10 kB each."""
    # Whoever shows it holds the ruling: its id is not given to another.
    return _SHOWN.get((id(ruling), lang), lambda: _show(ruling, lang))


def _show(ruling: Ruling, lang: str) -> ShownRuling:
    words = ruling_words(ruling.game, ruling, lang)
    worked = work_out_ruling(ruling, None, lang)
    headline = headline_of(ruling, words.answer, worked, lang)
    return ShownRuling(ruling, words, headline, worked, None if worked is None else _draw(worked.view, lang))


def _draw(view: Any, lang: str) -> Board:
    picture = board_for_file(view, lang, "phone")
    _, _, width, height = picture.attributes["viewBox"]
    svg = gzip.compress(f"{picture}\n".encode(), 6, mtime=0)
    words = " ".join(describe_board(view, lang).split())
    return Board(svg, round(width), round(height), words, text_board(view, lang))


def ruling_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of each ruling of a book."""
    for ruling in rulings_in(book):
        here = Here(site, ruling_path(lang, ruling), lang, book)
        yield page(here, ruling.title.of(lang), "book_ruling.html", partial(_values, here, ruling))


def _values(here: Here, ruling: Ruling) -> dict[str, Any]:
    around = rulings_in(here.book)
    at = around.index(ruling)
    return {
        "each": show_ruling(ruling, here.lang),
        "rules": rules_cited(ruling),
        "sources": cited_documents(here, ruling.sources),
        "disagreements": [
            show_disagreement(here, each) for each in disagreements(here.book) if each.ruling is ruling
        ],
        "before": _lead(here, around[at - 1]) if at else None,
        "after": _lead(here, around[at + 1]) if at + 1 < len(around) else None,
    }


def _lead(here: Here, ruling: Ruling) -> tuple[str, str]:
    """Return the link to another ruling and its title."""
    return here.ruling(ruling), here.prose(ruling.title)


def rules_cited(ruling: Ruling) -> list[Rule]:
    """Return the rules a ruling exercises, then those its acts are decided by, each once."""
    ids = dict.fromkeys((*ruling.rules, *(id for act in ruling.acts for id in act.rules)))
    return [rule for id in ids if (rule := find_rule(id)) is not None]


def board_files(_: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the picture of each ruling of a book; there is none of one that is about a log."""
    for ruling in rulings_in(book):
        yield File(board_path(lang, ruling), partial(_board_of, ruling, lang))


def _board_of(ruling: Ruling, lang: str) -> bytes | None:
    board = show_ruling(ruling, lang).board
    return None if board is None else gzip.decompress(board.svg)
