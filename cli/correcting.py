"""What a table decides against the referee, as events: house rules, and facts set by hand."""

from typing import Any

import msgspec

from cli.problems import Problem
from events.codec import MalformedError, codec_for
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
    now = msgspec.to_builtins(game.position(state, "referee"))
    position: dict[str, Any] = {}
    for fact in facts:
        path, equals, value = fact.partition("=")
        if not equals:
            raise Problem("cli.fact_shape", text=fact)
        steps = path.strip().split(".")
        top = position.setdefault(steps[0], now.get(steps[0]))
        position[steps[0]] = with_fact(top, steps[1:], read_value(value.strip()))
    raw = {"type": "corrected", "position": position, "reason": reason, "agreed": agreed}
    try:
        return codec_for(game.id).event(msgspec.json.encode(raw))
    except MalformedError as error:
        raise Problem("cli.bad_event", why=str(error)) from None


def with_fact(part: Any, steps: list[str], value: Any) -> Any:
    """Copy a part of a position with one fact in it changed."""
    if not steps:
        return value
    inner = part if isinstance(part, dict) else {}
    return {**inner, steps[0]: with_fact(inner.get(steps[0]), steps[1:], value)}


def read_value(text: str) -> Any:
    """Read a value: JSON where it is JSON, else the word itself; `none` is nothing."""
    if text in {"none", "-", ""}:
        return None
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text
