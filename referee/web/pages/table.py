"""The table screen: the board for everybody, a code for each seat, what the table saw."""

from events.base import TABLE
from referee.languages import headed, listed
from referee.web.access.address import qr_code, spoken
from referee.web.access.seat_links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts.possible_acts import Act
from referee.web.acts.visit import Page, Visit
from referee.web.pages.end import finished
from referee.web.pages.seat import back_form
from referee.web.pages.waiting import waiting_section
from referee.web.parts.board import board, board_and_panel, wide_board
from referee.web.parts.buttons import acts_to_press, chosen_section, possible, tap_form
from referee.web.parts.markup import NOTHING, Html, el, join
from referee.web.parts.proposals import question
from referee.web.parts.shared_parts import (
    hidden,
    line_form,
    recent,
    seat_badge,
    seats_bar,
    status_line,
)
from referee.web.parts.sitting import sitting
from referee.web.parts.stand_in import acts_for, played_for, waited_for
from referee.web.parts.tour import is_past_first_round


def table_page(visit: Visit) -> Page:
    """Show the table."""
    acts, is_left = seen_by_all(visit), bool(waited_for(visit))
    picture, sheet = board(visit, "table", acts=acts)
    is_early = not is_past_first_round(visit)
    to_press = [chosen_section(visit, acts), possible(visit, acts)]
    return Page(
        visit.say("web.table", table=visit.link.table),
        board_and_panel(
            wide_board(picture, tap_form(visit)),
            el(
                "h1",
                visit.say("web.table", table=visit.link.table),
                el("small", status_line(visit)),
                class_="title",
            ),
            [played_for(visit), to_press] if is_left else None,
            finished(visit),
            question(visit),
            waiting_section(visit),
            joining(visit) if is_early else None,
            watchers(visit),
            None if is_left else to_press,
            seats_bar(visit),
            None if is_early else join_late(visit),
            el(
                "details",
                el("summary", visit.say("web.more")),
                line_form(visit),
                back_form(visit),
                links(visit),
                sitting(visit),
                class_="more",
            ),
            recent(visit),
        ),
        live=True,
        board=sheet,
    )


def watch_page(visit: Visit) -> Page:
    """Show the table to who only watches: the board, what happens, the way to the film; nothing to do."""
    picture, sheet = board(visit, "table")
    return Page(
        visit.say("web.table", table=visit.link.table),
        board_and_panel(
            wide_board(picture, NOTHING),
            el(
                "h1",
                visit.say("web.table", table=visit.link.table),
                el("small", status_line(visit)),
                class_="title",
            ),
            el("p", visit.say("web.watching")),
            el("p", el("a", visit.say("web.film"), href=f"{visit.root}log", class_="button")),
            seats_bar(visit),
            recent(visit),
        ),
        live=True,
        board=sheet,
    )


def seen_by_all(visit: Visit) -> tuple[Act, ...]:
    """List what the table may say now, first what is due from who went home."""
    acting = visit.game.acting(visit.state)
    gone = [act for seat in waited_for(visit) for act in acts_for(visit, seat)]
    return (*gone, *acts_to_press(visit, [TABLE] if TABLE in acting else []))


def joining(visit: Visit) -> Html:
    """Show the code of every seat nobody has joined yet."""
    addresses = unopened(visit)
    if not addresses:
        return NOTHING
    return el("section", el("h2", visit.say("web.join")), codes(visit, addresses, "h3"), class_="joining")


def join_late(visit: Visit) -> Html:
    """Fold away the codes of those who have played the first round without a phone of their own."""
    addresses = unopened(visit)
    if not addresses:
        return NOTHING
    names = listed((visit.seat_name(seat) for seat in addresses), visit.lang)
    title = el("summary", headed(visit.say("web.join"), names, visit.lang))
    return el("details", title, codes(visit, addresses, "h2"), class_="late", id="join-late")


def unopened(visit: Visit) -> dict[str, str]:
    """Give the address of every seat nobody has joined yet; none once the game is over."""
    if visit.game.winners(visit.state) is not None or visit.state.closed:
        return {}
    links = visit.live.links
    waiting = {
        link.seat: link for link in links.at(visit.link.table) if link.role == SEAT and not link.opened
    }
    tokens = {seat: links.token(waiting[seat]) for seat in visit.state.seats if seat in waiting}
    return {seat: f"{visit.base}/s/{token}" for seat, token in tokens.items() if token}


def codes(visit: Visit, addresses: dict[str, str], heading: str) -> Html:
    """Show codes, each under a heading; say once how they are used and how their addresses begin."""
    begins, _, _ = next(iter(addresses.values())).rpartition("/")
    shared = el("span", f"{spoken(begins)}/\N{NO-BREAK SPACE}…", class_="address", lang="en")
    cards = [code(visit, seat, address, heading) for seat, address in addresses.items()]
    how = el("p", visit.say("web.join_how"), " ", shared)
    return join([how, el("div", cards, class_="codes")])


def watchers(visit: Visit) -> Html | None:
    """Show the code to watch by, where one was given out and nobody has opened it yet."""
    link = visit.live.links.place(visit.link.table, WATCH)
    token = visit.live.links.token(link) if link is not None and not link.opened else None
    if token is None:
        return None
    address = f"{visit.base}/s/{token}"
    return el(
        "article",
        el("h2", visit.say("web.to_watch")),
        el("div", qr_code(address, visit.say("web.to_watch")), class_="qr"),
        el("p", spoken(address), class_="address", lang="en"),
        class_="code",
        data_address=address,
        data_role=WATCH,
    )


def code(visit: Visit, seat: str, address: str, heading: str) -> Html:
    """Show one seat's code, and how its address ends, in words."""
    name = visit.seat_name(seat)
    label = visit.say("web.code_for", seat=seat)
    spelled = spoken(address).rpartition("/")[2]
    return el(
        "article",
        el(heading, seat_badge(visit, seat), name),
        el("div", qr_code(address, label), class_="qr"),
        el("p", spelled, class_="address", lang="en"),
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
    watch = el("button", visit.say("web.new_watch"), name="role", value=WATCH)
    return el(
        "section",
        el("h2", visit.say("web.links")),
        el("p", visit.say("web.links_how")),
        el(
            "form",
            hidden(visit),
            el("div", buttons, device, screen, watch, class_="row"),
            method="post",
            action=f"{visit.root}links",
        ),
        class_="links",
    )


def handed_round_page(visit: Visit) -> Page:
    """Draw the curtain: nobody's cards, and to whom the device goes next."""
    own = visit.open_to_device()
    acting = [seat for seat in visit.game.acting(visit.state) if seat in own]
    names = [seat for seat in own if seat not in acting]
    next_up = [hand_over_link(visit, seat, first=True) for seat in acting[:1]]
    others = [hand_over_link(visit, seat, first=False) for seat in (*acting[1:], *names)]
    acts = seen_by_all(visit)
    picture, sheet = board(visit, "table", acts=acts)
    return Page(
        visit.say("web.curtain"),
        board_and_panel(
            wide_board(picture, tap_form(visit)),
            el("h1", visit.say("web.curtain"), el("small", status_line(visit)), class_="title"),
            question(visit),
            waiting_section(visit),
            el("p", visit.say("web.curtain_how" if own else "web.all_have_phones"), class_="curtain"),
            el("div", next_up, class_="doors"),
            chosen_section(visit, acts),
            possible(visit, acts),
            el("div", others, class_="doors others"),
            recent(visit),
        ),
        live=True,
        board=sheet,
    )


def hand_over_link(visit: Visit, seat: str, *, first: bool) -> Html:
    """Let one seat behind the curtain."""
    text = visit.say("web.play_as" if seat in visit.state.absent else "web.i_am", seat=seat)
    return el(
        "a",
        seat_badge(visit, seat),
        text,
        href=f"{visit.root}as/{seat}",
        class_="door first" if first else "door",
    )
