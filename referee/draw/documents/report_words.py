"""What a report says, in any language: the same words for a page and for Markdown."""

from collections.abc import Iterator
from typing import Any

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
from referee.service.timeline import Chapter, Series, Timeline, TimelineEvent, TurningPoint, Undone
from referee.service.wording import entry_words


class Words:
    """A timeline in one language."""

    def __init__(self, told: Timeline, lang: str) -> None:
        self.told, self.lang = told, lang
        self.game, self.names = told.game.id, told.state.names

    def say(self, message_id: str, **args: object) -> str:
        """Say a message."""
        return say(message_id, self.lang, names=self.names, **args)

    def heading(self) -> str:
        """Name the game and who played."""
        game = title_of(self.game, self.lang)
        return self.say("report.title", game=game, seats=self.told.state.seats)

    def ending(self) -> str:
        """Say how it ended."""
        winners = self.told.game.winners(self.told.state)
        if winners is None:
            return self.say("report.not_over")
        if seats := self.told.game.undecided(self.told.state):
            return self.say("table.undecided", seats=seats)
        return self.say("report.won" if winners else "report.nobody", winners=winners)

    def edition(self) -> str:
        """Say by which book was played."""
        return self.say(
            "report.edition", edition=edition_words(self.game, self.told.state.edition, self.lang)
        )

    def house(self) -> tuple[str, ...]:
        """Name the options that are not the edition's, and how they stand."""
        options = self.told.state.options
        ruled = (f"{name}={getattr(options, name)}" for name in self.told.state.house)
        return tuple(decision_words(self.game, each, self.lang) for each in ruled)

    def item(self, item: str, args: dict[str, Any]) -> str:
        """Name a line of the score."""
        return self.say(f"{self.game}.{item}", **args)

    def readings(self) -> tuple[Reading, ...]:
        """List who wins here and by each edition; the table's own edition only where it says otherwise."""
        if self.told.tally is None:
            return ()
        own, *others = self.told.tally.readings
        edition = self.told.state.edition
        return (own, *(one for one in others if one != replace(own, edition=edition)))

    def reading(self, one: Reading) -> str:
        """Say who wins by one reading, and by which rule."""
        return reading_words(self.game, one, self.lang, self.names)

    def steps(self, one: Reading) -> tuple[str, ...]:
        """Say what was compared on the way to a winner."""
        return tuple(step_words(self.game, step, self.lang, self.names) for step in one.steps)

    def notes(self) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Say of each seat how its amounts come about, where there is something to say."""
        lines = self.told.tally.lines if self.told.tally else ()
        for seat in self.told.state.seats:
            noted = [line for line in lines if line.seat == seat and line.note is not None]
            if noted:
                said = (line_words(self.game, line, self.lang, self.names) for line in noted)
                yield self.names.get(seat) or seat, tuple(said)

    def chart_title(self, series: Series) -> str:
        """Say what a chart shows, by which steps, and which of them it leaves out."""
        by = "places_by" if series.is_place else "charted_by"
        shown = drawn_steps(series)
        what, by = self.item(series.item, series.args), self.say(f"{self.game}.{by}")
        if len(shown) == len(series.steps):
            return self.say("report.chart", what=what, by=by)
        first, end = (series.steps[k] for k in (shown[-1], -1))
        more = self.say("report.same_after", first=first, end=end) if first != end else ""
        return self.say("report.chart_of_many", what=what, by=by, n=one_in(shown[-1] + 1), more=more)

    def chapter(self, one: Chapter) -> str:
        """Name a chapter."""
        return self.say(f"{self.game}.chapter", n=one.number)

    def moments(self, one: Chapter) -> Iterator[TimelineEvent]:
        """List what happened in a chapter, without what the act it followed from has said already."""
        act: Event | None = None
        for moment in one.events:
            act = act if moment.is_consequence else moment.event
            if (event := left_unsaid(self.game, moment.event, act)) is not None:
                yield replace(moment, event=event)

    def moment(self, moment: TimelineEvent) -> str:
        """Say what happened at a moment; what is said about other entries names what stands there."""
        if type(moment.event) in SHARED:
            seen = self.told.log_index.view()[moment.seq - 1]
            return entry_words(self.told.log_index, seen, self.lang, None)
        return self.event(moment.event, place_of(moment.before, moment.event))

    def event(self, event: Event, at: str | None = None) -> str:
        """Say what happened."""
        return event_words(put_words_in(event, self.lang, self.game), self.lang, self.names, at, self.game)

    def caption(self, point: TurningPoint) -> str:
        """Say what happened at a turning point, and in which round, race or day."""
        what = trait(self.lang, "blank").join(map(self.moment, point.events))
        chapters = (one for one in self.told.chapters if one.events[-1].seq >= point.seq)
        return headed(next(map(self.chapter, chapters), ""), what, self.lang)

    def undone(self, undone: Undone) -> str:
        """Say that the acts which are told below it were taken back, and why."""
        why = {
            "reason": undone.event.reason,
            "agreed": undone.event.agreed,
            "at_screen": undone.event.at_screen,
        }
        more = (self.say(f"table.tell.taken_back_with_{name}", **why) for name in why if why[name])
        return "".join((self.say("report.taken_back"), *more))

    def asked(self, settled: RecordedDispute) -> str:
        """Say who asked what."""
        opened = settled.opened
        by = self.say("report.table") if opened.by == TABLE else self.names.get(opened.by) or opened.by
        topic = topic_words(self.game, opened.topic, self.lang) or "–"
        return self.say("report.asked", id=opened.id, by=by, topic=topic, question=opened.question).strip()

    def in_question(self, settled: RecordedDispute) -> str | None:
        """Say which act was in question: one that stands in no log, or what was done there."""
        if (act := act_of(settled.opened, self.game)) is not None:
            return self.say("case.in_question", what=self.event(act))
        done = (moment for one in self.told.chapters for moment in one.events)
        found = next((self.moment(each) for each in done if each.seq == settled.opened.at), None)
        return None if found is None else self.say("case.in_question", what=found)

    def ruled(self, settled: RecordedDispute) -> str:
        """Say how a dispute was settled."""
        ruling: Any = settled.ruling
        if ruling is None:
            return self.say("case.open")
        decision = put_words_in(ruling, self.lang, self.game).decision  # type: ignore[attr-defined]
        basis = self.say(f"case.basis_{ruling.basis}")
        return self.say("case.ruled", decision=decision, basis=basis, rules=" ".join(ruling.rules))

    def rules(self, settled: RecordedDispute) -> tuple[Rule, ...]:
        """Find the rules a ruling rests on."""
        cited = settled.ruling.rules if settled.ruling else ()
        return tuple(rule for rule in map(find_rule, cited) if rule is not None)

    def quoted(self, rule: Rule) -> Iterator[str]:
        """Quote a rule, each part of it with where that is written."""
        for part in rule.passages:
            sources = mention_sources(book_of(rule.id), part.sources, self.lang)
            text = with_books(self.game, part.of(self.lang), self.lang)
            yield f"{rule.id} {text} [{sources}]"

    def end_of_log(self) -> str:
        """Say which log it was told from."""
        if not self.told.head:
            return self.say("report.head_later", n=self.told.revision)
        code = short_code(self.told.head)
        return self.say("report.head", n=self.told.revision, head=self.told.head, code=code)


def score_rows(told: Timeline) -> list[tuple[str, dict[str, Any], dict[str, str]]]:
    """Set the score out in rows: the item, its arguments, and the amount of each seat that has one."""
    lines = told.tally.lines if told.tally else ()
    order = {item: k for k, item in enumerate(dict.fromkeys(line.item for line in longest(lines)))}
    rows: dict[tuple[str, tuple[Any, ...]], dict[str, str]] = {}
    for line in lines:
        rows.setdefault((line.item, tuple(line.args.items())), {})[line.seat] = amount_words(line.amount)
    keys = sorted(rows, key=lambda key: order.get(key[0], len(order)))
    return [(item, dict(args), rows[item, args]) for item, args in keys]


def longest(lines: tuple[Line, ...]) -> list[Line]:
    """Give the lines of the seat that has most of them: its order is everybody's."""
    seats = dict.fromkeys(line.seat for line in lines)
    return max(([line for line in lines if line.seat == seat] for seat in seats), key=len, default=[])


def documents(told: Timeline, lang: str) -> dict[str, Document]:
    """Spell out the documents of the rules that rulings rest on, by what they are called in passing."""
    cited = [id for one in told.disputes if one.ruling for id in one.ruling.rules if find_rule(id)]
    found: dict[str, Any] = {}
    for id in cited:
        of_book = documents_of(book_of(id))
        keys = (key for key in keys_of(find_rule(id)) if key in of_book)
        found |= {of_book[key].short_name(key, lang): of_book[key] for key in keys}
    return found


def keys_of(rule: Rule | None) -> tuple[str, ...]:
    """Name the documents a rule is written in."""
    return tuple(source.partition(" ")[0] for source in rule.all_sources) if rule else ()
