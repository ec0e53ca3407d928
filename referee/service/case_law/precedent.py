"""A precedent: what a table decided in a dispute, as others read it beside an answer."""

from typing import Literal

import msgspec

from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.languages import Texts
from referee.rulebooks.rulings import Ruling
from referee.service.ask.precedents import types_of_acts

Origin = Literal["tables", "group"]
"""Whose precedent it is: of a table of the same store, or of another group, which handed it over."""


class Precedent(msgspec.Struct, frozen=True, kw_only=True):
    """What a table decided, without the record.

    `day` (ISO, UTC) and `basis` are empty where a file does not say; `kinds` are the types of the acts in
    dispute; `file` is where a ruling of another group came from, empty for one's own.
    """

    name: str
    origin: Origin
    game: str
    edition: str
    day: str
    basis: str
    title: Texts
    question: Texts
    answer: Texts
    rules: tuple[str, ...]
    kinds: frozenset[str]
    file: str = ""


def make_precedent(ruling: Ruling, origin: Origin, file: str = "") -> Precedent:
    opened = msgspec.json.decode(ruling.situation[0], type=TableOpened)
    return Precedent(
        name=ruling.name,
        origin=origin,
        game=ruling.game,
        edition=opened.edition or find_game(ruling.game).ruleset.default_edition,
        day=ruling.day,
        basis=ruling.basis,
        title=ruling.title,
        question=ruling.question,
        answer=ruling.answer,
        rules=ruling.rules,
        kinds=types_of_acts(ruling),
        file=file,
    )
