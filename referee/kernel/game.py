"""A game as a value: what it declares, and the verbs the kernel makes of it."""

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from operator import attrgetter
from typing import Any, Self

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, TABLE, Event, type_of
from events.codec import Steps
from referee.kernel.acts import Act, Consequence, Draft
from referee.kernel.chance import Dealer
from referee.kernel.equipment import Equipment
from referee.kernel.facts import Facts, Shown, invariants_of, judge_with_box, state_of, view_of
from referee.kernel.play import ByHand, Ending, Mended, Opening, Play, Upcast
from referee.kernel.ruleset import Ruleset
from referee.kernel.secrets import Readers, Seals
from referee.kernel.table import TableView
from referee.kernel.tally import Places, Tally
from referee.kernel.turns import acting_in_turn, in_turn, turn_of, winners_of
from referee.kernel.verdict import Accepted, Refused, Verdict

KERNEL = 2
"""The version of the kernel: what a game is made of. A game written for another one cannot be played."""


class Status(msgspec.Struct, frozen=True):
    """Where a game stands.

    Each is a function of the state; what is left out is as in any game in turns, see `kernel.turns`.

    - `phase`: the phase as people name it; `moment`: the phase as acts name it, where finer (None: the same).
    - `turn`: whose turn it is; None where it is nobody's.
    - `acting`: who may act now, seats in turn order, "table" where it must observe.
    - `winners`: None while the game lasts; empty where it is over and who has won depends on what was never
      shown: `undecided` are the seats that did not show it.
    - `counter`: which round, race or day it is; 0 where the game counts none.
    """

    phase: Callable[[Any], str] = attrgetter("phase")
    turn: Callable[[Any], str | None] = turn_of
    acting: Callable[[Any], tuple[str, ...]] = acting_in_turn
    winners: Callable[[Any], tuple[str, ...] | None] = winners_of
    moment: Callable[[Any], str] | None = None
    counter: Callable[[Any], int] = lambda _: 0
    undecided: Callable[[Any], tuple[str, ...]] = lambda _: ()


class Secrets(msgspec.Struct, frozen=True, kw_only=True):
    """What a game declares of its secrets beside its acts and facts.

    - `parties(event)`: the seats that all have to agree to an act, because it names their hidden cards; empty
      for any other event.
    - `partial(state)`: the first state of a game that is applied to what one viewer may read, with null for
      hidden cards.
    - `doubt(state)`: a refusal where not all events so far can be true, hidden cards included; None where
      they can. `decide` itself judges a seat by what that seat may know.
    - `seals`: what a seat may seal, see `Seals`; None where no choice can be sealed.
    """

    parties: Callable[[Event], tuple[str, ...]] | None = None
    partial: Callable[[Any], Any] | None = None
    doubt: Callable[[Any], Refused | None] | None = None
    seals: Seals | None = None


class Windows(msgspec.Struct, frozen=True, kw_only=True):
    """What a game declares that lets several seats act at one moment, each or none, until it is closed.

    - `free`: classes of acts that may be done whosever turn it is, listed in this order after what is due.
    - `closing`: classes of acts that end a window for everybody; they are listed last.
    - `leaving`: classes of acts by which a seat says that it alone does nothing more in a window.
    - `next_in`: by phase, classes of acts of what comes after it, which end it by coming.
    """

    free: tuple[type[Event], ...] = ()
    closing: tuple[type[Event], ...] = ()
    leaving: tuple[type[Event], ...] = ()
    next_in: Mapping[str, tuple[type[Event], ...]] = {}


class Untold(msgspec.Struct, frozen=True, kw_only=True):
    """What people at a table need not tell, because it follows from what they tell or from what all can see.

    - `ahead(state, seat)`: sequences of events. The last of each is an act that the seat, or "table", may
      tell already, though it is not possible yet; those before it must have happened then, in this order.
      Where it is possible without them, too, told alone it stands for itself.
    - `forced(state)`: the one act that is possible now, where everybody knows that there is no other; None
      where there is a choice, or where it depends on what somebody hides.
    """

    ahead: Callable[[Any, str], Iterable[tuple[Event, ...]]] = lambda *_: ()
    forced: Callable[[Any], Event | None] = lambda _: None


class History(msgspec.Struct, frozen=True, kw_only=True):
    """How a game reads logs of its older versions.

    - `upcasters`: by version, the step that leads a line to the next.
    - `upcast(state, event)`: an event with the facts that its line leaves out and only the state as it stood
      can tell; None: lines of older versions say all that today's do.
    - `mended`: what rules of later versions changed, which an audit of an older log does not hold against it.
    """

    upcasters: Steps = {}
    upcast: Upcast | None = None
    mended: tuple[Mended, ...] = ()


class Scoring(msgspec.Struct, frozen=True, kw_only=True):
    """How a game adds up.

    Both are asked, while the game lasts, of a state without what is not known to everybody.

    - `tally(state)`: the arithmetic of the score, and what each edition makes of it; an amount is None where
      it depends on what is hidden. `charted` are the items of it that a report draws.
    - `amounts(state, end)`: what each seat would have had, had the game ended with `state`, by what had come
      out when it did end, with `end`; None where that never came out. `total` is the item of the tally it
      amounts to. Left out: people do not compare how they did by one number.
    - `places(state)`: who lies where in a race; None while nobody races, or where nobody ever does.
    """

    tally: Callable[[Any], Tally] | None = None
    charted: tuple[str, ...] = ()
    total: str = ""
    amounts: Callable[[Any, Any], Mapping[str, int | None]] = lambda _, __: {}
    places: Callable[[Any], Places | None] | None = None


class Game:
    """A game as the rest of the program uses it: four verbs, and what it declares beside them.

    - `kernel`: the version of the kernel it was written for; `parts`: what it was declared with, by name.
    - `vocabulary`: the union of its events, those its acts and consequences declare; `codec(version)`
      reads its lines. `upcasters`, `upcast`, `mended`: as of `History`.
    - `decide(state or None, action)`: all judgement. None before `table_opened`.
    - `evolve(state or None, event)`: the reducer; total on accepted events. `reducers_at(state)` are its
      parts by the type of the event, for whoever applies a whole log.
    - `apply_unchecked(state, action)`: the state an act leads to were it allowed, with what follows from it.
    - `legal(state, seat)`: every action decide would accept of that seat, what can be told with more or
      less once; of `"table"`, the observations it would accept.
    - `view(state, seat or None)`: what that seat, or everybody, may see; the only way out: the facts as who
      asks may see them, and what is `shown` beside them; a struct of the class `view` where it is given.
    - `facts`: the facts of its states, each declared once; left out of a declaration, what lies of the
      equipment in the state that the opening is annotated to return, and the turn. `position(state, seat or
      "referee" or None)` gives them in the form `corrected` accepts, as that viewer may see them;
      `"referee"` sees what the log holds.
    - `redact(event, seat or None, followed)`: an event as that seat, or everybody, may read it while
      the game lasts, given what followed from it where that is known. `mask(event, seat or None)`: an event
      whose secret was not shown yet.
    - `known(state, seat or None)`: the state without what that seat, or everybody, cannot know:
      whatever is asked of it tells no secret. `is_open`: nobody has anything that others may not see.
      `keeps_hands`: seats hold what only they know, beside what they laid face down.
    - `dealer`: what the referee throws and deals from a seed, and what a seed gives otherwise.
    - `invariants(state)`: what is broken, one message each; empty in a sound state: facts that could not be
      set by hand, and what the game adds.
    - `samples(state, seat)`: events that stand for others, told with other values, where what a seat, or
      the table, may say is too much to list.
    - `ahead`, `forced`: as of `Untold`.
    - `topics`: what tables dispute about, each with the rules that bear on it.
    - `end`: the type of the event that ends the game, and its secrets with it. `shown_later`: the types of
      events whose secret is shown before; `shows`: by type of event, the types of the secrets it shows.
      `windows`: as declared.
    - `phase`, `moment`, `turn`, `acting`, `winners`, `counter`: as of `Status`.
    - `scoring`, `parties`, `partial`, `doubt`, `seals`, `deal`: as declared; None: it has none.
      `deal(state, seed)`: what a referee that deals owes the table now, None where people must act; a pure
      function, so that anybody can audit it. What the game counts by is asked with `tally` and `places`.
    - types of its events, by what is declared of them: `sealed` (they lie face down), `concurrent`,
      `depends_on_hidden`, `free` (in the order of the acts), `closings`, `reveals`, `needs_confirmation`,
      `chapters`, `turning`;
      `consequence_rules` by type.
    """

    def __init__(
        self,
        *,
        ruleset: Ruleset,
        opening: Opening,
        acts: tuple[Act, ...],
        consequences: tuple[Consequence, ...] = (),
        settle: Callable[[Draft[Any]], None] = lambda _: None,
        ending: Ending,
        facts: Facts | None = None,
        by_hand: ByHand = ByHand(),  # noqa: B008 - frozen
        status: Status = Status(),  # noqa: B008 - frozen
        view: type[TableView] | None = None,
        shown: Shown = (),
        invariants: Callable[[Any], Iterable[str]] = lambda _: (),
        topics: Mapping[str, tuple[str, ...]] = {},
        deal: Callable[[Any, str], Event | None] | None = None,
        secrets: Secrets = Secrets(),  # noqa: B008 - frozen
        scoring: Scoring = Scoring(),  # noqa: B008 - frozen
        windows: Windows = Windows(),  # noqa: B008 - frozen
        untold: Untold = Untold(),  # noqa: B008 - frozen
        history: History = History(),  # noqa: B008 - frozen
        kernel: int = KERNEL,
    ) -> None:
        """Take the parts of a game and make its verbs; what is left out is described at the class."""
        self.parts = {name: part for name, part in locals().items() if name != "self"}
        self.ruleset, self.kernel = ruleset, kernel
        self.phase, self.moment, self.turn = status.phase, status.moment or status.phase, status.turn
        self.acting, self.winners, self.counter = status.acting, status.winners, status.counter
        self.scoring, self._undecided = scoring, status.undecided
        if facts is None:
            facts = Facts(state_of(opening.begin), equipment=ruleset.equipment)
        by_hand = replace(by_hand, judge_placed=judge_with_box(ruleset, facts, by_hand.judge_placed))
        acts = tuple([in_turn(act, ruleset.id, status, deal) for act in acts])
        play = Play(
            ruleset,
            opening,
            acts,
            consequences,
            settle,
            facts,
            by_hand,
            ending,
            self.moment,
            history.upcast,
            history.upcasters,
        )
        self.acts, self.reducers = acts, play.reducers
        self.decide, self.evolve, self.legal = play.decide, play.evolve, play.legal
        self.samples, self.reducers_at = play.samples, play.reducers_at
        self.upcasters, self.upcast, self.mended = history.upcasters, play.upcast, history.mended
        self.apply_unchecked = play.apply_unchecked
        self.vocabulary, self.codec = play.vocabulary, play.codec
        self._make_view = view_of(facts, status, view, shown)
        misfits = invariants_of(facts, by_hand.judge_placed, status.winners)
        self.invariants: Callable[[Any], tuple[str, ...]] = lambda state: (
            *misfits(state),
            *invariants(state),
        )
        self.deal, self.dealer = deal, Dealer(acts, deal)
        self.topics, self.windows, self.ahead, self.forced = topics, windows, untold.ahead, untold.forced
        self.parties, self.partial, self.doubt = secrets.parties, secrets.partial, secrets.doubt
        self.seals = secrets.seals
        self.facts, self.position, self.known = facts, facts.position, facts.known
        readers = Readers(self.acts, facts)
        self.redact, self.mask = readers.redact, readers.mask
        self.keeps_hands = any(act.secret and not act.is_face_down for act in self.acts)
        self.is_open = not facts.secret and not self.keeps_hands
        self.end = type_of(ending.event)
        self._list_types(acts, consequences)

    def _list_types(self, acts: tuple[Act, ...], consequences: tuple[Consequence, ...]) -> None:
        hiding = [(act.event, act.hidden.until) for act in acts if act.hidden.until is not None]
        self.shows = {
            type_of(shown): frozenset(type_of(event) for event, until in hiding if until is shown)
            for shown in {until for _, until in hiding}
        }
        self.shown_later = frozenset[str]().union(*self.shows.values())
        self.sealed = _types(act for act in acts if act.is_face_down)
        self.concurrent = _types(act for act in acts if act.is_face_down or act.when.at_once)
        self.depends_on_hidden = _types(act for act in acts if act.depends_on_hidden)
        self.free = tuple(map(type_of, self.windows.free))
        self.closings = frozenset(map(type_of, self.windows.closing))
        declared: tuple[Act | Consequence, ...] = (*acts, *consequences)
        self.reveals = _types(one for one in declared if one.reveals).union(
            self.shows, _types(act for act in acts if act.chance is not None)
        )
        self.needs_confirmation = _types(one for one in declared if one.needs_confirmation)
        self.chapters = _types(one for one in consequences if one.chapter)
        self.turning = _types(one for one in consequences if one.turning)
        self.consequence_rules = {type_of(one.event): one.rules for one in consequences}

    @property
    def id(self) -> str:
        return self.ruleset.id

    def tally(self, state: Any, viewer: str | None = None) -> Tally | None:
        """Return the score as everybody can add it up, for a seat too; None in a game without one.

        "referee" as `viewer`, and everybody once the game is over, knows all of it. The game itself is asked
        with no more than that. None also where it cannot count by so little.
        """
        tally: Tally | None = self._count(self.scoring.tally, state, viewer if viewer == REFEREE else None)
        return tally

    def places(self, state: Any) -> Places | None:
        """Return who lies where in a race, as everybody can see it; None where nobody races."""
        places: Places | None = self._count(self.scoring.places, state, None)
        return places

    def amounts(self, state: Any, end: Any) -> dict[str, int]:
        """Return what each seat would have had, had the game ended with `state`; empty where nobody knows.

        Nobody does while a game lasts (`end` is how it stands) in which seats have what only they know.
        """
        if self.keeps_hands and self.winners(end) is None:
            return {}
        amounts = self.scoring.amounts(state, end)
        known = {seat: amount for seat, amount in amounts.items() if amount is not None}
        return known if len(known) == len(state.seats) else {}

    def _count(self, counting: Callable[[Any], Any] | None, state: Any, viewer: str | None) -> Any:
        """Return what a function of the game makes of what everybody knows; None where it is None."""
        if counting is None:
            return None
        is_open = viewer == REFEREE or self.winners(state) is not None
        seen = state if is_open else self._visible_state(state, viewer)
        try:
            return counting(seen)
        except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError):
            if seen is state:
                raise
            return None

    def view(self, state: Any, seat: str | None) -> Any:
        """Return what a seat, or everybody (None), may see: the only way out to a screen.

        It is made of a state without what the viewer may not know, whatever the game shows of it; once
        nobody acts any more, of all of it: what was turned up then is shown.
        """
        is_over = self.parts["ending"].is_over(state)
        return self._make_view(state if is_over else self._visible_state(state, seat), seat)

    def _visible_state(self, state: Any, viewer: str | None) -> Any:
        """Return the state as a viewer may know it, without the seed."""
        known = self.known(state, viewer)
        return known if known.seed is None else replace(known, seed=None)

    def implied(self, state: Any, event: Event) -> tuple[Event, ...]:
        """Return the events that must have happened before `event`, a refused act, and make it possible.

        Empty where there are none, or where several sequences would do.
        """
        seat = getattr(event, "seat", None) or TABLE
        if state is None or seat not in (TABLE, *state.seats):
            return ()
        found = {each[:-1] for each in self.ahead(state, seat) if each[-1] == event}
        return next(iter(found)) if len(found) == 1 else ()

    def undecided(self, state: Any) -> tuple[str, ...]:
        """Return the seats on which it depends who has won, because of what they never showed.

        Empty while the game lasts.
        """
        return () if self.winners(state) is None else self._undecided(state)

    @property
    def equipment(self) -> Equipment:
        """Return what lies in the box of its first edition."""
        return self.ruleset.equipment

    def with_verbs(self, **verbs: Callable[..., Any]) -> Self:
        """Return a copy of the game with these attributes replaced.

        Whatever was made of the old ones stays.
        """
        other = copy(self)
        other.__dict__.update(verbs)
        return other

    def with_parts(self, **parts: Any) -> Self:
        """Return a game made anew, with some of the parts it was declared with replaced."""
        return type(self)(**{**self.parts, **parts})

    def rank(self, kind: str) -> int:
        """Return where a type of event stands in a list of what is possible.

        0 is what is due; free acts follow in the order they are declared, and what ends a window is last.
        """
        if kind in self.closings:
            return len(self.free) + 1
        return self.free.index(kind) + 1 if kind in self.free else 0


def _types(declared: Iterable[Act | Consequence]) -> frozenset[str]:
    return frozenset(type_of(one.event) for one in declared)


class NotationError(ValueError):
    """A line of notation that means nothing.

    `reason` is a message id, `args_` its arguments, `expected` what could stand there. `part_of` are whole
    lines of which the line is a part. `at` counts the characters of the line that made sense, without blanks;
    None where that is not known.
    """

    def __init__(
        self, reason: str, expected: tuple[str, ...] = (), part_of: tuple[str, ...] = (), **args: Any
    ) -> None:
        super().__init__(reason)
        self.reason, self.expected, self.part_of, self.args_ = reason, expected, part_of, args
        self.at: int | None = None


def make_thorough(game: Game) -> Game:
    """Return a game that also refuses an event that contradicts earlier ones, secrets included.

    `decide` itself judges each seat by what that seat may know, so that nobody fishes for secrets. A
    contradiction that was there before is not held against a later event. The same game where it has no
    `doubt`.
    """
    doubt = game.doubt
    if doubt is None:
        return game

    def decide(state: Any, event: Event) -> Verdict:
        verdict = game.decide(state, event)
        if not isinstance(verdict, Accepted) or (doubted := doubt(verdict.state)) is None:
            return verdict
        return verdict if state is not None and doubt(state) is not None else doubted

    return game.with_verbs(decide=decide)


def make_partial(game: Game) -> Game:
    """Return a game that can be applied to what one viewer may read: cards may be null.

    The same game where it hides nothing that matters to its state (`partial` is None).
    """
    begin = game.partial
    if begin is None:
        return game

    def evolve(state: Any, event: Event) -> Any:
        after = game.evolve(state, event)
        return begin(after) if state is None else after

    def decide(state: Any, event: Event) -> Verdict:
        verdict = game.decide(state, event)
        if state is None and isinstance(verdict, Accepted):
            return replace(verdict, state=begin(verdict.state))
        return verdict

    return game.with_verbs(evolve=evolve, decide=decide)
