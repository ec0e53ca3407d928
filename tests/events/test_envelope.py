"""The chain: every byte of an entry is under its hash."""

from datetime import UTC, datetime

from events.envelope import NO_HASH, Entry, body_of, hash_of, make_entry
from events.table import TableOpened
from referee.games.niagara.events import PaddleChosen
from referee.kernel.registry import codec_for

AT = datetime(2026, 3, 1, 20, 15, tzinfo=UTC)


def test_a_sealed_entry_reads_back_as_it_was() -> None:
    """Sealing and decoding are inverse."""
    line, digest = make_entry(2, "kitchen", AT, "A", "action", None, PaddleChosen("A", "cloud"), NO_HASH)
    entry = Entry(2, "kitchen", AT, "A", "action", None, PaddleChosen("A", "cloud"), NO_HASH, digest)
    assert entry == codec_for("niagara").entry(line)


def test_the_hash_covers_every_byte_before_it() -> None:
    """Changing any byte changes the hash."""
    line, digest = make_entry(1, "kitchen", AT, "A", "action", None, PaddleChosen("A", 4), NO_HASH)
    body = body_of(line)
    assert digest == hash_of(body)
    for i in range(len(body)):
        changed = bytes([*body[:i], body[i] ^ 1, *body[i + 1 :]])
        assert digest != hash_of(changed)


def test_the_same_event_has_the_same_bytes() -> None:
    one = TableOpened(game="niagara", seats=("A", "B", "C"), names={"A": "Anna", "B": "Bei"})
    two = TableOpened(game="niagara", seats=("A", "B", "C"), names={"B": "Bei", "A": "Anna"})
    assert make_entry(1, "t", AT, "table", "observation", None, one, NO_HASH) == make_entry(
        1, "t", AT, "table", "observation", None, two, NO_HASH
    )
