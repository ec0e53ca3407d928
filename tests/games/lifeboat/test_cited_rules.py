"""An act cites first the rule that permits just this act; the part that decides is as sure as the book."""

from pathlib import Path
from tomllib import loads
from typing import Any

import pytest
from msgspec import json, to_builtins

from events.base import Event, type_of
from referee.games.lifeboat import GAME
from referee.games.lifeboat.dealer import deal
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks import deciding_passage, find_rule
from referee.service.book.situations import read_act
from tests.games.situations import SEED, dealt
from tests.laws.walks import after, open_game

CAST = ("lauren", "stephen", "captain", "mate", "frenchy", "kid", "harter")
"""Those who sit at A, B, C and so on."""

HERE = Path(__file__).parent
PERMITTED: dict[str, dict[str, Any]] = loads((HERE / "permitted.toml").read_text("utf-8"))
DECIDED: dict[str, dict[str, Any]] = loads((HERE / "decided.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", PERMITTED.values(), ids=PERMITTED)
def test_an_accepted_act_cites_first_what_permits_it(case: dict[str, Any]) -> None:
    _, _, verdict = last_of(case)

    assert isinstance(verdict, Accepted), verdict
    assert case["permits"] == verdict.rules[0]


@pytest.mark.parametrize("case", DECIDED.values(), ids=DECIDED)
def test_the_part_that_decides_is_as_sure_as_the_book(case: dict[str, Any]) -> None:
    rule, (state, event, verdict) = find_rule(case["rule"]), last_of(case)

    assert rule is not None
    agreed = {f"{name}={value}" for name, value in to_builtins(state.options).items()}
    if isinstance(verdict, Refused):
        assert rule.id in verdict.rules, verdict
        said = {verdict.reason.partition(".")[2], *tokens_of(event)}
    else:
        citing = [each.event for each in verdict.judged if rule.id in each.rules]
        said = tokens_of(next(each for each in citing if case.get("follows") in {None, type_of(each)}))
    assert case["confidence"] == deciding_passage(rule, agreed | said).confidence


def last_of(case: dict[str, Any]) -> tuple[Any, Event, Verdict]:
    """Give the state before the last act of a case, that act, and the verdict on it."""
    *before, last = case["acts"]
    state = begun(case)
    for line in before:
        state = dealt(GAME, state) if line == "deal" else after(GAME, state, act_in(state, line))
    event = act_in(state, last)
    return state, event, GAME.decide(state, event)


def act_in(state: Any, line: str) -> Any:
    """Give the act of a line; `first` is what is listed first to whoever has to act."""
    if line == "first":
        return GAME.legal(state, GAME.acting(state)[0])[0]
    return deal(state, SEED) if line == "deal" else read_act(state, line)


def begun(case: dict[str, Any]) -> Any:
    """Give the state a case begins with: all aboard, empty-handed, in the action phase, but for its facts."""
    agreed = dict(each.split("=") for each in case.get("agreed", "").split())
    how: dict[str, Any] = {name: agreed.pop(name) for name in ("chance", "edition") if name in agreed}
    seats = case.get("seats") or ("ABCDEFG" if "cannibalism" in agreed else "ABCDEF")
    state = open_game(GAME, seats, options=agreed, **how)
    if not case.get("is_set_up", True):
        return state
    cast = json.encode(dict(zip(seats, CAST, strict=False))).decode()
    hands = json.encode(dict.fromkeys(seats, ())).decode()
    state = after(GAME, state, read_act(state, f"set by hand: characters={cast} hands={hands} phase=action"))
    told = case.get("position")
    return after(GAME, state, read_act(state, f"set by hand: {told}")) if told else state


def tokens_of(event: Event) -> set[str]:
    """Give what parts of rules may name of an event: its type, the fields it tells, and their values."""
    kind, values = type_of(event), to_builtins(event)
    told = {name: value for name, value in values.items() if value not in (None, ())}
    return {kind, *(f"{kind}.{name}" for name in told), *(f"{kind}.{name}={told[name]}" for name in told)}
