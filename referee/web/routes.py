"""The routes of the pages: every address shows a page, every form goes back to one."""

import re
from typing import Any
from urllib.parse import urlencode

from litestar import Response, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery, URLEncodedBody
from litestar.response import Redirect

from events.base import Event
from events.codec import MalformedError
from events.stores.protocol import Conflict
from events.table import TableOpened
from referee.kernel.registry import GAMES
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.web import acts
from referee.web.entrance import Asked, Housed, spoken_by
from referee.web.frame import framed, plain
from referee.web.links import DEVICE, SCREEN, SEAT, typed
from referee.web.pages import home_page
from referee.web.pages.dispute import dispute_page
from referee.web.pages.end import end_page
from referee.web.pages.log import log_page, moment_page
from referee.web.pages.refused import correct_page, refused_page, stale_page
from referee.web.pages.rules import rule_page, rules_page
from referee.web.pages.start import door, start
from referee.web.proposals import answer as answer_proposal
from referee.web.threads import threaded
from referee.web.visit import Page, Visit

Form = URLEncodedBody[dict[str, Any]]
LONGEST = 2000
"""Characters kept of anything typed."""


def page_at(visit: Visit, path: str, query: dict[str, str]) -> Page:
    """Find the page of an address."""
    visit.picked = {name: value for name, value in query.items() if name not in {"q", "at", "topic", "as"}}
    match path.strip("/").split("/"):
        case [""]:
            return home_page(visit)
        case ["as", seat] if visit.link.role == DEVICE:
            visit.seat = seat if seat in visit.open_to_device() else None
            return home_page(visit)
        case ["rules"]:
            return rules_page(visit, query.get("q", "")[:LONGEST])
        case ["rule", rule]:
            return rule_page(visit, rule)
        case ["log"]:
            return log_page(visit)
        case ["log", seq] if number(seq) is not None:
            return moment_page(visit, int(seq))
        case ["dispute"]:
            return dispute_page(visit, number(query.get("at")), query.get("topic"))
        case ["correct"]:
            return correct_page(visit)
        case ["end"]:
            return end_page(visit)
    raise NotFoundException


def number(text: Any) -> int | None:
    """Read a seq."""
    return (
        int(text)
        if isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10
        else None
    )


def html(text: str, status: int = 200) -> Response[str]:
    """Answer with a page."""
    return Response(text, status_code=status, media_type="text/html")


@get("/", include_in_schema=False)
@threaded
def door_page(request: Asked) -> Response[str]:
    """Ask who comes to the door for a code."""
    lang = spoken_by(request)
    return html(plain(lang, "Referee", *door(lang)))


@post("/enter", include_in_schema=False)
@threaded
def enter(request: Asked, data: Form, house: Housed) -> Response[Any]:
    """Go where a typed code leads."""
    token = typed(text_of(data, "code"))
    try:
        house.visit(request, token)
    except NotFoundException:
        lang = spoken_by(request)
        return html(plain(lang, "Referee", *door(lang, "web.no_such_code")), 404)
    return Redirect(f"/s/{token}/", status_code=303)


@get("/h/{key:str}", include_in_schema=False)
@threaded
def start_page(
    request: Asked, key: FromPath[str], house: Housed, game: FromQuery[str] = GAMES[0]
) -> Response[str]:
    """Show the keeper what can be opened and resumed."""
    house.keeper(key, request)
    lang = request.query_params.get("lang") or spoken_by(request)
    lang = lang if lang in LANGUAGES else LANGUAGES[0]
    chosen = game if game in GAMES else GAMES[0]
    return html(plain(lang, say("web.start", lang), *start(house.hub, lang, f"/h/{key}/", chosen)))


@post("/h/{key:str}/open", include_in_schema=False)
@threaded
def open_form(request: Asked, key: FromPath[str], data: Form, house: Housed) -> Response[Any]:
    """Open a table."""
    house.keeper(key, request)
    lang = text_of(data, "lang") if text_of(data, "lang") in LANGUAGES else spoken_by(request)
    game = text_of(data, "game") if text_of(data, "game") in GAMES else GAMES[0]
    name = house.hub.free_name(game)
    opened = acts.seeded(opening_of(data, game))
    answer = house.hub.open(name, opened)
    if isinstance(answer, Refused):
        return html(
            plain(lang, say("web.start", lang), *start(house.hub, lang, f"/h/{key}/", game, answer)), 422
        )
    token = acts.all_links(house.hub, name, opened.seats)[SCREEN]
    for link in house.hub.links.at(name):
        house.hub.links.speak(link, lang)
    return Redirect(f"/s/{token}/", status_code=303)


def opening_of(data: dict[str, Any], game: str) -> TableOpened:
    """Read the opening from its form: seats are letters, called what people typed."""
    given = data.get("name", [])
    names = [str(n).strip()[:40] for n in ([given] if isinstance(given, str) else given) if str(n).strip()]
    seats = tuple(chr(ord("A") + i) for i in range(len(names)))
    options = {
        name.removeprefix("option."): str(value)
        for name, value in data.items()
        if name.startswith("option.") and value
    }
    chance: Any = "referee" if text_of(data, "chance") == "referee" else "table"
    return TableOpened(
        game=game,
        edition=text_of(data, "edition") or None,
        seats=seats,
        names=dict(zip(seats, names, strict=True)),
        options=dict(options),
        chance=chance,
    )


@post("/h/{key:str}/resume", include_in_schema=False)
@threaded
def resume(request: Asked, key: FromPath[str], data: Form, house: Housed) -> Response[Any]:
    """Give the keeper a new screen of a table there is; links that phones have go on working."""
    house.keeper(key, request)
    name = text_of(data, "table")
    if not house.hub.store.head(name).revision:
        raise NotFoundException
    known = {link.seat for link in house.hub.links.at(name) if link.role == SEAT}
    for seat in house.hub.now(name).state.seats:
        if seat not in known:
            house.hub.issue(name, SEAT, seat)
    return Redirect(f"/s/{house.hub.issue(name, SCREEN)}/", status_code=303)


@get("/s/{token:str}", include_in_schema=False)
@threaded
def show_home(request: Asked, token: FromPath[str], house: Housed) -> Response[str]:
    """Show what a link opens."""
    return page_of(request, token, house, "")


@get("/s/{token:str}/{path:path}", include_in_schema=False)
@threaded
def show(request: Asked, token: FromPath[str], house: Housed, path: FromPath[str]) -> Response[str]:
    """Show a page of a table."""
    return page_of(request, token, house, path)


def page_of(request: Asked, token: str, house: Housed, path: str) -> Response[str]:
    """Show the page of an address."""
    query = dict(request.query_params.items())
    visit = house.visit(request, token, query.get("as"))
    page = page_at(visit, path, query)
    picked = f"?{urlencode(visit.picked)}" if visit.picked else ""
    return html(framed(visit, page, visit.root + path.strip("/") + picked), page.status)


@get("/report/{token:str}", include_in_schema=False)
@threaded
def report(request: Asked, token: FromPath[str], house: Housed) -> Response[str]:
    """Give the story of a finished game as one file to keep."""
    from referee.draw.report import as_html
    from referee.service.chronicle import chronicle
    from referee.service.retelling import story_of
    from referee.service.secrecy import secrets_of

    visit = house.visit(request, token)
    if visit.game.winners(visit.state) is None:
        raise NotFoundException
    table = house.hub.seated(visit.link.table).table
    told = chronicle(story_of(table.log), table.head.revision, table.head.hash, secrets_of(table.log))
    name = re.sub(r"[^\w-]", "_", visit.link.table, flags=re.ASCII)
    headers = {"Content-Disposition": f'attachment; filename="{name}.html"'}
    return Response(as_html(told, visit.lang), media_type="text/html", headers=headers)


@post("/s/{token:str}/{path:path}", include_in_schema=False)
@threaded
def write(
    request: Asked, token: FromPath[str], path: FromPath[str], data: Form, house: Housed
) -> Response[Any]:
    """Take a form."""
    visit = house.visit(request, token, request.query_params.get("as"))
    taker = TAKERS.get(path.strip("/"))
    if taker is None:
        raise NotFoundException
    return taker(visit, data)


def text_of(data: dict[str, Any], name: str) -> str:
    """Read one field of a form."""
    value = data.get(name, "")
    value = value[-1] if isinstance(value, list) and value else value
    return str(value)[:LONGEST].strip() if isinstance(value, str) else ""


def seen_in(visit: Visit, data: dict[str, Any]) -> int:
    """Read which revision a form was made for."""
    found = number(text_of(data, "seen"))
    return visit.moment.revision if found is None else found


def take_action(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take an action, from a button or as a line of notation."""
    line = text_of(data, "notation")
    try:
        event = acts.read_line(visit, line) if line else acts.read_event(visit, text_of(data, "event"))
    except MalformedError as error:
        event = Refused("web.malformed", (), {"why": str(error)})
    if isinstance(event, Refused):
        return shown(visit, refused_page(visit, event, line=line))
    return answered(visit, acts.tell(visit, event, seen_in(visit, data)), event)


def answered(visit: Visit, outcome: Any, event: Event | None = None) -> Response[Any]:
    """Go on with the game, or say why not."""
    if isinstance(outcome, Refused):
        return shown(visit, refused_page(visit, outcome, event))
    fresh = Visit(visit.hub, visit.link, visit.token, visit.lang, visit.base, seat=visit.seat)
    if isinstance(outcome, Conflict):
        return shown(fresh, stale_page(fresh))
    return Redirect(next_place(fresh), status_code=303)


def next_place(visit: Visit) -> str:
    """Find where to go on: a device that is handed round goes behind its curtain when a turn is done."""
    if visit.link.role != DEVICE or visit.seat is None:
        return visit.home
    stays = visit.game.acting(visit.state) == (visit.seat,)
    return visit.home if stays else visit.root


def shown(visit: Visit, page: Page) -> Response[str]:
    """Answer with a page of a table."""
    return html(framed(visit, page, visit.home), page.status)


def take_back(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take a wish to take back."""
    to = number(text_of(data, "to"))
    return answered(visit, acts.take_back(visit, to, text_of(data, "reason"), seen_in(visit, data)))


def take_house(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take a wish for a house rule."""
    option, _, value = text_of(data, "rule").partition("=")
    return answered(
        visit, acts.house_rule(visit, option, value, text_of(data, "reason"), seen_in(visit, data))
    )


def take_correction(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take facts set by hand."""
    facts = {name.removeprefix("fact."): text_of(data, name) for name in data if name.startswith("fact.")}
    try:
        outcome = acts.correct(visit, facts, text_of(data, "reason"), seen_in(visit, data))
    except MalformedError as error:
        outcome = Refused("web.malformed", (), {"why": str(error)})
    return answered(visit, outcome)


def take_answer(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take an answer to what the table is asked."""
    reply: Any = text_of(data, "reply")
    known = reply in {"agree", "object", "withdraw"}
    return answered(visit, answer_proposal(visit.hub, visit.link, reply) if known else None)


def take_dispute(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take a question about an entry."""
    at = number(text_of(data, "at"))
    outcome = acts.ask(visit, at, text_of(data, "topic"), text_of(data, "question"))
    if isinstance(outcome, Refused):
        return answered(visit, outcome)
    return Redirect(f"{visit.root}dispute", status_code=303)


def take_vote(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take a vote on a dispute."""
    outcome = acts.vote(visit, text_of(data, "dispute"), text_of(data, "decision"))
    if isinstance(outcome, Refused):
        return answered(visit, outcome)
    return Redirect(f"{visit.root}dispute", status_code=303)


def take_language(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Take the language a seat wants from here on."""
    lang, here = text_of(data, "lang"), text_of(data, "here")
    if lang in LANGUAGES:
        visit.hub.links.speak(visit.link, lang)
    return Redirect(here if here.startswith(visit.root) else visit.home, status_code=303)


def take_link(visit: Visit, data: dict[str, Any]) -> Response[Any]:
    """Give out a new link: a seat's is shown on the screen, a device's is opened here."""
    role = DEVICE if text_of(data, "role") == DEVICE else SEAT
    token = acts.reissue(visit, role, text_of(data, "seat") or None if role == SEAT else None)
    if isinstance(token, Refused):
        return answered(visit, token)
    return Redirect(f"/s/{token}/" if role == DEVICE else visit.root, status_code=303)


def take_rematch(visit: Visit, _: dict[str, Any]) -> Response[Any]:
    """Open the next table."""
    name = acts.rematch(visit)
    return (
        answered(visit, name) if isinstance(name, Refused) else Redirect(f"{visit.root}end", status_code=303)
    )


TAKERS = {
    "do": take_action,
    "back": take_back,
    "house": take_house,
    "correct": take_correction,
    "answer": take_answer,
    "dispute": take_dispute,
    "vote": take_vote,
    "language": take_language,
    "links": take_link,
    "rematch": take_rematch,
}

PAGES = [door_page, enter, start_page, open_form, resume, show_home, show, report, write]
