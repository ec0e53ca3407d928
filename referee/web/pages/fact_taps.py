"""Facts set by taps: what lies on a board, whose it is, and which facts belong to it."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from referee.draw import picture_of
from referee.draw.palette import badge
from referee.draw.picks import pick_words
from referee.draw.svg import Node
from referee.kernel.game import Game
from referee.languages import headed
from referee.service.commands.correct import SettableFact, settable_facts

TABLE = "table"
"""What facts that belong to no seat and no piece are about."""


class Chip(NamedTuple):
    """Something to tap: the query that does it, its words, whether it is so already.

    `badge` is the mark of the seat it belongs to, `whose` the name; None and empty where that is none.
    """

    query: str
    words: str
    is_on: bool
    badge: Node | None = None
    whose: str = ""


class FactTaps:
    """A board on which facts are set by taps: `state` as it stands so far, `view` as it is drawn.

    `viewer` says whose facts can be set: a seat, everybody (None) or the referee.
    """

    def __init__(self, game: Game, state: Any, view: Any, lang: str, viewer: str | None) -> None:
        self.game, self.state, self.view, self.lang, self.viewer = game, state, view, lang, viewer
        self.pieces = picture_of(game.id).own_pieces(view)
        self._places: dict[str, Mapping[str, Mapping[str, Any]]] = {}

    def seat_of(self, id: str) -> str:
        """Return the seat an id speaks of; empty where it speaks of none."""
        return next((part for part in re.split("[:.]", id) if part in self.state.seats), "")

    def places_of(self, piece: str) -> Mapping[str, Mapping[str, Any]]:
        """Return where a piece may be put, with the facts that says; nowhere what is none."""
        if piece not in self.pieces:
            return {}
        if piece not in self._places:
            self._places[piece] = picture_of(self.game.id).put_by_hand(self.view, piece)
        return self._places[piece]

    def words(self, id: str) -> str:
        return pick_words(self.view, self.lang, id)

    def full_words(self, piece: str) -> str:
        """Return the words of a piece with whose it is, for whoever does not see its colour."""
        whose = self.whose(piece)
        return headed(whose, self.words(piece), self.lang) if whose else self.words(piece)

    def whose(self, id: str) -> str:
        """Return the name of the seat an id speaks of; empty where it speaks of none, or its words say it."""
        seat = self.seat_of(id)
        name = self.state.names.get(seat, seat)
        return "" if id in self.pieces and name in self.words(id) else name

    def badge(self, id: str) -> Node | None:
        """Return the mark of the seat an id speaks of; None where it speaks of none."""
        seat = self.seat_of(id)
        return badge(self.state, seat, 12) if seat else None

    @cached_property
    def facts(self) -> tuple[SettableFact, ...]:
        """The facts that can be set, as they are so far."""
        return settable_facts(self.game, self.state, self.viewer)

    def facts_about(self, what: str) -> Iterator[SettableFact]:
        """Yield the facts of a piece but where it is, of a seat but of its pieces, or of the whole table."""
        own = what.partition(":")[2].split(".") if what != TABLE else []
        is_piece = what in self.pieces
        on_board = {path for facts in self.places_of(what).values() for path in facts} if is_piece else ()
        pieces = {tuple(piece.partition(":")[2].split(".")) for piece in self.pieces}
        for fact in self.facts:
            steps = fact.path.split(".")[1:]
            if own:
                is_meant = steps[: len(own)] == own and (is_piece or (steps[0], *steps[1:2]) not in pieces)
            else:
                is_meant = not {*steps} & {*self.state.seats}
            if is_meant and fact.path not in on_board:
                yield fact
