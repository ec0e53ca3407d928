"""What a seat may seal beside its love and hate: which provision it kept, day by day.

A seat that keeps its card face down may seal it the same day. When the card is shown the seal is
opened, and the record then knows which card went to that hand: what else was shown must fit.
"""

from functools import partial

from msgspec.structs import replace

from events.base import TABLE, Event
from events.table import SecretOpened, SecretSealed
from referee.games.lifeboat.events import ProvisionKept, SecretsDealt
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.ruleset import RULESET
from referee.games.lifeboat.state import PUBLIC, State
from referee.games.lifeboat.tables import PROVISION_NAMES
from referee.kernel.acts import Act
from referee.kernel.secrets import Hidden, Seals
from referee.kernel.shared import SHARED_RULES
from referee.kernel.table import evolve_table_event, judge_table_event
from referee.kernel.verdict import Refused, refuse


def about_supply(day: int) -> str:
    """Name the provision of a day as a seal does."""
    return f"supply {day}"


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
            told = replace(line, cards=(event.value,), readers=PUBLIC, event=card)
        copied = book.Ledger(copied, told)
    return copied


def judge_seal(state: State, event: SecretSealed) -> Refused | None:
    """Refuse a seal on a provision that was not kept today, or that somebody else has seen.

    Rules: TAB-SEAL-01, LIF-SUP-02
    """
    refused = judge_table_event(RULESET, state, event)
    if refused or not event.about:
        return refused
    i = state.index[event.seat]
    line = kept(state, i, event.about)
    is_hidden = i in state.keepers if line is None else line.cards == (None,)
    if event.about == about_supply(state.day) and is_hidden and not state.deals_provisions:
        return None
    return refuse("lifeboat.not_kept_face_down", "TAB-SEAL-01", "LIF-SUP-02", seat=event.seat, day=state.day)


def judge_opening(state: State, event: SecretOpened) -> Refused | None:
    """Judge a seal that is opened; what it says was kept must be possible.

    Rules: TAB-SEAL-01, LIF-INFO-01
    """
    refused = judge_table_event(RULESET, state, event)
    if refused or not event.about:
        return refused
    if event.value not in PROVISION_NAMES:
        return refuse("lifeboat.no_provision", "TAB-SEAL-01", seat=event.seat, card=event.value)
    known = 1 << state.index[event.seat]
    return judge_provisions(state, lambda: secret_opened(state, event), (event.value,), known)


def secret_opened(state: State, event: SecretOpened) -> State:
    """Open a seal: everybody knows which provision its seat kept."""
    state = evolve_table_event(RULESET, state, event)
    return replace(state, ledger=named(state, event)) if event.about else state


def kinds(state: State) -> frozenset[str]:
    """List the acts whose choice may be sealed: of cards that lie on the table, not in the log."""
    kept_so = {"provision_kept"} if not state.deals_provisions else set()
    return frozenset(kept_so | ({"secrets_dealt"} if state.chance == TABLE else set()))


def hide(state: State, event: Event) -> Hidden | Refused | None:
    """Seal what a seat keeps, or its love and hate: both, or neither. Rules: TAB-SEAL-01, LIF-SCORE-02."""
    match event:
        case ProvisionKept(seat, card) if card is not None:
            return Hidden(about_supply(state.day), card, ProvisionKept(seat))
        case SecretsDealt(seat, love, hate) if love and hate:
            return Hidden("", f"{love} {hate}")
        case SecretsDealt(seat, love, hate) if love or hate:
            return refuse("lifeboat.seal_both", "TAB-SEAL-01", "LIF-SCORE-02", seat=seat)
    return None


def values(state: State, about: str) -> tuple[str | int, ...]:
    """List what a seal may hide: a provision, or a love and a hate."""
    if about:
        return PROVISION_NAMES
    people = [each for each in state.character if each]
    return tuple(f"{love} {hate}" for love in people for hate in people)


def is_due(state: State, seat: str, _: str) -> bool:
    """Whether the game has ended and the seat has to show its cards."""
    return state.phase == "ended" and not state.revealed >> state.index[seat] & 1


def show(_: State, __: str, ___: str | int) -> None:
    """Show nothing beside the seal: cards are turned up all together."""


SEALS = Seals(kinds, hide, values, is_due, show)

ACTS = (
    Act(
        event=SecretSealed,
        rules=SHARED_RULES[SecretSealed],
        judge=judge_seal,
        apply=partial(evolve_table_event, RULESET),
    ),
    Act(
        event=SecretOpened,
        rules=SHARED_RULES[SecretOpened],
        judge=judge_opening,
        apply=secret_opened,
        after_end=True,
    ),
)
