"""What lies on the board for everybody to see: what people say by "this is all of it"."""

from collections import Counter
from typing import Any

from referee.draw import picture_of
from referee.kernel.equipment import Dice
from referee.kernel.game import Game
from referee.kernel.sketch import FactOfItem, facts_of_items
from referee.service.ask.taps import spaces
from referee.service.catch_up.told import public_facts
from referee.service.commands.correct import CHOICE, settable_facts


def facts_on_board(game: Game, state: Any) -> dict[str, Any]:
    """Return the public facts that are seen by looking at the board, by path.

    That is what lies with a seat, what the table has of things that lie nowhere else, where and how a piece
    stands, and what a thing on the board shows. What is left of a heap follows from what was taken of it,
    dice are thrown anew, and whose turn it is, or how often something was done, lies nowhere.
    """
    items = facts_of_items(game.facts, game.equipment)
    places = Counter(item.item.name for item in items)
    stands = _facts_of_pieces(game, state)
    found = {}
    for path, value in public_facts(game, state).items():
        first, last = path.partition(".")[0], path.rpartition(".")[2]
        lying = [item for item in items if item.name in {first, f"{first}.{last}"}]
        if any(_is_seen(item, places) for item in lying) or (path in stands and not lying):
            found[path] = value
    return found


def _is_seen(item: FactOfItem, places: Counter[str]) -> bool:
    """Return whether what lies there is seen, and is no heap; `places`: in how many facts each item lies."""
    is_lying = item.is_public and not isinstance(item.item, Dice)
    return is_lying and (item.by_seat or places[item.item.name] == 1)


def _facts_of_pieces(game: Game, state: Any) -> set[str]:
    """Return the facts that say where pieces stand and how, and those that things on the board show."""
    view, picture = game.view(state, None), picture_of(game.id)
    put = (picture.put_by_hand(view, piece) for piece in picture.own_pieces(view))
    found = {path for places in put for path in next(iter(places.values()), {})}
    beside = {whole for path in found if (whole := path.rpartition(".")[0])}
    found |= {
        fact.path
        for fact in settable_facts(game, state, None)
        if fact.kind == CHOICE and fact.path.rpartition(".")[0] in beside
    }
    return found | {picture.fact_by_hand(view, id) for id in spaces(view)}
