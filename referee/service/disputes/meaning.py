"""What a ruling in words means: the way to rule that is called so in any language, or those it may mean."""

import re
import unicodedata
from collections.abc import Iterator

from referee.kernel.game import Game
from referee.l10n.options import decision_words, edition_words, value_words
from referee.languages import LANGUAGES
from referee.service.disputes.lay_open import EDITION, Case
from referee.service.disputes.vote import known_in

FILLERS = {"the", "a", "an", "it", "is", "are", "they", "we", "as", "to", "of", "by", "so"}
"""Words of English that tell no ruling from another."""

LATIN = re.compile(r"[a-z0-9]+")
OTHER = re.compile(r"[^\W\da-z_]+")

MOST_MEANT = 3
LEAST_SHARED = 0.5
"""So much of what a way to rule is called has to be said for it to be meant perhaps."""


def meant(game: Game, case: Case, words: str) -> str:
    """Give the decision that words are the name of, in any language; the words, where they are of none."""
    if words in known_in(case):
        return words
    said = signs_of(words)
    named = {way for way in known_in(case) if any(said == signs_of(name) for name in names_of(game, way))}
    return named.pop() if said and len(named) == 1 else words


def perhaps_meant(game: Game, case: Case, words: str) -> tuple[str, ...]:
    """List the ways to rule that words come near to: those shown, then any other switch of the game."""
    said = signs_of(words)
    shown = known_in(case)
    others = (f"{name}={v}" for name, switch in game.charter.switches.items() for v in switch.values)
    ways = dict.fromkeys((*shown, *others))
    near = {way: nearness(game, way, said) for way in ways}
    ranked = sorted(ways, key=lambda way: (-near[way], way not in shown))
    return tuple(way for way in ranked if near[way] >= LEAST_SHARED)[:MOST_MEANT]


def nearness(game: Game, way: str, said: frozenset[str]) -> float:
    """Tell how much of what a way to rule is called was said, at best."""
    named = (signs_of(name) for name in names_of(game, way))
    return max((len(said & signs) / len(signs) for signs in named if signs), default=0.0)


def names_of(game: Game, way: str) -> Iterator[str]:
    """List what a way to rule is called: as it is typed, and in words of every language."""
    yield way.replace("_", " ")
    switch, equals, value = way.partition("=")
    for lang in LANGUAGES:
        yield decision_words(game.id, way, lang)
        if equals:
            yield value_words(game.id, switch, value, lang)
        elif way.startswith(EDITION):
            yield edition_words(game.id, way.removeprefix(EDITION), lang)


def signs_of(text: str) -> frozenset[str]:
    """Take a sentence apart into what tells it from others: words, or of other scripts pairs of signs."""
    plain = unicodedata.normalize("NFKC", text).lower()
    words = {word.rstrip("s") for word in LATIN.findall(plain) if word not in FILLERS}
    pairs = {run[n : n + 2] for run in OTHER.findall(plain) for n in range(max(1, len(run) - 1))}
    return frozenset(words | pairs)
