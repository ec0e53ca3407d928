"""One evening at one keyboard: whoever may act is asked, in secret behind a curtain."""

import sys
from collections.abc import Callable
from shlex import quote
from typing import TYPE_CHECKING, cast

from cli.frame.session import Session, set_out
from cli.interactive.keyboard import Keyboard
from cli.interactive.keyboard_words import KeyboardWords
from cli.output.just_recorded import is_private, news, of_everybody, tells_of_cards
from cli.output.possible_now import is_free
from events.base import TABLE, Event, type_of
from events.stores.protocol import Conflict
from referee.kernel.folding import fold
from referee.kernel.game import NotationError
from referee.kernel.shared import ALL_SHARED
from referee.kernel.verdict import Refused
from referee.languages import trait
from referee.service.commands.sitting import may_play_on
from referee.service.tables.open_acts import is_secret_choice
from referee.service.tables.windows import goes_on, in_order, is_closing, is_idle, still_open

if TYPE_CHECKING:
    from cli.frame.problems import Problem
    from referee.service.commands.actor import Actor
    from referee.service.tables.submissions import Answer
    from referee.service.tables.table import Table

QUIT = {"quit", "exit", "q"}

FEW = 6
"""Up to so many possibilities are listed without being asked for."""


class Evening:
    """Asks seat by seat; in a window, in which anybody may act, it asks everybody at once."""

    def __init__(self, session: Session, at: "Table") -> None:
        self.session, self.at, self.keyboard = session, at, Keyboard(session)
        self.words = KeyboardWords(self)
        self.langs: dict[str, str] = {}
        self.usual_lang = session.flag
        self.told: list[str] = []
        self.drawn = -1
        self.wanted: Event | None = None
        self.refused: Refused | None = None
        self.refused_at = -1
        self.behind_curtain: str | None = None
        self.asked: str | None = None
        self.typed_instead: str | None = None
        self.has_left = False

    def play(self) -> None:
        """Go on until somebody quits, or the table is closed; after the end a game may still be corrected."""
        self.session.tell(self.session.say("cli.play_help"))
        self.session.plays, going = self.at.name, True
        try:
            while going and not self.at.state.closed:
                actors = self.at.game.acting(self.at.state)
                going = self.ask(self.whom(actors)) if actors else self.ask_after_the_end()
        except KeyboardInterrupt:
            self.leave()
            raise
        finally:
            self.session.plays = None
        if going:
            self.draw()
            self.finish()
        elif self.at.game.acting(self.at.state):
            self.leave()

    def ask_after_the_end(self) -> bool:
        """Say who has won, and hear what was wrong, or that they play on; False to stop."""
        self.session.flag = self.usual_lang
        self.asked, self.words.numbered = None, []
        self.draw()
        self.finish()
        if not self.session.as_json:
            how = "cli.wrong_or_on" if may_play_on(self.at.game, self.at.state) else "cli.wrong"
            self.session.tell(self.session.say(how))
        return self.listen(None)

    def leave(self) -> None:
        """Say how to go on, with nobody's hand left on the screen."""
        self.keyboard.wipe_secret()
        self.session.tell(self.session.say("cli.left", table=quote(self.at.name)))

    def whom(self, actors: tuple[str, ...]) -> str | None:
        """Choose whom to ask: whose turn it is, or the first to choose in secret; None for whoever wants."""
        if len(actors) == 1 or is_secret_choice(self.at.game, self.at.state, actors[0]):
            return actors[0]
        return None

    def ask(self, seat: str | None) -> bool:
        """Ask until something is recorded, behind the curtain where it is secret; False to stop."""
        self.session.flag = self.langs.get(seat or TABLE, self.usual_lang)
        self.asked, self.words.numbered = seat, []
        self.draw()
        if seat is not None and is_private(self.at.game, self.at.state, seat):
            return self.visit(seat)
        if (seat != TABLE or not self.usual(seat)) and not self.list_few(seat):
            self.list_kinds(seat)
        return self.listen(seat)

    def list_few(self, seat: str | None) -> bool:
        """List what is possible if that is short, else what is due if that is; False where both are long."""
        events, due = self.open_to(seat), self.due(seat)
        few = events if len(events) <= FEW else due if len(due) <= FEW else ()
        if few and not self.session.as_json:
            self.words.list_events(few, len(events) - len(few), is_below_board=True)
        if (not events or (few and seat == TABLE)) and not self.session.as_json:
            self.words.list_templates(seat)
            self.words.list_seals(seat)
        return bool(few) or not events

    def list_kinds(self, seat: str | None) -> None:
        """Name the kinds of acts that are possible, where they are too many to list, and how to list them."""
        from referee.l10n import noun

        game, session = self.at.game, self.session
        if session.as_json:
            return
        if not game.depends_on_hidden or self.is_window():
            if seat is not None:
                session.tell(session.say("cli.ask_possible"))
            return
        kinds = dict.fromkeys(type_of(event) for event in self.open_to(seat))
        what = tuple(noun("event", kind, session.lang, game.id) for kind in kinds)
        session.tell(session.say("cli.kinds_now", what=what))

    def visit(self, seat: str, *, may_leave: bool = False) -> bool:
        """Let a seat act behind the curtain: it sees its own hand, everybody else what follows from it."""
        asked, self.asked, revision = self.asked, seat, self.at.revision
        line = self.at_the_curtain(seat)
        if self.at.revision == revision and not self.has_left:
            goes_on = self.sit_behind(seat, line, may_leave=may_leave)
        else:
            self.tell()
            goes_on = not self.has_left
        self.refused, self.asked, self.words.numbered = None, asked, []
        return goes_on

    def at_the_curtain(self, seat: str) -> str | None:
        """Hear what is typed before anything is shown: words for the keyboard are the whole table's."""
        revision = self.at.revision
        line = self.keyboard.hand_to(self.name_of(seat))
        while line and line.lower() not in QUIT:
            if not self.words.obey_at_curtain(seat, line) and self.is_heard(seat, line):
                break
            self.keyboard.shows_secret = False
            if self.at.revision != revision or self.has_left:
                return None
            line, self.typed_instead = self.typed_instead, None
            line = line or self.keyboard.hand_to(self.name_of(seat))
        return line

    def is_heard(self, seat: str, line: str) -> bool:
        """Return whether a line typed at the curtain is a number, asks what is possible or begins an act.

        Else it is said that it means nothing, and no hand is shown for it. What all agree on, as that a
        seat is called otherwise, is the whole table's word.
        """
        if fold(line).isdecimal() or self.words.asks_for_list(line):
            return True
        try:
            event = self.read(seat, line)
        except NotationError as error:
            if not error.at:
                self.session.tell(self.session.say(error.reason, names=self.at.state.names, **error.args_))
            return bool(error.at)
        if isinstance(event, ALL_SHARED):
            self.put(event)
        return not isinstance(event, ALL_SHARED)

    def sit_behind(self, seat: str, line: str | None, *, may_leave: bool) -> bool:
        """Show a seat what it holds, and hear it: first what was typed at the curtain."""
        self.drawn = -1
        if line and line.isdecimal() and self.is_number_free(int(line[:4])):
            line, self.words.numbered = "", []
        if self.keyboard.is_live and line is not None and line.lower() not in QUIT:
            self.draw(seat)
            if not line and not self.list_few(seat):
                self.list_kinds(seat)
        self.behind_curtain = None if line else seat
        goes_on = line is not None and self.listen(seat, line or None, secret=True, may_leave=may_leave)
        self.behind_curtain = None
        self.keyboard.wipe_secret()
        return goes_on

    def listen(
        self,
        seat: str | None,
        line: str | None = None,
        *,
        secret: bool = False,
        may_leave: bool = False,
    ) -> bool:
        """Hear lines until something is recorded; False at the end of them."""
        revision, offered = self.at.revision, [*self.notated(self.open_to(seat)), *self.words.known]
        while self.at.revision == revision and not self.has_left:
            if line is None:
                line = self.keyboard.ask(self.prompt(seat, may_leave=may_leave), offered, secret=secret)
            if line is None or self.is_leaving(seat, line) or (may_leave and not line):
                return False
            if not self.words.obey(seat, line):
                self.act(seat, line)
            line, self.typed_instead = self.typed_instead, None
            self.behind_curtain = seat if secret else None
        if secret:
            self.keyboard.wipe_secret()
        self.tell()
        return not self.has_left

    def is_leaving(self, seat: str | None, line: str) -> bool:
        """Whether a line ends the evening: `quit`, unless the game has an act of that name."""
        word = line.lower().removeprefix("referee ").strip()
        return word in QUIT and (word != line.lower() or not self.words.is_act(seat, line))

    def name_of(self, seat: str) -> str:
        """Name a seat as people call it; where its people went home, say that others play for it."""
        name = self.at.state.names.get(seat)
        called = name + trait(self.session.lang, "brackets").format(seat) if name and name != seat else seat
        if seat in self.at.state.absent:
            return self.session.say("cli.played_for", seat=called)
        return called

    def prompt(self, seat: str | None, *, may_leave: bool = False) -> str:
        """Name who is asked, and what Enter stands for."""
        usual = () if may_leave else self.usual(seat)
        is_last = any(is_closing(self.at.game, event) for event in usual)
        how = "cli.enter_closing" if is_last and self.is_window() else "cli.enter"
        enter = self.session.say(how, usual=self.labelled(usual, seat)[0]) if usual else ""
        if seat == TABLE and not enter:
            return self.session.say("cli.prompt_table")
        if not self.at.game.acting(self.at.state):
            return self.session.say("cli.prompt_over")
        if seat is not None:
            asked = self.session.say("cli.the_table") if seat == TABLE else self.name_of(seat)
            return self.session.say("cli.prompt_seat", seat=asked, enter=enter)
        names = {TABLE: self.session.say("cli.the_table"), **self.at.state.names}
        seats = self.at.game.acting(self.at.state)
        return self.session.say("cli.prompt_window", seats=seats, names=names, enter=enter)

    def is_window(self) -> bool:
        """Whether this is a window: somebody may still act before the table ends it."""
        return bool(still_open(self.at.game, self.at.state))

    def usual(self, seat: str | None) -> tuple[Event, ...]:
        """Give what Enter stands for: the table's word or the only possible act, never an observation.

        Only the table knows what dice, cards and discs showed: people type that, and do not just agree
        to it.
        """
        if seat in {None, TABLE}:
            said = self.open_to(TABLE)
            return said if len(said) == 1 and self.tells_no_fact(said[0]) else ()
        due = self.due(seat)
        return due if len(due) == 1 and not is_secret_choice(self.at.game, self.at.state, str(seat)) else ()

    def tells_no_fact(self, event: Event) -> bool:
        """Whether an event tells nothing that only the table can have seen."""
        game, state = self.at.game, self.at.state
        if is_closing(game, event):
            return True
        return type_of(event) not in game.reveals and not (game.templates and game.templates(state, TABLE))

    def due(self, seat: str | None) -> tuple[Event, ...]:
        """List the acts a seat has to do now, without those it may do at any time."""
        return tuple(event for event in self.open_to(seat) if self.at.game.rank(type_of(event)) == 0)

    def open_to(self, seat: str | None) -> tuple[Event, ...]:
        """List what a seat may do, due acts first; in a window only acts that give nobody's cards away."""
        game, state = self.at.game, self.at.state
        events = of_everybody(game, state) if seat is None else game.legal(state, seat)
        now = (event for event in events if not goes_on(game, state, event))
        return in_order(game, (event for event in now if not is_idle(game, state, event)))

    def notated(self, events: tuple[Event, ...]) -> list[str]:
        """Write events as people type them: what Tab completes."""
        return self.session.lines(self.at.state, events)

    def labelled(self, events: tuple[Event, ...], seat: str | None) -> list[str]:
        """Put events into words as `seat` would say them; the words may be typed, too."""
        return self.session.labels(self.at.state, events, seat)

    def act(self, seat: str | None, line: str) -> None:
        """Put a line to the referee; an empty one means the usual act, or lists what is possible."""
        event = self.chosen(line) if line else next(iter(self.usual(seat)), None)
        if event is None and not line:
            self.list_open(seat)
            return
        try:
            event = event or self.read(seat, line)
        except NotationError as error:
            if self.words.obey_meant(seat, line):
                return
            if line.isdecimal():
                self.list_open(seat)
                return
            self.ask_what_is_meant(seat, line, error)
            return
        other = getattr(event, "seat", None)
        if other is not None and other != seat and tells_of_cards(self.at.game, self.at.state, event):
            self.session.tell(self.session.say("cli.behind_own_curtain", seat=self.name_of(other), id=other))
            return
        self.put(event)

    def ask_what_is_meant(self, seat: str | None, line: str, error: NotationError) -> None:
        """Say what an unreadable line may mean, or what could stand there; else where to look."""
        from cli.commands.table.do import not_understood

        possible, speaker = self.open_to(seat), None if seat == TABLE else seat
        problem = not_understood(self.session, self.at, error, line, possible, speaker)
        expected = cast("tuple[str, ...]", problem.args_.get("expected", ()))
        meant = self.words.meant_by(seat, line, error.part_of)
        if expected or not meant:
            self.say_problem(problem)
        if meant:
            self.words.list_meant(meant)
        elif len(possible) > max(FEW, len(expected)) if expected else not self.list_few(seat):
            self.session.tell(self.session.say("cli.ask_possible"))

    def list_open(self, seat: str | None) -> None:
        """List what may be done, with the numbers that can be typed."""
        self.words.list_events(self.open_to(seat))
        self.words.list_templates(seat)
        self.words.list_seals(seat)

    def is_number_free(self, n: int) -> bool:
        """Whether a number may stand for a listed act: by itself, as a card say, it means no possible one."""
        seat = None if self.asked == TABLE else self.asked
        return is_free(self.session, self.at.state, str(n), self.open_to(self.asked), seat)

    def chosen(self, line: str) -> Event | None:
        """Give what the number of a line stands for, or a yes to the one thing meant; else None."""
        from cli.output.going_back import agreed_to

        meant, self.words.meant = self.words.meant, None
        if meant is not None and agreed_to(line):
            return meant
        n = int(line[:4]) if line.isdecimal() else 0
        numbered = self.words.numbered
        return numbered[n - 1] if 1 <= n <= len(numbered) and self.is_number_free(n) else None

    def say_problem(self, problem: "Problem") -> None:
        """Say what cannot be done, and ask again."""
        from cli.frame.problems import as_answer, spelled_out

        session = self.session
        message = session.say(problem.message_id, **spelled_out(session, problem.args_))
        if session.as_json:
            session.emit(as_answer(session, problem, message, session.advised(problem.hint or "")))
        else:
            session.tell(message)

    def read(self, seat: str | None, line: str) -> Event:
        """Read a line of notation; the seat that is asked may leave its name out."""
        return self.session.read(self.at.state, line, None if seat == TABLE else seat)

    def put(self, event: Event) -> None:
        """Tell an act; note what followed, or say why not."""
        from referee.service.commands.say import tell

        self.hear(tell(self.at, self.actor, event, seen=self.at.revision), event)

    def change(self, asked: "Callable[[Table, Actor], Answer]") -> None:
        """Ask for a change."""
        self.hear(asked(self.at, self.actor))

    @property
    def actor(self) -> "Actor":
        """Speak as all of us round the keyboard, or as the seat behind the curtain."""
        from cli.tables.actors import actor_of, from_behind

        seat = self.behind_curtain
        return actor_of(self.session, self.at) if seat is None else from_behind(self.at.state, seat)

    def hear(self, answer: "Answer", event: Event | None = None) -> None:
        """Note what followed, and how the others agree where they are asked; or say why not."""
        from cli.output.proposals import asked_by, how_to_agree

        if isinstance(answer, Refused):
            self.refused, self.wanted, self.refused_at = answer, event, self.at.revision
            self.words.refuse(answer, event)
        elif isinstance(answer, Conflict):
            told = {"seen": answer.expected, "revision": answer.revision}
            self.session.tell(self.session.say("cli.conflict", **told))
        else:
            self.refused = self.wanted = None
            self.told += news(self.session, self.at, answer)
            if (proposal := asked_by(answer)) is not None:
                self.told.append(how_to_agree(self.session, self.at, proposal))

    def is_of_now(self) -> bool:
        """Whether nothing has happened since the last refusal but talk."""
        from referee.service.disputes.remember import is_fresh

        return is_fresh(self.at, self.refused_at)

    def tell(self) -> None:
        """Say what was recorded, as everybody may read it."""
        if self.told:
            print(set_out("\n".join(self.told), sys.stdout), flush=True)
        self.told = []

    def draw(self, seat: str | None = None, *, again: bool = False) -> None:
        """Draw the board as everybody, or a seat, may see it; once for each revision."""
        if self.session.as_json or not (again or self.drawn != self.at.revision):
            return
        from cli.output.sentences import board

        print(board(self.session, self.at.game, self.at.state, seat), flush=True)
        self.drawn = self.at.revision if seat is None else -1

    def finish(self) -> None:
        """Say who has won."""
        from cli.output.sentences import result

        if self.session.as_json:
            from referee.service.answers.tables import Ended

            game, state = self.at.game, self.at.state
            self.session.emit(Ended(winners=game.winners(state), depends_on=game.undecided(state)))
        else:
            print(result(self.session, self.at.state, self.at.game))
            name = quote(self.at.name)
            hint = self.session.advised(f"referee report {name} --out {quote(f'{self.at.name}.html')}")
            self.session.tell(self.session.say("cli.help", hint=hint))
