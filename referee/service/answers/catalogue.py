"""Every answer by its name, and its JSON Schema."""

from collections.abc import Mapping
from typing import Any

import msgspec

from referee.service.answers import (
    Answer,
    asking,
    benchmark,
    case_law,
    catching_up,
    files,
    tables,
    verdicts,
)


class AnswerListed(Answer, frozen=True, kw_only=True):
    """An answer there is, and what it is."""

    name: str
    summary: str


ANSWERS: dict[str, type[Answer]] = {
    "accepted": verdicts.Accepted,
    "noted": verdicts.Noted,
    "refusal": verdicts.Refusal,
    "stale": verdicts.Stale,
    "error": verdicts.Failed,
    "told-again": verdicts.ToldAgain,
    "not-told-again": verdicts.NotToldAgain,
    "worked-out": catching_up.WorkedOut,
    "possible": tables.Possible,
    "waiting": tables.Waiting,
    "entry": verdicts.EntryWritten,
    "log-row": tables.LogRow,
    "replayed": tables.Replayed,
    "shown": tables.Shown,
    "now": tables.Now,
    "table": tables.TableListed,
    "opened": tables.Opened,
    "asking": tables.Asking,
    "link": tables.LinkMade,
    "rematch": tables.RematchOpen,
    "game": tables.GameListed,
    "event": tables.EventDescribed,
    "seals": tables.SealsOf,
    "switch": tables.SwitchSet,
    "rule": verdicts.RuleTold,
    "score": tables.Score,
    "ended": tables.Ended,
    "case": verdicts.Case,
    "what-if": verdicts.WhatIf,
    "question-answered": asking.QuestionAnswered,
    "ruling": verdicts.RulingRow,
    "settled-dispute": case_law.SettledDispute,
    "benchmark-question": benchmark.BenchmarkQuestion,
    "benchmark-answer": benchmark.BenchmarkAnswer,
    "benchmark-score": benchmark.BenchmarkScore,
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
    "simulated": files.Simulated,
    "study": files.Study,
    "book-written": files.BookWritten,
    "pocket-written": files.PocketWritten,
    "scaffolded": files.Scaffolded,
    "looked": files.Looked,
    "serving": files.Serving,
    "answer": AnswerListed,
}
"""What `--json` and the API answer, by name."""


_Answers = Mapping[str, type[Answer]]


def summary_of(name: str, answers: _Answers = ANSWERS) -> str:
    """Return the first line of what describes an answer."""
    return (answers[name].__doc__ or "").strip().partition("\n")[0]


def schema_of(name: str, answers: _Answers = ANSWERS) -> dict[str, Any]:
    """Return the JSON Schema of an answer."""
    return msgspec.json.schema(answers[name])
