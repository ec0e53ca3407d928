"""The doors: a code typed in, and the start page of whoever keeps the service."""

from itertools import zip_longest
from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from events.table import MOST_OPTIONS, TableOpened
from referee.kernel.registry import all_games
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.service.tables.submissions import Submission
from referee.service.tables.who_sits import letters_of
from referee.web.access.entrance import NEEDS_NO_LINK, AtEntrance, Entrance, WebRequest, spoken_by
from referee.web.access.form_data import Form
from referee.web.access.links import SCREEN, draw_nonce, parse_token
from referee.web.acts.new_tables import all_links, open_once, rematch_of, same_again
from referee.web.acts.write_once import digest
from referee.web.forms.submit import html, text_of
from referee.web.pages.before_a_table.start import Typed, ask_for_code, start, style_sheets
from referee.web.parts.frame import plain
from referee.web.streams.disk_threads import threaded

MOST_OF_A_NAME = 40
OPTION = "option."
"""How the names of the fields begin that set an option."""

NAME = r"[\w-]{1,64}"
"""What a table may be called: one word, as in the terminal."""


@get("/", include_in_schema=False)
@threaded
def door_page(request: WebRequest) -> Response[str]:
    """Ask who comes to the door for a code."""
    lang = spoken_by(request)
    return html(plain(lang, "Referee", *ask_for_code(lang)))


@post("/enter", include_in_schema=False, opt={NEEDS_NO_LINK: True})
@threaded
def enter(request: WebRequest, form: Form, entrance: AtEntrance) -> Response[Any]:
    """Go where a typed code leads."""
    code = text_of(form, "code")
    token = parse_token(code.rpartition("/s/")[2])
    try:
        entrance.context(request, token)
    except NotFoundException:
        lang = spoken_by(request)
        return html(plain(lang, "Referee", *ask_for_code(lang, "web.no_such_code", code)), 404)
    return Redirect(f"/s/{token}/", status_code=303)


@get("/h/{key:str}", include_in_schema=False)
@threaded
def start_page(
    request: WebRequest, key: FromPath[str], entrance: AtEntrance, game: FromQuery[str] = ""
) -> Response[str]:
    """Show the keeper what can be opened and resumed."""
    entrance.keeper(key, request)
    lang = language_of(request, request.query_params.get("lang"))
    filled = Typed(game=game if game in all_games() else all_games()[0], lang=lang, key=draw_nonce())
    return html(
        plain(
            lang,
            say("web.start", lang),
            *start(entrance.live, lang, f"/h/{key}/", filled),
            sheets=style_sheets(),
        )
    )


def language_of(request: WebRequest, wanted: str | None) -> str:
    """Find the language somebody asked for, else the browser's."""
    return wanted if wanted in LANGUAGES else spoken_by(request)


@post("/h/{key:str}/open", include_in_schema=False)
@threaded
def open_form(request: WebRequest, key: FromPath[str], form: Form, entrance: AtEntrance) -> Response[Any]:
    """Open a table; what was typed stays where it cannot be opened so."""
    entrance.keeper(key, request)
    filled = typed_in(request, form)
    opened = opening_of(filled)
    outcome = opened if isinstance(opened, Refused) else opened_once(entrance, form, filled, opened)
    if isinstance(outcome, Refused):
        body = start(entrance.live, filled.lang, f"/h/{key}/", filled, outcome)
        return html(plain(filled.lang, say("web.start", filled.lang), *body, sheets=style_sheets()), 422)
    return Redirect(f"/s/{outcome}/", status_code=303)


def opened_once(
    entrance: Entrance, data: dict[str, Any], filled: Typed, opened: TableOpened
) -> str | Refused:
    """Open a table, once for each page that asks for it; give its screen's token."""
    whole = msgspec.json.encode(sorted((name, str(value)) for name, value in data.items()))
    asked = Submission(f"keeper: form {digest(whole)}", digest(whole))
    if not filled.key:
        asked = Submission(f"keeper: form {draw_nonce()}", asked.request)
    opening = open_once(entrance.live, asked, opened, filled.table or None)
    if isinstance(opening, Refused):
        return opening
    return all_links(entrance.live, opening.table, opened.seats, filled.lang)[SCREEN]


def typed_in(request: WebRequest, data: dict[str, Any]) -> Typed:
    """Read everything the form was filled in with."""
    names = listed_in(data, "name")
    game = text_of(data, "game")
    chosen = [name for name in data if name.startswith(OPTION) and text_of(data, name)]
    return Typed(
        game=game if game in all_games() else all_games()[0],
        lang=language_of(request, text_of(data, "lang")),
        key=text_of(data, "key"),
        table=text_of(data, "table"),
        seats=text_of(data, "seats"),
        names=tuple(names),
        colours=tuple(listed_in(data, "colour")),
        edition=text_of(data, "edition"),
        chance=text_of(data, "chance"),
        options={name.removeprefix(OPTION): text_of(data, name) for name in chosen[:MOST_OPTIONS]},
    )


def listed_in(data: dict[str, Any], field: str) -> list[str]:
    """Read a field that is there several times."""
    given = data.get(field, [])
    return [str(n).strip()[:MOST_OF_A_NAME] for n in ([given] if isinstance(given, str) else given)]


def opening_of(filled: Typed) -> TableOpened | Refused:
    """Read the opening from its form: seats are letters, called what people typed.

    Without a number of seats there are as many as names.
    """
    import re

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


@post("/h/{key:str}/resume", include_in_schema=False)
@threaded
def resume(request: WebRequest, key: FromPath[str], form: Form, entrance: AtEntrance) -> Response[Any]:
    """Lead the keeper to the screen of a table there is; all its links go on working."""
    entrance.keeper(key, request)
    name = text_of(form, "table")
    if not entrance.live.store.head(name).revision:
        raise NotFoundException
    token = all_links(entrance.live, name, entrance.live.now(name).state.seats)[SCREEN]
    return Redirect(f"/s/{token}/", status_code=303)


@post("/h/{key:str}/again", include_in_schema=False)
@threaded
def play_again(request: WebRequest, key: FromPath[str], form: Form, entrance: AtEntrance) -> Response[Any]:
    """Open the next table for the people of one whose game is over; the same where there is one already."""
    entrance.keeper(key, request)
    name, live = text_of(form, "table"), entrance.live
    if not live.store.head(name).revision:
        raise NotFoundException
    now = live.now(name)
    if now.game.winners(now.state) is None and not now.state.closed:
        raise NotFoundException
    opening = open_once(live, rematch_of(live, name), same_again(live.seated(name).table))
    if isinstance(opening, Refused):
        raise NotFoundException
    token = all_links(live, opening.table, now.state.seats)[SCREEN]
    return Redirect(f"/s/{token}/", status_code=303)


DOORS = [door_page, enter, start_page, open_form, resume, play_again]
