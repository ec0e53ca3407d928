"""A record written as text says what it said as JSON: over every recorded game, in every language."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from referee.l10n import LANGUAGES
from referee.service.files.exporting import export_record, export_text
from referee.service.files.importing import open_file
from tests.architecture.sources import ROOT
from tests.stages import one_in

GAMES = sorted((ROOT / "fixtures" / "games").glob("*/*.jsonl"))
SHORT, LONG = 7_000, 50_000
"""Bytes: a short game is tried in every language, others in one of them, each in turn; a long one is slow."""


def tried() -> Iterator[Any]:
    for n, path in enumerate(GAMES):
        size = path.stat().st_size
        for lang in LANGUAGES if size < SHORT else (LANGUAGES[n % len(LANGUAGES)],):
            yield pytest.param(
                path, lang, marks=pytest.mark.slow if size > LONG else (), id=f"{path.stem}-{lang}"
            )


def write_record(path: Path, lang: str, folder: Path) -> Path:
    text = folder / f"{path.stem}.txt"
    text.write_text(
        "".join(f"{line}\n" for line in export_text(open_file(path, keep_going=True), lang)), "utf-8"
    )
    return text


@pytest.mark.parametrize(("path", "lang"), one_in(30, tried()))
def test_a_text_says_what_the_record_says(path: Path, lang: str, tmp_path: Path) -> None:
    """Every act, fact, correction, house rule, dispute, seal and seed comes back, entry for entry.

    One of the games has a line on purpose that the referee passes over.
    """
    said = list(export_record(open_file(path, keep_going=True)))
    text = write_record(path, lang, tmp_path)
    assert said == list(export_record(open_file(text)))
    assert text.read_text("utf-8") == "".join(f"{line}\n" for line in export_text(open_file(text), lang))
