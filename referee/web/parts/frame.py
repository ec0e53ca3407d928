"""The frame round every page: head, the way to the other pages, language, and what follows the game."""

from typing import Any
from urllib.parse import quote

from referee.l10n import say
from referee.web.acts.request_context import Page, RequestContext
from referee.web.parts.board import drawing_of
from referee.web.parts.markup import Html, el, join
from referee.web.parts.shared_parts import language_form, languages, status_line
from referee.web.parts.turn import icon, is_mine, tab_of

NAVIGATION = (("", "play"), ("rules", "rules"), ("log", "log"), ("dispute", "dispute"), ("end", "score"))


def framed(context: RequestContext, page: Page, here: str) -> str:
    """Write a whole page of a table; `here` is its address."""
    stream = f"/live/{context.token}?page={quote(here.removeprefix(context.root))}"
    # Another address, so that a browser asks anew with the cookies it has by then.
    stream += "&sealing=on" if context.phone_key is not None and context.phone_key.is_on else ""
    return document(
        context.lang,
        f"{status_line(context) if page.live else page.title} · {context.link.table}",
        head(context, page),
        el("a", say("web.skip", context.lang), href="#main", class_="skip"),
        el("header", navigation(context, here), language_form(context, here)),
        el(
            "p",
            id="network",
            role="status",
            data_lost=context.say("web.lost"),
            data_back=context.say("web.back"),
            data_away=context.say("web.database_away"),
        ),
        main_part(context, page),
        stream=stream,
        live=page.live,
        size=drawing_of(context),
    )


def main_part(context: RequestContext, page: Page) -> Html:
    """Write the part of a page that follows the game; when it becomes my move, a phone may vibrate."""
    revision, open_disputes = context.moment.revision, len(context.state.open_disputes) or None
    return el(
        "main",
        page.body,
        id="main",
        tabindex="-1",
        data_revision=revision,
        data_disputes=open_disputes,
        data_mine="1" if is_mine(context) else None,
        **(tab_of(context) if page.live else {}),
    )


def head(context: RequestContext, page: Page) -> Html:
    """Link the icon of the tab, and the style sheet of the board, where there is one."""
    shown = el("link", rel="icon", href=icon(context), id="icon")
    return join([shown, el("link", rel="stylesheet", href=page.board) if page.board else None])


def navigation(context: RequestContext, here: str) -> Html:
    """Link the pages of a table."""
    links = []
    for path, name in NAVIGATION:
        if context.watches and name == "dispute":
            continue
        address = context.home if not path else context.root + path
        current = "page" if here.partition("?")[0] == address else None
        mark = waiting(context) if name == "dispute" else None
        links.append(
            el("li", el("a", say(f"web.page.{name}", context.lang), mark, href=address, aria_current=current))
        )
    return el("nav", el("ul", links), aria_label=say("web.pages", context.lang))


def waiting(context: RequestContext) -> Html:
    """Mark how many disputes wait for a vote; a page that follows the game keeps it in step."""
    return el("b", str(len(context.state.open_disputes) or ""), id="disputes", class_="waiting")


def document(lang: str, title: str, extra: Html | None, *body: Any, **data: Any) -> str:
    """Write a whole document."""
    page = el(
        "html",
        el(
            "head",
            el("meta", charset="utf-8"),
            el("meta", name="viewport", content="width=device-width, initial-scale=1"),
            el("meta", name="color-scheme", content="light dark"),
            el("title", f"{title} · Referee"),
            el("link", rel="stylesheet", href="/static/app.css"),
            extra or el("link", rel="icon", href="data:,"),
            el("script", src="/static/idiomorph-0.8.0.min.js", defer=True),
            el("script", src="/static/app.js", defer=True),
        ),
        el(
            "body",
            *body,
            class_="app screen" if data.get("size") == "table" else "app",
            data_stream=data.get("stream"),
            data_live=data.get("live"),
        ),
        lang=lang,
    )
    return "<!doctype html>" + page


def plain(
    lang: str, title: str, *main: Any, address: str | None = None, here: str = "", sheets: Any = None
) -> str:
    """Write a page that belongs to no table; `sheets` are links to more style sheets."""
    words = languages(lang, address, here) if address else None
    extra = join([el("link", rel="icon", href="data:,"), *sheets]) if sheets else None
    return document(lang, title, extra, el("header", words), el("main", *main, id="main", tabindex="-1"))
