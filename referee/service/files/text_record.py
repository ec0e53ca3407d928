"""A text record: lines about the table in words, and the reader of a whole text.

The patterns of lines about the table are `[line.notation]` of the catalog `record`; what a pattern cannot say
by itself is taken apart and put together here. The reader makes of a text the lines of a bare record: the
same numbers of lines, each an event as JSON. A line that means nothing stays as it is, with what is wrong
with it (`Unread`), and the reader goes on.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import partial
from operator import itemgetter
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event, type_of
from events.codec import LARGEST, MalformedError
from events.envelope import encode
from events.table import Corrected, PositionTold, Remarked, TableOpened, TakenBack
from referee.kernel.folding import fold
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat
from referee.kernel.registry import all_games, codec_for, find_game
from referee.kernel.shared import ALL_SHARED, Side, renumber
from referee.kernel.verdict import JudgedEvent, Refused
from referee.kernel.vocabulary import explain
from referee.l10n import LANGUAGES, noun, say
from referee.l10n.catalogs import catalog
from referee.l10n.messages import SHARED, Saying, fields_of, load_words, names_of
from referee.l10n.patterns import Fields, TypedLine, read_whole, write_whole
from referee.l10n.wording import act_claiming, parse
from referee.languages import headed, words_for
from referee.service.facts_in_brief import decode_at, read_brief, write_brief
from referee.service.files.check import Checked, Checker
from referee.service.files.file_lines import make_placed, make_unread
from referee.service.files.text_header import (
    KEY_OF_TROUBLE,
    KEYS,
    NEEDED,
    HeaderError,
    HeaderLine,
    after_blanks,
    as_remark,
    header_line,
    key_word,
    offset_of_trouble,
    read_opening,
    read_value,
    suggest_known,
    unknown_key,
)
from referee.service.line_reading import expected_words, typed_lines
from referee.service.tables.open_acts import sort_acts

_JSON = json.JSONDecoder(strict=True)
_BETWEEN = ", "
"""Between the parts of what a seal says."""


def write_shared(state: Any, event: Event, lang: str) -> str | None:
    """Return a shared event in words; None where it has none, or they leave something out.

    Where the line would read as an act of the game, it is headed as one about the table.
    """
    pattern = _patterns(lang).get(type_of(event))
    if pattern is None:
        return None
    spread = _FIELDS_OF.get(type_of(event), fields_of)
    saying = Saying("notation", lang, SHARED, event, names_of(state), None, state)
    fields = {name: value for name, value in spread(event).items() if (name, value) != ("at_screen", False)}
    if isinstance(event, PositionTold):
        facts = write_brief(find_game(state.game), state, event.position, lang)
        fields["facts"] = facts + (f" ({event.reason})" if event.reason else "")
    line = write_whole(pattern, saying, fields)
    if line is None or act_claiming(state, line, lang) is None:
        return line
    return headed(catalog(lang, "record")["record.about_the_table"].partition("|")[0], line, lang)


def _take_about_the_table(text: str) -> tuple[bool, str]:
    """Return whether a line says first that it is about the table, in any language, and the rest of it."""
    first, colon, rest = text.replace("：", ":").partition(":")
    words = (catalog(lang, "record")["record.about_the_table"] for lang in LANGUAGES)
    if colon and first.strip().casefold() in "|".join(words).casefold().split("|"):
        return True, text[len(text) - len(rest) :].lstrip()
    return False, text


def read_shared(state: Any, text: str, lang: str, hints: str | None = None) -> tuple[Event | None, TypedLine]:
    """Read a line as one about the table, in `lang` or else in another language.

    Return the event and its line. Where it is none, the event is None, and the line is as far as it made
    sense in the language of `hints` (None: `lang`). A take-back that counts actions instead of naming an
    entry has the count, below zero, as its `to`. Raises NotationError where a position is told whose facts
    mean nothing.
    """
    lines = []
    for each in dict.fromkeys((lang, *LANGUAGES)):
        line = TypedLine(text, state, load_words(SHARED, each))
        for kind, pattern in _patterns(each).items():
            line.is_other = not _STATE_NEEDED.get(kind, _always)(state)
            fields = read_whole(pattern, line)
            if fields is None:
                continue
            try:
                event = _make_event(state, kind, fields, hints or lang)
            except NotationError as problem:
                problem.at = (problem.at or 0) + _count_signs(text) - _count_signs(fields["facts"])
                raise
            if event is not None:
                return event, line
        lines.append(line)
    return None, next(line for line in lines if line.words.lang == (hints or lang))


def _count_signs(text: str) -> int:
    return len("".join(text.split()))


def _always(_: Any) -> bool:
    return True


_STATE_NEEDED: dict[str, Callable[[Any], bool]] = {
    "ruling_given": lambda state: bool(state.open_disputes),
    "secret_sealed": lambda state: find_game(state.game).seals is not None,
    "secret_opened": lambda state: bool(state.seals),
    "seat_taken": lambda state: bool(state.absent),
    "played_on": lambda state: find_game(state.game).winners(state) is not None,
}
"""What must be there for a line to make sense: without it the line is read, but never suggested."""


def _patterns(lang: str) -> dict[str, str]:
    """Return the patterns of a language, by type of event."""
    prefix = "record.line.notation."
    return {
        id.removeprefix(prefix): text for id, text in catalog(lang, "record").items() if id.startswith(prefix)
    }


def _make_event(state: Any, kind: str, fields: Fields, lang: str) -> Event | None:
    """Return the event of what was read; None where it makes none. Raises NotationError: see `_make_told`."""
    gather = _MAKE.get(kind)
    if "at_screen" in fields:
        fields["at_screen"] = True
    if kind == "position_told":
        fields = _make_told(state, fields, lang)
    try:
        raw = {"type": kind, **fields} if gather is None else gather(fields)
        event = codec_for(state.game).event(msgspec.json.encode(raw))
    except (ValueError, TypeError, AttributeError):  # what was read is no part of a position
        return None
    return event


def _seal_fields(*names: str) -> tuple[Callable[[Event], Fields], Callable[[Fields], Fields]]:
    """Return what takes a seal apart into its parts, and what puts it together; the last may be missing."""

    def spread(event: Event) -> Fields:
        parts = [str(value) for name in names if (value := getattr(event, name)) != ""]
        return {**fields_of(event), "sealed": _BETWEEN.join(parts)}

    def gather(fields: Fields) -> Fields:
        texts = fields.pop("sealed").replace("，", ",").replace("、", ",").split(",")
        parts = dict(zip(names, (part.strip() for part in texts), strict=False))
        if len(texts) < len(names) - 1 or len(texts) > len(names):
            raise ValueError(fields)
        kind = "secret_sealed" if "seal" in names else "secret_opened"
        return {"type": kind, **fields, **{name: _number_or_word(value) for name, value in parts.items()}}

    return spread, gather


def _number_or_word(text: str) -> Any:
    """Return the integer that a text is in plain decimal, up to `LARGEST`; any other text unchanged."""
    is_number = text.isascii() and text.lstrip("-").isdecimal() and str(int(text[:16])) == text
    return int(text) if is_number and abs(int(text)) <= LARGEST else text


def _format_value(value: Any) -> str:
    """Return an option's value as text: true and false as JSON has them."""
    return json.dumps(value) if isinstance(value, bool) else str(value)


def _house_rule_fields(event: Event) -> Fields:
    """Return the fields of a house rule, its value as text."""
    return {**fields_of(event), "value": _format_value(getattr(event, "value"))}  # noqa: B009 - any event


def _make_house_rule(fields: Fields) -> Fields:
    """Return a house rule as a JSON object; the reverse of `_house_rule_fields`."""
    return {"type": "house_ruled", **fields, "value": read_value(fields["value"])}


def _ruling_fields(event: Event) -> Fields:
    """Return the fields of a ruling as a pattern has them; empty where it sets several options: no words."""
    # A ruling that sets several options has no words.
    fields = fields_of(event)
    effect = fields.pop("effect")
    if effect is not None and len(effect) != 1:
        return {}
    setting = (
        {} if effect is None else {"option": next(iter(effect)), "value": _format_value(*effect.values())}
    )
    return {**fields, **setting}


def _make_ruling(fields: Fields) -> Fields:
    """Return a ruling as a JSON object; the reverse of `_ruling_fields`."""
    option, value = fields.pop("option", None), fields.pop("value", None)
    effect = None if option is None else {option: read_value(value)}
    return {"type": "ruling_given", **fields, "effect": effect}


def _dispute_fields(event: Event) -> Fields:
    """Return the fields of a dispute as a pattern has them; empty where it names an act: no words."""
    # A question that names an act has no words.
    fields = fields_of(event)
    if fields.pop("act") is not None:
        return {}
    question = fields.pop("question")
    return {**fields, "about": fields.pop("topic") + (f": {question}" if question else "")}


def _make_dispute(fields: Fields) -> Fields:
    """Return a dispute as a JSON object; the reverse of `_dispute_fields`."""
    topic, _, question = fields.pop("about").partition(": ")
    return {"type": "dispute_opened", **fields, "topic": topic, "question": question}


def _new_name_fields(event: Event) -> Fields:
    """Return the fields of a seat's renaming as a pattern has them."""
    # A name that has the sign between name and reason in it has no words.
    fields = fields_of(event)
    name, reason = fields.pop("name"), fields.pop("reason")
    return {} if ";" in name else {**fields, "called": name + (f"; {reason}" if reason else "")}


def _make_new_name(fields: Fields) -> Fields:
    """Return a seat's renaming as a JSON object; the reverse of `_new_name_fields`."""
    name, _, reason = fields.pop("called").replace("；", ";").partition(";")
    return {"type": "seat_renamed", **fields, "name": name.strip(), "reason": reason.strip()}


def _correction_fields(event: Event) -> Fields:
    """Return the fields of a correction as a pattern has them; empty where it plays an act: no words."""
    # A correction that plays an act anyway has no words.
    fields = fields_of(event)
    if fields.pop("act") is not None:
        return {}
    position = json.loads(encode(fields.pop("position")))
    facts = " ".join(f"{path}={_format_json(value)}" for path, value in _iter_facts(position))
    reason = fields.pop("reason")
    return {**fields, "facts": facts + (f"; {reason}" if reason else "")}


def _format_json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _iter_facts(position: dict[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (path, value) of the facts of a position that are set."""
    for name, value in position.items():
        here = f"{path}.{name}" if path else name
        if isinstance(value, dict) and value:
            yield from _iter_facts(value, here)
        elif value is not None:
            yield here, value


def _make_correction(fields: Fields) -> Fields:
    """Return a correction as a JSON object; the reverse of `_correction_fields`."""
    position: Fields = {}
    text, at = fields.pop("facts"), 0
    while at < len(text) and text[at] not in ";；":
        equals = text.index("=", at)
        *inner, name = text[at:equals].strip().split(".")
        value, at = _value_at(text, equals + 1)
        place: dict[str, Any] = position
        for step in inner:
            place = place.setdefault(step, {})
        place[name] = value
        at = after_blanks(text, at)
    return {"type": "corrected", **fields, "position": position, "reason": text[at + 1 :].strip()}


def _value_at(text: str, at: int) -> tuple[Any, int]:
    """Return a value written as JSON, or else a word, and where it ends."""
    try:
        value, end = decode_at(text, at)
        if text[end : end + 1] in ("", " ", ";", "；"):
            return value, end
    except (ValueError, RecursionError):
        pass
    end = next((n for n in range(at, len(text)) if text[n] in " ;；"), len(text))
    return text[at:end], end


_REASON = re.compile(r"\s*[(（]([^()（）]*)[)）]\s*$")


def _make_told(state: Any, fields: Fields, lang: str) -> Fields:
    """Return a position told as a JSON object. Raises NotationError; its `at` counts from the first fact."""
    game, text = find_game(state.game), fields["facts"]
    reason = _REASON.search(text)
    try:
        position = read_brief(game, state, text[: reason.start()] if reason else text)
    except NotationError as problem:
        facts = (fact for fact in game.facts.declared if fact.public)
        problem.expected = problem.expected or tuple(noun("fact", each.name, lang, game.id) for each in facts)
        raise
    told = {name: value for name, value in fields.items() if name != "facts"}
    return {**told, "position": position, "reason": reason[1] if reason else ""}


def _make_back(fields: Fields) -> Fields:
    """Return a take-back as a JSON object, its `to` the number of actions below zero."""
    count = fields.pop("n", 1)
    if count < 1:
        raise ValueError(count)
    return {"type": "taken_back", **fields, "to": -count}


_FIELDS_OF: dict[str, Callable[[Event], Fields]] = {
    "house_ruled": _house_rule_fields,
    "ruling_given": _ruling_fields,
    "dispute_opened": _dispute_fields,
    "seat_renamed": _new_name_fields,
    "corrected": _correction_fields,
    "secret_sealed": _seal_fields("seal", "about")[0],
    "secret_opened": _seal_fields("value", "salt", "about")[0],
}
_MAKE: dict[str, Callable[[Fields], Fields]] = {
    "house_ruled": _make_house_rule,
    "ruling_given": _make_ruling,
    "dispute_opened": _make_dispute,
    "seat_renamed": _make_new_name,
    "corrected": _make_correction,
    "secret_sealed": _seal_fields("seal", "about")[1],
    "secret_opened": _seal_fields("value", "salt", "about")[1],
    "back": _make_back,
}


Numbered = tuple[tuple[int, bytes], ...]

_LABEL = re.compile(
    r"\s*(?:[(（](\d{1,6})[)）]|(\d{1,6})\s*[.．、。｡)）:：](?!\d)|([①-⑳])|([一二三四五六七八九十]{1,3})[、.．])\s*"
)
"""A number before an act, as lists are numbered: `1.`, `1、`, `１．`, `1)`, `(1)`, `①`, `一、`."""

_BARE_LABEL = re.compile(r"(\d{1,6})\s+(?=\S)")
"""A number with nothing but a blank after it: one only where the line is no act with it."""

_EVENT = re.compile(r'\{\s*(?:"type"|"(?:[^"\\]|\\.)*"\s*:|\})')
"""What begins an event as JSON: a remark may begin with a quotation, too."""

_SPREAD_JSON = re.compile(r"\s*[\[{]\s*$")
_SIGNS = ("#", "＃")
_PARTING = " ,;、，；/"
"""What people put between two acts."""

OPENING = 0
"""What the opening is numbered, where an act names it."""


class _Piece(msgspec.Struct, frozen=True):
    """A part of a text: a line of its own, or one comment; where it begins (column from 0)."""

    number: int
    text: str
    at: int
    is_remark: bool = False


_Header = list[tuple[_Piece, HeaderLine]]


class _Everywhere(frozenset[int]):
    """A set of all places: which acts a text goes back to is known only when it is read."""

    def __contains__(self, place: object) -> bool:
        return True


def is_text(first: bytes) -> bool:
    """Return whether a file is a text record, by its first line that is not blank."""
    text = first.decode("utf-8", "replace")
    text = text[after_blanks(text, 0) :]
    return (
        text.startswith(_SIGNS)
        or (text.startswith("{") and not _EVENT.match(text))
        or header_line(text) is not None
    )


def read_text(lines: Iterable[tuple[int, bytes]], hints: str | None = None) -> Numbered:
    """Return a text record as the lines of a bare one; `hints` is a language, None: that of the text."""
    held = list(lines)
    spread = _refuse_spread_json(held)
    return (spread,) if spread is not None else Reader(hints=hints).read(held)


def is_spread(first: bytes) -> bool:
    """Return whether a file may be JSON spread over lines, by its first line that is not blank."""
    return _SPREAD_JSON.match(first.decode("utf-8", "replace")) is not None


def _refuse_spread_json(lines: list[tuple[int, bytes]]) -> tuple[int, bytes] | None:
    """Return JSON that is spread over lines as one unread line; None of any other text."""
    texts = ((number, line.decode("utf-8", "replace")) for number, line in lines if line.strip())
    (number, first), (_, second) = next(texts, (1, "")), next(texts, (1, ""))
    begun = second if first.strip() == "{" else second.strip().removeprefix("{") or '"":'
    if not _SPREAD_JSON.match(first) or not re.match(r'\s*"[^"]*"\s*:', begun):
        return None
    way = "jq -c ." if first.strip() == "{" else "jq -c '.[]'"
    return number, make_unread(first, 1, NotationError("record.spread_json", way=way))


class Reader:
    """Reads line by line, refereeing as it goes: what a line means depends on what came before it.

    `lines` are what was read, as lines of a bare record; `labels` the line of each number people gave an act;
    `acts` the lines that a take-back can count, `chapter` the round, race or day now, `chapters` that of each
    line; `version` is the vocabulary that the header names, None where it names none.
    """

    def __init__(self, lang: str = LANGUAGES[0], hints: str | None = None) -> None:
        """Read `lang` first where the header says nothing else.

        `hints` is the language of who reads what is wrong; None: that of the text.
        """
        self.lang, self._hints = lang, hints
        self.checker = Checker(_Everywhere())
        self.lines: list[tuple[int, bytes]] = []
        self.labels: dict[int, int] = {}
        self.acts: list[int] = []
        self.chapters: dict[int, int] = {}
        self.chapter = 1
        self.version: int | None = None

    @property
    def state(self) -> Any:
        """The state after what was read; None before the opening."""
        return self.checker.state

    @property
    def hints(self) -> str:
        return self._hints or self.lang

    @property
    def game(self) -> Game:
        return find_game(self.state.game)

    def read(self, lines: list[tuple[int, bytes]]) -> Numbered:
        """Return a whole text as the lines of a bare record, each with its number."""
        pieces = _with_the_closing_last(list(pieces_of(self._decode(lines), self)))
        header, remarks, rest = _header_of(pieces)
        results = [(piece, line) for piece, line in header if line.key == "result"]
        if self._open(header, remarks, rest):
            for n, piece in enumerate(rest, 1):
                self.checker.following = partial(self._read_ahead, rest, n)
                self._read_piece(piece)
            for piece, line in results:
                self._check_result(piece, line)
        return tuple(self.lines)

    def _decode(self, lines: list[tuple[int, bytes]]) -> Iterator[tuple[int, str]]:
        """Yield lines as text; one that is none is reported."""
        for number, line in lines:
            try:
                yield number, line.decode()
            except UnicodeDecodeError:
                self.report(number, line.decode("utf-8", "replace"), 0, NotationError("log.not_text"))

    def _open(self, header: _Header, remarks: list[_Piece], rest: list[_Piece]) -> bool:
        """Open the table; return whether that was possible. What is wrong with the header is reported."""
        first = min((piece.number for piece in (*remarks, *(piece for piece, _ in header))), default=1)
        self.lang = header[0][1].lang if header else self.lang
        try:
            opened = read_opening([line for _, line in header])
        except HeaderError as error:
            self._report_header(header, rest or [_Piece(first, "", 0)], error)
            return False
        self.version = _version_of(opened)
        checked = self.take(first, _mark_as_today(opened))
        if checked.verdict != "accepted":
            self._report_opening(header, opened, checked.why)
            return False
        self.labels[OPENING] = first
        remarked = [(piece.number, Remarked(piece.text)) for piece in remarks]
        remarked += [
            (piece.number, as_remark(line)) for piece, line in header if line.key in ("place", "date")
        ]
        for number, remark in sorted(remarked, key=itemgetter(0)):
            self.take(number, remark)
        return True

    def _report_header(self, header: _Header, rest: list[_Piece], error: HeaderError) -> None:
        """Report the line of a header that cannot be read; where one is missing, what stands in its place."""
        stand_below = {line.key for piece in rest if (line := header_line(piece.text)) is not None}
        strange = self._judge_late_header(rest[0].text) if stand_below & {*NEEDED} else None
        if error.key is None and strange is not None:
            self.report(rest[0].number, rest[0].text, rest[0].at, strange)
            return
        if error.key is None:
            known = {line.key for _, line in header}
            expected = [f"{key_word(key, self.hints)}:" for key in KEYS if key not in known]
            lacking = tuple(f"{key_word(key, self.hints)}:" for key in NEEDED if key not in known)
            problem = NotationError("record.no_header", tuple(expected), missing=lacking)
            self.report(rest[0].number, rest[0].text, rest[0].at, problem)
            return
        piece, line = next((piece, line) for piece, line in header if line.key == error.key)
        at = piece.at + offset_of_trouble(line, error.problem.args_)
        self.report(piece.number, piece.text, at, error.problem)

    def _report_opening(self, header: _Header, opened: TableOpened, refused: Refused) -> None:
        """Mark the word of a header that makes the opening impossible, with those that are known there."""
        key = KEY_OF_TROUBLE.get(refused.reason, "seats")
        piece, line = next((piece, line) for piece, line in header if line.key == key)
        column = piece.at + offset_of_trouble(line, refused.args) + 1
        known = suggest_known(opened, refused, self.hints)
        self.lines[-1] = (piece.number, make_placed(self.lines[-1][1], column, known))

    def _judge_late_header(self, text: str) -> NotationError | None:
        """Return why a line that looks like one of a header is none here; None of any other line."""
        line = header_line(text)
        if line is not None:
            return NotationError("record.second_record" if line.key == "game" else "record.late_header")
        key = unknown_key(text)
        if key is None or self.acts[1:] or (self.state is not None and self._is_act_of(key, text)):
            return None
        expected = tuple(f"{key_word(each, self.hints)}:" for each in KEYS)
        return NotationError("record.unknown_header", expected, key=key)

    def _is_act_of(self, key: str, text: str) -> bool:
        """Return whether a seat stands before the colon of a line, or an act after it."""
        try:
            find_seat(self.state, key)
        except NotationError:
            rest = text.replace("：", ":").partition(":")[2]
            acting = find_game(self.state.game).acting(self.state)
            return any(self._problem_of(f"{seat} {rest}") is None for seat in acting)
        return True

    def _read_piece(self, piece: _Piece) -> None:
        """Read a comment, the heading of a round, or an act."""
        if piece.is_remark:
            self.take(piece.number, Remarked(piece.text), piece.at)
            return
        try:
            if not self.is_heading(piece.text):
                self._read_act(piece)
        except NotationError as problem:
            self.report(piece.number, piece.text, piece.at + _stopped_at(piece.text, problem), problem)

    def _read_ahead(
        self, pieces: list[_Piece], first: int, _: int
    ) -> Iterator[tuple[int, Callable[[Any], Event | None]]]:
        """Yield the pieces from `first` on: each with its line, and what reads it at a state, as an act."""

        def read(piece: _Piece, state: Any) -> Event | None:
            ahead = copy(self)
            ahead.checker = copy(self.checker)
            ahead.checker.state = state
            if piece.is_remark or ahead.is_like_heading(piece.text):
                return Remarked(piece.text)
            try:
                return ahead.event(take_label(piece.text)[1])
            except NotationError:
                return None

        return ((piece.number, partial(read, piece)) for piece in pieces[first:])

    def _read_act(self, piece: _Piece) -> None:
        """Read an act, with its number where it has one."""
        label, text = take_label(piece.text)
        try:
            event = self.event(text)
        except NotationError as problem:
            if (bare := _BARE_LABEL.match(piece.text)) is None:
                raise
            label, text = int(bare[1]), piece.text[bare.end() :]
            event = self._read_after_number(bare[1], text, problem)
        if label is not None and label in self.labels:
            raise NotationError("record.number_used", n=label)
        self.take(piece.number, event, piece.at + len(piece.text) - len(text))
        if label is not None:
            self.labels[label] = piece.number

    def _read_after_number(self, number: str, text: str, problem: NotationError) -> Event:
        """Return the act after a number and a blank; `problem` is why it is nothing with the number."""
        try:
            return self.event(text)
        except NotationError as other:
            if not other.at:
                raise problem from None
            other.at += len(number)
            raise

    def event(self, text: str) -> Event:
        """Return the event of a line. Raises NotationError."""
        if text.startswith("{"):
            return self._name_by_line(self._read_json(text))
        is_shared, text = _take_about_the_table(text)
        event, furthest = read_shared(self.state, text, self.lang, self.hints)
        if event is not None and (is_shared or act_claiming(self.state, text, self.lang) is None):
            return self._name_by_line(event)
        try:
            return parse(self.state, text, self.lang)
        except NotationError as problem:
            if (strange := self._judge_late_header(text)) is not None:
                raise strange from None
            problem.expected = expected_words(
                self.game, self.state, text, problem, self._possible_lines(self.hints), self.hints
            )
            problem = _choose_problem(problem, furthest)
            raise self._judge_two_acts(text, problem) or problem from None

    def _judge_two_acts(self, text: str, problem: NotationError) -> NotationError | None:
        """Return why a line of several acts is refused; None of any other line."""
        stop = _stopped_at(text, problem)
        first, rest = text[:stop].strip(_PARTING), text[stop:].strip(_PARTING)
        if self._problem_of(first) is not None:
            return None
        if (why := self._problem_of(rest)) is not None:
            third = rest[_stopped_at(rest, why) :]
            if not third or self._problem_of(rest.removesuffix(third).strip(_PARTING)) is not None:
                return None
        two = NotationError("record.one_act_a_line", text=rest)
        two.at = problem.at
        return two

    def _problem_of(self, text: str) -> NotationError | None:
        """Return why a text is no act; None where it is one."""
        try:
            parse(self.state, text, self.lang)
        except NotationError as problem:
            return problem
        return None

    def _possible_lines(self, lang: str) -> tuple[str, ...]:
        """Return what is possible now as one types it; a sample line where that is too much to list."""
        ways = (self.game.legal, self.game.samples)
        acting = self.game.acting(self.state)
        events = tuple(event for way in ways for seat in acting for event in way(self.state, seat))
        return typed_lines(self.state, sort_acts(self.game, events), lang)

    def _read_json(self, text: str) -> Event:
        """Return an event written as JSON, in the vocabulary of the version that the header names."""
        codec = codec_for(self.state.game, self.version)
        try:
            return codec.event(text.encode())
        except MalformedError as error:
            detail = explain(codec, text.encode(), error)
            raise NotationError("notation.bad_json", detail=detail) from None

    def _name_by_line(self, event: Event) -> Event:
        """Return an event that names entries by line instead of by the number they have in the text."""
        if isinstance(event, TakenBack) and event.to < 0:
            if -event.to >= len(self.acts):
                raise NotationError("record.too_far_back", n=-event.to)
            return replace(event, to=self.acts[event.to - 1])
        return renumber(event, self.state.game, self._line_of_label)

    def _line_of_label(self, label: int, _side: Side) -> int:
        """Return the line of the act with a number. Raises NotationError where no act has it."""
        if label not in self.labels:
            raise NotationError("record.no_such_act", tuple(map(str, self.labels)), n=label)
        return self.checker.last_act_of(self.labels[label])

    def is_heading(self, text: str) -> bool:
        """Return whether a line is the heading of a chapter. Raises NotationError at a wrong one."""
        for lang in LANGUAGES:
            pattern = catalog(lang, self.state.game).get(f"{self.state.game}.chapter")
            line = TypedLine(text.rstrip(":："), self.state, load_words(self.state.game, lang))
            found = None if pattern is None else read_whole(pattern, line)
            if found is not None:
                now = say(f"{self.state.game}.chapter", lang, n=self.chapter)
                if found["n"] != self.chapter:
                    raise NotationError("record.other_chapter", (now,), n=now)
                return True
        return False

    def is_like_heading(self, text: str) -> bool:
        """Return whether a line is the heading of a chapter, of whichever."""
        try:
            return self.is_heading(text)
        except NotationError:
            return True

    def take(self, number: int, event: Event, at: int = 0) -> Checked:
        """Referee an event and add its line, with what could stand in its place if it is refused.

        `at` is where it begins in its line, from 0.
        """
        line, before = make_placed(encode(event), at + 1), self.state
        self.lines.append((number, line))
        checked = self.checker.take(number, line)
        if checked.verdict == "refused" and before is not None and not isinstance(event, ALL_SHARED):
            line.expected = self._possible_lines(self.hints)
        if checked.verdict == "accepted" and self.checker.accepted is not None:
            if isinstance(event, TakenBack):
                self.acts = [act for act in self.acts if act <= event.to]
                self.chapter = self.chapters[event.to]
            elif not isinstance(event, Remarked):
                if self.checker.judged[0].inferred == "worked_out":
                    self.acts.pop()  # a position told and its acts are taken back together
                self.acts.append(number)
                self.chapter += _chapters_on(before, self.state, self.checker.accepted.judged)
            self.chapters[number] = self.chapter
        return checked

    def _check_result(self, piece: _Piece, line: HeaderLine) -> None:
        """Report a result that differs from the one of the acts; where they have none, add it as a remark."""
        winners = self.game.winners(self.state)
        if winners is None or self.game.undecided(self.state):
            place = next((n for n, (at, _) in enumerate(self.lines) if at > piece.number), len(self.lines))
            self.lines.insert(place, (piece.number, encode(as_remark(line))))
            return
        nobody = {say("record.result.nobody", lang) for lang in LANGUAGES} | {"-", ""}
        try:
            named = (
                ()
                if line.value.lower() in nobody
                else [find_seat(self.state, each.strip()) for each in re.split("[,，、]", line.value)]
            )
        except NotationError as problem:
            self.report(piece.number, piece.text, piece.at + line.at, problem)
            return
        if set(named) != set(winners):
            names = tuple(self.state.names.get(seat, seat) for seat in winners)
            right = names or (say("record.result.nobody", self.hints),)
            other = NotationError("record.other_result", (), result=right)
            self.report(piece.number, piece.text, piece.at + line.at, other)

    def report(self, number: int, text: str, at: int, problem: NotationError) -> None:
        """Add a line that means nothing; `at` is where it stops making sense, from 0."""
        self.lines.append((number, make_unread(text, at + 1, problem)))


def _mark_as_today(opened: TableOpened) -> TableOpened:
    """Return an opening that names today's version, if it names one: notation is always today's."""
    if opened.game not in all_games():
        return opened
    today = find_game(opened.game).ruleset.rules_version
    version = _version_of(opened)
    return opened if version is None or version > today else replace(opened, rules_version=today)


def _version_of(opened: TableOpened) -> int | None:
    """Return the version of its vocabulary that an opening names; None where it names none, or no number."""
    return opened.rules_version if isinstance(opened.rules_version, int) else None


def pieces_of(lines: Iterable[tuple[int, str]], reader: Reader) -> Iterator[_Piece]:
    """Yield acts and comments; a comment in braces may go on over several lines."""
    held: list[str] = []
    begun = (0, 0)
    for number, text in lines:
        at = 0
        if held:
            end = text.find("}")
            held.append(text if end < 0 else text[:end])
            if end < 0:
                continue
            yield _Piece(begun[0], "\n".join(held).strip(), begun[1], is_remark=True)
            held, at = [], end + 1
        while at < len(text):
            at = after_blanks(text, at)
            if text.startswith(_SIGNS, at):
                yield _Piece(number, text[at + 1 :].strip(), at, is_remark=True)
                break
            if text.startswith("{", at) and not _EVENT.match(text, at):
                end = text.find("}", at)
                if end < 0:
                    held, begun = [text[at + 1 :]], (number, at)
                    break
                yield _Piece(number, text[at + 1 : end].strip(), at, is_remark=True)
                at = end + 1
                continue
            end = _end_of_act(text, at)
            if text[at:end].strip():
                yield _Piece(number, text[at:end].rstrip(), at)
            at = end
    if held:
        reader.report(begun[0], held[0], begun[1], NotationError("record.no_end", ("}",)))


def _end_of_act(text: str, at: int) -> int:
    """Return where an act ends: at a comment, or with the line. JSON may contain any sign."""
    label = _LABEL.match(text, at)
    start = label.end() if label else at
    if _EVENT.match(text, start):
        try:
            return decode_at(text, start)[1]
        except (ValueError, RecursionError):
            return len(text)
    if header_line(text[at:]):
        start = _end_of_quotes(text, start)
    places = (
        n
        for n in range(start, len(text))
        if text[n] == "{" or (text[n] in _SIGNS and (n == 0 or text[n - 1].isspace()))
    )
    return next(places, len(text))


def _end_of_quotes(text: str, at: int) -> int:
    """Return where the last words in quotes of a header line end."""
    begins = text.find('"', at)
    while begins >= 0:
        try:
            at = _JSON.raw_decode(text, begins)[1]
        except (ValueError, RecursionError):
            return at
        begins = text.find('"', at)
    return at


def _header_of(pieces: list[_Piece]) -> tuple[_Header, list[_Piece], list[_Piece]]:
    """Return the header, the remarks before the first act, and the rest.

    A header ends at the first line that is not one of a header.
    """
    header: _Header = []
    remarks: list[_Piece] = []
    for n, piece in enumerate(pieces):
        if piece.is_remark:
            remarks.append(piece)
            continue
        line = header_line(piece.text)
        if line is None:
            return header, remarks, pieces[n:]
        header.append((piece, line))
    return header, remarks, []


def _with_the_closing_last(pieces: list[_Piece]) -> list[_Piece]:
    """Move what is remarked after the closing before it: nothing is recorded at a closed table."""
    last = next((n for n in reversed(range(len(pieces))) if not pieces[n].is_remark), None)
    if last is None or not _closes_table(pieces[last].text):
        return pieces
    closing = pieces[last]
    after = [replace(piece, number=closing.number) for piece in pieces[last + 1 :]]
    return [*pieces[:last], *after, closing]


def _closes_table(text: str) -> bool:
    """Return whether a line closes the table, in any language."""
    _, text = take_label(text)
    if text.startswith("{"):
        return '"table_closed"' in text
    lines = ((each, TypedLine(text, None, load_words("table", each))) for each in LANGUAGES)
    return any(read_whole(_patterns(each)["table_closed"], line) is not None for each, line in lines)


def take_label(text: str) -> tuple[int | None, str]:
    """Return the number of an act (None: it has none), and the act without it."""
    found = _LABEL.match(text)
    if found is None:
        return None, text
    bracketed, plain, ringed, in_words = found.groups()
    number = int(bracketed or plain or fold(ringed or "") or _number_in_words(in_words))
    return number, text[found.end() :]


def _number_in_words(text: str) -> int:
    """Return a numeral up to 99 as Chinese and Japanese lists are numbered with: 十二, 二十."""
    digits = words_for("numerals")
    tens, ten, ones = text.rpartition("十")
    return int(digits.get(tens, "1")) * 10 * bool(ten) + int(digits.get(ones, "0"))


def _chapters_on(before: Any, after: Any, facts: tuple[JudgedEvent, ...]) -> int:
    """Return how many rounds, races or days are over with some facts, or are set by a correction."""
    game = find_game(after.game)
    if isinstance(facts[0].event, Corrected):
        return game.counter(after) - game.counter(before)
    return sum(type_of(judged.event) in game.chapters for judged in facts)


def _choose_problem(problem: NotationError, line: Any) -> NotationError:
    """Return why a line is neither an act (`problem`) nor about the table: what stands furthest in it."""
    if problem.at is None:
        return problem
    if line.text[: line.far].strip().isdecimal():  # 1まで取り消し begins as any number does
        return problem
    other: NotationError = line.misread()
    if other.at == problem.at:
        problem.expected += tuple(word for word in other.expected if word not in line.state.seats)
        return problem
    return other if (other.at or 0) > problem.at else problem


def _stopped_at(text: str, problem: NotationError) -> int:
    """Return how many characters of a line make sense; `problem.at` counts those of its notation."""
    _, act = take_label(text)
    before = len(text) - len(act)
    if problem.at is None:
        return before
    left = problem.at
    for n, char in enumerate(act):
        if left <= 0 and not char.isspace():
            return before + n
        left -= not char.isspace()
    return before + len(act)
