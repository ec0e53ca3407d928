"""What somebody says aloud: which of the acts that are possible now it means, or none.

What a browser has heard is compared with how each act is worded, by what both name: numbers and places in
their order, things of the game by any of their names, and words. What names something that an act has not is
not that act; what is known to the game and fits no act means none. Nobody is shown what was not said.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, NamedTuple

from events.base import Event
from referee.kernel.game import NotationError
from referee.l10n.catalogs import catalog
from referee.l10n.messages import NOT_THINGS
from referee.l10n.options import describe_event
from referee.l10n.wording import any_of, label, parse, typed_line
from referee.languages import LANGUAGES, trait, words_for, words_of
from referee.rulebooks.search import STOPPED, stems
from referee.rulebooks.thesaurus import WIDE_SIGNS, fold, thesaurus_of

MOST_SHOWN = 3
"""So many acts that are alike near are offered; of more, none is."""

_MOST_HEARD = 5
"""So many ways in which a browser understood it are read."""

LONGEST = 200
"""Characters of each that are read."""

_LEAST_WORDS, _LEAST_PAIRS = 1 / 2, 1 / 4
"""So much of what is said has to be known: of words, of pairs of signs."""

_NUMBER = re.compile(r"(?<![a-z0-9])[a-z]?\d+x?(?![a-z0-9])|(?<=[a-z])\d+(?![a-z0-9])")
_SLOT = re.compile(r"\{[^}]*\}")
_RUN = re.compile(r"[a-z']+|[\u30a0-\u30ff]+|[\u3400-\u9fff]+")
_PLACE = re.compile(r"[a-z]\d+")
_SAID_AS_TWO = re.compile(r"(?<=\d)( ?2 )(?=[a-z]\d)")
"""An English "to" before a place, understood as a number: canoe 1 2 S3, canoe 12 S3."""

_FROM = re.compile(r"\bfrom [a-z]+")
"""Where a piece comes from, as an English button says: nobody means to go there."""

_MEANINGLESS = STOPPED.union(fold(word, lang) for lang in LANGUAGES for word in trait(lang, "spoken").split())

_MASK = " \n "
"""Stands for what was read already: no word goes on over it."""


class Name(NamedTuple):
    """What something is called, and all that it may mean; `is_own`: it is the game's own name for that."""

    called: str
    ids: frozenset[str]
    is_own: bool


class Heard(NamedTuple):
    """What a text names: `numbers` and places in their order, things, other words, and by what it says no.

    A number of things that are counted has a sign for that: 2x.
    """

    numbers: tuple[str, ...]
    names: tuple[Name, ...]
    words: frozenset[str]
    denials: frozenset[str]


class _Candidate(NamedTuple):
    """An act: how it is worded, what each of its wordings names, and all that any does."""

    text: str
    wordings: tuple[Heard, ...]
    ids: frozenset[str]
    words: frozenset[str]
    denials: frozenset[str]


def acts_heard(
    said: Sequence[str], acts: Sequence[tuple[Any, Event]], lang: str, seat: str | None
) -> tuple[int, ...]:
    """Return the indices of the acts that something said means, `MOST_SHOWN` at most; () where it is unclear.

    `said` are the ways in which it was understood, the likeliest first; the first that means anything counts.
    Each act comes with the state at which it would be done; `seat` is who speaks.
    """
    if not acts:
        return ()
    state = acts[0][0]
    ear = _ear_for(state.game, lang, tuple((each, state.names.get(each) or each) for each in state.seats))
    candidates: list[_Candidate] = []
    for text in said[:_MOST_HEARD]:
        tidy = ear.tidy(text[:LONGEST], seat)
        if (exact := _parsed(tidy, acts, lang, seat)) is not None:
            return (exact,)
        candidates = candidates or [_candidate(ear, at, event) for at, event in acts]
        if found := _nearest(ear, tidy, candidates):
            return found
    return ()


def _parsed(text: str, acts: Sequence[tuple[Any, Event]], lang: str, seat: str | None) -> int | None:
    """Return the index of the act that a text is as a typed line; None where it is none of them."""
    try:
        event = parse(acts[0][0], text, lang, seat)
    except NotationError:
        return None
    return next((n for n, (_, act) in enumerate(acts) if act == event), None)


def _nearest(ear: "_Ear", text: str, acts: Sequence[_Candidate]) -> tuple[int, ...]:
    """Return the indices of the acts of which least was not said; none where too many are alike."""
    heard, known = ear.hear(text), _known_words(ear.game, ear.lang)
    share = _LEAST_PAIRS if WIDE_SIGNS.search(text) else _LEAST_WORDS
    unsaid = {
        n: missing
        for n, act in enumerate(acts)
        if (missing := _count_unsaid(heard, act, known, share)) is not None
    }
    least = min(unsaid.values(), default=0)
    found = tuple(n for n, missing in unsaid.items() if missing == least)
    return found if len(found) <= MOST_SHOWN else ()


def _count_unsaid(said: Heard, act: _Candidate, known: frozenset[str], share: float) -> float | None:
    """Return how much of an act was not said; None where it is another act that was said, or none at all."""
    wordings = [each for each in act.wordings if _is_within(said.numbers, each.numbers)]
    left = said.words - act.words
    if not wordings or left & known or not said.denials <= act.denials:
        return None
    if any(not name.ids & act.ids for name in said.names):
        return None
    # what another name may mean is too little alone: who turns round does not turn left
    literal = sum(name.is_own or bool(re.search(any_of([name.called]), act.text)) for name in said.names)
    hits = len(said.numbers) + literal + len(said.words) - len(left)
    if not hits or hits < share * (hits + len(left)):
        return None
    return min(
        len(each.numbers)
        - len(said.numbers)
        + sum(not any(name.ids & other.ids for other in said.names) for name in each.names)
        + len(each.words - said.words) / 8
        for each in wordings
    )


def _is_within(some: Sequence[str], all_: Sequence[str]) -> bool:
    """Return whether `some` stand in `all_` in the same order."""
    left = iter(all_)
    return all(each in left for each in some)


def _candidate(ear: "_Ear", state: Any, event: Event) -> _Candidate:
    who = getattr(event, "seat", "")
    texts = [
        ear.tidy(text, who)
        for text in (
            typed_line(state, event, ear.lang),
            describe_event(state, event, ear.lang),
            label(state, event, ear.lang, who),
        )
        if "{" not in text
    ]
    wordings = tuple(map(ear.hear, texts))
    return _Candidate(
        _MASK.join(texts),
        wordings,
        frozenset().union(
            *(name.ids for each in wordings for name in each.names), *map(ear.things.find, texts)
        ),
        frozenset().union(*(each.words for each in wordings)),
        frozenset().union(*(each.denials for each in wordings)),
    )


class _Ear:
    """What texts about a game are read with, in a language; `people` are names by seat."""

    def __init__(self, game: str, lang: str, people: tuple[tuple[str, str], ...]) -> None:
        self.game, self.lang, self.things = game, lang, thesaurus_of(game)
        self._people = {seat: fold(name, lang) for seat, name in people}
        own = {
            name: frozenset({f"seat {seat}"})
            for seat, name in self._people.items()
            if len(name) > 1 or not name.isascii()
        }
        self._nouns = {**_nouns(game, lang), **own}
        self._noun = re.compile(any_of(self._nouns))
        self._digits = _folded(words_for("numerals"), lang)
        self._numeral = re.compile(
            "|".join(filter(None, (any_of(own), f"(?P<numeral>{any_of(self._digits)})")))
        )
        self._letters, self._sounds = (_folded(words_of(lang, each), lang) for each in ("letters", "sounds"))
        sound = any_of(self._sounds)
        letter = rf"(?P<letter>(?<![a-z])[a-z]|{any_of(self._letters)})"
        self._place = re.compile(rf"{letter}[\s-]*(?P<digit>\d|{sound})(?!\d)")
        self._counted = re.compile(rf"(?:{sound})(?=号)|(?<=[ァ-ヺー])(?:{sound})")
        counters = any_of(fold(trait(lang, "counters"), lang).split())
        self._count = re.compile(
            rf"(?<!第)(?<![a-z0-9])(?P<count>\d+)(?={counters})(?!.目)" if counters else r"(?!)"
        )
        self._denial = re.compile(any_of(fold(trait(lang, "denials"), lang).split()))
        self._places = _places(game)

    def tidy(self, text: str, who: str | None) -> str:
        """Return a text in digits and small letters, places written together, such as s3.

        The name of the seat `who` is left out where the text begins with it: so is everything a seat does.
        """
        plain = re.sub(r"[()（）]", " ", fold(text, self.lang)).strip()
        for name in {self._people.get(who or "", ""), fold(who or "", self.lang)} - {""}:
            if re.match(rf"{re.escape(name)}(?![a-z])", plain):
                plain = plain[len(name) :]
                break
        plain = self._numeral.sub(
            lambda found: self._digits[found[0]] if found["numeral"] else found[0], plain
        )
        plain = self._place.sub(self._join, plain)
        plain = self._counted.sub(lambda found: self._sounds[found[0]], plain)
        return _SAID_AS_TWO.sub(" ", " ".join(self._count.sub(_mark_count, plain).split()))

    def _join(self, found: re.Match[str]) -> str:
        letter, digit = found["letter"], found["digit"]
        place = self._letters.get(letter, letter) + self._sounds.get(digit, digit)
        return f" {place} " if place in self._places else found[0]

    def hear(self, tidy: str) -> Heard:
        """Return what a text names, as `tidy` leaves it."""
        names: list[Name] = []

        def take(found: re.Match[str]) -> str:
            names.append(Name(found[0], self._nouns[found[0]], is_own=True))
            return _MASK

        rest = self._noun.sub(take, _FROM.sub(_MASK, tidy))
        numbers = tuple(_NUMBER.findall(rest))
        rest = self._take_things(_NUMBER.sub(_MASK, rest), names)
        words = {word for run in _RUN.findall(rest) for word in stems(run)} - _MEANINGLESS
        denials = frozenset(self._denial.findall(tidy))
        return Heard(numbers, tuple(names), frozenset(filter(_tells, words)), denials)

    def _take_things(self, text: str, names: list[Name]) -> str:
        """Add what a text calls by any name of the thesaurus to `names`; return the text without it."""
        left, end = [], 0
        for start, stop, found in self.things.names_in(text):
            if text[start:stop] not in _MEANINGLESS:
                names.append(Name(text[start:stop], found, is_own=False))
                left.append(text[end:start])
                end = stop
        return _MASK.join((*left, text[end:]))


@lru_cache(maxsize=64)
def _ear_for(game: str, lang: str, people: tuple[tuple[str, str], ...]) -> _Ear:
    return _Ear(game, lang, people)


def _folded(words: Mapping[str, str], lang: str) -> dict[str, str]:
    return {fold(word, lang): id for word, id in words.items()}


def _mark_count(found: re.Match[str]) -> str:
    """Return the number of some things with a sign for that; a single one is as good as an article."""
    return " " if found["count"] == "1" else f" {found['count']}x "


def _tells(word: str) -> bool:
    return len(word) > 1 or not word.isascii()


@cache
def _places(game: str) -> frozenset[str]:
    """Return the ids of places that are a letter and a number; cached by game."""
    ids = (
        id.rpartition(".")[2].lower() for id in catalog(LANGUAGES[0], game) if id.startswith(f"{game}.noun.")
    )
    return frozenset(id for id in ids if _PLACE.fullmatch(id))


@cache
def _nouns(game: str, lang: str) -> dict[str, frozenset[str]]:
    """Return the ids of the things of a game by what they are called in a language; cached."""
    found: dict[str, set[str]] = {}
    for id, text in catalog(lang, game).items():
        _, table, kind, of = (*id.split(".", 3), "", "", "")[:4]
        if table not in {"noun", "also"} or kind in NOT_THINGS:
            continue
        for called in text.split() if table == "also" else (text,):
            plain = re.sub(r"[()（）]", " ", fold(called, lang))
            name = " ".join(word for word in plain.split() if word not in STOPPED)
            kind_of_thing = " ".join(_NUMBER.sub("", name).split())
            least = 1 if kind_of_thing == name else 2
            if re.search(rf"[a-z]{{3}}|[^\W\d_a-z]{{{least}}}", kind_of_thing):
                found.setdefault(name, set()).add(f"{kind} {of}")
                found.setdefault(kind_of_thing, set()).add(f"{kind} {of}")
    return {name: frozenset(ids) for name, ids in found.items()}


@cache
def _known_words(game: str, lang: str) -> frozenset[str]:
    """Return the words with which the acts of a game are worded, in a language; cached."""
    texts = (
        fold(_SLOT.sub(_MASK, text), lang) for id, text in catalog(lang, game).items() if f"{game}.act." in id
    )
    return frozenset(
        word for text in texts for run in _RUN.findall(text) for word in stems(run) if _tells(word)
    )
