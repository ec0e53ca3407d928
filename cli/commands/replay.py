"""`referee replay`: play a log again, board by board."""

from typing import Annotated

import typer

from cli.interactive.keyboard import Keyboard
from cli.output.sentences import draw_board, sentence
from cli.parameters import SourceArgument
from cli.session import Session
from cli.sources import Source, find_source, whole_part
from events.base import Event
from events.envelope import Entry
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.table import TableState
from referee.service.answers.tables import make_replayed
from referee.service.logs.log_index import LogIndex
from referee.service.logs.replay import head_of, states
from referee.service.wording import as_worked_out

EXAMPLE = """\
referee replay game.jsonl
referee replay evening --to 40 --every
referee replay evening --step
"""


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    to: Annotated[
        int | None, typer.Option(metavar="N", help="Stop after entry N (of a record: line N).")
    ] = None,
    step: Annotated[bool, typer.Option("--step", help="Wait for Enter after every action.")] = False,
    every: Annotated[bool, typer.Option("--every", help="Draw the board after every action.")] = False,
) -> None:
    """Play a log again, board by board."""
    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    _Player(session, found, every=every or step, step=step).run(to)


class _Player:
    """Prints a log entry by entry; `every` draws the board after each act, `step` waits there too."""

    def __init__(self, session: Session, source: Source, *, every: bool, step: bool) -> None:
        self.session, self.source, self.every, self.step = session, source, every, step
        self.log_index = LogIndex(source.log, forgiving=True)

    def run(self, to: int | None) -> None:
        """Show the log up to entry `to`, or (None) all; raise what is wrong with it after what is whole."""
        upto = None if to is None else self.source.seq_of(to, head_of(self.source.log).revision)
        whole, damage = whole_part(self.source)
        game = before = seq = None
        for seq, entry, after in states(self.source.log, min(upto or whole, whole)):
            game = game or find_game(after.game)
            if entry.kind != "consequence" and before is not None and not self.pause(game, before):
                return
            self.print_entry(game, before, seq, entry, after)
            before = after
        if game is not None and before is not None and not self.session.as_json:
            self.draw(game, before)
        if damage is not None and (upto is None or upto > whole):
            raise damage
        if to is None:
            self.source.finish()

    def print_entry(
        self, game: Game, before: TableState | None, seq: int, entry: Entry[Event], after: TableState
    ) -> None:
        """Print one entry; `before` is the state before it, None for the opening."""
        event, source = self.log_index.secrets.redact(seq, entry.event), self.log_index.source_of(seq)
        if self.session.as_json:
            self.session.emit(make_replayed(game, before, entry, event, after, self.session.lang))
            return
        follows, words = entry.kind == "consequence", sentence(self.session, before, event)
        if source is not None and not follows:
            words = as_worked_out(words, self.session.lang)
        print(f"{seq:>5} {'  ' * (follows + (source is not None))}{words}")

    def pause(self, game: Game, state: TableState) -> bool:
        """Draw the board and wait, where that was asked for; return False where the person wants no more."""
        if self.session.as_json or not self.every:
            return True
        self.draw(game, state)
        if not self.step:
            return True
        answer = Keyboard(self.session).ask(self.session.say("cli.press_enter"))
        return answer is not None and answer.lower() not in {"q", "quit"}

    def draw(self, game: Game, state: TableState) -> None:
        print(draw_board(self.session, game, state))
