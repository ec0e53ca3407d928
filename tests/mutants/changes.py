"""Conditions of a game's rules, each changed in one way."""

import ast
import tomllib
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import partial
from itertools import count, islice, pairwise
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, NamedTuple

from referee.kernel.registry import FOLDER

NO_RULES = ("__init__", "forms", "players", "rule_tables", "wording")
"""Modules of a game that only word, ask or choose; its folders draw, or are commands."""

EQUIVALENT = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text("utf-8"))
"""Why a change makes no difference: by game, by module and function, by `was -> becomes`."""

SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

OPPOSITES = (ast.Eq, ast.NotEq, ast.Is, ast.IsNot, ast.In, ast.NotIn)
"""Operators that are swapped with their negation."""


WATCH = "_watch_condition"


class Change(NamedTuple):
    """One condition changed, the `number`-th way of its module; `where` names the module and the function."""

    path: Path
    number: int
    where: str
    line: int
    was: str
    becomes: str

    @property
    def is_equivalent(self) -> bool:
        return f"{self.was} -> {self.becomes}" in EQUIVALENT.get(self.path.parent.name, {}).get(
            self.where, ()
        )

    @property
    def module(self) -> str:
        """Return the name by which the module is imported."""
        return f"referee.games.{self.path.parent.name}.{self.path.stem}"

    @property
    def is_watchable(self) -> bool:
        """Return whether the condition may be worked out twice: it sets no name and takes nothing."""
        inside = ast.walk(ast.parse(self.was))
        return not any(
            isinstance(each, ast.NamedExpr) or getattr(each, "id", "") == "next" for each in inside
        )

    def compiled(self) -> CodeType:
        """Return the module with this change."""
        tree = ast.parse(self.path.read_bytes())
        next(islice(_change_each(tree), self.number, None))
        return _compiled(tree, self.path)


def compile_watched(path: Path, indices: Mapping[int, int]) -> CodeType:
    """Return a module that asks `WATCH`, a builtin, wherever one of its changes, by number, would be met.

    It is called with the index of the change, the condition as it came out, and how to work out the other.
    """
    tree, numbers = ast.parse(path.read_bytes()), count()
    found = [
        (put, was, [(indices.get(next(numbers)), deepcopy(each)) for each in _others(was, is_test=is_test)])
        for _, was, put, is_test in _expressions(tree)
    ]
    nothing = ast.arguments([], [], kwonlyargs=[], kw_defaults=[], defaults=[])
    for put, was, others in found:
        asked = was
        for index, becomes in others:
            if index is not None:
                asked = ast.Call(
                    ast.Name(WATCH, ast.Load()),
                    [ast.Constant(index), asked, ast.Lambda(nothing, becomes)],
                    [],
                )
        if asked is not was:
            put(asked)
    return _compiled(tree, path)


def _compiled(tree: ast.Module, path: Path) -> CodeType:
    return compile(ast.fix_missing_locations(tree), path, "exec")


def sample(game: str, number: int, seed: int) -> list[Change]:
    """Return a change out of each of `number` equal stretches of all changes, none that is equivalent."""
    every, chosen = [*changes(game)], []
    cuts = [i * len(every) // number for i in range(number + 1)]
    for begin, end in pairwise(cuts):
        shuffled = Random(f"{game} {seed} {begin}").sample(every[begin:end], end - begin)
        chosen += [change for change in shuffled if not change.is_equivalent][:1]
    return chosen


def unknown(equivalent: Mapping[str, Mapping[str, Mapping[str, str]]]) -> list[str]:
    """Return what is said to make no difference and is no change of the rules as they are written now."""
    known = {
        game: {(each.where, f"{each.was} -> {each.becomes}") for each in changes(game)} for game in equivalent
    }
    return [
        f"{game}: {where}: {change}"
        for game, places in equivalent.items()
        for where, reasons in places.items()
        for change in reasons
        if (where, change) not in known[game]
    ]


def changes(game: str) -> Iterator[Change]:
    """Yield every change of a condition in the rules of a game, by module and line."""
    for path in sorted(Path(FOLDER, game).glob("*.py")):
        if path.stem not in NO_RULES:
            yield from changes_of(path)


def changes_of(path: Path) -> Iterator[Change]:
    for number, (function, was, becomes) in enumerate(_change_each(ast.parse(path.read_bytes()))):
        where = f"{path.stem}.{function}" if function else path.stem
        yield Change(path, number, where, was.lineno, ast.unparse(was), ast.unparse(becomes))


def _change_each(tree: ast.Module) -> Iterator[tuple[str, ast.expr, ast.expr]]:
    """Change one condition of a tree after another, each until the next; yield (function, was, becomes)."""
    for function, was, put, is_test in _expressions(tree):
        for becomes in _others(was, is_test=is_test):
            put(becomes)
            yield function, was, becomes
            put(was)


def _expressions(node: ast.AST, function: str = "") -> Iterator[tuple[str, Any, Callable[[Any], None], bool]]:
    """Yield (function, node, how to put another in its stead, whether it is a test) below a node."""
    for field, value in ast.iter_fields(node):
        for i, child in enumerate(value if isinstance(value, list) else [value]):
            if isinstance(child, ast.AST):
                inner = function
                if isinstance(child, ast.FunctionDef | ast.ClassDef):
                    inner = f"{function}.{child.name}" if function else child.name
                put = (
                    partial(value.__setitem__, i)
                    if isinstance(value, list)
                    else partial(setattr, node, field)
                )
                yield inner, child, put, field in {"test", "ifs", "guard"}
                yield from _expressions(child, inner)


def _others(condition: ast.AST, *, is_test: bool) -> Iterator[ast.expr]:
    """Yield what a condition is changed into; nothing of any other node."""
    is_negated = False
    match condition:
        case ast.BoolOp(op, values):
            yield ast.BoolOp(SWAPPED[type(op)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            yield operand
            is_negated = True
        case ast.Compare(left, ops, comparators):
            for i, op in enumerate(ops):
                yield ast.Compare(left, [*ops[:i], SWAPPED[type(op)](), *ops[i + 1 :]], comparators)
            for i, each in enumerate(comparators):
                if more := _one_more(each):
                    yield ast.Compare(left, ops, [*comparators[:i], more, *comparators[i + 1 :]])
            if more := _one_more(left):
                yield ast.Compare(more, ops, comparators)
            is_negated = len(ops) == 1 and isinstance(ops[0], OPPOSITES)
    if is_test and not is_negated:
        yield ast.UnaryOp(ast.Not(), condition)


def _one_more(value: ast.expr) -> ast.expr | None:
    """Return the whole number after one that is written down; None of anything else."""
    match value:
        case ast.Constant(int() as number) if not isinstance(number, bool):
            return ast.Constant(number + 1)
        case ast.UnaryOp(ast.USub(), ast.Constant(int() as number)):
            return ast.Constant(1 - number)
    return None
