"""Set-up and supply: characters, secrets and provisions reach their seats."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from events.base import Event
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.events import (
    CharactersDealt,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.evolve.days import begin_day
from referee.games.lifeboat.hands import gain, lose
from referee.games.lifeboat.position import accounted, placed_boat
from referee.games.lifeboat.state import (
    State,
    awake,
    put,
    sizes_of,
)


def characters_dealt(state: State, event: CharactersDealt) -> State:
    """Put the characters before their seats and the places in order from bow to stern."""
    characters = tuple([event.characters.get(seat) for seat in state.seats])
    dealt = replace(state, character=characters, sizes=sizes_of(state.switches, characters))
    return begin_when_dealt(replace(dealt, boat=placed_boat(dealt, Position())), event)


def secrets_dealt(state: State, event: SecretsDealt) -> State:
    """Put love and hate face down before a seat."""
    i = state.index[event.seat]
    return replace(
        state,
        love=put(state.love, i, event.love or state.love[i]),
        hate=put(state.hate, i, event.hate or state.hate[i]),
        ledger=book.with_secrets(state.ledger, i, event.love, event.hate, 1 << i, event, state.day),
    )


def provision_dealt(state: State, event: ProvisionDealt) -> State:
    """Deal a first card; when all have one, the first day begins."""
    i = state.index[event.seat]
    dealt = replace(
        state,
        hands=put(state.hands, i, (event.card,)),
        dealt=state.dealt | 1 << i,
        deck=state.deck - 1,
        ledger=book.Ledger(
            state.ledger, book.Line(book.PROVISIONS, book.DECK, i, (event.card,), 1 << i, event, state.day)
        ),
    )
    return begin_when_dealt(dealt, event)


def begin_when_dealt(state: State, event: Event) -> State:
    """Begin the first day once characters and provisions are dealt."""
    if state.dealt != (1 << len(state.seats)) - 1 or not all(state.character):
        return state
    return begin_day(accounted(state), event)


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


def provision_kept(state: State, event: ProvisionKept) -> State:
    """Move one card from the packet to a hand and pass the rest on."""
    i, packet = state.index[event.seat], state.packet or (None,)
    card = packet[0] if event.card is None and len(packet) == 1 else event.card
    rest, keepers = lose(packet, card), state.keepers[1:]
    kept = book.Line(book.PROVISIONS, book.PACKET, i, (card,), 1 << i, event, state.day)
    ledger = book.Ledger(state.ledger, kept)
    if keepers:
        seen = 1 << i | 1 << keepers[0]
        ledger = book.Ledger(
            ledger, book.Line(book.PROVISIONS, book.PACKET, book.PACKET, rest or (), seen, event, state.day)
        )
        return replace(
            state, hands=put(state.hands, i, gain(state.hands[i], card)), packet=rest, keepers=keepers,
            ledger=ledger,
        )  # fmt: skip
    return replace(
        state, hands=put(state.hands, i, gain(state.hands[i], card)), packet=None, keepers=(),
        aside=state.aside + len(rest or ()), ledger=ledger, phase="action",
    )  # fmt: skip


EVOLVERS: dict[type, Callable[[State, Any], State]] = {
    CharactersDealt: characters_dealt,
    SecretsDealt: secrets_dealt,
    ProvisionDealt: provision_dealt,
    ProvisionsDrawn: provisions_drawn,
    ProvisionKept: provision_kept,
}
