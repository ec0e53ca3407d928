"""Beside the boat or below it: the viewer's cards, the fight, windows, who is gone, the score sheet."""

from referee.draw.palette import name_of
from referee.draw.svg import (
    THUMB,
    Node,
    el,
    group,
    hit,
    join,
    lower_part,
    pick,
    px,
    shorten,
    text_at,
    translate,
    wrap,
)
from referee.draw.words import word
from referee.games.lifeboat.board.cards import hand
from referee.games.lifeboat.board.layout import SIDES, Layout, lines, wrapped
from referee.games.lifeboat.board.text import strength_words
from referee.games.lifeboat.board.words import (
    GONE,
    SCORED,
    flags,
    navigation_words,
    own_words,
    piles,
    score_rows,
    sides_of,
    window_words,
)
from referee.games.lifeboat.view import View
from referee.languages import headed, listed, trait

LARGE = 1.8
"""How much larger cards to be tapped are on a screen than on a phone."""


class Column:
    """What stands one below the other in a room; `y` is where the next thing begins."""

    def __init__(self, lay: Layout, x: float, y: float, room: float) -> None:
        self.lay, self.x, self.y, self.room = lay, x, y, room
        self.drawn: list[Node] = []

    def put(self, drawn: Node, end: float) -> None:
        """Put something there that ends at a height."""
        self.drawn.append(drawn)
        self.y = end

    def write(self, texts: list[str]) -> None:
        """Write some lines, each cut to the room."""
        if texts:
            size = self.lay.text
            end = self.y + size * (1.45 * len(texts) + 0.9)
            self.put(lines(texts, self.x, self.y, size, self.room), end)


def below(view: View, lang: str, lay: Layout, top: float) -> tuple[Node, float]:
    """Set the panel below the boat: on a phone in one column, on a screen in two."""
    y, room, half = top + lay.text * 1.6, lay.width - 2 * lay.margin, lay.width / 2
    if lay.height is None:
        left = happening(view, lang, Column(lay, lay.margin, y, room))
        right = standing(view, lang, Column(lay, lay.margin, left.y, room))
        return group(group(*left.drawn), group(*right.drawn)), right.y - lay.text * 1.4
    if view.scores is not None:
        return result(view, lang, lay, top)
    left = happening(view, lang, Column(lay, lay.margin, y, half - 1.5 * lay.margin))
    right = standing(view, lang, Column(lay, half + lay.margin, y, half - 1.5 * lay.margin))
    parts = [
        lower_part((x, top, half, column.y - lay.text - top), group(*column.drawn))
        for x, column in ((0.0, left), (half, right))
        if column.y > y
    ]
    return join(*parts), max(left.y, right.y) - lay.text * 1.4


def result(view: View, lang: str, lay: Layout, top: float) -> tuple[Node, float]:
    """Write on a screen who is gone and the score sheet, over its whole width."""
    column = Column(lay, lay.margin, top + lay.text * 1.6, lay.width - 2 * lay.margin)
    column.write(wrapped(gone_lines(view, lang), lay.text, column.room))
    score_sheet(view, lang, column)
    end = column.y - lay.text * 1.4
    return lower_part((0.0, top, lay.width, end - top), *column.drawn), end


def happening(view: View, lang: str, column: Column) -> Column:
    """Set what happens: the viewer's cards, the fight, who may still do what."""
    lay, is_narrow = column.lay, column.lay.height is None
    large = 1 if is_narrow else LARGE
    held, tall = hand(view, lang, lay, (0, 0, column.room / large))
    column.put(translate(column.x, column.y, held, scale=large), column.y + tall * large)
    column.write(own_words(view, lang)[1:])
    if sides_of(view):
        if is_narrow:
            column.write([word(view, lang, "fight")])
        else:
            column.y += lay.text * 0.5
        fight_sides(view, lang, column)
    if is_narrow:
        column.write(window_words(view, lang))
    elif not has_cards_or_fight(view):
        column.write(wrapped(window_words(view, lang), lay.text, column.room))
    return column


def has_cards_or_fight(view: View) -> bool:
    """Tell whether the first column of a screen is taken: by a hand, or by a fight."""
    return view.seat is not None or bool(sides_of(view))


def standing(view: View, lang: str, column: Column) -> Column:
    """Set how things stand: on a screen the day's card and the piles, then who is gone, the score sheet."""
    size, room = column.lay.text, column.room
    column.write(on_screen(view, lang, column.lay, room))
    column.write([row for line in gone_lines(view, lang) for row in wrap(line, size, room)])
    if column.lay.height is None and view.scores is not None:
        score_sheet(view, lang, column)
    return column


def on_screen(view: View, lang: str, lay: Layout, room: float) -> list[str]:
    """Say on a screen who may still do what, the day's card, the piles; a phone has them elsewhere."""
    if lay.height is None or view.scores is not None:
        return []
    return [
        *wrapped(window_words(view, lang) if has_cards_or_fight(view) else [], lay.text, room),
        *wrap(navigation_words(view, lang), lay.text, room),
        *wrapped(piles(view, lang), lay.text, room),
    ]


def fight_sides(view: View, lang: str, column: Column) -> None:
    """Draw both sides of a fight: a bar as long as the sum, the fighters below it."""
    size, x, room, y = column.lay.text, column.x, column.room, column.y - column.lay.text * 0.9
    most = max(1, *(total for _, total, _ in sides_of(view)))
    drawn = []
    for side, total, seats in sides_of(view):
        long, class_ = room * total / most, SIDES[side]
        bar = el("rect", x=x, y=y - size * 0.5, width=long, height=size * 0.7, rx=3, class_=class_)
        fighters = " · ".join(f"{name_of(view.names, seat)} {strength_words(view, seat)}" for seat in seats)
        label = f"{word(view, lang, side, n=total)}{trait(lang, 'colon')}{fighters}"
        words = lines([label], x, y + size * 1.3, size, room)
        room_to_tap = hit(room + 8, THUMB, x + room / 2, y + size * 0.55, round_by=8)
        drawn.append(pick(f"side:{side}", bar, words, room_to_tap))
        y += max(size * 2.7, THUMB + 6)
    column.put(group(*drawn), y + size * 0.6)


def gone_lines(view: View, lang: str) -> list[str]:
    """Name those out of the boat."""
    gone = [seat for seat in view.seats if view.people[seat].status in GONE]
    if not gone:
        return []
    together: dict[str, list[str]] = {}
    for seat in gone:
        together.setdefault(" · ".join(flags(view, seat, lang)), []).append(name_of(view.names, seat))
    return [
        word(view, lang, "gone"),
        *(headed(how, listed(names, lang), lang) for how, names in together.items()),
    ]


def score_sheet(view: View, lang: str, column: Column) -> None:
    """Write the score sheet in columns; the winners bold."""
    sheet = Column(column.lay, column.x, column.y, column.room)
    sheet.write([word(view, lang, "scores")])
    x, y, drawn = sheet.x, sheet.y, sheet.drawn
    size = column.lay.text * (0.8 if column.lay.height is None else 1)
    heads = [word(view, lang, id) for id in SCORED]
    wide = [max(px(head, size), size * 1.8) + size * 0.7 for head in heads]
    fits = min(1.0, column.room * 0.8 / sum(wide))
    own = column.room - sum(wide) * fits
    ends = [x + own + fits * sum(wide[: i + 1]) for i in range(len(heads))]
    for end, head, width in zip(ends, heads, wide, strict=True):
        drawn.append(text_at(end, y, shorten(head, size, fits * width), "f-soft", size, "end"))
    for seat, points in score_rows(view):
        y += size * 1.6
        class_, mark = ("f-ink b", "★ ") if seat in (view.winners or ()) else ("f-ink", "")
        who = shorten(f"{mark}{name_of(view.names, seat)}", size, own - size * 0.3)
        drawn.append(text_at(x, y, who, class_, size))
        drawn += [text_at(end, y, n, class_, size, "end") for end, n in zip(ends, points, strict=True)]
    column.put(group(*drawn), y + size * 3)
