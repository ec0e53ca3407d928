"""Situations, as data: how one comes about, what is tried in it, and what is so then.

`fixtures/situations/<game>.txt`: `## ` begins one and says what it shows. Then, a line each:

- `at` a table that is opened (`at ABCD edition=en row_one=yes`), a recorded game after a line of it
  (`at <game>/<record> 40`), or a moment told before, by the name that `called` gave it
- `deal`: the referee deals what it owes; `first`: who has to act does what is listed first
- `then` an act, as people or text records write it, or as JSON; `try` one that is taken back; `anyway` one
  that is refused, and played as the referee offers it
- what is claimed of the act before: see `tests/games/situations.py`, which holds it against the game
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from events.base import Event
from events.table import TableOpened
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused
from referee.l10n.wording import parse
from referee.languages import LANGUAGES
from referee.service.files.text_record import read_shared

_FOLDER = Path(__file__).parents[3] / "fixtures" / "situations"


def situation_files() -> dict[str, Path]:
    """Return the file of each game's situations by its id; empty in an installed package."""
    return {path.stem: path for path in sorted(_FOLDER.glob("*.txt"))}


_STEPS = ("at", "deal", "first", "then", "try", "anyway")


class Step(NamedTuple):
    """A line that does something, and the claims below it, each after what it is about."""

    word: str
    what: str
    claims: list[tuple[str, str]]


class Situation(NamedTuple):
    """What is shown, and how."""

    title: str
    steps: tuple[Step, ...]


def read_situations(path: Path) -> Iterator[Situation]:
    moments: dict[str, list[tuple[str, str]]] = {}
    for section in path.read_text("utf-8").split("\n## ")[1:]:
        title, *lines = [line for line in section.splitlines() if line and not line.startswith("#")]
        steps: list[Step] = []
        for line in lines:
            word, _, rest = line.partition(" ")
            about, _, claim = line.partition(": ")
            if word == "called":
                moments[rest] = [(step.word, step.what) for step in steps if step.word != "try"]
            elif word in _STEPS:
                steps += (Step(*each, []) for each in moments.get(rest, [(word, rest)]))
            else:
                steps[-1].claims.append((about, claim))
        yield Situation(title, tuple(steps))


def read_opening(game: str, what: str) -> TableOpened | None:
    """Return how a table of a situation is opened (`ABCD edition=en`); None of a recorded game's line."""
    seats, *rest = what.split()
    if "/" in seats:
        return None
    said = dict(word.split("=") for word in rest)
    how: dict[str, Any] = {name: said.pop(name) for name in ("chance", "edition", "seed") if name in said}
    return TableOpened(game=game, seats=tuple(seats), options=dict(said), **how)


def read_act(state: Any, line: str) -> Event:
    """Return the act of a line: one of a text record, or one that people type. Raises NotationError."""
    lang = LANGUAGES[0]
    return read_shared(state, line, lang)[0] or parse(state, line, lang)


def read_tried(state: Any, line: str) -> Event | Refused:
    """Return the act of a line; why it is none where it cannot be read."""
    try:
        return read_act(state, line)
    except NotationError as error:
        return Refused(error.reason, (), error.args_)
