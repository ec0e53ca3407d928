"""Choosing paddle cards face down, and taking them back in hand."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.niagara.events import Card, HandsRefilled, PaddleChosen
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import PADDLE_CARDS
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_choice(state: State, event: PaddleChosen) -> Refused | None:
    """Judge a card laid face down. Rules: NIA-CARD-01, NIA-CARD-02."""
    if event.card is None and not may_be_unnamed(state):
        return refuse("niagara.card_not_named", "NIA-CARD-01", seat=event.seat)
    if event.card is not None and not may_hold(state.hands[state.index[event.seat]], event.card):
        return refuse("niagara.card_not_in_hand", "NIA-CARD-02", seat=event.seat, card=event.card)
    return None


def judge_laying(state: State, seat: str) -> Refused | None:
    """Judge whether a seat is to lay a card now. Rules: NIA-CARD-01, NIA-ROUND-01."""
    if state.phase != "choose":
        return refuse("niagara.cards_are_laid", "NIA-ROUND-01", "NIA-CARD-01", seat=seat)
    if state.laid[state.index[seat]] is not None:
        return refuse("niagara.already_laid", "NIA-CARD-01", seat=seat)
    return None


def may_be_unnamed(state: State) -> bool:
    """Whether a card may be laid that only its seat knows: where the cards are real. Rules: NIA-CARD-01."""
    return bool(state.chance != "referee")


def cards_to_lay(state: State, seat: str) -> tuple[PaddleChosen, ...]:
    """List the cards in hand, and where the cards are real one nobody names."""
    return choices_of(seat, state.hands[state.index[seat]], may_be_unnamed(state))


@lru_cache(maxsize=LISTS_KEPT)
def choices_of(seat: str, hand: tuple[Card, ...], unnamed: bool) -> tuple[PaddleChosen, ...]:
    """Write a choice for each card in a hand, and for one nobody names."""
    return tuple(PaddleChosen(seat, card) for card in ((*hand, None) if unnamed else hand))


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


def may_hold(hand: tuple[Any, ...], card: Any) -> bool:
    """Whether a card is in a hand, or may be one of those that who asks does not know."""
    return card in hand or None in hand


def without(hand: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Take a card out of a hand; one that who asks does not know is any of those."""
    if None in hand and card not in hand:
        return hand[:-1]
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
        may=judge_laying,
        judge=judge_choice,
        apply=paddle_chosen,
        listed=cards_to_lay,
        phases=("choose",),
        face_down=True,
        secret=("card",),
    ),
)

CONSEQUENCES = (Consequence(event=HandsRefilled, rules=("NIA-CARD-02",), apply=hands_refilled),)
