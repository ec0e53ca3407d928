"""The report of a study as one HTML page: what each rule changes, in words, figures and bars."""

from collections.abc import Iterator, Mapping

from referee.draw.documents.report import css
from referee.draw.svg import Markup, Node, el, join, words, wrap
from referee.kernel.ruleset import Plain
from referee.l10n import noun, say
from referee.l10n.catalogs import edition_words, rule_option_words, value_words
from referee.service.simulation.study import ALWAYS, Compared, Mean, Plan, Share

WIDTH, ROW, RIGHT = 640, 60, 70
"""A bar chart's width, the height of a row with a label of one line, and the room for its figure."""

TEXT, LINE = 14, 18
"""The size of a label, and from one line of it to the next."""

_CHARTS = """
.bar{fill:var(--accent)}
.whisker{stroke:var(--ink);stroke-width:2}
.axis{stroke:var(--line)}
.chart text{font-size:14px;fill:var(--ink)}
.note{color:var(--soft)}
td{white-space:nowrap}
"""


def as_page(plan: Plan, compared: tuple[Compared, ...], lang: str) -> str:
    """Return the report of a study as one HTML page that fetches nothing."""
    title = say("study.title", lang, game=say(f"{plan.game}.name", lang))
    head = el(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
        el("title", words(title)),
        el("style", join(css(lang, plan.game), Markup(_CHARTS))),
    )
    body = el("body", el("main", el("h1", words(title)), *sections(plan, compared, lang)))
    return f"<!doctype html>\n{el('html', head, body, lang=lang, class_='look')}\n"


def sections(plan: Plan, compared: tuple[Compared, ...], lang: str) -> Iterator[Node]:
    """Yield what was played, two bar charts (left out without rows), a table for each cell of the plan."""
    played = say(
        "study.played",
        lang,
        edition=edition_words(plan.game, plan.edition, lang),
        n=plan.games,
        seed=plan.seed,
        who=tuple(say_kind(plan.game, kind, lang) for kind in plan.kinds),
    )
    yield el("p", words(played), class_="lead")
    yield el("p", words(say("study.how", lang)), class_="note")
    others = [row for row in compared if row.cell]
    for name, pick in (("matters", _matters_of), ("differs", _differs_of)):
        bars = [(_row_label(plan, row, lang), pick(row)) for row in others]
        if bars:
            heading = say(f"study.{name}", lang)
            yield el("section", el("h2", words(heading)), bar_chart(heading, bars, lang))
    for cell in range(len(plan.cells)):
        rows = [row for row in compared if row.cell == cell]
        yield el("section", el("h2", words(cell_words(plan, cell, lang))), table(plan, rows, lang))


def _matters_of(row: Compared) -> Share:
    return row.matters


def _differs_of(row: Compared) -> Share:
    return row.differs


def cell_words(plan: Plan, cell: int, lang: str) -> str:
    """Return the option values of a cell in words; cell 0, without values, is the rules as printed."""
    values = plan.cells[cell]
    return _values_in_words(plan.game, values, lang) if values else say("study.as_printed", lang)


def _values_in_words(game: str, values: Mapping[str, Plain], lang: str) -> str:
    """Return options and their values in words, separated by semicolons."""
    pairs = (
        say(
            "study.value",
            lang,
            switch=rule_option_words(game, name, lang),
            value=value_words(game, name, value, lang),
        )
        for name, value in values.items()
    )
    return "; ".join(pairs)


def say_kind(game: str, kind: str, lang: str) -> str:
    """Return the name of a kind of player; its id where the game has no word for it."""
    return noun("kind", kind, lang, "study" if kind in ALWAYS else game)


def _row_label(plan: Plan, row: Compared, lang: str) -> str:
    """Return a row's label: its option values, kind of players and number of seats."""
    values, who = cell_words(plan, row.cell, lang), say_kind(plan.game, row.kind, lang)
    return say("study.row", lang, values=values, who=who, n=row.players)


def bar_chart(title: str, bars: list[tuple[str, Share]], lang: str) -> Node:
    """Return a chart with a bar and its interval for each labelled share; its `<desc>` has the figures."""
    most = max(0.01, *(share.most for _, share in bars))
    room, y = WIDTH - RIGHT, 4
    rows = []
    for label, share in bars:
        lines = wrap(label, TEXT, WIDTH - 16)
        above = y + LINE * (len(lines) - 1)

        def x(part: float) -> float:
            return 8 + (room - 8) * part / most

        rows += [
            *(el("text", words(line), x=8, y=y + 18 + LINE * n) for n, line in enumerate(lines)),
            el("rect", x=8, y=above + 26, width=max(1.0, x(share.share) - 8), height=18, class_="bar"),
            el("line", x1=x(share.least), x2=x(share.most), y1=above + 35, y2=above + 35, class_="whisker"),
            el("text", words(_percent(share.share)), x=room + 6, y=above + 40),
        ]
        y = above + ROW
    numbers = "; ".join(f"{label}: {interval(share)}" for label, share in bars)
    drawn = el(
        "svg",
        el("title", words(title)),
        el("desc", words(numbers)),
        *rows,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {y + 4}",
        role="img",
        lang=lang,
        class_="chart",
    )
    return el("figure", drawn)


def table(plan: Plan, rows: list[Compared], lang: str) -> Node:
    """Return the figures of a cell, a row for each kind and number of players.

    Cell 0 is what the others are compared with: it has no columns of differences.
    """
    names = ("who", "seats", "games", "matters", "differs", "wins", "gains", "acts", "longer", "unfinished")
    is_first = bool(rows) and rows[0].cell == 0
    kept = [name for name in names if not (is_first and name in {"matters", "differs", "gains", "longer"})]
    head = el("tr", *(el("th", words(say(f"study.column.{name}", lang)), scope="col") for name in kept))
    body = [el("tr", *(el("td", words(cells(plan.game, row, lang)[name])) for name in kept)) for row in rows]
    assert plan.cells  # noqa: S101 - a study compares something
    return el("div", el("table", el("thead", head), el("tbody", *body)), class_="wide", tabindex=0)


def cells(game: str, row: Compared, lang: str) -> dict[str, str]:
    """Return the figures of a row as text, by the name of their column."""
    return {
        "who": say_kind(game, row.kind, lang),
        "seats": str(row.players),
        "games": str(row.games),
        "matters": interval(row.matters),
        "differs": interval(row.differs),
        "wins": " / ".join(_percent(share.share) for share in row.wins),
        "gains": " / ".join(_format_gain(mean) for mean in row.gains),
        "acts": f"{row.acts.mean:.0f}",
        "longer": f"{row.longer.mean:+.1f} ({row.longer.least:+.1f} … {row.longer.most:+.1f})",
        "unfinished": interval(row.unfinished),
    }


def _percent(part: float) -> str:
    """Return a share of 1 as a percentage with one decimal."""
    return f"{100 * part:.1f} %"


def interval(share: Share) -> str:
    """Return a share with its confidence interval, in per cent."""
    return f"{_percent(share.share)} ({100 * share.least:.1f} … {100 * share.most:.1f})"


def _format_gain(mean: Mean) -> str:
    """Return a mean gain in percentage points of wins; in brackets where its interval contains 0."""
    text = f"{100 * mean.mean:+.1f}"
    return text if mean.least > 0 or mean.most < 0 else f"({text})"
