"""What holds in every state of every game of Niagara."""

from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from events.base import TABLE, Event
from events.sealing import seal_of
from events.table import Corrected, SecretOpened, SecretSealed
from referee.games.niagara import GAME
from referee.games.niagara.charter import CHARTER
from referee.games.niagara.events import (
    CanoeBought,
    CanoeMoved,
    CanoeRef,
    CloudMoved,
    GemAct,
    PaddleChosen,
    PaddleRevealed,
    RiverFlowed,
    TurnEnded,
)
from referee.games.niagara.state import UNKNOWN, State
from referee.games.niagara.tables import GEMS, PADDLE_CARDS, SPACES
from referee.kernel.verdict import Accepted
from referee.l10n.wording import notate, parse
from tests.laws.walks import after, open_game, seeded_walk, walk
from tests.stages import slow

openings = st.fixed_dictionaries(
    {
        "seats": st.sampled_from(["ABC", "ABCD", "ABCDE"]),
        "edition": st.sampled_from(sorted(CHARTER.editions)),
        "chance": st.sampled_from(["table", "referee"]),
        "options": st.fixed_dictionaries(
            {}, optional={s.name: st.sampled_from(s.values) for s in CHARTER.switches.values()}
        ),
    }
)
choices = st.lists(st.integers(0, 1 << 30), max_size=60)

LOADS = tuple(GemAct("load", gem) for gem in GEMS)
UNLOAD = GemAct("unload")
ACTS: tuple[tuple[GemAct, ...], ...] = (
    (),
    (UNLOAD,),
    *((load,) for load in LOADS),
    *((UNLOAD, load) for load in LOADS),
    *((load, UNLOAD) for load in LOADS),
)


@slow
@pytest.mark.parametrize("seed", range(12))
def test_an_accepted_action_is_legal(seed: int) -> None:
    """Whatever `decide` accepts, `legal` lists, in its plainest form."""
    random = Random(seed)
    opening: dict[str, Any] = {"seats": "ABCDE"[: 3 + seed % 3], "edition": ("zh", "ja")[seed % 2]}
    for step, (state, _, _) in enumerate(seeded_walk(GAME, open_game(GAME, **opening), seed, 150)):
        for event in conceivable(state, random, exhaustive=step % 50 == 49):
            verdict = GAME.decide(state, event)
            if isinstance(verdict, Accepted):
                seat = getattr(event, "seat", TABLE)
                assert verdict.facts[0].event in GAME.legal(state, seat)


def test_a_sealed_card_is_shown_only_as_it_was_sealed() -> None:
    """Nothing is legal before the seal is opened, then that one card."""
    sealed = (SecretSealed("A", seal_of(5, "salt")), *(PaddleChosen(seat, None) for seat in "ABC"))
    state = open_game(GAME, seats="ABC", edition="zh")
    state = after(GAME, state, *sealed)
    assert () == GAME.legal(state, "A")
    opened = after(GAME, state, SecretOpened("A", 5, "salt"))
    assert (PaddleRevealed("A", 5),) == GAME.legal(opened, "A")


def conceivable(state: State, random: Random, *, exhaustive: bool) -> list[Event]:
    """Dream up events, whatever their sense: every canoe move there are words for, or a few of them."""
    seat = random.choice(state.seats)
    other: Any = random.choice([None, *(CanoeRef(s, c) for s, c in product(state.seats, (1, 2)))])
    cards: tuple[Any, ...] = (*PADDLE_CARDS, None)
    events: list[Any] = [PaddleChosen(seat, card) for card in cards]
    events += [PaddleRevealed(seat, card) for card in PADDLE_CARDS]
    events += [CanoeBought(seat, gem, canoe) for gem, canoe in product(GEMS, (1, 2, None))]
    events += [CloudMoved(seat, to) for to in (-1, 0, 1, 2)]
    events += [TurnEnded(seat), RiverFlowed(tuple(random.choices(("left", "right"), k=random.randrange(4))))]
    if state.turn >= 0:
        seat = state.seats[state.turn]
        moves = list(product((1, 2), SPACES, ACTS, ACTS, (None, other)))
        moves = moves if exhaustive else random.sample(moves, 60)
        events += [CanoeMoved(seat, c, to, (), before, after, s) for c, to, before, after, s in moves]
    return events


@pytest.mark.parametrize("seats", [("A", "A1", "A12"), ("1", "11", "river"), ("cloud", "plays", "S3")])
def test_seats_called_as_other_things_are_keep_their_notation(seats: tuple[str, ...]) -> None:
    """A seat `A1` beside a seat `A` is no canoe, and a seat `river` no river."""
    for state, event, _ in seeded_walk(GAME, open_game(GAME, seats), 7, 300):  # type: ignore[arg-type]
        assert event == parse(state, notate(state, event))


@given(openings, choices, st.integers(0, 4), st.integers(0, 6))
def test_a_face_down_card_is_known_to_nobody_but_its_seat(
    opening: dict[str, Any], picks: list[int], whose: int, other: int
) -> None:
    """Two games that differ in one face-down card look the same to everybody else."""
    for state, _, _ in walk(GAME, open_game(GAME, **opening), picks):
        i = whose % len(state.seats)
        card = state.laid[i]
        if card in (None, UNKNOWN) or state.shown[i] is not None:
            continue
        twin = swap(state, i, PADDLE_CARDS[other])
        for asker in (*state.seats, None):
            if asker != state.seats[i]:
                assert GAME.view(state, asker) == GAME.view(twin, asker)
                assert GAME.position(state, asker) == GAME.position(twin, asker)
                assert GAME.legal(state, asker or TABLE) == GAME.legal(twin, asker or TABLE)


def swap(state: State, i: int, card: Any) -> State:
    """Imagine that another card of the hand had been laid."""
    if card not in state.hands[i]:
        return state
    hand = tuple(c for c in PADDLE_CARDS if c == state.laid[i] or (c in state.hands[i] and c != card))
    hands = (*state.hands[:i], hand, *state.hands[i + 1 :])
    return replace(state, hands=hands, laid=(*state.laid[:i], card, *state.laid[i + 1 :]))


@given(openings, choices)
def test_a_position_written_down_and_set_again_is_the_same(opening: dict[str, Any], picks: list[int]) -> None:
    """The facts of a position survive `corrected` on a fresh board."""
    fresh = open_game(GAME, **opening)
    for state, _, verdict in walk(GAME, fresh, picks):
        if verdict.state.phase != "choose" or any(verdict.state.laid):
            continue
        position = GAME.position(verdict.state, "referee")
        placed = GAME.decide(fresh, Corrected(position, "set up"))
        assert isinstance(placed, Accepted), (state, placed)
        assert position == GAME.position(placed.state, "referee")
