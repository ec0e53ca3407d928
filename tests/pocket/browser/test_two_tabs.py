"""One tab writes: another says so, and takes over when it is asked to."""

from tests.pocket.browser.phone import Phone, said
from tests.web.browser.evening import press
from tests.web.browser.rounds import goes_on
from tests.web.browser.tables import revision


def tell(phone, line):
    app = phone.sit(line[0])
    before = revision(app)
    press(app, line)
    goes_on(app, before)


def wait_for_refusal(phone, id):
    phone.page.locator("#wrong", has_text=said(id)).wait_for()
    assert said("here") == phone.page.inner_text("#mend")


def test_a_second_tab_says_so_and_takes_over(take):
    """The first says that it went on elsewhere; what each wrote is in the log once."""
    first = take().start().open("niagara", "Ada", "Ben", "Chie")
    tell(first, "A plays 6")
    home = first.home
    second = Phone(first.context, first.host)
    second.page.goto(first.host.start)
    wait_for_refusal(second, "elsewhere")
    tell(first, "B plays 4")
    second.page.click("#mend")
    wait_for_refusal(first, "went_on")
    assert not first.page.locator("#app").is_visible()
    second.wait().app.goto(home)
    tell(second, "C plays 3")
    assert ["A", "B", "C"] == [
        row["event"]["seat"] for row in second.log() if row["event"]["type"] == "paddle_chosen"
    ]
    first.page.click("#mend")
    wait_for_refusal(second, "went_on")
    first.wait()
    assert [] == [*first.complaints, *second.complaints]


def test_a_tab_that_is_closed_leaves_its_place(take):
    """Another goes on at once, without asking."""
    first = take().start().open("niagara", "Ada", "Ben", "Chie")
    second = Phone(first.context, first.host)
    first.page.close()
    second.start()
    assert [] == second.complaints
