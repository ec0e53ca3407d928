"""A boat's turn: whose it is, the throw, the three ways it may go, the run, and what that leads to."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from referee.games.powerboats.course import BUOYS, Course, Mark, Track, sail
from referee.games.powerboats.events import (
    BoatMoved,
    BoatStopped,
    BuoyLost,
    BuoyRounded,
    Crashed,
    DiceThrown,
    Finished,
    SteppedBack,
    Sunk,
    Turn,
)
from referee.games.powerboats.state import (
    DICE,
    NOBODY,
    NOWHERE,
    SINKING,
    Boat,
    State,
    Wake,
    next_racer,
    with_boat,
)
from referee.kernel import parts
from referee.kernel.parts import LISTS_KEPT, Draft, Refused, refuse, set_at, throws_itself, unchanged


def judge_phase(state: State, wanted: str, seat: str, *rules: str) -> Refused | None:
    """Refuse what comes before its time or after it; `rules` say when its time is."""
    if state.phase == wanted:
        return None
    return refuse(f"powerboats.now_{state.phase}", "POW-RACE-03", *rules, seat=seat, race=state.race)


def judge_turn(state: State, seat: str) -> Refused | None:
    """Refuse a seat whose turn it is not, or that races no more. Rules: POW-RACE-03."""
    i = state.index[seat]
    if state.phase == "racing" and i == state.turn:
        return None
    if refused := judge_phase(state, "racing", seat, "POW-TRN-01"):
        return refused
    if i in state.finished:
        return refuse("powerboats.has_finished", "POW-FIN-01", "POW-BOA-04", seat=seat)
    if i in state.sunk:
        return refuse("powerboats.is_sunk", "POW-DMG-01", "POW-BOA-04", seat=seat)
    return refuse("powerboats.not_your_turn", "POW-TRN-01", seat=seat, turn=state.seats[state.turn])


FACES = tuple(range(1, DICE.sides + 1))
_Dice = tuple[int, ...]


def _judge_throw(state: State, event: DiceThrown) -> Refused | None:
    """Judge a throw: dice that are there, one more or fewer at most, and what they are said to show.

    Rules: POW-SET-05
    """
    seat, dice = event.seat, state.boats[state.turn].dice
    if missing := _die_not_there(event.held, dice):
        return refuse("powerboats.die_not_there", "POW-DIE-01", "POW-DIE-04", seat=seat, die=missing)
    n, before = len(event.held) + event.roll, len(dice)
    if reason := _why_not_so_many(n, before, is_first=is_first_die(state)):
        args = {"before": before} if reason == "one_die_a_turn" else {}
        return refuse(f"powerboats.{reason}", *_NUMBER_RULES[reason], seat=seat, n=n, **args)
    if event.rolled is None and event.roll and not throws_itself(state):
        return refuse("powerboats.dice_not_shown", "POW-DIE-06", "POW-DIE-04", seat=seat, n=event.roll)
    if event.rolled is not None and (shown := len(event.rolled)) != event.roll:
        return refuse("powerboats.dice_miscounted", "POW-DIE-04", seat=seat, n=event.roll, shown=shown)
    return None


@cache
def rules_between(before: int, held: int, roll: int, is_first: bool) -> tuple[str, ...]:
    """Return the rules that lead from `before` dice to those held and those rolled. Kept for any table.

    A change of their number is allowed by one rule, that some are rolled again by another.
    """
    after = held + roll
    only_rerolls = after == before and roll > 0
    deciding = (
        (("POW-DIE-07",), is_first),
        (("POW-CRA-05",), before == 0),
        (("POW-DIE-03",), only_rerolls),
        (("POW-DIE-02",), max(before, after) > 0),
        (("POW-DIE-03",), min(before, after) > 0 and not only_rerolls),
        (("POW-DIE-04", "POW-DIE-05", "POW-DIE-06"), roll > 0),
        (("POW-DIE-01",), held > 0),
    )
    return tuple(rule for rules, decides in deciding if decides for rule in rules)


@lru_cache(maxsize=LISTS_KEPT)
def _die_not_there(held: _Dice, dice: _Dice) -> int | None:
    """Return the lowest die that is held and was not there; None where all were.

    Rules: POW-DIE-01, POW-DIE-04
    """
    return min(Counter(held) - Counter(dice), default=None)


_NUMBER_RULES = {
    "first_turn_one_die": ("POW-DIE-07", "POW-CRA-05"),
    "one_die_from_rest": ("POW-DIE-02", "POW-CRA-05"),
    "one_die_a_turn": ("POW-DIE-02",),
}


def _why_not_so_many(n: int, before: int, *, is_first: bool) -> str | None:
    """Return why there may not be `n` dice after a throw where there were `before`; None where there may.

    The reason is a message id without the name of the game. `is_first`: exactly one die is to be thrown.

    Rules: POW-DIE-02, POW-DIE-07, POW-CRA-05
    """
    if is_first and n != 1:
        return "first_turn_one_die"
    if before == 0 and n > 1:
        return "one_die_from_rest"
    return "one_die_a_turn" if abs(n - before) > 1 else None


def is_first_die(state: State) -> bool:
    """Return whether the seat whose turn it is has to throw exactly one die: its first turn.

    Dice that lie there, set by hand, were thrown in a turn before.

    Rules: POW-DIE-07
    """
    boat = state.boats[state.turn]
    return not (boat.turns or boat.dice) and state.options.first_turn == "one_die"


def lying(state: State) -> _Dice:
    """Return the dice of the seat whose turn it is, highest first."""
    return tuple(sorted(state.boats[state.turn].dice, reverse=True))


@cache
def speeds_after(dice: _Dice, *, is_first: bool) -> range:
    """Return what the sum of the dice may be after a throw from `dice`."""
    open_to = choices(dice, is_first=is_first)
    sums = [sum(held) + roll * face for held, roll in open_to for face in FACES]
    return range(min(sums), max(sums) + 1)


@lru_cache(maxsize=LISTS_KEPT)
def _throws_of(seat: str, dice: _Dice, is_first: bool, seeded: bool) -> tuple[DiceThrown, ...]:
    """Return every throw from a set of dice; `seeded`: what they show is left to the seed."""
    highest_first = sorted(FACES, reverse=True)
    return tuple(
        DiceThrown(seat, held, roll, rolled)
        for held, roll in choices(dice, is_first=is_first)
        for rolled in ([None] if seeded and roll else combinations_with_replacement(highest_first, roll))
    )


@cache
def choices(dice: _Dice, *, is_first: bool) -> tuple[tuple[_Dice, int], ...]:
    """Return which dice may be left lying, each with how many are thrown: as many dice as before at first.

    Rules: POW-DIE-02, POW-DIE-03
    """
    n, parts = len(dice), set[_Dice]({()})
    for die in sorted(dice, reverse=True):
        parts |= {(*part, die) for part in parts}
    kept = sorted(parts, key=lambda held: (-len(held), held))
    after = [each for each in range(n + 2) if _why_not_so_many(each, n, is_first=is_first) is None]
    after.sort(key=lambda each: (each != n, each < n))
    return tuple((held, each - len(held)) for held in kept for each in after if each >= len(held))


@cache
def finals(dice: _Dice, *, is_first: bool) -> tuple[_Dice, ...]:
    """Return all that may lie there after a throw from `dice`, each highest first.

    Rules: POW-DIE-02, POW-DIE-07
    """
    numbers = dict.fromkeys(len(held) + roll for held, roll in choices(dice, is_first=is_first))
    highest_first = sorted(FACES, reverse=True)
    return tuple(lie for n in numbers for lie in combinations_with_replacement(highest_first, n))


@lru_cache(maxsize=LISTS_KEPT)
def _least_throw(seat: str, dice: _Dice, lie: _Dice) -> DiceThrown:
    """Return the throw of the fewest dice after which `lie` lie there, where `dice` lay."""
    held = tuple(sorted((Counter(dice) & Counter(lie)).elements(), reverse=True))
    rolled = tuple(sorted((Counter(lie) - Counter(held)).elements(), reverse=True))
    return DiceThrown(seat, held, len(rolled), rolled)


def tell_ahead(state: State, seat: str) -> Iterator[tuple[DiceThrown, BoatMoved]]:
    """Yield each move of a boat that has not thrown, after the throw that allows it.

    Of throws after which the same dice lie there it is that of the fewest. None where the referee throws.
    """
    if seat not in state.index or state.thrown or throws_itself(state) or judge_turn(state, seat):
        return
    dice = lying(state)
    moves: dict[int, tuple[BoatMoved, ...]] = {}
    for lie in finals(dice, is_first=is_first_die(state)):
        if not (lie or dice):
            continue  # it moves without a throw
        speed = sum(lie)
        if speed not in moves:
            left, straight, right = _runs(with_boat(state, state.turn, dice=(speed,)))
            best = max(left, straight, right)
            moves[speed] = _moves_of(seat, left == best, straight == best, right == best)
        for move in moves[speed]:
            yield _least_throw(seat, dice, lie), move


def _apply_dice_thrown(state: State, event: DiceThrown) -> State:
    i = state.index[event.seat]
    boat = replace(state.boats[i], dice=(*event.held, *(event.rolled or ())))
    return replace(state, boats=set_at(state.boats, i, boat), thrown=True)


_TURNS: Final[dict[Turn, int]] = {"left": 1, "straight": 0, "right": -1}
"""By how much each turn changes the number of the heading."""


class _Way(NamedTuple):
    """One of the three ways a boat may turn and run.

    `run` counts the hexes of water it would cover; `at` is the number of the hex where it would
    stand after stepping `back` behind boats; `damage` is what a crash would cost.
    """

    turn: Turn
    heading: int
    run: int
    at: int
    back: int
    damage: int
    is_allowed: bool


def _runs(state: State) -> tuple[int, int, int]:
    """Return how far the boat whose turn it is could run to the left, straight on, to the right.

    Rules: POW-MOV-02, POW-MOV-05, POW-BOA-01
    """
    boat = state.boats[state.turn]
    speed = sum(boat.dice)
    rays, heading = state.course.rays[boat.at], boat.heading  # type: ignore[union-attr]
    left, straight, right = rays[(heading + 1) % 6], rays[heading], rays[heading - 1]
    return min(len(left), speed), min(len(straight), speed), min(len(right), speed)


def ways(state: State) -> tuple[_Way, _Way, _Way]:
    """Return all three ways of the boat whose turn it is: left, straight, right.

    Rules: POW-MOV-01, POW-MOV-03, POW-MOV-04, POW-CRA-01, POW-CRA-02, POW-CRA-03, POW-BOA-02, POW-BOA-03
    """
    boat, reach = state.boats[state.turn], _runs(state)
    speed, best = sum(boat.dice), max(reach)
    found = []
    for (turn, by), run in zip(_TURNS.items(), reach, strict=True):
        heading = (boat.heading + by) % 6
        path = state.course.rays[boat.at][heading][:run]  # type: ignore[union-attr]
        at, back = _stop_behind(state, path)
        found.append(_Way(turn, heading, run, at, back, speed - run, run == best))
    return tuple(found)  # type: ignore[return-value]


def _stop_behind(state: State, path: tuple[int, ...]) -> tuple[int, int]:
    """Return the last free hex of a path, at worst where the boat is, and how many steps back it is.

    Rules: POW-BOA-02, POW-BOA-03
    """
    own = state.boats[state.turn].at
    taken = [boat.at for boat in state.boats]
    for back, at in enumerate(reversed(path)):
        if at not in taken or at == own:
            return at, back
    return own, len(path)


def _judge_move(state: State, event: BoatMoved) -> Refused | None:
    """Judge a move: a way the dice can be spent on in full, or else the longest. Rules: POW-TRN-02."""
    if refused := _judge_mover(state, event.seat):
        return refused
    reach = _runs(state)
    best, run = max(reach), reach[1 - _TURNS[event.turn]]
    if run == best:
        return None
    speed = sum(state.boats[state.turn].dice)
    may = tuple(turn for turn, other in zip(_TURNS, reach, strict=True) if other == best)
    args = {"seat": event.seat, "turn": event.turn, "run": run, "may": may}
    if best == speed:
        return refuse("powerboats.take_the_free_way", "POW-MOV-01", **args, speed=speed)
    return refuse("powerboats.take_the_longest", "POW-MOV-03", "POW-MOV-04", **args, best=best)


def _judge_mover(state: State, seat: str) -> Refused | None:
    refused = judge_turn(state, seat)
    if refused or not _must_throw(state):
        return refused
    if not state.boats[state.turn].dice:
        return refuse("powerboats.first_turn_one_die", "POW-DIE-07", "POW-CRA-05", seat=seat, n=0)
    return refuse("powerboats.dice_first", "POW-TRN-03", "POW-DIE-01", seat=seat)


def _must_throw(state: State) -> bool:
    """Return whether the dice of the boat whose turn it is come before its move."""
    return not state.thrown and (bool(state.boats[state.turn].dice) or is_first_die(state))


def _follow_move(draft: Draft[State], event: BoatMoved) -> None:
    """Derive all a move leads to: a crash and its damage, steps back, buoys, the finish; the stop."""
    state, seat, i = draft.state, event.seat, draft.state.turn
    boat = state.boats[i]
    course: Course = state.course  # type: ignore[assignment]
    path, missing, at, back, track, marks = _run(state, boat.heading)
    if missing:
        aground = course.hex_of(path[-1] if path else boat.at)
        draft.derive(Crashed(seat, aground, len(path), missing), *_CRASHED)
    if back:
        draft.derive(SteppedBack(seat, course.hex_of(at), back), *_STEPPED_BACK)
    is_home = _write_marks(draft, seat, marks) if marks else False
    damage = draft.state.boats[i].damage
    if is_sunk := damage >= SINKING:
        rules = ("POW-FIN-02", "POW-DMG-01", "POW-SCO-02") if is_home else ("POW-DMG-01", "POW-SCO-02")
        draft.derive(Sunk(seat, damage, is_home), *rules)
    following = next_racer(draft.state, i, i if is_home or is_sunk else NOBODY)
    whose = None if following == NOBODY else state.seats[following]
    leaves = ("POW-BOA-04",) if is_home or is_sunk else ()
    draft.derive(BoatStopped(seat, course.hex_of(at), *track, whose), *_STOPPED, *leaves)


class _Run(NamedTuple):
    """What comes of running a way.

    `path` is the run over water, `missing` how many hexes it is short of the dice; then where the boat
    stands after stepping `back`, and what its track did.
    """

    path: tuple[int, ...]
    missing: int
    at: int
    back: int
    track: Track
    marks: Sequence[Mark]


_sail = lru_cache(maxsize=LISTS_KEPT)(sail)
"""A move is sailed twice: for the rules it is allowed by, and for what it leads to."""


def _run(state: State, heading: int) -> _Run:
    """Return what comes of the boat whose turn it is running with its dice on a heading."""
    boat, options = state.boats[state.turn], state.options
    course: Course = state.course  # type: ignore[assignment]
    speed = sum(boat.dice)
    path = course.rays[boat.at][heading][:speed]
    at, back = _stop_behind(state, path)
    sailed = path[: len(path) - back]
    track, marks = _sail(course, options.rounding, options.start_line, boat.track, boat.at, sailed)
    return _Run(path, speed - len(path), at, back, track, marks)


def _rules_of_move(state: State, event: BoatMoved) -> tuple[str, ...]:
    """Return the rules that allow a move, first those that say that just this may be done."""
    boat = state.boats[state.turn]
    if not boat.dice:
        return _MOVED_AT_REST if not state.thrown else ("POW-CRA-05", *_MOVED)
    path, missing, _, back, _, marks = _run(state, (boat.heading + _TURNS[event.turn]) % 6)
    crash = 0 if not missing else _runs(state).count(len(path))
    others = [other.at for other in state.boats]
    passes = any(at in others for at in path[: len(path) - back])
    return _rules_of_run(crash, back > 0, passes, tuple([mark.what for mark in marks]))


@cache
def _rules_of_run(crash: int, stops_behind: bool, passes: bool, done: tuple[str, ...]) -> tuple[str, ...]:
    """Return the rules that allow a run; kept for any table.

    `crash` is 0, or of how many longest runs it is one; `done` is what its track did.
    """
    deciding = (
        (("POW-MOV-04",), crash > 1),
        (("POW-MOV-03",), crash == 1),
        (("POW-BOA-02",), stops_behind),
        (("POW-BOA-01",), passes),
        (("POW-FIN-01",), "finished" in done),
        (("POW-RND-01",), "rounded" in done),
        (("POW-MOV-03",), crash > 1),
        (("POW-CRA-01",), crash),
        (("POW-BOA-03",), crash and stops_behind),
        (("POW-FIN-02",), crash and "finished" in done),
        (_MOVED, True),
        (("POW-STA-05",), "started" in done),
    )
    return tuple([rule for rules, decides in deciding if decides for rule in rules])


_MOVED = ("POW-TRN-02", "POW-MOV-01", "POW-MOV-02", "POW-MOV-05")
_MOVED_AT_REST = ("POW-CRA-05", "POW-TRN-03", *_MOVED)
_CRASHED = ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-CRA-04")
_STEPPED_BACK = ("POW-BOA-02", "POW-BOA-03")
_STOPPED = ("POW-MOV-05", "POW-GATE-02", "POW-TRN-01")


def _write_marks(draft: Draft[State], seat: str, marks: Sequence[Mark]) -> bool:
    """Derive what a track did round the course; return whether it finished."""
    state = draft.state
    for mark in marks:
        at = state.course.hex_of(mark.at)  # type: ignore[union-attr]
        if mark.what == "rounded":
            rules = ("POW-RND-01", "POW-RND-02", "POW-GATE-03")
            following = ("POW-GATE-06",) if mark.buoy < BUOYS else ()
            draft.derive(BuoyRounded(seat, str(mark.buoy), at), *rules, *following)  # type: ignore[arg-type]
        elif mark.what == "lost":
            draft.derive(BuoyLost(seat, str(mark.buoy), at), "POW-GATE-04", "POW-GATE-05")  # type: ignore[arg-type]
        elif mark.what == "finished":
            place, turns = len(state.finished) + 1, draft.state.boats[state.turn].turns
            draft.derive(Finished(seat, place, turns), "POW-FIN-01", "POW-FIN-03", "POW-FIN-04")
            return True
    return False


def _moves(state: State, seat: str) -> tuple[BoatMoved, ...]:
    if _must_throw(state) or judge_turn(state, seat) is not None:
        return ()
    left, straight, right = _runs(state)
    best = max(left, straight, right)
    return _moves_of(seat, left == best, straight == best, right == best)


@lru_cache(maxsize=LISTS_KEPT)
def _moves_of(seat: str, *allowed: bool) -> tuple[BoatMoved, ...]:
    """Return a move for each of left, straight and right that is `allowed`."""
    return tuple(BoatMoved(seat, turn) for turn, is_in in zip(_TURNS, allowed, strict=True) if is_in)


def _apply_boat_moved(state: State, event: BoatMoved) -> State:
    """Turn a boat; where it stops is another event."""
    i = state.index[event.seat]
    boat = state.boats[i]
    heading = (boat.heading + _TURNS[event.turn]) % 6
    return replace(state, boats=set_at(state.boats, i, replace(boat, heading=heading, turns=boat.turns + 1)))


def _apply_crashed(state: State, event: Crashed) -> State:
    i = state.index[event.seat]
    return with_boat(state, i, dice=(), damage=state.boats[i].damage + event.damage)


def _apply_boat_stopped(state: State, event: BoatStopped) -> State:
    """Put a boat where its move ended, off the lake where its race ended, and pass the turn."""
    i = state.index[event.seat]
    boat, at = state.boats[i], state.course.number(event.at)  # type: ignore[union-attr]
    wake = Wake(i, boat.at, at)
    is_out = i in state.finished or i in state.sunk
    track = Track(event.buoys, event.progress, event.margin)
    at = NOWHERE if is_out else at
    boat = Boat(at, boat.heading, boat.dice, boat.damage, boat.carried, track, boat.turns)
    turn = NOBODY if event.next is None else state.index[event.next]
    return replace(state, boats=set_at(state.boats, i, boat), wake=wake, turn=turn, thrown=False)


ACTS = (
    parts.Act(
        event=DiceThrown,
        rules=lambda state, event: rules_between(
            len(state.boats[state.turn].dice), len(event.held), event.roll, is_first_die(state)
        ),
        when=parts.When(
            phases=("dice",),
            judge=lambda state, seat: (
                judge_turn(state, seat)
                or (refuse("powerboats.thrown_once", "POW-DIE-04", seat=seat) if state.thrown else None)
            ),
        ),
        judge=_judge_throw,
        apply=_apply_dice_thrown,
        candidates=parts.Listing(
            lambda state, seat: _throws_of(seat, lying(state), is_first_die(state), throws_itself(state))
        ),
        chance=parts.Throw(field="rolled", sides=DICE.sides, number=attrgetter("roll")),
    ),
    parts.Act(
        event=BoatMoved,
        rules=_rules_of_move,
        when=parts.When(phases=("dice", "move")),
        judge=_judge_move,
        apply=_apply_boat_moved,
        candidates=parts.Listing(_moves),
        follow=_follow_move,
    ),
)

CONSEQUENCES = (
    parts.Consequence(event=Crashed, rules=_CRASHED, apply=_apply_crashed),
    parts.Consequence(event=SteppedBack, rules=_STEPPED_BACK, apply=unchanged),
    parts.Consequence(event=BuoyRounded, rules=("POW-RND-01", "POW-GATE-03"), apply=unchanged),
    parts.Consequence(event=BuoyLost, rules=("POW-GATE-04",), apply=unchanged),
    parts.Consequence(
        event=Finished,
        rules=("POW-FIN-01", "POW-FIN-03"),
        apply=lambda state, event: replace(state, finished=(*state.finished, state.index[event.seat])),
        turning=True,
    ),
    parts.Consequence(
        event=Sunk,
        rules=("POW-DMG-01",),
        apply=lambda state, event: (
            state if event.finished else replace(state, sunk=(*state.sunk, state.index[event.seat]))
        ),
        turning=True,
        needs_confirmation=True,
    ),
    parts.Consequence(event=BoatStopped, rules=("POW-MOV-05", "POW-TRN-01"), apply=_apply_boat_stopped),
)
