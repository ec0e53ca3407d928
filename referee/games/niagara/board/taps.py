"""Taps on the river that mean an action: a canoe, then a space, a site, a canoe to steal from."""

from events.base import Event
from referee.draw.svg import Node, path
from referee.games.niagara.board.picture import card_icon
from referee.games.niagara.board.text import RIVER_SPACES
from referee.games.niagara.events import (
    CanoeBought,
    CanoeLanded,
    CanoeLost,
    CanoeMoved,
    CloudMoved,
    GemAct,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.games.niagara.tables import SITE_AT, drift
from referee.games.niagara.view import View


def picks(view: View, event: Event) -> tuple[str, ...]:
    """Return the ids by which an action is meant, in order; empty where it has only a button."""
    match event:
        case PaddleChosen(card=card):
            return ("face_down",) if card is None else (f"paddle:{card}",)
        case PaddleRevealed(card=card):
            return (f"show:{card}",)
        case CanoeBought(seat, gem, canoe):
            return (f"canoe:{seat}.{canoe}", f"pay:{gem}")
        case CloudMoved(to=to):
            return (f"weather:{to}",)
        case RiverFlowed(exits):
            return tuple(f"exit{n}:{side}" for n, side in enumerate(exits, 1))
        case CanoeMoved():
            return _canoe_ids(event, view.canoes[event.seat][event.canoe - 1].at)
    return ()


def picks_ahead(view: View, events: tuple[Event, ...]) -> tuple[str, ...]:
    """Return the ids by which an act is meant that is told with what it implies: the card first."""
    *lead, event = events
    shown = tuple(f"show:{each.card}" for each in lead if isinstance(each, PaddleRevealed))
    if isinstance(event, TurnEnded):
        return (*shown, "end:turn")
    exits = next((each.exits for each in lead if isinstance(each, RiverFlowed)), ())
    if isinstance(event, CanoeMoved):
        here = drift(view.canoes[event.seat][event.canoe - 1].at, exits)
        return (*shown, *_canoe_ids(event, here))
    return (*shown, *picks(view, event))


def pieces_of(event: Event) -> tuple[str, ...]:
    """Return the ids of the pieces an event moves."""
    match event:
        case CloudMoved():
            return ("cloud",)
        case RiverFlowed(exits) if exits:
            return ("river",)
        case CanoeBought(seat, _, canoe) if canoe is not None:
            return (f"canoe:{seat}.{canoe}",)
        case CanoeMoved(seat, canoe) | CanoeLanded(seat, canoe) | CanoeLost(seat, canoe):
            return (f"canoe:{seat}.{canoe}",)
    return ()


def icon(id: str) -> tuple[Node, float] | None:
    """Return a paddle card, or an arrow for the arm a disc took, and its width; None for other ids."""
    kind, _, card = id.partition(":")
    if kind in ("paddle", "show", "face_down"):
        return card_icon(card or None)
    if not kind.startswith("exit"):
        return None
    turn = "rotate(180 12 12)" if id.endswith(":right") else None
    return path("M21 8.5H12V3.5L3 12L12 20.5V15.5H21Z", "f-ink", transform=turn), 24


def _canoe_ids(event: CanoeMoved, here: str) -> tuple[str, ...]:
    """Return the taps of the action of a canoe that lies `here`: canoe, site, target, site, victim."""
    ids = [f"canoe:{event.seat}.{event.canoe}", *_site_ids(here, event.before)]
    ids += [f"to:{event.to}"] if event.to != here else []
    ids += _site_ids(event.to, event.after)
    ids += [f"steal:{event.steal.seat}.{event.steal.canoe}"] if event.steal else []
    return tuple(ids)


def own_pieces(view: View) -> tuple[str, ...]:
    """Return the ids of the canoes that can be put elsewhere by hand: all."""
    return tuple(f"canoe:{seat}.{n}" for seat in view.seats for n in (1, 2))


def put_by_hand(view: View, id: str) -> dict[str, dict[str, str]]:
    """Return where a canoe may be put by hand: by tapped id, the fact (path and value) that says so."""
    path = f"canoes.{id.partition(':')[2]}.at"
    places = {space: space for space in (*RIVER_SPACES, "land")} | {"falls": "lost"}
    seat, _, n = id.partition(":")[2].partition(".")
    here = view.canoes[seat][int(n) - 1].at
    return {f"to:{space}": {path: place} for space, place in places.items() if place != here}


def fact_by_hand(view: View, id: str) -> str:
    """Return the fact that a gem site, the weather or a card of the own hand shows; else nothing."""
    kind, _, value = id.partition(":")
    return {"site": f"sites.{value}", "weather": "weather", "paddle": f"hands.{view.seat}"}.get(kind, "")


def _site_ids(space: str, acts: tuple[GemAct, ...]) -> list[str]:
    """Return what is touched at a site: the site, then what is unloaded or loaded; empty for no acts."""
    if not acts:
        return []
    return [f"site:{SITE_AT[space]}", *(f"{act.act}:{act.gem or ''}" for act in acts)]
