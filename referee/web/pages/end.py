"""The end: the score line by line, who wins by which rule, the story to keep, and the rematch."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from events.envelope import encode
from events.table import PlayedOn
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.service.commands.sitting import may_play_on
from referee.service.logs.secrecy import is_score_public, score_of
from referee.web.acts.new_tables import follow, next_table
from referee.web.acts.visit import Page, Visit
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import (
    action,
    decided_rules,
    head_code,
    hidden,
    rule_links,
    seat_badge,
    status_line,
)

if TYPE_CHECKING:
    from referee.kernel.tally import Reading, Tally
    from referee.service.timeline.chronicle import Chronicle


def end_page(visit: Visit) -> Page:
    """Add up the score as it stands."""
    is_public = is_score_public(visit.game, visit.state)
    tally = score_of(visit.game, visit.state) if is_public else None
    over = visit.game.winners(visit.state) is not None
    scores = [seat_score(visit, tally, seat) for seat in visit.state.seats] if tally else []
    sums = el("div", scores, class_="columns") if scores else None
    wins = [by_which_rule(visit, tally) if tally else None, decided_rules(visit)]
    return Page(
        visit.say("web.page.score"),
        el("h1", visit.say("web.page.score"), el("small", status_line(visit)), class_="title"),
        el("p", visit.say("web.score_at_the_end")) if not is_public else None,
        rematch(visit) if over or visit.state.closed else None,
        playing_on(visit) if over else None,
        [wins, sums] if over else [sums, wins],
        keep(visit) if over else None,
        head_code(visit) if over else None,
        live=True,
    )


def finished(visit: Visit) -> Html | None:
    """Lead from a table that is over to its score, and to the next game."""
    if visit.game.winners(visit.state) is None:
        return None
    score = el("a", visit.say("web.page.score"), href=f"{visit.root}end", class_="button")
    return el("div", score, rematch(visit), playing_on(visit), class_="row finished")


def playing_on(visit: Visit) -> Html:
    """Offer to go on after the end, where the game can and nobody is asked about it yet."""
    is_asked = any(isinstance(changes[-1], PlayedOn) for _, changes in visit.proposals)
    if visit.watches or is_asked or not may_play_on(visit.game, visit.state):
        return NOTHING
    event = encode(PlayedOn()).decode()
    button = el("button", visit.say("web.play_on"), name="event", value=event)
    return el("form", hidden(visit), button, method="post", action=action(visit, "do"))


def seat_score(visit: Visit, tally: "Tally", seat: str) -> Html:
    """Add up one seat."""
    rows = [
        el(
            "tr",
            el("td", line_words(visit.game.id, line, visit.lang, visit.state.names)),
            el("td", amount_words(line.amount), class_="amount"),
            el("td", rule_links(visit, line.rules)),
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


def by_which_rule(visit: Visit, tally: "Tally") -> Html:
    """Say who wins here, and who would by each edition."""
    readings = [el("li", reading(visit, one)) for one in tally.readings]
    return el("section", el("h2", visit.say("web.by_which_rule")), el("ul", readings))


def reading(visit: Visit, one: "Reading") -> list[Html]:
    """Say who wins by one reading, and what was compared."""
    game, names = visit.game.id, visit.state.names
    said = reading_words(game, replace(one, rules=()), visit.lang, names)
    steps = [el("li", step_words(game, step, visit.lang, names)) for step in one.steps]
    return [el("span", said, " ", rule_links(visit, one.rules)), el("ul", steps) if steps else NOTHING]


def keep(visit: Visit) -> Html:
    """Offer the game as a file: its story to read, and the film of it."""
    files = (("report", "web.report"), ("film", "web.film_file"))
    kept = [
        el("a", visit.say(said), href=f"/{what}/{visit.token}", class_="button", download=True)
        for what, said in files
    ]
    return el("p", kept, class_="row")


def timeline_file(visit: Visit) -> str | None:
    """Tell a finished game as one file in the viewer's language; None while it lasts."""
    from referee.draw.documents.report import as_html

    told = whole_timeline(visit)
    return None if told is None else as_html(told, visit.lang)


def film_file(visit: Visit) -> str | None:
    """Draw a finished game as one file that plays by itself, in the viewer's language; None while it lasts."""
    from referee.draw.documents.replay import as_replay

    told = whole_timeline(visit)
    return None if told is None else as_replay(told, visit.lang)


def whole_timeline(visit: Visit) -> "Chronicle | None":
    """Tell a finished game; None while it lasts."""
    from referee.service.timeline.chronicle import chronicle

    if visit.game.winners(visit.state) is None:
        return None
    return chronicle(visit.seated.table.log, visit.secrets)


def rematch(visit: Visit) -> Html:
    """Offer to play again; whoever sat here goes on with a link of the new table."""
    following = next_table(visit.live, visit.link.table)
    if following is None:
        button = el("button", visit.say("web.rematch"), class_="main")
        form = el("form", hidden(visit), button, method="post", action=f"{visit.root}rematch")
        return el("section", form)
    token = follow(visit.live, visit.link, following)
    if token is None:
        return el("p", visit.say("web.rematch_open", table=following))
    go = el("a", visit.say("web.rematch_go", table=following), href=f"/s/{token}/", class_="button main")
    return el("p", go)
