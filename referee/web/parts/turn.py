"""Whose move it is: the banner at the top of a page, and what the tab shows of it."""

from urllib.parse import quote

from referee.draw.palette import marks_of, style_number, style_of
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import seat_badge, status_line

WAITS = ".45"
"""How strong the icon of a tab is while others are to move."""


def is_mine(context: RequestContext) -> bool:
    """Whether the game waits for the viewer, who is here, at its own page."""
    return context.seat in context.game.acting(context.state) and not context.is_away


def mover(context: RequestContext) -> str | None:
    """Name the one seat the game waits for: the viewer where it is among several; None where it is nobody."""
    if is_mine(context):
        return context.seat
    acting = [seat for seat in context.game.acting(context.state) if seat in context.state.seats]
    return acting[0] if len(acting) == 1 else None


def banner(context: RequestContext, name: str) -> Html:
    """Say whose page this is and whose move, in the colour of who moves; a change is read aloud."""
    seat = mover(context)
    colour = "" if seat is None else f" turn-{style_number(context.state, seat)}"
    return el(
        "h1",
        seat_badge(context, str(context.seat)) if context.seat else None,
        el("span", name, class_="own-name"),
        el("small", status_line(context), role="status", id="turn"),
        class_=f"title banner{' mine' if is_mine(context) else ''}{colour}",
    )


def tab_of(context: RequestContext) -> dict[str, str | None]:
    """Say what the tab shows: title and icon."""
    return {
        "data_title": f"{status_line(context)} · {context.link.table} · Referee",
        "data_icon": icon(context),
    }


def icon(context: RequestContext) -> str:
    """Draw the icon of a tab: the letter of who moves, on its colour; fainter while it is not my move."""
    seat = mover(context)
    if seat is None:
        return "data:,"
    style, mark = style_of(context.state, seat), marks_of(context.state.seats)[seat]
    shown = "1" if is_mine(context) or context.seat is None else WAITS
    letter = (
        f'<text x="16" y="23" font-size="20" font-family="sans-serif" font-weight="700" '
        f'text-anchor="middle" fill="{style.ink}">{mark}</text>'
    )
    ground = f'<circle cx="16" cy="16" r="16" fill="{style.fill}"/>'
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" opacity="{shown}">'
    return f"data:image/svg+xml,{quote(f'{root}{ground}{letter}</svg>')}"


def vibration(context: RequestContext) -> Html:
    """Let a seat have its phone vibrate when it is its move; shown by the script where a phone can."""
    if context.seat is None:
        return NOTHING
    return el(
        "button",
        el("span", "☐", aria_hidden="true"),
        context.say("web.vibrate"),
        type="button",
        id="vibrate",
        aria_pressed="false",
        hidden=True,
    )
