"""An act: what a seat does or the table shows, and all that a game says about it, in one place."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from events.base import Event
from referee.kernel.seed import Throw
from referee.kernel.verdict import JudgedEvent, Refused

S = TypeVar("S")

Apply = Callable[[Any, Any], Any]
"""(state, event) -> state: reads the facts of an event that happened, asks no rule and no option."""

Rules = tuple[str, ...]


def always(_state: Any, _event: Any) -> None:
    """Return None, no refusal, for every state and event."""


def nothing(_state: Any, _seat: str) -> tuple[Event, ...]:
    """Return no event, for every state and seat."""
    return ()


LISTS_KEPT = 4096
"""How many lists of a seat's acts a game remembers: people may name seats without end."""


class Draft(msgspec.Struct, Generic[S], gc=False):
    """The state and the events of one `decide` as they grow.

    `before` is the state the action was judged on, `judged` the consequences so far, `state` the one after
    all of them; `reducers` are those of the game, by the class of the event.
    """

    before: S
    reducers: Mapping[type, Apply]
    state: S
    judged: list[JudgedEvent] = []

    def derive(self, event: Event, *rules: str) -> None:
        """Append a consequence that cites `rules`, and apply it to `state`."""
        self.judged.append(JudgedEvent(event, "consequence", rules))
        self.state = self.reducers[type(event)](self.state, event)


class Secret(NamedTuple):
    """Fields of an event that only the seats named in its fields `readers` may read.

    `until`: the event by which the same seat shows them to everybody; None: the end of the game. What a seat
    chooses and shows later lies face down until then. `visible(event, followed)` returns by field a value to
    show in place of null, because everybody saw it; `followed` are the consequences of the event, empty where
    they are not known. `visible` None: everything stays null.
    """

    fields: tuple[str, ...]
    readers: tuple[str, ...] = ("seat",)
    visible: Callable[[Any, tuple[Event, ...]], Mapping[str, Any]] | None = None
    until: type[Event] | None = None


class When(msgspec.Struct, frozen=True, kw_only=True):
    """Where an act is possible, and who does it.

    - `phases`: those it is listed in; empty: all of them.
    - `judge(state, seat)`: its refusal whatever the event says, or None: asked before the act's own `judge`,
      and once before anything is listed. `seat` is "table" where the event names none.
    - `rules`: those by which the kernel refuses it in other phases, on another's turn, from a seat that has
      done its part of what seats do at the same moment, and, if the referee deals it, where it is not owed.
      An act without `rules` of its own cites these. Empty: only `judge` refuses.
    - `elsewhere`: by phase in which it is refused, the message id (without the game) and the rules, in place
      of `not_in_<phase>` and `rules`.
    - `by_table`: the table shows it: an observation, not a seat's action. Where the field `seat` of the event
      may be null, who is named decides, and it is listed to both.
    - `at_once`: seats do it at the same moment; none is refused because another did it meanwhile.
    - `after_end`: it may still come when the game is over.
    """

    phases: tuple[str, ...] = ()
    judge: Callable[[Any, str], Refused | None] | None = None
    rules: Rules = ()
    elsewhere: Mapping[str, tuple[str, Rules]] = {}
    by_table: bool = False
    at_once: bool = False
    after_end: bool = False


class Listing(NamedTuple):
    """The list of an act whose game knows what its judge accepts.

    - `accepted(state, seat)`: all that the judge accepts; it is not asked again.
    - `samples(state, seat)`: events that stand for others, told with other values, where those are too many
      to list; None: none are.
    """

    accepted: Callable[[Any, str], Iterable[Event]] = nothing
    samples: Callable[[Any, str], Iterable[Event]] | None = None


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something a seat may do, or the table may show.

    Most acts need the first six.

    - `event`: its class; `rules`: the ids an accepted one cites, the most telling first, or
      `(state, event) -> ids`.
    - `when`: where it is possible, and who does it.
    - `judge(state, event)`: its refusal, or None. The condition stands here and nowhere else.
    - `apply(state, event)`: the state after it. Reads the event, asks no rule and no option.
    - `candidates(state, seat)`: what may be possible; `judge` is asked of each. It knows the types of fields
      and no rules. Or a `Listing`. Left out: all values its fields allow, where `when` has rules; else
      nothing lists it.
    - `complete(state, event)`: an accepted event as it is recorded, with what people may leave out.
    - `follow(draft, event)`: derives what follows from this act alone; what follows from any state is the
      game's `settle`, which comes after it.
    - `secret`: its fields that only its seat may read until the end of the game, or a `Secret`.
    - `chance`: what of it is thrown from the seed; or `(state, event) -> bool`: whether only the referee can
      say it; asked where the referee deals.
    - `reveals`: it shows a secret or chance, which no undo hides again; so does what is thrown or dealt,
      and what ends a secret. `depends_on_hidden`: whether it is accepted depends on cards only its seat may
      know. `needs_confirmation`: a seat shows what it holds, or gives up a piece; on pages it is asked to
      confirm it.
    """

    event: type[Event]
    rules: Rules | Callable[[Any, Any], Rules] = ()
    when: When = When()
    judge: Callable[[Any, Any], Refused | None] = always
    apply: Apply
    candidates: Callable[[Any, str], Iterable[Event]] | Listing | None = None
    complete: Callable[[Any, Any], Event] | None = None
    follow: Callable[[Draft[Any], Any], None] | None = None
    secret: Secret | tuple[str, ...] = ()
    chance: Throw | Callable[[Any, Any], bool] | None = None
    reveals: bool = False
    depends_on_hidden: bool = False
    needs_confirmation: bool = False

    @property
    def throw(self) -> Throw | None:
        """Return what of it is thrown from the seed; None where nothing is."""
        return self.chance if isinstance(self.chance, Throw) else None

    @property
    def is_dealt(self) -> Callable[[Any, Any], bool] | None:
        """Return `(state, event) -> bool`: whether only the referee can say it; None: it is never dealt."""
        return None if isinstance(self.chance, Throw) else self.chance

    @property
    def hidden(self) -> Secret:
        """Return its secret; one without fields where it has none."""
        return self.secret if isinstance(self.secret, Secret) else Secret(self.secret)

    @property
    def is_face_down(self) -> bool:
        """Return whether a seat lays it face down, to show it later."""
        return self.hidden.until is not None and not self.when.by_table

    @property
    def lister(self) -> Callable[[Any, str], Iterable[Event]] | None:
        """Return what lists this act: `(state, seat) -> events`; None where nothing lists it.

        It does not ask `when`.
        """
        judge, candidates = self.judge, self.candidates
        if candidates is None or isinstance(candidates, Listing):
            return candidates and candidates.accepted
        return lambda state, seat: [e for e in candidates(state, seat) if judge(state, e) is None]


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """An event that only the referee derives.

    `rules` are cited to refuse it where people record it and it does not follow. `chapter`: it ends a chapter
    of the timeline; `turning`: it is worth a picture in a report. `reveals` and `needs_confirmation` as of an
    act.
    """

    event: type[Event]
    apply: Apply
    rules: Rules
    chapter: bool = False
    turning: bool = False
    reveals: bool = False
    needs_confirmation: bool = False


def unchanged(state: S, _: Event) -> S:
    """Return the state as it is, for an event that is only recorded."""
    return state
