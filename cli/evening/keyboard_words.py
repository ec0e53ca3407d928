"""Words for the keyboard: what somebody at `referee play` types that is no action."""

import shlex
from collections.abc import Iterable
from typing import Any

from cli.telling.just_recorded import listed
from cli.telling.possible_now import closing_words, template_words
from events.base import TABLE, Event
from referee.kernel.verdict import Refused
from referee.service.windows import is_closing

OF_THE_TABLE = (
    "log", "result", "dispute", "rulings", "whatif", "house", "correct", "amend", "again", "agree", "seal",
    "head", "audit", "report",
)  # fmt: skip
"""Commands that go on at the table that is being played; `referee` and its name may be left out."""

ELSEWHERE = ("rule", "games")
"""Commands that need no table."""

ITS_OWN = ("?", "why", "show", "back", "anyway", "as", "lang", "quit")

LISTED = 24
"""More possibilities than this are counted; `? WORDS` narrows them down."""

GLANCE = ("--last", "12")
"""How much of the log fits a glance."""


class KeyboardWords:
    """Obeys the words for the keyboard of one evening."""

    def __init__(self, evening: Any) -> None:
        self.evening, self.session = evening, evening.session

    @property
    def known(self) -> tuple[str, ...]:
        """List the words Tab completes."""
        return (*ITS_OWN, *OF_THE_TABLE, *ELSEWHERE)

    def obey(self, seat: str | None, line: str) -> bool:
        """Do what a line says, if it is one of these words; a seat of that name comes first."""
        word, _, rest = line.removeprefix("referee ").strip().partition(" ")
        if word in self.evening.at.state.seats:
            return False
        match word.lower():
            case "?" | "help" | "legal":
                self.possible(seat, rest.lower().split())
            case "why":
                self.explain()
            case "show":
                self.evening.draw(again=True)
            case "back" | "undo":
                self.take_back(rest)
            case "anyway":
                self.play_anyway(rest)
            case "as" if rest in self.evening.at.state.seats:
                self.evening.visit(rest, may_leave=True)
            case "lang":
                self.speak(seat, rest)
            case command if command in OF_THE_TABLE or command in ELSEWHERE:
                self.command(command, rest)
            case _:
                return False
        return True

    def possible(self, seat: str | None, wanted: list[str]) -> None:
        """List what may be done now, as far as it holds all the words wanted."""
        events = self.evening.open_to(seat)
        lines = map(str.lower, self.evening.notated(events))
        held = zip(events, lines, strict=True)
        self.session.tell(self.session.say("cli.play_help"))
        self.list_events(tuple(event for event, line in held if all(word in line for word in wanted)))
        self.list_templates(seat)

    def list_events(self, events: tuple[Event, ...], left: int = 0) -> None:
        """List possibilities, the first of many; last, and under its name, what the whole table says.

        `left` are not listed at all.
        """
        at = self.evening.at
        closing = tuple(event for event in events if is_closing(at.game, event))
        others = events[: len(events) - len(closing)]
        self.say_lines(others[:LISTED])
        if more := left + max(0, len(others) - LISTED):
            self.session.tell("  " + self.session.say("cli.and_more_words", n=more))
        if closing:
            self.say_all(closing_words(self.session, at.game, at.state))
            self.say_lines(closing)

    def list_templates(self, seat: str | None) -> None:
        """List lines to go by, of what is too much to list."""
        at = self.evening.at
        self.say_all(template_words(self.session, at.game, at.state, [seat or TABLE]))

    def say_lines(self, events: tuple[Event, ...]) -> None:
        """Write events as they are typed, one below the other."""
        at = self.evening.at
        self.say_all("  " + line for line in listed(self.session, at.state, events))

    def say_all(self, lines: Iterable[str]) -> None:
        """Talk in several lines."""
        for line in lines:
            self.session.tell(line)

    def refuse(self, refused: Refused) -> None:
        """Say in one line why not."""
        from cli.telling.refusals import headline

        self.session.tell(headline(self.session, refused, self.evening.at.state))
        self.session.tell(self.session.say("cli.ask_why"))

    def explain(self) -> None:
        """Explain the last refusal, with rules, sources and the way round it."""
        from cli.telling.refusals import citations, headline, offers

        refused, at = self.evening.refused, self.evening.at
        if refused is None:
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        lines = [headline(self.session, refused, at.state), *citations(self.session, refused)]
        lines += offers(self.session, at.game, at.state, refused, self.evening.wanted, "anyway", "anyway")
        self.session.tell("\n".join(lines))

    def take_back(self, to: str) -> None:
        """Take back the last action, or everything after an entry."""
        from referee.service.desk.take_back import take_back

        if to and not to.isdecimal():
            self.session.tell(self.session.say("cli.play_help"))
            return
        self.evening.change(lambda at, voice: take_back(at, voice, int(to[:18]) if to else None))

    def play_anyway(self, change: str) -> None:
        """Record what the table decides: a house rule, or a fact the board shows."""
        from cli.frame.problems import Problem
        from cli.tables.changes_by_hand import facts_told, option_of
        from referee.service.desk.correct import correct
        from referee.service.desk.house_rule import house_rule

        at, option = self.evening.at, change.partition("=")[0].strip()
        try:
            if option in at.game.charter.switches:
                self.evening.change(lambda at, voice: house_rule(at, voice, *option_of(change)))
            else:
                told = facts_told(at.game, at.state, [change])
                self.evening.change(lambda at, voice: correct(at, voice, told))
        except Problem as problem:
            self.evening.say_problem(problem)

    def speak(self, seat: str | None, tag: str) -> None:
        """Speak another language from here on: to the seat that asks, or where nobody does to all."""
        from cli.frame.problems import Problem
        from cli.frame.session import read_language

        if not tag:
            self.session.tell(self.session.say("cli.play_help"))
            return
        try:
            self.session.flag = read_language(tag)
        except Problem as problem:
            self.evening.say_problem(problem)
            return
        if seat is None or seat not in self.evening.at.state.seats:
            self.evening.usual_lang = self.session.flag
        else:
            self.evening.langs[seat] = self.session.flag
        self.evening.drawn = -1
        self.evening.draw()

    def command(self, word: str, rest: str) -> None:
        """Run one of the commands at this table, and see what it changed."""
        from typer.main import get_command

        from cli.main import app

        at = self.evening.at
        try:
            args = shlex.split(rest)
        except ValueError:
            args = rest.split()
        args = args[1:] if args[:1] == [at.name] else args
        glance = GLANCE if word == "log" and not args else ()
        table = () if word in ELSEWHERE else (at.name,)
        get_command(app).main(
            [word, *table, *args, *glance], prog_name="referee", standalone_mode=False, obj=self.session
        )
        at.catch_up()
