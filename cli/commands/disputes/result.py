"""`referee result`: the score line by line, what decided, and what each edition would have said."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.commands.table.show import At
from cli.frame.session import Session
from cli.tables.find_table import SourceArgument, find_source, moment

if TYPE_CHECKING:
    from cli.tables.find_table import Moment
    from referee.kernel.table import TableState
    from referee.kernel.tally import Tally
    from referee.service.disputes.lay_open import Settled

EXAMPLE = """\
Examples:

\b
  referee result evening
  referee result game.jsonl --json
"""


def command(ctx: typer.Context, source: Annotated[str, SourceArgument], at: At = None) -> None:
    """Add up the score, and say who wins by which rule."""
    from events.base import REFEREE
    from referee.service.answers.tables import bearing_on, make_score
    from referee.service.logs.log_index import effective_log
    from referee.service.logs.secrecy import is_score_public, score_of
    from referee.service.logs.sources import StoredLog

    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    now = moment(found, at)
    viewer = None if isinstance(found.log, StoredLog) else REFEREE
    is_known = viewer == REFEREE or is_score_public(now.game, now.state)
    tally = score_of(now.game, now.state, viewer) if is_known else None
    rulings = bearing_on(now.game, now.state, tally, lambda: effective_log(found.log))
    if session.as_json:
        session.emit(make_score(now.game, now.state, tally, rulings))
        return
    from cli.output.sentences import names_of, result

    print(result(session, now.state, now.game))
    if tally:
        print("\n".join(told(session, tally, names_of(now.state), now.state)))
    elif not is_known:
        print(session.say("web.score_at_the_end"))
    for one in rulings:
        print(ruling(session, now, one))


def ruling(session: Session, now: "Moment", one: "Settled") -> str:
    """Name a ruling, and say where it changes nothing that is counted."""
    from referee.l10n.options import ruling_words
    from referee.service.disputes.vote import is_way

    decision = one.ruling.decision if one.ruling else ""
    counts = is_way(now.game, decision.partition(" (")[0])
    words = ruling_words(now.game.id, decision, session.lang)
    return session.say(
        "case.bears" if counts else "case.bears_in_words", dispute=one.opened.id, decision=words
    )


def told(session: Session, tally: "Tally", names: dict[str, str], state: "TableState") -> list[str]:
    """Write a tally: a block for each seat, then the readings, each with what was compared."""
    from referee.l10n.score import amount_words, line_words, reading_words, step_words

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
        lines.append(session.say("case.house_rules", options=house_of(session, state)))
    return lines


def house_of(session: Session, state: "TableState") -> tuple[str, ...]:
    """Name the options that are not the edition's, in words and as they are typed."""
    from referee.l10n.options import decision_words

    typed = (f"{name}={getattr(state.options, name)}" for name in state.house)
    words = ((decision_words(state.game, each, session.lang), each) for each in typed)
    return tuple(session.say("case.with_id", what=what, id=id) for what, id in words)
