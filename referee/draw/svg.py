"""Pictures as a tree of elements, which is written as SVG once everything has been put on it.

Boards and panels make elements and mark on them what can be tapped (`pick`, `hit`), which piece is which
(`piece`) and what may stand apart from the board (`panel`, `lower_part`). Of the finished tree `link_taps`
makes one with links, `take_apart` several pictures, `rename_ids` one that may stand beside another; `str`
writes it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from html import escape
from typing import Any, Final, NewType

from msgspec import Struct
from msgspec.structs import replace

from referee.draw.width import CLOSING, columns_of
from referee.languages import trait

Markup = NewType("Markup", str)
"""Text that is already SVG; made only by this module, from words that were escaped."""

NOTHING = Markup("")


class Element(Struct, frozen=True, gc=False):
    """An element of a picture; without a `tag` it is its children alone.

    `attributes` have names as keywords have: `class_` is class, `stroke_width` is stroke-width. A number is
    written with at most two decimals, a tuple as numbers with blanks between, None not at all.
    """

    tag: str
    attributes: dict[str, Any] = {}
    children: tuple["Node", ...] = ()

    def __str__(self) -> str:
        parts: list[str] = []
        _write(self, parts)
        return "".join(parts)

    def __html__(self) -> str:
        return str(self)

    def walk(self) -> Iterator["Element"]:
        """Yield this element and those below it, in the order in which they are written."""
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()


Node = Element | Markup
"""What an element may have below it."""

_SPECIAL = re.compile("[&<>\"']|[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""Characters XML 1.0 has no place for."""


def words(text: object) -> Markup:
    """Escape text for use between tags or in an attribute; what XML forbids becomes U+FFFD."""
    plain = str(text)
    if _SPECIAL.search(plain):
        plain = escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", plain), quote=True)
    return Markup(plain)


def number(value: float) -> str:
    """Format a coordinate with at most two decimals."""
    if type(value) is int:
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _name(key: str) -> str:
    return key.rstrip("_").replace("_", "-")


def _opened(tag: str, attributes: Mapping[str, Any]) -> str:
    """Return a start tag without its last `>`."""
    text = f"<{tag}"
    for key, value in attributes.items():
        if value is None:
            continue
        kind = type(value)
        if kind is float or kind is int:
            said = number(value)
        else:
            said = " ".join(map(number, value)) if kind is tuple else words(value)
        text += f' {_name(key)}="{said}"'
    return text


def _write(node: Node, parts: list[str]) -> None:
    if not isinstance(node, Element):
        parts.append(node)
    elif not node.tag:
        for child in node.children:
            _write(child, parts)
    elif node.children:
        parts.append(f"{_opened(node.tag, node.attributes)}>")
        for child in node.children:
            _write(child, parts)
        parts.append(f"</{node.tag}>")
    else:
        parts.append(f"{_opened(node.tag, node.attributes)}/>")


def el(tag: str, *children: Node, **attributes: Any) -> Element:
    """Make an element."""
    return Element(tag, attributes, children)


def join(*parts: Node) -> Node:
    """Make one node of parts, without a tag; `NOTHING` where all of them are."""
    return Element("", {}, parts) if any(parts) else NOTHING


def group(*children: Node, **attributes: Any) -> Node:
    """Make a group, or `NOTHING` where it would be empty."""
    return Element("g", attributes, children) if any(children) else NOTHING


def prerender(node: Node) -> Node:
    """Return the same picture with all as text in it that nothing below can change: to be used often.

    What can be tapped, moves, stands apart, or has or names an id stays an element.
    """
    if not isinstance(node, Element):
        return node
    children: list[Node] = []
    texts: list[str] = []
    for child in map(prerender, node.children):
        if isinstance(child, Element):
            if texts:
                children.append(Markup("".join(texts)))
                texts = []
            children.append(child)
        else:
            texts.append(child)
    text = "".join(texts)
    if children or _is_open(node.attributes):
        return Element(node.tag, node.attributes, (*children, Markup(text)) if text else tuple(children))
    if not node.tag:
        return Markup(text)
    opened = _opened(node.tag, node.attributes)
    return Markup(f"{opened}>{text}</{node.tag}>" if node.children else f"{opened}/>")


_MARKS = frozenset({"data_pick", "data_piece", "data_offered", "data_left", "data_box", "id"})


def _is_open(attributes: Mapping[str, Any]) -> bool:
    """Return whether something below may change an element with these attributes, or take it out."""
    if not _MARKS.isdisjoint(attributes) or attributes.get("class_") == _HIT:
        return True
    return any(type(value) is str and value.startswith(("#", "url(#")) for value in attributes.values())


# What can be tapped

_Attributes = Mapping[str, object]
"""What a link carries: `href`, `aria_label`, `data_event` and so on."""

THUMB: Final = 44
"""How wide and high a target is at least, in the units of a phone's picture, where there is room."""

_HIT: Final = "hit"


def pick(ids: str, *children: Node, is_offered: bool = False) -> Node:
    """Make a group that may be tapped: `ids` are what it can mean, the first that is possible counts.

    What `is_offered` is there only while it is possible; everything else is always to be seen.
    """
    return group(*children, data_pick=ids, data_offered="yes" if is_offered else None)


def pick_ids(picture: Element) -> set[str]:
    """Return the ids of all that may be tapped on a picture."""
    return {id for each in picture.walk() for id in each.attributes.get("data_pick", "").split()}


def piece(id: str, *children: Node) -> Node:
    """Make a group that is one piece of the game, wherever it stands: a page animates its way there."""
    return group(*children, data_piece=id)


def last_ring(half: tuple[float, float], thick: float = 2.5, y: float = 0) -> Element:
    """Make the dashed ring about a piece that moved last; hidden until a page shows it."""
    rx, ry = half
    return el(
        "ellipse", class_="lately", cy=y, rx=rx, ry=ry, stroke_width=thick, fill="none", visibility="hidden"
    )


def hit(width: float, height: float, x: float = 0, y: float = 0, round_by: float = 20) -> Element:
    """Make the area about a point in which a group takes taps; as large as `THUMB` where it can be."""
    box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    corner = min(width / 2, height / 2, round_by)
    return el("rect", class_=_HIT, **box, rx=corner, fill="none", pointer_events="all")


def link_taps(picture: Element, taps: Mapping[str, _Attributes], last: Iterable[str] = ()) -> Element:
    """Return a picture in which what can be tapped now is a link; all other marks of taps are taken out.

    `taps` are the links by id. The first link of each id has an id itself, so that focus stays on it.
    Pieces that moved `last` get a class of that name.
    """
    root = _link_taps(picture, taps, frozenset(last), set(), is_in_link=False)
    assert isinstance(root, Element)  # noqa: S101 - a document can neither be tapped nor left out
    if not taps:
        return root
    title, _, description = root.attributes["aria_labelledby"].partition(" ")
    more = {"role": "group", "aria_labelledby": title, "aria_describedby": description}
    return replace(root, attributes=root.attributes | more)


def _link_taps(
    node: Node, taps: Mapping[str, _Attributes], last: frozenset[str], used: set[str], *, is_in_link: bool
) -> Node:
    """Return what becomes of a node: a room for taps is left only within a link. `used` grows."""
    if not isinstance(node, Element):
        return node
    tag, attributes = node.tag, node.attributes
    if "data_pick" in attributes:
        chosen = next((id for id in attributes["data_pick"].split() if id in taps), None)
        if chosen is None and attributes.get("data_offered"):
            return NOTHING
        attributes = _without(attributes, "data_pick", "data_offered")
        if chosen is not None:
            tag, is_in_link = "a", True
            attributes |= {} if chosen in used else {"id": f"tap-{chosen}"}
            attributes |= taps[chosen]
            used.add(chosen)
    elif attributes.get("class_") == _HIT and not is_in_link:
        return NOTHING
    if last and attributes.get("data_piece") in last:
        attributes = {**attributes, "class_": "last"}
    children = tuple([_link_taps(each, taps, last, used, is_in_link=is_in_link) for each in node.children])
    if tag == "g" and not attributes and not any(children):
        return NOTHING
    return Element(tag, attributes, children)


# Shapes and lines of text


def box(width: float, height: float, corner: float, class_: str, **attributes: Any) -> Element:
    """Make a rectangle about the origin with rounded corners."""
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height}
    return el("rect", **place, rx=corner, class_=class_, **attributes)


def text_at(
    x: float, y: float, text: object, class_: str = "", size: float | None = None, anchor: str | None = None
) -> Element:
    """Make text at a point. `class_` says its weight and colour; `anchor` which part of it stands there."""
    return el("text", words(text), x=x, y=y, class_=class_ or None, font_size=size, text_anchor=anchor)


def path_d(*steps: str | float) -> str:
    """Return path data: letters as they are, numbers as coordinates."""
    return " ".join(step if isinstance(step, str) else number(step) for step in steps)


def path(d: str, class_: str = "", **attributes: Any) -> Element:
    """Make a path of path data."""
    return el("path", d=d, class_=class_ or None, **attributes)


def translate(x: float, y: float, *children: Node, scale: float = 1, **attributes: Any) -> Node:
    """Make a group that is moved to a point, and scaled."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return group(*children, transform=f"translate({number(x)} {number(y)}){scaled}", **attributes)


def px(text: str, size: float) -> float:
    """Return an estimate of the width of text in a proportional face of `size`, on the wide side."""
    return sum(size if columns_of(c) == 2 else size * (0.68 if c.isupper() else 0.56) for c in text)


_THIN = frozenset("fijlrt ")


def px_plain(text: str, size: float) -> float:
    """Return a closer estimate than `px`, for text that is not bold: it counts thin letters."""
    return px(text, size) - size * 0.18 * sum(c in _THIN for c in text)


def shorten(text: str, size: float, room: float) -> str:
    """Return text cut to fit `room`, with an ellipsis where something is missing."""
    if px(text, size) <= room + 0.01:
        return text
    while text and px(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


SMALLEST = 0.72
"""How much text may shrink before it is broken or cut."""


def fit(text: str, size: float, room: float) -> tuple[str, float]:
    """Return text that fits `room`, and its size: smaller down to `SMALLEST`, then cut."""
    size *= max(SMALLEST, min(1, room / px(text, size)))
    return shorten(text, size, room), size


def wrap(text: str, size: float, room: float) -> list[str]:
    """Return text in lines that fit, broken at blanks or wide signs; none begins with a closing sign."""
    lines, line = [], ""
    for char in text:
        if px(line + char, size) > room:
            cut = line.rfind(" ") + 1 or len(line) - (char in CLOSING)
            lines.append(line[:cut].rstrip())
            line = line[cut:]
        line += char
    return [*lines, line] if line else lines


# Parts of a picture, and whole ones


def panel(left: float, *children: Node, bottom: float, end: float) -> Element:
    """Make what stands beside the board, from `left` on: a page may show it as a picture of its own.

    `bottom` is where the board ends, `end` where the panel does.
    """
    return el("g", *children, class_="panel", data_left=(left, bottom, end))


def lower_part(box: tuple[float, float, float, float], *children: Node) -> Element:
    """Make a part of what stands below the board, in its box (x, y, width, height): also one by itself."""
    return el("g", *children, class_="under", data_box=box)


def take_apart(picture: Element, *, is_cut: bool = False) -> tuple[Element, list[Element]]:
    """Return the board of a picture, and as pictures of their own its panel or the parts below it.

    The board keeps the height of the picture beside its panel, unless it `is_cut` to where the board ends.
    The list is empty, and the picture is as it was, where all of it is board.
    """
    board: list[Node] = []
    found: list[Element] = []
    for child in _flat(picture.children):
        if isinstance(child, Element) and not _BOXES.isdisjoint(child.attributes):
            found.append(child)
        else:
            board.append(child)
    if not found:
        return picture, []
    _, _, width, height = picture.attributes["viewBox"]
    first = found[0].attributes
    if "data_left" in first:
        width, bottom, _ = first["data_left"]
        field = width, bottom if is_cut else height
    else:
        field = width, first["data_box"][1]
    return _framed(picture, (0, 0, *field), *board), [_alone(picture, part) for part in found]


_BOXES = frozenset({"data_left", "data_box"})


def _flat(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield nodes, and in place of those without a tag what they have below them."""
    for node in nodes:
        if isinstance(node, Element) and not node.tag:
            yield from _flat(node.children)
        else:
            yield node


def _framed(picture: Element, box: tuple[float, ...], *children: Node) -> Element:
    """Return a picture that shows a box (x, y, width, height) of another, as large as its page makes it."""
    attributes = _without(picture.attributes, "width", "height") | {"viewBox": box}
    return Element(picture.tag, attributes, children)


def _alone(picture: Element, part: Element) -> Element:
    """Return a part of a picture as one by itself, hidden from a screen reader if nothing can be tapped."""
    if "data_left" in part.attributes:
        left, _, end = part.attributes["data_left"]
        box = left, 0, picture.attributes["viewBox"][2] - left, end
    else:
        box = part.attributes["data_box"]
    framed = _framed(picture, box, part)
    has_link = any(each.tag == "a" for each in part.walk())
    attributes = _without(framed.attributes, "role", "aria_labelledby", "aria_describedby")
    attributes["class_"] = f"{part.attributes['class_']} {attributes['class_']}"
    attributes |= {"role": "group"} if has_link else {"aria_hidden": "true"}
    return replace(framed, attributes=attributes)


def drop_size(picture: Element) -> Element:
    """Return a picture that says what part of the plane it shows, not how large: whatever shows it does."""
    return replace(picture, attributes=_without(picture.attributes, "width", "height"))


def _without(attributes: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    return {key: value for key, value in attributes.items() if key not in keys}


def rename_ids(picture: Element, more: object) -> Element:
    """Return a picture with `-more` after each id in it, for a page on which another of its kind stands.

    A part that is meant by an id is looked for in the first picture that has it: if that is folded away,
    nothing is filled or cut out.
    """
    names = {each.attributes["id"] for each in picture.walk() if each.attributes.get("id")}
    swaps = {
        before + name + after: f"{before}{name}-{more}{after}" for name in names for before, after in _USES
    }
    return _with_values(picture, swaps)


_USES = ("", ""), ("#", ""), ("url(#", ")")


def _with_values(element: Element, swaps: Mapping[str, str]) -> Element:
    """Return an element with its attributes, and those below it, changed word by word."""
    attributes = {
        key: " ".join(swaps.get(word, word) for word in value.split(" ")) if type(value) is str else value
        for key, value in element.attributes.items()
    }
    children = (_with_values(each, swaps) if isinstance(each, Element) else each for each in element.children)
    return Element(element.tag, attributes, tuple(children))


def document(
    *, width: float, height: float, lang: str, name: str, title: str, description: str, css: str, body: Node
) -> Element:
    """Make a whole picture.

    `name` scopes it: the class on the root that every rule in `css` must begin with, so that the
    picture can also stand inside a page. `description` is the text board.
    """
    head = f"{name}-title", f"{name}-desc"
    return Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": (0, 0, width, height),
            "width": width,
            "height": height,
            "class_": name,
            "lang": lang,
            "xml:lang": lang,
            "role": "img",
            "aria_labelledby": " ".join(head),
            "font_family": trait(lang, "fonts"),
        },
        (
            el("title", words(title), id=head[0]),
            el("desc", words(description), id=head[1]),
            el("style", Markup(css)),
            body,
        ),
    )


def take_style(picture: Element) -> tuple[Element, str]:
    """Return a document without its style sheet, and that sheet."""
    sheet = next(each for each in picture.children if isinstance(each, Element) and each.tag == "style")
    children = tuple(each for each in picture.children if each is not sheet)
    return replace(picture, children=children), str(sheet.children[0])
