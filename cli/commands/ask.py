"""`referee ask`: may this be done in a position that stands in no log, and why.

Facts are told in any order, acts in that in which they are done; the last is asked about. Nothing is written.
"""

import sys
from collections.abc import Iterator
from shlex import quote
from typing import TYPE_CHECKING, Annotated, Any

import typer
from msgspec.structs import replace

from cli.parameters import (
    Edition,
    Options,
    complete_games,
    complete_said,
    find_edition,
    get_game,
    parse_options,
)
from cli.problems import NO, UNDECIDED, USAGE, Problem
from cli.session import Session
from cli.terminal import bold, wrap_text
from events.codec import MalformedError, read_json
from referee.kernel.verdict import Refused
from referee.languages import headed
from referee.rulebooks import book_of, mention_sources
from referee.service.answers.asking import make_question_answered
from referee.service.ask.ask import ask
from referee.service.ask.asked import Answer, Asked
from referee.service.ask.words import NotUnderstoodError, explain_malformed, read_asked
from referee.service.tables.opening import seats_and_names

if TYPE_CHECKING:
    from referee.service.answers.asking import OtherAnswer, QuestionAnswered


EXAMPLE = """\
referee ask GAME "A has 3 wounds" "A waters A"
referee ask GAME wounds.A=3 --seats A,B,C,D "A mugs B for hand"
referee ask GAME "the captain holds a knife" "the kid mugs the captain for hand" --json
referee ask GAME --question "may the unconscious row?"
"""

ADDRESS = "/ask/"
"""What an address of a question has in it, and nothing that is said."""

_EXIT_CODES = {None: 0, "may": 0, "may_not": NO, "depends": UNDECIDED, "not_written": UNDECIDED}

_MOST_LISTED = 12
"""The longest list of possible acts; of more their number is said."""


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="GAME", autocompletion=complete_games, help="See `referee games`.")
    ],
    said: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="FACT|ACT...",
            help="What is so, what is done, each in quotes, or an address of Ask; - reads lines from stdin.",
            autocompletion=complete_said,
        ),
    ] = None,
    facts: Annotated[
        str | None, typer.Option(metavar="JSON", help="What is so, as `position` of `show --json`.")
    ] = None,
    edition: Edition = None,
    option: Options = None,
    seats: Annotated[
        str | None, typer.Option(metavar="A,B,C", help="Who plays, in turn order; else who is named.")
    ] = None,
    event: Annotated[str | None, typer.Option(metavar="JSON", help="The act that is asked about.")] = None,
    question: Annotated[str | None, typer.Option(metavar="TEXT", help="What is asked, in words.")] = None,
) -> None:
    """Ask whether something may be done, without a table."""
    session, rules = ctx.ensure_object(Session), get_game(game)
    if said and ADDRESS in said[0]:
        from referee.service.ask.address import read_address  # a cold start without it: 3 ms

        sent = read_address(said[0])
        raise typer.Exit(
            _report_refused(session, sent) if isinstance(sent, Refused) else _answer(session, sent)
        )
    asked = Asked(
        game=rules.id,
        edition=find_edition(rules, edition) or "",
        options=parse_options(option),
        seats=seats_and_names(seats)[0] if seats else (),
        facts=_read_object(facts, "--facts") if facts else {},
        question=question or "",
    )
    asked = _read_words(session, asked, list(_lines_of(said or [])))
    if event:
        asked = replace(asked, acts=(*asked.acts, _read_object(event, "--event")))
    raise typer.Exit(_answer(session, asked))


def _answer(session: Session, asked: Asked) -> int:
    """Print the answer to a question; return the exit code. Raises Problem."""
    try:
        found = ask(asked, session.lang)
    except MalformedError as error:
        hint = f"referee events {asked.game}"
        raise Problem("cli.bad_event", hint, why=explain_malformed(asked, error)) from None
    if isinstance(found, Refused):
        return _report_refused(session, found)
    answer = make_question_answered(found, session.lang)
    if session.as_json:
        from referee.service.ask.address import write_address  # the same

        session.emit(replace(answer, url=write_address(asked)))
    else:
        print("\n".join(_in_words(session, answer, found)))
    return _EXIT_CODES[answer.verdict] if answer.act or answer.possible or answer.rules else USAGE


def _lines_of(said: list[str]) -> Iterator[str]:
    """Yield what was said; lines of stdin for `-`, without empty ones and comments."""
    for each in said:
        if each != "-":
            yield each
            continue
        lines = (line.strip() for line in sys.stdin.read().splitlines())
        yield from (line for line in lines if line and not line.startswith("#"))


def _read_words(session: Session, asked: Asked, said: list[str]) -> Asked:
    """Return the question with what was said; words that were typed without quotes are one line.

    Raises Problem.
    """
    try:
        read = read_asked(asked, said, session.lang)
    except NotUnderstoodError as problem:
        if not said[1:] or any(" " in each for each in said):
            raise _not_understood(session, asked.game, problem) from None
        try:
            read = read_asked(asked, [" ".join(said)], session.lang)
        except NotUnderstoodError as whole:
            raise _not_understood(session, asked.game, whole) from None
    if isinstance(read, Refused):
        raise typer.Exit(_report_refused(session, read))
    return read


def _not_understood(session: Session, game: str, problem: NotUnderstoodError) -> Problem:
    """Return the Problem of something that is neither fact nor act, with what could stand there."""
    from cli.unreadable import glance_at  # a cold start without it: 5 ms

    why = session.say(problem.reason, **problem.args_)
    where = session.say("ask.not_understood", said=problem.said, why=why)
    hint = f"referee ask {game} --question {quote(problem.said)}"
    if not problem.expected:
        return Problem("cli.not_understood", hint, why=where)
    return Problem("cli.not_understood_expected", hint, why=where, expected=glance_at(problem.expected))


def _read_object(text: str, option: str) -> dict[str, Any]:
    """Return a JSON object; raise Problem for anything else."""
    try:
        value = read_json(text)
    except MalformedError as error:
        from referee.kernel.vocabulary import explain_unreadable  # a cold start without it: 4 ms

        raise Problem("cli.bad_event", why=explain_unreadable(error)) from None
    if not isinstance(value, dict):
        raise Problem("ask.not_an_object", option=option)
    return value


def _report_refused(session: Session, refused: Refused) -> int:
    """Print why nothing can be answered: no table opens so, or facts cannot be together."""
    from cli.output.refusals import answer_refusal, cite_rules, headline  # the same

    if session.as_json:
        session.emit(answer_refusal(session, None, None, refused))  # type: ignore[arg-type]
    else:
        session.tell_all([headline(session, refused, None), *cite_rules(session, refused)])
        session.tell(session.say("cli.help", hint="referee ask --help"))
    return USAGE


def _in_words(session: Session, answer: "QuestionAnswered", found: Answer) -> Iterator[str]:
    """Yield the answer as lines: the sentence, the rules, what follows, what else may be, other tables."""
    yield from wrap_text(bold(answer.words, sys.stdout))
    for rule, cited in zip(answer.rules, found.rules, strict=True):
        yield ""
        yield f"{bold(rule.id, sys.stdout)}  {rule.title}"
        yield from wrap_text(rule.text, "  ")
        sources = mention_sources(book_of(rule.id), cited.passage.sources, session.lang)
        how_sure = session.say(f"cli.confidence_{rule.confidence}")
        yield from wrap_text(session.say("cli.source", sources=sources, confidence=how_sure), "    ")
    yield from _part(session, "follows", [each.words for each in answer.follows])
    possible = [
        each.words
        if each.is_sure or answer.verdict is not None
        else session.say("ask.perhaps", what=each.words)
        for each in answer.possible
    ]
    more = len(possible) + answer.left_out - _MOST_LISTED
    possible = [*possible[:_MOST_LISTED], *([session.say("ask.and_more", n=more)] if more > 0 else [])]
    yield from _part(session, "possible" if answer.verdict is None else "instead", possible)
    others = [headed(each.words, _other_in_words(session, each), session.lang) for each in answer.editions]
    yield from _part(session, "elsewhere", others)
    yield from _part(
        session, "assumed", [*answer.assumed_words, *(each.words for each in answer.assumed_acts)]
    )
    yield from _part(session, "precedents", list(_precedents_in_words(session, answer)))


def _other_in_words(session: Session, other: "OtherAnswer") -> str:
    """Return how another table answers."""
    if not other.is_other:
        return session.say("ask.same")
    return (
        other.message
        or " ".join(each.words for each in other.follows)
        or (session.say(f"ask.verdict.{other.verdict}") if other.verdict else "")
    )


def _precedents_in_words(session: Session, answer: "QuestionAnswered") -> Iterator[str]:
    """Yield the ruling that is most alike with its question and answer, the others by their titles."""
    for n, each in enumerate(answer.precedents):
        yield each.title if n else headed(each.title, f"{each.question} {each.answer}", session.lang)


def _part(session: Session, heading: str, lines: list[str]) -> Iterator[str]:
    """Yield lines under a heading; nothing where there are none."""
    if lines:
        yield ""
        yield session.say(f"ask.heading.{heading}")
    for line in lines:
        yield from wrap_text(line, "  ")
