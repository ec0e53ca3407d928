"""The report of a timeline as one HTML page that fetches nothing, in any language."""

import re
from collections.abc import Iterator

from referee.draw import board_for_file, svg_file
from referee.draw.chart import chart, is_broad
from referee.draw.documents.report_words import ReportWords, documents, score_rows
from referee.draw.look import PLAIN, look_css, look_of
from referee.draw.palette import DAY, NIGHT, badge, seat_css
from referee.draw.svg import Markup, Node, el, join, rename_ids, take_apart, words
from referee.languages import trait
from referee.service.timeline import Chapter, Timeline, TimelineEvent, Undone

_VARIABLES = ("paper", "card", "line", "ink", "soft", "accent")


def as_html(timeline: Timeline, lang: str) -> str:
    """Return the report of a timeline as one HTML page that fetches nothing."""
    it = ReportWords(timeline, lang)
    head = el(
        "head",
        Markup('<meta charset="utf-8">'),
        # Phones show the page at their own width.
        Markup('<meta name="viewport" content="width=device-width,initial-scale=1">'),
        el("title", words(it.heading())),
        el("style", css(lang, timeline.game.id)),
    )
    body = el("body", el("main", el("h1", words(it.heading())), *sections(it)))
    return f"<!doctype html>\n{el('html', head, body, lang=lang, class_='look')}\n"


def as_svg(timeline: Timeline, lang: str) -> str:
    """Return the final board, as everybody may see it, as an SVG file without a fixed size."""
    return svg_file(timeline.game.view(timeline.state, None), lang) + "\n"


def sections(it: ReportWords) -> Iterator[Node]:
    """Yield the parts of the page in order; a part without content (score, charts, disputes) is left out."""
    timeline = it.timeline
    yield el("p", words(it.ending()), class_="lead")
    yield el("p", words(it.edition()))
    if it.house():
        yield el("p", words(it.say("report.house", switches=it.house())))
    if it.worked_out():
        yield el("p", words(it.worked_out()))
    if timeline.tally:
        yield section(it, "score", _score_table(it))
    yield section(it, "turning_points", el("div", *pictures(it), class_="boards"))
    if timeline.series:
        yield section(it, "charts", el("div", *_charts(it), class_="boards"))
    if timeline.disputes:
        yield section(it, "disputes", *disputes(it))
    yield section(it, "story", *(chapter(it, one) for one in timeline.chapters))
    yield el("footer", el("p", words(it.end_of_log())))


def _escape_with_ids(text: str) -> Node:
    """Escape `text`; ids of rules in it are wrapped so that no line breaks within one."""
    return Markup(RULE_ID.sub('<span class="id">\\g<0></span>', words(text)))


RULE_ID = re.compile(r"\b[A-Z]{3}-[A-Z]+-[0-9A-Z]+\b")


def section(it: ReportWords, name: str, *parts: Node) -> Node:
    """Return a section whose heading is the message `report.<name>`."""
    return el("section", el("h2", words(it.say(f"report.{name}"))), *parts)


def _score_table(it: ReportWords) -> Node:
    """Return the score, a row an item and a column a seat; below it notes, and who wins by which edition."""
    seats = it.timeline.state.seats
    rows = [
        el(
            "tr",
            el("th", words(it.item(item, args)), scope="row"),
            *(el("td", words(amounts.get(seat, "·"))) for seat in seats),
        )
        for item, args, amounts in score_rows(it.timeline)
    ]
    head = el("thead", el("tr", el("td", words("")), *(_seat_heading(it, seat) for seat in seats)))
    table = el("div", el("table", head, el("tbody", *rows)), class_="wide")
    return join(table, _how_it_comes_about(it), el("ul", *readings(it)))


def _how_it_comes_about(it: ReportWords) -> Node:
    """Return the notes on each seat's amounts, folded; empty where no line has a note."""
    parts = [
        join(el("dt", words(name)), *(el("dd", words(line)) for line in lines)) for name, lines in it.notes()
    ]
    if not parts:
        return Markup("")
    return el("details", el("summary", words(it.say("report.notes"))), el("dl", *parts))


def readings(it: ReportWords) -> Iterator[Node]:
    """Yield for this table's rules and each edition a list item: who wins, and the comparisons made."""
    for one in it.readings():
        steps = [el("li", words(step)) for step in it.steps(one)]
        yield el(
            "li", _escape_with_ids(it.reading(one)), el("ul", *steps, class_="soft") if steps else Markup("")
        )


def _seat_heading(it: ReportWords, seat: str) -> Node:
    """Return the head of a seat's column: badge and name, with a star where the seat has won."""
    drawn = el(
        "svg",
        badge(it.timeline.state, seat, 10),
        viewBox="-12 -12 24 24",
        class_="badge",
        aria_hidden="true",
    )
    winners = it.timeline.game.winners(it.timeline.state) or ()
    star = " ★" if seat in winners and len(winners) < len(it.timeline.state.seats) else ""
    return el("th", drawn, el("br"), words(it.names.get(seat, seat) + star), scope="col")


def pictures(it: ReportWords) -> Iterator[Node]:
    """Yield the board at each turning point, without the panel beside it, its ids made unique on the page."""
    for k, point in enumerate(it.timeline.turning_points):
        picture, _ = take_apart(
            board_for_file(it.timeline.game.view(point.after, None), it.lang), is_cut=True
        )
        yield el("figure", el("figcaption", _escape_with_ids(it.caption(point))), rename_ids(picture, k))


def _charts(it: ReportWords) -> Iterator[Node]:
    """Yield a figure for each series: how the score grew, or who was in which place."""
    for series in it.timeline.series:
        title = it.chart_title(series)
        drawn = chart(title, series, it.timeline.state, it.names, it.lang)
        broad = "broad" if is_broad(series) else None
        yield el("figure", el("figcaption", words(title)), drawn, class_=broad, tabindex=0 if broad else None)


def disputes(it: ReportWords) -> Iterator[Node]:
    """Yield for each dispute the question, the act, the ruling and the rules; at last the sources cited."""
    for settled in it.timeline.disputes:
        lines = (it.in_question(settled), it.ruling(settled))
        parts = [
            el("dt", _escape_with_ids(it.question(settled))),
            *(el("dd", _escape_with_ids(line)) for line in lines if line),
        ]
        for rule in it.rules(settled):
            parts += [el("dd", _escape_with_ids(text), class_="soft") for text in it.quote(rule)]
        yield el("dl", *parts)
    spelled = [
        el(
            "li",
            words(called + trait(it.lang, "colon")),
            el("cite", words(document.full_name(it.lang))),
        )
        for called, document in documents(it.timeline, it.lang).items()
    ]
    if spelled:
        yield el("h3", words(it.say("report.sources")))
        yield el("ul", *spelled, class_="soft")


def chapter(it: ReportWords, one: Chapter) -> Node:
    """Return a chapter, folded: its events and what was undone in it, in the order of the log."""
    items: list[TimelineEvent | Undone] = [*it.moments(one), *it.timeline.undone_in(one)]
    in_order = sorted(items, key=lambda item: item.seq)
    listed = [_undone_item(it, i) if isinstance(i, Undone) else _moment_item(it, i) for i in in_order]
    return el("details", el("summary", words(it.chapter(one))), el("ol", *listed))


def _moment_item(it: ReportWords, moment: TimelineEvent) -> Node:
    """Return an event as a list item with its number.

    A consequence has the class `then`, what was worked out from how the board stood `inferred`.
    """
    kinds = {"inferred": moment.source is not None, "then": moment.is_consequence}
    looks = " ".join(kind for kind, has in kinds.items() if has) or None
    return el("li", _escape_with_ids(it.moment(moment)), value=moment.seq, class_=looks)


def _undone_item(it: ReportWords, undone: Undone) -> Node:
    """Return a take-back as a list item, and below it the undone actions, struck through."""
    struck = [el("li", el("s", words(it.moment(act))), value=act.seq) for act in undone.actions]
    return el(
        "li", _escape_with_ids(it.take_back(undone)), el("ol", *struck), value=undone.seq, class_="undone"
    )


def css(lang: str, game: str = "") -> Markup:
    """Return the page's style sheet for `lang`: colours by day and by night, fonts, print rules.

    It looks, with the class `look`, as the pages of `game` do.
    """
    day, night = (";".join(f"--{name}:{theme[name]}" for name in _VARIABLES) for theme in (DAY, NIGHT))
    body = f"margin:0;background:var(--paper);color:var(--ink);font:17px/1.55 {trait(lang, 'fonts')}"
    dark = "@media(prefers-color-scheme:dark)"
    theme = f":root{{{day};color-scheme:light dark}}{dark}{{:root{{{night}}}}}body{{{body}}}"
    look = look_css("look", look_of(game) if game else PLAIN)
    return Markup(f"{look}{theme}{RULES}{seat_css('badge')}")


RULES = """
main{max-width:62rem;margin:0 auto;padding:2rem 1rem 4rem}
h1{line-height:1.2;font-size:2rem;overflow-wrap:anywhere}
h1{background:var(--band) var(--texture);color:var(--on-band)}
h1{margin:0 0 1.2rem;padding:1.2rem 1.4rem;border-radius:12px}
h1,h2,h3{font-family:var(--display)}
h2{margin-top:2.5rem;border-bottom:2px solid var(--line);padding-bottom:.3rem}
h3{margin:1.5rem 0 .3rem;font-size:1rem}
.lead{font-size:1.3rem}
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,24rem),1fr));gap:1.25rem;align-items:start}
figure{margin:0;background:var(--card);border:1px solid var(--line);border-radius:12px;overflow:hidden}
figcaption{padding:.7rem 1rem}
figure svg{display:block;width:100%;height:auto}
.wide{overflow-x:auto}
table{border-collapse:collapse}
th,td{padding:.3rem .6rem;text-align:right;border-bottom:1px solid var(--line)}
th[scope=col]{vertical-align:bottom;white-space:nowrap;text-align:center}
td{text-align:center}
th[scope=row]{text-align:left;font-weight:400;min-width:8.5rem}
.badge{width:1.7rem;height:1.7rem}
.badge text{font:700 11px sans-serif}
@media(max-width:30rem){th,td{padding:.3rem .35rem}th[scope=row]{min-width:6rem}}
dl{margin:1rem 0}
dt{font-weight:700}
dd{margin:.3rem 0 .3rem 1.2rem}
dt,dd,li{overflow-wrap:anywhere}
cite{font-style:normal}
.id{white-space:nowrap}
.soft,footer{color:var(--soft)}
footer{margin-top:3rem;overflow-wrap:anywhere;font-size:.85rem}
ul{padding-left:1.4rem}
ol{padding-left:2.8rem}
details{border-bottom:1px solid var(--line);padding:.5rem 0}
summary{cursor:pointer;font-weight:700}
li.then{color:var(--soft);margin-left:1.2rem}
li.inferred{border-left:3px dotted var(--line);padding-left:.9rem}
li.undone>ol{color:var(--soft);padding-left:2rem}
.chart text{font-family:inherit}
.chart .grid{stroke:var(--line)}
.chart .scale{fill:var(--soft);font-size:12px}
.chart .label{fill:var(--ink);font-size:14px;font-weight:700}
.broad{grid-column:1/-1;overflow-x:auto}
.broad svg{min-width:40rem}
.chart path.edge,.chart .edge>*{stroke:var(--soft)}
@media print{details{break-inside:avoid}figure{break-inside:avoid}}
"""
"""The page's style beside its colours and letters, for screen and paper."""
