"""The page of a rule."""

from collections.abc import Iterator

from referee.rulebooks import rules_of
from referee.web.book.site import File, Here, Site, page, rule_path


def rule_pages(site: Site, book: str, lang: str) -> Iterator[File]:
    """Yield the page of each rule of a book."""
    for rule in rules_of(book).values():
        here = Here(site, rule_path(lang, book, rule.id), lang, book)
        yield page(here, rule.title.of(lang), "book_rule.html", lambda rule=rule: {"rule": rule})
