"""The page of the score, the files of a finished game, and the rematch."""

from typing import NamedTuple

from msgspec.structs import replace

from events.envelope import encode
from events.table import PlayedOn
from referee.draw.documents.replay import as_replay
from referee.draw.documents.report import as_html
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.service.commands.sitting import may_play_on
from referee.service.logs.secrecy import public_score
from referee.service.timeline import Timeline, make_timeline
from referee.web.acts.new_tables import find_next_table, find_next_token
from referee.web.acts.request_context import RequestContext
from referee.web.pages.frame import Page


class Rematch(NamedTuple):
    """Where a finished table leads: `next_table` is empty where there is none yet.

    `next_token` opens it for the viewer, None: the viewer has no place there. `play_on` is the act that goes
    on with this game, as JSON: empty where that cannot be or is proposed already.
    """

    next_table: str
    next_token: str | None
    play_on: str


def end_page(context: RequestContext) -> Page:
    """Return the page of the score, by what everybody may see; with the winners once the game is over."""
    tally = public_score(context.game, context.state)
    is_over = context.game.winners(context.state) is not None
    game, names = context.game.id, context.state.names
    return Page(
        context.say("web.page.score"),
        "end.html",
        live=True,
        is_public=tally is not None,
        is_over=is_over,
        over=_rematch(context) if is_over or context.state.closed else None,
        tally=tally,
        line_words=lambda line: line_words(game, line, context.lang, names),
        amount_words=amount_words,
        reading_words=lambda one: reading_words(game, replace(one, rules=()), context.lang, names),
        step_words=lambda step: step_words(game, step, context.lang, names),
    )


def game_over(context: RequestContext) -> Rematch | None:
    """Return where a finished game leads; None while it is played."""
    return None if context.game.winners(context.state) is None else _rematch(context)


def _rematch(context: RequestContext) -> Rematch:
    """Return where the table leads, whether its game was finished or closed early."""
    following = find_next_table(context.live, context.link.table)
    token = None if following is None else find_next_token(context.live, context.link, following)
    is_asked = any(isinstance(changes[-1], PlayedOn) for _, changes in context.proposals)
    is_over = context.game.winners(context.state) is not None
    may = is_over and not context.watches and not is_asked and may_play_on(context.game, context.state)
    return Rematch(following or "", token, encode(PlayedOn()).decode() if may else "")


def timeline_file(context: RequestContext) -> str | None:
    """Return the report of a finished game as HTML in the viewer's language; None while it lasts."""
    told = _whole_timeline(context)
    return None if told is None else as_html(told, context.lang)


def film_file(context: RequestContext) -> str | None:
    """Return the replay of a finished game as HTML; None while it lasts."""
    told = _whole_timeline(context)
    return None if told is None else as_replay(told, context.lang)


def _whole_timeline(context: RequestContext) -> Timeline | None:
    """Return the timeline of a finished game, else None."""
    if context.game.winners(context.state) is None:
        return None
    return make_timeline(context.seated.table.log, context.secrets)
