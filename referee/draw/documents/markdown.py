"""Markdown: escaping, and the report of a timeline with boards as text."""

import re
from collections.abc import Iterator

from referee.draw import text_board
from referee.draw.documents.report_words import ReportWords, documents, score_rows
from referee.languages import headed, trait
from referee.service.timeline import Chapter, Timeline, TimelineEvent, Undone

_SIGNS = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")
_BEGINS_BLOCK = re.compile(r"^(?=[#+=-])|^([0-9]{1,9})(?=[.)])")


def escape(text: object) -> str:
    """Return `text` on one line, blanks folded, with every sign that Markdown or HTML reads escaped."""
    plain = _SIGNS.sub(r"\\\g<0>", " ".join(str(text).split()))
    return _BEGINS_BLOCK.sub(lambda begun: f"{begun[1] or ''}\\", plain, count=1)


def fence(text: str) -> Iterator[str]:
    """Yield the lines of `text` in a code fence longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * max(3, longest + 1)
    yield from (mark, *text.splitlines(), mark)


def as_markdown(timeline: Timeline, lang: str) -> str:
    """Return the report of a timeline as Markdown, with boards as text."""
    return "\n".join(lines_of(ReportWords(timeline, lang))) + "\n"


def lines_of(it: ReportWords) -> Iterator[str]:
    """Yield the lines of the report, escaped; parts without content are left out."""
    timeline = it.timeline
    yield from (f"# {escape(it.heading())}", "", escape(it.ending()), "", escape(it.edition()), "")
    if it.house():
        yield from (escape(it.say("report.house", switches=it.house())), "")
    if it.worked_out():
        yield from (escape(it.worked_out()), "")
    if timeline.tally:
        yield from (f"## {it.say('report.score')}", "", *score(it), "")
        for name, lines in it.notes():
            yield from (f"- {escape(name)}", *(f"  - {escape(line)}" for line in lines))
        yield ""
        for one in it.readings():
            yield from (f"- {escape(it.reading(one))}", *(f"  - {escape(step)}" for step in it.steps(one)))
        yield ""
    yield from (f"## {it.say('report.turning_points')}", "")
    for point in timeline.turning_points:
        board = text_board(timeline.game.view(point.after, None), it.lang)
        yield from (escape(it.caption(point)), "", *fence(board), "")
    if timeline.disputes:
        yield from (f"## {it.say('report.disputes')}", "", *disputes(it), "")
    yield from (f"## {it.say('report.story')}", "")
    for part in timeline.chapters:
        yield from (f"### {escape(it.chapter(part))}", "", *chapter(it, part), "")
    yield escape(it.end_of_log())


def score(it: ReportWords) -> Iterator[str]:
    """Yield a Markdown table, a row an item and a column a seat; `·` where a seat has no amount."""
    seats = it.timeline.state.seats
    yield row("", *(escape(it.names.get(seat, seat)) for seat in seats))
    yield row("---", *("---:" for _ in seats))
    for item, args, amounts in score_rows(it.timeline):
        yield row(escape(it.item(item, args)), *(amounts.get(seat, "·") for seat in seats))


def row(*cells: object) -> str:
    """Return a row of a Markdown table; the cells must be escaped already."""
    return "| " + " | ".join(map(str, cells)) + " |"


def disputes(it: ReportWords) -> Iterator[str]:
    """Yield for each dispute the question, the act, the ruling and the rules; at last the sources cited."""
    for settled in it.timeline.disputes:
        lines = (it.in_question(settled), it.ruling(settled))
        yield from (f"- {escape(it.question(settled))}", *(f"  - {escape(line)}" for line in lines if line))
        for rule in it.rules(settled):
            yield from (f"    - {escape(text)}" for text in it.quote(rule))
    spelled = documents(it.timeline, it.lang)
    if spelled:
        yield from ("", it.say("report.sources") + trait(it.lang, "colon").rstrip(), "")
        yield from (
            f"- {escape(headed(called, document.full_name(it.lang), it.lang))}"
            for called, document in spelled.items()
        )


def chapter(it: ReportWords, one: Chapter) -> Iterator[str]:
    """Yield the events of a chapter in log order: consequences indented, undone actions struck through.

    What was worked out is indented below the position told, in the chapter where that was told.
    """
    items: list[TimelineEvent | Undone] = [*it.moments(one), *it.timeline.undone_in(one)]
    for item in sorted(items, key=lambda item: item.seq):
        if isinstance(item, Undone):
            yield f"- {item.seq}. {escape(it.take_back(item))}"
            yield from (f"  - ~~{act.seq}. {escape(it.moment(act))}~~" for act in item.actions)
        else:
            depth = item.is_consequence + ((item.source or 0) >= one.events[0].seq)
            yield f"{'  ' * depth}- {item.seq}. {escape(it.moment(item))}"
