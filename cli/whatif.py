"""`referee whatif`: the game as it would have gone. Nothing is written."""

from typing import Annotated, Any

import typer

from cli.log import hidden_in
from cli.problems import Problem
from cli.session import Session
from cli.tables import SourceArgument, find_source
from referee.kernel.game import NotationError
from referee.kernel.verdict import Refused

EXAMPLE = """\
Examples:

\b
  referee whatif evening --at 41 "B2 up to S3, steal from A1"
  referee whatif evening --at 1 --option tie_break=gem_value
  referee whatif evening --at 52 --exits left,right
  referee whatif evening --at 52
"""

Entry = Annotated[int, typer.Option("--at", metavar="N", help="The entry that would have been otherwise.")]


def command(
    ctx: typer.Context,
    source: Annotated[str, SourceArgument],
    at: Entry,
    notation: Annotated[str | None, typer.Argument(metavar="NOTATION", help="What was done instead.")] = None,
    option: Annotated[
        str | None, typer.Option(metavar="K=V", help="A switch set otherwise from there on.")
    ] = None,
    exits: Annotated[
        str | None, typer.Option(metavar="left,right", help="Arms the discs took instead.")
    ] = None,
) -> None:
    """Show the game as it would have gone, as a difference."""
    from referee.service.retelling import NoSuchEntryError, story_of

    session = ctx.ensure_object(Session)
    found = find_source(session, source)
    story = story_of(found.log)
    seq = found.seq_of(at, story.told[-1].end or 1) or at
    if seq in hidden_in(found):
        raise Problem("cli.still_secret", n=at)
    try:
        outcomes = list(imagined(session, story, seq, notation, option, exits))
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {source}", n=at) from None
    raise typer.Exit(
        max(report(session, story, outcome) for outcome in outcomes) if outcomes else nothing(session)
    )


def imagined(
    session: Session, story: Any, seq: int, notation: str | None, option: str | None, exits: str | None
) -> Any:
    """Tell the game with what was asked for; with nothing asked, with all the table might have seen."""
    from events.niagara import RiverFlowed
    from referee.service.whatif import instead, observations, under

    if option is not None:
        name, equals, value = option.partition("=")
        if not equals:
            raise Problem("cli.option_shape", text=option)
        yield under(story, seq, name.strip(), value.strip())
    elif exits is not None:
        sides: Any = tuple(side.strip() for side in exits.split(",") if side.strip())
        yield instead(story, seq, RiverFlowed(sides))
    elif notation is not None:
        yield instead(story, seq, read(session, story, seq, notation))
    else:
        seen = story.told[story.index(seq)].event
        yield from (instead(story, seq, event) for event in observations(story, seq) if event != seen)


def read(session: Session, story: Any, seq: int, notation: str) -> Any:
    """Read notation at the moment before an entry."""
    try:
        return story.game.parse(story.before(seq), notation)
    except NotationError as error:
        why = session.say(error.reason, **error.args_)
        raise Problem("cli.not_understood", why=why) from None


def nothing(session: Session) -> int:
    """Say that there is nothing else the table could have seen there."""
    session.tell(session.say("case.no_other_observation"))
    return 1


def report(session: Session, story: Any, outcome: Any) -> int:
    """Print one outcome."""
    if isinstance(outcome, Refused):
        if session.as_json:
            session.emit(
                {
                    "verdict": "refused",
                    "rules": outcome.rules,
                    "message": session.say(outcome.reason, **outcome.args),
                }
            )
        else:
            session.tell(" ".join([*outcome.rules, session.say(outcome.reason, **outcome.args)]))
        return 1
    if session.as_json:
        session.emit(described(outcome))
    else:
        print("\n".join(told(session, story, outcome)))
    return 0


def public(outcome: Any) -> list[Any]:
    """Leave out the facts that nobody but a seat may know."""
    from referee.kernel.registry import find_game

    shown = find_game(outcome.state.game).position(outcome.state, None)
    return [d for d in outcome.differences if getattr(shown, d.fact.partition(".")[0], None) is not None]


def described(outcome: Any) -> dict[str, Any]:
    """Give an outcome as one plain object."""
    return {
        "at": outcome.at,
        "change": outcome.change,
        "first_change": outcome.first_change,
        "differences": public(outcome),
        "winners_before": outcome.winners_before,
        "winners_after": outcome.winners_after,
        "stuck": outcome.stuck,
        "rules": outcome.why.rules if outcome.why else (),
    }


def told(session: Session, story: Any, outcome: Any) -> list[str]:
    """Write an outcome: the change, the first entry it changes, the facts that differ, who wins."""
    names = outcome.state.names
    before = story.before(outcome.at) if story.index(outcome.at) else None
    lines = [session.say("case.if", n=outcome.at, change=story.game.notate(before, outcome.change))]
    if outcome.first_change is None:
        return [*lines, "  " + session.say("case.no_difference")]
    lines.append("  " + session.say("case.first_change", n=outcome.first_change))
    if outcome.why is not None:
        why = session.say(outcome.why.reason, names=names, **outcome.why.args)
        lines.append(
            "  " + session.say("case.stuck", n=outcome.stuck, rules=" ".join(outcome.why.rules), why=why)
        )
    lines += [f"    {d.fact}: {shown(d.was)} → {shown(d.would_be)}" for d in public(outcome)]
    return [*lines, "  " + winners(session, outcome, names)]


def shown(value: Any) -> str:
    """Write a fact; nothing is a dash."""
    return "–" if value is None else str(value).replace("'", "")


def winners(session: Session, outcome: Any, names: dict[str, str]) -> str:
    """Say who won and who would have."""
    was, would = outcome.winners_before, outcome.winners_after
    if was == would and was is None:
        return session.say("case.still_open")
    ways = {"was": was or ("–",), "would": would or ("–",), "names": names}
    return session.say("case.same_winners" if was == would else "case.other_winners", **ways)
