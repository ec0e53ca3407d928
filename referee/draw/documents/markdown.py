"""Text put into Markdown: names and questions are shown as people wrote them, and do nothing."""

import re
from collections.abc import Iterator

_SIGNS = re.compile(r"[\\`*\[\]<>|~&]|(?<!\w)_|_(?!\w)")
_BEGINS_BLOCK = re.compile(r"^(?=[#+=-])|^([0-9]{1,9})(?=[.)])")


def escape(text: object) -> str:
    """Return `text` on one line, blanks folded, with every sign that Markdown or HTML reads escaped."""
    plain = _SIGNS.sub(r"\\\g<0>", " ".join(str(text).split()))
    return _BEGINS_BLOCK.sub(lambda begun: f"{begun[1] or ''}\\", plain, count=1)


def fence(text: str) -> Iterator[str]:
    """Yield the lines of `text` in a code fence longer than any run of backticks in it."""
    longest = max((len(run) for run in re.findall("`+", text)), default=0)
    mark = "`" * max(3, longest + 1)
    yield from (mark, *text.splitlines(), mark)
