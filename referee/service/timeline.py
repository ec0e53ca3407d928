"""The timeline of a game: chapters, turning points, charts, what was taken back, and what was disputed."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.base import REFEREE, Event, type_of
from events.envelope import in_force
from events.table import Corrected, TakenBack
from referee.kernel.game import Game
from referee.kernel.shared import SHARED
from referee.kernel.tally import Places, Tally
from referee.service.disputes.analysis import RecordedDispute, disputes_of
from referee.service.logs.effective import EffectiveLog
from referee.service.logs.log_index import LogIndex
from referee.service.logs.secrecy import LogSecrets, mask_face_down
from referee.service.logs.sources import Log

_MOST_TURNING_POINTS = 6
"""More pictures than this tell less."""


class TimelineEvent(msgspec.Struct, frozen=True):
    """One event of the timeline, with the states before and after it; `before` is None for the opening.

    `source` is as of `LogIndex.source_of`.
    """

    seq: int
    event: Event
    before: Any
    after: Any
    is_consequence: bool
    source: int | None = None

    @property
    def is_worked_out(self) -> bool:
        """Return whether it is an act that nobody told, worked out from how the board stood."""
        return self.source is not None and not self.is_consequence


class Lead(msgspec.Struct, frozen=True):
    """A seat is ahead of all others that was not before: by how much it has, `to` what the next one has."""

    seat: str
    amount: int
    to: int


class Swing(msgspec.Struct, frozen=True):
    """What one action gave a seat, or took from it, and what that came to."""

    seat: str
    change: int
    amount: int


class Ahead(msgspec.Struct, frozen=True):
    """A seat is first in a race from here on."""

    seat: str
    race: int


class TurningPoint(msgspec.Struct, frozen=True):
    """What is worth a picture: events of one action, at least one, and the state to draw.

    `turns` are what it changed of who is ahead, empty where it is told for its events alone.
    """

    events: tuple[TimelineEvent, ...]
    after: Any
    turns: tuple[Lead | Swing | Ahead, ...] = ()

    @property
    def seq(self) -> int:
        """Return the entry of the last of them."""
        return self.events[-1].seq


class Chapter(msgspec.Struct, frozen=True):
    """A round, race or day: its number at the table, and its events, at least one."""

    number: int
    events: tuple[TimelineEvent, ...]

    @property
    def state(self) -> Any:
        """Return the state at its end."""
        return self.events[-1].after


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
        """Return whether the chart shows more than the score at the end does.

        It has two steps or more, and amounts (places always do) that are not all 0 before the last.
        """
        rows = list(zip(*self.values.values(), strict=True))
        return len(rows) > 1 and (self.is_place or any(map(any, rows[:-1])))


class Timeline(msgspec.Struct, frozen=True, kw_only=True):
    """A log as people tell it, for a report.

    `turning_points` are in order, the last is how the game ended or stands. `tally` is None in a game without
    a score. `head` is the hash of the last entry, empty while somebody could find out with it, by trying,
    what the log hides.
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
        """Return the take-backs recorded while a chapter lasted."""
        place = self.chapters.index(chapter)
        before = self.chapters[place - 1].events[-1].seq if place else 0
        until = self.revision if chapter is self.chapters[-1] else chapter.events[-1].seq
        return tuple(undone for undone in self.undone if before < undone.seq <= until)


def make_timeline(log: Log, secrets: LogSecrets | None = None) -> Timeline:
    """Return the timeline of a log as everybody may read it; without `secrets` (None) with all it hides.

    Raises as `LogIndex` does.
    """
    log_index = LogIndex(log)
    effective = log_index.effective if secrets is None else mask_face_down(log_index.effective, secrets)
    chapters = tuple(_chapters(log_index, effective, secrets))
    game, state = effective.game, chapters[-1].state
    viewer = REFEREE if secrets is None or secrets.over else None
    drawn = (*_score_series(game, chapters, viewer), *_place_series(game, chapters))
    return Timeline(
        game=game,
        log_index=log_index,
        state=state,
        chapters=chapters,
        undone=tuple(_undone(log_index, secrets)),
        turning_points=_turning_points(game, chapters, state),
        series=tuple(one for one in drawn if one.is_telling),
        disputes=disputes_of(effective),
        tally=game.tally(state, viewer),
        revision=log_index.revision,
        head=log_index.head.hash if secrets is None or secrets.may_show_hash else "",
    )


def _undone(log_index: LogIndex, secrets: LogSecrets | None) -> Iterator[Undone]:
    """Yield the take-backs with what they undid, whole without `secrets` (None).

    One that only dropped waiting actions is left out.
    """
    backs: list[tuple[int, int]] = []
    for seq, to in log_index.backs:
        back = log_index.entries[seq - 1].event
        gone = (log_index.entries[n - 1] for seqs in in_force(seq - 1, backs) for n in seqs if n > to)
        actions = [e for e in gone if not (e.kind == "consequence" or isinstance(e.event, TakenBack))]
        if actions or not back.dropped:
            as_they_stood = (
                TimelineEvent(
                    seq=each.seq,
                    event=_redact(each.seq, each.event, secrets),
                    before=log_index.state_before(each.seq),
                    after=log_index.states[each.seq - 1],
                    is_consequence=False,
                    source=log_index.source_of(each.seq),
                )
                for each in actions
            )
            yield Undone(seq, back, tuple(as_they_stood))
        backs.append((seq, to))


def _redact(seq: int, event: Event, secrets: LogSecrets | None) -> Event:
    """Return an event as everybody may read it; whole where `secrets` is None."""
    return event if secrets is None else secrets.redact(seq, event)


def _chapters(log_index: LogIndex, log: EffectiveLog, secrets: LogSecrets | None) -> Iterator[Chapter]:
    """Yield the chapters of a log, whole without `secrets` (None); talk after the end of one belongs to it.

    They are numbered as they were played; from a correction of the game's counter on, by the counter.
    """
    done, numbers = [list[TimelineEvent]()], [1]
    for each in _events(log_index, log, secrets):
        done[-1].append(each)
        if isinstance(each.event, Corrected):
            numbers[-1] += log.game.counter(each.after) - log.game.counter(each.before)
        if type_of(each.event) in log.game.chapters:
            done.append([])
            numbers.append(numbers[-1] + 1)
    *before, last = done
    if before and not any(_is_played(each) for each in last):
        before[-1] += last
        done = before
    yield from (Chapter(n, tuple(events)) for n, events in zip(numbers, done, strict=False))


def _is_played(each: TimelineEvent) -> bool:
    return not each.is_consequence and type(each.event) not in SHARED


def _events(log_index: LogIndex, log: EffectiveLog, secrets: LogSecrets | None) -> Iterator[TimelineEvent]:
    """Yield the events in force in order, redacted for everybody (without `secrets`: whole)."""
    for i, action in enumerate(log.actions):
        before, source = log.state(i), log_index.source_of(action.seq or 1)
        for seq, (event, after) in enumerate(log.steps(i), action.seq or 0):
            yield TimelineEvent(seq, _redact(seq, event, secrets), before, after, seq != action.seq, source)
            before = after


def _turning_points(game: Game, chapters: tuple[Chapter, ...], end: Any) -> tuple[TurningPoint, ...]:
    """Return where the lead changed, the greatest swings, what the game calls telling, and its end."""
    actions = list(_by_action(each for chapter in chapters for each in chapter.events))
    turns, told = _turns_of(game, actions, end), {*game.turning, game.end}
    points = []
    for n, action in enumerate(actions):
        turn = turns.get(n, ())
        events = tuple(each for each in action if type_of(each.event) in told)
        if turn and not events:
            events = action[:1] if Ahead in map(type, turn) else _counted_last(game, action, end)
        if events:
            points.append(TurningPoint(events, events[-1].after, turn))
    ends = [point for point in points if type_of(point.events[-1].event) == game.end]
    last = ends[-1] if ends else TurningPoint(actions[-1][-1:], actions[-1][-1].after)
    points = [point for point in points if point.seq != last.seq]
    if len(points) > _MOST_TURNING_POINTS:
        points = _most_telling(points)
    return (*points, last)


def _counted_last(game: Game, action: tuple[TimelineEvent, ...], end: Any) -> tuple[TimelineEvent, ...]:
    """Return the last event of an action that brought seats other amounts."""
    changed = (
        each
        for each in reversed(action)
        if each.before is not None and game.amounts(each.before, end) != game.amounts(each.after, end)
    )
    return (next(changed, action[0]),)


def _most_telling(points: list[TurningPoint]) -> list[TurningPoint]:
    """Return `_MOST_TURNING_POINTS` of them in order: first what changed who is ahead, the others spread."""
    turns = [point for point in points if point.turns][-_MOST_TURNING_POINTS:]
    others = [point for point in points if not point.turns]
    room = _MOST_TURNING_POINTS - len(turns)
    spread = [others[int(k * len(others) / room)] for k in range(min(room, len(others)))]
    return sorted((*turns, *spread), key=lambda point: point.seq)


_MOST_SWINGS = 2
"""So many swings are told of a game."""

_LEAST_SWING = 2
"""A smaller one turns nothing."""


def _turns_of(
    game: Game, actions: list[tuple[TimelineEvent, ...]], end: Any
) -> dict[int, tuple[Lead | Swing | Ahead, ...]]:
    """Return what changed who is ahead, by the index of the action.

    Nothing of a game in which that was secret and did not come out.
    """
    found: dict[int, list[Lead | Swing | Ahead]] = {n: [ahead] for n, ahead in _races_won(game, actions)}
    swings: list[tuple[int, int, Swing]] = []
    amounts: dict[str, int] = {}
    leader = ""
    for n, action in enumerate(actions):
        before, amounts = amounts, game.amounts(action[-1].after, end)
        if amounts == before or not (amounts and before):
            continue
        first, second, *_ = sorted(amounts, key=lambda seat: -amounts[seat])
        is_played = type(action[0].event) not in SHARED  # what is set by hand turns nothing
        if amounts[first] > amounts[second] and first != leader:
            lead = [Lead(first, amounts[first], amounts[second])] if leader and is_played else []
            leader = first
            found.setdefault(n, []).extend(lead)
        if not is_played:
            continue
        swings += [
            (abs(amount - before[seat]), n, Swing(seat, amount - before[seat], amount))
            for seat, amount in amounts.items()
        ]
    for size, n, swing in sorted(swings, key=lambda each: -each[0])[:_MOST_SWINGS]:
        if size >= _LEAST_SWING and swing.seat not in [turn.seat for turn in found.get(n, ())]:
            found.setdefault(n, []).append(swing)
    return {n: tuple(turns) for n, turns in found.items() if turns}


def _races_won(game: Game, actions: list[tuple[TimelineEvent, ...]]) -> Iterator[tuple[int, Ahead]]:
    """Yield for each race the action since which the seat that led it at last was never behind again."""
    since: dict[int, tuple[int, str]] = {}
    for n, action in enumerate(actions):
        places = game.places(action[-1].after)
        first = [seat for seat, place in places.by_seat.items() if place == 1] if places else []
        if places is None or len(first) != 1:
            continue
        if since.get(places.race, (0, ""))[1] != first[0]:
            since[places.race] = n, first[0]
    yield from ((n, Ahead(seat, race)) for race, (n, seat) in since.items())


def _by_action(events: Iterable[TimelineEvent]) -> Iterator[tuple[TimelineEvent, ...]]:
    """Yield the events of each action: the action, then its consequences."""
    action: list[TimelineEvent] = []
    for each in events:
        if action and not each.is_consequence:
            yield tuple(action)
            action = []
        action.append(each)
    yield tuple(action)


def _score_series(game: Game, chapters: tuple[Chapter, ...], viewer: str | None) -> Iterator[Series]:
    """Yield the lines of the score that the game charts, chapter by chapter; none with an unknown amount."""
    tallies = [tally for chapter in chapters if (tally := game.tally(chapter.state, viewer)) is not None]
    if not tallies:
        return
    steps, seats = tuple(chapter.number for chapter in chapters), chapters[0].state.seats
    for item in game.scoring.charted:
        if any(line.amount is None for tally in tallies for line in tally.lines if line.item == item):
            continue
        values = {seat: tuple(_amount(tally, seat, item) for tally in tallies) for seat in seats}
        yield Series(item=item, steps=steps, values=values)


def _place_series(game: Game, chapters: tuple[Chapter, ...]) -> Iterator[Series]:
    """Yield who lay where in each race, round by round; nothing of a game without races."""
    races: dict[int, dict[int, Places]] = {}
    for each in (e for chapter in chapters for e in chapter.events):
        if (places := game.places(each.after)) is not None:
            races.setdefault(places.race, {})[places.round] = places
    for race, rounds in races.items():
        rows = tuple(rounds.values())
        yield Series(
            item="score.places",
            steps=tuple(rounds),
            values={seat: tuple(row.by_seat[seat] for row in rows) for seat in rows[0].by_seat},
            args={"race": race},
            is_place=True,
            out={seat: _out_from(rows, seat) for seat in rows[-1].out},
        )


def _out_from(rows: tuple[Places, ...], seat: str) -> int:
    """Return the index of the row from which on a seat is out for good; `len(rows)` if it never is."""
    return max((k for k, row in enumerate(rows) if seat not in row.out), default=-1) + 1


def _amount(tally: Tally, seat: str, item: str) -> int:
    """Return a seat's amount for an item of the score; 0 where it has no such line, or one without amount."""
    return sum(line.amount or 0 for line in tally.lines if (line.seat, line.item) == (seat, item))
