"""The score: points and their reasons, the winners, and whose unseen cards they may depend on."""

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from msgspec.structs import replace

from referee.games.lifeboat.events import GameEnded, Score
from referee.games.lifeboat.possible import doubt, known_provisions
from referee.games.lifeboat.state import State, is_dead, printed_provisions
from referee.games.lifeboat.tables import CHARACTERS, JEWEL_POINTS, PAINTING_POINTS, RULESET
from referee.kernel.parts import Line, Note, Reading, Step, Tally, names, set_at

_Part = int | None
"""Points, or None where the card that decides them was never shown."""

_PARTS = ("survival", "treasure", "love", "hate")


def seats_to_reveal(state: State) -> tuple[int, ...]:
    """Return the seats that must still turn cards up to score: those with unknown cards.

    Where none is unknown but notes clash, all that score.
    """
    closed = [i for i in range(len(state.seats)) if not state.revealed >> i & 1]
    unknown = tuple(i for i in closed if not _is_known(state, i))
    if unknown:
        return unknown
    scoring = tuple(i for i in closed if not _scores_nothing(state, i))
    return scoring if scoring and doubt(state) else ()


def _is_known(state: State, i: int) -> bool:
    """Return whether all that a seat scores by is known. Rules: LIF-SCORE-02."""
    if _scores_nothing(state, i):
        return True
    has_secrets = state.love[i] is not None and state.hate[i] is not None
    hand = state.hands[i]
    return has_secrets and (i not in state.boat or not (hand is None or None in hand))


def _scores_nothing(state: State, i: int) -> bool:
    """Return whether a seat is out of the scoring. Rules: LIF-SCORE-08, LIF-CAN-01."""
    if i in state.lost:
        return bool(state.options.lost_at_sea_scores == "nothing")
    return i in state.eaten and i not in state.boat


def _is_alive(state: State, i: int) -> bool:
    """Return whether a seat's character survives, conscious or not. Rules: LIF-SCORE-01."""
    return i in state.boat and not is_dead(state, i)


def _parts_of(state: State, i: int) -> dict[str, tuple[_Part, Note | None]]:
    """Return points by part of the score and `total`, each with a note how it comes about (None: no note)."""
    if _scores_nothing(state, i):
        nothing: dict[str, tuple[_Part, Note | None]] = dict.fromkeys(_PARTS, (0, None))
        return {**nothing, "total": (0, Note("note.out" if i in state.lost else "note.eaten"))}
    told = survival(state, i), treasure(state, i), love(state, i), hate(state, i)
    return {**dict(zip(_PARTS, told, strict=True)), "total": (sum(points or 0 for points, _ in told), None)}


def survival(state: State, i: int) -> tuple[_Part, Note | None]:
    """Return the points for a seat's own survival and a note; 0 for one that hates itself, so everybody.

    Rules: LIF-CHAR-01, LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06
    """
    character = state.character[i]
    if not _is_alive(state, i):
        return 0, Note("note.lost" if i in state.lost else "note.dead")
    if character is None or state.hate[i] == character:
        return 0, Note("note.hates_all")
    return CHARACTERS[character].survival, None  # type: ignore[index]


def treasure(state: State, i: int) -> tuple[_Part, Note | None]:
    """Return the points for the treasure of a seat whose body is aboard, and a note.

    Points are None where its hand is not known.

    Rules: LIF-SCORE-02
    """
    if i not in state.boat:
        return 0, None
    hand, character = state.hands[i], state.character[i]
    points = _treasures((*(hand or ()), *state.table[i]))
    doubled = CHARACTERS[character].doubles if character else None  # type: ignore[index]
    twice, total = points.get(doubled or "", 0), sum(points.values())
    note = Note(f"note.treasure_{doubled}" if twice else "note.treasure", {**points}) if total else None
    return None if hand is None or None in hand else total + twice, note


def _with_hand(state: State, i: int, hand: tuple[Any, ...]) -> State:
    return replace(state, hands=set_at(state.hands, i, hand))


def _treasures(cards: tuple[str | None, ...]) -> dict[str, int]:
    """Return points by kind of treasure, nothing doubled. Rules: LIF-SCORE-03."""
    return {
        "cash": cards.count("cash"),
        "jewels": JEWEL_POINTS[min(3, cards.count("jewels"))],
        "paintings": sum(n * cards.count(card) for card, n in PAINTING_POINTS.items()),
    }


def love(state: State, i: int) -> tuple[_Part, Note | None]:
    """Return the points for the survival of the character a seat loves, and a note.

    Points are None where the love is not known.

    Rules: LIF-SCORE-02, LIF-SCORE-04
    """
    loved = state.love[i]
    if loved is None:
        return None, None
    j = _seat_as(state, loved)
    points = CHARACTERS[loved].survival if j >= 0 and _is_alive(state, j) else 0  # type: ignore[index]
    return points, _fate(state, i, loved)


def hate(state: State, i: int) -> tuple[_Part, Note | None]:
    """Return the points for the death of the character a seat hates, and a note.

    One that hates itself scores for all other deaths. Points are None where the hate, or the love that an
    option spares, is not known.

    Rules: LIF-SCORE-02, LIF-SCORE-05, LIF-SCORE-06, LIF-VAR-GHOST
    """
    hated, loved, rule = state.hate[i], state.love[i], state.options.psychopath_excludes_loved
    if hated is None:
        return None, None
    if hated != state.character[i]:
        j = _seat_as(state, hated)
        return state.sizes[j] if j >= 0 and not _is_alive(state, j) else 0, _fate(state, i, hated)
    dead = [j for j in range(len(state.seats)) if j != i and not _is_alive(state, j)]
    note = Note("note.everybody", {"seats": names(state, tuple(dead))}) if dead else Note("note.nobody_died")
    if rule != "no":
        if loved is None:
            return None, note
        dead = [j for j in dead if state.character[j] != loved]
    return 3 * len(dead) if rule == "3_points_each" else sum(state.sizes[j] for j in dead), note


def _fate(state: State, i: int, character: str) -> Note:
    """Return the note of what became of a character whom a seat loves or hates. Rules: LIF-SCORE-07."""
    j = _seat_as(state, character)
    kind = "absent" if j < 0 else "itself" if i == j else "lived" if _is_alive(state, j) else "died"
    return Note(f"note.{kind}", {"character": character})


def _seat_as(state: State, character: str) -> int:
    """Return who plays a character; -1 for nobody."""
    return state.character.index(character) if character in state.character else -1


def final_scores(state: State) -> GameEnded:
    """Return the end of the game: everybody's score and the winners; unknown parts count as nothing."""
    told = {seat: _parts_of(state, i) for i, seat in enumerate(state.seats)}
    scores: dict[str, Any] = {
        seat: Score(**{part: points for part, (points, _) in parts.items()})  # type: ignore[arg-type]
        for seat, parts in told.items()
    }
    most = max(line.total for line in scores.values())
    winners = tuple(seat for seat, line in scores.items() if line.total == most)
    unread = tuple(seat for seat, parts in told.items() if None in [points for points, _ in parts.values()])
    return GameEnded(winners, scores, unread)


_TREASURES = ("cash", "jewels", *PAINTING_POINTS)


def result_of(state: State) -> GameEnded | None:
    """Return the result by what is known now (cards may have been shown since); None while the game lasts."""
    return state.result if state.result is None or not state.result.open else final_scores(state)


def winners(state: State) -> tuple[str, ...] | None:
    """Return the winners; None while the game lasts, () where it depends on cards nobody showed."""
    result = result_of(state)
    return None if result is None else _sure_winners(state, result)[0]


def undecided(state: State) -> tuple[str, ...]:
    """Return the seats on whose cards, which nobody showed, it depends who wins."""
    result = result_of(state)
    return () if result is None else _sure_winners(state, result)[1]


def _sure_winners(state: State, result: GameEnded) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return (winners whatever was not shown, the seats on whose cards it depends); one of them is empty.

    Each seat is taken by itself: that two of them cannot hold the same card is not looked at, so it may
    be called open where that alone would settle it.

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
    """Return the lowest and the highest total that a seat can have."""
    if _is_known(state, i):
        total = result.scores[state.seats[i]].total
        return total, total
    parts = survival, love, hate
    points = [sum(each(one, i)[0] or 0 for each in parts) for one in _with_possible_secrets(state, i)]
    least, most = _treasure_range(state, i)
    return min(points) + least, max(points) + most


def _with_possible_secrets(state: State, i: int) -> Iterator[State]:
    """Yield the state with every love and hate that a seat can have. Rules: LIF-SET-03, LIF-SET-08."""
    for loved, hated in product(_secrets_left(state, state.love, i), _secrets_left(state, state.hate, i)):
        yield replace(state, love=set_at(state.love, i, loved), hate=set_at(state.hate, i, hated))


def _secrets_left(state: State, known: tuple[str | None, ...], i: int) -> list[str]:
    """Return the characters that seat `i` can love (or hate), given whom the others do."""
    own = known[i]
    if own is not None:
        return [own]
    in_play: list[str] = [each for each in state.character if each is not None]
    cards: list[str] = in_play if len(in_play) == len(state.seats) else [*CHARACTERS]
    return [card for card in cards if card not in known] or cards


def _treasure_range(state: State, i: int) -> tuple[int, int]:
    if i not in state.boat:
        return 0, 0
    hand = state.hands[i]
    own = [card for card in hand or () if card is not None]
    lying = known_provisions(state)
    left = {card: max(0, printed_provisions(state)[card] - lying.count(card)) for card in _TREASURES}
    unknown = sum(left.values()) if hand is None else hand.count(None)
    more = product(*(range(min(n, unknown) + 1) for n in left.values()))
    unseen = [Counter(dict(zip(left, counts, strict=True))) for counts in more if sum(counts) <= unknown]
    totals = [treasure(_with_hand(state, i, (*own, *cards.elements())), i)[0] or 0 for cards in unseen]
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
    """Return the score sheet, and who would win by each edition once the game is over.

    Before the end only what everybody sees is added up: love, hate and hands are secrets.
    """
    lines = [line for i in range(len(state.seats)) for line in _sheet_lines(state, i)]
    return Tally(tuple(lines), tuple(_reading(state, edition) for edition in (None, *RULESET.editions)))


def _sheet_lines(state: State, i: int) -> list[Line]:
    seat = state.seats[i]
    if result := result_of(state):
        rules = _rules_by_part(state, i)
        lines = [
            Line(seat, f"score.{part}", _amount_of(result, seat, part), rules[part], note=note)
            for part, (_, note) in _parts_of(state, i).items()
        ]
    else:
        lines = [Line(seat, f"score.{part}", n, _RULES[part]) for part, n in _open_points(state, i).items()]
    return [*lines, Line(seat, "score.wounds", state.wounds[i], ("LIF-STAT-01",))]


def _amount_of(result: GameEnded, seat: str, part: str) -> int | None:
    """Return a part of a seat's final score; None where it depends on a card nobody showed."""
    if part == "total" and seat in result.open:
        return None
    amount: int | None = getattr(result.scores[seat], part)
    return amount


def _rules_by_part(state: State, i: int) -> dict[str, tuple[str, ...]]:
    if _scores_nothing(state, i):
        why = ("LIF-SCORE-08" if i in state.lost else "LIF-CAN-01",)
        return {**dict.fromkeys(_RULES, why), "total": (*why, *_RULES["total"])}
    special = _SPECIAL.get(_special_pair(state, i), {})
    return {part: (special[part], *rules) if part in special else rules for part, rules in _RULES.items()}


def _special_pair(state: State, i: int) -> str:
    """Return `both`, `ambivalent`, `narcissist` or `psychopath` for a seat's love and hate, else ""."""
    who, love, hate = state.character[i], state.love[i], state.hate[i]
    if love == hate and love is not None:
        return "both" if love == who else "ambivalent"
    return "narcissist" if love == who else "psychopath" if hate == who else ""


def _open_points(state: State, i: int) -> dict[str, int]:
    """Return the points everybody can see of a seat: its survival, the treasure face up, and `total`."""
    seen = _with_hand(replace(state, hate=set_at(state.hate, i, None)), i, ())
    points = {"survival": survival(seen, i)[0] or 0, "treasure": treasure(seen, i)[0] or 0}
    return {**points, "total": sum(points.values())}


def _reading(state: State, edition: str | None) -> Reading:
    """Return who wins by the table's own options (`edition` None), or by an edition's."""
    own = result_of(state)
    if own is None:
        return Reading(edition, (), "not_scored", ("LIF-SCORE-01",))
    by_edition, result = state, own
    if edition is not None:
        by_edition = replace(state, options=replace(state.options, **RULESET.editions[edition]))
        result = final_scores(by_edition)
    winners, depends_on = _sure_winners(by_edition, result)
    totals = {seat: None if seat in result.open else result.scores[seat].total for seat in state.seats}
    is_plain = len(winners) == 1 and result.scores == own.scores
    steps = () if is_plain else (Step("tie.total", {**totals}),)
    alike = "nobody_lives" if _are_all_lost(by_edition, result) else "equal_totals"
    reason = "not_known" if depends_on else "highest_total" if len(winners) == 1 else alike
    return Reading(edition, winners, reason, ("LIF-SCORE-09",), steps, depends_on)


def _are_all_lost(state: State, result: GameEnded) -> bool:
    """Return whether nobody lives and nobody scores."""
    is_empty = not any(_is_alive(state, i) for i in range(len(state.seats)))
    return is_empty and not any(score.total for score in result.scores.values())


def amounts(state: State, end: State) -> dict[str, int | None]:
    """Return the totals had the game ended with `state`, its love and hate as they were at the `end`.

    None where a card that counts is not known.
    """
    known = replace(state, love=end.love, hate=end.hate)
    parts = {seat: _parts_of(known, i) for i, seat in enumerate(known.seats)}
    return {
        seat: None if None in [points for points, _ in told.values()] else told["total"][0]
        for seat, told in parts.items()
    }
