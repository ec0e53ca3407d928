"""What is answered by the workshop: games played at random, studies, rooms of new games, installations."""

from typing import Any

from msgspec import UNSET, UnsetType

from referee.service.answers.base import Answer


class Simulated(Answer, frozen=True, kw_only=True):
    """A game played at random, and the file its log is in."""

    file: str
    entries: int


class Study(Answer, frozen=True, kw_only=True):
    """A study: its plan, what each set of values changes, the folder all of it is in."""

    study: dict[str, Any]
    compared: list[dict[str, Any]]
    out: str


class Scaffolded(Answer, frozen=True, kw_only=True):
    """The room of a new game, and its files."""

    game: str
    folder: str
    files: tuple[str, ...]


class Looked(Answer, frozen=True, kw_only=True):
    """One thing `doctor` looked at: `well` is false where something has to be done."""

    what: str
    found: str
    well: bool


class Serving(Answer, frozen=True, kw_only=True):
    """Where phones begin; `witness` is where other machines have their heads witnessed."""

    start: str
    witness: str | UnsetType = UNSET
