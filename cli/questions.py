"""Ask the person at the terminal: yes or no, a name, a choice."""

import sys
from collections.abc import Sequence

from cli.problems import Problem
from cli.session import Session
from referee.kernel.folding import look
from referee.languages import all_words


def ask_consent(session: Session, what: str, *, yes: bool = False) -> bool:
    """Print what will happen and return whether people agree; nobody is asked with `yes` or --json."""
    if yes or session.as_json:
        return True
    session.tell(what)
    return ask_yes_or_no(session)


def ask_yes_or_no(session: Session) -> bool:
    """Ask until the answer is a yes or a no (also Enter or the end of input); return whether it is a yes."""
    answer = _ask(session, "cli.really")
    while not (is_yes(answer) or is_no(answer)):
        session.tell(session.say("cli.yes_or_no", typed=answer))
        answer = _ask(session, "cli.really")
    return is_yes(answer)


def ask_name_again(session: Session, name: str) -> bool:
    """Return whether the same name is typed once more; raise Problem with --json."""
    if session.as_json:
        raise Problem("cli.name_it_again", name=name)
    given = _ask(session, "cli.type_the_name")
    if given == name:
        return True
    session.tell(session.say("cli.nothing_removed"))
    return False


def _ask(session: Session, question: str) -> str:
    """Return a typed line without blanks around it, empty at the end of input."""
    print(session.say(question), end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        session.tell()
    return line.strip()


def ask_choice(session: Session, question: str, known: list[tuple[str, str]]) -> str:
    """Return the id chosen from pairs of id and words, by number or by words; Enter takes the first."""
    for n, (_, words) in enumerate(known, 1):
        session.tell(f"  {n}  {words}")
    while True:
        typed = _ask_line(session, session.say(question))
        if not typed:
            return known[0][0]
        if (chosen := _find_choice(typed, known)) is not None:
            return chosen
        session.tell(session.say("cli.ask_none_of", typed=typed))


def _find_choice(typed: str, known: list[tuple[str, str]]) -> str | None:
    """Return the id that a number or words mean, from pairs of id and words; None for none, or several."""
    if typed.isdecimal() and 1 <= int(typed[:3]) <= len(known):
        return known[int(typed[:3]) - 1][0]
    wanted = look(typed)
    named = [id for id, words in known if wanted in {look(id), look(words)}]
    begun = [id for id, words in known if wanted in look(words)]
    return found[0] if len(found := named or begun) == 1 else None


def ask_which(session: Session, question: str, options: Sequence[str]) -> int | None:
    """Return which option is chosen, counted from 0, by number or by words.

    None where people leave it open: an empty line, a word that quits, the end of input.
    """
    known = [(f"no. {n}", words) for n, words in enumerate(options)]
    session.tell(question)
    session.tell_all([f"  {n}  {words}" for n, words in enumerate(options, 1)])
    while (typed := _ask(session, "catchup.which_one")) and typed.lower() not in QUIT:
        if (chosen := _find_choice(typed, known)) is not None:
            return known.index(next(each for each in known if each[0] == chosen))
        session.tell(session.say("cli.ask_none_of", typed=typed))
    return None


def _ask_line(session: Session, question: str) -> str:
    """Return a typed line; raise Problem for a word that quits, or at the end of input."""
    print(question, end=" ", file=sys.stderr, flush=True)
    try:
        typed = input().strip()
    except EOFError:
        session.tell()
        raise Problem("cli.nothing_opened") from None
    if typed.lower() in QUIT:
        raise Problem("cli.nothing_opened")
    return typed


def is_yes(answer: str | None) -> bool:
    """Return whether an answer says yes in any language; None does not."""
    return (answer or "").strip().lower() in all_words("agreed")


def is_no(answer: str | None) -> bool:
    """Return whether an answer is a no in any language, or empty."""
    return (answer or "").strip().lower() in {"", *all_words("declined")}


QUIT = {"quit", "exit", "q"}
