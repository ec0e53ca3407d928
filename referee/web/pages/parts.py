"""Parts that several pages show: seats, whose move it is, entries, rules and their sources."""

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import NamedTuple
from urllib.parse import quote

from events.base import TABLE
from events.table import PositionTold
from referee.draw import board_of, svg
from referee.draw.palette import badge, marks_of, style_number, style_of
from referee.draw.picks import pictures
from referee.draw.svg import Node
from referee.l10n import has
from referee.l10n.options import decision_words, in_prose
from referee.languages import Texts
from referee.rulebooks import Document, Passage, Place, Rule, book_of, documents_of, find_rule, places_of
from referee.service.audit.heads import short_code
from referee.service.disputes.analysis import house_rules_on
from referee.service.logs.effective import Action
from referee.service.logs.log_index import VisibleEntry
from referee.service.tables.open_acts import awaited_seats
from referee.service.wording import entry_words, marked_words
from referee.web.access.links import DEVICE, SEAT
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import (
    actor_of,
    count_fresh,
    find_last_act,
    judge_reapplying,
    own_prefix,
    seats_acted_for,
)

_FAINT = ".45"
"""How strong the icon of a tab is while others are to move."""


def action(context: RequestContext, what: str) -> str:
    """Return the address the form `what` is sent to; on a shared device with the seat as a query."""
    return f"{context.root}{what}{of_seat(context)}"


def of_seat(context: RequestContext) -> str:
    """Return the query `?as=<seat>` on a shared device; empty on a link that is the seat's own."""
    return f"?as={context.seat}" if context.is_lent else ""


def seat_mark(context: RequestContext, seat: str) -> Node:
    """Draw a seat's badge about the origin: colour, shape and letter."""
    return badge(context.state, seat, 12)


def connections(context: RequestContext) -> dict[str, str]:
    """Return for each seat `went_home`, `connected` (page open), `away` (opened before) or `not_joined`."""
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


def awaited(context: RequestContext) -> tuple[str, ...]:
    """Return who is to act; on the curtain of a device that is the table where it has something to show."""
    acting: tuple[str, ...] = context.game.acting(context.state)
    if TABLE in acting and context.link.role == DEVICE and context.seat is None:
        return acting
    return awaited_seats(context.game, context.state)


def status_line(context: RequestContext) -> str:
    """Return a sentence: who has won, or whose act the game waits for."""
    winners = context.game.winners(context.state)
    if seats := context.game.undecided(context.state):
        return context.say("table.undecided", seats=seats)
    if winners is not None and 1 < len(winners) == len(context.state.seats):
        return context.say("web.end.all")
    if winners is not None:
        return context.say("web.won" if winners else "web.nobody_won", seats=winners)
    if context.windows:
        return _window_line(context)
    acting = awaited(context)
    if context.seat in acting and not context.is_away:
        return context.say("web.your_turn")
    if acting == (TABLE,):
        return context.say("web.waiting_for_table")
    return context.say("web.waiting_for", seats=acting) if acting else context.say("web.closed")


def _window_line(context: RequestContext) -> str:
    """Return whose word is still missing in an open window: it is nobody's turn."""
    seats = context.seats_in_window
    if context.seat in seats and not context.is_away:
        return context.say("web.your_window")
    return context.say("web.waiting_for_word", seats=seats or tuple(context.windows))


def is_mine(context: RequestContext) -> bool:
    """Return whether it is the viewer's turn and its person is here. In an open window it is nobody's."""
    return not context.windows and context.seat in awaited(context) and not context.is_away


def _mover(context: RequestContext) -> str | None:
    """Return the viewer's seat if the game waits for it, else the only seat it waits for, else None."""
    if is_mine(context):
        return context.seat
    acting = [seat for seat in awaited(context) if seat in context.state.seats]
    return acting[0] if len(acting) == 1 else None


def banner_colour(context: RequestContext) -> int | None:
    """Return the style number of the seat to move (see `_mover`); None where there is none."""
    seat = _mover(context)
    return None if seat is None else style_number(context.state, seat)


def tab_icon(context: RequestContext) -> str:
    """Return the tab's icon as a data address: the mark of the seat to move, faint if it is another's.

    `data:,` (no icon) where there is no such seat.
    """
    seat = _mover(context)
    if seat is None:
        return "data:,"
    style, mark = style_of(context.state, seat), marks_of(context.state.seats)[seat]
    shown = "1" if is_mine(context) or context.seat is None else _FAINT
    letter = (
        f'<text x="16" y="23" font-size="20" font-family="sans-serif" font-weight="700" '
        f'text-anchor="middle" fill="{style.ink}">{mark}</text>'
    )
    ground = f'<circle cx="16" cy="16" r="16" fill="{style.fill}"/>'
    root = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" opacity="{shown}">'
    return f"data:image/svg+xml,{quote(f'{root}{ground}{letter}</svg>')}"


def side_by_side(found: Sequence[tuple[Node, float]]) -> tuple[Node, float]:
    """Return small pictures in a row as one, and its width; each comes with its width."""
    starts = accumulate((width for _, width in found), initial=0.0)
    placed = [svg.translate(x, 0, markup) for x, (markup, _) in zip(starts, found, strict=False)]
    return svg.group(*placed), sum(width for _, width in found)


def entry_text(context: RequestContext, each: VisibleEntry) -> str:
    return marked_words(context.log_index, each, context.lang, context.seat)


class EntryRow(NamedTuple):
    """An entry of a list, and below it those of the list that were worked out from it, the first first."""

    entry: VisibleEntry
    worked_out: list[VisibleEntry]


def rows_of(entries: Iterable[VisibleEntry]) -> list[EntryRow]:
    """Return entries in rows, in order; what was worked out stands below a position told that is listed."""
    rows: dict[int, EntryRow] = {}
    for each in entries:
        if each.source in rows:
            rows[each.source].worked_out.append(each)
        else:
            rows[each.entry.seq] = EntryRow(each, [])
    return list(rows.values())


_MOST_RECENT = 4

_MOST_WORKED_OUT = 200
"""So many of the last entries are looked through for what was worked out last."""


def recent_rows(context: RequestContext) -> list[EntryRow]:
    """Return the last rows of the log, the latest first."""
    entries, first = context.entries, max(len(context.entries) - _MOST_RECENT, 0)
    # what was worked out and its position told are one row
    while first and len(rows_of(entries[first:])) < _MOST_RECENT:
        first = (entries[first - 1].source or first) - 1
    return rows_of(entries[first:])[::-1]


def entry_pictures(
    context: RequestContext, each: VisibleEntry, drawn: dict[str, str]
) -> list[tuple[Node, float]]:
    """Return pictures of the cards in an entry that the viewer may see, each with its width.

    `drawn` maps the SVG text of cards on the page to their ids: those are referred to, new ones are added.
    """
    return [
        (_once(context.game.id, card, drawn), width) for card, width in pictures(context.game.id, each.event)
    ]


def _once(game: str, card: Node, drawn: dict[str, str]) -> Node:
    """Return a card, the first time with an id; later a reference to that.

    `drawn` collects SVG text and id.
    """
    look = str(card)
    if look in drawn:
        return svg.el("use", href=f"#{drawn[look]}")
    drawn[look] = f"card-{len(drawn)}"
    return svg.group(card, id=drawn[look], class_=game)


def own_rules(context: RequestContext) -> list[str]:
    """Return the house rules of the table in words."""
    rules = [f"{name}={getattr(context.state.options, name)}" for name in context.state.house]
    return [decision_words(context.game.id, rule, context.lang) for rule in rules]


def log_code(context: RequestContext) -> str:
    """Return the short code of the log in a sentence; empty while its hash could give away hidden facts."""
    if not context.secrets.may_show_hash:
        return ""
    revision = context.moment.revision
    code = short_code(context.log_index.entries[revision - 1].hash)
    return context.say("web.short_code", n=revision, code=code)


def may_have_log(context: RequestContext) -> bool:
    """Return whether there is nothing in the whole log that anybody may not know: no card, no seed."""
    secrets = context.secrets
    return secrets.may_show_hash and not secrets.hides(1, context.log_index.entries[0].event)


def tour_step(context: RequestContext) -> str | None:
    """Return the id of the message that guides through the first round; None after it or without one."""
    step = board_of(context.game.id).tour_step
    id = f"{context.game.id}.tour.{context.game.phase(context.state) if step is None else step(context.view)}"
    if not has(id, context.lang) or is_past_first_round(context):
        return None
    own = f"{id}_mine"
    is_own = context.seat in context.game.acting(context.state) and has(own, context.lang)
    return own if is_own else id


def is_past_first_round(context: RequestContext) -> bool:
    """Return whether the first chapter is over, or (as the board says) the first round within it."""
    if any(seq <= context.moment.revision for seq in context.log_index.chapter_ends[:1]):
        return True
    return board_of(context.game.id).is_first_round_over(context.view)


class WayBack(NamedTuple):
    """The way back and forth: `act` is what would be taken back, empty where nothing is.

    `undone` is what was taken back and comes first when it is recorded again, `again` how many acts are;
    empty and 0 where there are none, or not this link's, or the first is not possible any more, or the game
    has gone on since.
    """

    act: str
    undone: str
    again: int


def way_back(context: RequestContext) -> WayBack | None:
    """Return the way back; None on a page that has its own, or whose viewer may do nothing."""
    if context.link.role not in {SEAT, DEVICE}:
        return None
    last, waiting = find_last_act(context), context.log_index.waiting
    again = own_prefix(context, waiting) if waiting else ()
    if again and (count_fresh(context) < len(again) or judge_reapplying(context, again[0]) is not None):
        again = ()
    return WayBack(
        act="" if last is None else _act_words(context, last),
        undone=_act_words(context, again[0]) if again else "",
        again=len(again),
    )


def _act_words(context: RequestContext, action: Action) -> str:
    """Return an action as the viewer may read it, without its full stop; empty where it is too new."""
    if not 0 < (action.seq or 0) <= len(context.entries):
        return ""
    each = context.entries[(action.seq or 1) - 1]
    return entry_words(context.log_index, each, context.lang, context.seat).rstrip(".。")


def just_worked_out(context: RequestContext) -> list[str]:
    """Return the acts that were worked out from how the board stood, as long as nothing else was recorded.

    Each as the viewer may read it, without its full stop.
    """
    rows = rows_of(context.entries[-_MOST_WORKED_OUT:])
    last = rows[-1] if rows else None
    if last is None or not isinstance(last.entry.event, PositionTold) or not last.entry.in_force:
        return []
    acts = (each for each in last.worked_out if each.is_worked_out)
    return [entry_words(context.log_index, each, context.lang, context.seat).rstrip(".。") for each in acts]


def asked_alone(context: RequestContext) -> str | None:
    """Return the address at which a seat says what it alone knows of the board; None: it is not asked."""
    if context.link.role == SEAT and context.is_lent:
        return None
    revision, query = context.seated.asked_alone.get(str(context.seat), (None, ""))
    lent = f"as={context.seat}&" if context.is_lent else ""
    return f"{context.root}catchup?{lent}{query}" if revision == context.moment.revision else None


def seats_spoken_for(context: RequestContext) -> tuple[str, ...]:
    """Return the seats a link may report as gone home: a phone its own (or none), another device all."""
    return seats_acted_for(context)[:1] if context.link.role == SEAT else context.state.seats


def is_done_at_once(context: RequestContext, leaving: str | None = None) -> bool:
    """Return whether the viewer's word alone changes something for all: nobody else is asked.

    A seat that is said to be `leaving` is not asked, unless it says so itself.
    """
    actor, state = actor_of(context), context.state
    others = actor.asks_of(state) if actor.is_whole(state) else {*state.present} - {*actor.agrees_for[:1]}
    return bool(actor.agrees_for) and not {*others} - {leaving}


def prose(context: RequestContext, text: Texts) -> str:
    """Return a text of the rulebook in the reader's language, with options in words."""
    return in_prose(context.game.id, text.of(context.lang), context.lang)


def sources(context: RequestContext, rule: Rule, part: Passage) -> list[tuple[Document, tuple[Place, ...]]]:
    """Return the documents a part of a rule is taken from, each once, with its places in it."""
    book = book_of(rule.id)
    found = places_of(book, part.sources, context.lang)
    return [(documents_of(book)[key], tuple(where)) for key, where in found.items()]


def known_rules(rules: Iterable[str]) -> list[Rule]:
    """Return rules by id; an id that no book has is left out."""
    return [rule for id in rules if (rule := find_rule(id)) is not None]


def house_rules(context: RequestContext, rules: Iterable[str]) -> str:
    """Return a sentence with the house rules that bear on `rules`; empty where none does."""
    bearing = house_rules_on(context.game, context.state, rules)
    options = tuple(decision_words(context.game.id, each, context.lang) for each in bearing)
    return context.say("case.house_rules", switches=options) if options else ""
