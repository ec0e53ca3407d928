"""Lines at `referee play` that are no acts: words for the keyboard, and commands."""

import re
import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from typer.main import get_command

from cli.acts import find_next_for_all, find_said_of_everybody
from cli.changes import command_of_change, find_target, is_more_than_one, parse_facts, undone_in_words
from cli.command_list import AT_THE_KEYBOARD
from cli.errors import answer_of_problem, args_in_words
from cli.interactive.keyboard import (
    ELSEWHERE,
    ENDING,
    ITS_OWN,
    NO_COMMANDS,
    WIDE_BLANK,
    Keyboard,
    begins_with_keyword,
    is_for_the_keyboard,
    split_first_word,
    split_words,
    words_here,
)
from cli.main import app
from cli.output.changes import how_to_agree, new_proposals, proposal_in
from cli.output.disputes import parse_topic_or_question
from cli.output.possible import acts_of_everybody, closing_words, is_free, seals_due, template_words
from cli.output.refusals import (
    add_earlier,
    answer_refusal,
    cite_rules,
    earlier_in_words,
    find_earlier,
    headline,
    ways_round,
)
from cli.output.sentences import draw_board, recorded_lines
from cli.parameters import parse_option
from cli.problems import Problem
from cli.questions import is_no, is_yes
from cli.session import Session, parse_language
from cli.tables import actor_behind_curtain, actor_of, get_seat
from events.base import TABLE, Event
from events.stores.protocol import Conflict
from referee.kernel.folding import fold
from referee.kernel.game import NotationError
from referee.kernel.notation import same
from referee.kernel.registry import is_game
from referee.kernel.verdict import Refused
from referee.l10n.wording import act_claiming, any_of, doer_of, notate
from referee.languages import trait
from referee.service.catch_up.reading import read_told
from referee.service.commands.correct import correct, house_rule
from referee.service.commands.record import play_anyway, record_event
from referee.service.commands.undo import undo
from referee.service.line_reading import holds_word, lines_meant, without_samples
from referee.service.tables.open_acts import (
    ends_by_coming_next,
    is_closing,
    is_idle,
    is_observed,
    is_out_of_turn,
    sort_acts,
)
from referee.service.tables.request import Actor, Answer, Request
from referee.service.tables.table import Table

_MOST_LISTED = 24
"""At most so many possibilities are listed; more are counted, and `? WORDS` narrows them down."""

_GLANCE = ("--last", "12")
"""How much of the log fits a glance."""


class KeyboardWords(ABC):
    """Handles the words for the keyboard at one table, and submits acts for the seat that is asked.

    `asked` is the seat that is asked, `behind_curtain` the seat that alone sees the screen; `refused` is what
    was refused last on revision `refused_at`, `wanted` the act it was about. `numbered` are the acts of the
    list on the screen, None for one that no number stands for. `news` waits to be printed.
    """

    def __init__(self, session: Session, at: Table) -> None:
        self.session, self.at, self.keyboard = session, at, Keyboard(session)
        self.langs: dict[str, str] = {}
        self.usual_lang = session.lang_flag
        self.news: list[str] = []
        self.drawn = -1
        self.wanted: Event | None = None
        self.refused: Refused | None = None
        self.refused_at = -1
        self.behind_curtain: str | None = None
        self.asked: str | None = None
        self.typed_instead: str | None = None
        self.has_left = False
        self.numbered: list[Event | None] = []
        self.meant: Event | None = None
        self.has_offered_to_catch_up = False
        self.wants_facts = False
        self.unanswered: list[str] = []

    @abstractmethod
    def act_behind_curtain(self, seat: str, *, may_leave: bool = False) -> bool:
        """Let `seat` act behind the curtain; return False where the whole table stops playing.

        With `may_leave` an empty line goes back without acting.
        """

    def name_of(self, seat: str) -> str:
        """Return what people call a seat, with its letter, and whether others play for it."""
        name = self.at.state.names.get(seat)
        called = name + trait(self.session.lang, "brackets").format(seat) if name and name != seat else seat
        if seat in self.at.state.absent:
            return self.session.say("cli.played_for", seat=called)
        return called

    def open_to(self, seat: str | None) -> tuple[Event, ...]:
        """Return the acts of a seat, due ones first; for None those of all that give no secret away."""
        game, state = self.at.game, self.at.state
        events = acts_of_everybody(game, state) if seat is None else game.legal(state, seat)
        now = (event for event in events if not ends_by_coming_next(game, state, event))
        return sort_acts(game, (event for event in now if not is_idle(game, state, event)))

    def print_problem(self, problem: Problem) -> None:
        """Print a Problem without raising it, so that people are asked again."""
        session = self.session
        message = session.say(problem.message_id, **args_in_words(session, problem.args_))
        if session.as_json:
            session.emit(
                answer_of_problem(session, problem, message, session.adapt_commands(problem.hint or ""))
            )
        else:
            session.tell(message)

    def submit(self, event: Event) -> None:
        """Submit an act for who speaks, on the revision seen; note what followed or print why not."""
        self.note_answer(record_event(self.at, Request(self.actor, self.at.revision), event), event)

    def change(self, asked: Callable[[Table, Actor], Answer]) -> None:
        """Make a change for who speaks; note what followed, or print why it was refused.

        `asked` makes the change, for a table and an actor.
        """
        self.note_answer(asked(self.at, self.actor))

    @property
    def actor(self) -> Actor:
        """Return who speaks: the seat behind the curtain, else the whole table."""
        seat = self.behind_curtain
        return actor_of(self.session, self.at) if seat is None else actor_behind_curtain(self.at.state, seat)

    def note_answer(self, answer: Answer, event: Event | None = None) -> None:
        """Note what an answer recorded, for all to read, or print why it was refused."""
        if isinstance(answer, Refused):
            self.refused, self.wanted, self.refused_at = answer, event, self.at.revision
            self.refuse(answer, event)
        elif isinstance(answer, Conflict):
            args = {"seen": answer.expected, "revision": answer.revision}
            self.session.tell(self.session.say("cli.conflict", **args))
        else:
            self.refused = self.wanted = None
            self.news += recorded_lines(self.session, self.at, answer)
            if (proposal := proposal_in(answer)) is not None:
                self.news.append(how_to_agree(self.session, self.at, proposal))

    def is_refusal_fresh(self) -> bool:
        """Return whether nothing has been recorded since the last refusal but talk."""
        return not self.at.is_past(self.refused_at)

    def draw(self, seat: str | None = None, *, again: bool = False) -> None:
        """Draw the board for a seat, or (None) everybody; once for each revision unless `again`."""
        if self.session.as_json or not (again or self.drawn != self.at.revision):
            return
        print(draw_board(self.session, self.at.game, self.at.state, seat), flush=True)
        self.drawn = self.at.revision if seat is None else -1

    def is_number_free(self, n: int) -> bool:
        """Return whether a number may stand for a listed act, because it means no possible act by itself."""
        seat = None if self.asked == TABLE else self.asked
        return is_free(self.session, self.at.state, str(n), self.open_to(self.asked), seat)

    @property
    def keywords(self) -> tuple[str, ...]:
        """Return the words that a line may begin with, for completion."""
        return (*ITS_OWN, *AT_THE_KEYBOARD, *ELSEWHERE)

    def obey(self, seat: str | None, line: str) -> bool:
        """Handle a line that begins with a word for the keyboard or `referee`; return False for others.

        And one that says how the board stands, or answers what was asked about it, where that was just asked.
        """
        if self.goes_on_catching_up(line):
            return True
        if line.startswith("referee "):
            own = line.removeprefix("referee ").strip()
            if split_first_word(own)[0].lower() not in NO_COMMANDS:
                self.run(split_words(line)[1:])
                return True
            return self.obey_word(seat, own)
        return not self.is_act(seat, line) and self.obey_word(seat, line)

    def goes_on_catching_up(self, line: str) -> bool:
        """Handle the line after "we played on", or after a question about it; return False for any other."""
        wants_facts, self.wants_facts = self.wants_facts, False
        unanswered, self.unanswered = self.unanswered, []
        if unanswered:
            options = {each.casefold(): str(n) for n, each in enumerate(self.session.options_asked, 1)}
            n = options.get(line.casefold(), fold(line))
            if n in options.values():
                self.run([*unanswered, "--answer", n])
                return True
        if wants_facts and self.read_told([line]):
            self.run(["catchup", self.at.name, line])
            return True
        return False

    def read_told(self, said: list[str]) -> dict[str, Any] | None:
        """Return the facts that words say of how the board stands; None where they are no facts."""
        with suppress(NotationError):
            return read_told(self.at.game, self.at.state, said, self.session.lang, self.behind_curtain)
        return None

    def obey_word(self, seat: str | None, line: str) -> bool:
        """Handle a word for the keyboard; return False for any other, or where a seat has that name."""
        word, _, rest = line.translate(WIDE_BLANK).partition(" ")
        word, rest = fold(word), rest.strip()
        state = self.at.state
        if any(same(name, word) for name in (*state.seats, *state.names.values())):
            return False
        match word.lower():
            case "?" | "help" | "legal":
                self.possible(seat, rest.lower().split(), has_help=word.lower() == "help")
            case "why":
                self.explain()
            case "show":
                self.draw(self.behind_curtain, again=True)
            case "back" | "undo":
                self.undo(rest)
            case "anyway":
                self.play_anyway(rest)
            case "as":
                self.act_as(rest)
            case "lang":
                self.switch_language(seat, rest)
            case command if command in AT_THE_KEYBOARD or command in ELSEWHERE:
                self.command(command, rest)
            case _:
                return False
        return True

    def act_as(self, who: str) -> None:
        """Let the seat named `who` act behind the curtain; print the help for an empty name."""
        if not who:
            self.session.tell(self.session.say("cli.play_help"))
            return
        at = self.at
        try:
            seat = get_seat(at.name, at.state, who)
        except Problem as problem:
            self.print_problem(problem)
            return
        self.act_behind_curtain(str(seat), may_leave=True)

    def obey_meant(self, seat: str | None, line: str) -> bool:
        """Handle a line that is no act but begins with a word for the keyboard in any language.

        The word is printed as it is called here, so that people know it next time. Returns False for others.
        """
        if (said := find_said_of_everybody(line)) is not None and self.do_for_all(said):
            return True
        if self.is_change(line):
            self.play_anyway(line)
            return True
        called, rest = split_first_word(line)
        word = words_here().get(called.casefold())
        if word == ENDING:
            self.list_endings(seat, called)
            return True
        if word is None or word not in {*self.keywords, "help", "legal"}:
            return False
        if word == "rule" and called != word and self.names_somebody(rest):
            return False
        rest = rest or (called if word == "rule" else "")
        self.session.tell(f"{word} {rest}".rstrip())
        if word == "quit":
            self.has_left = True
            return True
        return self.obey_word(seat, f"{word} {rest}".rstrip())

    def do_for_all(self, said: str) -> bool:
        """Submit what everybody does, seat by seat, until one is refused.

        Return whether anybody did anything.
        """
        left = list(self.at.state.seats)
        while (found := find_next_for_all(self.session, self.at, left, said)) is not None:
            revision = self.at.revision
            self.submit(found)
            left.remove(str(doer_of(found)))
            if self.at.revision == revision:
                break
        return len(left) < len(self.at.state.seats)

    def is_change(self, line: str) -> bool:
        """Return whether a line sets a fact or an option: `ring=Ben`, `minimum_speed=1`."""
        return command_of_change(self.at.game, self.at.state, line) is not None

    def obey_at_curtain(self, seat: str, line: str) -> bool:
        """Handle a word typed before a hand is shown; return False for what lists a seat's acts."""
        if self.asks_for_list(line):
            return False
        if self.obey(seat, line):
            return True
        is_word = (
            is_for_the_keyboard(line) or find_said_of_everybody(line) is not None or self.is_change(line)
        )
        return is_word and self.obey_meant(seat, line)

    @staticmethod
    def asks_for_list(line: str) -> bool:
        """Return whether a line asks for what is possible, or begins with a word for ending something."""
        called, _ = split_first_word(line)
        return words_here().get(called.casefold(), called.casefold()) in {"?", "help", "legal", ENDING}

    def possible(self, seat: str | None, wanted: list[str], *, has_help: bool) -> None:
        """Print the possible acts that hold all words of `wanted`; `has_help`: what may be typed, too."""
        if has_help:
            self.session.tell(self.session.say("cli.play_help"))
        listed = tuple(
            event
            for event, line in self.acts_with_words(seat)
            if all(holds_word(word, line) for word in wanted)
        )
        self.list_events(listed)
        seals = [] if wanted else self.seals_due(seat)
        if not listed and not seals:
            self.session.tell(self.session.say("cli.none_of_those" if wanted else "cli.nothing_possible"))
        if not wanted:
            self.list_templates(seat)
            self.session.tell_all(seals)

    def find_meant(self, seat: str | None, line: str, part_of: tuple[str, ...] = ()) -> tuple[Event, ...]:
        """Return the acts that an unreadable line may mean; a name alone means none."""
        at, said = self.at, self.acts_with_words(seat)
        guessed = without_samples(at.game, at.state, [event for event, _ in said])
        said = [each for each in said if each[0] in guessed]
        lines, rest = [words for _, words in said], self.without_names(line)
        if rest and not part_of and not lines_meant(rest, lines):
            return ()
        return tuple(said[n][0] for n in lines_meant(line, lines, part_of))

    def names_somebody(self, words: str) -> bool:
        """Return whether somebody at the table is named in `words`."""
        state = self.at.state
        return re.search(any_of((*state.seats, *state.names.values())), words, re.IGNORECASE) is not None

    def is_act(self, seat: str | None, line: str) -> bool:
        """Return whether a line that begins with a word for the keyboard is an act, such as `help Bob`."""
        if not begins_with_keyword(line):
            return False
        state, who = self.at.state, None if seat == TABLE else seat
        event = act_claiming(state, line, self.session.lang, who)
        if event is None:
            return False
        if not isinstance(self.at.game.decide(state, event), Refused):
            return True
        written = notate(state, event, self.session.lang).removeprefix(getattr(event, "seat", "")).strip()
        return written.casefold() == line.casefold()  # not one that is only made out of the word

    def without_names(self, line: str) -> str:
        """Return a line without the names of people at the table."""
        names = any_of(self.at.state.names.values())
        return re.sub(names, "", line, flags=re.IGNORECASE).strip() if names else line

    def list_meant(self, events: tuple[Event, ...]) -> None:
        """Ask whether one of these was meant; a yes means the only one."""
        self.session.tell(self.session.say("cli.perhaps_meant"))
        self.list_events(events)
        self.meant = events[0] if len(events) == 1 else None

    def acts_with_words(self, seat: str | None) -> list[tuple[Event, str]]:
        """Return the possible acts, each with all texts it may be searched by."""
        events = self.open_to(seat)
        said = self.session.search_texts(self.at.state, events, seat)
        return list(zip(events, said, strict=True))

    def list_events(self, events: tuple[Event, ...], left: int = 0, *, is_below_board: bool = False) -> None:
        """Print possible acts, the first of many; those of the whole table last, under a heading.

        `left` is how many more there are, which are only counted. `is_below_board`: the board says already
        who may do what, and nobody asked for the list.
        """
        at, self.numbered = self.at, []
        closing = tuple(event for event in events if is_closing(at.game, event))
        others = events[: len(events) - len(closing)]
        self.print_acts(others[:_MOST_LISTED], is_asked=not is_below_board)
        if more := left + max(0, len(others) - _MOST_LISTED):
            self.session.tell("  " + self.session.say("cli.and_more_words", n=more))
        if closing:
            heading = closing_words(self.session, at.game, at.state)
            self.session.tell_all(heading[:1] if is_below_board else heading)
            self.print_acts(closing)

    def list_endings(self, seat: str | None, called: str) -> None:
        """Print the acts that hold the word `called`, and those that end a window for all."""
        game = self.at.game
        ends = tuple(
            event
            for event, words in self.acts_with_words(seat)
            if is_closing(game, event) or holds_word(called, words)
        )
        self.session.tell(self.session.say("cli.ending" if ends else "cli.no_ending"))
        self.list_events(ends)

    def list_templates(self, seat: str | None) -> None:
        """Print a sample line for each kind of act with too many possibilities to list."""
        at = self.at
        self.session.tell_all(template_words(self.session, at.game, at.state, [seat or TABLE]))

    def list_seals(self, seat: str | None) -> None:
        """Print the seals that have to be opened before anything else is possible."""
        self.session.tell_all(self.seals_due(seat))

    def seals_due(self, seat: str | None) -> list[str]:
        """Return which seals have to be opened first; empty where something else is possible."""
        at = self.at
        return [] if self.open_to(seat) else seals_due(self.session, at.game, at.state, at.name)

    def print_acts(self, events: tuple[Event, ...], *, is_asked: bool = True) -> None:
        """Print acts, each after the number that stands for it.

        Where nobody asked for the list, what only the table can have seen has no number.
        """
        first, game = len(self.numbered) + 1, self.at.game
        self.numbered += [each if is_asked or not is_observed(game, each) else None for each in events]
        for n, line in enumerate(self.session.labels(self.at.state, events, self.asked), first):
            is_numbered = self.is_number_free(n) and self.numbered[n - 1] is not None
            self.session.tell(f"{n:>3}  {line}" if is_numbered else f"  {line}")

    def refuse(self, refused: Refused, event: Event | None = None) -> None:
        """Print in one line why not, and how an earlier entry is amended that causes it."""
        at = self.at
        earlier = find_earlier(self.session, at, refused, event, self.actor)
        if self.session.as_json:
            said = answer_refusal(self.session, at.game, at.state, refused)
            self.session.emit(add_earlier(self.session, said, at, earlier))
            return
        self.session.tell(headline(self.session, refused, self.at.state))
        self.session.tell_all(earlier_in_words(self.session, at, earlier))
        self.session.tell(self.session.say("cli.ask_why"))
        if (
            event is not None
            and not self.has_offered_to_catch_up
            and is_out_of_turn(at.game, at.state, event)
        ):
            self.has_offered_to_catch_up = True
            self.session.tell(self.session.say("catchup.played_on"))

    def explain(self) -> None:
        """Print the last refusal with rules, sources and ways round it, while nothing was recorded since."""
        refused, at = self.refused, self.at
        if refused is None or not self.is_refusal_fresh():
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        lines = [headline(self.session, refused, at.state), *cite_rules(self.session, refused)]
        if self.wanted is not None:
            lines += ways_round(self.session, at.game, at.state, refused, self.wanted)
        self.session.tell("\n".join(lines))

    def undo(self, rest: str) -> None:
        """Take back the last act, several (`2`), or everything after an entry (`--to 12`)."""
        is_entry, counted = rest.startswith("--to"), rest.removeprefix("--to").strip(" =")
        if counted and not counted.isdecimal():
            self.session.tell(self.session.say("cli.play_help"))
            return
        wanted = int(counted[:18]) if counted else None
        try:
            to = find_target(self.at, *((None, wanted) if is_entry else (wanted, None)))
        except Problem as problem:
            self.print_problem(problem)
            if problem.hint is not None:
                self.session.tell(self.session.say("cli.help", hint=f"back --to {wanted}"))
            return
        self.go_back(to)

    def go_back(self, to: int | None) -> None:
        """Take back to entry `to` (None: refused, nothing is there).

        Ask first where that undoes several acts.

        A line typed in place of the answer goes to `typed_instead`.
        """
        at, seen = self.at, self.at.revision
        if to is not None and is_more_than_one(at, to):
            self.session.tell("\n".join(undone_in_words(self.session, at, to)))
            answer = self.keyboard.ask(self.session.say("cli.really"))
            if not is_yes(answer):
                self.session.tell(self.session.say("case.nothing_undone"))
                self.typed_instead = None if is_no(answer) else answer
                return
        self.change(lambda at, actor: undo(at, Request(actor, seen), to))

    def play_anyway(self, change: str) -> None:
        """Record the refused act (`change` ""), a house rule, or facts of the board."""
        change = change.replace("＝", "=")
        at, option = self.at, change.partition("=")[0].strip()
        try:
            if not change:
                self.play_refused()
            elif option in at.game.ruleset.options:
                self.change(lambda at, actor: house_rule(at, Request(actor), *parse_option(change)))
            else:
                facts = parse_facts(at.game, at.state, split_words(change))
                self.change(lambda at, actor: correct(at, Request(actor), facts))
        except Problem as problem:
            self.print_problem(problem)

    def play_refused(self) -> None:
        """Play the last refused act as it is; print that there is none where nothing was refused since."""
        if self.wanted is None or not self.is_refusal_fresh():
            self.session.tell(self.session.say("cli.nothing_refused"))
            return
        wanted = self.wanted
        answer = play_anyway(self.at, Request(self.actor), wanted)
        if isinstance(answer, Refused):
            self.session.tell(headline(self.session, answer, self.at.state))
        else:
            self.note_answer(answer)

    def switch_language(self, seat: str | None, tag: str) -> None:
        """Switch the language: for the seat that asks, or for everybody where `seat` is None or the table."""
        if not tag:
            self.session.tell(self.session.say("cli.play_help"))
            return
        try:
            self.session.lang_flag = parse_language(tag)
        except Problem as problem:
            self.print_problem(problem)
            return
        if seat is None or seat not in self.at.state.seats:
            self.usual_lang = self.session.lang_flag
            whose = self.session.say("cli.lang_of_all")
        else:
            self.langs[seat] = self.session.lang_flag
            whose = self.session.say("cli.lang_of_seat", seat=self.name_of(seat))
        self.session.tell(whose)
        self.drawn = -1
        self.draw()

    def command(self, word: str, rest: str) -> None:
        """Run a command at this table, whose name is added, with options that suit the keyboard."""
        table, args = self.at.name, split_words(rest)
        args = args[1:] if args[:1] == [table] else args
        if word == "dispute" and args and not rest.startswith("-"):
            self.dispute(" ".join(args))
            return
        usual: tuple[str, ...] = _GLANCE if word == "log" and not args else ()
        if word == "events" and not (args and is_game(args[0])):
            args = [self.at.game.id, *args]
        if word == "report" and not any(arg.startswith("--out") for arg in args) and sys.stdout.isatty():
            usual = ("--out", f"{table}.{_report_form(args)}")
        if word == "rule" and "--game" not in args:
            usual = ("--game", self.at.game.id)
        self.run([word, *(() if word in ELSEWHERE else (table,)), *args, *usual])
        self.wants_facts = word == "catchup" and self.read_told(args) == {}

    def dispute(self, about: str) -> None:
        """Open the analysis of a topic, or record a question in these words and analyse that."""
        table = self.at.name
        topic, question = parse_topic_or_question(self.session, self.at, about, None, "")
        if topic is None:
            self.run(["dispute", table, "--question", question])
            self.run(["dispute", table])
        else:
            self.run(["dispute", table, "--topic", topic])

    def run(self, args: list[str]) -> None:
        """Run a command as the shell would, then read what it added to the log."""
        at = self.at
        if args[:1] == ["play"]:
            how = "plays_already" if args[1:] == [at.name] else "plays_another"
            line = shlex.join(["referee", *args])
            self.session.tell(self.session.say(f"cli.{how}", table=at.name, line=line))
            return
        waited, seat = at.state.proposals, self.behind_curtain
        self.session.options_asked = ()
        self.session.seat_behind_curtain = (at.name, seat) if seat is not None else None
        try:
            get_command(app).main(args, prog_name="referee", standalone_mode=False, obj=self.session)
        finally:
            self.session.seat_behind_curtain = None
        self.unanswered = args if self.session.options_asked else []
        at.catch_up()
        if seat is not None:
            self.news += new_proposals(self.session, at, waited)


def _report_form(args: list[str]) -> str:
    """Return the form a report is asked in, "html" where none is."""
    return args[args.index("--to") + 1] if "--to" in args[:-1] else "html"
