"""What a table decides against the referee, as events: house rules, and facts set by hand."""

from typing import TYPE_CHECKING

import msgspec

from cli.frame.problems import Problem
from cli.frame.session import Session
from events.codec import MalformedError, read_json
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat

if TYPE_CHECKING:
    from referee.kernel.table import TableState


def option_of(text: str) -> tuple[str, str]:
    """Read OPTION=VALUE."""
    option, equals, value = text.partition("=")
    if not equals:
        raise Problem("cli.option_shape", text=text)
    return option.strip(), value.strip()


def rule_option_of(session: Session, game: Game, said: str) -> tuple[str, str]:
    """Read OPTION=VALUE, or what that is called in any language; raise Problem with what may be meant."""
    if "=" in said:
        return option_of(said)
    from cli.output.cases import in_words
    from referee.service.disputes.meaning import option_meant, perhaps_meant

    if "=" in (way := option_meant(game, said)):
        return option_of(way)
    if near := perhaps_meant(game, said):
        raise Problem(
            "cli.option_meant", text=said, known=tuple(in_words(session, game, way) for way in near)
        )
    return option_of(said)


def command_for(game: Game, state: "TableState", line: str) -> str | None:
    """Name the command for a line such as `ring=Ben` or `minimum_speed=1`; None where there is none."""
    option, equals, _ = line.replace("＝", "=").partition("=")
    if not equals:
        return None
    if option.strip() in game.ruleset.options:
        return "house"
    try:
        facts_told(game, state, line.split())
    except Problem as problem:
        return None if problem.message_id in {"cli.no_fact", "cli.fact_shape"} else "correct"
    except NotationError:  # it could be somebody's and somebody else's: that is asked there
        return "correct"
    return "correct"


def facts_told(game: Game, state: "TableState", facts: list[str]) -> dict[str, object]:
    """Read facts such as `canoes.A.1.at=S3` or `ring=Ben`, by path; raise Problem for one that cannot be.

    A single fact may be told as it is called in any language, its value last: `Ada canoe 1 place S3`.
    """
    facts = [fact.replace("＝", "=") for fact in facts]
    words = " ".join(facts).split()
    if len(words) > 1 and not any("=" in fact for fact in facts):
        found = fact_in_words(game, state, " ".join(words[:-1]), words[-1])
        if found is not None:
            return dict([found])
    return dict(told(game, state, fact) for fact in facts)


def told(game: Game, state: "TableState", fact: str) -> tuple[str, object]:
    """Read one fact: as it is called in words and can be, else by its path."""
    from referee.service.line_reading import find_path

    name, equals, value = fact.partition("=")
    said = fact_in_words(game, state, name, value) if equals and value.strip() else None
    if said is not None:
        return said
    path, given = by_path(game, state, fact)
    if equals and (near := find_path(game, state, name)) is not None:
        raise cannot_be(game, state, near, value.strip(), MalformedError(""), name.strip())
    return path, as_told(game, state, path, given)


def fact_in_words(game: Game, state: "TableState", name: str, value: str) -> tuple[str, object] | None:
    """Find the fact that is called so; raise Problem where it could be of two people."""
    from referee.service.line_reading import find_fact

    try:
        return find_fact(game, state, name, value)
    except NotationError as which:
        raise Problem(which.reason, **which.args_) from None


def by_path(game: Game, state: "TableState", fact: str) -> tuple[str, object]:
    """Read one fact told by its path: `canoes.A.1.at=S3`."""
    path, equals, value = fact.partition("=")
    if not equals:
        raise Problem("cli.fact_shape", text=fact, example=example_of(game, state))
    path, value = path.strip(), value.strip()
    if path.startswith("names."):
        return f"names.{seat_meant(state, path.removeprefix('names.'))}", value
    return path, read_value(value)


def seat_meant(state: "TableState", word: str) -> str:
    """Find the seat a word means, by its letter or its name; the word itself where it means none."""
    try:
        return find_seat(state, word)
    except NotationError:
        return word


def as_told(game: Game, state: "TableState", path: str, given: object) -> object:
    """Give the value of a fact, one thing alone as a list of one where the fact holds several."""
    if path.startswith("names."):
        return given
    from referee.service.commands.changes.correct import correction_of

    wrong: MalformedError | None = None
    for value in (given, [given]):
        try:
            correction_of(game, state, {path: value})
        except MalformedError as error:
            wrong = wrong or error
        else:
            return value
    raise cannot_be(game, state, path, given, wrong or MalformedError("")) from None


def example_of(game: Game, state: "TableState") -> str:
    """Write a fact as one types it, with the value it has; one of a seat or piece where there is such."""
    from referee.service.tables.settable_facts import facts_of

    plain = (fact for fact in facts_of(game, state, None) if isinstance(fact.value, str | int))
    fact = min(plain, key=lambda each: "." not in each.path, default=None)
    return "FACT=VALUE" if fact is None else f"{fact.path}={fact.value}"


def cannot_be(
    game: Game, state: "TableState", path: str, value: object, error: MalformedError, called: str = ""
) -> Problem:
    """Say that there is no such fact, or what it may be; it is named as it was `called`."""
    from referee.service.tables.settable_facts import NUMBER, facts_of

    known = {fact.path: fact for fact in facts_of(game, state, "referee")}
    fact = known.get(path)
    if fact is None:
        return no_such(path, tuple(known)) or Problem("cli.bad_event", why=str(error))
    typed = msgspec.json.encode(value).decode()
    if fact.choices:
        return Problem(
            "cli.fact_choices",
            known=tuple("none" if c is None else c for c in fact.choices),
            path=called or path,
            value=typed,
        )
    if fact.kind == NUMBER:
        return Problem(
            "cli.fact_number", least=fact.least or 0, most=fact.most or "…", path=called or path, value=typed
        )
    if fact.value is None:
        return Problem("cli.bad_event", why=str(error))
    return Problem(
        "cli.fact_like", like=msgspec.json.encode(fact.value).decode(), path=called or path, value=typed
    )


def no_such(path: str, known: tuple[str, ...]) -> Problem | None:
    """Say how far a path exists, and what may follow there."""
    steps = path.split(".")
    for n in range(len(steps), -1, -1):
        begun = ".".join((*steps[:n], ""))
        if there := tuple(
            dict.fromkeys(each[len(begun) :].split(".")[0] for each in known if each.startswith(begun))
        ):
            return Problem(
                "cli.no_fact_after" if begun else "cli.no_fact", path=path, begun=begun, known=there
            )
    return None


def read_value(text: str) -> object:
    """Read a value: JSON where it is JSON, several with commas, else the word itself; `none` is nothing."""
    if text in {"none", "-", ""}:
        return None
    try:
        return read_json(text)
    except MalformedError:
        is_list = "," in text or (text.startswith("[") and text.endswith("]"))
    parts = text.removeprefix("[").removesuffix("]").split(",")
    return [read_value(part.strip()) for part in parts] if is_list else text
