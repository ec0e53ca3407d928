"""The frame round every page: head, the way to the other pages, language, and what follows the game."""

from typing import Any
from urllib.parse import quote

from referee.l10n import say
from referee.web.acts.visit import Page, Visit
from referee.web.parts.board import drawing_of
from referee.web.parts.markup import Html, el, join
from referee.web.parts.shared_parts import language_form, languages, status_line
from referee.web.parts.turn import icon, is_mine, tab_of

NAVIGATION = (("", "play"), ("rules", "rules"), ("log", "log"), ("dispute", "dispute"), ("end", "score"))


def framed(visit: Visit, page: Page, here: str) -> str:
    """Write a whole page of a table; `here` is its address."""
    stream = f"/live/{visit.token}?page={quote(here.removeprefix(visit.root))}"
    # Another address, so that a browser asks anew with the cookies it has by then.
    stream += "&sealing=on" if visit.signet is not None and visit.signet.is_on else ""
    return document(
        visit.lang,
        f"{status_line(visit) if page.live else page.title} · {visit.link.table}",
        head(visit, page),
        el("a", say("web.skip", visit.lang), href="#main", class_="skip"),
        el("header", navigation(visit, here), language_form(visit, here)),
        el(
            "p",
            id="network",
            role="status",
            data_lost=visit.say("web.lost"),
            data_back=visit.say("web.back"),
            data_away=visit.say("web.database_away"),
        ),
        main_part(visit, page),
        stream=stream,
        live=page.live,
        size=drawing_of(visit),
    )


def main_part(visit: Visit, page: Page) -> Html:
    """Write the part of a page that follows the game; when it becomes my move, a phone may vibrate."""
    revision, open_disputes = visit.moment.revision, len(visit.state.open_disputes) or None
    return el(
        "main",
        page.body,
        id="main",
        tabindex="-1",
        data_revision=revision,
        data_disputes=open_disputes,
        data_mine="1" if is_mine(visit) else None,
        **(tab_of(visit) if page.live else {}),
    )


def head(visit: Visit, page: Page) -> Html:
    """Link the icon of the tab, and the style sheet of the board, where there is one."""
    shown = el("link", rel="icon", href=icon(visit), id="icon")
    return join([shown, el("link", rel="stylesheet", href=page.board) if page.board else None])


def navigation(visit: Visit, here: str) -> Html:
    """Link the pages of a table."""
    links = []
    for path, name in NAVIGATION:
        if visit.watches and name == "dispute":
            continue
        address = visit.home if not path else visit.root + path
        current = "page" if here.partition("?")[0] == address else None
        mark = waiting(visit) if name == "dispute" else None
        links.append(
            el("li", el("a", say(f"web.page.{name}", visit.lang), mark, href=address, aria_current=current))
        )
    return el("nav", el("ul", links), aria_label=say("web.pages", visit.lang))


def waiting(visit: Visit) -> Html:
    """Mark how many disputes wait for a vote; a page that follows the game keeps it in step."""
    return el("b", str(len(visit.state.open_disputes) or ""), id="disputes", class_="waiting")


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
