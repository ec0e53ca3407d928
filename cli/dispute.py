"""`referee dispute`: what bears on a moment, every way to rule, whether it matters; the table decides."""

import sys
from typing import Annotated, Any, NamedTuple

import typer

from cli.problems import Problem
from cli.session import Session
from cli.show import Asker
from cli.tables import TableArgument, known_seat, sit_down

MOST_RULES = 4
"""How many rules are quoted beside those that a switch decides."""

EXAMPLE = """\
Examples:

\b
  referee dispute evening --topic fork
  referee dispute evening --at 41 --topic steal --question "was it empty on the way up?" --by B
  referee dispute evening --about "A1 up to S4"
  referee dispute evening --at 41 --topic steal --decide unload_then_steal_at_end=forbidden --note "2 to 1"
  referee dispute evening --topic tie --decide "edition ja"
  referee dispute evening --topic tie --vote A,B:tie_break=shared --vote C:tie_break=gem_value
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
    about: Annotated[
        str | None, typer.Option(metavar="NOTATION", help="What was refused: the rules it was refused by.")
    ] = None,
    question: Annotated[str, typer.Option(metavar="TEXT", help="The question, recorded.")] = "",
    by: Annotated[str, typer.Option(metavar="SEAT", help="Who asks.")] = "table",
    decide: Annotated[
        str | None,
        typer.Option(
            metavar="DECISION", help="Settle it: a decision shown, default, edition NAME, or words."
        ),
    ] = None,
    note: Annotated[str, typer.Option(metavar="TEXT", help="How it was decided: a vote, say.")] = "",
    vote: Annotated[
        list[str] | None, typer.Option(metavar="A,B:DECISION", help="Count votes; most decide.")
    ] = None,
    *,
    toss: Annotated[bool, typer.Option("--toss", help="Let a coin decide, and record that it did.")] = False,
    seat: Asker = None,
) -> None:
    """Lay a dispute open, and settle it as the table decides."""
    from referee.service.disputes import UnknownTopicError, last_act, lay_open
    from referee.service.retelling import NoSuchEntryError, story_of
    from referee.service.secrecy import secrets_of, story_known

    session = ctx.ensure_object(Session)
    seated = sit_down(session, table)
    known_seat(table, seated.state, seat)
    story = story_known(story_of(seated.log), secrets_of(seated.log), seat)
    seq = at if at is not None else last_act(story)
    refusal = refused(session, seated, about) if about else None
    try:
        case = lay_open(story, seq, topic, refusal, seat)
    except UnknownTopicError as error:
        raise Problem("case.unknown_topic", topic=error.args[0], known=error.args[1]) from None
    except NoSuchEntryError:
        raise Problem("case.not_in_force", f"referee log {table}", n=seq) from None
    shown = decide is None and not (question or toss or vote)
    if shown:
        show(session, seated, story, case, seat)
        decide = asked(session)
    decision = decided(session, seated, case, vote or [], decide, note, toss=toss)
    if shown and decision is None:
        raise typer.Exit
    raise typer.Exit(settled(session, seated, case, by, question, decision))


class Decision(NamedTuple):
    """How a table decided: the words, what they rest on, and how it came about."""

    words: str
    basis: str
    note: str = ""


def refused(session: Session, seated: Any, notation: str) -> Any:
    """Find why something is refused now; it is no dispute where it is allowed."""
    from cli.do import understood
    from referee.kernel.verdict import Refused

    verdict = seated.judge(understood(session, seated, notation, None))
    if not isinstance(verdict, Refused):
        raise Problem("case.not_refused", what=notation)
    return verdict


def asked(session: Session) -> str | None:
    """Let the people at the keyboard decide; None where nobody is there, or they leave it open."""
    from cli.curtain import Keyboard

    if session.as_json or not sys.stdin.isatty():
        return None
    return Keyboard(session).ask(session.say("case.decide_now") + " ") or None


def decided(
    session: Session, seated: Any, case: Any, votes: list[str], words: str | None, note: str, *, toss: bool
) -> Decision | None:
    """Read how the table decides: by a coin, a vote, an edition, the referee's default, or words."""
    from referee.service.disputes import basis_of, default_decision

    if toss or words == "toss":
        return Decision(tossed(case), "table", session.say("case.coin"))
    if words and words.startswith("vote "):
        votes, words = words.split()[1:], None
    if votes:
        return counted(session, seated, votes)
    if words is None:
        return None
    decision = default_decision(case, seated.state.edition) if words == "default" else words
    return Decision(decision, basis_of(case, decision), note)


def counted(session: Session, seated: Any, votes: list[str]) -> Decision:
    """Count votes such as `A,B:tie_break=shared`."""
    from cli.opening import words as seats_in
    from referee.service.disputes import winner_of

    cast: dict[str, str] = {}
    for vote in votes:
        seats, colon, decision = vote.partition(":")
        if not colon:
            raise Problem("case.vote_shape", text=vote)
        cast |= {str(known_seat(seated.name, seated.state, s)): decision.strip() for s in seats_in(seats)}
    decision = winner_of(cast)
    if decision is None:
        raise Problem("case.vote_tied")
    fors = tuple(seat for seat, choice in cast.items() if choice == decision)
    return Decision(decision, "table", session.say("case.voted", seats=fors, n=len(fors), of=len(cast)))


def tossed(case: Any) -> str:
    """Let chance choose among the ways to rule."""
    import secrets

    if not case.possibilities:
        raise Problem("case.nothing_to_toss")
    return str(secrets.choice(case.possibilities).decision)


def show(session: Session, seated: Any, story: Any, case: Any, seat: str | None) -> None:
    """Print a case: its rules with their sources, each way to rule, and what each leads to."""
    from referee.service.disputes import default_decision
    from referee.service.secrecy import secrets_of

    if session.as_json:
        session.emit({**described(case), "default": default_decision(case, seated.state.edition)})
        return
    moment = story.told[story.index(case.at)]
    event = secrets_of(seated.log).seen(case.at, moment.event, seat)
    before = story.before(case.at) if story.index(case.at) else None
    print(
        session.say("case.about", n=case.at, what=story.game.notate(before, event), topic=case.topic or "–")
    )
    deciding = [rule for one in case.possibilities for rule in one.rules]
    for rule in dict.fromkeys((*deciding, *case.rules[:MOST_RULES])):
        print("\n".join(cited(session, rule)))
    for one in case.possibilities:
        print("\n".join(possibility(session, one, seated)))
    for line in observed(session, case, seated):
        print(line)
    print(session.say("case.default", decision=default_decision(case, seated.state.edition)))
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
    from cli.whatif import shown, winners

    lines = []
    names = seated.state.names
    if outcome.why is not None:
        why = session.say(outcome.why.reason, names=names, **outcome.why.args)
        lines.append(
            "    " + session.say("case.stuck", n=outcome.stuck, rules=" ".join(outcome.why.rules), why=why)
        )
    lines += [f"    {d.fact}: {shown(d.was)} → {shown(d.would_be)}" for d in outcome.differences]
    return [*lines, *("    " + line for line in winners(session, outcome, names))]


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
    session: Session, seated: Any, case: Any, by: str, question: str, decision: Decision | None
) -> int:
    """Record the question, and the decision where there is one."""
    from cli.do import report
    from referee.kernel.verdict import Refused
    from referee.service.disputes import open_dispute, settle

    before = seated.state
    name, answer = open_dispute(seated, case, by, question)
    if decision is None or isinstance(answer, Refused):
        return report(session, seated, before, answer)
    before = seated.state
    answer = settle(seated, name, case, decision.words, decision.basis, decision.note)
    return report(session, seated, before, answer)
