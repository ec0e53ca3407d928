"""`referee events`: the vocabulary of the games: events, their fields, an example, the rules."""

import json
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.output.sentences import names_of
from cli.parameters import complete_events, complete_games, get_game
from cli.problems import Problem
from cli.session import Session
from events.envelope import encode
from referee.kernel.game import Game
from referee.kernel.registry import all_games
from referee.kernel.shared import SHARED
from referee.kernel.vocabulary import FieldShape, events_of, fields_of, is_shared, nearest
from referee.l10n.messages import event_words, place_of
from referee.languages import trait
from referee.service.answers import event_json, json_value
from referee.service.answers.tables import EventDescribed, EventField
from referee.service.files.examples import Example, example_of

EXAMPLE = """\
referee events
referee events GAME
referee events GAME table_opened
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=complete_games, help="The events of one game."),
    ] = None,
    event: Annotated[
        str | None,
        typer.Argument(metavar="EVENT", autocompletion=complete_events, help="One event, with an example."),
    ] = None,
) -> None:
    """List the events a record is made of."""
    session = ctx.ensure_object(Session)
    games = [get_game(name) for name in (all_games() if game is None else (game,))]
    if event is None:
        _list_events(session, games)
    else:
        _show_event(session, games[0], _get_event(games[0], event))


def _get_event(game: Game, event: str) -> str:
    """Return the type if there is such an event; raise Problem with the nearest elsewhere."""
    known = events_of(game.vocabulary)
    if event in known:
        return event
    alike = nearest(event, tuple(known))
    message_id = "events.no_such_alike" if alike else "events.no_such"
    raise Problem(message_id, f"referee events {game.id}", event=event, alike=alike, game=game.id)


def _list_events(session: Session, games: list[Game]) -> None:
    """Print the events of each game, and after the last game those of every table."""
    for n, game in enumerate(games):
        own = [type for type, kind in events_of(game.vocabulary).items() if not is_shared(kind)]
        shared = (
            [type for type in events_of(game.vocabulary) if type not in own] if n == len(games) - 1 else []
        )
        for title, types in (("events.own", own), ("events.shared", shared)):
            if session.as_json:
                for type in types:
                    session.emit(_describe(game, type))
            elif types:
                print(session.say(title, game=game.id))
                print("\n".join(_rows(session, game, types)))


def _rows(session: Session, game: Game, types: list[str]) -> list[str]:
    """Return a line for each event: type, fields (in brackets what may be left out), who says it."""
    width = max(map(len, types))
    return [
        f"  {type:{width}}  {' '.join(map(_field_name, fields_of(game.vocabulary, type)))}"
        f" {_in_brackets(session, _kind_in_words(session, game, type))}"
        for type in types
    ]


def _kind_in_words(session: Session, game: Game, type: str) -> str:
    """Return in words where an event comes from: a seat, the table or the referee."""
    return session.say(f"events.{_kind_of(game, type)}")


def _in_brackets(session: Session, text: str) -> str:
    return trait(session.lang, "brackets").format(text)


def _field_name(field: FieldShape) -> str:
    """Return the name of a field, in brackets where it may be left out."""
    return f"[{field.name}]" if field.may_lack else field.name


def _kind_of(game: Game, type: str) -> str:
    """Return "action", "observation" or "consequence"."""
    if type in game.consequence_rules:
        return "consequence"
    shared = SHARED.get(events_of(game.vocabulary)[type])
    if shared is not None:
        return shared.kind
    act = next(act for act in game.acts if act.event is events_of(game.vocabulary)[type])
    return "observation" if act.when.by_table else "action"


def _describe(game: Game, type: str) -> EventDescribed:
    """Return the JSON answer for a type of event, without example and rules."""
    fields = (
        EventField(name=f.name, may_lack=f.may_lack, default=json_value(f.default), shape=json_value(f.shape))
        for f in fields_of(game.vocabulary, type)
    )
    return EventDescribed(game=game.id, type=type, kind=_kind_of(game, type), fields=tuple(fields))


def _show_event(session: Session, game: Game, type: str) -> None:
    """Print all of one event: who says it, its fields, an example in every form, its rules."""
    example = example_of(game, type)
    rules = _rules_of(game, type) or (example.rules if example else ())
    if session.as_json:
        shown: dict[str, object] = {}
        if example is not None:
            line = session.notate(example.state, example.event)
            shown = {"example": event_json(example.event), "line": line}
        session.emit(replace(_describe(game, type), rules=tuple(rules), **shown))
        return
    print(type + _in_brackets(session, _kind_in_words(session, game, type)))
    print("\n".join(_field_lines(session, fields_of(game.vocabulary, type))))
    if example is not None:
        line, json = session.notate(example.state, example.event), encode(example.event).decode()
        if line != json:
            print(session.say("events.said", line=line))
        print(session.say("events.told", sentence=_example_in_words(session, example)))
        print(session.say("events.example", json=json))
    print(session.say("events.rules", rules=rules))
    for rule in rules[:1]:
        session.tell(session.say("cli.help", hint=f"referee rule {rule}"))


def _rules_of(game: Game, type: str) -> tuple[str, ...]:
    """Return the rules that decide an event; empty where they depend on the act."""
    if type in game.consequence_rules:
        return game.consequence_rules[type]
    kind = events_of(game.vocabulary)[type]
    if kind in SHARED:
        return SHARED[kind].rules
    rules = next(act.rules for act in game.acts if act.event is kind)
    return () if callable(rules) else rules


def _field_lines(session: Session, fields: tuple[FieldShape, ...]) -> list[str]:
    """Return a line for each field: name, what it may be, its default; one line where there is none."""
    if not fields:
        return [session.say("events.no_fields")]
    width = max(len(field.name) for field in fields)
    lines = [session.say("events.fields")]
    for field in fields:
        shape = session.say(field.shape["id"], **{k: v for k, v in field.shape.items() if k != "id"})
        default = session.say("events.may_lack", default=json.dumps(field.default, ensure_ascii=False))
        lines.append(
            f"  {field.name:{width}}  {shape}{_in_brackets(session, default) if field.may_lack else ''}"
        )
    return lines


def _example_in_words(session: Session, example: Example) -> str:
    """Return the sentence of an example's event."""
    state, event = example.state, example.event
    game = None if state is None else state.game
    return event_words(event, session.lang, names_of(state), place_of(state, event), game)
