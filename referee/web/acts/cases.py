"""A dispute as an asker may see it: what is laid open, what each ruling would change, who voted how."""

from typing import NamedTuple

import msgspec

from events.base import Event
from events.table import DisputeOpened
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words
from referee.service.disputes.find import last_about
from referee.service.disputes.lay_open import (
    Case,
    Possibility,
    UnknownTopicError,
    act_of,
    in_force_at,
    last_word,
    lay_open,
)
from referee.service.disputes.remember import bears_on, last_refused
from referee.service.retelling import NoSuchEntryError, Story
from referee.service.secrecy import story_known
from referee.web.acts.visit import Visit
from referee.web.forms.facts import fact_name, worded


class Laid(NamedTuple):
    """A dispute laid open; where it `waits`, what the rulings lead to is not told before cards are shown."""

    story: Story
    case: Case
    waits: bool


def case_of(
    visit: Visit, at: int | None, topic: str | None, opened: DisputeOpened | None = None
) -> Laid | Refused:
    """Lay a dispute open as the asker may see it: one asked, an entry, else the last refusal or act."""
    story = visit.history.story
    secrets = visit.secrets
    act = last_refusal(visit, topic) if at is None else None
    if opened is not None:
        at, act = in_force_at(story, opened.at), act_of(visit.game, opened)
        topic = opened.topic if opened.topic in visit.game.topics else None
    seq = at or (last_about(story, topic) if act is None else last_word(story))
    try:
        told = story.told[story.index(seq)]
        waits = act is None and secrets.waits(told.seq or 0, told.event, visit.seat)
        seen = story_known(story, secrets, visit.seat)
        return Laid(seen, lay_open(seen, seq, topic or None, act, visit.seat, waits=waits), waits)
    except NoSuchEntryError:
        args = {"to": seq, "last": visit.moment.revision}
        return Refused("table.no_such_entry", ("TAB-BACK-01",), args)
    except UnknownTopicError as error:
        return Refused("case.unknown_topic", (), {"topic": error.args[0], "known": error.args[1]})


def last_refusal(visit: Visit, topic: str | None) -> Event | None:
    """Find what was refused last, on whichever device, as far as the asker may know of it."""
    seated = visit.live.seated(visit.link.table)
    with seated.lock:
        last = last_refused(seated.table, visit.seat)
        return last.event if last is not None and bears_on(seated.table, last.event, topic) else None


def changes_of(visit: Visit, one: Possibility) -> list[str]:
    """Say what a ruling would change: facts, who wins, where it could not have gone on."""
    outcome = one.outcome
    if outcome is None:
        return []
    game = visit.game.id
    changes = [
        f"{fact_name(visit, each.fact)}: {worded(visit, each.was)} → {worded(visit, each.would_be)}"
        for each in outcome.differences
    ]
    for line in outcome.scores:
        what = visit.say(f"{game}.{line.item}", **line.args)
        scored = {"who": visit.seat_name(line.seat), "what": what, "was": line.was, "would": line.would_be}
        changes.append(visit.say("case.scored", **scored))
    was, would = outcome.winners_before, outcome.winners_after
    if would is not None and was != would:
        changes.append(visit.say("case.other_winners", was=was or ("–",), would=would))
    if outcome.stuck:
        changes.append(visit.say("web.could_not", n=outcome.stuck))
        changes += [visit.say("case.what_stands")] if one.effect else []
    return changes


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
