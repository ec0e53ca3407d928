"""A seat's page: whose turn it is, what may be done, the board, the way to everything else."""

from events.base import TABLE
from referee.web.acts.visit import Page, Visit
from referee.web.pages.sealed import sealed_sections, switch
from referee.web.pages.waiting import waiting_section
from referee.web.parts.board import board, figure
from referee.web.parts.buttons import acts_to_press, chosen_section, possible, tap_form
from referee.web.parts.markup import Html, el
from referee.web.parts.shared_parts import (
    action,
    hidden,
    line_form,
    question,
    recent,
    seat_badge,
    seats_bar,
    status_line,
)


def seat_page(visit: Visit) -> Page:
    """Show a seat all it needs to play."""
    acting = visit.game.acting(visit.state)
    acts = acts_to_press(visit, [str(visit.seat), *([TABLE] if TABLE in acting else [])])
    picture, sheet = board(visit, "phone", acts=acts)
    name = visit.seat_name(visit.seat)
    return Page(
        name,
        el("h1", seat_badge(visit, str(visit.seat)), name, el("small", status_line(visit)), class_="title"),
        question(visit),
        waiting_section(visit),
        sealed_sections(visit),
        chosen_section(visit, acts),
        el(
            "div",
            el("div", possible(visit, acts), switch(visit, acts), class_="acts"),
            figure(picture, tap_form(visit)),
            el("div", line_form(visit), back_form(visit), class_="aside"),
            class_="columns play",
        ),
        seats_bar(visit),
        recent(visit),
        live=True,
        board=sheet,
    )


def back_form(visit: Visit) -> Html:
    """Offer to take the last action back, and what the board says against the referee."""
    return el(
        "div",
        el(
            "form",
            hidden(visit),
            el("button", visit.say("web.take_back_last")),
            method="post",
            action=action(visit, "back"),
        ),
        el("a", visit.say("web.board_differs"), href=f"{visit.root}correct{whom(visit)}", class_="button"),
        class_="row also",
    )


def whom(visit: Visit) -> str:
    """Carry along whom a device is with."""
    return f"?as={visit.seat}" if visit.link.seat is None and visit.seat else ""
