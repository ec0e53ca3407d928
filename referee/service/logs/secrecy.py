"""What of a log a viewer may read: what lies face down or was dealt in secret stays so until it is shown.

A viewer is a seat, REFEREE, who may read everything, or None, everybody.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event, type_of
from events.codec import MalformedError, read_changes, write_changes
from events.envelope import encode
from events.table import ChangeProposed, Corrected, PositionTold, TableOpened, TakenBack
from referee.kernel.facts import StateFact
from referee.kernel.game import Game, make_partial
from referee.kernel.registry import codec_for
from referee.kernel.shared import act_named_by
from referee.kernel.tally import Tally
from referee.kernel.verdict import Refused, Verdict
from referee.service.logs.effective import Action, EffectiveLog


class LogSecrets(msgspec.Struct, frozen=True):
    """What a log hides.

    `face_down` are choices never turned up, and `dealt` what was dealt and not shown since: entries, each
    with the seat that knows it. `over` says that the game has ended, and all secrets with it but choices
    that lie face down.
    """

    game: Game
    face_down: dict[int, str]
    over: bool
    dealt: dict[int, str] = {}

    def redact(
        self, seq: int | None, event: Event, viewer: str | None = None, followed: tuple[Event, ...] = ()
    ) -> Event:
        """Return an event as a viewer may read it. `followed` are its consequences, where they are known.

        `seq` is its entry; None for one that was never recorded.
        """
        if viewer == REFEREE:
            return event
        if self._lies(seq, event):
            return self.game.mask(event, viewer)
        if self.over:
            return event
        if isinstance(event, TableOpened):
            return replace(event, seed=None) if event.seed else event
        if isinstance(event, ChangeProposed):
            return replace(event, change=self.redact_change(event.change, viewer))
        if (act := act_named_by(event)) is not None:
            event = replace(event, act=self._redact_act(act, viewer))
        shown: Event = self.game.redact(event, viewer, followed)
        return shown

    def _lies(self, seq: int | None, event: Event) -> bool:
        """Return whether an event was not shown yet; one with no entry as it would be laid or dealt."""
        if seq is not None:
            return seq in self.face_down or (not self.over and seq in self.dealt)
        return not self.over and type_of(event) in self.game.shown_later

    def redact_change(self, change: str, viewer: str | None = None) -> str:
        """Return proposed changes (as text), which may name hidden cards, as a viewer may read them.

        Text that cannot be read, and proposals of proposals, come back as they are.
        """
        try:
            changes = read_changes(codec_for(self.game.id), change)
        except MalformedError:
            return change
        if any(isinstance(each, ChangeProposed) for each in changes):
            return change
        return write_changes(tuple(self.redact(None, each, viewer) for each in changes))

    def _redact_act(self, act: dict[str, Any], viewer: str | None) -> dict[str, Any]:
        """Return an act that an event names as a viewer may read it; one that cannot be read, unchanged."""
        # An act that an event names may name hidden cards.
        try:
            event = codec_for(self.game.id).event(encode(act))
        except MalformedError:
            return act
        visible: dict[str, Any] = msgspec.to_builtins(self.redact(None, event, viewer))
        return visible

    def hides(self, seq: int | None, event: Event, viewer: str | None = None) -> bool:
        """Return whether a viewer may not read all of an event; `seq` as of `redact`."""
        return self.redact(seq, event, viewer) != event

    def redact_action(self, action: Action, viewer: str | None = None) -> Action:
        """Return an action as a viewer may read it, its consequences as they are."""
        return replace(action, event=self.redact(action.seq, action.event, viewer, action.consequences))

    @property
    def has_hidden_cards(self) -> bool:
        """Return whether the game lasts and has cards that only some may know."""
        return not self.over and self.game.keeps_hands

    @property
    def may_show_hash(self) -> bool:
        """Return whether a hash of the whole log may be shown.

        False while somebody could find out with it, by trying, what the log hides.
        """
        return not self.face_down and (self.over or self.game.is_open)

    def would_reveal(self, seq: int, event: Event, viewer: str | None = None) -> bool:
        """Return whether what follows from `event` in place of entry `seq` could tell of hidden cards.

        So it is where the viewer may not read the event, or hidden cards of another seat decide whether it is
        accepted.
        """
        if not self.has_hidden_cards:
            return False
        return self.hides(seq, event, viewer) or (
            type_of(event) in self.game.depends_on_hidden and getattr(event, "seat", None) != viewer
        )


def public_score(game: Game, state: Any, viewer: str | None = None) -> Tally | None:
    """Return the score as it is shown to a viewer; None in a game without one, and where it is not shown.

    While a score depends on what is hidden, nobody but REFEREE is shown it.
    """
    tally = game.tally(state, viewer)
    if tally is None or viewer == REFEREE or not game.keeps_hands or game.winners(state) is not None:
        return tally
    is_known = all(line.amount is not None for line in tally.lines)
    return tally if is_known and all(reading.winners for reading in tally.readings) else None


class FaceDown:
    """Follows a log for what was not shown yet; attributes as of `LogSecrets`.

    A choice is turned up by the first event that shows it before its seat chooses again: one that was taken
    back before it was shown stays secret for ever. `over`: the game came to its end, and did not go on since.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._lying: dict[tuple[str, str], int] = {}
        self.face_down: dict[int, str] = {}
        self.dealt: dict[int, str] = {}
        self.over = False

    def take(self, seq: int, event: Event) -> None:
        """Go on by the next entry: update `hidden` and `over`."""
        game, kind, seat = self._game, type_of(event), getattr(event, "seat", "")
        self.over = not isinstance(event, TakenBack) and (self.over or kind == game.end)
        if kind in game.shown_later:
            self._lying[kind, seat] = seq
            (self.face_down if kind in game.sealed else self.dealt)[seq] = seat
        for shown in game.shows.get(kind, ()):
            if (lying := self._lying.pop((shown, seat), None)) is not None:
                (self.face_down if shown in game.sealed else self.dealt).pop(lying)

    @property
    def secrets(self) -> LogSecrets:
        """Return what the log hides so far; later entries do not change it."""
        return LogSecrets(self._game, dict(self.face_down), self.over, dict(self.dealt))


def mask_face_down(log: EffectiveLog, secrets: LogSecrets, viewer: str | None = None) -> EffectiveLog:
    """Return a copy of a log in which what still lies face down for `viewer` (None: everybody) is masked.

    Other secrets stay: the states need them, and the view of the game keeps them.
    """
    actions = tuple(
        replace(each, event=log.game.mask(each.event, viewer))
        if secrets.face_down.get(each.seq or 0, viewer) != viewer
        else each
        for each in log.actions
    )
    return EffectiveLog(log.game, actions)


def redact_log(log: EffectiveLog, secrets: LogSecrets, viewer: str | None = None) -> EffectiveLog:
    """Return a copy of a log made of nothing but what `viewer` (None: everybody) may know.

    No answer computed from it tells a secret: of two games that the viewer cannot tell apart the copies
    are equal.
    """
    if secrets.over or log.game.is_open or viewer == REFEREE:
        return mask_face_down(log, secrets, viewer)
    actions = tuple(secrets.redact_action(each, viewer) for each in log.actions)
    dropped = [
        (each.event, facts)
        for was, each in zip(log.actions, actions, strict=True)
        if (facts := tuple(_facts_dropped(log.game, was.event, each.event)))
    ]
    return EffectiveLog(_make_forgetful(make_partial(log.game), dropped), actions)


_Dropped = tuple[tuple[StateFact, str], ...]
"""Facts of seats that a viewer may not read in an event at all."""


def _facts_dropped(game: Game, event: Event, redacted: Event) -> Iterator[tuple[StateFact, str]]:
    """Yield the facts of seats that were set by hand or told, and of which nothing is left when redacted."""
    if not isinstance(event, Corrected | PositionTold) or not isinstance(redacted, Corrected | PositionTold):
        return
    for fact in game.facts.secret:
        if fact.by_seat:
            seen = getattr(redacted.position, fact.name) or {}
            for seat in getattr(event.position, fact.name) or {}:
                if seat not in seen:
                    yield fact, seat


def _forget(state: Any, event: Event, dropped: Iterable[tuple[Event, _Dropped]]) -> Any:
    for fact, seat in (pair for each, facts in dropped if each == event for pair in facts):
        state = state if fact.forget is None else fact.forget(state, seat)
    return state


def _make_forgetful(game: Game, dropped: Sequence[tuple[Event, _Dropped]]) -> Game:
    """Return a game in which nobody knows a fact any more once it was set where it cannot be read."""
    if not dropped:
        return game

    def evolve(state: Any, event: Event) -> Any:
        return _forget(game.evolve(state, event), event, dropped)

    def decide(state: Any, event: Event) -> Verdict:
        verdict = game.decide(state, event)
        if isinstance(verdict, Refused):
            return verdict
        return replace(verdict, state=_forget(verdict.state, event, dropped))

    def reducers_at(state: Any) -> Mapping[type, Any]:
        return {**game.reducers_at(state), Corrected: evolve, PositionTold: evolve}

    return game.with_verbs(evolve=evolve, decide=decide, reducers_at=reducers_at)
