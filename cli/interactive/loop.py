"""The loop of `referee play`: it asks seat by seat, in secret behind a curtain, until somebody quits."""

import sys
from shlex import quote
from typing import cast

from cli.interactive.words import KeyboardWords
from cli.output.possible import is_private, tells_of_cards
from cli.output.sentences import result_in_words
from cli.questions import QUIT, is_yes
from cli.terminal import fold_for
from cli.unreadable import problem_of_notation
from events.base import TABLE, Event, type_of
from referee.kernel.folding import fold
from referee.kernel.game import NotationError
from referee.kernel.shared import ALL_SHARED
from referee.l10n import noun
from referee.service.answers.tables import Ended
from referee.service.commands.sitting import may_play_on
from referee.service.tables.open_acts import is_closing, is_secret_choice, open_windows

FEW = 6
"""Up to so many possibilities are listed without being asked for."""


class PlayLoop(KeyboardWords):
    """Asks seat by seat; in a window, in which anybody may act, everybody at once.

    A `seat` that is asked is a seat, TABLE for what the table showed, or None for whoever wants.
    """

    def play(self) -> None:
        """Ask until somebody quits or the table is closed; after the end a game may still be corrected."""
        self.session.tell(self.session.say("cli.play_help"))
        self.session.keyboard_table, going = self.at.name, True
        try:
            while going and not self.at.state.closed:
                actors = self.at.game.acting(self.at.state)
                going = self.ask(self.seat_to_ask(actors)) if actors else self.ask_after_the_end()
        except KeyboardInterrupt:
            self.leave()
            raise
        finally:
            self.session.keyboard_table = None
        if going:
            self.draw()
            self.print_result()
        elif self.at.game.acting(self.at.state):
            self.leave()

    def ask_after_the_end(self) -> bool:
        """Print who won, and ask what was wrong or whether they play on; return False to stop."""
        self.session.lang_flag = self.usual_lang
        self.asked, self.numbered = None, []
        self.draw()
        self.print_result()
        if not self.session.as_json:
            how = "cli.wrong_or_on" if may_play_on(self.at.game, self.at.state) else "cli.wrong"
            self.session.tell(self.session.say(how))
        return self.ask_until_recorded(None)

    def leave(self) -> None:
        """Wipe any secret from the screen and print how to go on later."""
        self.keyboard.wipe_secret()
        self.session.tell(self.session.say("cli.left", table=quote(self.at.name)))

    def seat_to_ask(self, actors: tuple[str, ...]) -> str | None:
        """Return the seat to ask: whose turn it is, or the first to choose in secret; None asks everybody."""
        if len(actors) == 1 or is_secret_choice(self.at.game, self.at.state, actors[0]):
            return actors[0]
        return None

    def ask(self, seat: str | None) -> bool:
        """Ask until something is recorded, behind the curtain where it is secret; return False to stop."""
        self.session.lang_flag = self.langs.get(seat or TABLE, self.usual_lang)
        self.asked, self.numbered = seat, []
        self.draw()
        for store in self.session.stores.values():
            store.write_back()  # whoever copies the file during the evening has all of it
        if seat is not None and is_private(self.at.game, self.at.state, seat):
            return self.act_behind_curtain(seat)
        if (seat != TABLE or not self.usual_act(seat)) and not self.list_few(seat):
            self.list_kinds(seat)
        return self.ask_until_recorded(seat)

    def list_few(self, seat: str | None) -> bool:
        """Print the possible acts, or those due, where they are few; return False where both are many."""
        events, due = self.open_to(seat), self.due(seat)
        few = events if len(events) <= FEW else due if len(due) <= FEW else ()
        if few and not self.session.as_json:
            self.list_events(few, len(events) - len(few), is_below_board=True)
        if (not events or (few and seat == TABLE)) and not self.session.as_json:
            self.list_templates(seat)
            self.list_seals(seat)
        return bool(few) or not events

    def list_kinds(self, seat: str | None) -> None:
        """Print the kinds of acts that are possible, where they are too many to list."""
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

    def act_behind_curtain(self, seat: str, *, may_leave: bool = False) -> bool:
        """Let `seat` act behind the curtain; return False where the whole table stops playing.

        With `may_leave` an empty line goes back without acting.
        """
        asked, self.asked, revision = self.asked, seat, self.at.revision
        line = self.ask_at_curtain(seat)
        if self.at.revision == revision and not self.has_left:
            goes_on = self.act_with_hand(seat, line, may_leave=may_leave)
        else:
            self.print_news()
            goes_on = not self.has_left
        self.refused, self.asked, self.numbered = None, asked, []
        return goes_on

    def ask_at_curtain(self, seat: str) -> str | None:
        """Return the line with which a seat sits down, after obeying words for the keyboard, the table's own.

        None at the end of input, or where something was recorded meanwhile.
        """
        revision = self.at.revision
        line = self.keyboard.hand_to(self.name_of(seat))
        while line and line.lower() not in QUIT:
            if not self.obey_at_curtain(seat, line) and self.is_understood(seat, line):
                break
            self.keyboard.shows_secret = False
            if self.at.revision != revision or self.has_left:
                return None
            line, self.typed_instead = self.typed_instead, None
            line = line or self.keyboard.hand_to(self.name_of(seat))
        return line

    def is_understood(self, seat: str, line: str) -> bool:
        """Return whether a line typed at the curtain is a number, asks for the list, or begins an act.

        Else prints that it means nothing, and no hand is shown. An event of the table, such as another name
        for a seat, is submitted at once for everybody; False then too.
        """
        if fold(line).isdecimal() or self.asks_for_list(line):
            return True
        try:
            event = self.read(seat, line)
        except NotationError as error:
            if not error.at:
                self.session.tell(self.session.say(error.reason, names=self.at.state.names, **error.args_))
            return bool(error.at)
        if isinstance(event, ALL_SHARED):
            self.submit(event)
        return not isinstance(event, ALL_SHARED)

    def act_with_hand(self, seat: str, line: str | None, *, may_leave: bool) -> bool:
        """Show a seat its hand and ask it; return False to stop.

        `line` was typed before: it is obeyed first. None is the end of input.
        """
        self.drawn = -1
        if line and line.isdecimal() and self.is_number_free(int(line[:4])):
            line, self.numbered = "", []
        if self.keyboard.is_live and line is not None and line.lower() not in QUIT:
            self.draw(seat)
            if not line and not self.list_few(seat):
                self.list_kinds(seat)
        self.behind_curtain = None if line else seat
        goes_on = line is not None and self.ask_until_recorded(
            seat, line or None, secret=True, may_leave=may_leave
        )
        self.behind_curtain = None
        self.keyboard.wipe_secret()
        return goes_on

    def ask_until_recorded(
        self, seat: str | None, line: str | None = None, *, secret: bool = False, may_leave: bool = False
    ) -> bool:
        """Read lines until something is recorded; return False at the end of them, or where somebody leaves.

        `line` is one that was typed already. With `may_leave`, an empty line leaves.
        """
        revision = self.at.revision
        offered = [*self.session.lines(self.at.state, self.open_to(seat)), *self.keywords]
        while self.at.revision == revision and not self.has_left:
            if line is None:
                line = self.keyboard.ask(self.prompt(seat, may_leave=may_leave), offered, secret=secret)
            if line is None or self.is_leaving(seat, line) or (may_leave and not line):
                return False
            if not self.obey(seat, line):
                self.act(seat, line)
            line, self.typed_instead = self.typed_instead, None
            self.behind_curtain = seat if secret else None
        if secret:
            self.keyboard.wipe_secret()
        self.print_news()
        return not self.has_left

    def is_leaving(self, seat: str | None, line: str) -> bool:
        """Return whether a line ends the play: `quit`, unless the game has an act of that name."""
        word = line.lower().removeprefix("referee ").strip()
        return word in QUIT and (word != line.lower() or not self.is_act(seat, line))

    def prompt(self, seat: str | None, *, may_leave: bool = False) -> str:
        """Return the prompt: who is asked, and what Enter stands for if anything."""
        usual = () if may_leave else self.usual_act(seat)
        is_last = any(is_closing(self.at.game, event) for event in usual)
        how = "cli.enter_closing" if is_last and self.is_window() else "cli.enter"
        enter = (
            self.session.say(how, usual=self.session.labels(self.at.state, usual, seat)[0]) if usual else ""
        )
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
        """Return whether somebody may still act before the table ends a window."""
        return bool(open_windows(self.at.game, self.at.state))

    def usual_act(self, seat: str | None) -> tuple[Event, ...]:
        """Return what Enter stands for, one act or none: the table's only act, or the seat's only one due.

        Never an observation: only the table knows what dice, cards and discs showed, so people type it.
        """
        if seat in {None, TABLE}:
            said = self.open_to(TABLE)
            return said if len(said) == 1 and self.tells_no_fact(said[0]) else ()
        due = self.due(seat)
        return due if len(due) == 1 and not is_secret_choice(self.at.game, self.at.state, str(seat)) else ()

    def tells_no_fact(self, event: Event) -> bool:
        """Return whether an event holds nothing that only the table can have seen."""
        game, state = self.at.game, self.at.state
        if is_closing(game, event):
            return True
        return type_of(event) not in game.reveals and not game.samples(state, TABLE)

    def due(self, seat: str | None) -> tuple[Event, ...]:
        """Return the acts a seat has to do now, without those it may do at any time."""
        return tuple(event for event in self.open_to(seat) if self.at.game.rank(type_of(event)) == 0)

    def act(self, seat: str | None, line: str) -> None:
        """Submit the act that a line means; an empty one means the usual act, or lists what is possible."""
        event = self.find_chosen(line) if line else next(iter(self.usual_act(seat)), None)
        if event is None and not line:
            self.list_open(seat)
            return
        try:
            event = event or self.read(seat, line)
        except NotationError as error:
            if self.obey_meant(seat, line):
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
        self.submit(event)

    def ask_what_is_meant(self, seat: str | None, line: str, error: NotationError) -> None:
        """Print what an unreadable line may mean, what could stand there, or how to list acts."""
        possible, speaker = self.open_to(seat), None if seat == TABLE else seat
        problem = problem_of_notation(self.session, self.at, error, line, possible, speaker)
        expected = cast("tuple[str, ...]", problem.args_.get("expected", ()))
        meant = self.find_meant(seat, line, error.part_of)
        if expected or not meant:
            self.print_problem(problem)
        if meant:
            self.list_meant(meant)
        elif len(possible) > max(FEW, len(expected)) if expected else not self.list_few(seat):
            self.session.tell(self.session.say("cli.ask_possible"))

    def list_open(self, seat: str | None) -> None:
        """Print all possible acts of a seat, samples of others, and seals to open."""
        self.list_events(self.open_to(seat))
        self.list_templates(seat)
        self.list_seals(seat)

    def find_chosen(self, line: str) -> Event | None:
        """Return the act that a number stands for, or a yes to the act asked about; else None."""
        meant, self.meant = self.meant, None
        if meant is not None and is_yes(line):
            return meant
        n = int(line[:4]) if line.isdecimal() else 0
        numbered = self.numbered
        return numbered[n - 1] if 1 <= n <= len(numbered) and self.is_number_free(n) else None

    def read(self, seat: str | None, line: str) -> Event:
        """Return the act that a line means; a seat that is asked may leave its name out."""
        return self.session.parse(self.at.state, line, None if seat == TABLE else seat)

    def print_news(self) -> None:
        """Print what was recorded since the last time."""
        if self.news:
            print(fold_for("\n".join(self.news), sys.stdout), flush=True)
        self.news = []

    def print_result(self) -> None:
        """Print who has won, and how to write a report."""
        if self.session.as_json:
            game, state = self.at.game, self.at.state
            self.session.emit(Ended(winners=game.winners(state), depends_on=game.undecided(state)))
        else:
            print(result_in_words(self.session, self.at.state, self.at.game))
            name = quote(self.at.name)
            hint = self.session.adapt_commands(f"referee report {name} --out {quote(f'{self.at.name}.html')}")
            self.session.tell(self.session.say("cli.help", hint=hint))
