"""SVG as text: elements, escaped words, the document with its title, description and fonts."""

import re
from html import escape
from typing import NewType

from referee.draw.width import CLOSING
from referee.languages import trait

Markup = NewType("Markup", str)
"""Text that is already SVG; made only by this module, from words that were escaped."""

NOTHING = Markup("")

FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters XML 1.0 has no place for."""


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


def piece(id: str, *children: Markup) -> Markup:
    """Write a group that is one piece of the game, wherever it stands: a page lets it glide there."""
    return group(*children, data_piece=id)


def lately(half: tuple[float, float], thick: float = 2.5, y: float = 0) -> Markup:
    """Write the dashed ring about a piece that was moved last; hidden until a page shows it."""
    rx, ry = half
    return el(
        "ellipse", class_="lately", cy=y, rx=rx, ry=ry, stroke_width=thick, fill="none", visibility="hidden"
    )


def hit(width: float, height: float, x: float = 0, y: float = 0, round_by: float = 20) -> Markup:
    """Write the room, about a point, in which a group takes taps: as large as a thumb where it can be."""
    box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    corner = min(width / 2, height / 2, round_by)
    return el("rect", class_="hit", **box, rx=corner, fill="none", pointer_events="all")


def box(width: float, height: float, corner: float, class_: str, **attributes: object) -> Markup:
    """Write a rectangle about the origin, its corners rounded."""
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height}
    return el("rect", **place, rx=corner, class_=class_, **attributes)


def text_at(
    x: float, y: float, text: object, class_: str = "", size: float | None = None, anchor: str | None = None
) -> Markup:
    """Write text at a point; `class_` says its weight and colour, `anchor` which part of it stands there."""
    told = {"class_": class_ or None, "font_size": size, "text_anchor": anchor}
    return el("text", words(text), x=x, y=y, **told)


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


THIN = frozenset("fijlrt ")


def px_plain(text: str, size: float) -> float:
    """Estimate the width of text that is not bold, less on the wide side: its thin letters are counted."""
    return px(text, size) - size * 0.18 * sum(c in THIN for c in text)


def shorten(text: str, size: float, room: float) -> str:
    """Cut text to fit `room`, with an ellipsis; a size that was made to fit exactly does."""
    if px(text, size) <= room + 0.01:
        return text
    while text and px(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


SMALLEST = 0.72
"""How much text may shrink before it is broken or cut."""


def fit(text: str, size: float, room: float) -> tuple[str, float]:
    """Make text smaller so that it fits `room`, and cut it where that is not enough; give also its size."""
    size *= max(SMALLEST, min(1, room / px(text, size)))
    return shorten(text, size, room), size


def wrap(text: str, size: float, room: float) -> list[str]:
    """Break text into lines that fit: at blanks, or between wide signs; none begins with a closing one."""
    lines, line = [], ""
    for char in text:
        if px(line + char, size) > room:
            cut = line.rfind(" ") + 1 or len(line) - (char in CLOSING)
            lines.append(line[:cut].rstrip())
            line = line[cut:]
        line += char
    return [*lines, line] if line else lines


def panel(left: float, *children: Markup, bottom: float, end: float) -> Markup:
    """Write what stands beside the board, from `left` on: a page may show it as a picture of its own.

    `bottom` is where the board ends, `end` where the panel does.
    """
    return el("g", *children, class_="panel", data_left=" ".join(map(number, (left, bottom, end))))


def under(box: tuple[float, float, float, float], *children: Markup) -> Markup:
    """Write a part of what stands below the board, in its box (x, y, width, height): also one by itself."""
    return el("g", *children, class_="under", data_box=" ".join(map(number, box)))


PART = re.compile(r'<g class="(panel|under)" data-(?:left|box)="([^"]+)">')
ROOT = re.compile(r'<svg [^>]*viewBox="0 0 (\S+) (\S+)"[^>]*>')
SIZES = re.compile(r' (width|height)="[^"]*"')
SAID = re.compile(r' (role|aria-labelledby|aria-describedby)="[^"]*"')


def apart(svg: str, *, is_cut: bool = False) -> tuple[str, list[str]]:
    """Take out of a picture what ends it, a panel or parts below; give the picture without, and those.

    It keeps its height, beside its panel on a page, unless it `is_cut` to where the board ends.
    """
    root, found = ROOT.match(svg), list(PART.finditer(svg))
    if root is None or not found:
        return svg, []
    width, height = float(root[1]), float(root[2])
    boxes = [box_of(part, width) for part in found]
    field = (0.0, 0.0, *field_of(found[0], width, height, is_cut=is_cut))
    ends = [part.start() for part in found[1:]] + [len(svg) - len("</svg>")]
    parts = [
        alone(root[0], part[1], box, svg[part.start() : end])
        for part, box, end in zip(found, boxes, ends, strict=True)
    ]
    return f"{framed(root[0], field)}{svg[root.end() : found[0].start()]}</svg>", parts


def field_of(first: re.Match[str], width: float, height: float, *, is_cut: bool) -> tuple[float, float]:
    """Give the right and the lower edge of the board; after it comes the first part that is not the board.

    Beside a panel it is as high as the picture, unless it `is_cut`.
    """
    told = tuple(map(float, first[2].split()))
    if first[1] == "under":
        return width, told[1]
    return told[0], told[1] if is_cut else height


def box_of(part: re.Match[str], width: float) -> tuple[float, ...]:
    """Give the box of a part: x, y, width, height."""
    told = tuple(map(float, part[2].split()))
    return told if part[1] == "under" else (told[0], 0.0, width - told[0], told[2])


def framed(root: str, box: tuple[float, ...]) -> str:
    """Write the root of a picture so that it shows a box of it, as large as its page makes it."""
    return re.sub(r' viewBox="[^"]*"', f' viewBox="{" ".join(map(number, box))}"', SIZES.sub("", root))


def alone(root: str, kind: str, box: tuple[float, ...], body: str) -> str:
    """Write a part as a picture of its own; heard where it has something to tap."""
    heard = ' role="group"' if "<a " in body else ' aria-hidden="true"'
    start = SAID.sub("", framed(root, box)).replace(' class="', f' class="{kind} ')
    return f"{start[:-1]}{heard}>{body}</svg>"


NAMED = re.compile(r' id="([^"]+)"')


def renamed(svg: str, more: object) -> Markup:
    """Give the parts of a picture names of their own, where it stands on a page with another of its kind.

    A part that is meant by a name is looked for in the first picture that has one: if that is folded away,
    nothing is filled or cut out.
    """
    names = "|".join(map(re.escape, NAMED.findall(svg)))
    return Markup(re.sub(rf'(?<=[" #])({names})(?=[" )])', rf"\g<1>-{more}", svg)) if names else Markup(svg)


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
        font_family=trait(lang, "fonts"),
    )
