"""Lines about the navigation phase: the day's card, the water, thirst."""

from events.base import Event
from referee.games.lifeboat.events import (
    ChumUsed,
    CompassUsed,
    GhostCalled,
    NavigationChosen,
    OverboardClosed,
    ThirstClosed,
    WaterUsed,
)
from referee.games.lifeboat.notation.words import (
    UNSEEN,
    Reader,
    Writer,
    find_navigation,
    last_word,
    notate_card,
    unseen_or,
)
from referee.kernel.notation import find_seat

CLOSINGS: dict[str, Event] = {"overboard": OverboardClosed(), "thirst": ThirstClosed()}


def notate_choice(event: NavigationChosen) -> str:
    """Write the navigator's choice, or the card that was turned."""
    card = notate_card(event.card)
    return f"top card {card}" if event.seat is None else f"{event.seat} chooses {card}"


WRITERS: dict[type, Writer] = {
    CompassUsed: lambda it: f"{it.seat} looks at {notate_card(it.card)}",
    NavigationChosen: notate_choice,
    WaterUsed: lambda it: f"{it.seat} waters {it.on}",
    ChumUsed: lambda it: f"{it.seat} throws chum",
    GhostCalled: lambda it: f"{it.seat} haunts",
    OverboardClosed: lambda _: "overboard closed",
    ThirstClosed: lambda _: "thirst closed",
}

VERBS: dict[str, Reader] = {
    "looks": lambda _, seat, words: CompassUsed(seat, unseen_or(find_navigation, last_word(words) or UNSEEN)),
    "chooses": lambda _, seat, words: NavigationChosen(find_navigation(last_word(words)), seat),
    "waters": lambda state, seat, words: WaterUsed(seat, find_seat(state, last_word(words) or seat)),
    "throws": lambda _, seat, __: ChumUsed(seat),
    "haunts": lambda _, seat, __: GhostCalled(seat),
}
