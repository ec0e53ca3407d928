"""An act in words: the label of its button, its sentence in the log, the line one types.

Each stands once in each language, in the table `[act.<type>]` of the game's words:

- `label`: what I would do, as the player says it
- `sentence`: what was done; `sentence_without_card` where that field is empty or names nobody else,
  `sentence_hidden_cards` where the reader knows only how many there are (`{cards_count}`),
  `sentence_at_meal` in that moment (see `place_of`); likewise of the label
- `notation`: the line one types, a pattern (see `patterns`); `also`: another way to type it

What fields do not say by themselves a game adds in its module `wording`: `WORDING` is a `Wording`.

The line is written in the reader's language, and read in any.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, get_args

import msgspec

from events.base import TABLE, Event, type_of
from events.table import TableEvent
from referee.kernel.folding import fold
from referee.kernel.game import NotationError
from referee.kernel.notation import LARGE_NUMBER, LONGEST_LINE, find_seat, parse_json, same, which_of
from referee.kernel.registry import find_game, game_in
from referee.kernel.secrets import Hidden
from referee.kernel.verdict import Refused
from referee.l10n.catalogs import catalog
from referee.l10n.messages import (
    SHARED,
    event_words,
    fields_of,
    has,
    load_words,
    names_of,
    part_for,
    place_of,
    say,
    saying_of,
    spread_fields,
    wording_of,
    write_sentence,
)
from referee.l10n.patterns import TypedLine, read_whole, write_whole
from referee.languages import LANGUAGES, words_for


def label(state: Any, event: Event, lang: str, seat: str | None = None) -> str:
    """Return what a button for an event says, to `seat`; what others would do, after their names.

    An event without a label reads as its sentence.
    """
    saying = saying_of("label", state, event, lang)
    if not has(saying.id, lang):
        return event_words(event, lang, names_of(state), place_of(state, event), state and state.game)
    said = write_sentence(saying)
    whose = doer_of(event)
    if whose is None or whose == seat:
        return said
    return say("table.said_of", lang, seat=whose, what=said, names=names_of(state))


def doer_of(event: Event) -> str | None:
    """Return the seat that acts; of a trade who begins it; None of what the table shows."""
    return getattr(event, "seat", None) or next(iter(getattr(event, "seats", ())), None)


def notate(state: Any, event: Event, lang: str = LANGUAGES[0]) -> str:
    """Return the line one types for an event; its JSON where no line says all of it."""
    saying = saying_of("notation", state, event, lang)
    pattern = catalog(lang, saying.part).get(saying.id)
    line = None
    if pattern is not None and is_plain(event):
        line = write_whole(pattern, saying, {**fields_of(event), **spread_fields(saying)})
    return line or msgspec.json.encode(event).decode()


def typed_line(state: Any, event: Event, lang: str) -> str:
    """Return the line people type for an event: cards as they look, without the numbers of records."""
    return notate(state, wording_of(part_for(event)).as_seen(event), lang)


def is_plain(event: Event) -> bool:
    """Return whether an event holds nothing that its line leaves out: who agreed to it is never typed."""
    return not (getattr(event, "agreed", ()) or getattr(event, "at_screen", False))


def parse(state: Any, text: str, lang: str = LANGUAGES[0], seat: str | None = None) -> Event:
    """Return the event a line means, read in the reader's language or else in another; `seat` is who speaks.

    Who alone may act now is meant where nobody is named. What is possible may be said as it is listed, or as
    the log would say it. Raises NotationError with what could stand where the line stops making sense.
    """
    return _parse(state, text, lang, seat, may_name=True)


def _parse(state: Any, text: str, lang: str, seat: str | None, *, may_name: bool) -> Event:
    """Read a line; with `may_name` who speaks may be named before a colon, once."""
    tidy = " ".join(text.split()).strip("\ufeff")
    if not fold(tidy).strip(" .。"):
        reason = "notation.unknown_start" if tidy else "notation.empty"
        raise NotationError(reason, expected=state.seats, text=tidy)
    if tidy.startswith("{"):
        return parse_json(state.game, tidy)
    if len(tidy) > LONGEST_LINE or LARGE_NUMBER.search(tidy):
        raise NotationError("notation.too_long")
    lines = []
    for line in chain(readings(state, tidy, lang, seat), _readings_in_digits(state, fold(tidy), lang, seat)):
        if found := list(_read_acts(line)):
            event = _likeliest(state, found)
            _raise_if_two_fit(line)
            return event
        lines.append(line)
    if (meant := _read_words(state, tidy, lang, seat)) is not None:
        return meant
    if may_name and (spoken := _read_as_in_a_play(state, tidy, lang)) is not None:
        return spoken
    raise max((line for line in lines if line.raw == tidy), key=lambda line: line.far).misread()


def _raise_if_two_fit(line: TypedLine) -> None:
    """Raise NotationError where a part of a line names several people, and each makes an act of it.

    Somebody is called as another's name goes on (王 and 王出, B and B2), so that the rest reads on its own.
    """
    for at, named in line.seats_at.items():
        people = dict.fromkeys(seat for _, seat in named)
        meant = [seat for seat in people if fits(line, at, seat)] if len(people) > 1 else []
        if len(meant) > 1:
            ends = [end for end, seat in named if seat in meant]
            raise which_of(line.state, line.text[at : max(ends)], meant)


def fits(line: TypedLine, at: int, seat: str) -> bool:
    """Return whether a line is an act, in some language, if `seat` is the one named at a place."""
    for alone in readings(line.state, line.raw, line.words.lang, line.seat):
        alone.seats_at[at] = [each for each in line.seats_at[at] if each[1] == seat]
        if next(_read_acts(alone), None) is not None:
            return True
    return False


def _read_as_in_a_play(state: Any, text: str, lang: str) -> Event | None:
    """Read what somebody does after the name and a colon; None where no name stands there."""
    who, colon, rest = text.replace("：", ":").partition(":")
    try:
        seat = find_seat(state, who.strip()) if colon and rest.strip() else None
    except NotationError:
        return None
    if seat is None:
        return None
    try:
        event = _parse(state, rest, lang, seat, may_name=False)
    except NotationError as problem:
        problem.at = (problem.at or 0) + len("".join(who.split())) + 1
        raise
    return event if getattr(event, "seat", seat) == seat else None


def _readings_in_digits(state: Any, text: str, lang: str, seat: str | None) -> Iterator[TypedLine]:
    """Yield the readings of a line with digits for its numerals; none where it has no numerals."""
    if (digits := in_digits(state, text)) != text:
        yield from readings(state, digits, lang, seat)


def in_digits(state: Any, text: str) -> str:
    """Return a line with digits for numerals of any language; names stay as they are."""
    digits, names = words_for("numerals"), (*state.seats, *state.names.values())
    found = re.compile(f"{any_of(names)}|(?P<numeral>{any_of(digits)})", re.IGNORECASE)
    return found.sub(lambda match: digits[match[0].lower()] if match["numeral"] else match[0], text)


def any_of(words: Iterable[str]) -> str:
    """Return a pattern that finds any of some words, the longest first; Latin ones only as whole words."""
    whole = r"(?<![a-z0-9]){}(?![a-z0-9])"
    ordered = sorted(words, key=len, reverse=True)
    return "|".join(whole.format(re.escape(word)) if word.isascii() else re.escape(word) for word in ordered)


def act_claiming(state: Any, text: str, lang: str, seat: str | None = None) -> Event | None:
    """Return the act of the game that a line is, as it is typed or listed; None where it is no such act.

    What a game claims no word of the table takes. What is put together from a part of a line, or from
    numerals, claims nothing.
    """
    line = " ".join(text.split())
    if not line or line.startswith("{") or len(line) > LONGEST_LINE:
        return None
    found = [act for each in readings(state, line, lang, seat) for act in _read_acts(each, (state.game,))]
    return _likeliest(state, found) if found else _read_words(state, line, lang, seat)


def _read_words(state: Any, text: str, lang: str, seat: str | None) -> Event | None:
    """Return what is possible now and worded so: as its label for who speaks, or for all, or as the log says.

    None where nothing is, or several different events are.
    """
    game, said = find_game(state.game), text.rstrip(" .。")
    if said.isdecimal():
        return None
    who = seat or _only_one(state)
    own = [event for one in (who, TABLE) if one is not None for event in game.legal(state, one)]
    all_ = [event for one in (*state.seats, TABLE) for event in game.legal(state, one)]
    ways: tuple[tuple[list[Event], Callable[[Event], str]], ...] = (
        (own, lambda event: label(state, event, lang, who)),
        (all_, lambda event: label(state, event, lang)),
        (
            all_,
            lambda event: event_words(event, lang, names_of(state), place_of(state, event), state.game),
        ),
    )
    for events, words in ways:
        found = [event for event in events if same(words(event).rstrip(" .。"), said)]
        if found and all(event == found[0] for event in found):
            return found[0]
    return None


def readings(state: Any, text: str, lang: str, seat: str | None) -> Iterator[TypedLine]:
    """Yield the line in each language, the reader's first; then the same as spoken by who alone may act."""
    for who in dict.fromkeys((seat, seat or _only_one(state))):
        for each in dict.fromkeys((lang, *LANGUAGES)):
            yield TypedLine(text, state, load_words(state.game, each), who)


def read_secret(state: Any, seat: str, text: str, lang: str) -> tuple[Event, Hidden]:
    """Read what a seat seals, as it would say the act: the act, and what of it is hidden.

    Raises NotationError where it is nothing to seal.
    """
    game = find_game(state.game)
    tidy = " ".join(text.split())[:LONGEST_LINE]
    lines = list(readings(state, tidy, lang, seat))
    for line in lines:
        for event in _read_acts(line):
            hidden = game.seals.hide(state, event) if game.seals else None
            if isinstance(hidden, Refused):
                raise NotationError(hidden.reason, **hidden.args)
            if hidden is not None:
                return event, hidden
    raise max(lines, key=lambda line: line.far).misread()


def _read_acts(line: TypedLine, parts: tuple[str, ...] = ()) -> Iterator[Event]:
    """Yield every act a line can mean in its language; of the game and the table where `parts` is empty."""
    for part in parts or (line.state.game, SHARED):
        types = _types_of(part, line.state.game)
        for kind, patterns in acts_of(part, line.words.lang).items():
            if kind not in types:  # every game has words for it, not every game has it
                continue
            for n, pattern in enumerate(patterns):
                line.is_other = n > 0 or part == SHARED
                event = read_act(line, part, kind, pattern)
                if event is not None:
                    yield event
                    break


def read_act(line: TypedLine, part: str, kind: str, pattern: str) -> Event | None:
    """Return the act that a pattern reads; None where the line is not that act, which the line notes."""
    fields = read_whole(pattern, line)
    if fields is None:
        return None
    type_ = _types_of(part, line.state.game)[kind]
    gather = wording_of(part).gather.get(type_)
    if gather is not None:
        try:
            fields = gather(line, fields)
        except NotationError as problem:
            line.fail(line.far, problem)
            return None
    names, encoded, usual = type_.__struct_fields__, type_.__struct_encode_fields__, type_.__struct_defaults__
    usual = (msgspec.NODEFAULT,) * (len(names) - len(usual)) + usual
    missing = {to: None for to, value in zip(encoded, usual, strict=True) if value is msgspec.NODEFAULT}
    given = {to: fields.pop(name) for name, to in zip(names, encoded, strict=True) if name in fields}
    try:
        read: Event = msgspec.convert({"type": kind, **missing, **given, **fields}, type_)
    except msgspec.ValidationError:
        line.fail(len(line.text), NotationError("notation.no_such_value", text=line.text))
        return None
    return read


def _likeliest(state: Any, found: list[Event]) -> Event:
    """Return the act that belongs to the present phase; of several, or none, the first possible one."""
    if len(found) > 1:
        game = find_game(state.game)
        moment = game.moment(state)
        phases = {act.event: act.when.phases for act in game.acts}
        now = [event for event in found if moment in (phases.get(type(event)) or (moment,))] or found
        found = (
            now
            if len(now) == 1
            else sorted(now, key=lambda event: isinstance(game.decide(state, event), Refused))
        )
    return found[0]


def _only_one(state: Any) -> str | None:
    """Return the seat that alone may act now; None where several may, or it is the table."""
    acting = find_game(state.game).acting(state)
    return acting[0] if len(acting) == 1 and acting[0] in state.seats else None


@cache
def acts_of(part: str, lang: str) -> dict[str, tuple[str, ...]]:
    """Return the patterns of a part by type of event, the one that is written first; cached."""
    found: dict[str, tuple[str, ...]] = {}
    for id, text in catalog(lang, part).items():
        kind, _, use = id.removeprefix(f"{part}.act.").partition(".")
        if id.startswith(f"{part}.act.") and use in ("notation", "also"):
            found[kind] = (*found.get(kind, ()), text)
    return found


@cache
def _types_of(part: str, game: str) -> dict[str, type[Event]]:
    """Return the classes of events of a game, or of the table, by type; cached."""
    union = TableEvent if part == SHARED else find_game(game).vocabulary
    own = (
        each
        for each in get_args(union)
        if part == SHARED or (isinstance(each, type) and game_in(each.__module__) is not None)
    )
    return {type_of(each): each for each in own}
