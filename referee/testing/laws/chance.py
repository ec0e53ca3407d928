"""What the referee throws and deals follows from the seed, and nobody else can say it."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.stores.protocol import NO_HEAD
from events.table import TableClosed
from referee.kernel.game import Game
from referee.kernel.registry import folder_of
from referee.kernel.seed import Throw
from referee.kernel.verdict import Accepted, JudgedEvent
from referee.service.audit.judge_again import audit
from referee.service.logs.sources import LinesLog
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.table import encode_entries
from referee.testing.random_games import SEED, PlayedGame, PlayedGames, Step, fail

_TAMPERED = 30
"""How many dealt events of a game are changed, one by one."""

_FEW = 3
"""So many dealt events of a kind may be the same whatever the seed is."""

_OTHER_SEEDS = tuple(f"another seed {n}" for n in range(24))


def log_of(
    played: PlayedGame, changed: dict[int, JudgedEvent] | None = None, *, closed: Any = None
) -> LinesLog:
    """Return a game as a log; `changed` replaces the act of a step by its index, `closed` is appended."""
    lines: list[bytes] = []
    head = NO_HEAD
    for n, step in enumerate(played.steps):
        facts = step.judged if changed is None or n not in changed else (changed[n], *step.judged[1:])
        sealed, head = encode_entries("laws", FIRST_MOMENT, facts, head)
        lines += sealed
    if closed is not None:
        lines += encode_entries("laws", FIRST_MOMENT, closed, head)[0]
    return LinesLog(tuple(lines))


def is_chance(game: Game, step: Step) -> bool:
    """Return whether an act was thrown or dealt from the seed."""
    if (throw := _throw_of(game, step.event)) is not None:
        return step.before is not None and step.before.seed is not None and bool(throw.results(step.event))
    return game.deal is not None and step.before is not None and game.deal(step.before, SEED) == step.event


def _throw_of(game: Game, event: Event) -> Throw | None:
    return next((act.throw for act in game.acts if act.event is type(event)), None)


def other_results(game: Game, step: Step) -> Iterator[Event]:
    """Yield what other seeds would have thrown or dealt in place of an act, each once."""
    seen, throw = [step.event], _throw_of(game, step.event)
    for seed in _OTHER_SEEDS:
        if throw is not None:
            numbers = throw.numbers(seed, step.before.draws, len(throw.results(step.event)))
            event: Event | None = replace(step.event, **{throw.field: numbers})
        else:
            event = game.deal(step.before, seed) if game.deal is not None else None
        if event is not None and type(event) is type(step.event) and event not in seen:
            seen.append(event)
            yield event


def what_is_dealt_is_as_the_seed_has_it(played_games: PlayedGames) -> None:
    """The log of a game is accepted by `audit`, whether its seed is shown or not."""
    game = played_games.game
    for played in played_games.dealt:
        last = played.steps[-1].after
        closing = game.decide(last, TableClosed(seed=SEED))
        for closed in (None, closing.judged if isinstance(closing, Accepted) else None):
            if found := list(audit(log_of(played, closed=closed))):
                folder = folder_of(game.id)
                fail(
                    f"{played.name}: audit finds {found[0]}; let `deal` in {folder} read state and seed alone"
                )


def another_throw_or_deal_is_found(played_games: PlayedGames) -> None:
    """One die or card that is not the seed's is named by `audit`, at the entry that has it.

    Another seed gives something else, at least now and then.
    """
    game, kinds = played_games.game, dict[type[Event], list[Event | None]]()
    for played in played_games.dealt:
        dealt = [n for n, step in enumerate(played.steps) if n and is_chance(game, step)]
        for n in dealt[:: max(1, len(dealt) // _TAMPERED)]:
            step = played.steps[n]
            other = next(other_results(game, step), None)
            kinds.setdefault(type(step.event), []).append(other)
            if other is None:
                continue
            seq = 1 + sum(len(each.judged) for each in played.steps[:n])
            log = log_of(played, {n: replace(step.judged[0], event=other)})
            named = (seq, "audit.not_as_seeded", step.event, other)
            if named not in [(each.seq, each.reason, each.expected, each.found) for each in audit(log)]:
                fail(
                    f"{played.name}: {other} in place of {step.event}, and audit does not say so at {seq}; "
                    f"mend `chance` of Act(event={type(other).__name__}) in {folder_of(game.id)}"
                )
    for kind, others in kinds.items():
        if len(others) > _FEW and not any(others):
            fail(
                f"{game.id}: {kind.__name__} is the same whatever the seed is; draw it from the seed in "
                f"`deal`, with `draw_number` or `shuffle`, in {folder_of(game.id)}"
            )


def chance_is_the_referees(played_games: PlayedGames) -> None:
    """Where the referee throws and deals, nobody else can tell what came up."""
    game = played_games.game
    for played in played_games.dealt:
        for step in played.steps[1:]:
            if is_chance(game, step) and not is_kept(game, step):
                fail(
                    f"{played.name}: a player may claim {step.event}; declare `chance` of "
                    f"Act(event={type(step.event).__name__}) in {folder_of(game.id)}"
                )
        for step in played.some(5):
            if SEED.encode() in encode(played_games.game.view(step.after, None)):
                fail(
                    f"{played.name}: the view shows the seed; take it out of `shown` in {folder_of(game.id)}"
                )


def is_kept(game: Game, step: Step) -> bool:
    """Whether somebody who tells a result is refused, or the result is left to the referee."""
    dealer = game.dealer
    return dealer.is_dealt(step.before, step.event) or dealer.unclaimed(step.before, step.event) != step.event


LAWS = (what_is_dealt_is_as_the_seed_has_it, another_throw_or_deal_is_found, chance_is_the_referees)
