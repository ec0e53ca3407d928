"""Tell more of a position that is asked about, or less; begin with what a seat knows of a table."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from events.envelope import encode
from events.table import TableOpened
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.l10n.messages import leaves
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.layout import has_pieces, lay_out
from referee.service.logs.log_index import LogIndex


def facts_by_path(asked: Asked) -> dict[str, Any]:
    """Return what was told of a position, each fact by its path (`canoes.A.1.at`)."""
    return dict(leaves(asked.facts))


def tell(asked: Asked, facts: Mapping[str, Any]) -> Asked:
    """Return a question in which `facts` (by path) are told as well."""
    told = asked.facts
    for path, value in facts.items():
        told = _with(told, path.split("."), value)
    return replace(asked, facts=told)


def _with(part: Mapping[str, Any], steps: list[str], value: Any) -> dict[str, Any]:
    step, *rest = steps
    inner = part.get(step)
    return {**part, step: _with(inner if isinstance(inner, Mapping) else {}, rest, value) if rest else value}


def forget(asked: Asked, path: str) -> Asked:
    """Return a question in which a fact, and all that is part of it, is not told."""
    return replace(asked, facts=_without(asked.facts, path.split(".")))


def _without(part: Mapping[str, Any], steps: list[str]) -> dict[str, Any]:
    step, *rest = steps
    left = {name: value for name, value in part.items() if name != step}
    if rest and isinstance(inner := part.get(step), Mapping) and (kept := _without(inner, rest)):
        return {**left, step: kept}
    return left


def ask_about(asked: Asked, act: Event, *, is_next: bool = False) -> Asked:
    """Return the question whether `act` may be done: in place of the last act, or after it (`is_next`)."""
    before = asked.acts if is_next else asked.acts[:-1]
    return replace(asked, acts=(*before, msgspec.json.decode(encode(act))))


def next_acts(game: Game, answer: Answer) -> list[Event]:
    """Return what may be done once the act that an answer is about was done, one act of each type first.

    Nothing where there is no act, or where it may not be done.
    """
    if answer.act is None or answer.state is None:
        return []
    verdict = game.decide(answer.state, answer.act)
    if isinstance(verdict, Refused):
        return []
    acts = [act for seat in game.acting(verdict.state) for act in game.legal(verdict.state, seat)]
    first = list({type(act): act for act in reversed(acts)}.values())[::-1]
    return [*first, *(act for act in acts if act not in first)]


def setting_up(log_index: LogIndex) -> tuple[Event, ...]:
    """Return what set the board of a table up, as everybody may know it: until it has pieces."""
    found, game, state = list[Event](), log_index.game, None
    for told in log_index.effective.actions:
        if state is not None and (game.acting(state) != (TABLE,) or has_pieces(game, state)):
            break
        if not isinstance(told.event, TableOpened):
            found.append(log_index.secrets.redact(told.seq, told.event, None))
        state = log_index.effective.after(told.seq or 1)
    return tuple(found)


def asked_at(game: Game, state: Any, viewer: str | None, acts: Iterable[Event] = ()) -> Asked:
    """Return a question about a table as it stands, with the facts a viewer may know (None: everybody).

    `acts` are those that set the table up.
    """
    known = msgspec.json.decode(msgspec.json.encode(game.position(state, viewer)))
    secret = {fact.name for fact in game.facts.secret}
    facts = {name: _without_hidden(value) if name in secret else value for name, value in known.items()}
    asked = Asked(
        game=game.id,
        edition=state.edition,
        options={name: getattr(state.options, name) for name in state.house},
        seats=state.seats,
        acts=tuple(msgspec.json.decode(encode(event)) for event in acts),
    )
    told = {name: value for name, value in facts.items() if value is not None}
    laid = lay_out(replace(asked, facts=told))
    if isinstance(laid, Refused) or _moment(game, laid.state) != _moment(game, state):
        # In the middle of a round hands are what they are because of what was laid, which is no fact.
        told = {name: value for name, value in told.items() if name not in secret}
    return _with_facts(asked, told)


def _moment(game: Game, state: Any) -> tuple[str, tuple[str, ...], str | None]:
    return game.moment(state), game.acting(state), game.turn(state)


def _with_facts(asked: Asked, facts: Mapping[str, Any]) -> Asked:
    """Return a question with those of some facts that can be told before anything was done."""
    whole = replace(asked, facts=dict(facts))
    if not isinstance(lay_out(whole), Refused):
        return whole
    for name, value in facts.items():
        more = replace(asked, facts={**asked.facts, name: value})
        asked = asked if isinstance(lay_out(more), Refused) else more
    return asked


def _without_hidden(value: Any) -> Any:
    """Return a secret fact by seat without the seats whose value a viewer may not know; None for nobody's."""
    if not isinstance(value, Mapping):
        return value
    return {seat: each for seat, each in value.items() if each is not None} or None
