"""`referee benchmark`: rulings and situations as questions for any program, and how its answers score."""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.files import refuse_to_replace, write_output
from cli.long_work import iter_with_bar
from cli.parameters import Force, Out, complete_games, get_game
from cli.problems import Problem
from cli.session import Session
from referee.kernel.registry import find_game
from referee.languages import trait
from referee.rulebooks import TABLE, books
from referee.service.answers import Answer
from referee.service.answers.benchmark import BenchmarkAnswer, BenchmarkQuestion, Counts, Differing
from referee.service.book.benchmark import (
    COUNTED,
    UnreadableAnswerError,
    answer_question,
    questions_of,
    read_answers,
    score,
)
from referee.service.book.situations import situation_files
from referee.service.files.file_lines import numbered, numbered_lines

EXAMPLE = """\
referee benchmark --out questions.jsonl
referee benchmark GAME --answer --out answers.jsonl
referee benchmark --score answers.jsonl
"""

_MOST_LISTED = 20
"""So many answers that differ are printed; --json has all."""


def command(
    ctx: typer.Context,
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", autocompletion=complete_games, help="One game; else all of them."),
    ] = None,
    answer: Annotated[bool, typer.Option("--answer", help="Write the referee's own answers.")] = False,
    answers: Annotated[
        str | None,
        typer.Option("--score", metavar="FILE", help="Score a file of answers; - is stdin."),
    ] = None,
    out: Out = "-",
    *,
    force: Force = False,
) -> None:
    """Write all rulings as questions for any program, or score its answers."""
    session = ctx.ensure_object(Session)
    if answer and answers is not None:
        raise Problem("benchmark.answer_or_score")
    games = [get_game(game)] if game else [find_game(book) for book in books() if book != TABLE]
    if not situation_files():
        session.tell(session.say("benchmark.rulings_only"))
    questions = (each for one in games for each in questions_of(one))
    if answers is not None:
        _print_score(session, [*questions], answers)
        return
    refuse_to_replace(out, "benchmark --out", force=force)
    _write(session, _own_answers(session, questions) if answer else questions, out)


def _own_answers(session: Session, questions: Iterable[BenchmarkQuestion]) -> Iterator[BenchmarkAnswer]:
    asked = [*questions]
    yield from iter_with_bar(session, map(answer_question, asked), len(asked))


def _write(session: Session, lines: Iterable[Answer], out: str) -> None:
    """Write JSON Lines into a file, or print them."""
    if out == "-":
        for each in lines:
            session.emit(each)
    else:
        write_output(session, out, "jsonl", (msgspec.json.encode(each).decode() for each in lines))


def _print_score(session: Session, questions: list[BenchmarkQuestion], file: str) -> None:
    """Print how a file of answers scores. Raises Problem for a line that is no answer."""
    lines = numbered(sys.stdin.buffer) if file == "-" else numbered_lines(Path(file))
    try:
        found = score(questions, read_answers(lines))
    except UnreadableAnswerError as error:
        where = f"{file}:{error.line}"
        raise Problem(
            "benchmark.no_answer", "referee schema benchmark-answer", where=where, why=error.why
        ) from None
    if session.as_json:
        session.emit(found)
        return
    print(_in_words(session, session.say("benchmark.all"), found.counts))
    for name, counts in {**found.games, **found.languages}.items():
        print(_in_words(session, name, counts))
    for each in found.differing[:_MOST_LISTED]:
        print(_difference(session, each))
    if (more := len(found.differing) - _MOST_LISTED) > 0:
        session.tell(session.say("benchmark.more", n=more))
    if found.unknown:
        session.tell(session.say("benchmark.unknown", n=len(found.unknown), first=found.unknown[0]))
    if found.repeated:
        session.tell(session.say("benchmark.repeated", n=len(found.repeated), first=found.repeated[0]))


def _in_words(session: Session, what: str, counts: Counts) -> str:
    """Return how many questions there are of something, and how many count where; without noughts."""
    said = [
        session.say(f"benchmark.counted.{name}", n=number)
        for name in COUNTED
        if (number := getattr(counts, name)) or name == "right"
    ]
    of = session.say("benchmark.of", what=what, n=counts.questions)
    return of + trait(session.lang, "comma").join(said)


def _difference(session: Session, each: Differing) -> str:
    return session.say(
        "benchmark.differing",
        id=f"{each.id} ({each.lang})" if each.lang else each.id,
        said=session.say(f"benchmark.said.{each.said}"),
        verdict=session.say(f"benchmark.said.{each.verdict}"),
        named=" ".join(each.named) or "–",
        rules=" ".join(each.rules) or "–",
    )
