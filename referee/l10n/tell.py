"""Events told as sentences a person would say.

An event's sentence is `<part>.tell.<type>`, filled with its fields. Where a field is empty and
there is a sentence `<type>_without_<field>`, that one is told instead; where a field is not
empty and there is a sentence `<type>_with_<field>`, it is told as well. What needs more than
that stands in the table `TELLERS`, of the game's own `telling` or of `tell_table`.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from events.base import Event, type_of
from referee.kernel.registry import game_in, part_of
from referee.l10n import has, say

Teller = Callable[[Any, str, Mapping[str, str], str | None], str]


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
        return shared(event, lang, names, at, game) if shared else told(event, "table", lang, names)
    teller = tellers(own).get(type_of(event))
    return teller(event, lang, names, at) if teller else told(event, own, lang, names)


def place_of(state: Any, event: Event) -> str | None:
    """Tell where the piece of an event stands before it moves, as far as the game has such a thing."""
    telling = None if state is None else part_of(state.game, "telling")
    place: Callable[[Any, Event], str | None] | None = getattr(telling, "place_of", None)
    return None if place is None else place(state, event)


def remark(game: str, event: Event, lang: str) -> str | None:
    """Point out what only a referee would notice about an event, where the game has words for it."""
    found: Callable[[Event, str], str | None] | None = getattr(part_of(game, "telling"), "remark", None)
    return None if found is None else found(event, lang)


@cache
def tellers(game: str) -> dict[str, Teller]:
    """Find the events of a game that are told by code."""
    telling = part_of(game, "telling")
    return {} if telling is None else telling.TELLERS


def told(event: Event, part: str, lang: str, names: Mapping[str, str]) -> str:
    """Tell an event by its fields."""
    base = f"{part}.tell.{type_of(event)}"
    fields = {name: getattr(event, name) for name in event.__struct_fields__}
    args = {**fields, **counts(fields), "names": names}
    without = [f"{base}_without_{name}" for name, value in fields.items() if is_empty(value)]
    extra = [f"{base}_with_{name}" for name, value in fields.items() if not is_empty(value)]
    first = next((each for each in without if has(each, lang)), base)
    return "".join(say(each, lang, **args) for each in (first, *extra) if each == first or has(each, lang))


def is_empty(value: Any) -> bool:
    """Whether a field says nothing; zero says something."""
    return value is None or value is False or value in ("", (), {})


def counts(fields: Mapping[str, Any]) -> dict[str, Any]:
    """Add what sentences say of lists: how many, and numbers counted from one."""
    lists = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    numbers = {name: value for name, value in lists.items() if all(isinstance(each, int) for each in value)}
    return {
        **{f"{name}_count": len(value) for name, value in lists.items()},
        **{f"{name}_ordinals": tuple(each + 1 for each in value) for name, value in numbers.items()},
    }
