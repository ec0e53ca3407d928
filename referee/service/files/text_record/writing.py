"""A log written as people write a record: a header, the rounds as they come, one act a line in notation.

Every line is read again as it is written; what words do not say whole stands as JSON.
"""

from collections.abc import Callable, Iterator

from events.base import Event
from events.envelope import encode
from events.table import Remarked, TableOpened
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat
from referee.kernel.registry import codec_for, codec_of_first_line, find_game
from referee.kernel.shared import SHARED, Side, renumber
from referee.l10n import say
from referee.l10n.wording import notate
from referee.service.files.export import export_record
from referee.service.files.text_record.header import header_line, kept_as, key_word, write_header
from referee.service.files.text_record.reading import OPENING, Reader, labelled, pieces_of
from referee.service.files.text_record.shared_lines import write_shared
from referee.service.logs.days import day_of
from referee.service.logs.sources import Log
from referee.service.simulation.simulate import FIRST_MOMENT


def export_text(log: Log, lang: str) -> Iterator[str]:
    """Give the lines of a text record in a language, no newlines. Raises as `export_log` does."""
    codec, _ = codec_of_first_line(next(log.lines()))
    at = codec.entry(next(log.lines())).at
    lines = list(export_record(log))
    codec, _ = codec_of_first_line(lines[0])
    day = None if at == FIRST_MOMENT else day_of(at)
    return Writer([codec.event(line) for line in lines], lang, day).write()


class Writer:
    """Writes the events of a bare record, which name entries by line; a reader follows.

    An act that another names is numbered: so many acts and remarks came after the opening.
    """

    def __init__(self, events: list[Event], lang: str, day: str | None = None) -> None:
        self.events, self.lang, self.day = events, lang, day
        self.opened: TableOpened = events[0]  # type: ignore[assignment]
        self.named: set[int] = set()
        for event in events:
            renumber(event, codec_for(self.opened.game), self.note)
        self.reader = Reader(lang)
        self.chapter = 0

    def note(self, line: int, _side: Side) -> int:
        """Note that an act is named, and so needs a number."""
        self.named.add(line)
        return line

    def write(self) -> Iterator[str]:
        """Write the header, then one line after the other."""
        self.reader.take(1, self.opened)
        self.reader.labels[OPENING] = 1
        titles, told = self.told()
        begin = len(titles) + len(told) + 2
        body = [line for n in range(begin, len(self.events) + 1) for line in self.lines_of(n)]
        if self.day is not None:
            told.setdefault("date", self.day)
        if result := self.result():
            told["result"] = result
        header = {**dict(write_header(self.opened, self.lang)), **told}
        yield from titles
        yield from (f"{key_word(key, self.lang)}: {value}" for key, value in header.items())
        yield from (["", *body] if body and body[0] else body)

    def told(self) -> tuple[list[str], dict[str, str]]:
        """Take the remarks that stood in a header: where it was played, and when; and those above it."""
        titles: list[str] = []
        told: dict[str, str] = {}
        for number, event in enumerate(self.events[1:], 2):
            if not isinstance(event, Remarked) or number in self.named:
                break
            line = header_line(event.text)
            is_told = line is not None and line.key in ("place", "date") and line.key not in told
            if line is not None and is_told and event == kept_as(line) and not set("#＃{") & set(event.text):
                told[line.key] = line.value
            elif told:
                break
            else:
                titles.append(self.line_of(number, event))
        if not told:
            return [], {}
        for number, event in enumerate(self.events[1 : len(titles) + len(told) + 1], 2):
            self.reader.take(number, event)
        return titles, told

    def lines_of(self, number: int) -> Iterator[str]:
        """Write one event, below the heading of its round where that begins."""
        event = self.events[number - 1]
        if type(event) not in SHARED and self.reader.chapter != self.chapter:
            self.chapter = self.reader.chapter
            heading = say(f"{self.opened.game}.chapter", self.lang, n=self.chapter)
            yield from ("", heading) if self.reader.is_heading(heading) else ()
        yield self.line_of(number, event)
        self.reader.take(number, event)
        if number in self.named:
            self.reader.labels[number - 1] = number

    def line_of(self, number: int, event: Event) -> str:
        """Write one event in words that read back as it, else as JSON."""
        said = renumber(event, codec_for(self.opened.game), lambda line, _: line - 1)
        label = f"{number - 1}. " if number in self.named else ""
        if isinstance(event, Remarked) and not label:
            return next(
                filter(self.reads_as(event), (f"# {event.text}", f"{{{event.text}}}")), as_json(event)
            )
        ways = (write_shared(self.reader.state, said, self.lang), notate(self.reader.state, said, self.lang))
        found = next((way for way in ways if way and self.reads_as(event)(label + way)), as_json(said))
        return label + found

    def reads_as(self, event: Event) -> Callable[[str], bool]:
        """Say whether a line reads back as an event."""

        def does(line: str) -> bool:
            try:
                (piece,) = pieces_of(enumerate(line.split("\n"), 1), self.reader)
                if piece.is_remark:
                    return event == Remarked(piece.text)
                if self.reader.is_heading(piece.text):
                    return False
                return self.reader.event(labelled(piece.text)[1]) == event
            except (NotationError, ValueError):
                return False

        return does

    def result(self) -> str | None:
        """Say who has won; None where nobody has yet."""
        state = self.reader.state
        game = find_game(self.opened.game)
        winners = None if state is None else game.winners(state)
        if winners is None or game.undecided(state):
            return None
        return ", ".join(map(self.called, winners)) or say("record.result.nobody", self.lang)

    def called(self, seat: str) -> str:
        """Call a seat by its name where that reads back as it."""
        name = self.opened.names.get(seat, seat)
        try:
            found = find_seat(self.reader.state, name)
        except NotationError:
            return seat
        return name if found == seat and not set(",，、#{") & set(name) else seat


def as_json(event: Event) -> str:
    """Write an event as JSON."""
    return encode(event).decode()
