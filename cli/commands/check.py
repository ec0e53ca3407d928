"""`referee check`: re-referee a record, or an exported log, from nothing."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from cli.long_work import iter_with_bar
from cli.output.sentences import names_of, result_in_words
from cli.problems import DAMAGED
from cli.session import Session
from cli.sources import find_file
from events.base import Event
from events.table import HouseRuled
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.table import TableState
from referee.kernel.turns import default_of
from referee.kernel.verdict import Refused
from referee.service.answers.files import make_checked_file, make_checked_line
from referee.service.files.check import Checked, Checker, make_checker, refuse_malformed
from referee.service.files.file_lines import Placed, faults_between, raw_lines
from referee.service.files.record_file import Numbered, lines_of_file

EXAMPLE = """\
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
    read = find_file(session, file)
    raise typer.Exit(Examination(session, read, str(file), keep_going=keep_going).run())


_LONG_FILE = 2_000_000
"""A file of fewer bytes is checked so fast that it needs no progress bar."""


class Examination:
    """The check of one file; `code` is its exit code so far.

    `called` is what messages call the file, its path where empty.
    """

    def __init__(self, session: Session, file: Path, called: str = "", *, keep_going: bool) -> None:
        self.session, self.file, self.keep_going = session, file, keep_going
        self.called = called or str(file)
        self.code = 0

    def run(self) -> int:
        """Referee every line, print what is found, return the exit code."""
        lines = self.lines()
        checker = make_checker(lines)
        for number, line in self.lines_with_bar(lines):
            checked = checker.take(number, line)
            self.report(checked, checker, is_text=isinstance(line, Placed))
            if checked.verdict != "accepted" and not self.keep_going:
                break
        else:
            self.look_between(checker)
        if not any(True for _ in lines()):
            empty = Checked(line=1, type=None, verdict="malformed", refused=Refused("log.empty"))
            self.report(checker.count(empty), checker)
        self.summarise(checker)
        return self.code

    def look_between(self, checker: Checker) -> None:
        """Report wrong line ends of an exported log; those of a record do not matter."""
        for fault in faults_between(self.raw()) if checker.is_log else ():
            checked = refuse_malformed(fault.line or 1, b"", fault.reason, fault.args_, fault.seq)
            self.report(checker.count(checked), checker)

    def lines_with_bar(self, lines: Callable[[], Numbered]) -> Iterable[tuple[int, bytes]]:
        """Return the numbered lines, with a progress bar where the file is long."""
        if self.file.stat().st_size < _LONG_FILE:
            return lines()
        return iter_with_bar(self.session, lines(), sum(1 for _ in lines()))

    def lines(self) -> Callable[[], Numbered]:
        """Return a function that opens the file anew each time. Raise OSError where it cannot be opened."""
        self.file.open("rb").close()
        return lines_of_file(self.file, self.session.lang)

    def raw(self) -> Iterator[bytes]:
        """Return the lines with their ends, as bytes."""
        self.file.open("rb").close()
        return raw_lines(self.file)

    def report(self, checked: Checked, checker: Checker, *, is_text: bool = False) -> None:
        """Print one line of the file: every one with --json, else only what is not accepted."""
        if checked.verdict != "accepted":
            self.code = max(self.code, DAMAGED if checked.seq is not None else 1)
        if self.session.as_json:
            self.session.emit(make_checked_line(checked, lambda id, args: self.say(id, args, checker.state)))
        elif checked.verdict != "accepted":
            self.print_refused(checked, checker, is_text=is_text)

    def say(self, message_id: str, args: Mapping[str, object], state: TableState | None) -> str:
        """Return a message with seats by their names; without a state by their letters."""
        return self.session.say(message_id, names=names_of(state), **args)

    def print_refused(self, checked: Checked, checker: Checker, *, is_text: bool) -> None:
        """Print a line that was not accepted, as a linter would, and how a record plays it anyway."""
        # What follows a refusal: a sound record is answered 60 ms sooner without it.
        from cli.output.refusals import full_refusal, headline
        from cli.unreadable import glance_at

        where = ":".join(map(str, filter(None, (self.called, checked.line, checked.column))))
        state, game = checker.state, _game_of(checker.state)
        if checked.verdict == "malformed" or self.keep_going or game is None:
            self.session.tell(headline(self.session, checked.why, state, where))
            if checked.expected and "known" not in checked.why.args:
                shown = self.session.say("cli.could_stand", expected=glance_at(checked.expected))
                self.session.tell(f"  {shown}")
        else:
            self.session.tell(full_refusal(self.session, game, state, checked.why, where=where))
            if checker.event is None:
                return
            ways = _lines_anyway(self.session, game, state, checked.why, checker.event, is_text=is_text)
            for line in [self.session.say("cli.anyway_in_record"), *ways] if ways else ():
                self.session.tell(line)

    def summarise(self, checker: Checker) -> None:
        """Print how many lines there were of each kind, and who won where the game is over."""
        summary = checker.summary()
        if self.session.as_json:
            self.session.emit(make_checked_file(summary))
            return
        counts = {"accepted": summary.accepted, "refused": summary.refused, "malformed": summary.malformed}
        print(self.session.say("cli.checked", file=self.called, **counts))
        if (game := _game_of(checker.state)) is not None and summary.winners is not None:
            print(result_in_words(self.session, checker.state, game))


def _game_of(state: TableState | None) -> Game | None:
    """Return the game of a state, None where the file did not open a table."""
    return None if state is None else find_game(state.game)


def _lines_anyway(
    session: Session, game: Game, state: TableState, refused: Refused, event: Event, *, is_text: bool
) -> list[str]:
    """Return the lines of a record that play a refused act anyway, each with where to write it.

    `is_text` writes them in words where that is possible, else as JSON.
    """
    # The same.
    from referee.service.commands.correct import make_correction
    from referee.service.commands.ways_round import find_way_round, may_be_set, other_option_values
    from referee.service.files.text_record import write_shared

    ways: list[tuple[str, Event]] = [
        ("cli.write_before", HouseRuled(option, value))
        for option, value in other_option_values(game, state, refused, event)
    ]
    way = find_way_round(game, state, event) if may_be_set(refused, event) else None
    if way is not None:
        place = "cli.write_before" if way.then else "cli.write_instead"
        ways.append((place, make_correction(game, state, way.facts, viewer=None)))
    in_words = [(write_shared(state, each, session.lang) if is_text else None) for _, each in ways]
    lines = [
        line or msgspec.json.encode(_without_defaults(each)).decode()
        for line, (_, each) in zip(in_words, ways, strict=True)
    ]
    return [session.say(place, line=line) for line, (place, _) in zip(lines, ways, strict=True)]


def _without_defaults(value: object) -> object:
    """Return a struct as JSON without the fields that have their default; other values as they are."""
    if not isinstance(value, msgspec.Struct):
        return value
    how = value.__struct_config__
    fields: dict[str, object] = {how.tag_field: how.tag} if how.tag_field else {}
    for field in msgspec.structs.fields(value):
        if (part := getattr(value, field.name)) != default_of(field):
            fields[field.encode_name] = _without_defaults(part)
    return fields
