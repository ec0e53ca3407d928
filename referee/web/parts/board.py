"""The board on a page: its style sheet taken out of it, and what can be tapped made into links."""

import re
from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any
from urllib.parse import urlencode

import msgspec

from events.base import Event
from events.envelope import blake2b, encode
from referee.draw import marked_board
from referee.draw.picks import is_counted, outcome, pick_words, pieces_of, still_open
from referee.draw.svg import apart, words
from referee.draw.taps import tapped
from referee.l10n.options import describe_event
from referee.languages import headed
from referee.service.tables.windows import needs_confirmation
from referee.web.access.seat_links import SEAT
from referee.web.acts.possible_acts import Act, chosen_of, followers, meant_by
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import Html, el

STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)

SHEETS: dict[str, str] = {}
"""Style sheets of boards by name; the pages' policy allows no style inside a page."""


def drawing_of(context: RequestContext) -> str:
    """Choose the drawing: a phone's on a seat's own link, else the wide one for all to look at."""
    return "phone" if context.link.role == SEAT else "table"


def board(
    context: RequestContext, size: Any, view: Any = None, acts: tuple[Act, ...] = (), upto: int | None = None
) -> tuple[Html, str]:
    """Draw the board an viewer may see; give it, and the address of its style sheet.

    By `acts` it can be tapped; without them it is a picture. What moved last is marked: last of all, or
    of the entries `upto` one.
    """
    shown = view if view is not None else context.view
    drawn, sheet = PICTURES.drawn(shown, context.lang, size)
    drawn = mark_last(drawn, moved_last(context, upto))
    return Html(tapped(drawn, taps(context, shown, acts))), sheet


LOOK_BACK = 40
"""So many entries back the last move is looked for."""


def moved_last(context: RequestContext, upto: int | None) -> tuple[str, ...]:
    """List the pieces that moved last, in what is in force."""
    last = len(context.entries) if upto is None else upto
    for n in range(last, max(0, last - LOOK_BACK), -1):
        each = context.entries[n - 1]
        found = (
            pieces_of(context.game.id, each.event) if each.in_force and each.entry.kind == "action" else ()
        )
        if found:
            return found
    return ()


def mark_last(svg: str, moved: tuple[str, ...]) -> str:
    """Mark pieces in a picture."""
    for id in moved:
        said = f' data-piece="{words(id)}"'
        svg = svg.replace(said, f'{said} class="last"')
    return svg


def sheet_of(context: RequestContext) -> str:
    """Address the style sheet of the board, for small pictures where no board is shown."""
    return PICTURES.drawn(context.view, context.lang, drawing_of(context))[1]


class Pictures:
    """Boards as they were drawn, each kept while it is looked at; all of them take so many bytes at most."""

    def __init__(self, most: int = 32_000_000) -> None:
        self.most, self.size = most, 0
        self._drawn: OrderedDict[bytes, tuple[str, str]] = OrderedDict()
        self._lock = Lock()

    def drawn(self, view: Any, lang: str, size: Any) -> tuple[str, str]:
        """Draw a picture, or find it drawn; give it without its style sheet, and where that is."""
        key = blake2b(msgspec.json.encode((view, lang, size)), digest_size=16).digest()
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
                return self._drawn[key]
        picture = without_sheet(marked_board(view, lang, size))
        with self._lock:
            if key not in self._drawn:
                self._drawn[key] = picture
                self.size += len(picture[0])
            while self.size > self.most:
                self.size -= len(self._drawn.popitem(last=False)[1][0])
        return picture


PICTURES = Pictures()


def without_sheet(svg: str) -> tuple[str, str]:
    """Take the style sheet out of a picture; give the picture, and the address of the sheet."""
    return STYLE.sub("", svg), sheet_address("".join(STYLE.findall(svg)))


def sheet_address(css: str) -> str:
    """Give the address at which a style sheet is served from now on."""
    name = blake2b(css.encode(), digest_size=8).hexdigest()
    SHEETS[name] = css
    return f"/static/board/{name}.css"


def taps(context: RequestContext, view: Any, acts: tuple[Act, ...]) -> dict[str, Mapping[str, object]]:
    """Say where each thing on the board leads: on to the next tap, back, over to another first one."""
    chosen = chosen_of(context, acts)
    first = dict.fromkeys(act.meant[0] for act in acts if act.meant)
    found: dict[str, Mapping[str, object]]
    found = {id: tap(context, view, acts, (id,)) for id in first if not (chosen and is_counted(id))}
    found |= {id: undone(context, view, chosen, id) for id in chosen}
    left = followers(acts, chosen)
    onward = dict.fromkeys(id for act in left for id in still_open(act.meant, chosen))
    return found | {id: tap(context, view, left, (*chosen, id)) for id in onward}


def tap(
    context: RequestContext, view: Any, acts: tuple[Act, ...], chosen: tuple[str, ...]
) -> dict[str, object]:
    """Lead on by one tap; where that leaves one act, say it and carry it.

    What is asked twice is done by no second tap: a button comes after it.
    """
    meant = meant_by(acts, chosen)
    name = pick_words(view, context.lang, chosen[-1])
    is_done = meant is not None and (
        len(chosen) > 2 or not needs_confirmation(context.game, context.state, meant.event)
    )
    said = act_and_outcome(context, view, meant.event) if meant else ""
    return {
        **link(context, chosen),
        "class_": "tap",
        "aria_label": headed(name, said, context.lang),
        "aria_pressed": "false",
        "data_event": encode(meant.event).decode() if meant and is_done else None,
    }


def act_and_outcome(context: RequestContext, view: Any, event: Event) -> str:
    """Say an act, and what it would lead to."""
    words = describe_event(context.state, event, context.lang), outcome(view, context.lang, event)
    return " ".join(filter(None, words))


def undone(context: RequestContext, view: Any, chosen: tuple[str, ...], id: str) -> dict[str, object]:
    """Take a tap back, and those after it."""
    return {
        **link(context, chosen[: chosen.index(id)]),
        "class_": "tap picked",
        "aria_label": pick_words(view, context.lang, id),
        "aria_pressed": "true",
    }


def link(context: RequestContext, chosen: tuple[str, ...]) -> dict[str, object]:
    """Link the page with so much tapped."""
    return {"href": picked_address(context, chosen), "role": "button"}


def picked_address(context: RequestContext, chosen: tuple[str, ...]) -> str:
    """Address the page with so much tapped, at the board, so that a page without script stays there."""
    query = f"?{urlencode({'pick': ' '.join(chosen)})}" if chosen else ""
    return f"{context.home}{query}#board"


def figure(picture: Html, form: Html, *, is_wide: bool = False, roams: bool = False) -> Html:
    """Frame the board, with the form by which a tap on it is sent.

    A wide one may be scrolled by key; one that `roams` keeps its size, and is looked at part by part.
    """
    class_ = "board wide" if is_wide else "board roams" if roams else "board"
    return el("figure", form, picture, id="board", class_=class_, tabindex="0" if is_wide or roams else None)


def wide_board(picture: Html, form: Html) -> Html:
    """Frame the board of a screen; a panel beside it, or parts below, as pictures of their own."""
    field, parts = apart(picture)
    arranged = ("tiered" if 'class="under ' in parts[0] else "spread") if parts else None
    class_ = " ".join(filter(None, ("board wide", arranged)))
    return el("figure", form, Html(field), *map(Html, parts), id="board", class_=class_, tabindex="0")


def board_and_panel(picture: Html, *beside: Any) -> Html:
    """Fill the screen with the board; what is to be read and done stands beside it."""
    return el("div", el("div", *beside, class_="beside"), picture, class_="sofa")
