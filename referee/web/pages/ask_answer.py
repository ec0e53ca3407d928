"""The answer about an act in a sketch, as its page shows it."""

from typing import NamedTuple
from urllib.parse import urlencode

from referee.l10n import say
from referee.l10n.catalogs import edition_words
from referee.l10n.wording import label
from referee.languages import listed
from referee.service.answers.asking import QuestionAnswered
from referee.service.ask.address import write_address
from referee.service.ask.asked import Answer
from referee.service.ask.tell import ask_about, next_acts
from referee.web.pages.ask_rulings import Book
from referee.web.pages.ask_sketch import Sketch


def sentence_of(said: QuestionAnswered) -> str:
    """Return the answer without the word that stands over it: why not, or what may be done."""
    if said.verdict == "may_not":
        return said.message or said.words
    return said.act_words or said.words if said.verdict == "may" else said.words


def in_short(said: QuestionAnswered, lang: str) -> str:
    """Return what a bubble has room for: why not, what decides, what follows, or what was asked about."""
    if said.depends_on:
        return listed((fact.words for fact in said.depends_on), lang)
    follows = next((each.words for each in said.follows), None)
    return said.message or follows or said.act_words or said.words


def headline_words(said: QuestionAnswered, lang: str) -> str:
    """Return the answer in few words; where the books differ, that. Empty where nothing is allowed or not."""
    if said.verdict != "not_written" and any(each.is_other and not each.options for each in said.editions):
        return say("web.settle.differ", lang)
    return say(f"web.settle.verdict.{said.verdict}", lang) if said.verdict else ""


def books_of(sketch: Sketch, said: QuestionAnswered) -> list[Book]:
    """Return what each edition says, that of the question first."""
    lang, game = sketch.lang, sketch.game.id
    own = Book(
        sketch.address(edition=said.edition),
        edition_words(game, said.edition, lang),
        said.verdict,
        is_own=True,
    )
    others = [each for each in said.editions if not each.options and each.edition != said.edition]
    return [
        own,
        *(
            Book(
                sketch.address(edition=each.edition),
                edition_words(game, each.edition, lang),
                each.verdict,
                is_own=False,
            )
            for each in others
        ),
    ]


class Onward(NamedTuple):
    """An act one may ask about next: the address of that question, its words."""

    address: str
    words: str


_MOST_ONWARD = 8


def onward_acts(sketch: Sketch, answer: Answer) -> tuple[list[Onward], bool]:
    """Return what may be done once the act was done (and True), or what may be done instead (and False)."""
    then = next_acts(sketch.game, answer)[:_MOST_ONWARD]
    acts = then or [each.event for each in answer.possible[:_MOST_ONWARD]]
    query = f"?{urlencode({'lang': sketch.lang})}" if "lang" in sketch.query else ""
    addresses = (write_address(ask_about(sketch.asked, act, is_next=bool(then))) + query for act in acts)
    words = (label(answer.state, act, sketch.lang) for act in acts)
    return list(map(Onward, addresses, words)), bool(then)
