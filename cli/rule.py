"""`referee rule`: what a rule says, where it is written, and the rulings that exercise it."""

from typing import Annotated, Any

import typer

from cli.session import Session, bold
from cli.words import wrapped
from referee.rulebooks import Rule

EXAMPLE = """\
Examples:

\b
  referee rule NIA-MOVE-03
  referee rule --search steal
  referee rule --game niagara
"""


def command(
    ctx: typer.Context,
    id: Annotated[str | None, typer.Argument(metavar="ID", help="Such as NIA-MOVE-03.")] = None,
    search: Annotated[str | None, typer.Option(metavar="WORDS", help="Rules that hold every word.")] = None,
    game: Annotated[str | None, typer.Option(metavar="GAME", help="Only the rules of this game.")] = None,
) -> None:
    """Explain a rule, with its source and examples."""
    session = ctx.ensure_object(Session)
    if id is not None:
        explain_one(session, id)
    else:
        list_rules(session, found(session, search, game))


def explain_one(session: Session, id: str) -> None:
    """Explain one rule; what begins like an id lists all that begin so."""
    from referee.rulebooks import find_rule, rules_of

    if (rule := find_rule(id)) is not None:
        session.emit(described(session, rule)) if session.as_json else print(told(session, rule))
        return
    alike = [rule for book in known_books() for rule in rules_of(book).values() if is_alike(rule.id, id)]
    if not alike:
        from cli.problems import UsageProblem

        raise UsageProblem("cli.unknown_rule", id=id, hint="referee rule --search …")
    list_rules(session, alike)


def is_alike(id: str, text: str) -> bool:
    """Whether an id begins as a text does."""
    return id.startswith(text.upper())


def known_books() -> tuple[str, ...]:
    """Name the rulebooks."""
    from referee.rulebooks import books

    return books()


def found(session: Session, search: str | None, game: str | None) -> list[Rule]:
    """Find the rules asked for."""
    from referee.rulebooks import rules_of, search_rules

    if game is not None and game not in known_books():
        from cli.problems import UsageProblem

        raise UsageProblem("cli.unknown_book", game=game, known=known_books())
    if search is not None:
        return list(search_rules(search, session.lang, game))
    return [rule for book in known_books() if game in {None, book} for rule in rules_of(book).values()]


def list_rules(session: Session, rules: list[Rule]) -> None:
    """List rules, one a line."""
    for rule in rules:
        if session.as_json:
            session.emit(described(session, rule))
        else:
            print(f"{rule.id:<14} {rule.title.of(session.lang)}")
    if not rules and not session.as_json:
        session.tell(session.say("cli.no_rule_found"))
    if not rules:
        raise typer.Exit(1)


def described(session: Session, rule: Rule) -> dict[str, Any]:
    """Give a rule as one plain object, all languages in it."""
    return {
        "id": rule.id,
        "title": rule.title.of(session.lang),
        "text": rule.text(session.lang),
        "texts": {lang: rule.text(lang) for lang in ("en", "zh-Hans", "ja")},
        "sources": list(rule.sources),
        "confidence": rule.confidence,
        "editions": list(rule.editions),
        "see": list(rule.see),
        "rulings": [ruling.id for ruling in rulings_about(rule.id)],
    }


def told(session: Session, rule: Rule) -> str:
    """Explain a rule in words."""
    import sys

    lines = [f"{bold(rule.id, sys.stdout)}  {rule.title.of(session.lang)}", ""]
    lines += wrapped(rule.text(session.lang), "  ")
    lines += ["", *(f"  {line}" for line in provenance(session, rule))]
    for ruling in rulings_about(rule.id):
        lines += ["", *ruling_lines(session, ruling)]
    return "\n".join(lines)
