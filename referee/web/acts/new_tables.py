"""What is done about links and tables: new links, languages, tables opened, the rematch; each once."""

from typing import Any

import msgspec
from msgspec.structs import replace

from events.stores.identities import OPENING
from events.stores.protocol import Conflict
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.tables.opening import with_seed
from referee.service.tables.request import KEY_USED, NOT_YOURS, Noted, Request
from referee.service.tables.table import Table, open_table
from referee.web.access.seat_links import SCREEN, SEAT, Link
from referee.web.acts.request_context import RequestContext
from referee.web.acts.write_once import Outcome, once
from referee.web.streams.live_tables import LiveTables

TAKEN = "table.already_open"
NOT_OVER = Refused("web.not_over")


class Opening(msgspec.Struct, frozen=True, kw_only=True):
    """A table somebody asked for with a key: as what, and what came of it.

    It is noted at this table before that is opened, the seed with it: whoever asks again, although the
    service was cut off in between, gets this very table. It goes with the table, whatever that is called;
    once the table is removed the key is new again.
    """

    request: str
    table: str
    opened: msgspec.Raw
    revision: int = 0
    refused: Refused | None = None


_DECODER = msgspec.json.Decoder(Opening)


def open_once(
    live: LiveTables, key: str, digest: str, opened: TableOpened, name: str | None = None
) -> Opening | Refused:
    """Open a table, or give the one opened with this key; numbered where it has no name.

    `digest` tells whether the same was asked with the key.

    Several services on one store may be asked at the same moment: each goes on from what is kept then.
    """
    with live.opening:
        while True:
            kept, noted = opening_of(live, key)
            if kept is None:
                new = begun(live, digest, opened, name)
                live.store.note_once(new.table, OPENING + key, msgspec.json.encode(new).decode())
            elif kept.request != digest:
                return KEY_USED
            elif kept.revision or kept.refused is not None:
                return kept.refused or kept
            else:
                keep_opening(live, key, (kept, noted), tried(live, key, kept, name))


def begun(live: LiveTables, digest: str, opened: TableOpened, name: str | None) -> Opening:
    """Choose what the table is called, where it has no name, and its seed."""
    return Opening(
        request=digest,
        table=name or live.free_name(opened.game),
        opened=msgspec.Raw(msgspec.json.encode(with_seed(opened))),
    )


def tried(live: LiveTables, key: str, opening: Opening, name: str | None) -> Opening:
    """Open the table; another number where somebody else took its name meanwhile."""
    opened = msgspec.json.decode(opening.opened, type=TableOpened)
    try:
        game = find_game(opened.game)
    except LookupError:
        refused = Refused("table.unknown_game", ("TAB-OPEN-01",), {"game": opened.game})
        return replace(opening, refused=refused)
    table = open_table(live.store, opening.table, opened, game, key=key, clock=live.clock)
    if not isinstance(table, Refused):
        return replace(opening, revision=table.revision)
    if table.reason == TAKEN and name is None:
        return replace(opening, table=live.free_name(opened.game))
    return replace(opening, refused=table)


def opening_of(live: LiveTables, key: str) -> tuple[Opening | None, str]:
    """Find what was asked for with a key, and the note it stands in; of several, one that was opened."""
    noted = live.store.noted_anywhere(OPENING + key)
    openings = ((replace(_DECODER.decode(body), table=table), body) for table, body in noted)
    return max(openings, key=lambda each: bool(each[0].revision), default=(None, ""))


def keep_opening(live: LiveTables, key: str, before: tuple[Opening, str], now: Opening) -> None:
    """Keep what came of an opening in place of what was kept, unless somebody else was first."""
    (opening, noted), body = before, msgspec.json.encode(now).decode()
    if opening.table == now.table:
        live.links.exchange_note(opening.table, OPENING + key, noted, body)
    elif live.links.exchange_note(opening.table, OPENING + key, noted, None):
        live.store.note_once(now.table, OPENING + key, body)


def all_links(
    live: LiveTables, table: str, seats: tuple[str, ...], lang: str | None = None
) -> dict[str, str]:
    """Give the links of a table, its screen's first; those there are, and new ones where there are none."""
    places = {SCREEN: live.links.ensure(table, SCREEN, None, lang)}
    places |= {seat: live.links.ensure(table, SEAT, seat, lang) for seat in seats}
    return {place: token for place, link in places.items() if (token := live.links.token(link)) is not None}


def reissue(context: RequestContext, request: Request, role: str, seat: str | None) -> Outcome:
    """Give out a new link for a seat, a device or the screen; the old one is dead. Only the table may."""

    def reissued(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        if context.link.role != SCREEN or (role == SEAT and seat not in table.state.seats):
            return NOT_YOURS
        link = context.live.links.issue(table.name, role, seat if role == SEAT else None, context.link.lang)
        return Noted(table.revision, {"role": role, "seat": link.seat or "", "nonce": link.nonce})

    return once(context, request, reissued)


def speak(context: RequestContext, request: Request, lang: str) -> Outcome:
    """Change the language of a link. That is decided on no position: it is never past."""

    def spoken(table: Table, request: Request) -> Outcome:
        if request.seen is not None and request.seen > table.revision:
            return Conflict(request.seen, table.revision)
        context.live.links.speak(context.link, lang)
        return Noted(table.revision, {"lang": lang})

    return once(context, request, spoken)


def rematch(context: RequestContext, request: Request) -> Outcome:
    """Open the next table for the same people, by the same rules, in their languages; there is one only."""

    def opened_again(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        if table.game.winners(table.state) is None and not table.state.closed:
            return NOT_OVER
        opening = open_once(context.live, rematch_key(context.live, table.name), "rematch", same_again(table))
        if isinstance(opening, Refused):
            return opening
        for link in context.live.links.at(table.name):
            context.live.links.ensure(opening.table, link.role, link.seat, link.lang)
        all_links(context.live, opening.table, table.state.seats)
        return Noted(table.revision, {"table": opening.table})

    return once(context, request, opened_again)


def rematch_key(live: LiveTables, table: str) -> str:
    """Return the key of the one rematch of a table, whatever that is called."""
    return f"rematch of {live.store.identity(table)}"


def same_again(table: Table) -> TableOpened:
    """Open as a table was opened: by today's rules, from another seed, people called as they are now."""
    opened: Any = table.log_index.entries[0].event
    names = table.state.names
    return replace(opened, names=names, rules_version=None, seed_hash=None, seed=None)  # type: ignore[no-any-return]


def next_table(live: LiveTables, table: str) -> str | None:
    """Name the rematch of a table, where there is one."""
    opening, _ = opening_of(live, rematch_key(live, table))
    return opening.table if opening is not None and opening.revision else None


def follow(live: LiveTables, link: Link, table: str) -> str | None:
    """Give the token that leads who holds a link on to the next table.

    Only as it was given out first: where the next table has given out a new link for the place,
    the old one does not lead there any more.
    """
    there = live.links.place(table, link.role, link.seat)
    return live.links.token(there) if there is not None and there.issued == 1 else None
