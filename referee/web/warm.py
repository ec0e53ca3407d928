"""What every first page waits for, read before anybody asks."""

from importlib import import_module
from pathlib import Path

from litestar import Litestar

from referee.draw.assets import css
from referee.kernel.registry import Part, all_games, part_of
from referee.l10n.catalogs import HERE, catalog
from referee.languages import LANGUAGES
from referee.rulebooks import rules_of
from referee.web.app import without_store
from referee.web.pages.frame import compile_templates
from referee.web.pages.start import covers

_IMPORTED_LATE = ("anyio._backends._asyncio", "events.stores.sqlite", "sqlite_utils", "urllib.request")
"""What the first store and the first request import."""


def warm_up() -> Litestar:
    """Return the routes, having read what belongs to no store and to no machine: games, texts, pages."""
    for module in _IMPORTED_LATE:
        import_module(module)
    covers()
    for game in all_games():
        rules_of(game)
        css(game)
        for kind in Part.__subclasses__():
            part_of(game, kind)
    for part in (*all_games(), *(path.stem for path in Path(HERE, LANGUAGES[0]).iterdir())):
        for lang in LANGUAGES:
            catalog(lang, part)
    compile_templates(lambda: False)
    return without_store()
