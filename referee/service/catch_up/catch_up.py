"""Catch up with a table that played on: work out the acts between and record them, or ask about them."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import blake2b, encode
from events.stores.protocol import Conflict
from events.table import PositionTold
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.service.catch_up.find import find_ways
from referee.service.catch_up.judge_told import RULES, judge_told
from referee.service.catch_up.question import Question, ask_round, find_question, fits_answers, visible_act
from referee.service.catch_up.search import Found, Limits, Way
from referee.service.catch_up.secret_acts import SecretActs, ask_alone
from referee.service.catch_up.told import Told, facts_told, make_told
from referee.service.commands.consent import change_or_propose, proposed_changes
from referee.service.logs.secrecy import redact_log
from referee.service.tables.request import Answer, Request
from referee.service.tables.table import Table, one_decision

MOST_QUESTIONS = 3

Verdict = Literal["recorded", "proposed", "already", "which", "none", "bound", "conflict", "refused"]


class Near(msgspec.Struct, frozen=True):
    """A way to almost what was told: `acts`, and the facts that are otherwise then, each as it would be."""

    acts: tuple[Event, ...]
    otherwise: dict[str, Any]


class CaughtUp(msgspec.Struct, frozen=True, kw_only=True):
    """What came of telling how the board stands.

    - `recorded`: there is one way; `acts` are on disk, after the position told. `proposed`: there is one,
      and the others are asked first. `already`: it stands so since the last entry; nothing is written.
    - `which`: there are several; `question` is what parts them best.
    - `none`: no acts lead there; `near` are the nearest. `bound`: the search was broken off, and
      `near` are the nearest of the next turns; or three questions were not enough.
    - `refused`: `answer` says why the position cannot be, or why nothing can be told now; `conflict`: the
      game has gone on since the revision seen.
    """

    verdict: Verdict
    acts: tuple[Event, ...] = ()
    question: Question | None = None
    near: tuple[Near, ...] = ()
    answer: Answer | None = None


def work_out(
    game: Game,
    state: Any,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    limits: Limits = Limits(),  # noqa: B008 - frozen
    secret_acts: SecretActs | None = None,
) -> tuple[Found, Told]:
    """Return the ways from a state to the facts told that fit the answers to questions asked before.

    With `secret_acts` what these leave open is named as far as it can be. Raises LookupError for a path that
    no fact has.
    """
    answers = answers or {}
    told = Told(game, {**facts, **{path: value for path, value in answers.items() if "acts." not in path}})
    found = find_ways(game, state, told, limits)
    named = found.ways if secret_acts is None else chain.from_iterable(map(secret_acts.name, found.ways))
    ways = tuple(way for way in named if fits_answers(way, answers))
    return found._replace(ways=ways), told


def catch_up(
    table: Table,
    request: Request,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any] | None = None,
    reason: str = "",
    *,
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> CaughtUp:
    """Record the acts that lead to facts told of how the board stands now; see `CaughtUp`.

    `answers` are those to the questions of earlier answers, by the question's `path`. Writes nothing unless
    there is one way. Nobody waits for the search: where the table goes on meanwhile, it is made again. Raises
    LookupError for a path that no fact has, MalformedError for a value that none can have.
    """
    asked = encode([facts, answers or {}, reason])
    request = request.with_digest(blake2b(asked, digest_size=16).hexdigest())
    return _catch_up(table, request, facts, answers or {}, PositionTold({}, reason), limits)


def _catch_up(
    table: Table,
    request: Request,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any],
    said: PositionTold[Any],
    limits: Limits = Limits(),  # noqa: B008 - frozen
) -> CaughtUp:
    """Catch up; `said` is the event that says it, but for its position, which is told as the way has it."""
    while True:
        begun = _begin(table, request, facts, answers, said)
        if isinstance(begun, CaughtUp):
            return begun
        way = _find_way(table.game, begun, facts, answers, request.actor.viewer, limits)
        if isinstance(way, CaughtUp):
            return way
        paths = (*facts, *_facts_of(answers))
        if (came := _record(table, request, begun.revision, way, paths, said)) is not None:
            return came


def ask_again(table: Table, request: Request, facts: Mapping[str, Any]) -> CaughtUp | None:
    """Return what has to be asked about facts told, as the table stands now; None where nothing has.

    Records nothing: what there is one way to now was told of an earlier position.
    """
    begun = _begin(table, request, facts, {}, PositionTold({}))
    if isinstance(begun, CaughtUp):
        return None
    came = _find_way(table.game, begun, facts, {}, request.actor.viewer, Limits())
    return came if isinstance(came, CaughtUp) and came.question is not None else None


class _Begun(NamedTuple):
    """What a search begins at: the state as its teller may read it, at a revision of the log."""

    state: Any
    revision: int
    secret_acts: SecretActs | None


def _find_way(
    game: Game,
    begun: _Begun,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any],
    viewer: str | None,
    limits: Limits,
) -> Way | CaughtUp:
    """Return the only way to what was told; else what to ask, or why nothing can be recorded."""
    secret_acts = begun.secret_acts
    found, told = work_out(game, begun.state, facts, answers, limits, secret_acts)
    if not told.differing(begun.state):
        return CaughtUp(verdict="already")
    were_any, found = bool(found.ways), _without_dealt(game, found)
    if were_any and not found.ways:
        return CaughtUp(verdict="refused", answer=_REFEREE_DEALS)
    if found.later is not None and len(answers) < MOST_QUESTIONS:
        asked = ask_round(game, begun.state, found.later)
        if asked is not None:
            return CaughtUp(verdict="which", question=asked)
    if len(found.ways) == 1 and (secret_acts is None or secret_acts.seat_to_ask(found.ways) is None):
        return found.ways[0]
    came = ask_or_explain(game, begun.state, found, told, answers, viewer)
    if found.ways and came.question is None and secret_acts is not None:
        seat = secret_acts.seat_to_ask(found.ways)
        return came if seat is None else CaughtUp(verdict="which", question=ask_alone(seat))
    return came


@one_decision
def _begin(
    table: Table,
    request: Request,
    facts: Mapping[str, Any],
    answers: Mapping[str, Any],
    said: PositionTold[Any],
) -> _Begun | CaughtUp:
    """Return what to search from, or the answer where there is nothing to search."""
    if (before := table.answer_to(request)) is not None:
        return _as_recorded(table, request, before)  # type: ignore[arg-type]
    if (late := table.find_conflict(request)) is not None:
        return CaughtUp(verdict="conflict", answer=late)
    if isinstance(refused := table.judge(said), Refused):
        return CaughtUp(verdict="refused", answer=refused)
    game, viewer = table.game, request.actor.viewer
    state = _state_as_read(table, viewer)
    if (wrong := judge_told(game, state, viewer, facts, answers)) is not None:
        return CaughtUp(verdict="refused", answer=wrong)
    secret_acts = None if game.is_open else SecretActs(game, table.known(viewer), viewer)
    return _Begun(state, table.revision, secret_acts)


def _state_as_read(table: Table, viewer: str | None) -> Any:
    """Return the state as it follows from what a viewer may read of the log: what was shown is known.

    So it is for everybody (None) at a table that sees all, too: not all that it sees was shown. What the seed
    would give is unknown to all, and a card that a referee who keeps the hands knows need not be named.
    """
    game, log, secrets = table.game, table.log_index.effective, table.log_index.secrets
    actions = tuple(secrets.redact_action(each, viewer) for each in log.actions)
    is_read = game.is_open or all(
        was.event == each.event for was, each in zip(log.actions, actions, strict=True)
    )
    state = table.state if is_read else redact_log(log, secrets, viewer).end
    return replace(state, seed=None, chance=state.chance if game.dealer.decides_any else TABLE)


def ask_or_explain(
    game: Game, state: Any, found: Found, told: Told, answers: Mapping[str, Any], viewer: str | None
) -> CaughtUp:
    """Return what to ask, or why nothing can be recorded, where there is no way or several."""
    if found.never is not None:
        return CaughtUp(verdict="refused", answer=found.never)
    if found.ways:
        question = find_question(game, state, found.ways, told, viewer)
        if question is not None and len(answers) < MOST_QUESTIONS:
            return CaughtUp(verdict="which", question=question)
        return CaughtUp(verdict="bound")
    if game.winners(state) is not None and not found.near:
        return CaughtUp(verdict="refused", answer=Refused(f"{game.id}.game_is_over", RULES))
    near = tuple(
        Near(way.acts, {".".join(path): now for path, now in off.items()}) for way, off in found.near
    )
    return CaughtUp(verdict="bound" if found.is_bound else "none", near=near)


_REFEREE_DEALS = Refused("catchup.referee_deals", (*RULES, "TAB-CHANCE-01"))
"""What comes from the seed is not compared with what was told, so that nobody can try out what it gives."""


def _without_dealt(game: Game, found: Found) -> Found:
    """Return what was found without the ways on which the referee itself throws or deals."""

    def is_told(way: Way) -> bool:
        return not any(game.dealer.may_decide(way.end, act) for act in way.acts)

    near = tuple(each for each in found.near if is_told(each[0]))
    return found._replace(ways=tuple(filter(is_told, found.ways)), near=near)


def _facts_of(answers: Mapping[str, Any]) -> tuple[str, ...]:
    return tuple(path for path in answers if not path.startswith("acts."))


@one_decision
def _record(
    table: Table, request: Request, revision: int, way: Way, paths: Sequence[str], said: PositionTold[Any]
) -> CaughtUp | None:
    """Record a way with the position that was told, or propose it to the others.

    None where the table has gone on since `revision`.
    """
    if table.revision != revision and table.answer_to(request) is None:
        return None
    told = replace(said, position=make_told(table.game, paths, way.end).position)
    return _as_recorded(table, request, change_or_propose(table, request, told, *way.acts))


def _as_recorded(table: Table, request: Request, answer: Answer) -> CaughtUp:
    """Return what came of a position told by the answer to its events, as the actor may read them."""
    if isinstance(answer, Conflict):
        return CaughtUp(verdict="conflict", answer=answer)
    if isinstance(answer, Refused):
        return CaughtUp(verdict="refused", answer=answer)
    first = answer.judged[0].event
    is_told = isinstance(first, PositionTold)
    events = (
        tuple(each.event for each in answer.judged if each.inferred == "worked_out")
        if is_told
        else proposed_changes(table.game.id, first)[1:]  # type: ignore[arg-type]
    )
    acts = tuple(visible_act(table.game, event, request.actor.viewer) for event in events)
    return CaughtUp(verdict="recorded" if is_told else "proposed", acts=acts, answer=answer)


@one_decision
def tell_position(table: Table, request: Request, event: PositionTold[Any]) -> Answer:
    """Record a position told as an event, with the acts worked out; a refusal where there is not one way.

    Rules: TAB-TOLD-01
    """
    facts = facts_told(table.game, event.position)
    came = _catch_up(table, request.with_digest(event), facts, {}, event)
    if came.answer is not None:
        return came.answer
    return Refused(f"catchup.{came.verdict}", RULES)
