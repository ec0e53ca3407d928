"""The page of disputes: sources, ways to rule, votes, earlier decisions."""

from collections.abc import Iterable, Mapping
from itertools import dropwhile, takewhile
from typing import Any, Literal, NamedTuple

from events.base import TABLE
from events.envelope import encode
from events.table import Corrected, DisputeOpened, RulingGiven
from referee.kernel.shared import TALK
from referee.kernel.verdict import Accepted, Refused
from referee.l10n.catalogs import edition_words, rule_option_words, topic_words, value_words
from referee.l10n.options import as_in_books, decision_words, describe_event, note_in_words
from referee.languages import trait
from referee.rulebooks import Rule
from referee.rulebooks.search import search_rules, search_rulings
from referee.service.answers.verdicts import change_words
from referee.service.disputes.analysis import (
    EDITION,
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
from referee.web.access.links import DEVICE
from referee.web.acts.request_context import RequestContext
from referee.web.acts.table_acts import analyse, voters
from referee.web.pages.frame import Page
from referee.web.pages.parts import house_rules, known_rules

MOST_RULES = 6
MOST_ANSWERS, MOST_RULINGS = 3, 3
"""So many rules and rulings are shown at most: of a case, of what was asked."""


class Way(NamedTuple):
    """One way to rule: what one chooses, the books that rule so, what it means here, what it changes.

    `books` is empty where no option decides. `seats` voted so, `is_own`: the viewer did.
    """

    decision: str
    words: str
    books: str = ""
    said: tuple[str, ...] = ()
    changes: tuple[str, ...] = ()
    seats: tuple[str, ...] = ()
    is_own: bool = False


class Choice(NamedTuple):
    """What is to be decided, once, and the ways to decide it; `heading` is empty where that is said above."""

    heading: str
    ways: list[Way]


class Here(NamedTuple):
    """What is in dispute at this table: the verdict on it, why, by which book and rules; the ways to rule.

    `verdict` is empty where the viewer may not know it; `why` where nothing but the rules say it.
    """

    verdict: Literal["may", "may_not", ""]
    why: str
    book: str
    house: str
    rules: list[Rule]
    is_secret: bool
    has_options: bool
    choices: list[Choice]


class Ballot(NamedTuple):
    """An open dispute put to the vote: who asked, about what, in which words.

    `here` is None where what it is about is gone. `others` are chance, and the words of those who voted in
    their own. `in_turn` are those who may still vote on this device, each behind their own name.
    """

    id: str
    by: str
    topic: str
    in_question: str
    question: str
    here: Here | None
    others: list[Way]
    in_turn: tuple[str, ...]


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
    ballots = [
        (one, analyse(context, None, None, one.opened)) for one in disputes_of(timeline) if one.ruling is None
    ]
    topics = [(one, topic_words(context.game.id, one, context.lang)) for one in context.game.topics]
    return Page(
        title,
        "dispute.html",
        live=True,
        refused=asked if isinstance(asked, Refused) else None,
        about=_about(context, timeline, case),
        asked_here=_here(context, found),
        ballots=[_ballot(context, one, voted_on) for one, voted_on in ballots],
        is_voted_on=any(_is_same(case, voted_on) for _, voted_on in ballots),
        may_vote=bool(voters(context)),
        at=at if case.act is None else None,
        shown=case.at if case.act is None else encode(case.act).decode(),
        topics=[("", context.say("web.no_topic")), *topics],
        topic=topic if topic in context.game.topics else "",
        question=question,
        rules=search_rules(question, context.lang, context.game.id)[:MOST_ANSWERS] if question else (),
        rulings=search_rulings(question, context.lang, context.game.id)[:MOST_RULINGS] if question else (),
        decisions=_decisions(context, timeline),
        is_just_decided=_is_just_decided(context),
        citations=known_rules(case.rules[:MOST_RULES]),
    )


def _is_same(case: Analysis, voted_on: AnalysedDispute | Refused) -> bool:
    """Return whether `voted_on` is about the same entry and act as `case`."""
    return not isinstance(voted_on, Refused) and (voted_on.analysis.at, voted_on.analysis.act) == (
        case.at,
        case.act,
    )


def _here(context: RequestContext, laid: AnalysedDispute, votes: Mapping[str, str] = {}) -> Here:
    """Return what a dispute means at this table; `votes` are the decisions by seat."""
    case, lang, game = laid.analysis, context.lang, context.game.id
    verdict: Literal["may", "may_not", ""] = (
        "" if not case.word else "may" if case.refusal is None else "may_not"
    )
    bearing = (*case.rules, *(rule for one in case.readings for rule in one.rules))
    choices: dict[str, list[Way]] = {}
    for one in case.readings:
        heading = _heading(context, one.decision)
        choices.setdefault(heading, []).append(_with_votes(context, _way(context, one, laid), votes))
    return Here(
        verdict=verdict,
        why="" if case.refusal is None else context.say(case.refusal.reason, **case.refusal.args),
        book=edition_words(game, context.state.edition, lang),
        house=house_rules(context, bearing),
        rules=known_rules(case.word),
        is_secret=laid.waits,
        has_options=case.readings[0].effect is not None,
        choices=[Choice(heading, ways) for heading, ways in choices.items()],
    )


def _heading(context: RequestContext, decision: str) -> str:
    """Return what a decision decides: an option, or all by one book; empty for the referee's word."""
    if decision.startswith(EDITION):
        return context.say("web.here.whole_book")
    option, is_option, _ = decision.partition("=")
    return rule_option_words(context.game.id, option, context.lang) if is_option else ""


def _choice_words(context: RequestContext, decision: str) -> str:
    """Return a decision in words below its heading: the value of an option, a book, the referee's word."""
    game, lang = context.game.id, context.lang
    if decision.startswith(EDITION):
        return edition_words(game, decision.removeprefix(EDITION), lang)
    option, is_option, value = decision.partition("=")
    return value_words(game, option, value, lang) if is_option else decision_words(game, decision, lang)


def _about(context: RequestContext, timeline: EffectiveLog, case: Analysis) -> str:
    """Return a sentence of the act a dispute is about, refused ones with a note."""
    if case.act is not None:
        act = describe_event(timeline.after(case.at), case.act, context.lang)
        return f"{context.say('web.refused')} · {act}"
    i = timeline.index(case.at)
    told = timeline.actions[i]
    event = context.secrets.redact(told.seq, told.event, context.seat)
    return describe_event(timeline.before(case.at) if i else None, event, context.lang)


def _ballot(context: RequestContext, one: RecordedDispute, found: AnalysedDispute | Refused) -> Ballot:
    """Return an open dispute with its ways to rule: the readings, chance, what was voted for in own words."""
    votes = read_votes(context.seated.table, one.opened.id)
    ways = () if isinstance(found, Refused) else decisions_of(found.analysis)
    words = tuple(dict.fromkeys(voted for voted in votes.values() if voted not in {*ways, TOSS}))
    others = [Way(each, decision_words(context.game.id, each, context.lang)) for each in words]
    if not isinstance(found, Refused) and settled_before(found.timeline, found.analysis) is None:
        toss = "web.decision.toss" if len(ways) == 2 else "ruling.draw_lots"
        others.append(Way(TOSS, context.say(toss)))
    is_curtain = context.link.role == DEVICE and context.seat is None
    return Ballot(
        id=one.opened.id,
        by=one.opened.by,
        topic=_topic(context, one.opened.topic),
        in_question=_in_question(context, one.opened),
        question=one.opened.question,
        here=None if isinstance(found, Refused) else _here(context, found, votes),
        others=[_with_votes(context, each, votes) for each in others],
        in_turn=tuple(seat for seat in voters(context) if seat not in votes) if is_curtain else (),
    )


def _with_votes(context: RequestContext, way: Way, votes: Mapping[str, str]) -> Way:
    """Return a way to rule with the seats that voted for it; `votes` are the decisions by seat."""
    seats = tuple(seat for seat, voted in votes.items() if voted == way.decision)
    return way._replace(seats=seats, is_own=context.seat in seats)


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
    """Return the settled disputes; first those about acts that were taken back since, then the latest."""
    gone = [_decision(context, one, None, is_gone=True) for one in undone_rulings(context.log_index)]
    done = [
        _decision(context, one, _effect(context, timeline, one))
        for one in disputes_of(timeline)
        if one.ruling is not None
    ]
    return [*gone, *reversed(done)]


def _is_just_decided(context: RequestContext) -> bool:
    """Return whether nothing but talk was recorded since the last ruling."""
    since = takewhile(lambda each: isinstance(each.event, TALK), reversed(context.entries))
    return any(isinstance(each.event, RulingGiven) for each in since)


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
    words = _choice_words(context, one.decision)
    if one.effect is None:
        return Way(one.decision, words, "", *_stands_or_not(context, one))
    is_book = one.decision.startswith(EDITION)
    way = Way(
        one.decision, words, "" if is_book else as_in_books(context.game.id, one.editions, context.lang)
    )
    if one.in_force:
        return way._replace(said=(context.say("case.as_played"),))
    if laid.waits:
        return way
    if one.why is not None:
        why = context.say(one.why.reason, **one.why.args)
        said = context.say("case.would_refuse", rules=" ".join(one.why.rules), why=why)
        return way._replace(said=(said,))
    changes = change_words(context.state, one.outcome, context.lang)
    allowed = (context.say("case.would_allow"),) if one.allows else ()
    nothing = () if allowed or changes else (context.say("case.does_not_matter"),)
    return way._replace(said=allowed or nothing, changes=changes)


def _stands_or_not(context: RequestContext, one: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return for a reading without options that it is played so, or what else would differ."""
    if one.in_force:
        return (context.say("case.as_played"),), ()
    if one.outcome is None:
        return (), ()
    said = context.say("web.without_it" if one.matters else "web.nothing_without_it")
    return (said,), change_words(context.state, one.outcome, context.lang)
