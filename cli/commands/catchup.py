"""`referee catchup`: tell how the board stands now; what was played in between is worked out from it."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import msgspec
import typer

from cli.changes import parse_agreed
from cli.output.changes import report_change
from cli.output.refusals import facts_as_typed
from cli.output.sentences import recorded_lines
from cli.output.submissions import report_answer
from cli.parameters import Key, Reason, TableArgument, WhoAgreed, WhoAsks, complete_facts
from cli.problems import NO, Problem
from cli.questions import ask_which
from cli.session import Session
from cli.tables import actor_of, get_table
from cli.terminal import fold_for
from events.codec import MalformedError, read_json
from events.envelope import blake2b
from events.stores.protocol import Conflict
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused
from referee.service.answers.catching_up import make_worked_out
from referee.service.catch_up.catch_up import CaughtUp, catch_up
from referee.service.catch_up.question import ACTS, Option, Question
from referee.service.catch_up.reading import explain_facts, facts_in, read_told
from referee.service.catch_up.words import outcome_words, question_words
from referee.service.fact_reading import read_facts
from referee.service.tables.request import Request

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.service.tables.table import Table

EXAMPLE = """\
referee catchup evening canoes.A.1.at=S3 weather=1
referee catchup evening "A1 at S3 with a diamond" "B2 at L6"
referee catchup evening "A1 at S3" --answer 2
referee catchup evening --facts '{"canoes":{"A":{"1":{"at":"S3"}}}}' --json
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    fact: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FACT...",
            autocompletion=complete_facts,
            help="How it stands now: paths as in `show --json`, or words; as much of it as you like.",
        ),
    ] = None,
    facts: Annotated[
        str | None, typer.Option(metavar="JSON", help="The same, as `position` of `show --json`.")
    ] = None,
    answer: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|PATH=VALUE", help="What to answer when asked, by its number; may be given again."
        ),
    ] = None,
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoAsks = None,
    key: Key = None,
) -> None:
    """Tell how the board stands now, and have worked out what was played."""
    session = ctx.ensure_object(Session)
    agreeing = parse_agreed(session, by, agreed)
    at = get_table(session, table, whole=True)
    actor, before = actor_of(session, at, by), at.state
    viewer = actor.viewer
    told = _read_facts(session, at, fact or [], facts, viewer)
    answers = _read_answers(at, (each for each in answer or () if "=" in each), viewer)
    numbers = [_read_number(each) for each in answer or () if "=" not in each]
    asked = blake2b(msgspec.json.encode([told, answer, reason]), digest_size=16).hexdigest()
    while True:
        request = Request(actor, at.revision, key, asked, agreeing)
        try:
            came = catch_up(at, request, told, answers, reason)
        except LookupError as error:
            raise Problem("cli.no_fact", path=str(error.args[0]), known=_names_of_facts(at)) from None
        if came.question is None:
            break
        chosen = _find_answer(session, before, came.question, numbers)
        if chosen is None:
            break
        answers[came.question.path] = chosen.value
    raise typer.Exit(_Outcome(session, at, before, told, answers, viewer).report(came))


def _names_of_facts(at: "Table") -> tuple[str, ...]:
    return tuple(fact.name for fact in at.game.facts.declared)


def _read_facts(
    session: Session, at: "Table", said: Sequence[str], as_json: str | None, viewer: str | None
) -> dict[str, Any]:
    """Return the facts told, by their paths. Raises Problem where there are none, or they cannot be read."""
    told: dict[str, Any] = {}
    if as_json is not None:
        try:
            position = read_json(as_json)
        except MalformedError as error:
            from referee.kernel.vocabulary import explain_unreadable  # a cold start without it: 4 ms

            raise Problem("cli.bad_event", why=explain_unreadable(error)) from None
        if not isinstance(position, dict):
            raise Problem("ask.not_an_object", option="--facts")
        try:
            told = facts_in(at.game, at.state, position)
        except MalformedError as error:
            what = explain_facts(at.game, position, error)
            raise Problem("web.asked_wrongly", f"referee show {quote(at.name)} --json", what=what) from None
    try:
        told |= read_told(at.game, at.state, said, session.lang, viewer)
    except NotationError as wrong:
        raise Problem(wrong.reason, **wrong.args_) from None
    if not told:
        raise Problem("catchup.nothing_told", f"referee show {quote(at.name)} --json")
    return told


def _read_answers(at: "Table", said: Iterable[str], viewer: str | None) -> dict[str, Any]:
    """Return the answers told as PATH=VALUE. Raises Problem for a fact that cannot be so."""
    answers: dict[str, Any] = {}
    for each in said:
        path, _, value = each.partition("=")
        if path.startswith(ACTS):
            answers[path] = value
            continue
        try:
            answers |= read_facts(at.game, at.state, [each], viewer)
        except NotationError as wrong:
            raise Problem(wrong.reason, **wrong.args_) from None
    return answers


def _read_number(text: str) -> int:
    if not text.isdecimal():
        raise Problem("catchup.no_answer", text=text)
    return int(text[:4])


def _find_answer(
    session: Session, state: "TableState", question: Question, numbers: list[int]
) -> Option | None:
    """Return what answers a question: the next of `numbers`, else as people choose.

    None where there is no number left and nobody to ask, or a seat alone is to be asked. Raises Problem
    where no option has that number.
    """
    if question.is_for_seat_alone:
        return None
    words = question_words(state, question, session.lang)
    if numbers:
        n = numbers.pop(0)
        if not 1 <= n <= len(question.options):
            known = tuple(f"{i} {text}" for i, text in enumerate(words.options, 1))
            raise Problem("catchup.no_option", n=n, question=words.text, known=known)
        return question.options[n - 1]
    if session.as_json or not sys.stdin.isatty():
        return None
    chosen = ask_which(session, words.text, words.options)
    return None if chosen is None else question.options[chosen]


class _Outcome(NamedTuple):
    """What was told of a table at the state `before`, by whom, and what was answered; words for what came."""

    session: Session
    at: "Table"
    before: "TableState"
    told: Mapping[str, Any]
    answers: Mapping[str, Any]
    viewer: str | None

    def report(self, came: CaughtUp) -> int:
        """Print what came of it; return the exit code."""
        session, at, answer = self.session, self.at, came.answer
        if isinstance(answer, Refused | Conflict):
            return report_answer(session, at, self.before, answer)
        before = self.before if answer is None else at.before(answer.first)
        if session.as_json:
            session.emit(make_worked_out(before, came, self.told, session.lang, self.viewer))
        elif answer is None:
            session.tell_all(outcome_words(before, came, self.told, session.lang, self.viewer))
            session.tell_all(self._ways_on(came))
        elif came.verdict == "proposed":
            return report_change(session, at, before, answer)
        else:
            print(fold_for("\n".join(recorded_lines(session, at, answer)), sys.stdout))
        return NO if answer is None and came.verdict != "already" else 0

    def _ways_on(self, came: CaughtUp) -> list[str]:
        """Return the question with how one answers it; else how near ways, and a correction, are told."""
        session = self.session
        if came.question is not None:
            words = question_words(self.before, came.question, session.lang)
            if came.question.is_for_seat_alone:
                call = f"{self._call('catchup', self.told)} --by {quote(came.question.seat or '')}"
                then = session.say("catchup.ask_alone_then")
                return [words.text, session.say("cli.help", hint=call), then]
            session.options_asked = words.options
            options = [f"  {n}  {text}" for n, text in enumerate(words.options, 1)]
            given = [f"--answer {facts_as_typed({path: value})}" for path, value in self.answers.items()]
            call = " ".join([self._call("catchup", self.told), *given, "--answer 1"])
            return [words.text, *options, session.say("cli.help", hint=call)]
        if came.verdict != "none" and not came.near:
            return []
        instead = ({**self.told, **near.otherwise} for near in came.near[:1])
        calls = (self._call("catchup", each) for each in instead)
        return [f"  {each}" for each in (*calls, self._call("correct", self.told))]

    def _call(self, name: str, facts: Mapping[str, Any]) -> str:
        return f"referee {name} {quote(self.at.name)} {facts_as_typed(facts)}"
