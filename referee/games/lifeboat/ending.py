"""Landing: what is still to be shown, and the score sheet."""

from referee.games.lifeboat.common import judge_seat, write
from referee.games.lifeboat.draft import Draft, refuse
from referee.games.lifeboat.events import HandRevealed
from referee.games.lifeboat.loves import judge_secrets
from referee.games.lifeboat.possible import judge_provisions
from referee.games.lifeboat.scoring import final_scores, is_ready
from referee.games.lifeboat.state import State
from referee.kernel.table import judge_promise
from referee.kernel.verdict import Refused, Verdict


def end_game(draft: Draft) -> None:
    """Score the game once everything it needs is known.

    Rules: LIF-BIRD-02, LIF-SCORE-01, LIF-SCORE-02, LIF-SCORE-09
    """
    state = draft.state
    if state.phase == "ended" and state.result is None and is_ready(state):
        draft.derive(final_scores(state), "LIF-SCORE-02", "LIF-SCORE-09")


def revealed(state: State, event: HandRevealed) -> Verdict:
    """Turn a seat's cards up; what they clash with of what others showed is told, not what others noted.

    Rules: LIF-SCORE-02, LIF-INFO-01, LIF-INFO-02, TAB-SEAL-01
    """
    if refused := judge_seat(state, event.seat):
        return refused
    if state.phase == "setup":
        return refuse("lifeboat.wrong_phase", "LIF-SCORE-02", phase="setup", needed="ended")
    i = state.index[event.seat]
    refused = (
        judge_hand(state, i, event)
        or judge_secrets(state, i, event.love, event.hate, 1 << i)
        or judge_sealed(state, event)
    )
    if refused:
        return refused
    draft = write(state, event, "observation", "LIF-SCORE-02")
    if refused := judge_provisions(state, draft.state, event.hand, 1 << i):
        return refused
    end_game(draft)
    return draft.accept()


def judge_sealed(state: State, event: HandRevealed) -> Refused | None:
    """Refuse a love and a hate other than those their seat sealed, or shown before its seals are opened.

    At the end everything sealed is opened first, or it would never be held to.

    Rules: TAB-SEAL-01
    """
    if state.phase == "ended" and any(seal.seat == event.seat for seal in state.seals):
        return Refused("table.open_the_seal", ("TAB-SEAL-01",), {"seat": event.seat})
    if event.love is None and event.hate is None:
        return None
    return judge_promise(state, event.seat, f"{event.love} {event.hate}")


def judge_hand(state: State, i: int, event: HandRevealed) -> Refused | None:
    """Refuse a hand of another size, or with other cards than it has.

    Rules: LIF-INFO-01
    """
    hand = state.hands[i]
    if hand is None:
        return None
    if len(event.hand) != len(hand):
        return refuse(
            "lifeboat.wrong_hand_size", "LIF-INFO-01", seat=event.seat, n=len(event.hand), needed=len(hand)
        )
    shown = [card for card in event.hand if card is not None]
    extra = sum(max(0, shown.count(card) - hand.count(card)) for card in set(shown))
    if extra > hand.count(None):
        stranger = next(card for card in shown if shown.count(card) > hand.count(card))
        return refuse("lifeboat.no_such_card", "LIF-INFO-01", seat=event.seat, card=stranger)
    return None
