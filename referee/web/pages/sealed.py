"""What a seat seals, on its page: the option, what lies sealed, and how it is opened."""

from collections.abc import Iterable
from typing import NamedTuple

from events.envelope import encode
from referee.l10n.options import about_words, secret_words
from referee.web.acts.possible_acts import Act
from referee.web.acts.request_context import RequestContext
from referee.web.acts.sealed_choices import SealedChoice, own_choices, seals_of
from referee.web.forms import forms_of

PART = 4
"""A salt is written in parts of so many letters."""


class Sealed(NamedTuple):
    """One choice that lies sealed: `name` is what it is about; `words` what it is, empty where unknown here.

    `salt` opens it, written in parts. One that is unknown is opened by typing the salt and choosing among
    `values`, as JSON with their words.
    """

    about: str
    name: str
    words: str
    salt: str
    values: list[tuple[str, str]]
    is_due: bool

    @property
    def id(self) -> str:
        """Return how the ids of its fields end."""
        return f"{self.about or 'own'}".replace(" ", "-")


def seal_switch(context: RequestContext, acts: Iterable[Act]) -> str | None:
    """Name what a seat may choose to seal; None where none of its choices may be sealed now."""
    seals = context.game.seals
    if seals is None or context.seat is None:
        return None
    offered = {act.kind for act in acts if act.seat == context.seat}
    offered |= {str(form.event["type"]) for form in forms_of(context)}
    if not offered & seals.kinds(context.state):
        return None
    return context.say(f"{context.game.id}.seals.choice")


def sealed_choices(context: RequestContext) -> list[Sealed]:
    """List what a seat has sealed."""
    return [_sealed(context, each) for each in own_choices(context)]


def _sealed(context: RequestContext, choice: SealedChoice) -> Sealed:
    about, is_known = choice.about, choice.value is not None
    name = (
        about_words(context.game.id, about, context.lang)
        if about
        else context.say(f"{context.game.id}.seals.own")
    )
    name = name[:1].upper() + name[1:]
    values = [] if is_known else seals_of(context).values(context.state, about)
    return Sealed(
        about=about,
        name=name,
        words=_words(context, choice.value) if is_known else "",
        salt=" ".join(choice.salt[i : i + PART] for i in range(0, len(choice.salt), PART)),
        values=[(encode(value).decode(), _words(context, value)) for value in values],
        is_due=choice.is_due,
    )


def _words(context: RequestContext, value: object) -> str:
    return secret_words(context.game.id, value, context.lang)
