"""The story of a game: chapters, turning points, how the score grew, and what was disputed."""

from collections.abc import Iterator
from typing import Any

import msgspec

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.tally import Tally
from referee.service.disputes import Settled, disputes_of
from referee.service.retelling import Story, Told
from referee.service.secrecy import ENDED, Secrets, story_seen

MOST_TURNING_POINTS = 6
"""More pictures than this tell less."""


class Moment(msgspec.Struct, frozen=True):
    """One event of the story: its entry, the state before and after it, whether it was derived."""

    seq: int
    event: Event
    before: Any
    after: Any
    is_consequence: bool


class Chapter(msgspec.Struct, frozen=True):
    """A round, race or day: its number from 1, its moments, the state at its end."""

    number: int
    moments: tuple[Moment, ...]

    @property
    def state(self) -> Any:
        """Give the state at its end."""
        return self.moments[-1].after


class Series(msgspec.Struct, frozen=True):
    """How one line of the score grew: a value for each seat at the end of each chapter."""

    item: str
    values: dict[str, tuple[int, ...]]


class Chronicle(msgspec.Struct, frozen=True, kw_only=True):
    """Everything a report tells; `turning_points` in order, the last is how it ended."""

    game: Game
    state: Any
    chapters: tuple[Chapter, ...]
    turning_points: tuple[Moment, ...]
    series: tuple[Series, ...]
    disputes: tuple[Settled, ...]
    tally: Tally | None
    revision: int
    head: str


def chronicle(story: Story, revision: int, head: str, secrets: Secrets | None = None) -> Chronicle:
    """Tell a log in force as a story; `revision` and `head` are of the log it was told from.

    With its `secrets`, it is told as everybody may read it.
    """
    story = story if secrets is None else story_seen(story, secrets)
    chapters = tuple(chapters_of(story, secrets))
    game, state = story.game, chapters[-1].state
    return Chronicle(
        game=game,
        state=state,
        chapters=chapters,
        turning_points=turning_points(game, chapters),
        series=series_of(game, chapters),
        disputes=disputes_of(story),
        tally=game.tally(state) if game.tally else None,
        revision=revision,
        head=head,
    )


def chapters_of(story: Story, secrets: Secrets | None = None) -> Iterator[Chapter]:
    """Divide a story where its game says that a chapter ends."""
    number, moments = 1, []
    for moment in moments_of(story, secrets):
        moments.append(moment)
        if type_of(moment.event) in story.game.chapters:
            yield Chapter(number, tuple(moments))
            number, moments = number + 1, []
    if moments:
        yield Chapter(number, tuple(moments))


def moments_of(story: Story, secrets: Secrets | None = None) -> Iterator[Moment]:
    """Walk through a story event by event, each as everybody may read it."""
    state = None
    for told in story.told:
        for k, event in enumerate(events_of(told)):
            after = story.game.evolve(state, event)
            seq = (told.seq or 0) + k
            seen = event if secrets is None else secrets.seen(seq, event)
            yield Moment(seq, seen, state, after, k > 0)
            state = after


def events_of(told: Told) -> tuple[Event, ...]:
    """Give an action and what followed from it."""
    return (told.event, *told.consequences)


def turning_points(game: Game, chapters: tuple[Chapter, ...]) -> tuple[Moment, ...]:
    """Choose the moments worth a picture: spread over the game, and its end."""
    moments = [m for chapter in chapters for m in chapter.moments]
    telling = [m for m in moments if type_of(m.event) in game.turning]
    last = next((m for m in reversed(moments) if type_of(m.event) == ENDED), moments[-1])
    if len(telling) > MOST_TURNING_POINTS:
        step = len(telling) / MOST_TURNING_POINTS
        telling = [telling[int(k * step)] for k in range(MOST_TURNING_POINTS)]
    return (*(m for m in telling if m is not last), last)


def series_of(game: Game, chapters: tuple[Chapter, ...]) -> tuple[Series, ...]:
    """Follow the lines of the score that the game charts."""
    if game.tally is None:
        return ()
    tallies = [game.tally(chapter.state) for chapter in chapters]
    seats = chapters[0].state.seats
    return tuple(
        Series(item, {seat: tuple(amount(tally, seat, item) for tally in tallies) for seat in seats})
        for item in game.charted
    )


def amount(tally: Tally, seat: str, item: str) -> int:
    """Find a line of the score; 0 where there is none."""
    return sum(line.amount for line in tally.lines if (line.seat, line.item) == (seat, item))
