"""The table screen: the board for everybody, a code for each seat, what the table saw."""

from events.base import TABLE
from referee.web.acts.possible_acts import Act
from referee.web.acts.visit import Page, Visit
from referee.web.door.address import qr_code, spoken
from referee.web.door.seat_links import DEVICE, SCREEN, SEAT
from referee.web.pages.seat import back_form
from referee.web.pages.waiting import waiting_section
from referee.web.parts.board import board, figure
from referee.web.parts.buttons import acts_to_press, chosen_section, possible, tap_form
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import (
    hidden,
    line_form,
    question,
    recent,
    seat_badge,
    seats_bar,
    status_line,
)


def table_page(visit: Visit) -> Page:
    """Show the table."""
    acts = seen_by_all(visit)
    picture, sheet = board(visit, "table", acts=acts)
    return Page(
        visit.say("web.table", table=visit.link.table),
        el(
            "h1",
            visit.say("web.table", table=visit.link.table),
            el("small", status_line(visit)),
            class_="title",
        ),
        question(visit),
        waiting_section(visit),
        codes(visit),
        chosen_section(visit, acts),
        possible(visit, acts),
        figure(picture, tap_form(visit), is_wide=True),
        seats_bar(visit),
        el(
            "details",
            el("summary", visit.say("web.more")),
            line_form(visit),
            back_form(visit),
            links(visit),
            class_="more",
        ),
        recent(visit),
        live=True,
        board=sheet,
    )


def seen_by_all(visit: Visit) -> tuple[Act, ...]:
    """List what the table may say now."""
    return acts_to_press(visit, [TABLE] if TABLE in visit.game.acting(visit.state) else [])


def codes(visit: Visit) -> Html:
    """Show the code of every seat nobody has joined yet."""
    links = visit.live.links
    waiting = {
        link.seat: link for link in links.at(visit.link.table) if link.role == SEAT and not link.opened
    }
    tokens = {seat: links.token(waiting[seat]) for seat in visit.state.seats if seat in waiting}
    if not any(tokens.values()):
        return NOTHING
    cards = [code(visit, seat, f"{visit.base}/s/{token}") for seat, token in tokens.items() if token]
    return el(
        "section",
        el("h2", visit.say("web.join")),
        el("p", visit.say("web.join_how")),
        el("div", cards, class_="codes"),
        class_="joining",
    )


def code(visit: Visit, seat: str, address: str) -> Html:
    """Show one seat's code, and its address in words."""
    name = visit.seat_name(seat)
    label = visit.say("web.code_for", seat=seat)
    return el(
        "article",
        el("h3", seat_badge(visit, seat), name),
        el("div", qr_code(address, label), class_="qr"),
        el("p", spoken(address), class_="address", lang="en"),
        class_="code",
        data_address=address,
        data_seat=seat,
    )


def links(visit: Visit) -> Html:
    """Let the table give out a new link, and hand one device round."""
    buttons = [
        el("button", visit.say("web.new_link", seat=seat), name="seat", value=seat)
        for seat in visit.state.seats
    ]
    device = el("button", visit.say("web.hand_round"), name="role", value=DEVICE)
    screen = el("button", visit.say("web.new_screen"), name="role", value=SCREEN)
    return el(
        "section",
        el("h2", visit.say("web.links")),
        el("p", visit.say("web.links_how")),
        el(
            "form",
            hidden(visit),
            el("div", buttons, device, screen, class_="row"),
            method="post",
            action=f"{visit.root}links",
        ),
        class_="links",
    )


def curtain_page(visit: Visit) -> Page:
    """Draw the curtain: nobody's cards, and to whom the device goes next."""
    own = visit.open_to_device()
    acting = [seat for seat in visit.game.acting(visit.state) if seat in own]
    names = [seat for seat in own if seat not in acting]
    next_up = [door(visit, seat, first=True) for seat in acting[:1]]
    others = [door(visit, seat, first=False) for seat in (*acting[1:], *names)]
    acts = seen_by_all(visit)
    picture, sheet = board(visit, "phone", acts=acts)
    return Page(
        visit.say("web.curtain"),
        el("h1", visit.say("web.curtain"), el("small", status_line(visit)), class_="title"),
        question(visit),
        waiting_section(visit),
        el("p", visit.say("web.curtain_how" if own else "web.all_have_phones"), class_="curtain"),
        el("div", next_up, class_="doors"),
        chosen_section(visit, acts),
        possible(visit, acts),
        el("div", others, class_="doors others"),
        figure(picture, tap_form(visit)),
        recent(visit),
        live=True,
        board=sheet,
    )


def door(visit: Visit, seat: str, *, first: bool) -> Html:
    """Let one seat behind the curtain."""
    text = visit.say("web.i_am", seat=seat)
    return el(
        "a",
        seat_badge(visit, seat),
        text,
        href=f"{visit.root}as/{seat}",
        class_="door first" if first else "door",
    )
