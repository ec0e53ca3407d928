"""A seat's page: whose turn it is, what may be done, the board, the way to everything else."""

from events.base import TABLE
from referee.draw import picture_of
from referee.web.acts.possible_acts import Act
from referee.web.acts.request_context import Page, RequestContext
from referee.web.pages.end import finished
from referee.web.pages.sealed import option, sealed_sections
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


def seat_page(context: RequestContext) -> Page:
    """Show a seat all it needs to play."""
    acting = context.game.acting(context.state)
    own = [] if context.is_away else [str(context.seat), *([TABLE] if TABLE in acting else [])]
    acts = acts_to_press(context, own)
    picture, sheet = board(context, beside_hand(context, acts), acts=acts)
    name = context.seat_name(context.seat)
    return Page(
        name,
        banner(context, name),
        gone_home(context) if context.is_away else tour(context),
        played_for(context),
        finished(context),
        question(context),
        waiting_section(context),
        sealed_sections(context),
        chosen_section(context, acts),
        hand_strip(context, acts),
        el(
            "div",
            el("div", possible(context, acts), class_="acts"),
            figure(picture, tap_form(context), is_wide=drawing_of(context) == "table"),
            el(
                "div",
                option(context, acts),
                line_form(context),
                back_form(context),
                vibration(context),
                sitting(context),
                class_="aside",
            ),
            class_="columns play",
        ),
        seats_bar(context),
        recent(context),
        live=True,
        board=sheet,
    )


def beside_hand(context: RequestContext, acts: tuple[Act, ...]) -> str:
    """Choose the drawing that leaves out the own hand, where it is shown beside the choices."""
    usual = drawing_of(context)
    bare = picture_of(context.game.id).sizes_beside_hand
    return bare.get(usual, usual) if hand_strip(context, acts) else usual


def back_form(context: RequestContext) -> Html:
    """Offer to take the last action back, and what the board says against the referee."""
    return el(
        "div",
        el(
            "form",
            hidden(context),
            el("button", context.say("web.take_back_last")),
            method="post",
            action=action(context, "back"),
        ),
        el(
            "a",
            context.say("web.board_differs"),
            href=f"{context.root}correct{with_device_seat(context)}",
            class_="button",
        ),
        class_="row also",
    )


def with_device_seat(context: RequestContext) -> str:
    """Carry along whom a device is with."""
    return f"?as={context.seat}" if context.is_lent else ""
