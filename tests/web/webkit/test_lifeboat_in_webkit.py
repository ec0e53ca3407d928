"""Lifeboat in the engine of every iPhone: a card is seen while it is held, one tap says nothing more."""

import json

from tests.web.browser.moments import brought
from tests.web.browser.tables import Sitting, ask

OPEN = "() => document.querySelectorAll('.secret[open]').length"
HELD = """() => {
  const card = document.querySelector("#secret-love summary");
  card.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const seen = card.querySelector(".up").checkVisibility?.() ?? card.querySelector(".up").offsetHeight > 0;
  card.dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
  return [seen, card.querySelector(".up").offsetHeight > 0];
}"""


def test_love_and_hate_are_seen_while_they_are_held(evening):
    links, _ = brought(evening, "lifeboat", (50,), "lifeboat/six-dealt-6p-en")["lifeboat-50"]
    phone = evening.look(f"{links['Ben']}/")
    assert [True, False] == phone.evaluate(HELD)
    phone.click("#secret-hate summary")
    assert 0 == phone.evaluate(OPEN), "a tap alone turns nothing over"
    assert [] == evening.said


def test_one_tap_says_that_nothing_more_comes_from_a_seat(evening):
    table = Sitting(evening, "lifeboat", "ABCD")
    position = {
        "characters": {"A": "captain", "B": "mate", "C": "frenchy", "D": "kid"},
        "boat": ["A", "B", "C", "D"],
        "hands": {seat: [None] for seat in "ABCD"},
        "phase": "navigation",
    }
    ask(f"{table.screen.rstrip('/')}/do", event=json.dumps({"type": "corrected", "position": position}))
    ask(f"{table.screen.rstrip('/')}/do", notation="top card N02")
    table.come()
    phone = evening.look(f"{table.links['A']}/")
    phone.click(".closing button.offer:not([data-fresh])")
    phone.locator("main", has_text="Anything more from Ben, Chie and Dan?").wait_for()
    assert [] == evening.said
