"""`referee result`: the score line by line, what decided, and what each edition would have said."""

from typing import Annotated

import typer

from cli.output.sentences import names_of, result_in_words
from cli.parameters import At, SourceArgument
from cli.session import Session
from cli.sources import Moment, find_source, moment
from events.base import REFEREE
from referee.kernel.table import TableState
from referee.kernel.tally import Tally
from referee.l10n.options import decision_words, ruling_words
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.service.answers.tables import bearing_on, make_score
from referee.service.disputes.analysis import RecordedDispute
from referee.service.disputes.decision import is_way
from referee.service.logs.log_index import effective_log
from referee.service.logs.secrecy import public_score
from referee.service.logs.sources import StoredLog

EXAMPLE = """\
referee result evening
referee result game.jsonl --json
"""


def command(ctx: typer.Context, source: Annotated[str, SourceArgument], at: At = None) -> None:
    """Add up the score, and say who wins by which rule."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    viewer = None if isinstance(found.log, StoredLog) else REFEREE
    tally = public_score(now.game, now.state, viewer)
    rulings = bearing_on(now.game, now.state, tally, lambda: effective_log(found.log))
    if session.as_json:
        session.emit(make_score(now.game, now.state, tally, rulings))
        return
    print(result_in_words(session, now.state, now.game))
    if tally:
        print("\n".join(_tally_in_words(session, tally, names_of(now.state), now.state)))
    elif viewer != REFEREE:
        print(session.say("web.score_at_the_end"))
    for one in rulings:
        print(_ruling_in_words(session, now, one))


def _ruling_in_words(session: Session, now: Moment, one: RecordedDispute) -> str:
    """Return a ruling that bears on the score, and whether it changes anything that is counted."""
    decision = one.ruling.decision if one.ruling else ""
    counts = is_way(now.game, decision.partition(" (")[0])
    words = ruling_words(now.game.id, decision, session.lang)
    return session.say(
        "case.bears" if counts else "case.bears_in_words", dispute=one.opened.id, decision=words
    )


def _tally_in_words(session: Session, tally: Tally, names: dict[str, str], state: TableState) -> list[str]:
    """Return a tally: a block for each seat, then the readings, each with what was compared."""
    lines = [""]
    for seat in state.seats:
        lines.append(names.get(seat, seat))
        for line in tally.lines:
            if line.seat == seat:
                what = line_words(state.game, line, session.lang, names)
                lines.append(f"  {amount_words(line.amount):>4}  {what}  {' '.join(line.rules)}".rstrip())
    lines.append("")
    for one in tally.readings:
        lines.append(reading_words(state.game, one, session.lang, names))
        lines += ["    " + step_words(state.game, step, session.lang, names) for step in one.steps]
    if state.house:
        lines.append(session.say("case.house_rules", switches=_house_rules(session, state)))
    return lines


def _house_rules(session: Session, state: TableState) -> tuple[str, ...]:
    """Return the house rules, in words and as typed."""
    typed = (f"{name}={getattr(state.options, name)}" for name in state.house)
    words = ((decision_words(state.game, each, session.lang), each) for each in typed)
    return tuple(session.say("case.with_id", what=what, id=id) for what, id in words)
