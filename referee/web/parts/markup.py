"""HTML as text: elements made by functions, every word escaped unless it is markup already."""

from collections.abc import Iterable
from html import escape
from typing import Any

VOID = {"br", "hr", "img", "input", "link", "meta"}


class Html(str):
    """Text that is markup already; made only by this module and by what draws SVG."""

    __slots__ = ()


NOTHING = Html("")


def el(name: str, /, *children: Any, **attributes: Any) -> Html:
    """Write one element; `class_` is class, `data_x` is data-x, True is a bare attribute, None is none."""
    opened = f"<{name}{''.join(attribute(key, value) for key, value in attributes.items())}>"
    return Html(opened if name in VOID else f"{opened}{join(children)}</{name}>")


def attribute(name: str, value: Any) -> str:
    """Write one attribute."""
    if value is None or value is False:
        return ""
    key = name.rstrip("_").replace("_", "-")
    return f" {key}" if value is True else f' {key}="{escape(str(value), quote=True)}"'


def join(children: Iterable[Any]) -> Html:
    """Put markup and words together; lists are spread, None is nothing."""
    parts = []
    for child in children:
        if isinstance(child, Html):
            parts.append(str(child))
        elif isinstance(child, str):
            parts.append(escape(child, quote=False))
        elif child is not None:
            parts.append(str(join(child)))
    return Html("".join(parts))
