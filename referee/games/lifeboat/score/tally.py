"""The arithmetic of the score sheet, and what each edition makes of it.

Before the end only what everybody sees is added up: love, hate and hands are secrets.
"""

from msgspec.structs import replace

from referee.games.lifeboat.events import GameEnded
from referee.games.lifeboat.ruleset import RULESET
from referee.games.lifeboat.score.scoring import final_scores, is_alive, parts_of, scores_nothing, treasure_of
from referee.games.lifeboat.score.settled import result_of, settled
from referee.games.lifeboat.state import State
from referee.games.lifeboat.tables import CHARACTERS
from referee.kernel.tally import Line, Reading, Step, Tally

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
    """Write the score sheet; who would win by each edition, once the game is over.

    Rules: LIF-SCORE-02, LIF-SCORE-03, LIF-SCORE-08, LIF-SCORE-09
    """
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
    """Name by part the rules a seat scored by.

    Rules: LIF-SCORE-04, LIF-SCORE-05, LIF-SCORE-06, LIF-SCORE-07, LIF-SCORE-08, LIF-CAN-01
    """
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
    """Say who wins by the table's own options, or by an edition's. Rules: LIF-SCORE-08, LIF-SCORE-09."""
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
