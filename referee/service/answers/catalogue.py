"""Every answer by its name, and its JSON Schema."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.service.answers import (
    acts,
    disputes,
    files,
    games,
    log,
    possible,
    rulebook,
    score,
    tables,
    workshop,
)
from referee.service.answers.base import Answer


class AnswerListed(Answer, frozen=True, kw_only=True):
    """An answer there is, and what it is."""

    name: str
    summary: str


ANSWERS: dict[str, type[Answer]] = {
    "accepted": acts.Accepted,
    "noted": acts.Noted,
    "refusal": acts.Refusal,
    "stale": acts.Stale,
    "error": acts.Failed,
    "told-again": acts.ToldAgain,
    "not-told-again": acts.NotToldAgain,
    "possible": possible.Possible,
    "waiting": possible.Waiting,
    "entry": acts.EntryWritten,
    "log-row": log.LogRow,
    "replayed": log.Replayed,
    "shown": tables.Shown,
    "now": tables.Now,
    "table": tables.TableListed,
    "opened": tables.Opened,
    "asking": tables.Asking,
    "link": tables.LinkMade,
    "rematch": tables.RematchOpen,
    "game": games.GameListed,
    "event": games.EventDescribed,
    "seals": possible.SealsOf,
    "switch": games.SwitchSet,
    "rule": rulebook.RuleTold,
    "score": score.Score,
    "ended": score.Ended,
    "case": disputes.Case,
    "what-if": disputes.WhatIf,
    "ruling": disputes.RulingRow,
    "checked-line": files.CheckedLine,
    "checked-file": files.CheckedFile,
    "audit-finding": files.AuditFinding,
    "audited": files.Audited,
    "impossible": files.Impossible,
    "mended": files.Mended,
    "head": files.Head,
    "head-proved": files.HeadProved,
    "imported": files.Imported,
    "synced": files.Synced,
    "written": files.Written,
    "in-form": files.InForm,
    "put-away": files.PutAway,
    "copied": files.Copied,
    "witnessed": files.Witnessed,
    "witness-held": files.WitnessHeld,
    "simulated": workshop.Simulated,
    "study": workshop.Study,
    "scaffolded": workshop.Scaffolded,
    "looked": workshop.Looked,
    "serving": workshop.Serving,
    "answer": AnswerListed,
}
"""What `--json` and the API answer, by name."""


Answers = Mapping[str, type[Answer]]


def summary_of(name: str, answers: Answers = ANSWERS) -> str:
    """Say in a line what an answer is."""
    return (answers[name].__doc__ or "").strip().partition("\n")[0]


def schema_of(name: str, answers: Answers = ANSWERS) -> dict[str, Any]:
    """Describe an answer as JSON Schema."""
    return msgspec.json.schema(answers[name])
