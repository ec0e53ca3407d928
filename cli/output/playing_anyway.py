"""How a table plays a refused act anyway: as people type it, and done."""

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from cli.frame.session import Session
from events.base import Event
from events.table import HouseRuled
from referee.kernel.game import Game, NotationError
from referee.kernel.turns import default_of

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.kernel.verdict import Refused


def facts_typed(facts: Mapping[str, object]) -> str:
    """Write facts to type, safe from every shell."""
    return " ".join(shlex.quote(f"{path}={typed(value)}") for path, value in facts.items())


def typed(value: object) -> str:
    """Write a value as one types it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{','.join(map(typed, value))}]" if isinstance(value, list | tuple) else str(value)


def whole_line(session: Session, table: str, state: "TableState", event: Event) -> str | None:
    """Write the command that plays a refused act anyway; None where its line would not be understood."""
    line = session.notate(state, event)
    try:
        is_understood = session.notate(state, session.read(state, line)) == line
    except NotationError:
        is_understood = False
    return f"referee do {shlex.quote(table)} {shlex.quote(line)} --anyway" if is_understood else None


def offers_to_play(
    game: Game, state: "TableState", event: Event | None, correct: str, whole: str | None
) -> list[str]:
    """Write the lines that play a refused act anyway: the act whole, and the facts that it sets."""
    from referee.service.commands.changes.ways_round import played_anyway

    way = None if event is None or state is None else played_anyway(game, state, event)
    if way is None:
        return []
    return [*([f"  {whole}"] if whole else []), f"  {correct} {facts_typed(way.facts)}"]


def lines_to_write(
    session: Session, game: Game, state: "TableState", refused: "Refused", event: Event, *, is_text: bool
) -> list[str]:
    """Write the lines of a record that play a refused act anyway, and say where each stands."""
    from referee.service.commands.changes.correct import correction_of
    from referee.service.commands.changes.ways_round import may_be_set, other_values, played_anyway
    from referee.service.files.text_record import write_shared

    ways: list[tuple[str, Event]] = [
        ("cli.write_before", HouseRuled(option, value))
        for option, value in other_values(game, state, refused, event)
    ]
    way = played_anyway(game, state, event) if may_be_set(refused, event) else None
    if way is not None:
        place = "cli.write_before" if way.then else "cli.write_instead"
        ways.append((place, correction_of(game, state, way.facts, viewer=None)))
    in_words = [(write_shared(state, each, session.lang) if is_text else None) for _, each in ways]
    lines = [
        line or msgspec.json.encode(said_of(each)).decode()
        for line, (_, each) in zip(in_words, ways, strict=True)
    ]
    return [session.say(place, line=line) for line, (place, _) in zip(lines, ways, strict=True)]


def said_of(value: object) -> object:
    """Give what a value says as JSON, without the fields that are as they are when nothing is said."""
    if not isinstance(value, msgspec.Struct):
        return value
    how = value.__struct_config__
    told: dict[str, object] = {how.tag_field: how.tag} if how.tag_field else {}
    for field in msgspec.structs.fields(value):
        if (part := getattr(value, field.name)) != default_of(field):
            told[field.encode_name] = said_of(part)
    return told
