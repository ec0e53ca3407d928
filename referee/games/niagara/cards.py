"""Choosing paddle cards face down, and taking them back in hand."""

from functools import cache
from typing import Any

from msgspec.structs import replace

from referee.games.niagara.events import Card, HandsRefilled, PaddleChosen
from referee.games.niagara.state import UNKNOWN, State, put
from referee.games.niagara.tables import PADDLE_CARDS
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.verdict import Refused, refuse


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


def cards_in_hand(state: State, seat: str) -> tuple[PaddleChosen, ...]:
    """Lay each card in hand, or one that only its seat knows."""
    return choices_of(seat, state.hands[state.index[seat]])


@cache
def choices_of(seat: str, hand: tuple[Card, ...]) -> tuple[PaddleChosen, ...]:
    """Write a choice for each card in a hand, and for one nobody names."""
    return tuple(PaddleChosen(seat, card) for card in (*hand, None))


def paddle_chosen(state: State, event: PaddleChosen) -> State:
    """Lay a card; a known one leaves the hand."""
    i = state.index[event.seat]
    if event.card is None:
        return replace(state, laid=put(state.laid, i, UNKNOWN))
    return replace(
        state,
        laid=put(state.laid, i, event.card),
        hands=put(state.hands, i, without(state.hands[i], event.card)),
    )


def without(hand: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Take a card out of a hand."""
    return tuple([c for c in hand if c != card])


def refill(draft: Draft[State]) -> None:
    """Give the seven cards back to hands that are empty: all of them at once in a game from its start.

    Rules: NIA-CARD-02
    """
    state = draft.state
    if all(state.hands):
        return
    empty = tuple([seat for seat, hand in zip(state.seats, state.hands, strict=True) if not hand])
    everybody = len(empty) == len(state.seats)
    draft.derive(HandsRefilled(() if everybody else empty), "NIA-CARD-02")


def refill_waiting(draft: Draft[State]) -> None:
    """Give the seven cards back to who is to lay one and has none: a hand set by hand may be empty.

    Rules: NIA-CARD-02
    """
    state = draft.state
    waiting = [i for i, hand in enumerate(state.hands) if not hand and state.laid[i] is None]
    if state.phase == "choose" and waiting:
        draft.derive(HandsRefilled(tuple([state.seats[i] for i in waiting])), "NIA-CARD-02")


def hands_refilled(state: State, event: HandsRefilled) -> State:
    """Take the played cards back in hand: of the seats named, or of all."""
    seats = [state.index[seat] for seat in event.seats] or range(len(state.seats))
    hands, piles = state.hands, state.piles
    for i in seats:
        hands, piles = put(hands, i, PADDLE_CARDS), put(piles, i, ())
    return replace(state, hands=hands, piles=piles)


ACTS = (
    Act(
        event=PaddleChosen,
        rules=("NIA-CARD-01", "NIA-CARD-02"),
        judge=judge_choice,
        apply=paddle_chosen,
        conceivable=cards_in_hand,
        phases=("choose",),
        face_down=True,
    ),
)

CONSEQUENCES = (Consequence(event=HandsRefilled, rules=("NIA-CARD-02",), apply=hands_refilled),)
