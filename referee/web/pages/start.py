"""Before a table: the door for those with a code, and the page of whoever keeps the service.

There tables are opened and resumed, one sees what was played before, and a table is renamed or deleted.
"""

import re
from collections.abc import Callable
from itertools import zip_longest
from typing import Any, NamedTuple

import msgspec
from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from events.stores.protocol import Conflict, OwnerOnlyError
from events.table import COLOURS, MOST_OPTIONS, TableOpened
from referee.draw.assets import cover, css
from referee.draw.svg import Node
from referee.kernel.registry import all_games, find_game
from referee.kernel.ruleset import RuleOption, Ruleset
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, noun, say, title_of
from referee.l10n.catalogs import edition_words, rule_option_words, value_words
from referee.l10n.options import where_so_many
from referee.languages import trait
from referee.service.commands.archive import Archived, delete, phones_of, rename
from referee.service.logs.replay import EmptyLogError
from referee.service.past_games import Seating
from referee.service.tables.opening import letters_of
from referee.web.access.address import make_code
from referee.web.access.form_data import Form, text_of
from referee.web.access.links import draw_nonce, parse_token
from referee.web.access_control import NEEDS_NO_LINK, Access, AccessControl, WebRequest, browser_language
from referee.web.acts.new_tables import (
    OpeningNote,
    all_links,
    make_first_page,
    open_next_table,
    open_once,
)
from referee.web.acts.table_acts import digest
from referee.web.pages.board import sheet_address
from referee.web.pages.frame import html, look_sheet, plain, read_route
from referee.web.pages.past import day_of, find_seating, groups, split_by_end
from referee.web.streams.disk_threads import threaded
from referee.web.streams.live_tables import LiveTables

_MOST_SEEN = 200
"""So many tables back are looked at."""

_MOST_LISTED = 30
"""So many tables are listed; an older one is named."""

_MOST_OF_A_NAME = 40

OPTION = "option."
"""How the names of the fields begin that set an option."""

NAME = r"[\w-]{1,64}"
"""What a table may be called: one word, as in the terminal."""


class OpeningForm(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of the form that opens a table, as typed. `key` is a nonce of the page it stands on.

    An empty text is an unset field: default seats, edition, table name. `chance` is `referee` or `table`.
    """

    game: str
    lang: str
    key: str
    table: str = ""
    seats: str = ""
    names: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    edition: str = ""
    chance: str = ""
    options: dict[str, str] = {}

    @property
    def has_more(self) -> bool:
        """Return whether more is set than who plays: that part of the form is unfolded then."""
        return bool(self.seats or self.table or self.options)


class OptionField(NamedTuple):
    """An option of the form: values with their words, the chosen value, and the values of the editions.

    `chosen` is empty where the edition's value holds.
    """

    name: str
    words: str
    values: list[tuple[str, str]]
    chosen: str
    in_editions: str


@read_route("/")
@threaded
def door_page(request: WebRequest, access: Access) -> Response[str]:
    """Answer with the page that asks for a code; where no other device comes, it asks for none."""
    return html(_door(browser_language(request), is_reachable=access.is_reachable_at(request)))


def _door(lang: str, code: str = "", problem: str = "", *, is_reachable: bool = True) -> str:
    """Return the HTML of the page that asks for a code; `problem` is what was wrong with one."""
    pictures = covers()
    return plain(
        lang,
        "Referee",
        "door.html",
        sheets=[sheet_address(css(game)) for game in pictures],
        code=code,
        problem=problem,
        is_reachable=is_reachable,
        titles=titles_of_games(lang),
        covers=pictures,
        tail="",
    )


@post("/enter", include_in_schema=False, opt={NEEDS_NO_LINK: True})
@threaded
def enter(request: WebRequest, form: Form, access: Access) -> Response[Any]:
    """Redirect to the page of a typed code or link; 404 with the form again where it is wrong."""
    code = text_of(form, "code")
    token = parse_token(code.rpartition("/s/")[2])
    try:
        access.make_context(request, token)
    except NotFoundException:
        lang = browser_language(request)
        return html(_door(lang, code, "web.no_such_code"), 404)
    return Redirect(f"/s/{token}/", status_code=303)


@read_route("/h/{key:str}")
@threaded
def start_page(
    request: WebRequest, key: FromPath[str], access: Access, game: FromQuery[str] = ""
) -> Response[str]:
    """Answer with the host's page: tables to open, resume or play again."""
    access.require_keeper(key, request)
    lang = _language_of(request, request.query_params.get("lang"))
    game = game if game in all_games() else all_games()[0]
    filled = OpeningForm(game=game, lang=lang, key=draw_nonce(), edition=_edition_in(game, lang))
    return html(_start(access.live, f"/h/{key}/", filled, is_reachable=access.is_reachable_at(request)))


@post("/h/{key:str}/open", include_in_schema=False)
@threaded
def open_form(request: WebRequest, key: FromPath[str], form: Form, access: Access) -> Response[Any]:
    """Open a table and redirect to its first page; answer 422 with the form as typed where it is refused."""
    access.require_keeper(key, request)
    filled = _opening_form(request, form)
    opened = opening_of(filled)
    opening = opened if isinstance(opened, Refused) else _open_once(access, form, filled, opened)
    is_reachable = access.is_reachable_at(request)
    if isinstance(opening, Refused):
        page = _start(access.live, f"/h/{key}/", filled, opening, is_reachable=is_reachable)
        return html(page, 422)
    seats = access.live.now(opening.table).state.seats
    first = make_first_page(access.live, opening.table, seats, filled.lang, is_reachable=is_reachable)
    return Redirect(first, status_code=303)


@post("/h/{key:str}/resume", include_in_schema=False)
@threaded
def resume(request: WebRequest, key: FromPath[str], form: Form, access: Access) -> Response[Any]:
    """Redirect the host to the first page of a table, or to how it ended; its links stay valid.

    404 where there is no such table.
    """
    access.require_keeper(key, request)
    name = text_of(form, "table")
    if not access.live.store.head(name).revision:
        raise NotFoundException
    seats = access.live.now(name).state.seats
    first = make_first_page(access.live, name, seats, is_reachable=access.is_reachable_at(request))
    return Redirect(f"{first}{'end' if text_of(form, 'page') == 'end' else ''}", status_code=303)


@read_route("/h/{key:str}/codes")
@threaded
def codes_page(
    request: WebRequest, key: FromPath[str], access: Access, table: FromQuery[str] = ""
) -> Response[Any]:
    """Answer with the codes of all seats of a table, joined or not; 404 where there is no such table.

    Redirect to the start page where no other device comes.
    """
    access.require_keeper(key, request)
    if not access.live.store.head(table).revision:
        raise NotFoundException
    if not access.is_reachable_at(request):
        return Redirect(f"/h/{key}", status_code=303)
    state = access.live.now(table).state
    lang, base = _language_of(request, request.query_params.get("lang")), access.base_of(request)
    tokens = all_links(access.live, table, state.seats)
    codes = [
        (
            state.names.get(seat) or seat,
            make_code(f"{base}/s/{tokens[seat]}", say("web.code_for", lang, seat=seat, names=state.names)),
        )
        for seat in state.seats
        if seat in tokens
    ]
    title = say("web.codes_of", lang, table=table)
    return html(plain(lang, title, "codes.html", root=f"/h/{key}/?lang={lang}", codes=codes))


@post("/h/{key:str}/again", include_in_schema=False)
@threaded
def play_again(request: WebRequest, key: FromPath[str], form: Form, access: Access) -> Response[Any]:
    """Open the next table for the people of a finished game, or find the one opened before; redirect to it.

    404 where there is no such table or its game is not over.
    """
    access.require_keeper(key, request)
    name, live = text_of(form, "table"), access.live
    if not live.store.head(name).revision:
        raise NotFoundException
    now = live.now(name)
    if now.game.winners(now.state) is None and not now.state.closed:
        raise NotFoundException
    opening = open_next_table(live, live.seated(name).table)
    if isinstance(opening, Refused):
        raise NotFoundException
    is_reachable = access.is_reachable_at(request)
    first = make_first_page(live, opening.table, now.state.seats, is_reachable=is_reachable)
    return Redirect(first, status_code=303)


@post("/h/{key:str}/rename", include_in_schema=False)
@threaded
def rename_table(request: WebRequest, key: FromPath[str], form: Form, access: Access) -> Response[Any]:
    """Rename a table; answer with what became of it."""
    access.require_keeper(key, request)
    table, name = text_of(form, "table"), text_of(form, "name")
    return _archive_table(request, key, form, access, lambda: rename(access.live.store, table, name))


@post("/h/{key:str}/delete", include_in_schema=False)
@threaded
def delete_table(request: WebRequest, key: FromPath[str], form: Form, access: Access) -> Response[Any]:
    """Delete a table where its name was typed in `named`; else answer with a page that asks for that."""
    access.require_keeper(key, request)
    table, store = text_of(form, "table"), access.live.store
    lang = _language_of(request, text_of(form, "lang"))
    entries = store.head(table).revision
    if not entries:
        raise NotFoundException
    if text_of(form, "named") == table:
        return _archive_table(request, key, form, access, lambda: delete(store, table))
    title = say("web.will_delete", lang, table=table)
    page = plain(
        lang,
        title,
        "delete.html",
        root=f"/h/{key}/",
        table=table,
        entries=entries,
        phones=phones_of(store, table),
        is_reachable=access.is_reachable_at(request),
        is_again="named" in form,
    )
    return html(page)


def _archive_table(
    request: WebRequest,
    key: str,
    form: dict[str, Any],
    access: AccessControl,
    act: Callable[[], Archived | Refused | Conflict],
) -> Response[Any]:
    """Run `act`, which renames or deletes a table; wake its listeners and answer with what became of it.

    Raise NotFoundException where there is no such table.
    """
    lang, table = _language_of(request, text_of(form, "lang")), text_of(form, "table")
    try:
        done = act()
    except EmptyLogError:
        raise NotFoundException from None
    except OwnerOnlyError as error:
        done = Refused(error.reason, (), error.args_)
    if isinstance(done, Archived):
        access.live.forget_removed(table)
        access.live.wake(table)
    text, status = _outcome(lang, done, is_reachable=access.is_reachable_at(request))
    return html(plain(lang, text, "put_away.html", root=f"/h/{key}/", text=text), status)


def _outcome(lang: str, done: Archived | Refused | Conflict, *, is_reachable: bool) -> tuple[str, int]:
    """Return what became of a table as a sentence, and the HTTP status (200, 409, 422).

    The file with the log is named where a machine serves others: elsewhere it may be gone with the page.
    """
    if isinstance(done, Refused):
        return say(done.reason, lang, **done.args), 422
    if isinstance(done, Conflict):
        return say("cli.conflict", lang, seen=done.expected, revision=done.revision), 409
    words = ("web.renamed" if done.name else "web.deleted") + ("" if is_reachable else "_here")
    return say(words, lang, table=done.table, name=done.name, file=done.file), 200


def _language_of(request: WebRequest, wanted: str | None) -> str:
    """Return `wanted` where it is a language we have, else the browser's."""
    return wanted if wanted in LANGUAGES else browser_language(request)


def _edition_in(game: str, lang: str) -> str:
    """Return the edition of a game that is called as a language is; empty where the default one is as good.

    A page in the first language says nothing about the book: that is shown to whoever reads none of ours.
    """
    spoken = lang.partition("-")[0]
    return spoken if lang != LANGUAGES[0] and spoken in find_game(game).ruleset.editions else ""


def _open_once(
    access: AccessControl, form: dict[str, Any], filled: OpeningForm, opened: TableOpened
) -> OpeningNote | Refused:
    """Open the table of a form; the same form on the same page opens only one."""
    whole = msgspec.json.encode(sorted((name, str(value)) for name, value in form.items()))
    asked = digest(whole)
    key = f"keeper: form {asked if filled.key else draw_nonce()}"
    return open_once(access.live, key, asked, opened, filled.table or None)


def _opening_form(request: WebRequest, form: dict[str, Any]) -> OpeningForm:
    """Return what was filled in; an unknown game becomes the first one, an unset option is left out."""
    game = text_of(form, "game")
    chosen = [name for name in form if name.startswith(OPTION) and text_of(form, name)]
    return OpeningForm(
        game=game if game in all_games() else all_games()[0],
        lang=_language_of(request, text_of(form, "lang")),
        key=text_of(form, "key"),
        table=text_of(form, "table"),
        seats=text_of(form, "seats"),
        names=several(form, "name"),
        colours=several(form, "colour"),
        edition=text_of(form, "edition"),
        chance=text_of(form, "chance"),
        options={name.removeprefix(OPTION): text_of(form, name) for name in chosen[:MOST_OPTIONS]},
    )


def several(form: dict[str, Any], field: str) -> tuple[str, ...]:
    """Return the values of a field that may stand several times, stripped and cut to `_MOST_OF_A_NAME`."""
    found = form.get(field, [])
    return tuple(str(n).strip()[:_MOST_OF_A_NAME] for n in ([found] if isinstance(found, str) else found))


def opening_of(filled: OpeningForm) -> TableOpened | Refused:
    """Return the opening event of a form; seats are letters that carry the names typed.

    Without a number of seats there are as many as names; trailing empty names are dropped.
    """
    if filled.table and not re.fullmatch(NAME, filled.table):
        return Refused("web.bad_table_name", (), {"table": filled.table})
    people = list(zip_longest(filled.names, filled.colours[: len(filled.names)], fillvalue=""))
    while people and not people[-1][0]:
        people.pop()
    if not filled.seats.isdecimal():
        people = [person for person in people if person[0]]
    names = [name for name, _ in people]
    count = int(filled.seats[:2]) if filled.seats.isdecimal() else len(names)
    if count < len(names):
        return Refused("web.more_names_than_seats", (), {"names": len(names), "seats": count})
    seats = letters_of([*names, *[""] * (count - len(names))])
    chance: Any = "referee" if filled.chance == "referee" else "table"
    return TableOpened(
        game=filled.game,
        edition=filled.edition or None,
        seats=seats,
        names={seat: name for seat, name in zip(seats, names, strict=False) if name not in ("", seat)},
        colours={seat: colour for seat, (_, colour) in zip(seats, people, strict=False) if colour},
        options=dict(filled.options),
        chance=chance,
    )


def covers() -> dict[str, Node]:
    """Return the picture of each game that has one."""
    return {game: picture for game in all_games() if (picture := cover(game)) is not None}


def titles_of_games(lang: str) -> dict[str, str]:
    return {game: title_of(game, lang) for game in all_games()}


def _start(
    live: LiveTables,
    root: str,
    filled: OpeningForm,
    refused: Refused | None = None,
    *,
    is_reachable: bool,
) -> str:
    """Return the HTML of the host's page; `refused` says why the form `filled` was not accepted."""
    lang, game = filled.lang, find_game(filled.game)
    rows = live.tables()[:_MOST_SEEN]
    sat = [find_seating(live, row) for row in rows if row.game]
    running, games = split_by_end(live, sat)
    running = running[:_MOST_LISTED]
    pictures, titles = covers(), titles_of_games(lang)
    ruleset = game.ruleset
    ways = ("referee", "table") if game.deal is not None else ("table", "referee")
    return plain(
        lang,
        say("web.start", lang),
        "start.html",
        sheets=[*map(look_sheet, all_games()), *(sheet_address(css(game)) for game in pictures)],
        root=root,
        filled=filled,
        refused=refused,
        is_reachable=is_reachable,
        uncopied=0 if is_reachable else len(live.uncopied_tables()),
        is_writable=live.store.is_writable(),
        titles=titles,
        names=tuple(titles.values()),
        covers=pictures,
        players=ruleset.players,
        people=[(_nth(filled.names, i), _nth(filled.colours, i)) for i in range(_fields(filled, ruleset))],
        colours=[(each, noun("colour", each, lang, "table")) for each in COLOURS],
        editions=[(each, edition_words(ruleset.id, each, lang)) for each in ruleset.editions],
        is_own_book=bool(_edition_in(ruleset.id, lang)) and filled.edition == _edition_in(ruleset.id, lang),
        chances=ways if game.dealer.decides_any else (),
        options=[_option(filled, ruleset, each) for each in ruleset.options.values()],
        running=[_running(lang, each) for each in running],
        has_older=len(live.tables()) > len(running),
        past=groups(lang, games),
        tables=[row.table for row in rows],
    )


def _fields(filled: OpeningForm, ruleset: Ruleset) -> int:
    """Return the number of name fields."""
    return max(ruleset.players[-1], len(filled.names))


def _nth(texts: tuple[str, ...], i: int) -> str:
    """Return text `i`, empty past the end."""
    return texts[i] if i < len(texts) else ""


def _option(filled: OpeningForm, ruleset: Ruleset, option: RuleOption) -> OptionField:
    """Return the field of an option, with the values that each edition has."""
    lang = filled.lang
    in_editions = [
        f"{edition_words(ruleset.id, edition, lang)}{trait(lang, 'colon')}"
        f"{value_words(ruleset.id, option.name, values[option.name], lang)}"
        for edition, values in ruleset.editions.items()
    ]
    return OptionField(
        option.name,
        rule_option_words(ruleset.id, option.name, lang),
        [(str(value), value_words(ruleset.id, option.name, value, lang)) for value in option.values],
        filled.options.get(option.name, ""),
        "; ".join([*in_editions, *where_so_many(ruleset, option, lang)]),
    )


def _running(lang: str, each: Seating) -> tuple[str, str, str, str]:
    """Return a running table's id, its game's id, who sits there, and what they play since when."""
    row = each.row
    words = say("web.row", lang, game=title_of(row.game or "?", lang), table=row.table, when=day_of(row))
    return row.table, row.game or "", say("web.group", lang, names=each.names), words


START = [
    door_page,
    enter,
    start_page,
    open_form,
    resume,
    codes_page,
    play_again,
    rename_table,
    delete_table,
]
