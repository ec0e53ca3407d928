"""The pages of the log: a list with filters, and the table as it was at an entry."""

from collections.abc import Callable
from itertools import takewhile
from typing import Any, NamedTuple
from urllib.parse import urlencode

from events.base import TABLE
from events.table import DisputeOpened, PositionTold, RulingGiven
from referee.kernel.shared import CHANGES
from referee.l10n import has
from referee.service.tables.refusals import every_refusal
from referee.web.acts.request_context import RequestContext
from referee.web.pages.board import board, drawing_of, sheet_of
from referee.web.pages.frame import Page
from referee.web.pages.parts import rows_of

SHOWN = 60
"""So many rows stand on one page of the list."""

KINDS = ("acts", "disputed", "refused", "changed", "worked_out")
"""What the list can be narrowed to, beside everything."""


class EntryFilter(NamedTuple):
    """Which entries of a log are listed: of seat `by` and of a `kind`; all where both are empty."""

    by: str = ""
    kind: str = ""

    def query(self, **more: object) -> str:
        """Return filter and `more` as a query with `?`, without empty values; empty if all are."""
        asked = {name: value for name, value in {**self._asdict(), **more}.items() if value}
        return f"?{urlencode(asked)}" if asked else ""


class StepLink(NamedTuple):
    """A link to another entry (`seq`; None: there is none): the sign shown, its key, its name."""

    seq: int | None
    sign: str
    key: str
    name: str


def log_page(context: RequestContext, query: dict[str, str]) -> Page:
    """Return a page of the log, latest entries first; `query` has the filter and the offset `from`."""
    entry_filter = _filter_of(context, query)
    seqs = _filter_entries(context, entry_filter)
    rows = rows_of(context.entries[seq - 1] for seq in seqs)[::-1]
    begin = int(query["from"]) if query.get("from", "").isascii() and query.get("from", "").isdecimal() else 0
    return Page(
        context.say("web.page.log"),
        "log.html",
        live=not begin and entry_filter == EntryFilter(),
        board=sheet_of(context),
        total=len(seqs),
        rows=rows[begin : begin + SHOWN],
        refusals=_refusals_by_entry(context) if entry_filter.kind == "refused" else {},
        chapters=[(seq, _chapter_name(context, n)) for n, seq in enumerate(_chapters(context), 1)],
        newer=entry_filter.query(**{"from": max(begin - SHOWN, 0)}) if begin else None,
        older=entry_filter.query(**{"from": begin + SHOWN}) if begin + SHOWN < len(rows) else None,
        **_filter_values(context, entry_filter),
    )


def moment_page(context: RequestContext, seq: int, query: dict[str, str]) -> Page:
    """Return the page of the table as it was at entry `seq`; the list where there is no such entry."""
    entry_filter, last = _filter_of(context, query), len(context.entries)
    if not 1 <= seq <= last:
        return log_page(context, query)
    each, size = context.entries[seq - 1], drawing_of(context)
    picture, sheet = board(context, size, context.game.view(each.after, context.seat), upto=seq)
    seqs, starts = _filter_entries(context, entry_filter), _chapters(context)
    before, after = [n for n in seqs if n < seq], [n for n in seqs if n > seq]
    return Page(
        context.say("web.entry", n=seq, of=last),
        "moment.html",
        board=sheet,
        picture=picture,
        seq=seq,
        each=each,
        worked_out=list(takewhile(lambda one: one.source == seq, context.entries[seq:])),
        is_playing=query.get("play") == "on",
        may_take_back=seq != last and each.in_force and not context.watches,
        back=[
            _step(context, before[:1], "⇤", "Home", "web.first"),
            _step(context, before[-1:], "←", "ArrowLeft", "web.earlier"),
        ],
        onward=[
            _step(context, after[:1], "→", "ArrowRight", "web.later"),
            _step(context, after[-1:], "⇥", "End", "web.latest"),
        ],
        chapter=_chapter_name(context, sum(1 for start in starts if start <= seq)),
        chapter_back=_step(context, [n for n in starts if n < seq][-1:], "«", "PageUp", "web.round_back"),
        chapter_on=_step(context, [n for n in starts if n > seq][:1], "»", "PageDown", "web.round_on"),
        **_filter_values(context, entry_filter),
    )


def _filter_of(context: RequestContext, query: dict[str, str]) -> EntryFilter:
    """Return the filter in `query`; an unknown seat or kind counts as empty."""
    by, kind = query.get("by", ""), query.get("kind", "")
    return EntryFilter(by if by in (*context.state.seats, TABLE) else "", kind if kind in KINDS else "")


def _filter_values(context: RequestContext, entry_filter: EntryFilter) -> dict[str, Any]:
    """Return the template's values for the filter form: the filter, and choices with their words."""
    people = [
        ("", context.say("web.everybody")),
        *((each, context.seat_name(each)) for each in context.state.seats),
    ]
    kinds = [("", context.say("web.kind_all")), *((each, context.say(f"web.kind_{each}")) for each in KINDS)]
    return {
        "entry_filter": entry_filter,
        "people": [*people, (TABLE, context.say("web.the_table"))],
        "kinds": kinds,
    }


def _filter_entries(context: RequestContext, entry_filter: EntryFilter) -> list[int]:
    """Return the entry numbers that pass the filter, ascending."""
    entries = context.log_index.entries[: len(context.entries)]
    refused = _refusals_by_entry(context) if entry_filter.kind == "refused" else {}
    disputed = _disputed_entries(context) if entry_filter.kind == "disputed" else set()
    tests: dict[str, Callable[[Any], bool]] = {
        "acts": lambda entry: entry.kind != "consequence",
        "refused": lambda entry: entry.seq in refused,
        "disputed": lambda entry: entry.seq in disputed,
        "changed": lambda entry: isinstance(entry.event, CHANGES),
        "worked_out": lambda entry: (
            isinstance(entry.event, PositionTold) or context.log_index.source_of(entry.seq) is not None
        ),
    }
    test = tests.get(entry_filter.kind)
    whose = (entry for entry in entries if entry_filter.by in ("", entry.by))
    return [entry.seq for entry in whose if test is None or test(entry)]


def _refusals_by_entry(context: RequestContext) -> dict[int, list[str]]:
    """Return why acts were refused, by the entry after which they were; what the viewer may read."""
    found: dict[int, list[str]] = {}
    for seq, refused in every_refusal(context.live.store, context.link.table, context.seat):
        found.setdefault(seq, []).append(context.say(refused.reason, **refused.args))
    return found


def _disputed_entries(context: RequestContext) -> set[int]:
    """Return the numbers of disputed entries, of disputes and of rulings."""
    found = set()
    for entry in context.log_index.entries[: len(context.entries)]:
        if isinstance(entry.event, DisputeOpened):
            found |= {entry.seq, entry.event.at}
        if isinstance(entry.event, RulingGiven):
            found.add(entry.seq)
    return found


def _chapters(context: RequestContext) -> list[int]:
    """Return the entries at which rounds, races or days begin."""
    return [1, *(seq + 1 for seq in context.log_index.chapter_ends if seq < len(context.entries))]


def _chapter_name(context: RequestContext, n: int) -> str:
    """Return the name of chapter `n`; the number alone where the game has no word."""
    id = f"{context.game.id}.chapter"
    return context.say(id, n=n) if has(id, context.lang) else str(n)


def _step(context: RequestContext, to: list[int], sign: str, key: str, name: str) -> StepLink:
    """Return the link to the entry in `to`, which has one or none; `name` is a message id."""
    return StepLink(to[0] if to else None, sign, key, context.say(name))
