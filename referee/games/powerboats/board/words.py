"""What both boards of Powerboats say in words: headlines, progress, the three ways of a boat."""

from referee.draw.palette import marks_of
from referee.games.powerboats.view import BoatView, Preview, View
from referee.l10n import say

BUOYS = 3
TURNS = ("left", "straight", "right")


def word(view: View, lang: str, id: str, **args: object) -> str:
    """Say a message of the board."""
    return say(f"powerboats.board.{id}", lang, names=view.names, **args)


def headline(view: View, lang: str) -> str:
    """Say what the table waits for, or who has won."""
    if view.winners is not None:
        return word(view, lang, "won" if len(view.winners) == 1 else "won_shared", seats=view.winners)
    speed = sum(view.boats[view.turn].dice) if view.turn else 0
    n = speed if view.phase == "move" else view.race
    return word(view, lang, view.phase, seat=view.turn, n=n)


def hex_words(cell: tuple[int, int] | None) -> str:
    """Write a hex."""
    return f"{cell[0]},{cell[1]}" if cell else "-"


def state_words(view: View, lang: str, boat: BoatView) -> str:
    """Say where a boat is: hex and heading, or why it is not on the lake."""
    if boat.place:
        return word(view, lang, "finished", n=boat.place)
    if boat.sunk:
        return word(view, lang, "sunk")
    if boat.at is None:
        return word(view, lang, "waiting" if view.phase in ("lake", "course", "placing") else "out")
    return f"{hex_words(boat.at)} {boat.heading}"


def progress_words(view: View, lang: str, boat: BoatView) -> str:
    """Say how far round a boat is."""
    if boat.at is None:
        return word(view, lang, "none")
    if boat.buoys < 0:
        return word(view, lang, "not_started")
    if boat.buoys == BUOYS:
        return word(view, lang, "homeward")
    return word(view, lang, "next_gate", buoy=boat.buoys + 1, n=-(boat.progress or 0))


def way_words(view: View, lang: str, way: Preview) -> str:
    """Say what one of the three turns would do."""
    id = "way_crash" if way.crashes else "way"
    text = word(view, lang, id, turn=way.turn, run=way.run, at=hex_words(way.at), damage=way.damage)
    notes = [word(view, lang, "way_back")] if way.back else []
    notes += [] if way.allowed else [word(view, lang, "way_barred")]
    return f"{text} ({', '.join(notes)})" if notes else text


def outlook_words(view: View, lang: str) -> list[str]:
    """Say for each of the three turns what the sums the dice may come to would do."""
    if not view.outlooks:
        return []
    first, last = view.outlooks[0].speed, view.outlooks[-1].speed
    lines = [say("powerboats.picks.sums", lang, least=first, most=last)]
    for n, turn in enumerate(TURNS):
        ways = [(outlook.speed, outlook.ways[n]) for outlook in view.outlooks]
        free = [speed for speed, way in ways if way.allowed and not way.crashes]
        crashes = [(speed, way.damage) for speed, way in ways if way.allowed and way.crashes]
        said = [say("powerboats.picks.free", lang, sums=span(free))] if free else []
        if crashes:
            args = {"sums": span([speed for speed, _ in crashes]), "damage": crashes[-1][1]}
            said.append(say("powerboats.picks.crash", lang, **args))
        said = said or [word(view, lang, "way_barred")]
        lines.append(say("powerboats.picks.ahead", lang, turn=turn, said=tuple(said)))
    return lines


def span(numbers: list[int]) -> str:
    """Write a run of numbers: its first and its last."""
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}–{numbers[-1]}"


def footnotes(view: View, lang: str) -> list[str]:
    """Say the last move, who started, and which house rules hold."""
    notes = []
    if view.wake:
        seat, start, end = view.wake
        notes.append(word(view, lang, "wake", seat=seat, start=hex_words(start), end=hex_words(end)))
    notes.append(word(view, lang, "start_player", seat=view.start_player))
    if view.house:
        rules = ", ".join(f"{name}={value}" for name, value in view.house.items())
        notes.append(word(view, lang, "house", rules=rules))
    return notes


def boat_marks(view: View) -> dict[str, str]:
    """Give every seat one character for its boat."""
    return {seat: mark[:1] for seat, mark in marks_of(view.seats).items()}
