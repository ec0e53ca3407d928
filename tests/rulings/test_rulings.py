"""Every ruling is refereed by the real engine: the verdict it states, and the outcome as a snapshot."""

from typing import Any

import msgspec
import pytest

from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks.rulings import Ruling, RulingError, all_rulings, read_ruling, rulings_on
from tests.rulings.referee_a_ruling import holds, judge, position_after, rules_cited, told

RULINGS = {ruling.name: ruling for ruling in all_rulings()}
ACTS = [
    pytest.param(ruling, act, id=f"{ruling.name}-{n}")
    for ruling in RULINGS.values()
    for n, act in enumerate(ruling.acts, 1)
]
DISPUTES = [f"D-{n:02}" for n in range(1, 98)]


@pytest.mark.parametrize(("ruling", "act"), ACTS)
def test_an_act_gets_the_verdict_its_ruling_states(ruling: Ruling, act: Any) -> None:
    """Verdict, rules and every further claim are what the engine says."""
    verdict = judge(ruling, act)

    assert act.verdict == ("accepted" if isinstance(verdict, Accepted) else "refused"), verdict
    assert set(act.rules) <= rules_cited(verdict), verdict
    for what, claim in act.expected:
        assert claimed(what, msgspec.json.decode(claim), verdict), (what, claim, told(verdict))


def claimed(what: str, claim: Any, verdict: Verdict) -> bool:
    """Whether a further claim of an act is so."""
    if isinstance(verdict, Refused):
        return False
    events = [msgspec.to_builtins(fact.event) for fact in verdict.facts[1:]]
    match what:
        case "position":
            return holds(claim, position_after(verdict))
        case "consequence":
            return any(holds(claim, event) for event in events)
        case "no consequence":
            return not any(holds(claim, event) for event in events)
        case "phase":
            return bool(claim == find_game("niagara").phase(verdict.state))
        case "turn":
            return bool(claim == find_game("niagara").turn(verdict.state))
        case "winners":
            return claim == list(find_game("niagara").winners(verdict.state) or ())
    return False


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_a_ruling_comes_out_as_it_was_when_last_read(ruling: Ruling, snapshot: Any) -> None:
    """The whole outcome of every act is kept: verdict, rules, consequences, position."""
    outcome = [{"act": list(act.lines), **told(judge(ruling, act))} for act in ruling.acts]

    assert snapshot == outcome


@pytest.mark.parametrize("dispute", DISPUTES)
def test_every_dispute_is_settled_by_a_ruling(dispute: str) -> None:
    """D-01 to D-97 each have a file named for them."""
    settled = {each for ruling in RULINGS.values() for each in ruling.disputes}

    assert dispute in settled


@pytest.mark.parametrize("ruling", RULINGS.values(), ids=RULINGS)
def test_a_ruling_asks_and_answers_in_three_languages(ruling: Ruling) -> None:
    """Title, question and answer are written in every language, and something is tried."""
    for texts in (ruling.title, ruling.question, ruling.answer):
        assert all((texts.en, texts.zh_Hans, texts.ja))
    assert ruling.acts


def test_rulings_are_found_by_the_rule_they_exercise() -> None:
    """What `referee rule ID` shows as examples."""
    assert "D-24-launch-and-steal" in [ruling.name for ruling in rulings_on("NIA-STEAL-01")]


def test_a_ruling_with_a_part_missing_is_named(tmp_path: Any) -> None:
    """Whoever writes a ruling is told what it lacks."""
    path = tmp_path / "D-99-unfinished.md"
    path.write_text("# D-99: Unfinished\nzh-Hans: 未完\nja: 未完\nrules: NIA-MOVE-01\n")

    with pytest.raises(RulingError, match="confidence"):
        read_ruling(path)
