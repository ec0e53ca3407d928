"""What cannot be unseen: secrets and chance that were shown, and stay known whatever is changed."""

from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.secrets import secret_of
from referee.kernel.verdict import Accepted
from referee.service.logs.log_index import LogIndex, VisibleEntry
from referee.service.logs.whatif import flat
from referee.service.tables.table import Table


def shown_since(log_index: LogIndex, to: int, viewer: str | None = None) -> tuple[VisibleEntry, ...]:
    """List what a take-back to `to` cannot make unseen: secrets and chance that what it undoes revealed.

    Each is as an viewer may read it.
    """
    kept = log_index.end_of(to) if log_index.is_in_force(to) else to
    undone = (seen for seen in log_index.view(viewer)[kept:] if seen.in_force)
    return tuple(seen for seen in undone if has_shown(log_index.game, seen.event))


def shown_behind(
    table: Table, correction: "Corrected[Any]", viewer: str | None = None
) -> tuple[VisibleEntry, ...]:
    """List the events that showed what a correction sets otherwise.

    Each is given as an viewer may read it, and found by what that viewer may know: no warning tells
    anybody whether another's card was named.
    """
    game, state = table.game, table.game.known(table.state, viewer)
    verdict = game.decide(state, correction)
    if not isinstance(verdict, Accepted):
        return ()
    now, then = facts_of(game, state), facts_of(game, verdict.state)
    changed = {fact for fact in now if now[fact] != then.get(fact)}
    setters = sorted(set(last_setters(table.log_index, changed).values()))
    seen = table.log_index.view(viewer)
    shown = (seen[seq - 1] for seq in setters)
    return tuple(each for each in shown if has_shown(game, each.event))


def has_shown(game: Game, event: Event) -> bool:
    """Whether an event, as somebody may read it, shows a secret or chance: not what lies face down still."""
    if type_of(event) not in game.reveals:
        return False
    secret = next((secret_of(act) for act in game.acts if act.secret and act.event is type(event)), None)
    return secret is None or any(is_shown(getattr(event, name)) for name in secret.fields)


def is_shown(value: Any) -> bool:
    """Whether anything is seen of a card, or of several."""
    return any(map(is_shown, value)) if isinstance(value, tuple) else value is not None


def facts_of(game: Game, state: Any) -> dict[str, Any]:
    """Spread out all that a game's position holds."""
    return flat(msgspec.to_builtins(game.position(state, REFEREE)))


def last_setters(log_index: LogIndex, facts: set[str]) -> dict[str, int]:
    """Find the entry that gave each of some facts the value it has."""
    found: dict[str, int] = {}
    before: dict[str, Any] = {}
    for seq in (seq for seqs in log_index.in_force for seq in seqs):
        now = facts_of(log_index.game, log_index.states[seq - 1])
        found |= {fact: seq for fact in facts if before.get(fact) != now.get(fact)}
        before = now
    return found
