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
from referee.rulebooks import TABLE, Document, documents_of, folder_of_book, nouns, rules_of
from referee.rulebooks.rulings import folder_of_rulings, read_ruling
from referee.rulebooks.search import asked_in, ruled_in
from referee.testing.laws.rulings import told_parts

FIRST = LANGUAGES[0]
OWN = ("name", "sign", "called", "tag")
"""Traits of a language that are no other's."""


def missing(lang: str) -> Iterator[str]:
    """Say what a language lacks, a line each: what to add, and to which file."""
    yield from missing_traits(lang)
    yield from missing_sentences(lang)
    for book in (TABLE, *own_games()):
        yield from missing_rules(lang, book)
        yield from missing_rulings(lang, book)
    for book, terms in nouns().items():
        glossary = BOOKS / "glossary.toml" if book == TABLE else Path(folder_of(book)) / "words/glossary.toml"
        yield from (f"add {lang} to [{term}] in {glossary}" for term, of in terms.items() if lacks(lang, of))


def missing_traits(lang: str) -> Iterator[str]:
    """Look for the traits that no two languages share."""
    table = read_catalog(Path(PLACE).read_text("utf-8"))
    yield from (f'add "{each}" to [{lang}] in {PLACE}' for each in OWN if f"{lang}.{each}" not in table)


def missing_sentences(lang: str) -> Iterator[str]:
    """Compare the catalogs: those of every game, and that of each room."""
    own = sorted(path.stem for path in Path(SENTENCES, FIRST).glob("*.toml"))
    for part in (*own, *own_games()):
        there = catalog(lang, part)
        ids = (id for id in catalog(FIRST, part) if id not in there and not is_further(id))
        if there:
            yield from (f'add "{id}" to {file_of(lang, part)}' for id in ids)
        else:
            folder = Path(SENTENCES, lang) if part in own else Path(folder_of(part)) / "words"
            yield f"add {part if part in own else lang}.toml to {folder}"


def missing_rules(lang: str, book: str) -> Iterator[str]:
    """Look through a book: rules, what the sources are called, what people ask and how they rule."""
    folder = folder_of_book(book)
    for id, rule in rules_of(book).items():
        if any(lacks(lang, texts) for texts in (rule.title, *rule.passages)):
            yield f"add {lang} to {id} in {folder / id.split('-')[1].lower()}.toml"
    for key, document in documents_of(book).items():
        if any(lacks(lang, texts) for texts in ours(document)):
            yield f"add {lang} to {key} in {folder / 'documents.toml'}"
    for asked in asked_in(book):
        if lacks(lang, asked):
            yield f'add {lang} to "{asked.of(FIRST)[0]}" in {folder / "asked.toml"}'
    for way, worded in ruled_in(book).items():
        if lacks(lang, worded):
            yield f'add {lang} to "{way}" in {folder / "ruled.toml"}'


def ours(document: Document) -> list[ByLanguage]:
    """Gather what is said of a document in the reader's language."""
    return [text for text in (document.short, *document.sections.values()) if isinstance(text, ByLanguage)]


def missing_rulings(lang: str, book: str) -> Iterator[str]:
    """Look through the rulings of a book."""
    for path in sorted(folder_of_rulings(book).glob("*.md")):
        for part, texts in told_parts(read_ruling(path, book)).items():
            if lacks(lang, texts):
                yield f"add the {part} in {lang} to {path}"


def lacks(lang: str, texts: ByLanguage) -> bool:
    """Whether nothing is written in a language."""
    return lang in texts.lacking()


def main(lang: str) -> int:
    """List what a language lacks; 1 where that is anything."""
    lines = list(missing(lang)) if lang in LANGUAGES else [f"add [{lang}] to {PLACE}"]
    sys.stdout.write("".join(f"{line}\n" for line in lines or (f"{lang}: whole",)))
    return bool(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
