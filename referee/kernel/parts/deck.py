"""A deck of the cards in the box of an edition: cards are turned openly, by the table or from the seed."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import chain
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event
from referee.kernel.acts import Act, Secret
from referee.kernel.equipment import Equipment
from referee.kernel.seed import shuffle
from referee.kernel.turns import on_table
from referee.kernel.verdict import Refused, refuse


class Deck(msgspec.Struct, frozen=True, kw_only=True):
    """A deck of cards in a game in turns.

    - `box(state)`: what lies in the box, `RULESET.box`; its `item` are the cards, with a number of each kind.
    - `gone`: the field of the state for the cards that were turned, in order, as a tuple. Cards leave it for
      the box, or for another of the fields in which the item lies, such as what each seat has won: what is in
      none of them is in the deck.
    - `event`: the class of the event that turns a card openly; it names it in the field `card`. With a field
      `seat` the card goes to that seat's hand, and is dealt secretly.
    - `hands`: the field of the state for the cards dealt to seats, a dict of tuples, with None for cards that
      nobody told; empty: none are dealt.
    - `phase`: in which a card is turned or dealt; `rule` is cited for it.
    - `due(state)`: to whom cards are dealt, one each, in this order; the first of them gets the next.
    - `label(state)`: which shuffle of the deck it is. It changes when the cards are shuffled anew, as in
      `lambda state: f"deck {state.round}"`, for a round that begins with `gone` empty.
    - `then(state, event)`: the state after a card was turned or dealt.

    Put `act` among the acts of the game, `deal` into its `deal`, and let the cards lie in both fields, hidden
    in `hands`; where a card is turned or dealt, `waiting` of the state is `(TABLE,)`. People who turn cards
    themselves tell them; the referee turns and deals in an order from the seed. What people deal to hands
    nobody tells: there a card is None, or the game begins with `untold` hands in place of the phase of
    dealing.
    """

    box: Callable[[Any], Equipment]
    item: str = "card"
    event: Callable[..., Event]
    phase: str
    rule: str
    gone: str = "gone"
    hands: str = ""
    due: Callable[[Any], tuple[str, ...]] | None = None
    label: Callable[[Any], str] = lambda _: "deck"
    then: Callable[[Any, Any], Any] = lambda state, _: state

    @property
    def act(self) -> Act:
        """Return the act of turning a card, or of dealing one, which the table does or the referee."""
        return Act(
            event=self.event,  # type: ignore[arg-type]
            when=on_table(self.phase, rule=self.rule),
            judge=self.judge,
            apply=self.apply,
            candidates=self.candidates,
            secret=Secret(("card",)) if self.due else (),
            chance=lambda _, __: True,
        )

    def untold(self, state: Any, n: int) -> Any:
        """Return the state in which every seat in the game holds `n` cards that nobody told."""
        return replace(state, **{self.hands: dict.fromkeys(state.playing, (None,) * n)})

    def holds(self, state: Any, seat: str) -> tuple[Any, ...]:
        """Return by kind what a seat can hold: the cards in its hand, and of untold ones all that is left."""
        hand = getattr(state, self.hands).get(seat, ())
        return tuple(dict.fromkeys([*filter(None, hand), *(self.left(state) if None in hand else ())]))

    def play(self, state: Any, seat: str, card: Any) -> Any:
        """Return the state with a card from the hand of a seat, or an untold one in its place, gone."""
        hands = getattr(state, self.hands)
        hand = list(hands[seat])
        if lying := [each for each in (card, None) if each in hand]:
            hand.remove(lying[0])
        gone = (*getattr(state, self.gone), card)
        return replace(state, **{self.hands: {**hands, seat: tuple(hand)}, self.gone: gone})

    def left(self, state: Any) -> Counter[Any]:
        """Return by kind how many cards can still be in the deck, as far as it is known what is not."""
        return Counter(self._numbers(state)) - Counter(filter(None, self._away(state)))

    def number_left(self, state: Any) -> int:
        """Return how many cards the deck has left."""
        return sum(self._numbers(state).values()) - len(self._away(state))

    def deal(self, state: Any, seed: str) -> Event | None:
        """Return the event of the next card in the order that the seed gives; None where none is owed.

        Rules: TAB-CHANCE-01
        """
        seats = self.due(state) if self.due else ()
        if state.phase != self.phase or state.closed or (self.due and not seats):
            return None
        card = next(self._order(state, seed), None)
        if card is None:
            return None
        return self.event(card=card, **({"seat": seats[0]} if seats else {}))

    def judge(self, state: Any, event: Any) -> Refused | None:
        """Refuse as `<game>.not_in_deck` a card that cannot be there, or any where the deck is empty.

        As `<game>.not_dealt_now` a card for a seat that is owed none.
        """
        card = event.card
        if self.due is not None and event.seat not in self.due(state):
            return Refused(f"{state.game}.not_dealt_now", (self.rule,))
        if self.number_left(state) and (card is None or self.left(state)[card]):
            return None
        return refuse(f"{state.game}.not_in_deck", self.rule, card=card)

    def apply(self, state: Any, event: Any) -> Any:
        """Return the state with the card turned, or in a hand."""
        if self.due is None:
            state = replace(state, **{self.gone: (*getattr(state, self.gone), event.card)})
        else:
            hands = getattr(state, self.hands)
            hand = (*hands.get(event.seat, ()), event.card)
            state = replace(state, **{self.hands: {**hands, event.seat: hand}})
        return self.then(state, event)

    def candidates(self, state: Any, _: str) -> Iterable[Event]:
        """Return an event for every card that people may tell; none where the referee deals.

        Of a card for a hand nobody tells which it is: one for the next seat that is owed one.
        """
        if state.chance == REFEREE:
            return ()
        if self.due is not None:
            return [
                self.event(seat=seat, card=None) for seat in self.due(state)[:1] if self.number_left(state)
            ]
        return [self.event(card=card) for card in self.left(state)]

    def _away(self, state: Any) -> list[Any]:
        """Return the cards that are not in the deck, with None for those that nobody told."""
        lying = [getattr(state, name) for name in self.box(state).item(self.item).lies_in]
        rows = [row for each in lying for row in (each.values() if isinstance(each, dict) else (each,))]
        return list(chain(*rows))

    def _numbers(self, state: Any) -> Mapping[Any, int]:
        """Return by kind how many cards there are."""
        numbers: Mapping[Any, int] = self.box(state).item(self.item).number  # type: ignore[assignment]
        return numbers

    def _order(self, state: Any, seed: str) -> Any:
        """Yield the cards that are left in the order that the seed gives."""
        away = Counter(filter(None, self._away(state)))
        cards = tuple(chain.from_iterable([card] * n for card, n in self._numbers(state).items()))
        for card in shuffle(seed, self.label(state), cards):
            if away[card]:
                away[card] -= 1
            else:
                yield card
