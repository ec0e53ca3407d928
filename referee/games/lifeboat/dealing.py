"""Cards reach their seats: characters, loves and hates, first provisions, the supply of each day."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import account_for_cards, kinds_in, without_card
from referee.games.lifeboat.events import (
    CharactersDealt,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.ledger import DECK, PACKET, PROVISION_DECK, Cards, add_line, add_secrets
from referee.games.lifeboat.possible import judge_provisions, judge_secrets, readers_of_draw
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, awake, must_name, sizes_of
from referee.games.lifeboat.tables import CASTS, RULESET, START_ORDER
from referee.games.lifeboat.turns import begin_day, judge_phase
from referee.kernel.parts import LISTS_KEPT, Act, Event, Listing, Refused, When, refuse, set_at


def _judge_cast(state: State, event: CharactersDealt) -> Refused | None:
    if refused := judge_characters(state, event.characters):
        return refused
    known = known_characters(state)
    if all(state.character) or not known.items() <= event.characters.items():
        return refuse("lifeboat.already_dealt", "LIF-SET-04")
    missing = [seat for seat in state.seats if seat not in event.characters]
    if missing:
        return refuse("lifeboat.characters_missing", "LIF-SET-02", seats=tuple(missing))
    return None


def _rules_of_casting(state: State, event: CharactersDealt) -> tuple[str, ...]:
    some_are_left_out = len(event.characters) < len(CASTS[state.expansion])
    return ("LIF-SET-02", "LIF-SET-06", *(("LIF-SET-08",) if some_are_left_out else ()))


def known_characters(state: State) -> dict[str, Any]:
    """Return the characters dealt so far, or set by hand, by seat."""
    return {seat: card for seat, card in zip(state.seats, state.character, strict=True) if card}


def judge_characters(state: State, dealt: dict[str, Any]) -> Refused | None:
    """Refuse characters not in this box, then those dealt twice."""
    cards = sorted(dealt.values(), key=CASTS[state.expansion].__contains__)
    return RULESET.judge_lying(state, "character", cards)


def casts(state: State, _: str) -> tuple[CharactersDealt, ...]:
    """Return a few ways to deal physical characters; all of them are too many to list."""
    if state.chance != "table" or all(state.character):
        return ()
    return _dealings(state.seats, state.character, expansion=state.expansion)


@lru_cache(maxsize=LISTS_KEPT)
def _dealings(
    seats: tuple[str, ...], dealt: tuple[Any, ...], *, expansion: bool
) -> tuple[CharactersDealt, ...]:
    """Return ways to deal the characters: their order rotated, both ways round; those set stay. Cached."""
    pool = [c for c in CASTS[expansion] if c not in dealt]
    orders = [line[k:] + line[:k] for line in (pool, pool[::-1]) for k in range(len(pool))]
    rows = [tuple([card or rest.pop() for card in dealt]) for rest in (order[::-1] for order in orders)]
    return tuple(CharactersDealt(dict(zip(seats, row, strict=True))) for row in dict.fromkeys(rows))


def _apply_characters_dealt(state: State, event: CharactersDealt) -> State:
    characters = tuple([event.characters.get(seat) for seat in state.seats])
    dealt = replace(state, character=characters, sizes=sizes_of(state.terms, characters))
    return _begin_when_dealt(replace(dealt, boat=boat_after(dealt, Position())), event)


def _judge_love_and_hate(state: State, event: SecretsDealt) -> Refused | None:
    i = state.index[event.seat]
    love, hate = state.love[i], state.hate[i]
    is_new = (love is None and event.love) or (hate is None and event.hate)
    if (love or hate) and not is_new:
        return refuse("lifeboat.secrets_dealt", "LIF-SET-04", seat=event.seat)
    return judge_secrets(state, i, event.love, event.hate, readers_of_draw(state.deals_provisions, i))


def _apply_secrets_dealt(state: State, event: SecretsDealt) -> State:
    """Set a seat's love and hate, known to it alone; None leaves what is known."""
    i = state.index[event.seat]
    return replace(
        state,
        love=set_at(state.love, i, event.love or state.love[i]),
        hate=set_at(state.hate, i, event.hate or state.hate[i]),
        ledger=add_secrets(state.ledger, event, state.day, i, event.love, event.hate, 1 << i),
    )


def _judge_first_provision(state: State, event: ProvisionDealt) -> Refused | None:
    if refused := _judge_undealt(state, event.seat):
        return refused
    if event.card is None and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-SET-05", seat=event.seat)
    known = readers_of_draw(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, lambda: _apply_provision_dealt(state, event), (event.card,), known)


def _judge_undealt(state: State, seat: str) -> Refused | None:
    if state.dealt >> state.index[seat] & 1:
        return refuse("lifeboat.provision_dealt_already", "LIF-SET-05", seat=seat)
    return None


def _unseen_provisions(state: State, _: str) -> tuple[ProvisionDealt, ...]:
    if state.deals_provisions or not all(state.character):
        return ()
    return tuple([ProvisionDealt(seat) for seat in state.seats if _judge_undealt(state, seat) is None])


def _apply_provision_dealt(state: State, event: ProvisionDealt) -> State:
    i = state.index[event.seat]
    dealt = replace(
        state,
        hands=set_at(state.hands, i, (event.card,)),
        dealt=state.dealt | 1 << i,
        deck=state.deck - 1,
        ledger=add_line(state.ledger, event, state.day, PROVISION_DECK, DECK, i, (event.card,), 1 << i),
    )
    return _begin_when_dealt(dealt, event)


def _begin_when_dealt(state: State, event: Event) -> State:
    if state.dealt != (1 << len(state.seats)) - 1 or not all(state.character):
        return state
    return begin_day(account_for_cards(state), event)


_SETTING_UP = When(phases=("setup",), judge=lambda state, _: judge_phase(state, "setup"), by_table=True)

SET_UP_ACTS = (
    Act(
        event=CharactersDealt,
        rules=_rules_of_casting,
        when=_SETTING_UP,
        judge=_judge_cast,
        apply=_apply_characters_dealt,
        candidates=Listing(casts, lambda state, seat: casts(state, seat)[:1]),
        chance=lambda *_: True,
    ),
    Act(
        event=SecretsDealt,
        rules=("LIF-SET-03",),
        when=When(by_table=True),
        judge=_judge_love_and_hate,
        apply=_apply_secrets_dealt,
        secret=SECRETS[SecretsDealt],
        chance=lambda state, _: state.deals_provisions,
    ),
    Act(
        event=ProvisionDealt,
        rules=("LIF-SET-05",),
        when=_SETTING_UP,
        judge=_judge_first_provision,
        apply=_apply_provision_dealt,
        candidates=Listing(_unseen_provisions),
        secret=SECRETS[ProvisionDealt],
        chance=lambda state, _: state.deals_provisions,
    ),
)


def boat_after(state: State, position: Position) -> tuple[int, ...]:
    """Return the seats bow to stern: as the position says, or as they were or start; returners last."""
    if position.boat is not None:
        return tuple([state.index[seat] for seat in position.boat])
    boat = state.boat
    if not boat and all(state.character):
        boat = tuple(sorted(range(len(state.seats)), key=lambda i: START_ORDER.index(state.character[i])))
    gone = out_of_boat(state)
    back = [i for i in range(len(state.seats)) if i not in boat and state.character[i]] if boat else []
    return tuple([i for i in (*boat, *back) if i not in gone])


def out_of_boat(state: State) -> tuple[int, ...]:
    """Return who is aboard no more: the lost, and the eaten where bodies do not stay."""
    return state.lost if state.terms.bodies_stay else state.lost + state.eaten


def _judge_drawing(state: State, event: ProvisionsDrawn) -> Refused | None:
    conscious = awake(state)
    if state.index[event.seat] != conscious[0]:
        args = {"seat": event.seat, "quartermaster": state.seats[conscious[0]]}
        return refuse("lifeboat.not_quartermaster", "LIF-SUP-01", "LIF-SUP-03", **args)
    needed = min(len(conscious), state.deck)
    if len(event.cards) != needed:
        rule = "LIF-SUP-01" if needed == len(conscious) else "LIF-SUP-06"
        return refuse("lifeboat.wrong_supply", rule, n=len(event.cards), needed=needed)
    if None in event.cards and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-SUP-01", seat=event.seat)
    known = readers_of_draw(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, lambda: _apply_provisions_drawn(state, event), event.cards, known)


def _rules_of_drawing(state: State, event: ProvisionsDrawn) -> tuple[str, ...]:
    is_short = len(event.cards) < len(awake(state))
    return ("LIF-SUP-06",) if is_short else ("LIF-SUP-01",)


def _judge_supply(state: State, _: str) -> Refused | None:
    if refused := judge_phase(state, "supply", *(() if state.deck else ("LIF-SUP-05",))):
        return refused
    return None if state.packet is None else refuse("lifeboat.already_drawn", "LIF-SUP-01")


def _unseen_draws(state: State, _: str) -> tuple[ProvisionsDrawn, ...]:
    if state.deals_provisions:
        return ()
    conscious = awake(state)
    return (ProvisionsDrawn(state.seats[conscious[0]], (None,) * min(len(conscious), state.deck)),)


def _apply_provisions_drawn(state: State, event: ProvisionsDrawn) -> State:
    i, n = state.index[event.seat], len(event.cards)
    drawn = replace(
        state,
        packet=event.cards,
        keepers=tuple(awake(state)[:n]),
        deck=state.deck - n,
        ledger=add_line(state.ledger, event, state.day, PROVISION_DECK, DECK, PACKET, event.cards, 1 << i),
    )
    return account_for_cards(drawn) if None in state.hands else drawn


def _judge_keeping(state: State, event: ProvisionKept) -> Refused | None:
    card, packet = event.card, state.packet or ()
    if card is None and len(packet) > 1 and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-SUP-02", seat=event.seat)
    if card is None or card in packet:
        return None
    if None not in packet:
        return refuse("lifeboat.not_in_packet", "LIF-SUP-02", card=card)
    known = 1 << state.index[event.seat]
    return judge_provisions(state, lambda: _apply_provision_kept(state, event), (event.card,), known)


def _judge_keeper(state: State, seat: str) -> Refused | None:
    due = state.seats[state.keepers[0]] if state.keepers else ""
    if due == seat:
        return None
    if refused := judge_phase(state, "supply", "LIF-SUP-02", *(() if state.deck else ("LIF-SUP-06",))):
        return refused
    if not due:
        return refuse("lifeboat.not_drawn", "LIF-SUP-01")
    return refuse("lifeboat.not_your_packet", "LIF-SUP-02", "LIF-SUP-03", seat=seat, keeper=due)


@lru_cache(maxsize=LISTS_KEPT)
def _keepable(seat: str, packet: Cards, *, named: bool) -> tuple[ProvisionKept, ...]:
    """Return an act for each kind in a packet and, unless a card must be `named`, for one unseen. Cached."""
    kinds = kinds_in(packet)
    if named and len(packet) > 1:
        kinds = tuple([kind for kind in kinds if kind is not None])
    elif not named and None not in kinds:
        kinds = (None, *kinds)
    return tuple([ProvisionKept(seat, kind) for kind in kinds])


def _apply_provision_kept(state: State, event: ProvisionKept) -> State:
    """Move a card from the packet to a hand and pass the rest on; after the last, the rest lies aside."""
    i, packet = state.index[event.seat], state.packet or (None,)
    card = packet[0] if event.card is None and len(packet) == 1 else event.card
    rest, keepers = without_card(packet, card), state.keepers[1:]
    hand = state.hands[i]
    hands = set_at(state.hands, i, None if hand is None else (*hand, card))
    ledger = add_line(state.ledger, event, state.day, PROVISION_DECK, PACKET, i, (card,), 1 << i)
    if keepers:
        seen = 1 << i | 1 << keepers[0]
        ledger = add_line(ledger, event, state.day, PROVISION_DECK, PACKET, PACKET, rest, seen)
        return replace(state, hands=hands, packet=rest, keepers=keepers, ledger=ledger)
    return replace(
        state, hands=hands, packet=None, keepers=(), aside=state.aside + len(rest or ()),
        ledger=ledger, phase="action",
    )  # fmt: skip


SUPPLY_ACTS = (
    Act(
        event=ProvisionsDrawn,
        rules=_rules_of_drawing,
        when=When(phases=("supply",), by_table=True, judge=_judge_supply),
        judge=_judge_drawing,
        apply=_apply_provisions_drawn,
        candidates=Listing(_unseen_draws),
        secret=SECRETS[ProvisionsDrawn],
        chance=lambda state, _: state.deals_provisions,
    ),
    Act(
        event=ProvisionKept,
        rules=("LIF-SUP-02",),
        when=When(phases=("supply",), judge=_judge_keeper),
        judge=_judge_keeping,
        apply=_apply_provision_kept,
        candidates=Listing(
            lambda state, seat: _keepable(seat, state.packet or (), named=must_name(state, "provisions"))
        ),
        secret=SECRETS[ProvisionKept],
        reveals=True,
        depends_on_hidden=True,
    ),
)


SUPPLIED: dict[type[Event], Callable[[State, Any], State]] = {
    ProvisionDealt: _apply_provision_dealt,
    ProvisionsDrawn: _apply_provisions_drawn,
    ProvisionKept: _apply_provision_kept,
}
"""By event, how the state changes where cards reach hands."""
