"""Loves and hates: one card of each for every character in play, and what some seats can know of them."""

from typing import Any

from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.draft import refuse
from referee.games.lifeboat.evidence import is_seen
from referee.games.lifeboat.state import State
from referee.kernel.verdict import Refused

KINDS = (book.LOVE, book.HATE)


def judge_secrets(state: State, i: int, love: str | None, hate: str | None) -> Refused | None:
    """Refuse a seat's love and hate that the cards in play cannot give, as far as the seat can know.

    What another noted for itself is no evidence: only what it showed. The two that clash are told
    when both lie open.

    Rules: LIF-SET-03, LIF-INFO-02
    """
    for kind, card in zip(KINDS, (love, hate), strict=True):
        if card is None:
            continue
        own = held(state, kind)[i]
        if refused := judge_in_play(state, kind, card):
            return refused
        if own not in (None, card):
            return refuse(
                "lifeboat.secret_differs", "LIF-INFO-02", "LIF-SET-04", seat=state.seats[i], kind=kind
            )
        others = {j: known for j, known in known_to(state, kind, 1 << i).items() if j != i}
        if refused := judge_once(state, kind, {**others, i: card}):
            return refused
    return None


def judge_in_play(state: State, kind: str, card: str) -> Refused | None:
    """Refuse a love or a hate of a character nobody plays.

    Rules: LIF-INFO-02, LIF-SET-08
    """
    if not all(state.character) or card in state.character:
        return None
    return refuse("lifeboat.secret_not_in_play", "LIF-INFO-02", "LIF-SET-08", kind=kind, character=card)


def judge_once(state: State, kind: str, cards: dict[int, str | None]) -> Refused | None:
    """Refuse a love or a hate that two seats have.

    Rules: LIF-INFO-02
    """
    for n, (i, card) in enumerate(cards.items()):
        for j in list(cards)[n + 1 :]:
            if card is not None and cards[j] == card:
                args = {"kind": kind, "character": card, "other": state.seats[i], "seat": state.seats[j]}
                return refuse("lifeboat.secret_twice", "LIF-INFO-02", **args)
    return None


def held(state: State, kind: str) -> tuple[Any, ...]:
    """List the loves, or the hates, as the log has them."""
    return state.love if kind == book.LOVE else state.hate


def known_to(state: State, kind: str, knowers: int) -> dict[int, str]:
    """Find the loves, or the hates, that some seats know: the last word on each seat, if they saw it."""
    last: dict[int, book.Line] = {}
    for line in book.lines_of(state.ledger):
        if line.deck == kind and isinstance(line.target, int):
            last.setdefault(line.target, line)
    return {
        i: line.cards[0]
        for i, line in sorted(last.items())
        if line.cards[0] and is_seen(line.knowers, knowers)
    }
