"""A log as the texts of codes: whole in any order, refused where one is wrong, few for an evening."""

import lzma
import tracemalloc
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

import pytest
import segno
from hypothesis import given
from hypothesis import strategies as st

from events.envelope import hash_of, seal_of
from events.stores.memory import MemoryStore
from referee.service.files.codes import (
    FILTERS,
    MOST_UNPACKED,
    CodesError,
    join_codes,
    pack_log,
    read_code,
    unpack_log,
    write_codes,
)
from referee.service.files.importing import import_file, rename_log
from tests.service.games import log
from tests.stages import one_in

FIXTURES = Path(__file__).parents[2] / "fixtures"
ADDRESS = "https://somebody.example.org/referee/take"


class Evening:
    """A clock of people who take some seconds for each act."""

    def __init__(self):
        self.luck, self.at = Random(1), datetime(2026, 11, 20, 19, 3, 12, 345678, tzinfo=UTC)

    def __call__(self):
        self.at += timedelta(microseconds=700_000 + int(self.luck.expovariate(1 / 9e6)))
        return self.at


def played(name):
    """Return the log of a recorded game that took an evening."""
    store = MemoryStore()
    import_file(store, FIXTURES / "games" / name, "evening", clock=Evening())
    return list(store.read("evening"))


def texts_of(lines, address=ADDRESS):
    return ["".join(code) for code in write_codes(pack_log(lines), address)]


LONG = list(log(1, 20))
SHORT, OTHER = list(log(1, 4)), list(log(2, 4))
CODES, OTHER_CODES = texts_of(LONG), texts_of(OTHER)
NIAGARA = sorted(path.name for path in (FIXTURES / "games/niagara").glob("*.jsonl"))


@pytest.mark.parametrize("name", one_in(6, NIAGARA))
def test_a_niagara_evening_takes_few_codes_that_a_camera_reads(name):
    lines = played(f"niagara/{name}")
    codes = write_codes(pack_log(lines), ADDRESS)
    assert len(codes) <= 7
    assert all(segno.make(code, error="m", boost_error=False).version <= 20 for code in codes)
    assert lines == unpack_log(join_codes(map("".join, codes)))


def test_an_evening_of_five_with_every_card_sealed_takes_at_most_ten():
    """Seals and salts are random: nothing packs them."""
    luck, lines = Random(1), played("niagara/tie-gem-value-equal-5p-zh.jsonl")
    salts = ["".join(luck.choices("0123456789abcdef", k=32)) for _ in range(130)]
    sealed = [
        b'{"seq":%d,"table":"evening","at":"2026-11-20T21:00:%02d.%06dZ","by":"A","kind":"action","cause":null,'
        b'"event":{"type":"secret_sealed","seat":"A","seal":"%b","salt":"%b"},"prev":"%b","hash":"%b"}'
        % (
            len(lines) + n,
            n % 60,
            luck.randrange(10**6),
            seal_of(1, salt).encode(),
            salt.encode(),
            *2 * [b"0" * 64],
        )
        for n, salt in enumerate(salts, 1)
    ]
    assert len(write_codes(pack_log([*lines, *sealed]), ADDRESS)) <= 10


@pytest.mark.parametrize(
    "path",
    one_in(3, [*sorted(FIXTURES.glob("old_logs/*.jsonl")), *sorted(FIXTURES.glob("old_logs/*/*.jsonl"))]),
)
def test_old_logs_come_out_byte_by_byte(path):
    lines = path.read_bytes().splitlines()
    assert lines == unpack_log(pack_log(lines))


def test_what_is_written_otherwise_comes_out_as_it_is():
    """Times with other signs, an actor nobody expects, a name like a mark."""
    odd = b'"at":"2026-01-01T00:00:00+00:00","by":"x]{","kind":"thing","cause":7,"event":{"type":"a"}'
    even = b'"at":"2025-01-01T00:00:00.5Z","by":"[1]{","kind":"action","cause":7,"event":{"type":"a"}'
    as_usual = b'"at":"2025-01-01T00:00:00.500000Z","by":"[1]{","kind":"action","cause":7,"event":{"t":"]"}'
    lines, prev = [], "0" * 64
    for seq, middle in enumerate((odd, even, as_usual, odd), 1):
        body = b'{"seq":%d,"table":"]\\"{",%b,"prev":"%b"}' % (seq, middle, prev.encode())
        prev = hash_of(body)
        lines.append(b'%b,"hash":"%b"}' % (body[:-1], prev.encode()))
    assert lines == unpack_log(pack_log(lines))


@given(st.permutations(CODES), st.lists(st.sampled_from(CODES)))
def test_codes_make_the_log_in_any_order_and_however_often(codes, more):
    assert LONG == unpack_log(join_codes([*more, *codes]))


@given(st.sets(st.sampled_from(range(len(CODES))), max_size=len(CODES) - 1))
def test_what_lacks_is_named(there):
    with pytest.raises(CodesError) as raised:
        join_codes(CODES[n] for n in there)
    missing = tuple(n for n in range(1, len(CODES) + 1) if n - 1 not in there)
    assert raised.value.args_ == (
        {} if not there else {"n": len(there), "of": len(CODES), "missing": missing}
    )


@given(st.lists(st.sampled_from(CODES), min_size=1), st.sampled_from(OTHER_CODES), st.randoms())
def test_a_code_of_another_game_is_noticed(codes, other, luck):
    mixed = [*codes, other]
    luck.shuffle(mixed)
    with pytest.raises(CodesError, match="mixed"):
        join_codes(mixed)


@given(st.data())
def test_a_letter_that_was_read_wrongly_is_noticed(data):
    text = data.draw(st.sampled_from(CODES))
    place = data.draw(st.integers(text.index("#") + 1, len(text) - 1))
    letter = data.draw(st.sampled_from([each for each in "0123456789abcdef/" if each != text[place]]))
    with pytest.raises(CodesError):
        read_code(text[:place] + letter + text[place + 1 :])


@given(st.binary(max_size=300))
def test_bytes_that_are_no_packed_log_are_damaged_or_newer(noise):
    for packed in (noise, pack_log(SHORT)[:33] + noise):
        with pytest.raises(CodesError, match=r"copies\.(damaged|newer)"):
            unpack_log(packed)


@given(st.data())
def test_a_packed_log_with_a_byte_changed_is_no_log(data):
    packed = pack_log(SHORT)
    place = data.draw(st.integers(0, len(packed) - 1))
    changed = bytes([packed[place] ^ data.draw(st.integers(1, 255))])
    with pytest.raises(CodesError, match=r"copies\.(damaged|newer)"):
        unpack_log(packed[:place] + changed + packed[place + 1 :])


def pack_bytes(whole):
    return b"\x01" + bytes(32) + lzma.compress(whole, lzma.FORMAT_RAW, filters=FILTERS)


def test_a_packed_log_that_never_ends_is_not_unpacked():
    with pytest.raises(CodesError, match="damaged"):
        unpack_log(pack_bytes(bytes(MOST_UNPACKED + 1)))


@pytest.mark.parametrize(
    "whole",
    [
        b'"t"\na{}\n\n' + b"\x80" * (MOST_UNPACKED - 10),
        b'"t"' + b"\na{}" * (1 << 20) + b"\n\n" + bytes(1 << 20),
        b'"%b"' % (b"t" * (8 << 20)) + b"\na{}" * 10_000 + b"\n\n" + bytes(10_000),
    ],
    ids=["a number without end", "a million entries", "a name of eight megabytes in each entry"],
)
def test_a_code_or_two_that_unpack_to_very_much_are_refused(whole):
    packed = pack_bytes(whole)
    assert len(packed) < 10_000
    tracemalloc.start()
    with pytest.raises(CodesError, match="damaged"):
        unpack_log(packed)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6 * MOST_UNPACKED


def test_another_log_of_the_same_table_has_other_codes():
    renamed = list(rename_log(iter(SHORT), "other"))
    assert texts_of(SHORT)[0].split("/")[-2] != texts_of(renamed)[0].split("/")[-2]
    assert texts_of(SHORT[:-1])[0].split("/")[-2] != texts_of(SHORT)[0].split("/")[-2]
