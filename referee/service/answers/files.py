"""What is answered about files and logs, simulated games, new games, installations."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from referee.service.answers import Answer, EventJson, event_json, json_value

if TYPE_CHECKING:  # whoever answers has them; the others need not wait for them
    from referee.service.audit.judge_again import Finding
    from referee.service.commands.archive import Archived as Done
    from referee.service.files.check import Checked, Summary
    from referee.service.files.importing import Imported as ImportedFile
    from referee.service.files.repairs import Impossible as ImpossibleInRecord


class CheckedLine(Answer, frozen=True, kw_only=True):
    """What became of a line (from 1) of a record or a log; `column`: where a text stops making sense."""

    line: int
    column: int | UnsetType = UNSET
    expected: tuple[str, ...] | UnsetType = UNSET
    type: str | None
    verdict: Literal["accepted", "refused", "malformed"]
    rules: tuple[str, ...]
    message: str
    consequences: tuple[EventJson, ...]


class Totals(Answer, frozen=True, kw_only=True):
    """Lines by verdict, and where the game stands after them."""

    accepted: int
    refused: int
    malformed: int
    phase: str | None
    turn: str | None
    position: Any
    winners: tuple[str, ...] | None


class CheckedFile(Answer, frozen=True, kw_only=True):
    """The last line of `check`: the sum of it."""

    summary: Totals


class AuditFinding(Answer, frozen=True, kw_only=True):
    """Something an audit did not find as it should be: `found` at entry `seq`, `expected` instead.

    `mended` is the version of the rules the table was opened at where rules mended since explain it; null
    where nothing does.
    """

    seq: int
    reason: str
    message: str
    rules: tuple[str, ...]
    found: EventJson | None
    expected: EventJson | None
    damaged: bool
    mended: int | None = None


class Audited(Answer, frozen=True, kw_only=True):
    """What an audit came to; `never_opened` are seats with a seal that still lies unopened at the end."""

    audited: str
    entries: int
    sound: bool
    never_opened: tuple[str, ...] | UnsetType = UNSET


class HeadProved(Answer, frozen=True, kw_only=True):
    """Whether a head noted earlier is part of a log: at entry `seq`, or (null) not."""

    audited: str
    head: str
    seq: int | None


class Mend(Answer, frozen=True, kw_only=True):
    """A change of a record that would let it go on: its `kind`, the line, the event to stand there.

    `other` is a line that stands before it then; `reaches` is how many lines are possible then.
    """

    kind: str
    line: int
    event: EventJson | None
    other: int | None
    reaches: int


class ImpossibleLine(Answer, frozen=True, kw_only=True):
    """A line of a record that cannot be, why, and the smallest changes that would mend it."""

    line: int
    rules: tuple[str, ...]
    message: str
    changes: tuple[Mend, ...]


class Impossible(Answer, frozen=True, kw_only=True):
    """One impossible line of a record."""

    impossible: ImpossibleLine


class Mended(Answer, frozen=True, kw_only=True):
    """What the search for mends came to: how many lines cannot be, and whether changes mend all."""

    audited: str
    impossible: int
    sound: bool
    mended: bool


class Head(Answer, frozen=True, kw_only=True):
    """The hash of the last entry, and that of all that is kept of a table; none of a file."""

    source: str
    revision: int
    head: str
    whole: str | None


class Imported(Answer, frozen=True, kw_only=True):
    """A file taken in as a table; `stopped` is the line it stopped at, where that was allowed.

    Of a table there was already: how many entries were `added`, how many it is `ahead`, both heads.
    """

    table: str
    revision: int
    stopped: CheckedLine | UnsetType = UNSET
    added: int | UnsetType = UNSET
    ahead: int | UnsetType = UNSET
    here: str | UnsetType = UNSET
    there: str | UnsetType = UNSET


class Synced(Answer, frozen=True, kw_only=True):
    """A table and its file brought together: how many entries went into each."""

    table: str
    file: str
    revision: int
    into_table: int
    into_file: int


class Written(Answer, frozen=True, kw_only=True):
    """A file that was written, in which form, and how many lines."""

    file: str
    form: str
    lines: int


class InForm(Answer, frozen=True, kw_only=True):
    """What would stand in a file, as one text."""

    source: str
    form: str
    text: str


class PutAway(Answer, frozen=True, kw_only=True):
    """A table that was removed, or is called `name` now; `file` holds its log as it was."""

    table: str
    entries: int
    file: str
    name: str | UnsetType = UNSET
    head: str | UnsetType = UNSET


class Copied(Answer, frozen=True, kw_only=True):
    """What became of a table that was copied: entries at the source, how many were written now.

    `damaged` names the end, source or target, that is not as it was written; `findings` say what of it.
    """

    table: str
    outcome: str
    entries: int
    written: int
    damaged: str | None
    findings: tuple[str, ...]


class Witnessed(Answer, frozen=True, kw_only=True):
    """A note of a witness: the head of a table, chained to the note before and signed.

    `sender` is the machine it came from, where it is another.
    """

    table: str
    revision: int
    head: str
    whole: str
    at: str
    before: str
    signed: str
    sender: str | UnsetType = UNSET


class WitnessHeld(Answer, frozen=True, kw_only=True):
    """How many notes there are of a table, and at which revisions they do not hold any more."""

    table: str
    noted: int
    lost: tuple[int, ...]


Say = Callable[[str, dict[str, Any]], str]
"""Puts a message id and its arguments into words."""


def make_put_away(done: "Done") -> PutAway:
    answer = PutAway(table=done.table, entries=done.entries, file=done.file)
    return replace(answer, name=done.name, head=done.head) if done.name else answer


def make_checked_line(checked: "Checked", say: Say) -> CheckedLine:
    is_placed = checked.column is not None
    return CheckedLine(
        line=checked.line,
        column=checked.column if checked.column is not None else UNSET,
        expected=checked.expected if is_placed else UNSET,
        type=checked.type,
        verdict=checked.verdict,
        rules=checked.rules,
        message=say(checked.refused.reason, checked.refused.args) if checked.refused else "",
        consequences=tuple(map(event_json, checked.consequences)),
    )


def make_imported(taken: "ImportedFile", say: Say) -> Imported:
    """Describe a file that was taken in, with the line it stopped at where it did."""
    stopped = UNSET if taken.stopped is None else make_checked_line(taken.stopped, say)
    answer = Imported(table=taken.table, revision=taken.revision, stopped=stopped)
    if (found := taken.went_on) is None:
        return answer
    return replace(answer, added=found.behind, ahead=found.ahead, here=found.here, there=found.there)


def make_checked_file(summary: "Summary") -> CheckedFile:
    totals = Totals(
        accepted=summary.accepted,
        refused=summary.refused,
        malformed=summary.malformed,
        phase=summary.phase,
        turn=summary.turn,
        position=json_value(summary.position),
        winners=summary.winners,
    )
    return CheckedFile(summary=totals)


def make_impossible(problem: "ImpossibleInRecord", message: str) -> Impossible:
    changes = (
        Mend(
            kind=each.kind,
            line=each.line,
            event=None if each.event is None else event_json(each.event),
            other=each.other,
            reaches=each.reaches,
        )
        for each in problem.changes
    )
    rules = tuple(problem.refused.rules)
    line = ImpossibleLine(line=problem.line, rules=rules, message=message, changes=tuple(changes))
    return Impossible(impossible=line)


def make_audit_finding(finding: "Finding", message: str) -> AuditFinding:
    return AuditFinding(
        seq=finding.seq,
        reason=finding.reason,
        message=message,
        rules=finding.refused.rules if finding.refused else (),
        found=None if finding.found is None else event_json(finding.found),
        expected=None if finding.expected is None else event_json(finding.expected),
        damaged=finding.is_damage,
        mended=finding.older_rules,
    )


class Simulated(Answer, frozen=True, kw_only=True):
    """A game played at random, and the file its log is in."""

    file: str
    entries: int


class Study(Answer, frozen=True, kw_only=True):
    """A study: its plan, what each set of values changes, the folder all of it is in."""

    study: dict[str, Any]
    compared: list[dict[str, Any]]
    out: str


class BookWritten(Answer, frozen=True, kw_only=True):
    """The pages of rulebooks: the folder they are in, how many files and bytes, which books and languages."""

    folder: str
    files: int
    bytes: int
    books: tuple[str, ...]
    languages: tuple[str, ...]


class PocketWritten(Answer, frozen=True, kw_only=True):
    """The service for a browser: its folder, its version, how many files and bytes.

    `compiled` is false where no `node` compiled the Python: each start takes longer.
    """

    folder: str
    version: str
    files: int
    bytes: int
    compiled: bool


class Scaffolded(Answer, frozen=True, kw_only=True):
    """The room of a new game, and its files."""

    game: str
    folder: str
    files: tuple[str, ...]


class Looked(Answer, frozen=True, kw_only=True):
    """One thing `doctor` looked at: `well` is false where something has to be done."""

    what: str
    found: str
    well: bool


class Serving(Answer, frozen=True, kw_only=True):
    """Where phones begin; `witness` is where other machines have their heads witnessed."""

    start: str
    witness: str | UnsetType = UNSET
