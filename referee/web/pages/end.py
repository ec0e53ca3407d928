"""How a game ended: who won and by which rule, what turned it, what came out, what to keep, the rematch."""

from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import REFEREE
from events.envelope import encode
from events.table import PlayedOn, TableClosed
from referee.draw.assets import cover, css
from referee.draw.documents.replay import as_replay
from referee.draw.documents.report import as_html
from referee.draw.documents.report_words import ReportWords
from referee.kernel.tally import Line, Tally
from referee.l10n import noun
from referee.l10n.messages import fact_value
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.rulebooks import Rule
from referee.service.commands.sitting import may_play_on
from referee.service.logs.secrecy import public_score
from referee.service.timeline import Timeline, make_timeline
from referee.web.acts.new_tables import find_next_table, find_next_token
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import sheet_address
from referee.web.pages.frame import Page
from referee.web.pages.parts import entry_text, known_rules
from referee.web.pages.recent import Recent


class Ending(NamedTuple):
    """How a table ended, and where it leads.

    `headline` says who won, `why` by what, `rules` are those it follows from; `is_festive`: somebody is ahead
    of somebody. `next_table` is empty where there is none yet; `next_token` opens it for the viewer, None:
    the viewer has no place there. `play_on` is the act that goes on with this game, as JSON: empty where
    that cannot be or is proposed already.
    """

    headline: str
    why: str
    rules: list[Rule]
    winners: tuple[str, ...]
    is_festive: bool
    next_table: str
    next_token: str | None
    play_on: str


class Standing(NamedTuple):
    """What a seat has: its `amount` in words (empty where nothing is compared) and lines of the score.

    `share` is the amount in hundredths of the greatest.
    """

    seat: str
    has_won: bool
    amount: str
    share: int
    lines: list[Line]


class Turn(NamedTuple):
    """A turning point: its entry, the chapter it belongs to, what happened, and what that turned."""

    seq: int
    chapter: str
    happened: str
    turned: list[str]


class Secret(NamedTuple):
    """What a seat had that the others did not know: its value in words by fact, in the order of `Told`."""

    seat: str
    values: list[str]


class Told(NamedTuple):
    """What is told of a game that is over, in one language; `secrets` of the facts named in `kinds`."""

    turns: list[Turn]
    kinds: list[str]
    secrets: list[Secret]


_TOLD: Recent[tuple[str, int, str], Told] = Recent(100)


def end_page(context: RequestContext) -> Page:
    """Return the page of the score, by what everybody may see; with the winners once the game is over."""
    tally = public_score(context.game, context.state)
    game, names, over = context.game.id, context.state.names, how_it_ended(context)
    picture = cover(game)
    return Page(
        context.say("web.page.score"),
        "end.html",
        live=True,
        board="" if picture is None else sheet_address(css(game)),
        cover=picture,
        is_public=tally is not None,
        over=over,
        uncopied=0 if over is None or not context.start else len(context.live.uncopied_tables()),
        told=None if over is None else _tell(context),
        tally=tally,
        standings=[] if tally is None else _standings(context, tally),
        total=context.say(f"{game}.{context.game.scoring.total}") if context.game.scoring.total else "",
        line_words=lambda line: line_words(game, line, context.lang, names),
        amount_words=amount_words,
        reading_words=lambda one: reading_words(game, replace(one, rules=()), context.lang, names),
        step_words=lambda step: step_words(game, step, context.lang, names),
    )


def how_it_ended(context: RequestContext) -> Ending | None:
    """Return how the game of a table ended, or that it was closed early; None while it is played."""
    game, state = context.game, context.state
    winners = game.winners(state)
    if winners is None and not state.closed:
        return None
    tally = None if winners is None else game.tally(state)
    own = tally.readings[0] if tally else None
    why = noun("reason", own.reason, context.lang, game.id) if own is not None else ""
    rules: tuple[str, ...] = () if own is None else own.rules
    if winners is None:
        kind, why, rules = "closed", _why_closed(context), ("TAB-CLOSE-01",)
    elif seats := game.undecided(state):
        kind, why = "open", context.say("table.undecided", seats=seats)
    else:
        kind = _kind_of(winners, state.seats)
    following = find_next_table(context.live, context.link.table)
    is_asked = any(isinstance(changes[-1], PlayedOn) for _, changes in context.proposals)
    may = winners is not None and not context.watches and not is_asked and may_play_on(game, state)
    return Ending(
        headline=context.say(f"web.end.{kind}", seats=winners or ()),
        why=why,
        rules=known_rules(rules),
        winners=winners or (),
        is_festive=kind in {"won", "shared"},
        next_table=following or "",
        next_token=None if following is None else find_next_token(context.live, context.link, following),
        play_on=encode(PlayedOn()).decode() if may else "",
    )


def _kind_of(winners: tuple[str, ...], seats: tuple[str, ...]) -> str:
    """Return what kind of an end it is, as messages are called: who shares with all has beaten nobody."""
    if len(winners) < 2:
        return "won" if winners else "nobody"
    return "all" if len(winners) == len(seats) else "shared"


def _why_closed(context: RequestContext) -> str:
    """Return the sentence of the entry that closed the table."""
    closing = (each for each in reversed(context.entries) if isinstance(each.event, TableClosed))
    return next((entry_text(context, each) for each in closing), "")


def _standings(context: RequestContext, tally: Tally) -> list[Standing]:
    """Return what each seat has, winners first, then who has most."""
    winners, total = context.game.winners(context.state) or (), context.game.scoring.total
    amounts = {line.seat: line.amount for line in tally.lines if line.item == total}
    most = max((amount or 0 for amount in amounts.values()), default=0) or 1
    found = [
        Standing(
            seat,
            seat in winners,
            amount_words(amounts[seat]) if seat in amounts else "",
            max(0, 100 * (amounts.get(seat) or 0) // most),
            [line for line in tally.lines if line.seat == seat],
        )
        for seat in context.state.seats
    ]
    return sorted(found, key=lambda each: (not each.has_won, -each.share))


def _tell(context: RequestContext) -> Told:
    """Return what is told of a game that is over. Cached: a log of which this is the head says no more."""
    revision = context.moment.revision
    head = context.log_index.entries[revision - 1].hash
    return _TOLD.get((head, revision, context.lang), lambda: _tell_anew(context))


def _tell_anew(context: RequestContext) -> Told:
    timeline = make_timeline(context.seated.table.log, context.secrets)
    it, game, state = ReportWords(timeline, context.lang), timeline.game, timeline.state
    turns = [
        Turn(point.seq, it.chapter_of(point), it.happened(point), [it.turn(one) for one in point.turns])
        for point in timeline.turning_points
    ]
    if not (context.secrets.over and game.keeps_hands):
        return Told(turns, [], [])
    position: dict[str, Any] = msgspec.to_builtins(game.position(state, REFEREE))
    kinds = [
        fact.name
        for fact in game.facts.secret
        if fact.by_seat and any(map(_came_out, (position.get(fact.name) or {}).values()))
    ]

    def value(kind: str, seat: str) -> str:
        held = position[kind].get(seat)
        return "?" if held is None else fact_value(f"{kind}.{seat}", held, context.lang, game.id, it.names)

    return Told(
        turns,
        [noun("fact", kind, context.lang, game.id) for kind in kinds],
        [Secret(seat, [value(kind, seat) for kind in kinds]) for seat in state.seats] if kinds else [],
    )


def _came_out(held: Any) -> bool:
    """Return whether it is known what somebody held: of a hand, one card at least."""
    return any(held) if isinstance(held, list | tuple) else held is not None


def timeline_file(context: RequestContext) -> str | None:
    """Return the report of a game that is over as HTML in the viewer's language; None while it lasts."""
    told = _whole_timeline(context)
    return None if told is None else as_html(told, context.lang)


def film_file(context: RequestContext) -> str | None:
    """Return the replay of a game that is over as HTML; None while it lasts."""
    told = _whole_timeline(context)
    return None if told is None else as_replay(told, context.lang)


def _whole_timeline(context: RequestContext) -> Timeline | None:
    """Return the timeline of a game that was finished or closed, else None."""
    if context.game.winners(context.state) is None and not context.state.closed:
        return None
    return make_timeline(context.seated.table.log, context.secrets)
