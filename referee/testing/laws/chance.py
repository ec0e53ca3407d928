"""What the referee throws and deals follows from the seed, and nobody else can say it."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.stores.protocol import NO_HEAD
from events.table import TableClosed
from referee.kernel.game import Game
from referee.kernel.seed import Throw
from referee.kernel.verdict import Accepted, JudgedEvent
from referee.service.audit.judge_again import audit
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.table import encode_entries
from referee.testing.evenings import SEED, Evening, Evenings, Step, broken

TAMPERED = 30
"""So many dealt events of an evening are changed, one by one."""

OTHER_SEEDS = tuple(f"another seed {n}" for n in range(24))


def log_of(
    evening: Evening, changed: dict[int, JudgedEvent] | None = None, *, closed: Any = None
) -> LinesLog:
    """Write an evening down as a log; the acts of `changed` steps begin with another fact."""
    lines: list[bytes] = []
    head = NO_HEAD
    for n, step in enumerate(evening.steps):
        facts = step.judged if changed is None or n not in changed else (changed[n], *step.judged[1:])
        sealed, head = encode_entries("laws", FIRST_MOMENT, facts, head)
        lines += sealed
    if closed is not None:
        lines += encode_entries("laws", FIRST_MOMENT, closed, head)[0]
    return LinesLog(tuple(lines))


def is_chance(game: Game, step: Step) -> bool:
    """Whether an act was thrown or dealt from the seed."""
    if (throw := throw_of(game, step.event)) is not None:
        return step.before is not None and step.before.seed is not None and bool(throw.shown(step.event))
    return game.deal is not None and step.before is not None and game.deal(step.before, SEED) == step.event


def throw_of(game: Game, event: Event) -> Throw | None:
    """Find what of an act is thrown."""
    return next((act.throws for act in game.acts if act.event is type(event)), None)


def others(game: Game, step: Step) -> Iterator[Event]:
    """Give what might have been thrown or dealt instead."""
    seen, throw = [step.event], throw_of(game, step.event)
    for seed in OTHER_SEEDS:
        if throw is not None:
            numbers = throw.numbers(seed, step.before.draws, len(throw.shown(step.event)))
            event: Event | None = replace(step.event, **{throw.field: numbers})
        else:
            event = game.deal(step.before, seed) if game.deal is not None else None
        if event is not None and type(event) is type(step.event) and event not in seen:
            seen.append(event)
            yield event


def what_is_dealt_is_as_the_seed_has_it(evenings: Evenings) -> None:
    """The log of an evening is accepted by `audit`, its seed opened or not."""
    game = evenings.game
    for evening in evenings.dealt:
        last = evening.steps[-1].after
        closing = game.decide(last, TableClosed(seed=SEED))
        for closed in (None, closing.judged if isinstance(closing, Accepted) else None):
            if found := list(audit(log_of(evening, closed=closed))):
                broken(f"{evening.name}: audit finds {found[0]}")


def another_throw_or_deal_is_found(evenings: Evenings) -> None:
    """One die or card that is not the seed's is named by `audit`, at the entry that has it."""
    for evening in evenings.dealt:
        dealt = [n for n, step in enumerate(evening.steps) if n and is_chance(evenings.game, step)]
        for n in dealt[:: max(1, len(dealt) // TAMPERED)]:
            step = evening.steps[n]
            other = next(others(evenings.game, step), None)
            if other is None:
                continue
            seq = 1 + sum(len(each.judged) for each in evening.steps[:n])
            log = log_of(evening, {n: replace(step.judged[0], event=other)})
            named = (seq, "audit.not_as_seeded", step.event, other)
            if named not in [(each.seq, each.reason, each.expected, each.found) for each in audit(log)]:
                broken(
                    f"{evening.name}: {other} in place of {step.event}, and audit does not say so at {seq}"
                )


def chance_is_the_referees(evenings: Evenings) -> None:
    """Where the referee throws and deals, nobody else can tell what came up."""
    game = evenings.game
    for evening in evenings.dealt:
        for step in evening.steps[1:]:
            if is_chance(game, step) and not is_kept(game, step):
                broken(f"{evening.name}: a player may claim {step.event}; declare it as dealt or thrown")
        for step in evening.some(5):
            if SEED.encode() in encode(evenings.game.view(step.after, None)):
                broken(f"{evening.name}: the view shows the seed")


def is_kept(game: Game, step: Step) -> bool:
    """Whether somebody who tells a result is refused, or the result is left to the referee."""
    dealer = game.dealer
    return dealer.is_dealt(step.before, step.event) or dealer.unclaimed(step.before, step.event) != step.event


LAWS = (what_is_dealt_is_as_the_seed_has_it, another_throw_or_deal_is_found, chance_is_the_referees)
