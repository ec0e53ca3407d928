"""A dispute as an asker may see it: what is laid open, what each ruling would change, who voted how."""

import msgspec

from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.service.answers.disputes import changes_told
from referee.service.disputes.find import Laid, find
from referee.service.disputes.lay_open import Case, Possibility
from referee.web.acts.visit import Visit


def case_of(
    visit: Visit, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> Laid | Refused:
    """Lay a dispute open as the asker may see it: one asked, an entry, else the last refusal or act."""
    seated = visit.live.seated(visit.link.table)
    with seated.lock:
        return find(seated.table, visit.seat, at=at, topic=topic, opened=opened)


def changes_of(visit: Visit, one: Possibility) -> tuple[str, ...]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    return changes_told(visit.state, one.outcome, visit.lang)


def decided(visit: Visit, decision: str) -> str:
    """Say a decision in words."""
    return decision_words(visit.game.id, decision, visit.lang)


def referees_word(visit: Visit, case: Case) -> str | None:
    """Say what the referee ruled itself, by which rules; None where the asker may not know."""
    if not case.word:
        return None
    said = visit.say(f"ruling.{'accepted' if case.refusal is None else 'refused'}", rules=case.word)
    return said if case.refusal is None else f"{said} {visit.say(case.refusal.reason, **case.refusal.args)}"


def votes_on(visit: Visit, dispute: str) -> dict[str, str]:
    """Read the votes so far, by seat."""
    body = visit.live.links.noted(visit.link.table, f"votes {dispute}")
    return msgspec.json.decode(body, type=dict[str, str]) if body else {}
