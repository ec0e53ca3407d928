"""Throwing: which dice lie, which are thrown, what they may show."""

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from operator import attrgetter

from msgspec.structs import replace

from referee.games.powerboats.events import DiceThrown
from referee.games.powerboats.phases.turns import judge_turn
from referee.games.powerboats.state import State
from referee.kernel.acts import LISTS_KEPT, Act
from referee.kernel.chance import throws_itself
from referee.kernel.facts import put
from referee.kernel.seed import Throw
from referee.kernel.verdict import Refused, refuse

FACES = (1, 2, 3)
Dice = tuple[int, ...]


def judge_thrower(state: State, seat: str) -> Refused | None:
    """Judge whether the dice of this turn still wait to be thrown by a seat. Rules: POW-DIE-04."""
    if refused := judge_turn(state, seat):
        return refused
    return refuse("powerboats.thrown_once", "POW-DIE-04", seat=seat) if state.thrown else None


def judge_throw(state: State, event: DiceThrown) -> Refused | None:
    """Judge a throw: dice that are there, one more or fewer at most, and what they are said to show.

    Rules: POW-DIE-01, POW-DIE-02, POW-DIE-03, POW-DIE-04, POW-DIE-05, POW-DIE-06, POW-DIE-07, POW-CRA-05,
    POW-SET-05
    """
    seat, dice = event.seat, state.boats[state.turn].dice
    if missing := die_not_there(event.held, dice):
        return refuse("powerboats.die_not_there", "POW-DIE-01", "POW-DIE-04", seat=seat, die=missing)
    n, before = len(event.held) + event.roll, len(dice)
    if reason := why_not_so_many(n, before, is_first=is_first_die(state)):
        told = {"before": before} if reason == "one_die_a_turn" else {}
        return refuse(f"powerboats.{reason}", *NUMBER_RULES[reason], seat=seat, n=n, **told)
    if event.rolled is None and event.roll and not throws_itself(state):
        return refuse("powerboats.dice_not_shown", "POW-DIE-06", "POW-DIE-04", seat=seat, n=event.roll)
    if event.rolled is not None and (shown := len(event.rolled)) != event.roll:
        return refuse("powerboats.dice_miscounted", "POW-DIE-04", seat=seat, n=event.roll, shown=shown)
    return None


def rules_of_throw(state: State, event: DiceThrown) -> tuple[str, ...]:
    """Name the rules that decided a throw: by what lies, what is added or removed, what is rolled."""
    before, held = len(state.boats[state.turn].dice), len(event.held)
    return rules_between(before, held, event.roll, is_first_die(state))


@cache
def rules_between(before: int, held: int, roll: int, is_first: bool) -> tuple[str, ...]:
    """Name the rules that lead from so many dice to those held and those rolled.

    Rules: POW-DIE-01, POW-DIE-02, POW-DIE-03, POW-DIE-04, POW-DIE-05, POW-DIE-06, POW-DIE-07, POW-CRA-05
    """
    after = held + roll
    deciding = (
        (("POW-DIE-07",), is_first),
        (("POW-CRA-05",), before == 0),
        (("POW-DIE-01",), held > 0),
        (("POW-DIE-02",), max(before, after) > 0),
        (("POW-DIE-03",), min(before, after) > 0),
        (("POW-DIE-04", "POW-DIE-05", "POW-DIE-06"), roll > 0),
    )
    return tuple(rule for rules, decides in deciding if decides for rule in rules)


@lru_cache(maxsize=LISTS_KEPT)
def die_not_there(held: Dice, dice: Dice) -> int | None:
    """Find the lowest die that is held and was not there; None: all were. Rules: POW-DIE-01, POW-DIE-04."""
    return min(Counter(held) - Counter(dice), default=None)


NUMBER_RULES = {
    "first_turn_one_die": ("POW-DIE-07", "POW-CRA-05"),
    "one_die_from_rest": ("POW-DIE-02", "POW-CRA-05"),
    "one_die_a_turn": ("POW-DIE-02",),
}


def why_not_so_many(n: int, before: int, *, is_first: bool) -> str | None:
    """Say why there may not be `n` dice after a throw where there were so many before; None where there may.

    Rules: POW-DIE-02, POW-DIE-07, POW-CRA-05
    """
    if is_first and n != 1:
        return "first_turn_one_die"
    if before == 0 and n > 1:
        return "one_die_from_rest"
    return "one_die_a_turn" if abs(n - before) > 1 else None


def is_first_die(state: State) -> bool:
    """Whether the seat whose turn it is has to throw exactly one die: its first turn.

    Dice that lie there, set by hand, were thrown in a turn before.

    Rules: POW-DIE-07
    """
    boat = state.boats[state.turn]
    return not (boat.turns or boat.dice) and state.options.first_turn == "one_die"


def throws(state: State, seat: str) -> tuple[DiceThrown, ...]:
    """List every throw open to the seat whose turn it is; dice are told highest first.

    Rules: POW-DIE-02, POW-DIE-03, POW-DIE-04, POW-DIE-07
    """
    return throws_of(seat, lying(state), is_first_die(state), throws_itself(state))


def lying(state: State) -> Dice:
    """Give the dice of the seat whose turn it is, highest first."""
    return tuple(sorted(state.boats[state.turn].dice, reverse=True))


def speeds(state: State) -> range:
    """Give what the dice may come to once the seat whose turn it is has thrown.

    Rules: POW-DIE-02, POW-DIE-03, POW-DIE-07
    """
    return speeds_of(lying(state), is_first=is_first_die(state))


@cache
def speeds_of(dice: Dice, *, is_first: bool) -> range:
    """Give what dice may come to."""
    open_to = choices(dice, is_first=is_first)
    sums = [sum(held) + roll * face for held, roll in open_to for face in FACES]
    return range(min(sums), max(sums) + 1)


@lru_cache(maxsize=LISTS_KEPT)
def throws_of(seat: str, dice: Dice, is_first: bool, seeded: bool) -> tuple[DiceThrown, ...]:
    """List every throw from a set of dice."""
    return tuple(
        DiceThrown(seat, held, roll, rolled)
        for held, roll in choices(dice, is_first=is_first)
        for rolled in ([None] if seeded and roll else results(roll))
    )


@cache
def choices(dice: Dice, *, is_first: bool) -> tuple[tuple[Dice, int], ...]:
    """List which dice may be left lying, and how many thrown: as many dice as before at first.

    Rules: POW-DIE-02, POW-DIE-03
    """
    kept = sorted(parts(dice), key=lambda held: (-len(held), held))
    n = len(dice)
    after = [each for each in range(n + 2) if why_not_so_many(each, n, is_first=is_first) is None]
    after.sort(key=lambda each: (each != n, each < n))
    return tuple((held, each - len(held)) for held in kept for each in after if each >= len(held))


def parts(dice: Dice) -> set[Dice]:
    """List the parts of a set of dice, highest first in each."""
    found: set[Dice] = {()}
    for die in sorted(dice, reverse=True):
        found |= {(*part, die) for part in found}
    return found


@cache
def results(roll: int) -> tuple[Dice, ...]:
    """List what so many dice may show, highest first."""
    return tuple(combinations_with_replacement(sorted(FACES, reverse=True), roll))


def dice_thrown(state: State, event: DiceThrown) -> State:
    """Show the dice of a seat."""
    i = state.index[event.seat]
    boat = replace(state.boats[i], dice=(*event.held, *(event.rolled or ())))
    return replace(state, boats=put(state.boats, i, boat), thrown=True)


ACTS = (
    Act(
        event=DiceThrown,
        rules=rules_of_throw,
        may=judge_thrower,
        judge=judge_throw,
        throws=Throw(field="rolled", sides=len(FACES), number=attrgetter("roll")),
        apply=dice_thrown,
        listed=throws,
        phases=("dice",),
        reveals=True,
    ),
)
