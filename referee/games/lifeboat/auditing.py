"""Whether a seed dealt what was dealt: asked when a table that closes shows its seed."""

from typing import Any

from events.table import TableClosed
from referee.games.lifeboat import ledger as book
from referee.games.lifeboat.charter import CHARTER
from referee.games.lifeboat.dealer import navigation_deck, whole_deck
from referee.games.lifeboat.state import State, deals
from referee.games.lifeboat.tables import START_ORDER
from referee.kernel.acts import Act
from referee.kernel.chance import shuffled
from referee.kernel.table import SHARED_RULES, evolve_table_event, judge_table_event
from referee.kernel.verdict import Refused, refuse


def first_difference(state: State, seed: str) -> str | None:
    """Name the first thing a seed would have dealt otherwise; None where it dealt everything.

    What was set by hand ends the comparison: from there on the table dealt. Blind draws are left
    to whoever replays the log, for they follow from the hand they were drawn from.
    """
    lines = [line for line in book.oldest_first(state.ledger) if line.deck in book.DECKS]
    if state.is_by_hand or any(line.source is None for line in lines):
        return None
    return characters_differ(state, seed) or secrets_differ(state, seed) or cards_differ(state, seed, lines)


def characters_differ(state: State, seed: str) -> str | None:
    """Compare the characters."""
    pool = tuple(c for c in START_ORDER if state.expansion or c != "harter")
    dealt = shuffled(seed, "characters", pool)[: len(state.seats)]
    return None if state.character in (dealt, (None,) * len(state.seats)) else "characters"


def secrets_differ(state: State, seed: str) -> str | None:
    """Compare loves and hates, as far as they are known."""
    if not deals(state, "provisions"):
        return None
    in_play = tuple(c for c in START_ORDER if c in state.character)
    for kind, held in (("love", state.love), ("hate", state.hate)):
        dealt = shuffled(seed, kind, in_play)
        if any(a is not None and a != b for a, b in zip(held, dealt, strict=False)):
            return kind
    return None


def cards_differ(state: State, seed: str, lines: list[book.Line]) -> str | None:
    """Compare every card that came off a deck the referee deals, in the order it came."""
    decks: dict[str, list[Any]] = {
        book.PROVISIONS: list(whole_deck(seed, expansion=state.expansion)),
        book.NAVIGATION: list(navigation_deck(seed)),
    }
    for line in lines:
        if not deals(state, line.deck):
            continue
        deck = decks[line.deck]
        if line.source == book.DECK:
            drawn, deck[: len(line.cards)] = deck[: len(line.cards)], []
            pairs = zip(line.cards, drawn, strict=True)
            if any(None not in pair and pair[0] != pair[1] for pair in pairs):
                return line.deck
        elif line.target == book.DECK:
            deck += line.cards
    return None


def judge_closing(state: State, event: TableClosed) -> Refused | None:
    """Judge a table that closes: its seed is the one committed to, and dealt every card.

    Rules: TAB-CLOSE-01, TAB-CHANCE-01
    """
    if refused := judge_table_event(CHARTER, state, event):
        return refused
    if event.seed is None or state.chance != "referee":
        return None
    wrong = first_difference(state, event.seed)
    return refuse("lifeboat.not_of_seed", "TAB-CHANCE-01", what=wrong) if wrong else None


ACTS = (
    Act(
        event=TableClosed,
        rules=SHARED_RULES[TableClosed],
        judge=judge_closing,
        apply=lambda state, event: evolve_table_event(CHARTER, state, event),
        by_table=True,
        after_end=True,
    ),
)
