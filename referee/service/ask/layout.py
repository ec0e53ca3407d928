"""The table a question is about as it can be drawn: what was told, all else as it usually is."""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import encode
from events.table import TableOpened
from referee.draw import picture_of
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused
from referee.service.ask.asked import Asked, read_events
from referee.service.ask.beginning import AtNoTable
from referee.service.ask.unknowns import SetUpError, make_sketch, set_up
from referee.service.tables.opening import LETTERS

_MOST_SET_UP = 4
"""So many acts of setting up are done at most."""


class Layout(NamedTuple):
    """A table before what is asked about, and the record that leads there.

    `acts_done`: so many of the question's acts set it up.
    """

    state: Any
    acts_done: int
    record: tuple[Event, ...]


def lay_out(asked: Asked) -> Layout | Refused:
    """Return the table of a question, set up as told, else as usual, until its board has pieces.

    A refusal where no table opens so, or where the facts told cannot be together. Raises MalformedError.
    """
    game, acts = find_game(asked.game), read_events(asked.game, asked.acts)
    begun = AtNoTable(game, asked, acts)
    opened = begun.opened
    try:
        setting, n = set_up(opened, begun.record), 0
    except SetUpError as error:
        return error.refused
    for _ in range(_MOST_SET_UP if asked.record is None else 0):
        if game.acting(setting.state) != (TABLE,):
            break
        told = acts[n : n + 1]
        if told and isinstance(game.decide(setting.state, told[0]), Accepted):
            setting, n = set_up(opened, (*setting.acts, *told)), n + 1
        elif has_pieces(game, setting.state) or not (usual := game.legal(setting.state, TABLE)):
            break
        else:
            setting = set_up(opened, (*setting.acts, usual[0]))
    layout = Layout(setting.state, n, (opened, *setting.acts))
    if not asked.facts:
        return layout
    corrected = make_sketch(game, setting, asked.facts).correction({})
    verdict = game.decide(setting.state, corrected)
    if isinstance(verdict, Refused):
        return verdict
    return layout._replace(state=verdict.state, record=(*layout.record, corrected))


def has_pieces(game: Game, state: Any) -> bool:
    """Return whether there is something on the board that can be put elsewhere by hand."""
    return bool(picture_of(game.id).own_pieces(game.view(state, None)))


def letters(n: int, game: Game) -> tuple[str, ...]:
    """Return so many seats, called by letters; as few or as many as the game allows."""
    players = game.ruleset.players
    return tuple(LETTERS[: min(max(n, players[0]), players[-1])])


def new_sketch(game: Game) -> Asked:
    """Return a question of which nothing is told yet, on a board much smaller than usual if there is one."""
    asked = Asked(game=game.id, seats=letters(0, game))
    opened = game.decide(None, TableOpened(game=game.id, seats=asked.seats))
    if isinstance(opened, Refused) or has_pieces(game, opened.state):
        return asked
    sized = [
        (len(encode(game.view(verdict.state, None))), n, event)
        for n, event in enumerate(game.legal(opened.state, TABLE))
        if isinstance(verdict := game.decide(opened.state, event), Accepted)
    ]
    size, _, smallest = min(sized, default=(0, 0, None))
    is_smaller = bool(sized) and 2 * size < sized[0][0]
    return replace(asked, acts=(msgspec.json.decode(encode(smallest)),)) if is_smaller else asked
