"""The game that `referee scaffold` copies is whole, and a variant of it is a file of a few lines."""

import pytest

from events.table import Corrected, TableOpened
from referee.draw import text_board
from referee.draw.picks import find_offers
from referee.kernel import registry
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.catalogs import catalog, edition_words
from referee.rulebooks import find_rule, rules_of
from referee.service.files.check import Checked
from referee.service.files.record_file import check_file
from referee.testing import laws_of
from referee.testing.scaffold import scaffold

LARGE = """\
base = "quick"
name = { en = "the large heap", zh-Hans = "大石堆", zh-Hant = "大石堆", ja = "大きな山" }
rules = ["MAR-SETUP-02"]
[options]
most = 3
[box]
heap = 31
[MAR-SETUP-02]
title = { en = "The large heap", zh-Hans = "大石堆", zh-Hant = "大石堆", ja = "大きな山" }
en = "There are thirty-one pebbles in the heap."
zh-Hans = "石堆里有三十一颗石子。"
zh-Hant = "石堆裡有三十一顆石子。"
ja = "山には石が31個ある。"
sources = ["Box"]
confidence = "house"
"""
"""An edition as data: the file `editions/large.toml` of a game."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return the package of a scaffolded game, as if it were installed, with an edition in a file."""
    out = tmp_path_factory.mktemp("scaffold")
    assert [*scaffold("marbles", out)]
    package = out / "marbles" / "marbles"
    (package / "editions").mkdir()
    (package / "editions" / "large.toml").write_text(LARGE, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(out / "marbles")
        patch.setattr(registry, "installed", lambda: (("marbles", "marbles"),))
        forget()
        yield package
    forget()


@pytest.fixture
def marbles(folder):
    return registry.find_game(folder.name)


def forget():
    """Forget what is remembered of installed games."""
    for remembered in (registry.all_games, registry.find_game, registry.edition_files, catalog, rules_of):
        remembered.cache_clear()


def opened(game, edition):
    verdict = game.decide(None, TableOpened(game="marbles", edition=edition, seats=("A", "B")))
    assert isinstance(verdict, Accepted)
    return verdict.state


def test_a_scaffolded_game_opens_and_is_drawn_without_a_board(marbles):
    state = opened(marbles, "classic")
    assert [event.count for event in marbles.legal(state, "A")] == [1, 2, 3]
    offers = find_offers(marbles, state, "A")
    assert text_board(marbles.view(state, "A"), offers=offers).splitlines() == [
        "Marbles  taking: A's turn",
        "",
        "> A  A",
        "  B  B",
        "",
        "  heap                       21",
        "                             (1) (2) (3)",
    ]


def test_an_edition_is_fifteen_lines_of_data(marbles):
    assert len(LARGE.splitlines()) <= 15
    state = opened(marbles, "large")
    assert (state.heap, state.options.most) == (31, 3)
    assert [edition_words("marbles", "large", lang) for lang in ("en", "ja")] == [
        "the large heap",
        "大きな山",
    ]
    rule = find_rule("MAR-SETUP-02")
    assert (rule.editions, rule.text("en")) == (("large",), "There are thirty-one pebbles in the heap.")
    position = marbles.facts.kind(heap=32)
    refused = marbles.decide(state, Corrected(position))
    assert isinstance(refused, Refused)
    assert refused.rules == ("MAR-SETUP-01", "MAR-SETUP-02")
    assert refused.args == {"what": {"id": "marbles.noun.fact.heap"}, "n": 32, "most": 31}


def test_an_edition_in_a_file_is_played_and_obeys_every_law(marbles):
    """Laws play every edition there is."""
    assert [*marbles.ruleset.editions] == ["classic", "quick", "large"]
    for law in laws_of("marbles", acts=30):
        law()


@pytest.mark.parametrize(
    ("now", "verdict", "taken"),
    [
        ("heap 18", "accepted", [3]),
        ("石堆 18", "accepted", [3]),
        ("turn B", "refused", []),
        ("heap 21; turn B", "refused", []),
        ("heap 30", "malformed", []),
    ],
)
def test_a_record_of_it_tells_positions(marbles, tmp_path, now, verdict, taken):
    """One way is worked out; several, or none, are refused with what settles it."""
    file = tmp_path / "record.txt"
    file.write_text(f"Game: marbles\nSeats: A, B\n\nNow: {now}\n", "utf-8")
    _, told, _ = check_file(file)
    assert isinstance(told, Checked)
    assert (verdict, taken) == (told.verdict, [event.count for event in told.consequences])


@pytest.mark.parametrize(
    ("instead", "why"),
    [
        ("base = 7", "Expected `str`, got `int` - at `$.base`"),
        ('base = "slow"', "no edition slow; known: classic, quick"),
        ('base = "quick', "line 1"),
        ("", "missing required field `base`"),
    ],
)
def test_a_file_that_cannot_be_used_is_named(instead, why, folder):
    path = folder / "editions" / "worse.toml"
    path.write_text(LARGE.replace('base = "quick"', instead), "utf-8")
    forget()
    with pytest.raises(registry.BrokenGameError) as error:
        registry.find_game("marbles")
    path.unlink()
    forget()
    assert error.value.reason == "room.bad_edition"
    assert error.value.args_["file"].endswith("editions/worse.toml")
    assert why in error.value.args_["why"]
