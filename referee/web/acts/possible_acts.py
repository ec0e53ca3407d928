"""What is possible now: every act with the taps that mean it, narrowed down by what was tapped."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from events.base import TABLE, Event, type_of
from events.envelope import encode
from referee.draw.picks import is_counted, is_meant, picks, picks_after
from referee.kernel.game import Game
from referee.l10n.wording import label, notate
from referee.service.tables.open_acts import ends_by_coming_next, is_idle, public_acts
from referee.web.access.seat_links import SEAT
from referee.web.acts.request_context import RequestContext

FEW = 8
"""So many buttons of a kind are shown at once; more are narrowed down first."""
LEFT = 16
"""So many are shown once something was tapped: what is laid before or given to anybody is two taps away."""


class Act(msgspec.Struct, frozen=True):
    """What a seat, or the table, may do now; `meant` are the taps that mean it, in order."""

    seat: str
    event: Event
    meant: tuple[str, ...]

    @property
    def kind(self) -> str:
        """Name the kind of act."""
        return type_of(self.event)


class Offer(msgspec.Struct, frozen=True):
    """One action: the event as JSON, its line of notation, and what its button says."""

    event: str
    notation: str
    label: str


class Pick(msgspec.Struct, frozen=True):
    """A tap that narrows acts down to `count`: all that is tapped then; where one is left, the act."""

    taps: tuple[str, ...]
    count: int
    only: Act | None = None


class Group(msgspec.Struct, frozen=True):
    """The acts of one kind: all of them, or the usual one and the taps that lead to the others."""

    kind: str
    seat: str
    total: int
    acts: tuple[Act, ...] = ()
    picks: tuple[Pick, ...] = ()


def acts_of(context: RequestContext, seats: Iterable[str]) -> tuple[Act, ...]:
    """List what some seats may do, as far as whoever asks may say it; in a window what belongs to it.

    Of another seat than the viewer's only what everybody may read; not what all are asked about already.
    """
    view, game, state, own = context.view, context.game, context.state, {context.seat, TABLE}
    asked = [change for proposal, changes in context.proposals if proposal.lapses for change in changes]
    return tuple(
        Act(seat, event, picks(view, event))
        for seat in seats
        for event in (game.legal(state, seat) if seat in own else public_acts(game, state, seat))
        if not ends_by_coming_next(game, state, event)
        and event not in asked
        and (seat != TABLE or (is_everybodys(context, event) and not is_idle(game, state, event)))
    )


def is_everybodys(context: RequestContext, event: Event) -> bool:
    """Whether what the table saw is for this viewer to say: what one seat has to show, that seat says."""
    whose = getattr(event, "seat", None)
    return context.link.role != SEAT or whose is None or whose == context.seat


def chosen_of(context: RequestContext, acts: Iterable[Act]) -> tuple[str, ...]:
    """Give what was tapped so far; nothing where no act can be meant by it any more."""
    chosen = tuple(context.picked.get("pick", "").split())
    return chosen if any(is_meant(act.meant, chosen) for act in acts) else ()


def followers(acts: Iterable[Act], chosen: tuple[str, ...]) -> tuple[Act, ...]:
    """List the acts that may be meant by what was tapped."""
    return tuple(act for act in acts if is_meant(act.meant, chosen))


def meant_by(acts: Iterable[Act], chosen: tuple[str, ...]) -> Act | None:
    """Find the act that was tapped: the one with nothing more to tap, or the only one left.

    What is meant by several taps is never done by the first of them: nobody plays a card by a slip.
    """
    left = followers(acts, chosen)
    whole = [act for act in left if act.meant == chosen]
    found = left if len(chosen) > 1 and len(left) == 1 else whole
    return found[0] if len(found) == 1 else None


def groups(game: Game, acts: Iterable[Act], shown: str | None = None) -> tuple[Group, ...]:
    """Put acts together by kind and by who does them, what is due first; all of the kind asked for."""
    kinds: dict[tuple[str, str], list[Act]] = {}
    for act in acts:
        kinds.setdefault((act.kind, act.seat), []).append(act)
    first_due = sorted(kinds.items(), key=lambda item: (game.rank(item[0][0]), len(item[1]) == 1))
    return tuple(grouped(those, (), is_whole=kind == shown) for (kind, _), those in first_due)


def grouped(acts: list[Act], chosen: tuple[str, ...], *, is_whole: bool = False) -> Group:
    """Show acts of one kind: all where they are few, else the taps that tell them apart."""
    kind, seat, total = acts[0].kind, acts[0].seat, len(acts)
    few = LEFT if chosen else FEW
    found = () if is_whole or total <= few else tuple(next_picks(acts, chosen))
    if len(found) < 2:
        return Group(kind, seat, total, tuple(acts))
    has_usual = not chosen and any(map(is_counted, acts[0].meant))
    return Group(kind, seat, total, (acts[0],) if has_usual else (), found)


def next_picks(acts: list[Act], chosen: tuple[str, ...]) -> Iterator[Pick]:
    """Give the next tap of each act that tells it from some other; what all share is tapped with it."""
    having = parted(acts, chosen, 1)
    if any(is_counted(id) for id in acts[0].meant):
        deeper = (parted(acts, chosen, n) for n in range(1, len(acts[0].meant) + 1))
        having = next(found for found in deeper if max(map(len, found.values())) <= FEW)
    for taps, those in having.items():
        if len(those) == 1 or len(having) == 1 or taps == chosen:
            yield from (Pick(taps, 1, act) for act in those)
        else:
            yield Pick(taps, len(those))


def parted(acts: list[Act], chosen: tuple[str, ...], depth: int) -> dict[tuple[str, ...], list[Act]]:
    """Part acts by the next taps, `depth` of them from the first that does not mean all of them."""
    left = [picks_after(act.meant, chosen) for act in acts]
    shared = set.intersection(*map(set, left))
    found: dict[tuple[str, ...], list[Act]] = {}
    for act, ids in zip(acts, left, strict=True):
        told = next((n for n, id in enumerate(ids) if id not in shared), -depth)
        found.setdefault((*chosen, *ids[: told + depth]), []).append(act)
    return found


def offer(state: Any, event: Event, lang: str, seat: str | None) -> Offer:
    """Write one action, as a seat would say it."""
    return Offer(encode(event).decode(), notate(state, event, lang), label(state, event, lang, seat))
