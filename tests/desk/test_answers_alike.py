"""Both doors give the same objects: what `--json` answers, the API answers, of the same question."""

import json
from pathlib import Path

import pytest

from tests.desk.test_both_doors import RECORDS, share_of
from tests.desk.two_doors import TABLE, Phones, Terminal, cut, recorded
from tests.stages import one_in

MOMENT = {"now", "acting", "possible"}
"""What is told beside an answer of how the table stands for who asks."""


def names(path: Path) -> str:
    """Name a record by its game."""
    return f"{path.parent.name}-{path.stem}"


@pytest.fixture(params=one_in(18, RECORDS), ids=names)
def doors(request, tmp_path):
    """Lay the same log behind both doors."""
    lines = cut(recorded(request.param), share_of(request.param))
    terminal, phones = Terminal(tmp_path / "typed.db", lines), Phones(tmp_path / "tapped.db", lines)
    yield terminal, phones
    phones.close()


def typed(terminal, *args):
    """Ask the terminal; give all objects it answers."""
    return terminal.objects(*args)


def tapped(phones, path, method="GET", **how):
    """Ask the API as the screen in the middle does; give the object it answers."""
    return phones.joined.api("screen", method, path, **how).json()


def test_the_log_is_the_same_at_both_doors(doors):
    """Entry by entry, as everybody may read it."""
    terminal, phones = doors
    assert typed(terminal, "log", TABLE) == tapped(phones, "/log")


def test_where_the_game_stands_is_the_same_at_both_doors(doors):
    """All that `show` tells is in what the API tells of the table."""
    terminal, phones = doors
    (shown,) = typed(terminal, "show", TABLE)
    now = tapped(phones, "")
    assert {**shown, "source": TABLE} == {
        "source": TABLE,
        **{name: now[name] for name in shown if name != "source"},
    }


def test_a_moment_is_the_same_at_both_doors(doors):
    """All that `show` tells of an entry is in what the API tells of it."""
    terminal, phones = doors
    for seq in {1, terminal.history().revision // 2, terminal.history().revision}:
        (shown,) = typed(terminal, "show", TABLE, "--at", seq)
        moment = tapped(phones, f"/moments/{seq}")
        assert shown == {name: moment[name] for name in shown}
        assert "colours" in moment


def test_the_score_is_the_same_at_both_doors(doors):
    """What it adds up to, where everybody may know it."""
    terminal, phones = doors
    (score,) = typed(terminal, "result", TABLE)
    assert score == tapped(phones, "/score")


def test_a_case_is_the_same_at_both_doors(doors):
    """What bears on it, every way to rule, what each would change."""
    terminal, phones = doors
    said = tapped(phones, "/case")
    answered = typed(terminal, "dispute", TABLE)
    assert answered == ([said] if "ways" in said else answered)


def test_what_waits_to_be_told_again_is_the_same_at_both_doors(doors):
    """After a take-back."""
    terminal, phones = doors
    seq = terminal.history().revision
    typed(terminal, "back", TABLE), phones.take_back(None)
    assert seq <= terminal.history().revision
    told = [{**each, "yours": True} for each in tapped(phones, "/again")]
    assert typed(terminal, "again", TABLE, "--list") == told


def test_a_refusal_is_the_same_at_both_doors(doors):
    """The rules, the message, the sources; what may be done instead is who asks'."""
    terminal, phones = doors
    event = {"type": "ruling_given", "dispute": "none", "decision": "so", "basis": "table", "rules": []}
    key = {"seen": terminal.history().revision, "key": "once"}
    said = tapped(phones, "/acts", "POST", json={"event": event, **key})
    (answer,) = typed(terminal, "do", TABLE, "--event", json.dumps(event))
    assert without_moment(answer) == without_moment(said)


def test_what_was_recorded_is_the_same_at_both_doors(doors):
    """The entries with their rules, and the sentences."""
    terminal, phones = doors
    possible = [each for each in tapped(phones, "")["possible"] if not is_of_a_seat(each["event"])]
    for each in possible[:1]:
        key = {"seen": terminal.history().revision, "key": "once"}
        said = tapped(phones, "/acts", "POST", json={"event": each["event"], **key})
        assert typed(terminal, "do", TABLE, "--event", json.dumps(each["event"])) == [said]


def is_of_a_seat(event):
    """Whether a seat does it."""
    return "seat" in event


def without_moment(answer):
    """Leave out how the table stands for who asks."""
    return {name: value for name, value in answer.items() if name not in MOMENT}


def test_rules_and_games_are_the_same_at_both_doors(doors):
    """What needs no table."""
    terminal, phones = doors
    game = terminal.history().game
    get = phones.service.client.get
    (listed,) = typed(terminal, "games", game.id)
    assert listed == next(each for each in get("/api/games").json() if each["game"] == game.id)
    rules = typed(terminal, "rule", "--game", game.id, "--search", "card")
    assert rules == get("/api/rules", params={"game": game.id, "q": "card"}).json()
