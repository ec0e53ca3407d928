"""The options and editions that bear on a rule, and how they differ; sources that disagree, side by side."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from referee.kernel.registry import find_game
from referee.kernel.ruleset import Edition, Plain
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE, Passage, Rule, documents_of, rules_of
from referee.rulebooks.rulings import Ruling, rulings_in

_OPTION = re.compile(r"\boption (\w+)")


class Bearing(msgspec.Struct, frozen=True, kw_only=True):
    """An option that bears on a rule, or the edition itself.

    `option` is empty where no option but the edition decides. `editions` are the values of the option by
    edition, or the editions that have the rule or a passage of their own (with no value). `others` are the
    values that no edition has. `passages` are those of the rule that say what holds then, by what they decide
    ("fork=observed", "edition=ja").
    """

    option: str = ""
    editions: Mapping[str, Plain | None] = {}
    others: tuple[Plain, ...] = ()
    passages: Mapping[str, Passage] = {}

    @property
    def differs(self) -> bool:
        """Return whether editions have different values of the option."""
        return len(set(self.editions.values())) > 1


@cache
def bearing(book: str) -> Mapping[str, tuple[Bearing, ...]]:
    """Return what bears on each rule of a book, its options first; cached. The table's rules have none."""
    return {
        id: tuple(_bearing_on(book, rule)) if book != TABLE else () for id, rule in rules_of(book).items()
    }


def _bearing_on(book: str, rule: Rule) -> Iterator[Bearing]:
    ruleset = find_game(book).ruleset
    for option in ruleset.options.values():
        passages = _passages_deciding(rule, option.name)
        if rule.id in option.rules or passages:
            values = {id: edition[option.name] for id, edition in ruleset.editions.items()}
            others = tuple(value for value in option.values if value not in values.values())
            yield Bearing(option=option.name, editions=values, others=others, passages=passages)
    passages = _passages_deciding(rule, "edition")
    of_box = (
        id for id, each in ruleset.editions.items() if isinstance(each, Edition) and rule.id in each.rules
    )
    named = (token.partition("=")[2] for token in passages)
    if editions := dict.fromkeys((*rule.editions, *of_box, *named)):
        yield Bearing(editions=editions, passages=passages)


def _passages_deciding(rule: Rule, what: str) -> dict[str, Passage]:
    """Return the passages of a rule by each value that they decide of an option, or of `edition`."""
    return {
        token: passage
        for passage in rule.passages
        for each in passage.decides
        for token in each.split(" & ")
        if token.partition("=")[0] == what
    }


@cache
def related_rules(book: str) -> Mapping[str, tuple[str, ...]]:
    """Return by rule those it says to see, and those that say to see it; cached."""
    rules = rules_of(book)
    seeing = {id: [other.id for other in rules.values() if id in other.see] for id in rules}
    return {id: tuple(dict.fromkeys((*rule.see, *seeing[id]))) for id, rule in rules.items()}


class Side(msgspec.Struct, frozen=True):
    """What one document says on a point: `sources` are its places, `editions` those that follow it.

    `values` are by option the values of those editions; empty where none follows it.
    """

    document: str
    sources: tuple[str, ...]
    editions: tuple[str, ...] = ()
    values: Mapping[str, Plain] = {}


class Disagreement(msgspec.Struct, frozen=True, kw_only=True):
    """A point on which documents differ.

    `ruling` is the ruling that says so; None where options that differ by edition say it of one rule.
    `options` are those that decide it.
    """

    rules: tuple[str, ...]
    ruling: Ruling | None = None
    options: tuple[str, ...] = ()
    sides: tuple[Side, ...]


@cache
def disagreements(book: str) -> tuple[Disagreement, ...]:
    """Return the points of a book on which its documents disagree; cached.

    Those of rulings, then those of rules that no ruling lays out already.
    """
    ruled = tuple(_of_ruling(book, ruling) for ruling in rulings_in(book) if ruling.disagree is not None)
    further = (
        each
        for each in _of_rules(book)
        if not any({*each.rules} <= {*of.rules} and {*each.options} <= {*of.options} for of in ruled)
    )
    return (*ruled, *further)


def _of_ruling(book: str, ruling: Ruling) -> Disagreement:
    """Return a disagreement with the options and the documents that the ruling tries, cites or speaks of."""
    told = "" if ruling.disagree is None else ruling.disagree.of(LANGUAGES[0])
    tried = {name for act in ruling.acts for name in act.options} | {*_OPTION.findall(told)}
    known = () if book == TABLE else find_game(book).ruleset.options
    options = tuple(name for name in known if name in tried)
    cited = {source.partition(" ")[0] for source in ruling.sources}
    spoken_of = (key for key in documents_of(book) if re.search(rf"\b{re.escape(key)}\b", told))
    sources = (*ruling.sources, *(key for key in spoken_of if key not in cited))
    return Disagreement(
        rules=ruling.rules, ruling=ruling, options=options, sides=_sides(book, sources, options)
    )


def _of_rules(book: str) -> Iterator[Disagreement]:
    for rule in rules_of(book).values():
        options = tuple(each.option for each in bearing(book)[rule.id] if each.option and each.differs)
        sides = _sides(book, rule.all_sources, options) if options else ()
        if len({side.editions for side in sides if side.editions}) > 1:
            yield Disagreement(rules=(rule.id,), options=options, sides=sides)


def _sides(book: str, sources: tuple[str, ...], options: tuple[str, ...]) -> tuple[Side, ...]:
    places: dict[str, list[str]] = {}
    for source in sources:
        places.setdefault(source.partition(" ")[0], []).append(source)
    return tuple(_side(book, key, tuple(of), options) for key, of in places.items())


def _side(book: str, key: str, sources: tuple[str, ...], options: tuple[str, ...]) -> Side:
    editions = documents_of(book)[key].editions
    if not editions:
        return Side(key, sources)
    values = find_game(book).ruleset.editions[editions[0]]
    return Side(key, sources, editions, {name: values[name] for name in options})
