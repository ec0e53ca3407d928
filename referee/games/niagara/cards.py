"""Choosing paddle cards face down, and turning them up."""

from referee.games.niagara.draft import Draft, refuse
from referee.games.niagara.events import PaddleChosen, PaddleRevealed
from referee.games.niagara.state import UNKNOWN, State
from referee.kernel.table import judge_promise
from referee.kernel.verdict import Refused


def judge_choice(state: State, event: PaddleChosen) -> Refused | None:
    """Judge a card laid face down.

    Rules: NIA-CARD-01, NIA-CARD-02, NIA-ROUND-01
    """
    i, seat, card = state.index[event.seat], event.seat, event.card
    if state.phase != "choose":
        return refuse("niagara.cards_are_laid", "NIA-ROUND-01", "NIA-CARD-01", seat=seat)
    if state.laid[i] is not None:
        return refuse("niagara.already_laid", "NIA-CARD-01", seat=seat)
    if card is None and state.chance == "referee":
        return refuse("niagara.card_not_named", "NIA-CARD-01", seat=seat)
    if card is not None and card not in state.hands[i]:
        return refuse("niagara.card_not_in_hand", "NIA-CARD-02", seat=seat, card=card)
    return None


def judge_reveal(state: State, event: PaddleRevealed) -> Refused | None:
    """Judge a card turned up by hand: one that lay unknown, on its owner's turn.

    Rules: NIA-CARD-02, NIA-CARD-03
    """
    i, seat, card = state.index[event.seat], event.seat, event.card
    if state.phase == "choose":
        return refuse("niagara.cards_first", "NIA-CARD-03", "NIA-ROUND-01", seat=seat)
    if state.shown[i] is not None:
        return refuse("niagara.already_shown", "NIA-CARD-03", seat=seat)
    if i != state.turn:
        return refuse("niagara.reveal_on_own_turn", "NIA-CARD-03", seat=seat)
    if card not in state.hands[i]:
        return refuse("niagara.card_not_in_hand", "NIA-CARD-02", seat=seat, card=card)
    return judge_promise(state, seat, card)


def reveal(draft: Draft) -> None:
    """Turn up the card of the seat whose turn it is, where the referee knows it and it lies face down.

    Rules: NIA-CARD-03, NIA-TURN-01
    """
    state = draft.state
    card = state.laid[state.turn]
    if card != UNKNOWN and state.shown[state.turn] is None:
        event = PaddleRevealed(state.seats[state.turn], card)  # type: ignore[arg-type]
        draft.derive(event, "NIA-CARD-03", "NIA-TURN-01")
