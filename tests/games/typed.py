"""What people type, as data: at which moment, who says it, and what it means.

`fixtures/typed/<game>.txt`: `at` begins a moment, the state after a line of a recorded game or a table
that is opened; `then` goes on from it by an event; `as` names who speaks. An event, or `no` and the
reason of a refusal (`asks` where it lists what could stand there), is followed by the lines that mean it.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from events.base import Event
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Accepted
from referee.testing.recorded import record
from tests.architecture.sources import RECORDED, ROOT

TYPED = sorted((ROOT / "fixtures" / "typed").glob("*.txt"))


class Typed(NamedTuple):
    """A line, the state it is typed in, who types it, and what it means: an event, or how it is refused."""

    state: Any
    who: str | None
    line: str
    means: Event | str


def typed(path: Path) -> Iterator[Typed]:
    game, event_of = find_game(path.stem), codec_for(path.stem).event
    state: Any = None
    who: str | None = None
    means: Event | str = ""
    for text in filter(None, path.read_text("utf-8").splitlines()):
        word, _, rest = text.partition(" ")
        match word:
            case "#":
                pass
            case "":
                yield from (Typed(state, who, line.strip(), means) for line in rest.split("|"))
            case "at" if not rest.startswith("{"):
                name, _, line = rest.partition(" ")
                state, who = after_line(name, int(line)), None
            case "at" | "then":
                verdict = game.decide(state if word == "then" else None, event_of(rest.encode()))
                assert isinstance(verdict, Accepted), (text, verdict)
                state, who = verdict.state, None
            case "as":
                who = rest
            case "no" | "asks":
                means = text
            case _:
                means = event_of(text.encode())


def after_line(name: str, line: int) -> Any:
    return next(step.after for step in record(RECORDED / f"{name}.jsonl").steps if step.line == line)


def meanings(path: Path) -> Iterator[tuple[Any, Event]]:
    """List what the lines of a game mean, each act once, with the state it is meant in."""
    acts = [each for each in typed(path) if not isinstance(each.means, str)]
    yield from {str(each.means): (each.state, each.means) for each in reversed(acts)}.values()
