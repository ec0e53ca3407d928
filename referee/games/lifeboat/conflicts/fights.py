"""Fights: who takes sides, how they end, and what closing one also means: that nobody objects to a meal."""

from msgspec.structs import replace

from referee.games.lifeboat.conflicts.demands import give_what_was_asked, lapse, satisfy, why_no_fight
from referee.games.lifeboat.conflicts.harm import wound
from referee.games.lifeboat.conflicts.meals import discard_used, has_open_meal, serve
from referee.games.lifeboat.events import CardDiscarded, FightClosed, FightJoined, FightWon
from referee.games.lifeboat.state import Fight, State, strength
from referee.games.lifeboat.turns.slots import end_slot, judge_awake
from referee.kernel.acts import Act, Consequence, Draft, unchanged
from referee.kernel.verdict import Refused, refuse


def judge_joining(state: State, event: FightJoined) -> Refused | None:
    """Judge whether a seat may take a side in the fight: either.

    Rules: LIF-FIGHT-01, LIF-FIGHT-02, LIF-FIGHT-03, LIF-FIGHT-04, LIF-FIGHT-12
    """
    i, fight = state.index[event.seat], state.fight
    if fight is None:
        return refuse("lifeboat.no_fight", *why_no_fight(state), seat=event.seat)
    if refused := judge_awake(state, i):
        return Refused(refused.reason, ("LIF-FIGHT-02", *refused.rules), refused.args)
    if fight.has(i):
        return refuse("lifeboat.already_fighting", "LIF-FIGHT-04", seat=event.seat)
    return None


def fight_joined(state: State, event: FightJoined) -> State:
    """Add a fighter to a side."""
    i, fight = state.index[event.seat], state.fight or Fight((), ())
    if event.side == "attack":
        return replace(state, fight=Fight((*fight.attack, i), fight.defence))
    return replace(state, fight=Fight(fight.attack, (*fight.defence, i)))


def judge_closing(state: State, _: FightClosed) -> Refused | None:
    """Refuse to close what is not open. Rules: LIF-FIGHT-07, LIF-CAN-02."""
    if state.fight is not None or has_open_meal(state):
        return None
    return refuse("lifeboat.no_fight_to_close", "LIF-FIGHT-07")


def end_fight(draft: Draft[State]) -> None:
    """Compare the sums, wound the losers, give the winner what was asked for.

    Rules: LIF-FIGHT-07, LIF-FIGHT-08, LIF-FIGHT-09, LIF-FIGHT-10, LIF-FIGHT-11, LIF-MUG-06, LIF-PLAY-03,
    LIF-CARD-02, LIF-CAN-02
    """
    state = draft.state
    fight, demand = state.fight, state.demand
    if fight is None or demand is None:
        return
    attack, defence = strength(state, fight.attack), strength(state, fight.defence)
    has_won = attack > defence
    losers = fight.defence if has_won else fight.attack
    named = tuple(state.seats[i] for i in losers)
    side = "attack" if has_won else "defence"
    draft.derive(FightWon(side, attack, defence, named), "LIF-FIGHT-07", "LIF-FIGHT-11")  # type: ignore[arg-type]
    for i in losers:
        wound(draft, i, "fight", "LIF-FIGHT-08")
    if has_won and not lapse(draft, demand):
        give_what_was_asked(draft, "LIF-FIGHT-09")
    if not has_won and demand.kind == "meal":
        discard_used(draft, demand.by, "LIF-CAN-02")
    if state.options.flare_weapon_discard == "yes":
        discard_flares(draft, fight)


def discard_flares(draft: Draft[State], fight: Fight) -> None:
    """Discard the flare gun of a fighter, where the table plays it as a single shot. Rules: LIF-PLAY-03."""
    before = draft.before
    if any("flare" in before.table[i] for i in (*fight.attack, *fight.defence)):
        owner = next(i for i, cards in enumerate(draft.state.table) if "flare" in cards)
        draft.derive(CardDiscarded(before.seats[owner], "flare"), "LIF-PLAY-03")


def fight_won(state: State, event: FightWon) -> State:
    """Give fight markers; give the attacker what was asked for, or end the slot."""
    fought = state.fought
    for i in (*state.fight.attack, *state.fight.defence) if state.fight else ():
        fought |= 1 << i
    if state.demand is not None and event.side == "defence":
        return end_slot(state, state.demand.by, fought=fought)
    return satisfy(state, fought=fought)


ACTS = (
    Act(
        event=FightJoined,
        rules=("LIF-FIGHT-03",),
        judge=judge_joining,
        apply=fight_joined,
        candidates=lambda _, seat: (FightJoined(seat, "attack"), FightJoined(seat, "defence")),
        phases=("fight",),
    ),
    Act(
        event=FightClosed,
        rules=lambda state, _: ("LIF-CAN-02",) if state.fight is None else ("LIF-FIGHT-07",),
        judge=judge_closing,
        apply=unchanged,
        follow=lambda draft, _: serve(draft) if draft.state.fight is None else end_fight(draft),
        candidates=lambda *_: (FightClosed(),),
        phases=("meal", "fight"),
        by_table=True,
        closes=True,
    ),
)

CONSEQUENCES = (Consequence(event=FightWon, rules=("LIF-FIGHT-07", "LIF-FIGHT-09"), apply=fight_won),)
