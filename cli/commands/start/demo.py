"""`referee demo`: a newcomer's first minute, a recorded game being refereed.

The demonstrations are records, `demo.jsonl` in the room of a game, in which somebody tries what the rules
forbid.
"""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session, bold
from cli.help import completions
from events.base import Event, type_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from referee.kernel.game import Game
    from referee.kernel.table import TableState
    from referee.kernel.verdict import JudgedEvent, Refused
    from referee.service.files.check import Checked, Checker

EXAMPLE = """\
Examples:

\b
  referee demo
  referee demo GAME --fast --lang ja
"""

SECONDS = {"action": 0.2, "board": 1.2, "notice": 2.5, "refusal": 7.0}
"""How long a person looks at each; together about a minute."""

UNTOLD = {"turn_passed"}
"""Consequences that the next line tells anyway."""


def command(
    ctx: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar="[GAME]", autocompletion=completions.games, help="See `referee games`.")
    ] = "",
    fast: Annotated[bool, typer.Option("--fast", help="All at once.")] = False,
) -> None:
    """Watch a recorded game being refereed."""
    session = ctx.ensure_object(Session)
    Show(session, find_record(game), fast=fast or session.as_json).run()


def find_record(game: str) -> Path:
    """Find the record that demonstrates a game; the first there is where none is named."""
    from referee.kernel.registry import all_games, is_game

    if game and is_game(game) and (path := record_of(game)).is_file():
        return path
    known = tuple(each for each in all_games() if record_of(each).is_file())
    if game or not known:
        raise Problem("cli.no_demo", "referee games", game=game, known=known)
    return record_of(known[0])


def record_of(game: str) -> Path:
    """Name the file that demonstrates a game."""
    from referee.kernel.registry import folder_of

    return Path(folder_of(game)) / "demo.jsonl"


class Show:
    """One demonstration on the screen."""

    def __init__(self, session: Session, path: Path, *, fast: bool) -> None:
        self.session, self.path, self.fast = session, path, fast
        self.game: Game  # known once it is opened
        self.drawn: TableState | None = None

    @property
    def worth_a_picture(self) -> frozenset[str]:
        """Name the events after which people look at the board: a chapter is over, or it was set up."""
        chapters: frozenset[str] = self.game.chapters
        return chapters | {"corrected"}

    def run(self) -> None:
        """Referee the record line by line, telling what happens; what is refused is explained and skipped."""
        from referee.service.files.check import make_checker
        from referee.service.files.record_file import lines_of_file

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
                self.tell(checker, before)
        self.end(checker)

    def emit(self, checked: "Checked", state: "TableState") -> None:
        """Print one line as `check --json` does."""
        from cli.output.sentences import names_of
        from referee.service.answers.files import make_checked_line

        names = names_of(state)
        self.session.emit(
            make_checked_line(checked, lambda id, args: self.session.say(id, names=names, **args))
        )

    def tell(self, checker: "Checker", before: "TableState | None") -> None:
        """Tell an action and what followed from it."""
        from cli.output.sentences import sentence
        from referee.kernel.registry import find_game

        if before is None:
            self.game = find_game(checker.state.game)
            self.begin(checker.state)
            return
        state = before
        for judged in checker.judged:
            event = self.as_seen(judged.event)
            if type_of(event) not in UNTOLD:
                indent = "    " if judged.kind == "consequence" else "  "
                self.print(indent + sentence(self.session, state, event))
            state = self.game.evolve(state, judged.event)
        self.wait("action")
        self.remark(checker.judged)
        if any(type_of(judged.event) in self.worth_a_picture for judged in checker.judged):
            self.draw(state)

    def as_seen(self, event: Event) -> Event:
        """Show a card that lies face down as the table sees it, and a reason in the reader's language."""
        from msgspec.structs import replace

        from events.table import Corrected
        from referee.kernel.secrets import redact_all
        from referee.l10n.catalogs import sentence_of

        if isinstance(event, Corrected) and event.reason:
            key = f"{self.game.id}.demo.{event.reason.replace(' ', '_')}"
            return replace(event, reason=sentence_of(key, self.session.lang) or event.reason)
        return redact_all(event) if type_of(event) in self.game.sealed else event

    def begin(self, state: "TableState") -> None:
        """Say what is to be seen, and draw the board."""
        told = {"game": state.game, "seats": state.seats, "names": state.names}
        self.print(bold(self.session.say("cli.demo_title", **told), sys.stdout))
        self.draw(state)

    def remark(self, facts: "Sequence[JudgedEvent]") -> None:
        """Point out what only a referee notices, where the game has words for it."""
        from referee.l10n.messages import remark

        if (noticed := remark(self.game.id, facts[0].event, self.session.lang)) is not None:
            self.print("  " + bold(noticed, sys.stdout))
            self.wait("notice")

    def refuse(self, line: bytes, refused: "Refused", state: "TableState") -> None:
        """Show a refusal as a table gets it."""
        from cli.output.refusals import brief
        from referee.kernel.registry import codec_for

        event = codec_for(self.game.id).event(line)
        self.print("")
        self.print("  " + self.session.notate(state, event))
        self.print(bold("  " + self.session.say("cli.demo_refusal"), sys.stdout))
        self.print(brief(self.session, self.game, state, refused))
        self.print("")
        self.wait("refusal")

    def end(self, checker: "Checker") -> None:
        """Say who has won, by which rule, and where to go from here."""
        if self.session.as_json:
            from referee.service.answers.files import make_checked_file

            self.session.emit(make_checked_file(checker.summary()))
            return
        from cli.output.sentences import result

        if checker.state != self.drawn:
            self.draw(checker.state)
        self.wait("notice")
        self.print(bold(result(self.session, checker.state, self.game), sys.stdout))
        for rule in checker.judged[-1].rules:
            self.cite(rule)
        self.print("")
        seats = ",".join("ABCDEFG"[: len(checker.state.seats)])
        self.print(self.session.say("cli.demo_next", game=self.game.id, seats=seats))

    def cite(self, id: str) -> None:
        """Quote a rule in one line."""
        from referee.languages import headed, trait
        from referee.rulebooks import book_of, find_rule, mention_sources

        if (rule := find_rule(id)) is not None:
            lang = self.session.lang
            sources = mention_sources(book_of(id), rule.all_sources, lang)
            title = headed(rule.id, rule.title.of(lang), lang)
            self.print(f"  {title}{trait(lang, 'brackets').format(sources)}")

    def draw(self, state: "TableState") -> None:
        """Draw the board, and let people look."""
        from cli.output.sentences import board

        self.print("")
        self.print(board(self.session, self.game, state))
        self.print("")
        self.drawn = state
        self.wait("board")

    def print(self, text: str) -> None:
        """Print at once, not when the buffer is full."""
        print(text, flush=not self.fast)

    def wait(self, moment: str) -> None:
        """Give a person time to look."""
        if not self.fast:
            time.sleep(SECONDS[moment])
