"""Rules and rulings for whoever sits at no table: in words, by every book, the act in question drawn."""

import re
from typing import Any, Literal, NamedTuple
from urllib.parse import urlencode

from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.table import COLOURS
from referee.draw.svg import Element, link_taps
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.l10n import noun, say
from referee.l10n.catalogs import edition_words
from referee.l10n.options import decision_words, describe_event, in_prose
from referee.rulebooks import TABLE
from referee.rulebooks.rulings import Ruling, RulingAct
from referee.rulebooks.search import FoundAnswer
from referee.service.ask.address import write_address
from referee.service.ask.asked import Word
from referee.service.ask.question_of_ruling import question_of
from referee.service.ask.worked import Worked, work_out, work_out_by
from referee.web.pages.board import PICTURES
from referee.web.pages.recent import Recent


class Found(NamedTuple):
    """A ruling or a rule that was found: where it is, its title, what it says."""

    address: str
    title: str
    text: str


def found_words(game: str, found: FoundAnswer, lang: str) -> Found:
    if found.ruling is not None:
        words = ruling_words(game, found.ruling, lang)
        return Found(f"/ask/{game}/ruling/{words.name}", words.title, words.answer)
    rule = found.rules[0]
    return Found(f"/ask/{game}/rule/{rule.id}", rule.title.of(lang), in_prose(game, rule.text(lang), lang))


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


def ruling_words(game: str, ruling: Ruling, lang: str) -> RulingWords:
    """Return a ruling on a game, or one of the table as people of that game read it."""
    texts = (ruling.title, ruling.question, ruling.answer, ruling.disagree)
    return RulingWords(ruling.name, *(in_prose(game, t.of(lang), lang) if t else "" for t in texts))


class Book(NamedTuple):
    """The verdict of one edition on an act, as a chip: `query` asks by that edition, `is_own`: it is chosen.

    `verdict` is None where every book has the same (the answer says it), and where the table only shows
    what is asked about: that is neither allowed nor not.
    """

    query: str
    words: str
    verdict: Word | None
    is_own: bool


class ShownAct(NamedTuple):
    """An act of a ruling with its verdict, why it is refused, what follows from it.

    The verdict is `refused` where what the table shows cannot be, None where it can.

    `by` are the edition and the options it is told by, where those are not the ruling's; `rules` are those
    that decide it.
    """

    by: tuple[str, ...]
    words: str
    verdict: Word | Literal["refused"] | None
    why: str
    follows: tuple[str, ...]
    rules: tuple[str, ...]


class WorkedRuling(NamedTuple):
    """A ruling worked out: its acts, the table before the first as it is seen, what each book says of that.

    `by_book` are that act by each edition, in the order of `books`.
    """

    acts: list[ShownAct]
    view: Any
    lang: str
    books: list[Book]
    by_book: list[ShownAct]
    are_books_alike: bool
    first: Worked

    @property
    def picture(self) -> Element:
        """Return the board; its style sheet is at `sheet`."""
        return link_taps(PICTURES.draw(self.view, self.lang, "phone")[0], {})

    @property
    def sheet(self) -> str:
        return PICTURES.draw(self.view, self.lang, "phone")[1]

    @property
    def sketch(self) -> str:
        """Return the address of the first act as a question of its own; empty where Ask answers otherwise.

        The ones asked for last are cached: Ask takes 20 to 300 ms.
        """
        asked = b"".join(map(encode, (*self.first.record, self.first.act)))
        return _SKETCHES.get(asked, lambda: _address_of(self.first))


_SKETCHES: Recent[bytes, str] = Recent(500)


def _address_of(worked: Worked) -> str:
    question = question_of(worked)
    return "" if question is None else write_address(question)


_MOST_FOLLOWING = 2
_DIFFERENT = 2


def work_out_ruling(ruling: Ruling, edition: str | None, lang: str) -> WorkedRuling | None:
    """Return what comes of the acts of a ruling, by an edition (None: its own, or that of each act).

    None where no act comes out of the position alone, as in the book of the table, which is about logs.
    """
    acts = ruling.acts if ruling.game != TABLE else ()
    tried = [(act, work_out(ruling, act, edition)) for act in acts]
    found = [(act, _for_reader(worked, lang)) for act, worked in tried if worked is not None]
    if not found:
        return None if edition is None else work_out_ruling(ruling, None, lang)
    act, worked = found[0]
    game, state = worked.game, worked.state
    tried_by = {each: work_out_by(ruling, act, each) for each in game.ruleset.editions}
    by_book = {id: each for id, each in tried_by.items() if each is not None}
    are_verdicts_alike = len({_word(each) for each in by_book.values()} - {None}) < _DIFFERENT
    books = [
        Book(
            f"?{urlencode({'edition': id, 'lang': lang})}",
            edition_words(game.id, id, lang),
            None if are_verdicts_alike else _word(each),
            id == state.edition,
        )
        for id, each in by_book.items()
    ]
    return WorkedRuling(
        list(
            dict.fromkeys(_shown_act(act if edition is None else None, worked, lang) for act, worked in found)
        ),
        game.view(state, getattr(worked.act, "seat", None)),
        lang,
        books,
        [_shown_act(None, _for_reader(each, lang), lang) for each in by_book.values()],
        _are_alike(ruling, act, game),
        worked,
    )


def _for_reader(worked: Worked, lang: str) -> Worked:
    """Return an act of a ruling as one reads it who did not write the file.

    Seats that are called by their colour have its name in the language; why somebody corrects is left out.
    """
    colours = {seat: noun("colour", seat, lang, TABLE) for seat in worked.state.seats if seat in COLOURS}
    names = {**colours, **worked.state.names}
    act = replace(worked.act, reason="") if getattr(worked.act, "reason", "") else worked.act
    return worked._replace(state=replace(worked.state, names=names), act=act)


def _are_alike(ruling: Ruling, act: RulingAct, game: Game) -> bool:
    """Return whether the books answer alike about an act of a ruling.

    What follows counts where the ruling says that its sources disagree; elsewhere it can differ in what
    nobody asked about, such as who tells which arm a disc took.
    """
    by_book = [work_out(ruling, act, each) for each in game.ruleset.editions]
    said = [each for each in by_book if each is not None and each.says_anything]
    return len({each.outcome if ruling.disagree else _word(each) for each in said}) < _DIFFERENT


def _shown_act(act: RulingAct | None, worked: Worked, lang: str) -> ShownAct:
    """Return an act in words; with `act`, by which edition and options it is told."""
    game, state, verdict = worked.game, worked.state, worked.verdict
    by: tuple[str, ...] = ()
    if act is not None:
        by = (edition_words(game.id, act.edition, lang),) if act.edition else ()
        by += tuple(decision_words(game.id, f"{name}={value}", lang) for name, value in act.options.items())
    return ShownAct(
        by,
        describe_event(state, worked.act, lang),
        _word(worked) or (None if worked.is_allowed else "refused"),
        say(verdict.reason, lang, names=state.names, **verdict.args) if isinstance(verdict, Refused) else "",
        tuple(describe_event(state, event, lang) for event in _few_following(worked)),
        worked.rules,
    )


def _few_following(worked: Worked) -> tuple[Event, ...]:
    """Return the first events that follow, and the end of the game where that is among them."""
    follows, verdict = worked.follows, worked.verdict
    if isinstance(verdict, Refused) or worked.game.winners(verdict.state) is None:
        return follows[:_MOST_FOLLOWING]
    return (*follows[:-1][:_MOST_FOLLOWING], *follows[-1:])


def _word(worked: Worked) -> Word | None:
    """Return the verdict on what somebody does; None where the table only shows it."""
    if not hasattr(worked.act, "seat"):
        return None
    return "may" if worked.is_allowed else "may_not"


_LONGEST_HEADLINE = 40


def headline_of(ruling: Ruling, answer: str, worked: WorkedRuling | None, lang: str) -> str:
    """Return the answer in few words: that the books differ, or say nothing, else its first sentence."""
    if worked is not None:
        are_told_apart = (
            sum(book.words.casefold() in answer.casefold() for book in worked.books) >= _DIFFERENT
        )
        if are_told_apart or not worked.are_books_alike:
            return say("web.settle.differ", lang)
    if ruling.confidence == "house":
        return say("web.settle.verdict.not_written", lang)
    first = re.split(r"(?<=[.。!?])", answer, maxsplit=1)[0]
    return first if len(first) <= _LONGEST_HEADLINE else ""
