"""Navigation cards as cards: bird, who goes overboard, who is thirsty, oars, fists; our own drawing."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from events.base import Event
from referee.draw.assets import art
from referee.draw.svg import Node, el, group, join, path, translate
from referee.games.lifeboat.board.figures import figure, provision
from referee.games.lifeboat.events import NavigationContent
from referee.games.lifeboat.tables import NAVIGATION_IDS, content_of

HIGH = 24.0
"""How high a card is, in its own units: two rows."""

ROW, STEP, EDGE = HIGH / 2, 8.5, 3.0
"""How high a row is, how far its pictures lie apart, and the margin of a card."""

LARGE = 16.0
"""How far people lie apart that stand for themselves."""

LEAST = 5
"""So many pictures a card is wide at least, so that cards look alike."""

NARROW, ABREAST = EDGE * 2 + STEP * LEAST, 2
"""How wide a card is that stands on a button, and how many of them stand there side by side."""

NOBODY, EVERYBODY = "nobody", "all"
UNSEEN = "None"


def icon(id: str) -> tuple[Node, float] | None:
    """Draw the card, or what of a card, an id stands for; tell how wide that is."""
    kind, _, value = id.partition(":")
    card = value.rpartition(".")[2] if kind == "mug" else value
    if kind in {"own", "keep", "mug"} and card not in {UNSEEN, "hand"}:
        return translate(HIGH / 2, HIGH / 2, provision(card)), HIGH
    if kind == "nav" and value in NAVIGATION_IDS:
        return narrow_card(content_of(value), "narrow alone")
    if kind == "up" and value in NAVIGATION_IDS:
        return narrow_card(content_of(value), "narrow")
    if kind == "up":
        return side_by_side(tuple(each for each in value.split("+") if each in NAVIGATION_IDS))
    if kind == "over" and value not in {NOBODY, EVERYBODY}:
        people = [group(someone(each), transform="scale(2)") for each in value.split("+")]
        return row(people, HIGH / 2, LARGE), EDGE * 2 + LARGE * len(people)
    return None


CARDS = ("card", "cards", "gives", "stacked", "buried", "hand")
"""Fields of events that name cards."""

MOST = 6
"""So many cards are drawn beside a sentence at most."""


def pictures(event: Event) -> tuple[tuple[Node, float], ...]:
    """Draw the cards an event names, as far as whoever reads it may see them, each with its width."""
    named = (card for field in CARDS for card in spread(getattr(event, field, None)))
    found = (drawn for card in named if (drawn := card_drawn(card)) is not None)
    return tuple(islice(found, MOST))


def spread(cards: Any) -> Iterator[Any]:
    """List what one field names: a card, some, or those of each of two people."""
    if isinstance(cards, tuple):
        for each in cards:
            yield from spread(each)
    elif cards is not None:
        yield cards


def card_drawn(card: Any) -> tuple[Node, float] | None:
    """Draw a card; None of what is none, or what nobody here has seen."""
    if isinstance(card, NavigationContent) or card in NAVIGATION_IDS:
        return navigation_card(content_of(card))
    is_provision = card in art("lifeboat", "provisions.svg")
    return (translate(HIGH / 2, HIGH / 2, provision(card)), HIGH) if is_provision else None


def side_by_side(cards: tuple[str, ...]) -> tuple[Node, float] | None:
    """Draw some cards each as large as alone, two in a row, over the whole width; nothing of none."""
    faces = [tall_card(content_of(card)) for card in cards]
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


def narrow_card(content: NavigationContent, class_: str) -> tuple[Node, float]:
    """Draw a card as wide as any, in as many rows as it needs: so large that it says all, `alone` or not."""
    face, high = tall_card(content)
    scale = HIGH / high
    return group(face, class_=class_, transform=f"scale({scale:.3f})"), NARROW * scale


def tall_card(content: NavigationContent) -> tuple[Node, float]:
    """Draw a card in as many rows as it needs at the width of any; tell how high it is."""
    rows = [each[n : n + LEAST] for each in pictured(content) for n in range(0, max(len(each), 1), LEAST)]
    high = ROW * len(rows)
    face = el("rect", width=NARROW, height=high, rx=3, class_="f-card k-ink", stroke_width=0.6)
    return group(face, *(row(each, ROW * (n + 0.5)) for n, each in enumerate(rows))), high


def navigation_card(content: NavigationContent) -> tuple[Node, float]:
    """Draw a card in two rows."""
    above, below = pictured(content)
    width = EDGE * 2 + STEP * max(len(above), len(below), LEAST)
    face = el("rect", width=width, height=HIGH, rx=3, class_="f-card k-ink", stroke_width=0.6)
    return group(face, row(above, ROW / 2), row(below, ROW * 1.5)), width


def pictured(content: NavigationContent) -> tuple[list[Node], list[Node]]:
    """Draw what is above on a card, the bird and who goes overboard, and below: who is thirsty, and why."""
    above = [*birds(content.bird), *map(swimming, content.overboard)]
    below = [*([translate(0, 0.5, small("water"))] if content.thirst else []), *map(someone, content.thirst)]
    below += [small("oar")] if content.row else []
    below += [small("blackjack")] if content.fight else []
    return above, below


WAVE = "M-4.2 -1Q-2.1 -2.4 0 -1Q2.1 -2.4 4.2 -1V1.4H-4.2Z"
GULL = "M-3.6 .6Q-2 -2.6 0 .4Q2 -2.6 3.6 .6"


def birds(bird: int) -> Iterator[Node]:
    """Draw a bird; one that is crossed out takes a bird away."""
    if bird:
        gull = path(GULL, "n k-bird", stroke_width=1.1)
        yield group(gull, path("M-3.4 3L3.4 -3.4", "n k-wound", stroke_width=1.3)) if bird < 0 else gull


def someone(character: str) -> Node:
    """Draw a character small, face and shoulders."""
    return translate(0, -1.2, group(figure(character, "conscious"), transform="scale(.105)"))


def swimming(character: str) -> Node:
    """Draw a character small, in the water."""
    return join(someone(character), translate(0, ROW / 2 - 1.8, path(WAVE, "f-drink")))


def small(card: str) -> Node:
    """Draw the picture of a provision small."""
    return group(provision(card), transform="scale(.38)")


def row(pictures: Iterable[Node], y: float, step: float = STEP) -> Node:
    """Set pictures side by side about a height."""
    return join(*(translate(EDGE + step * (n + 0.5), y, each) for n, each in enumerate(pictures)))
