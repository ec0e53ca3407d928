"""Special cards as an action: medical kit, parasol, flare gun, cannibalism."""

from typing import Any

from referee.games.lifeboat.common import (
    judge_seat,
    judge_slot,
)
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.ending import end_game
from referee.games.lifeboat.events import (
    BirdLost,
    BirdSighted,
    NavigationContent,
    SpecialUsed,
)
from referee.games.lifeboat.fights import settled
from referee.games.lifeboat.harm import heal
from referee.games.lifeboat.playing import judge_holding, judge_shown
from referee.games.lifeboat.possible import judge_navigation
from referee.games.lifeboat.slots import begin
from referee.games.lifeboat.state import (
    State,
    deals,
    is_dead,
)
from referee.games.lifeboat.tables import BIRDS_TO_LAND, FLARE_CARDS, content_of, identify
from referee.kernel.verdict import Refused, Verdict


def special_used(state: State, event: SpecialUsed) -> Verdict:
    """Use a special card.

    Rules: LIF-SPEC-01, LIF-SPEC-02, LIF-SPEC-03, LIF-SPEC-04, LIF-SPEC-05, LIF-CAN-01, LIF-CAN-03
    """
    before = settled(state)
    if refused := judge_slot(before, event.seat):
        is_early = refused.reason in {"lifeboat.not_your_slot", "lifeboat.one_action", "lifeboat.wrong_phase"}
        return refuse(refused.reason, "LIF-SPEC-02", *refused.rules, **refused.args) if is_early else refused
    i = state.index[event.seat]
    refused = judge_holding(before, i, event.card) or SPECIAL_JUDGES[event.card](before, event)
    if refused:
        return refused
    draft = begin(state, event, *rules_of(before, event))
    if refused := judge_shown(before, draft, i, event.card):
        return refused
    if event.card == "medkit":
        heal(draft, state.index[event.on or event.seat], "medkit", "LIF-SPEC-05")
    if event.card == "flare" and event.drawn:
        if refused := judge_navigation(before, draft.state, event.drawn, 1 << i):
            return refused
        fly(draft, tuple(map(identify, event.drawn)))
    return draft.accept()


def rules_of(state: State, event: SpecialUsed) -> tuple[str, ...]:
    """Name the rules a card is used by; Dr. Harter's kit has one of its own.

    Rules: LIF-CAN-03
    """
    is_kept = event.card == "medkit" and state.character[state.index[event.seat]] == "harter"
    return (*SPECIAL_RULES[event.card], "LIF-CAN-03") if is_kept else SPECIAL_RULES[event.card]


SPECIAL_RULES = {
    "medkit": ("LIF-SPEC-05", "LIF-SPEC-01"),
    "parasol": ("LIF-SPEC-04", "LIF-SPEC-01"),
    "flare": ("LIF-SPEC-03", "LIF-SPEC-01"),
    "cannibalism": ("LIF-CAN-01", "LIF-SPEC-01"),
}


def judge_medkit(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse to heal the dead and the unhurt.

    Rules: LIF-SPEC-05, LIF-STAT-04
    """
    seat = event.on or event.seat
    if refused := judge_seat(state, seat):
        return refused
    i = state.index[seat]
    if i not in state.boat:
        return refuse("lifeboat.not_aboard", "LIF-STAT-05", seat=seat)
    if is_dead(state, i):
        return refuse("lifeboat.dead", "LIF-STAT-04", seat=seat)
    return None if state.wounds[i] else refuse("lifeboat.not_wounded", "LIF-SPEC-05", seat=seat)


def judge_parasol(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse to open an open parasol.

    Rules: LIF-SPEC-04
    """
    if state.parasols >> state.index[event.seat] & 1:
        return refuse("lifeboat.parasol_is_open", "LIF-SPEC-04", seat=event.seat)
    return None


def judge_flare(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse a signal that did not draw three cards, or as many as the fourth bird left.

    Rules: LIF-SPEC-03
    """
    if not event.drawn and deals(state, "navigation"):
        return None
    return judge_signal(state, event.drawn)


def judge_signal(state: State, drawn: tuple[Any, ...]) -> Refused | None:
    """Refuse a wrong number of cards, or cards nobody read.

    Rules: LIF-SPEC-03, LIF-BIRD-02
    """
    if None in drawn:
        return refuse("lifeboat.name_the_card", "LIF-SPEC-03", seat="")
    birds, needed = state.birds, min(FLARE_CARDS, len(state.queue))
    for n, card in enumerate(drawn, 1):
        birds = max(0, birds + content_of(identify(card)).bird)
        if birds >= BIRDS_TO_LAND:
            needed = n
            break
    if len(drawn) != needed:
        return refuse("lifeboat.wrong_flare", "LIF-SPEC-03", n=len(drawn), needed=needed)
    return None


def judge_cannibal(state: State, event: SpecialUsed) -> Refused | None:
    """Refuse a meal that is not a corpse aboard.

    Rules: LIF-CAN-01
    """
    if state.switches.cannibalism == "no":
        return refuse("lifeboat.no_cannibalism", "LIF-SET-10")
    if event.corpse is None:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.seat)
    if refused := judge_seat(state, event.corpse):
        return refused
    i = state.index[event.corpse]
    if i not in state.boat or not is_dead(state, i) or i in state.eaten:
        return refuse("lifeboat.no_corpse", "LIF-CAN-01", seat=event.corpse)
    return None


SPECIAL_JUDGES = {
    "medkit": judge_medkit,
    "parasol": judge_parasol,
    "flare": judge_flare,
    "cannibalism": judge_cannibal,
}


def fly(draft: Draft, cards: tuple[str | NavigationContent, ...]) -> None:
    """Execute the birds of cards one by one; the fourth ends the game.

    Rules: LIF-BIRD-01, LIF-BIRD-02, LIF-SPEC-03
    """
    for card in cards:
        bird = content_of(card).bird
        if bird > 0:
            draft.derive(BirdSighted(), "LIF-BIRD-01")
        elif bird < 0 and draft.state.birds:
            draft.derive(BirdLost(), "LIF-BIRD-01")
        if draft.state.birds >= BIRDS_TO_LAND:
            end_game(draft)
            return
