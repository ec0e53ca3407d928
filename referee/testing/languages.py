"""Whether a language is whole: its table, its sentences, its rules and rulings.

`python -m referee.testing.languages fr` lists what is missing, a line each: what to add to which file.
Until it is there, it is said in English.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from referee.kernel.registry import folder_of, own_games
from referee.l10n.catalogs import HERE as SENTENCES
from referee.l10n.catalogs import catalog, file_of, is_further
from referee.languages import LANGUAGES, PLACE, ByLanguage, read_catalog
from referee.rulebooks import HERE as BOOKS
from referee.rulebooks import TABLE, Document, areas_of, documents_of, folder_of_book, nouns, rules_of
from referee.rulebooks.rulings import folder_of_rulings, read_ruling
from referee.rulebooks.search import asked_in, ruled_in
from referee.testing.laws.package import texts_of

_FIRST = LANGUAGES[0]
_OWN = ("name", "sign", "called", "tag")
"""Traits that no two languages share."""


def missing(lang: str) -> Iterator[str]:
    """Yield what a language lacks, a line each: what to add, and to which file."""
    yield from _missing_traits(lang)
    yield from _missing_sentences(lang)
    for book in (TABLE, *own_games()):
        yield from _missing_rules(lang, book)
        yield from _missing_rulings(lang, book)
    for book, terms in nouns().items():
        glossary = BOOKS / "glossary.toml" if book == TABLE else Path(folder_of(book)) / "words/glossary.toml"
        yield from (f"add {lang} to [{term}] in {glossary}" for term, of in terms.items() if _lacks(lang, of))


def _missing_traits(lang: str) -> Iterator[str]:
    table = read_catalog(Path(PLACE).read_text("utf-8"))
    yield from (f'add "{each}" to [{lang}] in {PLACE}' for each in _OWN if f"{lang}.{each}" not in table)


def _missing_sentences(lang: str) -> Iterator[str]:
    own = sorted(path.stem for path in Path(SENTENCES, _FIRST).glob("*.toml"))
    for part in (*own, *own_games()):
        there = catalog(lang, part)
        ids = (id for id in catalog(_FIRST, part) if id not in there and not is_further(id))
        if there:
            yield from (f'add "{id}" to {file_of(lang, part)}' for id in ids)
        else:
            folder = Path(SENTENCES, lang) if part in own else Path(folder_of(part)) / "words"
            yield f"add {part if part in own else lang}.toml to {folder}"


def _missing_rules(lang: str, book: str) -> Iterator[str]:
    folder = folder_of_book(book)
    for id, rule in rules_of(book).items():
        if any(_lacks(lang, texts) for texts in (rule.title, *rule.passages)):
            yield f"add {lang} to {id} in {folder / id.split('-')[1].lower()}.toml"
    lacking = (area.lower() for area, title in areas_of(book).items() if _lacks(lang, title))
    yield from (f'add {lang} to "{area}" in {folder / "order.toml"}' for area in lacking)
    for key, document in documents_of(book).items():
        if any(_lacks(lang, texts) for texts in _own_texts(document)):
            yield f"add {lang} to {key} in {folder / 'documents.toml'}"
    for asked in asked_in(book):
        if _lacks(lang, asked):
            yield f'add {lang} to "{asked.of(_FIRST)[0]}" in {folder / "asked.toml"}'
    for way, worded in ruled_in(book).items():
        if _lacks(lang, worded):
            yield f'add {lang} to "{way}" in {folder / "ruled.toml"}'


def _own_texts(document: Document) -> list[ByLanguage]:
    return [text for text in (document.short, *document.sections.values()) if isinstance(text, ByLanguage)]


def _missing_rulings(lang: str, book: str) -> Iterator[str]:
    for path in sorted(folder_of_rulings(book).glob("*.md")):
        for part, texts in texts_of(read_ruling(path, book)).items():
            if _lacks(lang, texts):
                yield f"add the {part} in {lang} to {path}"


def _lacks(lang: str, texts: ByLanguage) -> bool:
    return lang in texts.lacking()


def main(lang: str) -> int:
    """Write what a language lacks to standard output; return 1 where that is anything, else 0."""
    lines = list(missing(lang)) if lang in LANGUAGES else [f"add [{lang}] to {PLACE}"]
    sys.stdout.write("".join(f"{line}\n" for line in lines or (f"{lang}: whole",)))
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
