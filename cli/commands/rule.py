"""`referee rule`: what a rule says, where it is written, and the rulings that exercise it."""

import sys
from itertools import chain
from typing import Annotated

import typer

from cli.parameters import complete_games, complete_rules
from cli.problems import Problem
from cli.session import Session
from cli.terminal import bold, wrap_text
from referee.draw.width import in_columns
from referee.kernel.registry import RuleTables, is_game, part_of
from referee.l10n.catalogs import edition_words
from referee.l10n.options import with_books
from referee.languages import Texts
from referee.rulebooks import (
    Passage,
    Rule,
    book_of,
    books,
    exceptions_to,
    find_rule,
    rules_of,
    source_of,
)
from referee.rulebooks.rulings import Ruling, rulings_on
from referee.rulebooks.search import search_rules
from referee.service.answers.verdicts import make_rule

EXAMPLE = """\
referee rule NIA-MOVE-03
referee rule GAME how do I win
referee rule --search steal
referee rule --game GAME
"""


def command(
    ctx: typer.Context,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="ID|WORDS...",
            help="Such as NIA-MOVE-03, or what one asks, of a game if it comes first.",
            autocompletion=complete_rules,
        ),
    ] = None,
    search: Annotated[str | None, typer.Option(metavar="WORDS", help="Rules that hold every word.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", autocompletion=complete_games, help="Only the rules of this game."),
    ] = None,
) -> None:
    """Explain a rule, with its source and examples."""
    session = ctx.ensure_object(Session)
    if words and game is None and len(words) > 1 and words[0].lower() in books():
        game, words = words[0].lower(), words[1:]
    if words:
        _explain_rule(session, " ".join(words), game)
    else:
        _list_rules(session, _find_rules(session, search, game))


def _explain_rule(session: Session, id: str, game: str | None) -> None:
    """Print one rule; where none has that id, list those whose ids begin so or whose words answer."""
    if (rule := find_rule(id)) is not None:
        if session.as_json:
            session.emit(make_rule(rule, session.lang))
        else:
            print(_rule_in_words(session, rule))
        return
    alike = [rule for book in books() for rule in rules_of(book).values() if rule.id.startswith(id.upper())]
    if not alike and "-" not in id:
        alike = _find_rules(session, id, game)
    if not alike:
        raise Problem("cli.unknown_rule", "referee rule", id=id)
    _list_rules(session, alike)


def _find_rules(session: Session, search: str | None, game: str | None) -> list[Rule]:
    """Return the rules of a game (None: all) that hold the words of `search` (None: all of them).

    Raises Problem for a game without a rulebook.
    """
    if game is not None and game not in books():
        raise Problem("cli.unknown_book", "referee games", game=game, known=books())
    if search is not None:
        return list(search_rules(search, session.lang, game))
    return [rule for book in books() if game in {None, book} for rule in rules_of(book).values()]


def _list_rules(session: Session, rules: list[Rule]) -> None:
    """Print rules, one a line; exit with 1 where there are none."""
    for rule in rules:
        if session.as_json:
            session.emit(make_rule(rule, session.lang))
        else:
            print(f"{rule.id:<14} {rule.title.of(session.lang)}")
    if not rules and not session.as_json:
        session.tell(session.say("cli.no_rule_found"))
    if not rules:
        raise typer.Exit(1)


def _rule_in_words(session: Session, rule: Rule) -> str:
    """Return a rule with its passages, sources, table and the rulings on it, as lines of text."""
    book = book_of(rule.id)
    lines = [f"{bold(rule.id, sys.stdout)}  {rule.title.of(session.lang)}"]
    for part in rule.passages:
        lines += [
            "",
            *wrap_text(_text_in_words(session, book, part), "  "),
            "",
            *_provenance(session, rule, part),
        ]
    lines += _belonging(session, rule)
    lines += _table_of(session, rule)
    for ruling in rulings_on(rule.id):
        lines += ["", *_ruling_lines(session, book, ruling)]
    return "\n".join(lines)


def _text_in_words(session: Session, book: str, text: Texts) -> str:
    """Return a text of a rulebook in the reader's language, editions by their books' names."""
    return with_books(book, text.of(session.lang), session.lang)


def _table_of(session: Session, rule: Rule) -> list[str]:
    """Return the table that belongs to a rule, a row a line, after a blank line; empty where it has none."""
    book = book_of(rule.id)
    tables = part_of(book, RuleTables) if is_game(book) else None
    if tables is None or rule.id not in tables.by_rule:
        return []
    return ["", *(f"    {row}" for row in in_columns(tables.by_rule[rule.id](session.lang)))]


def _provenance(session: Session, rule: Rule, part: Passage) -> list[str]:
    """Return how sure a part of a rule is, and where it is written, a source a line."""
    how_sure = session.say(f"cli.confidence_{part.confidence}")
    written = [_hanging(source_of(book_of(rule.id), source, session.lang)) for source in part.sources]
    return ["  " + session.say("cli.sources", confidence=how_sure), *chain.from_iterable(written)]


def _hanging(text: str) -> list[str]:
    """Return an item of a list as lines, all but the first indented further."""
    first, *rest = wrap_text(text, "      ")
    return [first[2:], *rest]


def _belonging(session: Session, rule: Rule) -> list[str]:
    """Return the editions a rule holds in, what goes before what, and the rules to see with it."""
    books = tuple(edition_words(book_of(rule.id), each, session.lang) for each in rule.editions)
    lines = [session.say("cli.only_in", editions=books)] if books else []
    excepted_by = exceptions_to(rule.id)
    lines += [session.say("cli.excepts", rules=rule.excepts)] if rule.excepts else []
    lines += [session.say("cli.excepted_by", rules=excepted_by)] if excepted_by else []
    lines += [session.say("cli.informs")] if rule.informs else []
    lines += [session.say("cli.see", rules=rule.see)] if rule.see else []
    return ["  " + line for line in lines]


def _ruling_lines(session: Session, book: str, ruling: Ruling) -> list[str]:
    """Return what was asked, what was decided, and which sources disagree if any do."""
    title = session.say("cli.ruling", name=ruling.name, title=_text_in_words(session, book, ruling.title))
    question = wrap_text(_text_in_words(session, book, ruling.question), "    ")
    answer = wrap_text(_text_in_words(session, book, ruling.answer), "    ")
    if ruling.disagree is None:
        return [f"  {title}", *question, *answer]
    disagree = session.say("cli.disagree", what=_text_in_words(session, book, ruling.disagree))
    return [f"  {title}", *question, *answer, *wrap_text(disagree, "    ")]
