"""Two states that differ only in what a viewer may not know look alike to it, in every way a state is shown.

These ways are the view, the position, the state its acts are judged by (`known`), the legal acts, the board
and the log. A way that tells a viewer more than the others is named.
"""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from msgspec import inspect

from events.base import REFEREE, TABLE, Event, type_of
from events.envelope import encode
from events.table import Corrected
from referee.draw import svg_board, text_board
from referee.draw.picks import find_offers
from referee.kernel.game import Game
from referee.kernel.registry import folder_of
from referee.kernel.verdict import Accepted
from referee.l10n import LANGUAGES
from referee.l10n.wording import label, notate
from referee.service.logs.secrecy import LogSecrets
from referee.testing.laws.chance import is_chance, other_results
from referee.testing.random_games import PlayedGame, PlayedGames, Step, fail, random_value, try_event

_PAIRS = 5
"""How many pairs of a kind of event are compared in a game."""

_WaysOut = dict[str, Callable[[Game, Any, str | None], object]]


def _known_state(game: Game, state: Any, viewer: str | None) -> Any:
    """Return the state by which the acts of a viewer are judged."""
    return state if game.known is None else game.known(state, viewer)


def _possible_acts(game: Game, state: Any, viewer: str | None) -> object:
    """Return what a viewer and the table may do, who has to act, and the phase."""
    told = _known_state(game, state, viewer)
    return [game.legal(told, who) for who in (viewer, TABLE) if who]


def _standing(game: Game, state: Any, _: str | None) -> object:
    """Return what everybody may ask of the state itself: where the game stands."""
    parts = (game.phase, game.turn, game.acting, game.winners, game.counter, game.undecided, game.places)
    return [part(state) for part in parts]


def _words(game: Game, state: Any, viewer: str | None) -> object:
    """Return what stands on the buttons of a viewer and the table, and the lines one types for them."""
    told = _known_state(game, state, viewer)
    events = [event for who in (viewer, TABLE) if who for event in game.legal(told, who)[:_WORDED]]
    return [(label(state, event, LANGUAGES[0], viewer), notate(state, event)) for event in events]


def _board(game: Game, state: Any, viewer: str | None) -> object:
    view, offers = game.view(state, viewer), find_offers(game, state, viewer)
    return text_board(view, offers=offers), svg_board(view, offers=offers)


_WAYS_OUT: _WaysOut = {
    "view": lambda game, state, viewer: encode(game.view(state, viewer)),
    "position": lambda game, state, viewer: encode(game.position(state, viewer)),
    "known": _known_state,
    "score": lambda game, state, viewer: game.tally(state, viewer),
    "standing": _standing,
    "legal": _possible_acts,
    "board": _board,
}
"""The ways in which a state is shown to a viewer."""


def _encode_as_read(game: Game, event: Event, viewer: str | None, seat: str | None) -> bytes:
    """Return an event as a viewer reads it in the log; one that is shown later is known only to `seat`."""
    lying = {1: seat} if type_of(event) in game.shown_later and seat else {}
    return encode(LogSecrets(game=game, face_down=lying, over=False).redact(1, event, viewer))


_OF_KNOWN = [(way, _WAYS_OUT[way]) for way in ("view", "position", "standing", "legal")]

_WORDED = 6
"""How many possible acts of a seat are compared in words."""


def viewers(state: Any) -> tuple[str | None, ...]:
    """Return each seat, and None for somebody without a seat."""
    return (*state.seats, None)


def every_way_out_keeps_the_same_secrets(played_games: PlayedGames) -> None:
    """Two results of chance, or two choices face down, look different in every way, or in none."""
    hides = played_games.game.sealed or not played_games.game.is_open
    for played in played_games.all if hides else ():
        for step, other in twins(played_games.game, played):
            for viewer in viewers(step.after):
                _compare(played_games.game, played, (step, other), viewer)


def twins(
    game: Game, played: PlayedGame, when: Callable[[Any, Any], bool] = lambda _, __: True
) -> Iterator[tuple[Step, Step]]:
    """Yield steps that dealt, threw or laid something face down, each with another that might have been.

    Both begin with the same state; of each kind of event there are a few. `when` gets the two states after
    them and says whether the pair is wanted.
    """
    count: dict[str, int] = {}
    for step in played.steps[1:]:
        kind = type_of(step.event)
        if count.get(kind, 0) >= _PAIRS:
            continue
        for event in _alternatives(game, step):
            verdict = try_event(game, step.before, event)
            if verdict is None or game.invariants(verdict.state) or _is_shown(game, verdict):
                continue
            if when(step.after, verdict.state):
                count[kind] = count.get(kind, 0) + 1
                yield step, Step(step.before, verdict.judged, verdict.state)
                break


def _is_shown(game: Game, accepted: Accepted) -> bool:
    """Return whether what was laid or dealt is turned up at once, and so is no secret."""
    return any(type_of(judged_event.event) in game.reveals for judged_event in accepted.judged[1:])


def _alternatives(game: Game, step: Step) -> Iterator[Event]:
    """Yield what might have happened instead: other results of chance, other acts of the kind."""
    if is_chance(game, step):
        yield from other_results(game, step)
        return
    seat = getattr(step.event, "seat", TABLE)
    alike = (event for event in game.legal(step.before, seat) if type(event) is type(step.event))
    yield from (event for event in alike if event != step.event and not _is_vague(event))


def _is_vague(event: Event) -> bool:
    return any(getattr(event, name) is None for name in event.__struct_fields__)


def _compare(game: Game, played: PlayedGame, pair: tuple[Step, Step], viewer: str | None) -> None:
    """Fail where a viewer who may not tell two steps apart is shown a difference."""
    one, other = pair
    if not is_secret(game, pair, viewer):
        return
    told = {way: _differs(game, way, pair, viewer) for way in _WAYS_OUT} | {
        "log": _log_differs(game, pair, viewer)
    }
    if leaks := [way for way, is_told in told.items() if is_told]:
        who = viewer or "somebody without a seat"
        fail(
            f"{played.name}: {', '.join(leaks)}: tells {who} {one.event} from {other.event}; "
            f"{what_to_change(game, one.event, leaks[0])}"
        )


_SAID_IN = {
    "view": "`shown` of the game",
    "position": "its facts: `public`, `glimpse`",
    "score": "`tally` of the game",
    "standing": "the `Status` of the game",
    "board": "board.py",
}


def what_to_change(game: Game, event: Event, way: str = "log") -> str:
    """Return what to change where a `way` tells of a secret event."""
    where = _SAID_IN.get(way, f"`secret` of Act(event={type(event).__name__}), or `forget` of the facts")
    return f"mend {where} in {folder_of(game.id)}"


def is_secret(game: Game, pair: tuple[Step, Step], viewer: str | None) -> bool:
    """Return whether a viewer may not tell two steps apart.

    Chance is a secret to whom the view does not show it, and what lies face down to all but its seat.
    """
    one, _ = pair
    seat = getattr(one.event, "seat", None)
    if type_of(one.event) in game.sealed:
        return viewer != seat
    tells = _differs(game, "view", pair, viewer)
    if is_chance(game, one):
        return not (tells and _differs(game, "known", pair, viewer) and _log_differs(game, pair, viewer))
    return not tells and viewer != seat and _differs(game, "view", pair, seat)


def _differs(game: Game, way: str, pair: tuple[Step, Step], viewer: str | None) -> bool:
    show = _WAYS_OUT[way]
    return bool(show(game, pair[0].after, viewer) != show(game, pair[1].after, viewer))


def _log_differs(game: Game, pair: tuple[Step, Step], viewer: str | None) -> bool:
    """Return whether the log of two steps reads differently, or has another number of entries."""
    seat = getattr(pair[0].event, "seat", None)
    lines = [
        [_encode_as_read(game, judged_event.event, viewer, seat) for judged_event in step.judged]
        for step in pair
    ]
    return lines[0] != lines[1]


def secret_facts_are_seen_by_their_own(played_games: PlayedGames) -> None:
    """A fact that is not public, set to anything else, changes nothing for who may not see it."""
    game = played_games.game
    if game.facts is None:
        return
    for played in played_games.all:
        for step in played.some(10):
            for name, seat, value in secret_values(game, step.after):
                if (other := other_value(game, name, (seat, value), step.after.seats)) is not None:
                    _compare_set_values(game, played, step.after, (name, seat, value, other))


def secret_values(game: Game, state: Any) -> Iterator[tuple[str, str, Any]]:
    """Yield each secret fact of a seat that can be set: its name, the seat, its value."""
    for fact in game.facts.secret:
        if fact.by_seat and fact.write is not None:
            yield from ((fact.name, seat, value) for seat, value in (fact.read(state) or {}).items())


def other_value(game: Game, name: str, now: tuple[str, Any], seats: tuple[str, ...]) -> Any:
    """Return a random value of a fact by seat other than that of a seat `now`, of the same length.

    None where none is found.
    """
    seat, value = now
    kind = next(f.type for f in inspect.type_info(game.facts.kind).fields if f.name == name)  # type: ignore[attr-defined]
    random = Random(f"{seat} {value}")
    inner = next(each for each in kind.types if isinstance(each, inspect.DictType)).value_type
    for _ in range(40):
        other = random_value(inner, seats, random)
        if other != value and (not isinstance(value, tuple) or len(value) == len(other)):
            return other
    return None


def _compare_set_values(game: Game, played: PlayedGame, state: Any, told: tuple[str, str, Any, Any]) -> None:
    """Fail where another viewer can tell a seat's secret fact set to one value from it set to another."""
    name, seat, *values = told
    where = f"in {folder_of(game.id)}"
    facts = game.facts.kind if game.facts is not None else dict
    events = [Corrected(facts(**{name: {seat: value}})) for value in values]
    verdicts = [try_event(game, state, event) for event in events]
    for viewer in viewers(state):
        if viewer == seat:
            continue
        if _encode_as_read(game, events[0], viewer, None) != _encode_as_read(game, events[1], viewer, None):
            fail(
                f"{played.name}: the log tells {viewer or 'everybody'} what {seat}'s {name} were set to; "
                f"let the type of the fact `{name}` allow null, or do not call it public, {where}"
            )
        if all(verdict is not None and len(verdict.judged) == 1 for verdict in verdicts):
            pair = tuple(Step(state, v.judged, v.state) for v in verdicts if v is not None)
            for way in _WAYS_OUT:
                if _differs(game, way, pair, viewer):  # type: ignore[arg-type] # two of them
                    fail(
                        f"{played.name}: {way} tells {viewer or 'everybody'} of {seat}'s {name}; "
                        f"mend `forget` of the fact `{name}` {where}"
                    )


def what_is_shown_follows_from_what_is_known(played_games: PlayedGames) -> None:
    """View, position and acts are the same of the state without what the viewer cannot know."""
    game = played_games.game
    if game.known is None:
        return
    for played in played_games.all:
        for n, step in enumerate(played.some(16)):
            for viewer in viewers(step.after):
                less = game.known(step.after, viewer)
                for way, show in (*_OF_KNOWN, *((("words", _words),) if n % 4 == 0 else ())):
                    if show(game, step.after, viewer) != show(game, less, viewer):
                        fail(
                            f"{played.name}: {way} tells {viewer or 'everybody'} what it cannot know after "
                            f"{step.event}; {what_to_change(game, step.event, way)}"
                        )


def the_score_counts_nothing_that_is_unknown(played_games: PlayedGames) -> None:
    """What everybody adds up is no other amount, and no other winner, than what is hidden would make it.

    An amount that depends on what is hidden is None; a reading names nobody then.
    """
    game = played_games.game
    where = f"mend `tally` of the game in {folder_of(game.id)}: leave the amount None, or name nobody"
    for played in played_games.all if game.scoring.tally is not None else ():
        for step in played.some(16):
            if game.winners(step.after) is not None:
                continue
            seen, whole = game.tally(step.after), game.tally(step.after, REFEREE)
            if seen is None or whole is None:
                fail(f"{played.name}: nothing can be counted by what everybody knows; {where}")
            amounts = {(line.seat, line.item, str(line.args)): line.amount for line in whole.lines}
            for line in seen.lines:
                there = amounts.get((line.seat, line.item, str(line.args)))
                if line.amount is not None and line.amount != there:
                    fail(
                        f"{played.name}: {line.item} of {line.seat} counts what is hidden as nothing; {where}"
                    )
            for one, other in zip(seen.readings, whole.readings, strict=True):
                if one.winners and one.winners != other.winners:
                    fail(f"{played.name}: {one.reason} names {one.winners} whatever is hidden; {where}")


LAWS = (
    the_score_counts_nothing_that_is_unknown,
    every_way_out_keeps_the_same_secrets,
    secret_facts_are_seen_by_their_own,
    what_is_shown_follows_from_what_is_known,
)
