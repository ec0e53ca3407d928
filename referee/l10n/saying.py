"""One use of an act's wording, and what is put into it: fields, counts, and what the room adds."""

from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import cache, partial
from typing import Any, ClassVar

import msgspec

from events.base import TABLE, Event, type_of
from events.codec import MalformedError, read_changes
from events.envelope import encode
from events.table import ChangeProposed
from referee.kernel.registry import Part, codec_for, game_in, part_of
from referee.kernel.shared import act_named_by
from referee.l10n import has, say
from referee.l10n.catalogs import catalog
from referee.l10n.patterns import Fields, Line, OwnSlot, OwnSort, Words, write_whole

SHARED = "table"
"""The part whose words all games share."""


class Saying(msgspec.Struct, frozen=True):
    """One use of an act's wording: in which language, of whom, and what is known beside the event."""

    use: str
    lang: str
    part: str
    event: Any
    names: Mapping[str, str] = {}
    at: str | None = None
    state: Any = None

    @property
    def id(self) -> str:
        """Name the message: `<game>.act.canoe_moved.label`."""
        return f"{self.part}.act.{type_of(self.event)}.{self.use}"

    @property
    def words(self) -> Words:
        """Give the nouns and own slots of the room."""
        return words_of(self.part, self.lang)

    def say(self, id: str, **args: Any) -> str:
        """Say a message of the room."""
        return say(f"{self.part}.{id}", self.lang, names=self.names, **args)

    def clause(self, table: str, id: str, args: Fields, form: str = "") -> str:
        """Say a clause of this use, from the table `[<table>.<use>]`; in a form where it has one."""
        if self.use == "notation":
            pattern = catalog(self.lang, self.part)[f"{self.part}.{table}.notation.{id}"]
            return write_whole(pattern, self, args) or ""
        name = f"{table}.{self.use}.{id}"
        has_form = has(f"{self.part}.{name}{form}", self.lang)
        return self.say(name + form if has_form else name, **args)


class Wording(Part, frozen=True, kw_only=True):
    """What a game adds to its patterns; what is left out, it has none of. Tables are by class of event.

    - `slots`, `sorts`: by the name a pattern uses, what is too rich for one, things that are more than nouns.
    - `spread`: `(saying, event) -> fields` more to put into the three wordings of an act.
    - `gather`: `(line, fields) -> fields` of the event, from those that were read.
    - `left_unsaid`: `(event, act) -> event` without what the sentence of the act it followed from says; None:
      that says it all.
    - `people_called(line)`: the seat by what else people are called in a line, such as their characters.
    - `place_of(state, event)`: where the piece of an event stands before it moves, or in which moment it is
      told; None: neither.
    - `as_seen(event)`: the same act with its cards as they look, where records number them.
    - `remark(event, lang)`: what only a referee would notice about an event; None: nothing.
    - `fact_name(path, lang)`: what a fact set by hand is called; None: as its path says.
    - `fact_words(path, value, lang, names, at)`: the value of a fact set by hand; None: as any value.
    """

    module: ClassVar[str] = "wording"
    slots: Mapping[str, OwnSlot] = {}
    sorts: Mapping[str, OwnSort] = {}
    spread: Mapping[type[Event], Callable[[Saying, Any], Fields]] = {}
    gather: Mapping[type[Event], Callable[[Line, Fields], Fields]] = {}
    left_unsaid: Mapping[type[Event], Callable[[Any, Event | None], Event | None]] = {}
    people_called: Callable[[Line], Mapping[str, str]] | None = None
    place_of: Callable[[Any, Event], str | None] = lambda *_: None
    as_seen: Callable[[Event], Event] = lambda event: event
    remark: Callable[[Event, str], str | None] = lambda *_: None
    fact_name: Callable[[str, str], str | None] = lambda *_: None
    fact_words: Callable[[str, Any, str, Mapping[str, str], str | None], str | None] = lambda *_: None


PLAIN = Wording()
"""The wording of a game that adds nothing to its patterns."""


def told(saying: Saying, id: str = "") -> str:
    """Say an event by one of its sentences: the one for its moment, or for what is empty in it, if any."""
    base = id or saying.id
    fields = {**spread(saying), **fields_of(saying.event)}
    args = {**fields, **counts(fields), **own_slots(saying, base), "names": saying.names}
    others, extra = [f"{base}_at_{saying.at}"] if saying.at else [], []
    who = fields.get("seat")
    for name, value in fields.items():
        if is_empty(value) or (value == who and name != "seat"):
            others.append(f"{base}_without_{name}")
        else:
            extra.append(f"{base}_with_{name}")
    first = next((each for each in others if has(each, saying.lang)), base)
    more = (each for each in extra if has(each, saying.lang))
    return "".join(say(each, saying.lang, **args) for each in (first, *more))


def own_slots(saying: Saying, id: str) -> dict[str, str]:
    """Write what the room writes itself, where the wording asks for it."""
    text = catalog(saying.lang, saying.part).get(id, "")
    slots = wording_of(saying.part).slots
    return {name: slot.write(saying, saying.event) for name, slot in slots.items() if f"{{{name}}}" in text}


def saying_of(use: str, state: Any, event: Event, lang: str) -> Saying:
    """Say an event at a state."""
    return Saying(use, lang, part_for(event), event, names_of(state), place_of(state, event), state)


def spread(saying: Saying) -> Fields:
    """Give what the room adds to the fields of an event."""
    more = wording_of(saying.part).spread.get(type(saying.event))
    return {} if more is None else more(saying, saying.event)


def fields_of(event: Event) -> Fields:
    """Give the fields of an event."""
    return {name: getattr(event, name) for name in event.__struct_fields__}


def is_empty(value: Any) -> bool:
    """Whether a field says nothing; zero says something."""
    return value is None or value is False or value in ("", (), {})


def counts(fields: Mapping[str, Any]) -> Fields:
    """Add what sentences say of lists: how many, and numbers counted from one."""
    lists = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    numbers = {name: value for name, value in lists.items() if all(isinstance(each, int) for each in value)}
    return {
        **{f"{name}_count": len(value) for name, value in lists.items()},
        **{f"{name}_ordinals": tuple(each + 1 for each in value) for name, value in numbers.items()},
    }


def names_of(state: Any) -> dict[str, str]:
    """Give the names people go by; seats without one keep their id."""
    return {} if state is None else dict(state.names)


def with_screen(names: Mapping[str, str], lang: str) -> dict[str, str]:
    """Call the table by its screen, at which somebody asks or answers for it."""
    return {**names, TABLE: say("table.tell.the_screen", lang)}


def part_for(event: Event) -> str:
    """Name the part whose words an event is told in: its game, or what all games share."""
    return game_in(type(event).__module__) or SHARED


def place_of(state: Any, event: Event) -> str | None:
    """Tell where the piece of an event stands before it moves, as far as the game has such a thing.

    Of what is asked of the table, that is the piece of the last change it would make; of what names an
    act, the piece of that act.
    """
    if state is None:
        return None
    if isinstance(event, ChangeProposed):
        *_, event = (event, *changes_in(state.game, event.change))
    event = act_of(event, state.game) or event
    return wording_of(state.game).place_of(state, event)


def changes_in(game: str | None, text: str) -> tuple[Event, ...]:
    """Read proposed changes; none where the game does not know them."""
    if game is not None:
        with suppress(MalformedError):
            return read_changes(codec_for(game), text)
    return ()


def act_of(event: Event, game: str | None) -> Event | None:
    """Read the act an event names; None where it names none that the game knows."""
    act = act_named_by(event)
    changes = () if act is None else changes_in(game, encode(act).decode())
    return changes[0] if changes else None


def wording_of(part: str) -> Wording:
    """Return what a game adds to its patterns; what all games share, and many a game, adds nothing."""
    return PLAIN if part == SHARED else part_of(part, Wording) or PLAIN


def left_unsaid(part: str, event: Event, act: Event | None) -> Event | None:
    """Give an event without what the sentence of the act it followed from says; None where that is all."""
    rest = wording_of(part).left_unsaid.get(type(event))
    return event if rest is None else rest(event, act)


@cache
def words_of(part: str, lang: str) -> Words:
    """Give the nouns and own slots of a room in a language."""
    own, nouns = wording_of(part), partial(nouns_of, part, lang)
    return Words(nouns, own.slots, own.sorts, part, lang, catalog(lang, part), own.people_called)


@cache
def nouns_of(part: str, lang: str, kind: str) -> dict[str, str]:
    """List the nouns of a kind, by id."""
    prefix = f"{part}.noun.{kind}."
    return {
        id.removeprefix(prefix): text for id, text in catalog(lang, part).items() if id.startswith(prefix)
    }
