"""What may be done, what waits to be done again, and what lies sealed."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, UnsetType

from events.base import Event
from referee.kernel.game import Game
from referee.l10n import say
from referee.l10n.options import describe_event
from referee.l10n.wording import doer_of, label, notate
from referee.service.answers.base import Answer, EventTold, event_told, plain
from referee.service.tables.open_acts import of_the_whole_table


class Possible(Answer, frozen=True, kw_only=True):
    """Something that may be done now: its line, its sentence, and as who does it would say it.

    `preview`: what the board shows beforehand of where it leads.
    """

    event: EventTold
    notation: str
    words: str
    label: str
    preview: dict[str, Any] | UnsetType = UNSET


class Waiting(Answer, frozen=True, kw_only=True):
    """An act that was taken back and waits; `yours` if the viewer may record it again, and all before it."""

    seq: int
    event: EventTold
    notation: str
    words: str
    yours: bool


class SealsOf(Answer, frozen=True, kw_only=True):
    """The seals of a seat: `sealed` is what each unopened one is about, `message` how one is opened.

    `may_seal` are the types of acts whose choice may be sealed now.
    """

    seat: str
    sealed: tuple[str, ...]
    may_seal: tuple[str, ...]
    message: str


MOST_LISTED = 100
"""So many possibilities are listed beside a refusal."""


def possible_at(game: Game, state: Any, lang: str) -> tuple[Possible, ...]:
    """Describe what anybody at the table may do, as everybody may read it."""
    return possible_now(game, state, of_the_whole_table(game, state), lang)


def possible_now(game: Game, state: Any, events: Iterable[Event], lang: str) -> tuple[Possible, ...]:
    """Describe some acts that may be done, with what the board shows beforehand of each."""
    ahead = previews(game, state)
    return tuple(possible(state, event, lang, ahead.get(getattr(event, "turn", ""))) for event in events)


def previews(game: Game, state: Any) -> dict[str, Any]:
    """Give the previews in a game's view, by the turn each shows; none where its view has none."""
    return {way.turn: way for way in getattr(game.view(state, None), "previews", ())}


def instead_at(game: Game, state: Any, lang: str) -> tuple[Possible, ...]:
    """Describe what anybody may do instead of what was refused; of a secret choice nothing."""
    found = of_the_whole_table(game, state, has_choices=False)
    return possible_now(game, state, found[:MOST_LISTED], lang)


def possible(state: Any, event: Event, lang: str, preview: Any = None) -> Possible:
    """Describe something that may be done."""
    return Possible(
        event=event_told(event),
        notation=notate(state, event, lang),
        words=describe_event(state, event, lang),
        label=label(state, event, lang, doer_of(event)),
        preview=UNSET if preview is None else plain(preview),
    )


def seals_of(game: Game, state: Any, seat: str, lang: str) -> SealsOf:
    """Tell what of a seat lies sealed, and what it may seal; nothing of a game without secrets."""
    kinds = game.seals.kinds(state) if game.seals is not None else ()
    return SealsOf(
        seat=seat,
        sealed=tuple(seal.about for seal in state.seals if seal.seat == seat),
        may_seal=tuple(sorted(kinds)),
        message=say("seals.how_typed", lang, seat=seat, names=dict(state.names)),
    )
