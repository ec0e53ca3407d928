"""What a language lacks, made from a language that is written otherwise: 繁體 from 简体, by OpenCC.

Only what is missing is added, each text beside the one it is made from: what is there stays as people
mended it. Texts made so are drafts, to be read by somebody who speaks the language.
"""

import re
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path

Convert = Callable[[str], str]

_STRING = r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"'
_ARRAY = r'\[(?:[^\]"#]|#[^\n]*|"(?:\\.|[^"\\\n])*")*\]'
_INLINE = re.compile(r'\{(?:[^{}"\n]|"(?:\\.|[^"\\\n])*")*\}')
_HEADER = re.compile(r"^\[\[?[^\]\n]+\]\]?[^\S\n]*(?:#.*)?$", re.MULTILINE)
_KEY = re.compile(r'^("[^"\n]+"|[\w.-]+) *= ', re.MULTILINE)
_CHOICE = re.compile(r'(?<=["(])[^"(){}\n]*\|[^"(){}\n]*(?=[")])')
"""Ways to say something, with nothing else among them: of 遊戲|遊戲 one is enough."""


def load_convert(config: str, phrases: Path) -> Convert:
    """Return the conversion of an OpenCC configuration, such as `s2twp`, and of our own phrases after it.

    The phrases are two words a line: what OpenCC gives, and what players say. Needs the extra `dev`.
    """
    from opencc import OpenCC  # for maintainers only: an extra

    convert = OpenCC(config).convert
    ours = [line.split() for line in phrases.read_text("utf-8").splitlines() if line and line[0] != "#"]

    def convert_with_phrases(text: str) -> str:
        text = convert(text)
        for theirs, instead in ours:
            text = text.replace(theirs, instead)
        return _CHOICE.sub(lambda ways: "|".join(dict.fromkeys(ways[0].split("|"))), text)

    return convert_with_phrases


def fill_in(lang: str, source: str, convert: Convert, folder: Path) -> Iterator[Path]:
    """Add to the files of a folder what a language lacks and its source has; yield each file that changes."""
    for path in sorted(folder.rglob("*")):
        if path.suffix not in {".toml", ".md"} or path.name == "languages.toml":
            continue
        text = path.read_text("utf-8")
        own, filled = path, text
        if source in (path.stem, path.parent.name):
            own = Path(*(part.replace(source, lang) for part in path.parts))
            filled = _fill_catalog(own.read_text("utf-8"), text, convert) if own.exists() else convert(text)
        elif path.suffix == ".toml":
            filled = _fill_tables(text, lang, source, convert)
        elif path.parent.name == "rulings":
            filled = _fill_ruling(text, lang, source, convert)
        if not own.exists() or filled != own.read_text("utf-8"):
            own.parent.mkdir(exist_ok=True)
            own.write_text(filled, "utf-8")
            yield own


def _fill_catalog(own: str, source: str, convert: Convert) -> str:
    """Return a catalog with the texts it lacks, each after the text it follows in the source."""
    tables, place = dict(_tables_of(own)), 0
    for header, lines in _tables_of(source):
        if header not in tables:
            before = list(tables.items())
            tables = dict([*before[:place], (header, convert(lines)), *before[place:]])
        else:
            tables[header] = _with_keys(tables[header], lines, convert)
        place = list(tables).index(header) + 1
    return "".join(tables.values())


def _tables_of(text: str) -> Iterator[tuple[str, str]]:
    """Yield (header, text with the header) of each table; what stands before the first has no header."""
    starts = [0, *(found.start() for found in _HEADER.finditer(text)), len(text)]
    for start, end in pairwise(starts):
        part = text[start:end]
        yield (part.splitlines()[0].partition("#")[0].strip() if start else ""), part


def _with_keys(own: str, source: str, convert: Convert) -> str:
    lines, after = own.splitlines(keepends=True), 0
    for line in source.splitlines(keepends=True):
        key = _KEY.match(line)
        if key is None:
            continue
        there = [n for n, each in enumerate(lines) if (found := _KEY.match(each)) and found[1] == key[1]]
        if not there:
            lines.insert(after or _end_of_head(lines), convert(line))
            there = [after or _end_of_head(lines) - 1]
        after = there[0] + 1
    return "".join(lines)


def _end_of_head(lines: list[str]) -> int:
    return next((n + 1 for n, line in enumerate(lines) if line.startswith("[")), len(lines))


def _fill_tables(text: str, lang: str, source: str, convert: Convert) -> str:
    """Return TOML with a key of the language beside each key of the source, in its table or in braces."""
    own = re.compile(rf"(?<![\w.-]){re.escape(lang)} *=")
    inline = re.compile(rf"(?<![\w.-]){re.escape(source)} *= *({_STRING}|{_ARRAY})")

    def converted(value: str) -> str:
        text = convert(value)
        ways = re.findall(_STRING, text) if text[0] == "[" else []
        return f"[{', '.join(dict.fromkeys(ways))}]" if len({*ways}) < len(ways) else text

    def fill_braces(found: re.Match[str]) -> str:
        if own.search(found[0]):
            return found[0]
        return inline.sub(lambda at: f"{at[0]}, {lang} = {converted(at[1])}", found[0])

    line = re.compile(rf"^{re.escape(source)} *= *({_STRING}|{_ARRAY})[^\n]*\n", re.MULTILINE)
    own_line = re.compile(rf"^{re.escape(lang)} *=", re.MULTILINE)
    tables = []
    for _, table in _tables_of(_INLINE.sub(fill_braces, text)):
        is_there = own_line.search(table)
        tables.append(
            table if is_there else line.sub(lambda at: f"{at[0]}{lang} = {converted(at[1])}\n", table)
        )
    return "".join(tables)


def _fill_ruling(text: str, lang: str, source: str, convert: Convert) -> str:
    """Return a ruling with a line of the language below each line of the source."""
    paragraphs = re.split(r"(\n{2,})", text)
    said = re.compile(rf"^{re.escape(source)}: (.*)$", re.MULTILINE)
    return "".join(
        each
        if re.search(rf"^{re.escape(lang)}: ", each, re.MULTILINE)
        else said.sub(lambda at: f"{at[0]}\n{lang}: {convert(at[1])}", each)
        for each in paragraphs
    )
