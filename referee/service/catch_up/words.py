"""What catching up says, for every door: acts worked out, questions with their options, the nearest ways."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from events.base import TABLE, Event, type_of
from events.codec import MalformedError
from referee.kernel.registry import find_game
from referee.kernel.verdict import Accepted
from referee.l10n import say
from referee.l10n.catalogs import catalog
from referee.l10n.messages import fact_clause, fact_name, place_of, value_in_words
from referee.l10n.options import describe_event
from referee.l10n.wording import label, typed_line
from referee.languages import trait
from referee.service.catch_up.catch_up import CaughtUp, Near
from referee.service.catch_up.question import ACTS, Question, visible_act
from referee.service.commands.correct import make_correction
from referee.service.wording import fact_value_words

MOST_NAMED = 8
"""So many acts are named in a summary; how many more there are is added."""

_PARTING = re.compile(r"(?<=[,，、：:;；])\s*")
"""Where the label of an act goes on with another thing that is done: `to S3, load a ruby`."""

_MARKS = ",，、：:;； "


class QuestionWords(NamedTuple):
    """A question as one asks it, and its options as one answers, in their order."""

    text: str
    options: tuple[str, ...]


class NearWords(NamedTuple):
    """A near way: its `acts` as sentences, and for each fact that is otherwise then, how it would be."""

    acts: tuple[str, ...]
    breaks: tuple[str, ...]


def act_sentences(state: Any, acts: Sequence[Event], lang: str, viewer: str | None = None) -> tuple[str, ...]:
    """Return each act as a sentence of the log, as a viewer may read it; `state` is before the first."""
    game = find_game(state.game)
    steps = _with_states(state, acts)
    return tuple(describe_event(before, visible_act(game, act, viewer), lang) for before, act in steps)


def summary_words(state: Any, acts: Sequence[Event], lang: str, viewer: str | None = None) -> str:
    """Return the acts worked out in one breath, without those that only go with others.

    Those are cards laid face down, and that somebody does no more. Of many, how many more there are is said.
    """
    return say("catchup.worked_out", lang, what=_named_acts(state, acts, lang, viewer))


def outcome_words(
    state: Any, came: CaughtUp, facts: Mapping[str, Any], lang: str, viewer: str | None = None
) -> tuple[str, ...]:
    """Return what came of telling `facts` at a state, a line each; none where it was refused or late.

    Of a question only that there are several ways: `question_words` asks it.
    """
    match came.verdict:
        case "recorded" | "proposed":
            what = _named_acts(state, came.acts, lang, viewer)
            return (say(f"catchup.{came.verdict if what else 'already'}", lang, what=what),)
        case "already":
            return (say("catchup.already", lang),)
        case "which":
            return (say("catchup.which", lang),)
        case "none":
            return (say("catchup.none", lang), *_advice(state, came.near, facts, lang, viewer))
        case "bound":
            advice = _advice(state, came.near, facts, lang, viewer) if came.near else ()
            return (say("catchup.bound", lang), *advice)
    return ()


def _advice(
    state: Any, near: Sequence[Near], facts: Mapping[str, Any], lang: str, viewer: str | None
) -> Iterator[str]:
    for each in near:
        words = near_words(state, each, facts, lang, viewer)
        acts = tuple(act.rstrip(".。") for act in words.acts)
        yield say("catchup.nearest", lang, what=listed_clauses(acts, lang))
        yield say("catchup.breaks", lang, what=listed_clauses(words.breaks, lang))
    if near:
        yield say("catchup.look_again", lang)
    yield say("catchup.correct_it", lang)


def listed_clauses(clauses: Sequence[str], lang: str) -> str:
    """Return clauses one after the other, parted as the language parts them."""
    return trait(lang, "semicolon").join(clauses)


def near_words(
    state: Any, near: Near, facts: Mapping[str, Any], lang: str, viewer: str | None = None
) -> NearWords:
    """Return a near way, and what is otherwise at its end than was told: "Ada's canoe 1 is at S4, not S3"."""
    breaks = tuple(
        say(
            "catchup.otherwise",
            lang,
            fact=_clause(state, path, now, lang),
            told=fact_value_words(state, path, msgspec.to_builtins(facts.get(path)), lang),
        )
        for path, now in near.otherwise.items()
    )
    return NearWords(act_sentences(state, near.acts, lang, viewer), breaks)


def _clause(state: Any, path: str, value: Any, lang: str) -> str:
    return fact_clause(path, value, lang, state.game, state.names, _place(state, path, value))


def _place(state: Any, path: str, value: Any) -> str | None:
    """Return what is near the place that a fact is, where it is a place."""
    try:
        return place_of(state, make_correction(find_game(state.game), state, {path: value}))
    except MalformedError:  # a part of a fact that is set as a whole
        return None


def question_words(state: Any, question: Question, lang: str) -> QuestionWords:
    """Return a question as players ask it at a state, with options that say only in what they differ.

    One without options says whom to ask.
    """
    if question.is_for_seat_alone:
        return QuestionWords(say("catchup.ask_alone", lang, seat=question.seat, names=state.names), ())
    if question.path.startswith(ACTS):
        return _ask_what_was_done(state, question, lang)
    return _ask_fact(state, question, lang)


def _ask_fact(state: Any, question: Question, lang: str) -> QuestionWords:
    game, path = state.game, question.path
    values = [option.value for option in question.options]
    options = _tell_apart(
        [_short_value(state, path, value, values, lang) for value in values], list(map(_typed, values)), lang
    )
    whole, _, part = path.rpartition(".")
    first = path.partition(".")[0]
    for id, name in ((f"{game}.fact_asked.{part}", whole), (f"{game}.fact_asked.{first}", path)):
        if name and id in catalog(lang, game):
            return QuestionWords(
                say(
                    id,
                    lang,
                    name=fact_name(name, lang, game, state.names),
                    seat=question.seat,
                    part=value_in_words(part, lang, game, state.names),
                    names=state.names,
                ),
                options,
            )
    kinds = {type(value) for value in values}
    id = {frozenset({bool}): "ask_yes_no", frozenset({int}): "ask_number"}.get(frozenset(kinds), "ask_fact")
    return QuestionWords(say(f"catchup.{id}", lang, name=fact_name(path, lang, game, state.names)), options)


def _tell_apart(options: Sequence[str], exactly: Sequence[str], lang: str) -> tuple[str, ...]:
    """Return options, those that read alike with how they are said `exactly` in brackets."""
    often = Counter(options)
    return tuple(
        said if often[said] == 1 else said + trait(lang, "brackets").format(exact)
        for said, exact in zip(options, exactly, strict=True)
    )


def _typed(value: Any) -> str:
    """Return a value as one types it: text as it is, a list with commas, else JSON."""
    if isinstance(value, list | tuple):
        return ",".join(map(_typed, value))
    return value if isinstance(value, str) else msgspec.json.encode(value).decode()


def _short_value(state: Any, path: str, value: Any, values: Sequence[Any], lang: str) -> str:
    """Return a value in words; of things counted by kind only those of which the numbers differ."""
    if isinstance(value, dict) and all(isinstance(each, dict) for each in values):
        differing = {key: n for key, n in value.items() if any(each.get(key) != n for each in values)}
        value = differing or value
    return fact_value_words(state, path, value, lang)


def _ask_what_was_done(state: Any, question: Question, lang: str) -> QuestionWords:
    _, _, n = question.path.removeprefix(ACTS).partition(".")
    ask = "ask_table" if question.seat in {None, TABLE} else "ask"
    who = {"seat": question.seat, "n": n, "names": state.names}
    acts = _only_differing([option.acts for option in question.options])
    if (asked := _ask_field(state, acts, who, lang)) is not None:
        return asked
    steps = [
        [(_before(state, option.way, act), act) for act in each]
        for option, each in zip(question.options, acts, strict=True)
    ]
    parts = [
        [part for before, act in each for part in _split(label(before, act, lang, question.seat))]
        for each in steps
    ]
    if (first := _first_done(parts)) is not None:
        return QuestionWords(say(f"catchup.{ask}_first", lang, **who), first)
    said = [_join(each, lang) or say("catchup.neither", lang) for each in _without_common(parts)]
    lines = [
        trait(lang, "semicolon").join(typed_line(before, act, lang) for before, act in each) for each in steps
    ]
    text = say(f"catchup.{ask}_{'nth' if n else 'acts'}", lang, **who)
    return QuestionWords(text, _tell_apart(said, lines, lang))


def _before(state: Any, way: Sequence[Event], act: Event) -> Any:
    """Return the state before an act of a way, or before the way where it is not in it."""
    game = find_game(state.game)
    return next(
        (at for at, each in _with_states(state, way) if act == each or act == visible_act(game, each, None)),
        state,
    )


def _only_differing(options: Sequence[tuple[Event, ...]]) -> list[tuple[Event, ...]]:
    """Return of each option the acts that are not in all of them; all, where only their order differs."""
    common = [act for act in options[0] if all(act in each for each in options)]
    left = [tuple(act for act in each if act not in common) for each in options]
    return left if any(left) else [tuple(each) for each in options]


def _ask_field(
    state: Any, acts: Sequence[tuple[Event, ...]], who: Mapping[str, Any], lang: str
) -> QuestionWords | None:
    """Return the question for the one field in which single acts differ; None where the game words none."""
    if any(len(each) != 1 or type(each[0]) is not type(acts[0][0]) for each in acts):
        return None
    events = [each[0] for each in acts]
    differing = [
        name
        for name in events[0].__struct_fields__
        if any(getattr(each, name) != getattr(events[0], name) for each in events)
    ]
    id = f"{state.game}.act.{type_of(events[0])}.asked_{'_'.join(differing)}"
    if len(differing) != 1 or id not in catalog(lang, state.game):
        return None
    values = (msgspec.to_builtins(getattr(each, differing[0])) for each in events)
    options = tuple(value_in_words(value, lang, state.game, state.names) for value in values)
    return QuestionWords(say(id, lang, **who), options)


def _first_done(parts: Sequence[Sequence[str]]) -> tuple[str, ...] | None:
    """Return what was done first, by option, where options hold the same in another order; else None."""
    bare = [[part.strip(_MARKS) for part in each] for each in parts]
    if any(sorted(each) != sorted(bare[0]) for each in bare):
        return None
    n = next((n for n in range(len(bare[0])) if len({each[n] for each in bare}) > 1), None)
    first = () if n is None else tuple(each[n] for each in bare)
    return first if first and len(set(first)) == len(first) else None


def _without_common(parts: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return of each option the parts without those with which all begin, and with which all end."""
    bare = [[part.strip(_MARKS) for part in each] for each in parts]
    shortest = min(map(len, bare))
    begin = 0
    while begin < shortest and len({each[begin] for each in bare}) == 1:
        begin += 1
    end = 0
    while end < shortest - begin and len({each[len(each) - 1 - end] for each in bare}) == 1:
        end += 1
    return [list(each[begin : len(each) - end]) for each in parts]


def _split(said: str) -> list[str]:
    """Return the parts of a label, each with the mark it ends with."""
    return [part for part in _PARTING.split(said) if part]


def _join(parts: Sequence[str], lang: str) -> str:
    """Return parts of labels as one text."""
    comma, blank = trait(lang, "comma"), trait(lang, "blank")
    text = ""
    for n, part in enumerate(parts):
        is_last = n == len(parts) - 1
        ends = part.strip()
        if is_last:
            text += ends.rstrip(_MARKS)
        else:
            text += ends + blank if ends[-1:] in _MARKS else ends + comma
    return text


def _named_acts(state: Any, acts: Sequence[Event], lang: str, viewer: str | None) -> str:
    """Return the acts in one breath; see `summary_words`. Empty where there are none."""
    game = find_game(state.game)
    dull = game.sealed | game.closings
    steps = [(before, act) for before, act in _with_states(state, acts) if type_of(act) not in dull]
    steps = steps or list(_with_states(state, acts))
    said = [
        describe_event(before, visible_act(game, act, viewer), lang).rstrip(".。") for before, act in steps
    ]
    if len(said) > MOST_NAMED:
        more = say("catchup.and_more", lang, n=len(said) - MOST_NAMED)
        said = [*said[:MOST_NAMED], more]
    return listed_clauses(said, lang)


def _with_states(state: Any, acts: Sequence[Event]) -> Iterator[tuple[Any, Event]]:
    """Yield each act with the state before it; that of the last possible one, where one is not possible."""
    game = find_game(state.game)
    for act in acts:
        yield state, act
        verdict = game.decide(state, act)
        state = verdict.state if isinstance(verdict, Accepted) else state
