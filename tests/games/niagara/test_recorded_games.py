"""Recorded games of Niagara, refereed again from nothing for ever."""

import json
from functools import cache
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from events.base import REFEREE
from events.table import TableClosed
from referee.games.niagara import GAME
from referee.games.niagara.charter import CHARTER
from referee.games.niagara.ending import is_hopeless
from referee.games.niagara.events import GameEnded
from referee.games.niagara.state import UNKNOWN, State
from referee.l10n.wording import notate, parse
from referee.service.check import Checked, Summary, check_file, check_lines
from tests.games.niagara.features import FEATURES, ending, shown_by
from tests.games.niagara.records import GAMES, Replay, read, records, referee

each_game = pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)


@cache
def replayed(path: Path) -> Replay:
    """Referee a record once for all tests."""
    return referee(read(path))


@each_game
def test_a_recorded_game_is_accepted_to_its_end(path: Path) -> None:
    """Every line is accepted; the last ends the game under the rules, or gives it up where none can win."""
    last = replayed(path).steps[-1].facts[-1]
    if isinstance(last, TableClosed):
        assert is_hopeless(replayed(path).state)
    else:
        assert isinstance(last, GameEnded)
        assert last == replayed(path).state.result


@each_game
def test_the_service_referees_a_recorded_game_the_same(path: Path) -> None:
    """`check` accepts every line, taking back and claimed consequences among them, with the same end."""
    *lines, summary = check_file(path)
    assert isinstance(summary, Summary)
    assert len(lines) == summary.accepted
    assert GAME.winners(replayed(path).state) == summary.winners
    assert GAME.position(replayed(path).state, REFEREE) == summary.position


def test_a_consequence_claimed_wrongly_is_refused_where_it_stands() -> None:
    """A record that says another gem was banked is refused at that very line."""
    lines = (GAMES / "every-consequence-4p-zh.jsonl").read_bytes().splitlines()
    at = next(i for i, line in enumerate(lines) if b'"gem_banked"' in line)
    gem = json.loads(lines[at])["gem"].encode()
    lines[at] = lines[at].replace(gem, b"ruby" if gem != b"ruby" else b"amber")
    *checked, _ = check_lines(lines)
    assert isinstance(checked[-1], Checked)
    assert (at + 1, "refused") == (checked[-1].line, checked[-1].verdict)


@each_game
def test_a_recorded_game_stays_sound_after_every_event(path: Path) -> None:
    """Seven gems of a colour, two canoes and seven cards a seat, from the first event to the last."""
    state: State | None = None
    for step in replayed(path).kept:
        for event in step.facts:
            state = GAME.evolve(state, event)
            assert not GAME.invariants(state), (step.line, event)
    assert replayed(path).state == state


@each_game
def test_a_recorded_game_takes_only_legal_actions(path: Path) -> None:
    """What a seat did is in the list of what it might have done, in its plainest form."""
    for step in replayed(path).steps:
        seat = getattr(step.event, "seat", None)
        if step.before and seat:
            assert step.facts[0] in GAME.legal(step.before, seat), step.line


@each_game
def test_a_recorded_game_can_be_told_in_notation(path: Path) -> None:
    """Every action has a line that means it."""
    for step in replayed(path).steps:
        if step.before and getattr(step.event, "seat", None):
            assert step.facts[0] == parse(step.before, notate(step.before, step.facts[0]))


@each_game
def test_consequences_in_a_record_are_all_there_or_left_out(path: Path) -> None:
    """A record with consequences has every one of them."""
    assert replayed(path).claimed in (0, replayed(path).derived)


@each_game
def test_nobody_sees_the_hand_or_the_face_down_card_of_another(path: Path) -> None:
    """A view holds its own seat's hand and laid card, and of the others only what lies open."""
    for step in replayed(path).steps:
        for asker in (*step.after.seats, None):
            assert {asker} >= set(GAME.position(step.after, asker).hands or {})
            assert [known(step.after, i, asker) for i in range(len(step.after.seats))] == [
                (paddle.shown, paddle.hand, paddle.own)
                for paddle in GAME.view(step.after, asker).paddles.values()
            ]


def known(state: State, i: int, asker: str | None) -> tuple[object, ...]:
    """Give what somebody may know of a seat: the card shown, and one's own hand and laid card."""
    own = None if state.laid[i] == UNKNOWN else state.laid[i]
    return (state.shown[i], *((state.hands[i], own) if state.seats[i] == asker else (None, None)))


def test_the_recorded_games_end_as_they_did(snapshot: SnapshotAssertion) -> None:
    """One line a game: who won, how, and what each brought home."""
    assert snapshot == "\n".join(outcome(path) for path in records())


def outcome(path: Path) -> str:
    """Tell how a game ended in one line."""
    end = ending(replayed(path))
    winners = " and ".join(end.winners) or "nobody"
    table = ", ".join(f"{s.rank} {s.seat} {s.gems} gems worth {s.value}" for s in end.standings)
    rounds = replayed(path).state.round - 1
    return f"{path.stem}: {winners} ({end.reason}) in round {rounds}: {table}".rstrip(": ")


def test_what_each_recorded_game_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each game, read off its events and not its name."""
    shown = {path.stem: shown_by(replayed(path)) for path in records()}
    assert snapshot == "\n".join(f"{name}\n  " + "\n  ".join(found) for name, found in shown.items())


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_game_shows(feature: str) -> None:
    """Everything on the list is in a recorded game, every way a game can end among it."""
    assert any(FEATURES[feature](replayed(path)) for path in records())


@pytest.mark.parametrize("reading", ["goal_met", *CHARTER.switches["tie_break"].values])
def test_some_recorded_game_ends(reading: str) -> None:
    """There is a game for one winner, and for every way of settling a tie."""
    assert any(reading == ending(replayed(path)).reason for path in records())


@pytest.mark.parametrize("edition", CHARTER.editions)
@pytest.mark.parametrize("players", CHARTER.players)
def test_some_recorded_game_has(edition: str, players: int) -> None:
    """Every number of players has a game in every edition."""
    tables = [(replayed(path).state.edition, len(replayed(path).state.seats)) for path in records()]
    assert (edition, players) in tables
