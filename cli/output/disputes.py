"""Print a dispute: what it is about, what the sources say, what each ruling leads to."""

import shlex
from collections.abc import Sequence
from shlex import quote

from cli.output.changes import how_many_reapplied
from cli.output.refusals import earlier_rulings, house_rules_in_words, quote_rule, reason_in_words, ways_round
from cli.output.sentences import names_of, sentence
from cli.output.submissions import report_answer
from cli.problems import Problem
from cli.session import Session
from events.base import TABLE, Event
from events.table import DisputeOpened, RulingGiven
from referee.kernel.folding import look
from referee.kernel.game import Game
from referee.kernel.table import TableState
from referee.kernel.verdict import JudgedEvent, Refused
from referee.l10n.catalogs import topic_words
from referee.l10n.options import as_in_books, decision_words
from referee.languages import LANGUAGES, listed, trait
from referee.rulebooks import find_rule
from referee.service.answers.verdicts import change_words
from referee.service.answers.verdicts import make_case as case_told
from referee.service.disputes.analysis import Analysis, Reading
from referee.service.disputes.decision import (
    default_decision,
    is_against,
    is_way,
    likely_settings,
    readings_chosen,
)
from referee.service.disputes.find import AnalysedDispute
from referee.service.logs.whatif import Outcome
from referee.service.tables.request import Answer, Reapplied, Recorded
from referee.service.tables.table import Table

_MOST_RULES = 4
"""How many rules are quoted beside those that an option decides."""


def show_case(session: Session, seated: Table, found: AnalysedDispute, seat: str | None) -> None:
    """Print a case: its rules with their sources, each way to rule, and what each leads to.

    `seat` is the viewer, None for everybody. With --json the case is one object.
    """
    case = found.analysis
    default = default_decision(case, seated.state.edition)
    if session.as_json:
        session.emit(case_told(found, seated.state, session.lang))
        return
    print("\n".join(_headline(session, seated, found, seat)))
    deciding = [rule for one in case.readings for rule in one.rules]
    for rule in dict.fromkeys((*deciding, *case.rules[:_MOST_RULES])):
        print("\n".join(_cite(session, rule)))
    bearing = (*deciding, *case.rules)
    for line in house_rules_in_words(session, seated.game, seated.state, bearing):
        print(line)
    for line in earlier_rulings(session, seated.state, case.rules):
        print(line)
    for n, one in enumerate(case.readings, 1):
        print("\n".join(_possibility(session, n, one, seated, found)))
    for line in _other_observations(session, case, seated):
        print(line)
    print(
        session.say("case.default", decision=decision_in_words(session, seated.game, default))
        + _confidence(session, case, default)
    )
    if seated.state.closed:
        session.tell(session.say("case.closed"))


def how_to_decide(session: Session, seated: Table, found: AnalysedDispute) -> str:
    """Return the command that settles the case."""
    return session.say("case.to_decide", table=quote(seated.name), which=_case_option(found))


def _headline(session: Session, seated: Table, found: AnalysedDispute, seat: str | None) -> list[str]:
    """Return what is in dispute: an entry, or what was refused after one and why."""
    case, what = found.analysis, act_in_dispute(session, seated, found, seat)
    opened = [_question(session, found.opened, seated.state)] if found.opened is not None else []
    about = (
        session.say("case.about", n=case.at, what=what)
        if case.act is None
        else session.say("case.about_refused", what=what)
    )
    return [about + _topic_of(session, seated, case), *opened, *_referee_ruling(session, case, seated.state)]


def act_in_dispute(session: Session, seated: Table, found: AnalysedDispute, seat: str | None) -> str:
    """Return what is in dispute as `seat` may know it (None: everybody), without a full stop."""
    case, timeline = found.analysis, found.timeline
    if case.act is not None:
        return sentence(session, timeline.after(case.at), case.act).rstrip(".。")
    moment = timeline.actions[timeline.index(case.at)]
    event = seated.log_index.secrets.redact(case.at, moment.event, seat)
    before = timeline.before(case.at) if timeline.index(case.at) else None
    return sentence(session, before, event).rstrip(".。")


def _question(session: Session, opened: DisputeOpened, state: TableState | None) -> str:
    """Return who asked, and what."""
    names = {TABLE: session.say("cli.the_table"), **names_of(state)}
    how = "case.asked_by" if opened.question else "case.asked_by_alone"
    return session.say(how, dispute=opened.id, by=opened.by, question=opened.question, names=names)


def _topic_of(session: Session, seated: Table, case: Analysis) -> str:
    """Return the topic of a case, to be put after what it is about; empty where it has none."""
    if case.topic is None:
        return ""
    topic = topic_in_words(session, seated.game.id, case.topic)
    return trait(session.lang, "blank") + session.say("case.topic", topic=topic)


def topic_in_words(session: Session, game: str, topic: str) -> str:
    """Return a topic in words, and as it is typed."""
    return _with_id(session, topic_words(game, topic, session.lang), topic)


def _with_id(session: Session, words: str, typed: str) -> str:
    """Return `words`, followed by what one types for them where that differs."""
    return typed if words == typed else session.say("case.with_id", what=words, id=typed)


def decision_in_words(session: Session, game: Game, decision: str) -> str:
    """Return a decision in words and as it is typed; a note in brackets, how it came about, stays."""
    typed, blank, note = decision.partition(" (")
    words = decision_words(game.id, typed, session.lang)
    return decision if words == typed else f"{_with_id(session, words, typed)}{blank}{note}"


def _case_option(found: AnalysedDispute) -> str:
    """Return the command-line option that names this case, after a blank; empty where it needs none."""
    if found.opened is not None:
        return f" --of {found.opened.id}"
    return "" if found.analysis.act is not None else f" --at {found.analysis.at}"


def _cite(session: Session, rule_id: str) -> list[str]:
    """Return a rule with its sources; empty where there is no such rule."""
    rule = find_rule(rule_id)
    return quote_rule(session, rule) if rule is not None else []


def _confidence(session: Session, case: Analysis, default: str) -> str:
    """Return in brackets how certain the rules of the default are; empty where nothing is known of it."""
    rules = [rule for one in readings_chosen(case, default) for rule in one.rules] or case.word
    known = [each for rule in map(find_rule, rules) if rule is not None for each in rule.confidences]
    words = [session.say(f"cli.confidence_{each}") for each in dict.fromkeys(known)]
    return f"{trait(session.lang, 'blank')}[{listed(words, session.lang)}]" if words else ""


def _possibility(session: Session, n: int, one: Reading, seated: Table, found: AnalysedDispute) -> list[str]:
    """Return lines on one way to rule: its number, the books that rule so, and what it leads to."""
    head = number_possibility(session, seated.game, n, one)
    if one.effect is None:
        return [head, *_without_act(session, one, seated, found)]
    case = found.analysis
    said_by = as_in_books(seated.game.id, one.editions, session.lang)
    lines = [f"{head}  {said_by}"]
    if one.in_force:
        return [*lines, "    " + session.say("case.as_played")]
    lines += _verdict(session, one, seated)
    if not one.matters or one.outcome is None:
        return lines if case.act is not None else [*lines, "    " + session.say("case.does_not_matter")]
    return [*lines, *_consequences(session, one.outcome, seated)]


def number_possibility(session: Session, game: Game, n: int, one: Reading) -> str:
    """Return a way to rule after the number that can be typed for it; what is in force has a star."""
    mark = "*" if one.in_force else " "
    return f"{mark} {n}  {decision_in_words(session, game, one.decision)}"


def _without_act(session: Session, one: Reading, seated: Table, found: AnalysedDispute) -> list[str]:
    """Return what would differ without the disputed act, and the commands that carry that out.

    Empty where the reading is in force.
    """
    lines: list[str] = []
    if one.in_force:
        return lines
    if one.outcome is not None:
        key = "web.without_it" if one.matters else "web.nothing_without_it"
        lines.append("    " + session.say(key))
    if one.matters and one.outcome is not None:
        lines += _consequences(session, one.outcome, seated)
    return [*lines, *("    " + line for line in _steps(session, seated, found))]


def _verdict(session: Session, one: Reading, seated: Table) -> list[str]:
    """Return what a reading makes of a refused act; empty for a recorded one."""
    if one.allows is None:
        return []
    if one.why is None:
        return ["    " + session.say("case.would_allow")]
    why = session.say(one.why.reason, names=names_of(seated.state), **one.why.args)
    return ["    " + session.say("case.would_refuse", rules=" ".join(one.why.rules), why=why)]


def _consequences(session: Session, outcome: Outcome, seated: Table) -> list[str]:
    """Return what a ruling would have changed, where the game would have stopped, and who would win."""
    lines = list(change_words(seated.state, outcome, session.lang))
    if outcome.why is not None:
        why = session.say(outcome.why.reason, names=seated.state.names, **outcome.why.args)
        lines.append(" ".join([*outcome.why.rules, why]))
    return ["    " + line for line in [*lines, *same_winners(session, outcome, seated.state.names)]]


def _other_observations(session: Session, case: Analysis, seated: Table) -> list[str]:
    """Return what else the table might have seen at the entry, each with what it would have led to."""
    lines = [session.say("case.observed")] if case.observed else []
    for outcome in case.observed:
        lines.append("  " + session.notate(None, outcome.change))
        lines += ["  " + line for line in _consequences(session, outcome, seated)]
    return lines


def report_ruling(session: Session, seated: Table, found: AnalysedDispute, answer: Answer) -> int:
    """Print a ruling, what followed from it, what was reapplied, and what may be done now.

    Returns the exit code.
    """
    if not isinstance(answer, Recorded) or session.as_json:
        return report_answer(session, seated, seated.state, answer)
    places = [i for i, judged in enumerate(answer.judged) if isinstance(judged.event, RulingGiven)]
    derived = _ruling_with_consequences(answer.judged, places[0])
    decision = derived[0].event.decision.partition(" (")[0]  # type: ignore[attr-defined]
    for judged in derived:
        indent = "  " if judged.kind == "consequence" else ""
        print(indent + sentence(session, seated.state, judged.event))
    if isinstance(answer, Reapplied):
        print(how_many_reapplied(session, answer.again, is_rest=True))
    act = found.analysis.act
    if act is not None and not isinstance(seated.judge(act), Refused):
        what = session.notate(seated.state, act)
        session.tell(session.say("case.now_allowed", table=quote(seated.name), what=quote(what)))
    if not is_way(seated.game, decision):
        session.tell("\n".join(_decides_nothing(session, seated, found, decision)))
    if is_against(seated.game, decision):
        session.tell("\n".join(_steps(session, seated, found)))
    return 0


def _decides_nothing(session: Session, seated: Table, found: AnalysedDispute, words: str) -> list[str]:
    """Return that a ruling in words changes nothing yet, and which house rules come near to it."""
    near = [way for way in likely_settings(seated.game, words, found.analysis) if "=" in way]
    lines = [session.say("case.decides_nothing")]
    if near:
        lines.append(session.say("case.perhaps_meant"))
    for way in near:
        lines.append("  " + decision_words(seated.game.id, way, session.lang))
        lines.append(session.adapt_commands(f"    referee house {quote(seated.name)} {way}"))
    return lines


def _ruling_with_consequences(facts: Sequence[JudgedEvent], place: int) -> list[JudgedEvent]:
    """Return the judged event at `place` and the consequences right after it."""
    ruling, *rest = facts[place:]
    until = next((i for i, fact in enumerate(rest) if fact.kind != "consequence"), len(rest))
    return [ruling, *rest[:until]]


def _referee_ruling(session: Session, case: Analysis, state: TableState) -> list[str]:
    """Return whether the referee accepted or refused the act, and its rules; empty where that is secret."""
    if not case.word:
        return []
    said = session.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    why = [] if case.refusal is None else [reason_in_words(session, case.refusal, state)]
    return ["  " + trait(session.lang, "blank").join([said, *why])]


def _steps(session: Session, seated: Table, found: AnalysedDispute) -> list[str]:
    """Return the commands that carry out a ruling against the referee; empty at a closed table."""
    if seated.state.closed:
        return []
    act = found.analysis.act
    return (
        _how_to_play_anyway(session, seated, act) if act is not None else _how_to_undo(session, seated, found)
    )


def _how_to_play_anyway(session: Session, seated: Table, act: Event) -> list[str]:
    """Return how a refused act is played; empty where it would be accepted by now."""
    refused = seated.judge(act)
    if not isinstance(refused, Refused):
        return []
    lines = ways_round(session, seated.game, seated.state, refused, act, seated.name)
    return [session.say("ruling.not_yet_played"), *lines]


def _how_to_undo(session: Session, seated: Table, found: AnalysedDispute) -> list[str]:
    """Return how an accepted act is taken back or amended; empty for the opening."""
    timeline = found.timeline
    i = timeline.index(found.analysis.at)
    if i == 0:
        return []
    how = {"table": shlex.quote(seated.name), "to": timeline.actions[i - 1].end, "n": timeline.actions[i].seq}
    return [session.say("ruling.not_yet_done", **how), session.say("ruling.instead", **how)]


def same_winners(session: Session, outcome: Outcome, names: dict[str, str]) -> list[str]:
    """Return that the same seats would have won, or that nobody has yet; empty where the winners differ."""
    was, would = outcome.winners_before, outcome.winners_after
    if was != would:
        return []
    if was is None:
        return [session.say("case.still_open")]
    return [session.say("case.same_winners", was=was or ("–",), would=would or ("–",), names=names)]


def parse_topic_or_question(
    session: Session, seated: Table, said: str, topic: str | None, question: str
) -> tuple[str | None, str]:
    """Return topic and question, `said` being the topic where it names one, else the question.

    Raises Problem where `said` would be a second topic or question.
    """
    if topic is None:
        try:
            return find_topic(session, seated, said), question
        except Problem:
            if question:
                raise
    elif question:
        raise Problem("cli.usage.too_many", "referee dispute --help", words=said)
    return topic, said


def find_topic(session: Session, seated: Table, said: str) -> str:
    """Return the topic with that id, or called so in any language as far as that is unique; raise Problem."""
    game, wanted = seated.game, look(said)
    called = {
        topic: {topic, *(look(topic_words(game.id, topic, lang)) for lang in LANGUAGES)}
        for topic in game.topics
    }
    exactly = [topic for topic, names in called.items() if wanted in names]
    within = [topic for topic, names in called.items() if any(wanted in name for name in names)]
    if len(found := exactly or within) == 1:
        return found[0]
    known = tuple(topic_in_words(session, game.id, topic) for topic in game.topics)
    raise Problem("case.unknown_topic", topic=said, known=known)
