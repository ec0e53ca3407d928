"""Which card may be in which hidden place: exact, by a SAT solver that grows line by line.

A slot is a physical card. A fresh slot is one nothing was ever said about: any two in the same
pool are alike, so the first stands for all. A known slot has a kind. Every other slot is open:
it has one variable a kind, and what is drawn unseen from a pool is tied to the pool by options.
Only slots that came out of a box are counted against what is printed.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import Any
from weakref import finalize

_Slot = int


class _Counter:
    """At most `bound` more cards of a kind among the open slots: a sequential counter that grows."""

    __slots__ = ("bound", "registers")

    def __init__(self, bound: int) -> None:
        self.bound = bound
        self.registers: list[int] = []


class Puzzle:
    """Pools of slots, and all statements about them.

    `pools` go by any name; one that is also in `endless` has an unknown number of further slots. `is_broken`:
    a contradiction was found, for good.
    """

    def __init__(self, printed: dict[Any, int]) -> None:
        """Start without slots; `printed` counts the cards of each kind. Rules: LIF-CARD-01."""
        self.kinds = {kind: n for n, kind in enumerate(printed)}
        self.counters = [_Counter(n) for n in printed.values()]
        self.pools: dict[Any, list[_Slot]] = {}
        self.endless: set[Any] = set()
        self.known: dict[_Slot, int] = {}
        self.first_variable: dict[_Slot, int] = {}
        self.is_broken = False
        self._slots = self._variables = 0

    @cached_property
    def solver(self) -> Any:
        """The solver, made with the first variable: most puzzles never need one.

        Of those as fast here it alone takes what it uses; others reserve four megabytes for each puzzle.
        """
        from pysat.solvers import Cadical153  # type: ignore[import-untyped]  # 40 ms: only where cards hide

        solver = Cadical153()
        # The solver is native memory: it must go before Python takes its library down at the end.
        finalize(self, solver.delete)
        return solver

    def is_possible(self) -> bool:
        """Return whether all statements so far can be true together. Runs the solver where there are any."""
        return not self.is_broken and (not self._variables or bool(self.solver.solve()))

    def new_slot(self) -> _Slot:
        """Return a new slot for a card out of the box: in no pool yet, of unknown kind."""
        self._slots += 1
        return self._slots

    def pool(self, name: Any) -> list[_Slot]:
        """Return the slots of a pool; it is made when first asked for."""
        return self.pools.setdefault(name, [])

    def say(self, slot: _Slot, kind: int) -> None:
        """State that a slot is of a kind; a contradiction with a known slot breaks the puzzle for good."""
        if slot in self.first_variable:
            self.solver.add_clause([self.first_variable[slot] + kind])
        elif slot not in self.known:
            self.known[slot] = kind
            self._lower(kind)
        elif self.known[slot] != kind:
            self.is_broken = True

    def _lower(self, kind: int) -> None:
        """Reduce by one how many open slots may be of a kind."""
        counter = self.counters[kind]
        counter.bound -= 1
        if counter.bound < 0:
            self.is_broken = True
        elif counter.bound < len(counter.registers):
            self.solver.add_clause([-counter.registers[counter.bound]])

    def literal(self, slot: _Slot, kind: int) -> int | bool:
        """Return the variable "this slot is of this kind", or its value where it is certain.

        A fresh slot becomes an open one.
        """
        if slot in self.known:
            return self.known[slot] == kind
        if slot not in self.first_variable:
            self._open(slot)
            for k in range(len(self.kinds)):
                self._count(k, self.first_variable[slot] + k)
        return self.first_variable[slot] + kind

    def _open(self, slot: _Slot) -> None:
        """Add a slot's variables, one a kind, of which exactly one is true."""
        n = len(self.kinds)
        first = self._variables + 1
        self._variables += n
        self.first_variable[slot] = first
        self.solver.add_clause(range(first, first + n))
        for k in range(n):
            for other in range(k + 1, n):
                self.solver.add_clause([-(first + k), -(first + other)])

    def _variable(self) -> int:
        self._variables += 1
        return self._variables

    def _count(self, kind: int, literal: int) -> None:
        """Count an open slot's `literal` towards a kind; register j means "more than j so far"."""
        counter, add = self.counters[kind], self.solver.add_clause
        before = counter.registers
        after = [self._variable() for _ in range(min(len(before) + 1, max(counter.bound, 0)))]
        for j, register in enumerate(after):
            if j < len(before):
                add([-before[j], register])
            add([-literal, register] if j == 0 else [-literal, -before[j - 1], register])
        if counter.bound <= 0:
            add([-literal])
        elif len(before) >= counter.bound:
            add([-literal, -before[counter.bound - 1]])
        counter.registers = after

    def pick(self, name: Any, kind: int | None) -> _Slot:
        """Take a slot out of a pool: one of a kind, or (None) any. A pool without one breaks the puzzle.

        A slot known to be of the kind goes first: whatever another choice leaves, this leaves too.
        """
        pool = self.pool(name)
        if kind is not None:
            for slot in pool:
                if self.known.get(slot) == kind:
                    pool.remove(slot)
                    return slot
        choices = self._choices(name, pool, kind)
        if not choices:
            self.is_broken = True
            return self.new_slot()
        if len(choices) == 1:
            pool.remove(choices[0])
            if kind is not None:
                self.say(choices[0], kind)
            return choices[0]
        return self._choose(pool, choices, kind)

    def _choices(self, name: Any, pool: list[_Slot], kind: int | None) -> list[_Slot]:
        """Return slots of a pool that differ: a fresh one, all open ones; if `kind` is None, one of each."""
        seen: set[int] = set()
        choices: list[_Slot] = []
        for slot in pool:
            if slot in self.first_variable:
                choices.append(slot)
                continue
            face = self.known.get(slot, -1)
            if face in seen or (kind is not None and face >= 0):
                continue
            seen.add(face)
            choices.append(slot)
        if name in self.endless and -1 not in seen:
            pool.append(self.new_slot())
            choices.append(pool[-1])
        return choices

    def _choose(self, pool: list[_Slot], choices: list[_Slot], kind: int | None) -> _Slot:
        """Take one of `choices` out of a pool without deciding which; return a new slot for it.

        Options of the solver say which; the slot in the first choice's place stands for the one that is left.
        """
        base, others = choices[0], choices[1:]
        options = [self._variable() for _ in others]
        self._at_most_one(options)
        drawn = self.new_slot()
        kinds = range(len(self.kinds))
        if kind is None:
            self._open(drawn)
            for k in kinds:
                self._equal(options, self.literal(drawn, k), self.literal(base, k))
        else:
            self.known[drawn] = kind
            self._imply(options, self.literal(base, kind))
        for option, slot in zip(options, others, strict=True):
            left = self.new_slot()
            self._open(left)
            for k in kinds:
                if kind is None:
                    self._equal([-option], self.literal(drawn, k), self.literal(slot, k))
                self._equal([-option], self.literal(left, k), self.literal(base, k))
                self._equal([option], self.literal(left, k), self.literal(slot, k))
            if kind is not None:
                self._imply([-option], self.literal(slot, kind))
            pool[pool.index(slot)] = left
        pool.remove(base)
        return drawn

    def _at_most_one(self, literals: list[int]) -> None:
        for i, one in enumerate(literals):
            for other in literals[i + 1 :]:
                self.solver.add_clause([-one, -other])

    def _imply(self, unless: Iterable[int], literal: int | bool) -> None:
        """Add the clause: one of `unless`, or the literal."""
        if literal is True:
            return
        clause = list(unless)
        self.solver.add_clause(clause if literal is False else [*clause, literal])

    def _equal(self, unless: list[int], one: int | bool, other: int | bool) -> None:
        """Add clauses: one of `unless`, or both literals are the same."""
        if isinstance(one, bool):
            one, other = other, one
        if isinstance(one, bool):
            if one != other:
                self._imply(unless, literal=False)
            return
        if isinstance(other, bool):
            self._imply(unless, one if other else -one)
            return
        self.solver.add_clause([*unless, -one, other])
        self.solver.add_clause([*unless, one, -other])

    def can_be(self, name: Any, kind: int) -> bool:
        """Return whether a card of a kind may be in a pool."""
        pool = self.pool(name)
        if any(self.known.get(slot) == kind for slot in pool):
            return self.is_possible()
        return any(self.slot_can_be(slot, kind) for slot in self._choices(name, pool, kind))

    def slot_can_be(self, slot: _Slot, kind: int) -> bool:
        """Return whether one slot may be of a kind."""
        if slot in self.known:
            return self.known[slot] == kind and self.is_possible()
        if slot in self.first_variable:
            return bool(self.solver.solve(assumptions=[self.first_variable[slot] + kind]))
        return self._has_room(kind)

    def _has_room(self, kind: int) -> bool:
        counter = self.counters[kind]
        if counter.bound <= 0:
            return False
        if len(counter.registers) < counter.bound:
            return self.is_possible()
        return bool(self.solver.solve(assumptions=[-counter.registers[counter.bound - 1]]))
