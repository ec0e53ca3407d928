"""What several pages show: seats, buttons, questions to the table, what happened last."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any

from events.base import TABLE
from referee.draw.picks import pictures
from referee.draw.shapes import badge
from referee.draw.svg import Markup, group, moved
from referee.draw.svg import el as svg
from referee.l10n import LANGUAGES, say
from referee.l10n.options import decision_words
from referee.languages import trait
from referee.service.audit.heads import short_code
from referee.service.logs.log_index import VisibleEntry
from referee.service.wording import entry_words
from referee.web.acts.request_context import RequestContext
from referee.web.parts.markup import Html, el


def seat_badge(context: RequestContext, seat: str) -> Html:
    """Draw a seat's badge: colour, shape and letter."""
    drawn = badge(context.state, seat, 12)
    return el(
        "svg", Html(drawn), viewBox="-15 -15 30 30", width=30, height=30, aria_hidden="true", class_="badge"
    )


def seats_bar(context: RequestContext) -> Html:
    """Show every seat: whose turn it is, and whether its phone is connected."""
    acting = context.game.acting(context.state)
    chips = [
        seat_chip(context, seat, how, is_acting=seat in acting) for seat, how in connections(context).items()
    ]
    return el(
        "ul",
        chips,
        class_="seats",
        aria_label=context.say("web.seats"),
    )


def seat_chip(context: RequestContext, seat: str, connection: str, *, is_acting: bool) -> Html:
    """Show one seat."""
    return el(
        "li",
        seat_badge(context, seat),
        el(
            "span",
            el("b", context.seat_name(seat)),
            el("small", context.say(f"web.{connection}")),
            class_="who",
        ),
        el("span", context.say("web.to_act"), class_="turn") if is_acting else None,
        class_="seat acting" if is_acting else "seat",
        data_connection=connection,
    )


def connections(context: RequestContext) -> dict[str, str]:
    """Tell of every seat whether its page is open now, was opened before, or is waited for."""
    listening = context.live.listening(context.link.table)
    opened = {each.seat for each in context.live.links.at(context.link.table) if each.opened}
    return {
        seat: "went_home"
        if seat in context.state.absent
        else "connected"
        if listening[seat]
        else "away"
        if seat in opened
        else "not_joined"
        for seat in context.state.seats
    }


def status_line(context: RequestContext) -> str:
    """Say in a line whose act the game waits for."""
    winners = context.game.winners(context.state)
    if seats := context.game.undecided(context.state):
        return context.say("table.undecided", seats=seats)
    if winners is not None:
        return context.say("web.won" if winners else "web.nobody_won", seats=winners)
    acting = context.game.acting(context.state)
    if context.seat in acting and not context.is_away:
        return context.say("web.your_turn")
    if acting == (TABLE,):
        return context.say("web.waiting_for_table")
    return context.say("web.waiting_for", seats=acting) if acting else context.say("web.closed")


def hidden(context: RequestContext) -> list[Html]:
    """Carry along which revision a form was made for, and how much was noted through its link before.

    A form drawn while choices are sealed says so: what it sends is sealed, or not taken at all.
    """
    is_sealing = context.phone_key is not None and context.phone_key.is_on
    return [
        *([el("input", type="hidden", name="sealing", value="on")] if is_sealing else []),
        el("input", type="hidden", name="seen", value=context.moment.revision),
        el("input", type="hidden", name="key", value=context.link.writes),
    ]


def action(context: RequestContext, what: str) -> str:
    """Give the address a form goes to; a device that is handed round says whom it is with."""
    whose = f"?as={context.seat}" if context.is_lent else ""
    return f"{context.root}{what}{whose}"


def line_form(context: RequestContext) -> Html:
    """Take a line of notation, for what has no button."""
    return el(
        "form",
        hidden(context),
        el("label", context.say("web.line"), for_="line"),
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
            el("button", context.say("web.say_it")),
            class_="row",
        ),
        method="post",
        action=action(context, "do"),
        class_="line",
    )


ICON = 24
"""How high a small picture is drawn, in its own units."""


def side_by_side(game: str, found: Sequence[tuple[Markup, float]]) -> Html:
    """Set small pictures of a game side by side."""
    starts = accumulate((width for _, width in found), initial=0.0)
    placed = [moved(x, 0, markup) for x, (markup, _) in zip(starts, found, strict=False)]
    width = sum(width for _, width in found)
    return el(
        "svg",
        Html(group(*placed)),
        viewBox=f"0 0 {width} {ICON}",
        width=width,
        height=ICON,
        aria_hidden="true",
        class_=f"{game} icon",
    )


def told(context: RequestContext, each: VisibleEntry, drawn: dict[Markup, str]) -> list[Html | str]:
    """Tell what happened: in words, beside them the cards it was about that the viewer may see.

    `drawn` are the cards that stand on the page already, each with its id: they are shown again by it.
    """
    words = entry_words(context.log_index, each, context.lang, context.seat)
    found = [
        (once(context.game.id, card, drawn), width) for card, width in pictures(context.game.id, each.event)
    ]
    return [side_by_side(context.game.id, found), words] if found else [words]


def once(game: str, card: Markup, drawn: dict[Markup, str]) -> Markup:
    """Draw a card where it is first seen on a page, and show it again wherever it comes back."""
    if card in drawn:
        return svg("use", href=f"#{drawn[card]}")
    drawn[card] = f"card-{len(drawn)}"
    return group(card, id=drawn[card], class_=game)


def recent(context: RequestContext, most: int = 4) -> Html:
    """Say what happened last."""
    drawn: dict[Markup, str] = {}
    items = [
        el(
            "li",
            told(context, each, drawn),
            class_=None if each.in_force else "struck",
            value=each.entry.seq,
        )
        for each in reversed(context.entries[-most:])
    ]
    title = el("h2", context.say("web.last"))
    return el("section", title, el("ol", items, class_="recent", reversed=True), class_="happened")


def language_form(context: RequestContext, here: str) -> Html:
    """Let the viewer change the language at any moment."""
    return languages(context.lang, f"{context.root}language", here, hidden(context))


def languages(lang: str, address: str, here: str, carried: Any = None) -> Html:
    """Offer the languages, each in its own words."""
    buttons = [
        el(
            "button",
            el("span", trait(each, "name"), class_="whole"),
            el("span", trait(each, "sign"), class_="sign", aria_hidden="true"),
            name="lang",
            value=each,
            lang=each,
            aria_label=trait(each, "name"),
            aria_pressed=str(each == lang).lower(),
        )
        for each in LANGUAGES
    ]
    where = el("input", type="hidden", name="here", value=here)
    label = say("web.language", lang)
    return el(
        "form", where, carried, *buttons, method="post", action=address, class_="languages", aria_label=label
    )


def decided_rules(context: RequestContext) -> Html | None:
    """Say by which rules of its own a table plays."""
    rules = [f"{name}={getattr(context.state.options, name)}" for name in context.state.house]
    if not rules:
        return None
    items = [el("li", decision_words(context.game.id, rule, context.lang)) for rule in rules]
    return el("section", el("h2", context.say("web.own_rules")), el("ul", items))


def head_code(context: RequestContext) -> Html | None:
    """Give the short code of the log, once a hash of it lets nobody try out what it hides."""
    if not context.secrets.may_show_hash:
        return None
    revision = context.moment.revision
    code = short_code(context.log_index.entries[revision - 1].hash)
    return el("p", context.say("web.short_code", n=revision, code=code))


def rule_links(context: RequestContext, rules: Iterable[str]) -> Html:
    """Link rules by id."""
    links = (el("a", rule, href=f"{context.root}rule/{rule}", class_="rule", lang="en") for rule in rules)
    return Html(" ".join(links))
