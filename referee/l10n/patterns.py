"""Patterns of notation: one way to write a line, and the ways in which people may type it.

A pattern is what is typed, with slots:

- `{card:card}`: a noun of the room, by its word, another in `[also.card]`, its id, or a clear beginning
- `{card:card?}`: the same, or `?` for what nobody here has seen
- `{exits:side*}`: several, with blanks; `{cards:card,}`: several with commas, `-` for none;
  `{drawn:nav;}`: with commas, one at least
- `{seat:seat}`: a seat, by its id or its name; the first word of a line may leave it out
- `{canoe}` or `{n:n}`: a number; `{n:+}`: one with its sign
- `{name:word}`: one word; `{name:text}`: all that is left
- `{openly:yes}`: nothing that is typed: it stands where that is so; `{card=hand}`: where it is that
- `{clauses}`: whatever the room itself writes and reads under this name, up to the end of the line
- `{card:sort}`: one of a sort of things that the room itself writes and reads
- `(plays|lays)`: the first of these that has all it takes is written, any is read; `(now|)` may be left out

Case and blanks do not matter, nor what letters are written with (see `folding`), except that a blank parts
two words of letters or digits.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from referee.kernel.folding import fold, fold_in_place, lower
from referee.kernel.game import NotationError
from referee.kernel.notation import same, which_of
from referee.languages import trait

LONGEST_NUMBER = 6
"""Digits; no number of a game has more."""

MOST_ITEMS = 60
"""Of a list in one line."""

UNSEEN, NONE = "?", "-"
SEPARATORS = " ,;、"
IDEOGRAPHS = 0x2E80
"""From here on, writing needs no blanks between words."""

PARTICLE = re.compile(r"[\u3041-\u3096].")
"""What follows a name in Japanese, and goes on."""
WORD = re.compile(r"[^\s,;:={}()、]+")
DIGITS = re.compile(r"[+-]?\d+")
LITERAL_END = re.compile(r"[{(|)]|(?<![A-Za-z]) | (?![A-Za-z])")
"""Where letters of a pattern end: at a bracket, or at a blank that does not just part two words."""

Fields = dict[str, Any]
Found = Iterator[tuple[int, Fields]]
Part = Any
"""A literal or a gap, which ends at one place; a slot or a choice, which may end at several."""


class OwnSlot(msgspec.Struct, frozen=True):
    """What a room itself writes and reads: `read(line, text)` gives fields, or raises NotationError."""

    write: Callable[[Any, Any], str]
    read: Callable[["Line", str], Fields] | None = None


class OwnSort(msgspec.Struct, frozen=True):
    """A sort of things a room itself reads: `read(line, at)` gives where one may end, and what.

    It is written as the room does, or as a noun: of the kind `noun`, or of the sort's own name.
    """

    read: Callable[["Line", int], Iterator[tuple[int, Any]]]
    write: Callable[[Any, Any], str] | None = None
    noun: str = ""


NO_SORT = OwnSort(lambda _, __: iter(()))
"""Stands for every kind of noun that is no sort of its own."""


class Line:
    """A line being read in one language: what it says, who may be meant, how far it made sense."""

    def __init__(self, text: str, state: Any, words: "Words", seat: str | None = None) -> None:
        """Take a line as it is written; `seat` is who speaks where no seat is named.

        `text` is how it is read, `low` the same without capitals.
        """
        self.raw = text
        self.text, self.places = fold_in_place(text)
        self.low = lower(self.text)
        self.state, self.words, self.seat = state, words, seat
        self.far, self.wanted, self.wanted_otherwise = 0, dict[str, None](), dict[str, None]()
        self.problem: NotationError | None = None
        self.which_of: NotationError | None = None
        """Asks who is meant, where the line names somebody and two people are called so."""
        self.is_other = False
        self.called: Mapping[str, str] | None = None
        self.seats_at: dict[int, list[tuple[int, str]]] = {}
        self.nouns_at: dict[tuple[str, int], tuple[list[tuple[int, Any]], bool]] = {}
        self.nouns: dict[str, list[tuple[str, str]]] = {}

    def want(self, at: int, *words: str) -> None:
        """Note what could have stood at a place; only the furthest place matters."""
        at += self.low.startswith(" ", at)
        if at > self.far:
            self.far, self.wanted, self.wanted_otherwise, self.problem = at, {}, {}, None
        if at == self.far:
            (self.wanted_otherwise if self.is_other else self.wanted).update(dict.fromkeys(words))

    def fail(self, at: int, problem: NotationError) -> None:
        """Note why what stands at a place means nothing to the room that reads it."""
        self.want(at, *problem.expected)
        if at + self.low.startswith(" ", at) == self.far:
            self.problem = problem

    def is_whole(self, at: int) -> bool:
        """Whether nothing is left but a full stop."""
        if self.low[at:].strip(" .。"):
            self.want(at)
            return False
        return True

    def clauses(self, table: str, text: str) -> list[tuple[str, Fields]]:
        """Read clauses, parted as the language parts them: the id of each, and what it says.

        The patterns are `[<table>.notation]`; `parting` lists there what may stand between two.
        """
        patterns = self.words.clauses(table)
        parting, _ = patterns.pop("parting"), patterns.pop("between")
        parts = filter(None, re.split(parting_at(parting), text))
        return [self.clause(patterns, part) for part in parts]

    def clause(self, patterns: Mapping[str, str], text: str) -> tuple[str, Fields]:
        """Read one clause. Raises NotationError where it is none of those known."""
        line = Line(text, self.state, self.words)
        for id, pattern in patterns.items():
            fields = read_whole(pattern, line)
            if fields is not None:
                return id, fields
        raise line.misread()

    def misread(self) -> NotationError:
        """Say where the line stops making sense, and what could stand there."""
        problem = self.which_of or self.problem or self.not_understood()
        problem.at = len("".join(self.raw[: self.places[self.stops_at()]].split()))
        return problem

    def as_written(self, at: int, end: int | None = None) -> str:
        """Return a part of the line with the letters it is written with."""
        return self.raw[self.places[at] : None if end is None else self.places[end]].strip()

    def not_understood(self) -> NotationError:
        """Say what is left of the line where it stops making sense."""
        at = self.stops_at()
        rest = self.text[at:].strip()
        wanted = tuple(filter(None, self.wanted)) or tuple(filter(None, self.wanted_otherwise))
        if not rest:
            return NotationError("notation.incomplete", wanted, text=self.text)
        return NotationError("notation.misplaced" if at else "notation.unknown_start", wanted, text=rest)

    def stops_at(self) -> int:
        """Give the place where the line stops making sense: the は of はい has made none."""
        is_stray = self.far == 1 and PARTICLE.match(self.text) and not self.seats_at.get(0)
        return 0 if is_stray else self.far

    def parts_words(self, at: int) -> bool:
        """Whether one word ends and another may begin at a place."""
        return not (0 < at < len(self.low) and is_letter(self.low[at - 1]) and is_letter(self.low[at]))

    def ends_name(self, at: int) -> bool:
        """Whether a name may end at a place: a number may follow at once, as in B2, no more of a word."""
        return self.parts_words(at) or self.low[at].isdigit()


@cache
def parting_at(parting: str) -> re.Pattern[str]:
    """Find what parts two clauses: signs anywhere, words of letters where they stand alone."""
    signs = [re.escape(each) for each in parting.split() if not is_letter(each[0])]
    words = [rf"\b{re.escape(each)}\b" for each in parting.split() if is_letter(each[0])]
    return re.compile(rf"\s*(?:{'|'.join(signs + words)})\s*")


@cache
def between(lang: str) -> re.Pattern[str]:
    """Find what may stand between two things of a list: signs, or the word before the last."""
    last = trait(lang, "last_of_numbers").strip()
    end = r"\b" if is_letter(last[0]) else ""
    return re.compile(rf"[{SEPARATORS}]*(?:{last}{end} *)?")


def is_letter(char: str) -> bool:
    """Whether a character is part of words that are written with blanks between them."""
    return char.isalnum() and ord(char) < IDEOGRAPHS


class Words(msgspec.Struct, frozen=True):
    """The nouns and own slots a pattern is read and written with, in one language."""

    nouns: Callable[[str], Mapping[str, str]]
    own: Mapping[str, OwnSlot]
    sorts: Mapping[str, OwnSort]
    part: str
    lang: str
    sentences: Mapping[str, str]
    """The catalog of the part, by id."""
    people: Callable[["Line"], Mapping[str, str]] | None = None
    """What else people of the room are called in a line, such as their characters: the seat by the word."""

    def clauses(self, table: str) -> dict[str, str]:
        """List the patterns of a kind of clause, by id."""
        prefix = f"{self.part}.{table}.notation."
        return {id.removeprefix(prefix): text for id, text in self.sentences.items() if id.startswith(prefix)}

    def also(self, kind: str) -> Iterator[tuple[str, str]]:
        """List what else people call the nouns of a kind, from the table `[also.<kind>]`: words by id."""
        prefix = f"{self.part}.also.{kind}."
        return (
            (id.removeprefix(prefix), text) for id, text in self.sentences.items() if id.startswith(prefix)
        )

    def name(self, kind: str, value: Any) -> str:
        """Write a noun."""
        return self.nouns(kind).get(str(value)) or str(value)


@cache
def letters(text: str) -> tuple[str, str]:
    """Give the letters of a pattern as lines are read, and as they are asked for."""
    return lower(fold(text)), text.strip(" ,:") or text.strip(" ,")


class Literal(msgspec.Struct, frozen=True):
    """Letters that are typed as they are; another word for the same is never asked for."""

    text: str
    is_other: bool = False

    def end(self, line: Line, at: int) -> int | None:
        """Read the letters, after a blank or not; None where they are not there."""
        word, wanted = letters(self.text)
        for place in (at, at + 1) if line.low.startswith(" ", at) else (at,):
            if line.low.startswith(word, place):
                return place + len(word)
        line.want(at, *(() if self.is_other else (wanted,)))
        return None

    def write(self, _: Any, __: Fields) -> str | None:
        """Write the letters."""
        return self.text


class Gap(msgspec.Struct, frozen=True):
    """A blank between two words."""

    def end(self, line: Line, at: int) -> int | None:
        """Read a blank; none is needed where no word would run into the next."""
        if line.low.startswith(" ", at):
            return at + 1
        return at if line.parts_words(at) else None

    def write(self, _: Any, __: Fields) -> str | None:
        """Write a blank."""
        return " "


class Choice(msgspec.Struct, frozen=True):
    """Several ways to say a part of a line."""

    ways: tuple[tuple[Part, ...], ...]

    def read(self, line: Line, at: int) -> Found:
        """Read any of the ways, the first first."""
        for way in self.ways:
            yield from read_parts(way, line, at)

    def write(self, saying: Any, fields: Fields) -> str | None:
        """Write the first way that has all it takes."""
        return next(
            (said for way in self.ways if (said := write_parts(way, saying, fields)) is not None), None
        )


class Slot(msgspec.Struct, frozen=True):
    """Where something stands that differs from line to line."""

    name: str
    kind: str
    often: str = ""
    value: Any = True
    """What stands there where nothing is typed for it."""

    def read(self, line: Line, at: int) -> Found:
        """Read what stands here."""
        start = at + line.low.startswith(" ", at)
        if self.kind == "yes":
            yield at, {self.name: self.value}
        elif self.name in line.words.own and not self.kind:
            yield from self.read_own(line, at)
        elif self.often in ("*", ",", ";"):
            yield from self.read_list(line, start)
        else:
            if self.kind == "seat" and at == 0 and line.seat is not None:
                yield from ((end, {self.name: found}) for end, found in self.read_one(line, start))
                yield 0, {self.name: line.seat}
                return
            yield from ((end, {self.name: found}) for end, found in self.read_one(line, start))

    def read_one(self, line: Line, at: int) -> Iterator[tuple[int, Any]]:
        """Read one thing."""
        if self.often and line.low.startswith(UNSEEN, at):
            yield at + 1, None
        elif self.kind == "seat":
            yield from read_seat(line, at)
        elif self.kind in ("", "n", "+"):
            yield from read_number(line, at)
        elif self.kind == "word":
            if match := WORD.match(line.low, at):
                yield match.end(), line.as_written(at, match.end())
            else:
                line.want(at)
        elif self.kind == "text":
            yield len(line.text), line.as_written(at)
        elif self.kind in line.words.sorts:
            yield from line.words.sorts[self.kind].read(line, at)
        else:
            yield from read_noun(line, at, self.kind)

    def read_own(self, line: Line, at: int) -> Found:
        """Let the room read the rest of the line."""
        read = line.words.own[self.name].read
        if read is None:
            return
        try:
            yield len(line.text), read(line, line.text[at:].strip(" .。"))
        except NotationError as problem:
            line.fail(at, problem)

    def read_list(self, line: Line, at: int) -> Found:
        """Read several things, as many as there are before fewer."""
        if self.often == "," and line.low.startswith(NONE, at):
            yield at + 1, {self.name: ()}
            return
        found: list[tuple[int, tuple[Any, ...]]] = []
        place, so_far = at, ()
        while len(found) < MOST_ITEMS:
            items = next(self.read_items(line, place), None)
            if items is None:
                break
            place, so_far = items[0], (*so_far, *items[1])
            found.append((place, so_far))
            parting = between(line.words.lang).match(line.low, place)
            place = parting.end() if parting else place
        yield from ((end, {self.name: items}) for end, items in reversed(found))

    def read_items(self, line: Line, at: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Read one thing of several, or several told by a letter each: `LRL`."""
        for end, one in self.read_one(line, at):
            yield end, (one,)
        run = WORD.match(line.low, at)
        if run and run[0].isalpha():
            words = line.words.nouns(self.kind)
            meant = [
                [id for id, word in words.items() if word.lower().startswith(c)] for c in run[0][:MOST_ITEMS]
            ]
            if all(len(each) == 1 for each in meant):
                yield run.end(), tuple(each[0] for each in meant)

    def write(self, saying: Any, fields: Fields) -> str | None:
        """Write what stands here; None where there is nothing."""
        if self.kind == "yes":
            return "" if fields.get(self.name, False) == self.value else None
        own = saying.words.own.get(self.name) if not self.kind else None
        if own is not None:
            return own.write(saying, saying.event) or None
        value = fields.get(self.name)
        if isinstance(value, tuple):
            return self.write_list(saying, value)
        if value is None or value == "":
            return UNSEEN if self.often == "?" else None
        return self.write_one(saying, value)

    def write_list(self, saying: Any, value: tuple[Any, ...]) -> str | None:
        """Write several things."""
        items = [UNSEEN if each is None else self.write_one(saying, each) for each in value]
        return ("," if self.often in (",", ";") else " ").join(items) or (NONE if self.often == "," else None)

    def write_one(self, saying: Any, value: Any) -> str:
        """Write one thing."""
        if self.kind == "+":
            return f"{value:+d}"
        own = saying.words.sorts.get(self.kind, NO_SORT)
        if own.write is not None:
            return str(own.write(saying, value))
        if self.kind == "seat":
            return write_seat(saying.names, str(value))
        if self.kind in ("", "n", "word", "text"):
            return str(value)
        return str(saying.words.name(own.noun or self.kind, value))


def write_seat(names: Mapping[str, str], seat: str) -> str:
    """Write a seat by its id; by its name where somebody else is called as the id is."""
    is_taken = any(other != seat and same(name, seat) for other, name in names.items())
    return names.get(seat, seat) if is_taken else seat


def read_seat(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Read a seat; each place of a line is searched once, however many patterns ask.

    Any word is one where there is no table yet.
    """
    if line.state is None:
        if match := WORD.match(line.low, at):
            yield match.end(), line.as_written(at, match.end())
        return
    if at not in line.seats_at:
        line.seats_at[at] = list(seats_at(line, at))
    yield from line.seats_at[at]
    line.want(at, *line.state.seats)


def seats_at(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Find seats at a place, with what politely follows a name or without."""
    titles = trait(line.words.lang, "titles").split()
    named = list(named_at(line, at)) or list(called_at(line, at + article(line.low, line.words.lang, at)))
    for end, seat in named:
        yield from ((end + len(title), seat) for title in titles if line.low.startswith(title, end))
        if at == 0 and line.low.startswith(":", end):
            yield end + 1, seat
        yield end, seat


def named_at(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Find who is meant: the longest that fits, a name before an id."""
    ids = {seat: seat for seat in line.state.seats}
    found: dict[int, list[str]] = {}
    for called in (line.state.names, ids):
        alike: dict[int, dict[str, str]] = {}
        for seat, name in called.items():
            word = " ".join(fold(name).split())
            if line.low.startswith(lower(word), at) and line.ends_name(at + len(word)):
                alike.setdefault(len(word), {})[seat] = word
        for length, seats in alike.items():
            exact = [seat for seat, word in seats.items() if line.text.startswith(word, at)]
            found.setdefault(length, exact if len(exact) == 1 else [*seats])
    for length in sorted(found, reverse=True):
        if len(found[length]) > 1:
            line.which_of = which_of(line.state, line.text[at : at + length], found[length])
        else:
            yield at + length, found[length][0]


def called_at(line: Line, at: int) -> Iterator[tuple[int, str]]:
    """Find who is called at a place by what the room calls people, the longest word first."""
    if line.called is None:
        line.called = {} if line.words.people is None else line.words.people(line)
    for word in sorted(line.called, key=len, reverse=True):
        if line.low.startswith(word, at) and line.ends_name(at + len(word)):
            yield at + len(word), line.called[word]


def read_number(line: Line, at: int) -> Iterator[tuple[int, int]]:
    """Read a number."""
    match = DIGITS.match(line.low, at, at + LONGEST_NUMBER + 1)
    if match and not line.low[match.end() : match.end() + 1].isdigit():
        yield match.end(), int(match[0])
    else:
        line.want(at)


def read_noun(line: Line, at: int, kind: str) -> Iterator[tuple[int, Any]]:
    """Read a noun, with or without an article; each place of a line is searched once, as for a seat."""
    at += article(line.low, line.words.lang, at)
    if (kind, at) not in line.nouns_at:
        line.nouns_at[kind, at] = noun_at(line, at, kind)
    found, is_whole = line.nouns_at[kind, at]
    yield from found
    if not is_whole:
        line.want(at, *line.words.nouns(kind).values())


def noun_at(line: Line, at: int, kind: str) -> tuple[list[tuple[int, Any]], bool]:
    """Find a noun at a place: by its word, its id, or a beginning only it has; tell whether it is whole."""
    known = nouns_of(line, kind)
    for word, id in known:
        if line.low.startswith(word, at) and line.parts_words(at + len(word)):
            return [(at + len(word), value_of(id))], True
    run = WORD.match(line.low, at)
    begun = {id for word, id in known if run and run[0].isascii() and word.startswith(run[0])}
    return ([(run.end(), value_of(begun.pop()))] if run and len(begun) == 1 else []), False


def nouns_of(line: Line, kind: str) -> list[tuple[str, str]]:
    """List what each noun of a kind may be called in the language of a line, the longest first."""
    if kind not in line.nouns:
        lang = line.words.lang
        named = ((plain_noun(name), id) for id, name in line.words.nouns(kind).items())
        called = [(word, id) for name, id in named for word in (name[article(name, lang) :], id.lower())]
        called += [(plain_noun(word), id) for id, words in line.words.also(kind) for word in words.split()]
        line.nouns[kind] = sorted(called, key=lambda each: -len(each[0]))
    return line.nouns[kind]


def article(text: str, lang: str, at: int = 0) -> int:
    """Count the letters of an article and its blank, where one stands at a place; 0: none does."""
    articles = trait(lang, "articles").split()
    return next((len(each) + 1 for each in articles if text.startswith(f"{each} ", at)), 0)


def plain_noun(name: str) -> str:
    """Write a noun as lines are read."""
    return lower(fold(name))


def value_of(id: str) -> Any:
    """Give what an id stands for: numbers are numbers."""
    return int(id) if id.lstrip("-").isdecimal() else id


def read_parts(parts: tuple[Part, ...], line: Line, at: int, n: int = 0) -> Found:
    """Read one part after the other, from the n-th on, in every way that they fit."""
    while n < len(parts) and isinstance(parts[n], Literal | Gap):
        end = parts[n].end(line, at)
        if end is None:
            return
        at, n = end, n + 1
    if n == len(parts):
        yield at, {}
        return
    for end, found in parts[n].read(line, at):
        for last, more in read_parts(parts, line, end, n + 1):
            yield last, {**found, **more}


def read_whole(pattern: str, line: Line) -> Fields | None:
    """Read a whole line by a pattern; None where it does not fit."""
    found = read_parts(compiled(pattern), line, 0)
    return next((fields for end, fields in found if line.is_whole(end)), None)


def read_pattern(pattern: str, line: Line, at: int) -> Found:
    """Read a pattern that stands within a line, from a place on."""
    yield from read_parts(compiled(pattern), line, at)


def write_parts(parts: tuple[Part, ...], saying: Any, fields: Fields) -> str | None:
    """Write one part after the other; None where something is missing."""
    said = []
    for part in parts:
        one = part.write(saying, fields)
        if one is None:
            return None
        said.append(one)
    return "".join(said)


def write_whole(pattern: str, saying: Any, fields: Fields) -> str | None:
    """Write a line by a pattern; None where something is missing."""
    said = write_parts(compiled(pattern), saying, fields)
    return None if said is None else " ".join(said.split())


@cache
def compiled(pattern: str) -> tuple[Part, ...]:
    """Take a pattern apart; there are as many as the catalogs have."""
    parts, end = parts_of(pattern, 0)
    if end != len(pattern):
        raise ValueError(f"a bracket is not opened: {pattern}")
    return parts


def parts_of(pattern: str, at: int) -> tuple[tuple[Part, ...], int]:
    """Take a pattern apart up to where its choice goes on or ends."""
    parts: list[Part] = []
    while at < len(pattern) and pattern[at] not in "|)":
        if pattern[at] == " ":
            parts, at = [*parts, Gap()], at + 1
        elif pattern[at] == "{":
            end = pattern.index("}", at)
            name, _, kind = pattern[at + 1 : end].partition(":")
            name, _, value = name.partition("=")
            often = kind[-1:] if kind[-1:] in "*,;?" else ""
            kind = "yes" if value else kind[: len(kind) - len(often)]
            parts, at = [*parts, Slot(name, kind, often, value or True)], end + 1
        elif pattern[at] == "(":
            choice, at = choice_of(pattern, at + 1)
            parts.append(choice)
        else:
            found = LITERAL_END.search(pattern, at)
            end = found.start() if found else len(pattern)
            parts, at = [*parts, Literal(pattern[at:end])], end
    return tuple(parts), at


def choice_of(pattern: str, at: int) -> tuple[Choice, int]:
    """Take a choice apart, up to after its bracket."""
    ways = []
    while True:
        way, at = parts_of(pattern, at)
        ways.append(way)
        if at == len(pattern):
            raise ValueError(f"a bracket is not closed: {pattern}")
        at += 1
        if pattern[at - 1] == ")":
            return Choice((ways[0], *map(as_others, ways[1:]))), at


def as_others(way: tuple[Part, ...]) -> tuple[Part, ...]:
    """Mark a way of a choice that is only other words for the first."""
    if any(isinstance(part, Slot | Choice) for part in way):
        return way
    return tuple(Literal(part.text, is_other=True) if isinstance(part, Literal) else part for part in way)
