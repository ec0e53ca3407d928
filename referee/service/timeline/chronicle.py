"""The timeline of a game: chapters, turning points, charts, what was taken back, and what was disputed."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.effective import in_force
from events.envelope import Entry
from events.table import Corrected, TakenBack
from referee.kernel.game import Game
from referee.kernel.shared import SHARED
from referee.kernel.tally import Places, Tally
from referee.service.disputes.analysis import RecordedDispute, disputes_of
from referee.service.logs.log_index import LogIndex
from referee.service.logs.secrecy import ENDED, Secrets, score_of, timeline_seen
from referee.service.logs.sources import Log
from referee.service.timeline.retelling import Timeline, Told

MOST_TURNING_POINTS = 6
"""More pictures than this tell less."""


class TimelineEvent(msgspec.Struct, frozen=True):
    """One event of the timeline: its entry, the state before and after it, whether it was derived."""

    seq: int
    event: Event
    before: Any
    after: Any
    is_consequence: bool


class TurningPoint(msgspec.Struct, frozen=True):
    """What is worth a picture: one or more moments that followed from one act, and the state to draw."""

    moments: tuple[TimelineEvent, ...]
    after: Any

    @property
    def seq(self) -> int:
        """Give the entry of the last of them."""
        return self.moments[-1].seq


class Chapter(msgspec.Struct, frozen=True):
    """A round, race or day: its number at the table, its moments, the state at its end."""

    number: int
    moments: tuple[TimelineEvent, ...]

    @property
    def state(self) -> Any:
        """Give the state at its end."""
        return self.moments[-1].after


class Undone(msgspec.Struct, frozen=True):
    """A take-back: its entry, and the actions it put out of force, as they were when they stood."""

    seq: int
    event: TakenBack
    actions: tuple[TimelineEvent, ...]


class Series(msgspec.Struct, frozen=True, kw_only=True):
    """A chart: a value for each seat at each step of the game (`steps`: rounds, races, days).

    `item` with `args` names it; `is_place` says that the values are places, the first the best;
    `out` from which step on (counted from 0) a seat is out of it.
    """

    item: str
    steps: tuple[int, ...]
    values: dict[str, tuple[int, ...]]
    args: dict[str, int] = {}
    is_place: bool = False
    out: dict[str, int] = {}

    @property
    def is_telling(self) -> bool:
        """Whether anything has grown or changed before the last step, of which the score tells all."""
        rows = list(zip(*self.values.values(), strict=True))
        return len(rows) > 1 and (self.is_place or any(map(any, rows[:-1])))


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a report tells; `turning_points` in order, the last is how it ended.

    `log_index` is the log it tells of; `head` is empty while a hash of it would let somebody try out what
    it hides.
    """

    game: Game
    log_index: LogIndex
    state: Any
    chapters: tuple[Chapter, ...]
    undone: tuple[Undone, ...]
    turning_points: tuple[TurningPoint, ...]
    series: tuple[Series, ...]
    disputes: tuple[RecordedDispute, ...]
    tally: Tally | None
    revision: int
    head: str

    def undone_in(self, chapter: Chapter) -> tuple[Undone, ...]:
        """Find what was taken back while a chapter lasted."""
        place = self.chapters.index(chapter)
        before = self.chapters[place - 1].moments[-1].seq if place else 0
        until = self.revision if chapter is self.chapters[-1] else chapter.moments[-1].seq
        return tuple(undone for undone in self.undone if before < undone.seq <= until)


def chronicle(log: Log, secrets: Secrets | None = None) -> Chronicle:
    """Tell a log as a timeline; with its `secrets`, as everybody may read it."""
    log_index = LogIndex(log)
    entries, timeline = log_index.entries, log_index.timeline
    timeline = timeline if secrets is None else timeline_seen(timeline, secrets)
    chapters = tuple(chapters_of(timeline, secrets))
    game, state = timeline.game, chapters[-1].state
    viewer = REFEREE if secrets is None or secrets.over else None
    drawn = (*series_of(game, chapters, viewer), *places_of(game, chapters))
    return Chronicle(
        game=game,
        log_index=log_index,
        state=state,
        chapters=chapters,
        undone=tuple(undone_in(log_index, secrets)),
        turning_points=turning_points(game, chapters),
        series=tuple(one for one in drawn if one.is_telling),
        disputes=disputes_of(timeline),
        tally=score_of(game, state, viewer),
        revision=len(entries),
        head=entries[-1].hash if secrets is None or secrets.bears_a_hash else "",
    )


def undone_in(log_index: LogIndex, secrets: Secrets | None = None) -> Iterator[Undone]:
    """Find what each take-back put out of force, as everybody may read it."""
    backs: list[tuple[int, int]] = []
    for entry in log_index.entries:
        back = entry.event
        if not isinstance(back, TakenBack):
            continue
        kept = in_force(entry.seq - 1, backs)
        gone = (log_index.entries[seq - 1] for seqs in kept for seq in seqs if seq > back.to)
        acts = [e for e in gone if not (e.kind == "consequence" or isinstance(e.event, TakenBack))]
        if acts or not back.dropped:
            yield Undone(entry.seq, back, tuple(as_it_stood(log_index, each, secrets) for each in acts))
        backs.append((entry.seq, back.to))


def as_it_stood(log_index: LogIndex, entry: Entry[Any], secrets: Secrets | None) -> TimelineEvent:
    """Tell an action with the states around it."""
    around = log_index.seen()[entry.seq - 1]
    event = seen(entry.seq, entry.event, secrets)
    return TimelineEvent(entry.seq, event, around.before, around.after, is_consequence=False)


def seen(seq: int, event: Event, secrets: Secrets | None) -> Event:
    """Give an event as everybody may read it."""
    return event if secrets is None else secrets.seen(seq, event)


def chapters_of(timeline: Timeline, secrets: Secrets | None = None) -> Iterator[Chapter]:
    """Divide a timeline where its game says that a chapter ends; what follows the last is part of it.

    They are counted as they were played; from one that is set by hand on, as it is set.
    """
    done, numbers = [list[TimelineEvent]()], [1]
    for moment in moments_of(timeline, secrets):
        done[-1].append(moment)
        if isinstance(moment.event, Corrected):
            numbers[-1] += timeline.game.counter(moment.after) - timeline.game.counter(moment.before)
        if type_of(moment.event) in timeline.game.chapters:
            done.append([])
            numbers.append(numbers[-1] + 1)
    *before, last = done
    if before and not any(is_played(moment) for moment in last):
        before[-1] += last
        done = before
    yield from (Chapter(n, tuple(moments)) for n, moments in zip(numbers, done, strict=False))


def is_played(moment: TimelineEvent) -> bool:
    """Whether somebody played, or the table showed something: not what followed, nor what was said beside."""
    return not moment.is_consequence and type(moment.event) not in SHARED


def moments_of(timeline: Timeline, secrets: Secrets | None = None) -> Iterator[TimelineEvent]:
    """Walk through a timeline event by event, each as everybody may read it."""
    state = None
    for told in timeline.told:
        for k, event in enumerate(events_of(told)):
            after = timeline.game.evolve(state, event)
            seq = (told.seq or 0) + k
            yield TimelineEvent(seq, seen(seq, event, secrets), state, after, k > 0)
            state = after


def events_of(told: Told) -> tuple[Event, ...]:
    """Give an action and what followed from it."""
    return (told.event, *told.consequences)


def turning_points(game: Game, chapters: tuple[Chapter, ...]) -> tuple[TurningPoint, ...]:
    """Choose what is worth a picture: spread over the game, and its end."""
    acts = list(by_act(m for chapter in chapters for m in chapter.moments))
    telling = [tuple(m for m in act if type_of(m.event) in {*game.turning, ENDED}) for act in acts]
    points = [TurningPoint(moments, moments[-1].after) for moments in telling if moments]
    ends = [point for point in points if type_of(point.moments[-1].event) == ENDED]
    last = ends[-1] if ends else TurningPoint(acts[-1][-1:], acts[-1][-1].after)
    points = [point for point in points if point.seq != last.seq]
    if len(points) > MOST_TURNING_POINTS:
        step = len(points) / MOST_TURNING_POINTS
        points = [points[int(k * step)] for k in range(MOST_TURNING_POINTS)]
    return (*points, last)


def by_act(moments: Iterable[TimelineEvent]) -> Iterator[tuple[TimelineEvent, ...]]:
    """Put each act together with what followed from it."""
    act: list[TimelineEvent] = []
    for moment in moments:
        if act and not moment.is_consequence:
            yield tuple(act)
            act = []
        act.append(moment)
    yield tuple(act)


def series_of(game: Game, chapters: tuple[Chapter, ...], viewer: str | None) -> Iterator[Series]:
    """Follow the lines of the score that the game charts, chapter by chapter; not what is unknown."""
    tallies = [tally for chapter in chapters if (tally := score_of(game, chapter.state, viewer)) is not None]
    if not tallies:
        return
    steps, seats = tuple(chapter.number for chapter in chapters), chapters[0].state.seats
    for item in game.charted:
        if any(line.amount is None for tally in tallies for line in tally.lines if line.item == item):
            continue
        values = {seat: tuple(amount(tally, seat, item) for tally in tallies) for seat in seats}
        yield Series(item=item, steps=steps, values=values)


def places_of(game: Game, chapters: tuple[Chapter, ...]) -> Iterator[Series]:
    """Follow who lay where in each race of a game that has races, round by round."""
    if game.places is None:
        return
    races: dict[int, dict[int, Places]] = {}
    for moment in (m for chapter in chapters for m in chapter.moments):
        if (places := game.places(moment.after)) is not None:
            races.setdefault(places.race, {})[places.round] = places
    for race, rounds in races.items():
        rows = tuple(rounds.values())
        yield Series(
            item="score.places",
            steps=tuple(rounds),
            values={seat: tuple(row.by_seat[seat] for row in rows) for seat in rows[0].by_seat},
            args={"race": race},
            is_place=True,
            out={seat: out_from(rows, seat) for seat in rows[-1].out},
        )


def out_from(rows: tuple[Places, ...], seat: str) -> int:
    """Find from where on a seat is out of a race for good."""
    return max((k for k, row in enumerate(rows) if seat not in row.out), default=-1) + 1


def amount(tally: Tally, seat: str, item: str) -> int:
    """Find a line of the score; 0 where there is none."""
    return sum(line.amount or 0 for line in tally.lines if (line.seat, line.item) == (seat, item))
