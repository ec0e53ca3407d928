"""Nothing a seat cannot know changes a byte of what it is sent."""

from random import Random

import msgspec
import pytest
from msgspec.structs import replace

from events.base import REFEREE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CardsTraded,
    ChumUsed,
    CompassUsed,
    DemandRefused,
    FightJoined,
    MugDemanded,
    NavigationChosen,
    Passed,
    ProvisionKept,
    Rowed,
    SeatDemanded,
    SpecialUsed,
    WaterUsed,
)
from referee.games.lifeboat.hidden_cards import ledger as book
from referee.games.lifeboat.state import navigator, phase_of, printed
from referee.games.lifeboat.tables import NAVIGATION_IDS, PROVISION_NAMES
from referee.kernel.verdict import Accepted
from tests.games.lifeboat.play import accepted, opened, physical_record, random_game
from tests.stages import one_in, slow

encode = msgspec.json.Encoder(order="deterministic").encode


def elsewhere(state, x, rng):
    """Give the state of another game that seat number `x` cannot tell from this one."""
    others = [i for i in range(len(state.seats)) if i != x]
    holds_packet = state.packet is not None and state.keepers[0] == x
    seen = [*(state.hands[x] or ()), *state.discard, *(card for row in state.table for card in row)]
    left = unseen(printed(state), [*seen, *((state.packet or ()) if holds_packet else ())], rng)
    rowing = next((i for i in state.slots if i in state.boat and state.wounds[i] < state.sizes[i]), -1)
    looks = phase_of(state) == "navigation" and navigator(state) == x
    own = [card for card, by in zip(state.stack, state.stackers, strict=True) if by == x or looks]
    shown = [*own, state.chosen, *((state.stroke or ()) if rowing == x else ())]
    deck = unseen(dict.fromkeys(NAVIGATION_IDS, 1), shown, rng)
    return replace(
        state,
        hands=tuple(drawn(left, hand) if i in others else hand for i, hand in enumerate(state.hands)),
        love=permuted(state.love, others, rng),
        hate=permuted(state.hate, others, rng),
        packet=state.packet if holds_packet or state.packet is None else drawn(left, state.packet),
        stack=tuple(c if c in own or isinstance(c, int) else deck.pop() for c in state.stack),
        stroke=state.stroke if rowing == x or not state.stroke else drawn(deck, state.stroke),
        queue=tuple(rng.sample(range(100, 200), len(state.queue))),
        removed=drawn(left, state.removed),
        ledger=retold(state.ledger, x, rng),
    )


def unseen(kinds, seen, rng):
    """Shuffle the cards a seat does not see."""
    cards = [card for card, n in kinds.items() for _ in range(n - seen.count(card))]
    rng.shuffle(cards)
    return cards


def drawn(left, cards):
    """Draw as many other cards."""
    return tuple(left.pop() for _ in cards)


def permuted(cards, others, rng):
    """Hand the others' cards round."""
    given = [cards[i] for i in others]
    rng.shuffle(given)
    return tuple(card if i not in others else given.pop() for i, card in enumerate(cards))


def retold(ledger, x, rng):
    """Rewrite the lines a seat did not see."""
    told = None
    for line in book.oldest_first(ledger):
        hidden = line.source is not None and line.knowers >= 0 and not line.knowers >> x & 1
        names = PROVISION_NAMES if line.deck == book.PROVISIONS else NAVIGATION_IDS
        cards = tuple(rng.choice(names) for _ in line.cards) if hidden else line.cards
        told = book.Ledger(told, replace(line, cards=cards))
    return told


def probes(state, x, rng):
    """List things a seat might try in order to learn something."""
    seat = state.seats[x]
    other = rng.choice([s for s in state.seats if s != seat])
    card = rng.choice(PROVISION_NAMES)
    return [
        *(CardPlayed(seat, name) for name in PROVISION_NAMES),
        CardPlayed(seat, "preserver", other),
        *(
            SpecialUsed(seat, name, other, (), other)
            for name in ("flare", "parasol", "medkit", "cannibalism")
        ),
        MugDemanded(seat, other, card),
        MugDemanded(seat, other, "hand"),
        SeatDemanded(seat, other),
        Passed(seat),
        Rowed(seat),
        ProvisionKept(seat, card),
        CardsTraded((seat, other), ((card,), ())),
        CompassUsed(seat),
        NavigationChosen("N05", seat),
        DemandRefused(seat),
        FightJoined(seat, "attack"),
        WaterUsed(seat, other),
        ChumUsed(seat),
    ]


def told(verdict, seat):
    """Write down everything a seat is told of a verdict."""
    if not isinstance(verdict, Accepted):
        return encode(verdict)
    facts = [(GAME.redact(f.event, seat), f.kind, f.rules) for f in verdict.facts]
    return encode((facts, GAME.view(verdict.state, seat), GAME.legal(verdict.state, seat)))


def reveals(state, x):
    """Tell whether an act made the rules show the seat more: the row stack, or the score sheet."""
    return state.phase == "ended" or (phase_of(state) == "navigation" and navigator(state) == x)


@pytest.mark.parametrize("seed", one_in(4, range(8)))
def test_two_games_alike_to_a_seat_send_it_the_same_bytes(seed):
    """Views, positions, legal actions, who may act, and every answer to a probe, at every step."""
    rng = Random(f"elsewhere {seed}")
    options = [{"ghost_sharks": "yes"}, {}, {"row_one": "yes"}][seed % 3]
    for _, _, verdict in random_game(seed, 4 + seed % 4, edition=("zh", "en")[seed % 2], **options):
        state = verdict.state
        if state.phase in {"setup", "ended"}:
            continue
        x = rng.randrange(len(state.seats))
        seat, other = state.seats[x], elsewhere(state, x, rng)
        for ask in (GAME.view, GAME.legal, GAME.position):
            assert encode(ask(state, seat)) == encode(ask(other, seat))
        assert GAME.acting(state) == GAME.acting(other)
        assert encode(GAME.view(state, None)) == encode(GAME.view(other, None))
        for probe in probes(state, x, rng):
            here, there = GAME.decide(state, probe), GAME.decide(other, probe)
            if isinstance(here, Accepted) and reveals(here.state, x):
                continue
            assert told(here, seat) == told(there, seat), probe


@slow
@pytest.mark.parametrize("seed", range(6))
def test_what_others_noted_privately_is_no_evidence_against_a_seat(seed):
    """At a table of physical cards a seat's own act is judged by what it, or everybody, saw."""
    rng = Random(f"noted {seed}")
    events, _ = physical_record(seed, 5, 0.5)
    state = None
    for event in events[:-5]:
        state = accepted(state, event).state
        if state.phase in {"setup", "ended"} or rng.random() < 0.8:
            continue
        x = rng.randrange(5)
        seat = state.seats[x]
        other = replace(state, ledger=silent(state.ledger, x), hands=faded(state.hands, x))
        assert encode(GAME.legal(state, seat)) == encode(GAME.legal(other, seat))
        assert encode(GAME.view(state, seat)) == encode(GAME.view(other, seat))
        for probe in [CardPlayed(seat, name) for name in PROVISION_NAMES]:
            assert told(GAME.decide(state, probe), seat) == told(GAME.decide(other, probe), seat), probe


def silent(ledger, x):
    """Drop the names of every card a seat did not see."""
    kept = None
    for line in book.oldest_first(ledger):
        hidden = line.source is not None and line.knowers >= 0 and not line.knowers >> x & 1
        kept = book.Ledger(kept, replace(line, cards=(None,) * len(line.cards)) if hidden else line)
    return kept


def faded(hands, x):
    """Turn everybody else's hand face down."""
    return tuple(hand if i == x or hand is None else (None,) * len(hand) for i, hand in enumerate(hands))


@pytest.mark.parametrize("seed", range(4))
def test_the_public_log_names_no_hidden_card(seed):
    """Redacted for everybody, a game whose hidden cards are all different reads the same."""
    for state, _, verdict in random_game(seed, 5):
        for fact in verdict.facts:
            line = GAME.redact(fact.event, None)
            assert GAME.redact(line, None) == line
            assert GAME.redact(fact.event, REFEREE) == fact.event
            for seat in state.seats:
                assert type(GAME.redact(fact.event, seat)) is type(fact.event)


def test_an_opening_tells_everybody_the_same():
    """Before anything is dealt there is nothing to hide."""
    state = accepted(None, opened()).state
    assert encode(GAME.view(state, None)) == encode(replace(GAME.view(state, "a"), seat=None))
