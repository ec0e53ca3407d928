"""Windows, in which anybody may act: what ends one for everybody stands last, and says whose word it is."""

import json
import re
from html import unescape

import pytest

PEOPLE = ("Ada", "Ben", "Chie", "Dan")
KINDS = re.compile(r'<(details|section)[^>]*class="group[^>]*data-kind="([a-z_]+)"')


@pytest.fixture
def fight(service):
    """Sit down to Lifeboat with dealt cards, and refuse a place: a fight that anybody may join."""
    table = service.open(*PEOPLE, game="lifeboat", chance="referee")
    while table.now()["view"]["phase"] != "action":
        seat = table.now()["acting"][0]
        first = next(each for each in table.api(seat).json()["possible"] if "keeps" in each["notation"])
        table.say(seat, first["notation"])
    seat = table.now()["acting"][0]
    other = next(each for each in table.seats if each != seat)
    table.say(seat, f"{seat} swaps with {other}")
    table.say(other, f"{other} refuses")
    return table


def groups(page):
    return KINDS.findall(page.text)


def test_a_phone_shows_last_and_folded_what_ends_a_fight_for_everybody(fight):
    """A seat's own acts come first; nobody ends the fight for the others by the first button."""
    for seat in fight.seats:
        found = groups(fight.page(seat))
        assert ("details", "fight_closed") == found[-1]
        assert ["fight_closed"] == [kind for _, kind in found if kind.endswith("_closed")]


def test_what_is_free_at_any_time_stands_after_what_a_fight_asks(fight):
    bystander = next(s for s, acts in fight.now()["view"]["windows"].items() if "join" in acts)
    listed = ["fight_joined", "passed", "card_played", "fight_closed"]
    assert listed == [kind for _, kind in groups(fight.page(bystander))]


def test_the_screen_ends_a_fight_with_one_tap_and_lists_who_may_still_act(fight):
    page = fight.page("screen")
    assert [("section", "fight_closed")] == groups(page)
    assert "The table says" in page.text
    [others] = re.findall(r"(\w+) and (\w+) may join, may play</text>", page.text)
    windows = fight.now()["view"]["windows"]
    assert {*others} == {
        dict(zip("ABCD", PEOPLE, strict=True))[seat] for seat in windows if "join" in windows[seat]
    }


def thirsty_day(table, hands):
    """Begin a physical game in the middle: a card that sends nobody aboard into the water."""
    position = {
        "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"},
        "boat": ["A", "B", "C", "D"],
        "hands": hands,
        "phase": "navigation",
    }
    table.post("screen", "do", event=json.dumps({"type": "corrected", "position": position}))
    table.say("screen", "top card N02")


@pytest.mark.parametrize(("others", "shown"), [([None], "Nothing more from me"), ([], "The table says")])
def test_a_phone_says_in_one_tap_that_nothing_more_comes_from_it(service, others, shown):
    """For itself alone, while others may still act; whoever alone may act ends the window."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {"A": [None], "B": others, "C": others, "D": others})
    page = table.page("A")
    assert ("section", "thirst_closed") == groups(page)[-1]
    assert shown in page.text
    table.say("A", "thirst closed")
    assert ("thirst" if others else "supply") == table.now()["view"]["phase"]


def test_it_is_nobodys_turn_in_a_window(service):
    """Each phone asks its own; who has said to do nothing more is not asked again, and may think better."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {"A": [None], "B": [None], "C": [None], "D": []})
    for seat in "ABC":
        page = table.page(seat).text
        assert "Anything more from you?" in page
        assert "It is your turn" not in page
        assert "data-mine" not in page
    assert "Anything more from Ada, Ben and Chie?" in table.page("D").text
    table.say("B", "thirst closed")
    assert "Anything more from Ada and Chie?" in table.page("B").text
    assert "Anything more from you?" in table.page("C").text
    table.answer("C", "agree")
    table.answer("C", "object")
    assert "thirst" == table.now()["view"]["phase"]
    assert "Anything more from you?" in table.page("C").text


def test_a_fight_has_one_way_to_say_nothing_more_from_me(fight):
    for seat, acts in fight.now()["view"]["windows"].items():
        page = fight.page(seat).text
        assert acts
        assert 1 == page.count("Nothing more from me")


def test_a_step_that_closed_by_itself_has_no_button(service):
    """Nobody is in the water on this day: the line for it changes nothing, and is not offered."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {seat: [None] for seat in "ABCD"})
    assert "thirst" == table.now()["view"]["phase"]
    assert [("section", "thirst_closed")] == groups(table.page("screen"))
    assert 303 == table.say("screen", "overboard closed").status_code


def test_a_packet_on_paper_is_kept_from_before_cards_are_laid(service):
    """What is due, by a button and by the form that notes the card, stands above all that comes later."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    characters = {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"}
    table.post("screen", "do", event=json.dumps({"type": "characters_dealt", "characters": characters}))
    for seat in characters:
        table.say("screen", f"{seat} gets ?")
    table.say("screen", "A draws 4")
    found = groups(table.page("A"))
    assert [("section", "provision_kept"), ("details", "provision_kept")] == found[:2]
    assert ("section", "card_played") in found[2:]


def test_a_phone_that_ends_a_step_asks_the_others_who_answer_by_a_tap(service):
    """In words for it, and so does the screen; it ends with the last of them."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {"A": [None], "B": [None], "C": [None], "D": []})
    for seat in "ABCD":
        table.page(seat)
    table.say("A", "thirst closed")
    assert "thirst" == table.now()["view"]["phase"]
    shown = table.page("B").text
    for words in ("Ada says: Nobody gives water any more.", "Nothing more from me", "I still have something"):
        assert words in shown
    assert "Nothing more from me" not in table.page("D").text
    for seat in "ABCD":
        assert "thirst_closed" not in [kind for _, kind in groups(table.page(seat))]
    table.answer("B", "object")
    assert "Ben still has something to do" in table.page("A").text
    table.say("A", "thirst closed")
    table.answer("B", "agree")
    assert "thirst" == table.now()["view"]["phase"]
    table.answer("C", "agree")
    assert "supply" == table.now()["view"]["phase"]


def test_the_screen_asks_the_phones_too_and_tells_in_two_taps_what_all_said_aloud(service):
    """An answer on the screen is told twice: it speaks for those who have phones."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {seat: [None] for seat in "ABCD"})
    table.join("A", "B", "C")
    table.say("screen", "thirst closed")
    assert ["A", "B", "C"] == table.now()["asked"][0]["waits_for"]
    assert re.search(r'<details class="twice" id="all-agree">.*?value="agree"', table.page("screen").text)
    table.answer("screen", "agree")
    assert "supply" == table.now()["view"]["phase"]


def test_a_weapon_in_the_hand_is_a_button_for_whoever_fights(service):
    """The rest of the hand, and the weapons of those who only look on, stay folded."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    position = {
        "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"},
        "boat": ["A", "B", "C", "D"],
        "hands": {"A": ["knife", "water"], "B": ["hook"], "C": ["oar"], "D": []},
        "phase": "action",
        "acting": "A",
    }
    table.post("screen", "do", event=json.dumps({"type": "corrected", "position": position}))
    table.say("A", "A swaps with B")
    table.say("B", "B refuses")
    open_ones = {seat: table.page(seat).text.partition('id="at-any-time"')[0] for seat in "ABC"}
    assert "A plays knife" in open_ones["A"]
    assert "A plays water" not in open_ones["A"]
    assert "B plays hook" in open_ones["B"]
    assert "C plays oar" not in open_ones["C"]


def test_the_screen_says_in_two_taps_that_all_said_so_aloud(service):
    """The second tap speaks for those who have phones; it is asked only where there are any."""
    table = service.open(*PEOPLE, game="lifeboat", chance="table")
    thirsty_day(table, {seat: [None] for seat in "ABCD"})
    assert "Ask them on their phones" not in table.page("screen").text
    table.join("A", "B", "C")
    page = table.page("screen").text
    [others] = re.findall(r'name="others" value="([^"]+)"', page)
    [event] = re.findall(r'name="event" value="([^"]+)" class="offer sure main"', page)
    assert "Ask them on their phones" in page
    assert 303 == table.post("screen", "do", event=unescape(event), others=unescape(others)).status_code
    assert "supply" == table.now()["view"]["phase"]
