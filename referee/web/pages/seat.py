"""A seat's page: whose turn it is, what may be done, the board, the way to everything else."""

from events.base import TABLE
from referee.draw import board_of
from referee.web.acts.possible_acts import Act
from referee.web.acts.visit import Page, Visit
from referee.web.pages.end import finished
from referee.web.pages.sealed import sealed_sections, switch
from referee.web.pages.waiting import waiting_section
from referee.web.parts.board import board, drawing_of, figure
from referee.web.parts.buttons import acts_to_press, chosen_section, hand_strip, possible, tap_form
from referee.web.parts.markup import Html, el
from referee.web.parts.proposals import question
from referee.web.parts.shared_parts import (
    action,
    hidden,
    line_form,
    recent,
    seats_bar,
)
from referee.web.parts.sitting import gone_home, sitting
from referee.web.parts.stand_in import played_for
from referee.web.parts.tour import tour
from referee.web.parts.turn import banner, vibration


def seat_page(visit: Visit) -> Page:
    """Show a seat all it needs to play."""
    acting = visit.game.acting(visit.state)
    own = [] if visit.is_away else [str(visit.seat), *([TABLE] if TABLE in acting else [])]
    acts = acts_to_press(visit, own)
    picture, sheet = board(visit, beside_hand(visit, acts), acts=acts)
    name = visit.seat_name(visit.seat)
    return Page(
        name,
        banner(visit, name),
        gone_home(visit) if visit.is_away else tour(visit),
        played_for(visit),
        finished(visit),
        question(visit),
        waiting_section(visit),
        sealed_sections(visit),
        chosen_section(visit, acts),
        hand_strip(visit, acts),
        el(
            "div",
            el("div", possible(visit, acts), class_="acts"),
            figure(picture, tap_form(visit), is_wide=drawing_of(visit) == "table"),
            el(
                "div",
                switch(visit, acts),
                line_form(visit),
                back_form(visit),
                vibration(visit),
                sitting(visit),
                class_="aside",
            ),
            class_="columns play",
        ),
        seats_bar(visit),
        recent(visit),
        live=True,
        board=sheet,
    )


def beside_hand(visit: Visit, acts: tuple[Act, ...]) -> str:
    """Choose the drawing that leaves out the own hand, where it is shown beside the choices."""
    usual = drawing_of(visit)
    bare: dict[str, str] = getattr(board_of(visit.game.id), "BESIDE_HAND", {})
    return bare.get(usual, usual) if hand_strip(visit, acts) else usual


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
        el(
            "a",
            visit.say("web.board_differs"),
            href=f"{visit.root}correct{with_device_seat(visit)}",
            class_="button",
        ),
        class_="row also",
    )


def with_device_seat(visit: Visit) -> str:
    """Carry along whom a device is with."""
    return f"?as={visit.seat}" if visit.is_lent else ""
