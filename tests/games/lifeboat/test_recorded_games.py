"""Recorded games of Lifeboat, refereed again from nothing for ever."""

from functools import cache
from pathlib import Path

import msgspec
import pytest
from syrupy.assertion import SnapshotAssertion

from events.base import REFEREE
from referee.games.lifeboat import GAME
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.events import (
    CardsTraded,
    GameEnded,
    NavigationChosen,
    NavigationContent,
    SpecialUsed,
)
from referee.games.lifeboat.secrecy import SECRETS, redacted
from referee.games.lifeboat.state import State
from referee.l10n import say
from referee.l10n.wording import notate, parse
from referee.service.check import Checked, Summary, check_file
from tests.games.lifeboat.features import FEATURES, ending, shown_by
from tests.games.lifeboat.records import IMPOSSIBLE, Replay, Step, read, records, referee

each_game = pytest.mark.parametrize("path", records(), ids=lambda path: path.stem)


@cache
def replayed(path: Path) -> Replay:
    """Referee a record once for all tests."""
    return referee(read(path))


@each_game
def test_a_recorded_game_is_accepted_to_its_end(path: Path) -> None:
    """Every line is accepted, but one in a record of an impossible card; the game is scored."""
    replay = replayed(path)
    assert any(isinstance(event, GameEnded) for step in replay.steps for event in step.facts)
    assert len(replay.refused) == path.stem.startswith(IMPOSSIBLE)


@each_game
def test_the_service_referees_a_recorded_game_the_same(path: Path) -> None:
    """`check` passes over what is refused, and comes to the same end."""
    *lines, summary = check_file(path, keep_going=True)
    assert isinstance(summary, Summary)
    refused = [each.line for each in lines if isinstance(each, Checked) and each.verdict != "accepted"]
    assert refused == [line for line, _ in replayed(path).refused]
    assert GAME.winners(replayed(path).state) == summary.winners
    assert GAME.position(replayed(path).state, REFEREE) == summary.position


def test_an_impossible_card_is_explained_by_the_entries_that_clash() -> None:
    """The refusal names entries that cannot all be true, the one shown among them."""
    path = next(path for path in records() if path.stem.startswith(IMPOSSIBLE))
    ((line, refused),) = replayed(path).refused
    assert "lifeboat.impossible_card" == refused.reason
    assert "LIF-INFO-01" == refused.rules[0]
    shown = notate(None, read(path)[line - 1])
    assert shown in [entry["line"] for entry in refused.args["entries"]]


@pytest.mark.parametrize(("lang", "day"), [("en", "day 2: "), ("zh-Hans", "第 2 天："), ("ja", "2日目：")])
def test_the_entries_that_clash_are_told_in_the_language_of_whoever_reads(lang: str, day: str) -> None:
    """Days are counted as each language counts them."""
    (path,) = (path for path in records() if path.stem.startswith(IMPOSSIBLE))
    ((_, refused),) = replayed(path).refused
    assert day in say(refused.reason, lang, **refused.args)


@each_game
def test_a_recorded_game_stays_sound_after_every_event(path: Path) -> None:
    """Every provision, navigation card and seat once, from the first event to the last."""
    state: State | None = None
    for step in replayed(path).steps:
        for event in step.facts:
            state = GAME.evolve(state, event)
            assert not GAME.invariants(state), (step.line, event)
    assert replayed(path).state == state


@each_game
def test_a_recorded_game_takes_only_legal_actions(path: Path) -> None:
    """What a seat did is in the list of what it might have done, in its plainest form."""
    for step in replayed(path).steps:
        seat = getattr(step.event, "seat", None)
        if step.before and seat and is_listed(step):
            assert step.event in GAME.legal(step.before, seat), step.line


def is_listed(step: Step) -> bool:
    """Whether an event is an action of a kind that is listed card by card."""
    event = step.event
    has_drawn = isinstance(event, SpecialUsed) and bool(event.drawn)
    is_new_card = isinstance(event, NavigationChosen) and isinstance(event.card, NavigationContent)
    legal = GAME.legal(step.before, getattr(event, "seat", ""))
    is_action = type(event) in {type(each) for each in legal} and not isinstance(event, CardsTraded)
    return is_action and not has_drawn and not is_new_card


@each_game
def test_a_recorded_game_can_be_told_in_notation(path: Path) -> None:
    """Every line has a notation that means it."""
    for step in replayed(path).steps:
        if step.before and getattr(step.event, "seat", None):
            assert step.event == parse(step.before, notate(step.before, step.facts[0]))


@each_game
def test_consequences_in_a_record_are_all_there_or_left_out(path: Path) -> None:
    """A record with consequences has every one of them."""
    assert replayed(path).claimed in (0, replayed(path).derived)


@each_game
def test_nobody_sees_the_secrets_of_another(path: Path) -> None:
    """A view holds its own seat's hand, love and hate, and of others only what was turned up."""
    for step in replayed(path).steps:
        for asker in (*step.after.seats, None):
            position = GAME.position(step.after, asker)
            assert {asker} >= {*(position.hands or {}), *(position.love or {}), *(position.hate or {})}
            assert [known(step.after, i, asker) for i in range(len(step.after.seats))] == [
                (person.cards, person.hand, person.love, person.hate)
                for person in GAME.view(step.after, asker).people.values()
            ]


def known(state: State, i: int, asker: str | None) -> tuple[object, ...]:
    """Give what somebody may know of a seat: how many cards, and all there is of one's own or turned up."""
    hand = state.hands[i]
    is_known = state.seats[i] == asker or state.revealed >> i & 1
    secrets = (hand, state.love[i], state.hate[i]) if is_known else (None, None, None)
    return (None if hand is None else len(hand), *secrets)


@each_game
def test_nobody_reads_a_hidden_card_in_the_log_of_another(path: Path) -> None:
    """An event told to a seat that it does not concern holds no card but those that lie open."""
    for step in replayed(path).steps:
        secret = SECRETS.get(type(step.event))
        if secret is None or getattr(step.event, "openly", False):
            continue
        names = msgspec.json.encode([getattr(step.event, knower) for knower in secret.knowers]).decode()
        for asker in (*(seat for seat in step.after.seats if seat not in names), None):
            told = redacted(step.event, asker)
            cards = msgspec.json.encode([getattr(told, field) for field in secret.fields]).decode()
            assert not set(cards) - set("[]nul,"), (step.line, asker)


def test_the_recorded_games_end_as_they_did(snapshot: SnapshotAssertion) -> None:
    """A few lines a game: who won on which day, and the score sheet."""
    assert snapshot == "\n".join(outcome(path) for path in records())


def outcome(path: Path) -> str:
    """Tell how a game ended."""
    state, end = replayed(path).state, ending(replayed(path))
    lines = [f"{path.stem}: {' and '.join(end.winners)} on day {state.day}"]
    for i, seat in enumerate(state.seats):
        score = end.scores[seat]
        parts = f"{score.survival}+{score.treasure}+{score.love}+{score.hate}={score.total}"
        who = f"{state.character[i]}, loves {state.love[i]}, hates {state.hate[i]}"
        lines.append(f"  {seat} ({who}) {GAME.view(state, None).people[seat].status}: {parts}")
    return "\n".join(lines)


def test_what_each_recorded_game_shows(snapshot: SnapshotAssertion) -> None:
    """The features of each game, read off its events and not its name."""
    shown = {path.stem: shown_by(replayed(path)) for path in records()}
    assert snapshot == "\n".join(f"{name}\n  " + "\n  ".join(found) for name, found in shown.items())


@pytest.mark.parametrize("feature", FEATURES)
def test_some_recorded_game_shows(feature: str) -> None:
    """Everything on the list is in a recorded game."""
    assert any(FEATURES[feature](replayed(path)) for path in records())


@pytest.mark.parametrize("edition", CHARTER.editions)
@pytest.mark.parametrize("players", CHARTER.players)
def test_some_recorded_game_has(edition: str, players: int) -> None:
    """Every number of players has a game in every edition."""
    tables = [(replayed(path).state.edition, len(replayed(path).state.seats)) for path in records()]
    assert (edition, players) in tables
