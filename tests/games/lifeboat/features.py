"""What the recorded games of Lifeboat must show between them, and how one ended."""

import msgspec
from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.games.lifeboat.navigation import thirst_of
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, awake, is_conscious, is_dead, navigator, phase_of
from referee.testing.random_games import Step
from referee.testing.recorded import Record
from tests.games.features import Feature, any_act, any_fact, any_step, at_end, is_written_out, option, players


def ending(told: Record) -> v.GameEnded:
    assert told.state.result is not None
    return told.state.result


def outcome(told: Record) -> str:
    state, end = told.state, ending(told)
    lines = [f"{' and '.join(end.winners)} on day {state.day}"]
    for i, seat in enumerate(state.seats):
        score = end.scores[seat]
        parts = f"{score.survival}+{score.treasure}+{score.love}+{score.hate}={score.total}"
        who = f"{state.character[i]}, loves {state.love[i]}, hates {state.hate[i]}"
        lines.append(f"{seat} ({who}) {GAME.view(state, None).people[seat].status}: {parts}")
    return "\n  ".join(lines)


def has_unseen(event: Event) -> bool:
    secret, fields = SECRETS[type(event)], msgspec.to_builtins(event)
    return any("null" in msgspec.json.encode(fields.get(f)).decode() for f in secret.fields)


def is_physical(told: Record) -> bool:
    """Whether the cards lie on a table, and the referee saw none of what is secret."""
    hidden = [event for event in told.events if isinstance(event, v.ProvisionDealt)]
    return told.state.chance == "table" and bool(hidden) and all(map(has_unseen, hidden))


def dealt(physical_provisions: str) -> Feature:
    """Ask whether the referee dealt the navigation cards, and the provisions or not."""
    return at_end(
        lambda state: (state.chance, state.options.physical_provisions) == ("referee", physical_provisions)
    )


def special_score(loves: bool, hates: bool, *, alive: bool | None = None) -> Feature:
    """Ask for somebody who loves or hates itself, or not, and comes back alive or not."""
    return at_end(
        lambda state: any(
            (state.love[i] == who, state.hate[i] == who) == (loves, hates)
            and i not in state.lost
            and alive in (None, i in state.boat and not is_dead(state, i))
            for i, who in enumerate(state.character)
        )
    )


def is_ambivalent(state: State) -> bool:
    """Whether somebody loves and hates the same other person, and scores by it."""
    pairs = zip(state.love, state.hate, state.character, strict=True)
    return any(love == hate != who for love, hate, who in pairs)


def lost_in(edition: str) -> Feature:
    """Ask for somebody lost at sea under an edition, its line with or without love and hate."""

    def is_so(state: State) -> bool:
        totals = [state.result.scores[state.seats[i]].total for i in state.lost] if state.result else []
        return state.edition == edition and bool(totals) and (any(totals) or edition == "zh")

    return at_end(is_so)


def nobody_awake(_: Step, before: State) -> bool:
    """Whether nobody aboard is conscious although somebody is alive, and the top card is turned."""
    is_helpless = phase_of(before) == "navigation" and navigator(before) < 0
    return is_helpless and any(not is_dead(before, i) for i in before.boat)


def special(card: str) -> Feature:
    return any_fact(v.SpecialUsed, lambda used: used.card == card)


def is_by(seat: str, character: str, state: State) -> bool:
    return state.character[state.index[seat]] == character


def is_awake(seat: str, state: State) -> bool:
    return is_conscious(state, state.index[seat])


def meal_lost(step: Step, before: State) -> bool:
    is_meal = before.demand is not None and before.demand.kind == "meal"
    return is_meal and any(isinstance(event, v.FightWon) and event.side == "defence" for event in step.events)


def shaded(step: Step, before: State) -> bool:
    if phase_of(step.after) != "thirst" or phase_of(before) == "thirst":
        return False
    bare = replace(step.after, parasols=0)
    return any(thirst_of(bare, i) > thirst_of(step.after, i) for i in step.after.boat)


def saved_by_preserver(step: Step, before: State) -> bool:
    is_closing = phase_of(before) == "overboard" and phase_of(step.after) != "overboard"
    return is_closing and any("preserver" in before.table[i] for i in before.fallen)


def lost(*, dead: bool) -> Feature:
    return any_step(
        lambda step, before: any(
            isinstance(event, v.LostAtSea) and is_dead(before, before.index[event.seat]) == dead
            for event in step.events
        )
    )


def corpse_scores(state: State) -> bool:
    scores = state.result.scores if state.result else {}
    return any(is_dead(state, i) and scores[state.seats[i]].treasure for i in state.boat)


FEATURES: dict[str, Feature] = {
    **players(4, 5, 6, 7),
    "a physical table": is_physical,
    "dealt by the referee": dealt("no"),
    "provisions physical, navigation dealt": dealt("yes"),
    **{
        f"variant {name}": option(name, "yes") for name in ("row_one", "ghost_sharks", "quick", "cannibalism")
    },
    "a narcissist who survives": special_score(True, False, alive=True),
    "a psychopath": special_score(False, True),
    "a psychopath who survives": special_score(False, True, alive=True),
    "both in love with and hating oneself": special_score(True, True),
    "somebody ambivalent": at_end(is_ambivalent),
    "zh: lost at sea without a score": lost_in("zh"),
    "en: lost at sea with a score": lost_in("en"),
    "a tie": lambda told: len(ending(told).winners) > 1,
    "nobody conscious": any_step(nobody_awake),
    "fewer provisions than people": any_act(
        v.ProvisionsDrawn, lambda drawn, before: len(drawn.cards) < len(awake(before))
    ),
    "a day without supply": any_step(
        lambda step, before: (
            step.after.day > before.day and phase_of(step.after) == "action" and not step.after.deck
        )
    ),
    "an impossible card shown at scoring": lambda told: any(
        refused.reason == "lifeboat.impossible_card" for _, refused in told.refused
    ),
    "a signal": special("flare"),
    "a fourth bird by a signal": any_step(
        lambda step, _: (
            isinstance(step.event, v.SpecialUsed)
            and step.event.card == "flare"
            and step.after.phase == "ended"
        )
    ),
    "a crossed bird": any_fact(v.BirdLost),
    "a medical kit": special("medkit"),
    "Dr Harter's kit": any_act(
        v.SpecialUsed, lambda used, before: used.card == "medkit" and is_by(used.seat, "harter", before)
    ),
    "a parasol that spares a thirst": any_step(shaded),
    "the compass": any_fact(v.CompassUsed),
    "chum": any_fact(v.ChumUsed),
    "a ghost": any_fact(v.GhostCalled),
    "a preserver in the water": any_step(saved_by_preserver),
    "a meal": any_fact(v.CorpseEaten),
    "an objection": any_fact(v.Objected),
    "a meal fought over in vain": any_step(meal_lost),
    "a navigation card entered by the table": any_act(
        v.NavigationChosen, lambda chosen, _: isinstance(chosen.card, v.NavigationContent)
    ),
    "a card picked by the Kid": any_act(
        v.CardTaken,
        lambda taken, before: is_by(taken.seat, "kid", before) and is_awake(taken.from_seat, before),
    ),
    "somebody helpless robbed": any_act(
        v.MugDemanded, lambda demanded, before: not is_awake(demanded.from_seat, before)
    ),
    "a fight the attacker wins": any_fact(v.FightWon, lambda won: won.side == "attack"),
    "a fight the defender wins": any_fact(v.FightWon, lambda won: won.side == "defence"),
    "a drawn fight": any_fact(v.FightWon, lambda won: won.attack == won.defence),
    "a helper in a fight": any_fact(v.FightJoined),
    "seats changed": any_fact(v.SeatsChanged),
    "a face-up card robbed": any_fact(v.CardMoved),
    "cards traded": any_fact(v.CardsTraded),
    "a card laid open": any_fact(v.CardPlayed),
    "a stroke with nothing in the stack": any_act(
        v.Rowed, lambda rowed, _: bool(rowed.buried) and not rowed.stacked
    ),
    "water for another": any_fact(v.WaterUsed, lambda used: used.on != used.seat),
    "a demand for what is gone": any_fact(v.DemandLapsed),
    "somebody knocked out": any_fact(v.KnockedOut),
    "somebody healed": any_fact(v.Healed),
    "somebody who died": any_fact(v.Died),
    "a corpse lost at sea": lost(dead=True),
    "somebody drowned unconscious": lost(dead=False),
    "a corpse aboard that scores treasure": at_end(corpse_scores),
    "Cannibalism agreed on in mid-game": any_step(
        lambda step, before: step.after.expansion and not before.expansion
    ),
    "provisions taken over in mid-game": any_step(
        lambda step, before: before.deals_provisions and not step.after.deals_provisions
    ),
    "every consequence written down": is_written_out,
}
"""What the recorded games have to show between them, and how to tell."""
