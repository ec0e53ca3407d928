"""Every die and card that a seed gave is compared with it: one that was changed is found, and named."""

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from events.base import Event
from events.stores.memory import MemoryStore
from events.stores.protocol import NO_HEAD
from events.table import TableClosed, TableOpened, TakenBack
from referee.kernel.chance.seed import commitment
from referee.kernel.registry import all_games, codec_for, find_game
from referee.kernel.verdict import Accepted, Fact, Refused
from referee.service.files.check import Checked, check_lines
from referee.service.logs.sources import LinesLog
from referee.service.proof.audit import audit
from referee.service.tables.scribe import in_envelopes
from referee.service.tables.table import Recorded, Table, open_table
from referee.service.workshop.simulate import FIRST_MOMENT, choose, decided, due, opening

SEED = "5a" * 16

PLAYED = 70
"""How many actions of each game are played."""


def has_chance(game: str) -> bool:
    """Whether a referee throws or deals anything in a game."""
    return find_game(game).deal is not None or find_game(game).dealer.throws_any


DEALT = tuple(game for game in all_games() if has_chance(game))


@cache
def played(name: str) -> tuple[tuple[Fact, ...], ...]:
    """Play at a table whose referee throws and deals; give the facts of each action."""
    game, random = find_game(name), Random(name)
    opened = replace(
        opening(game, random, None, None, {}), chance="referee", seed=SEED, seed_hash=commitment(SEED)
    )
    verdict = decided(game, None, opened)
    told = [verdict.facts]
    while (acting := game.acting(verdict.state)) and len(told) < PLAYED:
        event = due(game, verdict.state, opened) or choose(game, verdict.state, acting, random)
        verdict = decided(game, verdict.state, event)
        told.append(verdict.facts)
    return tuple(told)


def sealed(told: tuple[tuple[Fact, ...], ...]) -> tuple[bytes, ...]:
    """Write actions as a log whose chain is whole."""
    lines: list[bytes] = []
    head = NO_HEAD
    for facts in told:
        more, head = in_envelopes("t", FIRST_MOMENT, facts, head)
        lines += more
    return tuple(lines)


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], Any]]:
    """List what an event says of dice and cards, each by its place; who it is about apart."""
    pairs = (
        value.items()
        if isinstance(value, dict)
        else enumerate(value)
        if isinstance(value, list | tuple)
        else None
    )
    if pairs is None:
        yield path, value
        return
    for key, part in pairs:
        if key not in {"type", "seat", "from_seat", "held", "roll"}:
            yield from leaves(part, (*path, key))


def put(value: Any, path: tuple[Any, ...], leaf: Any) -> Any:
    """Copy an event with one thing changed."""
    if not path:
        return leaf
    if isinstance(value, dict):
        return {**value, path[0]: put(value[path[0]], path[1:], leaf)}
    return [put(part, path[1:], leaf) if i == path[0] else part for i, part in enumerate(value)]


def falsified(name: str) -> list[tuple[int, Event]]:
    """Change one thing in every action that was thrown or dealt; give its place, and what it then says."""
    game, codec, told = find_game(name), codec_for(name), played(name)
    state, dealt = decided(game, None, told[0][0].event).state, []
    for i, facts in enumerate(told[1:], 1):
        event = facts[0].event
        if game.dealer.is_dealt(state, event) or game.dealer.is_thrown(event):
            dealt.append((i, msgspec.to_builtins(event)))
        state = decided(game, state, event).state
    changed = []
    for i, raw in dealt:
        for path, leaf in leaves(raw):
            alike = [other for _, other in dealt if other["type"] == raw["type"]]
            others = {each for other in alike for p, each in leaves(other) if p[:1] == path[:1]}
            if leaf is not None and others - {None, leaf}:
                other = min(others - {None, leaf}, key=repr)
                changed.append((i, codec.event(msgspec.json.encode(put(raw, path, other)))))
                break
    return changed


@pytest.mark.parametrize("name", DEALT)
def test_one_changed_die_or_card_in_a_dealt_log_is_found_and_named(name: str) -> None:
    """At every act that was thrown or dealt, whatever follows from it today."""
    told, changed = played(name), falsified(name)
    assert len(changed) > 5
    assert [] == list(audit(LinesLog(sealed(told))))
    for i, event in changed:
        false = (*told[:i], (replace(told[i][0], event=event), *told[i][1:]), *told[i + 1 :])
        seq = 1 + sum(map(len, told[:i]))
        found = [finding for finding in audit(LinesLog(sealed(false))) if finding.seq == seq]
        assert ("audit.not_as_seeded", event) == (found[0].reason, found[0].found)
        assert found[0].expected == told[i][0].event


def without_seed(name: str) -> tuple[tuple[Fact, ...], ...]:
    """Give a game whose log holds only the hash of its seed, until it is closed."""
    (first, *rest) = played(name)
    opened: TableOpened = first[0].event  # type: ignore[assignment]
    return ((replace(first[0], event=replace(opened, seed=None)), *first[1:]), *rest)


@pytest.mark.parametrize("name", DEALT)
def test_a_seed_shown_at_the_closing_is_compared_with_all_that_came_before(name: str) -> None:
    """By the table that is closed, by the audit of its log, and by a check of its record."""
    told = without_seed(name)
    for i, event in [(0, None), *falsified(name)[::9]]:
        store = MemoryStore()
        table = open_table(store, "t", told[0][0].event, find_game(name))  # type: ignore[arg-type]
        assert isinstance(table, Table)
        for k, facts in enumerate(told[1:], 1):
            said = event if event is not None and k == i else facts[0].event
            if not isinstance(table.submit(said), Recorded):
                break
        else:
            k = len(told)
        if event is not None and k <= i:
            continue  # today's rules know better without any seed
        seq = 1 + sum(map(len, told[:i]))
        answer = table.submit(TableClosed(seed=SEED))
        if event is None:
            assert isinstance(answer, Recorded)
            assert [] == list(audit(table.log))
            continue
        assert answer == Refused("table.not_of_seed", ("TAB-CHANCE-01",), {"n": seq})
        closing = find_game(name).decide(table.state, TableClosed(seed=SEED))
        assert isinstance(closing, Accepted)
        more, _ = in_envelopes("t", FIRST_MOMENT, closing.facts, table.head)
        lines = (*table.log.lines(), *more)
        assert seq in [f.seq for f in audit(LinesLog(lines)) if f.reason == "audit.not_as_seeded"]
        *_, last, _ = check_lines(lines)
        assert isinstance(last, Checked)
        assert last.refused == answer


@pytest.mark.parametrize("name", DEALT)
def test_what_was_taken_back_came_from_the_seed_too(name: str) -> None:
    """A die that was changed is no better for having been taken back."""
    told, game = played(name), find_game(name)
    i, event = falsified(name)[2]
    seq = 1 + sum(map(len, told[:i]))
    back = game.decide(decided(game, None, told[0][0].event).state, TakenBack(1, agreed=()))
    assert isinstance(back, Accepted)
    lines = sealed((*told[:i], (replace(told[i][0], event=event), *told[i][1:]), back.facts))
    assert (seq, "audit.not_as_seeded") in [(found.seq, found.reason) for found in audit(LinesLog(lines))]


def test_another_seed_than_the_one_committed_to_proves_nothing() -> None:
    """The closing is refused for its hash, and no die is called false."""
    opened: TableOpened = without_seed("powerboats")[0][0].event  # type: ignore[assignment]
    table = open_table(MemoryStore(), "t", opened, find_game("powerboats"))
    assert isinstance(table, Table)
    refused = table.submit(TableClosed(seed="kelpie"))
    assert isinstance(refused, Refused)
    assert refused.reason == "table.seed_differs"
