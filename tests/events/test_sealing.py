"""Seals: a secret committed to, and opened as it was."""

from hypothesis import given
from hypothesis import strategies as st

from events.envelope import opens, seal_of

values = st.one_of(st.integers(1, 6), st.text(max_size=8))
salts = st.text("0123456789abcdef", min_size=32, max_size=32)


@given(values, salts)
def test_a_seal_opens_with_what_it_was_made_of(value: int | str, salt: str) -> None:
    assert opens(seal_of(value, salt), value, salt)


@given(values, values, salts, salts)
def test_nothing_else_opens_it(value: int | str, other: int | str, salt: str, other_salt: str) -> None:
    seal = seal_of(value, salt)
    assert opens(seal, other, other_salt) == ((value, salt) == (other, other_salt))
    assert not opens(seal, value, None)
