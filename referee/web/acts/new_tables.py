"""Links and tables: new links, their language, tables opened, the rematch; each request is done once."""

from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.stores.identities import OPENING
from events.stores.protocol import Conflict
from events.table import TableOpened
from referee.kernel.registry import find_game
from referee.kernel.verdict import Refused
from referee.service.disputes.find import find_dispute
from referee.service.disputes.settle import open_dispute
from referee.service.tables.opening import with_seed
from referee.service.tables.request import KEY_USED, NOT_YOURS, Noted, Request, digest_of
from referee.service.tables.table import Table, open_table
from referee.web.access.links import DEVICE, SCREEN, SEAT, Link
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Outcome, write_once
from referee.web.streams.live_tables import LiveTables

_TAKEN = "table.already_open"
_NOT_OVER = Refused("web.not_over")


class OpeningNote(msgspec.Struct, frozen=True, kw_only=True):
    """A request to open a table, as stored under its key.

    `opened` is the event, `revision` is 0 until the table is open. It is noted before the table is opened,
    the seed with it: whoever asks again, although the service was cut off in between, gets this very table.
    It goes with the table when that is renamed; once the table is removed the key is new again.
    """

    request: str
    table: str
    opened: msgspec.Raw
    revision: int = 0
    refused: Refused | None = None


_DECODER = msgspec.json.Decoder(OpeningNote)


def open_once(
    live: LiveTables, key: str, digest: str, opened: TableOpened, name: str | None = None
) -> OpeningNote | Refused:
    """Open a table, or give the one opened with this key; numbered where it has no name.

    `digest` tells whether the same was asked with the key.

    Several services on one store may be asked at the same moment: each goes on from what is kept then.
    """
    with live.opening:
        while True:
            kept, noted = find_opening(live, key)
            if kept is None:
                new = _make_note(live, digest, opened, name)
                live.store.note_once(new.table, OPENING + key, msgspec.json.encode(new).decode())
            elif kept.request != digest:
                return KEY_USED
            elif kept.revision or kept.refused is not None:
                return kept.refused or kept
            else:
                _replace_note(live, key, (kept, noted), _open_noted(live, key, kept, name))


def _make_note(live: LiveTables, digest: str, opened: TableOpened, name: str | None) -> OpeningNote:
    """Return a note with a seed, and with the next free name where `name` is None."""
    return OpeningNote(
        request=digest,
        table=name or live.free_name(opened.game),
        opened=msgspec.Raw(msgspec.json.encode(with_seed(opened))),
    )


def _open_noted(live: LiveTables, key: str, opening: OpeningNote, name: str | None) -> OpeningNote:
    """Open the table of a note and return the note with what came of it.

    Where `name` is None and somebody else took the name meanwhile, only the next free name is noted.
    """
    opened = msgspec.json.decode(opening.opened, type=TableOpened)
    try:
        game = find_game(opened.game)
    except LookupError:
        refused = Refused("table.unknown_game", ("TAB-OPEN-01",), {"game": opened.game})
        return replace(opening, refused=refused)
    table = open_table(live.store, opening.table, opened, game, key=key, clock=live.clock)
    if not isinstance(table, Refused):
        return replace(opening, revision=table.revision)
    if table.reason == _TAKEN and name is None:
        return replace(opening, table=live.free_name(opened.game))
    return replace(opening, refused=table)


def find_opening(live: LiveTables, key: str) -> tuple[OpeningNote | None, str]:
    """Return the note of a key and its stored text; (None, "") where there is none.

    Of several it is one whose table is open.
    """
    noted = live.store.noted_anywhere(OPENING + key)
    openings = ((replace(_DECODER.decode(body), table=table), body) for table, body in noted)
    return max(openings, key=lambda each: bool(each[0].revision), default=(None, ""))


def _replace_note(live: LiveTables, key: str, before: tuple[OpeningNote, str], now: OpeningNote) -> None:
    """Store a note in place of the one that was read with its text, unless somebody else was first."""
    (opening, noted), body = before, msgspec.json.encode(now).decode()
    if opening.table == now.table:
        live.store.exchange_note(opening.table, OPENING + key, noted, body)
    elif live.store.exchange_note(opening.table, OPENING + key, noted, None):
        live.store.note_once(now.table, OPENING + key, body)


def open_position(
    live: LiveTables,
    record: tuple[Event, ...],
    names: tuple[str, ...],
    key: str,
    dispute: Event | None = None,
) -> Table | Refused:
    """Open a table and write what leads to a position; the same `key` opens only one. Return the table.

    `names` are by seat, empty for none. `dispute` is an act that is put on record there as disputed.
    """
    opened, *events = record
    if not isinstance(opened, TableOpened):
        raise TypeError(opened)
    called = {seat: name for seat, name in zip(opened.seats, names, strict=False) if name}
    opened = replace(opened, names=called)
    digest = digest_of((opened, *events, *([dispute] if dispute else [])))
    opening = open_once(live, f"keeper: position {key}", digest, opened)
    if isinstance(opening, Refused):
        return opening
    seated = live.seated(opening.table)
    with seated.lock:
        table = seated.table
        if table.revision == opening.revision:
            for event in events:
                if isinstance(answer := table.submit(event), Refused):
                    return answer
            if dispute is not None:
                found = find_dispute(table, None, act=dispute)
                if not isinstance(found, Refused):
                    open_dispute(table, found.analysis, TABLE, "")
    return table


def all_links(
    live: LiveTables, table: str, seats: tuple[str, ...], lang: str | None = None
) -> dict[str, str]:
    """Return the tokens of the screen and the seats by place; missing links are issued.

    A place whose token cannot be made any more is left out. `lang` is the language of a new screen; a phone
    has its own.
    """
    places = {SCREEN: live.links.ensure(table, SCREEN, None, lang)}
    places |= {seat: live.links.ensure(table, SEAT, seat) for seat in seats}
    return {place: token for place, link in places.items() if (token := live.links.token(link)) is not None}


def make_first_page(
    live: LiveTables, table: str, seats: tuple[str, ...], lang: str | None = None, *, is_reachable: bool
) -> str:
    """Return the address of the page a table begins with; missing links are issued, in the language `lang`.

    It is the screen's, from which phones join; where no other device comes, that of the device handed round.
    """
    if is_reachable:
        return f"/s/{all_links(live, table, seats, lang)[SCREEN]}/"
    return f"/s/{live.links.token(live.links.ensure(table, DEVICE, None, lang))}/"


def reissue_link(context: RequestContext, request: Request, role: str, seat: str | None) -> Outcome:
    """Issue a new link for a seat, a device or the screen; the old one is dead. Only the screen may."""

    def reissued(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        if context.link.role != SCREEN or (role == SEAT and seat not in table.state.seats):
            return NOT_YOURS
        lang = context.link.lang if role in {SCREEN, DEVICE} else None  # whoever comes with a phone has one
        link = context.live.links.issue(table.name, role, seat if role == SEAT else None, lang)
        return Noted(table.revision, {"role": role, "seat": link.seat or "", "nonce": link.nonce})

    return write_once(context, request, reissued)


def set_language(context: RequestContext, request: Request, lang: str) -> Outcome:
    """Change the language of a link. It depends on no position: only a future revision is a conflict."""

    def spoken(table: Table, request: Request) -> Outcome:
        if request.seen is not None and request.seen > table.revision:
            return Conflict(request.seen, table.revision)
        context.live.links.set_language(context.link, lang)
        return Noted(table.revision, {"lang": lang})

    return write_once(context, request, spoken)


def open_rematch(context: RequestContext, request: Request) -> Outcome:
    """Open the next table for the same people, by the same rules, in their languages; there is only one.

    A second request gets the name of the table that is open.
    """

    def opened_again(table: Table, request: Request) -> Outcome:
        if (late := table.find_conflict(request)) is not None:
            return late
        if table.game.winners(table.state) is None and not table.state.closed:
            return _NOT_OVER
        opening = open_next_table(context.live, table)
        return opening if isinstance(opening, Refused) else Noted(table.revision, {"table": opening.table})

    return write_once(context, request, opened_again)


def open_next_table(live: LiveTables, table: Table) -> OpeningNote | Refused:
    """Open the rematch of a table, or find it; every link of the table leads on, whoever looks goes along."""
    opening = open_once(live, rematch_key(live, table.name), "rematch", make_rematch_opening(table))
    if isinstance(opening, Refused):
        return opening
    for link in live.links.at(table.name):
        live.links.ensure(opening.table, link.role, link.seat, link.lang)
    all_links(live, opening.table, table.state.seats)
    live.wake(table.name)
    return opening


def rematch_key(live: LiveTables, table: str) -> str:
    """Return the key of the one rematch of a table, whatever that is called."""
    return f"rematch of {live.store.identity(table)}"


def make_rematch_opening(table: Table) -> TableOpened:
    """Open as a table was opened: by today's rules, from another seed, people called as they are now."""
    opened: Any = table.log_index.entries[0].event
    names = table.state.names
    return replace(opened, names=names, rules_version=None, seed_hash=None, seed=None)  # type: ignore[no-any-return]


def find_next_table(live: LiveTables, table: str) -> str | None:
    """Return the name of the rematch of a table; None where there is none."""
    opening, _ = find_opening(live, rematch_key(live, table))
    return opening.table if opening is not None and opening.revision else None


def find_next_root(context: RequestContext) -> str | None:
    """Return where the viewer goes on once a table is over; None while it lasts, or where that is nowhere."""
    if context.game.winners(context.state) is None and not context.state.closed:
        return None
    following = find_next_table(context.live, context.link.table)
    token = None if following is None else find_next_token(context.live, context.link, following)
    return None if token is None else f"/s/{token}/"


def find_next_token(live: LiveTables, link: Link, table: str) -> str | None:
    """Return the token of the same place at the next table; None where there is none.

    None, too, where the next table has issued a new link for the place since: only who got that may use it.
    """
    there = live.links.place(table, link.role, link.seat)
    return live.links.token(there) if there is not None and there.issued == 1 else None
