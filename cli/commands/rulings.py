"""`referee rulings`: the disputes of a table, and how each was settled."""

from shlex import quote
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.files import refuse_to_replace, write_output
from cli.output.disputes import decision_in_words
from cli.output.refusals import house_rules_in_words
from cli.output.sentences import names_of, sentence
from cli.parameters import Force, Out, SourceArgument
from cli.problems import Problem
from cli.session import Session
from cli.sources import find_source
from events.base import TABLE
from events.table import DisputeOpened
from referee.l10n.catalogs import topic_words
from referee.rulebooks.rulings import format_ruling
from referee.service.answers.files import InForm
from referee.service.answers.verdicts import make_ruling_row
from referee.service.disputes.analysis import (
    RecordedDispute,
    disputes_of,
    entry_in_force,
    house_rules_on,
    read_disputed_act,
    with_original_act,
)
from referee.service.disputes.ruling_file import make_ruling
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import effective_log, secrets_of
from referee.service.logs.secrecy import LogSecrets

EXAMPLE = """\
referee rulings evening
referee rulings evening --export D1 --out D1-late-unloading.md
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    export: Annotated[str | None, typer.Option(metavar="DISPUTE", help="Write one as a ruling file.")] = None,
    out: Out = "-",
    *,
    force: Force = False,
) -> None:
    """List the disputes of a table and how each was settled."""
    session = ctx.ensure_object(Session)
    where = find_source(session, source)
    log = where.log
    timeline, secrets = effective_log(log), secrets_of(log)
    found = tuple(
        replace(one, opened=with_original_act(one.opened, log, timeline)) for one in disputes_of(timeline)
    )
    if export is not None:
        refuse_to_replace(out, f"rulings {quote(source)} --export {quote(export)} --out", force=force)
        if secrets.has_hidden_cards:
            session.tell(session.say("cli.face_down_export"))
        _write_ruling(session, where.label, timeline, found, export, out)
        raise typer.Exit
    for settled in found:
        _show_dispute(session, timeline, settled, secrets)
    if not found and not session.as_json:
        session.tell(session.say("case.no_disputes"))
    where.finish()


def _show_dispute(
    session: Session, timeline: EffectiveLog, settled: RecordedDispute, secrets: LogSecrets
) -> None:
    """Print one dispute: who asked, about what, and how it was settled if it was."""
    opened, ruling = settled.opened, settled.ruling
    then, cited = timeline.before(settled.seq), ruling.rules if ruling else ()
    if session.as_json:
        bearing = house_rules_on(timeline.game, then, cited)
        session.emit(make_ruling_row(settled, bearing))
        return
    names = {TABLE: session.say("cli.the_table"), **names_of(then)}
    topic = topic_words(timeline.game.id, opened.topic, session.lang) if opened.topic else "–"
    key = "case.asked" if opened.question else "ruling.asked"
    asked = session.say(key, by=opened.by, topic=topic, question=opened.question, names=names)
    print(f"{opened.id}  {asked}")
    print("    " + session.say("case.in_question", what=_act_in_question(session, timeline, opened, secrets)))
    if ruling is None:
        print("    " + session.say("case.open"))
    else:
        basis = session.say(f"case.basis_{ruling.basis}")
        decision = decision_in_words(session, timeline.game, ruling.decision)
        print("    " + session.say("case.ruled", decision=decision, basis=basis, rules=ruling.rules))
    for line in house_rules_in_words(session, timeline.game, then, cited):
        print("  " + line)


def _act_in_question(
    session: Session, timeline: EffectiveLog, opened: DisputeOpened, secrets: LogSecrets
) -> str:
    """Return the act that a dispute is about, done or refused, without a full stop."""
    at = entry_in_force(timeline, opened.at)
    if (act := read_disputed_act(timeline.game, opened)) is not None:
        return sentence(session, timeline.after(at), act).rstrip(".。")
    before = timeline.before(at) if timeline.index(at) else None
    event = secrets.redact(at, timeline.actions[timeline.index(at)].event, None)
    return sentence(session, before, event).rstrip(".。")


def _write_ruling(
    session: Session,
    label: str,
    timeline: EffectiveLog,
    found: tuple[RecordedDispute, ...],
    dispute: str,
    out: str,
) -> None:
    """Write the dispute of that id as a ruling file into `out`; raise Problem where it is not settled."""
    settled = next((s for s in found if s.opened.id == dispute), None)
    if settled is None or settled.ruling is None:
        raise Problem(
            "case.not_settled", dispute=dispute, known=tuple(s.opened.id for s in found if s.ruling)
        )
    text = format_ruling(make_ruling(timeline, settled, dispute), dispute)
    if out != "-":
        write_output(session, out, "md", text)
    elif session.as_json:
        session.emit(InForm(source=label, form="md", text=text))
    else:
        print(text, end="")
