"""A provision kept face down may be sealed, and is held to it when the seal is opened."""

import pytest
from msgspec.structs import replace

from events.sealing import seal_of
from events.table import Corrected, SecretOpened, SecretSealed, TableOpened
from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import (
    CardPlayed,
    CharactersDealt,
    HandRevealed,
    Position,
    ProvisionDealt,
    ProvisionKept,
    ProvisionsDrawn,
)
from referee.kernel.game import NotationError
from referee.kernel.verdict import Accepted
from referee.l10n.wording import notate, read_secret
from tests.games.lifeboat.play import after, refused

SALT = "00112233445566778899aabbccddeeff"
SEATS = ("Ann", "Ben", "Cal", "Dee")
DEALT = (
    TableOpened(game="lifeboat", seats=SEATS),
    CharactersDealt({"Ann": "lauren", "Ben": "stephen", "Cal": "captain", "Dee": "kid"}),
    *(ProvisionDealt(seat) for seat in SEATS),
    ProvisionsDrawn("Ann", (None,) * 4),
)
KEPT = (*DEALT, *(ProvisionKept(seat) for seat in SEATS))


def sealed(seat, card, about="supply 1"):
    """Seal a provision."""
    return SecretSealed(seat, seal_of(card, SALT), about)


def opened(seat, card, about="supply 1"):
    """Open the seal."""
    return SecretOpened(seat, card, SALT, about)


def test_what_is_kept_may_be_sealed_before_and_after_it_is_kept():
    """By the seat that holds the packet, by those that wait for it, and by those that had it."""
    state = after(*DEALT, sealed("Ann", "knife"), ProvisionKept("Ann"), sealed("Dee", "oar"))
    state = after(ProvisionKept("Ben"), sealed("Ben", "water"), state=state)
    assert [("Ann", "supply 1"), ("Dee", "supply 1"), ("Ben", "supply 1")] == [
        (seal.seat, seal.about) for seal in state.seals
    ]


def test_one_seat_may_have_a_love_and_a_hate_and_every_days_provision_sealed_at_once():
    """They are opened each by itself."""
    state = after(*KEPT, sealed("Ann", "knife"), sealed("Ann", "kid captain", ""))
    state = after(opened("Ann", "knife"), state=state)
    assert [("Ann", "")] == [(seal.seat, seal.about) for seal in state.seals]


@pytest.mark.parametrize(
    ("events", "seal", "reason"),
    [
        (KEPT, sealed("Ann", "knife", "supply 2"), "lifeboat.not_kept_face_down"),
        (KEPT, sealed("Ann", "knife", "weather"), "table.nothing_to_seal"),
        (DEALT[:-1], sealed("Ann", "knife"), "lifeboat.not_kept_face_down"),
        ((*DEALT, ProvisionKept("Ann", "knife")), sealed("Ann", "knife"), "lifeboat.not_kept_face_down"),
        ((*KEPT, sealed("Ann", "oar")), sealed("Ann", "knife"), "table.sealed_already"),
        (KEPT, opened("Ann", "knife"), "table.nothing_sealed"),
        ((*KEPT, sealed("Ann", "oar")), opened("Ann", "knife"), "table.seal_not_opened"),
        ((*KEPT, sealed("Ann", "sword")), opened("Ann", "sword"), "lifeboat.no_provision"),
    ],
    ids=["another day", "another thing", "nothing yet", "named", "twice", "none", "another card", "no card"],
)
def test_nothing_else_is_sealed_or_opened(events, seal, reason):
    """Each with its reason."""
    assert reason == refused(after(*events), seal).reason


def test_a_referee_that_deals_the_provisions_needs_no_seals():
    """Whoever holds the log holds the seed they come of."""
    dealt = TableOpened(game="lifeboat", seats=SEATS, chance="referee")
    hands = dict.fromkeys(SEATS, ("water",))
    position = Position(characters=DEALT[1].characters, hands=hands, phase="action", acting="Ann")
    state = after(dealt, Corrected(position))
    assert "lifeboat.not_kept_face_down" == refused(state, sealed("Ann", "knife")).reason


def test_an_opened_seal_is_evidence_from_then_on():
    """There is one flare, and Ann kept it."""
    state = after(*KEPT, sealed("Ann", "flare"), opened("Ann", "flare"))
    assert "lifeboat.impossible_card" == refused(state, CardPlayed("Ben", "flare")).reason
    assert isinstance(GAME.decide(state, CardPlayed("Ann", "flare")), Accepted)


def test_a_seal_that_says_what_cannot_be_does_not_open():
    """Ben has shown the only flare."""
    state = after(*KEPT, sealed("Ann", "flare"), CardPlayed("Ben", "flare"))
    verdict = refused(state, opened("Ann", "flare"))
    assert "lifeboat.impossible_card" == verdict.reason
    lines = {notate(state, entry["act"]) for entry in verdict.args["entries"]}
    assert {"Ann keeps flare", "Ben plays flare"} == lines


def test_an_unopened_seal_changes_nothing_that_anybody_sees():
    """But that it lies there."""
    plain, seal = after(*KEPT), after(*KEPT, sealed("Ann", "flare"))
    for seat in (*SEATS, None):
        assert GAME.view(plain, seat) == GAME.view(seal, seat)
        assert GAME.position(plain, seat) == GAME.position(seal, seat)
    assert all(GAME.legal(plain, seat) == GAME.legal(seal, seat) for seat in SEATS)


def test_all_seals_are_opened_before_a_hand_is_shown_at_the_end():
    """Or nobody would be held to them."""
    state = replace(after(*KEPT, sealed("Ann", "flare")), phase="ended", birds=4)
    shown = HandRevealed("Ann", ("flare", "water"), "kid", "kid")
    assert "table.open_the_seal" == refused(state, shown).reason
    assert isinstance(GAME.decide(after(opened("Ann", "flare"), state=state), shown), Accepted)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("knife", ("supply 1", "knife")),
        ("Kid captain", ("", "kid captain")),
        ("par", ("supply 1", "parasol")),
        ("keeps knife", ("supply 1", "knife")),
        ("留下小刀", ("supply 1", "knife")),
        ("ナイフを取る", ("supply 1", "knife")),
        ("gets love=kid hate=captain", ("", "kid captain")),
        ("爱小孩，恨船长", ("", "kid captain")),
        ("少年を愛し、船長を憎む", ("", "kid captain")),
    ],
)
def test_a_secret_is_read_as_people_type_it(text, read):
    """A provision, or a love and a hate: short, or as the act is said, in any language."""
    hidden = read_secret(after(*KEPT), "Ann", text, "en")[1]
    assert read == (hidden.about, hidden.value)


@pytest.mark.parametrize("text", ["", "sword", "kid sword", "a b c", "keeps ?", "gets love=kid hate=?"])
def test_what_is_no_secret_is_not_sealed(text):
    """Nobody could open it."""
    with pytest.raises(NotationError):
        read_secret(after(*KEPT), "Ann", text, "en")
