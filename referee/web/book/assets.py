"""Style sheets and scripts of the book, as they lie in its folder."""

from collections.abc import Iterator
from functools import partial

from referee.draw.assets import cover, css
from referee.draw.look import look_css, look_of
from referee.rulebooks import TABLE
from referee.web.book.site import File, Site
from referee.web.static_files import static_content

_STATIC = ("app.css", "book.css", "book.js", "foul.js")


def asset_files(site: Site) -> Iterator[File]:
    """Yield what pages of all languages share; a game has a look and the colours of its board besides."""
    for name in _STATIC:
        yield File(f"assets/{name}", partial(static_content, name))
    for book in site.books:
        if book != TABLE:
            yield File(f"assets/{book}.css", partial(_look, book))


def _look(game: str) -> bytes:
    board = css(game) if cover(game) is not None else ""
    return (look_css(f"of-{game}", look_of(game)) + board).encode()
