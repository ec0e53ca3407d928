"""The day's navigation card: chosen or turned up, then carried out: overboard, thirst, the end of the day."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat import events
from referee.games.lifeboat.cards import holds, judge_holding, judge_shown, lay_once, spend, without_card
from referee.games.lifeboat.ending import fly
from referee.games.lifeboat.harm import wound
from referee.games.lifeboat.ledger import (
    CHOSEN,
    DECK,
    NAVIGATION_DECK,
    PUBLIC,
    STACK,
    Cards,
    Ledger,
    add_line,
)
from referee.games.lifeboat.possible import judge_navigation, possible_kinds, readers_of_draw, top_kinds
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, is_conscious, is_dead, navigator, phase_of
from referee.games.lifeboat.tables import content_of, identify
from referee.games.lifeboat.turns import (
    CLOSED,
    SPARE_OVERBOARD,
    SPARE_THIRST,
    also_citing,
    judge_alive,
    judge_awake,
    judge_phase,
)
from referee.kernel.parts import TABLE, Act, Consequence, Draft, Event, Listing, Refused, When, refuse, set_at


def thirst_of(state: State, i: int) -> int:
    """Return how many unpaid thirsts a seat has."""
    if state.chosen is None or i not in state.boat:
        return 0
    return _unpaid_thirsts(state, i, content_of(state.chosen))


def _unpaid_thirsts(state: State, i: int, card: events.NavigationContent) -> int:
    """Return how many thirsts a card gives a seat aboard, less what was drunk and an open parasol.

    Rules: LIF-THIRST-01, LIF-THIRST-02, LIF-THIRST-03, LIF-THIRST-05
    """
    due = (state.character[i] in card.thirst) - state.paid[i] - (state.parasols >> i & 1)
    due += (card.row and state.rowed >> i & 1) + (card.fight and state.fought >> i & 1)
    return due if due > 0 and state.wounds[i] <= state.sizes[i] else 0


def _why_thirsty(state: State, i: int, card: events.NavigationContent) -> Iterator[str]:
    """Yield the rules by which a card makes a seat thirsty, and that of what takes some of it away."""
    causes = (
        ("LIF-THIRST-05", state.parasols >> i & 1),
        ("LIF-THIRST-01", card.row and state.rowed >> i & 1),
        ("LIF-THIRST-02", card.fight and state.fought >> i & 1),
        ("LIF-THIRST-03", state.character[i] in card.thirst),
    )
    return (rule for rule, holds in causes if holds)


def thirsty(state: State) -> list[int]:
    """Return who is still thirsty, bow to stern."""
    if state.chosen is None:
        return []
    card, character = content_of(state.chosen), state.character
    named, tired = card.thirst, (state.rowed if card.row else 0) | (state.fought if card.fight else 0)
    if not (named or tired):
        return []
    return [
        i for i in state.boat if (character[i] in named or tired >> i & 1) and _unpaid_thirsts(state, i, card)
    ]


def end_day_if_over(draft: Draft[State]) -> None:
    """Derive the end of the day where nobody is in the water and nobody is thirsty. Rules: LIF-NAV-04."""
    state = draft.state
    if phase_of(state) == "thirst" and not thirsty(state):
        _end_day(draft)


def _end_day(draft: Draft[State]) -> None:
    no_more = () if draft.state.deck else ("LIF-SUP-05",)
    draft.derive(events.DayEnded(draft.state.day), "LIF-TURN-03", *no_more)


def _judge_drinking(state: State, seat: str) -> Refused | None:
    early = ("LIF-NAV-04",) if phase_of(state) in {"navigation", "overboard"} else ()
    refused = judge_phase(state, "thirst", *early) or judge_awake(state, state.index[seat])
    return also_citing(refused, "LIF-THIRST-04")


def _judge_water(state: State, event: events.WaterUsed) -> Refused | None:
    i, on = state.index[event.seat], state.index[event.on]
    if refused := judge_alive(state, on):
        return also_citing(refused, "LIF-THIRST-04")
    if not thirst_of(state, on):
        return refuse("lifeboat.not_thirsty", "LIF-THIRST-04", seat=event.on)
    has_fallen = state.chosen is not None and state.character[i] in content_of(state.chosen).overboard
    wet = ("LIF-OVER-03",) if has_fallen else ()
    return judge_holding(state, i, "water", "LIF-THIRST-04", *wet) or judge_shown(
        state, lambda: _apply_water_used(state, event), i, "water"
    )


def _rules_of_drinking(state: State, event: events.WaterUsed) -> tuple[str, ...]:
    is_awake = is_conscious(state, state.index[event.on])
    return ("LIF-THIRST-04",) if is_awake else ("LIF-THIRST-04", "LIF-STAT-02")


def _drinks(state: State, seat: str) -> list[events.WaterUsed]:
    is_able = holds(state, state.index[seat], "water")
    return [events.WaterUsed(seat, state.seats[j]) for j in thirsty(state)] if is_able else []


def _apply_water_used(state: State, event: events.WaterUsed) -> State:
    on = state.index[event.on]
    paid = set_at(state.paid, on, state.paid[on] + 1)
    return spend(state, state.index[event.seat], "water", event, paid=paid)


def _judge_closing_thirst(state: State, _: str) -> Refused | None:
    """Refuse to close thirst where it is not open; a line after it closed by itself is fine."""
    phase = phase_of(state)
    if phase == "thirst" or state.spare & SPARE_THIRST:
        return None
    early = ("LIF-NAV-04",) if phase == "overboard" else ()
    return refuse("lifeboat.nothing_to_close", "LIF-THIRST-04", *early)


def _wound_thirsty(draft: Draft[State], _: events.ThirstClosed) -> None:
    before = draft.before
    if phase_of(before) != "thirst":
        return
    for i in thirsty(before):
        rules = ("LIF-THIRST-04", *_why_thirsty(before, i, content_of(before.chosen)))  # type: ignore[arg-type]
        wound(draft, i, "thirst", *rules, amount=thirst_of(before, i))
    _end_day(draft)


def fall(draft: Draft[State], card: events.NavigationContent) -> None:
    """Derive that those aboard whom a card names fall into the water."""
    state = draft.state
    for i in state.boat:
        if state.character[i] in card.overboard:
            draft.derive(events.FellOverboard(state.seats[i], is_doomed(state, i)), "LIF-OVER-01")


def is_doomed(state: State, i: int) -> bool:
    """Return whether seat `i` as it is now would not come back out of the water. Rules: LIF-STAT-05."""
    return is_dead(state, i) or not (is_conscious(state, i) or "preserver" in state.table[i])


def _apply_fell_overboard(state: State, event: events.FellOverboard) -> State:
    i = state.index[event.seat]
    doomed = (*state.doomed, i) if event.doomed else state.doomed
    return replace(state, fallen=(*state.fallen, i), doomed=doomed)


def _judge_thrower(state: State, seat: str) -> Refused | None:
    return _judge_swimmers(state) or also_citing(judge_awake(state, state.index[seat]), "LIF-OVER-02")


def _judge_chum(state: State, event: events.ChumUsed) -> Refused | None:
    i = state.index[event.seat]
    return judge_holding(state, i, "chum", "LIF-OVER-02") or judge_shown(
        state, lambda: _apply_chum_used(state, event), i, "chum"
    )


def _judge_swimmers(state: State) -> Refused | None:
    if phase_of(state) == "overboard":
        return None
    return refuse("lifeboat.nobody_in_water", "LIF-OVER-02")


def _apply_chum_used(state: State, event: events.ChumUsed) -> State:
    return spend(state, state.index[event.seat], "chum", event, sharks=state.sharks + 1)


def judge_ghost(state: State, seat: str) -> Refused | None:
    """Refuse sharks called by anybody but one lost at sea, once a day, with the variant."""
    if state.options.ghost_sharks == "no":
        return refuse("lifeboat.no_ghosts", "LIF-VAR-GHOST")
    i = state.index[seat]
    if refused := _judge_swimmers(state):
        return Refused(refused.reason, ("LIF-VAR-GHOST", *refused.rules), refused.args)
    if i not in state.lost or state.ghosts >> i & 1:
        return refuse("lifeboat.not_a_ghost", "LIF-VAR-GHOST", seat=seat)
    return None


def _judge_closing_water(state: State, _: str) -> Refused | None:
    """Refuse to close the water where it is not open; a line after it closed by itself is fine."""
    if state.phase == "overboard" or state.spare & SPARE_OVERBOARD:
        return None
    late = ("LIF-NAV-04",) if state.phase == "thirst" else ()
    return refuse("lifeboat.nothing_to_close", "LIF-OVER-01", *late)


def _apply_overboard_closed(state: State, _: events.OverboardClosed) -> State:
    if state.phase != "overboard":
        return state
    return replace(state, phase="thirst", fallen=(), doomed=(), sharks=0, ghosts=0)


def _resolve_water(draft: Draft[State], _: events.OverboardClosed) -> None:
    before = draft.before
    if phase_of(before) != "overboard":
        return
    sharks = _shark_wounds(before)
    for i in before.fallen:
        _resolve_swimmer(draft, i, sharks, doomed=i in before.doomed)
    end_day_if_over(draft)


def _shark_wounds(state: State) -> int:
    """Return how many wounds sharks give each person in the water. Rules: LIF-OVER-02, LIF-VAR-GHOST."""
    chums = state.sharks + sum(state.table[i].count("chum") for i in state.fallen)
    if state.options.chum_stacks == "yes" and state.options.ghost_sharks == "no":
        return chums
    return min(1, chums + state.ghosts)


def _resolve_swimmer(draft: Draft[State], i: int, sharks: int, *, doomed: bool) -> None:
    """Derive what becomes of a seat in the water: wounds and lost cards, or lost at sea.

    Rules: LIF-OVER-04
    """
    state = draft.state
    seat, has_preserver = state.seats[i], "preserver" in state.table[i]
    if doomed:
        draft.derive(events.LostAtSea(seat), "LIF-STAT-05")
        return
    if not has_preserver and state.character[i] != "frenchy":
        wound(draft, i, "fall", "LIF-OVER-01")
    if sharks:
        wound(draft, i, "sharks", "LIF-OVER-02", amount=sharks)
    if state.options.overboard_status == "in_water" and is_doomed(draft.state, i):
        draft.derive(events.LostAtSea(seat), "LIF-STAT-05")
        return
    for card in state.table[i]:
        if card != "preserver":
            draft.derive(events.CardDiscarded(seat, card), "LIF-OVER-03")  # type: ignore[arg-type]


_READ_ALOUD = events.NavigationContent(1, ("kid", "harter"), ("kid",), fight=True)
"""An example of a card that is not in the box."""


def _judge_looking(state: State, seat: str) -> Refused | None:
    return also_citing(_judge_navigator(state, seat), "LIF-NAV-03")


def _judge_compass(state: State, event: events.CompassUsed) -> Refused | None:
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


def _rules_of_compass(state: State, _: events.CompassUsed) -> tuple[str, ...]:
    if is_automatic(state):
        return ("LIF-VAR-NAV1",)
    if state.options.row_one == "yes":
        return ("LIF-NAV-03", "LIF-VAR-NAV1")
    return ("LIF-NAV-03",) if state.stack else ("LIF-NAV-03", "LIF-NAV-02")


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


def _judge_look(state: State, event: events.CompassUsed) -> Refused | None:
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


def _apply_compass_used(state: State, event: events.CompassUsed) -> State:
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
        ledger=add_line(state.ledger, event, state.day, NAVIGATION_DECK, DECK, STACK, (card,), 1 << i),
    )


def _judge_chosen(state: State, event: events.NavigationChosen) -> Refused | None:
    card = identify(event.card)
    if refused := _judge_choice(state, event.seat):
        return refused
    if isinstance(card, events.NavigationContent) and not state.expansion:
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


def _rules_of_choice(state: State, event: events.NavigationChosen) -> tuple[str, ...]:
    """Return the rules of a choice or of turning the top card, and of what on the card does nothing."""
    if event.seat is not None:
        rules: tuple[str, ...] = ("LIF-NAV-01",)
    elif navigator(state) >= 0:
        rules = ("LIF-NAV-02",)
    else:
        rules = ("LIF-NAV-01", "LIF-NAV-02") if state.stack else ("LIF-NAV-02", "LIF-NAV-01")
    card = content_of(identify(event.card))
    if card.bird < 0 and not state.birds:
        rules = (*rules, "LIF-BIRD-01")
    is_somebody_absent = not {*card.overboard}.issubset(state.character)
    return (*rules, "LIF-OVER-01") if is_somebody_absent else rules


def _choices(state: State, seat: str) -> tuple[events.NavigationChosen, ...]:
    """Return the cards a navigator may choose; for `TABLE`, those that may lie on top of a physical deck."""
    if seat != TABLE:
        if _judge_choice(state, seat):
            return ()
        return tuple([events.NavigationChosen(card, seat) for card in _stack_kinds(state, state.index[seat])])
    if state.deals_navigation or _judge_choice(state, None):
        return ()
    return tuple([events.NavigationChosen(card) for card in top_kinds(state)])


def _stack_kinds(state: State, i: int) -> Cards:
    """Return the cards that may lie in the row stack, as navigator `i` knows; () while they are due."""
    named = tuple([card for card in state.stack if card is not None and not isinstance(card, int)])
    if len(named) == len(state.stack):
        return state.stack
    if state.deals_navigation:
        return ()
    return tuple(dict.fromkeys((*named, *possible_kinds(state, NAVIGATION_DECK, STACK, 1 << i))))


def templates(state: State, seat: str) -> tuple[events.NavigationChosen, ...]:
    """Return at most one example of a card read aloud that is not in the box, for its chooser or `TABLE`."""
    if not state.expansion or state.deals_navigation or phase_of(state) != "navigation":
        return ()
    chooser = None if _judge_choice(state, None) is None else state.seats[navigator(state)]
    event = events.NavigationChosen(_READ_ALOUD, chooser)
    return (event,) if seat == (chooser or TABLE) and _judge_chosen(state, event) is None else ()


def _apply_navigation_chosen(state: State, event: events.NavigationChosen) -> State:
    """Set the day's card, put the rest of the row stack under the deck and begin the overboard phase."""
    card: Any = identify(event.card)
    chosen = NAVIGATION_DECK, DECK if event.seat is None else STACK, CHOSEN, (card,), PUBLIC
    if event.seat is None:
        under, ledger = _bury(state, state.stack, 0, event, state.ledger)
        queue, ledger = (*state.queue, *under)[1:], add_line(ledger, event, state.day, *chosen)
    else:
        rest, reader = without_card(state.stack, card), 1 << state.index[event.seat]
        ledger = add_line(state.ledger, event, state.day, *chosen)
        under, ledger = _bury(state, rest, reader, event, ledger)
        queue = (*state.queue, *under)
    return replace(
        state, phase="overboard", chosen=card, spare=0, stack=(), stackers=(), queue=queue, ledger=ledger
    )


def _bury(
    state: State, rest: Cards, readers: int, event: Event, ledger: Ledger | None
) -> tuple[Cards, Ledger | None]:
    """Return the cards of a row stack that go under the deck, in unknown order, and the ledger with them."""
    unordered = rest if len(rest) == 1 or state.deals_navigation else (None,) * len(rest)
    named = tuple([None if isinstance(card, int) else card for card in unordered])
    return unordered, add_line(ledger, event, state.day, NAVIGATION_DECK, STACK, DECK, named, readers)


def _carry_out(draft: Draft[State], event: events.NavigationChosen) -> None:
    card = identify(event.card)
    fly(draft, (card,))
    if draft.state.phase != "ended":
        fall(draft, content_of(card))
        end_day_if_over(draft)


ACTS = (
    Act(
        event=events.WaterUsed,
        rules=_rules_of_drinking,
        when=When(phases=("thirst",), judge=_judge_drinking),
        judge=_judge_water,
        apply=_apply_water_used,
        candidates=Listing(_drinks),
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=events.ThirstClosed,
        rules=("LIF-THIRST-04",),
        when=When(by_table=True, judge=_judge_closing_thirst),
        apply=lambda state, _: (
            replace(state, spare=CLOSED) if state.phase in {"overboard", "thirst"} else state
        ),
        candidates=Listing(lambda *_: (events.ThirstClosed(),)),
        follow=_wound_thirsty,
    ),
    Act(
        event=events.ChumUsed,
        rules=("LIF-OVER-02",),
        when=When(phases=("overboard",), judge=_judge_thrower),
        judge=_judge_chum,
        apply=_apply_chum_used,
        candidates=Listing(
            lambda state, seat: (events.ChumUsed(seat),) if holds(state, state.index[seat], "chum") else ()
        ),
        reveals=True,
        depends_on_hidden=True,
        needs_confirmation=True,
    ),
    Act(
        event=events.GhostCalled,
        rules=("LIF-VAR-GHOST",),
        when=When(phases=("overboard",), judge=judge_ghost),
        apply=lambda state, event: replace(state, ghosts=state.ghosts | 1 << state.index[event.seat]),
        candidates=Listing(lambda _, seat: (events.GhostCalled(seat),)),
    ),
    Act(
        event=events.OverboardClosed,
        rules=("LIF-OVER-01", "LIF-OVER-04"),
        when=When(by_table=True, judge=_judge_closing_water),
        apply=_apply_overboard_closed,
        candidates=Listing(lambda *_: (events.OverboardClosed(),)),
        follow=_resolve_water,
    ),
    Act(
        event=events.CompassUsed,
        rules=_rules_of_compass,
        when=When(phases=("navigation",), judge=_judge_looking),
        judge=_judge_compass,
        apply=_apply_compass_used,
        candidates=lambda _, seat: (events.CompassUsed(seat),),
        complete=lambda state, event: replace(event, given=is_automatic(state)),
        secret=SECRETS[events.CompassUsed],
        chance=lambda state, event: state.deals_navigation and event.card is not None,
        depends_on_hidden=True,
    ),
    Act(
        event=events.NavigationChosen,
        rules=_rules_of_choice,
        when=When(phases=("navigation",)),
        judge=_judge_chosen,
        apply=_apply_navigation_chosen,
        candidates=Listing(_choices, templates),
        follow=_carry_out,
        chance=lambda state, event: state.deals_navigation and event.seat is None,
        depends_on_hidden=True,
    ),
)

CONSEQUENCES = (Consequence(event=events.FellOverboard, rules=("LIF-OVER-01",), apply=_apply_fell_overboard),)
