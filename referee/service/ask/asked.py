"""What is asked, and the answer: for every door the same."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

import msgspec

from events.base import Event
from referee.kernel.registry import codec_for
from referee.kernel.ruleset import Plain
from referee.kernel.tally import Reading
from referee.kernel.verdict import Refused
from referee.rulebooks import Confidence, Passage, Rule
from referee.rulebooks.rulings import Ruling

Word = Literal["may", "may_not", "depends", "not_written"]
"""The verdict of an answer."""


class Asked(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A question about a position, as JSON has it.

    - `edition`, `options`: empty: those a table opens with.
    - `seats`: who plays, in turn order; empty: those that facts and acts name, and as many more as it takes.
    - `record`: every event after the opening that led to the position, where facts do not tell it. Nothing is
      unknown then; facts that are told besides are set there. Null: no record is told.
    - `facts`: fields of the game's position as `corrected` has them, at any depth. What is left out is not
      known; null says that there is none.
    - `acts`: events, the earlier first. The last is asked about, the others are done already. Empty: what may
      be done, and who must.
    - `question`: words, where neither facts nor acts say what is meant.
    """

    game: str
    edition: str = ""
    options: dict[str, Plain] = {}
    seats: tuple[str, ...] = ()
    record: tuple[dict[str, Any], ...] | None = None
    facts: dict[str, Any] = {}
    acts: tuple[dict[str, Any], ...] = ()
    question: str = ""


def read_events(game: str, said: Iterable[Mapping[str, Any]]) -> tuple[Event, ...]:
    """Return the events of a game that a question has as JSON. Raises MalformedError, UnknownGameError."""
    codec = codec_for(game)
    return tuple([codec.event(msgspec.json.encode(each)) for each in said])


class CitedRule(msgspec.Struct, frozen=True, kw_only=True):
    """A rule that decides, and the passage of it that says so."""

    rule: Rule
    passage: Passage

    @property
    def confidence(self) -> Confidence:
        return self.passage.confidence


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """One value a fact may have, and the answer then; `refusal` is why not. `value` may be an event."""

    value: Any
    verdict: Word
    refusal: Refused | None = None
    follows: tuple[Event, ...] = ()


class Deciding(msgspec.Struct, frozen=True, kw_only=True):
    """A fact that nobody told and that decides: its path in the position (`canoes.B.2.gem`), its cases.

    The path is empty where the values are acts done before.
    """

    path: str
    cases: tuple[Case, ...]


class OtherTable(msgspec.Struct, frozen=True, kw_only=True):
    """How the same is answered by another edition, or with an option otherwise.

    `options` are those that differ from the edition's own; `verdict` is None as of an answer, and where what
    the table shows here follows there by itself: then it is the first of what `follows`.
    """

    edition: str
    options: Mapping[str, Plain]
    verdict: Word | None
    rules: tuple[str, ...]
    refusal: Refused | None = None
    follows: tuple[Event, ...] = ()
    is_other: bool


class Possible(msgspec.Struct, frozen=True, kw_only=True):
    """What may be done. `is_sure`: whatever else is true of what nobody told."""

    event: Event
    is_sure: bool


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """The answer to a question. It is made of ids and events; doors word it.

    - `verdict`: None where nothing was asked that is allowed or not. `played`: how the referee decides, where
      the book does not say (`not_written`); else the same.
    - `act`: what was asked about. `state`: the table at its moment, with what was not told as it usually is;
      None where the answer is a ruling's or a rule's alone.
    - `rules`: what decides, the first first; `refusal` why not.
    - `depends_on`: the facts that decide, of those that nobody told. `usually`: the verdict where all of them
      are as usual.
    - `others`: every other edition, and every option that changes the answer.
    - `precedents`: rulings that share the deciding rules, most alike first. `is_ruling`: the first of them is
      the answer.
    - `follows`: what the act brings about, whatever else is true.
    - `possible`: what may be done instead or, where no act was asked about, at all; `must` are who has to.
    - `assumed`: facts by path that were not told and are usual; `assumed_acts`: what was taken as done.
    - `readings`: who would win if the game ended so, by each edition; empty where an act was asked about.
    - `tried`: how many completions of the position were judged. `is_whole`: they are all there are.
    """

    game: str
    edition: str
    verdict: Word | None
    played: Word | None
    act: Event | None = None
    state: Any = None
    rules: tuple[CitedRule, ...] = ()
    refusal: Refused | None = None
    depends_on: tuple[Deciding, ...] = ()
    usually: Word | None = None
    others: tuple[OtherTable, ...] = ()
    precedents: tuple[Ruling, ...] = ()
    is_ruling: bool = False
    follows: tuple[Event, ...] = ()
    possible: tuple[Possible, ...] = ()
    must: tuple[str, ...] = ()
    assumed: Mapping[str, Any] = {}
    assumed_acts: tuple[Event, ...] = ()
    readings: tuple[Reading, ...] = ()
    tried: int = 0
    is_whole: bool = False

    @property
    def confidence(self) -> Confidence | None:
        """Return how sure the first deciding rule is; None where none decides."""
        return self.rules[0].confidence if self.rules else None
