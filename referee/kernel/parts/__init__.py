"""Re-exports for authors of games."""

from events.base import TABLE, Event, Seat, SeatEvent, Value
from events.table import TableOpened
from referee.kernel.acts import Act, Consequence, Draft, Listing, Secret, When, unchanged
from referee.kernel.chance import HiddenDice
from referee.kernel.equipment import Amount, Cards, Dice, Equipment, Pieces, of_each
from referee.kernel.facts import Facts, StateFact
from referee.kernel.game import Game, History, Scoring, Secrets, Status, Windows
from referee.kernel.play import ByHand, Ending, Mended, Opening, PlayingOn
from referee.kernel.ruleset import Edition, RuleOption, Ruleset, yes_or_no
from referee.kernel.table import table_fields
from referee.kernel.turns import TurnState, all_at_once, ended_by, on_table, on_turn
from referee.kernel.verdict import Refused, refuse

__all__ = [
    "TABLE",
    "Act",
    "Amount",
    "ByHand",
    "Cards",
    "Consequence",
    "Dice",
    "Draft",
    "Edition",
    "Ending",
    "Equipment",
    "Event",
    "Facts",
    "Game",
    "HiddenDice",
    "History",
    "Listing",
    "Mended",
    "Opening",
    "Pieces",
    "PlayingOn",
    "Refused",
    "RuleOption",
    "Ruleset",
    "Scoring",
    "Seat",
    "SeatEvent",
    "Secret",
    "Secrets",
    "StateFact",
    "Status",
    "TableOpened",
    "TurnState",
    "Value",
    "When",
    "Windows",
    "all_at_once",
    "ended_by",
    "of_each",
    "on_table",
    "on_turn",
    "refuse",
    "table_fields",
    "unchanged",
    "yes_or_no",
]
