"""The cloud card and the weather track."""

from functools import cache

from msgspec.structs import replace

from referee.games.niagara.events import CloudMoved
from referee.games.niagara.phases.turns import judge_turn, must_buy
from referee.games.niagara.state import State
from referee.games.niagara.tables import WEATHER_TRACK
from referee.kernel.acts import Act
from referee.kernel.verdict import Refused, refuse


def judge_cloud(state: State, event: CloudMoved) -> Refused | None:
    """Judge a move of the weather marker: exactly one step, never none. Rules: NIA-WX-01, NIA-WX-04."""
    if event.to in steps_from(state.weather):
        return None
    at_end = state.weather in (WEATHER_TRACK[0], WEATHER_TRACK[-1])
    rules = ("NIA-WX-01", "NIA-WX-02") if at_end else ("NIA-WX-01",)
    told = {"weather": state.weather, "choices": steps_from(state.weather)}
    return refuse("niagara.one_step_of_weather", *rules, **told)


def judge_cloud_card(state: State, seat: str) -> Refused | None:
    """Judge whether a seat may move the weather marker now: it shows a cloud.

    Rules: NIA-TURN-01, NIA-BUY-04
    """
    if refused := judge_turn(state, seat):
        return refused
    card = state.shown[state.turn]
    if card != "cloud":
        return refuse("niagara.no_cloud_shown", "NIA-TURN-01", seat=seat, card=card)
    return refuse("niagara.must_buy", "NIA-BUY-04", seat=seat) if must_buy(state) else None


@cache
def steps_from(weather: int) -> tuple[int, ...]:
    """List where the marker may go. Rules: NIA-WX-02."""
    return tuple(w for w in WEATHER_TRACK if abs(w - weather) == 1)


def steps_of_weather(state: State, seat: str) -> tuple[CloudMoved, ...]:
    """List where a seat may move the marker."""
    return tuple(CloudMoved(seat, to) for to in steps_from(state.weather))  # type: ignore[arg-type]


def cloud_moved(state: State, event: CloudMoved) -> State:
    """Move the weather marker; the seat has acted."""
    return replace(state, weather=event.to, used=3)


def rules_of_cloud(state: State, _: CloudMoved) -> tuple[str, ...]:
    """Name the rules by which the marker moved: at an end there was one way only.

    Rules: NIA-WX-01, NIA-WX-02
    """
    return ("NIA-WX-01", "NIA-WX-02") if len(steps_from(state.weather)) == 1 else ("NIA-WX-01",)


ACTS = (
    Act(
        event=CloudMoved,
        rules=rules_of_cloud,
        may=judge_cloud_card,
        judge=judge_cloud,
        apply=cloud_moved,
        listed=steps_of_weather,
        phases=("cloud",),
    ),
)
