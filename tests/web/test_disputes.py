"""Disputes on phones: announced to every seat, voted on in words too, listed when they are settled."""

import re

import pytest

OTHERWISE = {
    "en": "The table rules otherwise",
    "zh-Hans": "全桌另作裁定",
    "ja": "審判の裁定によらず卓が定める",
}

IN_QUESTION = {"en": "This is about: Ada", "zh-Hans": "争议内容：Ada", "ja": "もめごと：Ada"}


@pytest.fixture
def table(service):
    """Play a first move at a table of three, by which it is Ben's turn."""
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6, B=5, C=4)
    table.say("A", "A1 launch to S4, load diamond")
    return table


def marked(page):
    """Read the mark on the tab of the disputes."""
    return re.search(r'<b id="disputes" class="waiting">(\d*)</b>', page.text)[1]


@pytest.mark.parametrize("who", ["A", "C", "screen"])
def test_an_open_dispute_is_announced_everywhere(table, who):
    """On the game's own page, which follows the game, and on the tab; until it is settled."""
    assert "" == marked(table.page(who))
    table.post("B", "dispute", at="7", topic="")
    shown = table.page(who)
    assert ("1", True) == (marked(shown), "waits for the table's votes" in shown.text)
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="stands")
    shown = table.page(who)
    assert ("", False) == (marked(shown), "waits for the" in shown.text)


@pytest.mark.parametrize("lang", OTHERWISE)
def test_a_vote_is_about_the_referees_ruling_never_about_the_move(table, lang):
    """The buttons say whose ruling stands; the ruling itself, and the game without the act, stand above."""
    table.post("C", "language", lang=lang, here=table.link("C"))
    table.post("B", "dispute", at="7", topic="")
    page = table.page("C", "dispute?at=7").text
    assert re.search(rf'<button name="decision" value="does_not_stand">{OTHERWISE[lang]}', page)
    assert page.count("NIA-TURN-02、NIA-MOVE-01" if lang != "en" else "NIA-TURN-02, NIA-MOVE-01") >= 2
    assert IN_QUESTION[lang] in page


def test_ruling_otherwise_has_its_effect_by_one_button(table):
    """An accepted act is taken back, a refused one is played; the others are asked."""
    table.post("B", "dispute", at="7", topic="")
    table.say("C", "C1 launch to S2")
    table.post("C", "dispute", topic="launch")
    for dispute in ("D1", "D2"):
        for seat in "AB":
            table.post(seat, "vote", dispute=dispute, decision="does_not_stand")
    page = table.page("A", "dispute").text
    assert re.search(r'name="to" value="6"[^>]*>Take back: Ada', page)
    assert re.search(r'name="event" value="[^"]*canoe_moved[^"]*"[^>]*>We play it anyway', page)
    assert "(by vote, 2 of 3: Ada and Ben; no vote from Chie)" in page


def test_what_agrees_with_the_referee_needs_no_step(table):
    """Nothing is to be taken back where its ruling stands."""
    table.post("B", "dispute", at="7", topic="")
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="stands")
    assert "Take entry 7 back" not in table.page("A", "dispute").text


def test_a_dispute_of_a_face_down_card_names_it_to_nobody(service):
    """The page of another seat says that a card was laid, as the log does."""
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6)
    table.post("B", "dispute", at="2", topic="")
    for who in ("B", "C", "screen"):
        assert "plays 6" not in table.page(who, "dispute").text
        assert "a 6" not in table.page(who, "dispute").text


def test_words_of_ones_own_are_put_to_the_vote(table):
    """One seat writes them, another taps them."""
    table.post("B", "dispute", at="7", topic="")
    table.post("A", "vote", dispute="D1", decision="the diamond goes back")
    assert 'value="the diamond goes back"' in table.page("C", "dispute").text
    table.post("C", "vote", dispute="D1", decision="the diamond goes back")
    assert "the diamond goes back" in table.page("B", "dispute").text
    assert () == table.visit("B").state.open_disputes


def test_a_vote_for_nothing_that_is_there_is_refused(table):
    """What there is is listed."""
    table.post("B", "dispute", at="7", topic="")
    answer = table.post("A", "vote", dispute="D1", decision="banana")
    assert (422, True) == (answer.status_code, "does_not_stand" in answer.text)


OUTLIVED = {
    "en": "What it was about has been taken back since.",
    "zh-Hans": "所争议的这一步后来已撤回。",
    "ja": "この手はその後取り消されました。",
}


@pytest.mark.parametrize("lang", OUTLIVED)
def test_what_was_decided_outlives_the_act_it_took_back(table, lang):
    """It is listed as decided, and its votes are no other's; what waits to be told again has no numbers."""
    table.post("C", "language", lang=lang, here=table.link("C"))
    table.post("B", "dispute", at="7", topic="")
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="does_not_stand")
    table.post("B", "back", to="6")
    for seat in "AC":
        table.answer(seat, "agree")
    page = table.page("C", "dispute").text
    settled = page[page.index('class="decided"') :]
    assert [True] * 3 == [said in settled for said in (OUTLIVED[lang], OTHERWISE[lang], IN_QUESTION[lang])]
    waiting = table.page("C").text
    assert [] == re.findall(r"D1|entry 7|第7条|7番", waiting[waiting.index('class="question waiting"') :])
    assert 303 == table.say("A", "A1 launch to L6").status_code
    table.post("C", "dispute", at="16", topic="")
    asked = table.page("C", "dispute").text
    asked = asked[: asked.index('class="decided"')]
    assert ({"D2"}, []) == (
        {*re.findall(r'name="dispute" value="(\w+)"', asked)},
        re.findall(r"<button[^>]*value=\"does_not_stand\"[^>]*>[^<]*<small", asked),
    )


def test_a_ruling_taken_back_alone_is_no_ruling(table):
    """The act it was about stands."""
    table.post("B", "dispute", at="7", topic="")
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="does_not_stand")
    table.post("B", "back", to="10")
    for seat in "AC":
        table.answer(seat, "agree")
    assert 'class="decided"' not in table.page("C", "dispute").text
