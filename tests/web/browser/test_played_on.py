"""Who played on tells how the board stands now: what was played is worked out, asked about, or corrected."""

from tests.stages import slow
from tests.web.browser.evening import SCREEN, waits_for
from tests.web.browser.tables import Sitting, on_the_river, target
from tests.web.browser.test_board_differs import FRESH, put
from tests.web.browser.test_way_back import back, open_menu

ROUND = (("canoe:A.1", "to:R6"), ("canoe:B.1", "to:S4"), ("canoe:C.2", "to:S3"))
"""Three canoes after a round: with nothing else changed, the cards 6, 4 and 3 were played."""

LAST = "Chie's canoe 2 is launched and paddles to S3"


def on_the_screen(evening):
    """Sit down to Niagara with one screen for all, at the page on which to say how it stands now."""
    return evening.look(f"{Sitting(evening, 'niagara', 'ABC').screen}catchup", size=SCREEN)


def told(page, pieces=ROUND):
    for piece, place in pieces:
        put(page, piece, place)
        page.locator(".so-far li").nth(pieces.index((piece, place))).wait_for()
    return page


def find(page):
    page.click(f".so-far button.main{FRESH}")


def answer(page, words):
    waits_for(page, "Several ways lead there")
    page.locator(f".question .offer{FRESH}", has_text=words).click()


def test_a_round_of_niagara_is_told_in_one_go_and_taken_back_in_one(evening):
    screen = told(on_the_screen(evening))
    find(screen)
    screen.locator("#worked-out[open] li", has_text=LAST).wait_for()
    assert 9 == screen.locator("#worked-out li").count()
    screen.click(f"#worked-out button{FRESH}")
    screen.locator("#worked-out").wait_for(state="detached")
    assert [] == evening.said


def test_what_the_board_leaves_open_is_asked(evening):
    """Where only what was changed is sure, a gem aboard parts the ways; what was tapped stays meanwhile."""
    screen = told(on_the_screen(evening))
    screen.click("#only-changed")
    screen.locator("#only-changed[aria-pressed=true]").wait_for()
    find(screen)
    waits_for(screen, "What is aboard Ben's canoe 1 now?")
    answer(screen, "none")
    screen.locator(".question h2", has_text="aboard Chie's canoe 2").wait_for()
    answer(screen, "none")
    screen.locator("#worked-out[open] li", has_text=LAST).wait_for()
    assert [] == evening.said


@slow
def test_where_no_acts_lead_the_nearest_are_said_and_a_piece_is_looked_at_again(evening):
    ada = on_the_river(evening).look("A")
    open_menu(ada, "We played on")
    told(ada, (("canoe:A.1", "to:S3"),))
    find(ada)
    waits_for(ada, "Ada's canoe 1 stands on R6, not S3")
    ada.locator(f".near a{FRESH}", has_text="Look again").first.click()
    waits_for(ada, "tap where it stands")
    target(ada, "to:R6").click()
    ada.locator(".so-far li", has_text="R6").wait_for()
    find(ada)
    waits_for(ada, "Ada says it stands so now: Ada's canoe 1 stands on R6")
    assert [] == evening.said


@slow
def test_where_no_acts_lead_the_board_is_corrected_so(evening):
    river = on_the_river(evening)
    ada = river.look("A")
    open_menu(ada, "We played on")
    told(ada, (("canoe:A.1", "to:S3"),))
    find(ada)
    ada.locator(f".also a.main{FRESH}", has_text="Correct it so").click()
    ada.wait_for_url("**/correct?**")
    ada.locator(".so-far li", has_text="Ada's canoe 1 stands on S3").wait_for()
    find(ada)
    waits_for(river.look("B"), "Ada says: Ada's canoe 1 stands on S3. Right?")
    assert [] == evening.said


def test_phones_agree_to_what_was_worked_out(evening):
    """Nothing is recorded before the last has agreed; all see then what was worked out, and take it back."""
    river = Sitting(evening, "niagara", "ABC")
    phones = {seat: river.look(seat) for seat in "ABC"}
    open_menu(phones["A"], "We played on")
    find(told(phones["A"]))
    for seat in "BC":
        waits_for(phones[seat], "Ada says it stands so now")
        phones[seat].locator("ol li", has_text=LAST).wait_for()
        assert 0 == phones[seat].locator("#worked-out").count()
        phones[seat].locator(f".question button{FRESH}", has_text="Agree").click()
    for page in phones.values():
        page.locator("#worked-out > summary", has_text="9 acts worked out").wait_for()
    back(phones["B"])
    waits_for(phones["A"], "Ben asks: take back")
    assert [] == evening.said


@slow
def test_without_javascript_it_is_tapping_too(evening):
    river = Sitting(evening, "niagara", "ABC")
    ada = river.look("A", java_script_enabled=False)
    open_menu(ada, "We played on")
    find(told(ada))
    waits_for(ada, "Ada says it stands so now")
    waits_for(river.look("B"), LAST)


def test_a_refused_act_out_of_turn_leads_to_it(evening):
    river = on_the_river(evening)
    ben = river.look("B")
    ben.fill("#line", "B1 launch to S4")
    ben.click("form.line button")
    ben.locator(".refusal ~ p a", has_text="We played on").click()
    ben.wait_for_url("**/catchup")


def test_a_screen_offers_it_quietly_after_a_while(evening):
    screen = evening.look(on_the_river(evening).screen, size=SCREEN)
    way = screen.locator(".after-a-while a")
    assert not way.is_visible()
    screen.evaluate("document.getAnimations().forEach((each) => each.finish())")
    way.click()
    screen.wait_for_url("**/catchup")
