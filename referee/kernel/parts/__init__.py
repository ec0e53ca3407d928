"""All that the rules of a game are made of. Cells of a panel are in `referee.kernel.parts.panel`."""

from events.base import TABLE, Event, Seat, SeatEvent, Value
from events.table import TableOpened
from referee.kernel.acts import Act, Consequence, Draft, Listing, Secret, When, unchanged
from referee.kernel.equipment import Amount, Cards, Dice, Equipment, Pieces, of_each
from referee.kernel.facts import Facts, StateFact
from referee.kernel.game import Game, History, Scoring, Secrets, Status, Windows
from referee.kernel.parts.amounts import Conserved, plus, secret_until_end
from referee.kernel.parts.deck import Deck
from referee.kernel.parts.dice import HiddenDice
from referee.kernel.parts.ranking import Measure, Ranking
from referee.kernel.parts.rounds import Rounds, RoundState, count_rounds
from referee.kernel.parts.secret_choice import SecretChoice
from referee.kernel.play import ByHand, Ending, Mended, Opening, PlayingOn
from referee.kernel.ruleset import Edition, RuleOption, Ruleset, choice, yes_or_no
from referee.kernel.seed import Throw, draw_number, pick_index, shuffle
from referee.kernel.table import table_fields
from referee.kernel.tally import Line, Reading, Step, Tally
from referee.kernel.turns import TurnState, all_at_once, ended_by, on_table, on_turn
from referee.kernel.verdict import Refused, first_refusal, refuse

__all__ = [
    "TABLE",
    "Act",
    "Amount",
    "ByHand",
    "Cards",
    "Consequence",
    "Conserved",
    "Deck",
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
    "Line",
    "Listing",
    "Measure",
    "Mended",
    "Opening",
    "Pieces",
    "PlayingOn",
    "Ranking",
    "Reading",
    "Refused",
    "RoundState",
    "Rounds",
    "RuleOption",
    "Ruleset",
    "Scoring",
    "Seat",
    "SeatEvent",
    "Secret",
    "SecretChoice",
    "Secrets",
    "StateFact",
    "Status",
    "Step",
    "TableOpened",
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
    "ended_by",
    "first_refusal",
    "of_each",
    "on_table",
    "on_turn",
    "pick_index",
    "plus",
    "refuse",
    "secret_until_end",
    "shuffle",
    "table_fields",
    "unchanged",
    "yes_or_no",
]
