"""A text record read as the lines of a bare one: the same numbers of lines, each an event as JSON.

A line that means nothing stays as it is, with what is wrong with it (`Unread`); the reader goes on.
"""

import json
import re
from collections.abc import Iterable, Iterator
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import MalformedError
from events.envelope import encode
from events.table import Corrected, Remarked, TableOpened, TakenBack
from referee.kernel.fields.folding import fold
from referee.kernel.fields.notation import find_seat
from referee.kernel.fields.vocabulary import explained
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import all_games, codec_for, find_game
from referee.kernel.shared import EVERY, Side, renumbered
from referee.kernel.verdict import JudgedEvent, Refused
from referee.l10n import LANGUAGES, say
from referee.l10n.catalogs import catalog
from referee.l10n.patterns import Line, read_whole
from referee.l10n.saying import words_of
from referee.l10n.wording import act_claiming, parse
from referee.languages import words_for
from referee.service.files.check import Checked, Checker
from referee.service.files.text_record.header import (
    KEY_OF_TROUBLE,
    KEYS,
    NEEDED,
    HeaderError,
    HeaderLine,
    after_blanks,
    header_line,
    kept_as,
    key_word,
    known_instead,
    place_of_trouble,
    read_opening,
    unknown_key,
)
from referee.service.files.text_record.shared_lines import about_the_table, patterns, read_shared
from referee.service.logs.sources import placed, unread
from referee.service.tables.open_acts import sort_acts
from referee.service.wording.could_stand import could_stand, typed_lines

Numbered = tuple[tuple[int, bytes], ...]

LABEL = re.compile(
    r"\s*(?:[(（](\d{1,6})[)）]|(\d{1,6})\s*[.．、。｡)）:：](?!\d)|([①-⑳])|([一二三四五六七八九十]{1,3})[、.．])\s*"
)
"""A number before an act, as lists are numbered: `1.`, `1、`, `１．`, `1)`, `(1)`, `①`, `一、`."""

BARE_LABEL = re.compile(r"(\d{1,6})\s+(?=\S)")
"""A number with nothing but a blank after it: one only where the line is no act with it."""

EVENT = re.compile(r'\{\s*(?:"type"|"(?:[^"\\]|\\.)*"\s*:|\})')
"""What begins an event as JSON: a remark may begin with a quotation, too."""

SPREAD = re.compile(r"\s*[\[{]\s*$")
SIGNS = ("#", "＃")
PARTING = " ,;、，；/"
"""What people put between two acts."""

JSON = json.JSONDecoder(strict=True)
OPENING = 0
"""What the opening is numbered, where an act names it."""


class Piece(msgspec.Struct, frozen=True):
    """A part of a text: a line of its own, or one comment; where it begins (column from 0)."""

    number: int
    text: str
    at: int
    is_remark: bool = False


Header = list[tuple[Piece, HeaderLine]]


class Everywhere(frozenset[int]):
    """A set of all places: which acts a text goes back to is known only when it is read."""

    def __contains__(self, place: object) -> bool:
        return True


def is_text(first: bytes) -> bool:
    """Whether a file is a text record, by its first line that is not blank."""
    text = first.decode("utf-8", "replace")
    text = text[after_blanks(text, 0) :]
    return (
        text.startswith(SIGNS)
        or (text.startswith("{") and not EVENT.match(text))
        or header_line(text) is not None
    )


def read_text(lines: Iterable[tuple[int, bytes]], hints: str | None = None) -> Numbered:
    """Read a text record, its lines numbered from 1; `hints` is a language, None: that of the text."""
    held = list(lines)
    spread = spread_json(held)
    return (spread,) if spread is not None else Reader(hints=hints).read(held)


def is_spread(first: bytes) -> bool:
    """Whether a file may be JSON spread over lines, by its first line that is not blank."""
    return SPREAD.match(first.decode("utf-8", "replace")) is not None


def spread_json(lines: list[tuple[int, bytes]]) -> tuple[int, bytes] | None:
    """Say of JSON that is spread over several lines that an object stands on one; None of any other text."""
    told = ((number, line.decode("utf-8", "replace")) for number, line in lines if line.strip())
    (number, first), (_, second) = next(told, (1, "")), next(told, (1, ""))
    begun = second if first.strip() == "{" else second.strip().removeprefix("{") or '"":'
    if not SPREAD.match(first) or not re.match(r'\s*"[^"]*"\s*:', begun):
        return None
    way = "jq -c ." if first.strip() == "{" else "jq -c '.[]'"
    return number, unread(first, 1, NotationError("record.spread_json", way=way))


class Reader:
    """Reads line by line, refereeing as it goes: what a line means depends on what came before it."""

    def __init__(self, lang: str = LANGUAGES[0], hints: str | None = None) -> None:
        """Start before the first line, reading `lang` first where the header says nothing else.

        `hints` is the language of who reads what is wrong; None: that of the text.
        """
        self.lang, self._hints = lang, hints
        self.checker = Checker(Everywhere())
        self.lines: list[tuple[int, bytes]] = []
        self.labels: dict[int, int] = {}
        self.acts: list[int] = []
        self.chapters: dict[int, int] = {}
        self.chapter = 1
        self.version: int | None = None

    @property
    def state(self) -> Any:
        """Give the state after what was read."""
        return self.checker.state

    @property
    def hints(self) -> str:
        """Give the language of what could stand somewhere."""
        return self._hints or self.lang

    @property
    def game(self) -> Game:
        """Give the game that is told."""
        return find_game(self.state.game)

    def read(self, lines: list[tuple[int, bytes]]) -> Numbered:
        """Read a whole text."""
        pieces = with_the_closing_last(list(pieces_of(self.decoded(lines), self)))
        header, remarks, rest = header_of(pieces)
        told = [(piece, line) for piece, line in header if line.key == "result"]
        if self.open(header, remarks, rest):
            for piece in rest:
                self.read_piece(piece)
            for piece, line in told:
                self.check_result(piece, line)
        return tuple(self.lines)

    def decoded(self, lines: list[tuple[int, bytes]]) -> Iterator[tuple[int, str]]:
        """Decode lines; one that is no text is kept as it is."""
        for number, line in lines:
            try:
                yield number, line.decode()
            except UnicodeDecodeError:
                self.wrong(number, line.decode("utf-8", "replace"), 0, NotationError("log.not_text"))

    def open(self, header: Header, remarks: list[Piece], rest: list[Piece]) -> bool:
        """Open the table; say where the header cannot be read."""
        first = min((piece.number for piece in (*remarks, *(piece for piece, _ in header))), default=1)
        self.lang = header[0][1].lang if header else self.lang
        try:
            opened = read_opening([line for _, line in header])
        except HeaderError as error:
            self.wrong_header(header, rest or [Piece(first, "", 0)], error)
            return False
        self.version = version_of(opened)
        checked = self.take(first, today(opened))
        if checked.verdict != "accepted":
            self.wrong_opening(header, opened, checked.why)
            return False
        self.labels[OPENING] = first
        said = [(piece.number, Remarked(piece.text)) for piece in remarks]
        said += [(piece.number, kept_as(line)) for piece, line in header if line.key in ("place", "date")]
        for number, remark in sorted(said, key=itemgetter(0)):
            self.take(number, remark)
        return True

    def wrong_header(self, header: Header, rest: list[Piece], error: HeaderError) -> None:
        """Say which line of a header cannot be read; where one is missing, what stands in its place."""
        stand_below = {line.key for piece in rest if (line := header_line(piece.text)) is not None}
        strange = self.strange_header(rest[0].text) if stand_below & {*NEEDED} else None
        if error.key is None and strange is not None:
            self.wrong(rest[0].number, rest[0].text, rest[0].at, strange)
            return
        if error.key is None:
            known = {line.key for _, line in header}
            expected = [f"{key_word(key, self.hints)}:" for key in KEYS if key not in known]
            lacking = tuple(f"{key_word(key, self.hints)}:" for key in NEEDED if key not in known)
            problem = NotationError("record.no_header", tuple(expected), missing=lacking)
            self.wrong(rest[0].number, rest[0].text, rest[0].at, problem)
            return
        piece, line = next((piece, line) for piece, line in header if line.key == error.key)
        at = piece.at + place_of_trouble(line, error.problem.args_)
        self.wrong(piece.number, piece.text, at, error.problem)

    def wrong_opening(self, header: Header, opened: TableOpened, refused: Refused) -> None:
        """Say which word of a header makes the opening impossible, and which words are known there."""
        key = KEY_OF_TROUBLE.get(refused.reason, "seats")
        piece, line = next((piece, line) for piece, line in header if line.key == key)
        column = piece.at + place_of_trouble(line, refused.args) + 1
        known = known_instead(opened, refused, self.hints)
        self.lines[-1] = (piece.number, placed(self.lines[-1][1], column, known))

    def strange_header(self, text: str) -> NotationError | None:
        """Say of a line that looks like one of a header why it is none here; None of any other."""
        line = header_line(text)
        if line is not None:
            return NotationError("record.second_record" if line.key == "game" else "record.late_header")
        key = unknown_key(text)
        if key is None or self.acts[1:] or (self.state is not None and self.is_told_of(key, text)):
            return None
        expected = tuple(f"{key_word(each, self.hints)}:" for each in KEYS)
        return NotationError("record.unknown_header", expected, key=key)

    def is_told_of(self, key: str, text: str) -> bool:
        """Whether a seat stands before the colon of a line, or an act after it."""
        try:
            find_seat(self.state, key)
        except NotationError:
            rest = text.replace("：", ":").partition(":")[2]
            acting = find_game(self.state.game).acting(self.state)
            return any(self.why_not(f"{seat} {rest}") is None for seat in acting)
        return True

    def read_piece(self, piece: Piece) -> None:
        """Read a comment, the heading of a round, or an act."""
        if piece.is_remark:
            self.take(piece.number, Remarked(piece.text), piece.at)
            return
        try:
            if not self.is_heading(piece.text):
                self.read_act(piece)
        except NotationError as problem:
            self.wrong(piece.number, piece.text, piece.at + stopped_at(piece.text, problem), problem)

    def read_act(self, piece: Piece) -> None:
        """Read an act, with its number where it has one."""
        label, text = labelled(piece.text)
        try:
            event = self.event(text)
        except NotationError as problem:
            if (bare := BARE_LABEL.match(piece.text)) is None:
                raise
            label, text = int(bare[1]), piece.text[bare.end() :]
            event = self.after_number(bare[1], text, problem)
        if label is not None and label in self.labels:
            raise NotationError("record.number_used", n=label)
        self.take(piece.number, event, piece.at + len(piece.text) - len(text))
        if label is not None:
            self.labels[label] = piece.number

    def after_number(self, number: str, text: str, problem: NotationError) -> Event:
        """Read what stands after a number and a blank; `problem` is why it is nothing with the number."""
        try:
            return self.event(text)
        except NotationError as other:
            if not other.at:
                raise problem from None
            other.at += len(number)
            raise

    def event(self, text: str) -> Event:
        """Read the event of a line. Raises NotationError."""
        if text.startswith("{"):
            return self.in_lines(self.json(text))
        is_shared, text = about_the_table(text)
        event, furthest = read_shared(self.state, text, self.lang, self.hints)
        if event is not None and (is_shared or act_claiming(self.state, text, self.lang) is None):
            return self.in_lines(event)
        try:
            return parse(self.state, text, self.lang)
        except NotationError as problem:
            if (strange := self.strange_header(text)) is not None:
                raise strange from None
            problem.expected = self.could_stand(text, problem)
            problem = further(problem, furthest)
            raise self.of_two_acts(text, problem) or problem from None

    def of_two_acts(self, text: str, problem: NotationError) -> NotationError | None:
        """Say of a line that tells several acts that each has its own; None of any other."""
        stop = stopped_at(text, problem)
        first, rest = text[:stop].strip(PARTING), text[stop:].strip(PARTING)
        if self.why_not(first) is not None:
            return None
        if (why := self.why_not(rest)) is not None:
            third = rest[stopped_at(rest, why) :]
            if not third or self.why_not(rest.removesuffix(third).strip(PARTING)) is not None:
                return None
        two = NotationError("record.one_act_a_line", text=rest)
        two.at = problem.at
        return two

    def why_not(self, text: str) -> NotationError | None:
        """Say why a text is no act; None where it is one."""
        try:
            parse(self.state, text, self.lang)
        except NotationError as problem:
            return problem
        return None

    def could_stand(self, text: str, problem: NotationError) -> tuple[str, ...]:
        """Say what could stand where an act stops making sense."""
        return could_stand(self.game, self.state, text, problem, self.possible(self.hints), self.hints)

    def possible(self, lang: str) -> tuple[str, ...]:
        """Write what is possible now as one types it; where that is too much to list, a sample line."""
        ways = (self.game.legal, self.game.templates or (lambda *_: ()))
        acting = self.game.acting(self.state)
        events = tuple(event for way in ways for seat in acting for event in way(self.state, seat))
        return typed_lines(self.state, sort_acts(self.game, events), lang)

    def json(self, text: str) -> Event:
        """Read an event written as JSON, in the vocabulary of the version that the header names."""
        try:
            return codec_for(self.state.game, self.version).event(text.encode())
        except MalformedError as error:
            detail = explained(self.state.game, text.encode(), error)
            raise NotationError("notation.bad_json", detail=detail) from None

    def in_lines(self, event: Event) -> Event:
        """Name entries by line instead of by the number they have in the text."""
        if isinstance(event, TakenBack) and event.to < 0:
            if -event.to >= len(self.acts):
                raise NotationError("record.too_far_back", n=-event.to)
            return replace(event, to=self.acts[event.to - 1])
        return renumbered(event, self.state.game, self.line_of_label)

    def line_of_label(self, label: int, _side: Side) -> int:
        """Find the line of an act by its number."""
        if label not in self.labels:
            raise NotationError("record.no_such_act", tuple(map(str, self.labels)), n=label)
        return self.labels[label]

    def is_heading(self, text: str) -> bool:
        """Whether a line is the heading of a round, race or day. Raises NotationError at a wrong one."""
        for lang in LANGUAGES:
            pattern = catalog(lang, self.state.game).get(f"{self.state.game}.chapter")
            line = Line(text.rstrip(":："), self.state, words_of(self.state.game, lang))
            found = None if pattern is None else read_whole(pattern, line)
            if found is not None:
                now = say(f"{self.state.game}.chapter", lang, n=self.chapter)
                if found["n"] != self.chapter:
                    raise NotationError("record.other_chapter", (now,), n=now)
                return True
        return False

    def take(self, number: int, event: Event, at: int = 0) -> Checked:
        """Referee an event; note where it may be gone back to, or what could stand in its place."""
        line, before = placed(encode(event), at + 1), self.state
        self.lines.append((number, line))
        checked = self.checker.take(number, line)
        if checked.verdict == "refused" and before is not None and not isinstance(event, EVERY):
            line.expected = self.possible(self.hints)
        if checked.verdict == "accepted" and self.checker.accepted is not None:
            if isinstance(event, TakenBack):
                self.acts = [act for act in self.acts if act <= event.to]
                self.chapter = self.chapters[event.to]
            elif not isinstance(event, Remarked):
                self.acts.append(number)
                self.chapter += chapters_on(before, self.state, self.checker.accepted.judged)
            self.chapters[number] = self.chapter
        return checked

    def check_result(self, piece: Piece, line: HeaderLine) -> None:
        """Hold the result a header tells against the one that the acts give; keep it where they give none."""
        winners = self.game.winners(self.state)
        if winners is None or self.game.undecided(self.state):
            place = next((n for n, (at, _) in enumerate(self.lines) if at > piece.number), len(self.lines))
            self.lines.insert(place, (piece.number, encode(kept_as(line))))
            return
        nobody = {say("record.result.nobody", lang) for lang in LANGUAGES} | {"-", ""}
        try:
            told = (
                ()
                if line.value.lower() in nobody
                else [find_seat(self.state, each.strip()) for each in re.split("[,，、]", line.value)]
            )
        except NotationError as problem:
            self.wrong(piece.number, piece.text, piece.at + line.at, problem)
            return
        if set(told) != set(winners):
            names = tuple(self.state.names.get(seat, seat) for seat in winners)
            right = names or (say("record.result.nobody", self.hints),)
            other = NotationError("record.other_result", (), result=right)
            self.wrong(piece.number, piece.text, piece.at + line.at, other)

    def wrong(self, number: int, text: str, at: int, problem: NotationError) -> None:
        """Keep a line that means nothing."""
        self.lines.append((number, unread(text, at + 1, problem)))


def today(opened: TableOpened) -> TableOpened:
    """Mark an opening that names a version as written in today's: notation always is."""
    if opened.game not in all_games():
        return opened
    today = find_game(opened.game).ruleset.rules_version
    version = version_of(opened)
    return opened if version is None or version > today else replace(opened, rules_version=today)


def version_of(opened: TableOpened) -> int | None:
    """Read which version of its vocabulary a header names."""
    return opened.rules_version if isinstance(opened.rules_version, int) else None


def pieces_of(lines: Iterable[tuple[int, str]], reader: Reader) -> Iterator[Piece]:
    """Part lines and comments; a comment in braces may go on over several lines."""
    held: list[str] = []
    begun = (0, 0)
    for number, text in lines:
        at = 0
        if held:
            end = text.find("}")
            held.append(text if end < 0 else text[:end])
            if end < 0:
                continue
            yield Piece(begun[0], "\n".join(held).strip(), begun[1], is_remark=True)
            held, at = [], end + 1
        while at < len(text):
            at = after_blanks(text, at)
            if text.startswith(SIGNS, at):
                yield Piece(number, text[at + 1 :].strip(), at, is_remark=True)
                break
            if text.startswith("{", at) and not EVENT.match(text, at):
                end = text.find("}", at)
                if end < 0:
                    held, begun = [text[at + 1 :]], (number, at)
                    break
                yield Piece(number, text[at + 1 : end].strip(), at, is_remark=True)
                at = end + 1
                continue
            end = end_of_act(text, at)
            if text[at:end].strip():
                yield Piece(number, text[at:end].rstrip(), at)
            at = end
    if held:
        reader.wrong(begun[0], held[0], begun[1], NotationError("record.no_end", ("}",)))


def end_of_act(text: str, at: int) -> int:
    """Find where an act ends: at a comment, or with the line; JSON holds any sign."""
    label = LABEL.match(text, at)
    start = label.end() if label else at
    if EVENT.match(text, start):
        try:
            return JSON.raw_decode(text, start)[1]
        except (ValueError, RecursionError):
            return len(text)
    if header_line(text[at:]):
        start = end_of_quotes(text, start)
    places = (n for n in range(start, len(text)) if text[n] == "{" or is_sign(text, n))
    return next(places, len(text))


def end_of_quotes(text: str, at: int) -> int:
    """Find where the last words in quotes of a header line end."""
    begins = text.find('"', at)
    while begins >= 0:
        try:
            at = JSON.raw_decode(text, begins)[1]
        except (ValueError, RecursionError):
            return at
        begins = text.find('"', at)
    return at


def is_sign(text: str, at: int) -> bool:
    """Whether a comment begins here: at a sign that stands after a blank."""
    return text[at] in SIGNS and (at == 0 or text[at - 1].isspace())


def header_of(pieces: list[Piece]) -> tuple[Header, list[Piece], list[Piece]]:
    """Part the header, the remarks before the first act, and the rest.

    A header ends at the first line that is none of a header's.
    """
    header: Header = []
    remarks: list[Piece] = []
    for n, piece in enumerate(pieces):
        if piece.is_remark:
            remarks.append(piece)
            continue
        line = header_line(piece.text)
        if line is None:
            return header, remarks, pieces[n:]
        header.append((piece, line))
    return header, remarks, []


def with_the_closing_last(pieces: list[Piece]) -> list[Piece]:
    """Put what is remarked after the closing before it: a closed table takes down nothing more."""
    last = next((n for n in reversed(range(len(pieces))) if not pieces[n].is_remark), None)
    if last is None or not is_closing(pieces[last].text):
        return pieces
    closing = pieces[last]
    after = [replace(piece, number=closing.number) for piece in pieces[last + 1 :]]
    return [*pieces[:last], *after, closing]


def is_closing(text: str) -> bool:
    """Whether a line closes the table, in any language."""
    _, text = labelled(text)
    if text.startswith("{"):
        return '"table_closed"' in text
    lines = ((each, Line(text, None, words_of("table", each))) for each in LANGUAGES)
    return any(read_whole(patterns(each)["table_closed"], line) is not None for each, line in lines)


def labelled(text: str) -> tuple[int | None, str]:
    """Take the number off an act."""
    found = LABEL.match(text)
    if found is None:
        return None, text
    bracketed, plain, ringed, in_words = found.groups()
    number = int(bracketed or plain or fold(ringed or "") or number_in_words(in_words))
    return number, text[found.end() :]


def number_in_words(text: str) -> int:
    """Read a numeral up to 99 as Chinese and Japanese lists are numbered with: 十二, 二十."""
    digits = words_for("numerals")
    tens, ten, ones = text.rpartition("十")
    return int(digits.get(tens, "1")) * 10 * bool(ten) + int(digits.get(ones, "0"))


def chapters_on(before: Any, after: Any, facts: tuple[JudgedEvent, ...]) -> int:
    """Count the rounds, races or days that are over with some facts, or that are set by hand."""
    game = find_game(after.game)
    if isinstance(facts[0].event, Corrected):
        return game.counter(after) - game.counter(before)
    return sum(type_of(judged.event) in game.chapters for judged in facts)


def further(problem: NotationError, line: Any) -> NotationError:
    """Choose what to say of a line that is neither an act nor about the table: where sense went furthest."""
    if problem.at is None:
        return problem
    if line.text[: line.far].strip().isdecimal():  # 1まで取り消し begins as any number does
        return problem
    other: NotationError = line.misread()
    if other.at == problem.at:
        problem.expected += tuple(word for word in other.expected if word not in line.state.seats)
        return problem
    return other if (other.at or 0) > problem.at else problem


def stopped_at(text: str, problem: NotationError) -> int:
    """Count the characters of a line before what means nothing; `problem.at` counts those of its notation."""
    _, act = labelled(text)
    before = len(text) - len(act)
    if problem.at is None:
        return before
    left = problem.at
    for n, char in enumerate(act):
        if left <= 0 and not char.isspace():
            return before + n
        left -= not char.isspace()
    return before + len(act)
