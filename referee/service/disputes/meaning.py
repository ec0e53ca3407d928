"""What a ruling in words means: the way to rule that is called so in any language, or those it may mean."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from sqlite3 import Connection

from referee.kernel.folding import fold
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.l10n.catalogs import edition_words, value_words
from referee.l10n.options import decision_words
from referee.languages import LANGUAGES, words_for
from referee.rulebooks.search import WIDE_SIGNS, full_text, nearest, ruled_in, stems
from referee.service.disputes.lay_open import EDITION, Case
from referee.service.disputes.vote import TOSS, default_decision, known_in
from referee.service.disputes.vote import ways_of as ways_to_rule

FILLERS = {"the", "a", "an", "it", "is", "are", "they", "we", "as", "to", "of", "by", "so"}
"""Words of English that tell no ruling from another."""

LATIN = re.compile(r"[a-z0-9]+")
OTHER = re.compile(r"[^\W\da-z_]+")

NEAR = 2
"""So many options are what words may mean."""

ALMOST = 0.6
"""An option that fits this much less than the best is none that is meant."""

LEAST_WORDS, LEAST_PAIRS = 0.3, 0.15
"""So much of what is said one wording of an option has to have: of words, of pairs of signs."""

MOST_OPTIONS = 4
"""Words that fit more options than these tell none from another."""

MOST_MEANT = 5
"""So many ways of them are listed at most."""


def meant(game: Game, case: Case, words: str) -> str:
    """Give the decision that words name: by its number, or in any language; else the words."""
    if words in known_in(case):
        return words
    if words.isdecimal():
        return dict(enumerate(ways_to_rule(case), 1)).get(int(words[:4]), words)
    return called(game, known_in(case), words)


def decision_meant(game: Game, case: Case, edition: str, words: str) -> str:
    """Give the decision that words mean: a coin, the default, a way that was shown; else the words."""
    how = how_said(words)
    if how == (TOSS, ""):
        return TOSS
    return default_decision(case, edition) if how == ("default", "") else meant(game, case, words.strip())


def how_said(words: str) -> tuple[str | None, str]:
    """Read how a decision is made, in any language (a vote, a coin, the default), and what follows it."""
    first, _, rest = fold(words).strip().partition(" ")
    return words_for("deciding").get(first.casefold()), rest


def option_meant(game: Game, words: str) -> str:
    """Give the way to set an option that words name in any language, as it is typed; else the words."""
    return called(game, (way for option in game.ruleset.options for way in ways_of(game, option)), words)


def called(game: Game, ways: Iterable[str], words: str) -> str:
    """Give the one way that is called so in any language; else the words."""
    said = signs_of(words)
    named = {way for way in ways if any(said == signs_of(name) for name in names_of(game, way))}
    return named.pop() if said and len(named) == 1 else words


def perhaps_meant(game: Game, words: str, case: Case | None = None) -> tuple[str, ...]:
    """List what words may mean, of the options they come nearest to: those in dispute, then the others.

    Every value of them is listed, the nearest first: what is denied is near, too. Words that fit many
    options equally well mean none of them.
    """
    near = nearest(index_of(game.id), words)
    shown = set() if case is None else {way.partition("=")[0] for way in known_in(case)}
    fits = {
        option: fit(game, option, words) for option in dict.fromkeys(way.partition("=")[0] for way in near)
    }
    least = LEAST_PAIRS if WIDE_SIGNS.search(words) else LEAST_WORDS
    enough = max(least, ALMOST * max(fits.values(), default=0))
    options = [option for option, share in fits.items() if share >= enough]
    if len(options) > MOST_OPTIONS:
        return ()
    options = sorted(options[:NEAR], key=lambda name: name not in shown)
    ways = (way for name in options for way in sorted(ways_of(game, name), key=place_in(near)))
    return tuple(ways)[:MOST_MEANT]


def fit(game: Game, option: str, words: str) -> float:
    """Measure how much of what is said one wording of an option has at the most: 0 to 1."""
    said = {*stems(words)}
    wordings = ({*stems(name)} for way in ways_of(game, option) for name in names_of(game, way))
    return max(sum(has_begun(word, all_of) for word in said) for all_of in wordings) / max(1, len(said))


def has_begun(word: str, words: set[str]) -> bool:
    """Whether a word is among some, or one of Latin letters begins one of them."""
    return word in words or (word.isascii() and any(each.startswith(word) for each in words))


def place_in(near: Sequence[str]) -> Callable[[str], int]:
    """Tell the place of a way among those that are near; behind them that of any other."""
    return lambda way: near.index(way) if way in near else len(near)


def ways_of(game: Game, option: str) -> Iterator[str]:
    """List the ways to set an option, as they are typed."""
    return (f"{option}={value}" for value in game.ruleset.options[option].values)


@lru_cache(maxsize=32)
def index_of(game: str) -> Connection:
    """Index what every way to play a game is called, and how people word it, one by one."""
    found = find_game(game)
    ways = (way for option in found.ruleset.options for way in ways_of(found, option))
    return full_text((way, "", name, "", "") for way in ways for name in names_of(found, way))


def names_of(game: Game, way: str) -> Iterator[str]:
    """List what a way to rule is called: as it is typed, in words of every language, as people word it."""
    yield way.replace("_", " ")
    option, equals, value = way.partition("=")
    for lang in LANGUAGES:
        yield decision_words(game.id, way, lang)
        if equals:
            yield value_words(game.id, option, value, lang)
        elif way.startswith(EDITION):
            yield edition_words(game.id, way.removeprefix(EDITION), lang)
        yield from worded.of(lang) if (worded := ruled_in(game.id).get(way)) else ()


def signs_of(text: str) -> frozenset[str]:
    """Take a sentence apart into what tells it from others: words, or of other scripts pairs of signs."""
    plain = fold(text).lower()
    words = {word.rstrip("s") for word in LATIN.findall(plain) if word not in FILLERS}
    pairs = {run[n : n + 2] for run in OTHER.findall(plain) for n in range(max(1, len(run) - 1))}
    return frozenset(words | pairs)
