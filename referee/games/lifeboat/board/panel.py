"""Beside the boat or below it: the asker's cards, the fight, windows, who is gone, the score sheet."""

from referee.draw.palette import name_of
from referee.draw.svg import Markup, el, group, hit, pick, shorten, text_at
from referee.draw.taps import THUMB
from referee.games.lifeboat.board.cards import hand
from referee.games.lifeboat.board.layout import Layout, lines
from referee.games.lifeboat.board.style import SIDES
from referee.games.lifeboat.board.text import strength_words
from referee.games.lifeboat.board.words import COLON, GONE, flags, own_words, window_words, word
from referee.games.lifeboat.view import View


def below(view: View, lang: str, lay: Layout, top: float, bottom: float) -> tuple[Markup, float]:
    """Set the panel: beside the hull of a table, below that of a phone."""
    wide = lay.height is not None
    x = lay.width * 0.62 + lay.margin * 0.5 if wide else lay.margin
    y = (top if wide else bottom) + lay.text * 1.6
    room = lay.width - x - lay.margin
    held, y = hand(view, lang, x, y, room)
    drawn: list[Markup] = [held]
    blocks = [feelings(view, lang), fight_head(view, lang), window_words(view, lang), gone_lines(view, lang)]
    for block in (*blocks, score_lines(view, lang)):
        if not block:
            continue
        drawn.append(lines(block, x, y, lay.text, room))
        y += lay.text * (1.45 * len(block) + 0.9)
        if block is blocks[1]:
            sides, y = fight_sides(view, lang, lay, x, y - lay.text * 0.9, room)
            drawn.append(sides)
    if view.scores is not None:
        sheet, y = score_sheet(view, lang, lay, x, y, room)
        drawn.append(sheet)
    return group(*drawn), y - lay.text * 1.4


def feelings(view: View, lang: str) -> list[str]:
    """Say whom the asker loves and hates, where the referee knows."""
    return own_words(view, lang)[1:]


def fight_head(view: View, lang: str) -> list[str]:
    """Head the fight, where there is one."""
    return [word(view, lang, "fight")] if view.conflict is not None and view.conflict.attack else []


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
        label = f"{word(view, lang, side, n=total)}{COLON[lang]}{fighters}"
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
    return [
        word(view, lang, "gone"),
        *(f"{name_of(view.names, seat)} · {' · '.join(flags(view, seat, lang))}" for seat in gone),
    ]


def score_lines(view: View, lang: str) -> list[str]:
    """Head the score sheet."""
    return [word(view, lang, "scores")] if view.scores is not None else []


def score_sheet(view: View, lang: str, lay: Layout, x: float, y: float, room: float) -> tuple[Markup, float]:
    """Write the score sheet in columns; the winners bold."""
    names = ("survival", "treasure", "love", "hate", "total")
    size = lay.text * 0.8
    step = room * 0.72 / len(names)
    left = x + room * 0.28
    rows = sorted((view.scores or {}).items(), key=lambda item: -item[1].total)
    heads = [
        text_at(
            left + (i + 1) * step,
            y,
            shorten(word(view, lang, id), size, step),
            "f-soft",
            font_size=size,
            text_anchor="end",
        )
        for i, id in enumerate(names)
    ]
    drawn = list(heads)
    for seat, line in rows:
        y += size * 1.6
        class_ = "f-ink b" if seat in (view.winners or ()) else "f-ink"
        mark = "★ " if seat in (view.winners or ()) else ""
        drawn.append(
            text_at(
                x, y, shorten(f"{mark}{name_of(view.names, seat)}", size, room * 0.28), class_, font_size=size
            )
        )
        for i, name in enumerate(names):
            value = getattr(line, name)
            text = "?" if value is None else str(value)
            drawn.append(text_at(left + (i + 1) * step, y, text, class_, font_size=size, text_anchor="end"))
    return group(*drawn), y + size * 3
