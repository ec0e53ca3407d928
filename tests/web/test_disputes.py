"""Disputes on phones: announced to every seat, voted on in words too, listed when they are settled."""

import html
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
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6, B=5, C=4)
    table.say("A", "A1 launch to S4, load diamond")
    return table


def marked(page):
    return re.search(r'<b id="disputes" class="waiting">(\d*)</b>', page.text)[1]


@pytest.mark.parametrize("who", ["A", "C", "screen"])
def test_an_open_dispute_is_announced_everywhere(table, who):
    """On the game's own page, which follows the game, and on the tab; until it is settled."""
    assert "" == marked(table.page(who))
    table.post("B", "dispute", at="7", topic="")
    shown = table.page(who)
    assert ("1", True) == (marked(shown), "waits for the table's votes" in html.unescape(shown.text))
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
    verdict, _, ways = page.partition('value="does_not_stand"')
    assert 1 == page.count('class="word may"') == verdict.count('class="word may"')
    assert all(f'rule/{rule}"' in verdict for rule in ("NIA-TURN-02", "NIA-MOVE-01"))
    assert "S4 → " in ways
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
    table.post("B", "dispute", at="7", topic="")
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="stands")
    assert "Take entry 7 back" not in table.page("A", "dispute").text


def test_a_dispute_of_a_face_down_card_names_it_to_nobody(service):
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6)
    table.post("B", "dispute", at="2", topic="")
    for who in ("B", "C", "screen"):
        assert "plays 6" not in table.page(who, "dispute").text
        assert "a 6" not in table.page(who, "dispute").text


def test_words_of_ones_own_are_put_to_the_vote(table):
    table.post("B", "dispute", at="7", topic="")
    table.post("A", "vote", dispute="D1", decision="the diamond goes back")
    assert 'value="the diamond goes back"' in table.page("C", "dispute").text
    table.post("C", "vote", dispute="D1", decision="the diamond goes back")
    assert "the diamond goes back" in table.page("B", "dispute").text
    assert () == table.context("B").state.open_disputes


def test_a_vote_for_nothing_that_is_there_is_refused(table):
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
    table.post("B", "dispute", at="7", topic="")
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="does_not_stand")
    table.post("B", "back", to="10")
    for seat in "AC":
        table.answer(seat, "agree")
    assert 'class="decided"' not in table.page("C", "dispute").text


ASKED = {
    "en": ("May I steal after I unloaded a gem this turn?", "Unload first, then steal", "Ruled before:"),
    "zh-Hans": ("我这回合卸下宝石后还能抢夺吗？", "卸过宝石也能抢", "先例："),
    "ja": ("宝石を下ろした手番に盗めますか", "降ろしてから盗んでよい", "前例："),
}


@pytest.mark.parametrize("lang", ASKED)
def test_a_question_is_answered_from_rules_and_rulings_and_stays_as_it_was_typed(table, lang):
    """In the reader's language; no topic is chosen for who chose none."""
    question, title, ruled = ASKED[lang]
    table.post("C", "language", lang=lang, here=table.link("C"))
    shown = table.page("C", f"dispute?topic=&question={question}").text
    answers = re.search(r'<section class="answers">.*?</section>', shown)[0]
    assert title in answers
    assert ruled in answers
    assert f'name="question" value="{question}"' in shown
    assert not re.search(r'<option [^>]*selected[^>]*value="[a-z]', shown)


def test_a_question_nothing_comes_near_to_is_said_to_have_no_answer(table):
    shown = table.page("C", "dispute?question=was+that+fair%3F").text
    assert "Nothing like that was found in the rulebook." in shown
    assert 'value="was that fair?"' in shown


def test_a_dispute_is_about_what_the_page_shows(table):
    """What was refused, though a topic was chosen that it is not about; with the question as it was typed."""
    assert 422 == table.say("B", "B1 launch to S2").status_code
    shown = table.page("B", "dispute").text
    sent = html.unescape(re.search(r'name="shown" value="([^"]*)"', shown)[1])
    table.post("B", "dispute", topic="tie", question="may I?", shown=sent)
    opened = table.api("B", path="/log").json()[-1]["event"]
    assert ("dispute_opened", "tie", "may I?") == (opened["type"], opened["topic"], opened["question"])
    assert ("B", "S2") == (opened["act"]["seat"], opened["act"]["to"])
    assert "This is about: Ben" in table.page("A", "dispute").text


def test_what_the_page_showed_and_cannot_be_read_is_refused(table):
    """With the reason; nothing is recorded."""
    before = table.now()["revision"]
    assert 422 == table.post("B", "dispute", topic="", shown='{"type":"nonsense"}').status_code
    assert before == table.now()["revision"]


def test_a_program_asks_about_an_act_that_was_refused(table):
    act = {"type": "canoe_moved", "seat": "B", "canoe": 1, "to": "S2"}
    body = {"act": act, "topic": "", "question": "may I?", "seen": table.now()["revision"], "key": "k"}
    assert 200 == table.api("B", "POST", "/disputes", json=body).status_code
    assert "S2" == table.api("B", path="/log").json()[-1]["event"]["act"]["to"]
    wrong = {**body, "act": {"type": "nonsense"}, "key": "other"}
    assert 400 == table.api("B", "POST", "/disputes", json=wrong).status_code


def test_the_screen_votes_for_nobody_who_has_a_phone(table):
    """It says where they vote; where all sit round it, it decides at once, and no vote is told."""
    table.post("B", "dispute", at="7", topic="")
    assert "Everybody votes on their own phone." in table.page("screen", "dispute").text
    assert 422 == table.post("screen", "vote", dispute="D1", decision="stands").status_code
    for seat in "AB":
        table.post(seat, "vote", dispute="D1", decision="stands")
    assert "2 of 3: Ada and Ben" in table.page("screen", "dispute").text


def test_round_one_screen_a_dispute_is_decided_at_once(service):
    table = service.open("Ada", "Ben", "Chie")
    for line in ("A plays 6", "B plays 5", "C plays 4"):
        table.say("screen", line)
    table.post("screen", "dispute", at="4", topic="")
    table.post("screen", "vote", dispute="D1", decision="stands")
    ruling = next(
        e["event"] for e in table.api("screen", path="/log").json() if e["event"]["type"] == "ruling_given"
    )
    assert "stands" == ruling["decision"]
