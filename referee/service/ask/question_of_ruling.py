"""The act of a ruling as a question of its own, which Ask answers as the ruling does."""

from collections.abc import Iterator

import msgspec

from events.base import REFEREE
from events.envelope import encode
from referee.kernel.verdict import Refused
from referee.service.ask.address import read_address, write_address
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.layout import lay_out
from referee.service.ask.tell import ask_about, asked_at
from referee.service.ask.worked import Worked


def question_of(worked: Worked) -> Asked | None:
    """Return the question about an act of a ruling: with the position told, else with the record.

    None where Ask answers neither as it was worked out: what decides is no part of a question, such as a seed
    of dice.
    """
    return next((asked for asked in _questions(worked) if _is_answered_so(asked, worked)), None)


def _questions(worked: Worked) -> Iterator[Asked]:
    asked = asked_at(worked.game, worked.told, REFEREE)
    for act in (*worked.since, worked.act):
        asked = ask_about(asked, act, is_next=True)
    yield asked
    opened, *done = [msgspec.json.decode(encode(event)) for event in worked.record]
    by_record = Asked(
        game=worked.game.id,
        edition=worked.state.edition,
        options=opened["options"],
        seats=tuple(opened["seats"]),
        record=tuple(done),
    )
    yield ask_about(by_record, worked.act, is_next=True)


def _is_answered_so(asked: Asked, worked: Worked) -> bool:
    """Return whether the address of a question is read, and answered with the same verdict and rules."""
    laid = lay_out(asked)
    # An act that sets up the board it is asked about at is taken as done there, and not as asked about.
    is_done = not isinstance(laid, Refused) and laid.acts_done == len(asked.acts)
    if is_done or isinstance(read_address(write_address(asked)), Refused):
        return False
    answer = ask(asked)
    if isinstance(answer, Refused):
        return False
    rules = tuple([each.rule.id for each in answer.rules])
    return (answer.played, rules) == ("may" if worked.is_allowed else "may_not", worked.rules)
