"""Ask before doing what cannot be taken back; a program says yes in the call itself."""

import sys

from cli.frame.problems import Problem
from cli.frame.session import Session


def agreed(session: Session, what: str, *, yes: bool = False) -> bool:
    """Say what will happen and ask, unless the call said yes or wants JSON."""
    if yes or session.as_json:
        return True
    session.tell(what)
    return answered_yes(session)


def answered_yes(session: Session) -> bool:
    """Ask until the answer is a yes or a no; what is neither is said back, and was not done."""
    from cli.output.going_back import agreed_to, declined

    answer = answer_to(session, "cli.really")
    while not (agreed_to(answer) or declined(answer)):
        session.tell(session.say("cli.yes_or_no", typed=answer))
        answer = answer_to(session, "cli.really")
    return agreed_to(answer)


def named_again(session: Session, name: str) -> bool:
    """Ask for a name once more: whoever types another name meant another thing."""
    if session.as_json:
        raise Problem("cli.name_it_again", name=name)
    given = answer_to(session, "cli.type_the_name")
    if given == name:
        return True
    session.tell(session.say("cli.nothing_removed"))
    return False


def answer_to(session: Session, question: str) -> str:
    """Ask, and read a line; the end of the input is no answer."""
    print(session.say(question), end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line.endswith("\n"):
        session.tell()
    return line.strip()
