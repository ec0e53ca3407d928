"""Read facts of a position and acts as people say them, in every language.

What people say of a fact stands in the words of its game, in the table `[fact.notation]`: by the path of the
fact, the pattern of the line that tells it (see `referee.l10n.patterns`). Slots in the path are filled with
what the pattern reads under their names, `value` is what the fact is; a path that ends with `[]` is a list
that each line adds to. Several facts told in one breath share what they are about: "A1 at S3 with a
diamond". A fact without a pattern goes by its path or its name: `canoes.A.1.at=S3`, `weather=1`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event
from events.codec import MalformedError
from events.table import TableOpened
from referee.kernel.folding import fold, lower
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import LARGE_NUMBER, LONGEST_LINE
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.l10n.catalogs import catalog
from referee.l10n.messages import load_words, wording_of
from referee.l10n.patterns import TypedLine, article, nouns_of, read_pattern
from referee.l10n.wording import in_digits, parse
from referee.languages import LANGUAGES, trait, words_for
from referee.service.ask.asked import Asked
from referee.service.commands.correct import make_correction, settable_facts
from referee.service.tables.opening import LETTERS

_CONSTANTS: Mapping[str, Any] = {"none": None, "-": (), "-1": -1, "0": 0, "1": 1}
"""What these stand for in a pattern: `{value=none}`; `{value=-}` is an empty list."""

_ALL_OF_THEM = "[]"
_SLOT = re.compile(r"\{(\w+)\}")
_PARTING = re.compile(r"[\s,，、;；.。]+")

_MOST_LINES = 100
"""So many lines are tried at most, to read what one says; a sentence takes fewer than 20."""


class Said(msgspec.Struct, frozen=True):
    """Facts as a position has them, and acts in the order in which they were told."""

    facts: Mapping[str, Any] = {}
    acts: tuple[Event, ...] = ()


class NotUnderstoodError(NotationError):
    """Something that is neither a fact nor an act; `said` is all of it."""

    def __init__(self, problem: NotationError, said: str) -> None:
        super().__init__(problem.reason, problem.expected, problem.part_of, **problem.args_)
        self.at, self.said = problem.at, said


class Fact(NamedTuple):
    """A fact by its path; of a list that a line adds to, `value` is one member of it."""

    path: str
    value: Any


def read_asked(asked: Asked, said: Sequence[str], lang: str) -> Asked | Refused:
    """Return a question with the facts and acts that are said in words, in the reader's language or another.

    What reads as a fact is one; the acts are done in the order in which they are said. Where nobody says who
    plays, people go by letters; by colours or, in a game where they play as somebody, by that, where
    somebody is called so. Refused where no table opens so. Raises NotUnderstoodError.
    """
    game = find_game(asked.game)
    people = _People({}, {}) if asked.seats else _people_called(game, said)
    opened = _open_for_all(game, asked, people.names)
    if isinstance(opened, Refused):
        return opened
    state = _with_facts(game, opened.state, people.facts)
    told = read_said(game, state, said, lang)
    return replace(
        asked,
        facts=_merge(people.facts, _merge(asked.facts, told.facts)),
        acts=(*asked.acts, *[msgspec.json.decode(msgspec.json.encode(act)) for act in told.acts]),
    )


def explain_malformed(asked: Asked, error: MalformedError) -> Mapping[str, Any]:
    """Return the message of what is wrong in the first event, or the facts, of a question."""
    from referee.kernel.vocabulary import explain, explain_unreadable  # a cold start without it: 4 ms

    codec = codec_for(asked.game)
    for told in (*(asked.record or ()), *asked.acts, {"type": "corrected", "position": asked.facts}):
        line = msgspec.json.encode(told)
        try:
            codec.event(line)
        except MalformedError as wrong:
            return explain(codec, line, wrong)
    return explain_unreadable(error)


def lines_to_say(game: Game, lang: str) -> tuple[str, ...]:
    """Return what may be said where nothing was: each fact by its path, acts as one types them."""
    from referee.service.line_reading import typed_lines  # the same

    opened = _open_for_all(game, Asked(game=game.id), {})
    if isinstance(opened, Refused):
        return ()
    state = opened.state
    facts = [f"{fact.path}=" for fact in settable_facts(game, state, REFEREE)]
    acts = [
        event
        for seat in game.acting(state)
        for event in (*game.legal(state, seat), *game.samples(state, seat))
    ]
    return (*facts, *typed_lines(state, acts, lang))


def _open_for_all(game: Game, asked: Asked, names: Mapping[str, str]) -> Verdict:
    """Return a table of who is asked about, else of as many as can play: all who may be named sit there.

    `names` are by seat, of people who do not go by letters.
    """
    free = (*names, *LETTERS)
    players = game.ruleset.players
    choices = [asked.seats] if asked.seats else [tuple(free[:n]) for n in reversed(players)]
    opened = TableOpened(game=game.id, seats=(), edition=asked.edition or None, options=asked.options)
    tables = (
        game.decide(
            None, replace(opened, seats=seats, names={seat: names[seat] for seat in names if seat in seats})
        )
        for seats in choices
    )
    verdict = next(tables)
    return next((each for each in (verdict, *tables) if isinstance(each, Accepted)), verdict)


class _People(NamedTuple):
    """Who is spoken of otherwise than by a letter: the words by seat, and what that says of the position."""

    names: Mapping[str, str]
    facts: Mapping[str, Any]


def _people_called(game: Game, said: Iterable[str]) -> _People:
    """Return who is called by a colour, or as whom they play, where a line begins so; else nobody."""
    lines = [_without_article(lower(fold(line.strip()))) for line in said]
    colours = {lower(fold(word)): colour for word, colour in words_for("colours").items()}
    names = _called_in(lines, colours, lambda line, word: not _is_noun(game, line, word))
    wording = wording_of(game.id)
    if names or not wording.people_fact:
        return _People(names, {})
    roles = {
        word: str(id)
        for lang in LANGUAGES
        for kind in wording.people_nouns
        for word, id in nouns_of(TypedLine("", None, load_words(game.id, lang)), kind)
    }
    names = _called_in(lines, roles, lambda *_: True)
    return _People(names, {wording.people_fact: {seat: seat for seat in names}} if names else {})


def _without_article(line: str) -> str:
    return line[max(article(line, lang) for lang in LANGUAGES) :]


def _called_in(
    lines: Sequence[str], called: Mapping[str, str], is_person: Callable[[str, str], bool]
) -> dict[str, str]:
    """Return by id the word for each person that lines name; empty where no line begins with a person."""
    first: dict[str, str] = {}
    for line in lines:
        word = max((each for each in called if _names_at(line, each, 0)), key=len, default="")
        if word and is_person(line, word):
            first.setdefault(called[word], word)
    places = ((line, word, line.find(word)) for word in called for line in lines)
    beside = {called[word]: word for line, word, at in places if at >= 0 and _names_at(line, word, at)}
    return {**first, **{id: word for id, word in beside.items() if id not in first}} if first else {}


def _names_at(line: str, word: str, at: int) -> bool:
    """Return whether a word stands at a place; one in Latin letters only where no letter goes on."""
    around = line[at - 1 : at] + line[at + len(word) :][:1]
    return line.startswith(word, at) and not (word.isascii() and any(each.isalpha() for each in around))


def _is_noun(game: Game, line: str, word: str) -> bool:
    """Return whether a line begins with a noun of the game that goes on after a word: 红宝石 after 红."""
    texts = (item for lang in LANGUAGES for item in catalog(lang, game.id).items())
    nouns = (lower(fold(text)) for id, text in texts if id.startswith(f"{game.id}.noun."))
    return any(len(noun) > len(word) and line.startswith(noun) for noun in nouns)


def _merge(facts: Mapping[str, Any], more: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts with `more` of them, which go before."""
    both = {
        name: _merge(facts[name], value) for name, value in more.items() if _are_maps(facts.get(name), value)
    }
    return {**facts, **more, **both}


def _are_maps(*values: Any) -> bool:
    return all(isinstance(each, Mapping) for each in values)


def read_said(game: Game, state: Any, said: Iterable[str], lang: str) -> Said:
    """Return the facts and acts that people say of a position, in the reader's language or another.

    What reads as a fact is one. `state` is a table at which nothing was told, with all seats that may be
    named. Raises NotUnderstoodError.
    """
    facts: dict[str, Any] = {}
    lines: list[str] = []
    for line in said:
        found = read_fact_line(game, state, line, lang)
        for fact in found or ():
            set_fact(facts, fact)
        if found is None:
            lines.append(line)
    told = _with_facts(game, state, facts)
    acts: list[Event] = []
    for line in lines:
        try:
            act = parse(told, line, lang)
        except NotationError as problem:
            for fact in _read_name_or_raise(game, state, line, lang, problem):
                set_fact(facts, fact)
            continue
        acts.append(act)
        verdict = game.decide(told, act)
        told = verdict.state if isinstance(verdict, Accepted) else told
    return Said(facts, tuple(acts))


def set_fact(facts: dict[str, Any], fact: Fact) -> None:
    """Set a fact in a position as JSON."""
    *steps, last = fact.path.removesuffix(_ALL_OF_THEM).split(".")
    for step in steps:
        facts = facts.setdefault(step, {})
    if not fact.path.endswith(_ALL_OF_THEM):
        facts[last] = fact.value
    elif fact.value not in facts.setdefault(last, []):
        facts[last].append(fact.value)


def _languages_for(text: str, lang: str) -> Iterator[str]:
    """Yield the languages in which a line may tell a fact, the reader's first.

    What is written without blanks, as Chinese is, has no fact without a letter of its own.
    """
    for each in dict.fromkeys((lang, *LANGUAGES)):
        if trait(each, "blank") or not text.isascii():
            yield each


def _read_paths(game: Game, state: Any, facts: Sequence[str]) -> list[Fact]:
    """Return facts that go by their paths or names. Raises NotationError."""
    from referee.service.fact_reading import read_facts  # a cold start without it: 12 ms

    return [Fact(*each) for each in read_facts(game, state, facts, REFEREE).items()]


def read_fact_line(game: Game, state: Any, line: str, lang: str) -> list[Fact] | None:
    """Return the facts a line tells, in any language; None where it tells none, or something else beside.

    Raises NotUnderstoodError for a fact that cannot have its value.
    """
    if not line.strip() or len(line) > LONGEST_LINE or LARGE_NUMBER.search(line):
        return None
    reading = _Reading(game, state)
    has_numerals = any(word in line.casefold() for word in words_for("numerals"))
    for text in dict.fromkeys((line, in_digits(state, line) if has_numerals else line)):
        for each in _languages_for(text, lang):
            if found := reading.facts_of(text, each):
                return [reading.check(fact, line) for fact in found]
    if "=" in line.replace("＝", "="):
        try:
            return _read_paths(game, state, [line.strip()])
        except NotationError:
            return None
    return None


def _read_name_or_raise(game: Game, state: Any, line: str, lang: str, problem: NotationError) -> list[Fact]:
    """Return the fact that a line calls by its name: `weather: 1`, `life ring Ben`.

    Raises NotUnderstoodError where it is none; `problem` is why it is no act.
    """
    if not line.strip():
        raise NotUnderstoodError(problem, line)
    named = re.sub(r"\s*[:：]\s*", "=", line.strip(), count=1)
    is_path = "=" in named.replace("＝", "=")
    try:
        return _read_paths(game, state, [named] if is_path else named.split())
    except NotationError as other:
        other.at = None
        if is_path and not problem.at:
            raise NotUnderstoodError(other, line) from None
    raise NotUnderstoodError(_furthest(game, state, line, lang, problem), line)


def _furthest(game: Game, state: Any, line: str, lang: str, problem: NotationError) -> NotationError:
    """Return why a line is neither an act (`problem`) nor a fact: what makes sense for longer."""
    reading = _Reading(game, state)
    for each in dict.fromkeys((lang, *LANGUAGES)):
        reading.facts_of(line, each)
    whole = len("".join(line.split()))
    found = [
        (whole - len("".join(each.raw[each.places[each.stops_at()] :].split())), each)
        for each in reading.lines
    ]
    at, best = max(found, key=lambda each: each[0], default=(0, None))
    if best is None or problem.at is None or at < problem.at:
        return problem
    why = best.misread()
    if at == problem.at:
        problem.expected = tuple(dict.fromkeys((*problem.expected, *why.expected)))
        return problem
    why.at = at
    return why


def _with_facts(game: Game, state: Any, facts: Mapping[str, Any]) -> Any:
    """Return the state with facts; as it is where they cannot be together: that is refused elsewhere."""
    if not facts:
        return state
    try:
        paths = dict(_leaves(facts))
        verdict = game.decide(state, make_correction(game, state, paths))
    except MalformedError:
        return state
    return verdict.state if isinstance(verdict, Accepted) else state


def _leaves(facts: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Any]]:
    for name, value in facts.items():
        if isinstance(value, Mapping) and value:
            yield from _leaves(value, f"{path}{name}.")
        else:
            yield path + name, value


@cache
def _patterns_of(game: str, lang: str) -> Mapping[str, str]:
    """Return the pattern of what people say of a fact, by its path; cached."""
    prefix = f"{game}.fact.notation."
    texts = catalog(lang, game).items()
    return {id.removeprefix(prefix): text for id, text in texts if id.startswith(prefix)}


class _Clause(NamedTuple):
    """A fact that the beginning of a line tells, where it ends, and how what it is about is called there."""

    end: int
    fact: Fact
    subjects: tuple[str, ...]


class _Reading:
    """Reads what is said of a position in one breath. `lines` are those that were tried for it."""

    def __init__(self, game: Game, state: Any) -> None:
        self.game, self.state = game, state
        self.lines: list[TypedLine] = []

    def facts_of(self, text: str, lang: str, subject: str = "") -> list[Fact] | None:
        """Return the facts a whole text tells in a language; None where it tells none, or something else.

        Where it begins with a `subject`, nothing is a fact that says no more than that.
        """
        if len(self.lines) >= _MOST_LINES:
            return None
        line = TypedLine(text, self.state, load_words(self.game.id, lang))
        self.lines.append(line)
        clauses = [each for each in self._clauses_at_beginning(line) if each.end > len(subject)]
        for clause in clauses:
            if line.is_whole(clause.end):
                return [clause.fact]
        for clause in sorted(clauses, key=lambda each: -each.end):
            start = self._next_clause(line, clause.end)
            rest = line.as_written(start)
            for about in dict.fromkeys(("", *clause.subjects)):
                more = self.facts_of(f"{about} {rest}".strip(), lang, about)
                if more is not None:
                    return [clause.fact, *more]
        return None

    def _clauses_at_beginning(self, line: TypedLine) -> Iterator[_Clause]:
        for path, pattern in _patterns_of(self.game.id, line.words.lang).items():
            for end, fields in read_pattern(pattern, line, 0):
                value = fields.pop("value", None)
                said = _CONSTANTS.get(value, value) if isinstance(value, str) else value
                where = _fill(path, fields)
                fact = Fact(where, list(said) if isinstance(said, tuple) else said)
                about = _subject_of(path, pattern)
                ends = (at for at, _ in read_pattern(about, line, 0)) if about else ()
                yield _Clause(end, fact, tuple(line.as_written(0, at) for at in ends))

    def _next_clause(self, line: TypedLine, at: int) -> int:
        """Return where the next clause begins, after what parts the two."""
        if parting := _PARTING.match(line.low, at):
            at = parting.end()
        for word in lower(trait(line.words.lang, "joining")).split():
            if line.low.startswith(word, at) and line.parts_words(at + len(word)):
                at += len(word)
        return at

    def check(self, fact: Fact, line: str) -> Fact:
        """Return a fact that there is and that may have its value. Raises NotUnderstoodError."""
        path, value = fact
        if path.endswith(_ALL_OF_THEM):
            path, value = path.removesuffix(_ALL_OF_THEM), [value]
        try:
            make_correction(self.game, self.state, {path: value})
        except MalformedError:
            try:  # to be told what is wrong with it
                _read_paths(self.game, self.state, [f"{path}={msgspec.json.encode(value).decode()}"])
            except NotationError as problem:
                raise NotUnderstoodError(problem, line) from None
        return fact


def _fill(path: str, fields: Mapping[str, Any]) -> str:
    """Return a path with what its slots read."""
    return _SLOT.sub(lambda slot: str(fields[slot[1]]), path)


@cache
def _subject_of(path: str, pattern: str) -> str:
    """Return the part of a pattern that says what its fact is about; empty where it has no such beginning."""
    end = max((pattern.find("}", pattern.find(f"{{{slot}")) + 1 for slot in _SLOT.findall(path)), default=0)
    begun = pattern[:end]
    return begun if begun.count("(") == begun.count(")") else ""
