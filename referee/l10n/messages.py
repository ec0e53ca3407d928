"""Messages by id, events and facts as sentences, in every language.

A message id is `<part>.<...>`; its sentence stands in `<lang>/<part>.toml`, that of a game in
`words/<lang>.toml` of its package, read when first needed. Placeholders are `str.format`'s, and what
follows the colon says what is put there:

- `{seat:seat}`: the name of a seat, from the argument `names`; of amounts by seat, each with its own
- `{game:game}`: the name of a game
- `{gem:gem}`: a noun of the part, from its table `[noun.gem]`; of another: `{basis:table.basis}`
- `{n:#point|points}`: a count with its noun, one or many
- `{facts:facts}`: the facts of an event that tells a position
- `{known}`: as it is; lists are joined as the language joins them; an object with a message id as
  its `id` is said by that message, its other keys put into it; an event by its sentence
"""

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache, partial
from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event, type_of
from events.codec import MalformedError, read_changes
from events.envelope import encode
from events.table import (
    ChangeProposed,
    Corrected,
    DisputeOpened,
    HouseRuled,
    PositionTold,
    TableOpened,
    TakenBack,
)
from referee.kernel.registry import Part, codec_for, game_in, is_game, part_of
from referee.kernel.shared import act_named_by
from referee.l10n.catalogs import (
    PARSE,
    catalog,
    edition_words,
    option_words,
    sentence_of,
    title_of,
)
from referee.l10n.patterns import Fields, OwnSlot, OwnSort, TypedLine, Words, write_whole
from referee.languages import listed, trait


def say(message_id: str, lang: str, **args: object) -> str:
    """Return a message in a language, its placeholders filled from `args`; `names` are the names by seat.

    Falls back to English, then to the id with its arguments: a table is never left without an answer for
    want of a translation.
    """
    part = message_id.partition(".")[0]
    sentence = sentence_of(message_id, lang)
    if sentence is None:
        arguments = ", ".join(f"{key}={value}" for key, value in args.items() if key != "names")
        return f"{message_id} ({arguments})" if arguments else message_id
    return fill_in(sentence, part, lang, args)


def noun(kind: str, id: object, lang: str, part: str) -> str:
    """Return the noun of a thing, such as the gem `ruby`; the id itself where the part has no noun for it."""
    return sentence_of(f"{part}.noun.{kind}.{id}", lang) or str(id)


def has(message_id: str, lang: str) -> bool:
    """Return whether a message has a sentence, be it in English only."""
    return sentence_of(message_id, lang) is not None


MISSING = "?"
"""Stands for an argument nobody gave."""

TURNING = (0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
"""Marks that turn the direction of writing: what stands after them would read as something else."""

_TAMED = {code: "?" for code in (*range(32), *range(127, 160), *TURNING) if chr(code) not in "\n\t"}
"""Control characters, replaced by `?`: a seat or a word from somebody's file must not drive the terminal."""


def fill_in(sentence: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Return a sentence with `args` put in; messages of the part `part` are meant where a spec names none.

    An argument nobody gave reads `?`. Control characters are replaced. A sentence that begins with the table
    begins with a capital.
    """
    if "{" not in sentence:
        return sentence
    said = []
    for literal, field, spec, _ in PARSE(sentence):
        said.append(literal)
        if field is not None:
            shown = _format_argument(args.get(field, MISSING), spec or "", part, lang, args)
            if not any(said) and spec == "seat" and args.get(field) == TABLE:
                shown = shown[:1].upper() + shown[1:]
            said.append(shown if shown.isprintable() else shown.translate(_TAMED))
    return "".join(said)


def _format_argument(value: Any, spec: str, part: str, lang: str, args: Mapping[str, Any]) -> str:
    """Return one argument as its spec says (see the module); a mapping without `id` is an event as JSON."""
    if isinstance(value, (tuple, list, frozenset, set)):
        return _join_all(_show_each(list(value), spec, part, lang, args), spec, lang)
    if spec == "seat":
        return _show_seat(value, lang, args)
    if isinstance(value, Mapping) and "id" not in value:  # an event, as an answer that was kept has it
        value = codec_for(part).event(msgspec.json.encode(value))
    if isinstance(value, Mapping):
        clause = sentence_of(value["id"], lang) or str(value["id"])
        return fill_in(clause, value["id"].partition(".")[0], lang, {**args, **value})
    if isinstance(value, Event):
        return _show_event(value, spec, lang, args.get("names") or {})
    if spec == "game":
        return title_of(str(value), lang)
    if spec in {"edition", "options"}:
        game, names = str(args.get("game")), str(value).split(", ")
        words = edition_words if spec == "edition" else option_words
        return _join_all([words(game, name, lang) for name in names], spec, lang)
    if spec.startswith("#"):
        one, many = spec[1:].split("|")
        return f"{value} {one if value == 1 else many}"
    if spec:
        owner, _, kind = spec.rpartition(".")
        return sentence_of(f"{owner or part}.noun.{kind}.{value}", lang) or str(value)
    return str(value)


def _show_event(event: Event, spec: str, lang: str, names: Mapping[str, str]) -> str:
    """Return an event in words, without a full stop; with the spec `facts` only the position it tells."""
    if isinstance(event, PositionTold) and spec == "facts":
        return position_words(event.position, lang, names)
    return event_words(event, lang, names).rstrip(".。")


def _show_seat(value: Any, lang: str, args: Mapping[str, Any]) -> str:
    """Return the name of a seat; of amounts by seat, each after the name of its seat."""
    if isinstance(value, Mapping):
        blank = trait(lang, "blank")
        return listed((f"{_show_seat(seat, lang, args)}{blank}{n}" for seat, n in value.items()), lang)
    names: Mapping[str, str] = args.get("names") or {}
    return names.get(value) or sentence_of(f"table.noun.seat.{value}", lang) or str(value)


def _show_each(values: list[Any], spec: str, part: str, lang: str, args: Mapping[str, Any]) -> list[str]:
    """Return each of several as text; more than one None as one count, where the part has words for that."""
    owner, _, kind = spec.rpartition(".")
    unseen = values.count(None)
    counted = sentence_of(f"{owner or part}.unseen.{kind}", lang) if unseen > 1 else None
    if not counted:
        return [_format_argument(each, spec, part, lang, args) for each in values]
    known = [_format_argument(each, spec, part, lang, args) for each in values if each is not None]
    return [*known, fill_in(counted, part, lang, {"n": unseen})]


def _join_all(shown: list[str], spec: str, lang: str) -> str:
    """Join a list as the language does: people with "and", members that have commas with semicolons."""
    has_commas = spec != "seat" and any(sign in each for each in shown for sign in ",，、")
    comma = trait(lang, "semicolon" if has_commas else "comma")
    last = trait(lang, "last_of_people") if spec == "seat" else comma
    return last.join((comma.join(shown[:-1]), shown[-1])) if shown[1:] else "".join(shown)


SHARED = "table"
"""The part whose words all games share."""


class Saying(msgspec.Struct, frozen=True):
    """One event to be worded, with the use (`label`, `sentence` or `notation`) and the language.

    `part` is the game, or `table`, whose words are used. `at` is what `place_of` says of the
    event, None where it says nothing. `state` is that before the event; None where only the event is known.
    """

    use: str
    lang: str
    part: str
    event: Any
    names: Mapping[str, str] = {}
    at: str | None = None
    state: Any = None

    @property
    def id(self) -> str:
        """Return the message id: `<part>.act.<type>.<use>`."""
        return f"{self.part}.act.{type_of(self.event)}.{self.use}"

    @property
    def words(self) -> Words:
        return load_words(self.part, self.lang)

    def say(self, id: str, **args: Any) -> str:
        """Return the message `<part>.<id>`."""
        return say(f"{self.part}.{id}", self.lang, names=self.names, **args)

    def clause(self, table: str, id: str, args: Fields, form: str = "") -> str:
        """Return a clause of the table `[<table>.<use>]`, the one with `form` behind its id if there."""
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
    - `people_fact`: the fact that says as whom each seat plays, whose values, nouns of the kinds
      `people_nouns`, people are called by; empty: none.
    - `place_of(state, event)`: where the piece of an event stands before it moves, or in which moment it
      happened; None: neither.
    - `as_seen(event)`: the same act with its cards as they look, where records number them.
    - `remark(event, lang)`: what only a referee would notice about an event; None: nothing.
    - `fact_name(path, lang)`: what a fact set by hand is called; None: as its path says.
    - `fact_words(path, value, lang, names, at)`: the value of a fact set by hand; None: as any value.
    """

    module: ClassVar[str] = "wording"
    slots: Mapping[str, OwnSlot] = {}
    sorts: Mapping[str, OwnSort] = {}
    spread: Mapping[type[Event], Callable[[Saying, Any], Fields]] = {}
    gather: Mapping[type[Event], Callable[[TypedLine, Fields], Fields]] = {}
    left_unsaid: Mapping[type[Event], Callable[[Any, Event | None], Event | None]] = {}
    people_called: Callable[[TypedLine], Mapping[str, str]] | None = None
    people_fact: str = ""
    people_nouns: tuple[str, ...] = ()
    place_of: Callable[[Any, Event], str | None] = lambda *_: None
    as_seen: Callable[[Event], Event] = lambda event: event
    remark: Callable[[Event, str], str | None] = lambda *_: None
    fact_name: Callable[[str, str], str | None] = lambda *_: None
    fact_words: Callable[[str, Any, str, Mapping[str, str], str | None], str | None] = lambda *_: None


PLAIN = Wording()
"""The wording of a game that adds nothing to its patterns."""


def write_sentence(saying: Saying, id: str = "") -> str:
    """Return an event in words, by the message `id` (by default that of its use) and its variants.

    The first variant there is replaces the message: `…_at_<at>`, then `…_without_<field>` of a field that is
    empty or names who acts anyway, or `…_hidden_<field>` of one of which only the length is known. Each
    `…_with_<field>` of a field that is not empty is added.
    """
    base = id or saying.id
    fields = {**spread_fields(saying), **fields_of(saying.event)}
    args = {**fields, **counts(fields), **_own_slots(saying, base), "names": saying.names}
    others, extra = [f"{base}_at_{saying.at}"] if saying.at else [], []
    who = fields.get("seat")
    for name, value in fields.items():
        if is_hidden(value):
            others.append(f"{base}_hidden_{name}")
        if is_empty(value) or (value == who and name != "seat"):
            others.append(f"{base}_without_{name}")
        else:
            extra.append(f"{base}_with_{name}")
    first = next((each for each in others if has(each, saying.lang)), base)
    more = (each for each in extra if has(each, saying.lang))
    return "".join(say(each, saying.lang, **args) for each in (first, *more))


def _own_slots(saying: Saying, id: str) -> dict[str, str]:
    """Return what the game writes itself, by name of the slot, as far as the message `id` asks for it."""
    text = catalog(saying.lang, saying.part).get(id, "")
    slots = wording_of(saying.part).slots
    return {name: slot.write(saying, saying.event) for name, slot in slots.items() if f"{{{name}}}" in text}


def saying_of(use: str, state: Any, event: Event, lang: str) -> Saying:
    return Saying(use, lang, part_for(event), event, names_of(state), place_of(state, event), state)


def spread_fields(saying: Saying) -> Fields:
    """Return what the game adds to the fields of the event; an empty mapping where it adds nothing."""
    more = wording_of(saying.part).spread.get(type(saying.event))
    return {} if more is None else more(saying, saying.event)


def fields_of(event: Event) -> Fields:
    return {name: getattr(event, name) for name in event.__struct_fields__}


def is_empty(value: Any) -> bool:
    """Return whether a field says nothing: None, False or empty. Zero says something."""
    return value is None or value is False or value in ("", (), {})


def is_hidden(value: Any) -> bool:
    """Return whether of a field only its length is known: a list of nothing but None."""
    return isinstance(value, tuple) and value != () and all(each is None for each in value)


def counts(fields: Mapping[str, Any]) -> Fields:
    """Return `<field>_count` for each tuple, and `<field>_ordinals` (from 1) for those of whole numbers."""
    lists = {name: value for name, value in fields.items() if isinstance(value, tuple)}
    numbers = {name: value for name, value in lists.items() if all(isinstance(each, int) for each in value)}
    return {
        **{f"{name}_count": len(value) for name, value in lists.items()},
        **{f"{name}_ordinals": tuple(each + 1 for each in value) for name, value in numbers.items()},
    }


def names_of(state: Any) -> dict[str, str]:
    """Return the names of the seats that have one; nobody's where `state` is None."""
    return {} if state is None else dict(state.names)


def with_screen(names: Mapping[str, str], lang: str) -> dict[str, str]:
    """Return the names with the table called "the screen", at which somebody asks or answers for it."""
    return {**names, TABLE: say("table.tell.the_screen", lang)}


def part_for(event: Event) -> str:
    """Return the game of an event, or `table` for an event that all games share."""
    return game_in(type(event).__module__) or SHARED


def place_of(state: Any, event: Event) -> str | None:
    """Return where the piece of an event stands before it moves, or the moment it happened in; None: neither.

    Of a proposal, that is the piece of the last change it would make; of an event that holds an
    act, the piece of that act. Also None where there is no state.
    """
    if state is None:
        return None
    if isinstance(event, ChangeProposed):
        *_, event = (event, *changes_in(state.game, event.change))
    event = act_of(event, state.game) or event
    return wording_of(state.game).place_of(state, event)


def changes_in(game: str | None, text: str) -> tuple[Event, ...]:
    """Return the changes a proposal writes as JSON; () where there is no game or it does not know them."""
    if game is not None:
        with suppress(MalformedError):
            return read_changes(codec_for(game), text)
    return ()


def act_of(event: Event, game: str | None) -> Event | None:
    """Return the act that an event (a dispute, a correction) holds; None: none that the game knows."""
    act = act_named_by(event)
    changes = () if act is None else changes_in(game, encode(act).decode())
    return changes[0] if changes else None


def wording_of(part: str) -> Wording:
    """Return what a game adds to its patterns; PLAIN for `table` and for a game that adds nothing."""
    return PLAIN if part == SHARED else part_of(part, Wording) or PLAIN


def left_unsaid(part: str, event: Event, act: Event | None) -> Event | None:
    """Return an event without what the sentence of its `act` says already; None where nothing is left."""
    rest = wording_of(part).left_unsaid.get(type(event))
    return event if rest is None else rest(event, act)


@cache
def load_words(part: str, lang: str) -> Words:
    """Return the nouns and own slots of a part in a language, cached."""
    own, nouns = wording_of(part), partial(nouns_of, part, lang)
    return Words(nouns, own.slots, own.sorts, part, lang, catalog(lang, part), own.people_called)


@cache
def nouns_of(part: str, lang: str, kind: str) -> dict[str, str]:
    """Return the nouns of a kind by id, cached."""
    prefix = f"{part}.noun.{kind}."
    return {
        id.removeprefix(prefix): text for id, text in catalog(lang, part).items() if id.startswith(prefix)
    }


def event_words(
    event: Event, lang: str, names: Mapping[str, str], at: str | None = None, game: str | None = None
) -> str:
    """Return what happened as one or a few sentences.

    `names` are the names by seat. `at` is what `place_of` says of the event: with it a move reads as up, down
    or staying. `game` is the game played, which is needed where an event of the table holds an act of it.
    """
    own = game_in(type(event).__module__)
    if own is None:
        shared = _TELLERS.get(type_of(event))
        return (
            shared(event, lang, names, at, game) if shared else _plain_event_words(event, SHARED, lang, names)
        )
    return _plain_event_words(event, own, lang, names, at)


def remark(game: str, event: Event, lang: str) -> str | None:
    """Return what only a referee would notice about an event; None where the game has no words for it."""
    return wording_of(game).remark(event, lang)


def _plain_event_words(
    event: Event, part: str, lang: str, names: Mapping[str, str], at: str | None = None
) -> str:
    """Return an event of a part in words by its fields alone: an act by its sentence, others by `tell`."""
    saying = Saying("sentence", lang, part, event, names, at)
    return write_sentence(saying, saying.id if has(saying.id, lang) else f"{part}.tell.{type_of(event)}")


def _tell_opening(
    event: TableOpened, lang: str, names: Mapping[str, str], _: str | None, __: str | None
) -> str:
    if event.edition and is_game(event.game):
        event = replace(event, edition=edition_words(event.game, event.edition, lang))
    return _plain_event_words(event, SHARED, lang, {**names, **event.names})


def _tell_correction(
    event: "Corrected[object]", lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    """Return which facts were set by hand, or which act was played although it was refused."""
    act = act_of(event, game)
    if act is None:
        return _tell_position(event, lang, names, at)
    said = say("table.tell.played_anyway", lang, act=event_words(act, lang, names, at))
    return said + _tell_circumstances(event, lang, names)


def _tell_position(
    event: "Corrected[object] | PositionTold[object]",
    lang: str,
    names: Mapping[str, str],
    at: str | None,
    _: str | None = None,
) -> str:
    facts = position_words(event.position, lang, names, at)
    return say(f"table.tell.{type_of(event)}", lang, facts=facts) + _tell_circumstances(event, lang, names)


def _tell_circumstances(
    event: "Corrected[object] | PositionTold[object]", lang: str, names: Mapping[str, str]
) -> str:
    """Return why facts were set or told and who agreed; empty where the event says neither.

    Of a position told not that it was for all at once: a terminal tells it as a screen does.
    """
    at_screen = event.at_screen and isinstance(event, Corrected)
    args = {"reason": event.reason, "agreed": event.agreed, "at_screen": at_screen}
    given = (f"table.tell.corrected_with_{name}" for name, value in args.items() if not is_empty(value))
    return "".join(say(each, lang, names=names, **args) for each in given)


def _tell_proposal(
    event: ChangeProposed, lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    args: dict[str, object] = {"by": event.by, "names": with_screen(names, lang)}
    changes = changes_in(game, event.change)
    match changes:
        case (TakenBack(to, reason),):
            said = say("table.tell.proposes_back", lang, to=to, **args)
        case (HouseRuled(option, value, reason),):
            said = say("table.tell.proposes_rule", lang, option=option, value=value, **args)
        case (Corrected(act=dict()) as played,):
            act = act_of(played, game) or played
            return say("table.tell.proposes_anyway", lang, act=event_words(act, lang, names, at), **args)
        case (Corrected(position, reason),):
            facts = position_words(position, lang, names, at)
            said = say("table.tell.proposes_facts", lang, facts=facts, **args)
        case (PositionTold(position, reason), *acts):
            facts = position_words(position, lang, names)
            said = say("table.tell.proposes_told", lang, facts=facts, acts=acts, **args)
        case (TakenBack(to), HouseRuled(option, value, reason)):
            args |= {"option": option, "value": value, "n": to + 1}
            said = say("table.tell.proposes_rule_from", lang, **args)
        case (TakenBack(to, reason), act):
            told_act = event_words(act, lang, names)
            said = say("table.tell.proposes_instead", lang, n=to + 1, act=told_act, **args)
        case (Corrected(), act):
            return say("table.tell.proposes_anyway", lang, act=event_words(act, lang, names, at), **args)
        case (act,):
            return say("table.tell.proposes_act", lang, act=event_words(act, lang, names, at), **args)
        case _:
            return say("table.tell.change_proposed", lang, change=event.change, **args)
    return said + (say("table.tell.corrected_with_reason", lang, reason=reason) if reason else "")


def _tell_dispute(
    event: DisputeOpened, lang: str, names: Mapping[str, str], at: str | None, game: str | None
) -> str:
    asked = _plain_event_words(event, SHARED, lang, names)
    act = act_of(event, game)
    if act is None:
        return asked
    return asked + say("table.tell.dispute_about", lang, act=event_words(act, lang, names, at))


def _tell_back(event: TakenBack, lang: str, names: Mapping[str, str], *_: str | None) -> str:
    said = _plain_event_words(event, SHARED, lang, names)
    return said + (say("table.tell.back_dropped", lang, n=event.dropped) if event.dropped else "")


_TELLERS: dict[str, Callable[..., str]] = {
    "table_opened": _tell_opening,
    "corrected": _tell_correction,
    "position_told": _tell_position,
    "taken_back": _tell_back,
    "change_proposed": _tell_proposal,
    "dispute_opened": _tell_dispute,
}
"""The events of the table whose words depend on what is in them, by type."""


NOT_THINGS = {"event", "face", "fact", "reason", "phase"}
"""Kinds of nouns that are not of things one picks."""


def thing_words(value: str, lang: str, game: str) -> str:
    """Return the noun of a thing, of whatever kind; else that of a phase; else the id as it is written."""
    return _word_for(value, lang, game) or value


@lru_cache(maxsize=5000)
def _word_for(value: str, lang: str, game: str) -> str | None:
    """Return the noun of a thing or of a phase; None where there is none. Cached: it is looked for in all."""
    for id, word in catalog(lang, game).items():
        _, _, noun_id = id.partition(".noun.")
        kind, _, of = noun_id.partition(".")
        if of == value and kind not in NOT_THINGS:
            return word
    return catalog(lang, game).get(f"{game}.noun.phase.{value}")


def fact_name(path: str, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Return what a fact (`canoes.A.1.at`) is called: what it is, whose, and which part of it."""
    if own := wording_of(game).fact_name(path, lang):
        return own
    first, *rest = path.split(".")
    number = next((step for step in rest if step.isdecimal() and step not in names), "")
    seat = next(
        (step for step in rest if step != number and (step in names or _word_for(step, lang, game) is None)),
        None,
    )
    parts = tuple(detail(step, lang, game) for step in rest if step not in (number, seat))
    what = noun("fact", first, lang, game)
    what = say("table.fact_numbered", lang, what=what, n=number) if number else what
    what = say("table.fact_part", lang, what=what, part=listed(parts, lang)) if parts else what
    return what if seat is None else say("table.fact_of", lang, seat=seat, what=what, names=names)


def detail(step: str, lang: str, game: str) -> str:
    """Return the noun of a part of a fact; where the game has none, that of the thing."""
    return catalog(lang, game).get(f"{game}.noun.detail.{step}") or thing_words(step, lang, game)


def value_in_words(value: Any, lang: str, game: str, names: Mapping[str, str]) -> str:
    """Return a value in words: a seat by its name, a thing by its noun, None and empty lists as "nothing"."""
    if isinstance(value, bool):
        return say("web.yes" if value else "web.no", lang)
    if isinstance(value, list | tuple):
        members = ("?" if each is None else value_in_words(each, lang, game, names) for each in value)
        return listed(members, lang) or say("table.nothing", lang)
    if isinstance(value, Mapping):
        parts = (
            f"{thing_words(key, lang, game)} {value_in_words(part, lang, game, names)}"
            for key, part in value.items()
        )
        return listed(parts, lang) or say("table.nothing", lang)
    if value is None or isinstance(value, int):
        return say("table.nothing", lang) if value is None else str(value)
    return names.get(value) or thing_words(str(value), lang, game)


def position_words(
    position: Any,
    lang: str,
    names: Mapping[str, str],
    at: str | None = None,
    now: Mapping[str, Any] = {},
) -> str:
    """Return every fact that a position sets with its value, joined; `at` as of `place_of`.

    Facts that have the same value in `now`, by path, are left out, unless all have.
    """
    game = game_in(type(position).__module__) or ""
    given = {name: value for name, value in msgspec.to_builtins(position).items() if value is not None}
    facts = dict(leaves(given))
    changed = {path: value for path, value in facts.items() if path not in now or now[path] != value}
    return trait(lang, "semicolon").join(
        fact_clause(path, value, lang, game, names, at) for path, value in (changed or facts).items()
    )


def fact_clause(
    path: str, value: Any, lang: str, game: str, names: Mapping[str, str], at: str | None = None
) -> str:
    """Return "canoe 1 stands on S3" where the game words this part of a fact so, else "name: value"."""
    whole, _, part = path.rpartition(".")
    words = catalog(lang, game)
    said = fact_value(path, value, lang, game, names, at)
    for id in (f"{game}.fact_is.{part}_{value}", f"{game}.fact_is.{part}"):
        if whole and id in words:
            return say(id, lang, name=fact_name(whole, lang, game, names), value=said)
    return say("table.fact", lang, name=fact_name(path, lang, game, names), value=said)


def fact_value(
    path: str, value: Any, lang: str, game: str, names: Mapping[str, str], at: str | None = None
) -> str:
    """Return the value of a fact in words, the game's own where it has some."""
    said = wording_of(game).fact_words(path, value, lang, names, at)
    return value_in_words(value, lang, game, names) if said is None else said


def leaves(part: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of each single fact of a nested position; an empty mapping is a value."""
    for name, value in part.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, Mapping) and value:
            yield from leaves(value, here)
        else:
            yield here, value
