"""All that the rules of a game are made of. Cells of a panel are in `referee.kernel.parts.panel`."""

from events.base import TABLE, Event, Seat, SeatEvent, Value
from events.table import TableOpened
from referee.kernel.acts import LISTS_KEPT, Act, Consequence, Draft, Listing, Secret, When, unchanged
from referee.kernel.chance import throws_itself
from referee.kernel.equipment import Amount, Cards, Dice, Equipment, Pieces, of_each
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
from referee.kernel.parts.amounts import plus, secret_until_end
from referee.kernel.parts.deck import Deck
from referee.kernel.parts.dice import HiddenDice
from referee.kernel.parts.ranking import Measure, Ranking
from referee.kernel.parts.rounds import Rounds, RoundState, count_rounds
from referee.kernel.parts.secret_choice import SecretChoice
from referee.kernel.play import ByHand, Ending, Mended, Opening, PlayingOn
from referee.kernel.registry import AnywayFacts, read_data
from referee.kernel.ruleset import Edition, Plain, RuleOption, Ruleset, choice, first_values, yes_or_no
from referee.kernel.secrets import Hidden, Seals
from referee.kernel.seed import Throw, draw_number, pick_index, shuffle
from referee.kernel.table import TableView, judge_promise, redeem, table_fields
from referee.kernel.tally import Line, Note, Places, Reading, Step, Tally
from referee.kernel.turns import TurnState, all_at_once, ended_by, on_table, on_turn
from referee.kernel.verdict import Refused, first_refusal, refuse

__all__ = [
    "LISTS_KEPT",
    "TABLE",
    "Act",
    "Amount",
    "AnywayFacts",
    "ByHand",
    "Cards",
    "Consequence",
    "Deck",
    "Dice",
    "Draft",
    "Edition",
    "Ending",
    "Equipment",
    "Event",
    "Facts",
    "Game",
    "Hidden",
    "HiddenDice",
    "History",
    "Line",
    "Listing",
    "Measure",
    "Mended",
    "NotationError",
    "Note",
    "Opening",
    "Pieces",
    "Places",
    "Plain",
    "PlayingOn",
    "Ranking",
    "Reading",
    "Refused",
    "RoundState",
    "Rounds",
    "RowState",
    "RuleOption",
    "Ruleset",
    "Scoring",
    "Seals",
    "Seat",
    "SeatEvent",
    "Secret",
    "SecretChoice",
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
    "count_rounds",
    "draw_number",
    "each_seat",
    "ended_by",
    "first_refusal",
    "first_values",
    "judge_promise",
    "names",
    "number_seats",
    "of_each",
    "on_table",
    "on_turn",
    "pick_index",
    "plus",
    "read_data",
    "redeem",
    "refuse",
    "seat_fact",
    "seats_fact",
    "secret_until_end",
    "set_at",
    "shuffle",
    "table_fields",
    "throws_itself",
    "unchanged",
    "winners_of_result",
    "with_others",
    "yes_or_no",
]
