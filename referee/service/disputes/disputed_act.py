"""What a dispute is about: the act, the state before it, what followed; and the same under a ruling."""

from collections.abc import Mapping
from typing import Any

import msgspec

from events.base import REFEREE, Event
from events.table import DisputeOpened, HouseRuled, RulingGiven, TakenBack
from referee.kernel.game import Game
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.service.logs.effective import Action, EffectiveLog
from referee.service.logs.reapply import Reapplier
from referee.service.logs.whatif import Outcome, compare, differences, scores

TRIAL = "·"
"""The id of a dispute that is only imagined, in a ruling that settles it."""


class DisputedAct(msgspec.Struct, frozen=True, kw_only=True):
    """An act in dispute, the state `before` it, `after` it and `now`, and what followed.

    `rest` are the actions of the timeline from the `first`-th on; it begins with the disputed act if that
    stands in the log (`is_told`), and is empty if it does not. It `waits` where the viewer may
    not know what the act was judged by.
    """

    timeline: EffectiveLog
    at: int
    viewer: str | None
    first: int
    before: Any
    after: Any
    now: Any
    verdict: Verdict
    rest: tuple[Action, ...]
    act: Event
    is_told: bool
    waits: bool = False

    @property
    def game(self) -> Game:
        """Give the game."""
        return self.timeline.game

    @property
    def is_allowed(self) -> bool:
        """Whether the referee accepts the act as the table plays."""
        return isinstance(self.verdict, Accepted)


def disputed_act_of(
    timeline: EffectiveLog, at: int, act: Event | None, viewer: str | None = None, *, waits: bool = False
) -> DisputedAct:
    """Find what entry `at` is about, or an act that came after it. Raises NoSuchEntryError."""
    game, i, now = timeline.game, timeline.index(at), timeline.end
    told = timeline.actions[i]
    before = timeline.state(i)
    after = timeline.state(i + 1)
    if act is None:
        # What is judged by secret cards cites nothing.
        verdict = Refused("cli.still_secret", (), {"n": at}) if waits else game.decide(before, told.event)
        return DisputedAct(
            timeline=timeline, at=at, viewer=viewer, first=i, before=before, after=after, now=now,
            verdict=verdict, rest=timeline.actions[i:], act=told.event, is_told=True, waits=waits,
        )  # fmt: skip
    verdict = game.decide(after, act)
    outcome = verdict.state if isinstance(verdict, Accepted) else after
    return DisputedAct(
        timeline=timeline, at=at, viewer=viewer, first=i + 1, before=after, after=outcome, now=now,
        verdict=verdict, rest=(), act=act, is_told=False,
    )  # fmt: skip


def ruled(game: Game, state: Any, effect: Mapping[str, Plain]) -> Accepted | Refused:
    """Give the state in which a ruling has just set options, with what followed from it."""
    state = game.evolve(state, DisputeOpened(TRIAL, 1, "table", ""))
    given = RulingGiven(dispute=TRIAL, decision="", basis="table", effect=dict(effect))
    return game.decide(state, given)


def actions_under(disputed: DisputedAct, effect: Mapping[str, Plain]) -> Outcome | None:
    """Tell the game under a ruling: from the disputed entry on, or from the first action it reaches."""
    timeline = disputed.timeline
    i = first_under(timeline, disputed.first, effect)
    state = timeline.state(i)
    verdict = ruled(timeline.game, state, effect)
    if isinstance(verdict, Refused):
        return None
    lead = [judged.event for judged in verdict.judged[1:]]
    retold = Reapplier(timeline.game, verdict.state, lead).reapply_all(timeline.actions[i:])
    return compare(timeline, min(i, len(timeline.actions) - 1), change_of(effect), retold, disputed.viewer)


def actions_without(disputed: DisputedAct) -> Outcome | None:
    """Tell the game without the disputed entry; None of an act that stands in no log, and of the opening."""
    timeline, i = disputed.timeline, disputed.first
    if not disputed.is_told or i == 0:
        return None
    taken_back = TakenBack(timeline.actions[i - 1].end or 1)
    retold = Reapplier(timeline.game, disputed.before).reapply_all(timeline.actions[i + 1 :])
    return compare(timeline, i, taken_back, retold, disputed.viewer)


def first_under(timeline: EffectiveLog, i: int, effect: Mapping[str, Plain]) -> int:
    """Find the first action that a ruling about the `i`-th reaches; what the table decided since stands."""
    since = enumerate(timeline.actions[i:], i)
    return max(1, i, *(k + 1 for k, told in since if sets_any(told.event, effect)))


def sets_any(event: Event, effect: Mapping[str, Plain]) -> bool:
    """Whether an event set an option that a ruling sets."""
    match event:
        case HouseRuled(option):
            return option in effect
        case RulingGiven():
            return bool(set(event.effect or ()) & set(effect))
    return False


def act_under(disputed: DisputedAct, effect: Mapping[str, Plain]) -> tuple[Outcome | None, Verdict]:
    """Judge an act that stands in no log under a ruling, and say what it would lead to."""
    game = disputed.game
    verdict = ruled(game, disputed.before, effect)
    if isinstance(verdict, Refused):
        return None, verdict
    judged = game.decide(verdict.state, disputed.act)
    state = judged.state if isinstance(judged, Accepted) else verdict.state
    before, winners = disputed.after, game.winners(disputed.after)
    is_secret = winners is None and game.keeps_hands and disputed.viewer != REFEREE
    outcome = Outcome(
        at=disputed.at,
        change=change_of(effect),
        first_change=None,
        differences=differences(game, before, state, disputed.viewer),
        scores=()
        if is_secret
        else scores(game, before, state, disputed.viewer if winners is None else REFEREE),
        winners_before=winners,
        winners_after=None if is_secret else game.winners(state),
        state=state,
    )
    return outcome, judged


def change_of(effect: Mapping[str, Plain]) -> HouseRuled:
    """Write what a ruling sets, the first of it, as a change."""
    option, value = next(iter(effect.items()))
    return HouseRuled(option, value)
