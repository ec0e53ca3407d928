"""A game's package is whole; its demonstration and its rulings are decided by its engine as they say."""

from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.registry import find_game, folder_of
from referee.kernel.verdict import JudgedEvent
from referee.l10n import LANGUAGES
from referee.languages import Texts
from referee.rulebooks.rulings import Ruling, RulingAct, folder_of_rulings, read_ruling
from referee.service.files.check import Checked, Summary, make_checker
from referee.service.files.record_file import check_file
from referee.testing.random_games import PlayedGames, fail

_PARTS = ("events*", "book/documents.toml", "rulings/*.md", "demo.jsonl")
"""What every package of a game has, beside the words in each language."""


def nothing_is_missing_in_the_room(played_games: PlayedGames) -> None:
    """What every game has, this one has too."""
    room = Path(folder_of(played_games.game.id))
    for part in (*_PARTS, *(f"words/{lang}.toml" for lang in LANGUAGES)):
        if not any(room.glob(part)):
            fail(f"add {part} to {room}")


def its_demonstration_is_played_to_its_end(played_games: PlayedGames) -> None:
    """What a newcomer sees first is accepted but for what is tried in it, until somebody has won."""
    demo = Path(folder_of(played_games.game.id)) / "demo.jsonl"
    if not demo.exists():
        fail(f"add demo.jsonl to {demo.parent}")
    *lines, summary = check_file(demo, keep_going=True)
    if not isinstance(summary, Summary) or not summary.accepted:
        fail(f"nothing in {demo} is accepted: {lines[:1]}")
    if summary.winners is None:
        fail(f"{demo} has no end; add its last lines")


def _rulings_of(game: str) -> tuple[Ruling, ...]:
    return tuple(read_ruling(path, game) for path in sorted(folder_of_rulings(game).glob("*.md")))


def texts_of(ruling: Ruling) -> dict[str, Texts]:
    """Return the texts of a ruling by what they are: title, question, answer, sources that disagree."""
    parts = {"title": ruling.title, "question": ruling.question, "answer": ruling.answer}
    return parts | ({"sources that disagree": ruling.disagree} if ruling.disagree else {})


def missing_texts(ruling: Ruling) -> tuple[str, ...]:
    """Return which texts of a ruling lack a language: "answer in ja"."""
    return tuple(f"{part} in {lang}" for part, texts in texts_of(ruling).items() for lang in texts.lacking())


def every_ruling_is_decided_as_it_says(played_games: PlayedGames) -> None:
    """Verdict, rules and every further claim; each is whole, in every language."""
    found = _rulings_of(played_games.game.id)
    if not found:
        fail(f"add a ruling to {folder_of_rulings(played_games.game.id)}")
    for ruling in found:
        if not ruling.acts:
            fail(f"add an act to {ruling.name}.md")
        if missing := missing_texts(ruling):
            fail(f"add the {missing[0]} to {ruling.name}.md")
        for n, act in enumerate(ruling.acts, 1):
            outcome = play(ruling, act)
            if outcome.checked.verdict != act.verdict or not set(act.rules) <= set(outcome.checked.rules):
                fail(f"{ruling.name}, act {n}: {outcome.checked}")
            for what, claim in act.expected:
                if not is_claim_true(what, msgspec.json.decode(claim), outcome):
                    fail(f"{ruling.name}, act {n}: not so: {what} {claim}; {summarize(outcome)}")
            if act.verdict == "refused" and act.rules and act.rules[0] not in ruling.rules:
                fail(f"add {act.rules[0]} to the rules of {ruling.name}.md")


class SituationError(AssertionError):
    """A line that only leads up to the question was not accepted."""


class RulingOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on the last line of an act, its events, the state after it.

    `before` is the state before the act; None where the act is the opening. `judged` is empty where the
    line is refused.
    """

    game: str
    before: Any
    checked: Checked
    judged: tuple[JudgedEvent, ...]
    state: Any


def _adapt_opening(line: str, act: RulingAct) -> str:
    """Return the opening with the edition and the options that an act asks for."""
    raw = msgspec.json.decode(line)
    if act.edition:
        raw["edition"] = act.edition
    if act.options:
        raw["options"] = {**raw.get("options", {}), **act.options}
    return msgspec.json.encode(raw).decode()


def play(ruling: Ruling, act: RulingAct) -> RulingOutcome:
    """Play the situation of a ruling and one of its acts; return the outcome of the last line.

    Raises SituationError where a line before it is not accepted.
    """
    lines = [*ruling.situation, *act.lines]
    lines[0] = _adapt_opening(lines[0], act)
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
    return RulingOutcome(game=game, before=before, checked=checked, judged=judged, state=checker.state)


def summarize(outcome: RulingOutcome) -> dict[str, Any]:
    """Return an outcome for a snapshot: verdict, rules, consequences, what changed of the position."""
    checked = outcome.checked
    if checked.refused:
        rules = list(checked.rules)
        return {"verdict": checked.verdict, "reason": checked.refused.reason, "rules": rules}
    game = find_game(outcome.game)
    return {
        "verdict": "accepted",
        "rules": [rule for judged in outcome.judged[:1] for rule in judged.rules],
        "consequences": [
            f"{_to_json(judged.event)} {' '.join(judged.rules)}" for judged in outcome.judged[1:]
        ],
        "phase": game.phase(outcome.state),
        "turn": game.turn(outcome.state),
        "position": _position_changes(outcome),
    }


def _position_changes(outcome: RulingOutcome) -> dict[str, str]:
    """Return the facts of the position that an act changed, each as JSON."""
    game = find_game(outcome.game)
    before = to_builtins(game.position(outcome.before, "referee")) if outcome.before else {}
    after = _position_after(outcome)
    return {fact: _to_json(value) for fact, value in after.items() if value != before.get(fact)}


def _to_json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def is_claim_true(what: str, claim: Any, outcome: RulingOutcome) -> bool:
    """Return whether a claim about an outcome holds.

    `what` is one of: position, seen by A, seen publicly, consequence, no consequence, phase, turn, winners.
    No claim about a refused act holds, nor one of an unknown kind.
    """
    if outcome.checked.refused:
        return False
    game, state = find_game(outcome.game), outcome.state
    events = [to_builtins(judged.event) for judged in outcome.judged[1:]]
    match what.split():
        case ["position"]:
            return holds(claim, _position_after(outcome))
        case ["seen", "by", seat]:
            return holds(claim, to_builtins(game.view(state, seat)))
        case ["seen", "publicly"]:
            return holds(claim, to_builtins(game.view(state, None)))
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


def _position_after(outcome: RulingOutcome) -> Any:
    return to_builtins(find_game(outcome.game).position(outcome.state, "referee"))


def to_builtins(value: Any) -> Any:
    """Return a value as JSON has it: lists, dicts, strings, numbers."""
    return msgspec.json.decode(msgspec.json.encode(value))


def holds(claim: Any, fact: Any) -> bool:
    """Return whether a value has all that a claim names; a list is as long, a dict may have more keys."""
    if isinstance(claim, dict) and isinstance(fact, dict):
        return all(key in fact and holds(value, fact[key]) for key, value in claim.items())
    if isinstance(claim, list) and isinstance(fact, list):
        return len(claim) == len(fact) and all(map(holds, claim, fact))
    return bool(claim == fact)


LAWS = (
    nothing_is_missing_in_the_room,
    its_demonstration_is_played_to_its_end,
    every_ruling_is_decided_as_it_says,
)
