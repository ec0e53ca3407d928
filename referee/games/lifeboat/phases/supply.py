"""Supply: the quartermaster draws the day's provisions, and everybody awake keeps one of the packet."""

from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.by_hand.position import accounted
from referee.games.lifeboat.events import ProvisionKept, ProvisionsDrawn
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import evidence
from referee.games.lifeboat.hidden_cards.hands import kinds_in, lose
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.hidden_cards.secrecy import SECRETS
from referee.games.lifeboat.state import State, awake, must_name
from referee.games.lifeboat.turns.slots import judge_phase
from referee.kernel.acts import LISTS_KEPT, Act
from referee.kernel.facts import put
from referee.kernel.verdict import Refused, refuse


def judge_drawing(state: State, event: ProvisionsDrawn) -> Refused | None:
    """Judge the day's provisions: one for everybody awake, as far as the deck goes.

    Rules: LIF-SUP-01, LIF-SUP-05, LIF-SUP-06
    """
    if refused := judge_supply(state):
        return refused
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
    known = evidence(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, lambda: provisions_drawn(state, event), event.cards, known)


def judge_supply(state: State) -> Refused | None:
    """Refuse to draw provisions at the wrong time. Rules: LIF-SUP-01, LIF-SUP-05."""
    if refused := judge_phase(state, "supply", *(() if state.deck else ("LIF-SUP-05",))):
        return refused
    return None if state.packet is None else refuse("lifeboat.already_drawn", "LIF-SUP-01")


def unseen_draws(state: State, _: str) -> tuple[ProvisionsDrawn, ...]:
    """Draw from a physical deck, the cards unseen."""
    if state.deals_provisions or judge_supply(state):
        return ()
    conscious = awake(state)
    return (ProvisionsDrawn(state.seats[conscious[0]], (None,) * min(len(conscious), state.deck)),)


def provisions_drawn(state: State, event: ProvisionsDrawn) -> State:
    """Give the packet to the quartermaster."""
    i, n = state.index[event.seat], len(event.cards)
    line = book.Line(book.PROVISIONS, book.DECK, book.PACKET, event.cards, 1 << i, event, state.day)
    keepers = tuple(awake(state)[:n])
    drawn = replace(
        state,
        packet=event.cards,
        keepers=keepers,
        deck=state.deck - n,
        ledger=book.Ledger(state.ledger, line),
    )
    return accounted(drawn) if None in state.hands else drawn


def judge_keeping(state: State, event: ProvisionKept) -> Refused | None:
    """Judge which card of the packet a seat keeps. Rules: LIF-SUP-02."""
    if refused := judge_kept(state, event.card, event.seat):
        return refused
    if event.card is None or event.card in (state.packet or ()):
        return None
    known = 1 << state.index[event.seat]
    return judge_provisions(state, lambda: provision_kept(state, event), (event.card,), known)


def judge_keeper(state: State, seat: str) -> Refused | None:
    """Refuse to keep a card of no packet, or of another's.

    Rules: LIF-SUP-01, LIF-SUP-02, LIF-SUP-03, LIF-SUP-06
    """
    due = state.seats[state.keepers[0]] if state.keepers else ""
    if due == seat:
        return None
    if refused := judge_phase(state, "supply", "LIF-SUP-02", *(() if state.deck else ("LIF-SUP-06",))):
        return refused
    if not due:
        return refuse("lifeboat.not_drawn", "LIF-SUP-01")
    return refuse("lifeboat.not_your_packet", "LIF-SUP-02", "LIF-SUP-03", seat=seat, keeper=due)


def judge_kept(state: State, card: str | None, seat: str) -> Refused | None:
    """Refuse a card that is not in the packet. Rules: LIF-SUP-02."""
    packet = state.packet or ()
    if card is None:
        is_named = len(packet) == 1 or not must_name(state, "provisions")
        return None if is_named else refuse("lifeboat.name_the_card", "LIF-SUP-02", seat=seat)
    if card in packet or None in packet:
        return None
    return refuse("lifeboat.not_in_packet", "LIF-SUP-02", card=card)


@lru_cache(maxsize=LISTS_KEPT)
def kept_of(seat: str, packet: tuple[Any, ...], *, named: bool) -> tuple[ProvisionKept, ...]:
    """Keep each kind of a packet, and, where it need not be `named`, one unseen. Rules: LIF-SUP-02."""
    kinds = kinds_in(packet)
    if named and len(packet) > 1:
        kinds = tuple([kind for kind in kinds if kind is not None])
    elif not named and None not in kinds:
        kinds = (None, *kinds)
    return tuple([ProvisionKept(seat, kind) for kind in kinds])


def provision_kept(state: State, event: ProvisionKept) -> State:
    """Move one card from the packet to a hand and pass the rest on."""
    i, packet = state.index[event.seat], state.packet or (None,)
    card = packet[0] if event.card is None and len(packet) == 1 else event.card
    rest, keepers = lose(packet, card), state.keepers[1:]
    kept = book.Line(book.PROVISIONS, book.PACKET, i, (card,), 1 << i, event, state.day)
    hand, ledger = state.hands[i], book.Ledger(state.ledger, kept)
    hands = put(state.hands, i, None if hand is None else (*hand, card))
    if keepers:
        seen = 1 << i | 1 << keepers[0]
        passed = book.Line(book.PROVISIONS, book.PACKET, book.PACKET, rest or (), seen, event, state.day)
        ledger = book.Ledger(ledger, passed)
        return replace(state, hands=hands, packet=rest, keepers=keepers, ledger=ledger)
    return replace(
        state, hands=hands, packet=None, keepers=(), aside=state.aside + len(rest or ()), ledger=ledger,
        phase="action",
    )  # fmt: skip


ACTS = (
    Act(
        event=ProvisionsDrawn,
        secret=SECRETS[ProvisionsDrawn],
        rules=("LIF-SUP-01",),
        judge=judge_drawing,
        apply=provisions_drawn,
        dealt=lambda state, _: state.deals_provisions,
        listed=unseen_draws,
        phases=("supply",),
        by_table=True,
        reveals=True,
    ),
    Act(
        event=ProvisionKept,
        secret=SECRETS[ProvisionKept],
        rules=("LIF-SUP-02",),
        may=judge_keeper,
        judge=judge_keeping,
        apply=provision_kept,
        listed=lambda state, seat: kept_of(seat, state.packet or (), named=must_name(state, "provisions")),
        phases=("supply",),
        reveals=True,
        depends_on_hidden=True,
    ),
)
