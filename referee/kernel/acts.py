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


LISTS_KEPT = 4096
"""How many lists of a seat's acts a game remembers: people may name seats without end."""


class Draft(msgspec.Struct, Generic[S], gc=False):
    """The state and the events of one `decide` as they grow.

    `before` is the state the action was judged on, `state` the one after all `facts` so far; `reducers`
    are those of the game, by the class of the event.
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

    `visible(event, followed)` returns by field what everybody saw after all, put in place of null; `followed`
    are the events that came of it, empty where they are not known. None: everything stays null.
    """

    fields: tuple[str, ...]
    readers: tuple[str, ...] = ("seat",)
    visible: Callable[[Any, tuple[Event, ...]], Mapping[str, Any]] | None = None


class Act(msgspec.Struct, frozen=True, kw_only=True):
    """Something a seat may do, or the table may show.

    - `judge(state, event)`: its refusal, or None. The condition stands here and nowhere else.
    - `may(state, seat)`: its refusal whatever the event says, or None: asked before `judge`, and once before
      anything is listed. `seat` is "table" where the event names none.
    - `rules`: the ids an accepted one cites, the most telling first; or `(state, event) -> ids`.
    - `apply(state, event)`: the state after it. Reads the event, asks no rule and no option.
    - `complete(state, event)`: an accepted event as it is recorded, with what people may leave out.
    - `follow(draft, event)`: derives what follows from this act alone; what follows from any state is the
      game's `settle`, which comes after it.
    - What is possible is either what `judge` accepts of `candidates(state, seat)`, which knows the types of
      fields and no rules, or `listed(state, seat)`, which judges itself. `listed_in`: by phase, what lists
      it there instead, where it ends that phase by coming next.
    - `phases`: those it is listed in; empty: in all of them.
    - `due`, in games in turns: the rules by which the kernel refuses it in other phases
      (`<game>.not_in_<phase>`), on another's turn (`<game>.not_your_turn`), from a seat that has done
      its part of what seats do at the same moment (`<game>.done_already`), and, if it is `dealt`, where
      it is not owed (`<game>.not_dealt_now`). An act without `rules` cites these; one that nothing lists
      is conceivable with all values its fields allow.
    - `by_table`: the table shows it: an observation, not a seat's action. Or `(event) -> bool`, where a seat
      may do what the table shows as well: it is listed to both.
    - `face_down`: it lies face down until shown; `concurrent`: seats do it at the same moment in the open.
      Neither is refused because another seat wrote one meanwhile.
    - `free`: it may be done whosever turn it is, and is listed after what is due, in the order of the
      acts. `closes`: it ends a window for everybody, and is listed last.
    - `after_end`: it may still come when the game is over.
    - `reveals`: it shows a secret or chance, which no undo hides again. `depends_on_hidden`: whether it is
      accepted depends on cards only its seat may know. `needs_confirmation`: a seat shows what it holds, or
      gives up a piece; on pages it is asked to confirm it.
    - `secret`: its fields that only its seat may read while the game lasts, or a `Secret` that says
      who else may; of what lies `face_down`, until it is shown.
    - `reasons`: refusals of the kernel that the game has words for, such as `not_your_turn`.
    - `throws`: what of it is thrown from the seed. `dealt(state, event)`: whether only the referee can say
      it; asked where the referee deals.
    """

    event: type[Event]
    apply: Apply
    judge: Callable[[Any, Any], Refused | None] = always
    may: Callable[[Any, str], Refused | None] | None = None
    rules: Rules | Callable[[Any, Any], Rules] = ()
    complete: Callable[[Any, Any], Event] | None = None
    follow: Callable[[Draft[Any], Any], None] | None = None
    candidates: Callable[[Any, str], Iterable[Event]] | None = None
    listed: Callable[[Any, str], tuple[Event, ...]] | None = None
    listed_in: Mapping[str, Callable[[Any, str], Iterable[Event]]] = {}
    phases: tuple[str, ...] = ()
    due: tuple[str, ...] = ()
    by_table: bool | Callable[[Any], bool] = False
    face_down: bool = False
    concurrent: bool = False
    free: bool = False
    closes: bool = False
    after_end: bool = False
    reveals: bool = False
    depends_on_hidden: bool = False
    needs_confirmation: bool = False
    secret: Secret | tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    throws: Throw | None = None
    dealt: Callable[[Any, Any], bool] | None = None

    def lister(self, phase: str = "") -> Callable[[Any, str], Iterable[Event]] | None:
        """Return what lists this act in a phase: `(state, seat) -> events`; None where nothing lists it.

        It does not ask `may`.
        """
        if phase in self.listed_in:
            return self.listed_in[phase]
        judge, candidates = self.judge, self.candidates
        if self.listed is not None or candidates is None:
            return self.listed
        return lambda state, seat: [e for e in candidates(state, seat) if judge(state, e) is None]


class Consequence(msgspec.Struct, frozen=True, kw_only=True):
    """An event that only the referee derives.

    `rules` are cited where people claim it and it does not follow. `chapter`: it ends a chapter of the
    timeline; `turning`: it is worth a picture in a report. `reveals` and `needs_confirmation` as of an act.
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
