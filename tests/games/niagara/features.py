"""What a recorded game shows, read off its events: the list that all of them together must cover."""

from collections.abc import Callable
from itertools import pairwise

from events.base import Event
from events.table import Corrected, HouseRuled, RulingGiven, TableClosed, TakenBack
from referee.games.niagara.events import (
    CanoeBought,
    CanoeGranted,
    CanoeLanded,
    CanoeLost,
    CanoeMoved,
    CloudMoved,
    GameEnded,
    GemRemoved,
    GemStolen,
    GoalMet,
    HandsRefilled,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    RoundEnded,
    TurnEnded,
)
from referee.games.niagara.phases.ending import is_hopeless
from referee.games.niagara.phases.turns import both_lost
from referee.games.niagara.state import State
from referee.games.niagara.tables import SITE_AT
from referee.testing.evenings import Step
from referee.testing.recorded import Record


def ending(replay: Record) -> GameEnded:
    """Give the last word of a game; of one that was given up, that nobody won."""
    return replay.state.result or GameEnded((), "closed", ())


def any_step(is_so: Callable[[Step, State], bool]) -> Callable[[Record], bool]:
    """Ask whether a step in force, with the state before it, is of a kind."""
    return lambda replay: any(step.before and is_so(step, step.before) for step in replay.kept)


def any_fact(kind: type[Event]) -> Callable[[Record], bool]:
    """Ask whether an event of a type is in force."""
    return lambda replay: any(isinstance(event, kind) for event in replay.events)


def won_by(goal: str) -> Callable[[Record], bool]:
    """Ask whether a winner met this goal first."""

    def is_won(replay: Record) -> bool:
        met = [e for e in replay.events if isinstance(e, GoalMet) and e.seat in ending(replay).winners]
        return goal in [event.goal for event in met]

    return is_won


def gems_of_holders(replay: Record) -> list[int]:
    """List how many gems each seat has that met a goal, most first."""
    return sorted((s.gems for s in ending(replay).standings if s.goals), reverse=True)


def tie(edition: str, reason: str) -> Callable[[Record], bool]:
    """Ask whether several met a goal, and an edition settled it this way."""
    return lambda replay: (
        replay.state.edition == edition
        and ending(replay).reason == reason
        and len(gems_of_holders(replay)) > 1
    )


def most_gems_decide(replay: Record) -> bool:
    """Whether the one with the most gems won, although somebody else met a goal first."""
    is_tie = tie("ja", "most_gems_then_first")(replay)
    return is_tie and ending(replay).winners != (first_to_meet(replay),)


def first_to_meet(replay: Record) -> str:
    """Name the seat that met a goal first."""
    return next(event.seat for event in replay.events if isinstance(event, GoalMet))


def first_decides(replay: Record) -> bool:
    """Whether those who met a goal have as many gems, and the first of them won."""
    first, second, *_ = (*gems_of_holders(replay), 0, 0)
    return tie("ja", "most_gems_then_first")(replay) and first == second


def jammed(step: Step, _: State) -> bool:
    """Whether the discs jammed and did not alternate."""
    flow = step.event
    return isinstance(flow, RiverFlowed) and bool(flow.jams) and any(a == b for a, b in pairwise(flow.exits))


def exchanged(step: Step, _: State) -> bool:
    """Whether a canoe unloaded and loaded at one site."""
    move = step.event
    return isinstance(move, CanoeMoved) and 2 in (len(move.before), len(move.after))


def robbed_after(acts: str) -> Callable[[Step, State], bool]:
    """Ask whether a thief unloaded in the same move: `before` going up, or `after`."""

    def is_so(step: Step, _: State) -> bool:
        move = step.event
        return isinstance(move, CanoeMoved) and move.steal is not None and bool(getattr(move, acts))

    return is_so


def put_down_at_home(step: Step, before: State) -> bool:
    """Whether a gem was unloaded at the site of its own colour."""
    move = step.event
    if not isinstance(move, CanoeMoved):
        return False
    canoe = 2 * before.turn + move.canoe - 1
    spaces = [before.at[canoe]] * len(move.before) + [move.to] * len(move.after)
    unloads = [at for act, at in zip((*move.before, *move.after), spaces, strict=True) if act.act == "unload"]
    return before.cargo[canoe] in [SITE_AT.get(at) for at in unloads]


def both_landed(replay: Record) -> bool:
    """Whether a seat brought both canoes ashore in one turn."""
    steps = [step for step in replay.kept if isinstance(step.event, CanoeMoved) and step.event.to == "land"]
    return any(step.before and step.before.landed for step in steps)


def over_on_purpose(step: Step, _: State) -> bool:
    """Whether a canoe paddled over the falls."""
    return isinstance(step.event, CanoeMoved) and step.event.to == "falls"


def bought_under_cloud(step: Step, before: State) -> bool:
    """Whether a canoe was bought on a turn with the cloud."""
    return isinstance(step.event, CanoeBought) and before.shown[before.turn] == "cloud"


def bought_with_both_lost(step: Step, before: State) -> bool:
    """Whether a seat whose canoes were both lost paid for one."""
    return isinstance(step.event, CanoeBought) and both_lost(before, before.turn)


def bought_both(replay: Record) -> bool:
    """Whether a seat bought both canoes back in one turn."""
    steps = [step.event for step in replay.kept]
    return any(isinstance(a, CanoeBought) and isinstance(b, CanoeBought) for a, b in pairwise(steps))


def granted(when: str) -> Callable[[Record], bool]:
    """Ask whether a free canoe was given, at a table where this is the moment."""
    return lambda replay: any_fact(CanoeGranted)(replay) and replay.state.switches.free_canoe == when


def all_clouds(step: Step, before: State) -> bool:
    """Whether a round ended in which everybody played the cloud."""
    ended = any(isinstance(event, RoundEnded) for event in step.events)
    return ended and all(card == "cloud" for card in shown_in(step, before))


def shown_in(step: Step, before: State) -> list[object]:
    """List the cards face up when a round ends with this step."""
    late = {event.seat: event.card for event in step.events if isinstance(event, PaddleRevealed)}
    return [late.get(seat, before.shown[i]) for i, seat in enumerate(before.seats)]


def still_water(step: Step, before: State) -> bool:
    """Whether the river did not move although a number card was shown."""
    still = any(isinstance(event, RiverFlowed) and not event.exits for event in step.events)
    return still and any(card != "cloud" for card in shown_in(step, before))


def two_cycles(replay: Record) -> bool:
    """Whether hands came back twice, so that fourteen rounds were played with seven cards each."""
    return sum(isinstance(event, HandsRefilled) for event in replay.events) >= 2


def players(n: int) -> Callable[[Record], bool]:
    """Ask for a number of players."""
    return lambda replay: len(replay.state.seats) == n


def face_down(replay: Record) -> bool:
    """Whether a card lay unknown to the referee and was turned up by hand."""
    chosen = any_step(lambda step, _: isinstance(step.event, PaddleChosen) and step.event.card is None)
    return chosen(replay) and any_step(lambda step, _: isinstance(step.event, PaddleRevealed))(replay)


def mid_game(kind: type[Event]) -> Callable[[Record], bool]:
    """Ask whether something was said after a round or more of play."""
    return any_step(lambda step, before: isinstance(step.event, kind) and before.round > 1)


def switch(name: str, value: object) -> Callable[[Record], bool]:
    """Ask for the value of a switch at the end."""
    return lambda replay: getattr(replay.state.switches, name) == value


def carried_over(replay: Record) -> bool:
    """Whether the computed alternation began a round on the right."""
    flows = [event for event in replay.events if isinstance(event, RiverFlowed)]
    begins_right = any(flow.exits[:1] == ("right",) for flow in flows)
    return switch("fork", "carry_over")(replay) and begins_right


def landed_then_launched(replay: Record) -> bool:
    """Whether a seat brought one canoe ashore and launched the other in the same turn."""
    return any(
        any(isinstance(e, CanoeLanded) for e in a.events)
        and isinstance(b.event, CanoeMoved)
        and b.before is not None
        and b.before.landed > 0
        and b.before.at[2 * b.before.turn + b.event.canoe - 1] == "land"
        for a, b in pairwise(replay.kept)
    )


def stolen_back(replay: Record) -> bool:
    """Whether a seat took from the very seat that had robbed it, in the same round."""
    robberies = [
        (step.before.round if step.before else 0, event.seat, event.from_seat)
        for step in replay.kept
        for event in step.events
        if isinstance(event, GemStolen)
    ]
    return any(a[0] == b[0] and a[1:] == b[:0:-1] for a, b in pairwise(robberies))


def stayed_ashore(step: Step, before: State) -> bool:
    """Whether a seat ended its turn with two canoes ashore that had not acted."""
    ashore = before.at[2 * before.turn : 2 * before.turn + 2] == ("land", "land")
    return isinstance(step.event, TurnEnded) and ashore and not before.used


def value_decides(replay: Record) -> bool:
    """Whether the worth of the gems settled a tie that the number of gems would have settled otherwise."""
    end, most = ending(replay), max(gems_of_holders(replay), default=0)
    richest = [s.seat for s in end.standings if s.goals and s.gems == most]
    return tie("zh", "gem_value")(replay) and not set(richest) & set(end.winners)


def value_shared(replay: Record) -> bool:
    """Whether worth and number of gems were equal, so that the win was shared."""
    return tie("zh", "gem_value")(replay) and len(ending(replay).winners) > 1


def swept_away(step: Step, before: State) -> bool:
    """Whether the river took a canoe over the falls."""
    lost = any(isinstance(event, CanoeLost) for event in step.events)
    return lost and not over_on_purpose(step, before)


def weather_at(extreme: int) -> Callable[[Record], bool]:
    """Ask whether a cloud took the weather to an end of its track."""
    return any_step(lambda step, _: isinstance(step.event, CloudMoved) and step.event.to == extreme)


def given_up(step: Step, before: State) -> bool:
    """Whether the table was closed because nobody could reach a goal any more."""
    return isinstance(step.event, TableClosed) and is_hopeless(before)


FEATURES: dict[str, Callable[[Record], bool]] = {
    "won with four_alike": won_by("four_alike"),
    "won with five_different": won_by("five_different"),
    "won with any_seven": won_by("any_seven"),
    "zh: a shared tie": tie("zh", "shared"),
    "ja: a tie the most gems decide": most_gems_decide,
    "ja: a tie whoever was first decides": first_decides,
    "gem_value: a tie the worth of gems decides": value_decides,
    "gem_value: a tie of equal worth": value_shared,
    "given up when nobody could win": any_step(given_up),
    "3 players": players(3),
    "4 players": players(4),
    "5 players": players(5),
    "a jam at the fork": any_step(jammed),
    "a steal": any_fact(GemStolen),
    "a gem stolen back in the same round": stolen_back,
    "a gem unloaded, then one stolen further up": any_step(robbed_after("before")),
    "a gem unloaded at the end, then one stolen there": any_step(robbed_after("after")),
    "ja: a gem put down at its own site": any_step(put_down_at_home),
    "both canoes brought ashore in one turn": both_landed,
    "an exchange at a site": any_step(exchanged),
    "a canoe swept over the falls": any_step(swept_away),
    "a canoe paddled over the falls": any_step(over_on_purpose),
    "both lost with gems, one bought": any_step(bought_with_both_lost),
    "both bought back in one turn": bought_both,
    "a free canoe at once": granted("at_once"),
    "a free canoe before the turn": granted("before_turn"),
    "a purchase on a cloud turn": any_step(bought_under_cloud),
    "a gem removed by the falls": any_fact(GemRemoved),
    "an all-cloud round": any_step(all_clouds),
    "a river that stood still": any_step(still_water),
    "weather at +2": weather_at(2),
    "weather at -1": weather_at(-1),
    "two cycles of seven cards": two_cycles,
    "cards unknown to the referee": face_down,
    "one landed, the other launched": landed_then_launched,
    "a turn ended by hand": any_fact(TurnEnded),
    "both canoes kept ashore": any_step(stayed_ashore),
    "something taken back": any_fact(TakenBack),
    "a house rule in mid-game": mid_game(HouseRuled),
    "a correction in mid-game": mid_game(Corrected),
    "a dispute ruled on": any_fact(RulingGiven),
    "an alternation carried over": carried_over,
    "every consequence written down": lambda replay: replay.claimed == replay.derived,
}
"""What the recorded games have to show between them, and how to tell."""


def shown_by(replay: Record) -> list[str]:
    """List what a game shows."""
    return [name for name, is_shown in FEATURES.items() if is_shown(replay)]
