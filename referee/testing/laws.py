"""All laws, and a game held against one of them."""

from collections.abc import Callable
from typing import Any

from referee.kernel.registry import find_game
from referee.testing import chance, judging, pages, reducing, rulings, secrecy, showing, wording
from referee.testing.evenings import BrokenLawError, Evenings

__all__ = ["LAWS", "BrokenLawError", "Law", "laws_of"]

LAWS: tuple[Callable[[Evenings], None], ...] = (
    *judging.LAWS,
    *reducing.LAWS,
    *secrecy.LAWS,
    *chance.LAWS,
    *wording.LAWS,
    *rulings.LAWS,
    *showing.LAWS,
    *pages.LAWS,
)
"""Each takes the evenings that were played of a game, and raises BrokenLawError."""


class Law:
    """One law held against one game; calling it raises BrokenLawError where it is broken."""

    def __init__(self, law: Callable[[Evenings], None], evenings: Evenings) -> None:
        self._law, self._evenings = law, evenings
        self.__name__, self.__doc__ = law.__name__, law.__doc__

    def __call__(self) -> None:
        """Hold the game against the law."""
        self._law(self._evenings)

    def __repr__(self) -> str:
        """Name the law."""
        return self.__name__


def laws_of(game: str, *, without: tuple[str, ...] = (), **how: Any) -> list[Law]:
    """List the laws for a game, by its id; `how` as of `Evenings`.

    `without` names laws that cannot be asked of it, each of which the caller has to have a reason for.
    """
    evenings = Evenings(find_game(game), **how)
    return [Law(law, evenings) for law in LAWS if law.__name__ not in without]
