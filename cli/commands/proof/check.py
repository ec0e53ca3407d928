"""`referee check`: re-referee a record, or an exported log, from nothing."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.session import Session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from referee.kernel.game import Game
    from referee.kernel.table import TableState
    from referee.service.files.check import Checked, Checker
    from referee.service.files.record_file import Numbered

DAMAGED = 3
EXAMPLE = """\
Examples:

\b
  referee check game.jsonl
  referee check game.jsonl --keep-going --json
"""


def command(
    ctx: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A record or an exported log; - is stdin.")],
    keep_going: Annotated[
        bool, typer.Option("--keep-going", help="Skip what is refused, and go on.")
    ] = False,
) -> None:
    """Re-referee a record or an exported log from nothing."""
    session = ctx.ensure_object(Session)
    from cli.tables.find_table import file_meant

    read = file_meant(session, file)
    raise typer.Exit(Examination(session, read, str(file), keep_going=keep_going).run())


LONG_FILE = 2_000_000
"""A file of fewer bytes is checked so fast that it needs no progress bar."""


class Examination:
    """One file being refereed, with what is said about it."""

    def __init__(self, session: Session, file: Path, called: str = "", *, keep_going: bool) -> None:
        self.session, self.file, self.keep_going = session, file, keep_going
        self.called = called or str(file)
        self.code = 0

    def run(self) -> int:
        """Referee every line; give the exit code."""
        from referee.service.files.check import Checked, make_checker
        from referee.service.files.file_lines import Placed

        lines = self.lines()
        checker = make_checker(lines)
        for number, line in self.watched(lines):
            checked = checker.take(number, line)
            self.report(checked, checker, is_text=isinstance(line, Placed))
            if checked.verdict != "accepted" and not self.keep_going:
                break
        else:
            self.look_between(checker)
        if not any(True for _ in lines()):
            from referee.kernel.verdict import Refused

            empty = Checked(line=1, type=None, verdict="malformed", refused=Refused("log.empty"))
            self.report(checker.count(empty), checker)
        self.summarise(checker)
        return self.code

    def look_between(self, checker: "Checker") -> None:
        """Check the line ends of an exported log, too; those of a record are its author's own."""
        from referee.service.files.check import refuse_malformed
        from referee.service.files.file_lines import faults_between

        for fault in faults_between(self.raw()) if checker.is_log else ():
            checked = refuse_malformed(fault.line or 1, b"", fault.reason, fault.args_, fault.seq)
            self.report(checker.count(checked), checker)

    def watched(self, lines: "Callable[[], Numbered]") -> "Iterable[tuple[int, bytes]]":
        """Show how far a long file is."""
        if self.file.stat().st_size < LONG_FILE:
            return lines()
        from cli.frame.progress import watched

        return watched(self.session, lines(), sum(1 for _ in lines()))

    def lines(self) -> "Callable[[], Numbered]":
        """Open the file as often as it is read."""
        from referee.service.files.record_file import lines_of_file

        self.file.open("rb").close()
        return lines_of_file(self.file, self.session.lang)

    def raw(self) -> "Iterator[bytes]":
        """Give the lines with their ends."""
        from referee.service.files.file_lines import raw_lines

        self.file.open("rb").close()
        return raw_lines(self.file)

    def report(self, checked: "Checked", checker: "Checker", *, is_text: bool = False) -> None:
        """Report one line: all of them in JSON, only the wrong ones in words."""
        if checked.verdict != "accepted":
            self.code = max(self.code, DAMAGED if checked.seq is not None else 1)
        if self.session.as_json:
            from referee.service.answers.files import make_checked_line

            self.session.emit(make_checked_line(checked, lambda id, args: self.say(id, args, checker.state)))
        elif checked.verdict != "accepted":
            self.tell(checked, checker, is_text=is_text)

    def say(self, message_id: str, args: "Mapping[str, object]", state: "TableState | None") -> str:
        """Put a message into words, seats by their names."""
        from cli.output.sentences import names_of

        return self.session.say(message_id, names=names_of(state), **args)

    def tell(self, checked: "Checked", checker: "Checker", *, is_text: bool) -> None:
        """Explain a line that was not accepted, as a linter would."""
        from cli.commands.table.do import glance_at
        from cli.output.playing_anyway import lines_to_write
        from cli.output.refusals import full, headline

        where = ":".join(map(str, filter(None, (self.called, checked.line, checked.column))))
        state, game = checker.state, game_of(checker.state)
        if checked.verdict == "malformed" or self.keep_going or game is None:
            self.session.tell(headline(self.session, checked.why, state, where))
            if checked.expected and "known" not in checked.why.args:
                told = self.session.say("cli.could_stand", expected=glance_at(checked.expected))
                self.session.tell(f"  {told}")
        else:
            self.session.tell(full(self.session, game, state, checked.why, where=where))
            if checker.event is None:
                return
            ways = lines_to_write(self.session, game, state, checked.why, checker.event, is_text=is_text)
            for line in [self.session.say("cli.anyway_in_record"), *ways] if ways else ():
                self.session.tell(line)

    def summarise(self, checker: "Checker") -> None:
        """Say how many lines there were of each kind, and where the game stands."""
        summary = checker.summary()
        if self.session.as_json:
            from referee.service.answers.files import make_checked_file

            self.session.emit(make_checked_file(summary))
            return
        counts = {
            "accepted": summary.accepted,
            "refused": summary.refused,
            "malformed": summary.malformed,
        }
        print(self.session.say("cli.checked", file=self.called, **counts))
        if (game := game_of(checker.state)) is not None and summary.winners is not None:
            from cli.output.sentences import result

            print(result(self.session, checker.state, game))


def game_of(state: "TableState | None") -> "Game | None":
    """Find the game of a state."""
    from referee.kernel.registry import find_game

    return None if state is None else find_game(state.game)
