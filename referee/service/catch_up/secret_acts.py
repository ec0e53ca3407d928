"""Acts worked out that hold what only one seat may know: named by what was shown later, or asked of it."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.service.catch_up.question import ACTS, Question, acts_of
from referee.service.catch_up.search import Way


class SecretActs:
    """What acts worked out leave open, as a viewer knows the state `known` before them.

    Where the referee keeps the hands, an act names its card: one that everybody saw later is that one, one
    of the viewer's own is any it may be. Of another seat it stays open, and that seat is asked.
    """

    def __init__(self, game: Game, known: Any, viewer: str | None) -> None:
        self._game, self._known, self._viewer = game, known, viewer
        self._fields = {act.event: act.hidden.fields for act in game.acts if act.secret}
        self._until = {act.event: act.hidden.until for act in game.acts if act.secret}

    def name(self, way: Way) -> Iterator[Way]:
        """Yield a way with what is known of its acts named: several where the viewer alone can say which."""
        if any(map(self._is_open, way.acts)):
            yield from self._name((), self._known, [], way)
        else:
            yield way

    def seat_to_ask(self, ways: Sequence[Way]) -> str | None:
        """Return the seat that alone can say more of ways that the viewer cannot tell apart; None: nobody."""
        for way in ways:
            state = self._known
            for act in way.acts:
                verdict = self._game.decide(state, act)
                if isinstance(verdict, Refused):
                    if self._is_open(act):
                        return _seat_of(act)
                    break
                state = verdict.state
        return next(filter(self._tells_apart(ways), self._known.seats), None)

    def _tells_apart(self, ways: Sequence[Way]) -> Any:
        return lambda seat: len({acts_of(self._game, way, seat, seat) for way in ways}) > 1

    def _name(self, done: tuple[Event, ...], state: Any, turned_up: list[Event], way: Way) -> Iterator[Way]:
        """Yield ways with the acts `done`, which lead to `state` and turned up some cards, and those left."""
        for n, act in enumerate(way.acts):
            if act in turned_up:
                turned_up = [each for each in turned_up if each != act]
                continue
            later = way.acts[n + 1 :]
            verdict, named = self._game.decide(state, act), act
            if isinstance(verdict, Refused):
                named = self._as_shown(act, later)
                verdict = self._game.decide(state, named)
            if isinstance(verdict, Refused):
                own = self._own(state, act) if self._is_open(act) else ()
                for each in own:
                    yield from self._name(done, state, turned_up, Way((each, *later), way.end))
                if not own:
                    yield Way((*done, act, *later), way.end)
                return
            state, done = verdict.state, (*done, named)
            turned_up = [*turned_up, *(judged.event for judged in verdict.judged[1:])]
        yield Way(done, state)

    def _is_open(self, act: Event) -> bool:
        """Return whether an act leaves out all that only its seat may know of it."""
        fields = self._fields.get(type(act), ())
        return bool(fields) and all(getattr(act, name) is None for name in fields)

    def _as_shown(self, act: Event, later: Sequence[Event]) -> Event:
        """Return an act with what the same seat shows later; as it is where it shows nothing."""
        until = self._until.get(type(act))
        if until is None or not self._is_open(act):
            return act
        shown = next((e for e in later if type(e) is until and _seat_of(e) == _seat_of(act)), None)
        if shown is None:
            return act
        return replace(act, **{name: getattr(shown, name) for name in self._fields[type(act)]})

    def _own(self, state: Any, act: Event) -> tuple[Event, ...]:
        """Return the acts that an open act of the viewer may have been."""
        if _seat_of(act) != self._viewer:
            return ()
        unnamed = dict.fromkeys(self._fields[type(act)])
        return tuple(
            each
            for each in self._game.legal(state, self._viewer)
            if type(each) is type(act) and not self._is_open(each) and replace(each, **unnamed) == act
        )


def ask_alone(seat: str) -> Question:
    """Return the question that only a seat can answer, and on its own phone: it offers nothing to others."""
    return Question(f"{ACTS}{seat}", (), seat)


def _seat_of(act: Event) -> str:
    return getattr(act, "seat", None) or TABLE
