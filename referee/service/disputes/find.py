"""The entry a topic is about: the last whose act, or what followed from it, its rules decided."""

from collections import Counter
from collections.abc import Collection, Iterator

from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted
from referee.service.disputes.lay_open import family, last_act, rules_of
from referee.service.retelling import Story

ROUTINE = 4
"""A rule that more than one in so many acts cites tells them not apart."""

Cited = tuple[int, frozenset[str]]
"""An action in force: its entry, and the rules that it and what followed cite."""


def last_about(story: Story, topic: str | None) -> int:
    """Find the last action in force that a topic is about; the last of all, where it is about none.

    What tells is a rule that few acts cite; then any rule; then one of its kin.
    """
    about = set(story.game.topics.get(topic, ())) if topic else set()
    acts = list(cited(story)) if about else []
    kin = {rule for _, rules in acts for rule in rules if family(rule) in set(map(family, about))}
    for telling in (about - routine_of(acts), about, kin):
        found = [seq for seq, rules in acts if rules & telling]
        if found:
            return found[-1]
    return last_act(story)


def cited(story: Story) -> Iterator[Cited]:
    """Judge every action in force again for the rules it is accepted by; talk and the opening say nothing."""
    for i, told in enumerate(story.told):
        state = story.state(i)
        if state is not None and not isinstance(told.event, TALK):
            verdict = story.game.decide(state, told.event)
            if isinstance(verdict, Accepted):
                yield told.seq or 1, frozenset(rules_of(verdict))


def routine_of(acts: Collection[Cited]) -> set[str]:
    """Find the rules that so many acts cite that they say little of any."""
    counted = Counter(rule for _, rules in acts for rule in rules)
    return {rule for rule, n in counted.items() if n * ROUTINE > len(acts)}
