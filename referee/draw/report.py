"""A chronicle written out: one self-contained HTML page, or Markdown, in any language."""

from collections.abc import Iterator
from typing import Any

from referee.draw import svg_board, text_board
from referee.draw.chart import chart
from referee.draw.palette import DAY, NIGHT
from referee.draw.svg import FONTS, Markup, el, join, words
from referee.kernel.tally import Line
from referee.l10n import noun, say
from referee.l10n.tell import tell
from referee.rulebooks import find_rule
from referee.service.chronicle import Chapter, Chronicle, Moment

_VARIABLES = ("paper", "card", "line", "ink", "soft", "accent")


def as_html(told: Chronicle, lang: str) -> str:
    """Write the page: nothing in it is fetched from anywhere."""
    title = heading(told, lang)
    head = el(
        "head",
        Markup('<meta charset="utf-8">'),
        viewport(),
        el("title", words(title)),
        el("style", css(lang)),
    )
    body = el("body", el("main", el("h1", words(title)), *sections(told, lang)))
    return "<!doctype html>\n" + el("html", head, body, lang=lang) + "\n"


def viewport() -> Markup:
    """Let phones show the page at their own width."""
    return Markup('<meta name="viewport" content="width=device-width,initial-scale=1">')


def sections(told: Chronicle, lang: str) -> Iterator[Markup]:
    """Write the page's parts: how it ended, the pictures, the charts, the disputes, the story."""
    yield el("p", words(ending(told, lang)), class_="lead")
    if told.state.house:
        yield el("p", words(say("report.house", lang, switches=house_of(told))))
    if told.tally:
        yield el("section", el("h2", words(say("report.score", lang))), score_table(told, lang))
    yield el("section", el("h2", words(say("report.turning_points", lang))), *pictures(told, lang))
    if told.series and len(told.chapters) > 1:
        yield el("section", el("h2", words(say("report.charts", lang))), *charts(told, lang))
    if told.disputes:
        yield el("section", el("h2", words(say("report.disputes", lang))), *disputes(told, lang))
    yield el(
        "section",
        el("h2", words(say("report.story", lang))),
        *(chapter(c, told, lang) for c in told.chapters),
    )
    yield el("footer", el("p", words(say("report.head", lang, n=told.revision, head=told.head))))


def heading(told: Chronicle, lang: str) -> str:
    """Name the game and who played."""
    game = noun("game", told.game.id, lang, "table")
    return say("report.title", lang, game=game, seats=told.state.seats, names=told.state.names)


def ending(told: Chronicle, lang: str) -> str:
    """Say how it ended."""
    winners = told.game.winners(told.state)
    if winners is None:
        return say("report.not_over", lang)
    names = told.state.names
    return say("report.won" if winners else "report.nobody", lang, winners=winners, names=names)


def house_of(told: Chronicle) -> tuple[str, ...]:
    """Write the switches that are not the edition's."""
    return tuple(f"{name}={getattr(told.state.switches, name)}" for name in told.state.house)


def score_table(told: Chronicle, lang: str) -> Markup:
    """Write the score line by line, a column a seat; then what each edition makes of it."""
    tally, seats = told.tally, told.state.seats
    if tally is None:
        return Markup("")
    order = {item: k for k, item in enumerate(dict.fromkeys(line.item for line in longest(tally.lines)))}
    keys = dict.fromkeys((line.item, tuple(line.args.items())) for line in tally.lines)
    rows = []
    for item, args in sorted(keys, key=lambda key: order.get(key[0], len(order))):
        amounts = {
            line.seat: line.amount
            for line in tally.lines
            if (line.item, tuple(line.args.items())) == (item, args)
        }
        label = say(f"{told.game.id}.{item}", lang, names=told.state.names, **dict(args))
        cells = [el("td", words(amounts.get(seat, "·"))) for seat in seats]
        rows.append(el("tr", el("th", words(label), scope="row"), *cells))
    names = [el("th", words(told.state.names.get(seat, seat)), scope="col") for seat in seats]
    table = el("table", el("thead", el("tr", el("td", words("")), *names)), el("tbody", *rows))
    readings = [el("li", words(reading(told, one, lang))) for one in tally.readings]
    return join(el("div", table, class_="wide"), el("ul", *readings))


def longest(lines: tuple[Line, ...]) -> list[Line]:
    """Give the lines of the seat that has most of them: its order is everybody's."""
    seats = dict.fromkeys(line.seat for line in lines)
    return max(([line for line in lines if line.seat == seat] for seat in seats), key=len, default=[])


def reading(told: Chronicle, one: Any, lang: str) -> str:
    """Say who wins by one reading, and by which rule."""
    reason = noun("reason", one.reason, lang, told.game.id)
    kind = "case.by_this_table" if one.edition is None else "case.by_edition"
    args = {"edition": one.edition, "winners": one.winners, "reason": reason, "rules": " ".join(one.rules)}
    return say(kind if one.winners else f"{kind}_nobody", lang, names=told.state.names, **args)


def pictures(told: Chronicle, lang: str) -> Iterator[Markup]:
    """Draw the board at each turning point."""
    for moment in told.turning_points:
        picture = svg_board(told.game.view(moment.after, None), lang, "table")
        caption = say("report.at_entry", lang, n=moment.seq, what=sentence(moment, told, lang))
        yield el("figure", Markup(picture), el("figcaption", words(caption)))


def charts(told: Chronicle, lang: str) -> Iterator[Markup]:
    """Draw how the score grew."""
    for series in told.series:
        title = say(f"{told.game.id}.{series.item}", lang)
        yield el(
            "figure", el("figcaption", words(title)), chart(title, series.values, told.state.seats, lang)
        )


def disputes(told: Chronicle, lang: str) -> Iterator[Markup]:
    """Write what was disputed, how it was settled, and what the sources say."""
    for settled in told.disputes:
        opened, ruling = settled.opened, settled.ruling
        by = told.state.names.get(opened.by, opened.by)
        asked = say("case.asked", lang, n=opened.at, by=by, topic=opened.topic, question=opened.question)
        parts = [el("dt", words(f"{opened.id}: {asked}"))]
        if ruling:
            basis = say(f"case.basis_{ruling.basis}", lang)
            decided = say(
                "case.ruled", lang, decision=ruling.decision, basis=basis, rules=" ".join(ruling.rules)
            )
            parts.append(el("dd", words(decided)))
            parts += [el("dd", words(source(rule, lang)), class_="soft") for rule in ruling.rules]
        yield el("dl", *parts)


def source(rule_id: str, lang: str) -> str:
    """Quote a rule with its sources."""
    rule = find_rule(rule_id)
    return f"{rule_id}: {rule.text(lang)} [{'; '.join(rule.sources)}]" if rule else rule_id


def chapter(one: Chapter, told: Chronicle, lang: str) -> Markup:
    """Write one chapter: its actions, with what followed set under them."""
    items = [
        el(
            "li",
            words(sentence(moment, told, lang)),
            value=moment.seq,
            class_="then" if moment.is_consequence else None,
        )
        for moment in one.moments
    ]
    return el(
        "details", el("summary", words(say(f"{told.game.id}.chapter", lang, n=one.number))), el("ol", *items)
    )


def sentence(moment: Moment, told: Chronicle, lang: str) -> str:
    """Say what happened at a moment."""
    return tell(moment.event, lang, told.state.names, where(moment))


def where(moment: Moment) -> str | None:
    """Tell where the canoe of a move stood before it, where there is one."""
    event: Any = moment.event
    if moment.before is None or not hasattr(event, "canoe") or not hasattr(event, "to"):
        return None
    return str(moment.before.at[2 * moment.before.index[event.seat] + event.canoe - 1])


def css(lang: str) -> Markup:
    """Style the page, by day and by night, for screen and paper."""
    day, night = (";".join(f"--{name}:{theme[name]}" for name in _VARIABLES) for theme in (DAY, NIGHT))
    body = f"margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 {FONTS[lang]}"
    return Markup(f":root{{{day};color-scheme:light dark}}{DARK}{{:root{{{night}}}}}body{{{body}}}{RULES}")


DARK = "@media(prefers-color-scheme:dark)"
RULES = """
main{max-width:60rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{line-height:1.2;font-size:2rem}
h2{margin-top:2.5rem;border-bottom:2px solid var(--line);padding-bottom:.3rem}
.lead{font-size:1.3rem}
figure{margin:1.5rem 0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
figcaption{padding:.7rem 1rem}
figure svg{display:block;width:100%;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid var(--line)}
th[scope=row]{text-align:left;font-weight:400}
dl{margin:1rem 0}
dt{font-weight:700}
dd{margin:.3rem 0 .3rem 1.2rem}
.soft,footer{color:var(--soft)}
footer{margin-top:3rem;overflow-wrap:anywhere;font-size:.85rem}
details{border-bottom:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer;font-weight:700}
li.then{color:var(--soft);margin-left:1.2rem}
.chart .grid{stroke:var(--line)}
.chart .scale{fill:var(--soft);font-size:12px}
.chart .label{fill:var(--ink);font-size:14px;font-weight:700}
@media print{details{break-inside:avoid}}
"""
"""The page's style beside its colours and letters, for screen and paper."""


def as_markdown(told: Chronicle, lang: str) -> str:
    """Write the story as Markdown, boards as text."""
    return "\n".join(markdown_lines(told, lang)) + "\n"


def markdown_lines(told: Chronicle, lang: str) -> Iterator[str]:
    """Write the parts of the Markdown report."""
    yield from (f"# {heading(told, lang)}", "", ending(told, lang), "")
    if told.state.house:
        yield from (say("report.house", lang, switches=house_of(told)), "")
    if told.tally:
        yield from (f"## {say('report.score', lang)}", "")
        yield from (f"- {reading(told, one, lang)}" for one in told.tally.readings)
        yield ""
    yield from (f"## {say('report.turning_points', lang)}", "")
    for moment in told.turning_points:
        board = text_board(told.game.view(moment.after, None), lang)
        caption = say("report.at_entry", lang, n=moment.seq, what=sentence(moment, told, lang))
        yield from (caption, "", "```", board, "```", "")
    if told.disputes:
        yield from (f"## {say('report.disputes', lang)}", "")
        yield from (
            f"- {s.opened.id}: {s.opened.question} → {s.ruling.decision if s.ruling else '…'}"
            for s in told.disputes
        )
        yield ""
    yield from (f"## {say('report.story', lang)}", "")
    for one in told.chapters:
        yield from (f"### {say(f'{told.game.id}.chapter', lang, n=one.number)}", "")
        yield from (f"{'  ' * m.is_consequence}- {m.seq}. {sentence(m, told, lang)}" for m in one.moments)
        yield ""
    yield say("report.head", lang, n=told.revision, head=told.head)
