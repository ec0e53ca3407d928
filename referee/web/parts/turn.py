"""Whose move it is: the banner at the top of a page, and what the tab shows of it."""

from urllib.parse import quote

from referee.draw.palette import marks_of, style_number, style_of
from referee.web.acts.visit import Visit
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import seat_badge, status_line

WAITS = ".45"
"""How strong the icon of a tab is while others are to move."""


def is_mine(visit: Visit) -> bool:
    """Whether the game waits for the viewer, who is here, at its own page."""
    return visit.seat in visit.game.acting(visit.state) and not visit.is_away


def mover(visit: Visit) -> str | None:
    """Name the one seat the game waits for: the viewer where it is among several; None where it is nobody."""
    if is_mine(visit):
        return visit.seat
    acting = [seat for seat in visit.game.acting(visit.state) if seat in visit.state.seats]
    return acting[0] if len(acting) == 1 else None


def banner(visit: Visit, name: str) -> Html:
    """Say whose page this is and whose move, in the colour of who moves; a change is read aloud."""
    seat = mover(visit)
    colour = "" if seat is None else f" turn-{style_number(visit.state, seat)}"
    return el(
        "h1",
        seat_badge(visit, str(visit.seat)) if visit.seat else None,
        el("span", name, class_="own-name"),
        el("small", status_line(visit), role="status", id="turn"),
        class_=f"title banner{' mine' if is_mine(visit) else ''}{colour}",
    )


def tab_of(visit: Visit) -> dict[str, str | None]:
    """Say what the tab shows: title and icon."""
    return {"data_title": f"{status_line(visit)} · {visit.link.table} · Referee", "data_icon": icon(visit)}


def icon(visit: Visit) -> str:
    """Draw the icon of a tab: the letter of who moves, on its colour; fainter while it is not my move."""
    seat = mover(visit)
    if seat is None:
        return "data:,"
    style, mark = style_of(visit.state, seat), marks_of(visit.state.seats)[seat]
    shown = "1" if is_mine(visit) or visit.seat is None else WAITS
    letter = (
        f'<text x="16" y="23" font-size="20" font-family="sans-serif" font-weight="700" '
        f'text-anchor="middle" fill="{style.ink}">{mark}</text>'
    )
    ground = f'<circle cx="16" cy="16" r="16" fill="{style.fill}"/>'
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" opacity="{shown}">'
    return f"data:image/svg+xml,{quote(f'{root}{ground}{letter}</svg>')}"


def vibration(visit: Visit) -> Html:
    """Let a seat have its phone vibrate when it is its move; shown by the script where a phone can."""
    if visit.seat is None:
        return NOTHING
    return el(
        "button",
        el("span", "☐", aria_hidden="true"),
        visit.say("web.vibrate"),
        type="button",
        id="vibrate",
        aria_pressed="false",
        hidden=True,
    )
