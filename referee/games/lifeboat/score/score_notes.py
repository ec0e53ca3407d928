"""How each part of a seat's final score comes about: what a person says who adds it up aloud."""

from referee.games.lifeboat.score.scoring import is_alive, scores_nothing, seat_as, treasures
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import CHARACTERS
from referee.kernel.tally import Note


def notes_of(state: State, i: int) -> dict[str, Note]:
    """Say of each part how it comes about, as far as there is something to say.

    Rules: LIF-SCORE-02, LIF-SCORE-03, LIF-SCORE-08
    """
    if scores_nothing(state, i):
        return {"total": Note("note.out" if i in state.lost else "note.eaten")}
    found = {
        "survival": survival(state, i),
        "treasure": treasure(state, i),
        "love": love(state, i),
        "hate": hate(state, i),
    }
    return {part: note for part, note in found.items() if note is not None}


def survival(state: State, i: int) -> Note | None:
    """Say why a character that is dead, or hates all, scores nothing for itself.

    Rules: LIF-SCORE-05, LIF-SCORE-06
    """
    if not is_alive(state, i):
        return Note("note.lost" if i in state.lost else "note.dead")
    return Note("note.hates_all") if state.hate[i] == state.character[i] else None


def treasure(state: State, i: int) -> Note | None:
    """Count the cash, the jewels and the paintings, and what is doubled. Rules: LIF-SCORE-03."""
    character = state.character[i]
    points = treasures((*(state.hands[i] or ()), *state.table[i]) if i in state.boat else ())
    if not any(points.values()):
        return None
    doubled = CHARACTERS[character].doubles if character else None  # type: ignore[index]
    has_more = doubled is not None and points[doubled] > 0
    return Note(f"note.treasure_{doubled}" if has_more else "note.treasure", {**points})


def love(state: State, i: int) -> Note | None:
    """Say what became of whom a seat loves. Rules: LIF-SCORE-04, LIF-SCORE-07."""
    loved = state.love[i]
    return None if loved is None else fate(state, i, loved)


def hate(state: State, i: int) -> Note | None:
    """Say what became of whom a seat hates, or of everybody. Rules: LIF-SCORE-05, LIF-SCORE-06."""
    hated = state.hate[i]
    if hated is None:
        return None
    if hated != state.character[i]:
        return fate(state, i, hated)
    dead = tuple(seat for j, seat in enumerate(state.seats) if j != i and not is_alive(state, j))
    return Note("note.everybody", {"seats": dead}) if dead else Note("note.nobody_died")


def fate(state: State, i: int, character: str) -> Note:
    """Say what became of a character. Rules: LIF-SCORE-07."""
    j = seat_as(state, character)
    if j < 0:
        return Note("note.absent", {"character": character})
    kind = "itself" if i == j else "lived" if is_alive(state, j) else "died"
    return Note(f"note.{kind}", {"character": character})
