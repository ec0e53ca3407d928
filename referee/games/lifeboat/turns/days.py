"""Days: how one begins and ends, and what changes overnight."""

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat.by_hand.position import navigation_by_hand, provisions_by_hand
from referee.games.lifeboat.events import DayEnded
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.state import PUBLIC, State, awake, box
from referee.games.lifeboat.tables import MOST_EXPANSION_CARDS
from referee.kernel.acts import Consequence

SPARE_OVERBOARD, SPARE_THIRST, CLOSED = 1, 2, 4
"""Closing lines that may still come although the step closed by itself; or the line came."""


def begin_day(state: State, event: Event) -> State:
    """Fix the day's order and open the supply phase, if there is anything to supply."""
    state = refill(state, event)
    supply = state.deck > 0 and bool(awake(state))
    return replace(state, phase="supply" if supply else "action", slots=state.boat, slept=0, taken=None)


def refill(state: State, event: Event) -> State:
    """Add the cards of Cannibalism where they were agreed on, and hand decks over to the table.

    A day begins with nothing on its way. What was once in the box stays in it, and a deck that lies
    on the table stays there.

    Rules: LIF-SET-11
    """
    terms = state.terms
    deals_provisions = state.deals_provisions and terms.deals_provisions
    deals_navigation = state.deals_navigation and terms.deals_navigation
    is_added = terms.expansion and not state.expansion
    is_same = (deals_provisions, deals_navigation) == (state.deals_provisions, state.deals_navigation)
    if is_same and not is_added:
        return state
    if is_added:
        more = 0 if deals_navigation else MOST_EXPANSION_CARDS
        state = replace(
            state,
            expansion=True,
            deck=state.deck + sum(box(expansion=True).values()) - sum(box(expansion=False).values()),
            navigation=state.navigation + more,
            queue=(*state.queue, *range(state.navigation, state.navigation + more)),
        )
    if state.deals_navigation and not deals_navigation:
        # The table shuffles a deck of its own: nothing the referee dealt says how it lies.
        state = replace(state, queue=tuple(range(len(state.queue))))
    state = replace(state, deals_provisions=deals_provisions, deals_navigation=deals_navigation)
    return navigation_by_hand(provisions_by_hand(state, event), event)


def day_ended(state: State, event: DayEnded) -> State:
    """Put the card under the deck and the markers back; a new day."""
    line = book.Line(book.NAVIGATION, book.CHOSEN, book.DECK, (state.chosen,), PUBLIC, event, state.day)
    state = replace(
        state,
        day=event.day + 1,
        queue=(*state.queue, state.chosen),
        chosen=None,
        rowed=0,
        fought=0,
        looked=0,
        fallen=(),
        doomed=(),
        sharks=0,
        ghosts=0,
        paid=(0,) * len(state.seats),
        spare=(state.phase == "overboard") | (0 if state.spare == CLOSED else SPARE_THIRST),
        ledger=book.Ledger(state.ledger, line),
    )
    return begin_day(state, event)


CONSEQUENCES = (Consequence(event=DayEnded, rules=("LIF-TURN-03",), apply=day_ended, chapter=True),)
