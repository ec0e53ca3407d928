"""Rulings that decide as a question is decided, most alike first."""

from collections import Counter
from collections.abc import Sequence

import msgspec

from events.base import Event, type_of
from referee.rulebooks.rulings import Ruling, rulings_naming

_MOST = 5


def find_precedents(game: str, deciding: Sequence[str], act: Event | None) -> tuple[Ruling, ...]:
    """Return the rulings of a game that share deciding rules, most alike first, at most `_MOST`.

    A rule counts more the fewer rulings cite it, and the earlier it stands among the deciding ones; a ruling
    on an act of the same type more than another.
    """
    cited = tuple(map(_cited, rulings_naming(game, deciding)))
    often = Counter(rule for _, rules, _ in cited for rule in rules)
    weight = {rule: 1 / often[rule] / (1 + place) for place, rule in enumerate(deciding) if often[rule]}
    kind = None if act is None else type_of(act)
    scored = [
        (sum(weight.get(rule, 0) for rule in rules) * (2 if kind in kinds else 1), ruling)
        for ruling, rules, kinds in cited
    ]
    found = sorted((each for each in scored if each[0]), key=lambda each: -each[0])
    return tuple([ruling for _, ruling in found[:_MOST]])


def _cited(ruling: Ruling) -> tuple[Ruling, frozenset[str], frozenset[str]]:
    """Return a ruling with its rules and the types of its acts."""
    return (
        ruling,
        frozenset(ruling.rules).union(*(act.rules for act in ruling.acts)),
        frozenset(msgspec.json.decode(act.lines[-1])["type"] for act in ruling.acts if act.lines),
    )
