"""Re-exports for authors of games."""

from events.base import TABLE, Event, Seat, SeatEvent, Value
from events.table import TableOpened
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft, Listing, Secret, When, unchanged
from referee.kernel.chance import HiddenDice, throws_itself
from referee.kernel.facts import (
    Facts,
    RowState,
    StateFact,
    each_seat,
    names,
    number_seats,
    seat_fact,
    seats_fact,
    set_at,
    winners_of_result,
    with_others,
)
from referee.kernel.game import Game, History, NotationError, Scoring, Secrets, Status, Windows
from referee.kernel.play import ByHand, Ending, Mended, Opening, PlayingOn
from referee.kernel.registry import AnywayFacts, read_data
from referee.kernel.ruleset import Plain, RuleOption, Ruleset, choice, first_values, yes_or_no
from referee.kernel.secrets import Hidden, Seals
from referee.kernel.seed import Throw, draw_number, shuffle
from referee.kernel.table import TableView, judge_promise, redeem, table_fields
from referee.kernel.tally import Line, Note, Places, Reading, Step, Tally
from referee.kernel.turns import TurnState, all_at_once, ended_by, on_table, on_turn
from referee.kernel.verdict import Refused, refuse

__all__ = [
    "LISTS_KEPT",
    "TABLE",
    "Act",
    "AnywayFacts",
    "ByHand",
    "Consequence",
    "Draft",
    "Ending",
    "Event",
    "Facts",
    "Game",
    "Hidden",
    "HiddenDice",
    "History",
    "Line",
    "Listing",
    "Mended",
    "NotationError",
    "Note",
    "Opening",
    "Places",
    "Plain",
    "PlayingOn",
    "Reading",
    "Refused",
    "RowState",
    "RuleOption",
    "Ruleset",
    "Scoring",
    "Seals",
    "Seat",
    "SeatEvent",
    "Secret",
    "Secrets",
    "StateFact",
    "Status",
    "Step",
    "TableOpened",
    "TableView",
    "Tally",
    "Throw",
    "TurnState",
    "Value",
    "When",
    "Windows",
    "all_at_once",
    "choice",
    "draw_number",
    "each_seat",
    "ended_by",
    "first_values",
    "judge_promise",
    "names",
    "number_seats",
    "on_table",
    "on_turn",
    "read_data",
    "redeem",
    "refuse",
    "seat_fact",
    "seats_fact",
    "set_at",
    "shuffle",
    "table_fields",
    "throws_itself",
    "unchanged",
    "winners_of_result",
    "with_others",
    "yes_or_no",
]
