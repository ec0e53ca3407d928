"""All laws, and a game held against one of them."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from referee.kernel.registry import find_game
from referee.testing import recorded
from referee.testing.laws import (
    asking,
    catching_up,
    chance,
    changing,
    deciding,
    judging,
    package,
    secrecy,
    web,
    wording,
)
from referee.testing.random_games import BrokenLawError, PlayedGames

__all__ = ["LAWS", "BrokenLawError", "Law", "laws_of"]

LAWS: tuple[Callable[[PlayedGames], None], ...] = (
    *package.LAWS,
    *judging.LAWS,
    *deciding.LAWS,
    *secrecy.LAWS,
    *chance.LAWS,
    *changing.LAWS,
    *asking.LAWS,
    *catching_up.LAWS,
    *wording.LAWS,
    *web.LAWS,
)
"""Each takes the games that were played at random, and raises BrokenLawError."""


class Law:
    """One law to check of one game; calling it raises BrokenLawError where it is broken."""

    def __init__(self, name: str, law: Callable[..., None], *args: Any, **kwargs: Any) -> None:
        self._check = partial(law, *args, **kwargs)
        self.__name__, self.__doc__ = name, law.__doc__

    def __call__(self) -> None:
        self._check()

    def __repr__(self) -> str:
        return self.__name__


def laws_of(
    game: str,
    *,
    without: tuple[str, ...] = (),
    records: Path | None = None,
    shown: tuple[str, ...] = (),
    **settings: Any,
) -> list[Law]:
    """Return the laws to check of a game, by its id; `shown` and `settings` as of `PlayedGames`.

    `without` names laws that are left out; the caller has to have a reason for each. `records` is a folder
    of recorded games, each checked by the laws of `recorded`; None for none.
    """
    played_games = PlayedGames(find_game(game), shown=shown, **settings)
    laws = [Law(law.__name__, law, played_games) for law in LAWS if law.__name__ not in without]
    return laws if records is None else [*laws, *laws_of_records(game, records, shown)]


def laws_of_records(game: str, folder: Path, shown: tuple[str, ...] = ()) -> list[Law]:
    """Return a law for each recorded game of a folder, then one of what decides in them all.

    The last is that none is missing.

    `shown` as of `PlayedGames`.
    """
    each = [
        Law(path.stem, recorded.a_recorded_game_obeys, path, shown=shown) for path in recorded.records(folder)
    ]
    of_all = (deciding.recorded_games_are_decided_by_one_rule, recorded.every_edition_and_number_is_recorded)
    return [*each, *(Law(law.__name__, law, find_game(game), folder) for law in of_all)]
