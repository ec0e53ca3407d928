"""The API's answers: a table, an entry, a rule, a refusal, each as its asker may read it."""

from typing import Any

import msgspec
from litestar import Response

from events.stores.protocol import Conflict
from events.table import ChangeProposed
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.l10n.options import edition_words, switch_words, topic_words, value_words
from referee.l10n.wording import notate
from referee.rulebooks import Part, Rule, book_of, find_rule, source_of
from referee.rulebooks.rulings import rulings_on
from referee.service.disputes.find import Laid
from referee.service.history import Seen
from referee.service.replay import replay
from referee.service.table import Recorded
from referee.service.windows import in_order
from referee.web.acts.cases import changes_of, decided
from referee.web.acts.possible_acts import words_of
from referee.web.acts.tell_again import own_run, waiting
from referee.web.acts.visit import Visit
from referee.web.acts.write_once import Outcome
from referee.web.api.types import (
    Asking,
    CaseTold,
    GameListed,
    No,
    Now,
    OptionListed,
    PartTold,
    Pending,
    Possible,
    RuleTold,
    RulingTold,
    Stale,
    Told,
    Waiting,
    WayTold,
    Written,
)
from referee.web.parts.shared_parts import connections, proposed_words


def game_listed(game: Game, lang: str) -> GameListed:
    """List what a table of a game can agree on."""
    charter = game.charter
    return GameListed(
        game=charter.id,
        players=list(charter.players),
        editions={edition: dict(values) for edition, values in charter.editions.items()},
        by_seats={str(seats): dict(values) for seats, values in charter.by_seats.items()},
        edition_words={each: edition_words(charter.id, each, lang) for each in charter.editions},
        options=[
            OptionListed(
                option=switch.name,
                words=switch_words(charter.id, switch.name, lang),
                values={str(v): value_words(charter.id, switch.name, v, lang) for v in switch.values},
                rules=switch.rules,
            )
            for switch in charter.switches.values()
        ],
        topics={topic: topic_words(charter.id, topic, lang) for topic in game.topics},
        rules_version=charter.rules_version,
    )


def possible(visit: Visit) -> list[Possible]:
    """List what the link may do now, and what the table may tell."""
    game, state = visit.game, visit.state
    found = (e for seat in (visit.seat, "table") if seat for e in game.legal(state, seat))
    events = in_order(game, found)
    return [
        Possible(msgspec.to_builtins(e), notate(state, e, visit.lang), words_of(state, e, visit.lang))
        for e in events
    ]


def now_of(visit: Visit) -> Now:
    """Tell a table as a link may see it."""
    game, state = visit.game, visit.state
    return Now(
        table=visit.link.table,
        revision=visit.moment.revision,
        role=visit.link.role,
        seat=visit.seat,
        lang=visit.lang,
        acting=game.acting(state),
        winners=game.winners(state),
        connected=connections(visit),
        view=msgspec.to_builtins(visit.view, str_keys=True),
        possible=possible(visit),
        asked=[
            Asking(
                each.id,
                each.agreed[0],
                msgspec.to_builtins(changes[-1]),
                proposed_words(visit, changes),
                each.agreed,
            )
            for each, changes in visit.proposals
        ],
    )


def told(visit: Visit, each: Seen) -> Told:
    """Tell an entry; without its hash, which would give a small secret away."""
    entry = each.entry
    return Told(
        seq=entry.seq,
        at=entry.at.isoformat(),
        by=entry.by,
        kind=entry.kind,
        cause=entry.cause,
        event=msgspec.to_builtins(each.event),
        notation=notate(each.before, each.event, visit.lang),
        words=words_of(each.before, each.event, visit.lang),
        in_force=each.in_force,
    )


def waiting_told(visit: Visit) -> list[Waiting]:
    """Tell what was taken back and waits to be recorded again, as the asker may read it."""
    actions = waiting(visit)
    own = len(own_run(visit, actions))
    entries = [told(visit, visit.entries[(each.seq or 1) - 1]) for each in actions]
    return [
        Waiting(seq=each.seq, event=each.event, notation=each.notation, words=each.words, yours=i < own)
        for i, each in enumerate(entries)
    ]


def rule_told(id: str, lang: str, *, with_rulings: bool = False) -> RuleTold | None:
    """Tell a rule, with the rulings that show it where they are asked for."""
    rule = find_rule(id)
    if rule is None:
        return None
    return RuleTold(
        id=rule.id,
        title=rule.title.of(lang),
        text=rule.text(lang),
        sources=[source_of(book_of(rule.id), source, lang) for source in rule.all_sources],
        confidence=rule.confidence,
        parts=[part_told(rule, part, lang) for part in rule.passages],
        editions=rule.editions,
        see=rule.see,
        rulings=[
            RulingTold(
                title=each.title.of(lang),
                question=each.question.of(lang),
                answer=each.answer.of(lang),
                rules=each.rules,
            )
            for each in (rulings_on(rule.id) if with_rulings else ())
        ],
    )


def part_told(rule: Rule, part: Part, lang: str) -> PartTold:
    """Tell what is equally sure of a rule."""
    return PartTold(
        text=part.said(lang),
        sources=[source_of(book_of(rule.id), source, lang) for source in part.sources],
        confidence=part.confidence,
    )


def rules_told(ids: tuple[str, ...], lang: str) -> list[RuleTold]:
    """Tell the rules there are of some ids."""
    return [rule for rule in (rule_told(id, lang) for id in ids) if rule is not None]


def case_told(visit: Visit, laid: Laid) -> CaseTold:
    """Tell a dispute laid open."""
    ways = [
        WayTold(
            decision=way.decision,
            words=decided(visit, way.decision),
            editions=way.editions,
            in_force=way.in_force,
            rules=way.rules,
            changes=changes_of(visit, way),
        )
        for way in laid.case.possibilities
    ]
    rules = rules_told(laid.case.rules, visit.lang)
    return CaseTold(at=laid.case.at, topic=laid.case.topic, rules=rules, ways=ways, waits=laid.waits)


def answered(visit: Visit, outcome: Outcome) -> Response[Any]:
    """Tell what came of a write."""
    match outcome:
        case Refused():
            return Response(refused_told(visit.again(), outcome), status_code=422)
        case Conflict(seen, _):
            return Response(Stale(seen=seen, now=now_of(visit.again())), status_code=409)
        case Recorded(facts=(first, *_)) if isinstance(first.event, ChangeProposed):
            asked = Pending(verdict="asked", revision=outcome.revision, proposal=first.event.id)
            return Response(asked, status_code=202)
        case Recorded():
            return Response(written(visit, outcome), status_code=200)
    return Response(Pending(revision=outcome.revision), status_code=202)


def written(visit: Visit, recorded: Recorded) -> Written:
    """Tell what was recorded, as its teller may read it; said alike whenever it is asked again."""
    is_new = visit.moment.revision == recorded.first - 1
    before = visit.state if is_new else replay(visit.log, recorded.first - 1).state
    events = [visit.secrets.seen(None, fact.event, visit.seat) for fact in recorded.facts]
    words = [words_of(before, event, visit.lang) for event in events]
    return Written(first=recorded.first, revision=recorded.revision, words=words)


def refused_told(visit: Visit, refused: Refused) -> No:
    """Tell a refusal."""
    return No(
        reason=refused.reason,
        message=visit.say(refused.reason, **refused.args),
        rules=rules_told(refused.rules, visit.lang),
        possible=possible(visit)[:100],
    )
