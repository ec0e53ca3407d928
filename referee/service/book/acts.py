"""The acts that cite a rule: accepted by it, refused by it, or followed by a consequence that cites it."""

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from types import FunctionType, MethodType
from typing import Any, Literal

import msgspec

from events.base import type_of
from events.table import Corrected, HouseRuled, PlayedOn, TableOpened
from referee.kernel.equipment import Item
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.ruleset import Edition
from referee.kernel.shared import SHARED
from referee.rulebooks import TABLE, rules_of
from referee.rulebooks.rulings import all_rulings
from referee.service.book.reading import Function, Module, Package, callee_of, read_package
from referee.service.book.table_acts import SharedRefusals

ANY_ACT = "any_act"
"""In place of a type of event: whatever act of a game."""

How = Literal["accepted", "refused", "follows"]

_Citing = Iterator[tuple["Citation", Iterable[str]]]


class Citation(msgspec.Struct, frozen=True):
    """A type of event, and how a rule is cited with it.

    An act is `accepted` or `refused` by the rule; a consequence `follows` by it. `event` is ANY_ACT where the
    rule is about every act of a game.
    """

    event: str
    how: How


@cache
def citing_acts(book: str) -> Mapping[str, tuple[Citation, ...]]:
    """Return by rule what cites it: acts in the order the game declares them, then consequences; cached.

    Of the rules of the table it is what the shared events declare, what judges of the kernel say of those,
    and what rulings show.
    """
    found: dict[str, dict[Citation, None]] = {id: {} for id in rules_of(book)}
    citing = _of_table() if book == TABLE else _OfGame(find_game(book), read_package(book)).citations()
    for citation, rules in citing:
        for rule in rules:
            if rule in found:
                found[rule][citation] = None
    read_package.cache_clear()  # 20 MB that nothing needs once the code was found, too
    return {id: tuple(citations) for id, citations in found.items()}


def _of_table() -> _Citing:
    for event, declared in SHARED.items():
        yield Citation(type_of(event), "accepted"), declared.rules
    for event_type, rule in SharedRefusals(read_package(TABLE)).found:
        yield Citation(event_type, "refused"), (rule,)
    shared = {*map(type_of, SHARED)}
    for ruling in all_rulings():
        for act in ruling.acts:
            kind = msgspec.json.decode(act.lines[-1])["type"]
            how: How = "accepted" if act.verdict == "accepted" else "refused"
            yield Citation(kind if kind in shared else ANY_ACT, how), act.rules


class _OfGame:
    """What the acts and consequences of a game cite, by what it declares and by what its functions name."""

    def __init__(self, game: Game, package: Package) -> None:
        self.game, self.package = game, package

    def citations(self) -> _Citing:
        parts, ending = self.game.parts, self.game.parts["ending"]
        opening, by_hand = parts["opening"], parts["by_hand"]
        for act in self.game.acts:
            when, kind = act.when, type_of(act.event)
            yield Citation(kind, "accepted"), self.rules_in(act.rules, is_accepted=True)
            yield Citation(kind, "refused"), self.rules_in(when.rules, when.elsewhere, when.judge, act.judge)
        yield Citation(ANY_ACT, "refused"), (ending.rule,)
        ruleset = self.game.ruleset
        editions = [each for each in ruleset.editions.values() if isinstance(each, Edition)]
        chosen = [rule for each in editions for rule in each.rules]
        chosen += [rule for each in ruleset.options.values() for rule in each.rules]
        yield Citation(type_of(TableOpened), "accepted"), (*opening.rules, *chosen)
        yield Citation(type_of(TableOpened), "refused"), self.rules_in(ruleset.players_rule, opening.judge)
        yield Citation(type_of(Corrected), "accepted"), by_hand.rules
        yield Citation(type_of(Corrected), "refused"), self.rules_in(by_hand.judge, by_hand.judge_placed)
        yield Citation(type_of(Corrected), "refused"), self.rules_of_lying(*self.game.equipment.items)
        yield Citation(type_of(HouseRuled), "accepted"), self.rules_in(by_hand.option_rules)
        yield Citation(type_of(HouseRuled), "refused"), self.rules_in(by_hand.judge_options)
        if ending.play_on is not None:
            yield Citation(type_of(PlayedOn), "accepted"), ending.play_on.rules
        for consequence in parts["consequences"]:
            yield Citation(type_of(consequence.event), "follows"), consequence.rules
        for event, rule in _Derivations(self.game, self.package).found:
            yield Citation(event, "follows"), (rule,)

    def rules_in(self, *things: Any, is_accepted: bool = False) -> Iterator[str]:
        """Yield the rules that values hold, or that functions of the game among them may answer with.

        Where an act `is_accepted`, what judges say is left out.
        """
        asked: set[Function] = set()
        for leaf in _leaves(things, set()):
            if isinstance(leaf, str):
                yield leaf
            elif (found := self.package.find(leaf)) is not None:
                yield from self.answers(*found, asked, is_accepted=is_accepted)

    def answers(
        self, module: Module, function: Function, asked: set[Function], *, is_accepted: bool
    ) -> Iterator[str]:
        """Yield the rules that a function may answer with, itself or through what it calls."""
        if function in asked:
            return
        asked.add(function)
        yield from self.package.rules_in(module, function)
        for call in function.calls:
            if callee_of(call) == "judge_lying":
                named = {each.value for each in call.args if isinstance(each, ast.Constant)}
                items = (item for item in self.game.equipment.items if item.name in named)
                yield from self.rules_of_lying(*items)
        for found in self.package.callees_of(module, function):
            if found[1].says_rules and not (is_accepted and found[1].may_refuse):
                yield from self.answers(*found, asked, is_accepted=is_accepted)

    def rules_of_lying(self, *items: Item) -> Iterator[str]:
        """Yield the rules by which more of some items than the box has are refused."""
        yield from self.game.equipment.rules
        yield from self.rules_in(*(item.refuse for item in items))


def _leaves(thing: Any, seen: set[int]) -> Iterator[str | FunctionType]:
    """Yield the texts and functions that a value holds or wraps."""
    if isinstance(thing, str):
        yield thing
        return
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if isinstance(thing, FunctionType):
        yield thing
    for each in _parts_of(thing):
        yield from _leaves(each, seen)


def _parts_of(thing: Any) -> Iterable[Any]:
    """Return what a collection, a struct, a method or a function that wraps others holds."""
    if isinstance(thing, Mapping):
        return thing.values()
    if isinstance(thing, tuple | frozenset):
        return thing
    if isinstance(thing, MethodType):
        return (thing.__func__, *(() if isinstance(thing.__self__, Game) else _parts_of(thing.__self__)))
    if isinstance(thing, msgspec.Struct):
        return msgspec.structs.astuple(thing)
    wrapped = getattr(thing, "__wrapped__", None)
    return (wrapped, *(cell.cell_contents for cell in getattr(thing, "__closure__", None) or ()))


class _Derivations:
    """The consequences that functions of a game derive: `found` are their types, each with a rule.

    `passed` are by function and parameter the types with which the rules of the parameter are cited.
    """

    def __init__(self, game: Game, package: Package) -> None:
        self.package = package
        declared = (*game.acts, *game.parts["consequences"])
        self.types = {each.event.__name__: type_of(each.event) for each in declared}
        self.found: dict[tuple[str, str], None] = {}
        self.passed: dict[tuple[Function, str], set[str]] = {}
        before = -1
        while before != (now := len(self.found) + sum(map(len, self.passed.values()))):
            before = now
            for module, function in package.functions():
                for call in function.calls:
                    self._read(module, function, call)

    def _read(self, module: Module, function: Function, call: ast.Call) -> None:
        for types, cited in self._citations_of(module, function, call):
            for rule in self.package.rules_within(module, function, cited):
                if rule.startswith("$"):
                    self.passed.setdefault((function, rule[1:]), set()).update(types)
                else:
                    self.found |= dict.fromkeys((type, rule) for type in types)

    def _citations_of(
        self, module: Module, function: Function, call: ast.Call
    ) -> Iterator[tuple[Iterable[str], list[ast.expr]]]:
        """Yield types of consequences with what a call cites of rules for them."""
        if callee_of(call) == "derive" and call.args:
            yield set(self._types_of(module, function, call.args[0])), call.args[1:]
        elif (found := self.package.callee(module, call)) is not None:
            for parameter in found[1].parameters:
                if types := self.passed.get((found[1], parameter)):
                    yield types, [*found[1].arguments(call, (parameter,))]

    def _types_of(self, module: Module, function: Function, event: ast.expr) -> Iterator[str]:
        """Yield the types of event that an expression may make."""
        match event:
            case ast.Call() if callee_of(event) in self.types:
                yield self.types[callee_of(event)]
            case ast.Call() if (found := self.package.callee(module, event)) is not None:
                yield from (type for name, type in self.types.items() if name in found[1].returns)
            case ast.Name(name):
                for value in function.local.get(name, ()):
                    if value is not event:
                        yield from self._types_of(module, function, value)
            case ast.IfExp(_, one, other):
                yield from self._types_of(module, function, one)
                yield from self._types_of(module, function, other)
