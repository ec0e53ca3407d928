"""Modules as they are read: functions with what they call, constants with the rules they stand for."""

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from importlib.util import resolve_name
from pathlib import Path
from types import FunctionType

import referee
from referee.kernel.registry import folder_of, package_of
from referee.rulebooks import TABLE, rules_of

ID = re.compile(r"\b[A-Z]+-[A-Z]+-[A-Z0-9]+\b")

CITING = {"refuse": 1, "Refused": 1, "derive": 1}
"""Calls that cite rules, the most telling first: the place of the first one among their arguments."""

_WITHOUT_RULES = {"bool", "float", "frozenset", "int", "list", "None", "set", "State", "tuple"}
"""Where an answer is annotated with nothing else, it holds no rules."""

_OF_EVERY_TABLE = ("kernel", "service")
"""The packages that decide the rules of the table."""


class Function:
    """A function, a method (`name` has the class before a dot) or a lambda (without a name).

    `calls`, `names` and `ids` are what stands in it, `local` the values its own names may have, `added` what
    is added to them, `raised` the calls that make what it raises, `returns` how its answer is annotated.
    """

    def __init__(self, name: str, node: ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda) -> None:
        self.name, self.node = name, node
        self.docstring = "" if isinstance(node, ast.Lambda) else ast.get_docstring(node) or ""
        returns = None if isinstance(node, ast.Lambda) else node.returns
        self.returns = "" if returns is None else ast.unparse(returns)
        self.calls: list[ast.Call] = []
        self.names: set[str] = set()
        self.ids: set[str] = set()
        self.local: dict[str, list[ast.expr]] = {}
        self.added: dict[str, list[ast.expr]] = {}
        self.raised: set[ast.expr] = set()
        for each in walk(node):
            match each:
                case ast.Call():
                    self.calls.append(each)
                case ast.Name(found):
                    self.names.add(found)
                case ast.Constant(str(text)) if ID.fullmatch(text):
                    self.ids.add(text)
                case ast.AugAssign(ast.Name(target), _, value):
                    self.added.setdefault(target, []).append(value)
                case ast.Raise(ast.Call() as error):
                    self.raised.add(error)
                case ast.stmt():
                    for target, value in _assignments_in(each):
                        self.local.setdefault(target, []).append(value)
        usual = [each.arg for each in (*node.args.posonlyargs, *node.args.args)]
        self.positional = usual[1:] if usual[:1] == ["self"] else usual
        self.rest = node.args.vararg.arg if node.args.vararg else ""
        self.parameters = {*usual, *(each.arg for each in node.args.kwonlyargs), self.rest} - {""}

    @property
    def says_rules(self) -> bool:
        """Return whether what it returns or raises may hold rules, or be a refusal."""
        return bool(self.raised) or not {*re.findall(r"\w+", self.returns or "Any")} <= _WITHOUT_RULES

    @property
    def may_refuse(self) -> bool:
        return "Refused" in self.returns

    def arguments(self, call: ast.Call, parameters: Iterable[str]) -> Iterator[ast.expr]:
        """Yield the expressions that a call of this function passes for `parameters`."""
        named = {each.arg: each.value for each in call.keywords}
        for each in parameters:
            if each in named:
                yield named[each]
            elif each == self.rest:
                yield from call.args[len(self.positional) :]
            elif each in self.positional[: len(call.args)]:
                yield call.args[self.positional.index(each)]


class Module:
    """A module: `named` are its functions and methods by their names, of several methods the first.

    `assigned` are the names it assigns to, with the value and the statement; `constants` those of them that
    stand for rules or for a refusal, by name; `imported` is by the name used here the module and the name
    there.
    """

    def __init__(self, name: str, text: str, package: str) -> None:
        self.name, self.lines = name, text.splitlines()
        self.tree = tree = ast.parse(text)
        self.functions = [*_functions(tree.body)]
        self.named = {each.name.rpartition(".")[2]: each for each in reversed(self.functions)}
        self.assigned = [(*each, node) for node in _statements(tree.body) for each in _assignments_in(node)]
        self.constants = {name: value for name, value, _ in self.assigned if _stands_for_rules(value)}
        self.lambdas: dict[int, Function] = {}
        self.imported = {
            alias.asname or alias.name: (_module_of(each, package), alias.name)
            for each in tree.body
            if isinstance(each, ast.ImportFrom)
            for alias in each.names
        }

    def lambda_at(self, line: int) -> Function:
        """Return the first lambda on a line. Raises ValueError where there is none."""
        if line not in self.lambdas:
            found = (each for each in walk(self.tree) if isinstance(each, ast.Lambda) and each.lineno == line)
            self.lambdas[line] = Function("", min(found, key=lambda each: each.col_offset))
        return self.lambdas[line]


class Package:
    """The modules, by name, that name one of some rules, or use a constant that does."""

    def __init__(self, paths: Mapping[str, Path], ids: Iterable[str]) -> None:
        texts = {name: path.read_text("utf-8") for name, path in paths.items()}

        def read(names: Iterable[str]) -> dict[str, Module]:
            return {name: Module(name, texts[name], _package_of(name, paths[name])) for name in names}

        naming = re.compile("|".join(map(re.escape, ids)) or "(?!)")
        self.modules = read(name for name, text in texts.items() if naming.search(text))
        exporting = "|".join(re.escape(name) for name, module in self.modules.items() if module.constants)
        importing = re.compile(rf"^from (?:{exporting or '(?!)'}|\.\S*) import\b", re.MULTILINE)
        others = (name for name, text in texts.items() if name not in self.modules and importing.search(text))
        self.modules |= read(others)

    def constant(self, module: Module, name: str) -> ast.expr | None:
        """Return the value of a constant that stands for rules, as a module knows it; None: there is none."""
        of, there = self._home_of(module, name)
        return None if of is None else of.constants.get(there)

    def function(self, module: Module, name: str) -> tuple[Module, Function] | None:
        """Return a function, or a method of any class, with its module; None where there is none."""
        of, there = self._home_of(module, name)
        return None if of is None or there not in of.named else (of, of.named[there])

    def callee(self, module: Module, call: ast.Call) -> tuple[Module, Function] | None:
        """Return the function that a call calls, also one of an imported module; None: it is not known."""
        match call.func:
            case ast.Attribute(ast.Name(of), name) if of in module.imported:
                home = self.modules.get(".".join(module.imported[of]))
                return None if home is None or name not in home.named else (home, home.named[name])
        return self.function(module, callee_of(call))

    def functions(self) -> list[tuple[Module, Function]]:
        return [(module, each) for module in self.modules.values() for each in module.functions]

    def find(self, function: FunctionType) -> tuple[Module, Function] | None:
        """Return what is read of a function that runs, or of the one it is made in; None where nothing is."""
        module = self.modules.get(function.__module__)
        name = function.__qualname__.partition(".<locals>")[0].rpartition(".")[2]
        if module is None or not (name == "<lambda>" or name in module.named):
            return None
        line = function.__code__.co_firstlineno
        return module, module.lambda_at(line) if name == "<lambda>" else module.named[name]

    def callees_of(self, module: Module, function: Function) -> Iterator[tuple[Module, Function]]:
        """Yield the functions that a function calls, or finds in a table of its module."""
        tables = (value for name, value, _ in module.assigned if name in function.names)
        named = (each.id for of in tables for each in walk(of) if isinstance(each, ast.Name))
        called = (self.callee(module, call) for call in function.calls)
        yield from filter(None, (*called, *(self.function(module, name) for name in named)))

    def rules_in(self, module: Module, function: Function) -> Iterator[str]:
        """Yield the rules that a function names, also by constants."""
        yield from function.ids
        for name in function.names - function.local.keys():
            if (value := self.constant(module, name)) is not None:
                yield from ids_in(value)

    def rules_within(self, module: Module, function: Function, within: Iterable[ast.expr]) -> Iterator[str]:
        """Yield the rules that expressions in a function may name; parameters of it, each after a $."""
        read: set[str] = set()
        left = list(within)
        while left:
            for each in walk(left.pop()):
                match each:
                    case ast.Constant(str(text)) if ID.fullmatch(text):
                        yield text
                    case ast.Name(name) if name not in read:
                        read.add(name)
                        left += (*function.local.get(name, ()), *function.added.get(name, ()))
                        if name in function.parameters:
                            yield f"${name}"
                        elif (value := self.constant(module, name)) is not None:
                            yield from ids_in(value)
                    case ast.Call() if (found := self.callee(module, each)) and found[1].says_rules:
                        yield from self.rules_in(*found)

    def _home_of(self, module: Module, name: str) -> tuple[Module | None, str]:
        """Return the module that has what a name means in a module, and the name it has there."""
        of, there = module.imported.get(name, (module.name, name))
        return self.modules.get(of), there


@lru_cache(maxsize=1)
def read_package(book: str) -> Package:
    """Return what is read of the modules that decide the rules of a book; the last one is kept."""
    if book == TABLE:
        above = Path(referee.__path__[0])
        roots = {f"{referee.__name__}.{part}": above / part for part in _OF_EVERY_TABLE}
    else:
        roots = {package_of(book): Path(folder_of(book))}
    paths = {
        ".".join((package, *path.relative_to(folder).with_suffix("").parts)).removesuffix(".__init__"): path
        for package, folder in roots.items()
        for path in sorted(folder.rglob("*.py"))
    }
    return Package(paths, rules_of(book))


def _package_of(module: str, path: Path) -> str:
    return module if path.stem == "__init__" else module.rpartition(".")[0]


def _module_of(imported: ast.ImportFrom, package: str) -> str:
    """Return the module that something is imported from in a package, also where that is said relatively."""
    return resolve_name("." * imported.level + (imported.module or ""), package)


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """Yield a node and all below it, in no particular order: `ast.walk` in half the time."""
    left = [node]
    while left:
        yield (node := left.pop())
        for name in node._fields:
            value = getattr(node, name, None)
            if isinstance(value, list):
                left += [each for each in value if isinstance(each, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                left.append(value)


def callee_of(call: ast.Call) -> str:
    """Return the name of what a call calls, without what stands before a dot."""
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def is_refusal(value: ast.expr) -> bool:
    return isinstance(value, ast.Call) and callee_of(value) in CITING


def ids_in(node: ast.AST) -> Iterator[str]:
    for each in walk(node):
        if isinstance(each, ast.Constant) and isinstance(each.value, str) and ID.fullmatch(each.value):
            yield each.value


def _assignments_in(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """Yield the names a statement assigns to, with the values."""
    match node:
        case ast.Assign([ast.Name(name)], value):
            yield name, value
        case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)):
            pairs = zip(targets, values, strict=False)
            yield from ((target.id, value) for target, value in pairs if isinstance(target, ast.Name))
        case ast.AnnAssign(ast.Name(name), _, ast.expr() as value):
            yield name, value


def _stands_for_rules(value: ast.expr) -> bool:
    """Return whether a name of this value means ids, or a refusal, not what is declared with them."""
    calls = [each for each in walk(value) if isinstance(each, ast.Call)]
    return any(ids_in(value)) and (not calls or (calls == [value] and is_refusal(value)))


def _functions(body: Iterable[ast.stmt], within: str = "") -> Iterator[Function]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{within}{node.name}.")
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield Function(f"{within}{node.name}", node)


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements of a module and of its classes, without those of functions."""
    for node in body:
        yield node
        if isinstance(node, ast.ClassDef):
            yield from _statements(node.body)
