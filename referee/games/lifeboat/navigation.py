"""The day's navigation card: looking with the compass, choosing it or turning it up."""

from typing import Any

from msgspec.structs import replace

from events.base import TABLE
from referee.games.lifeboat.cards import judge_holding, judge_shown, lay_once, without_card
from referee.games.lifeboat.ending import fly
from referee.games.lifeboat.events import CompassUsed, NavigationChosen, NavigationContent
from referee.games.lifeboat.ledger import (
    CHOSEN,
    DECK,
    NAVIGATION_DECK,
    PUBLIC,
    STACK,
    Cards,
    Move,
    ledger_after,
)
from referee.games.lifeboat.overboard import fall
from referee.games.lifeboat.possible import judge_navigation, navigation_kinds, readers_of_draw, top_kinds
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, navigator, phase_of
from referee.games.lifeboat.tables import content_of, identify
from referee.games.lifeboat.thirst import end_day_if_over
from referee.games.lifeboat.turns import also_citing, judge_awake, judge_phase
from referee.kernel.acts import Act, Draft, Listing, When
from referee.kernel.verdict import Refused, refuse

_READ_ALOUD = NavigationContent(1, ("kid", "harter"), ("kid",), fight=True)
"""An example of a card that is not in the box."""


def _judge_looking(state: State, seat: str) -> Refused | None:
    return also_citing(_judge_navigator(state, seat), "LIF-NAV-03")


def _judge_compass(state: State, event: CompassUsed) -> Refused | None:
    if refused := _judge_look(state, event):
        return also_citing(refused, "LIF-NAV-03")
    i = state.index[event.seat]

    def after() -> State:
        return _apply_compass_used(state, replace(event, given=is_automatic(state)))

    is_shown = None if is_automatic(state) else judge_shown(state, after, i, "compass")
    return is_shown or judge_navigation(state, after, (event.card,), 1 << i)


def is_automatic(state: State) -> bool:
    """Return whether the next look is the one the variant gives every navigator; an empty deck gives none."""
    return state.options.row_one == "yes" and state.looked == 0 and state.queue != ()


def _judge_navigator(state: State, seat: str) -> Refused | None:
    if refused := judge_phase(state, "navigation"):
        return refused
    i = navigator(state)
    if i == state.index[seat]:
        return None
    name = state.seats[i] if i >= 0 else "-"
    refused = refuse("lifeboat.not_navigator", "LIF-NAV-01", seat=seat, navigator=name)
    asleep = judge_awake(state, state.index[seat])
    return also_citing(refused, *(asleep.rules if asleep else ()), *(() if i >= 0 else ("LIF-NAV-02",)))


def _judge_look(state: State, event: CompassUsed) -> Refused | None:
    if is_automatic(state):
        return None
    if refused := judge_holding(state, state.index[event.seat], "compass"):
        return refused
    variant = int(state.options.row_one == "yes")
    has_no_stack = len(state.stack) == state.looked and not variant
    most = variant + (int(state.options.compass_no_stack) if has_no_stack else 1)
    if state.looked >= most or not state.queue:
        return refuse("lifeboat.compass_used", "LIF-NAV-03", seat=event.seat)
    return None


def _apply_compass_used(state: State, event: CompassUsed) -> State:
    """Move the deck's top card, named by the event (None: unseen), to the row stack; lay the compass face up.

    With `given` no compass is laid: the look is the one the variant gives.
    """
    i, card = state.index[event.seat], identify(event.card)
    if not event.given:
        state = lay_once(state, i, "compass", event)
    return replace(
        state,
        stack=(*state.stack, state.queue[0] if card is None else card),
        stackers=(*state.stackers, i),
        queue=state.queue[1:],
        looked=state.looked + 1,
        ledger=ledger_after(state, event, (NAVIGATION_DECK, DECK, STACK, (card,), 1 << i)),
    )


def _judge_chosen(state: State, event: NavigationChosen) -> Refused | None:
    card = identify(event.card)
    if refused := _judge_choice(state, event.seat):
        return refused
    if isinstance(card, NavigationContent) and not state.expansion:
        return refuse("lifeboat.unknown_navigation_card", "LIF-INFO-03", "LIF-SET-10")
    readers = readers_of_draw(state.deals_navigation, None)
    if event.seat is not None:
        if card in state.stack:
            return None
        if not any(other is None or isinstance(other, int) for other in state.stack):
            rules = ("LIF-NAV-01", "LIF-INFO-03", *_rules_of_looks(state))
            return refuse("lifeboat.not_in_stack", *rules, seat=event.seat)
        readers = 1 << state.index[event.seat]
    top = state.queue or state.stack
    return judge_navigation(state, lambda: _apply_navigation_chosen(state, event), (card,), readers, top)


def _judge_choice(state: State, seat: str | None) -> Refused | None:
    """Refuse a choice by the wrong seat or without a stack; with `seat` None, turning the top card."""
    if refused := judge_phase(state, "navigation"):
        return refused
    i = navigator(state)
    if i >= 0 and is_automatic(state):
        return refuse("lifeboat.top_card_first", "LIF-VAR-NAV1", seat=state.seats[i])
    if seat is None:
        if i >= 0 and state.stack:
            rules = ("LIF-NAV-01", *_rules_of_looks(state))
            return refuse("lifeboat.navigator_chooses", *rules, navigator=state.seats[i])
        return None
    if refused := _judge_navigator(state, seat):
        return refused
    if not state.stack:
        return refuse("lifeboat.no_row_stack", "LIF-NAV-02", seat=seat)
    if state.deals_navigation and any(isinstance(card, int) for card in state.stack):
        return refuse("lifeboat.card_not_seen", "LIF-NAV-03", seat=seat)
    return None


def _rules_of_looks(state: State) -> tuple[str, ...]:
    """Return the rules by which a row stack holds nothing but top cards; () where it holds others."""
    if not state.stack or len(state.stack) != state.looked:
        return ()
    return ("LIF-VAR-NAV1",) if state.options.row_one == "yes" else ("LIF-NAV-03", "LIF-NAV-02")


def _choices(state: State, seat: str) -> tuple[NavigationChosen, ...]:
    """Return the cards a navigator may choose; for `TABLE`, those that may lie on top of a physical deck."""
    if seat != TABLE:
        if _judge_choice(state, seat):
            return ()
        return tuple([NavigationChosen(card, seat) for card in _stack_kinds(state, state.index[seat])])
    if state.deals_navigation or _judge_choice(state, None):
        return ()
    return tuple([NavigationChosen(card) for card in top_kinds(state)])


def _stack_kinds(state: State, i: int) -> Cards:
    """Return the cards that may lie in the row stack, as navigator `i` knows; () while they are due."""
    named = tuple([card for card in state.stack if card is not None and not isinstance(card, int)])
    if len(named) == len(state.stack):
        return state.stack
    if state.deals_navigation:
        return ()
    return tuple(dict.fromkeys((*named, *navigation_kinds(state, STACK, 1 << i))))


def templates(state: State, seat: str) -> tuple[NavigationChosen, ...]:
    """Return at most one example of a card read aloud that is not in the box, for its chooser or `TABLE`."""
    if not state.expansion or state.deals_navigation or phase_of(state) != "navigation":
        return ()
    chooser = None if _judge_choice(state, None) is None else state.seats[navigator(state)]
    event = NavigationChosen(_READ_ALOUD, chooser)
    return (event,) if seat == (chooser or TABLE) and _judge_chosen(state, event) is None else ()


def _apply_navigation_chosen(state: State, event: NavigationChosen) -> State:
    card: Any = identify(event.card)
    moves: tuple[Move, ...]
    if event.seat is None:
        under = _unordered(state, state.stack)
        queue = (*state.queue, *under)[1:]
        moves = _buried(under, 0), (NAVIGATION_DECK, DECK, CHOSEN, (card,), PUBLIC)
    else:
        under = _unordered(state, without_card(state.stack, card))
        queue = (*state.queue, *under)
        reader = 1 << state.index[event.seat]
        moves = (NAVIGATION_DECK, STACK, CHOSEN, (card,), PUBLIC), _buried(under, reader)
    return replace(
        state, phase="overboard", chosen=card, spare=0, stack=(), stackers=(), queue=queue,
        ledger=ledger_after(state, event, *moves),
    )  # fmt: skip


def _unordered(state: State, rest: Cards) -> Cards:
    """Return cards of a row stack as they lie under the deck: None for each whose place nobody knows."""
    return rest if len(rest) == 1 or state.deals_navigation else (None,) * len(rest)


def _buried(cards: Cards, readers: int) -> Move:
    named = tuple([None if isinstance(card, int) else card for card in cards])
    return NAVIGATION_DECK, STACK, DECK, named, readers


def _carry_out(draft: Draft[State], event: NavigationChosen) -> None:
    card = identify(event.card)
    fly(draft, (card,))
    if draft.state.phase != "ended":
        fall(draft, content_of(card))
        end_day_if_over(draft)


ACTS = (
    Act(
        event=CompassUsed,
        rules=lambda state, _: ("LIF-VAR-NAV1",) if is_automatic(state) else ("LIF-NAV-03",),
        when=When(phases=("navigation",), judge=_judge_looking),
        judge=_judge_compass,
        apply=_apply_compass_used,
        candidates=lambda _, seat: (CompassUsed(seat),),
        complete=lambda state, event: replace(event, given=is_automatic(state)),
        secret=SECRETS[CompassUsed],
        chance=lambda state, event: state.deals_navigation and event.card is not None,
        depends_on_hidden=True,
    ),
    Act(
        event=NavigationChosen,
        rules=lambda _, event: ("LIF-NAV-02",) if event.seat is None else ("LIF-NAV-01",),
        when=When(phases=("navigation",)),
        judge=_judge_chosen,
        apply=_apply_navigation_chosen,
        candidates=Listing(_choices, templates),
        follow=_carry_out,
        chance=lambda state, event: state.deals_navigation and event.seat is None,
        depends_on_hidden=True,
    ),
)
