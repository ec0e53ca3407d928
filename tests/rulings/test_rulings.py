"""Every ruling is refereed by the real engine: the verdict it states, and the outcome as a snapshot."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from events.base import REFEREE
from referee.kernel.registry import find_game
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE
from referee.rulebooks.rulings import (
    Ruling,
    RulingAct,
    RulingError,
    all_rulings,
    folder_of_rulings,
    read_ruling,
    rulings_on,
)
from referee.testing.laws.package import RulingOutcome, is_claim_true, missing_texts, play, summarize
from tests.readable import changes, event_text, fold, plain

ROOT = Path(__file__).parents[2]
RULINGS = {ruling.name: ruling for ruling in all_rulings()}
OF_THE_TABLE = {name: ruling for name, ruling in RULINGS.items() if ruling.game == TABLE}
"""Those of a game are held against the laws."""
DISPUTES = {"niagara": {f"D-{n:02}" for n in range(1, 98)}, "lifeboat": {f"D{n:02}" for n in range(1, 94)}}
"""What the sources of a game leave open."""

ACTS = [
    pytest.param(ruling, act, id=f"{ruling.name}-{n}")
    for ruling in OF_THE_TABLE.values()
    for n, act in enumerate(ruling.acts, 1)
]


@pytest.mark.parametrize(("ruling", "act"), ACTS)
def test_an_act_gets_the_verdict_its_ruling_states(ruling: Ruling, act: RulingAct) -> None:
    outcome = play(ruling, act)

    assert act.verdict == outcome.checked.verdict, outcome.checked
    assert set(act.rules) <= set(outcome.checked.rules), outcome.checked
    for what, claim in act.expected:
        assert is_claim_true(what, msgspec.json.decode(claim), outcome), (what, claim, summarize(outcome))


@pytest.mark.parametrize("game", sorted({ruling.game for ruling in RULINGS.values()}))
def test_rulings_come_out_as_they_were_when_last_read(game: str, snapshot: Any) -> None:
    """What the rulings do not say themselves: every rule and consequence, and what changed."""
    lines: list[str] = []
    for ruling in (ruling for ruling in RULINGS.values() if ruling.game == game):
        lines.append(ruling.name)
        lines += [
            f"  {line}" for n, act in enumerate(ruling.acts, 1) for line in outcome_of(n, play(ruling, act))
        ]

    assert snapshot == "\n".join(lines)


def outcome_of(n: int, outcome: RulingOutcome) -> Iterator[str]:
    refused = outcome.checked.refused
    if refused:
        yield f"{n} refused: {refused.reason} {' '.join(outcome.checked.rules)}"
        return
    game = find_game(outcome.game)
    before = outcome.before and game.position(outcome.before, REFEREE)
    then = f"{game.phase(outcome.state)}, turn {plain(game.turn(outcome.state))}"
    rules = [rule for act in outcome.judged[:1] for rule in act.rules]
    yield f"{n} accepted: {' '.join(rules)}; then {then}"
    yield from (f"  -> {event_text(each.event)} ({' '.join(each.rules)})" for each in outcome.judged[1:])
    if changed := changes(before, game.position(outcome.state, REFEREE)):
        yield from fold("  position", changed)


@pytest.mark.parametrize("game", DISPUTES)
def test_every_dispute_is_settled_by_a_ruling(game: str) -> None:
    own = (ruling for ruling in RULINGS.values() if ruling.game == game)
    assert set() == DISPUTES[game] - {each for ruling in own for each in ruling.disputes}


@pytest.mark.parametrize("ruling", OF_THE_TABLE.values(), ids=OF_THE_TABLE)
def test_a_ruling_exercises_the_rules_its_acts_are_refused_by(ruling: Ruling) -> None:
    """What forbids an act is what the ruling is about; something is tried."""
    first = {act.rules[0] for act in ruling.acts if act.verdict == "refused" and act.rules}

    assert ruling.acts
    assert set() == first - set(ruling.rules)


@pytest.mark.parametrize("ruling", OF_THE_TABLE.values(), ids=OF_THE_TABLE)
def test_a_ruling_asks_and_answers_in_three_languages(ruling: Ruling) -> None:
    assert () == missing_texts(ruling)


def test_the_ruling_shown_to_contributors_is_a_real_one() -> None:
    """An example that has drifted from the format would teach the wrong one."""
    guide = (ROOT / "referee" / "games" / "README.md").read_text("utf-8")
    shown = guide.split("````")[1].removeprefix("markdown\n")
    real = (folder_of_rulings("niagara") / "D-24-launch-and-steal.md").read_text("utf-8")
    others = "|".join(lang for lang in LANGUAGES if f"\n{lang}: " not in shown)

    assert shown == (re.sub(rf"^(?:{others}): .*\n", "", real, flags=re.MULTILINE) if others else real)


def test_rulings_are_found_by_the_rule_they_exercise() -> None:
    """What `referee rule ID` shows as examples."""
    assert "D-24-launch-and-steal" in [ruling.name for ruling in rulings_on("NIA-STEAL-01")]


@pytest.mark.parametrize(
    ("whom", "claim", "is_hidden"),
    [
        ("B", {"type": "paddle_chosen", "seat": "A", "card": 2}, True),
        ("A", {"type": "paddle_chosen", "seat": "A", "card": 2}, False),
        ("B", {"type": "paddle_chosen", "seat": "B", "card": 3}, False),
        ("B", {"paddles": {"A": {"own": 2}}}, True),
        ("A", {"paddles": {"A": {"own": 2}}}, False),
        ("B", {"hands": {"B": [1], "A": [1, "cloud"]}}, True),
        ("A", {"hands": {"B": [1], "A": [1, "cloud"]}}, False),
        ("everybody", {"paddles": {"A": {"laid": True}}}, False),
    ],
)
def test_a_ruling_says_from_whom_something_is_hidden(whom: str, claim: Any, is_hidden: bool) -> None:
    """What one reader sees of all that is named is enough to say that it is not hidden."""
    ruling = RULINGS["E-01-a-card-laid-face-down"]

    assert is_hidden == is_claim_true(f"hidden from {whom}", claim, play(ruling, ruling.acts[0]))


def test_a_ruling_with_a_part_missing_is_named(tmp_path: Path) -> None:
    path = tmp_path / "D-99-unfinished.md"
    path.write_text("# D-99: Unfinished\nzh-Hans: 未完\nja: 未完\nrules: NIA-MOVE-01\n")

    with pytest.raises(RulingError, match="confidence"):
        read_ruling(path)
