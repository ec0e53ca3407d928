"""A first game is led: a tour of one round on the phones, skipped by one tap."""

import pytest

from referee.kernel.registry import find_game
from referee.l10n import LANGUAGES, has
from tests.stages import one_in
from tests.web.browser.tables import in_the_boat, on_the_lake, on_the_river

GAMES = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}


@pytest.mark.parametrize("game", one_in(len(GAMES), GAMES))
def test_the_first_round_is_led_until_somebody_skips_it(evening, game):
    """What to do now is said to whose turn it is; one tap ends it on this phone, and it stays ended."""
    table = GAMES[game](evening)
    acting = table.acting()
    phone = table.look(acting)
    tour = phone.locator(".tour")
    assert tour.is_visible()
    told = tour.locator("p").inner_text()
    other = table.look(next(seat for seat in table.links if seat != acting))
    assert told != other.locator(".tour p").inner_text()
    phone.click("[data-skip]")
    assert not tour.is_visible()
    phone.reload()
    assert not phone.locator(".tour").is_visible()
    assert other.locator(".tour").is_visible()
    assert [] == evening.said


NOTHING_KEPT = """() => Object.defineProperty(window, "localStorage", { get() { throw new Error("no"); } })"""


@pytest.mark.parametrize("keeps", [True, False])
def test_a_second_game_is_not_led(evening, keeps):
    """Once on a device, whether it was skipped or not; also where a browser keeps nothing but cookies."""
    first, second = on_the_river(evening), on_the_river(evening)
    phone = first.look("A")
    if not keeps:
        phone.add_init_script(f"({NOTHING_KEPT})()")
        phone.context.clear_cookies()
        phone.goto("about:blank")
        phone.goto(f"{first.links['A']}/")
    assert phone.locator(".tour").is_visible()
    phone.reload()
    assert phone.locator(".tour").is_visible()
    phone.goto(f"{second.links['A']}/")
    phone.locator(".tour").wait_for(state="attached")
    assert not phone.locator(".tour").is_visible()
    assert [] == evening.said


def test_after_the_first_round_nobody_is_led(evening):
    table = on_the_river(evening)
    table.say("A1 launch to L6", "B1 launch to S4", "C1 launch to S3")
    phone = table.look("A")
    while phone.locator(".tour").count() and "River" not in phone.inner_text("h1"):
        button = phone.locator("button.offer").first
        if not button.count():
            break
        line = button.get_attribute("data-line")
        table.say(line)
        phone.reload()
    assert 0 == phone.locator(".tour").count()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "steps"),
    [
        ("niagara", ("choose", "reveal", "turn", "river")),
        ("powerboats", ("lake", "course", "placing", "dice", "move")),
        (
            "lifeboat",
            ("setup", "supply", "action", "answer", "fight", "meal", "navigation", "overboard", "thirst"),
        ),
    ],
)
def test_every_step_of_a_round_is_told(game, steps, lang):
    assert find_game(game).id == game
    assert [] == [step for step in steps if not has(f"{game}.tour.{step}", lang)]
