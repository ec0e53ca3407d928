"""A dispute: the rules that bear on a moment, every ruling there could be, and whether it matters."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from events.base import Event
from events.table import ChangeProposed, DisputeOpened, HouseRuled, ProposalAnswered, RulingGiven
from referee.kernel.game import Game
from referee.kernel.switches import Switch
from referee.kernel.verdict import Accepted, Refused
from referee.service.retelling import Story
from referee.service.table import Answer, Table
from referee.service.whatif import Outcome, instead, observations, under

EDITION = "edition "
"""How a decision begins that takes an edition's reading of everything in dispute."""

TALK = (DisputeOpened, RulingGiven, ChangeProposed, ProposalAnswered)
"""What is said about the game, and moves nothing in it."""

MOST_OUTCOMES = 16
"""Observations are laid side by side up to this many."""


class Possibility(msgspec.Struct, frozen=True, kw_only=True):
    """One way to rule.

    `effect` is the switch it sets, None where it changes no switch; `editions` are those that
    rule so; `in_force` says that the table plays it so now. `outcome` tells the game under it
    from the disputed entry on, and `matters` whether that differs from how it went.
    """

    decision: str
    effect: dict[str, str | int] | None
    editions: tuple[str, ...]
    in_force: bool
    rules: tuple[str, ...]
    outcome: Outcome | None
    matters: bool


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute laid open: the entry, the topic, the rules that bear on it, the ways to rule."""

    at: int
    topic: str | None
    rules: tuple[str, ...]
    possibilities: tuple[Possibility, ...]
    observed: tuple[Outcome, ...] = ()


class UnknownTopicError(LookupError):
    """No such topic; `args` are its name and those there are."""


def lay_open(
    story: Story, at: int, topic: str | None = None, refusal: Refused | None = None, asker: str | None = None
) -> Case:
    """Find what bears on entry `at`: by the topic, else the last refusal, else what was done there.

    What each ruling leads to is told as `asker` may see it: everybody, where it is None.
    Raises NoSuchEntryError, UnknownTopicError.
    """
    game = story.game
    i = story.index(at)
    cited = refusal.rules if refusal else rules_cited(story, i)
    topic = topic or likely_topic(game, cited)
    if topic is not None and topic not in game.topics:
        raise UnknownTopicError(topic, tuple(game.topics))
    rules = tuple(dict.fromkeys((*(game.topics[topic] if topic else ()), *cited)))
    bearing = set(game.topics[topic]) if topic else set(cited)
    switches = [s for s in game.charter.switches.values() if set(s.rules) & bearing]
    found = tuple(p for switch in switches for p in possibilities(story, at, switch, asker))
    seen = alternatives(story, at, asker) if bearing & set(rules_cited(story, i, own=True)) else ()
    return Case(at=at, topic=topic, rules=rules, possibilities=found, observed=tuple(seen))


def rules_cited(story: Story, i: int, *, own: bool = False) -> tuple[str, ...]:
    """Name the rules by which the `i`-th action was allowed, and (unless `own`) its consequences derived."""
    told = story.told[i]
    verdict = story.game.decide(story.before(told.seq) if i and told.seq else None, told.event)
    if isinstance(verdict, Refused):
        return verdict.rules
    facts = verdict.facts[:1] if own else verdict.facts
    return tuple(dict.fromkeys(rule for fact in facts for rule in fact.rules))


def last_act(story: Story) -> int:
    """Find the last action in force that is no talk about the game: no dispute, no proposal."""
    return next(t for t in reversed(story.told) if not isinstance(t.event, TALK)).seq or 1


def likely_topic(game: Game, rules: tuple[str, ...]) -> str | None:
    """Find the topic that most of some rules belong to; the first of equals, None where none does."""
    shared = {topic: len(set(of) & set(rules)) for topic, of in game.topics.items()}
    best = max(shared, key=lambda topic: shared[topic], default=None)
    return best if best is not None and shared[best] else None


def possibilities(story: Story, at: int, switch: Switch, asker: str | None = None) -> Iterator[Possibility]:
    """Give each value of a switch as a way to rule, with what it would have led to."""
    game = story.game
    now = getattr(story.before(at).switches, switch.name) if story.index(at) else None
    for value in switch.values:
        outcome = None if value == now else under(story, at, switch.name, value, asker)
        told = outcome if isinstance(outcome, Outcome) else None
        yield Possibility(
            decision=f"{switch.name}={value}",
            effect={switch.name: value},
            editions=tuple(e for e, values in game.charter.editions.items() if values[switch.name] == value),
            in_force=value == now,
            rules=switch.rules,
            outcome=told,
            matters=told is not None and differs(told),
        )


def alternatives(story: Story, at: int, asker: str | None = None) -> Iterator[Outcome]:
    """Tell the game under everything else the table might have seen at entry `at`, if the asker saw it."""
    seen = story.told[story.index(at)].event
    redact = story.game.redact
    if not story.index(at) or (redact is not None and redact(seen, asker) != seen):
        return
    for event in observations(story, at)[: MOST_OUTCOMES + 1]:
        if event != seen and isinstance(outcome := instead(story, at, event, asker), Outcome):
            yield outcome


def differs(outcome: Outcome) -> bool:
    """Whether anything but the words would have been otherwise."""
    return bool(outcome.differences) or outcome.stuck is not None or winners_differ(outcome)


def winners_differ(outcome: Outcome) -> bool:
    """Whether somebody else would have won."""
    return outcome.winners_before != outcome.winners_after


def open_dispute(table: Table, case: Case, by: str, question: str, **how: Any) -> tuple[str, Answer]:
    """Record that somebody asked; give the id of the dispute, numbered at its table; `how` as in `submit`."""
    taken = {*table.state.open_disputes, *(ruling.dispute for ruling in table.state.rulings)}
    number = 1 + len(taken)
    while f"D{number}" in taken:
        number += 1
    opened = DisputeOpened(f"D{number}", case.at, by, case.topic or "", question)
    return opened.id, table.submit(opened, **how)


def settle(
    table: Table, dispute: str, case: Case, decision: str, basis: Any, note: str = "", **how: Any
) -> Answer:
    """Record the decision; a switch it sets holds from here on, and nobody is asked again."""
    chosen = chosen_by(case, decision)
    now = table.state.switches
    effect: Any = {k: v for p in chosen for k, v in (p.effect or {}).items() if getattr(now, k) != v}
    rules = tuple(dict.fromkeys(rule for p in chosen for rule in p.rules)) or case.rules[:1]
    words = f"{decision} ({note})" if note else decision
    given = RulingGiven(dispute=dispute, decision=words, rules=rules, basis=basis, effect=effect or None)
    return table.submit(given, **how)


def chosen_by(case: Case, decision: str) -> tuple[Possibility, ...]:
    """Find the ways to rule that a decision means: one, or all of `edition NAME`; none for words."""
    if decision.startswith(EDITION):
        return tuple(p for p in case.possibilities if decision.removeprefix(EDITION) in p.editions)
    return tuple(p for p in case.possibilities if p.decision == decision)


def default_of(case: Case, edition: str) -> Possibility | None:
    """Give what the table's edition says, of the first switch that bears on a case."""
    return next((p for p in case.possibilities if edition in p.editions), None)


def default_decision(case: Case, edition: str) -> str:
    """Write the referee's default as a decision: what the table's edition says, else what the rule says."""
    if any(edition in p.editions for p in case.possibilities):
        return EDITION + edition
    return case.rules[0] if case.rules else "as the rulebook says"


def basis_of(case: Case, decision: str) -> str:
    """Say what a decision rests on: a rule of the book, an edition's reading, or the table's own will."""
    chosen = chosen_by(case, decision)
    if chosen and all(p.editions for p in chosen):
        return "edition"
    return "rulebook" if decision in case.rules else "table"


def winner_of(votes: Mapping[str, str]) -> str | None:
    """Count votes, a decision for each seat; None where no decision has the most."""
    counted = Counter(votes.values()).most_common(2)
    return None if len(counted) > 1 and counted[0][1] == counted[1][1] else counted[0][0]


class Settled(msgspec.Struct, frozen=True, kw_only=True):
    """A dispute of a log: where it was asked (`seq`), about which entry, and how it was settled."""

    seq: int
    opened: DisputeOpened
    ruling: RulingGiven | None


def disputes_of(story: Story) -> tuple[Settled, ...]:
    """List the disputes of a log in force, in order, each with its ruling."""
    rulings = {t.event.dispute: t.event for t in story.told if isinstance(t.event, RulingGiven)}
    return tuple(
        Settled(seq=told.seq or 0, opened=told.event, ruling=rulings.get(told.event.id))
        for told in story.told
        if isinstance(told.event, DisputeOpened)
    )


def situation(story: Story, at: int) -> tuple[tuple[Event, ...], Event]:
    """Give the record up to entry `at`, and the disputed action itself."""
    i = story.index(at)
    told = story.told[: i + 1]
    record = tuple(t.event for t in told[:-1] if not isinstance(t.event, DisputeOpened | RulingGiven))
    return record, told[-1].event


def verdict_on(story: Story, at: int, effect: dict[str, Any] | None) -> Accepted | Refused:
    """Judge the disputed action as a ruling has it."""
    game, state = story.game, story.before(at)
    for option, value in (effect or {}).items():
        verdict = game.decide(state, HouseRuled(option, value))
        state = verdict.state if isinstance(verdict, Accepted) else state
    return game.decide(state, story.told[story.index(at)].event)
