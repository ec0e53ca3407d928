"""What may be done, and what waits to be done again."""

from typing import Any

from msgspec import UNSET, UnsetType

from events.base import Event
from referee.l10n.wording import doer_of, label, notate
from referee.service.answers.base import Answer, EventTold, event_told, plain, words_of


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
    """An act that was taken back and waits; `yours` if the asker may record it again, and all before it."""

    seq: int
    event: EventTold
    notation: str
    words: str
    yours: bool


def possible(state: Any, event: Event, lang: str, preview: Any = None) -> Possible:
    """Describe something that may be done."""
    return Possible(
        event=event_told(event),
        notation=notate(state, event, lang),
        words=words_of(state, event, lang),
        label=label(state, event, lang, doer_of(event)),
        preview=UNSET if preview is None else plain(preview),
    )
