"""The pieces of Lifeboat, drawn: people, provisions, wounds, navigation cards."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from referee.draw.assets import art
from referee.draw.svg import NOTHING, Node, box, el, group, join, number, path, path_d, text_at, translate
from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.tables import NAVIGATION_IDS, PAINTING_POINTS, WEAPONS, content_of
from referee.games.lifeboat.view import Person
from referee.kernel.parts import Event

ICON = 24
"""How wide and high the picture on a card is, in its own units; its middle is the origin."""

CARD = (40.0, 54.0)
"""How wide and high a card is, in the same units."""

_HEAD = "M-15 -2C-15 -22 15 -22 15 -2C15 10 8 17 0 17C-8 17 -15 10 -15 -2Z"
_BODY = "M-30 60C-30 28 -18 20 0 20C18 20 30 28 30 60Z"
"""Head and body about the middle of the face; the body ends 60 units below it."""

_SHADE = (
    "M6 -18C18 -14 18 6 8 14C4 18 0 17 -4 16C8 14 10 -4 6 -18ZM10 21C22 24 30 34 30 60H14C18 44 18 32 10 21"
)
"""The side of head and body that is turned away from the light."""


class _Looks(NamedTuple):
    """The colours of a character's coat and skin; what it wears is drawn in `people.svg`.

    `top` is how high its hat ends above the middle of the face.
    """

    coat: str
    skin: str
    top: float = 32


LOOKS: dict[str | None, _Looks] = {
    "lauren": _Looks("#8e3b8f", "#f3cfb3", 46),
    "stephen": _Looks("#3d4654", "#eec3a2", 51),
    "captain": _Looks("#1d3a6e", "#e9b48f"),
    "mate": _Looks("#b9774f", "#b9774f", 24),
    "frenchy": _Looks("#2f6f5e", "#f0c7a6", 38),
    "harter": _Looks("#e8edf0", "#d9a987"),
    "kid": _Looks("#d9a441", "#f4d2b4"),
    None: _Looks("#7b878d", "#c9d1d4"),
}
"""None: nobody knows yet who it is."""


def figure(character: str | None, status: str, *, fights: bool = False, swims: bool = False) -> Node:
    """Return a person about the middle of the face, 120 units high; `character` None is drawn as unknown.

    `status` as in `Person`.
    """
    looks, drawn = LOOKS[character], art("lifeboat", "people.svg")
    state = "dead" if status in {"dead", "lost", "eaten"} else status
    unknown = text_at(0, 8, "?", "w-ink", 24, "middle")
    return group(
        drawn.get(f"{character}-back", NOTHING),
        _arms(looks) if fights or swims else NOTHING,
        path(_BODY, "outline", fill=looks.coat),
        path(_HEAD, "outline", fill=looks.skin),
        path(_SHADE, "w-shade"),
        join(group(drawn[state]), drawn[character]) if character else unknown,
        class_="pale" if state == "dead" else None,
    )


_ARMS = "M-22 40C-34 30 -36 14 -33 2M22 40C34 30 36 14 33 2"


def _arms(looks: _Looks) -> Node:
    fists = [el("circle", cx=x, cy=-2, r=7.5, fill=looks.skin, class_="outline") for x in (-33, 33)]
    return join(path(_ARMS, "n sleeve"), path(_ARMS, "n limb", stroke=looks.coat), *fists)


def provision(card: str | None) -> Node:
    """Return the picture of a card about the origin; a question mark where it is None or unknown."""
    drawn = art("lifeboat", "provisions.svg")
    unseen = text_at(0, 6, "?", "f-soft b", 18, "middle")
    return group(drawn[card]) if card in drawn else unseen


_TREASURES = {"cash": "1", "jewels": "1·4·8"} | {card: str(n) for card, n in PAINTING_POINTS.items()}
"""What treasures are worth, as it stands on their cards."""


_ROOM_FOR_SIGN = 66


def card_face(card: str | None, size: float = 0) -> Node:
    """Return a provision as a card about its middle, as large as `CARD`: its picture, its kind by colour.

    Weapons have their strength on it, treasures their points, where `size` is not 0: that of the text; one
    too long for it is left out. None is a card face down.
    """
    if card is None or card not in art("lifeboat", "provisions.svg"):
        return art("lifeboat", "boat.svg")["back"]
    kind, sign = "aid", ""
    if card in WEAPONS:
        kind, sign = "weapon", f"+{WEAPONS[card]}"
    elif card in _TREASURES:
        kind, sign = "treasure", _TREASURES[card]
    if not (sign and size) or len(sign) * size > _ROOM_FOR_SIGN:
        return _framed(kind, translate(0, 0, provision(card), scale=1.32))
    low = CARD[1] / 2 - 6
    said = text_at(0, low, sign, "f-ink b", min(size, 62 / len(sign)), "middle")
    return _framed(kind, translate(0, low / 2 - 17, provision(card), scale=(low + 17 - size) / 24), said)


def _framed(kind: str, *drawn: Node) -> Node:
    """Return what stands on a card, on the ground of its kind and in a white frame."""
    wide, tall = CARD
    return group(box(wide, tall, 5, "f-card k-ink"), box(wide - 6, tall - 6, 3, f"f-{kind}"), *drawn)


def small_card(card: str, height: float, size: float) -> Node:
    """Return a card about its middle, `height` high, with a shadow; `size` is that of its sign, 0: none."""
    wide, tall = CARD
    shadow = translate(1.5, 2.5, box(wide, tall, 5, "shadow"))
    scale = height / tall
    return group(shadow, card_face(card, size / scale), transform=f"scale({scale:.3f})")


def hand_of_backs(count: int | None, height: float) -> tuple[Node, float]:
    """Return cards face down as a fan of at most five, its left end at x = 0, and its width.

    Nothing for an empty hand; one card for an unknown number.
    """
    shown = 1 if count is None else min(count, _FAN)
    if not shown:
        return NOTHING, 0
    scale, step = height / CARD[1], height * 0.3
    width = step * (shown - 1) + CARD[0] * scale
    edge, top = box(*CARD, 5, "f-back k-back-line"), art("lifeboat", "boat.svg")["back"]
    drawn = []
    for n in range(shown):
        lean = (n - (shown - 1) / 2) * 7
        x, y = CARD[0] * scale / 2 + n * step, abs(lean) * height * 0.006
        place = f"translate({number(x)} {number(y)}) rotate({number(lean)}) scale({scale:.3f})"
        drawn.append(group(top if n == shown - 1 else edge, transform=place))
    return group(*drawn), width


_FAN = 5


def pile(back: str, count: int, height: float) -> Node:
    """Return a pile of cards about its middle: as many edges as it is thick; dotted where it is empty."""
    wide, tall = CARD
    if not count:
        empty = box(wide, tall, 5, "n k-soft", stroke_width=1.5, stroke_dasharray="3 4")
        return group(empty, transform=f"scale({height / tall:.3f})")
    thick = min(4, 1 + count // 8)
    edges = [translate(1.6 * n, 1.6 * n, box(wide, tall, 5, "f-card k-ink")) for n in range(thick, 0, -1)]
    return group(*edges, art("lifeboat", "boat.svg")[back], transform=f"scale({height / tall:.3f})")


TOKEN = 15.0
"""The radius of a marker."""


def tokens(person: Person) -> list[Node]:
    """Return the markers of a seat, each about its middle: that it rowed, that it fought, each thirst."""
    found: list[Node] = []
    if person.rowed:
        found.append(_token("f-gold", translate(0, 0, provision("oar"), scale=0.95)))
    if person.fought:
        found.append(_token("f-red", path(_FIST, "f-card k-ink", stroke_width=1.6)))
    drop = translate(0, -1, provision("water"), scale=1.05)
    return found + [_token("f-card", drop) for _ in range(person.thirst)]


_FIST = "M-8 -4C-8 -9 -3 -9 -3 -6C-3 -9 2 -9 2 -6C2 -9 8 -9 8 -4V3C8 8 4 9 0 9C-4 9 -8 7 -8 2Z"


def _token(class_: str, *drawn: Node) -> Node:
    return group(el("circle", r=TOKEN, class_=f"{class_} k-ink", stroke_width=2), *drawn)


def wounds(person: Person, r: float) -> Node:
    """Return a pip for each point of Size, filled for each wound; wounds beyond the Size stand apart."""
    count = max(person.size, person.wounds)
    pips = [
        translate(i * r * 2.5 + (r if i >= person.size else 0), 0, _pip(r, is_wound=i < person.wounds))
        for i in range(count)
    ]
    return group(*pips)


def _pip(r: float, *, is_wound: bool) -> Node:
    ring = el("circle", r=r, class_="f-wound k-wound" if is_wound else "n k-ink", stroke_width=1)
    if not is_wound:
        return ring
    d = r * 0.5
    mark = path(
        path_d("M", -d, -d, "L", d, d, "M", -d, d, "L", d, -d), "n", stroke="#ffffff", stroke_width=1.4
    )
    return group(ring, mark)


HIGH = 24.0
"""How high a card is, in its own units: two rows."""

ROW, STEP, EDGE = HIGH / 2, 8.5, 3.0
"""How high a row is, how far its pictures lie apart, and the margin of a card."""

_LARGE = 16.0
"""How far people lie apart that stand for themselves."""

_LEAST = 5
"""So many pictures a card is wide at least, so that cards look alike."""

NARROW, ABREAST = EDGE * 2 + STEP * _LEAST, 2
"""How wide a card is that stands on a button, and how many of them stand there side by side."""

NOBODY, EVERYBODY = "nobody", "all"
_UNSEEN = "None"


def icon(id: str) -> tuple[Node, float] | None:
    """Return the picture of an id (cards, people), 24 units high, and its width.

    None where words are better.
    """
    kind, _, value = id.partition(":")
    card = value.rpartition(".")[2] if kind == "mug" else value
    if kind in {"own", "keep", "mug"}:
        return _icon_of(card_face(None if card in {_UNSEEN, "hand"} else card, 13))
    if kind in {"love", "hate"}:
        return _icon_of(_feeling_card(kind, value))
    if kind == "nav" and value in NAVIGATION_IDS:
        return _narrow_card(content_of(value), "narrow alone")
    if kind == "up" and value in NAVIGATION_IDS:
        return _narrow_card(content_of(value), "narrow")
    if kind == "up":
        return _side_by_side(tuple(each for each in value.split("+") if each in NAVIGATION_IDS))
    if kind == "over" and value not in {NOBODY, EVERYBODY}:
        people = [group(_someone(each), transform="scale(2)") for each in value.split("+")]
        return _row(people, HIGH / 2, _LARGE), EDGE * 2 + _LARGE * len(people)
    return None


def _icon_of(face: Node) -> tuple[Node, float]:
    """Return a card about its middle as a picture that is `HIGH` high, and its width."""
    scale, width = HIGH / (CARD[1] + 2), HIGH * (CARD[0] + 2) / (CARD[1] + 2)
    place = f"translate({number(width / 2)} {number(HIGH / 2)}) scale({scale:.3f})"
    return group(face, class_="laid", transform=place), width


def _feeling_card(kind: str, whom: str) -> Node:
    """Return the card of whom somebody loves or hates about its middle; an empty `whom` is face down."""
    still = art("lifeboat", "boat.svg")
    if not whom:
        return still[f"back-{kind}"]
    someone = translate(2, 4, figure(None if whom == _UNSEEN else whom, "conscious"), scale=0.36)
    return _framed(kind, someone, still[f"sign-{kind}"])


_CARDS = ("card", "cards", "gives", "stacked", "buried", "hand")
"""Fields of events that name cards."""

_MOST = 6
"""So many cards are drawn beside a sentence at most."""


def pictures(event: Event) -> tuple[tuple[Node, float], ...]:
    """Return the cards an event names, as far as its reader may see them, each with its width."""
    named = (card for field in _CARDS for card in _iter_cards(getattr(event, field, None)))
    found = (drawn for card in named if (drawn := _card_picture(card)) is not None)
    return tuple(islice(found, _MOST))


def _iter_cards(cards: Any) -> Iterator[Any]:
    if isinstance(cards, tuple):
        for each in cards:
            yield from _iter_cards(each)
    elif cards is not None:
        yield cards


def _card_picture(card: Any) -> tuple[Node, float] | None:
    """Return the picture of a card and its width; None for an unseen card or what is no card."""
    if isinstance(card, NavigationContent) or card in NAVIGATION_IDS:
        return navigation_card(content_of(card))
    is_provision = card in art("lifeboat", "provisions.svg")
    return _icon_of(card_face(card)) if is_provision else None


def _side_by_side(cards: tuple[str, ...]) -> tuple[Node, float] | None:
    """Return cards each as large as alone, two in a row; and their width; None for no cards."""
    faces = [_tall_card(content_of(card)) for card in cards]
    if not faces:
        return None
    drawn, y = [], 0.0
    for n in range(0, len(faces), ABREAST):
        some = faces[n : n + ABREAST]
        drawn += [translate(i * (NARROW + EDGE), y, face) for i, (face, _) in enumerate(some)]
        y += max(high for _, high in some) + EDGE
    scale = HIGH / (y - EDGE)
    width = (NARROW + EDGE) * ABREAST - EDGE
    return group(*drawn, class_="narrow abreast", transform=f"scale({scale:.3f})"), width * scale


def _narrow_card(content: NavigationContent, class_: str) -> tuple[Node, float]:
    """Return a navigation card in the common width, scaled to `HIGH`, and its width."""
    face, high = _tall_card(content)
    scale = HIGH / high
    return group(face, class_=class_, transform=f"scale({scale:.3f})"), NARROW * scale


def _tall_card(content: NavigationContent) -> tuple[Node, float]:
    """Return a navigation card in the common width, in as many rows as it needs, and its height."""
    rows = [each[n : n + _LEAST] for each in _card_rows(content) for n in range(0, max(len(each), 1), _LEAST)]
    high = ROW * len(rows)
    face = el("rect", width=NARROW, height=high, rx=3, class_="f-card k-ink", stroke_width=0.6)
    return group(face, *(_row(each, ROW * (n + 0.5)) for n, each in enumerate(rows))), high


def navigation_card(content: NavigationContent) -> tuple[Node, float]:
    """Return a card in two rows, and its width."""
    above, below = _card_rows(content)
    width = EDGE * 2 + STEP * max(len(above), len(below), _LEAST)
    face = el("rect", width=width, height=HIGH, rx=3, class_="f-card k-ink", stroke_width=0.6)
    return group(face, _row(above, ROW / 2), _row(below, ROW * 1.5)), width


def _card_rows(content: NavigationContent) -> tuple[list[Node], list[Node]]:
    """Return the pictures of a card's two rows: bird and who falls.

    Who is thirsty, for rowing, for fighting.
    """
    wave = translate(0, ROW / 2 - 1.8, path(_WAVE, "f-drink"))
    above = [*_birds(content.bird), *(join(_someone(each), wave) for each in content.overboard)]
    below = [
        *([translate(0, 0.5, _small("water"))] if content.thirst else []),
        *map(_someone, content.thirst),
    ]
    below += [_small("oar")] if content.row else []
    below += [_small("blackjack")] if content.fight else []
    return above, below


_WAVE = "M-4.2 -1Q-2.1 -2.4 0 -1Q2.1 -2.4 4.2 -1V1.4H-4.2Z"
_GULL = "M-3.6 .6Q-2 -2.6 0 .4Q2 -2.6 3.6 .6"


def _birds(bird: int) -> Iterator[Node]:
    if bird:
        gull = path(_GULL, "n k-bird", stroke_width=1.1)
        yield group(gull, path("M-3.4 3L3.4 -3.4", "n k-wound", stroke_width=1.3)) if bird < 0 else gull


def _someone(character: str) -> Node:
    return translate(0, -0.4, group(figure(character, "conscious"), transform="scale(.094)"))


def _small(card: str) -> Node:
    return group(provision(card), transform="scale(.38)")


def _row(pictures: Iterable[Node], y: float, step: float = STEP) -> Node:
    """Return small pictures in a row, `step` apart, their middles at `y`."""
    return join(*(translate(EDGE + step * (n + 0.5), y, each) for n, each in enumerate(pictures)))
