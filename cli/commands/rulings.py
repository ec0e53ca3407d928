"""`referee rulings`: the disputes of a table and how each was settled; those of all tables, and of others."""

from collections.abc import Iterator
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from shlex import quote
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

from cli.files import refuse_to_replace, write_output
from cli.long_work import iter_with_bar
from cli.output.disputes import decision_in_words
from cli.output.refusals import house_rules_in_words
from cli.output.sentences import names_of, sentence
from cli.parameters import Force, Out, SourceArgument
from cli.problems import NO, Problem
from cli.session import Session
from cli.sources import Source, find_source
from cli.tables import open_store, problem_of_no_tables
from cli.terminal import wrap_text
from events.base import TABLE
from events.envelope import encode
from events.table import DisputeOpened
from referee.l10n.catalogs import topic_words
from referee.languages import headed
from referee.rulebooks.rulings import Ruling, format_ruling
from referee.service.answers.case_law import make_settled_dispute, whose_words
from referee.service.answers.files import InForm
from referee.service.answers.verdicts import make_ruling_row
from referee.service.case_law.precedent import make_precedent
from referee.service.case_law.precedents import UNREADABLE, ruling_to_hand_on, rulings_of_table
from referee.service.case_law.taken import (
    LONGEST_FILE,
    NotTakenError,
    TakenRuling,
    read_rulings,
    remove_taken,
    take,
    taken_rulings,
)
from referee.service.disputes.analysis import (
    RecordedDispute,
    disputes_of,
    entry_in_force,
    house_rules_on,
    read_disputed_act,
    with_original_act,
)
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import LogIndex, effective_log, secrets_of
from referee.service.logs.secrecy import LogSecrets

EXAMPLE = """\
referee rulings evening
referee rulings evening --export D1 --out D1-late-unloading.md
referee rulings --all --to markdown --out ours.md
referee rulings --take theirs.md
referee rulings --taken
"""


class _Form(StrEnum):
    """What the settled disputes of all tables can be written as."""

    markdown = "markdown"
    jsonl = "jsonl"


def command(
    ctx: typer.Context,
    source: Annotated[str | None, SourceArgument] = None,
    export: Annotated[str | None, typer.Option(metavar="DISPUTE", help="Write one as a ruling file.")] = None,
    to: Annotated[
        _Form | None, typer.Option(help="With --all: ruling files in one text, or JSON Lines.")
    ] = None,
    take: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FILE",
            help="Read a ruling of another group, or a folder of them, as a precedent; may be given again.",
        ),
    ] = None,
    remove: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Remove a ruling of another group; may be given again."),
    ] = None,
    out: Out = "-",
    *,
    every: Annotated[
        bool, typer.Option("--all", help="Write the settled disputes of all tables, without names.")
    ] = False,
    taken: Annotated[bool, typer.Option("--taken", help="List the rulings of other groups.")] = False,
    force: Force = False,
) -> None:
    """List the disputes of a table and how each was settled."""
    session = ctx.ensure_object(Session)
    asked = {"--export": export, "--all": every, "--take": take, "--taken": taken, "--remove": remove}
    chosen = [option for option, value in asked.items() if value]
    if chosen[1:] or (source is not None and chosen not in ([], ["--export"])) or (to and not every):
        named = [*chosen, *(["TABLE|FILE"] if source is not None else []), *(["--to"] if to else [])]
        raise Problem("caselaw.not_together", "referee rulings --help", options=tuple(named))
    if every:
        _write_all(session, to or _Form.markdown, out, force=force)
    elif take:
        _take(session, take)
    elif remove:
        _remove(session, remove)
    elif taken:
        _list_taken(session)
    elif source is None:
        raise problem_of_no_tables(session.db)
    else:
        _of_source(session, source, export, out, force=force)


def _write_all(session: Session, form: _Form, out: str, *, force: bool) -> None:
    """Write the settled disputes of all tables; print at which tables some are left out."""
    refuse_to_replace(out, f"rulings --all --to {form.value} --out", force=force)
    store = open_store(session)
    found: list[Ruling] = []
    for row in iter_with_bar(session, store.tables(), len(store.tables()), least=_MANY_TABLES):
        try:
            rulings, hidden = rulings_of_table(store, row.table)
        except UNREADABLE:
            session.tell(session.say("caselaw.unread", table=row.table))
            continue
        found += rulings
        if hidden:
            session.tell(session.say("caselaw.left_out", table=row.table, n=hidden))
    if not found:
        session.tell(session.say("caselaw.none_settled"))
    if out != "-":
        write_output(session, out, form.value, _as_lines(form, found))
    elif session.as_json and form is not _Form.jsonl:
        text = "\n".join(_as_lines(_Form.jsonl, found))
        print(text, end="\n" if text else "")
    else:
        for line in _as_lines(form, found):
            print(line)


_MANY_TABLES = 20
"""The logs of fewer are read within a second."""


def _as_lines(form: _Form, found: list[Ruling]) -> Iterator[str]:
    """Yield the lines of a file of rulings: a JSON object each, or Markdown one after another."""
    for ruling in found:
        if form is _Form.jsonl:
            row = make_settled_dispute(make_precedent(ruling, "tables"), ruling)
            yield msgspec.json.encode(row).decode()
        else:
            yield from format_ruling(ruling, ruling.name).split("\n")


def _take(session: Session, named: list[str]) -> None:
    """Take rulings of another group from files and folders; raise Problem where one cannot be taken."""
    found: list[TakenRuling] = []
    try:
        for path in [path for each in named for path in _files_at(Path(each))]:
            session.subject = str(path)
            with path.open("rb") as file:
                found += read_rulings(file.read(LONGEST_FILE + 1), path.name)
        store = open_store(session, create=True)
        new = take(store, tuple(found))
    except NotTakenError as error:
        hint = _HINTS.get(error.reason, "referee rulings --help")
        raise Problem(error.reason, hint, NO, **error.args_) from None
    for each in {one.ruling.name: one for one in found}.values():
        _show_taken(session, each, "caselaw.taken" if each in new else "caselaw.taken_before")


_HINTS = {"caselaw.unknown_game": "referee games", "caselaw.too_many": "referee rulings --taken"}
"""The command that helps where a file cannot be taken."""


def _files_at(path: Path) -> list[Path]:
    """Return the ruling files in a folder, in the order of their names; a file itself."""
    if not path.is_dir():
        return [path]
    files = sorted(path.glob("*.md"))
    if not files:
        raise NotTakenError("caselaw.no_files", file=str(path))
    return files


def _show_taken(session: Session, taken: TakenRuling, message: str) -> None:
    """Print one ruling of another group: its name, its title."""
    if session.as_json:
        precedent = make_precedent(taken.ruling, "group", taken.file)
        session.emit(make_settled_dispute(precedent, taken.ruling))
    else:
        title = taken.ruling.title.of(session.lang)
        print(session.say(message, file=taken.file, name=taken.ruling.name, title=title))


def _list_taken(session: Session) -> None:
    """Print the rulings of other groups, each with what was decided."""
    found = taken_rulings(open_store(session))
    for each in found:
        if session.as_json:
            _show_taken(session, each, "")
            continue
        precedent = make_precedent(each.ruling, "group", each.file)
        print(f"{precedent.name}  {whose_words(precedent, session.lang)}")
        words = headed(precedent.question.of(session.lang), precedent.answer.of(session.lang), session.lang)
        print("\n".join(wrap_text(words, "    ")))
    if not found and not session.as_json:
        session.tell(session.say("caselaw.none_taken"))


def _remove(session: Session, names: list[str]) -> None:
    """Remove rulings of another group by name; raise Problem, and remove none, where one is not there."""
    store = open_store(session)
    there = {each.ruling.name: each for each in taken_rulings(store)}
    for name in names:
        if name not in there:
            hint = "referee rulings --taken"
            known = get_close_matches(name, there) or [*there][:_FEW] or ["–"]
            raise Problem("caselaw.not_known", hint, name=name, known=tuple(known))
    for name in dict.fromkeys(names):
        remove_taken(store, name)
        _show_taken(session, there[name], "caselaw.removed")


_FEW = 5


def _of_source(session: Session, source: str, export: str | None, out: str, *, force: bool) -> None:
    """List the disputes of a table or a file, or write the one that is named as a ruling file."""
    where = find_source(session, source)
    log = where.log
    timeline, secrets = effective_log(log), secrets_of(log)
    found = disputes_of(timeline)
    if export is not None:
        refuse_to_replace(out, f"rulings {quote(source)} --export {quote(export)} --out", force=force)
        _write_ruling(session, where, found, export, out)
        raise typer.Exit
    for each in found:
        opened = _as_known(timeline, secrets, each.opened, with_original_act(each.opened, log, timeline))
        _show_dispute(session, timeline, replace(each, opened=opened), secrets)
    if not found and not session.as_json:
        session.tell(session.say("case.no_disputes"))
    where.finish()


def _as_known(
    timeline: EffectiveLog, secrets: LogSecrets, recorded: DisputeOpened, whole: DisputeOpened
) -> DisputeOpened:
    """Return a dispute with its act (`whole`) as everybody may know it."""
    act = read_disputed_act(timeline.game, whole)
    if act is None:
        return whole
    known = secrets.redact(None if whole == recorded else whole.at, act)
    return whole if known == act else replace(whole, act=msgspec.json.decode(encode(known)))


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
    session: Session, where: Source, found: tuple[RecordedDispute, ...], dispute: str, out: str
) -> None:
    """Write the dispute of that id as a ruling file into `out`.

    Raises Problem where it is not settled, or not everybody may know yet what it is about.
    """
    settled = next((s for s in found if s.opened.id == dispute), None)
    if settled is None or settled.ruling is None:
        raise Problem(
            "case.not_settled", dispute=dispute, known=tuple(s.opened.id for s in found if s.ruling)
        )
    ruling = ruling_to_hand_on(LogIndex(where.log), settled, dispute)
    if ruling is None:
        raise Problem("caselaw.hidden", f"referee rulings {quote(where.label)}", NO, dispute=dispute)
    text = format_ruling(ruling, dispute)
    if out != "-":
        write_output(session, out, "md", text)
    elif session.as_json:
        session.emit(InForm(source=where.label, form="md", text=text))
    else:
        print(text, end="")
