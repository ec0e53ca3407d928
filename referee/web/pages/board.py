"""The board on a page: a prerendered picture with links on what can be tapped."""

from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from events.envelope import blake2b
from referee.draw import marked_board, picture_of
from referee.draw.picks import is_counted, outcome, pick_words, pieces_of
from referee.draw.svg import Element, link_taps, pick_ids, prerender, take_apart, take_style
from referee.l10n.options import describe_event
from referee.languages import headed
from referee.service.tables.open_acts import needs_confirmation
from referee.web.access.links import SEAT
from referee.web.acts.possible_acts import PossibleAct, filter_meant, find_chosen, find_meant
from referee.web.acts.request_context import RequestContext
from referee.web.pages.recent import Recent

SHEETS: dict[str, str] = {}
"""Style sheets of boards by name; the pages' policy allows no style inside a page."""


def drawing_of(context: RequestContext) -> str:
    """Return the picture size of the link: `phone` on a seat's own link, else `table`."""
    return "phone" if context.link.role == SEAT else "table"


def board(
    context: RequestContext,
    size: Any,
    view: Any = None,
    acts: tuple[PossibleAct, ...] | None = None,
    upto: int | None = None,
) -> tuple[Element, str]:
    """Return the board the viewer may see, and the address of its style sheet.

    `view` is another position than the current one. `acts` become links on it; None: it is a plain picture.
    Else all that no act leads to is a link, too, to the page that says why. The pieces that moved last are
    marked: last of all, or last up to the entry `upto`.
    """
    shown = view if view is not None else context.view
    drawn, sheet = PICTURES.draw(shown, context.lang, size)
    last = _moved_last(context, upto)
    if acts is None:
        return link_taps(drawn, {}, last), sheet
    return link_taps(drawn, _taps(context, shown, acts), last, _make_ask(context, shown, acts)), sheet


def _make_ask(
    context: RequestContext, view: Any, acts: tuple[PossibleAct, ...]
) -> Callable[[tuple[str, ...]], Mapping[str, object]] | None:
    """Return what links things to the page that says why no act leads there; None once the game is over.

    No key stops at such a link: there are as many as the board has spaces.
    """
    if context.state.closed or context.game.winners(context.state) is not None:
        return None
    chosen = find_chosen(context, acts)

    def ask(ids: tuple[str, ...]) -> Mapping[str, object]:
        several = tuple(id for id in ids if not is_counted(id)) or ids[-1:]
        return {
            "href": asked_address(context, chosen, several),
            "class_": "far",
            "tabindex": -1,
            "aria_label": context.say("web.why_not_here", what=asked_words(context, view, several)),
        }

    return ask


def asked_words(context: RequestContext, view: Any, ids: tuple[str, ...]) -> str:
    """Return the name of a thing with some ids; a piece of another seat by what may be done to it."""
    seat = ids[0].partition(":")[2].partition(".")[0]
    is_others = seat in view.seats and seat != context.seat
    return pick_words(view, context.lang, ids[1] if is_others and ids[1:] else ids[0])


def on_board(context: RequestContext) -> set[str]:
    """Return the ids of all that can be tapped on a page of the viewer, the own hand included."""
    drawn, _ = PICTURES.draw(context.view, context.lang, drawing_of(context))
    return pick_ids(drawn) | {*picture_of(context.game.id).own_hand(context.view)}


def asked_address(context: RequestContext, chosen: tuple[str, ...], ids: tuple[str, ...]) -> str:
    """Return the address of the page that says why a tap of `ids` after those `chosen` leads to no act."""
    query = {"as": context.seat} if context.is_lent else {}
    query |= {"pick": " ".join(chosen)} if chosen else {}
    return f"{context.root}why?{urlencode(query | {'tap': ' '.join(ids)}, safe=':,')}"


_LOOK_BACK = 40
"""So many entries back the last move is looked for."""


def _moved_last(context: RequestContext, upto: int | None) -> tuple[str, ...]:
    """Return the ids of the pieces the last act in force moved, told or reckoned; () if none did.

    Only `_LOOK_BACK` entries are looked at.
    """
    last = len(context.entries) if upto is None else upto
    acts = {act.event for act in context.game.acts}
    for n in range(last, max(0, last - _LOOK_BACK), -1):
        each = context.entries[n - 1]
        found = pieces_of(context.game.id, each.event) if each.in_force and type(each.event) in acts else ()
        if found:
            return found
    return ()


def sheet_of(context: RequestContext) -> str:
    """Return the address of the board's style sheet, for small pictures on pages without a board."""
    return PICTURES.draw(context.view, context.lang, drawing_of(context))[1]


class Pictures:
    """A cache of boards without taps: the `most` used last (about 60 kB each). Safe among threads."""

    def __init__(self, most: int = 400) -> None:
        self._drawn: Recent[bytes, tuple[Element, str]] = Recent(most)

    def draw(self, view: Any, lang: str, size: Any) -> tuple[Element, str]:
        """Return a prerendered picture without its style sheet, and that sheet's address; cached."""
        key = blake2b(msgspec.json.encode((view, lang, size)), digest_size=16).digest()
        return self._drawn.get(key, lambda: _draw_bare(view, lang, size))


def _draw_bare(view: Any, lang: str, size: Any) -> tuple[Element, str]:
    bare, css = take_style(marked_board(view, lang, size))
    return replace(bare, children=tuple(map(prerender, bare.children))), sheet_address(css)


PICTURES = Pictures()


def sheet_address(css: str) -> str:
    """Register a style sheet to be served; return its address, which is a hash of its text."""
    name = blake2b(css.encode(), digest_size=8).hexdigest()
    SHEETS[name] = css
    return f"/static/board/{name}.css"


def _taps(
    context: RequestContext, view: Any, acts: tuple[PossibleAct, ...]
) -> dict[str, Mapping[str, object]]:
    """Return the attributes of each link on the board: a next tap, one to undo, another first one.

    Keys are the ids of what is tapped.
    """
    chosen = find_chosen(context, acts)
    first = dict.fromkeys(id for act in acts for id in (act.meant[:1] if chosen else act.next_picks(())))
    found: dict[str, Mapping[str, object]]
    found = {id: _tap(context, view, acts, (id,)) for id in first if not (chosen and is_counted(id))}
    for id in chosen:
        name = pick_words(view, context.lang, id)
        found[id] = _link(context, chosen[: chosen.index(id)], name) | {
            "class_": "tap picked",
            "aria_pressed": "true",
        }
    left = filter_meant(acts, chosen)
    onward = dict.fromkeys(id for act in left for id in act.next_picks(chosen))
    return found | {id: _tap(context, view, left, (*chosen, id)) for id in onward}


def _tap(
    context: RequestContext, view: Any, acts: tuple[PossibleAct, ...], chosen: tuple[str, ...]
) -> dict[str, object]:
    """Return the link of one more tap; where only one act is left, it names the act and carries it as JSON.

    An act that needs confirmation is not carried after two taps or fewer: a button asks first.
    """
    meant = find_meant(acts, chosen)
    name, said, event = pick_words(view, context.lang, chosen[-1]), "", None
    if meant is not None:
        words = (
            describe_event(meant.state, meant.event, context.lang),
            outcome(view, context.lang, meant.event),
        )
        said = " ".join(filter(None, words))
        if len(chosen) > 2 or not needs_confirmation(context.game, meant.state, meant.event):
            event = meant.submission
    return _link(context, chosen, headed(name, said, context.lang)) | {"data_event": event}


def _link(context: RequestContext, chosen: tuple[str, ...], label: str) -> dict[str, object]:
    """Return the attributes of a link to the page with the taps `chosen`."""
    return {
        "href": picked_address(context, chosen),
        "role": "button",
        "class_": "tap",
        "aria_label": label,
        "aria_pressed": "false",
    }


def picked_address(context: RequestContext, chosen: tuple[str, ...]) -> str:
    """Return the address of the page with the taps `chosen`, at the board, for pages without script."""
    query = f"?{urlencode({'pick': ' '.join(chosen)})}" if chosen else ""
    return f"{context.home}{query}#board"


def field_and_parts(picture: Element) -> tuple[Element, tuple[Element, ...], str]:
    """Return a picture's board, its panel or lower parts, and how to lay them out.

    The layout is `tiered` (parts below), `spread` (a panel beside), or empty without parts.
    """
    field, parts = take_apart(picture)
    is_tiered = any(part.attributes["class_"].startswith("under ") for part in parts)
    return field, tuple(parts), ("tiered" if is_tiered else "spread") if parts else ""
