"""Play a ruling's situation and acts on the real engine."""

from typing import Any

import msgspec

from events.codec import Codec
from events.niagara import NiagaraEvent
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks.rulings import Act, Ruling


class SituationError(AssertionError):
    """A line that only leads up to the question was refused."""


def read_event(line: str) -> Any:
    """Read one bare event."""
    return msgspec.json.decode(line, type=NiagaraEvent)


def reopened(line: str, act: Act) -> str:
    """Open the table in the edition and with the options an act asks for."""
    raw = msgspec.json.decode(line)
    if act.edition:
        raw["edition"] = act.edition
    if act.options:
        raw["options"] = {**raw.get("options", {}), **act.options}
    return msgspec.json.encode(raw).decode()


def judge(ruling: Ruling, act: Act) -> Verdict:
    """Play the situation and the act; give the verdict on its last line."""
    game = find_game("niagara")
    lines = [*ruling.situation, *act.lines]
    lines[0] = reopened(lines[0], act)
    state = None
    for n, line in enumerate(lines, 1):
        verdict = game.decide(state, read_event(line))
        if n == len(lines):
            return verdict
        if isinstance(verdict, Refused):
            raise SituationError(f"{ruling.name}: {line}: {verdict}")
        state = verdict.state
    raise SituationError(f"{ruling.name}: an act without a line")


def told(verdict: Verdict) -> dict[str, Any]:
    """Write a verdict down for a snapshot: verdict, rules, consequences, where it leaves the board."""
    if isinstance(verdict, Refused):
        return {"verdict": "refused", "reason": verdict.reason, "rules": list(verdict.rules)}
    game = find_game("niagara")
    return {
        "verdict": "accepted",
        "rules": list(verdict.facts[0].rules),
        "consequences": [
            f"{msgspec.json.encode(fact.event).decode()} {' '.join(fact.rules)}" for fact in verdict.facts[1:]
        ],
        "phase": game.phase(verdict.state),
        "turn": game.turn(verdict.state),
        "position": msgspec.to_builtins(game.position(verdict.state, "referee")),
    }


def rules_cited(verdict: Verdict) -> set[str]:
    """Gather every rule a verdict cites."""
    if isinstance(verdict, Refused):
        return set(verdict.rules)
    return {rule for fact in verdict.facts for rule in fact.rules}


def position_after(verdict: Accepted) -> Any:
    """Write down where an accepted act leaves the board, as the referee sees it."""
    return msgspec.to_builtins(find_game("niagara").position(verdict.state, "referee"))


def holds(claim: Any, fact: Any) -> bool:
    """Whether everything a claim names is so in a fact."""
    if isinstance(claim, dict) and isinstance(fact, dict):
        return all(key in fact and holds(value, fact[key]) for key, value in claim.items())
    return bool(claim == fact)
