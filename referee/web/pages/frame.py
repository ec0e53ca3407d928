"""Templates: the frame of all pages, and the part that follows the game."""

import re
from collections.abc import Callable, Iterable, MutableMapping
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from litestar import HttpMethod, Response, route

from referee.draw.look import MOTIF, look_css, look_of
from referee.kernel.table import LONGEST_NAME
from referee.l10n import LANGUAGES, say
from referee.languages import headed, trait
from referee.rulebooks import in_words
from referee.web import forms
from referee.web.acts.new_tables import find_next_root
from referee.web.acts.request_context import RequestContext
from referee.web.pages import board, buttons, parts, proposals

NAVIGATION = (("", "play"), ("rules", "rules"), ("log", "log"), ("dispute", "dispute"), ("end", "score"))

_PARTS = re.compile(r"(\{[{%#].*?[}%#]\}|[<>]|\n\s*)", re.DOTALL)


class _Templates(Environment):
    """The Jinja environment of pages; templates lie beside this module, those of the book in its folder."""

    def preprocess(self, source: str, name: str | None = None, filename: str | None = None) -> str:  # noqa: ARG002
        """Drop line breaks with the indentation after them, within a tag to one space.

        As in JSX, a space that is meant stands in a line. Jinja still counts the lines, so that an error
        names the right one.
        """
        is_in_tag, out = False, []
        for part in _PARTS.split(source):
            if part in {"<", ">"}:
                is_in_tag = part == "<"
            is_break = part.startswith("\n")
            out.append(f"{' ' if is_in_tag else ''}{{#{part}#}}" if is_break else part)
        return "".join(out)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> dict[str, Any]:
        """Return the globals of a template as one dict: Jinja's chain of maps is slow with many imports."""
        return {**self.globals, **(d or {})}


_TEMPLATES = _Templates(
    loader=FileSystemLoader([Path(__file__).parent, Path(__file__).parent.parent / "book"]),
    autoescape=True,
    undefined=StrictUndefined,
    auto_reload=False,
)
_TEMPLATES.globals |= {
    "LANGUAGES": LANGUAGES,
    "LONGEST_NAME": LONGEST_NAME,
    "MOTIF": MOTIF,
    "board": board,
    "buttons": buttons,
    "forms": forms,
    "headed": headed,
    "in_words": in_words,
    "look_of": look_of,
    "parts": parts,
    "proposals": proposals,
    "trait": trait,
}


read_route = partial(route, http_method=[HttpMethod.GET, HttpMethod.HEAD], include_in_schema=False)
"""Makes the route of something that is looked at; HEAD, which previews of chats begin with, is understood."""


def compile_templates(is_stopped: Callable[[], bool]) -> None:
    """Compile every template, so that nobody waits for the first page of a kind; leave off when told to."""
    for name in _TEMPLATES.list_templates(["html"]):
        if is_stopped():
            return
        _TEMPLATES.get_template(name)


class Page:
    """A page of a table: `template` is rendered as its main part, with `values`.

    One that is `live` is streamed as the game goes on; `board` is the address of its board's style sheet,
    empty where it shows none; `notice` stands above everything.
    """

    def __init__(
        self,
        title: str,
        template: str,
        *,
        live: bool = False,
        status: int = 200,
        board: str = "",
        notice: str = "",
        **values: Any,
    ) -> None:
        self.title, self.template, self.values = title, template, values
        self.live, self.status, self.board, self.notice = live, status, board, notice


def html(text: str, status: int = 200) -> Response[str]:
    """Answer with HTML."""
    return Response(text, status_code=status, media_type="text/html")


def render_page(context: RequestContext, page: Page, here: str) -> str:
    """Return a whole page of a table as HTML; `here` is its address."""
    stream = f"/live/{context.token}?page={quote(here.removeprefix(context.root))}"
    # Another address, so that a browser asks anew with the cookies it has by then.
    stream += "&sealing=on" if context.is_sealing else ""
    return _of_table(
        "frame.html",
        context,
        page,
        lang=context.lang,
        here=here,
        look=look_sheet(context.game.id),
        stream=stream,
        navigation=_navigation(context),
    )


def main_part(context: RequestContext, page: Page) -> str:
    """Return the part of a page that streams replace as the game goes on."""
    return _of_table("main.html", context, page)


def plain(
    lang: str,
    title: str,
    template: str,
    *,
    sheets: Iterable[str] = (),
    stays: bool = False,
    game: str = "",
    **values: Any,
) -> str:
    """Return a page outside any table; it looks like those of `game`, where one is given.

    `sheets` are addresses of more style sheets, `values` fill `template`. One that `stays` is replaced in
    place by what its taps lead to.
    """
    sheets = (*([look_sheet(game)] if game else []), *sheets)
    own = {"lang": lang, "title": title, "template": template, "sheets": sheets, "stays": stays, "game": game}
    return render("plain.html", say=partial(_say, lang), **own, **values)


def render(template: str, /, **values: Any) -> str:
    """Return a template filled with values; those of the book are found as those of pages are."""
    return _TEMPLATES.get_template(template).render(**values)


def _of_table(template: str, context: RequestContext, page: Page, **values: Any) -> str:
    """Return a template rendered with what all pages of a table share, and the page's values."""
    return render(
        template,
        context=context,
        say=context.say,
        page=page,
        status=parts.status_line(context),
        icon=parts.tab_icon(context),
        is_mine=parts.is_mine(context),
        next_root=find_next_root(context),
        **values,
        **page.values,
    )


def look_sheet(game: str) -> str:
    """Return the address of the style sheet of a game's look, for what has the class `of-<game>`."""
    return board.sheet_address(look_css(f"of-{game}", look_of(game)))


def _say(lang: str, message_id: str, /, **args: object) -> str:
    return say(message_id, lang, **args)


def _navigation(context: RequestContext) -> list[tuple[str, str]]:
    """Return the pages of a table as (address, name of its message)."""
    lent = {"dispute": parts.of_seat(context)}  # there a seat votes
    found = [
        (f"{context.root}{path}{lent.get(path, '')}" if path else context.home, name)
        for path, name in NAVIGATION
    ]
    return [(address, name) for address, name in found if not (context.watches and name == "dispute")]
