"""`referee replay`: play a log again, board by board."""

from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.session import Session
from cli.tables.find_table import Source, SourceArgument, find_source, whole_part

if TYPE_CHECKING:
    from events.base import Event
    from events.envelope import Entry
    from referee.kernel.game import Game
    from referee.kernel.table import TableState

EXAMPLE = """\
Examples:

\b
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
    Player(session, found, every=every or step, step=step).run(to)


class Player:
    """Shows a log entry by entry; an action with all its consequences makes one step."""

    def __init__(self, session: Session, source: Source, *, every: bool, step: bool) -> None:
        from referee.service.logs.log_index import secrets_of

        self.session, self.source, self.every, self.step = session, source, every, step
        self.secrets = secrets_of(source.log)

    def run(self, to: int | None) -> None:
        """Walk through the log as the table lived it."""
        from referee.kernel.registry import find_game
        from referee.service.logs.replay import head_of, states

        upto = None if to is None else self.source.seq_of(to, head_of(self.source.log).revision)
        whole, damage = whole_part(self.source)
        game = before = seq = None
        for seq, entry, after in states(self.source.log, min(upto or whole, whole)):
            game = game or find_game(after.game)
            if entry.kind != "consequence" and before is not None and not self.pause(game, before):
                return
            self.tell(game, before, seq, entry, after)
            before = after
        if game is not None and before is not None and not self.session.as_json:
            self.draw(game, before)
        if damage is not None and (upto is None or upto > whole):
            raise damage
        if to is None:
            self.source.finish()

    def tell(
        self, game: "Game", before: "TableState | None", seq: int, entry: "Entry[Event]", after: "TableState"
    ) -> None:
        """Show one entry."""
        from cli.output.sentences import sentence

        event = self.secrets.redact(seq, entry.event)
        if self.session.as_json:
            from referee.service.answers.tables import make_replayed

            self.session.emit(make_replayed(game, before, seq, event, after, self.session.lang))
            return
        indent = "  " if entry.kind == "consequence" else ""
        print(f"{seq:>5} {indent}{sentence(self.session, before, event)}")

    def pause(self, game: "Game", state: "TableState") -> bool:
        """Draw the board and wait, where the options ask for it; False where the person has seen enough."""
        if self.session.as_json or not self.every:
            return True
        self.draw(game, state)
        if not self.step:
            return True
        from cli.interactive.keyboard import Keyboard

        answer = Keyboard(self.session).ask(self.session.say("cli.press_enter"))
        return answer is not None and answer.lower() not in {"q", "quit"}

    def draw(self, game: "Game", state: "TableState") -> None:
        """Draw the board as everybody could see it."""
        from cli.output.sentences import board

        print(board(self.session, game, state))
