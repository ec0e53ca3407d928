"""A dispute as a table reads it: what it is about, what the sources say, what each ruling leads to."""

from shlex import quote
from typing import TYPE_CHECKING

from cli.frame.session import Session
from cli.output.sentences import names_of
from events.base import TABLE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from cli.commands.disputes.dispute import Found
    from events.table import DisputeOpened
    from referee.kernel.game import Game
    from referee.kernel.table import TableState
    from referee.kernel.verdict import JudgedEvent
    from referee.service.disputes.lay_open import Case, Possibility
    from referee.service.logs.whatif import Outcome
    from referee.service.tables.submissions import Answer
    from referee.service.tables.table import Table

MOST_RULES = 4
"""How many rules are quoted beside those that an option decides."""


def show(session: Session, seated: "Table", found: "Found", seat: str | None) -> None:
    """Print a case: its rules with their sources, each way to rule, and what each leads to."""
    from cli.output.refusals import house_rules, ruled_before
    from referee.service.disputes.vote import default_decision

    case = found.case
    default = default_decision(case, seated.state.edition)
    if session.as_json:
        from referee.service.answers.verdicts import make_case

        session.emit(make_case(found.laid, seated.state, session.lang))
        return
    print("\n".join(headline(session, seated, found, seat)))
    deciding = [rule for one in case.possibilities for rule in one.rules]
    for rule in dict.fromkeys((*deciding, *case.rules[:MOST_RULES])):
        print("\n".join(cited(session, rule)))
    bearing = (*deciding, *case.rules)
    for line in house_rules(session, seated.game, seated.state, bearing):
        print(line)
    for line in ruled_before(session, seated.state, case.rules):
        print(line)
    for n, one in enumerate(case.possibilities, 1):
        print("\n".join(possibility(session, n, one, seated, found)))
    for line in observed(session, case, seated):
        print(line)
    print(
        session.say("case.default", decision=in_words(session, seated.game, default))
        + sure(session, case, default)
    )
    if seated.state.closed:
        session.tell(session.say("case.closed"))


def how_to_decide(session: Session, seated: "Table", found: "Found") -> str:
    """Say what to type where nobody is asked at once."""
    return session.say("case.to_decide", table=quote(seated.name), which=which(found))


def headline(session: Session, seated: "Table", found: "Found", seat: str | None) -> list[str]:
    """Say what is in dispute: an entry, or what was refused after one and why."""
    from cli.output.ruling_otherwise import word
    from cli.output.sentences import sentence

    case, timeline = found.case, found.timeline
    opened = [question(session, found.opened, seated.state)] if found.opened is not None else []
    if case.act is not None:
        what = sentence(session, timeline.after(case.at), case.act).rstrip(".。")
        about = session.say("case.about_refused", what=what)
        return [about + topic_of(session, seated, case), *opened, *word(session, case, seated.state)]
    moment = timeline.actions[timeline.index(case.at)]
    event = seated.log_index.secrets.redact(case.at, moment.event, seat)
    before = timeline.before(case.at) if timeline.index(case.at) else None
    what = sentence(session, before, event)
    about = session.say("case.about", n=case.at, what=what.rstrip(".。"))
    return [about + topic_of(session, seated, case), *opened, *word(session, case, seated.state)]


def question(session: Session, opened: "DisputeOpened", state: "TableState | None") -> str:
    """Say who asked."""
    names = {TABLE: session.say("cli.the_table"), **names_of(state)}
    how = "case.asked_by" if opened.question else "case.asked_by_alone"
    return session.say(how, dispute=opened.id, by=opened.by, question=opened.question, names=names)


def topic_of(session: Session, seated: "Table", case: "Case") -> str:
    """Say after what a dispute is about which topic it has; nothing where it has none."""
    from referee.languages import trait

    if case.topic is None:
        return ""
    topic = topic_in_words(session, seated.game.id, case.topic)
    return trait(session.lang, "blank") + session.say("case.topic", topic=topic)


def topic_in_words(session: Session, game: str, topic: str) -> str:
    """Name a topic in words, and as it is typed."""
    from referee.l10n.catalogs import topic_words

    return with_id(session, topic_words(game, topic, session.lang), topic)


def with_id(session: Session, words: str, typed: str) -> str:
    """Write words, and after them what is typed for them where that is something else."""
    return typed if words == typed else session.say("case.with_id", what=words, id=typed)


def in_words(session: Session, game: "Game", decision: str) -> str:
    """Write a decision in words and as it is typed, and how it came about."""
    from referee.l10n.options import decision_words

    typed, blank, note = decision.partition(" (")
    words = decision_words(game.id, typed, session.lang)
    return decision if words == typed else f"{with_id(session, words, typed)}{blank}{note}"


def which(found: "Found") -> str:
    """Write what names this case on the command line."""
    if found.opened is not None:
        return f" --of {found.opened.id}"
    return "" if found.case.act is not None else f" --at {found.case.at}"


def cited(session: Session, rule_id: str) -> list[str]:
    """Quote one rule with its sources."""
    from cli.output.refusals import quoted
    from referee.rulebooks import find_rule

    rule = find_rule(rule_id)
    return quoted(session, rule) if rule is not None else []


def sure(session: Session, case: "Case", default: str) -> str:
    """Say how sure the rules are that the referee's default rests on."""
    from referee.languages import listed, trait
    from referee.rulebooks import find_rule
    from referee.service.disputes.vote import chosen_by

    rules = [rule for one in chosen_by(case, default) for rule in one.rules] or case.word
    known = [each for rule in map(find_rule, rules) if rule is not None for each in rule.confidences]
    words = [session.say(f"cli.confidence_{each}") for each in dict.fromkeys(known)]
    return f"{trait(session.lang, 'blank')}[{listed(words, session.lang)}]" if words else ""


def possibility(session: Session, n: int, one: "Possibility", seated: "Table", found: "Found") -> list[str]:
    """Write one way to rule after the number that stands for it: who rules so, and whether it matters."""
    from referee.l10n.options import as_in_books

    head = numbered(session, seated.game, n, one)
    if one.effect is None:
        return [head, *stands_or_not(session, one, seated, found)]
    case = found.case
    said_by = as_in_books(seated.game.id, one.editions, session.lang)
    lines = [f"{head}  {said_by}"]
    if one.in_force:
        return [*lines, "    " + session.say("case.as_played")]
    lines += verdict(session, one, seated)
    if not one.matters or one.outcome is None:
        return lines if case.act is not None else [*lines, "    " + session.say("case.does_not_matter")]
    return [*lines, *consequences(session, one.outcome, seated)]


def numbered(session: Session, game: "Game", n: int, one: "Possibility") -> str:
    """Write a way to rule after the number that can be typed for it; what is in force has a star."""
    mark = "*" if one.in_force else " "
    return f"{mark} {n}  {in_words(session, game, one.decision)}"


def stands_or_not(session: Session, one: "Possibility", seated: "Table", found: "Found") -> list[str]:
    """Write of a ruling against the referee's word what the game is without what was done."""
    from cli.output.ruling_otherwise import steps

    lines: list[str] = []
    if one.in_force:
        return lines
    if one.outcome is not None:
        key = "web.without_it" if one.matters else "web.nothing_without_it"
        lines.append("    " + session.say(key))
    if one.matters and one.outcome is not None:
        lines += consequences(session, one.outcome, seated)
    return [*lines, *("    " + line for line in steps(session, seated, found))]


def verdict(session: Session, one: "Possibility", seated: "Table") -> list[str]:
    """Say what a ruling makes of a refused act; nothing about an act that was done."""
    if one.allows is None:
        return []
    if one.why is None:
        return ["    " + session.say("case.would_allow")]
    why = session.say(one.why.reason, names=names_of(seated.state), **one.why.args)
    return ["    " + session.say("case.would_refuse", rules=" ".join(one.why.rules), why=why)]


def consequences(session: Session, outcome: "Outcome", seated: "Table") -> list[str]:
    """Write what a ruling would have led to, as the phones say it; and why it could not have gone on."""
    from cli.commands.disputes.whatif import same_winners
    from referee.service.answers.verdicts import change_words

    lines = list(change_words(seated.state, outcome, session.lang))
    if outcome.why is not None:
        why = session.say(outcome.why.reason, names=seated.state.names, **outcome.why.args)
        lines.append(" ".join([*outcome.why.rules, why]))
    return ["    " + line for line in [*lines, *same_winners(session, outcome, seated.state.names)]]


def observed(session: Session, case: "Case", seated: "Table") -> list[str]:
    """Write what else the table might have seen there, side by side."""
    lines = [session.say("case.observed")] if case.observed else []
    for outcome in case.observed:
        lines.append("  " + session.notate(None, outcome.change))
        lines += ["  " + line for line in consequences(session, outcome, seated)]
    return lines


def report_ruling(session: Session, seated: "Table", found: "Found", answer: "Answer") -> int:
    """Print a ruling, what followed from it, what was told again, and what may be done now."""
    from cli.commands.changes.amend import how_many_again
    from cli.commands.table.do import report
    from cli.output.ruling_otherwise import steps
    from events.table import RulingGiven
    from referee.kernel.verdict import Refused
    from referee.service.disputes.vote import is_against, is_way
    from referee.service.tables.submissions import Retold
    from referee.service.tables.table import Recorded

    if not isinstance(answer, Recorded) or session.as_json:
        return report(session, seated, seated.state, answer)
    places = [i for i, judged in enumerate(answer.judged) if isinstance(judged.event, RulingGiven)]
    derived = ruling_and_what_followed(answer.judged, places[0])
    decision = derived[0].event.decision.partition(" (")[0]  # type: ignore[attr-defined]
    print("\n".join(told_simply(session, seated, derived)))
    if isinstance(answer, Retold):
        print(how_many_again(session, answer.again, is_rest=True))
    act = found.case.act
    if act is not None and not isinstance(seated.judge(act), Refused):
        what = session.notate(seated.state, act)
        session.tell(session.say("case.now_allowed", table=quote(seated.name), what=quote(what)))
    if not is_way(seated.game, decision):
        session.tell("\n".join(decides_nothing(session, seated, found, decision)))
    if is_against(seated.game, decision):
        session.tell("\n".join(steps(session, seated, found)))
    return 0


def decides_nothing(session: Session, seated: "Table", found: "Found", words: str) -> list[str]:
    """Say that a ruling in words changes nothing yet, and which house rules it comes near to."""
    from referee.l10n.options import decision_words
    from referee.service.disputes.meaning import perhaps_meant

    near = [way for way in perhaps_meant(seated.game, words, found.case) if "=" in way]
    lines = [session.say("case.decides_nothing")]
    if near:
        lines.append(session.say("case.perhaps_meant"))
    for way in near:
        lines.append("  " + decision_words(seated.game.id, way, session.lang))
        lines.append(session.advised(f"    referee house {quote(seated.name)} {way}"))
    return lines


def ruling_and_what_followed(facts: "Sequence[JudgedEvent]", place: int) -> list["JudgedEvent"]:
    """Pick a ruling and its consequences from what was written."""
    ruling, *rest = facts[place:]
    until = next((i for i, fact in enumerate(rest) if fact.kind != "consequence"), len(rest))
    return [ruling, *rest[:until]]


def told_simply(session: Session, seated: "Table", facts: list["JudgedEvent"]) -> list[str]:
    """Write facts as sentences, consequences indented."""
    from cli.output.sentences import sentence

    return [
        ("  " if judged.kind == "consequence" else "") + sentence(session, seated.state, judged.event)
        for judged in facts
    ]
