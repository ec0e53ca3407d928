"""All judgement: an event proposed to a state, accepted with its consequences or refused."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event, Kind
from events.table import (
    Corrected,
    HouseRuled,
    TableClosed,
    TableOpened,
)
from referee.games.powerboats.charter import CHARTER
from referee.games.powerboats.correcting import judge_position
from referee.games.powerboats.dice import judge_throw, rules_of_throw, seeded_dice, shown
from referee.games.powerboats.draft import Draft, refuse
from referee.games.powerboats.ending import end_again, judge_retiring, settle
from referee.games.powerboats.events import (
    BoatMoved,
    BoatPlaced,
    BoatRetired,
    CourseSet,
    DiceThrown,
    LakeLaid,
)
from referee.games.powerboats.laying import complete, judge_lake
from referee.games.powerboats.moving import follow_move, judge_move
from referee.games.powerboats.placing import judge_placing
from referee.games.powerboats.state import State, open_state
from referee.games.powerboats.turns import judge_phase
from referee.kernel.table import (
    AFTER_THE_END,
    SHARED_RULES,
    judge_known_seats,
    judge_open,
    judge_opening,
    judge_seed,
    judge_table_event,
    shared_kind,
)
from referee.kernel.verdict import Accepted, Fact, Refused, Verdict

CONSEQUENCE_RULES: dict[str, tuple[str, ...]] = {
    "crashed": ("POW-CRA-01", "POW-CRA-02", "POW-CRA-03", "POW-CRA-04"),
    "stepped_back": ("POW-BOA-02", "POW-BOA-03"),
    "buoy_rounded": ("POW-RND-01", "POW-GATE-03"),
    "buoy_lost": ("POW-GATE-04",),
    "finished": ("POW-FIN-01", "POW-FIN-03"),
    "sunk": ("POW-DMG-01",),
    "boat_stopped": ("POW-MOV-05", "POW-TRN-01"),
    "race_ended": ("POW-RACE-01", "POW-SCO-01"),
    "boats_repaired": ("POW-DMG-02", "POW-NXT-01"),
    "game_ended": ("POW-SET-01", "POW-SCO-04"),
}
"""Which rules derive a consequence, cited when one is claimed that does not follow."""


def decide(state: State | None, event: Event) -> Verdict:
    """Judge an event; never raises on an event of the vocabulary."""
    if state is None:
        return open_table(event)
    handler = HANDLERS.get(type(event))
    if handler is None:
        return refuse_consequence(event)
    if (state.closed or state.result is not None) and (refused := judge_over(state, event)):
        return refused
    return handler(state, event)


def open_table(event: Event) -> Verdict:
    """Judge the first event of a log; what follows from the number of seats is written into it.

    Rules: POW-VAR-01, POW-SET-01, POW-SET-03, POW-SET-04
    """
    if not isinstance(event, TableOpened):
        return Refused("table.not_open", ("TAB-OPEN-05",))
    values = judge_opening(CHARTER, event)
    if isinstance(values, Refused):
        return values
    options = CHARTER.told(event, values)
    version = CHARTER.rules_version if event.rules_version is None else event.rules_version
    edition = event.edition or CHARTER.default_edition
    opened = replace(event, edition=edition, options=options, rules_version=version)
    rules = ("POW-SET-01", "POW-SET-03", "POW-SET-04", "POW-STA-04")
    return Accepted((Fact(opened, "observation", rules),), open_state(opened))


def judge_over(state: State, event: Event) -> Refused | None:
    """Refuse what comes after the end; the table may still set facts and rules, dispute and close.

    Rules: POW-RACE-03
    """
    if refused := judge_open(state):
        return refused
    if isinstance(event, AFTER_THE_END):
        return None
    return refuse("powerboats.game_is_over", "POW-RACE-03")


def refuse_consequence(event: Event) -> Refused:
    """Refuse an event that only the referee derives."""
    name = str(event.__struct_config__.tag)
    return Refused("table.only_derived", CONSEQUENCE_RULES[name], {"event": name})


def laid(state: State, event: LakeLaid) -> Verdict:
    """Lay the lake: once, for all three races.

    Rules: POW-SET-02, POW-SET-06
    """
    if state.lake is not None:
        return refuse("powerboats.lake_is_laid", "POW-SET-06")
    return judge_lake(event) or write(state, event, "observation", ("POW-SET-02",))


def course_set(state: State, event: CourseSet) -> Verdict:
    """Set a race's buoys.

    Rules: POW-CRS-01, POW-CRS-02, POW-CRS-03, POW-CRS-04, POW-CRS-06, POW-RACE-03
    """
    if refused := judge_phase(state, "course", ""):
        return refused
    if event.race != state.race:
        return refuse("powerboats.another_race", "POW-RACE-03", race=event.race, now=state.race)
    whole = complete(state.lake, event)  # type: ignore[arg-type]
    if isinstance(whole, Refused):
        return whole
    rules = ("POW-CRS-01", "POW-CRS-02", "POW-CRS-03", "POW-CRS-04", "POW-CRS-05", "POW-CRS-06")
    return write(state, whole, "observation", (*rules, "POW-CRS-07", "POW-GATE-01"))


def boat_placed(state: State, event: BoatPlaced) -> Verdict:
    """Put a boat on or behind the start tile."""
    if refused := unknown_seat(state, event.seat) or judge_placing(state, event):
        return refused
    return write(state, event, "action", ("POW-STA-01", "POW-STA-02", "POW-STA-03"))


def thrown(state: State, event: DiceThrown) -> Verdict:
    """Throw dice."""
    if refused := unknown_seat(state, event.seat) or judge_throw(state, event):
        return refused
    return write(state, shown(state, event), "action", rules_of_throw(state, event))


def moved(state: State, event: BoatMoved) -> Verdict:
    """Turn and run."""
    if refused := unknown_seat(state, event.seat) or judge_move(state, event):
        return refused
    draft = Draft(state)
    follow_move(draft, event)
    settle(draft)
    return draft.accept()


def retired(state: State, event: BoatRetired) -> Verdict:
    """Stop a race that can bring nothing more.

    Rules: POW-RACE-02
    """
    if refused := unknown_seat(state, event.seat) or judge_retiring(state, event):
        return refused
    return write(state, event, "action", ("POW-RACE-02",))


def corrected(state: State, event: Corrected[Any]) -> Verdict:
    """Set facts by hand.

    Rules: TAB-CORR-01, POW-COR-01
    """
    refused = judge_known_seats(state, event.agreed) or judge_position(state, event.position)
    if refused:
        return refused
    draft = Draft(state)
    draft.add(event, "observation", ("TAB-CORR-01", "POW-COR-01"))
    settle(draft) if state.result is None else end_again(draft, state, event.position)
    return draft.accept()


def house_ruled(state: State, event: HouseRuled) -> Verdict:
    """Change a switch from here on.

    Rules: TAB-HOUSE-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    value = CHARTER.switches[event.option].read(event.value)
    return write(state, replace(event, value=value), "observation", ("TAB-HOUSE-01",))


def closed(state: State, event: TableClosed) -> Verdict:
    """Close the table; a seed shown now has to be the one committed to, and to give every throw.

    Rules: TAB-CLOSE-01, TAB-CHANCE-01, POW-DIE-06
    """
    if event.seed is not None:
        if refused := judge_seed(state.seed_hash, event.seed):
            return refused
        thrown = seeded_dice(event.seed, 0, len(state.throws))
        wrong = next((n for n, (a, b) in enumerate(zip(thrown, state.throws, strict=True)) if a != b), None)
        if wrong is not None:
            told = {"n": wrong + 1, "shown": state.throws[wrong], "die": thrown[wrong]}
            return refuse("powerboats.throws_not_of_seed", "TAB-CHANCE-01", "POW-DIE-06", **told)
    return write(state, event, "observation", ("TAB-CLOSE-01",))


def table_event(state: State, event: Event) -> Verdict:
    """Judge an event that every game shares and that moves no piece.

    Rules: TAB-DISP-01, TAB-DISP-02, TAB-BACK-01, TAB-SEAL-01
    """
    refused = judge_table_event(CHARTER, state, event)
    return refused or write(state, event, shared_kind(event), SHARED_RULES[type(event)])


def unknown_seat(state: State, seat: str) -> Refused | None:
    """Refuse a seat that does not sit here.

    Rules: TAB-SEAT-01
    """
    return None if seat in state.index else judge_known_seats(state, (seat,))


def write(state: State, event: Event, kind: Kind, rules: tuple[str, ...]) -> Accepted:
    """Accept an event and derive what follows."""
    draft = Draft(state)
    draft.add(event, kind, rules)
    settle(draft)
    return draft.accept()


HANDLERS: dict[type, Callable[[State, Any], Verdict]] = {
    **dict.fromkeys(SHARED_RULES, table_event),
    LakeLaid: laid,
    CourseSet: course_set,
    BoatPlaced: boat_placed,
    DiceThrown: thrown,
    BoatMoved: moved,
    BoatRetired: retired,
    Corrected: corrected,
    HouseRuled: house_ruled,
    TableClosed: closed,
}
