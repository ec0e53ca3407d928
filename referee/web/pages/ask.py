"""Settle an argument: pages for everybody in the network, without a link, a table or anything stored."""

import gzip
from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec.structs import replace

from events.base import LONGEST_TEXT
from events.codec import MalformedError
from referee.draw.assets import css
from referee.kernel.registry import all_games, find_game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say, title_of
from referee.rulebooks import TABLE, book_of, books, find_rule
from referee.rulebooks.rulings import find_ruling, most_asked, rulings_on
from referee.rulebooks.search import find_answers
from referee.service.answers.asking import make_question_answered
from referee.service.answers.case_law import whose_words
from referee.service.ask.address import LONGEST, read_address, too_long, write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.layout import lay_out, new_sketch
from referee.service.ask.record import format_ruling, make_record
from referee.web.access.form_data import Form, text_of
from referee.web.access.links import draw_nonce
from referee.web.access_control import NEEDS_NO_LINK, Access, AccessControl, WebRequest, asked_language
from referee.web.acts.new_tables import make_first_page, open_position
from referee.web.pages.ask_answer import books_of, headline_words, in_short, onward_acts, sentence_of
from referee.web.pages.ask_rulings import Reader, found_words, headline_of, ruling_words, work_out_ruling
from referee.web.pages.ask_sketch import Sketch
from referee.web.pages.board import sheet_address
from referee.web.pages.frame import html, plain, read_route
from referee.web.pages.rules import find_example
from referee.web.pages.start import covers, several, titles_of_games
from referee.web.streams.disk_threads import threaded


def _page(request: WebRequest, title: str, template: str, status: int = 200, **values: Any) -> Response[Any]:
    """Answer with a page of the argument, which can be turned to another language."""
    lang, query = asked_language(request), dict(request.query_params.items())
    turned = {each: f"?{urlencode({**query, 'lang': each})}" for each in LANGUAGES}
    tail = f"?lang={lang}" if "lang" in query else ""
    text = plain(lang, title, template, languages=turned, tail=tail, query=query, **values)
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return html(text, status)
    # It holds nothing but what its address says: no secret can be guessed from its length.
    headers = {"Content-Encoding": "gzip", "Vary": "Accept-Encoding"}
    packed = gzip.compress(text.encode(), 6, mtime=0)
    return Response(packed, status_code=status, media_type="text/html", headers=headers)


@read_route("/ask")
@threaded
def ask_page(request: WebRequest) -> Response[str]:
    """Answer with the games there are."""
    lang = asked_language(request)
    return _page(
        request,
        say("web.settle.title", lang),
        "ask.html",
        titles=titles_of_games(lang),
        covers=covers(),
        sheets=[sheet_address(css(game)) for game in covers()],
    )


@read_route("/ask/{game:str}")
@threaded
def ask_game(request: WebRequest, game: FromPath[str]) -> Response[str]:
    """Answer with what people ask most of a game, or with what is found by the words in `q`."""
    if game not in all_games():
        raise NotFoundException
    lang, text = asked_language(request), request.query_params.get("q", "")[:LONGEST_TEXT].strip()
    found = find_answers(text, lang, game, _MOST_FOUND) if text else ()
    return _page(
        request,
        f"{say('web.settle.title', lang)} · {title_of(game, lang)}",
        "ask_game.html",
        game=game,
        name=title_of(game, lang),
        text=text,
        subjects=most_asked(game).values(),
        found=[found_words(game, each, lang) for each in found],
        sketch=write_address(new_sketch(find_game(game))),
        has_book=game in books(),
    )


_MOST_FOUND = 6
"""So many answers are listed to words; what is not among them is not found by reading on."""


@read_route("/ask/{game:str}/ruling/{name:str}")
@threaded
def ask_ruling(
    request: WebRequest, game: FromPath[str], name: FromPath[str], access: Access
) -> Response[str]:
    """Answer with a ruling: its situation drawn, what each edition says of the act in question.

    One that tables made is shown with whose it is.
    """
    if game not in all_games():
        raise NotFoundException
    ruling, decided = find_ruling(game, name) or find_ruling(TABLE, name), None
    if ruling is None:
        found = access.live.case_law.find_ruling(game, name)
        if found is None:
            raise NotFoundException
        decided, ruling = found
    lang = asked_language(request)
    words = ruling_words(game, ruling, lang)
    worked = work_out_ruling(ruling, request.query_params.get("edition"), lang)
    return _page(
        request,
        ruling.title.of(lang),
        "ask_ruling.html",
        stays=True,
        game=game,
        name=title_of(game, lang),
        sheets=[worked.sheet] if worked else [],
        ruling=words,
        headline="" if decided else headline_of(ruling, words.answer, worked, lang),
        whose=whose_words(decided, lang) if decided else "",
        worked=worked,
        rules=[rule for id in ruling.rules if (rule := find_rule(id)) is not None],
        reader=Reader(find_game(game), lang),
    )


@read_route("/ask/{game:str}/rule/{id:str}")
@threaded
def ask_rule(request: WebRequest, game: FromPath[str], id: FromPath[str], access: Access) -> Response[str]:
    """Answer with a rule: its text, its sources, the rulings that show it, what tables decided by it."""
    rule = find_rule(id)
    if rule is None or game not in all_games() or book_of(id) not in {game, TABLE}:
        raise NotFoundException
    lang = asked_language(request)
    example = find_example(rule, game, lang)
    return _page(
        request,
        rule.title.of(lang),
        "ask_rule.html",
        game=game,
        name=title_of(game, lang),
        sheets=[example.worked.sheet] if example is not None and example.worked is not None else [],
        rule=rule,
        example=example,
        rulings=[ruling_words(game, each, lang) for each in rulings_on(id) if each.game in {game, TABLE}],
        decided=[
            ListedPrecedent(each.name, each.title.of(lang), whose_words(each, lang))
            for each in access.live.decided_before(game, [id])
        ],
        reader=Reader(find_game(game), lang),
    )


@read_route("/ask/{game:str}/{packed:str}")
@threaded
def ask_sketch(
    request: WebRequest, game: FromPath[str], packed: FromPath[str], access: Access
) -> Response[Any]:
    """Answer with the page of a sketch and its answer; a tap in the query redirects to the changed sketch."""
    lang, query = asked_language(request), dict(request.query_params.items())
    asked = read_address(f"/ask/{game}/{packed}")
    if isinstance(asked, Refused):
        return _refused(request, game, asked)
    try:
        sketched = _sketched(asked, lang, query)
        if isinstance(sketched, Refused):
            return _refused(request, game, sketched)
        step = sketched.sketch.step()
    except MalformedError as error:
        return _refused(request, game, Refused("web.asked_wrongly", (), {"what": str(error)}))
    if step is not None:
        told, kept = step
        address = write_address(told)
        if len(address) > LONGEST:
            return _refused(request, game, too_long())
        return Redirect(f"{address}{'?' if kept else ''}{urlencode(kept)}", status_code=303)
    return _sketch_page(request, sketched, access)


class ListedPrecedent(NamedTuple):
    """A precedent in a list: whose it is, in words."""

    name: str
    title: str
    whose: str


class Sketched(NamedTuple):
    """A sketch and its answer.

    That is None where no act is asked about, a refusal where the facts told cannot be together.
    """

    sketch: Sketch
    answer: Answer | Refused | None


def _sketched(asked: Asked, lang: str, query: Mapping[str, str]) -> Sketched | Refused:
    """Return the sketch of a question; a refusal where no table opens so. Raises MalformedError."""
    table = lay_out(asked)
    laid = lay_out(replace(asked, record=None, facts={}, acts=())) if isinstance(table, Refused) else table
    if isinstance(laid, Refused):
        return laid
    is_asked = len(asked.acts) > laid.acts_done
    answer = table if isinstance(table, Refused) else ask(asked) if is_asked else None
    state = answer.state if isinstance(answer, Answer) else laid.state
    return Sketched(Sketch(asked, state, getattr(answer, "act", None), lang, query), answer)


def _sketch_page(
    request: WebRequest, sketched: Sketched, access: AccessControl, problem: str = "", status: int = 200
) -> Response[str]:
    """Answer with a sketch; what is asked of it is answered where it was tapped, and in full below.

    `problem` is the message id of why no table was opened.
    """
    sketch, answer = sketched
    lang, game = sketch.lang, sketch.game
    worded = None
    if isinstance(answer, Answer):
        decided = access.live.decided_before(game.id, [each.rule.id for each in answer.rules], answer.act)
        worded = make_question_answered(answer, lang, decided=decided)
    refused = answer if isinstance(answer, Refused) else None
    head = headline_words(worded, lang) if worded else ""
    picture, sheet = sketch.picture(head, in_short(worded, lang) if worded else "")
    rows, more = sketch.rows()
    onward, is_next = onward_acts(sketch, answer) if isinstance(answer, Answer) else ([], False)
    return _page(
        request,
        f"{say('web.settle.title', lang)} · {title_of(game.id, lang)}",
        "ask_sketch.html",
        status=status,
        problem=problem,
        packed=write_address(sketch.asked),
        key=draw_nonce(),
        sheets=[sheet],
        stays=True,
        game=game.id,
        name=title_of(game.id, lang),
        sketch=sketch,
        picture=picture,
        refused=refused,
        said=worded,
        head=head,
        sentence=sentence_of(worded) if worded else "",
        books=books_of(sketch, worded) if worded is not None and worded.editions else [],
        options=[each for each in worded.editions if each.options and each.is_other] if worded else [],
        onward=onward,
        is_next=is_next,
        rows=rows,
        more=more,
    )


def _refused(request: WebRequest, game: str, refused: Refused) -> Response[str]:
    lang = asked_language(request)
    return _page(
        request,
        say("web.settle.title", lang),
        "ask_refused.html",
        status=400,
        refused=refused,
        game=game if game in all_games() else "",
    )


@read_route("/ask/{game:str}/{packed:str}/ruling")
@threaded
def ask_to_keep(request: WebRequest, game: FromPath[str], packed: FromPath[str]) -> Response[Any]:
    """Answer with what was asked and answered as a ruling file, ready for the rulings of the game."""
    asked = read_address(f"/ask/{game}/{packed}")
    if isinstance(asked, Refused):
        return _refused(request, game, asked)
    try:
        answer = ask(asked)
        if isinstance(answer, Refused):
            return _refused(request, game, answer)
        text = format_ruling(asked, answer)
    except (MalformedError, TypeError):
        raise NotFoundException from None
    headers = {"Content-Disposition": f'attachment; filename="{game}-ruling.md"'}
    return Response(text, media_type="text/markdown", headers=headers)


@post("/ask/{game:str}/{packed:str}/table", include_in_schema=False, opt={NEEDS_NO_LINK: True})
@threaded
def ask_to_play(
    request: WebRequest, game: FromPath[str], packed: FromPath[str], form: Form, access: Access
) -> Response[Any]:
    """Open a table with the position and redirect to its screen; `vote`: the act is in dispute there.

    Only for whoever knows the code of the host's page, in `code`; else the page again, with 403.
    """
    lang, asked = asked_language(request), read_address(f"/ask/{game}/{packed}")
    try:
        sketched = asked if isinstance(asked, Refused) else _sketched(asked, lang, {})
    except MalformedError:
        raise NotFoundException from None
    if isinstance(sketched, Refused):
        return _refused(request, game, sketched)
    try:
        access.require_keeper(text_of(form, "code").rpartition("/h/")[2], request)
    except NotFoundException:
        return _sketch_page(request, sketched, access, "web.settle.wrong_code", 403)
    answer = sketched.answer if isinstance(sketched.answer, Answer) else None
    opened = open_position(
        access.live,
        make_record(sketched.sketch.asked, answer),
        several(form, "name"),
        text_of(form, "key"),
        dispute=answer.act if answer is not None and "vote" in form else None,
    )
    if isinstance(opened, Refused):
        return _refused(request, game, opened)
    is_reachable = access.is_reachable_at(request)
    first = make_first_page(access.live, opened.name, opened.state.seats, lang, is_reachable=is_reachable)
    return Redirect(first, status_code=303)


ASK = [ask_to_keep, ask_to_play, ask_page, ask_game, ask_ruling, ask_rule, ask_sketch]
