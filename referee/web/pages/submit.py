"""Handlers of the forms on pages: each has an address of its own and leads back to a page."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

import msgspec
from litestar import Response, post
from litestar.datastructures import Cookie
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from events.base import Event
from events.codec import MalformedError
from events.stores.protocol import Conflict
from events.table import ChangeProposed
from referee.kernel.registry import codec_for
from referee.kernel.verdict import Refused
from referee.kernel.vocabulary import explain
from referee.l10n import LANGUAGES
from referee.service.commands import sitting, undo
from referee.service.commands.consent import answer_proposal
from referee.service.commands.correct import house_rule
from referee.service.tables.request import NOT_YOURS, Noted, Recorded, Request
from referee.web.access.form_data import Form, parse_seq, text_of
from referee.web.access.links import DEVICE, SCREEN, SEAT, WATCH
from referee.web.access_control import LANGUAGE_COOKIE, Access, WebRequest
from referee.web.acts import correct_facts, new_tables, sealed_choices, table_acts
from referee.web.acts.phone_secrets import PhoneKey, draw_phone_key, make_cookies
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import Outcome, run_command
from referee.web.forms import fill_in
from referee.web.pages.catch_up import StandsNow, catch_up_page, caught_up_page
from referee.web.pages.correct import correct_page
from referee.web.pages.frame import Page, html, render_page
from referee.web.pages.refused import refused_page
from referee.web.pages.table import home_page
from referee.web.streams.disk_threads import threaded


def _answer_with(context: RequestContext, page: Page) -> Response[str]:
    """Answer with a page of the table, with its status."""
    return html(render_page(context, page, context.home), page.status)


def _form_of(context: RequestContext, what: str, data: dict[str, Any]) -> Request:
    """Return the request of a form. Its idempotency key is a digest of all its fields.

    So the same tap sent twice is one submission, and the same tap on a later page another one.
    """
    page = {"seen": str(context.moment.revision), "key": str(context.link.writes), **data}
    seen = parse_seq(text_of(page, "seen"))
    whole = msgspec.json.encode(sorted((name, str(value)) for name, value in page.items()))
    name = table_acts.digest(what, context.seat or "", whole)
    return table_acts.make_request(context, seen, f"form {name}", what, whole)


@post("/s/{token:str}/{path:path}", include_in_schema=False)
@threaded
def write(
    request: WebRequest, token: FromPath[str], path: FromPath[str], form: Form, access: Access
) -> Response[Any]:
    """Handle a form sent to `path`: the handler is found in TAKERS; 404 for an unknown path.

    Watchers get a refusal for anything but the language.
    """
    context = access.make_context(request, token, request.query_params.get("as"))
    what = path.strip("/")
    taker = TAKERS.get(what)
    if taker is None:
        raise NotFoundException
    if context.watches and what != "language":
        return _answer_with(context, refused_page(context, NOT_YOURS, None, ""))
    return taker(context, _form_of(context, what, form), form)


def _go_on(
    context: RequestContext, outcome: Outcome, event: Event | None = None, *, to: str = "", line: str = ""
) -> Response[Any]:
    """Redirect to `to`, or to the game where it is empty.

    A refusal or a conflict is answered with its page. `event` is what was refused, or `line` where none could
    be read from what was typed.
    """
    if isinstance(outcome, Refused):
        return _answer_with(context, refused_page(context, outcome, event, line))
    fresh = context.reread()
    if isinstance(outcome, Conflict):
        return _answer_with(fresh, _stale_page(fresh))
    return Redirect(to or _next_place(fresh, outcome), status_code=303)


def _stale_page(context: RequestContext) -> Page:
    """Return the page as it is now, with a notice (409) that the game has gone on."""
    page = home_page(context)
    page.notice, page.status = context.say("web.stale"), 409
    return page


def _next_place(context: RequestContext, outcome: Outcome) -> str:
    """Return the address to show after a form.

    A shared device's curtain unless only this seat acts next, and after it asked the others for something.
    On the only device there is, a game that hides nothing goes straight on with the one who acts next.
    """
    if not context.is_lent:
        return context.home
    asks = isinstance(outcome, Recorded) and any(
        isinstance(each.event, ChangeProposed) for each in outcome.judged
    )
    acting = context.game.acting(context.state)
    if asks or len(acting) != 1:
        return context.root
    if acting == (context.seat,):
        return context.home
    is_shown = not context.is_reachable and context.game.is_open and acting[0] in context.state.present
    return f"{context.root}as/{acting[0]}" if is_shown else context.root


def _take_action(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Handle an act: typed as `notation`, or as JSON in `event` with the form's choices filled in.

    A JSON list in `event` is an act, the last, with those it implies. With `sealing` it is sealed where it
    can be; with `others`, a JSON list, those events are recorded after it.
    """
    line = text_of(data, "notation")
    told: list[Event] = []

    def read() -> Event | Refused:
        event = (
            table_acts.parse_line(context, line)
            if line
            else table_acts.parse_event(context, fill_in(text_of(data, "event"), data))
        )
        if not isinstance(event, Refused):
            told.append(event)
        return event

    def act() -> Outcome:
        if not line and text_of(data, "event").startswith("["):
            events = table_acts.parse_events(context, text_of(data, "event"))
            told.append(events[-1])
            return table_acts.record_ahead(context, request, events)
        others = text_of(data, "others")
        if text_of(data, "sealing") and (done := sealed_choices.seal(context, request, read)) is not None:
            return done
        return (
            table_acts.record_together(context, request, read, others)
            if others
            else table_acts.record(context, request, read)
        )

    def wrong(error: MalformedError) -> Any:
        return explain(codec_for(context.game.id), text_of(data, "event").encode(), error)

    outcome = _refuse_unreadable(act, wrong)
    if isinstance(outcome, Refused) and not told and request.seen == context.moment.revision:
        with suppress(MalformedError):
            read()  # refused as before: what was meant is not kept with that answer
    return _go_on(context, outcome, next(iter(told), None), line=line)


def _take_sealing(context: RequestContext, _: Request, data: dict[str, Any]) -> Response[Any]:
    """Switch sealing of this phone's choices on or off; a cookie remembers it as long as it is needed."""
    own, is_on = context.phone_key, text_of(data, "turn") == "on"
    if context.seat is None:
        return _go_on(context, NOT_YOURS)
    phone_key = PhoneKey((own or draw_phone_key()).key, is_on=is_on)
    is_kept = is_on or sealed_choices.needs_phone_key(context)
    return _with_cookies(Redirect(context.home, status_code=303), context, phone_key if is_kept else None)


def _take_opening(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Open seals with a salt; the phone's key is dropped once no seal needs it."""
    about = data.get("about", "")
    abouts = [str(each) for each in about] if isinstance(about, list) else [str(about)]
    outcome = sealed_choices.open_seals(
        context, request, abouts, text_of(data, "value"), text_of(data, "salt")
    )
    answer = _go_on(context, outcome)
    is_kept = (
        context.phone_key is None
        or context.phone_key.is_on
        or sealed_choices.needs_phone_key(context.reread())
    )
    return answer if is_kept else _with_cookies(answer, context, None)


def _with_cookies(
    answer: Response[Any], context: RequestContext, phone_key: PhoneKey | None
) -> Response[Any]:
    """Add to `answer` the phone's cookies: `phone_key` is kept, or deleted where it is None."""
    answer.cookies.extend(make_cookies(context.token, phone_key, is_secure=context.is_secure))
    return answer


def _refuse_unreadable(act: Any, explain: Callable[[MalformedError], Any] | None = None) -> Outcome:
    """Return what `act` returns; a refusal `web.malformed` where it raises MalformedError.

    `explain` gives the text of the error, else the error itself does.
    """
    try:
        outcome: Outcome = act()
    except MalformedError as error:
        return Refused("web.malformed", (), {"why": str(error) if explain is None else explain(error)})
    return outcome


def _take_back(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    to = parse_seq(text_of(data, "to"))
    return _go_on(context, run_command(context, request, undo.undo, to, text_of(data, "reason")))


def _take_again(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Handle the form of undone actions: reapply them, skip the first, or drop all or the viewer's own."""
    way = text_of(data, "way")
    first = next(iter(context.log_index.waiting), None)
    if way == "drop_own":
        return _go_on(context, run_command(context, request, undo.drop_own))
    outcome = run_command(context, request, undo.reapply, skip=way == "skip", drop=way == "drop")
    return _go_on(context, outcome, None if first is None else first.event)


def _take_anyway(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Play a refused act anyway, or propose it."""

    def play() -> Outcome:
        event = table_acts.parse_event(context, text_of(data, "event"))
        return table_acts.record(context, request, lambda: event, anyway=True)

    return _go_on(context, _refuse_unreadable(play))


def _take_amending(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Handle the form that replaces an entry by an act: `instead` is `<seq> <event JSON>`."""
    at, _, event = text_of(data, "instead").partition(" ")

    def amend() -> Outcome:
        told = table_acts.parse_event(context, event)
        return table_acts.amend(context, request, parse_seq(at) or 0, lambda: told)

    return _go_on(context, _refuse_unreadable(amend))


def _take_house(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Set an option (`rule` is `option=value`) as a house rule, or propose it."""
    option, _, value = text_of(data, "rule").partition("=")
    return _go_on(context, run_command(context, request, house_rule, option, value, text_of(data, "reason")))


def _take_correction(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Set the facts in the fields `fact.<path>` and `set.<path>`, or propose it, all at once.

    What was tapped together and cannot be recorded, or not yet, stays on its page.
    """
    typed, changes = _fields_of(data, "fact."), _fields_of(data, correct_facts.CHANGE)
    reason = text_of(data, "reason")
    outcome = _refuse_unreadable(lambda: correct_facts.correct(context, request, typed, reason, changes))
    if not changes or not isinstance(outcome, Refused | Conflict):
        return _go_on(context, outcome)
    fresh, tapped = context.reread(), {name: text_of(data, name) for name in data}
    refused = outcome if isinstance(outcome, Refused) else None
    page = correct_page(fresh, tapped, refused)
    page.status = 409 if refused is None else 422
    page.notice = fresh.say("web.fix.gone_on") if refused is None else page.notice
    return _answer_with(fresh, page)


def _take_catching_up(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Record what was played, worked out from how the board stands now, propose it, or ask about it.

    What was tapped stays in the address of the answer. Where a question was answered of a position that is
    no more, it is asked again of the one there is.
    """
    taps = StandsNow(context, {name: text_of(data, name) for name in data})
    if not taps.changes:
        page = catch_up_page(context, {})
        page.notice = context.say("catchup.already")
        return _answer_with(context, page)
    came = table_acts.catch_up(context, request, taps.facts_to_tell(), taps.answers, text_of(data, "reason"))
    if came.question is not None and came.question.is_for_seat_alone:
        asked = context.seated.table.revision, urlencode(taps.public_fields())
        context.seated.asked_alone[str(came.question.seat)] = asked
        context.live.wake(context.link.table)
    if isinstance(made := came.answer, Recorded):
        is_asked = any(isinstance(each.event, ChangeProposed) for each in made.judged)
        return _go_on(context, made, to="" if is_asked else f"{_next_place(context.reread(), made)}?worked=1")
    fresh, tapped = context.reread(), dict(taps.fields_with_answers())
    if came.verdict == "conflict" and taps.answers:
        again = StandsNow(fresh, dict(taps.fields(taps.changes)))
        asked_now = table_acts.ask_again(fresh, again.facts_to_tell()) if again.changes else None
        if asked_now is not None:
            page = caught_up_page(fresh, again, asked_now)
            page.status, page.notice = 409, fresh.say("web.gone_on")
            return html(render_page(fresh, page, again.address(again.changes)), page.status)
    if came.verdict in {"already", "conflict"}:
        page = catch_up_page(fresh, tapped)
        is_late = came.verdict == "conflict"
        page.status = 409 if is_late else 200
        page.notice = fresh.say("web.fix.gone_on" if is_late else "catchup.already")
        return _answer_with(fresh, page)
    taps = StandsNow(fresh, tapped)
    page = caught_up_page(fresh, taps, came)
    return html(render_page(fresh, page, taps.address(taps.changes)), page.status)


def _fields_of(data: dict[str, Any], begun: str) -> dict[str, str]:
    """Return the fields of a form whose names begin so, by the rest of the name."""
    return {name.removeprefix(begun): text_of(data, name) for name in data if name.startswith(begun)}


def _take_closing(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """End the game early, or propose it."""
    return _go_on(context, run_command(context, request, sitting.close, text_of(data, "reason")))


def _take_leaving(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Record that a seat went home, or, with the field `back`, that it is back."""
    if seat := text_of(data, "back"):
        return _go_on(context, run_command(context, request, sitting.take_seat, seat))
    seat, reason = text_of(data, "seat"), text_of(data, "reason")
    return _go_on(context, run_command(context, request, sitting.leave, seat, reason))


def _take_name(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Rename the person of a seat."""
    name, reason = text_of(data, "name"), text_of(data, "reason")
    seat = text_of(data, "seat")
    return _go_on(context, run_command(context, request, sitting.rename_seat, seat, name, reason))


def _take_answer(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Reply to a proposal: agree, object or withdraw; 404 for another word."""
    said: Any = text_of(data, "reply")
    if said not in {"agree", "object", "withdraw"}:
        raise NotFoundException
    return _go_on(context, run_command(context, request, answer_proposal, text_of(data, "proposal"), said))


def _take_dispute(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Open a dispute about an entry (`at`, or a number in `shown`) or a refused act (JSON in `shown`)."""
    at = parse_seq(text_of(data, "at"))
    topic, shown = text_of(data, "topic"), text_of(data, "shown")
    seq, act = at or parse_seq(shown), shown if shown.startswith("{") and not at else ""
    asked = _refuse_unreadable(
        lambda: table_acts.ask_question(context, request, seq, topic, text_of(data, "question"), act)
    )
    about = {"as": str(context.seat)} if context.is_lent else {}
    about |= {"at": str(at), "topic": topic} if at else {}
    return _go_on(context, asked, to=f"{context.root}dispute{'?' if about else ''}{urlencode(about)}")


def _take_vote(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Vote for a decision in a dispute."""
    voted = table_acts.vote(context, request, text_of(data, "dispute"), text_of(data, "decision"))
    return _go_on(context, voted, to=f"{context.root}dispute")


def _take_language(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Switch the language of this link and go on at `here`; an unknown language changes nothing.

    Many watch by one link: who does chooses for their own browser.
    """
    lang, here = text_of(data, "lang"), text_of(data, "here")
    to = here if here.startswith(context.root) else context.home
    if lang not in LANGUAGES:
        return Redirect(to, status_code=303)
    if context.watches:
        cookie = Cookie(LANGUAGE_COOKIE, value=lang, httponly=True, samesite="lax", secure=context.is_secure)
        return Redirect(to, status_code=303, cookies=[cookie])
    return _go_on(context, new_tables.set_language(context, request, lang), to=to)


def _take_link(context: RequestContext, request: Request, data: dict[str, Any]) -> Response[Any]:
    """Issue a new link. A seat's or watcher's is shown on the screen; any other is opened here."""
    role = text_of(data, "role") or SEAT
    outcome = new_tables.reissue_link(
        context, request, role if role in {DEVICE, SCREEN, WATCH} else SEAT, text_of(data, "seat")
    )
    if not isinstance(outcome, Noted) or role in {SEAT, WATCH}:
        return _go_on(context, outcome, to=context.root)
    token = context.live.links.keyring.token(outcome.body["nonce"])
    return Redirect(f"/s/{token}/", status_code=303)


def _take_rematch(context: RequestContext, request: Request, _: dict[str, Any]) -> Response[Any]:
    """Open the next table for the same people, or find it."""
    outcome = new_tables.open_rematch(context, request)
    to = new_tables.find_next_root(context) if isinstance(outcome, Noted) else None
    return _go_on(context, outcome, to=to or f"{context.root}end")


TAKERS = {
    "do": _take_action,
    "back": _take_back,
    "again": _take_again,
    "anyway": _take_anyway,
    "amend": _take_amending,
    "house": _take_house,
    "catchup": _take_catching_up,
    "correct": _take_correction,
    "close": _take_closing,
    "leave": _take_leaving,
    "name": _take_name,
    "answer": _take_answer,
    "dispute": _take_dispute,
    "vote": _take_vote,
    "language": _take_language,
    "links": _take_link,
    "rematch": _take_rematch,
    "sealing": _take_sealing,
    "open": _take_opening,
}
