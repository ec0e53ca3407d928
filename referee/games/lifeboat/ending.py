"""Birds and the end of the game: the fourth bird, cards turned up, the score."""

from collections import Counter
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.cards import account_for_cards
from referee.games.lifeboat.events import BirdLost, BirdSighted, GameEnded, HandRevealed, NavigationContent
from referee.games.lifeboat.ledger import PROVISION_DECK, PUBLIC, add_line, add_secrets
from referee.games.lifeboat.possible import judge_provisions, judge_secrets
from referee.games.lifeboat.score import final_scores, seats_to_reveal
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import BIRDS_TO_LAND, content_of
from referee.kernel.parts import (
    Act,
    Consequence,
    Draft,
    Listing,
    Refused,
    When,
    judge_promise,
    redeem,
    refuse,
    set_at,
)


def fly(draft: Draft[State], cards: tuple[str | NavigationContent, ...]) -> None:
    """Derive the birds of cards, one card after another, up to the fourth bird, which ends the game.

    Rules: LIF-BIRD-02, LIF-SPEC-03
    """
    for card in cards:
        bird = content_of(card).bird
        if bird > 0:
            draft.derive(BirdSighted(), "LIF-BIRD-01")
        elif bird < 0 and draft.state.birds:
            draft.derive(BirdLost(), "LIF-BIRD-01")
        if draft.state.birds >= BIRDS_TO_LAND:
            return


def _apply_bird_sighted(state: State, _: BirdSighted) -> State:
    birds = state.birds + 1
    phase = "ended" if birds >= BIRDS_TO_LAND else state.phase
    return replace(state, birds=birds, phase=phase)


def end_game(draft: Draft[State]) -> None:
    """Derive the score once the game has ended and all it needs is known. Rules: LIF-BIRD-02."""
    state = draft.state
    if state.phase == "ended" and state.result is None and not seats_to_reveal(state):
        draft.derive(final_scores(state), "LIF-SCORE-02", "LIF-SCORE-09")


def score_again(draft: Draft[State]) -> None:
    """Derive a new score where a ruling or a correction changed that of a game that is over."""
    result = final_scores(draft.state)
    if result != draft.state.result:
        draft.derive(result, "LIF-SCORE-09")


def _judge_reveal(state: State, event: HandRevealed) -> Refused | None:
    """Refuse cards turned up that contradict the hand, a seal, or what others showed.

    What others only noted for themselves is no evidence.
    """
    if state.phase == "setup":
        return refuse("lifeboat.wrong_phase", "LIF-SCORE-02", phase="setup", needed="ended")
    i, is_told = state.index[event.seat], event.love is not None or event.hate is not None
    return (
        _judge_hand(state, i, event)
        or judge_secrets(state, i, event.love, event.hate, 1 << i)
        or _judge_seals(state, event.seat)
        or (judge_promise(state, event.seat, f"{event.love} {event.hate}") if is_told else None)
        or judge_provisions(state, lambda: _apply_hand_revealed(state, event), event.hand, 1 << i)
    )


def _rules_of_reveal(state: State, event: HandRevealed) -> tuple[str, ...]:
    """Return the rule of the score; until the game is over, those of what may be shown before it."""
    hand = ("LIF-INFO-01",) if event.hand else ()
    secrets = ("LIF-INFO-02",) if event.love or event.hate else ()
    return ("LIF-SCORE-02",) if state.phase == "ended" else (*hand, *secrets, "LIF-SCORE-02")


def _judge_seals(state: State, seat: str) -> Refused | None:
    """Refuse to show cards at the end before the seat's seals are opened: they would never be compared."""
    if state.phase == "ended" and any(seal.seat == seat for seal in state.seals):
        return Refused("table.open_the_seal", ("TAB-SEAL-01",), {"seat": seat})
    return None


def _judge_hand(state: State, i: int, event: HandRevealed) -> Refused | None:
    hand = state.hands[i]
    if hand is None:
        return None
    if len(event.hand) != len(hand):
        args = {"seat": event.seat, "n": len(event.hand), "needed": len(hand)}
        return refuse("lifeboat.wrong_hand_size", "LIF-INFO-01", **args)
    extra = Counter[Any](filter(None, event.hand)) - Counter(hand)
    if extra.total() > hand.count(None):
        return refuse("lifeboat.no_such_card", "LIF-INFO-01", seat=event.seat, card=next(iter(extra)))
    return None


def _reveals(state: State, _: str) -> tuple[HandRevealed, ...]:
    """Return a reveal with unnamed cards for each seat that must still show, once its seals are opened."""
    if state.result is not None:
        return ()
    due = [i for i in seats_to_reveal(state) if _judge_seals(state, state.seats[i]) is None]
    return tuple([HandRevealed(state.seats[i], (None,) * len(state.hands[i] or ())) for i in due])


def sample_reveals(state: State, seat: str) -> tuple[HandRevealed, ...]:
    """Return at most one hand turned up at the end, with a love and a hate, as an example."""
    cast: tuple[Any, ...] = tuple(filter(None, state.character))
    if state.phase != "ended" or not cast:
        return ()
    water: Any = ("water",)
    due = _reveals(state, seat)[:1]
    return tuple(HandRevealed(each.seat, water * len(each.hand), cast[-1], cast[0]) for each in due)


def _apply_hand_revealed(state: State, event: HandRevealed) -> State:
    """Set a seat's hand, love and hate as shown, known to all; None leaves what is known.

    Shown after the end it counts as revealed. A seal of the seat that was opened before is then settled.
    """
    i = state.index[event.seat]
    hand = state.hands[i]
    state = redeem(state, event.seat) if event.love or event.hate else state
    cards = event.hand if None not in event.hand or hand is None or None in hand else hand
    ledger = add_secrets(state.ledger, event, state.day, i, event.love, event.hate, PUBLIC)
    seen = replace(state, hands=set_at(state.hands, i, cards))
    return replace(
        account_for_cards(seen) if hand is None else seen,
        love=set_at(state.love, i, event.love or state.love[i]),
        hate=set_at(state.hate, i, event.hate or state.hate[i]),
        revealed=state.revealed | (state.phase == "ended") << i,
        ledger=add_line(ledger, event, state.day, PROVISION_DECK, i, i, event.hand, PUBLIC),
    )


ACTS = (
    Act(
        event=HandRevealed,
        rules=_rules_of_reveal,
        when=When(phases=("ended",), by_table=True, after_end=True),
        judge=_judge_reveal,
        apply=_apply_hand_revealed,
        candidates=Listing(_reveals, sample_reveals),
        reveals=True,
        depends_on_hidden=True,
    ),
)

CONSEQUENCES = (
    Consequence(event=BirdSighted, rules=("LIF-BIRD-01",), apply=_apply_bird_sighted, turning=True),
    Consequence(
        event=BirdLost, rules=("LIF-BIRD-01",), apply=lambda state, _: replace(state, birds=state.birds - 1)
    ),
    Consequence(
        event=GameEnded,
        rules=("LIF-BIRD-02", "LIF-SCORE-09"),
        apply=lambda state, event: replace(state, phase="ended", result=event),
    ),
)
