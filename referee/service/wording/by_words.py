"""Which of some lines a typed one may mean, by the words it holds, in any of the languages."""

import re
from collections.abc import Sequence
from typing import Any
from unicodedata import normalize

from events.base import TABLE, Event, type_of
from referee.kernel.game import Game, NotationError
from referee.l10n import noun
from referee.l10n.wording import label, notate
from referee.rulebooks.search import stems
from referee.service.wording.expected_words import FEW

RUN = re.compile(r"[a-z0-9']+|[ァ-ヺー]+|[㐀-鿿]+")
"""A word or number, katakana, a run of Chinese signs; what is written in hiragana only joins them."""

ACCENTS = re.compile("[\u0300-\u036f]")

KATAKANA = re.compile(r"[ァ-ヺー]+").fullmatch


def meant_by(typed: str, lines: Sequence[str], part_of: Sequence[str] = ()) -> tuple[int, ...]:
    """Find the lines an unreadable one may mean: those with its words, or those it tells a part of."""
    if not part_of:
        return held_in(typed, lines)
    return tuple(n for n, line in enumerate(lines) if {*part_of} & {*re.findall(r"\w+", line)})


def acts_meant(
    game: Game, state: Any, line: str, error: NotationError, possible: Sequence[Event], lang: str
) -> list[Event]:
    """List a few of the possible acts that an unreadable line may mean."""
    events = no_samples(game, state, possible)
    called = [
        " ".join(
            (notate(state, each, lang), noun("event", type_of(each), lang, game.id), label(state, each, lang))
        )
        for each in events
    ]
    meant = [events[n] for n in meant_by(line, called, error.part_of)]
    return meant if len(meant) <= FEW or error.part_of else []


def no_samples(game: Game, state: Any, events: Sequence[Event]) -> list[Event]:
    """Leave out acts that are listed as samples of many more alike: to guess among those is to contradict."""
    said = () if game.templates is None else game.templates(state, TABLE)
    sampled = {type(event) for event in said if event in events}
    return [event for event in events if type(event) not in sampled]


def held_in(typed: str, lines: Sequence[str]) -> tuple[int, ...]:
    """Find the lines that hold all that was typed, in any order; words in none of them do not count.

    Of several, those that end as it does: 朝东 is not 朝东北. Nothing is found where there are no words,
    more than half of them are in no line, or all lines hold them; nor where a fact is told, such as ring=2.
    """
    if {"=", "＝"} & {*typed}:
        return ()
    lines, words = [line.replace("-", "") for line in lines], words_in(typed.replace("-", ""))
    having = [{n for n, line in enumerate(lines) if holds_word(word, line)} for word in words]
    known = [each for each in having if each]
    both = set.intersection(*known) if known and 2 * len(known) >= len(having) else set()
    ended = {n for n in both if ends_alike(typed, lines[n])}
    return tuple(sorted(ended or both)) if len(both) < len(lines) else ()


def ends_alike(typed: str, line: str) -> bool:
    """Whether a line ends with the last that was typed, in signs that may stand before others."""
    last = typed.casefold().split()[-1]
    return not last.isascii() and line.casefold().endswith(last)


def words_in(typed: str) -> set[str]:
    """Take the telling parts out of a line: words, numbers, katakana, pairs of Chinese signs."""
    runs = RUN.findall(folded(typed))
    plain = " ".join(run for run in runs if run.isascii())
    signs = [each for run in runs if not run.isascii() for each in ([run] if KATAKANA(run) else stems(run))]
    return {*(stems(plain) if plain else ()), *signs}


def holds_word(word: str, line: str) -> bool:
    """Whether a line holds a number or the beginning of a word; Chinese and Japanese may stand anywhere."""
    if not word.isascii():
        return word in folded(line)
    ends = r"\b" if word.isdecimal() else ""
    return re.search(rf"\b{re.escape(word)}{ends}", folded(line), re.ASCII) is not None


def folded(text: str) -> str:
    """Take case and accents away, as one types in a hurry: `canoë` is `canoe`; kana keep their marks."""
    return normalize("NFC", ACCENTS.sub("", normalize("NFD", text.casefold())))
