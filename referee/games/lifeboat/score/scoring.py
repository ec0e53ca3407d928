"""The end: who survived, what everybody scores, who won."""

from referee.games.lifeboat.events import GameEnded, Score
from referee.games.lifeboat.hidden_cards.doubting import doubt
from referee.games.lifeboat.state import State, is_dead
from referee.games.lifeboat.tables import CHARACTERS, JEWEL_POINTS, PAINTING_POINTS

Part = int | None
"""Points, or None where the card that decides them was never shown."""


def is_ready(state: State) -> bool:
    """Tell whether everything scoring needs is known, or was shown as far as it will be.

    Rules: LIF-SCORE-01, LIF-SCORE-02
    """
    return not unshown(state)


def unshown(state: State) -> tuple[int, ...]:
    """List who must still turn cards up: whose cards are not known, or, where what was noted clashes, all.

    Rules: LIF-SCORE-02, LIF-INFO-02
    """
    closed = [i for i in range(len(state.seats)) if not state.revealed >> i & 1]
    unknown = tuple(i for i in closed if not is_known(state, i))
    if unknown:
        return unknown
    scoring = tuple(i for i in closed if not scores_nothing(state, i))
    return scoring if scoring and doubt(state) else ()


def is_known(state: State, i: int) -> bool:
    """Tell whether all that a seat scores by is known. Rules: LIF-SCORE-02, LIF-SCORE-08."""
    if scores_nothing(state, i):
        return True
    has_secrets = state.love[i] is not None and state.hate[i] is not None
    hand = state.hands[i]
    return has_secrets and (i not in state.boat or not (hand is None or None in hand))


def scores_nothing(state: State, i: int) -> bool:
    """Tell whether a seat is out of the scoring. Rules: LIF-SCORE-08, LIF-CAN-01."""
    if i in state.lost:
        return bool(state.switches.lost_at_sea_scores == "nothing")
    return i in state.eaten and i not in state.boat


def is_alive(state: State, i: int) -> bool:
    """Tell whether a seat's character survives, conscious or not. Rules: LIF-SCORE-01."""
    return i in state.boat and not is_dead(state, i)


def score(state: State, i: int) -> Score:
    """Write a seat's line of the score sheet.

    Rules: LIF-SCORE-02, LIF-SCORE-04, LIF-SCORE-06, LIF-SCORE-07, LIF-SCORE-08
    """
    if scores_nothing(state, i):
        return Score(0, 0, 0, 0, 0)
    parts = survival(state, i), treasure(state, i), love(state, i), hate(state, i)
    return Score(*parts, sum(part or 0 for part in parts))


def survival(state: State, i: int) -> int:
    """Score a seat's own survival. Rules: LIF-CHAR-01, LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06."""
    character = state.character[i]
    if not is_alive(state, i) or character is None or state.hate[i] == character:
        return 0
    return CHARACTERS[character].survival  # type: ignore[index]


def treasure(state: State, i: int) -> Part:
    """Score cash, jewels and paintings in hand and before a seat whose body is aboard.

    Rules: LIF-SCORE-02, LIF-SCORE-03
    """
    if i not in state.boat:
        return 0
    hand = state.hands[i]
    if hand is None or None in hand:
        return None
    return treasure_of((*hand, *state.table[i]), state.character[i])


def treasure_of(cards: tuple[str | None, ...], character: str | None) -> int:
    """Score treasure for a character. Rules: LIF-SCORE-03."""
    points = treasures(cards)
    doubled = CHARACTERS[character].doubles if character else None  # type: ignore[index]
    return sum(points.values()) + points.get(doubled or "", 0)


def treasures(cards: tuple[str | None, ...]) -> dict[str, int]:
    """Score each kind of treasure, nothing doubled. Rules: LIF-SCORE-03."""
    return {
        "cash": cards.count("cash"),
        "jewels": JEWEL_POINTS[min(3, cards.count("jewels"))],
        "paintings": sum(n * cards.count(card) for card, n in PAINTING_POINTS.items()),
    }


def love(state: State, i: int) -> Part:
    """Score the loved one's survival. Rules: LIF-SCORE-02, LIF-SCORE-04, LIF-SCORE-07."""
    loved = state.love[i]
    if loved is None:
        return None
    j = seat_as(state, loved)
    return CHARACTERS[loved].survival if j >= 0 and is_alive(state, j) else 0  # type: ignore[index]


def hate(state: State, i: int) -> Part:
    """Score the hated one's death, or for the psychopath the death of the others.

    Rules: LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06, LIF-SCORE-07, LIF-VAR-GHOST
    """
    hated = state.hate[i]
    if hated is None:
        return None
    if hated == state.character[i]:
        return psychopath(state, i)
    j = seat_as(state, hated)
    return state.sizes[j] if j >= 0 and not is_alive(state, j) else 0


def psychopath(state: State, i: int) -> Part:
    """Score the dead for one who hates everybody, itself included. Rules: LIF-SCORE-05, LIF-SCORE-06."""
    rule = state.switches.psychopath_excludes_loved
    if rule != "no" and state.love[i] is None:
        return None
    dead = [j for j in range(len(state.seats)) if j != i and not is_alive(state, j)]
    if rule != "no":
        dead = [j for j in dead if state.character[j] != state.love[i]]
    return 3 * len(dead) if rule == "3_points_each" else sum(state.sizes[j] for j in dead)


def seat_as(state: State, character: str) -> int:
    """Find who plays a character; -1: nobody."""
    return state.character.index(character) if character in state.character else -1


def final_scores(state: State) -> GameEnded:
    """Score everybody; the highest total wins, shared where equal. Rules: LIF-SCORE-09."""
    scores = {seat: score(state, i) for i, seat in enumerate(state.seats)}
    most = max(line.total for line in scores.values())
    winners = tuple(seat for seat, line in scores.items() if line.total == most)
    return GameEnded(winners, scores, tuple(s for s, line in scores.items() if None in parts_of(line)))


def parts_of(line: Score) -> tuple[Part, ...]:
    """List the four parts of a line."""
    return line.survival, line.treasure, line.love, line.hate
