"""A provision kept face down may be sealed; when that may be, and what it proves, are situations."""

import pytest

from events.envelope import seal_of
from events.table import SecretSealed
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
