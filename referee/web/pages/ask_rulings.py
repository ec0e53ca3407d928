"""Rules and rulings for whoever sits at no table: in words, by every book, the act in question drawn."""

import re
from typing import NamedTuple
from urllib.parse import urlencode

from referee.draw.svg import Element, link_taps
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.l10n import say
from referee.l10n.catalogs import edition_words
from referee.l10n.options import describe_event, in_prose
from referee.rulebooks import TABLE
from referee.rulebooks.rulings import Ruling
from referee.rulebooks.search import FoundAnswer
from referee.service.ask.address import write_address
from referee.service.ask.asked import Word
from referee.service.ask.worked import Worked, work_out
from referee.web.pages.board import PICTURES


class Found(NamedTuple):
    """A ruling or a rule that was found: where it is, its title, what it says."""

    address: str
    title: str
    text: str


def found_words(game: str, found: FoundAnswer, lang: str) -> Found:
    if found.ruling is not None:
        words = ruling_words(found.ruling, lang)
        return Found(f"/ask/{game}/ruling/{words.name}", words.title, words.answer)
    rule = found.rules[0]
    return Found(
        f"/ask/{game}/rule/{rule.id}", rule.title.of(lang), in_prose(found.book, rule.text(lang), lang)
    )


class Reader(NamedTuple):
    """Who reads a page that belongs to no table, as macros of the rulebook take it."""

    game: Game
    lang: str

    @property
    def root(self) -> str:
        return f"/ask/{self.game.id}/"

    def say(self, message_id: str, /, **args: object) -> str:
        return say(message_id, self.lang, **args)


class RulingWords(NamedTuple):
    """A ruling in a language; `disagree` is empty where its sources agree."""

    name: str
    title: str
    question: str
    answer: str
    disagree: str


def ruling_words(ruling: Ruling, lang: str) -> RulingWords:
    texts = (ruling.title, ruling.question, ruling.answer, ruling.disagree)
    return RulingWords(ruling.name, *(in_prose(ruling.game, t.of(lang), lang) if t else "" for t in texts))


class Book(NamedTuple):
    """What an edition says of an act: its address, its name, the verdict; whether it is the one looked at."""

    query: str
    words: str
    verdict: Word | None
    is_own: bool


class ShownAct(NamedTuple):
    """An act of a ruling with its verdict, and the picture of the table just before it."""

    words: str
    verdict: Word
    why: str
    picture: Element
    sheet: str
    books: list[Book]
    sketch: str


def shown_acts(ruling: Ruling, edition: str | None, lang: str) -> list[ShownAct]:
    """Return the acts of a ruling by an edition (None: its own) that come out of the position alone."""
    found = []
    for act in ruling.acts if ruling.game != TABLE else ():
        by_book = {each: work_out(ruling, act, each) for each in find_game(ruling.game).ruleset.editions}
        worked = by_book.get(edition or "") or work_out(ruling, act)
        if worked is None:
            continue
        game, state = worked.game, worked.state
        picture, sheet = PICTURES.draw(game.view(state, getattr(worked.act, "seat", None)), lang, "phone")
        books = [
            Book(
                f"?{urlencode({'edition': id, 'lang': lang})}",
                edition_words(game.id, id, lang),
                _word(each),
                id == state.edition,
            )
            for id, each in by_book.items()
            if each is not None
        ]
        refused = worked.verdict if isinstance(worked.verdict, Refused) else None
        found.append(
            ShownAct(
                describe_event(state, worked.act, lang),
                _word(worked),
                say(refused.reason, lang, names=state.names, **refused.args) if refused else "",
                link_taps(picture, {}),
                sheet,
                books,
                write_address(worked.question),
            )
        )
    return found


def _word(worked: Worked) -> Word:
    return "may" if worked.is_allowed else "may_not"


_LONGEST_HEADLINE = 40


def headline_of(ruling: Ruling, own: ShownAct | None, lang: str) -> str:
    """Return the answer in few words: that the books differ, or say nothing, else its first sentence."""
    if own is not None and len({book.verdict for book in own.books}) > 1:
        return say("web.settle.differ", lang)
    if ruling.confidence == "house":
        return say("web.settle.verdict.not_written", lang)
    first = re.split(r"(?<=[.。!?])", in_prose(ruling.game, ruling.answer.of(lang), lang), maxsplit=1)[0]
    return first if len(first) <= _LONGEST_HEADLINE else ""
