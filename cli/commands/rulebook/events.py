"""`referee events`: the vocabulary of the games: events, their fields, an example, the rules."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.help import completions
from referee.kernel.game import Game
from referee.kernel.registry import all_games
from referee.kernel.vocabulary import FieldShape, events_of, fields_of, is_shared, nearest

if TYPE_CHECKING:
    from referee.service.answers.tables import EventDescribed
    from referee.service.files.examples import Example

EXAMPLE = """\
Examples:

\b
  referee events
  referee events GAME
  referee events GAME table_opened
"""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=completions.games, help="The events of one game."),
    ] = None,
    event: Annotated[
        str | None,
        typer.Argument(
            metavar="EVENT", autocompletion=completions.events, help="One event, with an example."
        ),
    ] = None,
) -> None:
    """List the events a record is made of."""
    from cli.tables.open_table import known_game

    session = ctx.ensure_object(Session)
    games = [known_game(name) for name in (all_games() if game is None else (game,))]
    if event is None:
        list_events(session, games)
    else:
        show_event(session, games[0], known_event(games[0], event))


def known_event(game: Game, event: str) -> str:
    """Find an event; name the nearest where there is none."""
    known = events_of(game.vocabulary)
    if event in known:
        return event
    alike = nearest(event, tuple(known))
    message_id = "events.no_such_alike" if alike else "events.no_such"
    raise Problem(message_id, f"referee events {game.id}", event=event, alike=alike, game=game.id)


def list_events(session: Session, games: list[Game]) -> None:
    """List the events of each game, and once those of every table."""
    for n, game in enumerate(games):
        own = [type for type, kind in events_of(game.vocabulary).items() if not is_shared(kind)]
        shared = (
            [type for type in events_of(game.vocabulary) if type not in own] if n == len(games) - 1 else []
        )
        for title, types in (("events.own", own), ("events.shared", shared)):
            if session.as_json:
                for type in types:
                    session.emit(described(game, type))
            elif types:
                print(session.say(title, game=game.id))
                print("\n".join(rows(session, game, types)))


def rows(session: Session, game: Game, types: list[str]) -> list[str]:
    """Write a line for each event: its type, who says it, its fields; in brackets what may be left out."""
    width = max(map(len, types))
    return [
        f"  {type:{width}}  {' '.join(map(optional, fields_of(game.vocabulary, type)))}"
        f" {bracketed(session, said_by(session, game, type))}"
        for type in types
    ]


def said_by(session: Session, game: Game, type: str) -> str:
    """Say where an event comes from: a seat, the table or the referee."""
    return session.say(f"events.{kind_of(game, type)}")


def bracketed(session: Session, text: str) -> str:
    """Put a text in the brackets of the language."""
    from referee.languages import trait

    return trait(session.lang, "brackets").format(text)


def optional(field: FieldShape) -> str:
    """Write a field, in brackets where it may be left out."""
    return f"[{field.name}]" if field.may_lack else field.name


def kind_of(game: Game, type: str) -> str:
    """Tell who says an event: a seat, the table, the referee."""
    from referee.kernel.shared import SHARED

    if type in game.consequence_rules:
        return "consequence"
    shared = SHARED.get(events_of(game.vocabulary)[type])
    if shared is not None:
        return shared.kind
    act = next(act for act in game.acts if act.event is events_of(game.vocabulary)[type])
    return "observation" if act.by_table is True else "action"


def described(game: Game, type: str) -> "EventDescribed":
    """Describe an event."""
    from referee.service.answers import json_value
    from referee.service.answers.tables import EventDescribed, EventField

    fields = (
        EventField(name=f.name, may_lack=f.may_lack, default=json_value(f.default), shape=json_value(f.shape))
        for f in fields_of(game.vocabulary, type)
    )
    return EventDescribed(game=game.id, type=type, kind=kind_of(game, type), fields=tuple(fields))


def show_event(session: Session, game: Game, type: str) -> None:
    """Tell all of one event: who says it, its fields, an example in every form, its rules."""
    from events.envelope import encode
    from referee.service.files.examples import example_of

    example = example_of(game, type)
    rules = rules_of(game, type) or (example.rules if example else ())
    if session.as_json:
        from msgspec.structs import replace

        from referee.service.answers import event_json

        shown: dict[str, object] = {}
        if example is not None:
            line = session.notate(example.state, example.event)
            shown = {"example": event_json(example.event), "line": line}
        session.emit(replace(described(game, type), rules=tuple(rules), **shown))
        return
    print(type + bracketed(session, said_by(session, game, type)))
    print("\n".join(field_lines(session, fields_of(game.vocabulary, type))))
    if example is not None:
        line, json = session.notate(example.state, example.event), encode(example.event).decode()
        if line != json:
            print(session.say("events.said", line=line))
        print(session.say("events.told", sentence=sentence(session, example)))
        print(session.say("events.example", json=json))
    print(session.say("events.rules", rules=rules))
    for rule in rules[:1]:
        session.tell(session.say("cli.help", hint=f"referee rule {rule}"))


def rules_of(game: Game, type: str) -> tuple[str, ...]:
    """Name the rules that decide an event, where they are always the same."""
    from referee.kernel.shared import SHARED

    if type in game.consequence_rules:
        return game.consequence_rules[type]
    kind = events_of(game.vocabulary)[type]
    if kind in SHARED:
        return SHARED[kind].rules
    rules = next(act.rules for act in game.acts if act.event is kind)
    return () if callable(rules) else rules


def field_lines(session: Session, fields: tuple[FieldShape, ...]) -> list[str]:
    """Write a line for each field: its name, what it may be, what it is where it is left out."""
    import json

    if not fields:
        return [session.say("events.no_fields")]
    width = max(len(field.name) for field in fields)
    lines = [session.say("events.fields")]
    for field in fields:
        shape = session.say(field.shape["id"], **{k: v for k, v in field.shape.items() if k != "id"})
        default = session.say("events.may_lack", default=json.dumps(field.default, ensure_ascii=False))
        lines.append(
            f"  {field.name:{width}}  {shape}{bracketed(session, default) if field.may_lack else ''}"
        )
    return lines


def sentence(session: Session, example: "Example") -> str:
    """Tell an example as a log does."""
    from cli.output.sentences import names_of
    from referee.l10n.messages import event_words, place_of

    state, event = example.state, example.event
    game = None if state is None else state.game
    return event_words(event, session.lang, names_of(state), place_of(state, event), game)
