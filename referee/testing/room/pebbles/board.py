"""The table as a panel: the heap, and whose turn it is."""

from events.base import Event
from pebbles.events import PebblesTaken
from pebbles.table import View
from referee.draw.panel import Chip, Number, Panel, Row, drawn_by
from referee.l10n import say


def panel(view: View, lang: str) -> Panel:
    """Say what lies where."""
    chips = tuple(Chip(str(n), f"take:{n}", is_offered=True) for n in range(1, 10))
    rows = [
        Row(seat=seat, is_on=seat == view.turn, has_won=seat in (view.winners or ())) for seat in view.seats
    ]
    rows.append(Row((Number(view.heap), *chips), title=word(view, lang, "heap")))
    now = word(view, lang, f"now_{view.phase}", seat=view.turn, winners=view.winners)
    return Panel(word(view, lang, "title"), (now,), tuple(rows))


def word(view: View, lang: str, id: str, **args: object) -> str:
    """Say a message of the board."""
    return say(f"pebbles.board.{id}", lang, names=view.names, **args)


draw_text, draw_svg = drawn_by(panel)


def picks(_: View, event: Event) -> tuple[str, ...]:
    """List the taps by which an act is meant."""
    return (f"take:{event.count}",) if isinstance(event, PebblesTaken) else ()
