"""What `decide` answers: events to append, or rules that forbid the action. Never an exception."""

from typing import Any, Literal

import msgspec

from events.base import Event, Kind

Inferred = Literal["implied", "forced", "worked_out"]
"""An action nobody told: it must have happened before the next one told, alone could follow the last, or was
worked out from the position told before it."""


class JudgedEvent(msgspec.Struct, frozen=True, gc=False):
    """An event to append, what kind of entry it is, and the rules that caused it.

    `inferred` is None for an action that was told, and for consequences.
    """

    event: Event
    kind: Kind
    rules: tuple[str, ...] = ()
    inferred: Inferred | None = None


class Accepted(msgspec.Struct, frozen=True, gc=False):
    """The action itself first, then its consequences; `state` is the state after all of them."""

    judged: tuple[JudgedEvent, ...]
    state: Any

    @property
    def rules(self) -> tuple[str, ...]:
        """Return the rules that permit the action itself, each once."""
        return tuple(dict.fromkeys(self.judged[0].rules))

    @property
    def all_rules(self) -> tuple[str, ...]:
        """Return the rules of the action, then those of its consequences, each once."""
        return tuple(dict.fromkeys(rule for judged in self.judged for rule in judged.rules))


class Refused(msgspec.Struct, frozen=True):
    """Why not: a message id (`table.not_open`), the rule that decides and then its grounds, arguments."""

    reason: str
    rules: tuple[str, ...] = ()
    args: dict[str, Any] = {}


Verdict = Accepted | Refused


def refuse(reason: str, *rules: str, **args: object) -> Refused:
    """Return a refusal, the rule that decides first, then its grounds."""
    return Refused(reason, rules, args)


def first_refusal(*judged: Refused | None) -> Refused | None:
    """Return the first refusal of several judgements; None where there is none."""
    return next(filter(None, judged), None)
