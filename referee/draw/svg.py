"""Pictures as a tree of elements, written as SVG at the end.

Boards and panels make elements and mark on them what can be tapped (`pick`, `hit`), which piece is which
(`piece`) and what may stand apart from the board (`panel`, `lower_part`). Of the finished tree `link_taps`
makes one with links, `take_apart` several pictures, `rename_ids` one that may stand beside another; `str`
writes it.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
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

_NO_PLACE = "\0-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff"
_SPECIAL = re.compile(f"[&<>\"'{_NO_PLACE}]")
_FORBIDDEN = re.compile(f"[{_NO_PLACE}]")  # said as what has a place it takes 5 ms to compile
"""Characters XML 1.0 has no place for."""


def words(text: object) -> Markup:
    """Return text escaped for use between tags or in an attribute; what XML forbids becomes U+FFFD."""
    plain = str(text)
    if _SPECIAL.search(plain):
        plain = escape(_FORBIDDEN.sub("\N{REPLACEMENT CHARACTER}", plain), quote=True)
    return Markup(plain)


def number(value: float) -> str:
    """Return a coordinate as text with at most two decimals."""
    if type(value) is int:
        return str(value)
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _name(key: str) -> str:
    """Return the SVG name of a keyword: `class_` is class, `stroke_width` is stroke-width. Cached."""
    return key.rstrip("_").replace("_", "-")


def _start_tag(tag: str, attributes: Mapping[str, Any]) -> str:
    """Return a start tag without its closing `>`, so that `/>` may follow."""
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
    """Append the text of a node to `parts`."""
    if not isinstance(node, Element):
        parts.append(node)
    elif not node.tag:
        for child in node.children:
            _write(child, parts)
    elif node.children:
        parts.append(f"{_start_tag(node.tag, node.attributes)}>")
        for child in node.children:
            _write(child, parts)
        parts.append(f"</{node.tag}>")
    else:
        parts.append(f"{_start_tag(node.tag, node.attributes)}/>")


def el(tag: str, *children: Node, **attributes: Any) -> Element:
    """Return an element; attributes are written as described at `Element`."""
    return Element(tag, attributes, children)


def join(*parts: Node) -> Node:
    """Return one node without a tag that holds all parts; `NOTHING` where all are empty."""
    return Element("", {}, parts) if any(parts) else NOTHING


def group(*children: Node, **attributes: Any) -> Node:
    """Return a `<g>`; `NOTHING` where all children are empty."""
    return Element("g", attributes, children) if any(children) else NOTHING


def prerender(node: Node) -> Node:
    """Return a picture with all that later steps cannot change turned into text, for use in a cache.

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
    opened = _start_tag(node.tag, node.attributes)
    return Markup(f"{opened}>{text}</{node.tag}>" if node.children else f"{opened}/>")


_MARKS = frozenset({"data_pick", "data_piece", "data_offered", "data_left", "data_box", "id"})


def _is_open(attributes: Mapping[str, Any]) -> bool:
    """Return whether functions of this module may yet change or remove an element with such attributes."""
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
    """Return a group that may be tapped; `ids` are what a tap can mean, separated by blanks.

    The first possible one counts. With `is_offered` the group is drawn only while one of them is possible.
    """
    return group(*children, data_pick=ids, data_offered="yes" if is_offered else None)


def space(ids: str, *children: Node) -> Node:
    """Return a group that shows nothing and may be asked about; it is drawn only where that is possible.

    `ids` as of `pick`.
    """
    return group(*children, data_pick=ids, data_offered="asked")


def pick_ids(picture: Element) -> set[str]:
    """Return all ids of all that may be tapped on a picture."""
    return {id for each in picture.walk() for id in each.attributes.get("data_pick", "").split()}


def piece(id: str, *children: Node) -> Node:
    """Return a group marked as the piece `id`; pages animate it from where it was drawn before."""
    return group(*children, data_piece=id)


def last_ring(half: tuple[float, float], thick: float = 2.5, y: float = 0) -> Element:
    """Return the dashed ring about a piece that moved last; hidden until a page's style sheet shows it.

    `half` is half its width and height.
    """
    rx, ry = half
    return el(
        "ellipse", class_="lately", cy=y, rx=rx, ry=ry, stroke_width=thick, fill="none", visibility="hidden"
    )


def hit(width: float, height: float, x: float = 0, y: float = 0, round_by: float = 20) -> Element:
    """Return an invisible rectangle about (x, y) that takes the taps of its group.

    `round_by` is the radius of its corners at most. It should be `THUMB` wide and high where there is room.
    """
    box = {"x": x - width / 2, "y": y - height / 2, "width": width, "height": height}
    corner = min(width / 2, height / 2, round_by)
    return el("rect", class_=_HIT, **box, rx=corner, fill="none", pointer_events="all")


def link_taps(
    picture: Element,
    taps: Mapping[str, _Attributes],
    last: Iterable[str] = (),
    ask: Callable[[tuple[str, ...]], _Attributes] | None = None,
) -> Element:
    """Return a picture in which what can be tapped now is a link; all other marks of taps are taken out.

    `taps` are the links by id. The first link of each id has an id itself, so that focus stays on it.
    Pieces that moved `last` get a class of that name. `ask(ids)` makes links of all else that has ids, the id
    of its piece first; None: it cannot be tapped.
    """
    root = _Linking(taps, frozenset(last), ask, picture.attributes["lang"]).link(picture, is_in_link=False)
    assert isinstance(root, Element)  # noqa: S101 - a document can neither be tapped nor left out
    if not taps and ask is None:
        return root
    title, _, description = root.attributes["aria_labelledby"].partition(" ")
    more = {"role": "group", "aria_labelledby": title, "aria_describedby": description}
    return replace(root, attributes=root.attributes | more)


class _Linking:
    """Marks of taps on their way to links."""

    def __init__(
        self,
        taps: Mapping[str, _Attributes],
        last: frozenset[str],
        ask: Callable[[tuple[str, ...]], _Attributes] | None,
        lang: str,
    ) -> None:
        self.taps, self.last, self.ask, self.lang = taps, last, ask, lang
        self.used: set[str] = set()
        """The ids that have a link already."""
        self.called: dict[str, list[object]] = {}
        """Where the links of each name lead."""

    def link(self, node: Node, *, is_in_link: bool) -> Node:
        """Return what becomes of a node; a hit area stays only within a link."""
        if not isinstance(node, Element):
            return node
        tag, attributes = node.tag, node.attributes
        if "data_pick" in attributes:
            made = self._link_of(node)
            if made is None and attributes.get("data_offered"):
                return NOTHING
            attributes = _without(attributes, "data_pick", "data_offered")
            if made is not None:
                tag, is_in_link, attributes = "a", True, attributes | made
        elif attributes.get("class_") == _HIT and not is_in_link:
            return NOTHING
        if self.last and attributes.get("data_piece") in self.last:
            attributes = {**attributes, "class_": "last"}
        children = tuple([self.link(each, is_in_link=is_in_link) for each in node.children])
        if tag == "g" and not attributes and not any(children):
            return NOTHING
        return Element(tag, attributes, children)

    def _link_of(self, node: Element) -> dict[str, object] | None:
        """Return the attributes of the link that a marked node becomes; None where it becomes none."""
        ids = tuple(node.attributes["data_pick"].split())
        chosen = next((id for id in ids if id in self.taps), None)
        if chosen is not None:
            own = {} if chosen in self.used else {"id": f"tap-{chosen}"}
            self.used.add(chosen)
            return self._with_own_name({**own, **self.taps[chosen]})
        if self.ask is None or not ids or node.attributes.get("data_offered") == "yes":
            return None
        pieces = {each.attributes.get("data_piece") for each in node.walk()}
        named = next((id for id in ids if id in pieces), ids[0])
        return self._with_own_name({**self.ask((named, *(id for id in ids if id != named)))})

    def _with_own_name(self, link: dict[str, object]) -> dict[str, object]:
        """Return a link, numbered where another one of its name leads elsewhere, as they lie on the board."""
        name = str(link.get("aria_label", ""))
        leads = self.called.setdefault(name, [])
        if link["href"] not in leads:
            leads.append(link["href"])
        n = leads.index(link["href"]) + 1
        if not name or n == 1:
            return link
        return link | {"aria_label": name + trait(self.lang, "brackets").format(n)}


# Shapes and lines of text


def box(width: float, height: float, corner: float, class_: str, **attributes: Any) -> Element:
    """Return a rectangle about the origin with rounded corners."""
    place = {"x": -width / 2, "y": -height / 2, "width": width, "height": height}
    return el("rect", **place, rx=corner, class_=class_, **attributes)


def text_at(
    x: float, y: float, text: object, class_: str = "", size: float | None = None, anchor: str | None = None
) -> Element:
    """Return text at a point. `class_` gives weight and colour, `anchor` is SVG's `text-anchor`.

    A `size` of None leaves the size to the style sheet.
    """
    return el("text", words(text), x=x, y=y, class_=class_ or None, font_size=size, text_anchor=anchor)


def path_d(*steps: str | float) -> str:
    """Return SVG path data: strings as they are, numbers formatted as coordinates."""
    return " ".join(step if isinstance(step, str) else number(step) for step in steps)


def path(d: str, class_: str = "", **attributes: Any) -> Element:
    """Return a path with the data `d`."""
    return el("path", d=d, class_=class_ or None, **attributes)


def translate(x: float, y: float, *children: Node, scale: float = 1, **attributes: Any) -> Node:
    """Return its children moved to a point and scaled; `NOTHING` where all are empty."""
    scaled = "" if scale == 1 else f" scale({number(scale)})"
    return group(*children, transform=f"translate({number(x)} {number(y)}){scaled}", **attributes)


def px(text: str, size: float) -> float:
    """Return an estimate of the width of text in a proportional face of `size`, on the wide side."""
    return sum(size if columns_of(c) == 2 else size * (0.68 if c.isupper() else 0.56) for c in text)


_THIN = frozenset("fijlrt ")


def px_plain(text: str, size: float) -> float:
    """Return a closer estimate than `px`, which is for bold text: thin letters count less."""
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
    """Return text that fits `room`, and its font size: down to `SMALLEST` of `size`, then cut."""
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
    """Return a group of elements that lies beside the board, right of x = `left`, for `take_apart` to find.

    `bottom` is the y where the board ends, `end` that where the panel does.
    """
    return el("g", *children, class_="panel", data_left=(left, bottom, end))


def lower_part(box: tuple[float, float, float, float], *children: Node) -> Element:
    """Return a part below the board in its box (x, y, width, height), marked for `take_apart`."""
    return el("g", *children, class_="under", data_box=box)


def take_apart(picture: Element, *, is_cut: bool = False) -> tuple[Element, list[Element]]:
    """Return the board of a picture, and its panel or the parts below it as pictures of their own.

    The board keeps the height of the picture beside its panel, unless it `is_cut` to where the board ends. A
    picture without such parts comes back unchanged, with an empty list.
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
    """Yield nodes; one without a tag is replaced by its children, at all depths."""
    for node in nodes:
        if isinstance(node, Element) and not node.tag:
            yield from _flat(node.children)
        else:
            yield node


def _framed(picture: Element, box: tuple[float, ...], *children: Node) -> Element:
    """Return a picture without fixed size with viewBox `box` (x, y, width, height) and other children."""
    attributes = _without(picture.attributes, "width", "height") | {"viewBox": box}
    return Element(picture.tag, attributes, children)


def _alone(picture: Element, part: Element) -> Element:
    """Return a part as a picture of its own; hidden from screen readers where it has no link."""
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
    """Return a picture without `width` and `height`; it keeps its viewBox and scales to what shows it."""
    return replace(picture, attributes=_without(picture.attributes, "width", "height"))


def _without(attributes: Mapping[str, Any], *keys: str) -> dict[str, Any]:
    """Return attributes without some of them."""
    return {key: value for key, value in attributes.items() if key not in keys}


def rename_ids(picture: Element, more: object) -> Element:
    """Return a picture with `-more` after each id and each reference to it, for a page with several pictures.

    A reference to an id that stands twice on a page resolves to the first one; if that one is folded away,
    nothing is filled or clipped.
    """
    names = {each.attributes["id"] for each in picture.walk() if each.attributes.get("id")}
    swaps = {
        before + name + after: f"{before}{name}-{more}{after}" for name in names for before, after in _USES
    }
    return _with_values(picture, swaps)


_USES = ("", ""), ("#", ""), ("url(#", ")")


def _with_values(element: Element, swaps: Mapping[str, str]) -> Element:
    """Return an element in which words of attributes are replaced as `swaps` says, at all depths."""
    attributes = {
        key: " ".join(swaps.get(word, word) for word in value.split(" ")) if type(value) is str else value
        for key, value in element.attributes.items()
    }
    children = (_with_values(each, swaps) if isinstance(each, Element) else each for each in element.children)
    return Element(element.tag, attributes, tuple(children))


def document(
    *, width: float, height: float, lang: str, name: str, title: str, description: str, css: str, body: Node
) -> Element:
    """Return a whole picture, the `<svg>` root.

    `name` is the class on the root that every rule in `css` must begin with, so that the picture can stand
    inside a page. `description` is the text board, for screen readers.
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
