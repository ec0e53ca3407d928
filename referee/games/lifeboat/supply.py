"""Supply: the quartermaster draws the day's provisions, and everybody awake keeps one of the packet."""

from functools import lru_cache

from msgspec.structs import replace

from referee.games.lifeboat.cards import account_for_cards, kinds_in, without_card
from referee.games.lifeboat.events import ProvisionKept, ProvisionsDrawn
from referee.games.lifeboat.ledger import DECK, PACKET, PROVISION_DECK, Cards, ledger_after
from referee.games.lifeboat.possible import judge_provisions, readers_of_draw
from referee.games.lifeboat.secrecy import SECRETS
from referee.games.lifeboat.state import State, awake, must_name
from referee.games.lifeboat.turns import judge_phase
from referee.kernel.acts import LISTS_KEPT, Act, Listing, When
from referee.kernel.facts import set_at
from referee.kernel.verdict import Refused, refuse


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
        ledger=ledger_after(state, event, (PROVISION_DECK, DECK, PACKET, event.cards, 1 << i)),
    )
    return account_for_cards(drawn) if None in state.hands else drawn


def _judge_keeping(state: State, event: ProvisionKept) -> Refused | None:
    if refused := _judge_kept(state, event.card, event.seat):
        return refused
    if event.card is None or event.card in (state.packet or ()):
        return None
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


def _judge_kept(state: State, card: str | None, seat: str) -> Refused | None:
    """Refuse a card that is not in the packet; None (unnamed) where the referee dealt the packet."""
    packet = state.packet or ()
    if card is None:
        is_named = len(packet) == 1 or not must_name(state, "provisions")
        return None if is_named else refuse("lifeboat.name_the_card", "LIF-SUP-02", seat=seat)
    if card in packet or None in packet:
        return None
    return refuse("lifeboat.not_in_packet", "LIF-SUP-02", card=card)


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
    kept, hand = (PROVISION_DECK, PACKET, i, (card,), 1 << i), state.hands[i]
    hands = set_at(state.hands, i, None if hand is None else (*hand, card))
    if keepers:
        passed = (PROVISION_DECK, PACKET, PACKET, rest, 1 << i | 1 << keepers[0])
        ledger = ledger_after(state, event, kept, passed)
        return replace(state, hands=hands, packet=rest, keepers=keepers, ledger=ledger)
    return replace(
        state, hands=hands, packet=None, keepers=(), aside=state.aside + len(rest or ()),
        ledger=ledger_after(state, event, kept), phase="action",
    )  # fmt: skip


ACTS = (
    Act(
        event=ProvisionsDrawn,
        rules=("LIF-SUP-01",),
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
