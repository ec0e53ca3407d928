"""SVG as text: elements, escaped words, the document with its title, description and fonts."""

import re
from html import escape
from typing import NewType

Markup = NewType("Markup", str)
"""Text that is already SVG; made only by this module, from words that were escaped."""

NOTHING = Markup("")

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters XML 1.0 has no place for."""

FONTS = {
    "en": '"Avenir Next",Avenir,"Segoe UI","Helvetica Neue",Helvetica,"Noto Sans",Arial,sans-serif',
    "zh-Hans": '"PingFang SC","Microsoft YaHei UI","Microsoft YaHei","Noto Sans CJK SC","Noto Sans SC",'
    '"Source Han Sans SC",sans-serif',
    "ja": '"Hiragino Sans","Yu Gothic UI","Yu Gothic",Meiryo,"Noto Sans CJK JP","Noto Sans JP",'
    '"Source Han Sans JP",sans-serif',
}
"""Families that are on people's machines, by language: Chinese and Japanese glyphs differ."""


def words(text: object) -> Markup:
    """Escape text for use between tags or in an attribute."""
    return Markup(escape(FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", str(text)), quote=True))


def join(*parts: Markup) -> Markup:
    """Put markup together."""
    return Markup("".join(parts))


def number(value: float) -> str:
    """Write a coordinate with at most two decimals."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attribute(name: str, value: object) -> str:
    """Write one attribute: `class_` is class, `stroke_width` is stroke-width, None is left out."""
    if value is None:
        return ""
    text = number(value) if isinstance(value, (int, float)) else words(value)
    return f' {name.rstrip("_").replace("_", "-")}="{text}"'


def el(name: str, *children: Markup, **attributes: object) -> Markup:
    """Write one element."""
    opened = name + "".join(attribute(key, value) for key, value in attributes.items())
    return Markup(f"<{opened}>{''.join(children)}</{name}>" if children else f"<{opened}/>")


def group(*children: Markup, **attributes: object) -> Markup:
    """Write a group, or nothing where it would be empty."""
    return el("g", *children, **attributes) if any(children) else NOTHING


def pick(ids: str, *children: Markup, is_offered: bool = False) -> Markup:
    """Write a group that may be tapped: `ids` are what it can mean, the first that is possible counts.

    What `is_offered` is there only while it is possible; everything else is always to be seen.
    """
    return group(*children, data_pick=ids, data_offered="yes" if is_offered else None)


def hit(width: float, height: float, x: float = 0, y: float = 0, round_by: float = 20) -> Markup:
    """Write the room, about a point, in which a group takes taps: as large as a thumb where it can be."""
    box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    corner = min(width / 2, height / 2, round_by)
    return el("rect", class_="hit", **box, rx=corner, fill="none", pointer_events="all")


def text_at(x: float, y: float, text: object, class_: str = "", **attributes: object) -> Markup:
    """Write text at a point; `class_` says its size, weight and colour."""
    return el("text", words(text), x=x, y=y, class_=class_ or None, **attributes)


def pen(*steps: str | float) -> str:
    """Write path data: letters as they are, numbers as coordinates."""
    return " ".join(step if isinstance(step, str) else number(step) for step in steps)


def path(d: str, class_: str = "", **attributes: object) -> Markup:
    """Write a path."""
    return el("path", d=d, class_=class_ or None, **attributes)


def moved(x: float, y: float, *children: Markup, scale: float = 1, **attributes: object) -> Markup:
    """Write a group moved to a point, and scaled."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return group(*children, transform=f"translate({number(x)} {number(y)}){scaled}", **attributes)


def px(text: str, size: float) -> float:
    """Estimate the width of text in a proportional face of `size`, on the wide side."""
    from referee.draw.width import columns_of

    return sum(size if columns_of(c) == 2 else size * (0.68 if c.isupper() else 0.56) for c in text)


def shorten(text: str, size: float, room: float) -> str:
    """Cut text to fit `room`, with an ellipsis."""
    if px(text, size) <= room:
        return text
    while text and px(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrap(text: str, size: float, room: float) -> list[str]:
    """Break text into lines that fit: at blanks, or between wide characters."""
    lines, line = [], ""
    for char in text:
        if px(line + char, size) > room:
            cut = line.rfind(" ") + 1 or len(line)
            lines.append(line[:cut].rstrip())
            line = line[cut:]
        line += char
    return [*lines, line] if line else lines


def document(
    *, width: float, height: float, lang: str, name: str, title: str, description: str, css: str, body: Markup
) -> str:
    """Write a whole picture.

    `name` scopes it: the class on the root that every rule in `css` must begin with, so that the
    picture can also stand inside a page. `description` is the text board.
    """
    head = f"{name}-title", f"{name}-desc"
    return el(
        "svg",
        el("title", words(title), id=head[0]),
        el("desc", words(description), id=head[1]),
        el("style", Markup(css)),
        body,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        **{"class": name, "lang": lang, "xml:lang": lang},
        role="img",
        aria_labelledby=" ".join(head),
        font_family=FONTS.get(lang, FONTS["en"]),
    )
