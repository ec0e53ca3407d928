"""Answer what is asked in words alone: by the ruling, or the rule, that comes nearest."""

import re
from collections.abc import Iterable, Iterator, Mapping

from events.base import TABLE
from referee.kernel.game import Game
from referee.kernel.registry import find_game
from referee.kernel.ruleset import Plain
from referee.kernel.verdict import Refused
from referee.languages import all_words
from referee.rulebooks import Rule, deciding_passage, find_rule
from referee.rulebooks.rulings import Ruling
from referee.rulebooks.search import find_answers
from referee.service.ask.asked import Answer, CitedRule, OtherTable, Word
from referee.service.ask.deciding import tokens_of
from referee.service.ask.precedents import find_precedents
from referee.service.ask.trials import doer_of
from referee.service.ask.worked import NO_OPTIONS, Worked, work_out, work_out_by

_MOST = 5
"""So many rulings are named."""

_FIRST = 3
"""A ruling decides a question only where it is among so many things found first."""


def answer_in_words(game: str, text: str, lang: str, edition: str = "") -> Answer:
    """Return the answer to a question in words: by a ruling near it that decides by the nearest rule.

    One without rules where nothing comes near; without a verdict where no ruling does, and where the question
    is not whether something may be done.
    """
    found = find_answers(text, lang, game)
    rules = found[0].rules if found else ()
    near = [each.ruling for each in found if each.ruling is not None and each.ruling.game == game]
    alike = find_precedents(game, [rule.id for rule in rules], None)
    rulings = list({each.name: each for each in (*near, *alike)}.values())
    telling = next((each for each in rulings if rules[0].id in each.rules), None)
    if telling not in [each.ruling for each in found[:_FIRST]] or telling is None or asks_what(text):
        return Answer(
            game=game,
            edition=edition or find_game(game).ruleset.default_edition,
            verdict=None,
            played=None,
            rules=tuple([CitedRule(rule=rule, passage=rule) for rule in rules]),
            others=() if telling is None else answer_by_ruling(telling, edition).others,
            precedents=tuple(rulings[:_MOST]),
        )
    return answer_by_ruling(telling, edition, first=rules[0], near=rulings)


_ASKING = all_words("asking")


def asks_what(text: str) -> bool:
    """Return whether a question is about who, what, where or how many: then it has no yes or no."""
    first = re.findall("[a-z']+", text.casefold())[:2]
    return any(word in first if word.isascii() else word in text for word in _ASKING)


def answer_by_ruling(
    ruling: Ruling, edition: str = "", *, first: Rule | None = None, near: Iterable[Ruling] = ()
) -> Answer:
    """Return a ruling as an answer: its acts judged by an edition ("": that of its situation), and by others.

    The verdict is that on the first of its acts that a seat does. `first`: the rule that was asked about.
    `near`: rulings that come next.
    """
    game = find_game(ruling.game)
    plain = [act for act in ruling.acts if not act.edition and not act.options] or list(ruling.acts[:1])
    own = [each for act in plain if (each := work_out(ruling, act, edition or None)) is not None]
    word = _word_of(own)
    cited = [rule for rule in map(find_rule, ruling.rules) if rule is not None]
    rules = sorted(cited, key=lambda rule: first is not None and rule.id != first.id)
    tokens = set[str]().union(*(tokens_of(game, each.act, each.verdict, each.state) for each in own))
    alike = near or find_precedents(ruling.game, ruling.rules, own[0].act if own else None)
    named = own[0].state.edition if own else edition or game.ruleset.default_edition
    return Answer(
        game=game.id,
        edition=named,
        verdict="not_written" if ruling.confidence == "house" and word is not None else word,
        played=word,
        act=own[0].act if own else None,
        state=own[0].state if own else None,
        rules=tuple([CitedRule(rule=rule, passage=deciding_passage(rule, tokens)) for rule in rules]),
        refusal=own[0].verdict if own and isinstance(own[0].verdict, Refused) else None,
        usually=word,
        others=tuple(_others(game, ruling, own, named)),
        precedents=(ruling, *[each for each in alike if each.name != ruling.name])[:_MOST],
        is_ruling=True,
        follows=own[0].follows if own else (),
        is_whole=True,
    )


def _word_of(worked: Iterable[Worked]) -> Word | None:
    """Return the verdict on the first act that a seat does; None where none does any."""
    first = next((each for each in worked if doer_of(each.act) != TABLE), None)
    return None if first is None else "may" if first.is_allowed else "may_not"


def _others(game: Game, ruling: Ruling, own: list[Worked], edition: str) -> Iterator[OtherTable]:
    """Yield the ruling by every other edition, and with the options its acts name where these change it."""
    tables: list[tuple[str, Mapping[str, Plain]]] = [(each, NO_OPTIONS) for each in game.ruleset.editions]
    tables += [(edition, act.options) for act in ruling.acts if act.options]
    plain = [act for act in ruling.acts if not act.edition and not act.options] or list(ruling.acts[:1])
    for other, options in tables:
        worked = [each for act in plain if (each := work_out_by(ruling, act, other, options)) is not None]
        if not worked or (other == edition and not options):
            continue
        pairs = list(zip(own, worked, strict=False))
        differing = [b for a, b in pairs if a.outcome != b.outcome]
        first = next(iter(differing), worked[0])
        if options and not differing:
            continue
        yield OtherTable(
            edition=other,
            options=options,
            verdict=None if _word_of(own) is None else _word_of(worked),
            rules=first.rules,
            refusal=first.verdict if isinstance(first.verdict, Refused) else None,
            follows=first.follows,
            is_other=bool(differing),
        )
