"""What the table changes by hand, at any moment, is refused with a rule, or the game goes on soundly."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import inspect, to_builtins

from events.base import REFEREE, Event
from events.table import Corrected, HouseRuled, TableClosed
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, has
from referee.l10n.wording import notate
from referee.service.audit.judge_again import audit
from referee.service.commands.correct import make_correction
from referee.service.commands.ways_round import WayRound, apply_unchecked, find_way_round, may_be_set
from referee.service.logs.replay import replay
from referee.service.logs.whatif import differences, flat
from referee.testing.anything import anything
from referee.testing.evenings import Evening, Evenings, Step, broken, judged
from referee.testing.laws.chance import log_of
from referee.testing.laws.judging import can_be_written, dreamt

MOMENTS, TRIED = 5, 10
"""At so many moments of an evening, so many of its acts are tried, beside what is dreamt up."""

EVERY = 5
"""One of so many acts is a change."""

LONGER, SHORTER = 4, 6
"""How much longer an evening is on which something is changed; and how much shorter what follows a rule."""

CLASHES = "audit.clashes"
"""What is found where people deal: somebody at random claims cards that only their true holder disproves."""


def what_is_changed_by_hand_goes_on(evenings: Evenings) -> None:
    """Facts and house rules all through an evening: its states are sound, its log is audited and replayed."""
    game = evenings.game
    for evening in evenings.all:
        random = Random(f"{evening.opened.edition} {evening.opened.chance} {evenings.number}")
        played = play_on(
            evenings, evening, evening.steps[0], random, acts=LONGER * evenings.acts, every=EVERY
        )
        changed = Evening(evening.opened, tuple(played))
        closed = judged(game, changed.steps[-1].after, TableClosed(seed=evening.opened.seed))
        if closed is None:
            broken(f"{evening.name}: changed by hand, the table cannot be closed")
        log = log_of(changed, closed=closed.judged)
        if found := [each for each in audit(log) if each.reason != CLASHES]:
            broken(f"{evening.name}: changed by hand, audit finds {found[0]}")
        if replay(log).state != closed.state:
            broken(f"{evening.name}: changed by hand, it is another game when it is replayed")


def a_house_rule_at_any_moment_goes_on(evenings: Evenings) -> None:
    """Every option, set to every value, is refused with a rule, or an evening goes on from there."""
    game = evenings.game
    for evening in evenings.all:
        for step in (evening.steps[0], *evening.some(3)):
            for option in game.ruleset.options.values():
                for value in option.values:
                    ruled = taken(game, evening, step.after, HouseRuled(option.name, value))
                    if ruled is not None:
                        acts = evenings.acts // SHORTER
                        list(play_on(evenings, evening, ruled, Random(str(value)), acts=acts, every=acts + 1))


def play_on(
    evenings: Evenings, evening: Evening, step: Step, random: Random, *, acts: int, every: int
) -> Iterator[Step]:
    """Go on from a step at random for so many acts; of so many, one is a change by hand."""
    game, moments = evenings.game, [step.after]
    yield step
    for n in range(acts):
        state = moments[-1]
        if n % every == every - 1:
            event = change(game, state, moments, random)
            after = taken(game, evening, state, event) if can_be_written(game, event) else None
        elif (act := evenings.next_act(state, evening.opened, random)) is not None:
            after = taken(game, evening, state, act)
        else:
            return
        if after is not None:
            moments.append(after.after)
            yield after


def change(game: Game, state: Any, moments: list[Any], random: Random) -> Event:
    """Change an option, or set a few facts: as they were at another moment, or anything at all."""
    if game.facts is None or random.random() < 0.2:
        option = random.choice(list(game.ruleset.options.values()))
        return HouseRuled(option.name, random.choice(option.values))
    there = game.position(random.choice(moments), REFEREE)
    fields = inspect.type_info(game.facts.kind).fields  # type: ignore[attr-defined]
    told = random.sample(fields, min(len(fields), random.choice((1, 1, 2, 3))))
    facts = {
        field.name: getattr(there, field.name)
        if random.random() < 0.5
        else anything(field.type, state.seats, random)
        for field in told
    }
    return Corrected(game.facts.kind(**facts), "The board says so.")


def taken(game: Game, evening: Evening, state: Any, event: Event) -> Step | None:
    """Take an event, if no rule refuses it: what it brings folds, is sound, can be seen and written."""
    verdict = game.decide(state, event)
    if isinstance(verdict, Refused):
        if not verdict.rules or not all(has(verdict.reason, lang) for lang in LANGUAGES):
            broken(f"{evening.name}: {event} is refused without a rule, or without words: {verdict}")
        return None
    after = state
    for judged_event in verdict.judged:
        after = game.evolve(after, judged_event.event)
    if after != verdict.state:
        broken(f"{evening.name}: {event}: `evolve` gives another state than `decide`")
    if wrong := game.invariants(after):
        broken(f"{evening.name}: after {event}: {', '.join(wrong)}")
    for who in (None, *after.seats[:1]):
        game.view(after, who)
        game.position(after, who)
    if not all(notate(after, judged_event.event) for judged_event in verdict.judged):
        broken(f"{evening.name}: {event} brings what cannot be written")
    return Step(state, verdict.judged, after)


def what_is_played_anyway_is_the_act(evenings: Evenings) -> None:
    """A refused act is played with all that everybody would see of it, or it is said that it cannot be."""
    game = evenings.game
    kinds = {act.event for act in game.acts}
    for evening in evenings.all:
        random, acts = Random(evening.name), [step.event for step in evening.steps[1:]]
        for step in evening.some(MOMENTS):
            state = game.known(step.after, None)
            tried = [*random.sample(acts, min(len(acts), TRIED)), *dreamt(game, state, kinds, random)]
            for event in tried:
                refused = game.decide(state, event)
                if not isinstance(refused, Refused) or not may_be_set(refused, event):
                    continue
                way = find_way_round(game, state, event)
                if way is not None and (wrong := what_differs(game, state, event, way)):
                    broken(f"{evening.name}: played anyway, {event} sets {way.facts}: {wrong}")


def what_differs(game: Game, state: Any, event: Event, way: WayRound) -> str:
    """Say what playing an act anyway leaves out; empty where it is the whole act."""
    verdict = game.decide(state, make_correction(game, state, way.facts, viewer=None))
    if isinstance(verdict, Refused):
        return f"they cannot be set ({verdict.reason})"
    if way.then:
        told = game.decide(verdict.state, event)
        return f"the act is refused after them ({told.reason})" if isinstance(told, Refused) else ""
    targets = apply_unchecked(game, state, event)
    if not targets or game.invariants(targets[0]):
        return ""  # nobody can say what such an act does, but for its own game
    moved = {each.fact: each.would_be for each in differences(game, state, targets[0])}
    if not moved:
        return "the act moves nothing"
    now, *would_be = (flat(to_builtins(game.position(each, None))) for each in (verdict.state, *targets))
    missing = [
        fact
        for fact in moved
        if fact not in way.facts and now.get(fact) not in [each.get(fact) for each in would_be]
    ]
    return f"{', '.join(missing)} would be otherwise" if missing else ""


LAWS = (what_is_played_anyway_is_the_act, what_is_changed_by_hand_goes_on, a_house_rule_at_any_moment_goes_on)
