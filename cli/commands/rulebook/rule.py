"""`referee rule`: what a rule says, where it is written, and the rulings that exercise it."""

import sys
from itertools import chain
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session, bold
from cli.frame.wrapping import wrapped
from cli.help import completions
from referee.languages import Texts
from referee.rulebooks import Part, Rule

if TYPE_CHECKING:
    from referee.rulebooks.rulings import Ruling

EXAMPLE = """\
Examples:

\b
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
            autocompletion=completions.rules,
        ),
    ] = None,
    search: Annotated[str | None, typer.Option(metavar="WORDS", help="Rules that hold every word.")] = None,
    game: Annotated[
        str | None,
        typer.Option(metavar="GAME", autocompletion=completions.games, help="Only the rules of this game."),
    ] = None,
) -> None:
    """Explain a rule, with its source and examples."""
    session = ctx.ensure_object(Session)
    if words and game is None and len(words) > 1 and words[0].lower() in known_books():
        game, words = words[0].lower(), words[1:]
    if words:
        explain_one(session, " ".join(words), game)
    else:
        list_rules(session, found(session, search, game))


def explain_one(session: Session, id: str, game: str | None) -> None:
    """Explain one rule; where no rule has that id, list those whose ids begin so or whose words answer."""
    from referee.rulebooks import find_rule, rules_of
    from referee.service.answers.verdicts import make_rule

    if (rule := find_rule(id)) is not None:
        if session.as_json:
            session.emit(make_rule(rule, session.lang))
        else:
            print(told(session, rule))
        return
    alike = [rule for book in known_books() for rule in rules_of(book).values() if is_alike(rule.id, id)]
    if not alike and "-" not in id:
        alike = found(session, id, game)
    if not alike:
        raise Problem("cli.unknown_rule", "referee rule", id=id)
    list_rules(session, alike)


def is_alike(id: str, text: str) -> bool:
    """Whether an id begins with a text, typed in capitals or not."""
    return id.startswith(text.upper())


def known_books() -> tuple[str, ...]:
    """Name the rulebooks."""
    from referee.rulebooks import books

    return books()


def found(session: Session, search: str | None, game: str | None) -> list[Rule]:
    """Find the rules asked for."""
    from referee.rulebooks import rules_of
    from referee.rulebooks.search import search_rules

    if game is not None and game not in known_books():
        raise Problem("cli.unknown_book", "referee games", game=game, known=known_books())
    if search is not None:
        return list(search_rules(search, session.lang, game))
    return [rule for book in known_books() if game in {None, book} for rule in rules_of(book).values()]


def list_rules(session: Session, rules: list[Rule]) -> None:
    """List rules, one a line."""
    from referee.service.answers.verdicts import make_rule

    for rule in rules:
        if session.as_json:
            session.emit(make_rule(rule, session.lang))
        else:
            print(f"{rule.id:<14} {rule.title.of(session.lang)}")
    if not rules and not session.as_json:
        session.tell(session.say("cli.no_rule_found"))
    if not rules:
        raise typer.Exit(1)


def told(session: Session, rule: Rule) -> str:
    """Explain a rule in words."""
    book = book_of(rule)
    lines = [f"{bold(rule.id, sys.stdout)}  {rule.title.of(session.lang)}"]
    for part in rule.passages:
        lines += ["", *wrapped(in_words(session, book, part), "  "), "", *provenance(session, rule, part)]
    lines += belonging(session, rule)
    lines += table_of(session, rule)
    for ruling in rulings_on(rule.id):
        lines += ["", *ruling_lines(session, book, ruling)]
    return "\n".join(lines)


def in_words(session: Session, book: str, text: Texts) -> str:
    """Write a text of a rulebook in the reader's language, editions by their books' names."""
    from referee.l10n.options import with_books

    return with_books(book, text.of(session.lang), session.lang)


def table_of(session: Session, rule: Rule) -> list[str]:
    """Write the table that belongs to a rule, where its game has one."""
    from referee.draw.width import in_columns
    from referee.kernel.registry import RuleTables, is_game, part_of

    book = book_of(rule)
    tables = part_of(book, RuleTables) if is_game(book) else None
    if tables is None or rule.id not in tables.by_rule:
        return []
    return ["", *(f"    {row}" for row in in_columns(tables.by_rule[rule.id](session.lang)))]


def provenance(session: Session, rule: Rule, part: Part) -> list[str]:
    """Say how sure a part of a rule is, and where it is written, a source a line."""
    how_sure = session.say(f"cli.confidence_{part.confidence}")
    written = [hanging(spelled_out(session, rule, source)) for source in part.sources]
    return ["  " + session.say("cli.sources", confidence=how_sure), *chain.from_iterable(written)]


def hanging(text: str) -> list[str]:
    """Wrap an item of a list, indenting every line after the first."""
    first, *rest = wrapped(text, "      ")
    return [first[2:], *rest]


def belonging(session: Session, rule: Rule) -> list[str]:
    """Say in which editions a rule holds, and which rules belong to it."""
    from referee.l10n.catalogs import edition_words

    books = tuple(edition_words(book_of(rule), each, session.lang) for each in rule.editions)
    lines = [session.say("cli.only_in", editions=books)] if books else []
    lines += [session.say("cli.see", rules=rule.see)] if rule.see else []
    return ["  " + line for line in lines]


def spelled_out(session: Session, rule: Rule, source: str) -> str:
    """Name the document of a source, and where in it."""
    from referee.rulebooks import source_of

    return source_of(book_of(rule), source, session.lang)


def book_of(rule: Rule) -> str:
    """Find the rulebook a rule is in."""
    from referee.rulebooks import rules_of

    return next(book for book in known_books() if rule.id in rules_of(book))


def ruling_lines(session: Session, book: str, ruling: "Ruling") -> list[str]:
    """Tell a ruling: what was asked, what was decided, which sources say otherwise."""
    title = session.say("cli.ruling", name=ruling.name, title=in_words(session, book, ruling.title))
    question = wrapped(in_words(session, book, ruling.question), "    ")
    answer = wrapped(in_words(session, book, ruling.answer), "    ")
    if ruling.disagree is None:
        return [f"  {title}", *question, *answer]
    disagree = session.say("cli.disagree", what=in_words(session, book, ruling.disagree))
    return [f"  {title}", *question, *answer, *wrapped(disagree, "    ")]


def rulings_on(id: str) -> tuple["Ruling", ...]:
    """Find the rulings that exercise a rule."""
    from referee.rulebooks.rulings import rulings_on as find

    return find(id)
