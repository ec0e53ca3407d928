"""Whatever is seen can be drawn and told, in every language and at every size."""

from random import Random
from xml.etree import ElementTree as ET

from events.base import TABLE
from referee.draw import svg_board, text_board
from referee.draw.width import width
from referee.l10n import LANGUAGES
from referee.l10n.messages import event_words
from referee.testing.evenings import Evenings, broken, sample
from referee.testing.playthrough import playthrough

WIDTHS = (60, 80, 120)


def every_board_is_drawn(evenings: Evenings) -> None:
    """As text within its columns, as a picture that carries that text."""
    game = evenings.game
    for evening in evenings.all:
        for n, step in enumerate(evening.some(5)[:6]):
            lang, columns = LANGUAGES[n % len(LANGUAGES)], WIDTHS[n % len(WIDTHS)]
            for viewer in (None, step.after.seats[n % len(step.after.seats)]):
                view = game.view(step.after, viewer)
                text = text_board(view, lang, width=columns)
                if long := next((line for line in text.splitlines() if width(line) > columns), None):
                    broken(f"{evening.name}: a line of the board is wider than {columns}: {long}")
                for size in ("phone", "table"):
                    root = ET.fromstring(svg_board(view, lang, size))  # noqa: S314
                    if not (root.findtext("{*}desc") or "").strip():
                        broken(f"{evening.name}: the picture has no description")


def everything_can_be_told(evenings: Evenings) -> None:
    """Every event has a sentence in every language, with nothing left to fill in."""
    for evening in evenings.all:
        for step in sample(evening.steps, 30, Random(6)):
            for judged in step.judged:
                for lang in LANGUAGES:
                    said = event_words(judged.event, lang, step.after.names, game=evenings.game.id)
                    if not said.strip() or said.startswith(f"{evenings.game.id}.") or "?=" in said:
                        broken(f"{evening.name}: {judged.event} is told in {lang} as {said!r}")


def an_evening_can_be_written_down(evenings: Evenings) -> None:
    """Its playthrough has every act, what each seat sees, and what may be done."""
    evening = evenings.all[0]
    text = playthrough(evenings.game, evening)
    if text.count("\n# ") + 1 < len(evening.steps):
        broken(f"{evening.name}: its playthrough lacks acts")
    if TABLE in evenings.game.acting(evening.steps[-1].after) and "table may" not in text:
        broken(f"{evening.name}: its playthrough does not say what the table may show")


LAWS = (every_board_is_drawn, everything_can_be_told, an_evening_can_be_written_down)
