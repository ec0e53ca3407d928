"""Setting up and supply: what is dealt, drawn and kept."""

from typing import Any

from referee.games.lifeboat.common import judge_phase, judge_seat, write
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.events import (
    CharactersDealt,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
    SecretsDealt,
)
from referee.games.lifeboat.evidence import evidence
from referee.games.lifeboat.loves import judge_secrets
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.state import State, awake, must_name
from referee.kernel.verdict import Refused, Verdict


def characters(state: State, event: CharactersDealt) -> Verdict:
    """Deal the characters, one to each seat.

    Rules: LIF-SET-02, LIF-SET-04, LIF-SET-06, LIF-SET-10
    """
    if refused := judge_phase(state, "setup") or judge_characters(state, event.characters):
        return refused
    known = known_characters(state)
    if all(state.character) or not known.items() <= event.characters.items():
        return refuse("lifeboat.already_dealt", "LIF-SET-04")
    missing = [seat for seat in state.seats if seat not in event.characters]
    if missing:
        return refuse("lifeboat.characters_missing", "LIF-SET-02", seats=tuple(missing))
    return write(state, event, "observation", "LIF-SET-02", "LIF-SET-06").accept()


def known_characters(state: State) -> dict[str, Any]:
    """List the characters dealt so far, or set by hand."""
    return {seat: card for seat, card in zip(state.seats, state.character, strict=True) if card}


def judge_characters(state: State, dealt: dict[str, Any]) -> Refused | None:
    """Refuse characters dealt to nobody, dealt twice, or not in this box.

    Rules: LIF-SET-02, LIF-SET-10
    """
    if refused := judge_seat(state, *dealt):
        return refused
    cards = list(dealt.values())
    if "harter" in cards and not state.expansion:
        return refuse("lifeboat.no_harter", "LIF-SET-10")
    if doubled := next((card for card in cards if cards.count(card) > 1), None):
        return refuse("lifeboat.character_twice", "LIF-SET-02", character=doubled)
    return None


def secrets(state: State, event: SecretsDealt) -> Verdict:
    """Deal love and hate to a seat.

    Rules: LIF-SET-03, LIF-SET-04, LIF-INFO-02
    """
    if refused := judge_seat(state, event.seat):
        return refused
    i = state.index[event.seat]
    love, hate = state.love[i], state.hate[i]
    is_new = (love is None and event.love) or (hate is None and event.hate)
    if (love or hate) and not is_new:
        return refuse("lifeboat.secrets_dealt", "LIF-SET-04", seat=event.seat)
    refused = judge_secrets(state, i, event.love, event.hate, evidence(state.deals_provisions, i))
    return refused or write(state, event, "observation", "LIF-SET-03").accept()


def provision(state: State, event: ProvisionDealt) -> Verdict:
    """Deal a first provision.

    Rules: LIF-SET-05
    """
    if refused := judge_phase(state, "setup") or judge_seat(state, event.seat):
        return refused
    if state.dealt >> state.index[event.seat] & 1:
        return refuse("lifeboat.provision_dealt_already", "LIF-SET-05", seat=event.seat)
    if event.card is None and must_name(state, "provisions"):
        return refuse("lifeboat.name_the_card", "LIF-SET-05", seat=event.seat)
    draft = write(state, event, "observation", "LIF-SET-05")
    known = evidence(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, draft.state, (event.card,), known) or draft.accept()


def drawn(state: State, event: ProvisionsDrawn) -> Verdict:
    """Draw the day's provisions.

    Rules: LIF-SUP-01, LIF-SUP-05, LIF-SUP-06
    """
    if refused := judge_seat(state, event.seat) or judge_phase(state, "supply"):
        return refused
    if state.packet is not None:
        return refuse("lifeboat.already_drawn", "LIF-SUP-01")
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
    draft = write(state, event, "observation", "LIF-SUP-01")
    known = evidence(state.deals_provisions, state.index[event.seat])
    return judge_provisions(state, draft.state, event.cards, known) or draft.accept()


def kept(state: State, event: ProvisionKept) -> Verdict:
    """Keep one card of the packet.

    Rules: LIF-SUP-02, LIF-SUP-03
    """
    if refused := judge_seat(state, event.seat) or judge_phase(state, "supply"):
        return refused
    if state.packet is None:
        return refuse("lifeboat.not_drawn", "LIF-SUP-01")
    i = state.index[event.seat]
    if state.keepers[0] != i:
        args = {"seat": event.seat, "keeper": state.seats[state.keepers[0]]}
        return refuse("lifeboat.not_your_packet", "LIF-SUP-02", "LIF-SUP-03", **args)
    if refused := judge_kept(state, event):
        return refused
    draft = write(state, event, "action", "LIF-SUP-02")
    if event.card is None or event.card in state.packet:
        return draft.accept()
    return judge_provisions(state, draft.state, (event.card,), 1 << i) or draft.accept()


def judge_kept(state: State, event: ProvisionKept) -> Refused | None:
    """Refuse a card that is not in the packet.

    Rules: LIF-SUP-02
    """
    packet = state.packet or ()
    if event.card is None:
        if len(packet) > 1 and must_name(state, "provisions"):
            return refuse("lifeboat.name_the_card", "LIF-SUP-02", seat=event.seat)
        return None
    if event.card not in packet and None not in packet:
        return refuse("lifeboat.not_in_packet", "LIF-SUP-02", card=event.card)
    return None
