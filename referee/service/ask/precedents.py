"""Rulings that decide as a question is decided, most alike first."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

import msgspec

from events.base import Event, type_of
from referee.rulebooks.rulings import Ruling, rulings_naming

MOST = 5
"""So many are named beside an answer."""

Found = TypeVar("Found")


def find_precedents(game: str, deciding: Sequence[str], act: Event | None) -> tuple[Ruling, ...]:
    """Return the rulings of a game that share deciding rules, most alike first, at most `MOST`."""
    cited = [
        (each, frozenset(each.rules).union(*(act.rules for act in each.acts)), types_of_acts(each))
        for each in rulings_naming(game, deciding)
    ]
    return rank(cited, deciding, act)[:MOST]


def rank(
    cited: Iterable[tuple[Found, frozenset[str], frozenset[str]]], deciding: Sequence[str], act: Event | None
) -> tuple[Found, ...]:
    """Return what shares deciding rules, most alike first; each is told with its rules and types of acts.

    A rule counts more the fewer cite it, and the earlier it stands among the deciding ones; what is about an
    act of the same type counts more than another.
    """
    cited = tuple(cited)
    often = Counter(rule for _, rules, _ in cited for rule in rules)
    weight = {rule: 1 / often[rule] / (1 + place) for place, rule in enumerate(deciding) if often[rule]}
    kind = None if act is None else type_of(act)
    scored = [
        (sum(weight.get(rule, 0) for rule in rules) * (2 if kind in kinds else 1), found)
        for found, rules, kinds in cited
    ]
    ranked = sorted((each for each in scored if each[0]), key=lambda each: -each[0])
    return tuple([found for _, found in ranked])


def types_of_acts(ruling: Ruling) -> frozenset[str]:
    """Return the types of the acts that a ruling is about."""
    return frozenset(msgspec.json.decode(act.lines[-1])["type"] for act in ruling.acts if act.lines)
