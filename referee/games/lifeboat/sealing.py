"""What a seat may seal beside its love and hate: which provision it kept, day by day.

A seat that keeps its card face down may seal it the same day. When the card is shown the seal is
opened, and the record then knows which card went to that hand: what else was shown must fit.
"""

from events.base import TABLE, Event
from events.table import SecretOpened, SecretSealed
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.common import write
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.events import ProvisionKept, SecretsDealt
from referee.games.lifeboat.notation.words import find_card, find_character
from referee.games.lifeboat.picks import about_supply, kept
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import PROVISION_NAMES
from referee.kernel.game import NotationError
from referee.kernel.seals import Hidden, Seals
from referee.kernel.table import SHARED_RULES, judge_table_event
from referee.kernel.verdict import Refused, Verdict


def secret(state: State, _: str, text: str) -> tuple[str, str]:
    """Read a secret a seat may seal now: `kid captain` is its love and its hate, `knife` what it keeps today.

    Raises NotationError.
    """
    words = text.casefold().split()
    if len(words) == 2:
        return "", " ".join(find_character(word) for word in words)
    if len(words) == 1:
        return about_supply(state.day), find_card(words[0])
    raise NotationError("notation.secret", expected=("kid captain", *PROVISION_NAMES), text=text)


def sealed(state: State, event: SecretSealed) -> Verdict:
    """Seal a secret.

    Rules: TAB-SEAL-01
    """
    refused = judge_table_event(CHARTER, state, event) or judge_today(state, event)
    return refused or write(state, event, "action", *SHARED_RULES[SecretSealed]).accept()


def judge_today(state: State, event: SecretSealed) -> Refused | None:
    """Refuse a seal on a provision that was not kept today, or that somebody else has seen.

    Rules: TAB-SEAL-01, LIF-SUP-02
    """
    if not event.about:
        return None
    i = state.index[event.seat]
    line = kept(state, i, event.about)
    is_hidden = i in state.keepers if line is None else line.cards == (None,)
    if event.about == about_supply(state.day) and is_hidden and not state.deals_provisions:
        return None
    return refuse("lifeboat.not_kept_face_down", "TAB-SEAL-01", "LIF-SUP-02", seat=event.seat, day=state.day)


def opened(state: State, event: SecretOpened) -> Verdict:
    """Open a seal; what it says a seat kept must be possible.

    Rules: TAB-SEAL-01, LIF-INFO-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    if not event.about:
        return write(state, event, "action", *SHARED_RULES[SecretOpened]).accept()
    if event.value not in PROVISION_NAMES:
        return refuse("lifeboat.no_provision", "TAB-SEAL-01", seat=event.seat, card=event.value)
    draft = write(state, event, "action", *SHARED_RULES[SecretOpened])
    known = 1 << state.index[event.seat]
    return judge_provisions(state, draft.state, (event.value,), known) or draft.accept()


def kinds(state: State) -> frozenset[str]:
    """List the acts whose choice may be sealed: of cards that lie on the table, not in the log."""
    kept_so = {"provision_kept"} if not state.deals_provisions else set()
    return frozenset(kept_so | ({"secrets_dealt"} if state.chance == TABLE else set()))


def hide(state: State, event: Event) -> Hidden | Refused | None:
    """Seal what a seat keeps, or whom it loves and hates: both of them, or neither.

    Rules: TAB-SEAL-01, LIF-SCORE-02
    """
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
