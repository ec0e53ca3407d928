"""Something said at a place of a picture: in a bubble that points there."""

import re
from collections.abc import Iterator

from referee.draw.svg import Element, el, group, path, shorten, text_at, translate, wrap

_TRANSLATED = re.compile(r"translate\(\s*(-?[\d.]+)[\s,]+(-?[\d.]+)\s*\)(?:\s*scale\(\s*(-?[\d.]+)\s*\))?")

_BEGUN = re.compile(r"M\s*(-?[\d.]+)[\s,]+(-?[\d.]+)")

_WIDTH, _PAD, _POINT = 232.0, 10.0, 12.0
_HEAD, _TEXT, _STEP = 18.0, 13.5, 18.0
"""Sizes of the headline and of the text, and from line to line."""

_MOST_LINES = 5

_Frame = tuple[float, float, float]
"""How a part of a picture lies in the whole: moved by x and y, then scaled."""


def spot_of(picture: Element, id: str) -> tuple[float, float] | None:
    """Return the middle of what `id` marks, or links, in units of a picture; None where nothing does."""
    return _spot_in(picture, id, (0.0, 0.0, 1.0))


def _spot_in(node: object, id: str, frame: _Frame) -> tuple[float, float] | None:
    if not isinstance(node, Element):
        return None
    if id in node.attributes.get("data_pick", "").split():
        boxes = list(_boxes_in(node, frame))
        return max(boxes)[1:] if boxes else _frame_within(node, frame)[:2]
    inner = _frame_within(node, frame)
    return next((spot for child in node.children if (spot := _spot_in(child, id, inner))), None)


def _boxes_in(node: object, frame: _Frame) -> Iterator[tuple[float, float, float]]:
    """Yield size and middle of each rectangle in a node; of a path its beginning, with no size."""
    if not isinstance(node, Element):
        return
    x, y, scale = frame = _frame_within(node, frame)
    said = node.attributes
    if node.tag == "rect" and {"x", "y", "width", "height"} <= said.keys():
        wide, high = float(said["width"]), float(said["height"])
        middle = float(said["x"]) + wide / 2, float(said["y"]) + high / 2
        yield wide * high * scale, x + middle[0] * scale, y + middle[1] * scale
    elif node.tag == "path" and (begun := _BEGUN.match(str(said.get("d", "")))):
        yield 0.0, x + float(begun[1]) * scale, y + float(begun[2]) * scale
    for child in node.children:
        yield from _boxes_in(child, frame)


def _frame_within(node: Element, frame: _Frame) -> _Frame:
    """Return the frame inside a node that is moved and scaled, or is a picture of its own."""
    x, y, scale = frame
    said = node.attributes
    if node.tag == "svg" and "viewBox" in said and "x" in said:
        left, top, width, _ = map(float, str(said["viewBox"]).replace(",", " ").strip("()").split())
        inner = float(said["width"]) / width
        return x + (said["x"] - left * inner) * scale, y + (said["y"] - top * inner) * scale, scale * inner
    moved = _TRANSLATED.search(str(said.get("transform", "")))
    if moved is None:
        return frame
    return x + float(moved[1]) * scale, y + float(moved[2]) * scale, scale * float(moved[3] or 1)


def question_marks(picture: Element, spots: list[tuple[float, float]]) -> Element:
    """Return a picture with a question mark beside some spots: what lies there is not all known."""
    marks = [
        translate(
            x + 20,
            y - 13,
            el("circle", r=8.5, class_="doubt"),
            text_at(0, 4.6, "?", "doubt-mark", 13, "middle"),
            pointer_events="none",
        )
        for x, y in spots
    ]
    return Element(picture.tag, picture.attributes, (*picture.children, *marks))


_Spot = tuple[float, float]


def bubble(
    picture: Element, spot: _Spot, head: str, text: str, href: str, *, beside: _Spot | None = None
) -> Element:
    """Return a picture with a bubble at a spot; a tap on it leads to `href`, where more is said.

    It stands above the spot where there is room, and where it does not hide what lies at `beside`.
    """
    _, _, width, height = picture.attributes["viewBox"]
    lines = wrap(text, _TEXT, _WIDTH - 2 * _PAD)
    if len(lines) > _MOST_LINES:
        lines = [*lines[: _MOST_LINES - 1], shorten(lines[_MOST_LINES - 1] + "……", _TEXT, _WIDTH - 2 * _PAD)]
    tall = _PAD * 2 + _HEAD + _STEP * len(lines)
    x, y = spot
    left = min(max(x - _WIDTH / 2, 4), width - _WIDTH - 4)
    highest = y - tall - _POINT - 14
    is_hiding = beside is not None and left < beside[0] < left + _WIDTH and highest < beside[1] < y - 14
    is_above = highest > 0 and not is_hiding
    top = y - tall - _POINT - 14 if is_above else y + _POINT + 14
    base, tip = (top + tall, y - 14) if is_above else (top, y + 14)
    pointer = min(max(x, left + 20), left + _WIDTH - 20)
    tail = f"M{pointer - 9:.1f} {base:.1f}L{x:.1f} {tip:.1f}L{pointer + 9:.1f} {base:.1f}Z"
    said = [text_at(left + _PAD, top + _PAD + _HEAD * 0.85, head, "b head", _HEAD)]
    said += [
        text_at(left + _PAD, top + _PAD + _HEAD + _STEP * (n + 0.8), line, "", _TEXT)
        for n, line in enumerate(lines)
    ]
    box = el("rect", x=left, y=top, width=_WIDTH, height=tall, rx=12, class_="bubble-box")
    shown = el(
        "a",
        group(path(tail, "bubble-box"), box, path(tail, "bubble-tail"), *said),
        href=href,
        class_="bubble",
        aria_hidden="true",
        tabindex=-1,
    )
    taller = max(height, top + tall + 4)
    attributes = picture.attributes | {"viewBox": (0, 0, width, taller)}
    return Element(picture.tag, attributes, (*picture.children, shown))
