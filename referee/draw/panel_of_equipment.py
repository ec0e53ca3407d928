"""The panel of a game that draws none of its own: what lies where, by its equipment and its facts.

A game may begin with `rows_of_view` and add rows of its own.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec

from referee.draw.panel import panel_board
from referee.kernel.equipment import Dice, Item, Kind, Pieces
from referee.kernel.fields import values_by_field
from referee.kernel.game import Game
from referee.kernel.parts.panel import Card, Cell, Chip, Die, Note, Number, Panel, Row, Words, row_of_seat
from referee.kernel.registry import find_game
from referee.kernel.sketch import FactOfItem, facts_of_items
from referee.l10n import noun, title_of
from referee.l10n.messages import thing_words, value_in_words
from referee.languages import headed

MOST_BACKS = 8
"""So many cards that lie face down are drawn; more are counted."""

MOST_CHIPS = 24
"""A field with more values than this has no chips."""


def panel_of_view(view: Any, word: Words) -> Panel:
    """Return the panel of any view: the phase, whose turn it is or who has won, and its rows."""
    phase = noun("phase", view.phase, word.lang, view.game)
    if view.winners:
        said = word("won", winners=view.winners)
    else:
        said = headed(phase, word("turn", seat=view.turn) if view.turn else "", word.lang)
    return Panel(title_of(view.game, word.lang), (said,), rows_of_view(view, word))


def rows_of_view(view: Any, word: Words) -> tuple[Row, ...]:
    """Return a row for each seat, for each fact of the table, and for each field of an act to choose in."""
    drawn = _Drawing(view, word.lang, find_game(view.game))
    seats = [row_of_seat(view, seat, drawn.cells_of_seat(seat)) for seat in view.seats]
    rows = (*seats, *drawn.rows_of_table())
    there = {pick for row in rows for cell in row.cells for pick in cell.pick.split()}
    return (*rows, *drawn.rows_of_choices(there))


class _Drawing(NamedTuple):
    """A view as it is drawn, in a language."""

    view: Any
    lang: str
    game: Game

    def noun(self, kind: str, id: object) -> str:
        return noun(kind, id, self.lang, self.view.game)

    def facts(self, *, by_seat: bool) -> Iterator[tuple[str, FactOfItem | None]]:
        """Yield the facts of the view but the turn, each with what lies in it, None where nothing does."""
        box = self.game.ruleset.box(self.view)
        items = {each.name: each for each in facts_of_items(self.game.facts, box)}
        for fact in self.game.facts.declared:
            if fact.by_seat == by_seat and fact.name != "turn" and hasattr(self.view, fact.name):
                yield fact.name, items.get(fact.name)

    def cells_of_seat(self, seat: str) -> tuple[Cell, ...]:
        """Return all a seat has, each fact after its name where there are several."""
        facts, cells = [*self.facts(by_seat=True)], list[Cell]()
        for name, of in facts:
            values = getattr(self.view, name) or {}
            found = self.backs(name, of, seat)
            if seat in values:
                found = self.cells(name, of, values[seat])
            is_named = len(facts) > 1 and not any(isinstance(cell, Number) for cell in found)
            cells += [Note(self.noun("fact", name)), *found] if found and is_named else found
        return tuple(cells)

    def rows_of_table(self) -> Iterator[Row]:
        for name, of in self.facts(by_seat=False):
            value = getattr(self.view, name)
            cells = self.backs(name, of, None) if value is None else self.cells(name, of, value)
            if cells:
                title = self.noun("fact", name)
                cells = [Number(cell.value) if cell == Number(value, title) else cell for cell in cells]
                yield Row(tuple(cells), title=title)

    def backs(self, name: str, of: FactOfItem | None, seat: str | None) -> list[Cell]:
        """Return what a viewer sees of a hidden fact; nothing where it does not see how many there are."""
        number: Any = getattr(self.view, "backs", {}).get(name)
        number = number.get(seat) if isinstance(number, Mapping) else number
        if of is None or not number:
            return []
        back = self.cell(of.item, None)
        return [back] * number if number <= MOST_BACKS else [back, Number(number)]

    def cells(self, name: str, of: FactOfItem | None, value: Any) -> list[Cell]:
        """Return the value of a fact as cells; one that is no equipment in words."""
        shape = of.shape if of is not None and not of.by else "other"
        if of is not None and shape == "many":
            return [self.cell(of.item, each) for each in value]
        if of is not None and shape == "one":
            return [self.cell(of.item, value)]
        if of is not None and shape == "numbers":
            return [Number(n, self.noun(of.item.name, kind)) for kind, n in value.items() if n]
        if isinstance(value, int) and not isinstance(value, bool):
            return [Number(value, self.noun("fact", name))]
        return [Note(value_in_words(msgspec.to_builtins(value), self.lang, self.view.game, self.view.names))]

    def cell(self, item: Item, value: Kind | None) -> Cell:
        """Return one thing; its kind, face or place None: it is not seen."""
        fields = [
            field for field, values in choices_of(self.view.game).items() if {*values} <= {*item.values}
        ]
        picks = "" if value is None else " ".join(f"{field}:{value}" for field in fields)
        if isinstance(item, Dice):
            return Die(None if value is None else int(value), picks)
        if isinstance(item, Pieces):
            return Chip("–" if value is None else self.noun(item.name, value), picks)
        return Card(None if value is None else self.noun(item.name, value), picks)

    def rows_of_choices(self, there: set[str]) -> Iterator[Row]:
        """Yield for each field of an act a row of chips: the values that are not `there` to be tapped."""
        for field, values in choices_of(self.view.game).items():
            left = [value for value in values if f"{field}:{value}" not in there]
            if left and len(values) <= MOST_CHIPS:
                yield Row(
                    tuple([Chip(self.thing(value), f"{field}:{value}", is_offered=True) for value in left])
                )

    def thing(self, value: Kind) -> str:
        return thing_words(value, self.lang, self.view.game) if isinstance(value, str) else str(value)


@cache
def choices_of(game: str) -> dict[str, tuple[Kind, ...]]:
    """Return by field the words and numbers that some act of a game can name there."""
    found: dict[str, tuple[Kind, ...]] = {}
    for act in find_game(game).acts:
        for field, values in values_by_field(act.event).items():
            found[field] = tuple(dict.fromkeys((*found.get(field, ()), *values)))
    return {field: values for field, values in found.items() if not isinstance(values[0], bool)}


BOARD = panel_board(panel_of_view)
