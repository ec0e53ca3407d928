"""Read facts of a position as people type them: `canoes.A.1.at=S3`, or by their names in any language."""

from collections.abc import Sequence
from typing import Any

import msgspec

from events.base import REFEREE
from events.codec import MalformedError, read_json
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat
from referee.kernel.table import TableState
from referee.service.commands.correct import NUMBER, make_correction, settable_facts
from referee.service.line_reading import find_fact, find_path


def read_facts(
    game: Game, state: TableState, facts: Sequence[str], viewer: str | None = None
) -> dict[str, Any]:
    """Return the facts typed, such as `canoes.A.1.at=S3` or `ring=Ben`, as path and value.

    A single fact may be called by its words in any language, its value last: `Ada canoe 1 place S3`; by words
    only those are found that `viewer` may see. Raises NotationError for a fact that does not exist or cannot
    have that value.
    """
    facts = [fact.replace("＝", "=") for fact in facts]
    words = " ".join(facts).split()
    if len(words) > 1 and not any("=" in fact for fact in facts):
        found = find_fact(game, state, " ".join(words[:-1]), words[-1], viewer)
        if found is not None:
            return dict([found])
    return dict(_read_fact(game, state, fact, viewer) for fact in facts)


def _read_fact(game: Game, state: TableState, fact: str, viewer: str | None) -> tuple[str, Any]:
    """Return path and value of one fact, read by its words where they name one, else by its path."""
    name, equals, value = fact.partition("=")
    said = find_fact(game, state, name, value, viewer) if equals and value.strip() else None
    if said is not None:
        return said
    path, given = _parse_path(game, state, fact)
    if equals and (near := find_path(game, state, name, viewer)) is not None:
        raise _problem_of_value(game, state, near, value.strip(), MalformedError(""), name.strip())
    return path, _value_of_fact(game, state, path, given)


def _parse_path(game: Game, state: TableState, fact: str) -> tuple[str, Any]:
    """Return path and value of `canoes.A.1.at=S3`; the name of a seat in `names.…` becomes its letter."""
    path, equals, value = fact.partition("=")
    if not equals:
        raise NotationError("cli.fact_shape", text=fact, example=example_of(game, state))
    path, value = path.strip(), value.strip()
    if path.startswith("names."):
        return f"names.{_find_seat(state, path.removeprefix('names.'))}", value
    return path, _parse_value(value)


def _find_seat(state: TableState, word: str) -> str:
    """Return the seat a word means, or the word itself where it means none."""
    try:
        return find_seat(state, word)
    except NotationError:
        return word


def _value_of_fact(game: Game, state: TableState, path: str, given: Any) -> Any:
    """Return `given`, or [given] where the fact holds several; raise NotationError where neither can be."""
    if path.startswith("names."):
        return given
    wrong: MalformedError | None = None
    for value in (given, [given]):
        try:
            make_correction(game, state, {path: value})
        except MalformedError as error:
            wrong = wrong or error
        else:
            return value
    raise _problem_of_value(game, state, path, given, wrong or MalformedError("")) from None


def example_of(game: Game, state: TableState) -> str:
    """Return an example of `FACT=VALUE`, with its value here; of a fact without a seat where there is one."""
    plain = (fact for fact in settable_facts(game, state, None) if isinstance(fact.value, str | int))
    fact = min(plain, key=lambda each: "." not in each.path, default=None)
    return "FACT=VALUE" if fact is None else f"{fact.path}={fact.value}"


def _problem_of_value(
    game: Game, state: TableState, path: str, value: Any, error: MalformedError, called: str = ""
) -> NotationError:
    """Return the error of a value a fact cannot have, or of a `path` without a fact.

    Messages name the fact as it was `called` where that is not empty.
    """
    known = {fact.path: fact for fact in settable_facts(game, state, REFEREE)}
    fact = known.get(path)
    if fact is None:
        return _problem_of_path(path, tuple(known)) or NotationError("cli.bad_event", why=str(error))
    typed = msgspec.json.encode(value).decode()
    if fact.choices:
        return NotationError(
            "cli.fact_choices",
            known=tuple("none" if c is None else c for c in fact.choices),
            path=called or path,
            value=typed,
        )
    if fact.kind == NUMBER:
        return NotationError(
            "cli.fact_number", least=fact.least or 0, most=fact.most or "…", path=called or path, value=typed
        )
    if fact.value is None:
        return NotationError("cli.bad_event", why=str(error))
    return NotationError(
        "cli.fact_like", like=msgspec.json.encode(fact.value).decode(), path=called or path, value=typed
    )


def _problem_of_path(path: str, known: tuple[str, ...]) -> NotationError | None:
    """Return the error of a path that leads nowhere, with what may follow; None where nothing begins so."""
    steps = path.split(".")
    for n in range(len(steps), -1, -1):
        begun = ".".join((*steps[:n], ""))
        if there := tuple(
            dict.fromkeys(each[len(begun) :].split(".")[0] for each in known if each.startswith(begun))
        ):
            return NotationError(
                "cli.no_fact_after" if begun else "cli.no_fact", path=path, begun=begun, known=there
            )
    return None


def _parse_value(text: str) -> Any:
    """Return a typed value: JSON, a list where there are commas, None, else the text.

    None stands for `none`, `-` and an empty text.
    """
    if text in {"none", "-", ""}:
        return None
    try:
        return read_json(text)
    except MalformedError:
        is_list = "," in text or (text.startswith("[") and text.endswith("]"))
    parts = text.removeprefix("[").removesuffix("]").split(",")
    return [_parse_value(part.strip()) for part in parts] if is_list else text
