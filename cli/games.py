"""`referee games`: the games the referee knows, with their editions and switches."""

from typing import Any

import typer

from cli.session import Session
from referee.kernel.switches import Charter

EXAMPLE = """\
Example:

\b
  referee games
"""


def command(ctx: typer.Context) -> None:
    """List the games the referee knows."""
    from referee.kernel.registry import GAMES, find_game

    session = ctx.ensure_object(Session)
    for name in GAMES:
        charter = find_game(name).charter
        if session.as_json:
            session.emit(described(charter))
        else:
            print("\n".join([headline(session, charter), *switch_table(session, charter)]))


def described(charter: Charter) -> dict[str, Any]:
    """Give a charter as one plain object."""
    return {
        "game": charter.id,
        "players": list(charter.players),
        "editions": charter.editions,
        "default_edition": charter.default_edition,
        "switches": {s.name: {"values": s.values, "rules": s.rules} for s in charter.switches.values()},
        "rules_version": charter.rules_version,
    }


def headline(session: Session, charter: Charter) -> str:
    """Say how many may play, and in which editions."""
    return session.say(
        "cli.game",
        game=charter.id,
        least=charter.players[0],
        most=charter.players[-1],
        editions=tuple(charter.editions),
        default=charter.default_edition,
    )


def switch_table(session: Session, charter: Charter) -> list[str]:
    """Draw the switches as a table: a column for each edition, then what else may be chosen."""
    header = [session.say("cli.switch"), *charter.editions, session.say("cli.other_values")]
    rows = [header, *(switch_row(charter, name) for name in charter.switches)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(header))]
    return ["  " + "  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]


def switch_row(charter: Charter, name: str) -> list[str]:
    """Write one switch: its name, its value in each edition, the values no edition has."""
    by_edition = [values[name] for values in charter.editions.values()]
    others = [str(value) for value in charter.switches[name].values if value not in by_edition]
    return [name, *map(str, by_edition), " ".join(others)]
