"""The end: the score line by line, who wins by which rule, and the rematch."""

from typing import Any

from referee.l10n import noun
from referee.web.html import Html, el
from referee.web.links import SEAT
from referee.web.parts import rule_links, seat_badge, status_line
from referee.web.seeing import may_tally
from referee.web.visit import Page, Visit


def end_page(visit: Visit) -> Page:
    """Add up the score as it stands."""
    tally = visit.game.tally(visit.state) if may_tally(visit.game, visit.state) else None
    over = visit.game.winners(visit.state) is not None
    return Page(
        visit.say("web.page.score"),
        el("h1", visit.say("web.page.score"), el("small", status_line(visit)), class_="title"),
        [seat_score(visit, tally, seat) for seat in visit.state.seats] if tally else None,
        el(
            "section",
            el("h2", visit.say("web.by_which_rule")),
            el("ul", [el("li", reading(visit, one)) for one in tally.readings]),
        )
        if tally
        else None,
        el(
            "p",
            el("a", visit.say("web.report"), href=f"/report/{visit.token}", class_="button", download=True),
        )
        if over
        else None,
        rematch(visit) if over or visit.state.closed else None,
        live=True,
    )


def seat_score(visit: Visit, tally: Any, seat: str) -> Html:
    """Add up one seat."""
    rows = [
        el(
            "tr",
            el("td", visit.say(f"{visit.game.id}.{line.item}", **line.args)),
            el("td", str(line.amount), class_="amount"),
            el("td", [[each, " "] for each in rule_links(visit, line.rules)]),
        )
        for line in tally.lines
        if line.seat == seat
    ]
    return el(
        "table",
        el("caption", seat_badge(visit, seat), visit.seat_name(seat)),
        el("tbody", rows),
        class_="score",
    )


def reading(visit: Visit, one: Any) -> Html:
    """Say who wins by one reading."""
    reason = noun("reason", one.reason, visit.lang, visit.game.id)
    which = "case.by_this_table" if one.edition is None else "case.by_edition"
    suffix = "" if one.winners else "_nobody"
    said = visit.say(which + suffix, winners=one.winners, reason=reason, rules="", edition=one.edition)
    return el("span", said, " ", [[each, " "] for each in rule_links(visit, one.rules)])


def rematch(visit: Visit) -> Html:
    """Offer to play again; whoever sat here goes on with a link of the new table."""
    following = visit.hub.rematches.get(visit.link.table)
    if following is None:
        form = el(
            "form",
            el("button", visit.say("web.rematch"), class_="main"),
            method="post",
            action=f"{visit.root}rematch",
        )
        return el("section", form)
    role, seat = visit.link.role, visit.link.seat
    token = visit.hub.fresh.get((following, role, seat if role == SEAT else None))
    if token is None:
        return el("p", visit.say("web.rematch_open", table=following))
    return el(
        "p", el("a", visit.say("web.rematch_go", table=following), href=f"/s/{token}/", class_="button main")
    )
