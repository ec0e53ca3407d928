"""Lifeboat in words, and the board as text: the boat from bow to stern, the fight, the score sheet."""

from collections.abc import Iterable

from referee.draw import word
from referee.draw.ink import (
    BOLD,
    DIM,
    WATER,
    Ink,
    Line,
    flow,
    fold,
    format_lines,
    head_lines,
    line_of,
    seat_sign,
)
from referee.draw.palette import name_of, style_of
from referee.draw.width import pad
from referee.games.lifeboat.tables import BIRDS_TO_LAND, WEAPONS
from referee.games.lifeboat.view import Person, View
from referee.games.lifeboat.wording import card_words
from referee.l10n import noun, say
from referee.l10n.options import house_notes
from referee.languages import headed, listed, trait

_PART = "lifeboat"


GONE = frozenset({"lost", "eaten"})
"""How those out of the boat are called; somebody eaten may lie in it still."""


def short(card: str | None, lang: str) -> str:
    """Return the short name of a provision, of a weapon with its strength; `?` for None."""
    return noun("short", card, lang, _PART)


def character(person: Person, lang: str) -> str:
    """Return the name of a seat's character; `?` where nobody knows it."""
    return noun("character", person.character, lang, _PART) if person.character else "?"


def face_up(person: Person, lang: str) -> list[str]:
    """Return the short names of a seat's face-up cards; an open parasol is marked."""
    opened = trait(lang, "brackets").format(say("lifeboat.board.open_parasol", lang))
    return [
        short(card, lang) + (opened if card == "parasol" and person.parasol_open else "")
        for card in person.table
    ]


def times(n: int) -> str:
    """Return ` ×n` for several copies of a card, else an empty string."""
    return f" ×{n}" if n > 1 else ""


def flags(view: View, seat: str, lang: str) -> list[str]:
    """Return a seat's status, side in a fight, markers and troubles in words.

    Of those gone only the status.
    """
    person, said = view.people[seat], troubles(view, seat, lang)
    if person.status in GONE:
        return said
    said += [word(view, lang, name) for name in ("rowed", "fought") if getattr(person, name)]
    return said + ([word(view, lang, "thirst", n=person.thirst)] if person.thirst else [])


def troubles(view: View, seat: str, lang: str) -> list[str]:
    """Return the same without what pictures show by a marker."""
    person, side = view.people[seat], side_of(view, seat)
    said = [] if person.status == "conscious" else [word(view, lang, f"status_{person.status}")]
    if person.status in GONE:
        return said
    said += [word(view, lang, f"side_{side}")] if side else []
    return said + ([word(view, lang, "overboard")] if seat in view.in_water else [])


def side_of(view: View, seat: str) -> str | None:
    """Return on which side of a fight a seat is, `attack` or `defence`; None where it is on neither."""
    conflict = view.conflict
    if conflict is None or seat not in conflict.attack + conflict.defence:
        return None
    return "attack" if seat in conflict.attack else "defence"


def sides_of(view: View) -> tuple[tuple[str, int, tuple[str, ...]], ...]:
    """Return the sides of a fight, each with its sum and its seats; empty where nobody fights."""
    fight = view.conflict
    if fight is None or not fight.attack:
        return ()
    return ("attack", fight.attack_sum, fight.attack), ("defence", fight.defence_sum, fight.defence)


def legend(view: View, lang: str) -> list[str]:
    """Return what the figures and signs of a seat's line mean."""
    last = "won" if view.winners else "turn"
    return [word(view, lang, f"legend_{id}") for id in ("values", "wound", "sound", last)]


def headline(view: View, lang: str) -> str:
    """Return what the table waits for, or who has won; empty where it waits for nobody."""
    if view.winners:
        return word(view, lang, "won_shared" if view.winners[1:] else "won", seats=view.winners)
    if view.undecided:
        return word(view, lang, "undecided", seats=view.undecided)
    if view.unshown:
        return word(view, lang, "waiting", seats=view.unshown)
    if view.packet_holder:
        return word(view, lang, "packet", seat=view.packet_holder, n=view.packet)
    if (demand := view.conflict) is not None:
        args = {"by": demand.by, "target": demand.target, "card": demand.card or ""}
        return word(view, lang, f"demand_{demand.kind}", **args)
    return word(view, lang, "turn", seat=view.turn) if view.turn else ""


def piles(view: View, lang: str) -> list[str]:
    """Return the sizes of decks and piles, each with its name."""
    counts = {
        "deck": view.deck,
        "navigation_deck": view.navigation_deck,
        "discard": len(view.discard),
        "row_stack": len(view.row_stack),
    }
    return [f"{word(view, lang, name)} {n}" for name, n in counts.items()]


def seen_words(view: View, lang: str) -> list[str]:
    """Return what each card says of the row stack and of a stroke that the viewer sees."""
    piles = (("row_stack", view.row_stack), ("drawn", view.stroke or ()))
    return [
        f"{say(f'lifeboat.picks.{id}', lang)}{trait(lang, 'colon')}{card_words(card, lang)}"
        for id, cards in piles
        for card in cards
        if card is not None
    ]


def cards_words(cards: Iterable[str], lang: str) -> str:
    return " + ".join(card_words(card, lang) for card in cards)


def navigation_words(view: View, lang: str) -> str:
    """Return the day's card in words; empty where there is none."""
    if view.card is None:
        return ""
    return f"{word(view, lang, 'card')}{trait(lang, 'colon')}{card_words(view.card, lang)}"


def own_words(view: View, lang: str) -> list[str]:
    """Return the viewer's hand, love and hate in words; empty for a viewer without a hand."""
    if view.seat is None or view.people[view.seat].hand is None:
        return []
    me = view.people[view.seat]
    hand = listed((short(card, lang) for card in me.hand or ()), lang) or word(view, lang, "nothing")
    colon = trait(lang, "colon")
    feelings = [
        f"{word(view, lang, kind)}{colon}{noun('character', whom, lang, _PART) if whom else '?'}"
        for kind, whom in (("love", me.love), ("hate", me.hate))
    ]
    return [f"{word(view, lang, 'in_hand')}{trait(lang, 'colon')}{hand}", *feelings]


SCORED = ("survival", "treasure", "love", "hate", "total")
"""What points are scored for."""


def score_rows(view: View) -> list[tuple[str, list[str]]]:
    """Return (seat, points for each of `SCORED`), most points first; `?` for what was never shown."""
    scores = sorted((view.scores or {}).items(), key=lambda item: -item[1].total)
    told = [(seat, [getattr(line, name) for name in SCORED]) for seat, line in scores]
    told = [(seat, [*parts, None if seat in view.open_scores else total]) for seat, (*parts, total) in told]
    return [(seat, ["?" if n is None else str(n) for n in points]) for seat, points in told]


def tour_step(view: View) -> str:
    """Return the part of the first day: a phase, or within the action `fight`, `meal` or `answer`."""
    if view.conflict is None:
        return view.phase
    if view.conflict.attack:
        return "fight"
    return "meal" if view.conflict.kind == "meal" else "answer"


def window_words(view: View, lang: str) -> list[str]:
    """Return who may still do what, a line for those who may do the same."""
    alike: dict[tuple[str, ...], list[str]] = {}
    for seat, acts in view.windows.items():
        alike.setdefault(acts, []).append(seat)
    return [
        word(
            view,
            lang,
            "window",
            seat=tuple(seats),
            acts=tuple(word(view, lang, f"may_{act}") for act in acts),
        )
        for acts, seats in alike.items()
    ]


def hand_words(view: View, seat: str, lang: str) -> str:
    """Return the count of a hand; `?` where the viewer may not know it."""
    n = view.people[seat].cards
    return "?" if n is None else word(view, lang, "cards", n=n)


_NAME_COLUMNS = 10
_CHARACTER_COLUMNS = 14
_INDENT = "     "


def draw_text(view: View, lang: str, colour: bool, columns: int) -> str:
    """Return a view as text, in lines of at most `columns`; with ANSI colours where `colour`."""
    lines = [*_heading(view, lang, columns), *_boat(view, lang, columns), *_fight(view, lang)]
    lines += [line_of(words) for words in (*own_words(view, lang), *seen_words(view, lang))]
    if windows := window_words(view, lang):
        lines += flow([Ink(each) for each in windows], columns, gap=3)
    lines += _scores(view, lang)
    folded = [part for line in lines for part in fold(line, columns, len(_INDENT))]
    return format_lines(folded, colour)


def _heading(view: View, lang: str, columns: int) -> list[Line]:
    title, phase = word(view, lang, "title", day=view.day), noun("phase", view.phase, lang, "lifeboat")
    birds = f"{word(view, lang, 'birds')} {'v' * view.birds}{'.' * (BIRDS_TO_LAND - view.birds)}"
    first = head_lines(title, phase, headline(view, lang), house_notes(view, lang))
    rest = flow([Ink(birds), *(Ink(each) for each in piles(view, lang))], columns, gap=3)
    card = navigation_words(view, lang)
    return [*first, *rest, *([line_of(card)] if card else [])]


def _boat(view: View, lang: str, columns: int) -> list[Line]:
    lines = [[], _edge("/", word(view, lang, "bow"), "\\", columns)]
    for n, seat in enumerate(view.boat, 1):
        lines += _seat_lines(view, seat, lang, str(n))
    lines.append(_edge("\\", word(view, lang, "stern"), "/", columns))
    gone = [seat for seat in view.seats if view.people[seat].status in GONE]
    if gone:
        lines.append(line_of(Ink(word(view, lang, "gone"), DIM)))
        lines += [_seat_line(view, seat, lang, " ") for seat in gone]
    return [*lines, *flow([Ink(each, DIM) for each in legend(view, lang)], columns, gap=3)]


def _edge(left: str, text: str, right: str, columns: int) -> Line:
    return [Ink(f"{left}{pad(f' {text} ', min(columns, 60) - 2, '^').replace(' ', '~')}{right}", WATER)]


def _seat_lines(view: View, seat: str, lang: str, place: str) -> list[Line]:
    first = _seat_line(view, seat, lang, place)
    cards = face_up(view.people[seat], lang)
    if not cards:
        return [first]
    head = f"{_INDENT}   {word(view, lang, 'face_up')}{trait(lang, 'colon')}"
    return [first, line_of(Ink(head, DIM), listed(cards, lang))]


def _seat_line(view: View, seat: str, lang: str, place: str) -> Line:
    """Return a seat's line: `>` acts, `*` has won; wounds as x against the dots of its Size."""
    person = view.people[seat]
    turn = "*" if seat in (view.winners or ()) else ">" if seat == view.turn else " "
    wounds = "x" * person.wounds + "." * max(0, person.size - person.wounds)
    called = pad(character(person, lang), _CHARACTER_COLUMNS)
    numbers = f" {called} {person.size}/{person.survival} {pad(wounds, 9)}"
    said = [Ink(f" {hand_words(view, seat, lang)}")]
    said += [Ink(f"  {flag}", BOLD) for flag in flags(view, seat, lang)]
    sign = seat_sign(view, seat, _NAME_COLUMNS, has_won=turn == "*")
    return [Ink(f"{turn}{pad(place, 2)} "), sign, Ink(numbers), *said]


def _fight(view: View, lang: str) -> list[Line]:
    return [
        line_of(
            Ink(f"{word(view, lang, side, n=total)}{trait(lang, 'colon')}", BOLD),
            _side_words(view, lang, seats),
        )
        for side, total, seats in sides_of(view)
    ]


def _side_words(view: View, lang: str, seats: Iterable[str]) -> str:
    """Return who fights on a side, each with what they bring."""
    return listed((f"{name_of(view.names, seat)} {strength_words(view, seat)}" for seat in seats), lang)


def strength_words(view: View, seat: str) -> str:
    """Return a fighter's Size and weapons, as a sum."""
    person = view.people[seat]
    return "+".join(str(n) for n in (person.size, *(WEAPONS[c] for c in person.table if c in WEAPONS)))


def _scores(view: View, lang: str) -> list[Line]:
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


def sentences(view: View, lang: str) -> list[str]:
    """Return how the day stands, who sits where with what, who fights, and the viewer's own cards."""
    gone = [seat for seat in view.seats if view.people[seat].status in GONE]
    fight = (
        headed(word(view, lang, side, n=total), _side_words(view, lang, seats), lang)
        for side, total, seats in sides_of(view)
    )
    return [
        word(view, lang, "title", day=view.day),
        noun("phase", view.phase, lang, _PART),
        headline(view, lang),
        f"{word(view, lang, 'birds')} {view.birds}/{BIRDS_TO_LAND}",
        *(_place_words(view, lang, n, seat) for n, seat in enumerate(view.boat, 1)),
        *(headed(name_of(view.names, seat), listed(flags(view, seat, lang), lang), lang) for seat in gone),
        *fight,
        navigation_words(view, lang),
        listed(piles(view, lang), lang),
        *own_words(view, lang),
        *seen_words(view, lang),
        *window_words(view, lang),
        *(
            headed(name_of(view.names, seat), _points_words(view, lang, row), lang)
            for seat, row in score_rows(view)
        ),
        *house_notes(view, lang),
    ]


def _place_words(view: View, lang: str, n: int, seat: str) -> str:
    """Return who sits in the n-th place from the bow, how they fare, and their cards."""
    person = view.people[seat]
    numbers = {"size": person.size, "survival": person.survival, "wounds": person.wounds}
    parts = [character(person, lang), *(f"{word(view, lang, id)} {number}" for id, number in numbers.items())]
    parts += [hand_words(view, seat, lang), *flags(view, seat, lang)]
    if cards := face_up(person, lang):
        parts.append(word(view, lang, "face_up") + trait(lang, "brackets").format(listed(cards, lang)))
    return headed(
        say("lifeboat.ear.place", lang, names=view.names, n=n, seat=seat), listed(parts, lang), lang
    )


def _points_words(view: View, lang: str, points: list[str]) -> str:
    return listed((f"{word(view, lang, id)} {n}" for id, n in zip(SCORED, points, strict=True)), lang)
