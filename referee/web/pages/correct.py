"""The board differs: a piece is tapped, then where it stands; every other fact is folded away below."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from events.base import Event
from events.envelope import encode
from referee.draw import picture_of
from referee.draw.picks import pick_words
from referee.draw.taps import tapped
from referee.l10n.options import describe_event
from referee.languages import listed
from referee.service.commands.changes.correct import correction_of
from referee.service.tables.settable_facts import CHOICE, LIST, NUMBER, OPEN, SettableFact
from referee.web.acts.request_context import Page, RequestContext
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


def correct_page(context: RequestContext) -> Page:
    """Show the board: the piece that stands elsewhere is tapped, then where; with what is known of it."""
    pieces = piece_ids(context)
    piece, _, place = context.picked.get("pick", "").partition(" ")
    piece = piece if piece in pieces else ""
    places = places_of(context, piece) if piece else {}
    usual = drawing_of(context)
    size = (picture_of(context.game.id).size_by_hand or usual) if piece else usual
    drawn, sheet = PICTURES.drawn(context.view, context.lang, size)
    picture = Html(tapped(drawn, taps(context, pieces, piece, places)))
    return Page(
        context.say("web.board_differs"),
        el("h1", context.say("web.board_differs"), class_="title"),
        trail(context, piece)
        if piece
        else el("p", context.say("web.tap_the_piece" if pieces else "web.correct_how")),
        meant(context, places[place]) if place in places else None,
        figure(picture, tap_form(context), is_wide=size == "table", roams=size not in ("phone", "table"))
        if pieces
        else None,
        of_piece(context, piece) if piece else None,
        every_fact(context, is_open=not pieces),
        board=sheet,
    )


def piece_ids(context: RequestContext) -> tuple[str, ...]:
    """List the pieces that may be tapped, as the board of the game names them."""
    return picture_of(context.game.id).own_pieces(context.view)


def places_of(context: RequestContext, piece: str) -> Places:
    """List where a piece may be put by a tap; nothing where the board has no such places."""
    return picture_of(context.game.id).put_by_hand(context.view, piece)


def taps(
    context: RequestContext, pieces: Iterable[str], piece: str, places: Places
) -> dict[str, Mapping[str, object]]:
    """Say where each thing on the board leads: a piece to its places, a place to the correction."""
    if not piece:
        return {id: link(context, id, pick_words(context.view, context.lang, id)) for id in pieces}
    own = {**link(context, "", pick_words(context.view, context.lang, piece)), "class_": "tap picked"}
    found: dict[str, Mapping[str, object]] = {piece: own}
    if len(places) > MOST_AT_ONCE:
        named = ((id, pick_words(context.view, context.lang, id)) for id in places)
        return found | {id: link(context, f"{piece} {id}", said) for id, said in named}
    for id, facts in places.items():
        event = corrected(context, facts)
        said = {"data_event": encode(event).decode()}
        found[id] = {
            **link(context, f"{piece} {id}", describe_event(context.state, event, context.lang)),
            **said,
        }
    return found


def link(context: RequestContext, picked: str, label: str) -> dict[str, object]:
    """Link this page with so much tapped."""
    return {"href": address(context, picked), "role": "button", "class_": "tap", "aria_label": label}


def address(context: RequestContext, picked: str) -> str:
    """Address this page with so much tapped."""
    asked = {"as": context.seat} if context.is_lent else {}
    asked |= {"pick": picked} if picked else {}
    return f"{context.root}correct{'?' if asked else ''}{urlencode(asked)}"


def corrected(context: RequestContext, facts: Mapping[str, Any]) -> Event:
    """Write the correction that some facts are."""
    return correction_of(context.game, context.state, facts, viewer=context.seat)


def trail(context: RequestContext, piece: str) -> Html:
    """Say which piece was tapped, and the way back."""
    back = el(
        "a", context.say("web.choose_again"), href=address(context, ""), class_="quiet", data_key="Escape"
    )
    said = context.say("web.tap_the_place", what=pick_words(context.view, context.lang, piece))
    return el("p", el("b", said), " ", back, class_="trail", role="status")


def meant(context: RequestContext, facts: Mapping[str, Any]) -> Html:
    """Offer a correction that was tapped, where no script sent it."""
    event = corrected(context, facts)
    words = describe_event(context.state, event, context.lang)
    button = el("button", words, name="event", value=encode(event).decode(), class_="offer main")
    return el("form", hidden(context), button, method="post", action=action(context, "do"))


def of_piece(context: RequestContext, piece: str) -> Html:
    """Show the few facts of one piece; more than a few are folded away below the board."""
    own = piece.partition(":")[2].split(".")
    facts = [fact for fact in typed_facts(context) if fact.path.split(".")[1 : 1 + len(own)] == own]
    if not facts:
        return NOTHING
    asked = form(context, "piece", [row(context, fact, "piece.") for fact in facts])
    if len(facts) <= FEW_FACTS:
        return asked
    return el("details", el("summary", context.say("web.facts_of_it")), asked, id="facts-of-it")


def typed_facts(context: RequestContext) -> list[SettableFact]:
    """List the facts to be chosen or written; what cannot be said in words is tapped on the board alone."""
    tapped_ones = {
        path.rpartition(".")[2]
        for piece in piece_ids(context)[:1]
        for facts in places_of(context, piece).values()
        for path in facts
    }
    facts = facts_of(context)
    return [fact for fact in facts if fact.kind != OPEN or fact.path.rpartition(".")[2] not in tapped_ones]


def every_fact(context: RequestContext, *, is_open: bool) -> Html:
    """Fold away every fact of the position; what is nowhere on the board now last."""
    facts = typed_facts(context)
    usual = [row(context, fact) for fact in facts if fact.is_there]
    rest = [row(context, fact) for fact in facts if not fact.is_there]
    nowhere = (
        el("details", el("summary", context.say("web.not_there_now")), el("div", rest, class_="facts"))
        if rest
        else None
    )
    summary = el("summary", context.say("web.every_fact"))
    return el("details", summary, form(context, "all", usual, nowhere), id="every-fact", open=is_open)


def form(context: RequestContext, name: str, rows: list[Html], more: Html | None = None) -> Html:
    """Make a form that asks the table to set facts."""
    reason = f"reason-{name}"
    return el(
        "form",
        hidden(context),
        el("div", rows, class_="facts"),
        more,
        el("p", el("label", context.say("web.reason"), for_=reason), el("input", id=reason, name="reason")),
        el("button", context.say("web.propose"), class_="main"),
        method="post",
        action=action(context, "correct"),
    )


def row(context: RequestContext, fact: SettableFact, of: str = "") -> Html:
    """Show one fact to be changed: chosen, counted, or written; `of` tells forms on one page apart."""
    field = f"fact.{fact.path}"
    id = of + field
    label = el("label", fact_name(context, fact.path), for_=id)
    if fact.kind == CHOICE or has_named_numbers(context, fact):
        return el("p", label, chooser(context, fact, field, id), class_="fact")
    hint = members(context, fact, id) if fact.kind == LIST else None
    is_number = fact.kind == NUMBER
    return el(
        "p",
        label,
        el(
            "input",
            id=id,
            name=field,
            value=shown(context, fact),
            type="number" if is_number else None,
            min=fact.least if is_number else None,
            max=fact.most if is_number else None,
            autocomplete="off",
            aria_describedby=f"{id}.may" if hint else None,
        ),
        hint,
        class_="fact",
    )


def has_named_numbers(context: RequestContext, fact: SettableFact) -> bool:
    """Whether a count has few values, and the game has a word for its least: it is chosen, not written."""
    if fact.kind != NUMBER or fact.least is None or fact.most is None or fact.value is None:
        return False
    named = fact_value(context, fact.path, fact.least) != str(fact.least)
    return named and fact.most - fact.least <= MOST_NAMED


def chooser(context: RequestContext, fact: SettableFact, field: str, id: str) -> Html:
    """Let one of all values be chosen."""
    choices = fact.choices or range(fact.least or 0, (fact.most or 0) + 1)
    options = [
        el(
            "option",
            "–" if value is None else fact_value(context, fact.path, value),
            value="" if value is None else "true" if value is True else "false" if value is False else value,
            selected=value == fact.value,
        )
        for value in choices
    ]
    return el("select", options, id=id, name=field)


def members(context: RequestContext, fact: SettableFact, id: str) -> Html | None:
    """Name what may stand in a list."""
    if not 0 < len(fact.choices) <= MOST_NAMED:
        return None
    return el(
        "small", listed((worded(context, value) for value in fact.choices), context.lang), id=f"{id}.may"
    )
