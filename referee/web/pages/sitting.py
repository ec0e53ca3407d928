"""Pages of the table in mid-game: a house rule; who joins late, hands a seat over, goes home."""

from typing import Any, NamedTuple

from referee.l10n.catalogs import rule_option_words, value_words
from referee.web.access.address import Code
from referee.web.access.links import SEAT
from referee.web.acts.request_context import RequestContext
from referee.web.pages.frame import Page
from referee.web.pages.table import code_for, unjoined_seats


class OptionNow(NamedTuple):
    """An option: what it is called, its value now in words, the others with theirs, the rules it settles."""

    name: str
    words: str
    now: str
    others: list[tuple[Any, str]]
    rules: tuple[str, ...]


def house_page(context: RequestContext) -> Page:
    """Return the page on which an option of the game is changed from here on."""
    game, lang = context.game.id, context.lang
    options = []
    for option in context.game.ruleset.options.values():
        now = getattr(context.state.options, option.name)
        options.append(
            OptionNow(
                option.name,
                rule_option_words(game, option.name, lang),
                value_words(game, option.name, now, lang),
                [(each, value_words(game, option.name, each, lang)) for each in option.values if each != now],
                option.rules,
            )
        )
    return Page(context.say("web.way.house"), "house.html", options=options)


def seats_page(context: RequestContext) -> Page:
    """Return the page on which people come, go and hand their seats over.

    A phone shows the code of its own seat, and of those whose people went home, for which anybody plays; the
    code of a seat that nobody has joined is on the table's screen alone.
    """
    unjoined = [seat for seat in unjoined_seats(context) if seat not in context.state.absent]
    return Page(
        context.say("web.way.seats"),
        "seats.html",
        left={seat: _code_of(context, seat) for seat in context.state.absent},
        unjoined=tuple(unjoined),
        own=_code_of(context, context.seat) if context.has_own_link and not context.is_lent else None,
    )


def _code_of(context: RequestContext, seat: str | None) -> Code | None:
    """Return the code of a seat's own link; None where it cannot be made any more."""
    link = context.live.links.place(context.link.table, SEAT, seat)
    return None if link is None else code_for(context, link, "web.code_for", seat=seat or "")
