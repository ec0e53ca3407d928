"""Rulings: disputes as a situation, a question, acts with their verdicts, and an answer.

They are Markdown files in `rulings/` in the package of each game; those of the table stand beside its
rulebook.

    # D-24: Entering and stealing in one turn
    zh-Hans: …                     the title in the other languages
    ja: …
    rules: NIA-STEAL-01            ids the ruling exercises
    confidence: stated
    sources: ZH Steal-1; JA St-2

    ## Situation                   a record to start from
    ## Question                    one line a language
    ### Act                        also: ### Act in edition ja with fork=observed
    refused: NIA-STEAL-01          or: accepted, accepted: ids; of the last line of the act
    position: {…}                  optional: facts that hold afterwards
    consequence: {…}               optional: an event that follows
    hidden from B: {…}             optional: facts, or an event with its type, that nothing B reads holds
    winners: […]                   optional
    ## Answer                      one line a language
    ## Sources that disagree       optional: one line a language

One that a table made has `day: 2026-11-27`, when it was decided, and `basis: edition`, what that rests on
(as of `ruling_given`).
"""

import re
from collections.abc import Collection, Iterator
from functools import cache
from pathlib import Path

import msgspec

from referee.kernel.registry import all_games, folder_of
from referee.languages import LANGUAGES, Texts
from referee.rulebooks import TABLE, folder_of_book

_ACT = re.compile(r"^### Act(?: in edition (?P<edition>\S+))?(?: with (?P<options>.+))?$")
_BLOCK = re.compile(r"^```jsonl\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_FIELD = re.compile(r"^([a-zA-Z -]+?)(?::\s+(.*))?$")


class RulingError(ValueError):
    """A ruling that cannot be read; the message names the file and what is missing."""


class RulingAct(msgspec.Struct, frozen=True, kw_only=True):
    """Events proposed to the situation; `verdict` and `rules` are of the last one.

    `edition` and `options` re-open the situation otherwise than it says. `expected` are further
    claims as (what, JSON): `position`, `consequence`, `hidden from A` and so on.
    """

    edition: str | None
    options: dict[str, str]
    lines: tuple[str, ...]
    verdict: str
    rules: tuple[str, ...]
    expected: tuple[tuple[str, str], ...] = ()


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """One file: what was asked, and what was decided, by which rules and whose word.

    `day` (ISO) and `basis` are of one that a table made; empty elsewhere.
    """

    game: str
    name: str
    title: Texts
    rules: tuple[str, ...]
    confidence: str
    sources: tuple[str, ...]
    disagree: Texts | None
    situation: tuple[str, ...]
    question: Texts
    acts: tuple[RulingAct, ...]
    answer: Texts
    day: str = ""
    basis: str = ""

    @property
    def disputes(self) -> tuple[str, ...]:
        """Return the ids of the disputes it settles: its file name begins with them."""
        return tuple(re.findall(r"[A-Z]-?\d\d", self.name))


class MostAsked(Texts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What tables argue about most: a label of a few words, and the name of the ruling that answers it."""

    ruling: str


@cache
def most_asked(game: str) -> dict[str, MostAsked]:
    """Return what is asked most of a game by id, in the order it is shown; cached. Many games say nothing."""
    path = folder_of_book(game) / "most_asked.toml"
    return msgspec.toml.decode(path.read_bytes(), type=dict[str, MostAsked]) if path.exists() else {}


def find_ruling(book: str, name: str) -> Ruling | None:
    """Return the ruling of a game, or of the table, in a file of that name; None where there is none."""
    path = folder_of_rulings(book) / f"{name}.md"
    return _read_cached(path, book) if path in folder_of_rulings(book).glob("*.md") else None


def rulings_on(rule: str) -> tuple[Ruling, ...]:
    """Return the rulings that exercise a rule."""
    return tuple(ruling for ruling in all_rulings() if rule in ruling.rules)


def all_rulings() -> tuple[Ruling, ...]:
    """Return every ruling, the table's first."""
    return tuple(ruling for book in (TABLE, *all_games()) for ruling in rulings_in(book))


@cache
def rulings_in(book: str) -> tuple[Ruling, ...]:
    """Return the rulings of a game, or of the table; cached. A missing folder has none."""
    return tuple(_read_cached(path, book) for path, _ in _files_of(book))


def rulings_naming(book: str, rules: Collection[str]) -> tuple[Ruling, ...]:
    """Return the rulings of a game whose files name one of some rules anywhere; only those are parsed."""
    named = (path for path, text in _files_of(book) if any(rule in text for rule in rules))
    return tuple(_read_cached(path, book) for path in named)


@cache
def _files_of(book: str) -> tuple[tuple[Path, str], ...]:
    """Return the files of the rulings of a book with their texts; cached."""
    files = sorted(folder_of_rulings(book).glob("*.md"))
    return tuple((path, path.read_text("utf-8")) for path in files)


@cache
def _read_cached(path: Path, book: str) -> Ruling:
    return read_ruling(path, book)


def folder_of_rulings(book: str) -> Path:
    return folder_of_book(TABLE) / "rulings" if book == TABLE else Path(folder_of(book)) / "rulings"


def read_ruling(path: Path, game: str | None = None) -> Ruling:
    """Read one file; its folder names the game where `game` is None.

    Raises RulingError where a part is missing.
    """
    return parse_ruling(path.read_text("utf-8"), game or path.parent.name, path.stem, str(path))


def parse_ruling(text: str, game: str, name: str, place: str) -> Ruling:
    """Parse one ruling. Raises RulingError with `place` where a part is missing."""
    head, *sections = re.split(r"^(?=##+ )", text, flags=re.MULTILINE)
    parts = {section.partition("\n")[0]: section for section in sections if section.startswith("## ")}
    heading, _, fields = head.partition("\n")
    header = dict(_fields(fields))
    disagree = dict(_fields(parts.get("## Sources that disagree", "")))
    try:
        return Ruling(
            game=game,
            name=name,
            title=_texts({"en": heading.partition(": ")[2], **header}),
            rules=_ids(header["rules"]),
            confidence=header["confidence"],
            sources=tuple(header["sources"].split("; ")),
            disagree=_texts(disagree) if disagree else None,
            situation=_lines(parts["## Situation"]),
            question=_texts(dict(_fields(parts["## Question"]))),
            acts=tuple(_act(s) for s in sections if s.startswith("### Act")),
            answer=_texts(dict(_fields(parts["## Answer"]))),
            day=header.get("day", ""),
            basis=header.get("basis", ""),
        )
    except KeyError as missing:
        raise RulingError(f"{place}: no {missing}") from missing


_FILE = """\
# {id}: {title}
rules: {rules}
confidence: {confidence}
sources: {sources}
{made}
## Situation
```jsonl
{situation}
```

## Question
{question}

{acts}

## Answer
{answer}
"""


def format_ruling(ruling: Ruling, id: str) -> str:
    """Return a ruling of which no sources disagree as a file; `id` stands before its title."""
    title = _in_languages(ruling.title).removeprefix(f"{LANGUAGES[0]}: ")  # it stands in the heading
    made = (("day", ruling.day), ("basis", ruling.basis))
    return _FILE.format(
        id=id,
        title=title,
        rules=", ".join(ruling.rules),
        confidence=ruling.confidence,
        sources="; ".join(ruling.sources),
        made="".join(f"{field}: {value}\n" for field, value in made if value),
        situation="\n".join(ruling.situation),
        question=_in_languages(ruling.question),
        acts="\n\n".join(map(_format_act, ruling.acts)),
        answer=_in_languages(ruling.answer),
    )


def _format_act(act: RulingAct) -> str:
    heading = "### Act" + (f" in edition {act.edition}" if act.edition else "")
    options = " ".join(f"{option}={value}" for option, value in act.options.items())
    claims = [(act.verdict, ", ".join(act.rules)), *act.expected]
    lines = (
        heading + (f" with {options}" if options else ""),
        "```jsonl",
        *act.lines,
        "```",
        *(f"{what}: {claim}" for what, claim in claims),
    )
    return "\n".join(lines)


def _in_languages(texts: Texts) -> str:
    """Return a text in every language that it is written in, each on a line."""
    written = dict.fromkeys((LANGUAGES[0], *(lang for lang in LANGUAGES if lang not in texts.lacking())))
    return "\n".join(f"{lang}: {' '.join(texts.of(lang).split())}" for lang in written)


def _act(section: str) -> RulingAct:
    heading = _ACT.match(section.partition("\n")[0])
    if heading is None:
        raise RulingError(f"not an act: {section}")
    options = (heading["options"] or "").split()
    (verdict, rules), *expected = _fields(_BLOCK.sub("", section))
    if verdict not in ("accepted", "refused"):
        raise RulingError(f"neither accepted nor refused: {section}")
    return RulingAct(
        edition=heading["edition"],
        options=dict(option.split("=", 1) for option in options),
        lines=_lines(section),
        verdict=verdict,
        rules=_ids(rules),
        expected=tuple(expected),
    )


def _lines(section: str) -> tuple[str, ...]:
    return tuple(line for block in _BLOCK.findall(section) for line in block.splitlines() if line)


def _fields(text: str) -> Iterator[tuple[str, str]]:
    """Yield the `name: value` lines of a text; a line of a name alone has an empty value."""
    for line in text.splitlines():
        if line and not line.startswith("#") and (field := _FIELD.match(line)):
            yield field[1], field[2] or ""


def _texts(words: dict[str, str]) -> Texts:
    first = LANGUAGES[0]
    return msgspec.convert({first: words[first], **{k: v for k, v in words.items() if k in LANGUAGES}}, Texts)


def _ids(text: str) -> tuple[str, ...]:
    return tuple(id.strip() for id in text.split(",") if id.strip())
