"""Lifeboat as text: the boat from bow to stern, the fight, the score sheet."""

from referee.draw.ink import BOLD, DIM, WATER, Ink, Line, flow, fold, head_lines, line_of, print_lines, who
from referee.draw.palette import name_of, style_of
from referee.draw.width import pad
from referee.draw.words import word
from referee.games.lifeboat.board.words import (
    BIRDS,
    GONE,
    SCORED,
    character,
    face_up,
    flags,
    hand_words,
    headline,
    legend,
    navigation_words,
    own_words,
    piles,
    score_rows,
    seen_words,
    sides_of,
    window_words,
)
from referee.games.lifeboat.tables import WEAPONS
from referee.games.lifeboat.view import View
from referee.l10n import noun
from referee.l10n.options import house_notes
from referee.languages import listed, trait

NAME_COLUMNS = 10
CHARACTER_COLUMNS = 14
INDENT = "     "


def draw_text(view: View, lang: str, colour: bool, columns: int) -> str:
    """Draw a view as lines of at most so many columns."""
    lines = [*heading(view, lang, columns), *boat(view, lang, columns), *fight(view, lang)]
    lines += [line_of(words) for words in (*own_words(view, lang), *seen_words(view, lang))]
    if windows := window_words(view, lang):
        lines += flow([Ink(each) for each in windows], columns, gap=3)
    lines += scores(view, lang)
    folded = [part for line in lines for part in fold(line, columns, len(INDENT))]
    return print_lines(folded, colour)


def heading(view: View, lang: str, columns: int) -> list[Line]:
    """Say where the game stands: day, phase, birds, piles, the card."""
    title, phase = word(view, lang, "title", day=view.day), noun("phase", view.phase, lang, "lifeboat")
    birds = f"{word(view, lang, 'birds')} {'v' * view.birds}{'.' * (BIRDS - view.birds)}"
    first = head_lines(title, phase, headline(view, lang), house_notes(view, lang))
    rest = flow([Ink(birds), *(Ink(each) for each in piles(view, lang))], columns, gap=3)
    card = navigation_words(view, lang)
    return [*first, *rest, *([line_of(card)] if card else [])]


def boat(view: View, lang: str, columns: int) -> list[Line]:
    """Draw the boat, bow above, and those out of it."""
    lines = [[], edge("/", word(view, lang, "bow"), "\\", columns)]
    for n, seat in enumerate(view.boat, 1):
        lines += seat_lines(view, seat, lang, str(n))
    lines.append(edge("\\", word(view, lang, "stern"), "/", columns))
    gone = [seat for seat in view.seats if view.people[seat].status in GONE]
    if gone:
        lines.append(line_of(Ink(word(view, lang, "gone"), DIM)))
        lines += [seat_line(view, seat, lang, " ") for seat in gone]
    return [*lines, *flow([Ink(each, DIM) for each in legend(view, lang)], columns, gap=3)]


def edge(left: str, text: str, right: str, columns: int) -> Line:
    """Draw an end of the boat."""
    return [Ink(f"{left}{pad(f' {text} ', min(columns, 60) - 2, '^').replace(' ', '~')}{right}", WATER)]


def seat_lines(view: View, seat: str, lang: str, place: str) -> list[Line]:
    """Draw a seat, and below it what lies face up before it."""
    first = seat_line(view, seat, lang, place)
    cards = face_up(view.people[seat], lang)
    if not cards:
        return [first]
    head = f"{INDENT}   {word(view, lang, 'face_up')}{trait(lang, 'colon')}"
    return [first, line_of(Ink(head, DIM), listed(cards, lang))]


def seat_line(view: View, seat: str, lang: str, place: str) -> Line:
    """Write a seat: `>` acts, `*` has won; wounds as x against the dots of its Size."""
    person = view.people[seat]
    turn = "*" if seat in (view.winners or ()) else ">" if seat == view.turn else " "
    wounds = "x" * person.wounds + "." * max(0, person.size - person.wounds)
    numbers = (
        f" {pad(character(person, lang), CHARACTER_COLUMNS)} {person.size}/{person.survival} {pad(wounds, 9)}"
    )
    said = [Ink(f" {hand_words(view, seat, lang)}")]
    said += [Ink(f"  {flag}", BOLD) for flag in flags(view, seat, lang)]
    sign = who(view, seat, NAME_COLUMNS, has_won=turn == "*")
    return [Ink(f"{turn}{pad(place, 2)} "), sign, Ink(numbers), *said]


def fight(view: View, lang: str) -> list[Line]:
    """Draw a fight as two sides with their sums."""
    return [
        line_of(
            Ink(f"{word(view, lang, side, n=total)}{trait(lang, 'colon')}", BOLD),
            listed((f"{name_of(view.names, seat)} {strength_words(view, seat)}" for seat in seats), lang),
        )
        for side, total, seats in sides_of(view)
    ]


def strength_words(view: View, seat: str) -> str:
    """Write a fighter's Size and weapons."""
    person = view.people[seat]
    return "+".join(str(n) for n in (person.size, *(WEAPONS[c] for c in person.table if c in WEAPONS)))


def scores(view: View, lang: str) -> list[Line]:
    """Write the score sheet; `?` for what nobody showed."""
    if view.scores is None:
        return []
    heads = [word(view, lang, id) for id in SCORED]
    lines = [
        [],
        line_of(Ink(pad(word(view, lang, "scores"), 14) + "".join(pad(h, 10, ">") for h in heads), DIM)),
    ]
    for seat, points in score_rows(view):
        row = "".join(pad(n, 10, ">") for n in points)
        name = pad(("* " if seat in (view.winners or ()) else "  ") + name_of(view.names, seat), 14)
        lines.append([Ink(name, style_of(view, seat).code), Ink(row)])
    return lines
