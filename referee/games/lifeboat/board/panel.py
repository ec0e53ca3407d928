"""Beside the boat or below it: the asker's cards, the fight, windows, who is gone, the score sheet."""

from referee.draw.palette import name_of
from referee.draw.svg import (
    NOTHING,
    Markup,
    el,
    group,
    hit,
    join,
    moved,
    pick,
    px,
    shorten,
    text_at,
    under,
    wrap,
)
from referee.draw.taps import THUMB
from referee.draw.words import word
from referee.games.lifeboat.board.cards import hand
from referee.games.lifeboat.board.layout import SIDES, Layout, lines, wrapped
from referee.games.lifeboat.board.text import strength_words
from referee.games.lifeboat.board.words import (
    GONE,
    flags,
    navigation_words,
    own_words,
    piles,
    window_words,
)
from referee.games.lifeboat.view import View
from referee.languages import headed, listed, trait


def below(view: View, lang: str, lay: Layout, y: float) -> tuple[Markup, float]:
    """Set the panel below the boat: on a phone in one column, on a screen in two."""
    top = y
    y += lay.text * 1.6
    if lay.height is None:
        left, y = happening(view, lang, lay, (lay.margin, y, lay.width - 2 * lay.margin))
        right, end = standing(view, lang, lay, (lay.margin, y, lay.width - 2 * lay.margin))
        return group(left, right), end - lay.text * 1.4
    if view.scores is not None:
        return result(view, lang, lay, top)
    half = lay.width / 2
    room = half - 1.5 * lay.margin
    left, one = happening(view, lang, lay, (lay.margin, y, room))
    right, other = standing(view, lang, lay, (half + lay.margin, y, room))
    columns = ((0.0, one, (left,)), (half, other, (right,)))
    parts = [under((x, top, half, end - lay.text - top), *drawn) for x, end, drawn in columns if end > y]
    return join(*parts), max(one, other) - lay.text * 1.4


def result(view: View, lang: str, lay: Layout, top: float) -> tuple[Markup, float]:
    """Write on a screen who is gone and the score sheet, over its whole width."""
    room = lay.width - 2 * lay.margin
    gone = wrapped(gone_lines(view, lang), lay.text, room)
    said, y = block_at(gone, lay, (lay.margin, top + lay.text * 1.6, room))
    sheet, end = score_sheet(view, lang, lay, (lay.margin, y, room))
    end -= lay.text * 1.4
    return under((0.0, top, lay.width, end - top), said, sheet), end


LARGE = 1.8
"""How much larger cards to be tapped are on a screen than on a phone."""

Place = tuple[float, float, float]
"""Where a column begins, and how wide it is."""


def happening(view: View, lang: str, lay: Layout, place: Place) -> tuple[Markup, float]:
    """Set what happens: the asker's cards, the fight, who may still do what."""
    x, y, room = place
    large = 1 if lay.height is None else LARGE
    held, tall = hand(view, lang, lay, (0, 0, room / large))
    drawn = [moved(x, y, held, scale=large)]
    y += tall * large
    said, y = block_at(feelings(view, lang), lay, (x, y, room))
    drawn.append(said)
    if head := fight_head(view, lang):
        said, y = block_at(head, lay, (x, y, room)) if lay.height is None else (NOTHING, y + lay.text * 0.5)
        sides, y = fight_sides(view, lang, lay, x, y - lay.text * 0.9, room)
        drawn += [said, sides]
    if lay.height is None or not has_cards_or_fight(view):
        joined = wrapped(window_words(view, lang), lay.text, room)
        open_to, y = block_at(window_words(view, lang) if lay.height is None else joined, lay, (x, y, room))
        drawn.append(open_to)
    return group(*drawn), y


def has_cards_or_fight(view: View) -> bool:
    """Tell whether the first column of a screen is taken: by a hand, or by a fight."""
    return view.seat is not None or bool(fight_sums(view))


def standing(view: View, lang: str, lay: Layout, place: Place) -> tuple[Markup, float]:
    """Set how things stand: on a screen the day's card and the piles, then who is gone, the score sheet."""
    x, y, room = place
    gone = [row for line in gone_lines(view, lang) for row in wrap(line, lay.text, room)]
    told = [on_screen(view, lang, lay, room), gone]
    drawn = []
    for block in told:
        said, y = block_at(block, lay, (x, y, room))
        drawn.append(said)
    if lay.height is None:
        sheet, y = score_sheet(view, lang, lay, (x, y, room))
        drawn.append(sheet)
    return group(*drawn), y


def on_screen(view: View, lang: str, lay: Layout, room: float) -> list[str]:
    """Say on a screen who may still do what, the day's card, the piles; a phone has them elsewhere."""
    if lay.height is None or view.scores is not None:
        return []
    open_to = window_words(view, lang) if has_cards_or_fight(view) else []
    card = navigation_words(view, lang)
    told = (
        wrapped(open_to, lay.text, room),
        wrap(card, lay.text, room),
        wrapped(piles(view, lang), lay.text, room),
    )
    return [line for block in told for line in block if line]


def block_at(block: list[str], lay: Layout, place: Place) -> tuple[Markup, float]:
    """Write some lines; give where the next ones begin."""
    x, y, room = place
    after = y + lay.text * (1.45 * len(block) + 0.9) if block else y
    return lines(block, x, y, lay.text, room), after


def feelings(view: View, lang: str) -> list[str]:
    """Say whom the asker loves and hates, where the referee knows."""
    return own_words(view, lang)[1:]


def fight_head(view: View, lang: str) -> list[str]:
    """Head the fight, where there is one."""
    return [word(view, lang, "fight")] if fight_sums(view) else []


def fight_sums(view: View) -> tuple[int, int] | None:
    """Give the sums of a fight, where there is one."""
    conflict = view.conflict
    return (conflict.attack_sum, conflict.defence_sum) if conflict is not None and conflict.attack else None


def fight_sides(view: View, lang: str, lay: Layout, x: float, y: float, room: float) -> tuple[Markup, float]:
    """Draw both sides of a fight: a bar as long as the sum, the fighters below it."""
    conflict = view.conflict
    assert conflict is not None  # noqa: S101 - drawn only under its head
    most = max(conflict.attack_sum, conflict.defence_sum, 1)
    drawn: list[Markup] = []
    sides = (
        ("attack", conflict.attack_sum, conflict.attack),
        ("defence", conflict.defence_sum, conflict.defence),
    )
    for side, total, seats in sides:
        bar = el(
            "rect",
            x=x,
            y=y - lay.text * 0.5,
            width=room * total / most,
            height=lay.text * 0.7,
            rx=3,
            class_=SIDES[side],
        )
        fighters = " · ".join(f"{name_of(view.names, seat)} {strength_words(view, seat)}" for seat in seats)
        label = f"{word(view, lang, side, n=total)}{trait(lang, 'colon')}{fighters}"
        words = lines([label], x, y + lay.text * 1.3, lay.text, room)
        room_to_tap = hit(room + 8, THUMB, x + room / 2, y + lay.text * 0.55, round_by=8)
        drawn.append(pick(f"side:{side}", bar, words, room_to_tap))
        y += max(lay.text * 2.7, THUMB + 6)
    return group(*drawn), y + lay.text * 0.6


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


def score_sheet(view: View, lang: str, lay: Layout, place: Place) -> tuple[Markup, float]:
    """Write the score sheet in columns, once there is one; the winners bold."""
    x, y, room = place
    if view.scores is None:
        return NOTHING, y
    title, y = block_at([word(view, lang, "scores")], lay, place)
    names = ("survival", "treasure", "love", "hate", "total")
    size = lay.text * (0.8 if lay.height is None else 1)
    heads = [word(view, lang, id) for id in names]
    wide = [max(px(head, size), size * 1.8) + size * 0.7 for head in heads]
    fits = min(1.0, room * 0.8 / sum(wide))
    own = room - sum(wide) * fits
    ends = [x + own + fits * sum(wide[: i + 1]) for i in range(len(names))]
    rows = sorted(view.scores.items(), key=lambda item: -item[1].total)
    drawn = [title]
    for end, head, width in zip(ends, heads, wide, strict=True):
        said = shorten(head, size, fits * width)
        drawn.append(text_at(end, y, said, "f-soft", size, "end"))
    for seat, line in rows:
        y += size * 1.6
        class_ = "f-ink b" if seat in (view.winners or ()) else "f-ink"
        mark = "★ " if seat in (view.winners or ()) else ""
        who = shorten(f"{mark}{name_of(view.names, seat)}", size, own - size * 0.3)
        drawn.append(text_at(x, y, who, class_, size))
        for end, name in zip(ends, names, strict=True):
            value = getattr(line, name)
            text = "?" if value is None else str(value)
            drawn.append(text_at(end, y, text, class_, size, "end"))
    return group(*drawn), y + size * 3
