"""What a game that is over does in the engine of every iPhone."""

from tests.web.browser.endings import recorded


def test_everybody_goes_on_to_the_next_game(evening):
    """Whoever taps, and whoever looks at the score meanwhile; who comes back to the old table stays there."""
    links = recorded(evening, "over", "niagara/tie-shared-4p-zh")
    taps, looks = evening.look(f"{links['A']}/end"), evening.look(f"{links['B']}/end")
    assert "Amara and 大伟 share the win" == taps.inner_text("h1")
    taps.click("form[action$=rematch] button:not([data-fresh])")
    for window in (taps, looks):
        window.wait_for_function("() => document.title.includes('niagara-1')")
    looks.goto(f"{links['B']}/end")
    looks.locator("a.main").wait_for()
    assert looks.url.endswith("/end")
    assert [] == evening.said
