"""What ends a step in which several may act: whoever could still act is asked for nothing more."""

from events.base import TABLE, Event
from events.codec import write_changes
from events.table import ChangeProposed
from referee.kernel.verdict import Refused
from referee.service.commands.actor import Actor
from referee.service.commands.consent import (
    answer,
    change_of,
    free_id,
    judged_by,
    open_answers,
    waiting_now,
)
from referee.service.tables.submissions import Submission, digest_of
from referee.service.tables.table import Answer, Table
from referee.service.tables.windows import ends_step


def asked_to_end(table: Table, actor: Actor, event: Event) -> tuple[str, ...]:
    """List the seats to be asked before an event ends a step for all: who could still act, by what all see.

    Nobody where the event ends nothing, or whoever speaks does so for all of them.

    Rules: TAB-END-01
    """
    if not ends_step(table.game, table.state, event):
        return ()
    acting = table.game.acting(table.state)
    return tuple(seat for seat in table.state.present if seat in acting and seat not in actor.seats)


def end_for_all(
    table: Table,
    actor: Actor,
    event: Event,
    others: tuple[str, ...],
    *,
    seen: int | None = None,
    key: str | Submission | None = None,
) -> Answer:
    """Ask `others` whether they do nothing more; with the last of them the step ends.

    Where an act would end it by coming next, they are asked that alone: the act is told once it has ended.
    Whoever is asked already agrees by saying the same. `seen` and `key` as in `Table.submit`.

    Rules: TAB-END-01
    """
    submission = Submission(key, digest_of(event)) if isinstance(key, str) else key
    with table.lock:
        if (before := table.answer_to(submission)) is not None:
            return before  # type: ignore[return-value]
        if (late := table.late(seen)) is not None:
            return late
        game, state = table.game, table.state
        words = (each for each in game.legal(state, TABLE) if ends_step(game, state, each))
        closing = event if ends_step(game, state, event, by_coming_next=False) else next(words, event)
        for waiting in waiting_now(table.log_index, state):
            if waiting.lapses and change_of(game.id, waiting) == closing:
                if "agree" in open_answers(state, actor, waiting):
                    return answer(table, actor, waiting.id, "agree", key=submission)
                return Refused("table.answered_already", ("TAB-END-01",), {"seat": actor.name})
        verdict = judged_by(table, closing, actor.viewer)
        if isinstance(verdict, Refused):
            return table.refuse(closing, verdict, submission)
        asked = ChangeProposed(free_id(table), actor.name, write_changes((closing,)), others, lapses=True)
        return table.submit(asked, key=submission)
