"""The story of a game: chapters, turning points, charts; written out in every language."""

import re
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from typing import NamedTuple

import pytest

from cli.sources import referee_record
from events.base import type_of
from events.table import Corrected, TakenBack
from referee.draw.chart import MOST_COLUMNS, chart, drawn_steps, is_broad
from referee.draw.documents.markdown import as_markdown
from referee.draw.documents.report import as_html, as_svg
from referee.draw.documents.report_words import documents
from referee.games.niagara.events import CanoeLanded, Position
from referee.l10n import LANGUAGES
from referee.service.logs.log_index import secrets_of
from referee.service.timeline import Series, Timeline, make_timeline
from tests.service.games import in_turns, launched, new_table
from tests.stages import one_in


class Sat(NamedTuple):
    """Who sits at a table that is only drawn."""

    seats: tuple[str, ...]


GAMES = Path(__file__).parents[2] / "fixtures" / "games"

TOLD = [
    "niagara/house-ruled-and-corrected-4p-zh",
    "niagara/disputed-4p-zh",
    "powerboats/disputed-2p-zh",
    "powerboats/two-turns-ahead-rulebook",
    "lifeboat/disputed-5p-en",
    "lifeboat/seven-cannibalism-7p-zh",
]
"""Recorded games with everything a report may have to tell."""


@cache
def told(name: str) -> Timeline:
    """Tell a recorded game, as everybody may read it."""
    log = referee_record(GAMES / f"{name}.jsonl").log
    return make_timeline(log, secrets_of(log))


@pytest.fixture(scope="module")
def tie() -> Timeline:
    """Tell the shared tie."""
    return told("niagara/tie-shared-4p-zh")


def test_every_round_is_a_chapter(tie: Timeline) -> None:
    """Fifteen rounds, and the end of the game in the last chapter's company."""
    assert [chapter.number for chapter in tie.chapters] == list(range(1, 16))
    assert tie.chapters[13].state.round == 15
    assert tie.state == tie.chapters[-1].state


def test_a_round_that_is_set_by_hand_is_told_by_its_number() -> None:
    table = new_table()
    table.submit(Corrected(Position(round=5)))
    in_turns(table).submit(launched())
    timeline = make_timeline(table.log)
    assert ([5], 5) == ([chapter.number for chapter in timeline.chapters], table.state.round)
    assert "Round 1" not in as_markdown(timeline, "en")


def test_a_race_that_is_over_is_drawn_with_its_course() -> None:
    """When the last boat left the lake, and not cleared for the next race; repairs turn nothing."""
    points = told("powerboats/six-training-crowded").turning_points
    assert all(point.after.course is not None for point in points)
    assert "boats_repaired" not in {type_of(each.event) for point in points for each in point.events}


def test_a_few_moments_are_worth_a_picture_and_the_end_is_one(tie: Timeline) -> None:
    """In order of the log; what followed from one act is one picture."""
    seqs = [moment.seq for moment in tie.turning_points]
    assert seqs == sorted(seqs)
    assert 2 <= len(seqs) <= 7
    assert tie.turning_points[-1].after == tie.state
    birds = told("lifeboat/five-dealt-quick-5p-zh").turning_points[-1]
    assert ["bird_sighted", "game_ended"] == [type_of(moment.event) for moment in birds.events]


def test_the_charts_end_where_the_score_does(tie: Timeline) -> None:
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
        given = dict(attrs)
        self.lang = self.lang or given.get("lang")
        self.references += [str(given[name]) for name in ("src", "href") if name in given]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_stands_alone_in_its_language(tie: Timeline, lang: str) -> None:
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
def test_markdown_has_every_entry(tie: Timeline, lang: str) -> None:
    """From the opening to the end; that a canoe comes ashore is told once, with its move."""
    text = as_markdown(tie, lang)
    moments = [moment for chapter in tie.chapters for moment in chapter.events]
    left_out = {moment.seq for moment in moments if f"- {moment.seq}. " not in text}
    assert left_out == {moment.seq for moment in moments if isinstance(moment.event, CanoeLanded)}


def test_disputes_are_told_with_their_sources() -> None:
    timeline = told("niagara/house-ruled-and-corrected-4p-zh")
    assert timeline.disputes
    text = as_html(timeline, "en")
    assert timeline.disputes[0].opened.id in text
    assert "House rules:" in text


def test_a_chart_is_sound_xml_and_tells_its_numbers() -> None:
    series = Series(item="gems", steps=(1, 2, 3), values={"A": (0, 1, 3), "B": (0, 0, 2)})
    drawn = str(chart("<gems>", series, Sat(("A", "B")), {"A": "Ada"}, "en"))
    page = Page()
    page.feed(drawn)
    assert "<title>&lt;gems&gt;</title>" in drawn
    assert "<desc>A: 0, 1, 3; B: 0, 0, 2</desc>" in drawn
    assert ["Ada 3", "B 2"] == re.findall(r'class="label">([^<]+)<', drawn)


def places_over(turns: int) -> Series:
    """Change places every turn of the first half; then nothing changes any more."""
    first = tuple(1 + (k % 2 if k < turns // 2 else 1) for k in range(turns))
    second = tuple(3 - place for place in first)
    return Series(
        item="score.places", steps=tuple(range(1, turns + 1)), values={"A": first, "B": second}, is_place=True
    )


def test_places_over_many_turns_can_be_followed() -> None:
    """As few columns as an eye follows, up to where nothing changes any more, across the page."""
    shown = drawn_steps(places_over(172))
    assert len(shown) <= MOST_COLUMNS + 2
    assert (0, 85) == (shown[0], shown[-1])
    assert is_broad(places_over(172))
    drawn = str(chart("", places_over(172), Sat(("A", "B")), {}, "en"))
    assert "<desc>A: 1, 2, 1, 2," in drawn
    assert ">86</text>" in drawn


@pytest.mark.parametrize(
    ("lang", "title"),
    [
        ("en", "places in race 3, turn by turn; one in 3 is drawn, and nothing changes from 51 to 168"),
        ("zh-Hans", "第3场的名次（逐回合，每3个画一个，51至168没有变化）"),
        ("ja", "第3レースの順位（手番ごと、3つに1つを表示、51〜168は変化なし）"),
    ],
)
def test_what_a_chart_leaves_out_is_said(lang: str, title: str) -> None:
    assert title in as_html(told("powerboats/disputed-2p-zh"), lang)


def test_a_boat_that_sinks_is_crossed_out_on_the_chart() -> None:
    race = next(one for one in told("powerboats/six-training-crowded").series if one.args == {"race": 1})
    assert set(race.out) == {"orange", "black"}
    drawn = str(chart("", race, told("powerboats/six-training-crowded").state, {}, "en"))
    assert "black ×" in drawn
    assert 2 == drawn.count("stroke-dasharray")


def test_a_chart_of_nothing_is_not_drawn() -> None:
    """Treasure lies hidden until all show it: the score tells of it."""
    assert ["score.wounds"] == [one.item for one in told("lifeboat/disputed-5p-en").series]


def test_a_few_turns_are_drawn_as_they_were() -> None:
    """Nothing is left out."""
    assert tuple(range(8)) == drawn_steps(places_over(8))
    assert not is_broad(places_over(8))


def heights(series: Series) -> list[float]:
    """Find how far down the labels of a chart stand, in order of seat."""
    drawn = str(chart("", series, Sat(tuple(series.values)), {}, "en"))
    return [float(y) for y in re.findall(r'y="([\d.]+)" class="label"', drawn)]


def test_the_labels_of_a_chart_keep_apart() -> None:
    alike = Series(item="gems", steps=(1, 2), values={seat: (0, n // 4) for n, seat in enumerate("ABCDEFG")})
    found = heights(alike)
    assert found == sorted(found)
    assert all(below - above >= 20 for above, below in pairwise(found))
    assert max(found) < 240


def test_the_first_place_is_at_the_top_of_a_chart_of_places() -> None:
    places = Series(item="places", steps=(1, 2), values={"A": (2, 1), "B": (1, 2)}, is_place=True)
    assert heights(places)[0] < heights(places)[1]


def test_a_race_is_charted_by_who_lay_where() -> None:
    """Turn by turn, every race by itself; the last turn has them as they came in."""
    races = [one for one in told("powerboats/three-training").series if one.is_place]
    assert [one.args["race"] for one in races] == [1, 2, 3]
    for race in races:
        assert sorted(race.values) == ["black", "orange", "yellow"]
        assert all(len(row) == len(race.steps) for row in race.values.values())
        assert all(1 <= place <= 3 for row in race.values.values() for place in row)


def test_a_take_back_is_told_with_what_it_undid() -> None:
    """Nothing is deleted; it is struck through where it was taken back."""
    table = in_turns(new_table())
    table.submit(launched())
    table.submit(TakenBack(table.revision - 3, "the other canoe", ("A", "B")))
    timeline = make_timeline(table.log)
    (undone,) = timeline.undone
    assert isinstance(undone.event, TakenBack)
    assert [act.event for act in undone.actions] == [launched()]
    page, notes = as_html(timeline, "en"), as_markdown(timeline, "en")
    assert "Reason: the other canoe. Agreed by A and B." in page
    assert re.search(r"<s>A&#x27;s canoe 1 [^<]*</s>", page)
    assert re.search(r"  - ~~\d+\. A's canoe 1 is launched and paddles to .*~~", notes)
    assert "Taken back. Reason: the other canoe." in notes
    assert "after entry" not in notes


def test_what_a_dispute_is_about_is_named_in_the_story() -> None:
    notes = as_markdown(told("niagara/house-ruled-and-corrected-4p-zh"), "en")
    assert "asks for a ruling on “The river flows 2 steps: left, right” (minimum speed)" in notes
    assert "Ruling on “The river flows 2 steps: left, right” by the table" in notes


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("lang", one_in(3, LANGUAGES))
def test_the_parts_of_all_pictures_have_names_of_their_own(name: str, lang: str) -> None:
    page = as_html(told(name), lang)
    ids = re.findall(r' id="([^"]+)"', page)
    assert sorted(ids) == sorted(set(ids))
    used = {id for ids in re.findall(r'aria-labelledby="([^"]+)"', page) for id in ids.split()}
    assert used <= set(ids)
    assert set(re.findall(r"url\(#([^)]+)\)", page)) <= set(ids)


WORDS_OF_PEOPLE = (
    *(
        "Ann",
        "Ben",
        "Cal",
        "Dee",
        "Eve",
        "Fay",
        "Guy",
        "Amara",
        "Bogdan",
        "Céline",
        "Sofía",
        "Jürgen",
        "Kofi",
    ),
    *("orange", "yellow", "black", "red", "purple", "white"),
)
ENGLISH = re.compile(r"[a-z]{2,}(?: [a-z]{2,})+")
"""Two words in a row: a sentence nobody translated."""


@pytest.mark.parametrize(
    ("name", "lang", "form"), one_in(5, product(TOLD, ["zh-Hans", "ja"], [as_html, as_markdown]))
)
def test_nothing_in_a_report_is_left_in_english(name: str, lang: str, form: object) -> None:
    timeline = told(name)
    text = re.sub(r"(?s)<style>.*?</style>|<cite.*?</cite>|<[^>]+>", "\n", form(timeline, lang))  # type: ignore[operator]
    said = [one.opened.question for one in timeline.disputes]
    said += [one.ruling.decision for one in timeline.disputes if one.ruling]
    said += [getattr(m.event, "reason", "") or "" for chapter in timeline.chapters for m in chapter.events]
    said += [one.event.reason for one in timeline.undone]
    said += [m.event.topic for c in timeline.chapters for m in c.events if hasattr(m.event, "topic")]
    said += [note for one in said for note in re.findall(r"\(([^)]*)\)", one)]
    for words in sorted((*said, *WORDS_OF_PEOPLE), key=len, reverse=True):
        text = text.replace(words, "") if words else text
    for document in documents(timeline, lang).values():
        text = text.replace(document.full_name(lang), "")
    assert ENGLISH.findall(text) == []


@pytest.mark.parametrize("name", TOLD)
def test_a_picture_that_is_a_file_fits_whatever_opens_it(name: str) -> None:
    """A phone shows all of it: it says what part it shows, and not how large."""
    opened = as_svg(told(name), "ja").partition(">")[0]
    assert re.search(r' viewBox="0 0 [\d.]+ [\d.]+"', opened)
    assert not re.search(r" (width|height)=", opened)
    assert 'lang="ja"' in opened
