"""Which entries of a log are in force."""

from hypothesis import given
from hypothesis import strategies as st

from events.envelope import in_force


def seqs(length: int, *backs: tuple[int, int]) -> list[int]:
    return [seq for part in in_force(length, backs) for seq in part]


def test_a_log_without_taking_back_is_all_in_force() -> None:
    assert seqs(4) == [1, 2, 3, 4]


def test_what_was_taken_back_is_out_of_force() -> None:
    """Entry 6 takes back everything after 3; itself and what follows count."""
    assert seqs(8, (6, 3)) == [1, 2, 3, 6, 7, 8]


def test_taking_back_further_later_takes_back_the_taking_back() -> None:
    """Entry 8 takes back everything after 2, entry 6 among it."""
    assert seqs(9, (6, 3), (8, 2)) == [1, 2, 8, 9]


@given(st.lists(st.integers(1, 6), max_size=12))
def test_in_force_is_what_a_stack_would_keep(moves: list[int]) -> None:
    """Every third entry or so takes back a few: the ranges agree with a plain stack."""
    kept, backs, seq = [1], [], 1
    for move in moves:
        seq += 1
        if move > 4 and len(kept) > 1:
            to = kept[max(len(kept) - move, 0)]
            kept = kept[: kept.index(to) + 1]
            backs.append((seq, to))
        kept.append(seq)
    assert kept == seqs(seq, *backs)
