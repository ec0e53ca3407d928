"""What of a log an viewer may read: what lies face down or was dealt in secret stays so until it is shown."""

from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event, type_of
from events.codec import MalformedError, read_changes, write_changes
from events.envelope import encode
from events.table import ChangeProposed, TableOpened, TakenBack
from referee.kernel.game import Game, make_partial
from referee.kernel.registry import codec_for
from referee.kernel.secrets import redact_all
from referee.kernel.shared import act_named_by
from referee.kernel.tally import Tally
from referee.service.timeline.retelling import Timeline, Told

REVEALED = "_revealed"
"""How the types of those events end that turn up what a seat had laid face down."""

ENDED = "game_ended"
"""The event at which every game lays its cards open."""


class Secrets(msgspec.Struct, frozen=True):
    """What a log hides: `face_down` are entries never turned up, each with the seat that knows it.

    `over` says that the game has ended, and its secrets with it.
    """

    game: Game
    face_down: dict[int, str]
    over: bool

    def seen(
        self, seq: int | None, event: Event, viewer: str | None = None, followed: tuple[Event, ...] = ()
    ) -> Event:
        """Give an event as an viewer may read it, given what `followed` from it where that is known."""
        if viewer == REFEREE:
            return event
        if self._lies(seq, event, viewer):
            hidden: Event = redact_all(event)
            return hidden
        if self.over:
            return event
        if isinstance(event, TableOpened):
            return replace(event, seed=None) if event.seed else event
        if isinstance(event, ChangeProposed):
            return replace(event, change=self.change_seen(event.change, viewer))
        if (act := act_named_by(event)) is not None:
            event = replace(event, act=self._act_seen(act, viewer))
        shown: Event = self.game.redact(event, viewer, followed)
        return shown

    def _lies(self, seq: int | None, event: Event, viewer: str | None) -> bool:
        """Whether an event lies face down for an viewer; so does one in no log that would be laid so."""
        if seq is not None:
            return self.face_down.get(seq, viewer) != viewer
        return not self.over and type_of(event) in self.game.sealed and getattr(event, "seat", None) != viewer

    def change_seen(self, change: str, viewer: str | None = None) -> str:
        """Give proposed changes, which may set cards by hand, as an viewer may read them."""
        try:
            changes = read_changes(codec_for(self.game.id), change)
        except MalformedError:
            return change
        if any(isinstance(each, ChangeProposed) for each in changes):
            return change
        return write_changes(tuple(self.seen(None, each, viewer) for each in changes))

    def _act_seen(self, act: dict[str, Any], viewer: str | None) -> dict[str, Any]:
        """Give an act that an event names, which may name hidden cards, as an viewer may read it."""
        try:
            event = codec_for(self.game.id).event(encode(act))
        except MalformedError:
            return act
        seen: dict[str, Any] = msgspec.to_builtins(self.seen(None, event, viewer))
        return seen

    def hides(self, seq: int | None, event: Event, viewer: str | None = None) -> bool:
        """Whether an viewer may not read all of an event."""
        return self.seen(seq, event, viewer) != event

    def told(self, told: Told, viewer: str | None = None) -> Told:
        """Give an action with what followed as an viewer may read it."""
        return replace(told, event=self.seen(told.seq, told.event, viewer, told.consequences))

    @property
    def keeps_any(self) -> bool:
        """Whether the game still holds cards that only some may know."""
        return not self.over and self.game.keeps_hands

    @property
    def bears_a_hash(self) -> bool:
        """Whether a hash of the whole log can be shown: nobody could try out by it what the log hides."""
        return not self.face_down and (self.over or self.game.is_open)

    def waits(self, seq: int, event: Event, viewer: str | None = None) -> bool:
        """Whether imagining an event would tell an viewer of cards it may not know."""
        if not self.keeps_any:
            return False
        return self.hides(seq, event, viewer) or (
            type_of(event) in self.game.depends_on_hidden and getattr(event, "seat", None) != viewer
        )


def is_score_public(game: Game, state: Any) -> bool:
    """Whether everybody may add up the score so far: not while it depends on cards held in hands."""
    return game.tally is not None and (game.winners(state) is not None or not game.keeps_hands)


def score_of(game: Game, state: Any, viewer: str | None = None) -> Tally | None:
    """Add the score up from what everybody knows, whatever the game's own arithmetic reads; None: no score.

    REFEREE as `viewer`, and everybody once the game is over, knows all of it.
    """
    if game.tally is None:
        return None
    is_open = viewer == REFEREE or game.winners(state) is not None
    return game.tally(state if is_open else game.known(state, None))


class FaceDown:
    """Follows a log for what lies face down: `hidden` are the entries that were never turned up.

    Each is given with the seat that knows it. A choice is turned up by the first reveal of its seat
    before the seat chooses again: one that was taken back before it was shown stays secret for ever.
    `over` says that the game came to its end, and did not go on from before it.
    """

    def __init__(self, sealed: frozenset[str]) -> None:
        """Start before the first entry; `sealed` are the types of what is laid face down."""
        self._sealed = sealed
        self._lying: dict[str, int] = {}
        self.hidden: dict[int, str] = {}
        self.over = False

    def take(self, seq: int, event: Event) -> None:
        """Look at the next entry."""
        kind, seat = type_of(event), getattr(event, "seat", "")
        self.over = not isinstance(event, TakenBack) and (self.over or kind == ENDED)
        if kind in self._sealed:
            self._lying[seat] = seq
            self.hidden[seq] = seat
        elif kind.endswith(REVEALED) and seat in self._lying:
            del self.hidden[self._lying.pop(seat)]


def timeline_seen(timeline: Timeline, secrets: Secrets, viewer: str | None = None) -> Timeline:
    """Copy a timeline with what still lies face down covered.

    Other secrets stay: the game's own view keeps them, and the states need them.
    """
    told = tuple(
        replace(t, event=redact_all(t.event)) if secrets.face_down.get(t.seq or 0, viewer) != viewer else t
        for t in timeline.told
    )
    return Timeline(timeline.game, told)


def timeline_known(timeline: Timeline, secrets: Secrets, viewer: str | None = None) -> Timeline:
    """Copy a timeline so that it is told from what an viewer may read, and from nothing else.

    Whatever is asked of the copy tells no secret: two games the viewer cannot tell apart give the
    same one.
    """
    seen = timeline_seen(timeline, secrets, viewer)
    if not secrets.keeps_any or viewer == REFEREE:
        return seen
    return Timeline(make_partial(timeline.game), tuple(secrets.told(each, viewer) for each in seen.told))
