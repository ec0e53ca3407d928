"""Who wins where cards were never shown: only who wins whatever they are."""

from collections.abc import Iterator
from itertools import product

from msgspec.structs import replace

from referee.games.lifeboat.events import GameEnded
from referee.games.lifeboat.score.scoring import final_scores, hate, is_known, love, survival, treasure_of
from referee.games.lifeboat.state import State, printed
from referee.games.lifeboat.tables import CHARACTERS, PAINTING_POINTS
from referee.kernel.facts import put

TREASURES = ("cash", "jewels", *PAINTING_POINTS)


def result_of(state: State) -> GameEnded | None:
    """Give the result by what is known now: cards that were not shown at the end may have been since."""
    return state.result if state.result is None or not state.result.open else final_scores(state)


def winners(state: State) -> tuple[str, ...] | None:
    """Name the winners; None while the game lasts, nobody where it depends on cards nobody showed."""
    result = result_of(state)
    return None if result is None else settled(state, result)[0]


def undecided(state: State) -> tuple[str, ...]:
    """Name the seats on whose cards, which nobody showed, it depends who wins."""
    result = result_of(state)
    return () if result is None else settled(state, result)[1]


def settled(state: State, result: GameEnded) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Give who wins whatever was not shown, or else on whose cards it depends.

    Each seat is taken by itself: that two of them cannot hold the same card is not looked at, so it may be
    called open where that alone would settle it.

    Rules: LIF-SCORE-02, LIF-SCORE-09
    """
    if not result.open:
        return result.winners, ()
    ranges = {seat: total_range(state, i, result) for i, seat in enumerate(state.seats)}
    surely = max(least for least, _ in ranges.values())
    ahead = [seat for seat, (_, most) in ranges.items() if most >= surely]
    unsure = tuple(seat for seat in ahead if ranges[seat][0] != ranges[seat][1])
    return (tuple(ahead), ()) if len(ahead) == 1 or not unsure else ((), unsure)


def total_range(state: State, i: int, result: GameEnded) -> tuple[int, int]:
    """Give the lowest and the highest total that a seat can have. Rules: LIF-SCORE-02."""
    if is_known(state, i):
        total = result.scores[state.seats[i]].total
        return total, total
    points = [sum(each(one, i)[0] or 0 for each in (survival, love, hate)) for one in with_secrets(state, i)]
    least, most = treasure_range(state, i)
    return min(points) + least, max(points) + most


def with_secrets(state: State, i: int) -> Iterator[State]:
    """Give the state with every love and hate that a seat can have. Rules: LIF-SET-03, LIF-SET-08."""
    for loved, hated in product(secrets_left(state, state.love, i), secrets_left(state, state.hate, i)):
        yield replace(state, love=put(state.love, i, loved), hate=put(state.hate, i, hated))


def secrets_left(state: State, known: tuple[str | None, ...], i: int) -> list[str]:
    """List the characters that a seat can love, or hate, given whom the others do."""
    own = known[i]
    if own is not None:
        return [own]
    in_play: list[str] = [each for each in state.character if each is not None]
    cards: list[str] = in_play if len(in_play) == len(state.seats) else [*CHARACTERS]
    return [card for card in cards if card not in known] or cards


def treasure_range(state: State, i: int) -> tuple[int, int]:
    """Give the least and the most that the treasures of a seat can come to. Rules: LIF-SCORE-03."""
    if i not in state.boat:
        return 0, 0
    hand, character = state.hands[i], state.character[i]
    own = (*(card for card in hand or () if card is not None), *state.table[i])
    lying = [card for cards in (*state.hands, *state.table) for card in cards or ()]
    lying += [*state.discard, *state.removed, *(state.packet or ())]
    left = {card: max(0, printed(state)[card] - lying.count(card)) for card in TREASURES}
    unknown = sum(left.values()) if hand is None else hand.count(None)
    more = product(*(range(min(n, unknown) + 1) for n in left.values()))
    totals = [
        treasure_of(
            (*own, *(card for card, n in zip(left, counts, strict=True) for _ in range(n))), character
        )
        for counts in more
        if sum(counts) <= unknown
    ]
    return min(totals), max(totals)
