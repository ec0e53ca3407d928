"""`referee rulings`: the disputes of a table, and how each was settled."""

from pathlib import Path
from typing import Annotated, Any

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.tables.find_table import SourceArgument, find_source

EXAMPLE = """\
Examples:

\b
  referee rulings evening
  referee rulings evening --export D1 --out D1-late-unloading.md
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    export: Annotated[str | None, typer.Option(metavar="DISPUTE", help="Write one as a ruling file.")] = None,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to; - is stdout.")] = "-",
) -> None:
    """List the disputes of a table and how each was settled."""
    from msgspec.structs import replace

    from referee.service.disputes.lay_open import as_it_was, disputes_of
    from referee.service.history import secrets_of, story_of

    session = ctx.ensure_object(Session)
    where = find_source(session, source)
    log = where.log
    story = story_of(log)
    found = tuple(replace(one, opened=as_it_was(one.opened, log, story)) for one in disputes_of(story))
    if export is not None:
        if secrets_of(log).keeps_any:
            session.tell(session.say("cli.face_down_export"))
        write(session, story, found, export, out)
        raise typer.Exit
    for settled in found:
        show(session, story, settled, where.number_of(settled.opened.at))
    if not found and not session.as_json:
        session.tell(session.say("case.no_disputes"))


def show(session: Session, story: Any, settled: Any, n: int | None) -> None:
    """Print one dispute, about the entry that the log numbers `n`."""
    from cli.telling.cases import in_words, topic_in_words
    from cli.telling.refusals import house_rules
    from referee.service.disputes.lay_open import act_of, house_rules_on, in_force_at

    opened, ruling = settled.opened, settled.ruling
    then, cited = story.before(settled.seq), ruling.rules if ruling else ()
    if session.as_json:
        bearing = house_rules_on(story.game, then, cited)
        session.emit({"seq": settled.seq, "opened": opened, "ruling": ruling, "house": bearing})
        return
    by = session.say("cli.the_table") if opened.by == "table" else opened.by
    topic = topic_in_words(session, story.game.id, opened.topic)
    key = "case.asked" if opened.question else "ruling.asked"
    asked = session.say(key, n=n or opened.at, by=by, topic=topic, question=opened.question)
    print(f"{opened.id}  {asked}")
    if (act := act_of(story.game, opened)) is not None:
        what = session.notate(story.after(in_force_at(story, opened.at)), act)
        print("    " + session.say("case.in_question", what=what))
    if ruling is None:
        print("    " + session.say("case.open"))
    else:
        basis = session.say(f"case.basis_{ruling.basis}")
        decision = in_words(session, story, ruling.decision)
        print("    " + session.say("case.ruled", decision=decision, basis=basis, rules=ruling.rules))
    for line in house_rules(session, story.game, then, cited):
        print("  " + line)


def write(session: Session, story: Any, found: tuple[Any, ...], dispute: str, out: str) -> None:
    """Write a settled dispute as a ruling file."""
    from referee.service.ruling_file import as_ruling

    settled = next((s for s in found if s.opened.id == dispute), None)
    if settled is None or settled.ruling is None:
        raise Problem(
            "case.not_settled", dispute=dispute, known=tuple(s.opened.id for s in found if s.ruling)
        )
    text = as_ruling(story, settled)
    if out == "-":
        print(text, end="")
    else:
        from cli.frame.written_files import write_file

        write_file(Path(out), [text.rstrip("\n")])
        session.tell(session.say("cli.written", file=out))
