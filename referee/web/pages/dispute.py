"""The page of disputes: sources, ways to rule, votes, earlier decisions."""

from collections.abc import Iterable
from itertools import dropwhile
from typing import Any, NamedTuple

from events.base import TABLE
from events.envelope import encode
from events.table import Corrected, DisputeOpened, RulingGiven
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.catalogs import topic_words
from referee.l10n.options import as_in_books, decision_words, describe_event, note_in_words
from referee.languages import trait
from referee.rulebooks.search import search_rules, search_rulings
from referee.service.answers.verdicts import change_words
from referee.service.disputes.analysis import (
    Analysis,
    Reading,
    RecordedDispute,
    disputes_of,
    read_disputed_act,
    undone_rulings,
)
from referee.service.disputes.decision import TOSS, decisions_of, is_against, read_votes, settled_before
from referee.service.disputes.find import AnalysedDispute
from referee.service.logs.effective import EffectiveLog, NoSuchEntryError
from referee.service.wording import act_sentence
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import analyse, referee_ruling_words, voters
from referee.web.pages.frame import Page
from referee.web.pages.parts import house_rules, known_rules

MOST_RULES = 6
MOST_ANSWERS, MOST_RULINGS = 3, 3
"""So many rules and rulings are shown at most: of a case, of what was asked."""


class Vote(NamedTuple):
    """One way to vote: the decision, its words, which seats voted so, whether the viewer did."""

    decision: str
    words: str
    seats: tuple[str, ...]
    is_own: bool


class Ballot(NamedTuple):
    """An open dispute put to the vote: who asked, about what; the referee's own ruling, empty without one."""

    id: str
    by: str
    topic: str
    in_question: str
    ruling: str
    question: str
    votes: list[Vote]


class Effect(NamedTuple):
    """A button that carries out a ruling: the address of its form, its words, and the field it sends."""

    what: str
    words: str
    name: str
    value: str


class Decision(NamedTuple):
    """How a dispute was decided, on whose question; `note` says how it came to that, empty where it need not.

    `effect` is None where there is nothing left to do; `is_gone`: the act itself was taken back.
    """

    topic: str
    by: str
    in_question: str
    question: str
    words: str
    note: str
    effect: Effect | None
    is_gone: bool


class Way(NamedTuple):
    """One way to rule: its words, the books that rule so (None where no option decides), what it changes."""

    words: str
    books: str | None
    said: list[str]
    changes: list[str]


def dispute_page(
    context: RequestContext, at: int | None, topic: str | None, question: str = "", act: str = ""
) -> Page:
    """Return the page of a dispute about entry `at`, else the last one of `topic`, else the last of all.

    `question` is what was typed: rules and rulings that answer it are shown first. `act` is what it is about
    as JSON, where nobody did it yet.
    """
    asked = analyse(context, at, topic, act=act)
    found = analyse(context, None, None) if isinstance(asked, Refused) else asked
    title = context.say("web.page.dispute")
    if isinstance(found, Refused):
        return Page(title, "no_dispute.html", live=True, refused=found)
    timeline, case = found.timeline, found.analysis
    rules = (*case.rules, *(rule for one in case.readings for rule in one.rules))
    topics = [(one, topic_words(context.game.id, one, context.lang)) for one in context.game.topics]
    return Page(
        title,
        "dispute.html",
        live=True,
        refused=asked if isinstance(asked, Refused) else None,
        about=_about(context, timeline, case),
        ballots=[_ballot(context, one) for one in disputes_of(timeline) if one.ruling is None],
        may_vote=bool(voters(context)),
        at=at if case.act is None else None,
        shown=case.at if case.act is None else encode(case.act).decode(),
        topics=[("", context.say("web.no_topic")), *topics],
        topic=topic if topic in context.game.topics else "",
        question=question,
        rules=search_rules(question, context.lang, context.game.id)[:MOST_ANSWERS] if question else (),
        rulings=search_rulings(question, context.lang, context.game.id)[:MOST_RULINGS] if question else (),
        decisions=_decisions(context, timeline),
        citations=known_rules(case.rules[:MOST_RULES]),
        house_rules=house_rules(context, rules),
        is_secret=found.waits,
        has_options=case.readings[0].effect is not None,
        ways=[_way(context, one, found) for one in case.readings],
    )


def _about(context: RequestContext, timeline: EffectiveLog, case: Analysis) -> str:
    """Return a sentence of the act a dispute is about, refused ones with a note."""
    if case.act is not None:
        act = describe_event(timeline.after(case.at), case.act, context.lang)
        return f"{context.say('web.refused')} · {act}"
    i = timeline.index(case.at)
    told = timeline.actions[i]
    event = context.secrets.redact(told.seq, told.event, context.seat)
    return describe_event(timeline.before(case.at) if i else None, event, context.lang)


def _ballot(context: RequestContext, one: RecordedDispute) -> Ballot:
    """Return an open dispute with its options: the readings, a coin toss, and votes in words of their own."""
    found = analyse(context, None, None, one.opened)
    votes = read_votes(context.seated.table, one.opened.id)
    ways = () if isinstance(found, Refused) else decisions_of(found.analysis)
    words = tuple(dict.fromkeys(voted for voted in votes.values() if voted not in {*ways, TOSS}))
    offered = [(each, decision_words(context.game.id, each, context.lang)) for each in (*ways, *words)]
    ruling = None
    if not isinstance(found, Refused):
        ruling = referee_ruling_words(context, found.analysis)
        if settled_before(found.timeline, found.analysis) is None:
            toss = "web.decision.toss" if len(ways) == 2 else "ruling.draw_lots"
            offered.append((TOSS, context.say(toss)))
    return Ballot(
        id=one.opened.id,
        by=one.opened.by,
        topic=_topic(context, one.opened.topic),
        in_question=_in_question(context, one.opened),
        ruling=ruling or "",
        question=one.opened.question,
        votes=[_vote(context, decision, said, votes) for decision, said in offered],
    )


def _vote(context: RequestContext, decision: str, words: str, votes: dict[str, str]) -> Vote:
    """Return one option of a ballot; `votes` are the decisions by seat."""
    seats = tuple(seat for seat, voted in votes.items() if voted == decision)
    is_own = context.seat is not None and votes.get(context.seat) == decision
    return Vote(decision, words, seats, is_own)


def _in_question(context: RequestContext, opened: DisputeOpened) -> str:
    """Return the disputed act as the viewer may read it, even where it was taken back since."""
    act, before = read_disputed_act(context.game, opened), context.state
    if act is None:
        told, log = context.log_index.action_at(opened.at), context.log_index
        act, before = (
            context.secrets.redact(told.seq, told.event, context.seat),
            log.state_before(told.seq or 1),
        )
    return describe_event(before, act, context.lang)


def _topic(context: RequestContext, id: str) -> str:
    """Return the name of a topic; a dash for an empty id."""
    return topic_words(context.game.id, id, context.lang) if id else "–"


def _decisions(context: RequestContext, timeline: EffectiveLog) -> Iterable[Decision]:
    """Return the settled disputes; first those about acts that were taken back since."""
    gone = [_decision(context, one, None, is_gone=True) for one in undone_rulings(context.log_index)]
    done = [
        _decision(context, one, _effect(context, timeline, one))
        for one in disputes_of(timeline)
        if one.ruling is not None
    ]
    return [*gone, *done]


def _decision(
    context: RequestContext, one: RecordedDispute, effect: Effect | None, *, is_gone: bool = False
) -> Decision:
    """Return a settled dispute as the page shows it; a bracketed note in the decision becomes its own text.

    `effect` is None where nothing is left to do; `is_gone`: the disputed act was taken back.
    """
    ruling: Any = one.ruling
    words, _, note = ruling.decision.removesuffix(")").partition(" (")
    note = note_in_words(context.game.id, note, context.lang)
    return Decision(
        topic=_topic(context, one.opened.topic),
        by=context.seat_name(None if one.opened.by == TABLE else one.opened.by),
        in_question=_in_question(context, one.opened),
        question=one.opened.question,
        words=decision_words(context.game.id, words, context.lang),
        note=trait(context.lang, "brackets").format(note) if note else "",
        effect=effect,
        is_gone=is_gone,
    )


def _effect(context: RequestContext, timeline: EffectiveLog, one: RecordedDispute) -> Effect | None:
    """Return what the viewer may do to carry out a ruling; None where nothing is left to do.

    Where it is against the referee: play the refused act anyway, or take the recorded one back. Else the act
    that it allows.
    """
    act, ruling = read_disputed_act(context.game, one.opened), one.ruling
    if not is_against(context.game, ruling.decision if ruling else ""):
        is_ours = act is not None and context.link.seat in (None, getattr(act, "seat", None))
        if act is None or not (ruling and ruling.effect) or not is_ours:
            return None
        words = describe_event(context.state, act, context.lang).rstrip(".。")
        is_allowed = isinstance(context.game.decide(context.state, act), Accepted)
        return Effect("do", words, "event", encode(act).decode()) if is_allowed else None
    if act is not None:
        is_done = _was_set_since(timeline, ruling)
        words = context.say("web.play_anyway")
        return None if is_done else Effect("anyway", words, "event", encode(act).decode())
    try:
        i = timeline.index(one.opened.at)
    except NoSuchEntryError:
        return None
    if i == 0:
        return None
    what = act_sentence(context.log_index, timeline.actions[i], context.lang, context.seat)
    return Effect(
        "back", context.say("web.take_back_that", what=what), "to", str(timeline.actions[i - 1].end)
    )


def _was_set_since(timeline: EffectiveLog, ruling: RulingGiven | None) -> bool:
    """Return whether a correction follows the ruling in the log, as when a refused act is played anyway."""
    since = dropwhile(lambda told: told.event != ruling, timeline.actions)
    return any(isinstance(told.event, Corrected) for told in since)


def _way(context: RequestContext, one: Reading, laid: AnalysedDispute) -> Way:
    """Return a reading in words, and what it would change compared with what was played."""
    words = decision_words(context.game.id, one.decision, context.lang)
    if one.effect is None:
        return Way(words, None, *_stands_or_not(context, one, laid))
    books = as_in_books(context.game.id, one.editions, context.lang)
    if one.in_force:
        return Way(words, books, [context.say("case.as_played")], [])
    if laid.waits:
        return Way(words, books, [], [])
    if one.why is not None:
        why = context.say(one.why.reason, **one.why.args)
        return Way(
            words, books, [context.say("case.would_refuse", rules=" ".join(one.why.rules), why=why)], []
        )
    changes = list(change_words(context.state, one.outcome, context.lang))
    said = [context.say("case.would_allow")] if one.allows else []
    return Way(words, books, said if changes or said else [context.say("case.does_not_matter")], changes)


def _stands_or_not(
    context: RequestContext, one: Reading, laid: AnalysedDispute
) -> tuple[list[str], list[str]]:
    """Return for a reading without options whether the referee's word stands, and what else would differ."""
    if one.in_force:
        word = referee_ruling_words(context, laid.analysis)
        return [word] if word else [], []
    if one.outcome is None:
        return [], []
    said = context.say("web.without_it" if one.matters else "web.nothing_without_it")
    return [said], list(change_words(context.state, one.outcome, context.lang))
