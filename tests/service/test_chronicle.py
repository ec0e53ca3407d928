"""The story of a game: chapters, turning points, charts; written out in three languages."""

from html.parser import HTMLParser
from pathlib import Path

import pytest

from cli.records import refereed
from referee.draw.chart import chart
from referee.draw.report import as_html, as_markdown
from referee.l10n import LANGUAGES
from referee.service.chronicle import Chronicle, chronicle
from referee.service.replay import head_of
from referee.service.retelling import story_of

GAMES = Path(__file__).parents[2] / "fixtures" / "games" / "niagara"


def told(name: str) -> Chronicle:
    """Tell a recorded game."""
    log = refereed(GAMES / f"{name}.jsonl").log
    head = head_of(log)
    return chronicle(story_of(log), head.revision, head.hash)


@pytest.fixture(scope="module")
def tie() -> Chronicle:
    """Tell the shared tie."""
    return told("tie-shared-4p-zh")


def test_every_round_is_a_chapter(tie: Chronicle) -> None:
    """Fifteen rounds, and the end of the game in the last chapter's company."""
    assert [chapter.number for chapter in tie.chapters][:3] == [1, 2, 3]
    assert tie.chapters[14].state.round == 16
    assert tie.state == tie.chapters[-1].state


def test_a_few_moments_are_worth_a_picture_and_the_end_is_one(tie: Chronicle) -> None:
    """In order of the log."""
    seqs = [moment.seq for moment in tie.turning_points]
    assert seqs == sorted(seqs)
    assert 2 <= len(seqs) <= 7
    assert tie.turning_points[-1].after == tie.state


def test_the_charts_end_where_the_score_does(tie: Chronicle) -> None:
    """Gems ashore and their worth, for every seat after every round."""
    gems, worth = tie.series
    assert {seat: row[-1] for seat, row in gems.values.items()} == {"A": 4, "B": 2, "C": 2, "D": 7}
    assert {seat: row[-1] for seat, row in worth.values.items()} == {"A": 16, "B": 6, "C": 6, "D": 17}
    assert all(len(row) == len(tie.chapters) for row in gems.values.values())


class Page(HTMLParser):
    """Collects what a page refers to."""

    def __init__(self) -> None:
        super().__init__()
        self.references: list[str] = []
        self.lang: str | None = None

    def handle_starttag(self, _: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note references and the language."""
        given = dict(attrs)
        self.lang = self.lang or given.get("lang")
        self.references += [str(given[name]) for name in ("src", "href") if name in given]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_stands_alone_in_its_language(tie: Chronicle, lang: str) -> None:
    """Nothing is fetched, no script runs, and `lang` is set."""
    page = Page()
    text = as_html(tie, lang)
    page.feed(text)
    assert page.lang == lang
    assert [ref for ref in page.references if not ref.startswith("#")] == []
    assert "<script" not in text
    assert "url(http" not in text
    assert tie.head in text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_markdown_has_every_entry(tie: Chronicle, lang: str) -> None:
    """From the opening to the end."""
    text = as_markdown(tie, lang)
    assert all(f"- {moment.seq}. " in text for chapter in tie.chapters for moment in chapter.moments)


def test_disputes_are_told_with_their_sources() -> None:
    """What was asked, how it was settled, and what the rule says."""
    story = told("house-ruled-and-corrected-4p-zh")
    assert story.disputes
    text = as_html(story, "en")
    assert story.disputes[0].opened.id in text
    assert "House rules:" in text


def test_a_chart_is_sound_xml_and_tells_its_numbers() -> None:
    """The numbers stand in its description."""
    drawn = chart("<gems>", {"A": (0, 1, 3), "B": (0, 0, 2)}, ("A", "B"), "en")
    page = Page()
    page.feed(drawn)
    assert "<title>&lt;gems&gt;</title>" in drawn
    assert "<desc>A: 0, 1, 3; B: 0, 0, 2</desc>" in drawn
