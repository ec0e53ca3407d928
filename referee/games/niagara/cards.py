"""Choosing paddle cards face down, sealed where cards lie unknown, and taking them back in hand."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from events.base import TABLE, Event
from referee.games.niagara.events import Card, HandsRefilled, PaddleChosen, PaddleRevealed
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import PADDLE_CARDS
from referee.games.niagara.turns import face_down
from referee.kernel.parts import (
    LISTS_KEPT,
    Act,
    Consequence,
    Draft,
    Hidden,
    Listing,
    Refused,
    Seals,
    Secret,
    When,
    refuse,
    set_at,
)


def _judge_choice(state: State, event: PaddleChosen) -> Refused | None:
    """Refuse a card the seat cannot hold, and one without a face where the referee deals; else None."""
    if event.card is None and not _may_be_unnamed(state):
        return refuse("niagara.card_not_named", "NIA-CARD-01", seat=event.seat)
    if event.card is not None and not may_hold(state.hands[state.index[event.seat]], event.card):
        return refuse("niagara.card_not_in_hand", "NIA-CARD-02", seat=event.seat, card=event.card)
    return None


def _judge_laying(state: State, seat: str) -> Refused | None:
    """Refuse a seat that is not to lay a card now, or has laid one; else None."""
    if state.phase != "choose":
        return refuse("niagara.cards_are_laid", "NIA-ROUND-01", "NIA-CARD-01", seat=seat)
    if state.laid[state.index[seat]] is not None:
        return refuse("niagara.already_laid", "NIA-CARD-01", seat=seat)
    return None


def _may_be_unnamed(state: State) -> bool:
    """Return whether a card may be laid that only its seat knows: where the cards are real.

    Rules: NIA-CARD-01
    """
    return bool(state.chance != "referee")


def _cards_to_lay(state: State, seat: str) -> tuple[PaddleChosen, ...]:
    """Return a choice for each card the seat may lay, where cards are real also one without a face."""
    return _choices_of(seat, state.hands[state.index[seat]], _may_be_unnamed(state))


@lru_cache(maxsize=LISTS_KEPT)
def _choices_of(seat: str, hand: tuple[Card, ...], unnamed: bool) -> tuple[PaddleChosen, ...]:
    """Return a choice for each card of a hand, and one without a card where `unnamed`; kept for any table."""
    return tuple(PaddleChosen(seat, card) for card in ((*hand, None) if unnamed else hand))


def _apply_paddle_chosen(state: State, event: PaddleChosen) -> State:
    """Lay a card. A known one leaves the hand; an unknown one (None) stays in it until it is turned up."""
    i = state.index[event.seat]
    if event.card is None:
        return replace(state, laid=set_at(state.laid, i, UNKNOWN))
    return replace(
        state,
        laid=set_at(state.laid, i, event.card),
        hands=set_at(state.hands, i, remove_card(state.hands[i], event.card)),
    )


def may_hold(hand: tuple[Any, ...], card: Any) -> bool:
    """Return whether `card` is in a hand, or may be: None in a hand is a card the viewer does not know."""
    return card in hand or None in hand


@lru_cache(maxsize=LISTS_KEPT)
def remove_card(hand: tuple[Any, ...], card: Any) -> tuple[Any, ...]:
    """Return a hand without `card`; where the viewer does not know the cards, without one of the unknown.

    Cached.
    """
    if None in hand and card not in hand:
        return hand[:-1]
    return tuple([c for c in hand if c != card])


def refill(draft: Draft[State]) -> None:
    """Derive that empty hands take their seven cards back; `seats` is empty where all do so at once."""
    state = draft.state
    if all(state.hands):
        return
    empty = tuple([seat for seat, hand in zip(state.seats, state.hands, strict=True) if not hand])
    everybody = len(empty) == len(state.seats)
    draft.derive(HandsRefilled(() if everybody else empty), "NIA-CARD-02")


def refill_waiting(draft: Draft[State]) -> None:
    """Derive seven cards for each seat that is to lay one and has none, as after a hand set by hand."""
    state = draft.state
    waiting = [i for i, hand in enumerate(state.hands) if not hand and state.laid[i] is None]
    if state.phase == "choose" and waiting:
        draft.derive(HandsRefilled(tuple([state.seats[i] for i in waiting])), "NIA-CARD-02")


def _apply_hands_refilled(state: State, event: HandsRefilled) -> State:
    """Take the played cards back in hand, for the seats of the event, or for all where it has none."""
    seats = [state.index[seat] for seat in event.seats] or range(len(state.seats))
    hands, piles = state.hands, state.piles
    for i in seats:
        hands, piles = set_at(hands, i, PADDLE_CARDS), set_at(piles, i, ())
    return replace(state, hands=hands, piles=piles)


ACTS = (
    Act(
        event=PaddleChosen,
        rules=("NIA-CARD-01", "NIA-CARD-02"),
        when=When(phases=("choose",), judge=_judge_laying),
        judge=_judge_choice,
        apply=_apply_paddle_chosen,
        candidates=Listing(_cards_to_lay),
        secret=Secret(("card",), until=PaddleRevealed),
    ),
)

CONSEQUENCES = (Consequence(event=HandsRefilled, rules=("NIA-CARD-02",), apply=_apply_hands_refilled),)


def _kinds(state: State) -> frozenset[str]:
    """Return the types of events whose choice may be sealed now."""
    return frozenset({"paddle_chosen"} if state.chance == TABLE and state.phase == "choose" else ())


def _hide(_: State, event: Event) -> Hidden | None:
    """Return the card to seal and the event without it; None where the event has no card."""
    if not isinstance(event, PaddleChosen) or event.card is None:
        return None
    return Hidden("", event.card, PaddleChosen(event.seat, None))


def _is_due(state: State, seat: str, _: str) -> bool:
    """Return whether the seat has to turn its unknown card up now."""
    i = state.index[seat]
    return state.phase == "turns" and i in face_down(state) and state.laid[i] == UNKNOWN


def _show(state: State, seat: str, value: Any) -> Event | None:
    """Return the event that turns the sealed card up; None where it is not due."""
    return PaddleRevealed(seat, value) if _is_due(state, seat, "") else None


SEALS = Seals(_kinds, _hide, lambda _state, _about: PADDLE_CARDS, _is_due, _show)
