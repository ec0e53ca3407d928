"""What both boards of Powerboats say in words: headlines, progress, the three ways of a boat."""

from referee.draw.palette import marks_of
from referee.draw.words import word
from referee.games.powerboats.board.whereabouts import where_words
from referee.games.powerboats.view import BoatView, Preview, View
from referee.l10n import noun, say
from referee.languages import listed, trait

BUOYS = 3
DEGREES = 30
"""How far round a buoy a notch of a boat's progress is."""

TURNS = ("left", "straight", "right")
RACING = ("dice", "move")
"""The phases in which it is somebody's turn, until the last boat is in."""


def headline(view: View, lang: str) -> str:
    """Say what the table waits for, that the race is over, or who has won."""
    if view.winners is not None:
        return word(view, lang, "won" if len(view.winners) == 1 else "won_shared", seats=view.winners)
    if view.turn is None and view.phase in RACING:
        return word(view, lang, "over")
    speed = sum(view.boats[view.turn].dice) if view.turn else 0
    n = speed if view.phase == "move" else view.race
    return word(view, lang, view.phase, seat=view.turn, n=n)


def is_first_round_over(view: View) -> bool:
    """Whether every boat has had its first turn: a race is longer than that."""
    return all(boat.turns for boat in view.boats.values())


def state_words(view: View, lang: str, boat: BoatView) -> str:
    """Say where a boat is: hex and heading, or why it is not on the lake."""
    if boat.place:
        return word(view, lang, "finished", n=boat.place)
    if boat.sunk:
        return word(view, lang, "sunk")
    if boat.at is None:
        return word(view, lang, "waiting" if view.phase in ("lake", "course", "placing") else "out")
    return word(view, lang, "going", way=noun("bow", boat.heading, lang, "powerboats"))


def progress_words(view: View, lang: str, boat: BoatView) -> str:
    """Say how far round a boat is."""
    if boat.at is None:
        return word(view, lang, "none")
    if boat.buoys < 0:
        return word(view, lang, "not_started")
    if boat.buoys == BUOYS:
        return word(view, lang, "homeward")
    left = -(boat.progress or 0) * DEGREES
    return word(view, lang, "next_gate", buoy=boat.buoys + 1, n=left)


def way_words(view: View, lang: str, way: Preview) -> str:
    """Say which of the three turns it is, and what it would do."""
    return say("powerboats.picks.ahead", lang, turn=way.turn, said=end_words(view, lang, way))


def end_words(view: View, lang: str, way: Preview) -> str:
    """Say what one of the three turns would do."""
    at = where_words(view, lang, way.at, view.turn)
    text = word(view, lang, end_of(way), run=way.run, at=at, damage=way.damage)
    notes = [word(view, lang, "way_back")] if way.back and way.run else []
    notes += [] if way.allowed else [word(view, lang, "way_barred")]
    return text + trait(lang, "brackets").format(listed(notes, lang)) if notes else text


def end_of(way: Preview) -> str:
    """Name how a way ends: on the water or on land, after some hexes or at once."""
    if way.crashes:
        return "way_crash" if way.run else "way_crash_at_once"
    return "way_ends" if way.run else "way_stays"


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
    """Say the last move and who started."""
    notes = []
    if view.wake:
        notes.append(word(view, lang, "wake", seat=view.wake[0]))
    notes.append(word(view, lang, "start_player", seat=view.start_player))
    return notes


def next_words(view: View, lang: str, boat: BoatView) -> str:
    """Say beside a boat's name where it goes next; its heading and its way to the gate are on the lake."""
    if boat.at is None:
        return state_words(view, lang, boat)
    if 0 <= boat.buoys < BUOYS:
        return word(view, lang, "next_buoy", buoy=boat.buoys + 1)
    return progress_words(view, lang, boat)


def boat_marks(view: View) -> dict[str, str]:
    """Give every seat one character for its boat."""
    return {seat: mark[:1] for seat, mark in marks_of(view.seats).items()}
