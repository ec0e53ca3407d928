"""The log as a film: every entry, walked by entry, by round, by player, to what was refused or disputed."""

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple
from urllib.parse import urlencode

from events.base import TABLE
from events.table import DisputeOpened, RulingGiven
from referee.kernel.shared import CHANGES
from referee.l10n import has
from referee.service.disputes.remember import every_refusal
from referee.service.logs.log_index import Seen
from referee.web.acts.request_context import Page, RequestContext
from referee.web.parts.board import board, board_and_panel, drawing_of, sheet_of, wide_board
from referee.web.parts.markup import NOTHING, Html, el
from referee.web.parts.shared_parts import action, head_code, hidden, told

SHOWN = 60
"""So many entries stand on one page of the list."""

KINDS = ("acts", "disputed", "refused", "changed")
"""What the list can be narrowed to, beside everything."""


class EntryFilter(NamedTuple):
    """What of a log is looked at: whose entries, and of which kind; everything where both are empty."""

    by: str = ""
    kind: str = ""

    def query(self, **more: object) -> str:
        """Write it, with more, behind an address."""
        asked = {**self._asdict(), **more}
        told = {name: value for name, value in asked.items() if value}
        return f"?{urlencode(told)}" if told else ""


def filter_of(context: RequestContext, query: dict[str, str]) -> EntryFilter:
    """Read what of the log is asked for."""
    by, kind = query.get("by", ""), query.get("kind", "")
    return EntryFilter(by if by in (*context.state.seats, TABLE) else "", kind if kind in KINDS else "")


def sifted(context: RequestContext, entry_filter: EntryFilter) -> list[int]:
    """List the entries a filter leaves."""
    entries = context.log_index.entries[: len(context.entries)]
    refused = refused_at(context) if entry_filter.kind == "refused" else {}
    disputed = disputed_at(context) if entry_filter.kind == "disputed" else set()
    tests: dict[str, Callable[[Any], bool]] = {
        "acts": lambda entry: entry.kind != "consequence",
        "refused": lambda entry: entry.seq in refused,
        "disputed": lambda entry: entry.seq in disputed,
        "changed": lambda entry: isinstance(entry.event, CHANGES),
    }
    kept = tests.get(entry_filter.kind)
    whose = (entry for entry in entries if entry_filter.by in ("", entry.by))
    return [entry.seq for entry in whose if kept is None or kept(entry)]


def refused_at(context: RequestContext) -> dict[int, list[str]]:
    """List the entries after which something was refused that the viewer may read, with what was said."""
    found: dict[int, list[str]] = {}
    for seq, refused in every_refusal(context.live.store, context.link.table, context.seat):
        found.setdefault(seq, []).append(context.say(refused.reason, **refused.args))
    return found


def disputed_at(context: RequestContext) -> set[int]:
    """List the entries that were disputed, the disputes and the rulings."""
    found = set()
    for entry in context.log_index.entries[: len(context.entries)]:
        if isinstance(entry.event, DisputeOpened):
            found |= {entry.seq, entry.event.at}
        if isinstance(entry.event, RulingGiven):
            found.add(entry.seq)
    return found


def chapters(context: RequestContext) -> list[int]:
    """List the entries with which rounds, races or days begin."""
    return [1, *(seq + 1 for seq in context.log_index.chapter_ends if seq < len(context.entries))]


def log_page(context: RequestContext, query: dict[str, str]) -> Page:
    """List the log, the latest first, a page at a time."""
    entry_filter = filter_of(context, query)
    seqs = sifted(context, entry_filter)[::-1]
    begin = int(query["from"]) if query.get("from", "").isascii() and query.get("from", "").isdecimal() else 0
    older = begin + SHOWN < len(seqs)
    drawn: dict[str, str] = {}
    why = refused_at(context) if entry_filter.kind == "refused" else {}
    rows = [
        row(context, context.entries[seq - 1], entry_filter, drawn, why.get(seq, ()))
        for seq in seqs[begin : begin + SHOWN]
    ]
    return Page(
        context.say("web.page.log"),
        el("h1", context.say("web.page.log"), class_="title"),
        el("p", context.say("web.log_how")),
        head_code(context),
        film_ways(context, entry_filter),
        filter_form(context, entry_filter),
        el("p", context.say("web.entries_found", n=len(seqs)), role="status"),
        el("ol", rows, class_="log", reversed=True),
        el(
            "nav",
            page_link(context, entry_filter, begin - SHOWN, "web.newer_page") if begin else None,
            page_link(context, entry_filter, begin + SHOWN, "web.older_page") if older else None,
            class_="row",
            aria_label=context.say("web.page.log"),
        ),
        live=not begin and entry_filter == EntryFilter(),
        board=sheet_of(context),
    )


def page_link(context: RequestContext, entry_filter: EntryFilter, begin: int, words: str) -> Html:
    """Link another page of the list."""
    query = entry_filter.query(**{"from": max(begin, 0)})
    return el("a", context.say(words), href=f"{context.root}log{query}", class_="button")


def film_ways(context: RequestContext, entry_filter: EntryFilter) -> Html:
    """Begin the film: from the start, or at a round."""
    starts = chapters(context)
    rounds = [
        el(
            "a",
            chapter_name(context, n),
            href=f"{context.root}log/{seq}{entry_filter.query()}",
            class_="button",
        )
        for n, seq in enumerate(starts, 1)
    ]
    first = el(
        "a",
        context.say("web.film_play"),
        href=f"{context.root}log/1{entry_filter.query(play='on')}",
        class_="button main",
    )
    return el("nav", first, rounds, class_="row film", aria_label=context.say("web.film"))


def chapter_name(context: RequestContext, n: int) -> str:
    """Name a round, race or day."""
    id = f"{context.game.id}.chapter"
    return context.say(id, n=n) if has(id, context.lang) else str(n)


def filter_form(context: RequestContext, entry_filter: EntryFilter, seq: int | None = None) -> Html:
    """Let the log be narrowed to somebody, and to a kind of entry."""
    people = [
        ("", context.say("web.everybody")),
        *((each, context.seat_name(each)) for each in context.state.seats),
    ]
    people.append((TABLE, context.say("web.the_table")))
    kinds = [("", context.say("web.kind_all")), *((each, context.say(f"web.kind_{each}")) for each in KINDS)]
    address = f"{context.root}log" + (f"/{seq}" if seq else "")
    return el(
        "form",
        chooser(context, "by", people, entry_filter.by),
        chooser(context, "kind", kinds, entry_filter.kind),
        el("button", context.say("web.narrow")),
        method="get",
        action=address,
        class_="row sieve",
    )


def chooser(context: RequestContext, name: str, listed: list[tuple[str, str]], chosen: str) -> Html:
    """Choose one of several."""
    options = [el("option", said, value=value, selected=value == chosen) for value, said in listed]
    return el("select", options, name=name, aria_label=context.say(f"web.narrow_{name}"))


def row(
    context: RequestContext,
    each: Seen,
    entry_filter: EntryFilter,
    drawn: dict[str, str],
    refused: Iterable[str] = (),
) -> Html:
    """Show one entry, and below it what was refused after it."""
    entry = each.entry
    kept = "" if each.in_force else "struck"
    said = el("span", told(context, each, drawn))
    out = None if each.in_force else el("small", context.say("web.taken_back"))
    return el(
        "li",
        el(
            "a",
            el("span", str(entry.seq), class_="seq"),
            el("span", said, class_="said"),
            href=f"{context.root}log/{entry.seq}{entry_filter.query()}",
        ),
        out,
        [el("small", context.say("web.refused_then", why=why), class_="refused") for why in refused],
        class_=f"{entry.kind} {kept}".strip(),
        value=entry.seq,
    )


def moment_page(context: RequestContext, seq: int, query: dict[str, str]) -> Page:
    """Show the table as it was believed to be at an entry."""
    walked, entry_filter = context.entries, filter_of(context, query)
    if not 1 <= seq <= len(walked):
        return log_page(context, query)
    each = walked[seq - 1]
    size = drawing_of(context)
    picture, sheet = board(context, size, context.game.view(each.after, context.seat), upto=seq)
    name = context.say("web.entry", n=seq, of=len(walked))
    parts = (
        el("h1", name, class_="title"),
        walk(context, seq, entry_filter, is_playing=query.get("play") == "on"),
        by_round(context, seq, entry_filter),
        el(
            "p",
            el("b", told(context, each, {}), class_=None if each.in_force else "struck"),
            class_="moment",
            aria_live="polite",
        ),
    )
    more = (
        filter_form(context, entry_filter, seq),
        back_here(context, seq, len(walked), each),
        dispute_it(context, seq),
    )
    if size == "table":
        return Page(name, board_and_panel(wide_board(picture, NOTHING), *parts, *more), board=sheet)
    return Page(name, *parts, el("figure", Html(picture), class_="board"), *more, board=sheet)


def dispute_it(context: RequestContext, seq: int) -> Html:
    """Offer to dispute an entry; who only watches cannot."""
    if context.watches:
        return NOTHING
    address = f"{context.root}dispute?at={seq}"
    return el("p", el("a", context.say("web.dispute_it"), href=address, class_="button"))


def walk(context: RequestContext, seq: int, entry_filter: EntryFilter, *, is_playing: bool) -> Html:
    """Walk to the entries before and after, by key and by tap; or let them be played."""
    seqs = sifted(context, entry_filter)
    before, after = [n for n in seqs if n < seq], [n for n in seqs if n > seq]
    play = el(
        "button",
        context.say("web.film_pause" if is_playing else "web.film_play"),
        type="button",
        hidden=True,
        class_="main",
        data_play="on" if is_playing else "off",
        data_plays=context.say("web.film_pause"),
        data_paused=context.say("web.film_play"),
    )
    return el(
        "nav",
        step(context, entry_filter, before[:1], "⇤", "Home", context.say("web.first")),
        step(context, entry_filter, before[-1:], "←", "ArrowLeft", context.say("web.earlier")),
        play,
        step(context, entry_filter, after[:1], "→", "ArrowRight", context.say("web.later")),
        step(context, entry_filter, after[-1:], "⇥", "End", context.say("web.latest")),
        class_="row walk",
        aria_label=context.say("web.walk"),
    )


def step(
    context: RequestContext, entry_filter: EntryFilter, to: list[int], text: str, key: str, name: str
) -> Html:
    """Link another moment; where there is none, show the button switched off."""
    if not to:
        return el("span", text, class_="button off", aria_hidden="true")
    address = f"{context.root}log/{to[0]}{entry_filter.query()}"
    return el("a", text, href=address, class_="button step", data_key=key, aria_label=name, title=name)


def by_round(context: RequestContext, seq: int, entry_filter: EntryFilter) -> Html:
    """Walk by rounds, races or days; name the one that is shown."""
    starts = chapters(context)
    now = sum(1 for start in starts if start <= seq)
    back = [n for n in starts if n < seq][-1:]
    on = [n for n in starts if n > seq][:1]
    return el(
        "nav",
        step(context, entry_filter, back, "«", "PageUp", context.say("web.round_back")),
        el("b", chapter_name(context, now)),
        step(context, entry_filter, on, "»", "PageDown", context.say("web.round_on")),
        class_="row walk",
        aria_label=context.say("web.by_round"),
    )


def back_here(context: RequestContext, seq: int, last: int, each: Seen) -> Html | None:
    """Offer to take everything after an entry back; who only watches cannot."""
    if seq == last or not each.in_force or context.watches:
        return None
    return el(
        "form",
        hidden(context),
        el("input", type="hidden", name="to", value=seq),
        el("label", context.say("web.reason"), for_="reason"),
        el(
            "div",
            el("input", id="reason", name="reason"),
            el("button", context.say("web.back_here")),
            class_="row",
        ),
        method="post",
        action=action(context, "back"),
        class_="back",
    )
