"""The board on a page: its style sheet taken out of it, and what can be tapped made into links."""

from collections import OrderedDict
from collections.abc import Mapping
from threading import Lock
from typing import Any
from urllib.parse import urlencode

import msgspec
from msgspec.structs import replace

from events.envelope import blake2b, encode
from referee.draw import marked_board
from referee.draw.picks import is_counted, next_picks, outcome, pick_words, pieces_of
from referee.draw.svg import Element, link_taps, prerender, take_apart, take_style
from referee.l10n.options import describe_event
from referee.languages import headed
from referee.service.tables.open_acts import needs_confirmation
from referee.web.access.links import SEAT
from referee.web.acts.possible_acts import PossibleAct, filter_meant, find_chosen, find_meant
from referee.web.acts.request_context import RequestContext

SHEETS: dict[str, str] = {}
"""Style sheets of boards by name; the pages' policy allows no style inside a page."""


def drawing_of(context: RequestContext) -> str:
    """Return which drawing is shown: a phone's on a seat's own link, else the wide one for all to look at."""
    return "phone" if context.link.role == SEAT else "table"


def board(
    context: RequestContext,
    size: Any,
    view: Any = None,
    acts: tuple[PossibleAct, ...] = (),
    upto: int | None = None,
) -> tuple[Element, str]:
    """Draw the board a viewer may see; return it, and the address of its style sheet.

    By `acts` it can be tapped; without them it is a picture. What moved last is marked: last of all, or
    of the entries `upto` one.
    """
    shown = view if view is not None else context.view
    drawn, sheet = PICTURES.drawn(shown, context.lang, size)
    return link_taps(drawn, _taps(context, shown, acts), _moved_last(context, upto)), sheet


_LOOK_BACK = 40
"""So many entries back the last move is looked for."""


def _moved_last(context: RequestContext, upto: int | None) -> tuple[str, ...]:
    """List the pieces that moved last, in what is in force."""
    last = len(context.entries) if upto is None else upto
    for n in range(last, max(0, last - _LOOK_BACK), -1):
        each = context.entries[n - 1]
        found = (
            pieces_of(context.game.id, each.event) if each.in_force and each.entry.kind == "action" else ()
        )
        if found:
            return found
    return ()


def sheet_of(context: RequestContext) -> str:
    """Return the address of the style sheet of the board, for small pictures where no board is shown."""
    return PICTURES.drawn(context.view, context.lang, drawing_of(context))[1]


class Pictures:
    """A cache of boards without taps: the `most` that were looked at last, of 60 kB or so each."""

    def __init__(self, most: int = 400) -> None:
        self._most = most
        self._drawn: OrderedDict[bytes, tuple[Element, str]] = OrderedDict()
        self._lock = Lock()

    def drawn(self, view: Any, lang: str, size: Any) -> tuple[Element, str]:
        """Draw a picture, or find it drawn; return it without its style sheet, and the address of that."""
        key = blake2b(msgspec.json.encode((view, lang, size)), digest_size=16).digest()
        with self._lock:
            if key in self._drawn:
                self._drawn.move_to_end(key)
                return self._drawn[key]
        bare, css = take_style(marked_board(view, lang, size))
        found = replace(bare, children=tuple(map(prerender, bare.children))), sheet_address(css)
        with self._lock:
            self._drawn[key] = found
            while len(self._drawn) > self._most:
                self._drawn.popitem(last=False)
        return found


PICTURES = Pictures()


def sheet_address(css: str) -> str:
    """Serve a style sheet from now on; return its address."""
    name = blake2b(css.encode(), digest_size=8).hexdigest()
    SHEETS[name] = css
    return f"/static/board/{name}.css"


def _taps(
    context: RequestContext, view: Any, acts: tuple[PossibleAct, ...]
) -> dict[str, Mapping[str, object]]:
    """Say where each thing on the board leads: on to the next tap, back, over to another first one."""
    chosen = find_chosen(context, acts)
    first = dict.fromkeys(act.meant[0] for act in acts if act.meant)
    found: dict[str, Mapping[str, object]]
    found = {id: _tap(context, view, acts, (id,)) for id in first if not (chosen and is_counted(id))}
    for id in chosen:
        name = pick_words(view, context.lang, id)
        found[id] = _link(context, chosen[: chosen.index(id)], name) | {
            "class_": "tap picked",
            "aria_pressed": "true",
        }
    left = filter_meant(acts, chosen)
    onward = dict.fromkeys(id for act in left for id in next_picks(act.meant, chosen))
    return found | {id: _tap(context, view, left, (*chosen, id)) for id in onward}


def _tap(
    context: RequestContext, view: Any, acts: tuple[PossibleAct, ...], chosen: tuple[str, ...]
) -> dict[str, object]:
    """Lead on by one tap; where that leaves one act, say it and carry it.

    What is asked twice is done by no second tap: a button comes after it.
    """
    meant = find_meant(acts, chosen)
    name, said, event = pick_words(view, context.lang, chosen[-1]), "", None
    if meant is not None:
        words = (
            describe_event(context.state, meant.event, context.lang),
            outcome(view, context.lang, meant.event),
        )
        said = " ".join(filter(None, words))
        if len(chosen) > 2 or not needs_confirmation(context.game, context.state, meant.event):
            event = encode(meant.event).decode()
    return _link(context, chosen, headed(name, said, context.lang)) | {"data_event": event}


def _link(context: RequestContext, chosen: tuple[str, ...], label: str) -> dict[str, object]:
    """Link the page with so much tapped."""
    return {
        "href": picked_address(context, chosen),
        "role": "button",
        "class_": "tap",
        "aria_label": label,
        "aria_pressed": "false",
    }


def picked_address(context: RequestContext, chosen: tuple[str, ...]) -> str:
    """Return the address of the page with so much tapped: at the board, where a page without script stays."""
    query = f"?{urlencode({'pick': ' '.join(chosen)})}" if chosen else ""
    return f"{context.home}{query}#board"


def field_and_parts(picture: Element) -> tuple[Element, tuple[Element, ...], str]:
    """Part the board of a screen from a panel beside it, or parts below; return how those are arranged, too.

    That is `tiered`, `spread`, or nothing where it has no parts.
    """
    field, parts = take_apart(picture)
    is_tiered = any(part.attributes["class_"].startswith("under ") for part in parts)
    return field, tuple(parts), ("tiered" if is_tiered else "spread") if parts else ""
