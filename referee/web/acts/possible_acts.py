"""The acts that are possible now, each with the taps that mean it, narrowed down by what was tapped."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from events.envelope import encode
from referee.draw import picture_of
from referee.draw.picks import is_counted, is_meant, next_picks, picks, picks_after, picks_ahead
from referee.kernel.game import Game
from referee.l10n.wording import label, notate
from referee.service.tables.open_acts import (
    ends_by_coming_next,
    is_idle,
    is_laying,
    is_secret_choice,
    public_acts,
)
from referee.web.access.links import SEAT
from referee.web.acts.request_context import RequestContext

FEW = 8
"""How many buttons of a kind are shown at once; more are narrowed down by taps first."""
AHEAD = "ahead"
"""The kind of all acts that are told ahead by taps in any order: a card first, or what it is played for."""

_MOST_AFTER_TAP = 16
"""How many are shown once something was tapped: an act that names another seat is two taps away."""


class PossibleAct(msgspec.Struct, frozen=True):
    """What a seat, or TABLE, may do or tell now; `meant` are the ids of the taps that mean it, in order.

    `state` is the one it is done at: that of the table, or (see `Untold`) that after what it implies.
    `implied` are the events to submit with it; empty where the act alone says enough. `lead` are all it
    implies; `alone` are the kinds of ids of which one tap may be enough.
    """

    seat: str
    event: Event
    meant: tuple[str, ...]
    state: Any
    implied: tuple[Event, ...] = ()
    lead: tuple[Event, ...] = ()
    alone: frozenset[str] = frozenset()

    @property
    def any_order(self) -> bool:
        """Whether its taps may come in any order."""
        return bool(self.alone)

    def may_stand_alone(self, id: str) -> bool:
        """Return whether one tap is enough, where it means no other act."""
        return id.partition(":")[0] in self.alone

    def is_meant(self, chosen: tuple[str, ...]) -> bool:
        """Return whether it may be meant by what was tapped."""
        return is_meant(self.meant, chosen, any_order=self.any_order)

    def next_picks(self, chosen: tuple[str, ...]) -> tuple[str, ...]:
        """Return what may be tapped after `chosen`, which may be meant by it."""
        return next_picks(self.meant, chosen, any_order=self.any_order)

    @property
    def submission(self) -> str:
        """The JSON that is submitted to do it: an event, or a list of those it implies and the event."""
        return encode([*self.implied, self.event] if self.implied else self.event).decode()

    @property
    def kind(self) -> str:
        """The type of its event."""
        return type_of(self.event)

    @property
    def group(self) -> str:
        """The kind of the group it stands in."""
        return AHEAD if self.any_order else self.kind


class Offer(msgspec.Struct, frozen=True):
    """One action: the event as JSON, its line of notation, and what its button says."""

    event: str
    notation: str
    label: str


class Pick(msgspec.Struct, frozen=True):
    """A tap that narrows acts down to `count`; `taps` is all that is tapped then.

    `only` is the act that is left; None where there are several.
    """

    taps: tuple[str, ...]
    count: int
    only: PossibleAct | None = None


class Group(msgspec.Struct, frozen=True):
    """The acts of a kind and seat, `total` in number.

    All are in `acts`, or only the usual one (if any) and `picks` lead to the others.
    """

    kind: str
    seat: str
    total: int
    acts: tuple[PossibleAct, ...] = ()
    picks: tuple[Pick, ...] = ()


def acts_of(context: RequestContext, seats: Iterable[str]) -> tuple[PossibleAct, ...]:
    """Return what some seats may do, TABLE may be one, as far as the viewer may record it.

    While a window is open, these are only the acts that belong to it. Of another seat than the viewer's it
    has only what everybody may read. What is already proposed is left out.
    """
    view, game, state, own = context.view, context.game, context.state, {context.seat, TABLE}
    asked = [change for proposal, changes in context.proposals if proposal.lapses for change in changes]
    ahead = tuple(act for seat in seats for act in _acts_ahead(context, seat) if act.event not in asked)
    implied = {type(each) for act in ahead if act.any_order for each in act.lead}
    possible = (
        PossibleAct(seat, event, () if type(event) in implied else picks(view, event), state)
        for seat in seats
        for event in (game.legal(state, seat) if seat in own else public_acts(game, state, seat))
        if not ends_by_coming_next(game, state, event)
        and event not in asked
        and (seat != TABLE or (_is_own(context, event) and not is_idle(game, state, event)))
    )
    return (*possible, *ahead)


def kinds_implied(context: RequestContext, acts: Iterable[PossibleAct]) -> frozenset[str]:
    """Return the kinds of acts that need not be told one by one, as what is told next implies them.

    Of another seat's acts that are those laid face down, as long as every seat is to lay one.
    """
    own = {type_of(each) for act in acts if act.any_order for each in act.lead}
    return frozenset(own | (context.game.sealed & {type_of(each) for each in _lead_of_others(context)}))


def _lead_of_others(context: RequestContext) -> tuple[Event, ...]:
    """Return what must have happened before the act that some seat may tell ahead by taps in any order."""
    game, state = context.game, context.state
    if not picture_of(game.id).alone or not is_laying(game, state):
        return ()
    return next((each[:-1] for seat in state.seats for each in game.ahead(state, seat)), ())


def _acts_ahead(context: RequestContext, seat: str) -> Iterator[PossibleAct]:
    """Yield what a seat may tell already, with what it implies; see `Untold`.

    Nothing of a seat that is to lay a card face down where others laid theirs here: nor need it be guessed.
    """
    game, view, picture = context.game, context.view, picture_of(context.game.id)
    if seat not in (context.seat, TABLE) and game.depends_on_hidden:
        return
    is_stepwise = is_secret_choice(game, context.state, seat) and not is_laying(game, context.state)
    if picture.alone and is_stepwise:
        return
    sequences = tuple(
        each for each in game.ahead(context.state, seat) if seat != TABLE or _is_own(context, each[-1])
    )
    times = Counter(each[-1] for each in sequences)
    times.update(game.legal(context.state, seat) if times else ())
    states: dict[tuple[Event, ...], Any] = {(): context.state}
    for each in sequences:
        lead, meant = each[:-1], picks_ahead(view, each)
        implied = lead if times[each[-1]] > 1 else ()
        alone = picture.alone if meant and seat != TABLE else frozenset[str]()
        state = _state_after(game, states, lead)
        yield PossibleAct(seat, each[-1], meant, state, implied, lead, alone)


def _state_after(game: Game, states: dict[tuple[Event, ...], Any], events: tuple[Event, ...]) -> Any:
    """Return the state after events, unchecked; `states` keeps those after each beginning of them."""
    if events not in states:
        before = _state_after(game, states, events[:-1])
        states[events] = game.apply_unchecked(before, events[-1], settled=True)
    return states[events]


def _is_own(context: RequestContext, event: Event) -> bool:
    """Return whether an act of the table is for this viewer: what a seat has to show, that seat records."""
    whose = getattr(event, "seat", None)
    return context.link.role != SEAT or whose is None or whose == context.seat


def find_chosen(context: RequestContext, acts: Iterable[PossibleAct]) -> tuple[str, ...]:
    """Return what was tapped so far, as the page was asked for; empty where no act can be meant by it."""
    chosen = tuple(context.picked.get("pick", "").split())
    return chosen if any(act.is_meant(chosen) for act in acts) else ()


def filter_meant(acts: Iterable[PossibleAct], chosen: tuple[str, ...]) -> tuple[PossibleAct, ...]:
    """Return the acts that may be meant by what was tapped."""
    return tuple(act for act in acts if act.is_meant(chosen))


def find_meant(acts: Iterable[PossibleAct], chosen: tuple[str, ...]) -> PossibleAct | None:
    """Return the act that was tapped: nothing is left to tap, or no other act; None where there is none.

    What is meant by several taps is never done by the first of them: nobody plays a card by a slip. In any
    order it may be by one that says where a piece went.
    """
    left = filter_meant(acts, chosen)
    whole = [act for act in left if act.meant == chosen]
    is_enough = len(chosen) > 1 or any(act.may_stand_alone(id) for act in left for id in chosen)
    found = left if is_enough and len(left) == 1 else whole
    return found[0] if len(found) == 1 else None


def group_by_kind(game: Game, acts: Iterable[PossibleAct], shown: str | None = None) -> tuple[Group, ...]:
    """Return acts grouped by kind and seat, what is due first; of the kind `shown` all acts are there."""
    kinds: dict[tuple[str, str], list[PossibleAct]] = {}
    for act in acts:
        kinds.setdefault((act.group, act.seat), []).append(act)
    first_due = sorted(kinds.items(), key=lambda item: (game.rank(item[1][0].kind), len(item[1]) == 1))
    return tuple(group(those, (), is_whole=kind == shown) for (kind, _), those in first_due)


def group(acts: list[PossibleAct], chosen: tuple[str, ...], *, is_whole: bool = False) -> Group:
    """Return acts of one kind as a group: all where they are few or `is_whole`, else taps to choose by."""
    kind, seat, total = acts[0].group, acts[0].seat, len(acts)
    few = _MOST_AFTER_TAP if chosen else 0 if acts[0].any_order else FEW
    found = () if is_whole or total <= few else tuple(_next_picks(acts, chosen))
    if len(found) < 2:
        return Group(kind, seat, total, tuple(acts))
    has_usual = not chosen and any(map(is_counted, acts[0].meant))
    return Group(kind, seat, total, (acts[0],) if has_usual else (), found)


def _next_picks(acts: list[PossibleAct], chosen: tuple[str, ...]) -> Iterator[Pick]:
    """Yield the next tap of each act that tells it from some other; what all share is tapped with it.

    In any order the first tap is the first of their ids, such as a card.
    """
    if acts[0].any_order and not chosen:
        yield from (Pick((id,), n) for id, n in Counter(act.meant[0] for act in acts).items())
        return
    having = _split(acts, chosen, 1)
    if any(is_counted(id) for id in acts[0].meant):
        deeper = (_split(acts, chosen, n) for n in range(1, len(acts[0].meant) + 1))
        having = next(found for found in deeper if max(map(len, found.values())) <= FEW)
    for taps, those in having.items():
        if len(those) == 1 or len(having) == 1 or taps == chosen:
            yield from (Pick(taps, 1, act) for act in those)
        else:
            yield Pick(taps, len(those))


def _split(
    acts: list[PossibleAct], chosen: tuple[str, ...], depth: int
) -> dict[tuple[str, ...], list[PossibleAct]]:
    """Return acts by their next taps: `depth` of them, from the first that not all share."""
    left = [act.next_picks(chosen) if act.any_order else picks_after(act.meant, chosen) for act in acts]
    shared = set.intersection(*map(set, left))
    found: dict[tuple[str, ...], list[PossibleAct]] = {}
    for act, ids in zip(acts, left, strict=True):
        told = next((n for n, id in enumerate(ids) if id not in shared), -depth)
        found.setdefault((*chosen, *ids[: told + depth]), []).append(act)
    return found


def make_offer(act: PossibleAct, lang: str, seat: str | None) -> Offer:
    """Return one action as text; its label is for `seat`, None for somebody without one."""
    state, event = act.state, act.event
    return Offer(act.submission, notate(state, event, lang), label(state, event, lang, seat))
