"""What decides among the completions of a position: facts that change the verdict by themselves."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from events.base import Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, Refused, Verdict
from referee.rulebooks import TABLE, book_of
from referee.service.ask.asked import Case, CitedRule, Deciding, Word
from referee.service.ask.trials import Trial, Tried, Trier
from referee.service.ask.unknowns import key_of


def word_of(met: Iterable[Tried]) -> Word:
    allowed = {each.is_allowed for each in met}
    return "depends" if len(allowed) > 1 else "may" if allowed == {True} else "may_not"


def is_book_silent(verdict: Verdict, rules: Sequence[CitedRule]) -> bool:
    """Return whether every rule that decides is the referee's own; the first one permits what is allowed."""
    of_game = [each for each in rules if book_of(each.rule.id) != TABLE]
    deciding = of_game if isinstance(verdict, Refused) else of_game[:1]
    return bool(deciding) and all(each.confidence == "house" for each in deciding)


def common_consequences(verdicts: Iterable[Verdict]) -> tuple[Event, ...]:
    """Return the consequences that all accepted verdicts share, in the order of the first."""
    each_of = [[j.event for j in v.judged[1:]] for v in verdicts if isinstance(v, Accepted)]
    first = each_of[0] if each_of else []
    return tuple([event for event in first if all(event in events for events in each_of)])


def find_deciding(trier: Trier, met: list[Tried]) -> Iterator[Deciding]:
    """Yield the facts that decide: around one completion, those that change the verdict by themselves."""
    for anchor in sorted(met, key=lambda each: not each.is_allowed):
        found = list(_deciding_around(trier, anchor, met))
        if found:
            yield from found
            return


def _deciding_around(trier: Trier, anchor: Tried, met: list[Tried]) -> Iterator[Deciding]:
    usual = {fact.path: fact.value for fact in trier.starts[anchor.trial.start].unknown}
    cases: dict[str | int, list[tuple[Any, Tried]]] = {}
    for each in met:
        if each is not anchor and (apart := _difference(anchor.trial, each.trial)) is not None:
            cases.setdefault(apart[0], [(apart[1], anchor)]).append((apart[2], each))
    for path, found in cases.items():
        pairs = list({key_of(msgspec.to_builtins(value)): (value, each) for value, each in found}.values())
        if len({repr(trier.verdict_key(each)) for _, each in pairs}) > 1:
            named = path if isinstance(path, str) else ""
            yield Deciding(path=named, cases=tuple([_case(usual, named, v, each) for v, each in pairs]))


def apart_by_fact(base: Tried, met: list[Tried]) -> dict[str, list[Tried]]:
    """Return by path the trials that differ from one in that fact alone."""
    found: dict[str, list[Tried]] = {}
    for each in met:
        apart = _difference(base.trial, each.trial)
        if apart is not None and isinstance(apart[0], str):
            found.setdefault(apart[0], []).append(each)
    return found


def _difference(one: Trial, other: Trial) -> tuple[str | int, Any, Any] | None:
    """Return the fact, or the place of an act done, in which two trials differ, with both values.

    None where they differ in none or several.
    """
    if one.start != other.start or len(one.done) != len(other.done):
        return None
    acts = [(i, *pair) for i, pair in enumerate(zip(one.done, other.done, strict=True)) if pair[0] != pair[1]]
    unset = object()
    paths = [
        path
        for path in {**one.facts, **other.facts}
        if one.facts.get(path, unset) != other.facts.get(path, unset)
    ]
    if len(acts) + len(paths) != 1:
        return None
    if acts:
        return acts[0]
    return paths[0], one.facts.get(paths[0], _USUAL), other.facts.get(paths[0], _USUAL)


_USUAL = "\0usual"


def _case(usual: Mapping[str, Any], path: str, value: Any, tried: Tried) -> Case:
    verdict = tried.verdict
    return Case(
        value=usual.get(path) if value == _USUAL else value,
        verdict=word_of([tried]),
        refusal=verdict if isinstance(verdict, Refused) else None,
        follows=common_consequences([verdict]),
    )


def tokens_of(
    game: Game, event: Event, verdict: Verdict, state: Any, read: Iterable[str] | None = None
) -> set[str]:
    """Return what a verdict on an event is about, as passages of rules name what they decide.

    `read` are the options that decided; None: all may have.
    """
    kind, told = type_of(event), msgspec.to_builtins(event)
    said = {name: told[name] for name in told if name != "type" and told[name] not in _NOTHING}
    options = [name for name in game.ruleset.options if read is None or name in {*read}]
    found = {
        kind,
        f"edition={state.edition}",
        *(f"{kind}.{name}" for name in said),
        *(f"{kind}.{name}={said[name]}" for name in said),
    }
    found.update(f"{name}={getattr(state.options, name)}" for name in options)
    if isinstance(verdict, Refused):
        found.add(verdict.reason.partition(".")[2])
    return found


_NOTHING: tuple[Any, ...] = (None, [], {}, ())
