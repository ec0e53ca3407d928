"""Cards that nobody ever showed: unknown is no zero, and who won is said only where it does not matter."""

import json
from pathlib import Path
from typing import Any

import pytest

from referee.games.lifeboat import GAME
from referee.games.lifeboat.events import HandRevealed
from referee.games.lifeboat.score import total_range
from referee.games.lifeboat.state import State
from referee.kernel.verdict import Accepted
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from referee.l10n.score import amount_words, reading_words
from referee.service.answers.tables import make_score
from referee.service.files.check import Summary
from referee.service.files.importing import open_file
from referee.service.files.record_file import check_file
from referee.service.logs.replay import replay
from referee.service.timeline import make_timeline

RECORD = Path(__file__).parents[3] / "fixtures" / "games" / "lifeboat" / "five-physical-5p-en.jsonl"
UNSHOWN = {"type": "hand_revealed", "love": None, "hate": None}


def ended(tmp_path: Path, *seats: str, **shown: Any) -> State:
    """End the recorded game, the cards of some seats never shown but for what is said to be `shown`."""
    path = tmp_path / "open.jsonl"
    lines = [json.loads(line) for line in RECORD.read_text().splitlines()]
    for line in lines:
        if line["type"] == "hand_revealed" and line["seat"] in seats:
            line.update({**UNSHOWN, "hand": [None] * len(line.get("hand", ())), **shown})
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    state: State = replay(open_file(path)).state
    return state


def test_four_cards_face_down_count_as_unknown_and_nobody_is_named(tmp_path: Path) -> None:
    """Ann leads by what was shown; what Dee has may be as much."""
    state = ended(tmp_path, "Dee")
    tally = GAME.tally(state)
    amounts = {line.item: line.amount for line in tally.lines if line.seat == "Dee"}
    assert dict.fromkeys(("score.treasure", "score.love", "score.hate", "score.total")) == {
        item: amount for item, amount in amounts.items() if amount is None
    }
    assert ((), ("Dee",)) == (GAME.winners(state), GAME.undecided(state))
    assert {((), ("Dee",))} == {(one.winners, one.depends_on) for one in tally.readings}


def test_who_cannot_catch_up_changes_nothing(tmp_path: Path) -> None:
    """Cal is lost at sea with no card: a love and a hate are not enough."""
    state = ended(tmp_path, "Cal")
    assert None in [line.amount for line in GAME.tally(state).lines if line.seat == "Cal"]
    assert (("Ann", "Dee"), ()) == (GAME.winners(state), GAME.undecided(state))


def test_the_last_love_and_hate_are_known_without_being_shown(tmp_path: Path) -> None:
    """There is one of each for every character; only the four cards are open."""
    unshown, narrower = ended(tmp_path, "Dee"), ended(tmp_path, "Dee", love="captain", hate="mate")
    ranges = [total_range(state, state.index["Dee"], state.result) for state in (unshown, narrower)]
    assert [(14, 22), (14, 22)] == ranges


@pytest.mark.parametrize("seat", ["Ann", "Ben", "Cal", "Dee", "Eve"])
def test_what_a_seat_really_had_lies_between_its_least_and_its_most(tmp_path: Path, seat: str) -> None:
    whole, state = ended(tmp_path), ended(tmp_path, seat)
    least, most = total_range(state, state.index[seat], state.result)
    assert least <= whole.result.scores[seat].total <= most


def test_cards_that_are_shown_after_all_settle_it(tmp_path: Path) -> None:
    state = ended(tmp_path, "Dee")
    shown = HandRevealed("Dee", ("cash", "painting3", "water", "cash"), "captain", "mate")
    verdict = GAME.decide(state, shown)
    assert isinstance(verdict, Accepted)
    assert (("Ann", "Dee"), ()) == (GAME.winners(verdict.state), GAME.undecided(verdict.state))
    assert 19 == GAME.view(verdict.state, None).scores["Dee"].total
    assert None not in [line.amount for line in GAME.tally(verdict.state).lines]


def test_each_door_says_that_it_is_not_known_yet(tmp_path: Path) -> None:
    state = ended(tmp_path, "Dee")
    answer = make_score(GAME, state, GAME.tally(state), ())
    assert (True, (), ("Dee",)) == (answer.over, answer.winners, answer.depends_on)
    *_, summary = check_file(tmp_path / "open.jsonl")
    assert isinstance(summary, Summary)
    assert ("ended", None) == (summary.phase, summary.winners)
    own = GAME.tally(state).readings[0]
    for lang in LANGUAGES:
        said = reading_words("lifeboat", own, lang, {})
        assert ("Dee" in said, "Ann" in said) == (True, False)
        assert "Dee" in event_words(state.result, lang, {})
    assert "By what was shown" in event_words(state.result, "en", {})
    assert "?" == amount_words(None)


def test_a_chart_leaves_out_what_is_unknown(tmp_path: Path) -> None:
    ended(tmp_path, "Dee")
    assert ["score.wounds"] == [one.item for one in make_timeline(open_file(tmp_path / "open.jsonl")).series]


def test_a_game_that_is_wholly_shown_is_as_it_was() -> None:
    state = replay(open_file(RECORD)).state
    assert (state.result.winners, ()) == (GAME.winners(state), GAME.undecided(state))
