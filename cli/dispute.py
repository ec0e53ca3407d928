"""`referee dispute`: what bears on a moment, every way to rule, whether it matters; the table decides."""

from typing import Annotated, Any

import typer

from cli.problems import Problem
from cli.session import Session
from cli.tables import TableArgument, sit_down

EXAMPLE = """\
Examples:

\b
  referee dispute evening --topic fork
  referee dispute evening --at 41 --topic steal --question "was it empty on the way up?" --by B
  referee dispute evening --at 41 --topic steal --decide unload_then_steal_at_end=forbidden --note "2 to 1"
  referee dispute evening --topic tie --toss
"""


def command(
    ctx: typer.Context,
    table: Annotated[str, TableArgument],
    at: Annotated[
        int | None, typer.Option("--at", metavar="N", help="The disputed entry; else the last action.")
    ] = None,
    topic: Annotated[
        str | None, typer.Option(metavar="TOPIC", help="What about: fork, tie, steal, …")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question, recorded.")] = "",
    by: Annotated[str, typer.Option(metavar="SEAT", help="Who asks.")] = "table",
    decide: Annotated[
        str | None, typer.Option(metavar="DECISION", help="Settle it: a decision shown, or words.")
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="How it was decided: a vote, say.")] = "",
    *,
    toss: Annotated[bool, typer.Option("--toss", help="Let a coin decide, and record that it did.")] = False,
) -> None:
    """Lay a dispute open, and settle it as the table decides."""
    from referee.service.disputes import UnknownTopicError, lay_open
    from referee.service.retelling import NoSuchEntryError, story_of

    session = ctx.ensure_object(Session)
    seated = sit_down(session, table)
    story = story_of(seated.log)
    seq = at if at is not None else story.told[-1].seq or 1
    try:
        case = lay_open(story, seq, topic)
    except UnknownTopicError as error:
        raise Problem("case.unknown_topic", topic=error.args[0], known=error.args[1]) from None
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {table}", n=seq) from None
    if toss:
        decide, note = tossed(case), session.say("case.coin")
    if decide is None and not question:
        show(session, seated, story, case)
        raise typer.Exit
    raise typer.Exit(settled(session, seated, case, by, question, decide, note))


def tossed(case: Any) -> str:
    """Let chance choose among the ways to rule."""
    import secrets

    if not case.possibilities:
        raise Problem("case.nothing_to_toss")
    return str(secrets.choice(case.possibilities).decision)


def show(session: Session, seated: Any, story: Any, case: Any) -> None:
    """Print a case: its rules with their sources, each way to rule, and what each leads to."""
    if session.as_json:
        session.emit(described(case))
        return
    moment = story.told[story.index(case.at)]
    before = story.before(case.at) if story.index(case.at) else None
    print(
        session.say(
            "case.about", n=case.at, what=story.game.notate(before, moment.event), topic=case.topic or "–"
        )
    )
    for rule in case.rules[:4]:
        print("\n".join(cited(session, rule)))
    for one in case.possibilities:
        print("\n".join(possibility(session, one, seated)))
    print("\n".join(observed(session, case, seated)))
    session.tell(session.say("case.to_decide", table=seated.name, n=case.at))


def cited(session: Session, rule_id: str) -> list[str]:
    """Quote one rule with its sources."""
    from cli.refusal import confidence
    from cli.words import wrapped
    from referee.rulebooks import find_rule

    rule = find_rule(rule_id)
    if rule is None:
        return []
    source = session.say("cli.source", sources="; ".join(rule.sources), confidence=confidence(session, rule))
    return [*wrapped(f"{rule.id}: {rule.text(session.lang)}", "  "), "    " + source]


def possibility(session: Session, one: Any, seated: Any) -> list[str]:
    """Write one way to rule: who rules so, and whether it matters."""
    said_by = ", ".join(one.editions) or session.say("case.no_edition")
    mark = "*" if one.in_force else " "
    lines = [f"{mark} {one.decision}  " + session.say("case.editions", editions=said_by)]
    if one.in_force:
        return [*lines, "    " + session.say("case.as_played")]
    if not one.matters or one.outcome is None:
        return [*lines, "    " + session.say("case.does_not_matter")]
    return [*lines, *consequences(session, one.outcome, seated)]


def consequences(session: Session, outcome: Any, seated: Any) -> list[str]:
    """Write what a ruling would have led to."""
    from cli.whatif import public, shown, winners

    lines = []
    names = seated.state.names
    if outcome.why is not None:
        why = session.say(outcome.why.reason, names=names, **outcome.why.args)
        lines.append(
            "    " + session.say("case.stuck", n=outcome.stuck, rules=" ".join(outcome.why.rules), why=why)
        )
    lines += [f"    {d.fact}: {shown(d.was)} → {shown(d.would_be)}" for d in public(outcome)]
    return [*lines, "    " + winners(session, outcome, names)]


def observed(session: Session, case: Any, seated: Any) -> list[str]:
    """Write what else the table might have seen there, side by side."""
    lines = [session.say("case.observed")] if case.observed else []
    for outcome in case.observed:
        lines.append("  " + seated.game.notate(None, outcome.change))
        lines += ["  " + line for line in consequences(session, outcome, seated)]
    return lines


def described(case: Any) -> dict[str, Any]:
    """Give a case as one plain object."""
    from cli.whatif import described as outcome_described

    return {
        "at": case.at,
        "topic": case.topic,
        "rules": case.rules,
        "possibilities": [
            {
                "decision": one.decision,
                "effect": one.effect,
                "editions": one.editions,
                "in_force": one.in_force,
                "matters": one.matters,
                "outcome": outcome_described(one.outcome) if one.outcome else None,
            }
            for one in case.possibilities
        ],
        "observed": [outcome_described(outcome) for outcome in case.observed],
    }


def settled(
    session: Session, seated: Any, case: Any, by: str, question: str, decide: str | None, note: str
) -> int:
    """Record the question, and the decision where there is one."""
    from cli.do import report
    from referee.kernel.verdict import Refused
    from referee.service.disputes import open_dispute, settle

    before = seated.state
    name, answer = open_dispute(seated, case, by, question)
    if decide is None or isinstance(answer, Refused):
        return report(session, seated, before, answer)
    by_edition = any(p.decision == decide and seated.state.edition in p.editions for p in case.possibilities)
    before = seated.state
    return report(
        session,
        seated,
        before,
        settle(seated, name, case, decide, "edition" if by_edition else "table", note),
    )
