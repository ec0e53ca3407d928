"""Seals on the provision a seat kept, day by day, beside those on love and hate.

A seat that keeps its card face down may seal it the same day. When the card is shown the seal is
opened, and the record then knows which card went to that hand: what else was shown must fit.
"""

from functools import partial

from msgspec.structs import replace

from events.table import SecretOpened, SecretSealed
from referee.games.lifeboat.events import ProvisionKept, SecretsDealt
from referee.games.lifeboat.ledger import PACKET, PUBLIC, Ledger, LedgerLine, map_lines, newest_first
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import PROVISION_NAMES, RULESET
from referee.kernel.parts import (
    SHARED_RULES,
    TABLE,
    Act,
    Event,
    Hidden,
    Refused,
    Seals,
    When,
    evolve_table_event,
    judge_table_event,
    refuse,
)


def _about_supply(day: int) -> str:
    return f"supply {day}"


def _is_line_of_seal(line: LedgerLine, i: int, about: str) -> bool:
    """Return whether a ledger line is the card seat `i` kept on the day that a seal is `about`."""
    is_own = isinstance(line.event, ProvisionKept) and (line.source, line.target) == (PACKET, i)
    return is_own and _about_supply(line.day) == about


def _reveal_kept(state: State, event: SecretOpened) -> Ledger | None:
    """Return the ledger with the card that an opened seal names, for everybody to know."""
    i = state.index[event.seat]

    def reveal(line: LedgerLine) -> LedgerLine:
        if not _is_line_of_seal(line, i, event.about):
            return line
        card = replace(line.event, card=event.value)
        return replace(line, cards=(event.value,), readers=PUBLIC, event=card)

    return map_lines(state.ledger, reveal)


def _judge_seal(state: State, event: SecretSealed) -> Refused | None:
    refused = judge_table_event(RULESET, state, event)
    if refused or not event.about:
        return refused
    i = state.index[event.seat]
    line = next((x for x in newest_first(state.ledger) if _is_line_of_seal(x, i, event.about)), None)
    is_hidden = i in state.keepers if line is None else line.cards == (None,)
    if event.about == _about_supply(state.day) and is_hidden and not state.deals_provisions:
        return None
    return refuse("lifeboat.not_kept_face_down", "TAB-SEAL-01", "LIF-SUP-02", seat=event.seat, day=state.day)


def _judge_opening(state: State, event: SecretOpened) -> Refused | None:
    refused = judge_table_event(RULESET, state, event)
    if refused or not event.about:
        return refused
    if event.value not in PROVISION_NAMES:
        return refuse("lifeboat.no_provision", "TAB-SEAL-01", seat=event.seat, card=event.value)
    known = 1 << state.index[event.seat]
    return judge_provisions(state, lambda: _apply_secret_opened(state, event), (event.value,), known)


def _apply_secret_opened(state: State, event: SecretOpened) -> State:
    state = evolve_table_event(RULESET, state, event)
    return replace(state, ledger=_reveal_kept(state, event)) if event.about else state


def _sealable_acts(state: State) -> frozenset[str]:
    """Return the types of acts whose choice may be sealed: of cards that lie on the table, not in the log."""
    kept_so = {"provision_kept"} if not state.deals_provisions else set()
    return frozenset(kept_so | ({"secrets_dealt"} if state.chance == TABLE else set()))


def _hide(state: State, event: Event) -> Hidden | Refused | None:
    """Return what a seal hides of an act, a refusal of half a pair, or None where the act names no card."""
    match event:
        case ProvisionKept(seat, card) if card is not None:
            return Hidden(_about_supply(state.day), card, ProvisionKept(seat))
        case SecretsDealt(seat, love, hate) if love and hate:
            return Hidden("", f"{love} {hate}")
        case SecretsDealt(seat, love, hate) if love or hate:
            return refuse("lifeboat.seal_both", "TAB-SEAL-01", "LIF-SCORE-02", seat=seat)
    return None


def _values(state: State, about: str) -> tuple[str | int, ...]:
    """Return all that a seal may hide: a provision, or (for an empty `about`) a love and a hate."""
    if about:
        return PROVISION_NAMES
    people = [each for each in state.character if each]
    return tuple(f"{love} {hate}" for love in people for hate in people)


def _is_due(state: State, seat: str, _: str) -> bool:
    """Return whether a seal has to be opened: at the end, before its seat shows its cards."""
    return state.phase == "ended" and not state.revealed >> state.index[seat] & 1


SEALS = Seals(_sealable_acts, _hide, _values, _is_due, show=lambda *_: None)

ACTS = (
    Act(
        event=SecretSealed,
        rules=SHARED_RULES[SecretSealed],
        judge=_judge_seal,
        apply=partial(evolve_table_event, RULESET),
    ),
    Act(
        event=SecretOpened,
        rules=SHARED_RULES[SecretOpened],
        when=When(after_end=True),
        judge=_judge_opening,
        apply=_apply_secret_opened,
    ),
)
