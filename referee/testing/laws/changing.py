"""A correction or house rule at any moment is refused with a rule, or the game goes on soundly."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec import inspect, to_builtins

from events.base import REFEREE, Event
from events.table import Corrected, HouseRuled, TableClosed
from referee.kernel.game import Game
from referee.kernel.registry import folder_of
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, has
from referee.l10n.wording import notate
from referee.service.audit.judge_again import audit
from referee.service.commands.correct import make_correction
from referee.service.commands.ways_round import WayRound, apply_unchecked, find_way_round, may_be_set
from referee.service.logs.replay import replay
from referee.service.logs.whatif import differences, flat
from referee.testing.laws.chance import log_of
from referee.testing.laws.judging import invent_acts, is_in_vocabulary
from referee.testing.random_games import PlayedGame, PlayedGames, Step, fail, random_value, try_event

_MOMENTS, _TRIED = 5, 10
"""At how many moments of a game how many of its acts are tried, beside invented ones."""

_EVERY = 5
"""One act of so many is a correction or house rule."""

_LONGER, _SHORTER = 4, 6
"""How many times longer a game is that is changed by hand, and how many times shorter after a house rule."""

_CLASHES = "audit.clashes"
"""A finding that is no fault here: at random somebody claims cards that only their true holder disproves."""


def what_is_changed_by_hand_goes_on(played_games: PlayedGames) -> None:
    """After corrections and house rules all through a game its states are sound, its log passes audit."""
    game = played_games.game
    for played in played_games.all:
        random = Random(f"{played.opened.edition} {played.opened.chance} {played_games.number}")
        acts = _LONGER * played_games.acts
        steps = _play_on(played_games, played, played.steps[0], random, acts=acts, every=_EVERY)
        changed = PlayedGame(played.opened, tuple(steps))
        closed = try_event(game, changed.steps[-1].after, TableClosed(seed=played.opened.seed))
        if closed is None:
            fail(f"{played.name}: changed by hand, the table cannot be closed", _by_hand(game))
        log = log_of(changed, closed=closed.judged)
        if found := [each for each in audit(log) if each.reason != _CLASHES]:
            fail(f"{played.name}: changed by hand, audit finds {found[0]}", _by_hand(game))
        if replay(log).state != closed.state:
            fail(f"{played.name}: changed by hand, it is another game when it is replayed", _by_hand(game))


def a_house_rule_at_any_moment_goes_on(played_games: PlayedGames) -> None:
    """Every option, set to every value, is refused with a rule, or a game goes on from there."""
    game = played_games.game
    for played in played_games.all:
        for step in (played.steps[0], *played.some(3)):
            for option in game.ruleset.options.values():
                for value in option.values:
                    ruled = _apply_checked(game, played, step.after, HouseRuled(option.name, value))
                    if ruled is not None:
                        acts, random = played_games.acts // _SHORTER, Random(str(value))
                        list(_play_on(played_games, played, ruled, random, acts=acts, every=acts + 1))


def _play_on(
    played_games: PlayedGames, played: PlayedGame, step: Step, random: Random, *, acts: int, every: int
) -> Iterator[Step]:
    """Yield a step and up to `acts` random ones after it; each `every`-th is a correction or house rule."""
    game, moments = played_games.game, [step.after]
    yield step
    for n in range(acts):
        state = moments[-1]
        if n % every == every - 1:
            event = random_change(game, state, moments, random)
            after = _apply_checked(game, played, state, event) if is_in_vocabulary(game, event) else None
        elif (act := played_games.next_act(state, played.opened, random)) is not None:
            after = _apply_checked(game, played, state, act)
        else:
            return
        if after is not None:
            moments.append(after.after)
            yield after


def random_change(game: Game, state: Any, moments: list[Any], random: Random) -> Event:
    """Return a house rule, or a correction of a few facts, as in one of `moments` or to random values."""
    if game.facts is None or random.random() < 0.2:
        option = random.choice(list(game.ruleset.options.values()))
        return HouseRuled(option.name, random.choice(option.values))
    there = game.position(random.choice(moments), REFEREE)
    fields = inspect.type_info(game.facts.kind).fields  # type: ignore[attr-defined]
    told = random.sample(fields, min(len(fields), random.choice((1, 1, 2, 3))))
    facts = {
        field.name: getattr(there, field.name)
        if random.random() < 0.5
        else random_value(field.type, state.seats, random)
        for field in told
    }
    return Corrected(game.facts.kind(**facts), "The board says so.")


def _by_hand(game: Game) -> str:
    """Return what to change where facts set by hand lead to a state that cannot be."""
    return f"refuse it in `judge_placed` of ByHand, or mend `write` of a fact, in {folder_of(game.id)}"


def _apply_checked(game: Game, played: PlayedGame, state: Any, event: Event) -> Step | None:
    """Apply an event; None where a rule refuses it. Its events fold, the state is sound and can be shown."""
    verdict = game.decide(state, event)
    if isinstance(verdict, Refused):
        if not verdict.rules or not all(has(verdict.reason, lang) for lang in LANGUAGES):
            mend = f"cite a rule where that is refused in {folder_of(game.id)}, and word {verdict.reason}"
            fail(f"{played.name}: {event} is refused without a rule, or without words: {verdict}", mend)
        return None
    after = state
    for judged_event in verdict.judged:
        after = game.evolve(after, judged_event.event)
    if after != verdict.state:
        fail(f"{played.name}: {event}: `evolve` gives another state than `decide`", _by_hand(game))
    if wrong := game.invariants(after):
        fail(f"{played.name}: after {event}: {', '.join(wrong)}", _by_hand(game))
    for who in (None, *after.seats[:1]):
        game.view(after, who)
        game.position(after, who)
    if not all(notate(after, judged_event.event) for judged_event in verdict.judged):
        fail(f"{played.name}: {event} brings what cannot be written", _by_hand(game))
    return Step(state, verdict.judged, after)


def what_is_played_anyway_is_the_act(played_games: PlayedGames) -> None:
    """A refused act that is played anyway sets all that everybody would see of it."""
    game = played_games.game
    kinds = {act.event for act in game.acts}
    for played in played_games.all:
        random, acts = Random(played.name), [step.event for step in played.steps[1:]]
        for step in played.some(_MOMENTS):
            state = game.known(step.after, None)
            tried = [*random.sample(acts, min(len(acts), _TRIED)), *invent_acts(game, state, kinds, random)]
            for event in tried:
                refused = game.decide(state, event)
                if not isinstance(refused, Refused) or not may_be_set(refused, event):
                    continue
                way = find_way_round(game, state, event)
                if way is not None and (wrong := _what_differs(game, state, event, way)):
                    mend = f"add a fact for it in {folder_of(game.id)}, or name it in anyway.py there"
                    fail(f"{played.name}: played anyway, {event} sets {way.facts}: {wrong}", mend)


def _what_differs(game: Game, state: Any, event: Event, way: WayRound) -> str:
    """Return what playing an act anyway leaves out, in words; empty where it is the whole act."""
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
