"""The end: who survived, what everybody scores, who won."""

from typing import Any

from referee.games.lifeboat.events import GameEnded, Score
from referee.games.lifeboat.hidden_cards.doubting import doubt
from referee.games.lifeboat.state import State, is_dead
from referee.games.lifeboat.tables import CHARACTERS, JEWEL_POINTS, PAINTING_POINTS
from referee.kernel.facts import names
from referee.kernel.tally import Note

Part = int | None
"""Points, or None where the card that decides them was never shown."""

PARTS = ("survival", "treasure", "love", "hate")


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
        return bool(state.options.lost_at_sea_scores == "nothing")
    return i in state.eaten and i not in state.boat


def is_alive(state: State, i: int) -> bool:
    """Tell whether a seat's character survives, conscious or not. Rules: LIF-SCORE-01."""
    return i in state.boat and not is_dead(state, i)


def parts_of(state: State, i: int) -> dict[str, tuple[Part, Note | None]]:
    """Score a seat part by part, and say how each comes about: what a person says who adds it up aloud.

    Rules: LIF-SCORE-02, LIF-SCORE-08, LIF-CAN-01
    """
    if scores_nothing(state, i):
        nothing: dict[str, tuple[Part, Note | None]] = dict.fromkeys(PARTS, (0, None))
        return {**nothing, "total": (0, Note("note.out" if i in state.lost else "note.eaten"))}
    told = survival(state, i), treasure(state, i), love(state, i), hate(state, i)
    return {**dict(zip(PARTS, told, strict=True)), "total": (sum(points or 0 for points, _ in told), None)}


def survival(state: State, i: int) -> tuple[Part, Note | None]:
    """Score a seat's own survival; one that hates all scores nothing for itself.

    Rules: LIF-CHAR-01, LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06
    """
    character = state.character[i]
    if not is_alive(state, i):
        return 0, Note("note.lost" if i in state.lost else "note.dead")
    if character is None or state.hate[i] == character:
        return 0, Note("note.hates_all")
    return CHARACTERS[character].survival, None  # type: ignore[index]


def treasure(state: State, i: int) -> tuple[Part, Note | None]:
    """Score treasure in hand and before a seat whose body is aboard. Rules: LIF-SCORE-02, LIF-SCORE-03."""
    if i not in state.boat:
        return 0, None
    hand = state.hands[i]
    points, doubled = treasures((*(hand or ()), *state.table[i])), doubled_by(state.character[i])
    twice, total = points.get(doubled, 0), sum(points.values())
    note = Note(f"note.treasure_{doubled}" if twice else "note.treasure", {**points}) if total else None
    return None if hand is None or None in hand else total + twice, note


def treasure_of(cards: tuple[str | None, ...], character: str | None) -> int:
    """Score treasure for a character. Rules: LIF-SCORE-03."""
    points = treasures(cards)
    return sum(points.values()) + points.get(doubled_by(character), 0)


def doubled_by(character: str | None) -> str:
    """Name the treasure that counts twice for a character. Rules: LIF-SCORE-03."""
    return (CHARACTERS[character].doubles or "") if character else ""  # type: ignore[index]


def treasures(cards: tuple[str | None, ...]) -> dict[str, int]:
    """Score each kind of treasure, nothing doubled. Rules: LIF-SCORE-03."""
    return {
        "cash": cards.count("cash"),
        "jewels": JEWEL_POINTS[min(3, cards.count("jewels"))],
        "paintings": sum(n * cards.count(card) for card, n in PAINTING_POINTS.items()),
    }


def love(state: State, i: int) -> tuple[Part, Note | None]:
    """Score the loved one's survival. Rules: LIF-SCORE-02, LIF-SCORE-04, LIF-SCORE-07."""
    loved = state.love[i]
    if loved is None:
        return None, None
    j = seat_as(state, loved)
    points = CHARACTERS[loved].survival if j >= 0 and is_alive(state, j) else 0  # type: ignore[index]
    return points, fate(state, i, loved)


def hate(state: State, i: int) -> tuple[Part, Note | None]:
    """Score the hated one's death, or for the psychopath, who hates everybody, the death of the others.

    Rules: LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06, LIF-SCORE-07, LIF-VAR-GHOST
    """
    hated, loved, rule = state.hate[i], state.love[i], state.options.psychopath_excludes_loved
    if hated is None:
        return None, None
    if hated != state.character[i]:
        j = seat_as(state, hated)
        return state.sizes[j] if j >= 0 and not is_alive(state, j) else 0, fate(state, i, hated)
    dead = [j for j in range(len(state.seats)) if j != i and not is_alive(state, j)]
    note = Note("note.everybody", {"seats": names(state, tuple(dead))}) if dead else Note("note.nobody_died")
    if rule != "no":
        if loved is None:
            return None, note
        dead = [j for j in dead if state.character[j] != loved]
    return 3 * len(dead) if rule == "3_points_each" else sum(state.sizes[j] for j in dead), note


def fate(state: State, i: int, character: str) -> Note:
    """Say what became of a character whom a seat loves or hates. Rules: LIF-SCORE-07."""
    j = seat_as(state, character)
    kind = "absent" if j < 0 else "itself" if i == j else "lived" if is_alive(state, j) else "died"
    return Note(f"note.{kind}", {"character": character})


def seat_as(state: State, character: str) -> int:
    """Find who plays a character; -1: nobody."""
    return state.character.index(character) if character in state.character else -1


def final_scores(state: State) -> GameEnded:
    """Score everybody; the highest total wins, shared where equal. Rules: LIF-SCORE-09."""
    told = {seat: parts_of(state, i) for i, seat in enumerate(state.seats)}
    scores: dict[str, Any] = {
        seat: Score(**{part: points for part, (points, _) in parts.items()})  # type: ignore[arg-type]
        for seat, parts in told.items()
    }
    most = max(line.total for line in scores.values())
    winners = tuple(seat for seat, line in scores.items() if line.total == most)
    unread = tuple(seat for seat, parts in told.items() if None in [points for points, _ in parts.values()])
    return GameEnded(winners, scores, unread)
