"""Facts of a position as players write them, in any language: `A1 S3 diamond; B2 L6; weather +1`.

A clause is one fact, its words before its value, or all that is told of one thing: whose it is, its number
where that seat has several, and the values of its parts in any order, those that are no choice after their
word (`red 10,8 south-west damage 2`). `canoes.A.1.at=S3` names a fact by its path.

What is not said of a thing: in a record (`read_brief`) a canoe without a gem carries none, and what a thing
cannot lack, such as where it is, is as before. Where people say how the board stands now
(`referee.service.catch_up.reading`), of the same words only what they say is told, the rest is unknown.
"""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from msgspec import inspect

from events.base import REFEREE
from events.codec import refuse_deep
from referee.kernel.folding import look
from referee.kernel.game import Game, NotationError
from referee.kernel.paths import inner_kind, without_none
from referee.kernel.turns import default_of
from referee.l10n import LANGUAGES, noun
from referee.l10n.messages import detail, fact_value, leaves
from referee.service.commands.correct import CHOICE, OPEN, SettableFact, settable_facts
from referee.service.fact_reading import read_facts
from referee.service.line_reading import fact_values, find_among, piece_of, split_names

_SEMICOLON = re.compile("[;；]")
_EXACT = re.compile(r"(?:^|\s)([\w-]+(?:\.[\w-]+)*)=")
_SIGNED = re.compile(r"(?<![\w+-])\+(?=\d)")
_NUMBERS = re.compile(r"-?\d+(?:,-?\d+)+")
_NULL = "null"
_LONGEST_VALUE = 6
"""Words of the longest value that is looked for."""

_JSON = json.JSONDecoder()


def read_brief(game: Game, state: Any, text: str) -> dict[str, Any]:
    """Return a position as JSON has it, of clauses parted by semicolons; `state` is that before it.

    Raises NotationError, whose `at` counts the characters before the clause that is no fact, not blanks.
    """
    position: dict[str, Any] = {}
    facts, at = settable_facts(game, state, REFEREE), 0
    for clause in _SEMICOLON.split(text):
        if clause.strip():
            try:
                found = _read_clause(game, state, facts, clause.strip())
            except NotationError as problem:
                problem.at = len("".join(text[:at].split()))
                raise
            for path, value in found.items():
                _set_at(position, path.split("."), value)
        at += len(clause) + 1
    _fill_in(inspect.type_info(game.facts.kind), position, msgspec.to_builtins(game.position(state, REFEREE)))
    return position


def _set_at(position: dict[str, Any], steps: list[str], value: Any) -> None:
    for step in steps[:-1]:
        inner = position.setdefault(step, {})
        position = inner if isinstance(inner, dict) else {}
    position[steps[-1]] = value


def _fill_in(kind: Any, told: Any, now: Any) -> None:
    """Add to things that were told the parts that they cannot lack, as they are now."""
    kind, _ = without_none(kind)
    if not isinstance(told, dict) or not isinstance(now, dict):
        return
    if isinstance(kind, inspect.StructType):
        told |= {
            field.encode_name: now[field.encode_name]
            for field in kind.fields
            if field.required and field.encode_name not in told and field.encode_name in now
        }
    for step, part in told.items():
        _fill_in(inner_kind(kind, step), part, now.get(step))


def _read_clause(game: Game, state: Any, facts: tuple[SettableFact, ...], clause: str) -> dict[str, Any]:
    """Return the facts that one clause tells, by path. Raises NotationError."""
    if "=" in clause or "＝" in clause:
        return _read_exact(clause) or read_facts(game, state, (clause,), REFEREE)
    return read_words(game, state, facts, clause)


def read_words(game: Game, state: Any, facts: tuple[SettableFact, ...], clause: str) -> dict[str, Any]:
    """Return the facts, of these, that a clause without paths tells, by path. Raises NotationError."""
    words = _SIGNED.sub("", clause).split()
    for n in range(1, min(len(words), _LONGEST_VALUE)):
        found = find_among(game, state, facts, " ".join(words[:-n]), " ".join(words[-n:]))
        if found is not None:
            return dict([found])
    told = list(filter(None, (_read_thing(game, state, thing, words) for thing in _things(game, facts))))
    if len(told) != 1:
        raise NotationError("record.no_fact", text=clause)
    return told[0]


def decode_at(text: str, at: int) -> tuple[Any, int]:
    """Return the JSON value that begins at a place, and where it ends. Raises ValueError, RecursionError."""
    refuse_deep(text[at:].encode("utf-8", "replace"))
    return _JSON.raw_decode(text, at)


def _read_exact(clause: str) -> dict[str, Any]:
    """Return facts named by their paths, each value JSON or else a word; empty where that is not all."""
    found: dict[str, Any] = {}
    at = 0
    while name := _EXACT.match(clause, at):
        try:
            value, at = decode_at(clause, name.end())
        except (ValueError, RecursionError):
            value = clause[name.end() :].partition(" ")[0]
            at = name.end() + len(value)
        found[name[1]] = value
    paths_only = all("." in path or path.isascii() for path in found)
    return found if at == len(clause) and paths_only else {}


class _Thing:
    """A thing of a position and its facts: a canoe, a boat."""

    def __init__(self, path: str, facts: tuple[SettableFact, ...]) -> None:
        self.path, self.steps, self.facts = path, path.split("."), facts


def _things(game: Game, facts: tuple[SettableFact, ...]) -> Iterator[_Thing]:
    """Yield the things that several facts tell of together."""
    whole = inspect.type_info(game.facts.kind)
    by_thing: dict[str, list[SettableFact]] = {}
    for fact in facts:
        by_thing.setdefault(fact.path.rpartition(".")[0], []).append(fact)
    for path, parts in by_thing.items():
        kind = whole
        for step in filter(None, path.split(".")):
            kind = inner_kind(kind, step)
        if path and isinstance(without_none(kind)[0], inspect.StructType):
            yield _Thing(path, tuple(parts))


def _read_thing(game: Game, state: Any, thing: _Thing, words: list[str]) -> dict[str, Any]:
    """Return what words tell of a thing, by path; empty where they do not all fit it."""
    tokens = list(split_names(state, " ".join(words)))
    seat, number = piece_of(state, tokens[0])
    left = tokens[1:]
    if seat is not None and number is None and left and left[0] in thing.steps[1:]:
        number, left = left[0], left[1:]
    if {seat, number} - {None} != {*thing.steps[1:]} or not left:
        return {}
    found: dict[str, Any] = {}
    while left:
        for n in range(min(len(left), _LONGEST_VALUE), 0, -1):
            path, value = _part(game, state, thing, left[:n], found)
            if path is not None:
                found[path], left = value, left[n:]
                break
        else:
            return {}
    return found


def _part(
    game: Game, state: Any, thing: _Thing, words: list[str], found: Mapping[str, Any]
) -> tuple[str | None, Any]:
    """Return the part of a thing that words tell, and its value; None where they tell none, or several."""
    fitting = []
    for fact in thing.facts:
        if fact.path in found:
            continue
        named = _length_of_name(game, fact, words)
        value = " ".join(words[named:])
        if value and (named or fact.kind in (CHOICE, OPEN)):
            fitting += [(named, fact.path, each) for each in _values(game, state, fact, value)]
    named = max((length for length, _, _ in fitting), default=0)
    best = [(path, value) for length, path, value in fitting if length == named]
    return best[0] if len(best) == 1 else (None, None)


def _length_of_name(game: Game, fact: SettableFact, words: list[str]) -> int:
    """Return how many of the first words name a part of a thing; 0 where they do not."""
    step = fact.path.rpartition(".")[2]
    names = {look(step), *(look(detail(step, lang, game.id)) for lang in LANGUAGES)}
    return next((n for n in range(len(words) - 1, 0, -1) if look(" ".join(words[:n])) in names), 0)


def _values(game: Game, state: Any, fact: SettableFact, value: str) -> Iterator[Any]:
    if value == _NULL:
        yield None
    elif fact.kind != OPEN:
        yield from fact_values(game, state, fact, value)
    elif _NUMBERS.fullmatch(value):
        yield [int(each) for each in value.split(",")]


def write_exactly(position: Any) -> str:
    """Return a position as facts by their paths, each value as JSON."""
    return " ".join(f"{path}={_to_json(value)}" for path, value in _facts_of(position).items())


def _facts_of(position: Any) -> dict[str, Any]:
    """Return the facts that a position tells, by path; without those that are so where they are left out."""
    return dict(leaves(_without_defaults(position)))


def _without_defaults(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        fields = msgspec.structs.fields(value)
        parts = {field.encode_name: (getattr(value, field.name), default_of(field)) for field in fields}
        return {name: _without_defaults(part) for name, (part, default) in parts.items() if part != default}
    if isinstance(value, Mapping):
        return {name: _without_defaults(part) for name, part in value.items()}
    return msgspec.json.decode(msgspec.json.encode(value))


def _to_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def write_brief(game: Game, state: Any, position: Any, lang: str) -> str:
    """Return a position in words, as clauses that read back as it; by their paths what has no such words."""
    facts = settable_facts(game, state, REFEREE)
    by_path = _facts_of(position)
    things = {thing.path: thing for thing in _things(game, facts)}
    clauses: dict[str, dict[str, Any]] = {}
    for path, value in by_path.items():
        whole = path.rpartition(".")[0]
        clauses.setdefault(whole if whole in things else path, {})[path] = value
    return "; ".join(
        _write_clause(game, state, facts, path, told, lang, things.get(path))
        for path, told in clauses.items()
    )


def _write_clause(
    game: Game,
    state: Any,
    facts: tuple[SettableFact, ...],
    path: str,
    told: dict[str, Any],
    lang: str,
    thing: _Thing | None,
) -> str:
    if thing is None:
        (value,) = told.values()
        line = f"{_name(game, state, path, lang)} {_value(game, state, path, value, lang)}"
    else:
        line = " ".join((_whose(state, thing), *_parts(game, state, thing, told, lang)))
    try:
        is_read = _read_clause(game, state, facts, line) == told
    except NotationError:
        is_read = False
    return line if is_read else " ".join(f"{each}={_to_json(value)}" for each, value in told.items())


def _whose(state: Any, thing: _Thing) -> str:
    seat = next((step for step in thing.steps[1:] if step in state.seats), "")
    number = next((step for step in thing.steps[1:] if step.isdecimal() and step != seat), "")
    return f"{seat}{number}" if len(seat) == 1 else f"{seat} {number}".strip()


def _parts(game: Game, state: Any, thing: _Thing, told: Mapping[str, Any], lang: str) -> Iterator[str]:
    """Yield the parts that are told of a thing, those that are no choice after their word."""
    for fact in thing.facts:
        if fact.path in told:
            value = _value(game, state, fact.path, told[fact.path], lang)
            name = detail(fact.path.rpartition(".")[2], lang, game.id)
            is_plain = fact.kind in (CHOICE, OPEN) and told[fact.path] is not None
            yield value if is_plain else f"{name} {_NULL if told[fact.path] is None else value}"


def _name(game: Game, state: Any, path: str, lang: str) -> str:
    """Return what a fact is called: whose it is, then its words."""
    first, *rest = path.split(".")
    seats = [step for step in rest if step in state.seats]
    parts = (detail(step, lang, game.id) for step in rest if step not in seats)
    return " ".join((*seats, noun("fact", first, lang, game.id), *parts))


def _value(game: Game, state: Any, path: str, value: Any, lang: str) -> str:
    if isinstance(value, list) and value and all(isinstance(each, int) for each in value):
        return ",".join(map(str, value))
    if isinstance(value, int) and not isinstance(value, bool):
        return noun(path.rpartition(".")[2], value, lang, game.id)
    return fact_value(path, value, lang, game.id, state.names)
