"""What a group has played: who won what, by which rule, a chart of it, and the way to play again."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock

from events.stores.protocol import TableRow
from referee.draw.svg import Node, group, px, shorten, text_at
from referee.draw.svg import el as shape
from referee.l10n import noun, say, title_of
from referee.service.logs import days
from referee.service.timeline.past_games import PastGame, Seating, by_group, past_game, seating_of, wins
from referee.web.parts.markup import Html, el
from referee.web.streams.live_tables import LiveTables

MOST_GAMES = 40
"""So many games back a group is told of."""

MOST_KEPT = 400


class Found:
    """What was read of tables, kept while their logs are as long as they were."""

    def __init__(self) -> None:
        self._seatings: OrderedDict[tuple[int, str, int, str | None], Seating] = OrderedDict()
        self._games: OrderedDict[tuple[int, str, int, str | None], PastGame | None] = OrderedDict()
        self._lock = Lock()

    def seating(self, live: LiveTables, row: TableRow) -> Seating:
        """Read who sits at a table."""
        key = (id(live), row.table, row.revision, row.opened_at)
        with self._lock:
            if key in self._seatings:
                return self._seatings[key]
        found = seating_of(live.store, row)
        with self._lock:
            self._seatings[key] = found
            while len(self._seatings) > MOST_KEPT:
                self._seatings.popitem(last=False)
        return found

    def game(self, live: LiveTables, seating: Seating) -> PastGame | None:
        """Read how a game ended."""
        row = seating.row
        key = (id(live), row.table, row.revision, row.opened_at)
        with self._lock:
            if key in self._games:
                return self._games[key]
        now = live.now(seating.row.table)
        found = past_game(seating, now.game, now.state)
        with self._lock:
            self._games[key] = found
            while len(self._games) > MOST_KEPT:
                self._games.popitem(last=False)
        return found


FOUND = Found()


def past_section(live: LiveTables, lang: str, root: str, over: list[Seating]) -> Html | None:
    """Tell of the games that are over, group by group."""
    games = [game for each in over[:MOST_GAMES] if (game := FOUND.game(live, each)) is not None]
    if not games:
        return None
    groups = [group_article(lang, root, names, played) for names, played in by_group(games).items()]
    return el("section", el("h2", say("web.past_games", lang)), groups, class_="past")


def group_article(lang: str, root: str, names: tuple[str, ...], games: list[PastGame]) -> Html:
    """Tell of one group: its chart, its games, the way to play the last one again."""
    rows = [el("li", game_words(lang, each)) for each in games]
    again = el(
        "form",
        el(
            "button",
            say("web.play_again", lang, game=title_of(games[0].seating.row.game or "?", lang)),
            name="table",
            value=games[0].seating.row.table,
            class_="main",
        ),
        method="post",
        action=f"{root}again",
    )
    return el(
        "article",
        el("h3", say("web.group", lang, names=names)),
        chart(lang, names, games) if len(games) > 1 else None,  # of one game the line below says all
        el("ol", rows),
        again,
        class_="group-played",
    )


def day_of(row: TableRow) -> str:
    """Write the day a table was opened, where it was, in one piece; empty where that is not known."""
    try:
        day = days.day_of(datetime.fromisoformat(row.opened_at or ""))
    except ValueError:
        return ""
    return day.replace("-", "\N{NON-BREAKING HYPHEN}")


def game_words(lang: str, each: PastGame) -> str:
    """Say who won what, why, and when."""
    row, reading = each.seating.row, each.reading
    why = f" · {noun('reason', reading.reason, lang, row.game or '')}" if reading is not None else ""
    when = f" · {day_of(row)}" if row.opened_at else ""
    id = "web.won_game" if each.winners else "web.nobody_won_game"
    if each.is_open:
        return say("web.undecided_game", lang, game=title_of(row.game or "?", lang)) + when
    return say(id, lang, game=title_of(row.game or "?", lang), winners=each.winners) + why + when


BAR, ROW, LABEL = 200.0, 30.0, 120.0
"""How long the longest bar is, how high a row, how wide a name."""


def chart(lang: str, names: tuple[str, ...], games: list[PastGame]) -> Html:
    """Draw who of a group has won how many games, as bars with their numbers; who won most first."""
    won = wins(games)
    ranked = sorted(names, key=lambda name: (-won[name], name))
    most = max(won.values(), default=1) or 1
    rows = [bar(name, won[name], most, i * ROW) for i, name in enumerate(ranked)]
    said = "; ".join(f"{name}: {won[name]}" for name in ranked)
    height = ROW * len(ranked) + 4
    return el(
        "svg",
        el("title", say("web.wins_chart", lang, n=len(games))),
        el("desc", said),
        Html(group(*rows)),
        viewBox=f"0 0 {LABEL + BAR + 40:g} {height:g}",
        role="img",
        class_="wins",
    )


def bar(name: str, won: int, most: int, y: float) -> Node:
    """Draw one row of the chart."""
    wide = BAR * won / most
    label = shorten(name, 15, LABEL - 8) if px(name, 15) > LABEL - 8 else name
    return group(
        text_at(LABEL - 8, y + 20, label, "who", 15, "end"),
        shape("rect", x=LABEL, y=y + 4, width=max(wide, 2), height=ROW - 8, rx=4, class_="bar"),
        text_at(LABEL + max(wide, 2) + 8, y + 20, won, "who", 15),
    )
