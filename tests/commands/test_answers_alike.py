"""Both doors give the same objects: what `--json` answers, the API answers, of the same question."""

import json
from pathlib import Path

import pytest

from tests.commands.test_both_doors import GAMES, RECORDS, share_of
from tests.commands.two_doors import TABLE, Phones, Terminal, cut, recorded
from tests.stages import one_in

OF_A_DOOR = {"now", "error", "hint", "exit"}
"""What one door alone tells: how the table is now, what to type next, how the program ends."""


def names(path: Path) -> str:
    return f"{path.parent.name}-{path.stem}"


@pytest.fixture(params=one_in(18, RECORDS), ids=names)
def doors(request, tmp_path):
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
    for seq in {1, terminal.log_index().revision // 2, terminal.log_index().revision}:
        (shown,) = typed(terminal, "show", TABLE, "--at", seq)
        moment = tapped(phones, f"/moments/{seq}")
        assert shown == {name: moment[name] for name in shown}
        assert "colours" in moment


def test_the_score_is_the_same_at_both_doors(doors):
    terminal, phones = doors
    (score,) = typed(terminal, "result", TABLE)
    assert score == tapped(phones, "/score")


def test_a_case_is_the_same_at_both_doors(doors):
    terminal, phones = doors
    said = tapped(phones, "/case")
    answered = typed(terminal, "dispute", TABLE)
    assert answered == ([said] if "ways" in said else answered)


def test_what_waits_to_be_told_again_is_the_same_at_both_doors(doors):
    terminal, phones = doors
    seq = terminal.log_index().revision
    typed(terminal, "back", TABLE), phones.take_back(None)
    assert seq <= terminal.log_index().revision
    told = [{**each, "yours": True} for each in tapped(phones, "/again")]
    assert typed(terminal, "again", TABLE, "--list") == told


def test_what_is_possible_is_the_same_at_both_doors(doors):
    terminal, phones = doors
    assert typed(terminal, "legal", TABLE) == tapped(phones, "")["possible"]


def test_a_refusal_is_the_same_at_both_doors(doors):
    ruling = {"type": "ruling_given", "dispute": "none", "decision": "so", "basis": "table", "rules": []}
    nobody, nowhere = {"type": "seat_left", "seat": "nobody"}, {"type": "taken_back", "to": 99999}
    assert both_refuse(doors, ("do", TABLE, "--event", json.dumps(ruling)), "/acts", event=ruling)["rules"]
    assert both_refuse(doors, ("leave", TABLE, "nobody"), "/acts", event=nobody)["rules"]
    assert both_refuse(doors, ("back", TABLE, "--to", "99999"), "/acts", event=nowhere)["rules"]


@pytest.mark.parametrize("line", ["nobody goes to the moon", "1 2 3"])
def test_a_line_that_cannot_be_read_is_refused_alike(doors, line):
    said = both_refuse(doors, ("do", TABLE, line), "/acts", notation=line)
    assert {"expected", "meant"} <= said.keys()


def test_what_is_no_case_is_said_alike(doors):
    """Why there is nothing to lay open: no such entry, no such topic."""
    terminal, phones = doors
    for option, value in (("at", "99999"), ("topic", "nonsense")):
        (answer,) = typed(terminal, "dispute", TABLE, f"--{option}", value)
        said = tapped(phones, "/case", params={option: value})
        assert of_itself(answer) == of_itself(said)
        assert answer["error"] == said["error"]


def test_a_question_and_a_vote_are_refused_alike(doors):
    """About no entry; on no dispute; for what is nothing to decide for."""
    terminal, phones = doors
    asked = ("dispute", TABLE, "--at", "99999", "--question", "so?")
    both_refuse(doors, asked, "/disputes", at=99999, question="so?")
    voted = ("dispute", TABLE, "--of", "D9", "--vote", f"{seat_of(terminal)}:stands")
    both_refuse(doors, voted, "/votes", dispute="D9", decision="stands")
    if terminal.log_index().state.closed:
        return
    last = str(terminal.log_index().effective.actions[-1].seq)
    typed(terminal, "dispute", TABLE, "--at", last, "--question", "so?"), phones.dispute(None, last, "")
    (row,) = [each for each in typed(terminal, "rulings", TABLE) if each["ruling"] is None][-1:]
    voted = ("dispute", TABLE, "--of", row["opened"]["id"], "--vote", f"{seat_of(terminal)}:no_such_way")
    both_refuse(doors, voted, "/votes", dispute=row["opened"]["id"], decision="no_such_way")


def test_what_is_told_again_is_the_same_at_both_doors(doors):
    """The entries as after any act; how many were told again; for the same key once more the same."""
    terminal, phones = doors
    typed(terminal, "back", TABLE), phones.take_back(None)
    asked = {"json": {"seen": phones.log_index().revision, "key": "again"}}
    said = tapped(phones, "/again", "POST", **asked)
    assert [of_itself(each) for each in typed(terminal, "again", TABLE)] == [of_itself(said)]
    assert of_itself(said) == of_itself(tapped(phones, "/again", "POST", **asked))


def both_refuse(doors, words, path, **asked):
    """Hold what both doors refuse against each other; give it."""
    terminal, phones = doors
    key = {"seen": phones.log_index().revision, "key": " ".join(map(str, words))[:60]}
    said = tapped(phones, path, "POST", json={**asked, **key})
    (answer,) = typed(terminal, *words)
    assert of_itself(answer) == of_itself(said)
    assert "refused" == said["verdict"]
    return said


def seat_of(terminal):
    return terminal.log_index().state.seats[0]


def test_what_was_recorded_is_the_same_at_both_doors(doors):
    terminal, phones = doors
    possible = [each for each in tapped(phones, "")["possible"] if not is_of_a_seat(each["event"])]
    for each in possible[:1]:
        key = {"seen": terminal.log_index().revision, "key": "once"}
        said = tapped(phones, "/acts", "POST", json={"event": each["event"], **key})
        assert typed(terminal, "do", TABLE, "--event", json.dumps(each["event"])) == [said]


def is_of_a_seat(event):
    return "seat" in event


def of_itself(answer):
    return {name: value for name, value in answer.items() if name not in OF_A_DOOR}


def test_rules_and_games_are_the_same_at_both_doors(doors):
    terminal, phones = doors
    game = terminal.log_index().game
    get = phones.service.client.get
    (listed,) = typed(terminal, "games", game.id)
    assert listed == next(each for each in get("/api/games").json() if each["game"] == game.id)
    rules = typed(terminal, "rule", "--game", game.id, "--search", "card")
    assert rules == get("/api/rules", params={"game": game.id, "q": "card"}).json()


@pytest.fixture
def laid(tmp_path):
    """Take back the cards of a round behind both doors, and lay another for C: hers alone waits at last."""
    lines = recorded(GAMES / "niagara" / "four-alike-3p-zh.jsonl")[:4]
    terminal, phones = Terminal(tmp_path / "typed.db", lines), Phones(tmp_path / "tapped.db", lines)
    for door in (terminal, phones):
        door.take_back(None, 1)
        assert door.tell({"type": "paddle_chosen", "seat": "C", "card": 1}).written
    yield terminal, phones
    phones.close()


def test_where_telling_again_stops_is_told_alike(laid):
    """First after an act that was possible, then at once: what stopped it, what waits, what may be done."""
    terminal, phones = laid
    for verdict, again in (("accepted", 2), ("refused", 0)):
        asked = {"json": {"seen": phones.log_index().revision, "key": verdict}}
        said = tapped(phones, "/again", "POST", **asked)
        assert [of_itself(each) for each in typed(terminal, "again", TABLE)] == [of_itself(said)]
        assert (verdict, again, 1) == (said["verdict"], said["again"], len(said["left"]))
        assert said["stuck"]["rules"]
        assert said == tapped(phones, "/again", "POST", **asked)
