"""`referee amend`: replace one entry, and tell the rest again as far as it goes."""

from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from cli.frame.problems import Problem
from cli.frame.session import Session
from cli.output import proposals
from cli.tables.actors import Reason, WhoAgreed, WhoseLastAct, actor_of, those_who_agreed
from cli.tables.find_table import TableArgument, sit_down
from cli.tables.printed_list import remember_numbers
from events.base import Event
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

if TYPE_CHECKING:
    from events.table import TakenBack
    from referee.kernel.table import TableState
    from referee.service.answers.verdicts import NotToldAgain, ToldAgain
    from referee.service.commands.actor import Actor
    from referee.service.commands.changes.tell_again import Amended, Place
    from referee.service.logs.effective import Action
    from referee.service.logs.log_index import VisibleEntry
    from referee.service.tables.submissions import Answer, Retold
    from referee.service.tables.table import Table

EXAMPLE = """\
Examples:

\b
  referee amend evening 41 "B2 up to S4"
  referee amend evening 41 "B2 up to S4" --reason "we moved it one too few" --agreed A,B,C
  referee amend evening 41 "B2 up to S4" --by B
"""


MOST_UNSEEN = 8
"""At most so many things that cannot be unseen are named, the last ones; earlier ones are counted."""


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
    from referee.service.commands.changes.tell_again import amend
    from referee.service.logs.effective import NoSuchEntryError

    session = ctx.ensure_object(Session)
    agreeing = those_who_agreed(session, by, agreed)
    at = sit_down(session, table, whole=True)
    place = found_place(at, entry)
    if isinstance(place, Refused):
        raise typer.Exit(proposals.report(session, at, at.state, place))
    if not notation:
        raise typer.Exit(show_possible(session, at, place))
    line = " ".join(notation)
    event, actor = read(session, at, place, line), actor_of(session, at, by)
    if place.waits:
        if by or agreed or reason:
            raise Problem(
                "case.nothing_to_agree", f"referee amend {quote(table)} {entry} {quote(line)}", n=entry
            )
        raise typer.Exit(amend_waiting(session, at, actor, place, event))
    before, unseen = at.state, shown_from(at, place)
    try:
        answer = amend(at, actor, place.seq, event, reason, agreed=agreeing)
    except NoSuchEntryError:  # taken back this very moment
        raise not_in_force(at, entry) from None
    if isinstance(answer, Refused) and not isinstance(at.judge(back_to(at, place)), Refused):
        raise typer.Exit(refused_there(session, at, place, event, answer))
    say_instead(session, place, event, answer)
    raise typer.Exit(proposals.report(session, at, before, answer, unseen))


def say_instead(session: Session, place: "Place", event: Event, answer: "Answer") -> None:
    """Say what stands in the place of another act, once it does."""
    from cli.output.sentences import sentence
    from referee.service.tables.submissions import Retold

    if isinstance(answer, Retold) and not session.as_json:
        print(session.say("case.stands_instead", n=place.seq, what=sentence(session, place.before, event)))


def show_possible(session: Session, at: "Table", place: "Place") -> int:
    """List what could stand at a place."""
    from cli.output.possible_now import in_words
    from referee.service.tables.open_acts import is_secret_choice

    if session.as_json:
        from referee.service.answers.tables import possible_at

        for one in possible_at(at.game, place.before, session.lang):
            session.emit(one)
        return 0
    listed = in_words(session, at.game, place.before, place=f"@{place.seq} ")
    if listed:
        session.tell(session.say("case.could_stand", n=place.seq))
        print(listed)
    state = place.before
    if secret := tuple(each for each in at.game.acting(state) if is_secret_choice(at.game, state, each)):
        typed = f"referee amend {quote(at.name)} {place.seq}"
        session.tell(session.say("case.could_stand_secret", seats=secret, names=state.names, command=typed))
    remember_numbers(session, at.name, at.revision)
    return 0


def back_to(at: "Table", place: "Place") -> "TakenBack":
    """Take back to before a place."""
    from referee.service.commands.changes.house_rule import before_entry

    return before_entry(at, place.seq)


def shown_from(at: "Table", place: "Place") -> "tuple[VisibleEntry, ...]":
    """List what was shown from a place on and cannot be made unseen."""
    from referee.service.commands.changes.unseen import shown_since

    return shown_since(at.log_index, back_to(at, place).to)


def found_place(at: "Table", entry: int) -> "Place | Refused":
    """Find the place an entry has in the game, or among what waits to be told again."""
    from referee.service.commands.changes.tell_again import place_of
    from referee.service.logs.effective import NoSuchEntryError

    try:
        return place_of(at, entry)
    except NoSuchEntryError:
        raise not_in_force(at, entry) from None


def not_in_force(at: "Table", entry: int) -> Problem:
    """Say that an entry does not stand."""
    return Problem("case.not_in_force", f"referee log {quote(at.name)}", n=entry)


def amend_waiting(session: Session, at: "Table", actor: "Actor", place: "Place", event: Event) -> int:
    """Tell another action in place of one that waits to be told again, then the rest."""
    from referee.service.commands.changes.tell_again import amend_waiting
    from referee.service.logs.effective import NoSuchEntryError

    before = at.state
    try:
        answer = amend_waiting(at, actor, place.seq, event)
    except NoSuchEntryError:  # told again this very moment
        raise not_in_force(at, place.seq) from None
    if isinstance(answer, Refused):
        return refused_there(session, at, place, event, answer)
    say_instead(session, place, event, answer)
    return report(session, at, before, answer)


def refused_there(session: Session, at: "Table", place: "Place", event: Event, refused: Refused) -> int:
    """Print why an action could not stand in the place of another, with the board as it was there."""
    from cli.output.refusals import answered, full
    from referee.service.commands.changes.ways_round import other_values

    game, state = at.game, place.before
    if session.as_json:
        session.emit(answered(session, game, state, refused))
        return 1
    session.tell(session.say("case.as_it_stood", n=place.seq))
    session.tell(full(session, game, state, refused, where=f"{at.name}:{place.seq}"))
    since = "" if place.waits else f" --from {place.seq}"
    ways = [
        f"  referee house {quote(at.name)} {quote(f'{option}={value}')}{since}"
        for option, value in other_values(game, state, refused, event)
    ]
    if ways:
        session.tell("\n".join([session.say("cli.anyway"), *ways]))
    return 1


def read(session: Session, at: "Table", place: "Place", notation: str) -> Event:
    """Read an act for a place, at the state before it; a number means the act listed there under it."""
    from cli.output.possible_now import numbered

    listed = f"referee amend {quote(at.name)} {place.seq}"
    if (chosen := numbered(session, at, place.before, notation, listed, None, f"@{place.seq} ")) is not None:
        return chosen
    try:
        return session.read(place.before, notation)
    except NotationError as error:
        raise Problem("cli.not_understood", why=session.say(error.reason, **error.args_)) from None


def warn(session: Session, unseen: tuple["VisibleEntry", ...]) -> None:
    """Say what was shown and cannot be unseen."""
    from cli.output.sentences import sentence

    if unseen and not session.as_json:
        shown = unseen[-MOST_UNSEEN:]
        what = tuple(sentence(session, each.before, each.event).rstrip(".。") for each in shown)
        more = len(unseen) - len(shown)
        also = " " + session.say("case.and_before", n=more) if more else ""
        session.tell(session.say("case.cannot_unsee", what=what) + also)


def report(
    session: Session,
    at: "Table",
    before: "TableState",
    answer: "Answer",
    wanted: "Sequence[Action]" = (),
    *,
    is_rest: bool = True,
) -> int:
    """Print how far the rest could be told again; where not even the first of those `wanted` could, why.

    It is no rest where nothing was changed before it.
    """
    from cli.commands.table import do
    from cli.output.sentences import entry_line
    from referee.service.commands.changes.tell_again import amended
    from referee.service.tables.submissions import Retold

    came = amended(at, answer, wanted)
    if isinstance(came, Refused) or not isinstance(answer, Retold | Refused):
        return do.report(session, at, before, answer)
    if session.as_json:
        session.emit(answer_of(session, at, before, answer, wanted))
        return 0 if came.stuck is None else 1
    for seen in dropped_by(at, answer):
        print(entry_line(session, at.log_index, seen))
    if came.again or came.stuck is not None or not isinstance(answer, Retold):
        print(how_many_again(session, came.again, is_rest=is_rest))
    if came.stuck is None or came.why is None:
        return 0
    session.tell("\n".join(stopped(session, at, came, came.stuck, came.why)))
    return 1


def how_many_again(session: Session, n: int, *, is_rest: bool) -> str:
    """Say how many acts were told again: after something that was changed, or by themselves."""
    if not n:
        return session.say("case.none_told_again")
    if not is_rest:
        return session.say("case.told_again", n=n)
    return session.say("case.rest_told_again_one" if n == 1 else "case.rest_told_again", n=n)


def dropped_by(at: "Table", answer: "Answer") -> "list[VisibleEntry]":
    """List what says of acts that they are not told again, and takes nothing back."""
    from events.table import TakenBack
    from referee.service.tables.submissions import Recorded

    if not isinstance(answer, Recorded):
        return []
    written = at.log_index.view()[answer.first - 1 : answer.revision]
    return [
        seen
        for seen in written
        if isinstance(seen.event, TakenBack) and seen.event.dropped and seen.event.to == seen.entry.seq - 1
    ]


def answer_of(
    session: Session,
    at: "Table",
    before: "TableState",
    answer: "Retold | Refused",
    wanted: "Sequence[Action]",
) -> "ToldAgain | NotToldAgain":
    """Give what was told again, or why nothing was, as it is answered."""
    from cli.output import refusals
    from referee.service.answers.verdicts import make_not_told_again, make_told_again

    secrets, lang = at.log_index.secrets, session.lang
    if not isinstance(answer, Refused):
        return make_told_again(before, at.state, answer, secrets, None, lang)
    said = refusals.answered(session, at.game, at.state, answer)
    return make_not_told_again(answer, said, at.state, at.revision, wanted, secrets, None, lang)


def stopped(session: Session, at: "Table", answer: "Amended", stuck: "Action", why: Refused) -> list[str]:
    """Say where telling again stops, why, and what can be typed to go on."""
    from cli.output.refusals import brief, offers

    table = at.name
    ways = {"table": quote(table), "n": stuck.seq, "left": len(answer.left)}
    return [
        session.say("case.stops_at", n=stuck.seq, what=in_words(session, at, stuck)),
        brief(session, at.game, at.state, why, where=table),
        *offers(session, at.game, at.state, why, stuck.event, table),
        session.say("case.go_on", **ways),
        *missing(session, at, stuck),
        *("  " + session.say("case.go_on_" + way, **ways) for way in ("skip", "amend", "house")),
    ]


def missing(session: Session, at: "Table", stuck: "Action") -> list[str]:
    """Write what is typed to tell an act that is missing before the one where telling again stops."""
    from referee.service.tables.open_acts import missing_before

    is_hidden = at.log_index.secrets.hides(stuck.seq, stuck.event, None)
    acts = () if is_hidden else missing_before(at.game, at.state, stuck.event)
    lines = session.lines(at.state, acts)
    table = quote(at.name)
    return ["  " + session.say("case.go_on_missing", table=table, line=quote(each)) for each in lines]


def in_words(session: Session, at: "Table", told: "Action") -> str:
    """Write one action of the log as a person reads it."""
    from cli.output.sentences import sentence

    event = at.log_index.secrets.redact(told.seq, told.event)
    return sentence(session, at.state, event)
