"""Without a network after the first load: what one device does is done, from the start page to the log."""

from tests.pocket.browser.playing import LIFEBOAT, NIAGARA, live_through_a_day, play_a_round, say
from tests.web.browser.evening import waits_for
from tests.web.browser.rounds import goes_on
from tests.web.browser.tables import revision


def types(phone):
    """Return the types of what is in the log and in force."""
    return [row["event"]["type"] for row in phone.log() if row["in_force"]]


def test_it_starts_again_where_it_was_without_a_network(offline):
    """Whatever it fetches it has: nothing answers at its port any more."""
    offline.open("niagara", *NIAGARA)
    at = offline.at
    offline.reload()
    assert at == offline.at
    offline.app.locator(".curtain").wait_for()
    assert [] == offline.complaints


def test_a_whole_day_of_lifeboat_on_one_device(offline):
    """Dealt by the referee; a place in the boat is demanded; the log tells all of it."""
    offline.open("lifeboat", *LIFEBOAT, chance="referee")
    live_through_a_day(offline)
    log = types(offline)
    assert log[0] == "table_opened"
    assert {"provision_kept": 4, "seat_demanded": 1, "navigation_chosen": 1, "day_ended": 1} == {
        kind: log.count(kind)
        for kind in ("provision_kept", "seat_demanded", "navigation_chosen", "day_ended")
    }
    assert [] == offline.complaints


def test_a_round_of_niagara_behind_the_curtain(offline):
    offline.open("niagara", *NIAGARA)
    play_a_round(offline)
    app = offline.app
    assert ["paddle_chosen"] * 3 == types(offline)[1:4]
    assert 3 == types(offline).count("canoe_moved")
    app.goto(f"{offline.home}log")
    waits_for(app, "Chie's canoe 1 is launched")
    assert [] == offline.complaints


def test_what_was_done_is_taken_back_and_done_again(offline):
    offline.open("niagara", *NIAGARA)
    say(offline, "A plays 6", "B plays 4")
    app = offline.sit("B")
    before = revision(app)
    app.click("#thumb button:not([data-fresh]):has-text('Take back')")
    goes_on(app, before)
    assert ["table_opened", "paddle_chosen"] == [each for each in types(offline) if each != "taken_back"]
    say(offline, "B plays 5")
    assert 2 == types(offline).count("paddle_chosen")
    assert [] == offline.complaints


def test_a_dispute_is_opened_voted_on_and_settled(offline):
    """Each votes behind their own name; what most say holds."""
    offline.open("niagara", *NIAGARA)
    say(offline, "A plays 6", "B plays 5", "C plays 4")
    app = offline.app
    app.goto(f"{offline.home}dispute?as=C")
    app.click("button:not([data-fresh]):has-text('Put it on record')")
    for seat, words in (("C", "The table rules otherwise"), ("A", "ruling stands"), ("B", "ruling stands")):
        app.wait_for_selector("button[name=decision], a.door")
        app.goto(f"{offline.home}dispute?as={seat}")
        app.click(f"button[name=decision]:not([data-fresh]):has-text('{words}')")
        app.wait_for_selector(".question a.door, .decided")
    log = types(offline)
    assert ["dispute_opened", "ruling_given"] == log[-2:]
    waits_for(app, "by vote, 2 of 3: Ada and Ben")
    assert [] == offline.complaints


def test_a_question_is_answered_by_the_book(offline):
    app = offline.app
    app.goto(offline.host.start)
    app.click("a[href*='/ask/niagara']")
    app.wait_for_url("**/ask/niagara*")
    app.fill("#q", "may I steal a gem")
    app.press("#q", "Enter")
    app.click("main a[href*='/ask/niagara/r'] >> nth=0")
    waits_for(app, "NIA-")
    app.goto(f"{offline.host.start}rules")
    waits_for(app, "Niagara")
    assert [] == offline.complaints
