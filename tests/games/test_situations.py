"""Situations walked by hand, as data: what is said at a table, and what the referee makes of it.

`fixtures/situations/<game>.txt`: `=` begins a situation with its title. `at` opens its table (seats, then
what else the opening says) or names a line of a recorded game, `after` goes on from another situation.

A line is an act, in words or as JSON, that is accepted. `still` begins one that changes nothing, `anyway` a
refused one that is played as the referee offers it; `first` takes what is listed first, so many times. `no`
is followed by rules, or a reason, by which the act after the colon is refused, `told` by all its facts,
`says` by its words.

Of the last act `cites` has all rules, `follows` one of its consequences, `writes` its line in each language.
`is` says what holds of the game, `lists` what is possible and `lists no` what is not.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from events.base import TABLE, Event
from events.table import TableOpened
from referee.kernel.game import Game, NotationError
from referee.kernel.registry import codec_for, find_game
from referee.kernel.verdict import Accepted, Refused
from referee.l10n import LANGUAGES, say
from referee.l10n.wording import notate, parse
from referee.service.desk.changes.correct import correction_of
from referee.service.desk.changes.ways_round import played_anyway
from referee.service.files.text_record.shared_lines import read_shared
from referee.testing.referee_a_ruling import holds, plain
from tests.games.typed import after_line
from tests.house.sources import ROOT

Told = dict[str, list[str]]
"""The lines of each situation, by its title."""


def situations(path: Path) -> Told:
    """Read the situations of a game."""
    told: Told = {}
    for line in filter(None, path.read_text("utf-8").splitlines()):
        if line.startswith("= "):
            told[line[2:]] = lines = []
        elif not line.startswith("#"):
            lines.append(line)
    return told


class Walk:
    """A game, and how far a situation of it is told."""

    def __init__(self, game: Game, told: Told, title: str) -> None:
        self.game, self.told = game, told
        self.state = self.before = None
        self.verdict: Any = None
        for line in told[title]:
            word, _, rest = line.partition(" ")
            step = getattr(self, f"say_{word}", None)
            if step is None:
                self.take(self.event(line))
            else:
                step(rest)

    def event(self, line: str) -> Event:
        """Read an act."""
        if line.startswith("{"):
            return codec_for(self.game.id).event(line.encode())
        return read_shared(self.state, line, "en")[0] or parse(self.state, line)

    def take(self, event: Event) -> None:
        """Take an act that is accepted: its facts fold to a sound state."""
        self.before, self.verdict = self.state, self.game.decide(self.state, event)
        assert isinstance(self.verdict, Accepted), (event, self.verdict)
        for fact in self.verdict.facts:
            self.state = self.game.evolve(self.state, fact.event)
        assert self.verdict.state == self.state
        assert () == self.game.invariants(self.state), event

    def say_at(self, said: str) -> None:
        if "/" in said:
            name, _, line = said.partition(" ")
            self.state = after_line(name, int(line))
            return
        seats = [word for word in said.split() if "=" not in word]
        named = dict(word.split("=") for word in said.split()[len(seats) :])
        own = {name: named.pop(name) for name in ("edition", "chance", "seed") if name in named}
        self.take(TableOpened(game=self.game.id, seats=tuple(seats), options=named, **own))  # type: ignore[arg-type]

    def say_after(self, title: str) -> None:
        self.state = Walk(self.game, self.told, title).state

    def say_first(self, times: str) -> None:
        for _ in range(int(times)):
            self.take(self.game.legal(self.state, self.game.acting(self.state)[0])[0])

    def say_anyway(self, line: str) -> None:
        act = self.event(line)
        assert isinstance(self.game.decide(self.state, act), Refused)
        facts = played_anyway(self.game, self.state, act).facts
        self.take(correction_of(self.game, self.state, facts, act=act))

    def say_still(self, line: str) -> None:
        before = self.state
        self.take(self.event(line))
        assert before == self.state

    def say_no(self, said: str) -> None:
        why, _, line = said.partition(": ")
        try:
            self.verdict = self.game.decide(self.state, self.event(line))
        except NotationError as error:
            self.verdict = Refused(error.reason, (), error.args_)
        assert isinstance(self.verdict, Refused), line
        assert set(why.split()) <= {self.verdict.reason, *self.verdict.rules}, self.verdict

    def say_told(self, args: str) -> None:
        assert json.loads(args) == plain(self.verdict.args)

    def say_says(self, words: str) -> None:
        assert words == say(self.verdict.reason, "en", **self.verdict.args)

    def say_cites(self, rules: str) -> None:
        assert tuple(rules.split()) == self.verdict.facts[0].rules

    def say_follows(self, event: str) -> None:
        facts = [plain(fact.event) for fact in self.verdict.facts[1:]]
        assert any(holds(json.loads(event), fact) for fact in facts), facts

    def say_writes(self, lines: str) -> None:
        event = self.verdict.facts[0].event
        assert lines.split(" | ") == [notate(self.before, event, lang) for lang in LANGUAGES]

    def say_lists(self, said: str) -> None:
        event = self.event(said.removeprefix("no "))
        assert (event in self.game.legal(self.state, getattr(event, "seat", TABLE))) != said.startswith("no ")

    def say_is(self, claims: str) -> None:
        game, state = self.game, self.state
        now = {"acting": game.acting(state), "phase": game.phase(state), "winners": game.winners(state)}
        now |= {"position": game.position(state, "referee"), "view": game.view(state, None)}
        assert holds(json.loads(claims), plain(now)), plain(now)


TITLES = [
    pytest.param(find_game(path.stem), told, title, id=title)
    for path in sorted((ROOT / "fixtures" / "situations").glob("*.txt"))
    for told in [situations(path)]
    for title in told
]


@pytest.mark.parametrize(("game", "told", "title"), TITLES)
def test_a_situation_comes_out_as_it_is_told(game, told, title):
    """Line by line."""
    Walk(game, told, title)
