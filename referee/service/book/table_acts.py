"""The shared events that the kernel refuses by rules of the table, as its judges tell the events apart."""

import ast
from collections.abc import Iterable

from events.base import type_of
from referee.kernel.shared import SHARED
from referee.service.book.reading import ID, Function, Module, Package, ids_in, walk

_TYPES = {event.__name__: type_of(event) for event in SHARED}
"""The types of the shared events by the names of their classes."""

_KERNEL = "referee.kernel."

_Classes = frozenset[str]
_ALL: _Classes = frozenset(_TYPES)


class SharedRefusals:
    """What judges of the kernel refuse of the shared events: `found` are their types, each with a rule."""

    def __init__(self, package: Package) -> None:
        self.package = package
        self.found: dict[tuple[str, str], None] = {}
        self.done: set[tuple[Function, _Classes]] = set()
        for module, function in package.functions():
            if module.name.startswith(_KERNEL) and function.may_refuse and _classes_judged_by(function):
                self._read(module, function, _ALL)

    def _read(self, module: Module, function: Function, classes: _Classes) -> None:
        """Read a function for events of some classes."""
        classes &= _classes_judged_by(function) or classes
        if (function, classes) not in self.done:
            self.done.add((function, classes))
            self._read_block(module, function.node.body, classes)  # type: ignore[arg-type] # no lambda

    def _read_block(self, module: Module, block: Iterable[ast.stmt], classes: _Classes) -> None:
        for statement in block:
            match statement:
                case ast.Match(cases=cases):
                    for case in cases:
                        self._read_block(module, case.body, classes & (_classes_in(case.pattern) or classes))
                case ast.If(test, body, orelse):
                    apart = classes & (_classes_in(test) or classes)
                    self._read_all(module, test, apart)
                    self._read_block(module, body, apart)
                    is_whole = isinstance(test, ast.Call) and apart != classes
                    others = classes - apart if is_whole else classes
                    self._read_block(module, orelse, others)
                    classes = others if isinstance(body[-1], ast.Return) else classes
                case _:
                    self._read_all(module, statement, classes)

    def _read_all(self, module: Module, node: ast.AST, classes: _Classes) -> None:
        """Read all below a node for events of the same classes."""
        for each in walk(node):
            match each:
                case ast.Constant(str(rule)) if ID.fullmatch(rule):
                    self._add(classes, rule)
                case ast.Name(name) if (value := self.package.constant(module, name)) is not None:
                    self._add(classes, *ids_in(value))
                case ast.Call() if (found := self.package.callee(module, each)) and found[1].may_refuse:
                    self._read(*found, classes)

    def _add(self, classes: _Classes, *rules: str) -> None:
        kinds = [type for name, type in _TYPES.items() if name in classes]
        self.found |= {(kind, rule): None for kind in kinds for rule in rules}


def _classes_judged_by(function: Function) -> _Classes:
    """Return the shared events that a function says it takes, or tells apart by `match`; empty: none."""
    arguments = function.node.args.args
    annotated = [each.annotation for each in arguments if each.annotation is not None]
    matched = [each.pattern for each in walk(function.node) if isinstance(each, ast.match_case)]
    return frozenset().union(*map(_classes_in, (*annotated, *matched)))


def _classes_in(node: ast.AST) -> _Classes:
    """Return the classes of shared events that are named below a node."""
    return frozenset(each.id for each in walk(node) if isinstance(each, ast.Name)) & _ALL
