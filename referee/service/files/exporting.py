"""Give a log away: as a record of bare events, or as the text a person would have written."""

from array import array
from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.table import Remarked, TableOpened
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat
from referee.kernel.registry import codec_for, codec_of_first_line, find_game
from referee.kernel.shared import SHARED, Side, renumber
from referee.l10n import say
from referee.l10n.wording import notate
from referee.service.files.text_header import as_remark, header_line, key_word, write_header
from referee.service.files.text_record import OPENING, Reader, pieces_of, take_label, write_shared
from referee.service.logs.replay import with_codec
from referee.service.logs.sources import Log, proved
from referee.service.simulation.simulate import FIRST_MOMENT
from referee.service.tables.clock import day_of


def export_record(log: Log) -> Iterator[bytes]:
    """Yield the bare actions and observations, one line each, no newlines.

    Entries are named by their line: what was the seq of a take-back, or of a dispute, is the last line at
    or before it. Raises DamagedLogError at the first damaged entry, after what came before it.
    """
    seqs = array("q")
    codec, lines = with_codec(proved(log))
    for line in lines:
        entry = codec.entry(line)
        if entry.kind != "consequence":
            yield encode(_name_by_line(entry.event, codec.game, seqs))
            seqs.append(entry.seq)


def _name_by_line(event: Event, game: str, seqs: Any) -> Event:
    """Return an event that names entries by line; `seqs` are those of the lines so far, ascending."""
    if isinstance(event, TableOpened) and event.rules_version is not None:
        # The lines are written in today's vocabulary, whichever they were read in.
        return replace(event, rules_version=find_game(event.game).ruleset.rules_version)
    return renumber(event, codec_for(game), lambda seq, _: bisect_right(seqs, seq))


def export_text(log: Log, lang: str) -> Iterator[str]:
    """Yield the lines of a text record in a language, no newlines. Raises as `export_record` does."""
    codec, entries = with_codec(log.lines())
    at = codec.entry(next(entries)).at
    lines = list(export_record(log))
    codec, _ = codec_of_first_line(lines[0])
    day = None if at == FIRST_MOMENT else day_of(at)
    return Writer([codec.event(line) for line in lines], lang, day).write()


def _as_it_is(event: Event, _: Any) -> Event:
    return event


class Writer:
    """Writes the events of a bare record, which name entries by line.

    Every line is read again as it is written; an event that words cannot express whole stands as JSON. An act
    that another event names gets a number, which counts acts and remarks after the opening.
    """

    def __init__(self, events: list[Event], lang: str, day: str | None = None) -> None:
        self.events, self.lang, self.day = events, lang, day
        self.opened: TableOpened = events[0]  # type: ignore[assignment]
        self.named: set[int] = set()
        for event in events:
            renumber(event, codec_for(self.opened.game), self.note)
        self.reader = Reader(lang)
        self.reader.checker.following = lambda place: (
            (place + n, partial(_as_it_is, event)) for n, event in enumerate(events[place:], 1)
        )
        self.chapter = 0

    def note(self, line: int, _side: Side) -> int:
        """Remember that an event names this line, which needs a number therefore."""
        self.named.add(line)
        return line

    def write(self) -> Iterator[str]:
        """Yield the header, then one line after the other."""
        self.reader.take(1, self.opened)
        self.reader.labels[OPENING] = 1
        titles, place_and_date = self.remarks_of_the_header()
        begin = len(titles) + len(place_and_date) + 2
        body = [line for n in range(begin, len(self.events) + 1) for line in self.lines_of(n)]
        header = {**dict(write_header(self.opened, self.lang)), **place_and_date}
        if self.day is not None:
            header.setdefault("date", self.day)
        if result := self.result():
            header["result"] = result
        yield from titles
        yield from (f"{key_word(key, self.lang)}: {value}" for key, value in header.items())
        yield from (["", *body] if body and body[0] else body)

    def remarks_of_the_header(self) -> tuple[list[str], dict[str, str]]:
        """Read the remarks that say where and when it was played.

        Return the lines that stood above them, and what they say by key; both empty where there are none.
        """
        titles: list[str] = []
        by_key: dict[str, str] = {}
        for number, event in enumerate(self.events[1:], 2):
            if not isinstance(event, Remarked) or number in self.named:
                break
            line = header_line(event.text)
            is_new = line is not None and line.key in ("place", "date") and line.key not in by_key
            if line is not None and is_new and event == as_remark(line) and not set("#＃{") & set(event.text):
                by_key[line.key] = line.value
            elif by_key:
                break
            else:
                titles.append(self.line_of(number, event))
        if not by_key:
            return [], {}
        for number, event in enumerate(self.events[1 : len(titles) + len(by_key) + 1], 2):
            self.reader.take(number, event)
        return titles, by_key

    def lines_of(self, number: int) -> Iterator[str]:
        """Yield one event, below the heading of its round where that begins."""
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
        """Return one event in words that read back as it, else as JSON."""
        labelled = renumber(event, codec_for(self.opened.game), lambda line, _: line - 1)
        label = f"{number - 1}. " if number in self.named else ""
        if isinstance(event, Remarked) and not label:
            ways = (f"# {event.text}", f"{{{event.text}}}")
            return next(filter(self.reads_as(event), ways), encode(event).decode())
        state = self.reader.state
        words = (write_shared(state, labelled, self.lang), notate(state, labelled, self.lang))
        fits = self.reads_as(event)
        return label + next(
            (each for each in words if each and fits(label + each)), encode(labelled).decode()
        )

    def reads_as(self, event: Event) -> Callable[[str], bool]:
        """Return `(line) -> bool`: whether a line reads back as this event."""

        def does(line: str) -> bool:
            try:
                (piece,) = pieces_of(enumerate(line.split("\n"), 1), self.reader)
                if piece.is_remark:
                    return event == Remarked(piece.text)
                if self.reader.is_heading(piece.text):
                    return False
                return self.reader.event(take_label(piece.text)[1]) == event
            except (NotationError, ValueError):
                return False

        return does

    def result(self) -> str | None:
        """Return who has won, by name, or a word for nobody.

        None while the game lasts, and where it depends on what was never shown.
        """
        state = self.reader.state
        game = find_game(self.opened.game)
        winners = None if state is None else game.winners(state)
        if winners is None or game.undecided(state):
            return None
        return ", ".join(map(self.name_of, winners)) or say("record.result.nobody", self.lang)

    def name_of(self, seat: str) -> str:
        """Return the name of a seat where that reads back as it, else the seat."""
        name = self.opened.names.get(seat, seat)
        try:
            found = find_seat(self.reader.state, name)
        except NotationError:
            return seat
        return name if found == seat and not set(",，、#{") & set(name) else seat
