"""The board differs: a piece is tapped, then where it stands; every other fact is folded away below."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from events.base import Event
from events.envelope import encode
from referee.draw import board_of
from referee.draw.picks import pick_words
from referee.draw.taps import tapped
from referee.languages import listed
from referee.service.answers.base import words_of
from referee.service.commands.changes.correct import correction_of
from referee.service.tables.settable_facts import CHOICE, LIST, NUMBER, OPEN, SettableFact
from referee.web.acts.visit import Page, Visit
from referee.web.forms.facts import fact_name, fact_value, facts_of, shown, worded
from referee.web.parts.board import PICTURES, drawing_of, figure
from referee.web.parts.buttons import tap_form
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import action, hidden

MOST_NAMED = 24
"""So many members of a list are named under it."""

FEW_FACTS = 4
"""So many facts of a piece are asked unfolded."""

MOST_AT_ONCE = 60
"""Of more places than this each is small: the one that is tapped is asked about before it is said."""

Places = Mapping[str, Mapping[str, Any]]
"""Where a piece may be put: what is tapped there, with the facts that says."""


def correct_page(visit: Visit) -> Page:
    """Show the board: the piece that stands elsewhere is tapped, then where; with what is known of it."""
    pieces = piece_ids(visit)
    piece, _, place = visit.picked.get("pick", "").partition(" ")
    piece = piece if piece in pieces else ""
    places = places_of(visit, piece) if piece else {}
    usual = drawing_of(visit)
    size = getattr(board_of(visit.game.id), "BY_HAND", usual) if piece else usual
    drawn, sheet = PICTURES.drawn(visit.view, visit.lang, size)
    picture = Html(tapped(drawn, taps(visit, pieces, piece, places)))
    return Page(
        visit.say("web.board_differs"),
        el("h1", visit.say("web.board_differs"), class_="title"),
        trail(visit, piece)
        if piece
        else el("p", visit.say("web.tap_the_piece" if pieces else "web.correct_how")),
        meant(visit, places[place]) if place in places else None,
        figure(picture, tap_form(visit), is_wide=size == "table", roams=size not in ("phone", "table"))
        if pieces
        else None,
        of_piece(visit, piece) if piece else None,
        every_fact(visit, is_open=not pieces),
        board=sheet,
    )


def piece_ids(visit: Visit) -> tuple[str, ...]:
    """List the pieces that may be tapped, as the board of the game names them."""
    named = getattr(board_of(visit.game.id), "own_pieces", None)
    return tuple(named(visit.view)) if named else ()


def places_of(visit: Visit, piece: str) -> Places:
    """List where a piece may be put by a tap; nothing where the board has no such places."""
    named = getattr(board_of(visit.game.id), "put_by_hand", None)
    return named(visit.view, piece) if named else {}


def taps(visit: Visit, pieces: Iterable[str], piece: str, places: Places) -> dict[str, Mapping[str, object]]:
    """Say where each thing on the board leads: a piece to its places, a place to the correction."""
    if not piece:
        return {id: link(visit, id, pick_words(visit.view, visit.lang, id)) for id in pieces}
    own = {**link(visit, "", pick_words(visit.view, visit.lang, piece)), "class_": "tap picked"}
    found: dict[str, Mapping[str, object]] = {piece: own}
    if len(places) > MOST_AT_ONCE:
        named = ((id, pick_words(visit.view, visit.lang, id)) for id in places)
        return found | {id: link(visit, f"{piece} {id}", said) for id, said in named}
    for id, facts in places.items():
        event = corrected(visit, facts)
        said = {"data_event": encode(event).decode()}
        found[id] = {**link(visit, f"{piece} {id}", words_of(visit.state, event, visit.lang)), **said}
    return found


def link(visit: Visit, picked: str, label: str) -> dict[str, object]:
    """Link this page with so much tapped."""
    return {"href": address(visit, picked), "role": "button", "class_": "tap", "aria_label": label}


def address(visit: Visit, picked: str) -> str:
    """Address this page with so much tapped."""
    asked = {"as": visit.seat} if visit.is_lent else {}
    asked |= {"pick": picked} if picked else {}
    return f"{visit.root}correct{'?' if asked else ''}{urlencode(asked)}"


def corrected(visit: Visit, facts: Mapping[str, Any]) -> Event:
    """Write the correction that some facts are."""
    return correction_of(visit.game, visit.state, facts, viewer=visit.seat)


def trail(visit: Visit, piece: str) -> Html:
    """Say which piece was tapped, and the way back."""
    back = el("a", visit.say("web.choose_again"), href=address(visit, ""), class_="quiet", data_key="Escape")
    said = visit.say("web.tap_the_place", what=pick_words(visit.view, visit.lang, piece))
    return el("p", el("b", said), " ", back, class_="trail", role="status")


def meant(visit: Visit, facts: Mapping[str, Any]) -> Html:
    """Offer a correction that was tapped, where no script sent it."""
    event = corrected(visit, facts)
    button = el(
        "button", words_of(visit.state, event, visit.lang), name="event", value=encode(event).decode(),
        class_="offer main",
    )  # fmt: skip
    return el("form", hidden(visit), button, method="post", action=action(visit, "do"))


def of_piece(visit: Visit, piece: str) -> Html:
    """Show the few facts of one piece; more than a few are folded away below the board."""
    own = piece.partition(":")[2].split(".")
    facts = [fact for fact in typed_facts(visit) if fact.path.split(".")[1 : 1 + len(own)] == own]
    if not facts:
        return NOTHING
    asked = form(visit, "piece", [row(visit, fact, "piece.") for fact in facts])
    if len(facts) <= FEW_FACTS:
        return asked
    return el("details", el("summary", visit.say("web.facts_of_it")), asked, id="facts-of-it")


def typed_facts(visit: Visit) -> list[SettableFact]:
    """List the facts to be chosen or written; what cannot be said in words is tapped on the board alone."""
    tapped_ones = {
        path.rpartition(".")[2]
        for piece in piece_ids(visit)[:1]
        for facts in places_of(visit, piece).values()
        for path in facts
    }
    facts = facts_of(visit)
    return [fact for fact in facts if fact.kind != OPEN or fact.path.rpartition(".")[2] not in tapped_ones]


def every_fact(visit: Visit, *, is_open: bool) -> Html:
    """Fold away every fact of the position; what is nowhere on the board now last."""
    facts = typed_facts(visit)
    usual = [row(visit, fact) for fact in facts if fact.is_there]
    rest = [row(visit, fact) for fact in facts if not fact.is_there]
    nowhere = (
        el("details", el("summary", visit.say("web.not_there_now")), el("div", rest, class_="facts"))
        if rest
        else None
    )
    summary = el("summary", visit.say("web.every_fact"))
    return el("details", summary, form(visit, "all", usual, nowhere), id="every-fact", open=is_open)


def form(visit: Visit, name: str, rows: list[Html], more: Html | None = None) -> Html:
    """Make a form that asks the table to set facts."""
    reason = f"reason-{name}"
    return el(
        "form",
        hidden(visit),
        el("div", rows, class_="facts"),
        more,
        el("p", el("label", visit.say("web.reason"), for_=reason), el("input", id=reason, name="reason")),
        el("button", visit.say("web.propose"), class_="main"),
        method="post",
        action=action(visit, "correct"),
    )


def row(visit: Visit, fact: SettableFact, of: str = "") -> Html:
    """Show one fact to be changed: chosen, counted, or written; `of` tells forms on one page apart."""
    field = f"fact.{fact.path}"
    id = of + field
    label = el("label", fact_name(visit, fact.path), for_=id)
    if fact.kind == CHOICE or has_named_numbers(visit, fact):
        return el("p", label, chooser(visit, fact, field, id), class_="fact")
    hint = members(visit, fact, id) if fact.kind == LIST else None
    is_number = fact.kind == NUMBER
    return el(
        "p",
        label,
        el(
            "input",
            id=id,
            name=field,
            value=shown(visit, fact),
            type="number" if is_number else None,
            min=fact.least if is_number else None,
            max=fact.most if is_number else None,
            autocomplete="off",
            aria_describedby=f"{id}.may" if hint else None,
        ),
        hint,
        class_="fact",
    )


def has_named_numbers(visit: Visit, fact: SettableFact) -> bool:
    """Whether a count has few values, and the game has a word for its least: it is chosen, not written."""
    if fact.kind != NUMBER or fact.least is None or fact.most is None or fact.value is None:
        return False
    named = fact_value(visit, fact.path, fact.least) != str(fact.least)
    return named and fact.most - fact.least <= MOST_NAMED


def chooser(visit: Visit, fact: SettableFact, field: str, id: str) -> Html:
    """Let one of all values be chosen."""
    choices = fact.choices or range(fact.least or 0, (fact.most or 0) + 1)
    options = [
        el(
            "option",
            "–" if value is None else fact_value(visit, fact.path, value),
            value="" if value is None else "true" if value is True else "false" if value is False else value,
            selected=value == fact.value,
        )
        for value in choices
    ]
    return el("select", options, id=id, name=field)


def members(visit: Visit, fact: SettableFact, id: str) -> Html | None:
    """Name what may stand in a list."""
    if not 0 < len(fact.choices) <= MOST_NAMED:
        return None
    return el("small", listed((worded(visit, value) for value in fact.choices), visit.lang), id=f"{id}.may")
