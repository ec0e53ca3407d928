"""What the recorded games of Niagara must show between them, and how one ended."""

from itertools import pairwise

from events.table import Corrected, HouseRuled, RulingGiven, TableClosed, TakenBack
from referee.games.niagara.ending import is_hopeless
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
from referee.games.niagara.state import State
from referee.games.niagara.tables import RULESET, SITE_AT
from referee.games.niagara.turns import both_lost
from referee.testing.random_games import Step
from referee.testing.recorded import Record
from tests.games.features import Feature, any_act, any_fact, any_step, is_written_out, option, players


def ending(told: Record) -> GameEnded:
    """Give the last word of a game; of one that was given up, that nobody won."""
    return told.state.result or GameEnded((), "closed", ())


def outcome(told: Record) -> str:
    end = ending(told)
    winners = " and ".join(end.winners) or "nobody"
    table = ", ".join(f"{s.rank} {s.seat} {s.gems} gems worth {s.value}" for s in end.standings)
    return f"{winners} ({end.reason}) in round {told.state.round - 1}: {table}".rstrip(": ")


def won_by(goal: str) -> Feature:
    return lambda told: any(
        isinstance(event, GoalMet) and event.goal == goal and event.seat in ending(told).winners
        for event in told.events
    )


def gems_of_holders(told: Record) -> list[int]:
    return sorted((s.gems for s in ending(told).standings if s.goals), reverse=True)


def is_tie(told: Record, edition: str, reason: str) -> bool:
    is_settled = (told.state.edition, ending(told).reason) == (edition, reason)
    return is_settled and len(gems_of_holders(told)) > 1


def most_gems_decide(told: Record) -> bool:
    """Whether the one with the most gems won, although somebody else met a goal first."""
    first = next((event.seat for event in told.events if isinstance(event, GoalMet)), "")
    return is_tie(told, "ja", "most_gems_then_first") and ending(told).winners != (first,)


def first_decides(told: Record) -> bool:
    """Whether those who met a goal have as many gems, and the first of them won."""
    first, second, *_ = (*gems_of_holders(told), 0, 0)
    return is_tie(told, "ja", "most_gems_then_first") and first == second


def value_decides(told: Record) -> bool:
    """Whether the worth of the gems settled a tie that the number of gems would have settled otherwise."""
    end, most = ending(told), max(gems_of_holders(told), default=0)
    richest = [s.seat for s in end.standings if s.goals and s.gems == most]
    return is_tie(told, "zh", "gem_value") and not set(richest) & set(end.winners)


def put_down_at_home(move: CanoeMoved, before: State) -> bool:
    canoe = 2 * before.turn + move.canoe - 1
    spaces = [before.at[canoe]] * len(move.before) + [move.to] * len(move.after)
    unloads = [at for act, at in zip((*move.before, *move.after), spaces, strict=True) if act.act == "unload"]
    return before.cargo[canoe] in [SITE_AT.get(at) for at in unloads]


def bought_both(told: Record) -> bool:
    acts = [step.event for step in told.in_force]
    return any(isinstance(a, CanoeBought) and isinstance(b, CanoeBought) for a, b in pairwise(acts))


def all_clouds(step: Step, before: State) -> bool:
    ended = any(isinstance(event, RoundEnded) for event in step.events)
    return ended and all(card == "cloud" for card in shown_in(step, before))


def shown_in(step: Step, before: State) -> list[object]:
    late = {event.seat: event.card for event in step.events if isinstance(event, PaddleRevealed)}
    return [late.get(seat, before.shown[i]) for i, seat in enumerate(before.seats)]


def still_water(step: Step, before: State) -> bool:
    still = any(isinstance(event, RiverFlowed) and not event.exits for event in step.events)
    return still and any(card != "cloud" for card in shown_in(step, before))


def face_down(told: Record) -> bool:
    chosen = any_act(PaddleChosen, lambda laid, _: laid.card is None)
    return chosen(told) and any_act(PaddleRevealed, lambda *_: True)(told)


def landed_then_launched(told: Record) -> bool:
    """Whether a seat brought one canoe ashore and launched the other in the same turn."""
    return any(
        any(isinstance(e, CanoeLanded) for e in a.events)
        and isinstance(b.event, CanoeMoved)
        and b.before is not None
        and b.before.landed > 0
        and b.before.at[2 * b.before.turn + b.event.canoe - 1] == "land"
        for a, b in pairwise(told.in_force)
    )


def stolen_back(told: Record) -> bool:
    """Whether a seat took from the very seat that had robbed it, in the same round."""
    robberies = [
        (step.before.round if step.before else 0, event.seat, event.from_seat)
        for step in told.in_force
        for event in step.events
        if isinstance(event, GemStolen)
    ]
    return any(a[0] == b[0] and a[1:] == b[:0:-1] for a, b in pairwise(robberies))


def stayed_ashore(_: TurnEnded, before: State) -> bool:
    """Whether a seat ended its turn with two canoes ashore that had not acted."""
    return before.at[2 * before.turn : 2 * before.turn + 2] == ("land", "land") and not before.used


def swept_away(step: Step, _: State) -> bool:
    """Whether the river took a canoe over the falls, and nobody paddled there."""
    is_paddled = isinstance(step.event, CanoeMoved) and step.event.to == "falls"
    return not is_paddled and any(isinstance(event, CanoeLost) for event in step.events)


def granted(when: str) -> Feature:
    """Ask whether a free canoe was given, at a table where this is the moment."""
    return lambda told: any_fact(CanoeGranted)(told) and option("free_canoe", when)(told)


FEATURES: dict[str, Feature] = {
    **{f"won with {goal}": won_by(goal) for goal in ("four_alike", "five_different", "any_seven")},
    "zh: a shared tie": lambda told: is_tie(told, "zh", "shared"),
    "ja: a tie the most gems decide": most_gems_decide,
    "ja: a tie whoever was first decides": first_decides,
    "gem_value: a tie the worth of gems decides": value_decides,
    "gem_value: a tie of equal worth": lambda told: (
        is_tie(told, "zh", "gem_value") and len(ending(told).winners) > 1
    ),
    "given up when nobody could win": any_act(TableClosed, lambda _, before: is_hopeless(before)),
    **players(3, 4, 5),
    "a jam at the fork": any_act(
        RiverFlowed, lambda flow, _: bool(flow.jams) and any(a == b for a, b in pairwise(flow.exits))
    ),
    "a steal": any_fact(GemStolen),
    "a gem stolen back in the same round": stolen_back,
    "a gem unloaded, then one stolen further up": any_act(
        CanoeMoved, lambda move, _: move.steal is not None and bool(move.before)
    ),
    "a gem unloaded at the end, then one stolen there": any_act(
        CanoeMoved, lambda move, _: move.steal is not None and bool(move.after)
    ),
    "ja: a gem put down at its own site": any_act(CanoeMoved, put_down_at_home),
    "both canoes brought ashore in one turn": any_act(
        CanoeMoved, lambda move, before: move.to == "land" and before.landed > 0
    ),
    "an exchange at a site": any_act(CanoeMoved, lambda move, _: 2 in (len(move.before), len(move.after))),
    "a canoe swept over the falls": any_step(swept_away),
    "a canoe paddled over the falls": any_act(CanoeMoved, lambda move, _: move.to == "falls"),
    "both lost with gems, one bought": any_act(CanoeBought, lambda _, before: both_lost(before, before.turn)),
    "both bought back in one turn": bought_both,
    "a free canoe at once": granted("at_once"),
    "a free canoe before the turn": granted("before_turn"),
    "a purchase on a cloud turn": any_act(
        CanoeBought, lambda _, before: before.shown[before.turn] == "cloud"
    ),
    "a gem removed by the falls": any_fact(GemRemoved),
    "an all-cloud round": any_step(all_clouds),
    "a river that stood still": any_step(still_water),
    "weather at +2": any_act(CloudMoved, lambda moved, _: moved.to == 2),
    "weather at -1": any_act(CloudMoved, lambda moved, _: moved.to == -1),
    "two cycles of seven cards": lambda told: (
        sum(isinstance(event, HandsRefilled) for event in told.events) >= 2
    ),
    "cards unknown to the referee": face_down,
    "one landed, the other launched": landed_then_launched,
    "a turn ended by hand": any_fact(TurnEnded),
    "both canoes kept ashore": any_act(TurnEnded, stayed_ashore),
    "something taken back": any_fact(TakenBack),
    "a house rule in mid-game": any_act(HouseRuled, lambda _, before: before.round > 1),
    "a correction in mid-game": any_act(Corrected, lambda _, before: before.round > 1),
    "a dispute ruled on": any_fact(RulingGiven),
    "an alternation carried over": lambda told: (
        option("fork", "carry_over")(told)
        and any_fact(RiverFlowed, lambda flow: flow.exits[:1] == ("right",))(told)
    ),
    "every consequence written down": is_written_out,
    **{
        f"settled by {reason}": lambda told, reason=reason: ending(told).reason == reason
        for reason in ("goal_met", *RULESET.options["tie_break"].values)
    },
}
"""What the recorded games have to show between them, and how to tell."""
