"""What a table decides against the referee, as events: house rules, and facts set by hand."""

from typing import Any

import msgspec

from cli.problems import Problem
from events.codec import MalformedError
from events.table import HouseRuled
from referee.kernel.game import Game


def house_rule(text: str, reason: str, agreed: tuple[str, ...] = ()) -> HouseRuled:
    """Read OPTION=VALUE."""
    option, equals, value = text.partition("=")
    if not equals:
        raise Problem("cli.option_shape", text=text)
    return HouseRuled(option.strip(), value.strip(), reason, agreed)


def correction(game: Game, state: Any, facts: list[str], reason: str, agreed: tuple[str, ...] = ()) -> Any:
    """Read facts such as `canoes.A.1.at=S3` into a correction; what is beside them stays as it is."""
    from referee.service.by_hand import correction_of

    told = {}
    for fact in facts:
        path, equals, value = fact.partition("=")
        if not equals:
            raise Problem("cli.fact_shape", text=fact)
        told[path.strip()] = read_value(value.strip())
    try:
        return correction_of(game, state, told, reason, agreed)
    except MalformedError as error:
        raise Problem("cli.bad_event", why=str(error)) from None


def read_value(text: str) -> Any:
    """Read a value: JSON where it is JSON, else the word itself; `none` is nothing."""
    if text in {"none", "-", ""}:
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
