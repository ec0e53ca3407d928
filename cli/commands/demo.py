"""`referee demo`: a newcomer's first minute, a recorded game being refereed.

The demonstrations are records, `demo.jsonl` in the package of a game, in which somebody tries what the rules
forbid.
"""

import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from msgspec.structs import replace

from cli.output.refusals import brief_refusal
from cli.output.sentences import draw_board, names_of, result_in_words, sentence
from cli.parameters import complete_games
from cli.problems import Problem
from cli.session import Session
from cli.terminal import bold
from events.base import Event, type_of
from events.table import Corrected
from referee.kernel.game import Game
from referee.kernel.registry import all_games, codec_for, find_game, folder_of, is_game
from referee.kernel.table import TableState
from referee.kernel.verdict import JudgedEvent, Refused
from referee.l10n.catalogs import sentence_of
from referee.l10n.messages import remark
from referee.languages import headed, trait
from referee.rulebooks import book_of, find_rule, mention_sources
from referee.service.answers.files import make_checked_file, make_checked_line
from referee.service.files.check import Checked, Checker, make_checker
from referee.service.files.record_file import lines_of_file

EXAMPLE = """\
referee demo
referee demo GAME --fast --lang ja
"""

SECONDS = {"action": 0.2, "board": 1.2, "notice": 2.5, "refusal": 7.0}
"""How long a person looks at each; together about a minute."""

_UNTOLD = {"turn_passed"}
"""Consequences that the next line tells anyway."""


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", autocompletion=complete_games, help="See `referee games`.")
    ] = "",
    fast: Annotated[bool, typer.Option("--fast", help="All at once.")] = False,
) -> None:
    """Watch a recorded game being refereed."""
    session = ctx.ensure_object(Session)
    _Demonstration(session, _find_record(game), fast=fast or session.as_json).run()


def _find_record(game: str) -> Path:
    """Return the file that demonstrates a game ("": the first that has one); raise Problem."""
    if game and is_game(game) and (path := _record_of(game)).is_file():
        return path
    known = tuple(each for each in all_games() if _record_of(each).is_file())
    if game or not known:
        raise Problem("cli.no_demo", "referee games", game=game, known=known)
    return _record_of(known[0])


def _record_of(game: str) -> Path:
    """Return the path of a game's demonstration, which need not exist."""
    return Path(folder_of(game)) / "demo.jsonl"


class _Demonstration:
    """One recorded game being refereed on the screen; `fast` waits nowhere."""

    def __init__(self, session: Session, path: Path, *, fast: bool) -> None:
        self.session, self.path, self.fast = session, path, fast
        self.game: Game  # known once it is opened
        self.drawn: TableState | None = None

    @property
    def drawn_after(self) -> frozenset[str]:
        """Return the types of events after which the board is drawn."""
        chapters: frozenset[str] = self.game.chapters
        return chapters | {"corrected", "position_told"}

    def run(self) -> None:
        """Referee the record line by line; what is refused is explained and skipped."""
        lines = lines_of_file(self.path)
        checker = make_checker(lines)
        for number, line in lines():
            before = checker.state
            checked = checker.take(number, line)
            if self.session.as_json:
                self.emit(checked, checker.state)
            elif checked.refused is not None:
                self.refuse(line, checked.refused, before)
            else:
                self.print_act(checker, before)
        self.end(checker)

    def emit(self, checked: Checked, state: TableState) -> None:
        """Print a checked line as JSON."""
        names = names_of(state)
        self.session.emit(
            make_checked_line(checked, lambda id, args: self.session.say(id, names=names, **args))
        )

    def print_act(self, checker: Checker, before: TableState | None) -> None:
        """Print an act and its consequences, and draw the board after the events of a chapter.

        `before` is the state before it, None for the opening, which begins the demonstration.
        """
        if before is None:
            self.game = find_game(checker.state.game)
            self.begin(checker.state)
            return
        state = before
        for judged in checker.judged:
            event = self.redact(judged.event)
            if type_of(event) not in _UNTOLD:
                indent = "    " if judged.kind == "consequence" else "  "
                self.print(indent + sentence(self.session, state, event))
            state = self.game.evolve(state, judged.event)
        self.wait("action")
        self.remark(checker.judged)
        if any(type_of(judged.event) in self.drawn_after for judged in checker.judged):
            self.draw(state)

    def redact(self, event: Event) -> Event:
        """Return an event as everybody may see it, the reason of a correction in the reader's language."""
        if isinstance(event, Corrected) and event.reason:
            key = f"{self.game.id}.demo.{event.reason.replace(' ', '_')}"
            return replace(event, reason=sentence_of(key, self.session.lang) or event.reason)
        return self.game.mask(event, None)

    def begin(self, state: TableState) -> None:
        """Print the title and the board of the opening."""
        args = {"game": state.game, "seats": state.seats, "names": state.names}
        self.print(bold(self.session.say("cli.demo_title", **args), sys.stdout))
        self.draw(state)

    def remark(self, facts: Sequence[JudgedEvent]) -> None:
        """Print the game's remark on an act, and wait; nothing where it has none."""
        if (noticed := remark(self.game.id, facts[0].event, self.session.lang)) is not None:
            self.print("  " + bold(noticed, sys.stdout))
            self.wait("notice")

    def refuse(self, line: bytes, refused: Refused, state: TableState) -> None:
        """Print a refused line and the refusal, as a table gets it."""
        event = codec_for(self.game.id).event(line)
        self.print("")
        self.print("  " + self.session.notate(state, event))
        self.print(bold("  " + self.session.say("cli.demo_refusal"), sys.stdout))
        self.print(brief_refusal(self.session, self.game, state, refused))
        self.print("")
        self.wait("refusal")

    def end(self, checker: Checker) -> None:
        """Print who has won, by which rule, and what to type next."""
        if self.session.as_json:
            self.session.emit(make_checked_file(checker.summary()))
            return
        if checker.state != self.drawn:
            self.draw(checker.state)
        self.wait("notice")
        self.print(bold(result_in_words(self.session, checker.state, self.game), sys.stdout))
        for rule in checker.judged[-1].rules:
            self.cite(rule)
        self.print("")
        seats = ",".join("ABCDEFG"[: len(checker.state.seats)])
        self.print(self.session.say("cli.demo_next", game=self.game.id, seats=seats))

    def cite(self, id: str) -> None:
        """Print a rule in one line with its sources; nothing where there is no such rule."""
        if (rule := find_rule(id)) is not None:
            lang = self.session.lang
            sources = mention_sources(book_of(id), rule.all_sources, lang)
            title = headed(rule.id, rule.title.of(lang), lang)
            self.print(f"  {title}{trait(lang, 'brackets').format(sources)}")

    def draw(self, state: TableState) -> None:
        """Draw the board, note that it is on the screen, and wait."""
        self.print("")
        self.print(draw_board(self.session, self.game, state))
        self.print("")
        self.drawn = state
        self.wait("board")

    def print(self, text: str) -> None:
        """Print a line; flushed at once unless `fast`."""
        print(text, flush=not self.fast)

    def wait(self, moment: str) -> None:
        """Wait SECONDS for "action", "board", "notice" or "refusal"; not when `fast`."""
        if not self.fast:
            time.sleep(SECONDS[moment])
