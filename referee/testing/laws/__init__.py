"""All laws, and a game held against one of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from referee.kernel.registry import find_game
from referee.testing import recorded
from referee.testing.evenings import BrokenLawError, Evenings
from referee.testing.laws import (
    chance,
    changing,
    doors,
    judging,
    pages,
    reducing,
    rooms,
    rulings,
    secrecy,
    showing,
    wording,
)

__all__ = ["LAWS", "BrokenLawError", "Law", "checks_of", "laws_of"]

LAWS: tuple[Callable[[Evenings], None], ...] = (
    *rooms.LAWS,
    *judging.LAWS,
    *reducing.LAWS,
    *secrecy.LAWS,
    *chance.LAWS,
    *changing.LAWS,
    *wording.LAWS,
    *rulings.LAWS,
    *showing.LAWS,
    *pages.LAWS,
    *doors.LAWS,
)
"""Each takes the evenings that were played of a game, and raises BrokenLawError."""


class Law:
    """One law held against one game; calling it raises BrokenLawError where it is broken."""

    def __init__(self, name: str, law: Callable[..., None], *held: Any, **how: Any) -> None:
        self._hold = partial(law, *held, **how)
        self.__name__, self.__doc__ = name, law.__doc__

    def __call__(self) -> None:
        """Hold the game against the law."""
        self._hold()

    def __repr__(self) -> str:
        """Name the law."""
        return self.__name__


def laws_of(
    game: str,
    *,
    without: tuple[str, ...] = (),
    records: Path | None = None,
    shown: tuple[str, ...] = (),
    **how: Any,
) -> list[Law]:
    """List the laws for a game, by its id; `how` as of `Evenings`.

    `without` names laws that cannot be asked of it, each of which the caller has to have a reason for.
    `records` is a folder of recorded games, each held against the laws of `recorded`.
    """
    evenings = Evenings(find_game(game), shown=shown, **how)
    laws = [Law(law.__name__, law, evenings) for law in LAWS if law.__name__ not in without]
    return laws if records is None else [*laws, *laws_of_records(game, records, shown)]


def checks_of(game: str, **how: Any) -> tuple[Callable[..., None], Callable[[], None]]:
    """Make the two tests of a game for pytest: it obeys every law, and no planted fault survives."""
    import pytest

    from referee.testing.faults import survivors

    @pytest.mark.parametrize("law", laws_of(game, **how))
    def obeys(law: Law) -> None:
        """Its rules, its secrets, its seed, its words, its rulings, its pages."""
        law()

    def no_fault_survives() -> None:
        """An act is left out of the list, a line cannot be read, and so on."""
        assert [] == survivors(find_game(game))

    return obeys, no_fault_survives


def laws_of_records(game: str, folder: Path, shown: tuple[str, ...] = ()) -> list[Law]:
    """List the recorded games of a folder, each as a law of its own; and which there have to be."""
    each = [
        Law(path.stem, recorded.a_recorded_game_obeys, path, shown=shown) for path in recorded.records(folder)
    ]
    every = recorded.every_edition_and_number_is_recorded
    return [*each, Law(every.__name__, every, find_game(game), folder)]
