"""One line for every action, as a person would say it: `ann mugs bo for hand`.

```
ann passes             ann rows                     ann rows stack N01,? bury N04
ann swaps with bo      ann mugs bo for knife        ann trades water,? with bo for knife
bo grants              bo refuses                   cy joins attack      fight closed
ann plays knife        ann plays preserver on bo    ann takes ? from bo  cy objects
ann uses parasol       ann uses medkit on bo        ann uses flare drawn N01,N02,N03
dee looks at ?         dee chooses N07              top card N07         ann uses cannibalism corpse bo
ann waters bo          ann throws chum              ann haunts           overboard closed
characters ann=kid     ann gets water               ann keeps ?          ann reveals cash love=kid hate=?
house rule row_one=yes: reason                      {"type": ...}        (any event, as JSON)
```

Words and cards may be shortened (`ann mug bo`, `ann plays kn`); `?` is a card nobody here has seen,
`-` none, and `(bird+1;over=kid;dry=kid+mate;row)` a navigation card read aloud.
"""

from typing import Any

from events.base import Event
from referee.games.lifeboat.events import CharactersDealt, NavigationChosen
from referee.games.lifeboat.notation import acting, dealing, navigating
from referee.games.lifeboat.notation.words import find_character, find_navigation
from referee.games.lifeboat.state import State, phase_of
from referee.kernel.game import NotationError
from referee.kernel.notation import find_seat, notate_shared, parse_shared, plain

WRITERS = {**dealing.WRITERS, **acting.WRITERS, **navigating.WRITERS}
VERBS = {**acting.VERBS, **navigating.VERBS, **dealing.VERBS}
CLOSINGS = {**acting.CLOSINGS, **navigating.CLOSINGS}
"""By phase, the line nobody's name leads: that its window is closed."""

LINES = {str(WRITERS[type(closing)](closing)): closing for closing in CLOSINGS.values()}


def notate(state: State | None, event: Event) -> str:
    """Write one line for an event; the state is not needed."""
    del state
    write = WRITERS.get(type(event), notate_shared)
    return write(event)


def parse(state: State, text: str) -> Event:
    """Read one line of notation at a state.

    Raises NotationError with what could stand where it stops making sense.
    """
    if (shared := parse_shared(state, " ".join(text.split()))) is not None:
        return shared
    text = plain(state, text)
    if text.lower() in LINES:
        return LINES[text.lower()]
    if text.lower() in {"close", "closed"} and phase_of(state) in CLOSINGS:
        return CLOSINGS[phase_of(state)]
    words = text.split()
    match words[0].lower():
        case "characters":
            return CharactersDealt(dict(read_pair(state, word) for word in words[1:]))
        case "top" | "turn":
            return NavigationChosen(find_navigation(words[-1]))
    return parse_seat_line(state, find_seat(state, words[0], ("fight", "top")), words[1:])


def read_pair(state: State, word: str) -> tuple[str, Any]:
    """Read `seat=character`."""
    seat, _, card = word.rpartition("=")
    return find_seat(state, seat), find_character(card)


def parse_seat_line(state: State, seat: str, words: list[str]) -> Event:
    """Read what a seat does."""
    verb = words[0].lower() if words else ""
    reader = VERBS.get(verb) or VERBS.get(f"{verb}s") or VERBS.get(f"{verb}es")
    if reader is None:
        raise NotationError("notation.unknown_verb", expected=tuple(VERBS), text=" ".join(words))
    return reader(state, seat, words[1:])
