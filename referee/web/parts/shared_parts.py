"""What several pages show: seats, buttons, questions to the table, what happened last."""

from collections.abc import Iterable
from typing import Any

from events.base import Event
from events.table import HouseRuled, TakenBack
from referee.draw.palette import marks_of
from referee.draw.shapes import badge
from referee.kernel.table import Proposal, still_asked
from referee.l10n import LANGUAGES, say
from referee.l10n.options import decision_words
from referee.service.desk.unseen import shown_since
from referee.web.acts.possible_acts import words_of
from referee.web.acts.visit import Visit
from referee.web.door.seat_links import SEAT
from referee.web.parts.markup import Html, el, join

LANGUAGE_NAMES = {"en": "English", "zh-Hans": "简体中文", "ja": "日本語"}


def seat_badge(visit: Visit, seat: str) -> Html:
    """Draw a seat's badge: colour, shape and letter."""
    seats = visit.state.seats
    drawn = badge(seats.index(seat), marks_of(seats)[seat], 12)
    return el(
        "svg", Html(drawn), viewBox="-15 -15 30 30", width=30, height=30, aria_hidden="true", class_="badge"
    )


def seats_bar(visit: Visit) -> Html:
    """Show every seat: whose turn it is, and whether its phone is connected."""
    acting = visit.game.acting(visit.state)
    chips = [
        seat_chip(visit, seat, how, is_acting=seat in acting) for seat, how in connections(visit).items()
    ]
    return el(
        "ul",
        chips,
        class_="seats",
        aria_label=visit.say("web.seats"),
    )


def seat_chip(visit: Visit, seat: str, connection: str, *, is_acting: bool) -> Html:
    """Show one seat."""
    return el(
        "li",
        seat_badge(visit, seat),
        el("span", el("b", visit.seat_name(seat)), el("small", visit.say(f"web.{connection}")), class_="who"),
        el("span", visit.say("web.to_act"), class_="turn") if is_acting else None,
        class_="seat acting" if is_acting else "seat",
        data_connection=connection,
    )


def connections(visit: Visit) -> dict[str, str]:
    """Tell of every seat whether its page is open now, was opened before, or is waited for."""
    listening = visit.live.listening(visit.link.table)
    opened = {each.seat for each in visit.live.links.at(visit.link.table) if each.opened}
    return {
        seat: "connected" if listening[seat] else "away" if seat in opened else "not_joined"
        for seat in visit.state.seats
    }


def status_line(visit: Visit) -> str:
    """Say in a line whose act the game waits for."""
    winners = visit.game.winners(visit.state)
    if winners is not None:
        return visit.say("web.won" if winners else "web.nobody_won", seats=winners)
    acting = visit.game.acting(visit.state)
    if visit.seat is not None and visit.seat in acting:
        return visit.say("web.your_turn")
    return visit.say("web.waiting_for", seats=acting) if acting else visit.say("web.closed")


def hidden(visit: Visit) -> list[Html]:
    """Carry along which revision a form was made for, and how much was noted through its link before.

    A form drawn while choices are sealed says so: what it sends is sealed, or not taken at all.
    """
    is_sealing = visit.signet is not None and visit.signet.is_on
    return [
        *([el("input", type="hidden", name="sealing", value="on")] if is_sealing else []),
        el("input", type="hidden", name="seen", value=visit.moment.revision),
        el("input", type="hidden", name="key", value=visit.link.writes),
    ]


def action(visit: Visit, what: str) -> str:
    """Give the address a form goes to; a device that is handed round says whom it is with."""
    whose = f"?as={visit.seat}" if visit.link.seat is None and visit.seat else ""
    return f"{visit.root}{what}{whose}"


def line_form(visit: Visit) -> Html:
    """Take a line of notation, for what has no button."""
    return el(
        "form",
        hidden(visit),
        el("label", visit.say("web.line"), for_="line"),
        el(
            "div",
            el(
                "input",
                id="line",
                name="notation",
                autocomplete="off",
                autocapitalize="off",
                spellcheck="false",
                lang="en",
            ),
            el("button", visit.say("web.say_it")),
            class_="row",
        ),
        method="post",
        action=action(visit, "do"),
        class_="line",
    )


def question(visit: Visit) -> Html:
    """Show what the table is asked, with the answers."""
    return join(
        [disputed(visit), *(asked(visit, proposal, changes) for proposal, changes in visit.proposals)]
    )


def disputed(visit: Visit) -> Html:
    """Say which disputes wait for a vote, and where it is cast."""
    waiting = visit.state.open_disputes
    if not waiting:
        return Html("")
    return el(
        "section",
        el("h2", visit.say("ruling.waits", disputes=waiting)),
        el("p", el("a", visit.say("ruling.to_vote"), href=f"{visit.root}dispute", class_="button")),
        class_="question",
    )


def asked(visit: Visit, proposal: Proposal, changes: tuple[Event, ...]) -> Html:
    """Show one thing the table is asked."""
    asked_of = still_asked(visit.state, proposal)
    waiting = tuple(seat for seat in visit.state.seats if seat in asked_of)
    buttons = [
        el("button", visit.say(text), name="reply", value=reply) for reply, text in replies(visit, proposal)
    ]
    return el(
        "section",
        el(
            "h2",
            visit.say("web.asks_some" if proposal.of else "web.asks", seat=proposal.agreed[0], seats=waiting),
        ),
        el("p", proposed_words(visit, changes)),
        unseen(visit, changes[0]),
        el("p", visit.say("web.agreed_so_far", seats=proposal.agreed)),
        el("p", visit.say("web.asked_still", seats=waiting)),
        el(
            "form",
            hidden(visit),
            el("input", type="hidden", name="proposal", value=proposal.id),
            el("div", buttons, class_="row"),
            method="post",
            action=action(visit, "answer"),
        ),
        class_="question",
        role="status",
    )


def replies(visit: Visit, proposal: Proposal) -> list[tuple[str, str]]:
    """List what this link may answer, each with its words."""
    is_seat = visit.link.role == SEAT
    mine = visit.seat == proposal.agreed[0]
    found: list[tuple[str, str]] = []
    own = (visit.seat,) if visit.seat else visit.open_to_device()
    if proposal.of and not {*own} & {*proposal.of, proposal.agreed[0]}:
        return found
    if not (is_seat and visit.seat in proposal.agreed):
        found.append(("agree", "web.agree" if is_seat or proposal.of else "web.all_agree"))
    if is_seat and not mine:
        found.append(("object", "web.object"))
    if mine or not is_seat:
        found.append(("withdraw", "web.withdraw"))
    return found


def proposed_words(visit: Visit, changes: tuple[Event, ...]) -> str:
    """Say what is proposed; of several changes, before or instead of which entry."""
    event = changes[-1]
    if isinstance(event, TakenBack):
        reason = f" {event.reason}" if event.reason else ""
        return visit.say("web.back_to", n=event.to) + reason
    words = words_of(visit.state, event, visit.lang)
    if not isinstance(changes[0], TakenBack):
        return words
    which = "case.from_entry" if isinstance(event, HouseRuled) else "case.instead_of_entry"
    return visit.say(which, n=changes[0].to + 1, what=words)


def unseen(visit: Visit, event: Event) -> Html | None:
    """Warn of what no taking back can make unseen."""
    if not isinstance(event, TakenBack):
        return None
    shown = shown_since(visit.history, event.to, visit.seat)
    what = tuple(words_of(each.before, each.event, visit.lang).rstrip(".。") for each in shown)
    return el("p", visit.say("case.cannot_unsee", what=what), class_="alert") if what else None


def recent(visit: Visit, most: int = 4) -> Html:
    """Say what happened last."""
    items = [
        el(
            "li",
            words_of(each.before, each.event, visit.lang),
            class_=None if each.in_force else "struck",
            value=each.entry.seq,
        )
        for each in reversed(visit.entries[-most:])
    ]
    title = el("h2", visit.say("web.last"))
    return el("section", title, el("ol", items, class_="recent", reversed=True), class_="happened")


def language_form(visit: Visit, here: str) -> Html:
    """Let the asker change the language at any moment."""
    return languages(visit.lang, f"{visit.root}language", here, hidden(visit))


def languages(lang: str, address: str, here: str, carried: Any = None) -> Html:
    """Offer the languages, each in its own words."""
    buttons = [
        el(
            "button",
            LANGUAGE_NAMES[each],
            name="lang",
            value=each,
            lang=each,
            aria_pressed=str(each == lang).lower(),
        )
        for each in LANGUAGES
    ]
    where = el("input", type="hidden", name="here", value=here)
    label = say("web.language", lang)
    return el(
        "form", where, carried, *buttons, method="post", action=address, class_="languages", aria_label=label
    )


def small_id(id: str) -> Html:
    """Show the id of what was said in words, small beside them: it is what the log and a terminal take."""
    return el("small", id, class_="id", lang="en")


def decided_rules(visit: Visit) -> Html | None:
    """Say by which rules of its own a table plays."""
    rules = [f"{name}={getattr(visit.state.switches, name)}" for name in visit.state.house]
    if not rules:
        return None
    items = [el("li", decision_words(visit.game.id, rule, visit.lang), " ", small_id(rule)) for rule in rules]
    return el("section", el("h2", visit.say("web.own_rules")), el("ul", items))


def rule_links(visit: Visit, rules: Iterable[str]) -> list[Html]:
    """Link rules by id."""
    return [el("a", rule, href=f"{visit.root}rule/{rule}", class_="rule", lang="en") for rule in rules]
