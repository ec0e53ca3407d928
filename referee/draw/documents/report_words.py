"""The texts of a report in any language, shared by HTML and Markdown."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import TABLE, Event
from referee.draw.chart import drawn_steps, one_in
from referee.kernel.shared import SHARED
from referee.kernel.tally import Line, Reading
from referee.l10n import say, title_of
from referee.l10n.catalogs import edition_words, topic_words
from referee.l10n.messages import act_of, event_words, left_unsaid, place_of
from referee.l10n.options import decision_words, put_words_in, with_books
from referee.l10n.score import amount_words, line_words, reading_words, step_words
from referee.languages import headed, trait
from referee.rulebooks import Document, Rule, book_of, documents_of, find_rule, mention_sources
from referee.service.audit.heads import short_code
from referee.service.disputes.analysis import RecordedDispute
from referee.service.timeline import (
    Ahead,
    Chapter,
    Lead,
    Series,
    Swing,
    Timeline,
    TimelineEvent,
    TurningPoint,
    Undone,
)
from referee.service.wording import as_worked_out, marked_words


class ReportWords:
    """The texts of a report on a timeline, in one language; plain text that the caller escapes."""

    def __init__(self, timeline: Timeline, lang: str) -> None:
        self.timeline, self.lang = timeline, lang
        self.game, self.names = timeline.game.id, timeline.state.names

    def say(self, message_id: str, **args: object) -> str:
        """Return a message; seats in its arguments are printed by their names."""
        return say(message_id, self.lang, names=self.names, **args)

    def heading(self) -> str:
        """Return the title: the game and who played."""
        game = title_of(self.game, self.lang)
        return self.say("report.title", game=game, seats=self.timeline.state.seats)

    def ending(self) -> str:
        """Return who won; that nobody did, that it is undecided or not over."""
        winners = self.timeline.game.winners(self.timeline.state)
        if winners is None:
            return self.say("report.not_over")
        if seats := self.timeline.game.undecided(self.timeline.state):
            return self.say("table.undecided", seats=seats)
        return self.say("report.won" if winners else "report.nobody", winners=winners)

    def edition(self) -> str:
        """Return the sentence that says which edition was played."""
        return self.say(
            "report.edition", edition=edition_words(self.game, self.timeline.state.edition, self.lang)
        )

    def house(self) -> tuple[str, ...]:
        """Return the house rules, the options that differ from the edition, as `option: value` in words."""
        options = self.timeline.state.options
        ruled = (f"{name}={getattr(options, name)}" for name in self.timeline.state.house)
        return tuple(decision_words(self.game, each, self.lang) for each in ruled)

    def item(self, item: str, args: dict[str, Any]) -> str:
        """Return the name of an item of the score; `args` fill its message."""
        return self.say(f"{self.game}.{item}", **args)

    def readings(self) -> tuple[Reading, ...]:
        """Return who wins by this table's rules (first) and by each edition; empty without a tally.

        The table's own edition is left out where it gives the same result as the table's rules.
        """
        if self.timeline.tally is None:
            return ()
        own, *others = self.timeline.tally.readings
        edition = self.timeline.state.edition
        return (own, *(one for one in others if one != replace(own, edition=edition)))

    def reading(self, one: Reading) -> str:
        """Return the sentence that says who wins by one reading, and by which rule."""
        return reading_words(self.game, one, self.lang, self.names)

    def steps(self, one: Reading) -> tuple[str, ...]:
        """Return the comparisons by which a reading finds its winner, a sentence each."""
        return tuple(step_words(self.game, step, self.lang, self.names) for step in one.steps)

    def notes(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield the name of each seat that has notes in the score, and the notes, a sentence each."""
        lines = self.timeline.tally.lines if self.timeline.tally else ()
        for seat in self.timeline.state.seats:
            noted = [line for line in lines if line.seat == seat and line.note is not None]
            if noted:
                said = (line_words(self.game, line, self.lang, self.names) for line in noted)
                yield self.names.get(seat) or seat, tuple(said)

    def chart_title(self, series: Series) -> str:
        """Return what a chart shows, by which steps, and which of them it leaves out."""
        by = "places_by" if series.is_place else "charted_by"
        shown = drawn_steps(series)
        what, by = self.item(series.item, series.args), self.say(f"{self.game}.{by}")
        if len(shown) == len(series.steps):
            return self.say("report.chart", what=what, by=by)
        first, end = (series.steps[k] for k in (shown[-1], -1))
        more = self.say("report.same_after", first=first, end=end) if first != end else ""
        return self.say("report.chart_of_many", what=what, by=by, n=one_in(shown[-1] + 1), more=more)

    def chapter(self, one: Chapter) -> str:
        """Return the name of a round, race or day, with its number."""
        return self.say(f"{self.game}.chapter", n=one.number)

    def moments(self, one: Chapter) -> Iterator[TimelineEvent]:
        """Yield the events of a chapter, without what the sentence of the act before them says already."""
        act: Event | None = None
        for moment in one.events:
            act = act if moment.is_consequence else moment.event
            if (event := left_unsaid(self.game, moment.event, act)) is not None:
                yield replace(moment, event=event)

    def moment(self, moment: TimelineEvent) -> str:
        """Return the sentence of an event; one about other log entries names what those entries are.

        An act that nobody told is marked.
        """
        if type(moment.event) in SHARED:
            seen = self.timeline.log_index.view()[moment.seq - 1]
            return marked_words(self.timeline.log_index, seen, self.lang, None)
        said = self.event(moment.event, place_of(moment.before, moment.event))
        return as_worked_out(said, self.lang) if moment.is_worked_out else said

    def worked_out(self) -> str:
        """Return how many of the acts nobody told; empty where all were told."""
        acts = [each for part in self.timeline.chapters for each in part.events if not each.is_consequence]
        if not (n := sum(each.is_worked_out for each in acts)):
            return ""
        return self.say("report.worked_out", n=n, of=sum(type(each.event) not in SHARED for each in acts))

    def event(self, event: Event, at: str | None = None) -> str:
        """Return the sentence of an event; `at` is where its piece stood before, None where not known."""
        return event_words(put_words_in(event, self.lang, self.game), self.lang, self.names, at, self.game)

    def caption(self, point: TurningPoint) -> str:
        """Return the chapter of a turning point, the sentences of its events, and what they turned."""
        what = trait(self.lang, "blank").join((self.happened(point), *map(self.turn, point.turns)))
        return headed(self.chapter_of(point), what, self.lang)

    def happened(self, point: TurningPoint) -> str:
        """Return the sentences of the events of a turning point."""
        return trait(self.lang, "blank").join(map(self.moment, point.events))

    def chapter_of(self, point: TurningPoint) -> str:
        """Return the name of the chapter of a turning point."""
        chapters = (one for one in self.timeline.chapters if one.events[-1].seq >= point.seq)
        return next(map(self.chapter, chapters), "")

    def turn(self, one: Lead | Swing | Ahead) -> str:
        """Return the sentence of who is ahead since, or of what a seat won or lost; its sign before it."""
        args = msgspec.structs.asdict(one)
        if isinstance(one, Swing):
            args["change"] = f"{one.change:+d}".replace("-", "\N{MINUS SIGN}")
        return self.say(f"report.{type(one).__name__.lower()}", **args)

    def take_back(self, undone: Undone) -> str:
        """Return that actions were taken back, why, who agreed, and whether it was at the screen."""
        why = {
            "reason": undone.event.reason,
            "agreed": undone.event.agreed,
            "at_screen": undone.event.at_screen,
        }
        more = (self.say(f"table.tell.taken_back_with_{name}", **why) for name in why if why[name])
        return "".join((self.say("report.taken_back"), *more))

    def question(self, settled: RecordedDispute) -> str:
        """Return who opened a dispute, its topic (`–` without one) and its question."""
        opened = settled.opened
        by = self.say("report.table") if opened.by == TABLE else self.names.get(opened.by) or opened.by
        topic = topic_words(self.game, opened.topic, self.lang) or "–"
        return self.say("report.asked", id=opened.id, by=by, topic=topic, question=opened.question).strip()

    def in_question(self, settled: RecordedDispute) -> str | None:
        """Return the disputed act: a refused one, else the entry's; None where neither is found."""
        if (act := act_of(settled.opened, self.game)) is not None:
            return self.say("case.in_question", what=self.event(act))
        done = (moment for one in self.timeline.chapters for moment in one.events)
        found = next((self.moment(each) for each in done if each.seq == settled.opened.at), None)
        return None if found is None else self.say("case.in_question", what=found)

    def ruling(self, settled: RecordedDispute) -> str:
        """Return the decision, its basis and the rules cited; `case.open` while there is no ruling."""
        ruling: Any = settled.ruling
        if ruling is None:
            return self.say("case.open")
        decision = put_words_in(ruling, self.lang, self.game).decision  # type: ignore[attr-defined]
        basis = self.say(f"case.basis_{ruling.basis}")
        return self.say("case.ruled", decision=decision, basis=basis, rules=" ".join(ruling.rules))

    def rules(self, settled: RecordedDispute) -> tuple[Rule, ...]:
        """Return the rules a ruling cites; an id that no book has is left out, and () without a ruling."""
        cited = settled.ruling.rules if settled.ruling else ()
        return tuple(rule for rule in map(find_rule, cited) if rule is not None)

    def quote(self, rule: Rule) -> Iterator[str]:
        """Yield each passage of a rule with its id and, in brackets, its sources."""
        for part in rule.passages:
            sources = mention_sources(book_of(rule.id), part.sources, self.lang)
            text = with_books(self.game, part.of(self.lang), self.lang)
            yield f"{rule.id} {text} [{sources}]"

    def end_of_log(self) -> str:
        """Return the revision the report ends at, and the hash of the log where it may be published."""
        if not self.timeline.head:
            return self.say("report.head_later", n=self.timeline.revision)
        code = short_code(self.timeline.head)
        return self.say("report.head", n=self.timeline.revision, head=self.timeline.head, code=code)


def score_rows(timeline: Timeline) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """Return the score in rows: item, arguments of its message, amounts by seat (those that have one)."""
    lines = timeline.tally.lines if timeline.tally else ()
    order = {item: k for k, item in enumerate(dict.fromkeys(line.item for line in longest(lines)))}
    rows: dict[tuple[str, tuple[Any, ...]], dict[str, str]] = {}
    for line in lines:
        rows.setdefault((line.item, tuple(line.args.items())), {})[line.seat] = amount_words(line.amount)
    keys = sorted(rows, key=lambda key: order.get(key[0], len(order)))
    return [(item, dict(args), rows[item, args]) for item, args in keys]


def longest(lines: tuple[Line, ...]) -> list[Line]:
    """Return the lines of the seat that has most of them, whose order all rows follow; [] without lines."""
    seats = dict.fromkeys(line.seat for line in lines)
    return max(([line for line in lines if line.seat == seat] for seat in seats), key=len, default=[])


def documents(timeline: Timeline, lang: str) -> dict[str, Document]:
    """Return the documents of all rules that rulings cite, by the short name that citations use."""
    cited = [id for one in timeline.disputes if one.ruling for id in one.ruling.rules if find_rule(id)]
    found: dict[str, Any] = {}
    for id in cited:
        of_book = documents_of(book_of(id))
        keys = (key for key in keys_of(find_rule(id)) if key in of_book)
        found |= {of_book[key].short_name(key, lang): of_book[key] for key in keys}
    return found


def keys_of(rule: Rule | None) -> tuple[str, ...]:
    """Return the keys of the documents a rule is quoted from; () for None. A key may stand several times."""
    return tuple(source.partition(" ")[0] for source in rule.all_sources) if rule else ()
