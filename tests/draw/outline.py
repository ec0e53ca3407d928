"""What stands where in a picture: places added up through groups, and a list of them a person can read."""

from collections.abc import Iterator

from referee.draw.svg import Element

Placed = tuple[Element, float, float]


def place_all(element: Element, x: float = 0, y: float = 0, scale: float = 1) -> Iterator[Placed]:
    """Yield every element that is no text already, with its origin in the units of the picture."""
    for step in element.attributes.get("transform", "").replace(",", " ").split(")"):
        name, _, numbers = step.strip().partition("(")
        if name == "translate":
            dx, dy = map(float, numbers.split())
            x, y = x + dx * scale, y + dy * scale
        elif name == "scale":
            scale *= float(numbers)
    if element.tag == "svg" and "x" in element.attributes:
        left, top, width, _ = map(float, element.attributes["viewBox"].split())
        x, y = x + element.attributes["x"] * scale, y + element.attributes["y"] * scale
        scale *= element.attributes["width"] / width
        x, y = x - left * scale, y - top * scale
    own_x, own_y = (float(element.attributes.get(name) or 0) * scale for name in "xy")
    yield element, x + own_x, y + own_y
    for child in element.children:
        if isinstance(child, Element):
            yield from place_all(child, x, y, scale)


def spots(picture: Element, mark: str) -> dict[str, tuple[float, float]]:
    """Return where each thing is that has a mark, by its value: `data_piece`, `data_pick`."""
    return {each.attributes[mark]: (x, y) for each, x, y in place_all(picture) if mark in each.attributes}


def outline(picture: Element) -> str:
    """Return a line for each text, piece and tap of a picture, with its place, in the order of drawing.

    Spaces that show nothing and can only be asked about are left out: a lake has hundreds.
    """
    lines = []
    for each, x, y in place_all(picture):
        if each.attributes.get("data_offered") == "asked":
            continue
        said = [f'"{child}"' for child in each.children if each.tag == "text" and isinstance(child, str)]
        for name in ("piece", "pick"):
            said += (
                [f"{name} {each.attributes[f'data_{name}']}"] if each.attributes.get(f"data_{name}") else []
            )
        lines += [f"{x:5.0f} {y:4.0f}  {' '.join(said)}"] if said else []
    return "\n".join(lines)
