"""A refusal: what is not possible, the rule and its source, what is possible now, and the way round it."""

import shlex
import sys
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.frame.session import Session, bold
from cli.frame.wrapping import wrapped
from cli.output.possible_now import in_words
from cli.output.sentences import MOST_LISTED, board, names_of
from events.base import TABLE, Event
from events.table import PlayedOn
from referee.kernel.game import Game
from referee.kernel.verdict import Refused
from referee.languages import headed, listed
from referee.service.tables.open_acts import is_secret_choice

if TYPE_CHECKING:
    from referee.kernel.table import TableState
    from referee.rulebooks import Part, Rule
    from referee.service.answers.verdicts import Refusal


MOST_LINES = 12
"""Of a refusal at a table: so much is read at a glance."""

FEW_LINES = 1
"""So many lines of a rule stand there, where what is possible is long."""

MOST_OFFERS = 2
"""So many ways to play it anyway are shown."""


def message(session: Session, refused: Refused, state: "TableState | None") -> str:
    """Say in one sentence why not."""
    return session.say(refused.reason, names=names_of(state), **refused.args)


def headline(session: Session, refused: Refused, state: "TableState | None", where: str | None = None) -> str:
    """Write a refusal as a linter would: where, which rule, why."""
    rules = [bold(" ".join(refused.rules), sys.stderr)] if refused.rules else []
    return " ".join([*([f"{where}:"] if where else []), *rules, message(session, refused, state)])


def citations(session: Session, refused: Refused) -> list[str]:
    """Quote the rules of a refusal, each with its source and how sure it is."""
    from referee.rulebooks import find_rule

    return [line for rule in filter(None, map(find_rule, refused.rules)) for line in quoted(session, rule)]


def quoted(session: Session, rule: "Rule") -> list[str]:
    """Quote a rule; after each part of it say where it is written and how sure it is."""
    parts = (passage(session, rule, part) for part in rule.passages)
    return [line for text, source in parts for line in (*text, *source)]


def passage(session: Session, rule: "Rule", part: "Part") -> tuple[list[str], list[str]]:
    """Quote a part of a rule, and say where it is written and how sure it is: the lines of both."""
    from referee.l10n.options import with_books
    from referee.rulebooks import book_of, mention_sources

    book = book_of(rule.id)
    sources = mention_sources(book, part.sources, session.lang)
    how_sure = session.say(f"cli.confidence_{part.confidence}")
    text = with_books(book, part.of(session.lang), session.lang)
    source = session.say("cli.source", sources=sources, confidence=how_sure)
    return wrapped(headed(rule.id, text, session.lang), "  "), wrapped(source, "    ")


def house_rules(session: Session, game: Game, state: "TableState | None", rules: Iterable[str]) -> list[str]:
    """Say which house rules of the table bear on what some rules decide, in words and as typed."""
    from referee.l10n.options import decision_words
    from referee.service.disputes.lay_open import house_rules_on

    bearing = () if state is None else house_rules_on(game, state, rules)
    options = tuple(
        session.say("case.with_id", what=decision_words(game.id, each, session.lang), id=each)
        for each in bearing
    )
    return ["  " + session.say("case.house_rules", options=options)] if options else []


def ruled_before(session: Session, state: "TableState | None", rules: Iterable[str]) -> list[str]:
    """Say what this table ruled before on the same rules, so that nobody has to be asked again."""
    from referee.l10n.options import ruling_words

    if state is None:
        return []
    cited = set(rules)
    return [
        "  " + session.say("case.ruled_before", dispute=ruling.dispute, decision=words)
        for ruling in state.rulings
        if cited & set(ruling.rules)
        for words in (ruling_words(state.game, ruling.decision, session.lang),)
    ]


def confidence(session: Session, rule: "Rule") -> str:
    """Say how sure a rule is, and its parts."""
    return listed((session.say(f"cli.confidence_{each}") for each in rule.confidences), session.lang)


def full(
    session: Session,
    game: Game,
    state: "TableState | None",
    refused: Refused,
    *,
    where: str | None = None,
) -> str:
    """Write a refusal as a linter does: with all its rules, and the board as it stands there."""
    lines = [headline(session, refused, state, where), *citations(session, refused)]
    lines += [*decided_before(session, game, state, refused), ""]
    if state is not None and not state.closed:
        lines += [board(session, game, state), "", *now_possible(session, game, state, has_numbers=False)]
    if refused.rules:
        lines.append(session.say("cli.help", hint=f"referee rule {refused.rules[0]}"))
    return "\n".join(lines)


def brief(
    session: Session,
    game: Game,
    state: "TableState | None",
    refused: Refused,
    *,
    where: str | None = None,
    table: str | None = None,
    event: Event | None = None,
    more: Sequence[str] = (),
) -> str:
    """Write a refusal in at most `MOST_LINES` lines: reason, rule, what is possible, ways round it, `more`.

    Where they are too many, the rule is cut short and what is possible is counted.
    """
    first = headline(session, refused, state, where)
    before = decided_before(session, game, state, refused)
    ways = ways_on(session, game, state, refused, event, table)
    rule, source = quoted_first(session, refused)
    fixed = len(wrapped(first)) + len(before) + len(ways) + len(source) + FEW_LINES + 2
    after = [*ways, *more[: max(MOST_LINES - fixed, 2)]]  # with a heading and the first of what is possible
    left = MOST_LINES - len(wrapped(first)) - len(before) - len(after) - len(source)
    possible: list[str] = []
    if state is not None and not state.closed:
        has_numbers = table is not None
        possible = now_possible(session, game, state, has_numbers=has_numbers)
        room = left - min(len(rule), FEW_LINES)
        if len(possible) > room:
            possible = now_possible(session, game, state, has_numbers=has_numbers, most=max(room - 1, 1))
            possible = [*possible[:-2], "".join(possible[-2:])]
    rule = cut(rule, left - len(possible))
    lines = [first, *rule, *source, *before, *possible, *after]
    if table is not None and possible and len(lines) + len(wrapped(first)) <= MOST_LINES:
        lines.append(session.say("cli.see_board", table=shlex.quote(table)))
    return "\n".join(lines)


def quoted_first(session: Session, refused: Refused) -> tuple[list[str], list[str]]:
    """Quote the first rule of a refusal and one source: the lines of both, without the rule's parts.

    The source is a rulebook in the reader's language, one with a short name of its own, where there is one.
    """
    from referee.rulebooks import book_of, documents_of, find_rule

    for rule in filter(None, map(find_rule, refused.rules)):
        documents = documents_of(book_of(rule.id))
        books = {
            key
            for key, each in documents.items()
            if each.lang == session.lang and each.short and isinstance(each.short, str)
        }
        own = [each for each in rule.sources if each.partition(" ")[0] in books]
        text, source = passage(session, rule, replace(rule, sources=(*own, *rule.sources)[:1]))
        return text, source[:1]
    return [], []


def cut(lines: list[str], most: int) -> list[str]:
    """Keep the first lines of a text, one at least, with a sign where it goes on."""
    most = max(most, 1)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def decided_before(session: Session, game: Game, state: "TableState | None", refused: Refused) -> list[str]:
    """Say what the table agreed on and ruled before on the rules of a refusal."""
    ruled = ruled_before(session, state, refused.rules)
    return [*house_rules(session, game, state, refused.rules), *ruled]


def ways_on(
    session: Session,
    game: Game,
    state: "TableState | None",
    refused: Refused,
    event: Event | None,
    table: str | None,
) -> list[str]:
    """Say how to play it anyway, and where rule and board are read, and a dispute is opened."""
    from referee.kernel.shared import ALL_SHARED

    rule = [f"referee rule {refused.rules[0]}"] if refused.rules else []
    if table is None or state is None:
        return [session.say("cli.help", hint=hint) for hint in rule]
    name = shlex.quote(table)
    if state.closed:
        looks = session.say("cli.closed_for_good", table=name)
        return [*(session.say("cli.help", hint=hint) for hint in rule), looks]
    lines = offers(session, game, state, refused, event, table)
    lines = lines[: 1 + MOST_OFFERS]
    lines += [session.say("cli.help", hint=hint) for hint in rule]
    if refused.rules and event is not None and not isinstance(event, ALL_SHARED):
        lines.append(session.say("case.dispute_it", table=name))
    return lines


def now_possible(
    session: Session, game: Game, state: "TableState", *, has_numbers: bool, most: int = MOST_LISTED
) -> list[str]:
    """List what may be done instead; where cards are secret, only whose move it is."""
    acting = game.acting(state)
    if not acting:
        return []
    told = {"seats": acting, "names": {TABLE: session.say("cli.the_table"), **names_of(state)}}
    is_secret = len(acting) > 1 or is_secret_choice(game, state, acting[0])
    if is_secret or not (
        listed := in_words(session, game, state, most, has_numbers=has_numbers, is_asked=False)
    ):
        return [session.say("cli.acting_now", **told)]
    return [session.say("cli.possible_now", **told), *listed.split("\n")]


def offers(
    session: Session,
    game: Game,
    state: "TableState",
    refused: Refused,
    event: Event | None,
    table: str | None = None,
) -> list[str]:
    """Offer the table to play it anyway: as a house rule where an option decides, else as a correction.

    Nothing is offered where neither would help. Lines are commands for a table, or words for the
    keyboard of `play` where none is named.
    """
    from cli.output.playing_anyway import offers_to_play, whole_line
    from referee.service.commands.changes.ways_round import may_be_set, other_values
    from referee.service.commands.sitting import may_play_on

    house = correct = "anyway"
    whole: str | None = "anyway"
    if table is not None:
        house, correct = (f"referee {word} {shlex.quote(table)}" for word in ("house", "correct"))
        whole = whole_line(session, table, state, event) if event is not None else None
    lines = [
        f"  {house} {shlex.quote(f'{option}={value}')}"
        for option, value in other_values(game, state, refused, event)
    ]
    if may_be_set(refused, event):
        lines += offers_to_play(game, state, event, correct, whole)
    if refused.reason == f"{game.id}.game_is_over" and may_play_on(game, state):
        said = session.notate(state, PlayedOn())
        how = "" if table is None else f"referee do {shlex.quote(table)} "
        lines.append(f"  {how}{shlex.quote(said) if how else said}")
    return [session.say("cli.anyway"), *map(session.advised, lines)] if lines else []


def answered(session: Session, game: Game, state: "TableState | None", refused: Refused) -> "Refusal":
    """Give a refusal as it is answered."""
    from referee.service.answers.tables import instead_at
    from referee.service.answers.verdicts import make_refusal

    if state is None:
        return make_refusal(refused, {}, session.lang)
    instead = instead_at(game, state, session.lang)
    return make_refusal(refused, names_of(state), session.lang, game.acting(state), instead)
