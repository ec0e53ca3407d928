"""Play a ruling's situation and acts as a record, the way `referee check` does."""

from typing import Any

import msgspec

from referee.kernel.registry import find_game
from referee.kernel.verdict import JudgedEvent
from referee.rulebooks.rulings import Act, Ruling
from referee.service.files.check import Checked, make_checker


class SituationError(AssertionError):
    """A line that only leads up to the question was not accepted."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the last line of an act, the state it leaves, and the one before the act."""

    game: str
    before: Any
    checked: Checked
    judged: tuple[JudgedEvent, ...]
    state: Any


def reopened(line: str, act: Act) -> str:
    """Open the table in the edition and with the options an act asks for."""
    raw = msgspec.json.decode(line)
    if act.edition:
        raw["edition"] = act.edition
    if act.options:
        raw["options"] = {**raw.get("options", {}), **act.options}
    return msgspec.json.encode(raw).decode()


def play(ruling: Ruling, act: Act) -> Outcome:
    """Play the situation and the act; give what became of the last line."""
    lines = [*ruling.situation, *act.lines]
    lines[0] = reopened(lines[0], act)
    numbered = [(n, line.encode()) for n, line in enumerate(lines, 1)]
    checker = make_checker(lambda: iter(numbered))
    before = None
    for n, line in numbered:
        before = checker.state if n <= len(ruling.situation) + 1 else before
        checked = checker.take(n, line)
        if n < len(lines) and checked.verdict != "accepted":
            raise SituationError(f"{ruling.name}, line {n}: {line.decode()}: {checked}")
    judged = checker.accepted.judged if checker.accepted else ()
    game = msgspec.json.decode(lines[0]).get("game", "")
    return Outcome(game=game, before=before, checked=checked, judged=judged, state=checker.state)


def told(outcome: Outcome) -> dict[str, Any]:
    """Write an outcome down for a snapshot: verdict, rules, consequences, what changed on the board."""
    checked = outcome.checked
    if checked.refused:
        rules = list(checked.rules)
        return {"verdict": checked.verdict, "reason": checked.refused.reason, "rules": rules}
    game = find_game(outcome.game)
    return {
        "verdict": "accepted",
        "rules": [rule for judged in outcome.judged[:1] for rule in judged.rules],
        "consequences": [
            f"{written(judged.event)} {' '.join(judged.rules)}" for judged in outcome.judged[1:]
        ],
        "phase": game.phase(outcome.state),
        "turn": game.turn(outcome.state),
        "position": changes(outcome),
    }


def changes(outcome: Outcome) -> dict[str, str]:
    """Write down what the act changed of the position, one line a fact."""
    game = find_game(outcome.game)
    before = plain(game.position(outcome.before, "referee")) if outcome.before else {}
    after = position_after(outcome)
    return {fact: written(value) for fact, value in after.items() if value != before.get(fact)}


def written(value: Any) -> str:
    """Write a value as JSON."""
    return msgspec.json.encode(value).decode()


def claimed(what: str, claim: Any, outcome: Outcome) -> bool:
    """Whether a further claim of an act is so."""
    if outcome.checked.refused:
        return False
    game, state = find_game(outcome.game), outcome.state
    events = [plain(judged.event) for judged in outcome.judged[1:]]
    match what.split():
        case ["position"]:
            return holds(claim, position_after(outcome))
        case ["seen", "by", seat]:
            return holds(claim, plain(game.view(state, seat)))
        case ["seen", "publicly"]:
            return holds(claim, plain(game.view(state, None)))
        case ["consequence"]:
            return any(holds(claim, event) for event in events)
        case ["no", "consequence"]:
            return not any(holds(claim, event) for event in events)
        case ["phase"]:
            return bool(claim == game.phase(state))
        case ["turn"]:
            return bool(claim == game.turn(state))
        case ["winners"]:
            return bool(claim == list(game.winners(state) or ()))
    return False


def position_after(outcome: Outcome) -> Any:
    """Write down where an accepted act leaves the board, as the referee sees it."""
    return plain(find_game(outcome.game).position(outcome.state, "referee"))


def plain(value: Any) -> Any:
    """Write a value as JSON would read it back."""
    return msgspec.json.decode(msgspec.json.encode(value))


def holds(claim: Any, fact: Any) -> bool:
    """Whether everything a claim names is so in a fact."""
    if isinstance(claim, dict) and isinstance(fact, dict):
        return all(key in fact and holds(value, fact[key]) for key, value in claim.items())
    if isinstance(claim, list) and isinstance(fact, list):
        return len(claim) == len(fact) and all(map(holds, claim, fact))
    return bool(claim == fact)
