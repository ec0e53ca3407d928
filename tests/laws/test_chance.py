"""Chance from a seed: the same for ever, or no recorded game could be audited any more."""

from referee.kernel.seed import commitment, draw_number, pick_index, shuffle

SEED = "kelpie"


def test_a_seed_shuffles_the_same_way_for_ever():
    cards = ("N01", "N02", "N03", "N04", "N05", "N06")
    assert ("N06", "N03", "N05", "N04", "N01", "N02") == shuffle(SEED, "navigation", cards)


def test_a_seed_picks_the_same_cards_for_ever():
    """Eight blind draws from hands of five."""
    assert [1, 0, 2, 3, 3, 2, 4, 3] == [pick_index(SEED, f"draw {n}", 5) for n in range(8)]


def test_a_seed_throws_the_same_dice_for_ever():
    """Eight throws of a die."""
    assert [3, 2, 1, 2, 5, 6, 2, 5] == [draw_number(SEED, "throws", n, 6) for n in range(8)]


def test_a_commitment_is_the_hash_of_the_seed():
    """BLAKE2b-256, which anybody can compute with `b2sum -l 256`."""
    assert "86e78d2a35c91c524a96571839b418aed55ddf91f95485a9e7f76288dd75b237" == commitment(SEED)


def test_a_shuffle_loses_and_doubles_nothing():
    things = tuple(n % 10 for n in range(40))
    assert sorted(things) == sorted(shuffle(SEED, "any", things))
