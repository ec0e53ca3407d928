"""The page to correct the board: a piece is tapped, then its place; other facts are typed."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from events.base import Event
from events.envelope import encode
from referee.draw import picture_of
from referee.draw.picks import pick_words
from referee.draw.svg import link_taps
from referee.l10n.options import describe_event
from referee.languages import listed
from referee.service.commands.correct import CHOICE, LIST, NUMBER, OPEN, SettableFact, make_correction
from referee.web.acts.correct_facts import fact_name, fact_value_words, facts_of, format_fact, value_words
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import PICTURES, drawing_of
from referee.web.pages.frame import Page

MOST_NAMED = 24
"""So many members of a list are named under it."""

MOST_AT_ONCE = 60
"""Of more places than this each is small: the one that is tapped is asked about before it is said."""

Places = Mapping[str, Mapping[str, Any]]
"""Where a piece may be put: what is tapped there, with the facts that says."""


class Row(NamedTuple):
    """A fact to be changed: chosen among `options`, with their values and words, or typed.

    A number lies between `least` and `most`, None where there is no such end; `hint` names what may stand in
    a list, empty where that would be too much.
    """

    path: str
    name: str
    options: list[tuple[str, str]]
    value: str
    is_number: bool
    least: int | None
    most: int | None
    hint: str


def correct_page(context: RequestContext) -> Page:
    """Return the page to correct the board: a piece is tapped, then its place.

    Other facts are listed below, to be chosen or typed.
    """
    pieces = _piece_ids(context)
    piece, _, place = context.picked.get("pick", "").partition(" ")
    piece = piece if piece in pieces else ""
    places = _places_of(context, piece) if piece else {}
    usual = drawing_of(context)
    size = (picture_of(context.game.id).size_by_hand or usual) if piece else usual
    drawn, sheet = PICTURES.draw(context.view, context.lang, size)
    facts, own = _facts_to_type(context), piece.partition(":")[2].split(".")
    of_piece = [fact for fact in facts if fact.path.split(".")[1 : 1 + len(own)] == own] if piece else []
    meant = _correction(context, places[place]) if place in places else None
    return Page(
        context.say("web.board_differs"),
        "correct.html",
        board=sheet,
        picture=link_taps(drawn, _taps(context, pieces, piece, places)) if pieces else None,
        figure_class="board wide" if size == "table" else "board" if size == "phone" else "board roams",
        piece=pick_words(context.view, context.lang, piece) if piece else "",
        anew=_address(context, ""),
        meant=(encode(meant).decode(), describe_event(context.state, meant, context.lang)) if meant else None,
        of_piece=[_row(context, fact) for fact in of_piece],
        usual=[_row(context, fact) for fact in facts if fact.is_there],
        nowhere=[_row(context, fact) for fact in facts if not fact.is_there],
    )


def _piece_ids(context: RequestContext) -> tuple[str, ...]:
    """Return the ids of the pieces that may be tapped, as the game's board names them."""
    return picture_of(context.game.id).own_pieces(context.view)


def _places_of(context: RequestContext, piece: str) -> Places:
    """Return where a piece may be put by a tap; empty where the board has no such places."""
    return picture_of(context.game.id).put_by_hand(context.view, piece)


def _taps(
    context: RequestContext, pieces: Iterable[str], piece: str, places: Places
) -> dict[str, Mapping[str, object]]:
    """Return the link of each id on the board: a piece to its places, a place to the correction."""
    if not piece:
        return {id: _link(context, id, pick_words(context.view, context.lang, id)) for id in pieces}
    own = {**_link(context, "", pick_words(context.view, context.lang, piece)), "class_": "tap picked"}
    found: dict[str, Mapping[str, object]] = {piece: own}
    if len(places) > MOST_AT_ONCE:
        named = ((id, pick_words(context.view, context.lang, id)) for id in places)
        return found | {id: _link(context, f"{piece} {id}", said) for id, said in named}
    for id, facts in places.items():
        event = _correction(context, facts)
        said = {"data_event": encode(event).decode()}
        found[id] = {
            **_link(context, f"{piece} {id}", describe_event(context.state, event, context.lang)),
            **said,
        }
    return found


def _link(context: RequestContext, picked: str, label: str) -> dict[str, object]:
    """Return the attributes of a link to this page with the taps `picked`."""
    return {"href": _address(context, picked), "role": "button", "class_": "tap", "aria_label": label}


def _address(context: RequestContext, picked: str) -> str:
    """Return the address of this page with the taps `picked`; none where that is empty."""
    asked = {"as": context.seat} if context.is_lent else {}
    asked |= {"pick": picked} if picked else {}
    return f"{context.root}correct{'?' if asked else ''}{urlencode(asked)}"


def _correction(context: RequestContext, facts: Mapping[str, Any]) -> Event:
    """Return the correction that sets some facts, as the viewer's position has the others."""
    return make_correction(context.game, context.state, facts, viewer=context.seat)


def _facts_to_type(context: RequestContext) -> list[SettableFact]:
    """Return the facts to be chosen or typed, without open ones that are set on the board."""
    on_board = {
        path.rpartition(".")[2]
        for piece in _piece_ids(context)[:1]
        for facts in _places_of(context, piece).values()
        for path in facts
    }
    return [
        fact
        for fact in facts_of(context)
        if fact.kind != OPEN or fact.path.rpartition(".")[2] not in on_board
    ]


def _row(context: RequestContext, fact: SettableFact) -> Row:
    """Return the form row of a fact: chosen among options, or typed with limits and a hint."""
    is_chosen = fact.kind == CHOICE or _has_named_numbers(context, fact)
    is_hinted = fact.kind == LIST and 0 < len(fact.choices) <= MOST_NAMED
    hint = listed((value_words(context, each) for each in fact.choices), context.lang) if is_hinted else ""
    values = (fact.choices or range(fact.least or 0, (fact.most or 0) + 1)) if is_chosen else ()
    return Row(
        path=fact.path,
        name=fact_name(context, fact.path),
        options=[
            (_format(each), "–" if each is None else fact_value_words(context, fact.path, each))
            for each in values
        ],
        value=_format(fact.value) if is_chosen else format_fact(context, fact),
        is_number=fact.kind == NUMBER,
        least=fact.least,
        most=fact.most,
        hint=hint,
    )


def _has_named_numbers(context: RequestContext, fact: SettableFact) -> bool:
    """Return whether a number has few values and a word for the least: it is chosen, not typed."""
    if fact.kind != NUMBER or fact.least is None or fact.most is None or fact.value is None:
        return False
    is_named = fact_value_words(context, fact.path, fact.least) != str(fact.least)
    return is_named and fact.most - fact.least <= MOST_NAMED


def _format(value: Any) -> str:
    """Return a value as a form sends it: empty for None, `true`/`false` for a bool."""
    return "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
