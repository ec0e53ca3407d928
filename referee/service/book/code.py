"""The code that decides a rule: the function that judges by it, or the declaration that names it.

Found by reading the modules of the package, not by running them.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from textwrap import dedent

import msgspec

from referee.kernel.registry import EDITIONS, folder_of, package_of
from referee.rulebooks import TABLE, rules_of
from referee.service.book.reading import (
    CITING,
    ID,
    Function,
    Module,
    Package,
    callee_of,
    ids_in,
    is_refusal,
    read_package,
    walk,
)


class Code(msgspec.Struct, frozen=True):
    """A function, a method, a declaration or a constant of a module; or an edition that stands in a file.

    `module` is its dotted name, `name` that of the function, or of the constant that holds a declaration,
    `line` the first one, counted from 1. `text` is the source, dedented.
    """

    module: str
    name: str
    line: int
    text: str


_LONGEST_DECLARATION = 30
"""Of a longer declaration only the part that names the rule is shown, and no function it only names."""

_MOST_GIVERS = 3
"""A refusal that no more functions give than these is shown by those, another where it stands."""

_DECIDES, _CITES, _DECLARES, _LISTS = range(4)
"""How code names a rule, the most telling first.

Its docstring says so (`Rules:`), or it is what a refusal or a consequence cites first; a function names it
otherwise; something is declared with it; it stands in a table of ids.
"""

_SAID = re.compile(r"Rules:((?:[^\n]+\n?)+)")

_NAMED = re.compile(rb"\s*[\w.\"']+\s*[=:]\s*")

_Mentions = Iterator[tuple[str, int, Code]]
"""Rules, how they are named, and by what."""


@cache
def deciding_code(book: str) -> Mapping[str, tuple[Code, ...]]:
    """Return by rule the code that decides it, what decides fewest rules first; cached.

    Empty where nothing of the package names it.
    """
    ranks: dict[str, dict[Code, int]] = {id: {} for id in rules_of(book)}
    for id, rank, code in (*_Citations(read_package(book)).mentions(), *_editions(book)):
        if id in ranks:
            ranks[id][code] = min(rank, ranks[id].get(code, rank))
    decided = Counter(code for of in ranks.values() for code, rank in of.items() if rank == _DECIDES)
    return {id: _most_telling(of, decided) for id, of in ranks.items()}


def _most_telling(ranks: Mapping[Code, int], decided: Mapping[Code, int]) -> tuple[Code, ...]:
    best = min(ranks.values(), default=_LISTS)
    return tuple(
        sorted((code for code in ranks if ranks[code] == best), key=lambda code: decided.get(code, 0))
    )


def _editions(book: str) -> _Mentions:
    """Yield the rules that editions in files rest on, with the part of the file before its own rules."""
    if book == TABLE:
        return
    for path in sorted(Path(folder_of(book), EDITIONS).glob("*.toml")):
        text = path.read_text("utf-8")
        head = re.split(rf"^\[{ID.pattern}", text, maxsplit=1, flags=re.MULTILINE)[0].rstrip()
        code = Code(f"{package_of(book)}.{EDITIONS}.{path.stem}", path.stem, 1, head)
        yield from ((id, _DECLARES, code) for id in ID.findall(text))


class _Citations:
    """What the modules of a package cite.

    `leading` are by function the parameters whose rules a call of it cites first, also where it only passes
    them on. `few_give` are the constants that are refusals which only few functions give.
    """

    def __init__(self, package: Package) -> None:
        self.package = package
        self.leading: dict[Function, frozenset[str]] = {}
        functions = package.functions()
        before = None
        while before != self.leading:
            before = dict(self.leading)
            for module, function in functions:
                passed = (each[1:] for each in self._first_in_calls(module, function) if each[:1] == "$")
                if named := frozenset(passed):
                    self.leading[function] = named
        refusals = Counter(
            value
            for module, function in functions
            for value in self._constants_in(module, function)
            if is_refusal(value)
        )
        self.few_give = {value for value, givers in refusals.items() if givers <= _MOST_GIVERS}

    def mentions(self) -> _Mentions:
        for module, function in self.package.functions():
            code = _code(module, function.name, function.node)
            yield from ((id, rank, code) for id, rank in self._mentions_in(module, function))
        for module in self.package.modules.values():
            for name, value, statement in module.assigned:
                yield from self._declarations(module, name, value, statement)

    def _mentions_in(self, module: Module, function: Function) -> Iterator[tuple[str, int]]:
        """Yield the rules that a function names, and how."""
        for paragraph in _SAID.findall(function.docstring):
            yield from ((id, _DECIDES) for id in ID.findall(paragraph))
        yield from ((first, _DECIDES) for first in self._first_in_calls(module, function))
        for value in self._constants_in(module, function):
            if not is_refusal(value):
                yield from ((rule, _CITES) for rule in ids_in(value))
            elif value in self.few_give:
                yield from ((rule, _DECIDES) for rule in ids_in(value))
        yield from ((id, _CITES) for id in function.ids)

    def _constants_in(self, module: Module, function: Function) -> Iterator[ast.expr]:
        found = (self.package.constant(module, name) for name in function.names if name not in function.local)
        yield from (value for value in found if value is not None)

    def _first_in_calls(self, module: Module, function: Function) -> Iterator[str]:
        """Yield what the calls in a function cite first: rules, and its parameters, each after a $."""
        for call in function.calls:
            cited = call.args if call in function.raised else self._citations_of(module, call)
            yield from self._first_of(cited, module, function)

    def _citations_of(self, module: Module, call: ast.Call) -> list[ast.expr]:
        """Return the arguments of a call that it cites, in their order."""
        if (name := callee_of(call)) in CITING:
            return [
                *call.args[CITING[name] :],
                *(each.value for each in call.keywords if each.arg == "rules"),
            ]
        if (found := self.package.callee(module, call)) is None:
            return []
        return [*found[1].arguments(call, self.leading.get(found[1], ()))]

    def _first_of(self, rules: Iterable[ast.expr], module: Module, of: Function | None) -> Iterator[str]:
        """Yield the rules that may come first among some that are cited."""
        for each in rules:
            first = set(self._first_in(each, module, of))
            yield from first - {""}
            if "" not in first:
                return

    def _first_in(
        self, rules: ast.expr, module: Module, of: Function | None, seen: frozenset[str] = frozenset()
    ) -> Iterator[str]:
        """Yield the rules an expression may begin with; also an empty string where it may hold none."""
        match rules:
            case ast.Constant(str(text)) if ID.fullmatch(text):
                yield text
            case ast.Tuple(elts) | ast.List(elts) if elts:
                yield from list(self._first_of(elts, module, of)) or ("",)
            case ast.Name(name) if name not in seen:
                if of is not None and name in of.parameters:
                    yield f"${name}"
                for value in self._values_of(name, module, of):
                    yield from self._first_in(value, module, of, seen | {name})
            case _:
                for each in _meanings_of(rules):
                    yield from ("",) if each is None else self._first_in(each, module, of, seen)

    def _values_of(self, name: str, module: Module, of: Function | None) -> list[ast.expr]:
        """Return the values that a name may have in a function, or the one of a constant."""
        if of is not None and (name in of.local or name in of.parameters):
            return of.local.get(name, [])
        constant = self.package.constant(module, name)
        return [] if constant is None else [constant]

    def _declarations(self, module: Module, name: str, value: ast.expr, statement: ast.stmt) -> _Mentions:
        """Yield the rules that a declaration names: with the part of it that does, and what judges in it."""
        if value in self.few_give:
            return
        for rule, above in self._places(module, value):
            if any(isinstance(each, ast.keyword) and each.arg == "topics" for each in above):
                continue
            calls = [each for each in above if isinstance(each, ast.Call) and callee_of(each) != "Game"]
            short = next((each for each in calls if _length(each) <= _LONGEST_DECLARATION), None)
            part: ast.stmt | ast.expr = short or statement
            if short is value and _length(statement) <= _LONGEST_DECLARATION:
                part = statement
            refusals = (self._citations_of(module, each) for each in calls if is_refusal(each))
            decides = any(rule in self._first_of(rules, module, None) for rules in refusals)
            rank = _DECIDES if decides else _DECLARES if calls else _LISTS
            yield rule, rank, _code(module, name, part)
            for function in self._judging(module, short) if rank == _DECLARES and short is not None else ():
                yield rule, rank, function

    def _judging(self, module: Module, declaration: ast.Call) -> Iterator[Code]:
        """Yield the functions that a declaration names to judge by, or first of all, where they are short."""
        judges = (
            each.value for each in walk(declaration) if isinstance(each, ast.keyword) and each.arg == "judge"
        )
        for name in (each.id for each in (*declaration.args, *judges) if isinstance(each, ast.Name)):
            found = self.package.function(module, name)
            if found is not None and _length(found[1].node) <= _LONGEST_DECLARATION:
                yield _code(found[0], found[1].name, found[1].node)

    def _places(
        self, module: Module, node: ast.AST, above: tuple[ast.AST, ...] = ()
    ) -> Iterator[tuple[str, tuple[ast.AST, ...]]]:
        """Yield each rule named below a node, also by a constant, with all nodes above it."""
        match node:
            case ast.Constant(str(text)) if ID.fullmatch(text):
                yield text, above
            case ast.Name(name) if above and (value := self.package.constant(module, name)) is not None:
                yield from ((id, above) for id in ids_in(value))
        for child in ast.iter_child_nodes(node):
            yield from self._places(module, child, (*above, node))


def _meanings_of(rules: ast.expr) -> list[ast.expr | None]:
    """Return the expressions one of which another stands for; None for one that nothing is known of."""
    match rules:
        case ast.Starred(value) | ast.Subscript(value):
            return [value]
        case ast.IfExp(_, one, other):
            return [one, other]
        case ast.Dict(_, values):
            return [*values]
        case ast.Call(args=[each]) if callee_of(rules) in {"fromkeys", "tuple"}:
            return [each]
    return [None]


def _code(module: Module, name: str, node: ast.stmt | ast.expr) -> Code:
    if isinstance(node, ast.expr):
        return Code(module.name, name, node.lineno, _text_of(module, node))
    first = min(node.lineno, *(each.lineno for each in getattr(node, "decorator_list", ())), node.lineno)
    return Code(module.name, name, node.lineno, dedent("\n".join(module.lines[first - 1 : node.end_lineno])))


def _text_of(module: Module, node: ast.expr) -> str:
    """Return the source of an expression, with the key or the keyword that stands before it on its line."""
    lines = [line.encode() for line in module.lines[node.lineno - 1 : node.end_lineno]]
    lines[-1] = lines[-1][: node.end_col_offset]
    before = lines[0][: node.col_offset]
    if not _NAMED.fullmatch(before):
        blanks = len(before) - len(before.lstrip())
        lines[0] = before[:blanks] + lines[0][node.col_offset :]
    return dedent(b"\n".join(lines).decode())


def _length(node: ast.stmt | ast.expr) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1
