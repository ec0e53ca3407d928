"""Things of a size that no table has: refused before any work is done, and soon."""

import time
from itertools import cycle

import pytest

from events.codec import MalformedError
from events.table import ChangeProposed, TableOpened
from referee.kernel.game import NotationError
from referee.kernel.registry import all_games, codec_for, find_game
from referee.kernel.table import MOST_PROPOSALS
from referee.kernel.verdict import Refused
from referee.l10n import LANGUAGES, say
from referee.l10n.wording import parse
from referee.testing.phones import KEEPER, Service
from tests.stages import slow

pytestmark = slow


SEATS = ("A", "B", "C", "D")
PATIENCE_SECONDS = 20
"""So long nothing takes that is refused before it is worked through, even where much else is done."""

games = pytest.mark.parametrize("game", all_games())


def opened(game):
    """Open a table; give its game and its state."""
    found = find_game(game)
    return found, found.decide(None, TableOpened(game=game, seats=SEATS)).state


def lake(columns, rows):
    lines = [
        f"{row:02d}{' ' * (row % 2)} "
        + " ".join(
            "#" if row in {0, rows - 1} or column in {0, columns - 1} else "." for column in range(columns)
        )
        for row in range(rows)
    ]
    head = ["powerboats-map 1", "name pond", "source painted", "layout pointy odd", f"size {columns} {rows}"]
    return "\n".join([*head, "map", *lines, "end", ""])


@games
@pytest.mark.parametrize(
    "line",
    [
        "A plays " + "9" * 8000,
        "A throws " + "1 " * 30_000,
        "A " * 30_000,
        "A1 " + "S1 " * 30_000,
        "9" * 100_000,
        "{" * 100_000,
        "[" * 100_000,
        "house rule " + "x" * 100_000 + "=" + "9" * 8000,
    ],
)
def test_a_line_without_end_is_no_notation(game, line):
    """Numbers, words and brackets; in little time, and in words."""
    _, state = opened(game)
    begun = time.perf_counter()
    with pytest.raises(NotationError) as refused:
        parse(state, line)
    assert time.perf_counter() - begun < PATIENCE_SECONDS
    for lang in LANGUAGES:
        assert say(refused.value.reason, lang, **refused.value.args_)


@games
def test_no_game_seats_a_crowd(game):
    crowd = tuple(f"S{n}" for n in range(64_000))
    line = b'{"type":"table_opened","game":"%s","seats":[%s]}' % (
        game.encode(),
        b",".join(b'"%s"' % seat.encode() for seat in crowd),
    )
    begun = time.perf_counter()
    with pytest.raises(MalformedError):
        codec_for(game).event(line)
    verdict = find_game(game).decide(None, TableOpened(game=game, seats=crowd))
    assert "table.wrong_number_of_players" == verdict.reason
    assert time.perf_counter() - begun < PATIENCE_SECONDS


@pytest.mark.parametrize(
    "opening",
    [
        {"seats": [f"S{n}" for n in range(9000)]},
        {"seats": ["A" * 50_000, "B", "C"]},
        {"seats": SEATS, "names": {"A": "x" * 50_000}},
        {"seats": SEATS, "names": {f"S{n}": "x" for n in range(3000)}},
        {"seats": SEATS, "options": {f"o{n}": "x" for n in range(3000)}},
    ],
)
def test_an_opening_beyond_measure_is_refused(tmp_path, opening):
    with Service(tmp_path / "tables.db") as service:
        shown = {"authorization": f"Bearer {KEEPER}"}
        begun = time.perf_counter()
        body = {"game": "niagara", "key": "k", **opening}
        answer = service.client.post("/api/tables", json=body, headers=shown)
        assert answer.status_code in {400, 413, 422}, answer.text
        assert answer.json()["message"]
        assert time.perf_counter() - begun < PATIENCE_SECONDS
        assert () == service.live.tables()


def test_a_form_of_options_without_end_is_refused(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        form = {"game": "niagara", "name": list("ABC"), **{f"option.o{n}": "x" for n in range(900)}}
        assert 422 == service.client.post(f"/h/{KEEPER}/open", data=form).status_code


def test_a_lake_has_at_most_so_many_hexes():
    found, state = opened("powerboats")
    laid = codec_for("powerboats").event
    small = b'{"type":"lake_laid","map":"%s"}' % lake(40, 40).replace("\n", "\\n").encode()
    large = b'{"type":"lake_laid","map":"%s"}' % lake(41, 40).replace("\n", "\\n").encode()
    assert not isinstance(found.decide(state, laid(small)), Refused)
    assert "powerboats.lake_too_large" == found.decide(state, laid(large)).reason


def test_a_seat_asks_the_others_for_a_few_things_at_a_time():
    found, state = opened("niagara")
    change = '{"type":"house_ruled","option":"minimum_speed","value":"1"}'
    numbers = cycle(range(1000))

    def asked(by, state):
        return found.decide(state, ChangeProposed(f"P{next(numbers)}", by, change))

    for _ in range(MOST_PROPOSALS):
        state = asked("A", state).state
    assert "table.too_many_proposals" == asked("A", state).reason
    assert not isinstance(asked("B", state), Refused)
