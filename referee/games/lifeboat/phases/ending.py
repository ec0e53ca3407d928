"""Birds, and landing: the fourth bird ends the game, cards are turned up, the score sheet is written."""

from msgspec.structs import replace

from referee.games.lifeboat.by_hand.position import accounted
from referee.games.lifeboat.events import BirdLost, BirdSighted, GameEnded, HandRevealed, NavigationContent
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.hidden_cards.loves import judge_secrets
from referee.games.lifeboat.hidden_cards.possible import judge_provisions
from referee.games.lifeboat.score.scoring import final_scores, unshown
from referee.games.lifeboat.state import PUBLIC, State
from referee.games.lifeboat.tables import BIRDS_TO_LAND, content_of
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.facts import put
from referee.kernel.table import judge_promise, redeem
from referee.kernel.verdict import Refused, refuse


def fly(draft: Draft[State], cards: tuple[str | NavigationContent, ...]) -> None:
    """Execute birds card by card; the fourth ends the game. Rules: LIF-BIRD-01, LIF-BIRD-02, LIF-SPEC-03."""
    for card in cards:
        bird = content_of(card).bird
        if bird > 0:
            draft.derive(BirdSighted(), "LIF-BIRD-01")
        elif bird < 0 and draft.state.birds:
            draft.derive(BirdLost(), "LIF-BIRD-01")
        if draft.state.birds >= BIRDS_TO_LAND:
            return


def bird_sighted(state: State, _: BirdSighted) -> State:
    """Add a bird; the fourth ends the game."""
    birds = state.birds + 1
    phase = "ended" if birds >= BIRDS_TO_LAND else state.phase
    return replace(state, birds=birds, phase=phase)


def bird_lost(state: State, _: BirdLost) -> State:
    """Remove a bird."""
    return replace(state, birds=state.birds - 1)


def end_game(draft: Draft[State]) -> None:
    """Score a game once all it needs is known.

    Rules: LIF-BIRD-02, LIF-SCORE-01, LIF-SCORE-02, LIF-SCORE-09
    """
    state = draft.state
    if state.phase == "ended" and state.result is None and not unshown(state):
        draft.derive(final_scores(state), "LIF-SCORE-02", "LIF-SCORE-09")


def score_again(draft: Draft[State]) -> None:
    """Score a game that is over again, where a ruling or the board changed the score. Rules: LIF-SCORE-09."""
    result = final_scores(draft.state)
    if result != draft.state.result:
        draft.derive(result, "LIF-SCORE-09")


def judge_reveal(state: State, event: HandRevealed) -> Refused | None:
    """Judge cards turned up; what they clash with of what others showed is told, not what others noted.

    Rules: LIF-SCORE-02, LIF-INFO-01, LIF-INFO-02, TAB-SEAL-01
    """
    if state.phase == "setup":
        return refuse("lifeboat.wrong_phase", "LIF-SCORE-02", phase="setup", needed="ended")
    i, is_told = state.index[event.seat], event.love is not None or event.hate is not None
    return (
        judge_hand(state, i, event)
        or judge_secrets(state, i, event.love, event.hate, 1 << i)
        or judge_seals(state, event.seat)
        or (judge_promise(state, event.seat, f"{event.love} {event.hate}") if is_told else None)
        or judge_provisions(state, lambda: hand_revealed(state, event), event.hand, 1 << i)
    )


def judge_seals(state: State, seat: str) -> Refused | None:
    """Refuse to show cards at the end before everything sealed is opened, or it would never be held to.

    Rules: TAB-SEAL-01
    """
    if state.phase == "ended" and any(seal.seat == seat for seal in state.seals):
        return Refused("table.open_the_seal", ("TAB-SEAL-01",), {"seat": seat})
    return None


def judge_hand(state: State, i: int, event: HandRevealed) -> Refused | None:
    """Refuse a hand of another size, or with other cards than it has. Rules: LIF-INFO-01."""
    hand = state.hands[i]
    if hand is None:
        return None
    if len(event.hand) != len(hand):
        args = {"seat": event.seat, "n": len(event.hand), "needed": len(hand)}
        return refuse("lifeboat.wrong_hand_size", "LIF-INFO-01", **args)
    shown = [card for card in event.hand if card is not None]
    extra = sum(max(0, shown.count(card) - hand.count(card)) for card in set(shown))
    if extra > hand.count(None):
        stranger = next(card for card in shown if shown.count(card) > hand.count(card))
        return refuse("lifeboat.no_such_card", "LIF-INFO-01", seat=event.seat, card=stranger)
    return None


def reveals(state: State, _: str) -> tuple[HandRevealed, ...]:
    """List who must still turn its cards up, with cards nobody reads; not before its seals are opened."""
    if state.result is not None:
        return ()
    due = ((state.seats[i], state.hands[i] or ()) for i in unshown(state))
    return tuple(
        HandRevealed(seat, (None,) * len(hand)) for seat, hand in due if judge_seals(state, seat) is None
    )


def hand_revealed(state: State, event: HandRevealed) -> State:
    """Turn a seat's cards up."""
    i = state.index[event.seat]
    hand = state.hands[i]
    state = redeem(state, event.seat) if event.love or event.hate else state
    line = book.Line(book.PROVISIONS, i, i, event.hand, PUBLIC, event, state.day)
    cards = event.hand if None not in event.hand or hand is None or None in hand else hand
    ledger = book.with_secrets(state.ledger, i, event.love, event.hate, PUBLIC, event, state.day)
    seen = replace(state, hands=put(state.hands, i, cards))
    return replace(
        accounted(seen) if hand is None else seen,
        love=put(state.love, i, event.love or state.love[i]),
        hate=put(state.hate, i, event.hate or state.hate[i]),
        revealed=state.revealed | (state.phase == "ended") << i,
        ledger=book.Ledger(ledger, line),
    )


def game_ended(state: State, event: GameEnded) -> State:
    """Keep the result."""
    return replace(state, phase="ended", result=event)


ACTS = (
    Act(
        event=HandRevealed,
        rules=("LIF-SCORE-02",),
        judge=judge_reveal,
        apply=hand_revealed,
        listed=reveals,
        phases=("ended",),
        by_table=True,
        after_end=True,
        reveals=True,
        depends_on_hidden=True,
    ),
)

CONSEQUENCES = (
    Consequence(event=BirdSighted, rules=("LIF-BIRD-01",), apply=bird_sighted, turning=True),
    Consequence(event=BirdLost, rules=("LIF-BIRD-01",), apply=bird_lost),
    Consequence(event=GameEnded, rules=("LIF-BIRD-02", "LIF-SCORE-09"), apply=game_ended),
)
