"""The table screen: the board for everybody, a code for each seat, what the table saw."""

from events.base import TABLE
from referee.languages import headed, listed
from referee.web.access.address import qr_code, spoken
from referee.web.access.links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts.possible_acts import Act
from referee.web.acts.request_context import Page, RequestContext
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


def table_page(context: RequestContext) -> Page:
    """Show the table."""
    acts, is_left = seen_by_all(context), bool(waited_for(context))
    picture, sheet = board(context, "table", acts=acts)
    is_early = not is_past_first_round(context)
    to_press = [chosen_section(context, acts), possible(context, acts)]
    return Page(
        context.say("web.table", table=context.link.table),
        board_and_panel(
            wide_board(picture, tap_form(context)),
            el(
                "h1",
                context.say("web.table", table=context.link.table),
                el("small", status_line(context)),
                class_="title",
            ),
            [played_for(context), to_press] if is_left else None,
            finished(context),
            question(context),
            waiting_section(context),
            joining(context) if is_early else None,
            watchers(context),
            None if is_left else to_press,
            seats_bar(context),
            None if is_early else join_late(context),
            el(
                "details",
                el("summary", context.say("web.more")),
                line_form(context),
                back_form(context),
                links(context),
                sitting(context),
                class_="more",
            ),
            recent(context),
        ),
        live=True,
        board=sheet,
    )


def watch_page(context: RequestContext) -> Page:
    """Show the table to who only watches: the board, what happens, the way to the film; nothing to do."""
    picture, sheet = board(context, "table")
    return Page(
        context.say("web.table", table=context.link.table),
        board_and_panel(
            wide_board(picture, NOTHING),
            el(
                "h1",
                context.say("web.table", table=context.link.table),
                el("small", status_line(context)),
                class_="title",
            ),
            el("p", context.say("web.watching")),
            el("p", el("a", context.say("web.film"), href=f"{context.root}log", class_="button")),
            seats_bar(context),
            recent(context),
        ),
        live=True,
        board=sheet,
    )


def seen_by_all(context: RequestContext) -> tuple[Act, ...]:
    """List what the table may say now, first what is due from who went home."""
    acting = context.game.acting(context.state)
    gone = [act for seat in waited_for(context) for act in acts_for(context, seat)]
    return (*gone, *acts_to_press(context, [TABLE] if TABLE in acting else []))


def joining(context: RequestContext) -> Html:
    """Show the code of every seat nobody has joined yet."""
    addresses = unopened(context)
    if not addresses:
        return NOTHING
    return el("section", el("h2", context.say("web.join")), codes(context, addresses, "h3"), class_="joining")


def join_late(context: RequestContext) -> Html:
    """Fold away the codes of those who have played the first round without a phone of their own."""
    addresses = unopened(context)
    if not addresses:
        return NOTHING
    names = listed((context.seat_name(seat) for seat in addresses), context.lang)
    title = el("summary", headed(context.say("web.join"), names, context.lang))
    return el("details", title, codes(context, addresses, "h2"), class_="late", id="join-late")


def unopened(context: RequestContext) -> dict[str, str]:
    """Give the address of every seat nobody has joined yet; none once the game is over."""
    if context.game.winners(context.state) is not None or context.state.closed:
        return {}
    links = context.live.links
    waiting = {
        link.seat: link for link in links.at(context.link.table) if link.role == SEAT and not link.opened
    }
    tokens = {seat: links.token(waiting[seat]) for seat in context.state.seats if seat in waiting}
    return {seat: f"{context.base}/s/{token}" for seat, token in tokens.items() if token}


def codes(context: RequestContext, addresses: dict[str, str], heading: str) -> Html:
    """Show codes, each under a heading; say once how they are used and how their addresses begin."""
    begins, _, _ = next(iter(addresses.values())).rpartition("/")
    shared = el("span", f"{spoken(begins)}/\N{NO-BREAK SPACE}…", class_="address", lang="en")
    cards = [code(context, seat, address, heading) for seat, address in addresses.items()]
    how = el("p", context.say("web.join_how"), " ", shared)
    return join([how, el("div", cards, class_="codes")])


def watchers(context: RequestContext) -> Html | None:
    """Show the code to watch by, where one was given out and nobody has opened it yet."""
    link = context.live.links.place(context.link.table, WATCH)
    token = context.live.links.token(link) if link is not None and not link.opened else None
    if token is None:
        return None
    address = f"{context.base}/s/{token}"
    return el(
        "article",
        el("h2", context.say("web.to_watch")),
        el("div", qr_code(address, context.say("web.to_watch")), class_="qr"),
        el("p", spoken(address), class_="address", lang="en"),
        class_="code",
        data_address=address,
        data_role=WATCH,
    )


def code(context: RequestContext, seat: str, address: str, heading: str) -> Html:
    """Show one seat's code, and how its address ends, in words."""
    name = context.seat_name(seat)
    label = context.say("web.code_for", seat=seat)
    spelled = spoken(address).rpartition("/")[2]
    return el(
        "article",
        el(heading, seat_badge(context, seat), name),
        el("div", qr_code(address, label), class_="qr"),
        el("p", spelled, class_="address", lang="en"),
        class_="code",
        data_address=address,
        data_seat=seat,
    )


def links(context: RequestContext) -> Html:
    """Let the table give out a new link, and hand one device round."""
    buttons = [
        el("button", context.say("web.new_link", seat=seat), name="seat", value=seat)
        for seat in context.state.seats
    ]
    device = el("button", context.say("web.hand_round"), name="role", value=DEVICE)
    screen = el("button", context.say("web.new_screen"), name="role", value=SCREEN)
    watch = el("button", context.say("web.new_watch"), name="role", value=WATCH)
    return el(
        "section",
        el("h2", context.say("web.links")),
        el("p", context.say("web.links_how")),
        el(
            "form",
            hidden(context),
            el("div", buttons, device, screen, watch, class_="row"),
            method="post",
            action=f"{context.root}links",
        ),
        class_="links",
    )


def handed_round_page(context: RequestContext) -> Page:
    """Draw the curtain: nobody's cards, and to whom the device goes next."""
    own = context.open_to_device()
    acting = [seat for seat in context.game.acting(context.state) if seat in own]
    names = [seat for seat in own if seat not in acting]
    next_up = [hand_over_link(context, seat, first=True) for seat in acting[:1]]
    others = [hand_over_link(context, seat, first=False) for seat in (*acting[1:], *names)]
    acts = seen_by_all(context)
    picture, sheet = board(context, "table", acts=acts)
    return Page(
        context.say("web.curtain"),
        board_and_panel(
            wide_board(picture, tap_form(context)),
            el("h1", context.say("web.curtain"), el("small", status_line(context)), class_="title"),
            question(context),
            waiting_section(context),
            el("p", context.say("web.curtain_how" if own else "web.all_have_phones"), class_="curtain"),
            el("div", next_up, class_="doors"),
            chosen_section(context, acts),
            possible(context, acts),
            el("div", others, class_="doors others"),
            recent(context),
        ),
        live=True,
        board=sheet,
    )


def hand_over_link(context: RequestContext, seat: str, *, first: bool) -> Html:
    """Let one seat behind the curtain."""
    text = context.say("web.play_as" if seat in context.state.absent else "web.i_am", seat=seat)
    return el(
        "a",
        seat_badge(context, seat),
        text,
        href=f"{context.root}as/{seat}",
        class_="door first" if first else "door",
    )
