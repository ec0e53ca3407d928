"""Changes that people type: options, facts of a position, and how far to take back."""

import sys
from shlex import quote

import msgspec

from cli.output.disputes import decision_in_words
from cli.output.sentences import sentence
from cli.parameters import parse_option
from cli.problems import Problem
from cli.questions import ask_yes_or_no
from cli.session import Session
from events.codec import MalformedError, read_json
from referee.kernel.game import Game, NotationError
from referee.kernel.notation import find_seat
from referee.kernel.table import TableState
from referee.service.commands.correct import NUMBER, make_correction, settable_facts
from referee.service.commands.undo import acts_after, entry_before_acts
from referee.service.disputes.decision import likely_settings, parse_setting
from referee.service.line_reading import find_fact, find_path
from referee.service.tables.opening import split_list
from referee.service.tables.table import Table


def get_option(session: Session, game: Game, said: str) -> tuple[str, str]:
    """Return option and value of OPTION=VALUE, or of what that is called in any language.

    Raises Problem, with what may be meant where something is near.
    """
    if "=" in said:
        return parse_option(said)
    if "=" in (way := parse_setting(game, said)):
        return parse_option(way)
    if near := likely_settings(game, said):
        raise Problem(
            "cli.option_meant", text=said, known=tuple(decision_in_words(session, game, way) for way in near)
        )
    return parse_option(said)


def command_of_change(game: Game, state: TableState, line: str) -> str | None:
    """Return "house" or "correct" for a line such as `minimum_speed=1` or `ring=Ben`, None for others."""
    option, equals, _ = line.replace("＝", "=").partition("=")
    if not equals:
        return None
    if option.strip() in game.ruleset.options:
        return "house"
    try:
        parse_facts(game, state, line.split())
    except Problem as problem:
        return None if problem.message_id in {"cli.no_fact", "cli.fact_shape"} else "correct"
    except NotationError:  # it could be somebody's and somebody else's: that is asked there
        return "correct"
    return "correct"


def parse_facts(game: Game, state: TableState, facts: list[str]) -> dict[str, object]:
    """Return the facts typed, such as `canoes.A.1.at=S3` or `ring=Ben`, as path and value.

    A single fact may be called by its words in any language, its value last: `Ada canoe 1 place S3`. Raises
    Problem for a fact that does not exist or cannot have that value.
    """
    facts = [fact.replace("＝", "=") for fact in facts]
    words = " ".join(facts).split()
    if len(words) > 1 and not any("=" in fact for fact in facts):
        found = _find_fact_in_words(game, state, " ".join(words[:-1]), words[-1])
        if found is not None:
            return dict([found])
    return dict(_parse_fact(game, state, fact) for fact in facts)


def _parse_fact(game: Game, state: TableState, fact: str) -> tuple[str, object]:
    """Return path and value of one fact, read by its words where they name one, else by its path."""
    name, equals, value = fact.partition("=")
    said = _find_fact_in_words(game, state, name, value) if equals and value.strip() else None
    if said is not None:
        return said
    path, given = _parse_path(game, state, fact)
    if equals and (near := find_path(game, state, name)) is not None:
        raise _problem_of_value(game, state, near, value.strip(), MalformedError(""), name.strip())
    return path, _value_of_fact(game, state, path, given)


def _find_fact_in_words(game: Game, state: TableState, name: str, value: str) -> tuple[str, object] | None:
    """Return the fact with that name in words, as path and value, or None.

    Raise Problem where it could belong to two people.
    """
    try:
        return find_fact(game, state, name, value)
    except NotationError as which:
        raise Problem(which.reason, **which.args_) from None


def _parse_path(game: Game, state: TableState, fact: str) -> tuple[str, object]:
    """Return path and value of `canoes.A.1.at=S3`; the name of a seat in `names.…` becomes its letter."""
    path, equals, value = fact.partition("=")
    if not equals:
        raise Problem("cli.fact_shape", text=fact, example=example_of(game, state))
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


def _value_of_fact(game: Game, state: TableState, path: str, given: object) -> object:
    """Return `given`, or [given] where the fact holds several; raise Problem where neither can be."""
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
    game: Game, state: TableState, path: str, value: object, error: MalformedError, called: str = ""
) -> Problem:
    """Return the Problem of a value a fact cannot have, or of a `path` without a fact.

    Messages name the fact as it was `called` where that is not empty.
    """
    known = {fact.path: fact for fact in settable_facts(game, state, "referee")}
    fact = known.get(path)
    if fact is None:
        return _problem_of_path(path, tuple(known)) or Problem("cli.bad_event", why=str(error))
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


def _problem_of_path(path: str, known: tuple[str, ...]) -> Problem | None:
    """Return the Problem of a path that leads nowhere, with what may follow; None where nothing begins so."""
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


def _parse_value(text: str) -> object:
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


_MOST_NAMED = 8
"""At most so many acts are all named; beyond that only the first and the last are."""


def find_target(at: Table, acts: int | None, to: int | None) -> int | None:
    """Return the entry to go back to, from a number of acts (None: the last one) or an entry `to`.

    None where there is nothing to take back. Raises Problem where both are given or there are fewer acts.
    """
    if acts is not None and to is not None:
        raise Problem("case.acts_or_entry")
    if to is not None:
        return to
    wanted = 1 if acts is None else acts
    found: int | None = entry_before_acts(at, wanted)
    if found is None and acts is not None and (had := len(acts_after(at, 1))):
        if acts >= at.revision:
            raise Problem("case.only_so_many_acts", acts=acts, had=had)
        hint = f"referee back {quote(at.name)} --to {acts}"
        raise Problem("case.fewer_acts", hint, acts=acts, had=had)
    return found


def undone_in_words(session: Session, at: Table, to: int) -> list[str]:
    """Return a heading and the acts that going back to entry `to` undoes, a line each.

    Of more than `_MOST_NAMED` only the first and the last.
    """
    undone = acts_after(at, to)
    lines = []
    for each in undone:
        seen = at.log_index.secrets.redact(each.seq, each.event)
        lines.append("  " + sentence(session, at.log_index.effective.before(each.seq or to), seen))
    if len(lines) > _MOST_NAMED:
        half = _MOST_NAMED // 2
        lines = [*lines[:half], "  …", *lines[-half:]]
    return [session.say("case.will_be_undone", n=len(undone)), *lines]


def is_more_than_one(at: Table, to: int) -> bool:
    """Return whether going back to entry `to` undoes more than the last act."""
    return len(acts_after(at, to)) > 1


def confirm_take_back(session: Session, at: Table, to: int | None, *, yes: bool) -> bool:
    """Return whether to go back to entry `to`: print what is undone and ask, where it is more than one act.

    Nobody is asked with `yes`, with --json, or where nobody sits at a terminal.
    """
    if to is None or session.as_json or not is_more_than_one(at, to):
        return True
    session.tell("\n".join(undone_in_words(session, at, to)))
    if yes or not sys.stdin.isatty():
        return True
    return ask_yes_or_no(session)


def parse_agreed(session: Session, by: str | None, agreed: str | None) -> tuple[str, ...]:
    """Return the seats that agreed already; raise Problem where a single seat asks and names who agreed."""
    if (by or session.seat_behind_curtain) is not None and agreed is not None:
        raise Problem("case.asks_or_agreed")
    return split_list(agreed) if agreed else ()
