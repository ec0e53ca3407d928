"""`referee play`: a whole table round one keyboard."""

import sys
from typing import Annotated, Any

import typer

from cli.curtain import Keyboard
from cli.opening import ChanceOf, Edition, Names, Options, Seats, open_new
from cli.session import Session
from cli.tables import in_force_before, sit_down
from events.base import TABLE, Event, type_of
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
    chance: ChanceOf = "table",
) -> None:
    """Referee a whole table round one keyboard."""
    session = ctx.ensure_object(Session)
    if table in GAMES:
        at = open_new(session, table, None, seats, names, edition, option, chance=chance)
        session.tell(session.say("cli.table_opened", table=at.name))
    else:
        at = sit_down(session, table)
    Party(session, at).play()


class Party:
    """One evening at one keyboard: asks whoever may act, seat by seat."""

    def __init__(self, session: Session, at: Any) -> None:
        self.session, self.at, self.keyboard = session, at, Keyboard(session)
        self.refused: Refused | None = None
        self.wanted: Event | None = None
        self.drawn = -1

    def play(self) -> None:
        """Go on until the game is over or somebody quits."""
        while actors := self.at.game.acting(self.at.state):
            if not self.ask(actors[0]):
                self.session.tell(self.session.say("cli.left", table=self.at.name))
                return
        self.draw()
        self.finish()

    def ask(self, seat: str) -> bool:
        """Ask one seat until something is recorded, a secret behind a curtain; False to stop."""
        secret = self.is_secret(seat)
        if not (self.session.as_json and secret):
            self.draw()
        line = self.admit(seat) if secret else ""
        revision = self.at.revision
        while self.at.revision == revision:
            if line == "":
                line = self.keyboard.ask(self.prompt(seat), self.offered(seat), secret=secret)
            if line is None or line.lower() in QUIT:
                return False
            self.obey(seat, line, secret=secret)
            line = ""
        return True

    def admit(self, seat: str) -> str | None:
        """Hand the keyboard to a seat behind the curtain; on a screen it sees its own hand.

        Gives what was typed at the curtain: whoever is in a hurry types the card at once.
        """
        line = self.keyboard.hand_to(self.name_of(seat))
        self.drawn = -1
        if self.keyboard.is_live and line is not None:
            from cli.telling import board

            print(board(self.session, self.at.game, self.at.state, seat), flush=True)
        return line

    def is_secret(self, seat: str) -> bool:
        """Whether what a seat does next is nobody else's business."""
        events = self.at.game.legal(self.at.state, seat)
        return bool(events) and type_of(events[0]) in self.at.game.sealed

    def name_of(self, seat: str) -> str:
        """Name a seat as people call it."""
        name = self.at.state.names.get(seat)
        return f"{name} ({seat})" if name else seat

    def prompt(self, seat: str) -> str:
        """Name who is asked."""
        if seat == TABLE:
            return self.session.say("cli.prompt_table", usual=self.offered(seat)[0])
        return f"{self.name_of(seat)}> "

    def offered(self, seat: str) -> list[str]:
        """List the lines Tab completes."""
        game, state = self.at.game, self.at.state
        return [game.notate(state, event) for event in game.legal(state, seat)]

    def obey(self, seat: str, line: str, *, secret: bool) -> None:
        """Do what a line says: one of the words for the keyboard, or an action."""
        word, _, rest = line.partition(" ")
        match word.lower():
            case "?" | "help" | "legal":
                self.session.tell(self.session.say("cli.play_help"))
                self.session.tell("\n".join("  " + line for line in self.offered(seat)))
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

    def act(self, seat: str, line: str, *, secret: bool) -> None:
        """Put an action to the referee; of the table, an empty line is what usually happens."""
        if not line and seat != TABLE:
            return
        line = line or self.offered(TABLE)[0]
        try:
            event = self.read(seat, line)
        except NotationError as error:
            from cli.do import not_understood
            from cli.problems import spelled_out

            problem = not_understood(self.session, self.at, error)
            self.session.tell(
                self.session.say(problem.message_id, **spelled_out(self.session, problem.args_))
            )
            return
        self.put(event, secret=secret)

    def read(self, seat: str, line: str) -> Event:
        """Read a line of notation; who is asked may leave the own name out."""
        try:
            event: Event = self.at.game.parse(self.at.state, line)
        except NotationError:
            if seat == TABLE or line.startswith("{"):
                raise
            event = self.in_short(seat, line)
        return event

    def in_short(self, seat: str, line: str) -> Event:
        """Read `4` as `A plays 4`, `1 up to land` as `A1 up to land`; the first error is the one to tell."""
        game, state = self.at.game, self.at.state
        for longer in (f"{seat} plays {line}", f"{seat}{line}", f"{seat} {line}"):
            try:
                short: Event = game.parse(state, longer)
            except NotationError:
                continue
            return short
        event: Event = game.parse(state, line)
        return event

    def put(self, event: Event, *, secret: bool = False) -> None:
        """Submit an event; say what followed, or why not."""
        before = self.at.state
        answer = self.at.submit(event, seen=self.at.revision)
        if isinstance(answer, Refused):
            self.refused, self.wanted = answer, event
            self.refuse(answer)
        elif hasattr(answer, "facts"):
            if secret:
                self.keyboard.wipe()
            self.tell(before, answer, secret=secret)
        else:
            self.session.tell(
                self.session.say("cli.conflict", seen=answer.expected, revision=answer.revision)
            )

    def tell(self, before: Any, recorded: Any, *, secret: bool) -> None:
        """Say what was recorded; of a secret only what followed from it."""
        from cli.secrets import covered
        from cli.telling import told_facts

        if self.session.as_json:
            for seq, fact in enumerate(recorded.facts, recorded.first):
                event = covered(fact.event) if secret and seq == recorded.first else fact.event
                self.session.emit({"seq": seq, "kind": fact.kind, "event": event, "rules": fact.rules})
            return
        lines = list(told_facts(self.session, self.at.game, before, recorded.facts))
        print("\n".join(lines[1:] if secret else lines), flush=True)

    def refuse(self, refused: Refused) -> None:
        """Say in one line why not."""
        from cli.refusal import headline

        self.session.tell(headline(self.session, refused, self.at.state))
        self.session.tell(self.session.say("cli.ask_why"))

    def explain(self) -> None:
        """Explain the last refusal, with rules, sources and the way round it."""
        from cli.refusal import citations, headline, offers

        if self.refused is None:
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        lines = [headline(self.session, self.refused, self.at.state), *citations(self.session, self.refused)]
        lines += offers(
            self.session, self.at.game, self.at.state, self.refused, self.wanted, "anyway", "anyway"
        )
        self.session.tell("\n".join(lines))

    def take_back(self, to: str) -> None:
        """Take back the last action, or everything after an entry."""
        from events.table import TakenBack

        if to and not to.isdecimal():
            self.session.tell(self.session.say("cli.play_help"))
            return
        target = int(to) if to else in_force_before(self.at)
        if target is None:
            self.session.tell(self.session.say("cli.nothing_to_take_back"))
        else:
            self.put(TakenBack(to=target))

    def play_anyway(self, change: str) -> None:
        """Record what the table decides: a house rule, or a fact the board shows."""
        from cli.correcting import correction, house_rule
        from cli.problems import Problem, spelled_out

        option = change.partition("=")[0].strip()
        try:
            if option in self.at.game.charter.switches:
                self.put(house_rule(change, ""))
            else:
                self.put(correction(self.at.game, self.at.state, [change], ""))
        except Problem as problem:
            self.session.tell(
                self.session.say(problem.message_id, **spelled_out(self.session, problem.args_))
            )

    def draw(self, *, again: bool = False) -> None:
        """Draw the board as everybody may see it, once for each revision."""
        if self.session.as_json or not (again or self.drawn != self.at.revision):
            return
        from cli.telling import board

        print(board(self.session, self.at.game, self.at.state))
        sys.stdout.flush()
        self.drawn = self.at.revision

    def finish(self) -> None:
        """Say who has won."""
        from cli.telling import result

        if self.session.as_json:
            self.session.emit({"winners": self.at.game.winners(self.at.state)})
        else:
            print(result(self.session, self.at.state, self.at.game))
