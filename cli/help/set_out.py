"""Help set out for a terminal: by columns, with the colons of the language."""

from collections.abc import Sequence

from typer._click.formatting import HelpFormatter

from cli.frame.wrapping import wrapped
from referee.draw.width import width
from referee.languages import trait


class HelpPage(HelpFormatter):
    """typer's own page, which counts Chinese and Japanese as narrow and breaks them only at blanks."""

    def __init__(self, lang: str) -> None:
        super().__init__()
        self.colon = trait(lang, "colon").rstrip()

    def write_heading(self, heading: str) -> None:
        """Write the title of a section."""
        self.write(f"{' ' * self.current_indent}{heading}{self.colon}\n")

    def write_text(self, text: str) -> None:
        """Write a paragraph."""
        self.write("".join(f"{line}\n" for line in wrapped(text, " " * self.current_indent, self.width)))

    def write_dl(self, rows: Sequence[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Write what may be given beside what it is for; a long one has a line of its own."""
        first = min(max(width(shape) for shape, _ in rows), col_max) + col_spacing
        margin = " " * self.current_indent
        for shape, text in rows:
            lines = wrapped(text, room=self.width - first - self.current_indent)
            if width(shape) + col_spacing > first:
                lines.insert(0, "")
            lefts = [shape + " " * (first - width(shape)), *(" " * first for _ in lines[1:])]
            shown = (f"{margin}{left}{line}".rstrip() for left, line in zip(lefts, lines, strict=True))
            self.write("".join(f"{line}\n" for line in shown))
