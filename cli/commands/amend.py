"""`referee amend`: replace one entry, and reapply the rest as far as it goes."""

from shlex import quote
from typing import Annotated

import typer

from cli.changes import parse_agreed
from cli.output.changes import report_change, report_reapplied
from cli.output.possible import find_numbered_act, possible_in_words, remember_numbers
from cli.output.refusals import answer_refusal, full_refusal
from cli.output.sentences import sentence
from cli.parameters import Reason, TableArgument, WhoAgreed, WhoseLastAct
from cli.problems import Problem
from cli.session import Session
from cli.tables import actor_of, get_table
from events.base import Event
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused
from referee.service.answers.tables import possible_at
from referee.service.commands.correct import make_undo_before
from referee.service.commands.undo import EntryPlace, amend, amend_waiting, find_place, reveals_undone
from referee.service.commands.ways_round import other_option_values
from referee.service.logs.effective import NoSuchEntryError
from referee.service.tables.open_acts import is_secret_choice
from referee.service.tables.request import Actor, Answer, Reapplied, Request
from referee.service.tables.table import Table

EXAMPLE = """\
referee amend evening 41 "B2 up to S4"
referee amend evening 41 "B2 up to S4" --reason "we moved it one too few" --agreed A,B,C
referee amend evening 41 "B2 up to S4" --by B
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    entry: Annotated[int, typer.Argument(metavar="N", help="The entry to replace.")],
    notation: Annotated[
        list[str] | None,
        typer.Argument(metavar="NOTATION...", help="What should stand there; none lists what could."),
    ] = None,
    reason: Reason = "",
    agreed: WhoAgreed = None,
    by: WhoseLastAct = None,
) -> None:
    """Replace one entry and tell the rest again."""
    session = ctx.ensure_object(Session)
    agreeing = parse_agreed(session, by, agreed)
    at = get_table(session, table, whole=True)
    place = _find_place(at, entry)
    if isinstance(place, Refused):
        raise typer.Exit(report_change(session, at, at.state, place))
    if not notation:
        raise typer.Exit(_show_possible(session, at, place))
    line = " ".join(notation)
    event, actor = _parse_act(session, at, place, line), actor_of(session, at, by)
    if place.waits:
        if by or agreed or reason:
            raise Problem(
                "case.nothing_to_agree", f"referee amend {quote(table)} {entry} {quote(line)}", n=entry
            )
        raise typer.Exit(_amend_waiting(session, at, actor, place, event))
    before, unseen = at.state, reveals_undone(at.log_index, make_undo_before(at, place.seq).to)
    try:
        answer = amend(at, Request(actor, agreed=agreeing), place.seq, event, reason)
    except NoSuchEntryError:  # taken back this very moment
        raise _not_in_force(at, entry) from None
    if isinstance(answer, Refused) and not isinstance(at.judge(make_undo_before(at, place.seq)), Refused):
        raise typer.Exit(_report_refused(session, at, place, event, answer))
    _print_instead(session, place, event, answer)
    raise typer.Exit(report_change(session, at, before, answer, unseen))


def _print_instead(session: Session, place: EntryPlace, event: Event, answer: Answer) -> None:
    """Print the act that stands at a place now; nothing where `answer` did not replace it, or with --json."""
    if isinstance(answer, Reapplied) and not session.as_json:
        print(session.say("case.stands_instead", n=place.seq, what=sentence(session, place.before, event)))


def _show_possible(session: Session, at: Table, place: EntryPlace) -> int:
    """Print what could stand at a place, secret choices only announced; return the exit code."""
    if session.as_json:
        for one in possible_at(at.game, place.before, session.lang):
            session.emit(one)
        return 0
    listed = possible_in_words(session, at.game, place.before, place=f"@{place.seq} ")
    if listed:
        session.tell(session.say("case.could_stand", n=place.seq))
        print(listed)
    state = place.before
    if secret := tuple(each for each in at.game.acting(state) if is_secret_choice(at.game, state, each)):
        typed = f"referee amend {quote(at.name)} {place.seq}"
        session.tell(session.say("case.could_stand_secret", seats=secret, names=state.names, command=typed))
    remember_numbers(session, at.name, at.revision)
    return 0


def _find_place(at: Table, entry: int) -> EntryPlace | Refused:
    """Return an entry's place in the game or among what waits to be reapplied; raise Problem elsewhere."""
    try:
        return find_place(at, entry)
    except NoSuchEntryError:
        raise _not_in_force(at, entry) from None


def _not_in_force(at: Table, entry: int) -> Problem:
    """Return the Problem of an entry that was taken back or does not exist."""
    return Problem("case.not_in_force", f"referee log {quote(at.name)}", n=entry)


def _amend_waiting(session: Session, at: Table, actor: Actor, place: EntryPlace, event: Event) -> int:
    """Submit another act in place of one that waits to be reapplied, then the rest; return the exit code."""
    before = at.state
    try:
        answer = amend_waiting(at, Request(actor), place.seq, event)
    except NoSuchEntryError:  # told again this very moment
        raise _not_in_force(at, place.seq) from None
    if isinstance(answer, Refused):
        return _report_refused(session, at, place, event, answer)
    _print_instead(session, place, event, answer)
    return report_reapplied(session, at, before, answer)


def _report_refused(session: Session, at: Table, place: EntryPlace, event: Event, refused: Refused) -> int:
    """Print why an act cannot stand there, with the board as it was there; return the exit code."""
    game, state = at.game, place.before
    if session.as_json:
        session.emit(answer_refusal(session, game, state, refused))
        return 1
    session.tell(session.say("case.as_it_stood", n=place.seq))
    session.tell(full_refusal(session, game, state, refused, where=f"{at.name}:{place.seq}"))
    since = "" if place.waits else f" --from {place.seq}"
    ways = [
        f"  referee house {quote(at.name)} {quote(f'{option}={value}')}{since}"
        for option, value in other_option_values(game, state, refused, event)
    ]
    if ways:
        session.tell("\n".join([session.say("cli.anyway"), *ways]))
    return 1


def _parse_act(session: Session, at: Table, place: EntryPlace, notation: str) -> Event:
    """Return the act that a line means at the state before `place`; a number means the act listed there."""
    listed = f"referee amend {quote(at.name)} {place.seq}"
    if (
        chosen := find_numbered_act(session, at, place.before, notation, listed, None, f"@{place.seq} ")
    ) is not None:
        return chosen
    try:
        return session.parse(place.before, notation)
    except NotationError as error:
        raise Problem("cli.not_understood", why=session.say(error.reason, **error.args_)) from None
