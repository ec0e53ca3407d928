"""One rule decides each verdict, each rule decides something, and of two exceptions one goes before."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import chain, combinations
from pathlib import Path
from typing import NamedTuple

from events.base import Event
from events.table import TableOpened
from referee.kernel.acts import Act, Rules
from referee.kernel.game import Game
from referee.kernel.registry import find_game, folder_of
from referee.kernel.verdict import JudgedEvent, Refused
from referee.rulebooks import Rule, rules_of
from referee.testing.laws.judging import demonstrated, try_inventions
from referee.testing.laws.package import play, rulings_of
from referee.testing.random_games import PlayedGames, act_of, fail
from referee.testing.recorded import record, records


class Decision(NamedTuple):
    """The rules cited for one thing: an act, a consequence, a refusal, a line of the score.

    `what` is the name of the event, the message id of the refusal, that of the line.
    """

    where: str
    what: str
    rules: tuple[str, ...]
    is_refusal: bool = False

    def __str__(self) -> str:
        return f"{self.where}: {self.what} cites {', '.join(self.rules)}"


_Verdict = tuple[Decision, ...]
"""All that is decided at once: an act with what follows from it, a refusal, a line of the score."""


@lru_cache(maxsize=1)
def verdicts_of(played_games: PlayedGames) -> tuple[_Verdict, ...]:
    """Return every verdict in the games, in the demonstration and on every line of the rulings; cached."""
    return tuple(_iter_verdicts(played_games))


def decisions_of(played_games: PlayedGames) -> Iterator[Decision]:
    """Yield the decisions of all verdicts: events accepted or derived, refusals, lines of a score."""
    return chain.from_iterable(verdicts_of(played_games))


def _iter_verdicts(played_games: PlayedGames) -> Iterator[_Verdict]:
    game = played_games.game
    for played in (*played_games.all, *demonstrated(game)):
        for step in played.steps:
            yield of_events(played.name, step.judged)
        yield from _of_score(played.name, game, played.steps[-1].after)
    for _, event, verdict in try_inventions(played_games):
        if isinstance(verdict, Refused):
            yield of_refusal(f"{game.id}: {event}", verdict)
        else:
            yield of_events(f"{game.id}: {event}", verdict.judged)
    yield from on_rulings(game.id)


def on_rulings(book: str) -> Iterator[_Verdict]:
    """Yield the verdict on every line of the rulings of a game, or of the table, and how it stands then."""
    for ruling in rulings_of(book):
        for act in ruling.acts:
            outcome = play(ruling, act)
            for judged in outcome.steps:
                yield of_events(ruling.name, judged)
            if outcome.checked.refused is not None:
                yield of_refusal(ruling.name, outcome.checked.refused)
            if outcome.state is not None:
                yield from _of_score(ruling.name, find_game(outcome.game), outcome.state)


def of_events(where: str, judged: tuple[JudgedEvent, ...]) -> _Verdict:
    """Return what an act and its consequences cite."""
    return tuple([Decision(where, type(each.event).__name__, each.rules) for each in judged])


def of_refusal(where: str, refused: Refused) -> _Verdict:
    return (Decision(where, refused.reason, refused.rules, is_refusal=True),)


def _of_score(where: str, game: Game, state: object) -> Iterator[_Verdict]:
    """Yield what each line of the score cites; nothing in a game without a score."""
    if (tally := game.tally(state)) is not None:
        yield from ((Decision(where, each.item, each.rules),) for each in tally.lines)
        yield from ((Decision(where, each.reason, each.rules),) for each in tally.readings)


def a_refusal_is_decided_by_one_rule(played_games: PlayedGames) -> None:
    """The first rule it cites decides, the others are its grounds: each is cited once.

    Of two rules that are cited together it is always the same that decides, unless one excepts the other.
    """
    check_refusals(played_games.game, decisions_of(played_games))


def check_refusals(game: Game, decisions: Iterable[Decision]) -> None:
    """Fail where two of some refusals say otherwise which of two rules decides, or one says nothing."""
    exceptions, found = Exceptions(game), dict[tuple[str, str], Decision]()
    for refusal in (each for each in decisions if each.is_refusal):
        if not refusal.rules or len({*refusal.rules}) < len(refusal.rules):
            fail(f"{refusal}; cite the rule that decides first, and each once")
        first, *grounds = refusal.rules
        for ground in grounds:
            found.setdefault((first, ground), refusal)
            other = found.get((ground, first))
            if other is not None and not exceptions.are_in_order(first, ground):
                fail(
                    f"{refusal}, and {other}: which of them decides?",
                    f"cite them in one order, or add `excepts` to one of them in {exceptions.folder}",
                )


def every_rule_decides_something(played_games: PlayedGames) -> None:
    """Each rule of the book is cited by an act, a consequence, a refusal or the score, or only informs.

    A rule that excepts others is cited ahead of them somewhere.
    """
    game, exceptions = played_games.game, Exceptions(played_games.game)
    cited = {rule for decision in decisions_of(played_games) for rule in decision.rules}
    for rule in rules_of(game.id).values():
        if rule.informs and rule.id in cited:
            where = next(each for each in decisions_of(played_games) if rule.id in each.rules)
            fail(f"{rule.id} decides something: {where}", f"take `informs` from it in {exceptions.folder}")
    if idle := idle_rules(game.id, cited):
        fail(
            f"{', '.join(idle)}: no act, consequence, refusal or line of the score cites it",
            "cite it where it decides, add a ruling in which it does, or say `informs = true` of it "
            f"in {exceptions.folder}",
        )
    applied = {rule for each in decisions_of(played_games) for rule, _ in exceptions.applied(each)}
    if unapplied := sorted({*exceptions.gives_way} - applied):
        fail(
            f"{', '.join(unapplied)}: nothing is decided by it and not by what it excepts",
            f"cite it first where it applies, or mend its `excepts` in {exceptions.folder}",
        )


def idle_rules(book: str, cited: set[str]) -> tuple[str, ...]:
    """Return the rules of a book that ought to decide something and are not among those cited."""
    return tuple(rule.id for rule in rules_of(book).values() if not rule.informs and rule.id not in cited)


class Exceptions:
    """Which rule of a game's book gives way to which."""

    def __init__(self, game: Game) -> None:
        self.folder = f"{folder_of(game.id)}/book"
        self._rules: Mapping[str, Rule] = rules_of(game.id)
        self._ruled = [frozenset(ruling.rules) for ruling in rulings_of(game.id)]
        self.gives_way = {id: self._find_all(id) for id, rule in self._rules.items() if rule.excepts}
        """By exception all that gives way to it, also by way of others."""

    def _find_all(self, id: str) -> frozenset[str]:
        found, left = set[str](), [id]
        while left:
            rule = left.pop()
            if rule not in self._rules:
                fail(f"{id} excepts {rule}, and no such rule is written", f"mend `excepts` in {self.folder}")
            more = {*self._rules[rule].excepts} - found
            found |= more
            left += more
        if id in found:
            fail(f"{id} excepts itself, by way of others", f"mend `excepts` in {self.folder}")
        return frozenset(found)

    def are_in_order(self, one: str, other: str) -> bool:
        """Return whether one of two rules gives way to the other."""
        return other in self.gives_way.get(one, ()) or one in self.gives_way.get(other, ())

    def are_ruled(self, one: str, other: str) -> bool:
        """Return whether a ruling names both."""
        return any({one, other} <= ruled for ruled in self._ruled)

    def applied(self, decision: Decision) -> Iterator[tuple[str, frozenset[str]]]:
        """Yield the exceptions that apply in a decision, each with what gives way to it.

        None does that is cited after a rule it excepts: that rule decided. Nor does one that a
        table only chose as it opened.
        """
        rules = () if decision.what == TableOpened.__name__ else decision.rules
        for n, rule in enumerate(rules):
            ways = self.gives_way.get(rule)
            if ways and ways.isdisjoint(rules[:n]):
                yield rule, ways

    def find_conflict(self, verdict: _Verdict) -> tuple[str, str] | None:
        """Return two exceptions to one rule that apply at once and of which neither goes before."""
        applied = dict(pair for decision in verdict for pair in self.applied(decision))
        for (one, ways), (other, others) in combinations(applied.items(), 2):
            if ways & others and not (self.are_in_order(one, other) or self.are_ruled(one, other)):
                return one, other
        return None


def two_exceptions_have_an_order(played_games: PlayedGames) -> None:
    """Of two exceptions to one rule that apply at once one gives way, or a ruling names both.

    No exception permits what the rule it excepts forbids before it is asked.
    """
    game = played_games.game
    check_exceptions(game, verdicts_of(played_games))
    exceptions, acts = Exceptions(game), {act.event: act for act in game.acts}
    for state, event, refused in try_inventions(played_games) if exceptions.gives_way else ():
        if not isinstance(refused, Refused) or not refused.rules:
            continue
        cited, refusing = rules_permitting(acts[type(event)], state, event), refused.rules[0]
        for rule, ways in exceptions.applied(Decision(game.id, type(event).__name__, cited)):
            if refusing in ways and refusing not in cited:
                fail(
                    f"{game.id}: {event} is refused by {refusing}, and {rule}, its exception, permits it",
                    f"let `when` of {act_of(game, event)} ask for it",
                )


def check_exceptions(game: Game, verdicts: Iterable[_Verdict]) -> None:
    """Fail where two exceptions to one rule apply at once in one of some verdicts, without an order."""
    exceptions = Exceptions(game)
    for verdict in verdicts if exceptions.gives_way else ():
        if conflict := exceptions.find_conflict(verdict):
            fail(
                f"{verdict[0]}: {' and '.join(conflict)} except the same rule, and apply at once",
                f"let one except the other in {exceptions.folder}, or add a ruling that names both",
            )


def recorded_games_are_decided_by_one_rule(game: Game, folder: Path) -> None:
    """So are all lines of the recorded games of a folder, and of two exceptions one goes before."""
    verdicts = list[_Verdict]()
    for played in map(record, records(folder)):
        verdicts += (of_events(played.path.name, step.judged) for step in played.steps)
        verdicts += (of_refusal(f"{played.path.name}, line {line}", why) for line, why in played.refused)
    check_refusals(game, chain.from_iterable(verdicts))
    check_exceptions(game, verdicts)


def rules_permitting(act: Act, state: object, event: Event) -> Rules:
    """Return the rules that would permit an act, `when` left aside; none where its own judge refuses it."""
    with suppress(LookupError, TypeError, ValueError, AttributeError, ArithmeticError):  # not made for it
        if act.judge(state, event) is None:
            return act.rules if isinstance(act.rules, tuple) else act.rules(state, event)
    return ()


LAWS = (
    a_refusal_is_decided_by_one_rule,
    every_rule_decides_something,
    two_exceptions_have_an_order,
)
