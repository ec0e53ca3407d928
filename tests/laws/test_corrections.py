"""Facts set by hand, and house rules, at random moments: refused with a rule, or the game goes on soundly."""

from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

from msgspec import inspect

from events.base import REFEREE, Event
from events.stores.protocol import NO_HEAD
from events.table import Corrected, HouseRuled, TableClosed, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.verdict import Fact, Refused
from referee.l10n import has
from referee.l10n.wording import notate
from referee.service.logs.replay import replay
from referee.service.logs.sources import LinesLog
from referee.service.proof.audit import audit
from referee.service.tables.scribe import in_envelopes
from referee.service.workshop.simulate import FIRST_MOMENT, decided
from referee.testing.anything import anything
from referee.testing.laws.judging import can_be_written
from tests.laws.test_changes_by_hand import after_one, at_each_table, fold, opened

STEPS = 240
"""How many actions a game is played for."""

EVERY = 5
"""How many actions are played between two changes."""

CLASHES = "audit.clashes"
"""What is found where people deal: somebody at random claims cards that only their true holder disproves."""


def change(game: Game, state: Any, moments: list[Any], random: Random) -> Event:
    """Change a switch, or set a few facts: as they were at another moment, or anything at all."""
    if random.random() < 0.2:
        switch = random.choice(list(game.charter.switches.values()))
        return HouseRuled(switch.name, random.choice(switch.values))
    vocabulary = import_module(f"referee.games.{game.id}.events")
    there = game.position(random.choice(moments), REFEREE)
    fields = random.sample(inspect.type_info(vocabulary.Position).fields, random.choice((1, 1, 2, 3)))  # type: ignore[attr-defined]
    facts = {
        field.name: getattr(there, field.name)
        if random.random() < 0.5
        else anything(field.type, state.seats, random)
        for field in fields
    }
    return Corrected(vocabulary.Position(**facts), "The board says so.")


def played(game: Game, opening: TableOpened, random: Random) -> Iterator[tuple[Any, tuple[Fact, ...]]]:
    """Play at random with changes in between; give each state, sound, and what led to it."""
    verdict = decided(game, None, opening)
    moments = [verdict.state]
    yield verdict.state, verdict.facts
    for n in range(STEPS):
        state = moments[-1]
        event = change(game, state, moments, random) if n % EVERY == 0 else None
        if event is not None and can_be_written(game, event):
            answer = game.decide(state, event)
            if isinstance(answer, Refused):
                assert answer.rules
                assert has(answer.reason, "en")
                continue
        elif acting := game.acting(state):
            answer = after_one(game, state, acting, opening, random)
        else:
            return
        assert answer.state == fold(game, state, answer)
        assert () == game.invariants(answer.state), event
        assert all(notate(answer.state, fact.event) for fact in answer.facts)
        assert all((game.view(answer.state, who), game.position(answer.state, who)) for who in (None, "A"))
        moments.append(answer.state)
        yield answer.state, answer.facts


@at_each_table
def test_a_game_changed_by_hand_at_random_moments_goes_on_and_its_log_is_sound(
    name: str, chance: str, n: int, options: dict[str, Any]
) -> None:
    """No dead end, nothing made or lost; audit and replay accept it, and the seed it is closed with."""
    game = find_game(name)
    for number in range(3):
        random = Random(f"{name} {n} {chance} {number}")
        opening = opened(game, chance, n, options, random)
        story = list(played(game, opening, random))
        closed = decided(game, story[-1][0], TableClosed(seed=opening.seed))
        lines: list[bytes] = []
        head = NO_HEAD
        for facts in (*(facts for _, facts in story), closed.facts):
            sealed, head = in_envelopes("t", FIRST_MOMENT, facts, head)
            lines += sealed
        log = LinesLog(tuple(lines))
        assert [] == [found for found in audit(log) if found.reason != CLASHES]
        assert closed.state == replay(log).state
