"""Rules that decide nothing, by book: `python -m referee.testing.idle_rules [BOOK ...]`; without one, of all.

A rule decides where an act, a consequence, a refusal or a line of the score cites it: in games played at
random, in the demonstration, in the rulings. What only informs is listed with it.
"""

import sys
from collections.abc import Iterator
from itertools import chain

from referee.kernel.registry import find_game
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE, books, rules_of
from referee.testing.laws.deciding import Decision, decisions_of, idle_rules, on_rulings
from referee.testing.random_games import PlayedGames


def find_idle(book: str) -> tuple[str, ...]:
    """Return the rules of a book that decide nothing, and are not said to inform."""
    left = dict.fromkeys(idle_rules(book, set()))
    for decision in _decisions_by(book):
        for rule in left.keys() & {*decision.rules}:
            del left[rule]
        if not left:
            break
    return tuple(left)


def _decisions_by(book: str) -> Iterator[Decision]:
    """Return what is decided by a book; by that of the table first in its own rulings, then in all others."""
    if book == TABLE:
        return chain.from_iterable(chain.from_iterable(map(on_rulings, books())))
    return decisions_of(PlayedGames(find_game(book)))


def lines_about(book: str) -> Iterator[str]:
    """Yield a line for each rule that decides nothing, then how many rules do, and how many inform."""
    rules, idle = rules_of(book), find_idle(book)
    informing = [id for id, rule in rules.items() if rule.informs]
    for id in (*idle, *informing):
        why = "informs" if id in informing else "no act, consequence, refusal or line of the score cites it"
        yield f"{id} {rules[id].title.of(LANGUAGES[0])}: {why}"
    yield f"{book}: {len(rules)} rules, {len(idle)} decide nothing, {len(informing)} inform"


if __name__ == "__main__":
    for named in sys.argv[1:] or books():
        for line in lines_about(named):
            print(line)  # noqa: T201
