"""`referee play`: a whole table round one keyboard."""

import sys
from typing import Annotated, Any

import typer

from cli.curtain import Keyboard
from cli.opening import OPTIONS, Edition, Names, Options, Seats, open_new
from cli.refusal import offers, reasons
from cli.session import Session
from cli.tables import Desk, sit_down
from cli.telling import board, possible, result, told_facts
from events.base import TABLE, type_of
from referee.kernel.game import NotationError
from referee.kernel.registry import GAMES
from referee.kernel.verdict import Refused

EXAMPLE = """\
Examples:

\b
  referee play niagara --seats A,B,C --names Ada,Ben,Chie
  referee play evening
"""

QUIT = {"quit", "exit", "q"}


def command(
    ctx: typer.Context,
    table: Annotated[str, typer.Argument(metavar="TABLE|GAME", help="A table, or a game to open one for.")],
    seats: Seats = "A,B,C",
    names: Names = None,
    edition: Edition = None,
    option: Options = None,
) -> None:
    """Referee a whole table round one keyboard."""
    session = ctx.ensure_object(Session)
    if table in GAMES:
        table = open_new(session, table, None, seats, names, edition, option)
        session.tell(session.say("cli.table_opened", table=table))
    Party(session, sit_down(session, table)).play()


class Party:
    """One evening at one keyboard."""

    def __init__(self, session: Session, desk: Desk) -> None:
        self.session, self.desk, self.keyboard = session, desk, Keyboard(session)
        self.refusal: Refused | None = None
        self.drawn = -1

    def play(self) -> None:
        """Go on asking whoever may act, until the game is over or somebody quits."""
        while actors := self.desk.acting:
            if not self.take_turn(actors[0]):
                self.session.tell(self.session.say("cli.left", table=self.desk.name))
                return
        self.draw()
        print(result(self.session, self.desk))

    def take_turn(self, seat: str) -> bool:
        """Ask one seat until something is recorded; False when everybody wants to stop."""
        if self.is_secret(seat):
            return self.ask_in_secret(seat)
        self.draw()
        return self.ask(seat)

    def is_secret(self, seat: str) -> bool:
        """Whether what a seat does next is nobody else's business."""
        events = self.desk.legal(seat)
        return bool(events) and type_of(events[0]) in self.desk.game.sealed

    def ask_in_secret(self, seat: str) -> bool:
        """Hand the keyboard over behind a curtain, ask, and draw the curtain again."""
        self.draw()
        if not self.keyboard.hand_to(self.desk.name_of(seat)):
            return False
        self.drawn = -1
        goes_on = self.ask(seat, secret=True)
        self.keyboard.wipe()
        return goes_on

    def ask(self, seat: str, *, secret: bool = False) -> bool:
        """Ask one seat until something is recorded."""
        revision = self.desk.revision
        while self.desk.revision == revision:
            line = self.keyboard.ask(self.prompt(seat), self.offered(seat), secret=secret)
            if line is None or line.lower() in QUIT:
                return False
            self.obey(seat, line, secret=secret)
        return True

    def prompt(self, seat: str) -> str:
        """Name who is asked."""
        if seat == TABLE:
            return self.session.say("cli.prompt_table")
        return f"{self.desk.name_of(seat)}> "

    def offered(self, seat: str) -> list[str]:
        """List the lines Tab completes."""
        return [self.desk.notate(event) for event in self.desk.legal(seat)]

    def obey(self, seat: str, line: str, *, secret: bool) -> None:
        """Do what a line says: one of the words for the keyboard, or an action."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help" | "legal":
                self.session.tell(self.session.say("cli.play_help"))
                self.session.tell(possible(self.session, self.desk, (seat,)))
            case "why":
                self.explain()
            case "show":
                self.draw(again=True)
            case "back":
                self.take_back(rest)
            case "anyway":
                self.play_anyway(rest)
            case _:
                self.act(seat, line, secret=secret)

    def act(self, seat: str, line: str, *, secret: bool = False) -> None:
        """Put an action to the referee; an empty line takes what is offered first to the table."""
        if not line:
            if seat != TABLE:
                return
            line = self.desk.notate(self.desk.legal(TABLE)[0])
        try:
            event = self.desk.read(line, seat)
        except NotationError as error:
            self.session.tell(self.desk.not_understood(self.session, error))
            return
        self.put(event, secret=secret)

    def put(self, event: Any, *, secret: bool = False) -> None:
        """Submit an event; say what followed, or why not."""
        before = self.desk.state
        answer = self.desk.submit(event)
        if isinstance(answer, Refused):
            self.refusal = answer
            self.session.tell(reasons(self.session, answer, self.desk))
            self.session.tell(self.session.say("cli.ask_why"))
        elif not secret:
            print("\n".join(told_facts(self.session, self.desk, before, answer.facts)))
        elif len(answer.facts) > 1:
            self.keyboard.wipe()
            print("\n".join(told_facts(self.session, self.desk, before, answer.facts)[1:]))

    def explain(self) -> None:
        """Explain the last refusal, rules and sources included."""
        if self.refusal is None:
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        self.session.tell(reasons(self.session, self.refusal, self.desk, full=True))
        self.session.tell(offers(self.session, self.refusal, self.desk.name, typed="anyway"))

    def take_back(self, to: str) -> None:
        """Take back the last action, or everything after an entry."""
        self.put(self.desk.taking_back(int(to) if to.isdecimal() else None))
        self.drawn = -1

    def play_anyway(self, change: str) -> None:
        """Record what the table decides: a house rule, or facts the board shows."""
        self.put(self.desk.decided_by_table(change))
        self.drawn = -1

    def draw(self, *, again: bool = False) -> None:
        """Show the board as everybody may see it, once for each revision."""
        if again or self.drawn != self.desk.revision:
            print(board(self.session, self.desk))
            sys.stdout.flush()
            self.drawn = self.desk.revision


__all__ = ["EXAMPLE", "OPTIONS", "command"]
