"""A game as a value: what the kernel, the service and the screens ask of it."""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from events.base import Event
from events.upcasting import Steps
from referee.kernel.dealing import Dealer
from referee.kernel.seals import Seals
from referee.kernel.switches import Charter
from referee.kernel.tally import Places, Tally
from referee.kernel.verdict import Refused, Verdict

KERNEL = 1
"""The version of the kernel: what a game is made of. A game written for a newer one cannot be played."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """Four verbs, the tables they stand on, and the words for them.

    - `kernel`: the version of the kernel it was written for.
    - `vocabulary`: the union of its events; `upcasters`: by version, the step that leads to the next.
    - `decide(state or None, action)`: all judgement. None before `table_opened`.
    - `evolve(state or None, event)`: the reducer; total on accepted events.
    - `legal(state, seat)`: every action decide would accept of that seat; of `"table"`, the
      observations it would accept.
    - `view(state, seat or None)`: what that seat, or everybody, may see; the only way out.
    - `acting(state)`: who may act now, seats in turn order, `"table"` where it must observe.
    - `position(state, seat or "referee" or None)`: the facts in the form `corrected` accepts,
      as that asker may see them; `"referee"` sees what the log holds.
    - `notate(state, event)` and `parse(state, text)`: one line for every action, and back;
      parse raises `NotationError` where the line means nothing.
    - `phase`, `turn`, `winners`: where the game stands; winners None while it lasts.
    - `invariants(state)`: what is broken, one message each; empty in a sound state.
    - `sealed`: types of actions that never collide with another seat's of the same type.
    - `consequence_rules`: by type, the rules that derive it (cited when one is claimed wrongly).
    - `reveals`: types of events that show a secret or chance, which no taking back unshows.
    - `redact(event, seat or None, followed)`: an event as that seat, or everybody, may read it while
      the game lasts, given what followed from it where that is known; None where only what lies
      face down is secret. `handled` are the types of actions whose judgement tells of cards only
      their seat may know.
    - `parties(event)`: the seats whose hidden cards an act of several names, all of whom have to
      say it; none of any other event.
    - `known(state, seat or None)`: the state without what that seat, or everybody, cannot know:
      whatever is asked of it tells no secret. None where a state keeps none but what lies face down.
      `partial(state)`: the opened state of a game that is told from what one asker may read.
    - `doubt(state)`: what of all that was ever said cannot be true together, told to those who see
      all of it; None where nothing clashes. `decide` judges a seat by what it may know.
    - `free`: types of actions that may be done whosever turn it is: listed after what is due, in this
      order. `closings`: types of observations that end a window for everybody, listed last.
    - `templates(state, seat)`: events to be told otherwise than they stand here, where what a seat, or
      the table, may say is too much to list.
    - `topics`: what tables dispute about, each with the rules that bear on it.
    - `tally(state)`: the arithmetic of the score, and what each edition makes of it; `charted`
      are the items of it that a report draws.
    - `places(state)`: who lies where in a race; None while nobody races, or where nobody ever does.
    - `deal(state, seed)`: what a referee that rolls and deals owes the table now, from its seed;
      None where people must act. A pure function, so that anybody can audit it.
    - `is_dealt(state, event)`: whether an event says what only the referee who deals can say at
      this table; asked of what people submit, never of a log.
    - `unclaimed(state, event)`: the event without what the referee itself throws, so that nobody
      can try results out before throwing; asked of what people submit, never of a log.
    - `secret(state, seat, text)`: what a seat may seal now, as people type it: what it is about, and
      the value as it is sealed; raises `NotationError`. None where no choice is secret.
    - `seals`: which acts name such a choice, and what is told in their place; see `kernel.seals`.
    - `chapters`: types of events that end a chapter of the story; `turning` those worth a picture.
    """

    charter: Charter
    kernel: int = 1
    vocabulary: Any = None
    upcasters: Steps = {}
    decide: Callable[[Any, Event], Verdict]
    evolve: Callable[[Any, Event], Any]
    legal: Callable[[Any, str], tuple[Event, ...]]
    view: Callable[[Any, str | None], Any]
    acting: Callable[[Any], tuple[str, ...]]
    position: Callable[[Any, str | None], Any]
    notate: Callable[[Any, Event], str]
    parse: Callable[[Any, str], Event]
    phase: Callable[[Any], str]
    turn: Callable[[Any], str | None]
    winners: Callable[[Any], tuple[str, ...] | None]
    invariants: Callable[[Any], tuple[str, ...]]
    sealed: frozenset[str] = frozenset()
    consequence_rules: Mapping[str, tuple[str, ...]] = {}
    reveals: frozenset[str] = frozenset()
    redact: Callable[..., Event] | None = None
    handled: frozenset[str] = frozenset()
    free: tuple[str, ...] = ()
    closings: frozenset[str] = frozenset()
    templates: Callable[[Any, str], tuple[Event, ...]] | None = None
    parties: Callable[[Event], tuple[str, ...]] | None = None
    known: Callable[[Any, str | None], Any] | None = None
    partial: Callable[[Any], Any] | None = None
    doubt: Callable[[Any], Refused | None] | None = None
    topics: Mapping[str, tuple[str, ...]] = {}
    tally: Callable[[Any], Tally] | None = None
    deal: Callable[[Any, str], Event | None] | None = None
    is_dealt: Callable[[Any, Event], bool] | None = None
    unclaimed: Callable[[Any, Event], Event] | None = None
    charted: tuple[str, ...] = ()
    places: Callable[[Any], Places | None] | None = None
    secret: Callable[[Any, str, str], tuple[str, str | int]] | None = None
    seals: Seals | None = None
    chapters: frozenset[str] = frozenset()
    turning: frozenset[str] = frozenset()

    @property
    def id(self) -> str:
        """Name the game."""
        return self.charter.id

    def rank(self, kind: str) -> int:
        """Rank a type of event in a list of what is possible: due, then free, then for the whole table."""
        if kind in self.closings:
            return len(self.free) + 1
        return self.free.index(kind) + 1 if kind in self.free else 0

    @property
    def keeps_hands(self) -> bool:
        """Seats hold what only they know."""
        return self.redact is not None

    @property
    def is_open(self) -> bool:
        """Nobody has anything that others may not see."""
        return self.redact is None

    @property
    def dealer(self) -> Dealer:
        """Give what the referee deals."""
        return Dealer((), self.deal, self.is_dealt)

    @property
    def concurrent(self) -> frozenset[str]:
        """What never collides: what lies face down."""
        return self.sealed

    def with_verbs(self, **verbs: Any) -> "Game":
        """Copy the game with other verbs."""
        from msgspec.structs import replace

        return replace(self, **verbs)
