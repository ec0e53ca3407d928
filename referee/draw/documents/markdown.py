"""Text put into Markdown: names and questions are shown as people wrote them, and do nothing."""

import re
from collections.abc import Iterator

_SIGNS = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")
_BEGINS_BLOCK = re.compile(r"^(?=[#+=-])|^([0-9]{1,9})(?=[.)])")


def escape(text: object) -> str:
    """Write a text on one line, so that no sign of it means anything in Markdown or HTML."""
    plain = _SIGNS.sub(r"\\\g<0>", " ".join(str(text).split()))
    return _BEGINS_BLOCK.sub(lambda begun: f"{begun[1] or ''}\\", plain, count=1)


def fence(text: str) -> Iterator[str]:
    """Give the lines of a text between fences that nothing in it ends."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * max(3, longest + 1)
    yield from (mark, *text.splitlines(), mark)
