"""What was taken back, recorded again from the pages and by programs, as far as it goes."""

import re

import pytest

LAUNCH = "A1 launch to S4, load diamond"


@pytest.fixture
def launched(table):
    """A 6, a 5 and a 4 laid, and the first canoe paddled to S4: entry 7."""
    table.lay(A=6, B=5, C=4)
    assert 303 == table.say("A", LAUNCH).status_code
    return table


@pytest.fixture
def undone(launched):
    launched.for_all("back", to="1")
    return launched


def waiting(table, who="screen"):
    return [each["words"] for each in table.api(who, path="/again").json()]


def places(table):
    return [each["seq"] for each in table.api("screen", path="/again").json()]


def section(table, who):
    return next(
        iter(re.findall(r'<section class="question waiting">.*?</section>', table.page(who).text)), ""
    )


def log(table):
    return table.api("screen", path="/log").json()


def test_what_was_taken_back_is_offered_on_every_page(launched):
    assert section(launched, "A") == ""
    launched.for_all("back", to="6")
    for who in ("A", "B", "screen"):
        assert '<li value="7">Ada' in section(launched, who)
    assert ["Redo 1 act", "Drop it"] == re.findall("<button[^>]*>(.*?)</button>", section(launched, "A"))
    assert "<button" not in section(launched, "B")
    assert "on the phone of whoever did it" in section(launched, "B")


def test_whose_act_it_was_records_it_again(launched):
    """One tap; then nothing waits, and the canoe is where it was."""
    before = launched.now()["view"]
    launched.for_all("back", to="6")
    assert 303 == launched.post("A", "again", way="record").status_code
    assert before == launched.now()["view"]
    assert ("", []) == (section(launched, "A"), waiting(launched))


def test_the_screen_in_the_middle_records_everything_again_in_one_step(undone):
    assert 303 == undone.post("screen", "again", way="record").status_code
    assert LAUNCH == [each["notation"] for each in log(undone) if each["kind"] == "action"][-1]
    assert [] == waiting(undone)


def test_a_phone_records_its_own_acts_and_nobody_elses(undone):
    assert 422 == undone.post("B", "again", way="record").status_code
    assert 303 == undone.post("A", "again", way="record").status_code
    assert 3 == len(waiting(undone))
    assert "Redo 1 act" in section(undone, "B")
    undone.say("B", "B plays 4")
    assert [3, 4, 7] == places(undone)
    assert "no longer possible" in section(undone, "B")
    assert 422 == undone.post("C", "again", way="skip").status_code
    assert 303 == undone.post("B", "again", way="skip").status_code
    assert [4, 7] == places(undone)


def test_a_card_taken_back_unseen_stays_so(undone):
    assert "Chie" in section(undone, "A")
    assert "lays a card face down" in waiting(undone, "A")[2]
    assert "4" in waiting(undone, "C")[2]


def test_it_stops_at_the_first_that_is_not_possible_with_its_rule(undone):
    """Nothing is told past it, and it waits until it is dropped, whatever is done meanwhile."""
    undone.say("A", "A plays 3")
    assert 422 == undone.post("screen", "again", way="record").status_code
    undone.post("screen", "again", way="skip")
    assert [7] == places(undone)
    for who in ("A", "B", "screen"):
        assert "NIA-MOVE-01" in section(undone, who)
    refused = undone.post("A", "again", way="record")
    assert (422, True) == (refused.status_code, "NIA-MOVE-01" in refused.text)
    undone.say("A", "A1 launch to S3")
    assert [7] == places(undone)
    assert 303 == undone.post("A", "again", way="drop").status_code
    assert ("", []) == (section(undone, "A"), waiting(undone))


def test_the_first_is_skipped(undone):
    assert 303 == undone.post("screen", "again", way="skip").status_code
    acts = [each for each in log(undone) if each["in_force"] and each["kind"] == "action"]
    told = [each["by"] for each in acts if each["cause"] is None]
    assert ["B", "C", "A"] == told[-3:], "which implies the card that was skipped"


def test_what_is_missing_first_is_offered_beside_what_waits(launched):
    launched.say("B", "B1 launch to S5")
    launched.for_all("back", to="6")
    launched.post("screen", "again", way="skip")
    assert "Perhaps this comes first" in section(launched, "A")
    assert "A1 launch" in section(launched, "A")


def test_the_same_tap_twice_records_it_once(launched):
    launched.for_all("back", to="6")
    form = {"way": "record", "seen": str(launched.now()["revision"]), "key": "7"}
    assert [303, 303] == [launched.post("A", "again", **form).status_code for _ in range(2)]
    assert 1 == sum(each["notation"] == LAUNCH and each["in_force"] for each in log(launched))


def test_a_program_records_again_what_a_page_does(undone):
    """The same key gets the same answer; a refusal has its rule."""
    assert [True, False, False, False] == [each["yours"] for each in undone.api("A", path="/again").json()]
    body = {"seen": undone.now()["revision"], "key": "once"}
    first, second = (undone.api("screen", "POST", "/again", json=body) for _ in range(2))
    assert (200, first.json()) == (first.status_code, second.json())
    nothing = undone.api("screen", "POST", "/again", json={"seen": undone.now()["revision"], "key": "more"})
    assert (422, "table.nothing_to_offer") == (nothing.status_code, nothing.json()["reason"])


@pytest.mark.parametrize("lang", ["en", "zh-Hans", "ja"])
def test_it_is_offered_in_every_language(undone, lang):
    undone.post("A", "language", lang=lang, here=undone.link("A"))
    assert {"en": "Redo 1 act", "zh-Hans": "重做1步", "ja": "1手をやり直す"}[lang] in section(undone, "A")


def test_the_rules_of_a_refusal_are_told_apart(launched):
    launched.for_all("back", to="6")
    assert 303 == launched.say("A", "A1 launch to R6").status_code
    shown = section(launched, "A")
    assert 1 < shown.count('class="rule"')
    assert "</a><a" not in shown


@pytest.fixture
def gone_on(launched):
    """Ada's launch is taken back, she launches elsewhere, and Ben plays his turn."""
    launched.for_all("back", to="6")
    assert 303 == launched.say("A", "A1 launch to L6").status_code
    assert 303 == launched.say("B", "B1 launch to S5").status_code
    return launched


def redo_under_the_thumb(table, who):
    return re.search(r'<button name="way" value="record"[^>]*><b>', table.page(who).text)[0]


def test_redo_is_under_the_thumb_until_the_game_has_gone_on(launched):
    """One tap would record what was meant for a moment that is past."""
    launched.for_all("back", to="6")
    launched.post("A", "dispute", at="6", topic="river")
    assert "disabled" not in redo_under_the_thumb(launched, "A")
    assert 303 == launched.say("A", "A1 launch to L6").status_code
    assert "disabled" in redo_under_the_thumb(launched, "A")
    assert 303 == launched.say("B", "B1 launch to S5").status_code
    assert "disabled" in redo_under_the_thumb(launched, "A")


def test_recording_again_leaves_the_rest_under_the_thumb(undone):
    undone.post("A", "again", way="record")
    assert "disabled" not in redo_under_the_thumb(undone, "B")
    undone.post("B", "again", way="record")
    assert "disabled" not in redo_under_the_thumb(undone, "C")


@pytest.mark.parametrize("who", ["A", "B", "screen"])
def test_once_the_game_has_gone_on_what_waits_is_one_line_below_the_acts(gone_on, who):
    shown, panel = gone_on.page(who).text, section(gone_on, who)
    assert "<summary>" in panel.partition("<ol")[0]
    assert 1 == shown.count('<section class="question waiting">')
    assert shown.index(panel) > shown.index('class="acts"' if who != "screen" else '<h1 class="title"')


def test_the_line_says_how_many_still_wait(undone):
    """The card laid again differs; the first of the rest would be possible."""
    undone.post("A", "again", way="record")
    undone.say("C", "C plays 6")
    assert "<summary>3 acts that were taken back still wait</summary>" in section(undone, "B")


def test_a_phone_drops_what_is_its_own(undone):
    assert "Drop my 1 act" in section(undone, "A")
    assert 422 == undone.post("B", "again", way="drop_own").status_code
    assert 303 == undone.post("A", "again", way="drop_own").status_code
    assert [3, 4, 7] == places(undone)
    assert 303 == undone.post("screen", "again", way="drop_own").status_code
    assert [] == places(undone)
