"""What cannot be unseen: secrets and chance that were shown, and stay known whatever is changed."""

from itertools import dropwhile
from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.envelope import Entry
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted
from referee.service.retelling import Story
from referee.service.table import Table
from referee.service.whatif import flat


def shown_since(table: Table, to: int) -> tuple[Event, ...]:
    """List what a take-back to `to` cannot make unseen: secrets and chance that what it undoes revealed."""
    undone = (told for told in table.history.story.told if (told.seq or 0) > to)
    events = (event for told in undone for event in (told.event, *told.consequences))
    return tuple(event for event in events if type_of(event) in table.game.reveals)


def acts_since(table: Table, to: int) -> tuple[Entry[Any], ...]:
    """List what was written after entry `to` and what followed from it, taken back since or not."""
    return tuple(dropwhile(lambda entry: entry.kind == "consequence", table.history.entries[to:]))


def shown_behind(table: Table, correction: "Corrected[Any]") -> tuple[Event, ...]:
    """List what revealed, as they now stand, the facts that a correction sets otherwise."""
    verdict = table.judge(correction)
    if not isinstance(verdict, Accepted):
        return ()
    now, then = facts_of(table.game, table.state), facts_of(table.game, verdict.state)
    changed = {fact for fact in now if now[fact] != then.get(fact)}
    setters = last_setters(table.history.story, changed)
    shown = (setters[fact] for fact in sorted(changed) if fact in setters)
    return tuple({id(event): event for event in shown if type_of(event) in table.game.reveals}.values())


def facts_of(game: Game, state: Any) -> dict[str, Any]:
    """Spread out all that a game's position holds."""
    return flat(msgspec.to_builtins(game.position(state, REFEREE)))


def last_setters(story: Story, facts: set[str]) -> dict[str, Event]:
    """Find the event that gave each of some facts the value it has."""
    state, found = None, dict[str, Event]()
    before: dict[str, Any] = {}
    for told in story.told:
        for event in (told.event, *told.consequences):
            state = story.game.evolve(state, event)
            now = facts_of(story.game, state)
            found |= {fact: event for fact in facts if before.get(fact) != now.get(fact)}
            before = now
    return found
