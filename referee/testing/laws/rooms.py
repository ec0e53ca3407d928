"""A room is whole: vocabulary, board, book, words, rulings and a demonstration that is played to its end."""

from pathlib import Path

from referee.kernel.registry import folder_of
from referee.l10n import LANGUAGES
from referee.service.files.check import Summary
from referee.service.files.record_file import check_file
from referee.testing.evenings import Evenings, broken

PARTS = ("events*", "board*", "book/documents.toml", "rulings/*.md", "demo.jsonl")
"""What stands in every room, beside the words in each language."""


def nothing_is_missing_in_the_room(evenings: Evenings) -> None:
    """What every game has, this one has too."""
    room = Path(folder_of(evenings.game.id))
    for part in (*PARTS, *(f"words/{lang}.toml" for lang in LANGUAGES)):
        if not any(room.glob(part)):
            broken(f"add {part} to {room}")


def its_demonstration_is_played_to_its_end(evenings: Evenings) -> None:
    """What a newcomer sees first is refereed, whatever is tried in it, until somebody has won."""
    demo = Path(folder_of(evenings.game.id)) / "demo.jsonl"
    if not demo.exists():
        broken(f"add demo.jsonl to {demo.parent}")
    *lines, summary = check_file(demo, keep_going=True)
    if not isinstance(summary, Summary) or not summary.accepted:
        broken(f"nothing in {demo} is accepted: {lines[:1]}")
    if summary.winners is None:
        broken(f"{demo} has no end; add its last lines")


LAWS = (nothing_is_missing_in_the_room, its_demonstration_is_played_to_its_end)
