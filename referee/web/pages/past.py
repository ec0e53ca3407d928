"""Past games of a group: who won what, by which rule, and a chart of wins."""

from datetime import datetime
from typing import NamedTuple

from events.stores.protocol import TableRow
from referee.draw import svg
from referee.l10n import noun, say, title_of
from referee.service.past_games import PastGame, Seating, by_group, seating_of, wins
from referee.service.tables import clock
from referee.web.pages.recent import Recent
from referee.web.streams.live_tables import LiveTables

MOST_GAMES = 40
"""So many games back a group is told of."""

MOST_KEPT = 400


class Group(NamedTuple):
    """People who played together. `games` has a table and a sentence for each; `chart` is None for one game.

    `table` is the id of their last game, `game` its title, `kind` its id.
    """

    names: tuple[str, ...]
    chart: "Chart | None"
    games: list[tuple[str, str]]
    table: str
    game: str
    kind: str


class Chart(NamedTuple):
    """A bar chart of games won. `width` and `height` are in SVG units; `words` says the same as text."""

    title: str
    words: str
    width: str
    height: str
    bars: svg.Node


_SEATINGS: Recent[tuple[int, str, int, str | None], Seating] = Recent(MOST_KEPT)
"""By store and table; valid while the log keeps its length."""


def find_seating(live: LiveTables, row: TableRow) -> Seating:
    """Return who sits at a table. Cached: reads the log only once for each revision."""
    key = id(live), row.table, row.revision, row.opened_at
    return _SEATINGS.get(key, lambda: seating_of(live.store, row))


def split_by_end(live: LiveTables, seatings: list[Seating]) -> tuple[list[Seating], list[PastGame]]:
    """Return tables still played at, and at most `MOST_GAMES` whose game is over.

    Where an end was taken back, or the log cannot be read, people still play.
    """
    over = [each for each in seatings if each.is_over]
    outcomes = live.outcomes.find(each.row for each in over[:MOST_GAMES])
    past = [PastGame(each, outcomes[each.row.table]) for each in over if each.row.table in outcomes]
    ended = {*outcomes, *(each.row.table for each in over[MOST_GAMES:])}
    return [each for each in seatings if each.row.table not in ended], past


def groups(lang: str, games: list[PastGame]) -> list[Group]:
    """Return the groups of games that are over (latest first)."""
    return [_group(lang, names, played) for names, played in by_group(games).items()]


def _group(lang: str, names: tuple[str, ...], games: list[PastGame]) -> Group:
    """Return a group with its games, the latest first; the chart is left out where it tells nothing more."""
    last = games[0].seating.row
    ended = [each for each in games if not each.outcome.is_closed]
    differs = any(0 < len(each.winners) < len(names) for each in ended)
    # Of one game its line says all.
    chart = _chart(lang, names, ended) if differs and len(ended) > 1 else None
    words = [(each.seating.row.table, _game_words(lang, each)) for each in games]
    return Group(names, chart, words, last.table, title_of(last.game or "?", lang), last.game or "")


def day_of(row: TableRow) -> str:
    """Return the local day a table was opened, with non-breaking hyphens; empty where it is not known."""
    try:
        day = clock.day_of(datetime.fromisoformat(row.opened_at or ""))
    except ValueError:
        return ""
    return day.replace("-", "\N{NON-BREAKING HYPHEN}")


def _game_words(lang: str, each: PastGame) -> str:
    """Return who won what, by which rule, and when."""
    row, outcome = each.seating.row, each.outcome
    why = f" · {noun('reason', outcome.reason, lang, row.game or '')}" if outcome.reason is not None else ""
    when = f" · {day_of(row)}" if row.opened_at else ""
    id = "won_game" if each.winners else "nobody_won_game"
    if outcome.is_open or outcome.is_closed:
        id, why = "undecided_game" if outcome.is_open else "closed_game", ""
    elif 1 < len(each.winners) == len(each.seating.names):
        id = "all_won_game"
    return say(f"web.{id}", lang, game=title_of(row.game or "?", lang), winners=each.winners) + why + when


BAR, ROW, LABEL = 200.0, 30.0, 120.0
"""How long the longest bar is, how high a row, how wide a name."""


def _chart(lang: str, names: tuple[str, ...], games: list[PastGame]) -> Chart:
    """Return a chart of games won by each of `names`, most wins first."""
    won = wins(games)
    ranked = sorted(names, key=lambda name: (-won[name], name))
    most = max(won.values(), default=1) or 1
    return Chart(
        title=say("web.wins_chart", lang, n=len(games)),
        words="; ".join(f"{name}: {won[name]}" for name in ranked),
        width=f"{LABEL + BAR + 40:g}",
        height=f"{ROW * len(ranked) + 4:g}",
        bars=svg.group(*(_bar(name, won[name], most, i * ROW) for i, name in enumerate(ranked))),
    )


def _bar(name: str, won: int, most: int, y: float) -> svg.Node:
    """Return one bar of the chart at height `y`, with name and number; `most` is the longest bar's number."""
    wide = BAR * won / most
    label = svg.shorten(name, 15, LABEL - 8) if svg.px(name, 15) > LABEL - 8 else name
    return svg.group(
        svg.text_at(LABEL - 8, y + 20, label, "who", 15, "end"),
        svg.el("rect", x=LABEL, y=y + 4, width=max(wide, 2), height=ROW - 8, rx=4, class_="bar"),
        svg.text_at(LABEL + max(wide, 2) + 8, y + 20, won, "who", 15),
    )
