"""Words for the keyboard: what somebody at `referee play` types that is no action."""

import re
import shlex
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.interactive.for_everybody import do_for_all, told_of_all
from cli.output.possible_now import closing_words, seals_due, template_words
from events.base import TABLE, Event
from referee.kernel.folding import fold
from referee.kernel.notation import same
from referee.kernel.registry import is_game
from referee.kernel.verdict import Refused
from referee.l10n.wording import act_claiming, notate
from referee.service.tables.windows import is_closing, is_observed

if TYPE_CHECKING:
    from cli.interactive.evening import Evening

OF_THE_TABLE = (
    "log", "result", "dispute", "rulings", "whatif", "house", "correct", "amend", "again", "redo", "agree",
    "seal", "head", "audit", "report", "leave", "close",
)  # fmt: skip
"""Commands that go on at the table that is being played; `referee` and its name may be left out."""

ELSEWHERE = ("rule", "games", "events", "schema")
"""Commands that need no table."""

ITS_OWN = ("?", "why", "show", "back", "undo", "anyway", "as", "lang", "quit")

NO_COMMANDS = ("?", "why", "undo", "anyway", "as", "lang", "help", "quit", "exit", "q")
"""Words that are no commands: with `referee` before them they are never taken for an act of the game."""

ENDING = "end"
"""The word for ending a turn, a step or the evening: it is asked which is meant, and nothing is closed."""

WRITTEN_ON = re.compile(r"([^\x00-\x7f]+?)([0-9０-９A-Za-z-].*)")
"""A word with a number or an id right after it, without a blank, as in 撤回2."""

WIDE_BLANK = {0x3000: " "}
"""The blank of an input method for Chinese or Japanese."""

LISTED = 24
"""At most so many possibilities are listed; more are counted, and `? WORDS` narrows them down."""

GLANCE = ("--last", "12")
"""How much of the log fits a glance."""


class KeyboardWords:
    """Obeys the words for the keyboard of one evening."""

    def __init__(self, evening: "Evening") -> None:
        self.evening, self.session = evening, evening.session
        self.numbered: list[Event | None] = []
        self.meant: Event | None = None

    @property
    def known(self) -> tuple[str, ...]:
        """List the words Tab completes."""
        return (*ITS_OWN, *OF_THE_TABLE, *ELSEWHERE)

    def obey(self, seat: str | None, line: str) -> bool:
        """Obey a line that begins with a word for the keyboard, or is a whole `referee` command."""
        if line.startswith("referee "):
            own = line.removeprefix("referee ").strip()
            if named_first(own)[0].lower() not in NO_COMMANDS:
                self.run(words_of(line)[1:])
                return True
            return self.obey_word(seat, own)
        return not self.is_act(seat, line) and self.obey_word(seat, line)

    def obey_word(self, seat: str | None, line: str) -> bool:
        """Obey a word for the keyboard, unless a seat has that name."""
        word, _, rest = line.translate(WIDE_BLANK).partition(" ")
        word, rest = fold(word), rest.strip()
        state = self.evening.at.state
        if any(same(name, word) for name in (*state.seats, *state.names.values())):
            return False
        match word.lower():
            case "?" | "help" | "legal":
                self.possible(seat, rest.lower().split(), has_help=word.lower() == "help")
            case "why":
                self.explain()
            case "show":
                self.evening.draw(self.evening.behind_curtain, again=True)
            case "back" | "undo":
                self.take_back(rest)
            case "anyway":
                self.play_anyway(rest)
            case "as":
                self.visit(rest)
            case "lang":
                self.speak(seat, rest)
            case command if command in OF_THE_TABLE or command in ELSEWHERE:
                self.command(command, rest)
            case _:
                return False
        return True

    def visit(self, who: str) -> None:
        """Let whoever is named act behind the curtain."""
        from cli.frame.problems import Problem
        from cli.tables.find_table import known_seat

        if not who:
            self.session.tell(self.session.say("cli.play_help"))
            return
        at = self.evening.at
        try:
            seat = known_seat(at.name, at.state, who)
        except Problem as problem:
            self.evening.say_problem(problem)
            return
        self.evening.visit(str(seat), may_leave=True)

    def obey_meant(self, seat: str | None, line: str) -> bool:
        """Obey a line that says no act, if it begins with a word for the keyboard in any language.

        The word is shown as it is called here, so that people know it next time.
        """
        if (said := told_of_all(line)) is not None and do_for_all(self.evening, said):
            return True
        if self.is_change(line):
            self.play_anyway(line)
            return True
        called, rest = named_first(line)
        word = called_here().get(called.casefold())
        if word == ENDING:
            self.list_endings(seat, called)
            return True
        if word is None or word not in {*self.known, "help", "legal"}:
            return False
        if word == "rule" and called != word and self.names_somebody(rest):
            return False
        rest = rest or (called if word == "rule" else "")
        self.session.tell(f"{word} {rest}".rstrip())
        if word == "quit":
            self.evening.has_left = True
            return True
        return self.obey_word(seat, f"{word} {rest}".rstrip())

    def is_change(self, line: str) -> bool:
        """Return whether a line says what is so on the board, or an option: `ring=Ben`, `minimum_speed=1`."""
        from cli.tables.changes_by_hand import command_for

        return command_for(self.evening.at.game, self.evening.at.state, line) is not None

    def obey_at_curtain(self, seat: str, line: str) -> bool:
        """Obey a word typed before a hand is shown; what lists the acts of a seat is heard behind it."""
        if self.asks_for_list(line):
            return False
        if self.obey(seat, line):
            return True
        is_word = is_for_the_keyboard(line) or told_of_all(line) is not None or self.is_change(line)
        return is_word and self.obey_meant(seat, line)

    @staticmethod
    def asks_for_list(line: str) -> bool:
        """Whether a line asks for what is possible."""
        called, _ = named_first(line)
        return called_here().get(called.casefold(), called.casefold()) in {"?", "help", "legal", ENDING}

    def possible(self, seat: str | None, wanted: list[str], *, has_help: bool) -> None:
        """List the possible acts that hold all the words wanted; above them, as help, what may be typed."""
        if has_help:
            self.session.tell(self.session.say("cli.play_help"))
        from referee.service.line_reading import holds_word

        listed = tuple(
            event for event, line in self.said_of(seat) if all(holds_word(word, line) for word in wanted)
        )
        self.list_events(listed)
        seals = [] if wanted else self.seals_due(seat)
        if not listed and not seals:
            self.session.tell(self.session.say("cli.none_of_those" if wanted else "cli.nothing_possible"))
        if not wanted:
            self.list_templates(seat)
            self.say_all(seals)

    def meant_by(self, seat: str | None, line: str, part_of: tuple[str, ...] = ()) -> tuple[Event, ...]:
        """List the acts that an unreadable line may mean; a name alone says nothing of what was done."""
        from referee.service.line_reading import lines_meant, without_samples

        at, said = self.evening.at, self.said_of(seat)
        guessed = without_samples(at.game, at.state, [event for event, _ in said])
        said = [each for each in said if each[0] in guessed]
        lines, rest = [words for _, words in said], self.without_names(line)
        if rest and not part_of and not lines_meant(rest, lines):
            return ()
        return tuple(said[n][0] for n in lines_meant(line, lines, part_of))

    def names_somebody(self, words: str) -> bool:
        """Whether somebody at the table is named: then an act is told, and no rule is asked about."""
        from referee.l10n.wording import any_of

        state = self.evening.at.state
        return re.search(any_of((*state.seats, *state.names.values())), words, re.IGNORECASE) is not None

    def is_act(self, seat: str | None, line: str) -> bool:
        """Whether a line that begins with a word for the keyboard is an act: `help Bob` in a fight is one."""
        if not begins_with_word(line):
            return False
        state, who = self.evening.at.state, None if seat == TABLE else seat
        event = act_claiming(state, line, self.session.lang, who)
        if event is None:
            return False
        if not isinstance(self.evening.at.game.decide(state, event), Refused):
            return True
        written = notate(state, event, self.session.lang).removeprefix(getattr(event, "seat", "")).strip()
        return written.casefold() == line.casefold()  # not one that is only made out of the word

    def without_names(self, line: str) -> str:
        """Leave out who is named in a line."""
        from referee.l10n.wording import any_of

        names = any_of(self.evening.at.state.names.values())
        return re.sub(names, "", line, flags=re.IGNORECASE).strip() if names else line

    def list_meant(self, events: tuple[Event, ...]) -> None:
        """Ask whether one of these was meant; of a single one a yes is an answer."""
        self.session.tell(self.session.say("cli.perhaps_meant"))
        self.list_events(events)
        self.meant = events[0] if len(events) == 1 else None

    def said_of(self, seat: str | None) -> list[tuple[Event, str]]:
        """Give the possible acts, each with all it may be called."""
        events = self.evening.open_to(seat)
        said = self.session.called(self.evening.at.state, events, seat)
        return list(zip(events, said, strict=True))

    def list_events(self, events: tuple[Event, ...], left: int = 0, *, is_below_board: bool = False) -> None:
        """List possible acts, the first of many; those of the whole table come last, under a heading.

        `left` is how many more there are: they are only counted. The board says who may still do what.
        """
        at, self.numbered = self.evening.at, []
        closing = tuple(event for event in events if is_closing(at.game, event))
        others = events[: len(events) - len(closing)]
        self.say_lines(others[:LISTED], is_asked=not is_below_board)
        if more := left + max(0, len(others) - LISTED):
            self.session.tell("  " + self.session.say("cli.and_more_words", n=more))
        if closing:
            heading = closing_words(self.session, at.game, at.state)
            self.say_all(heading[:1] if is_below_board else heading)
            self.say_lines(closing)

    def list_endings(self, seat: str | None, called: str) -> None:
        """List the acts that end something: those called so, and those that end it for the whole table."""
        from referee.service.line_reading import holds_word

        game = self.evening.at.game
        ends = tuple(
            event
            for event, words in self.said_of(seat)
            if is_closing(game, event) or holds_word(called, words)
        )
        self.session.tell(self.session.say("cli.ending" if ends else "cli.no_ending"))
        self.list_events(ends)

    def list_templates(self, seat: str | None) -> None:
        """List a sample line for each kind of act that has too many possibilities to list."""
        at = self.evening.at
        self.say_all(template_words(self.session, at.game, at.state, [seat or TABLE]))

    def list_seals(self, seat: str | None) -> None:
        """Say which seal has to be opened first."""
        self.say_all(self.seals_due(seat))

    def seals_due(self, seat: str | None) -> list[str]:
        """Ask whoever has sealed what is due to open it, where nothing is possible before that."""
        at = self.evening.at
        return [] if self.evening.open_to(seat) else seals_due(self.session, at.game, at.state, at.name)

    def say_lines(self, events: tuple[Event, ...], *, is_asked: bool = True) -> None:
        """Say what events would be, one below the other, each with the number that stands for it.

        Where nobody asked for the list, what only the table can have seen has none.
        """
        first, game = len(self.numbered) + 1, self.evening.at.game
        self.numbered += [each if is_asked or not is_observed(game, each) else None for each in events]
        for n, line in enumerate(self.evening.labelled(events, self.evening.asked), first):
            is_numbered = self.evening.is_number_free(n) and self.numbered[n - 1] is not None
            self.session.tell(f"{n:>3}  {line}" if is_numbered else f"  {line}")

    def say_all(self, lines: Iterable[str]) -> None:
        """Talk in several lines."""
        for line in lines:
            self.session.tell(line)

    def refuse(self, refused: Refused, event: Event | None = None) -> None:
        """Say in one line why not, and how an earlier entry is amended that causes it."""
        from cli.output.earlier_entry import earlier_entries, earlier_words, with_earlier
        from cli.output.refusals import answered, headline

        at = self.evening.at
        earlier = earlier_entries(self.session, at, refused, event, self.evening.actor)
        if self.session.as_json:
            said = answered(self.session, at.game, at.state, refused)
            self.session.emit(with_earlier(self.session, said, at, earlier))
            return
        self.session.tell(headline(self.session, refused, self.evening.at.state))
        self.session.tell_all(earlier_words(self.session, at, earlier))
        self.session.tell(self.session.say("cli.ask_why"))

    def explain(self) -> None:
        """Explain what was just refused, with rules, sources and the way round it."""
        from cli.output.refusals import citations, headline, offers

        refused, at = self.evening.refused, self.evening.at
        if refused is None or not self.evening.is_of_now():
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        lines = [headline(self.session, refused, at.state), *citations(self.session, refused)]
        if self.evening.wanted is not None:
            lines += offers(self.session, at.game, at.state, refused, self.evening.wanted)
        self.session.tell("\n".join(lines))

    def take_back(self, rest: str) -> None:
        """Take back the last act, several (`back 2`), or everything after an entry (`back --to 12`)."""
        from cli.frame.problems import Problem
        from cli.output.going_back import target_of

        is_entry, counted = rest.startswith("--to"), rest.removeprefix("--to").strip(" =")
        if counted and not counted.isdecimal():
            self.session.tell(self.session.say("cli.play_help"))
            return
        wanted = int(counted[:18]) if counted else None
        try:
            to = target_of(self.evening.at, *((None, wanted) if is_entry else (wanted, None)))
        except Problem as problem:
            self.evening.say_problem(problem)
            if problem.hint is not None:
                self.session.tell(self.session.say("cli.help", hint=f"back --to {wanted}"))
            return
        self.go_back(to)

    def go_back(self, to: int | None) -> None:
        """Take back to an entry; where that undoes more than the last act, say what and ask first."""
        from cli.output.going_back import agreed_to, declined, is_more_than_one, undone_words
        from referee.service.commands.changes.take_back import take_back

        at, seen = self.evening.at, self.evening.at.revision
        if to is not None and is_more_than_one(at, to):
            self.session.tell("\n".join(undone_words(self.session, at, to)))
            answer = self.evening.keyboard.ask(self.session.say("cli.really"))
            if not agreed_to(answer):
                self.session.tell(self.session.say("case.nothing_undone"))
                self.evening.typed_instead = None if declined(answer) else answer
                return
        self.evening.change(lambda at, actor: take_back(at, actor, to, seen=seen))

    def play_anyway(self, change: str) -> None:
        """Record what the table decides: the refused act whole, a house rule, or facts the board shows."""
        from cli.frame.problems import Problem
        from cli.tables.changes_by_hand import facts_told, option_of
        from referee.service.commands.changes.correct import correct
        from referee.service.commands.changes.house_rule import house_rule

        change = change.replace("＝", "=")
        at, option = self.evening.at, change.partition("=")[0].strip()
        try:
            if not change:
                self.play_refused()
            elif option in at.game.ruleset.options:
                self.evening.change(lambda at, actor: house_rule(at, actor, *option_of(change)))
            else:
                told = facts_told(at.game, at.state, words_of(change))
                self.evening.change(lambda at, actor: correct(at, actor, told))
        except Problem as problem:
            self.evening.say_problem(problem)

    def play_refused(self) -> None:
        """Play the last refused act as a whole; say so where nothing was refused."""
        from cli.output.refusals import headline
        from referee.service.commands.changes.play_anyway import play_anyway

        evening = self.evening
        if evening.wanted is None or not evening.is_of_now():
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        wanted = evening.wanted
        answer = play_anyway(evening.at, evening.actor, wanted)
        if isinstance(answer, Refused):
            self.session.tell(headline(self.session, answer, evening.at.state))
        else:
            evening.hear(answer)

    def speak(self, seat: str | None, tag: str) -> None:
        """Option the language from here on: for the seat that asks, or for everybody where no seat does."""
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
            whose = self.session.say("cli.lang_of_all")
        else:
            self.evening.langs[seat] = self.session.flag
            whose = self.session.say("cli.lang_of_seat", seat=self.evening.name_of(seat))
        self.session.tell(whose)
        self.evening.drawn = -1
        self.evening.draw()

    def command(self, word: str, rest: str) -> None:
        """Run one of the commands at this table, which need not be named."""
        table, args = self.evening.at.name, words_of(rest)
        args = args[1:] if args[:1] == [table] else args
        if word == "dispute" and args and not rest.startswith("-"):
            self.dispute(" ".join(args))
            return
        usual: tuple[str, ...] = GLANCE if word == "log" and not args else ()
        if word == "events" and not (args and is_game(args[0])):
            args = [self.evening.at.game.id, *args]
        if word == "report" and not any(arg.startswith("--out") for arg in args) and sys.stdout.isatty():
            usual = ("--out", f"{table}.{report_form(args)}")
        if word == "rule" and "--game" not in args:
            usual = ("--game", self.evening.at.game.id)
        self.run([word, *(() if word in ELSEWHERE else (table,)), *args, *usual])

    def dispute(self, about: str) -> None:
        """Lay a topic open, or put a question in these words on record and lay that open."""
        from cli.commands.disputes.dispute import read_words

        table = self.evening.at.name
        topic, question = read_words(self.session, self.evening.at, about, None, "")
        if topic is None:
            self.run(["dispute", table, "--question", question])
            self.run(["dispute", table])
        else:
            self.run(["dispute", table, "--topic", topic])

    def run(self, args: list[str]) -> None:
        """Run a command as the shell would, and see what it changed."""
        from typer.main import get_command

        from cli.main import app
        from cli.output.proposals import asked_since

        at = self.evening.at
        if args[:1] == ["play"]:
            how = "plays_already" if args[1:] == [at.name] else "plays_another"
            line = shlex.join(["referee", *args])
            self.session.tell(self.session.say(f"cli.{how}", table=at.name, line=line))
            return
        waited, seat = at.state.proposals, self.evening.behind_curtain
        self.session.speaks = (at.name, seat) if seat is not None else None
        try:
            get_command(app).main(args, prog_name="referee", standalone_mode=False, obj=self.session)
        finally:
            self.session.speaks = None
        at.catch_up()
        if seat is not None:
            self.evening.told += asked_since(self.session, at, waited)


def as_words(text: str, table: str) -> str:
    """Write the commands that a text advises as words for the keyboard of a table, which is not named."""
    named = rf"\breferee ({'|'.join(OF_THE_TABLE)}) {re.escape(shlex.quote(table))}(?![\w-])"
    return re.sub(named, r"\1", text)


def called_here() -> dict[str, str]:
    """Map what people call the words for the keyboard, in any language, to those words."""
    from referee.languages import words_for

    return {**words_for("commands"), **words_for("keyboard")}


def named_first(line: str) -> tuple[str, str]:
    """Split a line after its first word; where no blanks are written, before a number or an id."""
    word, _, rest = line.translate(WIDE_BLANK).partition(" ")
    if (run_on := WRITTEN_ON.fullmatch(word)) is not None:
        word, rest = run_on[1], f"{run_on[2]} {rest}"
    return word, rest.strip()


def begins_with_word(line: str) -> bool:
    """Whether a line begins with a word that is obeyed before acts are looked at; `?` is none, but a sign."""
    first = fold(line.translate(WIDE_BLANK).partition(" ")[0]).lower()
    return first != "?" and first in {*ITS_OWN, *OF_THE_TABLE, *ELSEWHERE, *NO_COMMANDS, "legal"}


def is_for_the_keyboard(line: str) -> bool:
    """Whether a line is one of these words, alone, with a number or options, or a command of the shell."""
    if line.startswith("referee "):
        return True
    called, rest = named_first(line)
    known = {*ITS_OWN, *OF_THE_TABLE, *ELSEWHERE, *called_here(), "exit", "q"}
    return called.casefold() in known and (not rest or rest.isdecimal() or rest.startswith("--"))


def report_form(args: list[str]) -> str:
    """Name the form of a report that is asked for."""
    return args[args.index("--to") + 1] if "--to" in args[:-1] else "html"


def words_of(line: str) -> list[str]:
    """Split a line as a shell would; at its blanks where its quotes do not close."""
    try:
        return shlex.split(line)
    except ValueError:
        return line.split()
