"""Print a refusal: the reason, the rule and its source, what is possible, how to play it anyway."""

import shlex
import sys
from collections.abc import Iterable, Mapping, Sequence
from shlex import quote
from typing import TYPE_CHECKING

from msgspec.structs import replace

from cli.output.possible import possible_in_words, remember_numbers
from cli.output.sentences import MOST_LISTED, draw_board, names_of
from cli.problems import exit_code_of
from cli.session import Session
from cli.tables import actor_of
from cli.terminal import bold, wrap_text
from events.base import TABLE, Event
from events.table import PlayedOn
from referee.kernel.game import Game, NotationError
from referee.kernel.shared import ALL_SHARED
from referee.kernel.table import TableState
from referee.kernel.verdict import Refused
from referee.l10n.options import decision_words, ruling_words, with_books
from referee.languages import headed
from referee.rulebooks import Passage, Rule, book_of, documents_of, find_rule, mention_sources
from referee.service.commands.sitting import may_play_on
from referee.service.commands.ways_round import (
    EarlierMistake,
    find_earlier_mistakes,
    find_way_round,
    may_be_set,
    other_option_values,
)
from referee.service.disputes.analysis import house_rules_on
from referee.service.tables.open_acts import is_secret_choice
from referee.service.tables.request import Actor
from referee.service.tables.table import Table

if TYPE_CHECKING:
    from referee.service.answers.verdicts import Refusal


_MOST_LINES = 12
"""Of a refusal at a table: so much is read at a glance."""

_FEW_LINES = 1
"""So many lines of a rule stand there, where what is possible is long."""

_MOST_OFFERS = 2
"""So many ways to play it anyway are shown."""


def reason_in_words(session: Session, refused: Refused, state: TableState | None) -> str:
    """Return in one sentence why not; without a state, seats go by their letters."""
    return session.say(refused.reason, names=names_of(state), **refused.args)


def headline(session: Session, refused: Refused, state: TableState | None, where: str | None = None) -> str:
    """Return a refusal in one line as a linter would: where, which rules, why; `where` None leaves it out."""
    rules = [bold(" ".join(refused.rules), sys.stderr)] if refused.rules else []
    return " ".join([*([f"{where}:"] if where else []), *rules, reason_in_words(session, refused, state)])


def cite_rules(session: Session, refused: Refused) -> list[str]:
    """Return the rules of a refusal, each with its source and how sure it is."""
    return [
        line for rule in filter(None, map(find_rule, refused.rules)) for line in quote_rule(session, rule)
    ]


def quote_rule(session: Session, rule: Rule) -> list[str]:
    """Return a rule, after each part of it where it is written and how sure it is."""
    parts = (_quote_part(session, rule, part) for part in rule.passages)
    return [line for text, source in parts for line in (*text, *source)]


def _quote_part(session: Session, rule: Rule, part: Passage) -> tuple[list[str], list[str]]:
    """Return the wrapped text of a part of a rule, and its sources, each as lines to print."""
    book = book_of(rule.id)
    sources = mention_sources(book, part.sources, session.lang)
    how_sure = session.say(f"cli.confidence_{part.confidence}")
    text = with_books(book, part.of(session.lang), session.lang)
    source = session.say("cli.source", sources=sources, confidence=how_sure)
    return wrap_text(headed(rule.id, text, session.lang), "  "), wrap_text(source, "    ")


def house_rules_in_words(
    session: Session, game: Game, state: TableState | None, rules: Iterable[str]
) -> list[str]:
    """Return which house rules of the table bear on some rules, one line or none."""
    bearing = () if state is None else house_rules_on(game, state, rules)
    options = tuple(
        session.say("case.with_id", what=decision_words(game.id, each, session.lang), id=each)
        for each in bearing
    )
    return ["  " + session.say("case.house_rules", switches=options)] if options else []


def earlier_rulings(session: Session, state: TableState | None, rules: Iterable[str]) -> list[str]:
    """Return what this table ruled before on the same rules, a line each."""
    if state is None:
        return []
    cited = set(rules)
    return [
        "  " + session.say("case.ruled_before", dispute=ruling.dispute, decision=words)
        for ruling in state.rulings
        if cited & set(ruling.rules)
        for words in (ruling_words(state.game, ruling.decision, session.lang),)
    ]


def full_refusal(
    session: Session, game: Game, state: TableState | None, refused: Refused, *, where: str | None = None
) -> str:
    """Return a refusal with all its rules, the board and what is possible; no board without a state."""
    lines = [headline(session, refused, state, where), *cite_rules(session, refused)]
    lines += [*_decided_before(session, game, state, refused), ""]
    if state is not None and not state.closed:
        lines += [
            draw_board(session, game, state),
            "",
            *_now_possible(session, game, state, has_numbers=False),
        ]
    if refused.rules:
        lines.append(session.say("cli.help", hint=f"referee rule {refused.rules[0]}"))
    return "\n".join(lines)


def brief_refusal(
    session: Session,
    game: Game,
    state: TableState | None,
    refused: Refused,
    *,
    where: str | None = None,
    table: str | None = None,
    event: Event | None = None,
    more: Sequence[str] = (),
) -> str:
    """Return a refusal in at most `_MOST_LINES` lines: reason, rule, what is possible, ways round it, `more`.

    Where they are too many, the rule is cut and what is possible is counted. `table` None leaves out what can
    be typed at one; `event` is the refused act.
    """
    first = headline(session, refused, state, where)
    before = _decided_before(session, game, state, refused)
    ways = _ways_on(session, game, state, refused, event, table)
    rule, source = _quote_first(session, refused)
    fixed = len(wrap_text(first)) + len(before) + len(ways) + len(source) + _FEW_LINES + 2
    after = [*ways, *more[: max(_MOST_LINES - fixed, 2)]]  # with a heading and the first of what is possible
    left = _MOST_LINES - len(wrap_text(first)) - len(before) - len(after) - len(source)
    possible: list[str] = []
    if state is not None and not state.closed:
        has_numbers = table is not None
        possible = _now_possible(session, game, state, has_numbers=has_numbers)
        room = left - min(len(rule), _FEW_LINES)
        if len(possible) > room:
            possible = _now_possible(session, game, state, has_numbers=has_numbers, most=max(room - 1, 1))
            possible = [*possible[:-2], "".join(possible[-2:])]
    rule = _cut(rule, left - len(possible))
    lines = [first, *rule, *source, *before, *possible, *after]
    if table is not None and possible and len(lines) + len(wrap_text(first)) <= _MOST_LINES:
        lines.append(session.say("cli.see_board", table=shlex.quote(table)))
    return "\n".join(lines)


def _quote_first(session: Session, refused: Refused) -> tuple[list[str], list[str]]:
    """Return the lines of the first known rule of a refusal (main text only), and of one source.

    The source is a rulebook in the reader's language with a short name, where there is one.
    """
    for rule in filter(None, map(find_rule, refused.rules)):
        documents = documents_of(book_of(rule.id))
        books = {
            key
            for key, each in documents.items()
            if each.lang == session.lang and each.short and isinstance(each.short, str)
        }
        own = [each for each in rule.sources if each.partition(" ")[0] in books]
        text, source = _quote_part(session, rule, replace(rule, sources=(*own, *rule.sources)[:1]))
        return text, source[:1]
    return [], []


def _cut(lines: list[str], most: int) -> list[str]:
    """Return at most `most` lines, one at least, with an ellipsis where it goes on."""
    most = max(most, 1)
    return lines if len(lines) <= most else [*lines[: most - 1], f"{lines[most - 1]} …"]


def _decided_before(session: Session, game: Game, state: TableState | None, refused: Refused) -> list[str]:
    """Return the house rules and earlier rulings that bear on the rules of a refusal."""
    ruled = earlier_rulings(session, state, refused.rules)
    return [*house_rules_in_words(session, game, state, refused.rules), *ruled]


def _ways_on(
    session: Session,
    game: Game,
    state: TableState | None,
    refused: Refused,
    event: Event | None,
    table: str | None,
) -> list[str]:
    """Return how to play it anyway, where rule and board are read, and how a dispute is opened."""
    rule = [f"referee rule {refused.rules[0]}"] if refused.rules else []
    if table is None or state is None:
        return [session.say("cli.help", hint=hint) for hint in rule]
    name = shlex.quote(table)
    if state.closed:
        looks = session.say("cli.closed_for_good", table=name)
        return [*(session.say("cli.help", hint=hint) for hint in rule), looks]
    lines = ways_round(session, game, state, refused, event, table)
    lines = lines[: 1 + _MOST_OFFERS]
    lines += [session.say("cli.help", hint=hint) for hint in rule]
    if refused.rules and event is not None and not isinstance(event, ALL_SHARED):
        lines.append(session.say("case.dispute_it", table=name))
    return lines


def _now_possible(
    session: Session, game: Game, state: TableState, *, has_numbers: bool, most: int = MOST_LISTED
) -> list[str]:
    """Return what may be done instead; where cards are secret, only whose move it is."""
    acting = game.acting(state)
    if not acting:
        return []
    args = {"seats": acting, "names": {TABLE: session.say("cli.the_table"), **names_of(state)}}
    is_secret = len(acting) > 1 or is_secret_choice(game, state, acting[0])
    if is_secret or not (
        listed := possible_in_words(session, game, state, most, has_numbers=has_numbers, is_asked=False)
    ):
        return [session.say("cli.acting_now", **args)]
    return [session.say("cli.possible_now", **args), *listed.split("\n")]


def ways_round(
    session: Session,
    game: Game,
    state: TableState,
    refused: Refused,
    event: Event | None,
    table: str | None = None,
) -> list[str]:
    """Return how the table plays it anyway: as a house rule where an option decides, else as a correction.

    Empty where neither helps. Lines are commands at `table`; without one they are words for the keyboard.
    """
    house = correct = "anyway"
    whole: str | None = "anyway"
    if table is not None:
        house, correct = (f"referee {word} {shlex.quote(table)}" for word in ("house", "correct"))
        whole = _command_anyway(session, table, state, event) if event is not None else None
    lines = [
        f"  {house} {shlex.quote(f'{option}={value}')}"
        for option, value in other_option_values(game, state, refused, event)
    ]
    if may_be_set(refused, event):
        lines += _lines_to_play_anyway(game, state, event, correct, whole)
    if refused.reason == f"{game.id}.game_is_over" and may_play_on(game, state):
        said = session.notate(state, PlayedOn())
        how = "" if table is None else f"referee do {shlex.quote(table)} "
        lines.append(f"  {how}{shlex.quote(said) if how else said}")
    return [session.say("cli.anyway"), *map(session.adapt_commands, lines)] if lines else []


def answer_refusal(session: Session, game: Game, state: TableState | None, refused: Refused) -> "Refusal":
    """Return the JSON answer of a refusal; with a state, what is possible instead."""
    from referee.service.answers.tables import instead_at  # the same
    from referee.service.answers.verdicts import make_refusal  # a cold start without --json: 3 ms less

    if state is None:
        return make_refusal(refused, {}, session.lang)
    instead = instead_at(game, state, session.lang)
    return make_refusal(refused, names_of(state), session.lang, game.acting(state), instead)


def facts_as_typed(facts: Mapping[str, object]) -> str:
    """Return facts as `path=value` words, quoted for every shell."""
    return " ".join(shlex.quote(f"{path}={_value_as_typed(value)}") for path, value in facts.items())


def _value_as_typed(value: object) -> str:
    """Return a value as one types it: `none`, `true`, `[a,b]`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{','.join(map(_value_as_typed, value))}]" if isinstance(value, list | tuple) else str(value)


def _command_anyway(session: Session, table: str, state: TableState, event: Event) -> str | None:
    """Return the command that plays a refused act anyway; None where its line would not be understood."""
    line = session.notate(state, event)
    try:
        is_understood = session.notate(state, session.parse(state, line)) == line
    except NotationError:
        is_understood = False
    return f"referee do {shlex.quote(table)} {shlex.quote(line)} --anyway" if is_understood else None


def _lines_to_play_anyway(
    game: Game, state: TableState, event: Event | None, correct: str, whole: str | None
) -> list[str]:
    """Return the lines that play a refused act anyway: as a whole, or by the facts it needs.

    Empty if none do.

    `correct` and `whole` are the commands; `whole` None leaves the first out.
    """
    way = None if event is None or state is None else find_way_round(game, state, event)
    if way is None:
        return []
    return [*([f"  {whole}"] if whole else []), f"  {correct} {facts_as_typed(way.facts)}"]


def find_earlier(
    session: Session, at: Table, refused: Refused, event: Event | None, actor: Actor | None = None
) -> tuple[EarlierMistake, ...]:
    """Return earlier entries that, amended, would make a refused act possible.

    `event` None, or a closed table, has none.
    """
    if event is None or at.state.closed:
        return ()
    return find_earlier_mistakes(at, actor or actor_of(session, at), event, refused)


def earlier_in_words(session: Session, at: Table, earlier: tuple[EarlierMistake, ...]) -> list[str]:
    """Return the commands that amend earlier entries, under a heading; empty where there are none."""
    typed = [(each.seq, session.notate(at.log_index.state_before(each.seq), each.event)) for each in earlier]
    lines = [f"  referee amend {quote(at.name)} {seq} {quote(line)}" for seq, line in typed]
    return [session.say("case.told_wrongly"), *lines] if lines else []


def add_earlier(
    session: Session, said: "Refusal", at: Table, earlier: tuple[EarlierMistake, ...]
) -> "Refusal":
    """Return a JSON refusal with the earlier entries that could be amended."""
    from referee.service.answers.verdicts import add_amendable  # the same

    return add_amendable(said, at.log_index, earlier, session.lang)


def report_refused(session: Session, at: Table, refused: Refused, event: Event | None = None) -> int:
    """Print a refusal, and remember the numbers printed with it; return the exit code."""
    earlier = find_earlier(session, at, refused, event)
    if session.as_json:
        session.emit(add_earlier(session, answer_refusal(session, at.game, at.state, refused), at, earlier))
    else:
        more = earlier_in_words(session, at, earlier)
        session.tell(
            brief_refusal(
                session, at.game, at.state, refused, where=at.name, table=at.name, event=event, more=more
            )
        )
        remember_numbers(session, at.name, at.revision)
    return exit_code_of(refused)
