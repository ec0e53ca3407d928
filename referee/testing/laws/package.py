"""A game's package is whole; its demonstration and its rulings are decided by its engine as they say."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from events.base import REFEREE, Event
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.verdict import JudgedEvent
from referee.l10n import LANGUAGES
from referee.languages import Texts
from referee.rulebooks.rulings import Ruling, RulingAct, folder_of_rulings, read_ruling
from referee.service.files.check import Checked, Summary, make_checker
from referee.service.files.record_file import check_file
from referee.service.logs.secrecy import FaceDown
from referee.testing.random_games import BrokenLawError, PlayedGames, fail
from referee.testing.recorded import read_events, referee

_PARTS = ("events*", "book/documents.toml", "rulings/*.md", "demo.jsonl")
"""What every package of a game has, beside the words in each language."""


def nothing_is_missing_in_the_room(played_games: PlayedGames) -> None:
    """What every game has, this one has too."""
    room = Path(folder_of(played_games.game.id))
    for part in (*_PARTS, *(f"words/{lang}.toml" for lang in LANGUAGES)):
        if not any(room.glob(part)):
            fail(f"add {part} to {room}")


def its_demonstration_is_played_to_its_end(played_games: PlayedGames) -> None:
    """What a newcomer sees first is a whole game: from its opening, by every seat, until somebody has won.

    It is accepted but for what is tried in it. Its pieces may be set up by hand before anybody acts.
    """
    game = played_games.game
    demo = DEMONSTRATIONS.get(game.id, Path(folder_of(game.id)) / "demo.jsonl")
    if not demo.exists():
        fail(f"add demo.jsonl to {demo.parent}")
    *lines, summary = check_file(demo, keep_going=True)
    if not isinstance(summary, Summary) or not summary.accepted:
        fail(f"nothing in {demo} is accepted: {lines[:1]}")
    told = referee(demo, read_events(demo))
    if len(told.refused) > max(1, len(told.steps) // _TRIED):
        line, why = told.refused[0]
        fail(f"{demo}, line {line}, is refused as {why.reason} by {why.rules}; mend it, or who judges it")
    if summary.winners is None:
        fail(f"{demo} has no end; add its last lines, or mend what ends the game in {demo.parent}")
    if idle := set(told.state.seats) - {getattr(step.event, "seat", None) for step in told.steps}:
        fail(f"in {demo} {', '.join(sorted(idle))} never acts; add what that seat does")
    kinds = {act.event for act in game.acts if not act.when.by_table}
    first = next(n for n, step in enumerate(told.steps) if type(step.event) in kinds)
    if late := [step.line for step in told.steps[first:] if isinstance(step.event, Corrected)]:
        fail(
            f"{demo}, line {late[0]}, sets the game by hand; play it from its opening, or from a line before"
        )


DEMONSTRATIONS: dict[str, Path] = {}
"""Files in place of a game's own demonstration, by its id: what planting a fault changed."""

_TRIED = 10
"""At most one line of so many, but for one, is refused in a demonstration."""


def rulings_of(game: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game as its files say now."""
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
    folder = folder_of_rulings(played_games.game.id)
    found = rulings_of(played_games.game.id)
    if not found:
        fail(f"add a ruling to {folder}")
    for ruling in found:
        if not ruling.acts:
            fail(f"add an act to {folder}/{ruling.name}.md")
        if missing := missing_texts(ruling):
            fail(f"add the {missing[0]} to {folder}/{ruling.name}.md")
        for n, act in enumerate(ruling.acts, 1):
            outcome = play(ruling, act)
            if outcome.checked.verdict != act.verdict or not set(act.rules) <= set(outcome.checked.rules):
                fail(f"{ruling.name}, act {n}: {outcome.checked}; {_mend(act.lines[-1])}")
            for what, claim in act.expected:
                if not is_claim_true(what, msgspec.json.decode(claim), outcome):
                    so = summarize(outcome)
                    fail(f"{ruling.name}, act {n}: not so: {what} {claim}; {so}; {_mend(act.lines[-1])}")
            if act.verdict == "refused" and act.rules and act.rules[0] not in ruling.rules:
                fail(f"add {act.rules[0]} to the rules of {ruling.name}.md")


def a_ruling_says_who_wins(played_games: PlayedGames) -> None:
    """Who has won is claimed by a ruling: how a game ends, and how a tie is broken, is known to its tests."""
    folder = folder_of_rulings(played_games.game.id)
    acts = [act for ruling in rulings_of(played_games.game.id) for act in ruling.acts]
    if not any(what == "winners" for act in acts for what, _ in act.expected):
        fail(f"add a ruling to {folder} with `winners:`, of a game that ends, if need be in a tie")


def _mend(line: str | bytes) -> str:
    """Return what to change where a line does not come out as its ruling says."""
    kind = msgspec.json.decode(line).get("type", "")
    return f"mend the judge, or what applies, of {kind}, unless the ruling is wrong"


class SituationError(BrokenLawError):
    """A line that only leads up to the question was not accepted."""


class RulingOutcome(msgspec.Struct, frozen=True, kw_only=True):
    """The verdict on the last line of an act, its events, the state after it.

    `before` is the state before the act; None where the act is the opening. `judged` is empty where the
    line is refused. `steps` are what each line that was accepted made happen, up to it and its own included.
    """

    game: str
    before: Any
    checked: Checked
    judged: tuple[JudgedEvent, ...]
    state: Any
    steps: tuple[tuple[JudgedEvent, ...], ...] = ()

    @property
    def log(self) -> tuple[Event, ...]:
        return tuple(judged.event for step in self.steps for judged in step)


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
    before, steps = None, list[tuple[JudgedEvent, ...]]()
    for n, line in numbered:
        before = checker.state if n <= len(ruling.situation) + 1 else before
        checked = checker.take(n, line)
        if n < len(lines) and checked.verdict != "accepted":
            raise SituationError(f"{ruling.name}, line {n}: {line.decode()}: {checked}; {_mend(line)}")
        steps.append(checker.judged)
    game = msgspec.json.decode(lines[0]).get("game", "")
    return RulingOutcome(
        game=game,
        before=before,
        checked=checked,
        judged=checker.judged,
        state=checker.state,
        steps=tuple(steps),
    )


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

    `what` is one of: position, seen by A, seen publicly, hidden from A, hidden from everybody, consequence,
    no consequence, phase, turn, winners.
    No claim about a refused act holds, nor one of an unknown kind.
    """
    if outcome.checked.refused:
        return False
    game, state = find_game(outcome.game), outcome.state
    events = [to_builtins(judged.event) for judged in outcome.judged[1:]]
    match what.split():
        case ["position"]:
            return holds(claim, _position_after(outcome))
        case ["seen", *by]:
            return holds(claim, to_builtins(game.view(state, by[1] if len(by) > 1 else None)))
        case ["hidden", "from", viewer]:
            return is_hidden(claim, outcome, None if viewer == "everybody" else viewer)
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


def is_hidden(claim: Any, outcome: RulingOutcome, viewer: str | None) -> bool:
    """Return whether nothing that a viewer can read holds what a claim names.

    An event (with its `type`) stands in no line of the log as the viewer reads it; of any other claim each
    single value stands at its path nowhere in the view, the position, the score, and what the viewer's acts
    are judged by.
    """
    game, state = find_game(outcome.game), outcome.state
    if "type" in claim:
        return not any(holds(claim, to_builtins(event)) for event in _log_as_read(game, outcome.log, viewer))
    known = game.known(state, viewer)
    read = (game.view(state, viewer), game.position(state, viewer), game.tally(state, viewer))
    seen = [to_builtins(each) for each in (*read, game.position(known, REFEREE))]
    single = list(_single_values(claim))
    return not any(holds(value, part) for each in seen for part in _objects_in(each) for value in single)


def _log_as_read(game: Game, log: tuple[Event, ...], viewer: str | None) -> Iterator[Event]:
    follower = FaceDown(game)
    for seq, event in enumerate(log, 1):
        follower.take(seq, event)
    return (follower.secrets.redact(seq, event, viewer) for seq, event in enumerate(log, 1))


def _single_values(claim: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a claim about each single value that a claim names: `{"hands": {"A": [1, 2]}}`."""
    for key, value in claim.items():
        yield from ({key: each} for each in (_single_values(value) if isinstance(value, dict) else [value]))


def _objects_in(value: Any) -> Iterator[Any]:
    """Yield a JSON value and all that it holds, at any depth."""
    yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for each in parts:
        yield from _objects_in(each)


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
    a_ruling_says_who_wins,
)
