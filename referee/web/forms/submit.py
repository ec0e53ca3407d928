"""The forms of the pages: each is sent to an address of its own, and leads back to a page."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from events.base import LONGEST_TEXT, Event
from events.codec import MalformedError
from events.stores.protocol import Conflict
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain
from referee.l10n import LANGUAGES
from referee.service.commands.actor import NOT_YOURS
from referee.service.tables.submissions import Noted
from referee.web.access.entrance import AtEntrance, WebRequest
from referee.web.access.form_data import Form
from referee.web.access.seat_links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.acts import correct_facts, disputes, new_tables, sealed_choices, table_acts, tell_again
from referee.web.acts.phone_secrets import PhoneKey, cookies, draw_phone_key
from referee.web.acts.request_context import Page, RequestContext
from referee.web.acts.several_at_once import tell_together
from referee.web.acts.write_once import Outcome, Writing, digest, writing
from referee.web.forms.filled_in import filled
from referee.web.pages.disputes.refused import refused_page, stale_page
from referee.web.parts.frame import framed
from referee.web.streams.disk_threads import threaded

LONGEST = LONGEST_TEXT
"""Characters taken of anything typed: as many as an entry holds."""


def text_of(data: dict[str, Any], name: str) -> str:
    """Read one field of a form."""
    value = data.get(name, "")
    value = value[-1] if isinstance(value, list) and value else value
    return str(value)[:LONGEST].strip() if isinstance(value, str) else ""


def number(text: Any) -> int | None:
    """Read a seq."""
    is_number = isinstance(text, str) and text.isascii() and text.isdecimal() and len(text) < 10
    return int(text) if is_number else None


def html(text: str, status: int = 200) -> Response[str]:
    """Answer with a page."""
    return Response(text, status_code=status, media_type="text/html")


def shown(context: RequestContext, page: Page) -> Response[str]:
    """Answer with a page of a table."""
    return html(framed(context, page, context.home), page.status)


def form_of(context: RequestContext, what: str, data: dict[str, Any]) -> Writing:
    """Name what a form sends by all that is in it: the page it stood on, and what was filled in.

    So a tap that is sent twice is one submission, and the same tap on a later page another one.
    """
    page = {"seen": str(context.moment.revision), "key": str(context.link.writes), **data}
    seen = number(text_of(page, "seen"))
    whole = msgspec.json.encode(sorted((name, str(value)) for name, value in page.items()))
    name = digest(what, context.seat or "", whole)
    return writing(context, seen, f"form {name}", what, whole)


@post("/s/{token:str}/{path:path}", include_in_schema=False)
@threaded
def write(
    request: WebRequest, token: FromPath[str], path: FromPath[str], form: Form, entrance: AtEntrance
) -> Response[Any]:
    """Take a form."""
    context = entrance.context(request, token, request.query_params.get("as"))
    what = path.strip("/")
    taker = TAKERS.get(what)
    if taker is None:
        raise NotFoundException
    if context.watches and what != "language":
        return shown(context, refused_page(context, NOT_YOURS, None, ""))
    return taker(context, form_of(context, what, form), form)


def answered(
    context: RequestContext, outcome: Outcome, event: Event | None = None, **where: str
) -> Response[Any]:
    """Go on with the game (or where the form leads), or say why not."""
    if isinstance(outcome, Refused):
        return shown(context, refused_page(context, outcome, event, where.get("line", "")))
    fresh = context.reread()
    if isinstance(outcome, Conflict):
        return shown(fresh, stale_page(fresh))
    return Redirect(where.get("to") or next_place(fresh), status_code=303)


def next_place(context: RequestContext) -> str:
    """Find where to go on: a device that is handed round goes behind its curtain when a turn is done."""
    if not context.is_lent:
        return context.home
    stays = context.game.acting(context.state) == (context.seat,)
    return context.home if stays else context.root


def take_action(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take an action, from a button or as a line of notation."""
    line = text_of(data, "notation")
    told: list[Event] = []

    def read() -> Event | Refused:
        event = (
            table_acts.read_line(context, line)
            if line
            else table_acts.read_event(context, filled(text_of(data, "event"), data))
        )
        if not isinstance(event, Refused):
            told.append(event)
        return event

    def act() -> Outcome:
        others = text_of(data, "others")
        if text_of(data, "sealing") and (done := sealed_choices.seal(context, how, read)) is not None:
            return done
        return tell_together(context, how, read, others) if others else table_acts.tell(context, how, read)

    def wrong(error: MalformedError) -> Any:
        return explain(codec_for(context.game.id), text_of(data, "event").encode(), error)

    outcome = readable(act, wrong)
    if isinstance(outcome, Refused) and not told and how.seen == context.moment.revision:
        with suppress(MalformedError):
            read()  # refused as before: what was meant is not kept with that answer
    return answered(context, outcome, next(iter(told), None), line=line)


def take_sealing(context: RequestContext, _: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take the wish to seal what is chosen from here on, or not to; only the phone remembers it."""
    own, is_on = context.phone_key, text_of(data, "turn") == "on"
    if context.seat is None:
        return answered(context, NOT_YOURS)
    phone_key = PhoneKey((own or draw_phone_key()).key, is_on=is_on)
    is_kept = is_on or sealed_choices.is_needed(context)
    return with_cookies(Redirect(context.home, status_code=303), context, phone_key if is_kept else None)


def take_opening(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take the wish to open what lies sealed."""
    about = data.get("about", "")
    abouts = [str(each) for each in about] if isinstance(about, list) else [str(about)]
    outcome = sealed_choices.open_seals(context, how, abouts, text_of(data, "value"), text_of(data, "salt"))
    answer = answered(context, outcome)
    is_kept = (
        context.phone_key is None or context.phone_key.is_on or sealed_choices.is_needed(context.reread())
    )
    return answer if is_kept else with_cookies(answer, context, None)


def with_cookies(answer: Response[Any], context: RequestContext, phone_key: PhoneKey | None) -> Response[Any]:
    """Hand the phone with an answer what it keeps from here on."""
    answer.cookies.extend(cookies(context.token, phone_key, is_secure=context.is_secure))
    return answer


def readable(act: Any, told: Callable[[MalformedError], Any] | None = None) -> Outcome:
    """Do something; refused where what was typed cannot be read, as `told` in words."""
    try:
        outcome: Outcome = act()
    except MalformedError as error:
        return Refused("web.malformed", (), {"why": str(error) if told is None else told(error)})
    return outcome


def take_back(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a wish to take back."""
    to = number(text_of(data, "to"))
    return answered(context, table_acts.take_back(context, how, to, text_of(data, "reason")))


def take_again(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a wish to record again what was taken back, to drop the first of it, or all."""
    way = text_of(data, "way")
    first = next(iter(tell_again.waiting(context)), None)
    outcome = tell_again.record_again(context, how, skip=way == "skip", drop=way == "drop")
    return answered(context, outcome, None if first is None else first.event)


def take_anyway(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take the wish to play what was refused."""

    def play() -> Outcome:
        event = table_acts.read_event(context, text_of(data, "event"))
        return table_acts.tell(context, how, lambda: event, anyway=True)

    return answered(context, readable(play))


def take_amending(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take the wish to put another act in the place of an entry: `AT EVENT`, as one button says both."""
    at, _, event = text_of(data, "instead").partition(" ")

    def amend() -> Outcome:
        told = table_acts.read_event(context, event)
        return table_acts.amend(context, how, number(at) or 0, lambda: told)

    return answered(context, readable(amend))


def take_house(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a wish for a house rule."""
    option, _, value = text_of(data, "rule").partition("=")
    return answered(context, table_acts.house_rule(context, how, option, value, text_of(data, "reason")))


def take_correction(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take facts set by hand."""
    facts = {name.removeprefix("fact."): text_of(data, name) for name in data if name.startswith("fact.")}
    return answered(
        context, readable(lambda: correct_facts.correct(context, how, facts, text_of(data, "reason")))
    )


def take_closing(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a wish to get up for good."""
    return answered(context, table_acts.close(context, how, text_of(data, "reason")))


def take_leaving(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take that somebody goes home, or is back."""
    if seat := text_of(data, "back"):
        return answered(context, table_acts.take_seat(context, how, seat))
    return answered(context, table_acts.leave(context, how, text_of(data, "seat"), text_of(data, "reason")))


def take_name(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take what a seat is called from here on."""
    name, reason = text_of(data, "name"), text_of(data, "reason")
    return answered(context, table_acts.rename(context, how, text_of(data, "seat"), name, reason))


def take_answer(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take an answer to what the table is asked."""
    said: Any = text_of(data, "reply")
    if said not in {"agree", "object", "withdraw"}:
        raise NotFoundException
    return answered(context, table_acts.reply(context, how, text_of(data, "proposal"), said))


def take_dispute(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a question about what the page showed: an entry, or an act that was refused."""
    at = number(text_of(data, "at"))
    topic, shown = text_of(data, "topic"), text_of(data, "shown")
    seq, act = at or number(shown), shown if shown.startswith("{") and not at else ""
    asked = readable(lambda: disputes.ask(context, how, seq, topic, text_of(data, "question"), act))
    about = f"?{urlencode({'at': at, 'topic': topic})}" if at else ""
    return answered(context, asked, to=f"{context.root}dispute{about}")


def take_vote(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take a vote on a dispute."""
    voted = disputes.vote(context, how, text_of(data, "dispute"), text_of(data, "decision"))
    return answered(context, voted, to=f"{context.root}dispute")


def take_language(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Take the language a seat wants from here on."""
    lang, here = text_of(data, "lang"), text_of(data, "here")
    to = here if here.startswith(context.root) else context.home
    if lang not in LANGUAGES:
        return Redirect(to, status_code=303)
    return answered(context, new_tables.speak(context, how, lang), to=to)


def take_link(context: RequestContext, how: Writing, data: dict[str, Any]) -> Response[Any]:
    """Give out a new link: a seat's and a watcher's are shown on the screen, any other is opened here."""
    role = text_of(data, "role") or SEAT
    outcome = new_tables.reissue(
        context, how, role if role in {DEVICE, SCREEN, WATCH} else SEAT, text_of(data, "seat")
    )
    if not isinstance(outcome, Noted) or role in {SEAT, WATCH}:
        return answered(context, outcome, to=context.root)
    token = context.live.links.keyring.token(outcome.body["nonce"])
    return Redirect(f"/s/{token}/", status_code=303)


def take_rematch(context: RequestContext, how: Writing, _: dict[str, Any]) -> Response[Any]:
    """Open the next table."""
    return answered(context, new_tables.rematch(context, how), to=f"{context.root}end")


TAKERS = {
    "do": take_action,
    "back": take_back,
    "again": take_again,
    "anyway": take_anyway,
    "amend": take_amending,
    "house": take_house,
    "correct": take_correction,
    "close": take_closing,
    "leave": take_leaving,
    "name": take_name,
    "answer": take_answer,
    "dispute": take_dispute,
    "vote": take_vote,
    "language": take_language,
    "links": take_link,
    "rematch": take_rematch,
    "sealing": take_sealing,
    "open": take_opening,
}
