"""Settling a dispute: asked on record, decided once, applied from there on without asking again."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.envelope import encode
from events.table import DisputeOpened, RulingGiven, TakenBack
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused
from referee.service.disputes.analysis import Analysis, entry_in_force, first_reached
from referee.service.disputes.decision import (
    TOSS,
    Decision,
    basis_of,
    count_votes,
    decide_by_lot,
    decide_by_vote,
    delete_votes,
    judge_decision,
    judge_vote,
    parse_decision,
    read_votes,
    readings_chosen,
    write_votes,
)
from referee.service.disputes.find import AnalysedDispute, no_such_dispute
from referee.service.logs.effective import Action, EffectiveLog, without_proposals
from referee.service.logs.reapply import Reapplier
from referee.service.tables.refusals import EVERYBODY, reader_of
from referee.service.tables.request import ANONYMOUS, NOT_YOURS, Actor, Answer, Noted, Recorded, Request
from referee.service.tables.table import GoneOnError, Table, one_decision, submit_together


@one_decision
def open_dispute(
    table: Table, analysis: Analysis, by: str, question: str, request: Request = ANONYMOUS
) -> tuple[str, Answer]:
    """Record a new dispute; return its id, numbered at its table, and the answer.

    No number is given twice, not that of a dispute that was taken back either: votes are stored by it.
    A refused act goes on record with it, unless it tells of cards only its seat may know.
    """
    asked = {told.event.id for told in table.log_index.actions if isinstance(told.event, DisputeOpened)}
    number = 1 + len(asked)
    while f"D{number}" in asked:
        number += 1
    is_open = analysis.act is not None and reader_of(table.game, table.state, analysis.act) == EVERYBODY
    act = _to_object(analysis.act) if analysis.act is not None and is_open else None
    opened = DisputeOpened(f"D{number}", analysis.at, by, analysis.topic or "", question, act)
    return opened.id, table.submit(opened, request)


@one_decision
def record_dispute(table: Table, request: Request, opened: DisputeOpened) -> Answer:
    """Record a dispute that has an id; the votes on another of its name that was taken back are deleted."""
    if opened.id not in table.state.open_disputes:
        delete_votes(table, opened.id)
    return table.submit(opened, request)


def _to_object(event: Event) -> dict[str, Any]:
    return msgspec.json.decode(encode(event), type=dict[str, Any])


@one_decision
def settle(
    table: Table,
    dispute: str,
    analysis: Analysis,
    decision: Decision,
    request: Request = ANONYMOUS,
    *,
    from_here: bool = False,
) -> Answer:
    """Record a decision and what it leads to, as the analysis shows it; nobody is asked again.

    An option it sets holds from the disputed entry on: what followed is reapplied if it comes out
    otherwise under it. Where that is not possible, or the table wants it `from_here` on, what was done
    stands.
    """
    basis: Any = decision.basis
    request = request.with_digest(RulingGiven(dispute=dispute, decision=decision.words, basis=basis))
    if (before := table.answer_to(request)) is not None:
        return before  # type: ignore[return-value]
    if (late := table.find_conflict(request)) is not None:
        return late
    given = _make_ruling(table, dispute, analysis, decision)
    plan = None if from_here else _plan_reapplying(table, analysis, given)
    if plan is None:
        return table.submit(given, request)
    return submit_together(table, *plan, request)


def put_question(table: Table, request: Request, laid: AnalysedDispute, question: str) -> tuple[str, Answer]:
    """Put a question on record; return the id of the dispute (empty where not allowed), and the answer."""
    if not request.actor.is_anybodys:
        return "", NOT_YOURS
    return open_dispute(table, laid.analysis, request.actor.name, question, request)


@one_decision
def vote(
    table: Table,
    request: Request,
    laid: AnalysedDispute,
    votes: Mapping[str, str],
    lang: str,
    *,
    from_here: bool = False,
) -> Answer | Noted:
    """Vote on a dispute, each seat for what words mean; the votes cast before are counted with them.

    More than half of the seats settle it, as in `settle`; until then the votes are noted.

    Rules: TAB-DISP-02
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    if laid.opened is None or laid.opened.id not in table.state.open_disputes:
        named = "" if laid.opened is None else laid.opened.id
        return no_such_dispute(named)
    told = parse_votes(table, request.actor, laid, votes, lang)
    if isinstance(told, Refused):
        return told
    game, dispute = table.game, laid.opened.id
    before, is_cast = read_votes(table, dispute), False
    write_votes(table, dispute, told)
    try:
        table.stand_still()
        is_cast = True
        counted = count_votes({**read_votes(table, dispute), **told}, table.state.present)
        if not counted.decides:
            return Noted(table.revision)
        decided = decide_by_vote(game, laid.analysis, counted, table.state.names, lang)
        answer = settle(table, dispute, laid.analysis, decided, request, from_here=from_here)
    except GoneOnError:
        table.go_on()
        if not any(ruling.dispute == dispute for ruling in table.state.rulings):
            write_votes(table, dispute, {seat: before.get(seat) for seat in told})
            raise
        delete_votes(table, dispute)
        if not is_cast:
            raise
        return Noted(table.revision)  # who voted at the same moment settled it
    if isinstance(answer, Recorded):
        delete_votes(table, dispute)
    return answer


def parse_votes(
    table: Table, actor: Actor, laid: AnalysedDispute, votes: Mapping[str, str], lang: str
) -> dict[str, str] | Refused:
    """Parse what each seat votes for, in words of any language; refuse what names nothing.

    Nobody votes for a seat whose word is another's to give, or who went home.

    Rules: TAB-DISP-02
    """
    if not votes or not {*votes} <= {*actor.agrees_for}:
        return NOT_YOURS
    game, edition = table.game, table.state.edition
    told = {seat: parse_decision(game, laid.analysis, edition, words) for seat, words in votes.items()}
    refusals = (judge_vote(laid.timeline, laid.analysis, decision, lang) for decision in told.values())
    return next((refused for refused in refusals if refused is not None), told)


def read_decision(
    table: Table, laid: AnalysedDispute, words: str, note: str, lang: str
) -> Decision | Refused:
    """Parse what the table decides: a coin, an edition, the default, a reading that was shown, or words.

    Refused where that names nothing, or the same was settled by a coin before.

    Rules: TAB-DISP-02
    """
    decision = parse_decision(table.game, laid.analysis, table.state.edition, words)
    if decision == TOSS:
        return judge_vote(laid.timeline, laid.analysis, TOSS, lang) or decide_by_lot(
            table.game, laid.analysis, lang
        )
    refused = judge_decision(laid.analysis, decision)
    return refused or Decision(decision, basis_of(laid.analysis, decision), note)


def _make_ruling(table: Table, dispute: str, analysis: Analysis, decision: Decision) -> RulingGiven:
    """Return the ruling of a decision: the options it changes, the rules it rests on, how it came about."""
    chosen = readings_chosen(analysis, decision.words)
    now = table.state.options
    effect: Any = {
        k: v for p in chosen for k, v in (p.effect or {}).items() if getattr(now, k) != v or not p.in_force
    }
    rules = (
        tuple(dict.fromkeys(rule for p in chosen for rule in p.rules))
        or (analysis.word or analysis.rules)[:1]
    )
    words = f"{decision.words} ({decision.note})" if decision.note else decision.words
    basis: Any = decision.basis
    return RulingGiven(dispute=dispute, decision=words, rules=rules, basis=basis, effect=effect or None)


def _plan_reapplying(
    table: Table, analysis: Analysis, given: RulingGiven
) -> tuple[tuple[Event, ...], Sequence[Action]] | None:
    """Plan to put a ruling before the disputed entry and to reapply what followed.

    Return the events that have to stand, and the actions to reapply after them. None where what is now would
    be no different, or not all of it could be reapplied.
    """
    if given.effect is None or analysis.act is not None:
        return None
    timeline = table.log_index.effective
    i = first_reached(timeline, timeline.index(entry_in_force(timeline, analysis.at)), given.effect)
    if i == len(timeline.actions):
        return None
    firm = (
        TakenBack(timeline.actions[i - 1].end or 1, given.dispute),
        _question_before(table, timeline, i, given),
        given,
    )
    since = [told for told in timeline.actions[i:] if not _is_question(told, given.dispute)]
    rest = without_proposals(since)
    plainly = table.judge(given)
    reapplied = _state_reapplied(table, timeline, i, firm[1:], rest)
    if reapplied is None or not isinstance(plainly, Accepted):
        return None
    is_same = _outlook(table.game, reapplied) == _outlook(table.game, plainly.state)
    return None if is_same else (firm, rest)


def _question_before(table: Table, timeline: EffectiveLog, i: int, given: RulingGiven) -> DisputeOpened:
    """Return the question as asked before the disputed act, which it then names where all may read it."""
    told = timeline.actions[i]
    questions = (t.event for t in timeline.actions if _is_question(t, given.dispute))
    opened = next(event for event in questions if isinstance(event, DisputeOpened))
    is_open = not table.log_index.secrets.hides(told.seq, told.event)
    act = _to_object(told.event) if is_open else None
    return replace(opened, at=timeline.actions[i - 1].seq or 1, act=act)


def _is_question(told: Action, dispute: str) -> bool:
    return isinstance(told.event, DisputeOpened) and told.event.id == dispute


def _state_reapplied(
    table: Table, timeline: EffectiveLog, i: int, firm: Sequence[Event], rest: Sequence[Action]
) -> Any | None:
    """Return the state after everything is reapplied from the `i`-th action; None where it cannot be."""
    teller = Reapplier(table.game, timeline.state(i), table=table)
    if any(teller.apply_new(event) is not None for event in firm):
        return None
    reapplied = teller.reapply_all(rest)
    return None if reapplied.stuck is not None else teller.state


def _outlook(game: Game, state: Any) -> tuple[Any, ...]:
    """Return all that tells one state from another at a table."""
    score = game.tally(state) if game.tally else None
    return game.position(state, "referee"), score, game.winners(state), game.acting(state), game.phase(state)
