"""Events, boards and results in words, as people at the table may read them."""

import sys
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from cli.session import Session
from cli.terminal import columns, is_painted
from events.base import Event, type_of
from events.table import HouseRuled
from referee.draw import text_board
from referee.kernel.game import Game
from referee.kernel.shared import SHARED
from referee.kernel.verdict import JudgedEvent
from referee.l10n.messages import event_words, left_unsaid, place_of
from referee.l10n.options import put_words_in
from referee.service.wording import marked_words

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.logs.log_index import LogIndex, VisibleEntry
    from referee.service.tables.request import Recorded
    from referee.service.tables.table import Table


MOST_LISTED = 12
"""More than this many possibilities are counted, not listed, beside a refusal."""


def names_of(state: "TableState | None") -> dict[str, str]:
    """Return the names people go by; seats without one are left out."""
    return dict(state.names) if state is not None else {}


def sentence(session: Session, state: "TableState | None", event: Event) -> str:
    """Return what an event means; `state` is before it, None where nothing is known."""
    words = event if state is None else put_words_in(event, session.lang, state.game)
    game = None if state is None else state.game
    text = event_words(words, session.lang, names_of(state), place_of(state, event), game)
    return (
        with_typed_option(session, text, event.option, event.value) if isinstance(event, HouseRuled) else text
    )


def with_typed_option(session: Session, text: str, option: str, value: object) -> str:
    """Return the words of a house rule, and how it is typed."""
    return session.say("case.with_id", what=text.rstrip(".。"), id=f"{option}={value}")


def entry_line(
    session: Session, log_index: "LogIndex", seen: "VisibleEntry", viewer: str | None = None
) -> str:
    """Return an entry in words, a consequence indented, a house rule also as it is typed."""
    words, event = marked_words(log_index, seen, session.lang, viewer), seen.event
    said = (
        with_typed_option(session, words, event.option, event.value)
        if isinstance(event, HouseRuled)
        else words
    )
    return ("  " if seen.entry.kind == "consequence" else "") + said


def fact_lines(session: Session, at: "Table", first: int, facts: Iterable[JudgedEvent]) -> Iterator[str]:
    """Yield the sentences of a recorded act and its consequences; `first` is the entry of the first.

    What the act says already is not repeated. They are for who did it: nothing is redacted.
    """
    judged_facts = tuple(facts)
    if any(type(judged.event) in SHARED for judged in judged_facts):
        for seen, judged in zip(at.log_index.view()[first - 1 :], judged_facts, strict=False):
            yield entry_line(session, at.log_index, replace(seen, event=judged.event))
        return
    state = at.before(first)
    for judged in judged_facts:
        if (event := left_unsaid(at.game.id, judged.event, judged_facts[0].event)) is not None:
            yield ("  " if judged.kind == "consequence" else "") + sentence(session, state, event)
        state = at.game.evolve(state, judged.event)


def draw_board(session: Session, game: Game, state: "TableState", seat: str | None = None) -> str:
    """Return the board as a seat, or (None) everybody, may see it."""
    from referee.draw.picks import find_offers  # a cold start that draws no board: 5 ms

    view, offers = game.view(state, seat), find_offers(game, state, seat)
    return text_board(view, session.lang, is_painted(sys.stdout), columns(), offers)


def result_in_words(session: Session, state: "TableState", game: Game) -> str:
    """Return who has won, what that depends on, or that nobody has yet."""
    winners = game.winners(state)
    if winners is None:
        return session.say("cli.closed_before_the_end" if state.closed else "cli.not_over")
    if seats := game.undecided(state):
        return session.say("table.undecided", seats=seats, names=names_of(state))
    if not winners:
        return session.say("cli.nobody_won")
    return session.say(
        "cli.won" if len(winners) == 1 else "cli.won_together", seats=winners, names=names_of(state)
    )


def recorded_lines(session: Session, at: "Table", recorded: "Recorded") -> list[str]:
    """Return what was recorded and what the referee dealt after it, a line each, redacted for everybody.

    Choices made face down are left out, and so is what the act said itself. With --json, lines are JSON.
    """
    lines, act = [], None
    for seen in at.log_index.view()[recorded.first - 1 :]:
        seq, kind = seen.entry.seq, seen.entry.kind
        act = act if kind == "consequence" else seen.event
        if session.as_json:
            lines.append(_entry_as_json(seq, kind, seen.event, recorded))
        elif type_of(seen.event) not in at.game.sealed and (rest := left_unsaid(at.game.id, seen.event, act)):
            lines.append(entry_line(session, at.log_index, replace(seen, event=rest)))
    return lines


def _entry_as_json(seq: int, kind: str, event: Event, recorded: "Recorded") -> str:
    """Return an entry as JSON; entries dealt after the submission have no rules."""
    rules = recorded.judged[seq - recorded.first].rules if seq <= recorded.revision else ()
    return msgspec.json.encode({"seq": seq, "kind": kind, "event": event, "rules": rules}).decode()
