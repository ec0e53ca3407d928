"""Changes that people type: options, facts of a position, and how far to take back."""

import sys
from shlex import quote

from cli.output.disputes import decision_in_words
from cli.output.sentences import sentence
from cli.parameters import parse_option
from cli.problems import Problem
from cli.questions import ask_yes_or_no
from cli.session import Session
from referee.kernel.game import Game, NotationError
from referee.kernel.table import TableState
from referee.service.commands.undo import acts_after, entry_before_acts
from referee.service.disputes.decision import likely_settings, parse_setting
from referee.service.fact_reading import read_facts
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
    return "correct"


def parse_facts(game: Game, state: TableState, facts: list[str]) -> dict[str, object]:
    """Return the facts typed, such as `canoes.A.1.at=S3` or `ring=Ben`, as path and value.

    A single fact may be called by its words in any language, its value last: `Ada canoe 1 place S3`. Raises
    Problem for a fact that does not exist or cannot have that value.
    """
    try:
        return read_facts(game, state, facts)
    except NotationError as wrong:
        raise Problem(wrong.reason, **wrong.args_) from None


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
