"""`referee rulings`: the disputes of a table, and how each was settled."""

from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.frame.written import Force, refuse_to_replace
from cli.tables.find_table import SourceArgument, find_source

if TYPE_CHECKING:
    from events.table import DisputeOpened
    from referee.service.disputes.lay_open import Settled
    from referee.service.logs.effective import EffectiveLog
    from referee.service.logs.secrecy import Secrets

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
    *,
    force: Force = False,
) -> None:
    """List the disputes of a table and how each was settled."""
    from msgspec.structs import replace

    from referee.service.disputes.lay_open import as_it_was, disputes_of
    from referee.service.logs.log_index import effective_log, secrets_of

    session = ctx.ensure_object(Session)
    where = find_source(session, source)
    log = where.log
    timeline, secrets = effective_log(log), secrets_of(log)
    found = tuple(replace(one, opened=as_it_was(one.opened, log, timeline)) for one in disputes_of(timeline))
    if export is not None:
        refuse_to_replace(out, f"rulings {quote(source)} --export {quote(export)} --out", force=force)
        if secrets.has_hidden_cards:
            session.tell(session.say("cli.face_down_export"))
        write(session, where.label, timeline, found, export, out)
        raise typer.Exit
    for settled in found:
        show(session, timeline, settled, secrets)
    if not found and not session.as_json:
        session.tell(session.say("case.no_disputes"))
    where.finish()


def show(session: Session, timeline: "EffectiveLog", settled: "Settled", secrets: "Secrets") -> None:
    """Print one dispute: who asked, about what, and how it was settled."""
    from cli.output.cases import in_words
    from cli.output.refusals import house_rules
    from cli.output.sentences import names_of
    from events.base import TABLE
    from referee.l10n.catalogs import topic_words
    from referee.service.disputes.lay_open import house_rules_on

    opened, ruling = settled.opened, settled.ruling
    then, cited = timeline.before(settled.seq), ruling.rules if ruling else ()
    if session.as_json:
        bearing = house_rules_on(timeline.game, then, cited)
        from referee.service.answers.verdicts import make_ruling_row

        session.emit(make_ruling_row(settled, bearing))
        return
    names = {TABLE: session.say("cli.the_table"), **names_of(then)}
    topic = topic_words(timeline.game.id, opened.topic, session.lang) if opened.topic else "–"
    key = "case.asked" if opened.question else "ruling.asked"
    asked = session.say(key, by=opened.by, topic=topic, question=opened.question, names=names)
    print(f"{opened.id}  {asked}")
    print("    " + session.say("case.in_question", what=in_question(session, timeline, opened, secrets)))
    if ruling is None:
        print("    " + session.say("case.open"))
    else:
        basis = session.say(f"case.basis_{ruling.basis}")
        decision = in_words(session, timeline.game, ruling.decision)
        print("    " + session.say("case.ruled", decision=decision, basis=basis, rules=ruling.rules))
    for line in house_rules(session, timeline.game, then, cited):
        print("  " + line)


def in_question(
    session: Session, timeline: "EffectiveLog", opened: "DisputeOpened", secrets: "Secrets"
) -> str:
    """Say the act that a dispute is about, done or refused, without a full stop."""
    from cli.output.sentences import sentence
    from referee.service.disputes.lay_open import act_of, in_force_at

    at = in_force_at(timeline, opened.at)
    if (act := act_of(timeline.game, opened)) is not None:
        return sentence(session, timeline.after(at), act).rstrip(".。")
    before = timeline.before(at) if timeline.index(at) else None
    event = secrets.redact(at, timeline.actions[timeline.index(at)].event, None)
    return sentence(session, before, event).rstrip(".。")


def write(
    session: Session,
    label: str,
    timeline: "EffectiveLog",
    found: tuple["Settled", ...],
    dispute: str,
    out: str,
) -> None:
    """Write a settled dispute as a ruling file."""
    from cli.frame.written import written_to
    from referee.service.disputes.ruling_file import as_ruling

    settled = next((s for s in found if s.opened.id == dispute), None)
    if settled is None or settled.ruling is None:
        raise Problem(
            "case.not_settled", dispute=dispute, known=tuple(s.opened.id for s in found if s.ruling)
        )
    text = as_ruling(timeline, settled)
    if out != "-":
        written_to(session, out, "md", text)
    elif session.as_json:
        from referee.service.answers.files import InForm

        session.emit(InForm(source=label, form="md", text=text))
    else:
        print(text, end="")
