"""What a game is made of, in one place for its author; each is told where it stands."""

from events.base import TABLE, Event, Seat, SeatEvent, Value
from events.table import TableOpened
from referee.kernel.acts import Act, Consequence, Draft, unchanged
from referee.kernel.chance import HiddenDice
from referee.kernel.facts import Facts, StateFact
from referee.kernel.game import Dealing, Game, Scoring, Secrets, Status
from referee.kernel.play import ByHand, Ending, Mended, Opening, PlayingOn
from referee.kernel.ruleset import RuleOption, Ruleset, yes_or_no
from referee.kernel.table import table_fields
from referee.kernel.turns import TurnState, ended_by
from referee.kernel.verdict import Refused, refuse

__all__ = [
    "TABLE",
    "Act",
    "ByHand",
    "Consequence",
    "Dealing",
    "Draft",
    "Ending",
    "Event",
    "Facts",
    "Game",
    "HiddenDice",
    "Mended",
    "Opening",
    "PlayingOn",
    "Refused",
    "RuleOption",
    "Ruleset",
    "Scoring",
    "Seat",
    "SeatEvent",
    "Secrets",
    "StateFact",
    "Status",
    "TableOpened",
    "TurnState",
    "Value",
    "ended_by",
    "refuse",
    "table_fields",
    "unchanged",
    "yes_or_no",
]
