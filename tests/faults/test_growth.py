"""Input of every kind grows tenfold again and again: what reading it costs grows no faster."""

import json
import time
from contextlib import suppress
from functools import partial

import pytest
from litestar.exceptions import ClientException

from cli.changes import parse_facts
from cli.problems import Problem
from events.codec import MalformedError, read_changes, read_json
from events.envelope import encode
from events.table import ChangeProposed
from referee.games.powerboats.maps import read_map
from referee.kernel.game import NotationError
from referee.kernel.registry import codec_for, find_game, own_games
from referee.kernel.vocabulary import LONGEST_WORD, explain, nearest
from referee.l10n import say
from referee.l10n.wording import parse
from referee.rulebooks.search import search_rules
from referee.service.disputes.decision import likely_settings, parse_setting
from referee.service.files.check import Checked, check
from referee.service.files.record_file import lines_of
from referee.testing.phones import Service
from referee.web.access.form_data import parse_form
from referee.web.forms import fill_in
from tests.faults.test_sizes import opened
from tests.stages import one_in, slow

LEAST_SECONDS = 0.0005
"""What costs less is not compared: clocks and first times cost as much."""

PATIENCE = 6
"""So many times more than in proportion a size may cost: caches fill, memory is swept, others work."""

LONG_SECONDS = 0.3
"""What takes so long shows already how it grows."""

SMALL, LARGE, HUGE = 1_000, 64_000, 1_000_000


def of_size(unit, size):
    return (unit * (size // len(unit) + 1))[:size]


def repeated(unit, before="", after=""):
    return lambda size: (before + of_size(unit, size) + after).encode()


def object_of(size, doubled):
    """Write an object of many keys, one of them twice: the first, the last, or all."""
    keys = [f'"k{n}":1' for n in range(size // 10)]
    twice = {"first": keys[:1], "last": keys[-1:], "all": keys}[doubled]
    return ("{" + ",".join(keys + twice) + "}").encode()


def read_event(game, line):
    try:
        codec_for(game).event(line)
    except MalformedError as error:
        say("log.malformed", "en", why=explain(codec_for(game), line, error))


def read_typed(game, line):
    try:
        parse(opened(game)[1], line.decode(), "en", "A")
    except NotationError as error:
        say(error.reason, "en", **error.args_)


def read_record(first, data):
    lines = [*first, *data.split(b"\n")]
    for checked in check(lines_of(lambda: iter(line + b"\n" for line in lines)), keep_going=True):
        if isinstance(checked, Checked) and checked.refused is not None:
            say(checked.refused.reason, "en", **checked.refused.args)


def read_fact(game, data):
    """Read a fact as it is set by hand."""
    parse_facts(*opened(game), [data.decode()])


OPENED = [b'{"type":"table_opened","game":"niagara","seats":["A","B","C","D"]}']
TEXT = [b"Game: Niagara", b"Seats: A B C D", b""]
LAKE = "powerboats-map 1\nname pond\nsource painted\nlayout pointy odd\nsize 30 20\nmap\n"

EVENTS = {
    "an unknown type": repeated("x", '{"type":"', '"}'),
    "an unknown type of known words": repeated("paddle_chosen_", '{"type":"', '"}'),
    "an unknown field": repeated("x", '{"type":"taken_back","', '":1}'),
    "brackets": repeated("[", '{"type":"corrected","position":'),
    "a list": repeated("1,", '{"type":"corrected","position":[', "1]}"),
    "a number": repeated("9", '{"type":"taken_back","to":', "}"),
    "a fraction": repeated("9", '{"type":"taken_back","to":1.', "}"),
    "a remark": repeated("x", '{"type":"remarked","text":"', '"}'),
}
TYPED = {
    "a word": repeated("x"),
    "words": repeated("A plays 4 "),
    "digits": repeated("9"),
    "blanks": repeated(" "),
    "names": repeated("A:"),
    "names and blanks": repeated("A : "),
    "commas": repeated("A, "),
    "brackets": repeated("("),
    "quotes": repeated('"'),
    "objects": repeated('{"a":'),
    "signs": repeated("漕"),
}
RECORDS = {
    "one line": partial(read_record, OPENED),
    "a text": partial(read_record, TEXT),
    "a text of headers": partial(read_record, TEXT[:1]),
    "from nothing": partial(read_record, []),
}
LINES = {
    "unknown types": repeated('{"type":"paddle_choosen"}\n'),
    "remarks": repeated('{"type":"remarked","text":"x"}\n'),
    "take-backs": repeated('{"type":"taken_back","to":1}\n'),
    "a word": repeated("x"),
    "blanks": repeated(" \n"),
    "comments": repeated("{a comment} "),
    "headers": repeated("Note: x\n"),
    "hashes": repeated("# \n"),
    "an unknown type": repeated("x", '{"type":"', '"}'),
    "open comments": repeated("{ "),
}
KINDS = {
    **{f"event: {name}": (partial(read_event, "niagara"), make) for name, make in EVENTS.items()},
    **{f"typed: {name}": (partial(read_typed, "niagara"), make) for name, make in TYPED.items()},
    **{
        f"record: {form}, {name}": (read, make)
        for form, read in RECORDS.items()
        for name, make in LINES.items()
    },
    **{
        f"JSON: {which} key twice": (lambda data: read_json(data.decode()), partial(object_of, doubled=which))
        for which in ("first", "last", "all")
    },
    "JSON: brackets": (lambda data: read_json(data.decode()), repeated("[")),
    "changes: brackets": (lambda data: read_changes(codec_for("niagara"), data.decode()), repeated("[")),
    **{
        f"map: {name}": (lambda data: read_map(data.decode()), make)
        for name, make in {
            "a word": repeated("x"),
            "rows": repeated("00 # # # .\n", LAKE),
            "one row": repeated("# ", LAKE + "00 "),
            "headings": repeated("name x\n", "powerboats-map 1\n"),
            "spots": repeated("spot A 1,1\n", LAKE + "end\n"),
        }.items()
    },
    **{
        f"question: {name}": (lambda data: likely_settings(find_game("niagara"), data.decode()), make)
        for name, make in {
            "a word": repeated("x"),
            "words": repeated("may she "),
            "signs": repeated("我们"),
        }.items()
    },
    "ruling: words": (lambda data: parse_setting(find_game("niagara"), data.decode()), repeated("may she ")),
    "search: words": (lambda data: search_rules(data.decode(), "en", "niagara"), repeated("canoe ")),
    **{
        f"fact: {name}": (partial(read_fact, "niagara"), make)
        for name, make in {
            "a word": repeated("x"),
            "a path": repeated("a."),
            "a number": repeated("9", "weather="),
            "brackets": repeated("[", "weather="),
            "words": repeated("rain ", "weather="),
        }.items()
    },
    **{
        f"form: {name}": (parse_form, make)
        for name, make in {
            "one field": repeated("a=1&"),
            "nothing": repeated("&"),
            "escaped": repeated("%41", "a="),
            "many fields": lambda size: "&".join(f"k{n}=1" for n in range(size // 8)).encode(),
            "multipart": repeated('--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n'),
        }.items()
    },
    "form: blanks filled in": (
        lambda data: fill_in('{"a":"' + "?" * len(data) + '"}', {"fill.a": ['"?"'] * (len(data) // 4)}),
        repeated("x"),
    ),
}
"""Every kind of input, what reads it, and how one of a size is made."""

QUICK = [kind for kind in KINDS if not kind.startswith("record: a text")]

REFUSED = (MalformedError, NotationError, Problem, ClientException, ValueError, LookupError)


def cost(read, data):
    """Give the seconds of this process that reading takes at best; whatever is refused is refused."""
    taken = []
    for _ in range(3):
        begun = time.process_time()
        with suppress(*REFUSED):
            read(data)
        taken.append(time.process_time() - begun)
        if taken[-1] > 0.2:
            break
    return max(min(taken), LEAST_SECONDS)


@pytest.mark.parametrize("kind", one_in(4, QUICK))
def test_reading_costs_no_more_than_in_proportion(kind):
    read, make = KINDS[kind]
    assert cost(read, make(LARGE)) <= PATIENCE * LARGE / SMALL * cost(read, make(SMALL))


@slow
@pytest.mark.parametrize("kind", KINDS)
def test_reading_a_whole_file_costs_no_more_than_in_proportion(kind):
    """Up to a million bytes; what takes long already is large enough."""
    read, make = KINDS[kind]
    before = cost(read, make(SMALL))
    for size in (10 * SMALL, 100 * SMALL, HUGE):
        now = cost(read, make(size))
        assert now <= PATIENCE * 10 * before, size
        before = now
        if now > LONG_SECONDS:
            break


@pytest.mark.parametrize("game", own_games())
def test_likeness_is_asked_of_short_words_only(game):
    known = ("paddle_chosen", "canoe_moved")
    assert ("paddle_chosen",) == nearest("paddle_choosen", known)
    assert () == nearest("paddle_chosen" * 9, known)
    assert max(map(len, codec_for(game).union.__args__ and map(str, known))) < LONGEST_WORD


@pytest.mark.parametrize(
    "change", ["[" * 9000, '{"a":' * 1800, '[{"type":"corrected","position":' + "[" * 9000]
)
def test_a_proposal_nobody_can_read_stops_no_page(tmp_path, change):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie", game="niagara")
        event = json.loads(encode(ChangeProposed("P1", "A", change)))
        table.api("A", "POST", "/acts", json={"seen": 1, "key": "k", "event": event})
        for who in ("A", "B", "screen"):
            assert [200, 200] == [table.page(who).status_code, table.page(who, "log").status_code]
        assert 200 == table.api("B", "GET", "").status_code
