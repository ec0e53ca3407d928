"""The game that `referee scaffold` copies can be imported and opened, whatever the kernel calls its parts."""

from importlib import import_module

from events.table import TableOpened
from referee.kernel.verdict import Accepted
from referee.testing.scaffold import scaffold


def test_a_scaffolded_game_opens_and_is_drawn(tmp_path, monkeypatch):
    assert [*scaffold("marbles", tmp_path)]
    monkeypatch.syspath_prepend(tmp_path / "marbles")
    game = import_module("marbles").GAME
    opened = game.decide(None, TableOpened(game="marbles", seats=("A", "B")))
    assert isinstance(opened, Accepted)
    assert game.legal(opened.state, "A")
    assert import_module("marbles.board").BOARD.draw_text is not None
