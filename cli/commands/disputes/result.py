"""`referee result`: the score line by line, what decided, and what each edition would have said."""

from typing import Annotated, Any

import typer

from cli.commands.table.show import At
from cli.frame.session import Session
from cli.tables.find_table import SourceArgument, find_source, moment

EXAMPLE = """\
Examples:

\b
  referee result evening
  referee result game.jsonl --json
"""


def command(ctx: typer.Context, source: Annotated[str, SourceArgument], at: At = None) -> None:
    """Add up the score, and say who wins by which rule."""
    session = ctx.ensure_object(Session)
    now = moment(find_source(session, source), at)
    tally = now.game.tally(now.state) if now.game.tally else None
    if session.as_json:
        winners = now.game.winners(now.state)
        session.emit(
            {"over": winners is not None, "winners": winners, "tally": tally, "house": now.state.house}
        )
        return
    from cli.telling.sentences import names_of, result

    print(result(session, now.state, now.game))
    if tally:
        print("\n".join(told(session, tally, names_of(now.state), now.state)))


def told(session: Session, tally: Any, names: dict[str, str], state: Any) -> list[str]:
    """Write a tally: a block for each seat, then the readings, each with what was compared."""
    from referee.l10n.score import line_words, reading_words, step_words

    lines = [""]
    for seat in state.seats:
        lines.append(names.get(seat, seat))
        for line in tally.lines:
            if line.seat == seat:
                what = line_words(state.game, line, session.lang, names)
                lines.append(f"  {line.amount:>4}  {what}  {' '.join(line.rules)}".rstrip())
    lines.append("")
    for one in tally.readings:
        lines.append(reading_words(state.game, one, session.lang, names, with_id=True))
        lines += ["    " + step_words(state.game, step, session.lang, names) for step in one.steps]
    if state.house:
        lines.append(session.say("case.house_rules", switches=house_of(session, state)))
    return lines


def house_of(session: Session, state: Any) -> tuple[str, ...]:
    """Name the switches that are not the edition's, in words and as they are typed."""
    from referee.l10n.options import decision_words

    typed = (f"{name}={getattr(state.switches, name)}" for name in state.house)
    words = ((decision_words(state.game, each, session.lang), each) for each in typed)
    return tuple(session.say("case.with_id", what=what, id=id) for what, id in words)
