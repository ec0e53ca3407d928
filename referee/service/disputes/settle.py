"""Settling a dispute: asked on record, decided once, applied from there on without asking again."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from events.base import REFEREE, Event
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

    No number is used twice, not even that of a dispute that was taken back: votes are stored by it. A refused
    act goes on record with it, unless it tells of cards only its seat may know.
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
    """Record a dispute that has an id; delete votes stored for one with this id that was taken back."""
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

    An option it sets holds from the disputed entry on: what followed is reapplied if that changes anything.
    Where it cannot be reapplied, or with `from_here`, what was done stands and the option holds from now on.
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


def put_question(
    table: Table, request: Request, disputed: AnalysedDispute, question: str
) -> tuple[str, Answer]:
    """Record a question as a dispute; return its id (empty where the actor may not ask), and the answer."""
    if not request.actor.is_anybodys:
        return "", NOT_YOURS
    return open_dispute(table, disputed.analysis, request.actor.name, question, request)


@one_decision
def vote(
    table: Table,
    request: Request,
    disputed: AnalysedDispute,
    votes: Mapping[str, str],
    lang: str,
    *,
    from_here: bool = False,
) -> Answer | Noted:
    """Vote on a dispute, each seat for what words mean; the votes cast before are counted with them.

    More than half of the seats still here settle it, as in `settle` (with `from_here`); until then the answer
    is Noted.

    Rules: TAB-DISP-02
    """
    if (late := table.find_conflict(request)) is not None:
        return late
    if disputed.opened is None or disputed.opened.id not in table.state.open_disputes:
        named = "" if disputed.opened is None else disputed.opened.id
        return no_such_dispute(named)
    parsed = parse_votes(table, request.actor, disputed, votes, lang)
    if isinstance(parsed, Refused):
        return parsed
    game, dispute = table.game, disputed.opened.id
    before, is_cast = read_votes(table, dispute), False
    write_votes(table, dispute, parsed)
    try:
        table.stand_still()
        is_cast = True
        counted = count_votes({**read_votes(table, dispute), **parsed}, table.state.present)
        if not counted.decides:
            return Noted(table.revision)
        decided = decide_by_vote(game, disputed.analysis, counted, table.state.names, lang)
        answer = settle(table, dispute, disputed.analysis, decided, request, from_here=from_here)
    except GoneOnError:
        table.go_on()
        if not any(ruling.dispute == dispute for ruling in table.state.rulings):
            write_votes(table, dispute, {seat: before.get(seat) for seat in parsed})
            raise
        delete_votes(table, dispute)
        if not is_cast:
            raise
        return Noted(table.revision)  # who voted at the same moment settled it
    if isinstance(answer, Recorded):
        delete_votes(table, dispute)
    return answer


def parse_votes(
    table: Table, actor: Actor, disputed: AnalysedDispute, votes: Mapping[str, str], lang: str
) -> dict[str, str] | Refused:
    """Parse what each seat votes for, in words of any language; refused where words name nothing.

    Refused, too, without votes, and where the actor does not answer for a seat.

    Rules: TAB-DISP-02
    """
    if not votes or not {*votes} <= {*actor.agrees_for}:
        return NOT_YOURS
    game, edition = table.game, table.state.edition
    parsed = {seat: parse_decision(game, disputed.analysis, edition, words) for seat, words in votes.items()}
    refusals = (
        judge_vote(disputed.timeline, disputed.analysis, decision, lang) for decision in parsed.values()
    )
    return next((refused for refused in refusals if refused is not None), parsed)


def read_decision(
    table: Table, disputed: AnalysedDispute, words: str, note: str, lang: str
) -> Decision | Refused:
    """Parse what the table decides: a coin, an edition, the default, a reading that was shown, or words.

    Refused where that names nothing, or the same was settled by a coin before.

    Rules: TAB-DISP-02
    """
    decision = parse_decision(table.game, disputed.analysis, table.state.edition, words)
    if decision == TOSS:
        return judge_vote(disputed.timeline, disputed.analysis, TOSS, lang) or decide_by_lot(
            table.game, disputed.analysis, lang
        )
    refused = judge_decision(disputed.analysis, decision)
    return refused or Decision(decision, basis_of(disputed.analysis, decision), note)


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
    table: Table, analysis: Analysis, ruling: RulingGiven
) -> tuple[tuple[Event, ...], Sequence[Action]] | None:
    """Plan to put a ruling before the disputed entry and to reapply what followed.

    Return the events that have to stand, and the actions to reapply after them. None where the ruling sets no
    option, the act stands in no log, nothing would be different now, or not all could be reapplied.
    """
    if ruling.effect is None or analysis.act is not None:
        return None
    timeline = table.log_index.effective
    i = first_reached(timeline, timeline.index(entry_in_force(timeline, analysis.at)), ruling.effect)
    if i == len(timeline.actions):
        return None
    firm = (
        TakenBack(timeline.actions[i - 1].end or 1, ruling.dispute),
        _question_before(table, timeline, i, ruling),
        ruling,
    )
    since = [told for told in timeline.actions[i:] if not _is_question(told, ruling.dispute)]
    rest = without_proposals(since)
    plainly = table.judge(ruling)
    reapplied = _state_reapplied(table, timeline, i, firm[1:], rest)
    if reapplied is None or not isinstance(plainly, Accepted):
        return None
    is_same = _outlook(table.game, reapplied) == _outlook(table.game, plainly.state)
    return None if is_same else (firm, rest)


def _question_before(table: Table, timeline: EffectiveLog, i: int, ruling: RulingGiven) -> DisputeOpened:
    """Return the question as asked before the disputed act, which it then names where all may read it."""
    told = timeline.actions[i]
    questions = (t.event for t in timeline.actions if _is_question(t, ruling.dispute))
    opened = next(event for event in questions if isinstance(event, DisputeOpened))
    is_open = not table.log_index.secrets.hides(told.seq, told.event)
    act = _to_object(told.event) if is_open else None
    return replace(opened, at=timeline.actions[i - 1].seq or 1, act=act)


def _is_question(action: Action, dispute: str) -> bool:
    return isinstance(action.event, DisputeOpened) and action.event.id == dispute


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
    """Return how a state looks to people: position, score, winners, who acts, phase."""
    score = game.tally(state, REFEREE)
    return game.position(state, REFEREE), score, game.winners(state), game.acting(state), game.phase(state)
