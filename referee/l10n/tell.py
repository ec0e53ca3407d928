"""Events told as sentences a person would say.

An act's sentence is `<game>.act.<type>.sentence`, that of a consequence `<game>.tell.<type>`, of an event
every table has `table.tell.<type>`, filled with the event's fields and what the room adds to them (see
`wording`). Where a field is empty and there is a sentence `…_without_<field>`, that one is told instead;
where a field is not empty and there is a sentence `…_with_<field>`, it is told as well. What of the
table's events needs more than that stands in `tell_table`.
"""

from collections.abc import Mapping

from events.base import Event, type_of
from referee.kernel.registry import game_in
from referee.l10n import has
from referee.l10n.saying import SHARED, Saying, place_of, told, wording_of

__all__ = ["place_of", "tell", "tell_plainly"]


def tell(
    event: Event, lang: str, names: Mapping[str, str], at: str | None = None, game: str | None = None
) -> str:
    """Say what happened, as one or a few sentences.

    `names` are the seats' names; `at` is where the piece concerned stood before, if known:
    it lets a move be told as up, down or staying. `game` is the game played, where an event of
    the table is about an act of it.
    """
    own = game_in(type(event).__module__)
    if own is None:
        from referee.l10n.tell_table import TELLERS

        shared = TELLERS.get(type_of(event))
        return shared(event, lang, names, at, game) if shared else tell_plainly(event, SHARED, lang, names)
    return tell_plainly(event, own, lang, names, at)


def remark(game: str, event: Event, lang: str) -> str | None:
    """Point out what only a referee would notice about an event, where the game has words for it."""
    return wording_of(game).remark(event, lang)


def tell_plainly(event: Event, part: str, lang: str, names: Mapping[str, str], at: str | None = None) -> str:
    """Tell an event by its fields and what its room adds to them."""
    saying = Saying("sentence", lang, part, event, names, at)
    return told(saying, saying.id if has(saying.id, lang) else f"{part}.tell.{type_of(event)}")
