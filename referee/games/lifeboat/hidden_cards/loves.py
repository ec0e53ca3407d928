"""Loves and hates: one card of each for every character in play, and what some seats can know of them."""

from typing import Any

from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.evidence import EVERYBODY, is_seen
from referee.games.lifeboat.state import State
from referee.kernel.verdict import Refused, refuse

KINDS = (book.LOVE, book.HATE)


def judge_secrets(state: State, i: int, love: str | None, hate: str | None, readers: int) -> Refused | None:
    """Refuse a seat's love and hate that the cards in play cannot give, as far as some seats can know.

    What another noted for itself is no evidence against a seat: only what it showed. The two that
    clash are told when both lie open.

    Rules: LIF-SET-03, LIF-INFO-02
    """
    for kind, card in ((book.LOVE, love), (book.HATE, hate)):
        if card is None:
            continue
        if refused := judge_in_play(state, kind, card):
            return refused
        own = held(state, kind)[i]
        if own is not None and own != card:
            args = {"seat": state.seats[i], "kind": kind}
            return refuse("lifeboat.secret_differs", "LIF-INFO-02", "LIF-SET-04", **args)
        known = held(state, kind) if readers == EVERYBODY else shown(state, kind, readers)
        if card in known and (owners := [j for j, other in enumerate(known) if other == card and j != i]):
            return twice(state, kind, card, owners[0], i)
    return None


def judge_in_play(state: State, kind: str, card: str) -> Refused | None:
    """Refuse a love or a hate of a character nobody plays. Rules: LIF-INFO-02, LIF-SET-08."""
    if not all(state.character) or card in state.character:
        return None
    return refuse("lifeboat.secret_not_in_play", "LIF-INFO-02", "LIF-SET-08", kind=kind, character=card)


def judge_once(state: State, kind: str, cards: dict[int, str | None]) -> Refused | None:
    """Refuse a love or a hate that two seats have. Rules: LIF-INFO-02, LIF-SET-03."""
    owners: dict[str, int] = {}
    for i, card in cards.items():
        if card is not None and owners.setdefault(card, i) != i:
            return twice(state, kind, card, owners[card], i)
    return None


def twice(state: State, kind: str, card: str, i: int, j: int) -> Refused:
    """Say that two seats cannot both have a card there is one of. Rules: LIF-INFO-02, LIF-SET-03."""
    args = {"kind": kind, "character": card, "other": state.seats[i], "seat": state.seats[j]}
    return refuse("lifeboat.secret_twice", "LIF-INFO-02", "LIF-SET-03", **args)


def held(state: State, kind: str) -> tuple[Any, ...]:
    """List the loves, or the hates, as the log has them."""
    return state.love if kind == book.LOVE else state.hate


def shown(state: State, kind: str, readers: int) -> tuple[Any, ...]:
    """List the loves, or the hates, that some seats saw: the last word on each seat, null where unseen."""
    last: dict[Any, book.Line] = {}
    for line in book.lines_of(state.ledger):
        if line.deck == kind:
            last.setdefault(line.target, line)
    seen = {i: line.cards[0] for i, line in last.items() if is_seen(line.readers, readers)}
    return tuple([seen.get(i) for i in range(len(state.seats))])
