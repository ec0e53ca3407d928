"""Acts worked out from how the board stood are shown as such in every list of a log, never as told."""

from typing import Any

import pytest

from events.base import type_of
from events.table import TakenBack
from referee.draw.documents.markdown import as_markdown
from referee.draw.documents.replay import as_replay
from referee.draw.documents.report import as_html
from referee.games.niagara.events import CanoeMoved
from referee.l10n import LANGUAGES, say
from referee.service.logs.log_index import secrets_of
from referee.service.timeline import Timeline, make_timeline
from referee.service.wording import entry_words, marked_words, proposed_words
from tests.service.games import in_turns, new_table
from tests.worked_out import position_told, write_told

STANDS = {"canoes": {"A": {"1": {"at": "S3"}}}}


@pytest.fixture
def table() -> Any:
    """Return a table at which A's turn was worked out, and B told its own."""
    table = in_turns(new_table())
    write_told(table, STANDS, CanoeMoved("A", 1, "S3"))
    table.submit(CanoeMoved("B", 1, "S3"))
    return table


def moved(timeline: Timeline) -> list[Any]:
    events = [each for part in timeline.chapters for each in part.events]
    return [each for each in events if type_of(each.event) == "canoe_moved"]


def test_an_act_has_the_entry_of_the_position_told_as_its_source(table: Any) -> None:
    log = table.log_index.view()
    told = next(each for each in log if type_of(each.event) == "position_told")
    assert told.source is None
    by_seat = {each.event.seat: each for each in log if type_of(each.event) == "canoe_moved"}
    assert (by_seat["A"].source, by_seat["A"].is_worked_out) == (told.entry.seq, True)
    assert (by_seat["B"].source, by_seat["B"].is_worked_out) == (None, False)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_its_sentence_says_so_and_that_of_an_act_told_does_not(table: Any, lang: str) -> None:
    index = table.log_index
    for each in index.view():
        words, marked = entry_words(index, each, lang, None), marked_words(index, each, lang, None)
        assert (marked != words) == each.is_worked_out
        assert marked.startswith(say("table.worked_out", lang)) == each.is_worked_out
        assert marked.endswith(words)


def test_what_follows_from_it_has_its_source_and_no_mark(table: Any) -> None:
    index = table.log_index
    act = next(each for each in index.actions if index.source_of(each.seq) is not None)
    for seq in range(act.seq + 1, act.end + 1):
        assert index.source_of(seq) == act.cause
        assert not index.view()[seq - 1].is_worked_out


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_report_marks_it_and_counts_it(table: Any, lang: str) -> None:
    mark = say("table.worked_out", lang)
    timeline = make_timeline(table.log, secrets_of(table.log))
    assert [each.is_worked_out for each in moved(timeline)] == [True, False]
    for write in (as_html, as_markdown):
        text = write(timeline, lang)
        assert 1 == text.count(f"{mark}: ") + text.count(f"{mark}：")
        assert say("report.worked_out", lang, n=1, of=5) in text
    assert 1 == as_html(timeline, lang).count('class="inferred"')


def test_markdown_indents_it_below_the_position_told(table: Any) -> None:
    lines = as_markdown(make_timeline(table.log), "en").splitlines()
    act = next(n for n, line in enumerate(lines) if "Worked out from" in line and "canoe" in line)
    assert lines[act].startswith("  - ")
    assert lines[act - 1].startswith("- ")


def test_a_report_of_a_game_that_was_told_says_nothing_of_it() -> None:
    timeline = make_timeline(in_turns(new_table()).log)
    assert "worked out" not in as_markdown(timeline, "en").lower()


def test_the_film_takes_a_step_for_each_act_and_says_so(table: Any) -> None:
    film = as_replay(make_timeline(table.log), "en")
    assert 1 == film.count("Worked out from how the board stood")


def test_what_was_taken_back_is_marked_too(table: Any) -> None:
    source = next(each.cause for each in table.log_index.actions if each.cause)
    table.submit(TakenBack(source - 1))
    undone = make_timeline(table.log).undone[-1].actions
    assert [True, False] == [each.is_worked_out for each in undone if type_of(each.event) == "canoe_moved"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_proposal_of_a_position_says_the_acts_worked_out(lang: str) -> None:
    table = in_turns(new_table())
    changes = (position_told("niagara", STANDS), CanoeMoved("A", 1, "S3"))
    words = proposed_words(table.log_index, table.state, changes, lang, None)
    assert say("table.worked_out", lang) in words
    assert say("web.stands_so_what", lang, what="") in words
