"""The test of what hidden cards may be: exact, quick, and able to say why."""

from itertools import permutations
from random import Random
from time import process_time

import pytest

from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import FightClosed
from referee.games.lifeboat.ledger import EVERYBODY, NAVIGATION_DECK, PROVISION_DECK, LedgerLine, oldest_first
from referee.games.lifeboat.possible import PuzzleBuilder, explain, kinds_of, smallest_clash
from tests.games.lifeboat.play import accepted, physical_record
from tests.stages import one_in

KINDS = {"a": 1, "b": 2, "c": 2}
POOLS = (0, 1, "stack")


def all_worlds():
    """List every order of a deck of five, nothing drawn."""
    cards = [kind for kind, n in KINDS.items() for _ in range(n)]
    return {(order, ((), (), ())) for order in permutations(cards)}


def step(worlds, line):
    return {after for world in worlds for after in after_line(world, line)}


def after_line(world, line):
    deck, pools = world
    if line.source == "deck":
        taken, rest = deck[: len(line.cards)], deck[len(line.cards) :]
        if all(card in (None, got) for card, got in zip(line.cards, taken, strict=True)):
            yield rest, added(pools, line.target, taken)
        return
    held = pools[POOLS.index(line.source)]
    for order in set(permutations(held, len(line.cards))):
        if not all(card in (None, got) for card, got in zip(line.cards, order, strict=True)):
            continue
        left = list(held)
        for card in order:
            left.remove(card)
        if line.source == line.target:
            yield deck, pools
            continue
        emptied = tuple(
            tuple(sorted(left)) if p == line.source else c for p, c in zip(POOLS, pools, strict=True)
        )
        if line.target == "deck":
            yield (*deck, *order), emptied
        elif line.target == "open":
            yield deck, emptied
        else:
            yield deck, added(emptied, line.target, order)


def added(pools, target, cards):
    return tuple(tuple(sorted((*c, *cards))) if p == target else c for p, c in zip(POOLS, pools, strict=True))


def random_lines(rng, n):
    """Write lines that move as many cards as there are, naming some of them at random."""
    deck, sizes = 5, dict.fromkeys(POOLS, 0)
    for _ in range(n):
        source = rng.choice(["deck", *POOLS])
        have = deck if source == "deck" else sizes[source]
        if not have:
            continue
        target = rng.choice([*POOLS, "deck", source] if source != "deck" else POOLS)
        k = have if source == target else rng.randint(1, min(2, have))
        cards = tuple(rng.choice([None, None, *KINDS]) for _ in range(k))
        if source == target:
            yield LedgerLine("navigation", source, target, cards, -1, FightClosed(), 1)
            continue
        deck += (target == "deck") * k - (source == "deck") * k
        for pool in POOLS:
            sizes[pool] += (target == pool) * k - (source == pool) * k
        yield LedgerLine("navigation", source, target, cards, -1, FightClosed(), 1)


def test_the_solver_agrees_with_trying_every_deal():
    """After every line of a small deck, possible means that some shuffle and some draws do it."""
    for seed in range(300):
        agrees_with_trying(seed)


def agrees_with_trying(seed):
    """Read lines at random until no deal is left."""
    worlds, builder = all_worlds(), PuzzleBuilder(KINDS, EVERYBODY)
    for line in random_lines(Random(seed), 9):
        worlds = step(worlds, line)
        builder.add(line)
        assert bool(worlds) == builder.puzzle.is_possible(), seed
        if not worlds:
            return


@pytest.mark.parametrize("seed", range(60))
def test_a_clash_is_a_smallest_one(seed):
    lines = list(random_lines(Random(seed), 12))
    if can_hold(lines, range(len(lines))):
        return
    smallest = smallest_clash(KINDS, lines, EVERYBODY)
    clash = [n for n, line in enumerate(lines) if any(line is one for one in smallest)]
    assert not can_hold(lines, clash)
    assert all(can_hold(lines, [n for n in clash if n != left_out]) for left_out in clash)


def can_hold(lines, told):
    """Tell whether lines are possible when only some of them name cards."""
    builder = PuzzleBuilder(KINDS, EVERYBODY)
    for n, line in enumerate(lines):
        builder.add(line, is_told=n in told)
    return builder.puzzle.is_possible()


def test_halving_finds_the_only_culprits():
    found = explain(lambda told: not {3, 71} <= set(told), [], list(range(100)), has_grown=False)
    assert [3, 71] == sorted(found)


@pytest.mark.parametrize("hide", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("seed", one_in(6, range(12)))
def test_what_really_happened_is_always_possible(seed, hide):
    """A physical table that hides some of its cards, or all, is believed to the score sheet.

    Every event on the way leaves a sound state.
    """
    events, final = physical_record(seed, 4 + seed % 4, hide, edition=("zh", "en")[seed % 2])
    state = None
    for event in events:
        verdict = accepted(state, event)
        for judged in verdict.judged:
            state = GAME.evolve(state, judged.event)
            assert () == GAME.invariants(state), judged.event
        assert state == verdict.state
    assert final.result.scores == state.result.scores


@pytest.mark.parametrize("hide", [0.5, 0.8, 1.0])
def test_a_whole_game_of_six_is_checked_in_fifty_milliseconds(hide):
    """From nothing, every hand unknown or half known, both decks; in time of its own."""
    events, _ = physical_record(6, 6, hide)
    state = None
    for event in events:
        state = accepted(state, event).state
    best = min(whole_check(state) for _ in range(3))
    assert best < 0.05


def whole_check(state):
    start = process_time()
    for deck in (PROVISION_DECK, NAVIGATION_DECK):
        builder = PuzzleBuilder(kinds_of(state, deck), EVERYBODY)
        for line in oldest_first(state.ledger):
            if line.deck == deck:
                builder.add(line)
        assert builder.puzzle.is_possible()
    return process_time() - start
