"""The API's answers: a table, an entry, a rule, a refusal, each as its asker may read it."""

from typing import Any

import msgspec
from litestar import Response

from events.stores.protocol import Conflict
from referee.kernel.verdict import Refused
from referee.rulebooks import find_rule, source_of
from referee.service.table import Recorded
from referee.web.api_types import Asking, No, Now, Pending, Possible, RuleTold, Stale, Told, Written
from referee.web.offers import words_of
from referee.web.pages.refused import book_of
from referee.web.parts import connection
from referee.web.seeing import Seen, readable
from referee.web.visit import Visit


def possible(visit: Visit) -> list[Possible]:
    """List what the link may do now, and what the table may tell."""
    game, state = visit.game, visit.state
    events = [e for seat in (visit.seat, "table") if seat for e in game.legal(state, seat)]
    return [
        Possible(msgspec.to_builtins(e), game.notate(state, e), words_of(state, e, visit.lang))
        for e in events
    ]


def now_of(visit: Visit) -> Now:
    """Tell a table as a link may see it."""
    asked = visit.proposal
    game, state = visit.game, visit.state
    return Now(
        table=visit.link.table,
        revision=visit.moment.revision,
        role=visit.link.role,
        seat=visit.seat,
        lang=visit.lang,
        acting=game.acting(state),
        winners=game.winners(state),
        connected={seat: connection(visit, seat) for seat in state.seats},
        view=msgspec.to_builtins(visit.view, str_keys=True),
        possible=possible(visit),
        asked=None
        if asked is None
        else Asking(asked.by, msgspec.json.decode(asked.event), asked.agreed, asked.objected),
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
        notation=visit.game.notate(each.before, each.event),
        words=words_of(each.before, each.event, visit.lang),
        in_force=each.in_force,
    )


def rule_told(id: str, lang: str) -> RuleTold | None:
    """Tell a rule."""
    rule = find_rule(id)
    if rule is None:
        return None
    return RuleTold(
        id=rule.id,
        title=rule.title.of(lang),
        text=rule.text(lang),
        sources=[source_of(book_of(rule.id), source) for source in rule.sources],
        confidence=rule.confidence,
        editions=rule.editions,
        see=rule.see,
    )


def rules_told(ids: tuple[str, ...], lang: str) -> list[RuleTold]:
    """Tell the rules there are of some ids."""
    return [rule for rule in (rule_told(id, lang) for id in ids) if rule is not None]


def answered(visit: Visit, outcome: Any) -> Response[Any]:
    """Tell what came of a write."""
    fresh = Visit(visit.hub, visit.link, visit.token, visit.lang, visit.base, seat=visit.seat)
    match outcome:
        case Refused():
            return Response(refused_told(fresh, outcome), status_code=422)
        case Conflict(seen, _):
            return Response(Stale(seen=seen, now=now_of(fresh)), status_code=409)
        case Recorded():
            events = [readable(fresh.game, fact.event, fresh.state, fresh.seat) for fact in outcome.facts]
            words = [
                words_of(None, event, visit.lang) if i else words_of(visit.state, event, visit.lang)
                for i, event in enumerate(events)
            ]
            return Response(
                Written(first=outcome.first, revision=outcome.revision, words=words), status_code=200
            )
    return Response(Pending(revision=fresh.moment.revision), status_code=202)


def refused_told(visit: Visit, refused: Refused) -> No:
    """Tell a refusal."""
    return No(
        reason=refused.reason,
        message=visit.say(refused.reason, **refused.args),
        rules=rules_told(refused.rules, visit.lang),
        possible=possible(visit)[:100],
    )
