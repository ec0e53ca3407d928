"""The score: what everybody scores and why, who wins, and whose unseen cards that may depend on."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.events import GameEnded, Score
from referee.games.lifeboat.possible import doubt
from referee.games.lifeboat.state import State, is_dead, printed
from referee.games.lifeboat.tables import CHARACTERS, JEWEL_POINTS, PAINTING_POINTS, RULESET
from referee.kernel.state.rows import names, put
from referee.kernel.tally import Line, Note, Reading, Step, Tally

Part = int | None
"""Points, or None where the card that decides them was never shown."""

PARTS = ("survival", "treasure", "love", "hate")


def unshown(state: State) -> tuple[int, ...]:
    """List who must still turn cards up: whose cards are not known, or, where what was noted clashes, all."""
    closed = [i for i in range(len(state.seats)) if not state.revealed >> i & 1]
    unknown = tuple(i for i in closed if not is_known(state, i))
    if unknown:
        return unknown
    scoring = tuple(i for i in closed if not scores_nothing(state, i))
    return scoring if scoring and doubt(state) else ()


def is_known(state: State, i: int) -> bool:
    """Tell whether all that a seat scores by is known. Rules: LIF-SCORE-02."""
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
    """Score a seat part by part, and say how each comes about: what a person says who adds it up aloud."""
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
    """Score treasure in hand and before a seat whose body is aboard. Rules: LIF-SCORE-02."""
    if i not in state.boat:
        return 0, None
    hand = state.hands[i]
    points, doubled = treasures((*(hand or ()), *state.table[i])), doubled_by(state.character[i])
    twice, total = points.get(doubled, 0), sum(points.values())
    note = Note(f"note.treasure_{doubled}" if twice else "note.treasure", {**points}) if total else None
    return None if hand is None or None in hand else total + twice, note


def treasure_of(cards: tuple[str | None, ...], character: str | None) -> int:
    """Score treasure for a character."""
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
    """Score the loved one's survival. Rules: LIF-SCORE-02, LIF-SCORE-04."""
    loved = state.love[i]
    if loved is None:
        return None, None
    j = seat_as(state, loved)
    points = CHARACTERS[loved].survival if j >= 0 and is_alive(state, j) else 0  # type: ignore[index]
    return points, fate(state, i, loved)


def hate(state: State, i: int) -> tuple[Part, Note | None]:
    """Score the hated one's death, or for the psychopath, who hates everybody, the death of the others.

    Rules: LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06, LIF-VAR-GHOST
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
    """Score everybody; the highest total wins, shared where equal."""
    told = {seat: parts_of(state, i) for i, seat in enumerate(state.seats)}
    scores: dict[str, Any] = {
        seat: Score(**{part: points for part, (points, _) in parts.items()})  # type: ignore[arg-type]
        for seat, parts in told.items()
    }
    most = max(line.total for line in scores.values())
    winners = tuple(seat for seat, line in scores.items() if line.total == most)
    unread = tuple(seat for seat, parts in told.items() if None in [points for points, _ in parts.values()])
    return GameEnded(winners, scores, unread)


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

    Rules: LIF-SCORE-09
    """
    if not result.open:
        return result.winners, ()
    ranges = {seat: total_range(state, i, result) for i, seat in enumerate(state.seats)}
    surely = max(least for least, _ in ranges.values())
    ahead = [seat for seat, (_, most) in ranges.items() if most >= surely]
    unsure = tuple(seat for seat in ahead if ranges[seat][0] != ranges[seat][1])
    return (tuple(ahead), ()) if len(ahead) == 1 or not unsure else ((), unsure)


def total_range(state: State, i: int, result: GameEnded) -> tuple[int, int]:
    """Give the lowest and the highest total that a seat can have."""
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
    """Give the least and the most that the treasures of a seat can come to."""
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


_RULES = {
    "survival": ("LIF-SCORE-02",),
    "treasure": ("LIF-SCORE-02", "LIF-SCORE-03"),
    "love": ("LIF-SCORE-02",),
    "hate": ("LIF-SCORE-02",),
    "total": ("LIF-SCORE-09",),
}
_SPECIAL = {
    "both": {"survival": "LIF-SCORE-06", "love": "LIF-SCORE-06", "hate": "LIF-SCORE-06"},
    "narcissist": {"love": "LIF-SCORE-04"},
    "psychopath": {"survival": "LIF-SCORE-05", "hate": "LIF-SCORE-05"},
    "ambivalent": {"love": "LIF-SCORE-07", "hate": "LIF-SCORE-07"},
}
"""What somebody with one of these pairs of love and hate scores by, too."""


def tally(state: State) -> Tally:
    """Write the score sheet; who would win by each edition, once the game is over."""
    lines = [line for i in range(len(state.seats)) for line in lines_of(state, i)]
    return Tally(tuple(lines), tuple(reading(state, edition) for edition in (None, *RULESET.editions)))


def lines_of(state: State, i: int) -> list[Line]:
    """Write a seat's line of the sheet: all of it at the end, what lies open before."""
    seat = state.seats[i]
    if result := result_of(state):
        rules = rules_of(state, i)
        lines = [
            Line(seat, f"score.{part}", amount_of(result, seat, part), rules[part], note=note)
            for part, (_, note) in parts_of(state, i).items()
        ]
    else:
        lines = [Line(seat, f"score.{part}", n, _RULES[part]) for part, n in seen_of(state, i).items()]
    return [*lines, Line(seat, "score.wounds", state.wounds[i], ("LIF-STAT-01",))]


def amount_of(result: GameEnded, seat: str, part: str) -> int | None:
    """Give a part of a seat's final score, or its total; None where that depends on a card nobody showed."""
    if part == "total" and seat in result.open:
        return None
    amount: int | None = getattr(result.scores[seat], part)
    return amount


def rules_of(state: State, i: int) -> dict[str, tuple[str, ...]]:
    """Name by part the rules a seat scored by."""
    if scores_nothing(state, i):
        why = ("LIF-SCORE-08" if i in state.lost else "LIF-CAN-01",)
        return {**dict.fromkeys(_RULES, why), "total": (*why, *_RULES["total"])}
    special = _SPECIAL.get(kind_of(state, i), {})
    return {part: (*rules, special[part]) if part in special else rules for part, rules in _RULES.items()}


def kind_of(state: State, i: int) -> str:
    """Say what somebody is who loves or hates itself, or one and the same."""
    who, love, hate = state.character[i], state.love[i], state.hate[i]
    if love == hate and love is not None:
        return "both" if love == who else "ambivalent"
    return "narcissist" if love == who else "psychopath" if hate == who else ""


def seen_of(state: State, i: int) -> dict[str, int]:
    """Add up what everybody sees of a seat: its survival, the treasure before it."""
    character = state.character[i]
    alive = character is not None and is_alive(state, i)
    survival = CHARACTERS[character].survival if alive else 0  # type: ignore[index]
    treasure = treasure_of(state.table[i], character) if i in state.boat else 0
    return {"survival": survival, "treasure": treasure, "total": survival + treasure}


def reading(state: State, edition: str | None) -> Reading:
    """Say who wins by the table's own options, or by an edition's."""
    own = result_of(state)
    if own is None:
        return Reading(edition, (), "not_scored", ("LIF-SCORE-01",))
    by_edition, result = state, own
    if edition is not None:
        by_edition = replace(state, options=replace(state.options, **RULESET.editions[edition]))
        result = final_scores(by_edition)
    winners, depends_on = settled(by_edition, result)
    totals = {seat: None if seat in result.open else result.scores[seat].total for seat in state.seats}
    is_plain = len(winners) == 1 and result.scores == own.scores
    steps = () if is_plain else (Step("tie.total", {**totals}),)
    reason = "not_known" if depends_on else "highest_total" if len(winners) == 1 else "equal_totals"
    return Reading(edition, winners, reason, ("LIF-SCORE-09",), steps, depends_on)
