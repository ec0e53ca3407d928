"""Patterns of notation: one way to write a line, and the ways in which people may type it.

A pattern is what is typed, with slots:

- `{card:card}`: a noun of the game, by its word, another in `[also.card]`, its id, or a clear beginning
- `{card:card?}`: the same, or `?` for what nobody here has seen
- `{exits:side*}`: several, with blanks; `{cards:card,}`: several with commas, `-` for none;
  `{drawn:nav;}`: with commas, one at least
- `{seat:seat}`: a seat, by its id or its name; the first word of a line may leave it out
- `{canoe}` or `{n:n}`: a number; `{bid?}`: the same, or `?`; `{n:+}`: one with its sign
- `{name:word}`: one word; `{name:text}`: all that is left
- `{openly:yes}`: nothing that is typed: it stands where that is so; `{card=hand}`: where it is that
- `{clauses}`: whatever the game itself writes and reads under this name, up to the end of the line
- `{card:sort}`: one of a sort of things that the game itself writes and reads
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

_LONGEST_NUMBER = 6
"""Digits of the longest number that is read; no number of a game has more."""

_MOST_ITEMS = 60
"""The longest list that is read."""

UNSEEN, NONE = "?", "-"
SEPARATORS = " ,;、"
_IDEOGRAPHS = 0x2E80
"""From here on, writing needs no blanks between words."""

_PARTICLE = re.compile(r"[\u3041-\u3096].")
"""What follows a name in Japanese, and goes on."""
WORD = re.compile(r"[^\s,;:={}()、]+")
_DIGITS = re.compile(r"[+-]?\d+")
_LITERAL_END = re.compile(r"[{(|)]|(?<![A-Za-z]) | (?![A-Za-z])")
"""Where letters of a pattern end: at a bracket, or at a blank that does not just part two words."""

Fields = dict[str, Any]
Found = Iterator[tuple[int, Fields]]
Piece = Any
"""A literal or a gap, which ends at one place; a slot or a choice, which may end at several."""


class OwnSlot(msgspec.Struct, frozen=True):
    """What a game itself writes and reads: `read(line, text)` returns fields, or raises NotationError."""

    write: Callable[[Any, Any], str]
    read: Callable[["TypedLine", str], Fields] | None = None


class OwnSort(msgspec.Struct, frozen=True):
    """A sort of things a game itself reads: `read(line, at)` yields (end, value) of each that fits.

    It is written as the game does, or as a noun: of the kind `noun`, or of the sort's own name.
    """

    read: Callable[["TypedLine", int], Iterator[tuple[int, Any]]]
    write: Callable[[Any, Any], str] | None = None
    noun: str = ""


_NO_SORT = OwnSort(lambda _, __: iter(()))
"""Stands for every kind of noun that is no sort of its own."""


class TypedLine:
    """A line being read in one language, and how far it made sense.

    `raw` is the line as it was written, `text` folded, `low` in lower case; `places` maps a place in `text`
    to its place in `raw`. `seat` is who speaks where no seat is named (None: unknown). `far` is the
    furthest place that made sense, `wanted` what could stand there (`wanted_otherwise` by patterns that are
    further ways, while `is_other`). `called`, `seats_at`, `nouns_at` and `nouns` are caches of this line.
    """

    def __init__(self, text: str, state: Any, words: "Words", seat: str | None = None) -> None:
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
        """Note what could have stood at a place of `low`, unless a later place made sense."""
        at += self.low.startswith(" ", at)
        if at > self.far:
            self.far, self.wanted, self.wanted_otherwise, self.problem = at, {}, {}, None
        if at == self.far:
            (self.wanted_otherwise if self.is_other else self.wanted).update(dict.fromkeys(words))

    def fail(self, at: int, problem: NotationError) -> None:
        """Note why what stands at a place means nothing, unless a later place made sense."""
        self.want(at, *problem.expected)
        if at + self.low.startswith(" ", at) == self.far:
            self.problem = problem

    def is_whole(self, at: int) -> bool:
        """Return whether nothing is left but full stops; else the place counts as one that made sense."""
        if self.low[at:].strip(" .。"):
            self.want(at)
            return False
        return True

    def clauses(self, table: str, text: str) -> list[tuple[str, Fields]]:
        """Read clauses, parted as the language parts them, as (id, fields) of each.

        The patterns are `[<table>.notation]`; `parting` lists there what may stand between two. Raises
        NotationError.
        """
        patterns = self.words.clauses(table)
        parting, _ = patterns.pop("parting"), patterns.pop("between")
        parts = filter(None, re.split(_parting_at(parting), text))
        return [self.clause(patterns, part) for part in parts]

    def clause(self, patterns: Mapping[str, str], text: str) -> tuple[str, Fields]:
        """Read one clause as (id, fields) of the first pattern that fits. Raises NotationError."""
        line = TypedLine(text, self.state, self.words)
        for id, pattern in patterns.items():
            fields = read_whole(pattern, line)
            if fields is not None:
                return id, fields
        raise line.misread()

    def misread(self) -> NotationError:
        """Return the error of the line; `at` counts the characters of `raw`, not blanks, that made sense."""
        problem = self.which_of or self.problem or self.not_understood()
        problem.at = len("".join(self.raw[: self.places[self.stops_at()]].split()))
        return problem

    def as_written(self, at: int, end: int | None = None) -> str:
        """Return a part of the line as it stands in `raw`; the rest of it where `end` is None."""
        return self.raw[self.places[at] : None if end is None else self.places[end]].strip()

    def not_understood(self) -> NotationError:
        at = self.stops_at()
        rest = self.text[at:].strip()
        wanted = tuple(filter(None, self.wanted)) or tuple(filter(None, self.wanted_otherwise))
        if not rest:
            return NotationError("notation.incomplete", wanted, text=self.text)
        return NotationError("notation.misplaced" if at else "notation.unknown_start", wanted, text=rest)

    def stops_at(self) -> int:
        """Return the place where the line stops making sense: the は of はい has made none."""
        is_stray = self.far == 1 and _PARTICLE.match(self.text) and not self.seats_at.get(0)
        return 0 if is_stray else self.far

    def parts_words(self, at: int) -> bool:
        """Return whether one word ends and another may begin at a place."""
        return not (0 < at < len(self.low) and _is_letter(self.low[at - 1]) and _is_letter(self.low[at]))

    def ends_name(self, at: int) -> bool:
        """Return whether a name may end at a place: a number may follow at once (B2), no more of a word."""
        return self.parts_words(at) or self.low[at].isdigit()


@cache
def _parting_at(parting: str) -> re.Pattern[str]:
    """Return the pattern of what parts two clauses, cached: signs anywhere, words where they stand alone."""
    signs = [re.escape(each) for each in parting.split() if not _is_letter(each[0])]
    words = [rf"\b{re.escape(each)}\b" for each in parting.split() if _is_letter(each[0])]
    return re.compile(rf"\s*(?:{'|'.join(signs + words)})\s*")


@cache
def between(lang: str) -> re.Pattern[str]:
    """Return the pattern of what may stand between two members of a list, cached."""
    last = lower(trait(lang, "last_of_numbers")).strip()
    end = r"\b" if _is_letter(last[0]) else ""
    return re.compile(rf"[{SEPARATORS}]*(?:{last}{end} *)?")


def _is_letter(char: str) -> bool:
    """Return whether a character is of a script that parts words with blanks."""
    return char.isalnum() and ord(char) < _IDEOGRAPHS


class Words(msgspec.Struct, frozen=True):
    """The nouns, own slots and own sorts that patterns of a part are read and written with, in one language.

    `nouns` gives the nouns of a kind by id, `sentences` is the catalog of the part by message id. `people`
    gives the seat by what else people are called in a line, such as their characters; None: nothing else.
    """

    nouns: Callable[[str], Mapping[str, str]]
    own: Mapping[str, OwnSlot]
    sorts: Mapping[str, OwnSort]
    part: str
    lang: str
    sentences: Mapping[str, str]
    people: Callable[["TypedLine"], Mapping[str, str]] | None = None

    def clauses(self, table: str) -> dict[str, str]:
        """Return the patterns of a kind of clause by id."""
        prefix = f"{self.part}.{table}.notation."
        return {id.removeprefix(prefix): text for id, text in self.sentences.items() if id.startswith(prefix)}

    def also(self, kind: str) -> Iterator[tuple[str, str]]:
        """Yield (id, words with blanks between) of what else nouns of a kind are called: `[also.<kind>]`."""
        prefix = f"{self.part}.also.{kind}."
        return (
            (id.removeprefix(prefix), text) for id, text in self.sentences.items() if id.startswith(prefix)
        )

    def name(self, kind: str, value: Any) -> str:
        """Return the noun of a value, or the value itself where it has none."""
        return self.nouns(kind).get(str(value)) or str(value)


@cache
def letters(text: str) -> tuple[str, str]:
    """Return letters of a pattern as (how a line is searched for them, how they are proposed), cached."""
    return lower(fold(text)), text.strip(" ,:") or text.strip(" ,")


class Literal(msgspec.Struct, frozen=True):
    """Letters that are typed as they are. `is_other`: another word for the same, never proposed."""

    text: str
    is_other: bool = False

    def end(self, line: TypedLine, at: int) -> int | None:
        """Return the place after the letters, a blank before them or not; None where they are not there."""
        word, wanted = letters(self.text)
        for place in (at, at + 1) if line.low.startswith(" ", at) else (at,):
            if line.low.startswith(word, place):
                return place + len(word)
        line.want(at, *(() if self.is_other else (wanted,)))
        return None

    def write(self, _: Any, __: Fields) -> str | None:
        return self.text


class Gap(msgspec.Struct, frozen=True):
    """A blank between two words."""

    def end(self, line: TypedLine, at: int) -> int | None:
        """Return the place after a blank; the same place where two words are parted without; else None."""
        if line.low.startswith(" ", at):
            return at + 1
        return at if line.parts_words(at) else None

    def write(self, _: Any, __: Fields) -> str | None:
        return " "


class _Choice(msgspec.Struct, frozen=True):
    """Several ways to say a part of a line; the first that has all it takes is written."""

    ways: tuple[tuple[Piece, ...], ...]

    def read(self, line: TypedLine, at: int) -> Found:
        """Yield (end, fields) of each way that fits, the first way first."""
        for way in self.ways:
            yield from _read_parts(way, line, at)

    def write(self, saying: Any, fields: Fields) -> str | None:
        return next(
            (said for way in self.ways if (said := _write_parts(way, saying, fields)) is not None), None
        )


class Slot(msgspec.Struct, frozen=True):
    """Where something stands that differs from line to line.

    `often` is `*`, `,` or `;` for a list, `?` where it may be unseen. `value` is what the field is where the
    slot types nothing (`{openly:yes}`, `{card=hand}`).
    """

    name: str
    kind: str
    often: str = ""
    value: Any = True

    def read(self, line: TypedLine, at: int) -> Found:
        """Yield (end, fields) of each way to read the slot at a place."""
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

    def read_one(self, line: TypedLine, at: int) -> Iterator[tuple[int, Any]]:
        """Yield (end, value) of each way to read one thing; None is what nobody has seen."""
        if self.often and line.low.startswith(UNSEEN, at):
            yield at + 1, None
        elif self.kind == "seat":
            yield from read_seat(line, at)
        elif self.kind in ("", "n", "+"):
            yield from _read_number(line, at)
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

    def read_own(self, line: TypedLine, at: int) -> Found:
        """Yield what the game reads from the rest of the line; nothing where it does not read this slot."""
        read = line.words.own[self.name].read
        if read is None:
            return
        try:
            yield len(line.text), read(line, line.text[at:].strip(" .。"))
        except NotationError as problem:
            line.fail(at, problem)

    def read_list(self, line: TypedLine, at: int) -> Found:
        """Yield (end, fields) with the longest list first, then each shorter one."""
        if self.often == "," and line.low.startswith(NONE, at):
            yield at + 1, {self.name: ()}
            return
        found: list[tuple[int, tuple[Any, ...]]] = []
        place, so_far = at, ()
        while len(found) < _MOST_ITEMS:
            items = next(self.read_items(line, place), None)
            if items is None:
                break
            place, so_far = items[0], (*so_far, *items[1])
            found.append((place, so_far))
            parting = between(line.words.lang).match(line.low, place)
            place = parting.end() if parting else place
        yield from ((end, {self.name: items}) for end, items in reversed(found))

    def read_items(self, line: TypedLine, at: int) -> Iterator[tuple[int, tuple[Any, ...]]]:
        """Yield (end, members) of one thing, or of several written as a letter each: `LRL`."""
        for end, one in self.read_one(line, at):
            yield end, (one,)
        run = WORD.match(line.low, at)
        if run and run[0].isalpha():
            words = {id: plain_noun(word) for id, word in line.words.nouns(self.kind).items()}
            meant = [[id for id, word in words.items() if word.startswith(c)] for c in run[0][:_MOST_ITEMS]]
            if all(len(each) == 1 for each in meant):
                yield run.end(), tuple(each[0] for each in meant)

    def write(self, saying: Any, fields: Fields) -> str | None:
        """Return what stands here; None where the field is empty."""
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
        """Return the members joined; None where there are none, `-` where the slot writes that."""
        items = [UNSEEN if each is None else self.write_one(saying, each) for each in value]
        return ("," if self.often in (",", ";") else " ").join(items) or (NONE if self.often == "," else None)

    def write_one(self, saying: Any, value: Any) -> str:
        if self.kind == "+":
            return f"{value:+d}"
        own = saying.words.sorts.get(self.kind, _NO_SORT)
        if own.write is not None:
            return str(own.write(saying, value))
        if self.kind == "seat":
            return _write_seat(saying.names, str(value))
        if self.kind in ("", "n", "word", "text"):
            return str(value)
        return str(saying.words.name(own.noun or self.kind, value))


def _write_seat(names: Mapping[str, str], seat: str) -> str:
    """Return the id of a seat; its name where somebody else is called as the id is."""
    is_taken = any(other != seat and same(name, seat) for other, name in names.items())
    return names.get(seat, seat) if is_taken else seat


def read_seat(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, seat) of who is named at a place, found once for each place of a line.

    Any word is a seat where there is no table yet.
    """
    if line.state is None:
        if match := WORD.match(line.low, at):
            yield match.end(), line.as_written(at, match.end())
        return
    if at not in line.seats_at:
        line.seats_at[at] = list(seats_at(line, at))
    yield from line.seats_at[at]
    line.want(at, *line.state.seats)


def seats_at(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, seat) of who is named at a place, with the polite word that follows a name and without."""
    titles = lower(trait(line.words.lang, "titles")).split()
    named = list(_named_at(line, at)) or list(_called_at(line, at + article(line.low, line.words.lang, at)))
    for end, seat in named:
        yield from ((end + len(title), seat) for title in titles if line.low.startswith(title, end))
        if at == 0 and line.low.startswith(":", end):
            yield end + 1, seat
        yield end, seat


def _named_at(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, seat) by names and ids, the longest first; a name goes before an id of the same length.

    Where several are called so, none is found and `line.which_of` becomes the error.
    """
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


def _called_at(line: TypedLine, at: int) -> Iterator[tuple[int, str]]:
    """Yield (end, seat) by what the game calls people, the longest word first."""
    if line.called is None:
        line.called = {} if line.words.people is None else line.words.people(line)
    for word in sorted(line.called, key=len, reverse=True):
        if line.low.startswith(word, at) and line.ends_name(at + len(word)):
            yield at + len(word), line.called[word]


def _read_number(line: TypedLine, at: int) -> Iterator[tuple[int, int]]:
    match = _DIGITS.match(line.low, at, at + _LONGEST_NUMBER + 1)
    if match and not line.low[match.end() : match.end() + 1].isdigit():
        yield match.end(), int(match[0])
    else:
        line.want(at)


def read_noun(line: TypedLine, at: int, kind: str) -> Iterator[tuple[int, Any]]:
    """Yield (end, value) of the noun at a place, an article before it or not; found once for each place."""
    at += article(line.low, line.words.lang, at)
    if (kind, at) not in line.nouns_at:
        line.nouns_at[kind, at] = _noun_at(line, at, kind)
    found, is_whole = line.nouns_at[kind, at]
    yield from found
    if not is_whole:
        line.want(at, *line.words.nouns(kind).values())


def _noun_at(line: TypedLine, at: int, kind: str) -> tuple[list[tuple[int, Any]], bool]:
    """Find a noun at a place by word, id, or a beginning only one has; the flag says that it stands whole."""
    known = nouns_of(line, kind)
    for word, id in known:
        if line.low.startswith(word, at) and line.parts_words(at + len(word)):
            return [(at + len(word), value_of(id))], True
    run = WORD.match(line.low, at)
    begun = {id for word, id in known if run and run[0].isascii() and word.startswith(run[0])}
    return ([(run.end(), value_of(begun.pop()))] if run and len(begun) == 1 else []), False


def nouns_of(line: TypedLine, kind: str) -> list[tuple[str, str]]:
    """Return (word, id) of what nouns of a kind may be called, the longest first; cached in the line."""
    if kind not in line.nouns:
        lang = line.words.lang
        named = ((plain_noun(name), id) for id, name in line.words.nouns(kind).items())
        called = [(word, id) for name, id in named for word in (name[article(name, lang) :], id.lower())]
        called += [(plain_noun(word), id) for id, words in line.words.also(kind) for word in words.split()]
        line.nouns[kind] = sorted(called, key=lambda each: -len(each[0]))
    return line.nouns[kind]


def article(text: str, lang: str, at: int = 0) -> int:
    """Return the length of an article and its blank at a place; 0 where none stands there."""
    articles = trait(lang, "articles").split()
    return next((len(each) + 1 for each in articles if text.startswith(f"{each} ", at)), 0)


def plain_noun(name: str) -> str:
    """Return a noun as lines are searched for it."""
    return lower(fold(name))


def value_of(id: str) -> Any:
    """Return what an id stands for: an int where it is written as one, else the id."""
    return int(id) if id.lstrip("-").isdecimal() else id


def _read_parts(parts: tuple[Piece, ...], line: TypedLine, at: int, n: int = 0) -> Found:
    """Yield (end, fields) of every way in which the parts, from the n-th on, fit one after the other."""
    while n < len(parts) and isinstance(parts[n], Literal | Gap):
        end = parts[n].end(line, at)
        if end is None:
            return
        at, n = end, n + 1
    if n == len(parts):
        yield at, {}
        return
    for end, found in parts[n].read(line, at):
        for last, more in _read_parts(parts, line, end, n + 1):
            yield last, {**found, **more}


def read_whole(pattern: str, line: TypedLine) -> Fields | None:
    """Return the fields of a line that a pattern reads to its end; None where it does not fit."""
    found = _read_parts(_compile_pattern(pattern), line, 0)
    return next((fields for end, fields in found if line.is_whole(end)), None)


def read_pattern(pattern: str, line: TypedLine, at: int) -> Found:
    """Yield (end, fields) of every way in which a pattern fits from a place on."""
    yield from _read_parts(_compile_pattern(pattern), line, at)


def _write_parts(parts: tuple[Piece, ...], saying: Any, fields: Fields) -> str | None:
    """Return the parts written one after the other; None where something is missing."""
    said = []
    for part in parts:
        one = part.write(saying, fields)
        if one is None:
            return None
        said.append(one)
    return "".join(said)


def write_whole(pattern: str, saying: Any, fields: Fields) -> str | None:
    """Return the line a pattern writes; None where a field it takes is empty."""
    said = _write_parts(_compile_pattern(pattern), saying, fields)
    return None if said is None else " ".join(said.split())


@cache
def _compile_pattern(pattern: str) -> tuple[Piece, ...]:
    """Return a pattern as parts, cached. Raises ValueError where a bracket has no partner."""
    parts, end = parts_of(pattern, 0)
    if end != len(pattern):
        raise ValueError(f"a bracket is not opened: {pattern}")
    return parts


def parts_of(pattern: str, at: int) -> tuple[tuple[Piece, ...], int]:
    """Parse a pattern from `at` up to `|`, `)` or its end; return the parts and where they end."""
    parts: list[Piece] = []
    while at < len(pattern) and pattern[at] not in "|)":
        if pattern[at] == " ":
            parts, at = [*parts, Gap()], at + 1
        elif pattern[at] == "{":
            end = pattern.index("}", at)
            name, _, kind = pattern[at + 1 : end].partition(":")
            name, _, value = name.partition("=")
            often = (kind or name)[-1:] if (kind or name)[-1:] in "*,;?" else ""
            kind, name = "yes" if value else kind.removesuffix(often), name.removesuffix(often)
            parts, at = [*parts, Slot(name, kind, often, value or True)], end + 1
        elif pattern[at] == "(":
            choice, at = _choice_of(pattern, at + 1)
            parts.append(choice)
        else:
            found = _LITERAL_END.search(pattern, at)
            end = found.start() if found else len(pattern)
            parts, at = [*parts, Literal(pattern[at:end])], end
    return tuple(parts), at


def _choice_of(pattern: str, at: int) -> tuple[_Choice, int]:
    """Parse a choice from after its bracket; return it and the place after the closing one."""
    ways = []
    while True:
        way, at = parts_of(pattern, at)
        ways.append(way)
        if at == len(pattern):
            raise ValueError(f"a bracket is not closed: {pattern}")
        at += 1
        if pattern[at - 1] == ")":
            return _Choice((ways[0], *map(_as_others, ways[1:]))), at


def _as_others(way: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Mark literals of a way as other words for the first way, unless it has slots."""
    if any(isinstance(part, Slot | _Choice) for part in way):
        return way
    return tuple(Literal(part.text, is_other=True) if isinstance(part, Literal) else part for part in way)
