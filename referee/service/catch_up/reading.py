"""Read how the board stands now, as people say or type it, or as JSON."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

from events.codec import MalformedError
from referee.kernel.game import Game, NotationError
from referee.l10n import LANGUAGES, say
from referee.service.ask.words import read_fact_line, set_fact
from referee.service.catch_up.question import ACTS
from referee.service.catch_up.told import facts_told
from referee.service.commands.correct import make_correction, settable_facts
from referee.service.fact_reading import read_facts
from referee.service.facts_in_brief import read_words

_PARTING = re.compile(r"[;；]")
_MEMBERS = "[]"


def read_told(
    game: Game, state: Any, said: Sequence[str], lang: str, viewer: str | None = None
) -> dict[str, Any]:
    """Return facts by their paths, as people type them (`canoes.A.1.at=S3`) or say them (`A1 at S3`).

    What is said in several words may stand alone or be parted by semicolons. By the names of facts only
    those are found that `viewer` may see. Raises NotationError.
    """
    found: dict[str, Any] = {}
    members: dict[str, Any] = {}
    for clause in filter(None, map(_without_beginning, _clauses(said))):
        facts = None if "=" in clause.replace("＝", "=") else read_fact_line(game, state, clause, lang)
        if facts is None:
            found |= _read_brief(game, state, clause, viewer) or read_facts(
                game, state, _typed(clause), viewer
            )
            continue
        for fact in facts:
            if fact.path.endswith(_MEMBERS):
                set_fact(members, fact)
            else:
                found[fact.path] = fact.value
    return {**found, **facts_told(game, members)}


@cache
def _beginning() -> re.Pattern[str]:
    """Return what finds the words that only say that it stands so now, in any language; cached."""
    words = (re.escape(each) for lang in LANGUAGES for each in say("catchup.begins", lang).split("|"))
    return re.compile(rf"(?:{'|'.join(words)})(?:\s*[:：,，、]\s*|\s+|(?=[A-Za-z0-9])|$)", re.IGNORECASE)


def _without_beginning(clause: str) -> str:
    found = _beginning().match(clause)
    return clause if found is None else clause[found.end() :]


def _clauses(said: Iterable[str]) -> Iterator[str]:
    """Yield what tells facts: each that has a value or blanks of its own, words between these as one."""
    words: list[str] = []
    for each in (clause.strip() for text in said for clause in _parted(text)):
        if each and " " not in each and "=" not in each.replace("＝", "="):
            words.append(each)
            continue
        if words:
            yield " ".join(words)
            words = []
        if each:
            yield each
    if words:
        yield " ".join(words)


def _parted(text: str) -> list[str]:
    """Return the clauses of a text, an empty one after each but the last."""
    parts = _PARTING.split(text)
    return [each for part in parts[:-1] for each in (part, "")] + parts[-1:]


def _read_brief(game: Game, state: Any, clause: str, viewer: str | None) -> dict[str, Any]:
    """Return what a clause tells as a record writes it: `A1 S3 diamond`; empty where it is none."""
    if "=" in clause.replace("＝", "="):
        return {}
    with suppress(NotationError):
        return read_words(game, state, settable_facts(game, state, viewer), clause)
    return {}


def _typed(clause: str) -> list[str]:
    """Return a clause as `read_facts` takes it: several values apart, else its words."""
    return clause.split() if clause.replace("＝", "=").count("=") > 1 else [clause]


def facts_in(game: Game, state: Any, told: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts by their paths from JSON: a position as `show --json` has it, or facts by their paths.

    Raises MalformedError where there is no such fact, or it cannot have that value.
    """
    by_path = {path: value for path, value in told.items() if "." in path}
    position = {name: value for name, value in told.items() if "." not in name}
    for path, value in (*position.items(), *by_path.items()):
        make_correction(game, state, {path: value})
    return {**facts_told(game, position), **by_path}


def answers_in(game: Game, state: Any, answers: Mapping[str, Any]) -> dict[str, Any]:
    """Return answers by the paths of their questions; raise MalformedError for a fact that cannot be so."""
    facts = {path: value for path, value in answers.items() if not path.startswith(ACTS)}
    for path, value in facts.items():
        make_correction(game, state, {path: value})
    return dict(answers)


def explain_facts(game: Game, told: Mapping[str, Any], error: MalformedError) -> Any:
    """Return what is wrong with facts told as JSON: a message, or a text where nothing better is known."""
    from referee.kernel.vocabulary import explain_request  # a cold start without it: 4 ms

    position = {name: value for name, value in told.items() if "." not in name}
    return explain_request(game.facts.kind, position, str(error), "facts") or str(error)
