"""The end: the score line by line, who wins by which rule, the story to keep, and the rematch."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from events.envelope import encode
from events.table import PlayedOn
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.service.commands.sitting import may_play_on
from referee.service.logs.secrecy import is_score_public, score_of
from referee.web.acts.new_tables import follow, next_table
from referee.web.acts.request_context import Page, RequestContext
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


def end_page(context: RequestContext) -> Page:
    """Add up the score as it stands."""
    is_public = is_score_public(context.game, context.state)
    tally = score_of(context.game, context.state) if is_public else None
    over = context.game.winners(context.state) is not None
    scores = [seat_score(context, tally, seat) for seat in context.state.seats] if tally else []
    sums = el("div", scores, class_="columns") if scores else None
    wins = [by_which_rule(context, tally) if tally else None, decided_rules(context)]
    return Page(
        context.say("web.page.score"),
        el("h1", context.say("web.page.score"), el("small", status_line(context)), class_="title"),
        el("p", context.say("web.score_at_the_end")) if not is_public else None,
        rematch(context) if over or context.state.closed else None,
        playing_on(context) if over else None,
        [wins, sums] if over else [sums, wins],
        keep(context) if over else None,
        head_code(context) if over else None,
        live=True,
    )


def finished(context: RequestContext) -> Html | None:
    """Lead from a table that is over to its score, and to the next game."""
    if context.game.winners(context.state) is None:
        return None
    score = el("a", context.say("web.page.score"), href=f"{context.root}end", class_="button")
    return el("div", score, rematch(context), playing_on(context), class_="row finished")


def playing_on(context: RequestContext) -> Html:
    """Offer to go on after the end, where the game can and nobody is asked about it yet."""
    is_asked = any(isinstance(changes[-1], PlayedOn) for _, changes in context.proposals)
    if context.watches or is_asked or not may_play_on(context.game, context.state):
        return NOTHING
    event = encode(PlayedOn()).decode()
    button = el("button", context.say("web.play_on"), name="event", value=event)
    return el("form", hidden(context), button, method="post", action=action(context, "do"))


def seat_score(context: RequestContext, tally: "Tally", seat: str) -> Html:
    """Add up one seat."""
    rows = [
        el(
            "tr",
            el("td", line_words(context.game.id, line, context.lang, context.state.names)),
            el("td", amount_words(line.amount), class_="amount"),
            el("td", rule_links(context, line.rules)),
        )
        for line in tally.lines
        if line.seat == seat
    ]
    return el(
        "table",
        el("caption", seat_badge(context, seat), context.seat_name(seat)),
        el("tbody", rows),
        class_="score",
    )


def by_which_rule(context: RequestContext, tally: "Tally") -> Html:
    """Say who wins here, and who would by each edition."""
    readings = [el("li", reading(context, one)) for one in tally.readings]
    return el("section", el("h2", context.say("web.by_which_rule")), el("ul", readings))


def reading(context: RequestContext, one: "Reading") -> list[Html]:
    """Say who wins by one reading, and what was compared."""
    game, names = context.game.id, context.state.names
    said = reading_words(game, replace(one, rules=()), context.lang, names)
    steps = [el("li", step_words(game, step, context.lang, names)) for step in one.steps]
    return [el("span", said, " ", rule_links(context, one.rules)), el("ul", steps) if steps else NOTHING]


def keep(context: RequestContext) -> Html:
    """Offer the game as a file: its story to read, and the film of it."""
    files = (("report", "web.report"), ("film", "web.film_file"))
    kept = [
        el("a", context.say(said), href=f"/{what}/{context.token}", class_="button", download=True)
        for what, said in files
    ]
    return el("p", kept, class_="row")


def timeline_file(context: RequestContext) -> str | None:
    """Tell a finished game as one file in the viewer's language; None while it lasts."""
    from referee.draw.documents.report import as_html

    told = whole_timeline(context)
    return None if told is None else as_html(told, context.lang)


def film_file(context: RequestContext) -> str | None:
    """Draw a finished game as a file that plays by itself, in the reader's language; None while it lasts."""
    from referee.draw.documents.replay import as_replay

    told = whole_timeline(context)
    return None if told is None else as_replay(told, context.lang)


def whole_timeline(context: RequestContext) -> "Chronicle | None":
    """Tell a finished game; None while it lasts."""
    from referee.service.timeline.chronicle import chronicle

    if context.game.winners(context.state) is None:
        return None
    return chronicle(context.seated.table.log, context.secrets)


def rematch(context: RequestContext) -> Html:
    """Offer to play again; whoever sat here goes on with a link of the new table."""
    following = next_table(context.live, context.link.table)
    if following is None:
        button = el("button", context.say("web.rematch"), class_="main")
        form = el("form", hidden(context), button, method="post", action=f"{context.root}rematch")
        return el("section", form)
    token = follow(context.live, context.link, following)
    if token is None:
        return el("p", context.say("web.rematch_open", table=following))
    go = el("a", context.say("web.rematch_go", table=following), href=f"/s/{token}/", class_="button main")
    return el("p", go)
