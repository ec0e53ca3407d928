"""The situation of a ruling worked out: the table at its moment, the act in question, the verdict."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.table import Corrected, TableOpened
from referee.kernel.game import Game
from referee.kernel.registry import codec_for, find_game
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks.rulings import Ruling, RulingAct

NO_OPTIONS: Mapping[str, Plain] = {}


class Worked(NamedTuple):
    """An act of a ruling, at the state it is told at, and what comes of it.

    `told` is the state of which facts were told last, `since` what was done from there to `state`;
    `record` is all that led there, the opening first.
    """

    game: Game
    state: Any
    act: Event
    verdict: Verdict
    told: Any
    since: tuple[Event, ...]
    record: tuple[Event, ...]

    @property
    def is_allowed(self) -> bool:
        return isinstance(self.verdict, Accepted)

    @property
    def follows(self) -> tuple[Event, ...]:
        """Return what the act brings about; nothing where it is refused."""
        if isinstance(self.verdict, Refused):
            return ()
        return tuple([each.event for each in self.verdict.judged[1:]])

    @property
    def outcome(self) -> tuple[bool, tuple[bytes, ...]]:
        """Return what tells one verdict from another: whether it is allowed, and what follows."""
        return self.is_allowed, tuple(map(encode, self.follows))

    @property
    def says_anything(self) -> bool:
        """Return whether its outcome is about the act: what a book lets no table show says nothing of it."""
        is_shown = any(each.event is type(self.act) and each.when.by_table for each in self.game.acts)
        return self.is_allowed or not is_shown

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules by which it is refused, or accepted."""
        return self.verdict.rules


def work_out(
    ruling: Ruling, act: RulingAct, edition: str | None = None, options: Mapping[str, Plain] = NO_OPTIONS
) -> Worked | None:
    """Return what becomes of an act of a ruling, by `edition` (None: that of the ruling, or of the act).

    `options` are those of a table of that edition that are otherwise. None where there is no such situation
    by that edition, where it takes a log and not only a position, or where the act is the opening.
    """
    first, *lines = (*ruling.situation, *act.lines)
    opened: TableOpened = msgspec.json.decode(first, type=TableOpened)
    if edition is None:
        options = {**opened.options, **act.options}
        opened = replace(opened, edition=act.edition or opened.edition, options=options)
    else:
        opened = replace(opened, edition=edition, options=dict(options))
    game, codec = find_game(opened.game), codec_for(opened.game)
    state, told, since = None, None, list[Event]()
    events = [opened, *(codec.event(line.encode()) for line in lines)]
    for event in events[:-1]:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            return None
        state = verdict.state
        if isinstance(event, TableOpened | Corrected):
            told, since = state, []
        else:
            since.append(event)
    if state is None:
        return None
    *record, last = events
    worked = Worked(game, state, last, game.decide(state, last), told, tuple(since), tuple(record))
    return worked if edition or worked.is_allowed == (act.verdict == "accepted") else None


def work_out_by(
    ruling: Ruling, act: RulingAct, edition: str, options: Mapping[str, Plain] = NO_OPTIONS
) -> Worked | None:
    """Return the verdict of an edition on an act of a ruling, as `work_out` does for a question.

    Where that edition says nothing of it, of the act that the ruling has for it.
    """
    worked = work_out(ruling, act, edition, options)
    if worked is None or worked.says_anything:
        return worked
    own = next((each for each in ruling.acts if each.edition == edition and not each.options), None)
    return worked if own is None else work_out(ruling, own, edition, options)
