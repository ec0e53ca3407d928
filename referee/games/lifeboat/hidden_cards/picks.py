"""Which provision a seat kept on which day: what a seal may be about, and where the ledger has it."""

from msgspec.structs import replace

from events.table import SecretOpened
from referee.games.lifeboat.events import ProvisionKept
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.state import PUBLIC, State

SUPPLY = "supply"
"""What a seal on a provision is about: this, and the day."""


def about_supply(day: int) -> str:
    """Name the provision of a day as a seal does."""
    return f"{SUPPLY} {day}"


def is_kept(line: book.Line, i: int, about: str) -> bool:
    """Whether a line tells what a seat kept of the packet that a seal is about."""
    is_own = isinstance(line.event, ProvisionKept) and (line.source, line.target) == (book.PACKET, i)
    return is_own and about_supply(line.day) == about


def kept(state: State, i: int, about: str) -> book.Line | None:
    """Find the line that tells what a seat kept."""
    return next((line for line in book.lines_of(state.ledger) if is_kept(line, i, about)), None)


def named(state: State, event: SecretOpened) -> book.Ledger | None:
    """Copy the ledger with the card that an opened seal names, for everybody to know."""
    i, copied = state.index[event.seat], None
    for line in book.oldest_first(state.ledger):
        told = line
        if is_kept(line, i, event.about):
            card = replace(line.event, card=event.value)
            told = replace(line, cards=(event.value,), knowers=PUBLIC, event=card)
        copied = book.Ledger(copied, told)
    return copied
