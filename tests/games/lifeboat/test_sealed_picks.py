"""A provision kept face down may be sealed; when that may be, and what it proves, are situations."""

import pytest

from events.envelope import seal_of
from events.table import Corrected, SecretSealed
from referee.games.lifeboat import GAME
from referee.games.lifeboat import events as v
from referee.kernel.game import NotationError
from referee.l10n.wording import read_secret
from tests.games.lifeboat.play import SEATS, after, opened

FOUR = SEATS[:4]
KEPT = after(
    opened(4, "table"),
    v.CharactersDealt(dict(zip(FOUR, ("lauren", "stephen", "captain", "kid"), strict=True))),
    *map(v.ProvisionDealt, FOUR),
    v.ProvisionsDrawn("a", (None,) * 4),
    *map(v.ProvisionKept, FOUR),
)


def test_an_unopened_seal_changes_nothing_that_anybody_sees():
    seal = after(
        SecretSealed("a", seal_of("flare", "00112233445566778899aabbccddeeff"), "supply 1"), state=KEPT
    )
    for seat in (*FOUR, None):
        assert GAME.view(KEPT, seat) == GAME.view(seal, seat)
        assert GAME.position(KEPT, seat) == GAME.position(seal, seat)
    assert all(GAME.legal(KEPT, seat) == GAME.legal(seal, seat) for seat in FOUR)


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
    hidden = read_secret(KEPT, "a", text, "en")[1]
    assert read == (hidden.about, hidden.value)


@pytest.mark.parametrize("text", ["", "sword", "kid sword", "p q r", "keeps ?", "gets love=kid hate=?"])
def test_what_is_no_secret_is_not_sealed(text):
    with pytest.raises(NotationError):
        read_secret(KEPT, "a", text, "en")


def test_cards_on_the_table_are_sealed_and_none_that_the_referee_deals():
    assert {"provision_kept", "secrets_dealt"} == GAME.seals.kinds(KEPT)
    assert set() == GAME.seals.kinds(after(opened(4, "referee")))


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (v.ProvisionKept("a", "knife"), ("supply 1", "knife")),
        (v.ProvisionKept("a"), None),
        (v.SecretsDealt("a", "kid", "captain"), ("", "kid captain")),
        (v.SecretsDealt("a", "kid"), "lifeboat.seal_both"),
        (v.SecretsDealt("a", None, "kid"), "lifeboat.seal_both"),
        (v.SecretsDealt("a"), None),
    ],
)
def test_a_seal_hides_the_card_that_is_named_and_a_love_only_with_a_hate(event, hidden):
    found = GAME.seals.hide(KEPT, event)
    assert hidden == (getattr(found, "reason", None) or (found and (found.about, found.value)))


def test_a_seal_may_be_of_any_provision_or_of_anybody_loved_and_hated():
    provisions, pairs = GAME.seals.values(KEPT, "supply 1"), GAME.seals.values(KEPT, "")
    assert "knife" in provisions
    assert "kid captain" not in provisions
    assert len(pairs) == len(FOUR) ** 2
    assert "kid captain" in pairs


def test_a_seal_is_due_at_the_end_until_its_seat_has_shown_its_cards():
    assert not GAME.seals.is_due(KEPT, "a", "")
    ended = after(Corrected(v.Position(birds=4)), state=KEPT)
    assert GAME.seals.is_due(ended, "a", "")
    shown = after(v.HandRevealed("a", (None, None), "kid", "lauren"), state=ended)
    assert not GAME.seals.is_due(shown, "a", "")
    assert GAME.seals.is_due(shown, "b", "")


@pytest.mark.parametrize(
    ("event", "seats"),
    [
        (v.CardTaken("a", "b", "knife"), ("a", "b")),
        (v.CardTaken("a", "b"), ()),
        (v.CardsTraded(("a", "b"), (("knife",), ())), ("a",)),
        (v.CardsTraded(("a", "b"), (("knife",), ("water",))), ("a", "b")),
    ],
)
def test_whoever_has_a_hidden_card_named_agrees_to_it(event, seats):
    assert seats == GAME.parties(event)
