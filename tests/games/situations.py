"""Situations held against their games: `referee.service.book.situations` tells how they are written.

What is claimed of an act, a line each:

- `refused` with its reason and rules, some or none; `says` a part of the sentence that refuses, `told` all
  its facts; whatever a ruling claims, as JSON (`position`, `consequence`, `seen by A` and so on); `state` and
  `acting`, as JSON; `followed`, the types of all that followed; `cites`, all rules of the act; `allowed`, the
  first of them; `sure`, a rule that the act or its refusal cites and the confidence of the passage of it that
  decides; `writes`, its line in each language; `unchanged`; `line A`, one of the tally, and its `reading ja`,
  by what an edition would have said; `doubted`, the rules that what was said breaks, for who sees it all;
  `may A` or `may not A`, a line that is listed or not; `sample A` or `no sample A`, one that is shown as a
  sample of its kind or not

Every accepted act folds to the state it promises, breaks nothing, and is gone on from at random.
"""

from random import Random
from typing import Any

from msgspec import json

from events.base import REFEREE, Event, type_of
from referee.kernel.game import Game
from referee.kernel.verdict import Accepted, JudgedEvent, Refused
from referee.l10n import LANGUAGES, say
from referee.l10n.wording import notate
from referee.rulebooks import deciding_passage, find_rule
from referee.service.book.situations import (
    Situation,
    Step,
    read_act,
    read_opening,
    read_tried,
    situation_files,
)
from referee.service.commands.correct import make_correction
from referee.service.commands.ways_round import find_way_round
from referee.service.files.check import Checked
from referee.service.simulation.simulate import choose
from referee.testing.laws.package import RulingOutcome, holds, is_claim_true, to_builtins
from tests.games.typed import after_line
from tests.laws.walks import after

SITUATIONS = tuple(situation_files().values())

SEED = "of the situations"

ON = 12
"""So many acts a situation is gone on from, where there are as many."""


def run(situation: Situation, game: Game) -> None:
    state: Any = None
    for step in situation.steps:
        if step.word == "at":
            state = held(game, step, None, begun(game, step.what))
        elif step.word == "deal":
            state = held(game, step, state, dealt(game, state))
        elif step.word == "first":
            state = judged(game, state, game.legal(state, game.acting(state)[0])[0], step)
        elif step.word == "anyway":
            act = read_act(state, step.what)
            assert isinstance(game.decide(state, act), Refused), step.what
            facts = find_way_round(game, state, act).facts
            state = judged(game, state, make_correction(game, state, facts, act=act), step)
        elif step.word == "then":
            state = judged(game, state, read_act(state, step.what), step)
        else:
            judged(game, state, read_tried(state, step.what), step)


def begun(game: Game, what: str) -> Any:
    """Give the state after a line of a record, or that of a table just opened."""
    opened = read_opening(game.id, what)
    if opened is not None:
        return after(game, None, opened)
    name, line = what.split()
    return after_line(name, int(line))


def dealt(game: Game, state: Any) -> Any:
    while game.deal is not None and (event := game.deal(state, SEED)) is not None:
        state = after(game, state, event)
    return state


def judged(game: Game, state: Any, event: Event | Refused, step: Step) -> Any:
    """Have an act judged, and hold what is claimed against that; give the state after it."""
    verdict = event if isinstance(event, Refused) else game.decide(state, event)
    if isinstance(verdict, Accepted):
        return held(game, step, state, after(game, state, event), verdict.judged)
    assert step.claims, (step.what, verdict)
    for about, claim in step.claims:
        if about == "sure":
            assert claim in how_sure(game, state, event, verdict.rules, verdict.reason), (step.what, claim)
        else:
            assert is_refused(about, claim, verdict), (step.what, about, claim, verdict)
    return state


def held(game: Game, step: Step, before: Any, state: Any, facts: tuple[JudgedEvent, ...] = ()) -> Any:
    """Hold what is claimed against what became of a state, and go on from there; give it."""
    accepted = Checked(line=0, type=None, verdict="accepted")
    told = RulingOutcome(game=game.id, before=before, checked=accepted, judged=facts, state=state)
    for about, claim in step.claims:
        assert is_so(game, about, claim, told), (
            step.what,
            about,
            claim,
            facts,
            game.position(state, REFEREE),
        )
    go_on(game, state, step.what)
    return state


def is_refused(about: str, claim: str, refused: Refused) -> bool:
    """Whether an act is refused as is claimed: for a reason and by rules, or in these words."""
    if about == "says":
        return claim in say(refused.reason, "en", **refused.args)
    if about == "told":
        return bool(to_builtins(refused.args) == json.decode(claim))
    return about == "refused" and {*claim.split()} <= {refused.reason, *refused.rules}


def is_so(game: Game, about: str, claim: str, told: RulingOutcome) -> bool:
    state = told.state
    match about.split():
        case ["may", *never, seat]:
            return (read_act(state, claim) in game.legal(state, seat)) != bool(never)
        case [*never, "sample", seat]:
            return (read_act(state, claim) in game.samples(state, seat)) != bool(never)
        case ["acting"]:
            return bool(to_builtins(game.acting(state)) == json.decode(claim))
        case ["state"]:
            facts = json.decode(claim)
            return holds(facts, {name: to_builtins(getattr(state, name)) for name in facts})
        case ["doubted"]:
            doubt = game.doubt(state) if game.doubt is not None else None
            return claim.split() == [*(doubt.rules if doubt is not None else ("nothing",))]
        case ["reading" | "line" as part, whose]:
            tally = game.tally(state, "referee")
            told_of = [each for each in tally.readings if part == "reading" and each.edition == whose]
            told_of += [each for each in tally.lines if part == "line" and each.seat == whose]
            return any(holds(json.decode(claim), to_builtins(each)) for each in told_of)
        case ["refused" | "says" | "told"]:
            return False
        case ["sure"]:
            act = told.judged[0]
            return claim in how_sure(game, told.before, act.event, act.rules)
        case ["followed" | "cites" | "allowed" | "writes" | "unchanged"]:
            return is_so_of_the_act(about, claim, told)
    return is_claim_true(about, json.decode(claim), told)


def is_so_of_the_act(about: str, claim: str, told: RulingOutcome) -> bool:
    act, *followed = told.judged
    match about:
        case "followed":
            return [type_of(judged_event.event) for judged_event in followed] == claim.split()
        case "cites":
            return [*act.rules] == claim.split()
        case "allowed":
            return act.rules[0] == claim
        case "writes":
            return {*claim.split(" | ")} <= {notate(told.before, act.event, lang) for lang in LANGUAGES}
    return bool(told.before == told.state)


def how_sure(
    game: Game, state: Any, event: Event | Refused, rules: tuple[str, ...], reason: str = ""
) -> set[str]:
    """Give each rule that an act or its refusal cites, with the confidence of its passage that decides."""
    tokens = {reason.removeprefix(f"{game.id}."), f"edition={state.edition}"}
    tokens |= {f"{name}={getattr(state.options, name)}" for name in game.ruleset.options}
    if not isinstance(event, Refused):
        type_told, told = type_of(event), to_builtins(event)
        tokens |= {type_told, *(f"{type_told}.{field}" for field, value in told.items() if value)}
        tokens |= {f"{type_told}.{field}={value}" for field, value in told.items()}
    return {f"{id} {deciding_passage(find_rule(id), tokens).confidence}" for id in rules}


def go_on(game: Game, state: Any, number: str) -> None:
    random = Random(number)
    for _ in range(ON):
        assert () == game.invariants(state), number
        if not (acting := game.acting(state)) or state.seals:  # whoever sealed something has to open it
            return
        owed = None if game.deal is None else game.deal(state, SEED)
        state = after(game, state, owed or choose(game, state, acting, random))
