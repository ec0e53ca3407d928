"""A vote in the engine of every iPhone: the choice stands on the button, its question above."""

from tests.web.browser.tables import ask, on_the_river

MAY_STAY = "button[value='both_ashore=may_stay']"


def test_a_vote_is_cast_by_its_button(evening):
    river = on_the_river(evening)
    ask(f"{river.links['A']}/do", notation="A ends turn")
    ask(f"{river.links['A']}/dispute", topic="launch", question="must Ada launch?", shown="")
    page = evening.look(f"{river.links['C']}/dispute")
    assert "must Ada launch?" == page.inner_text(".question h2")
    page.locator(f"{MAY_STAY}:not([data-fresh])").click()
    page.locator(f"{MAY_STAY}[aria-pressed=true]").wait_for()
    assert [] == evening.said
