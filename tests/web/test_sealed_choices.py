"""A choice sealed on a phone: only its seal is recorded, and that phone or what was written down opens it."""

import re
import sqlite3
from contextlib import closing
from html import unescape

import msgspec
import pytest

from events.envelope import seal_of
from events.stores import open_store
from referee.games.niagara.events import PaddleChosen
from referee.service.commands import seal as commands
from referee.service.commands.archive import rename
from referee.service.tables.request import Request
from referee.testing.phones import Joined, PagePlayer, Service
from referee.web.acts.phone_secrets import COOKIE, PhoneKey, parse_phone_key
from referee.web.acts.table_acts import actor_of, digest
from referee.web.pages.routes import following
from tests.web.test_by_hand import PEOPLE, fill

CARD = {"type": "paddle_chosen", "seat": "A", "card": 5}
SALT = re.compile(r'<code lang="en">([0-9a-f ]+)</code>')


def turn(table, who="A", to="on"):
    answer = table.post(who, "sealing", turn=to)
    assert 303 == answer.status_code
    return answer


def carried(table, who):
    shown = table.page(who).text
    return dict(re.findall(r'<input type="hidden" name="(seen|key|sealing)" value="(\w+)">', shown))


def chosen(table, event, who="A", **more):
    return {"event": msgspec.json.encode(event).decode(), **carried(table, who), **more}


def seal(table, card=5):
    turn(table)
    answer = table.post("A", "do", **chosen(table, CARD | {"card": card}))
    assert 303 == answer.status_code, answer.text
    return table


def opened(table, who="A", about="", **more):
    return table.post(who, "open", about=about, **carried(table, who), **more)


def log(table, who="B"):
    return table.api(who, path="/log").json()


def types(table):
    return [each["event"]["type"] for each in log(table)]


def forget(table):
    table.client.cookies.clear()


@pytest.fixture
def boat(service):
    """Sit down to Lifeboat on paper, with characters, first cards, and the packet drawn."""
    table = service.open(*PEOPLE[:4], game="lifeboat", chance="table")
    for _ in range(2):
        PagePlayer(table, seed=1).act("screen")
    assert 303 == table.say("A", "A draws ?,?,?,?").status_code
    return table


def test_a_card_is_sealed_by_the_tap_that_lays_it_and_opened_by_one_tap(table):
    """The option, the card; on its turn the one button, which turns the card up too."""
    assert "Keep it secret" in table.page("A").text
    seal(table)
    table.lay(B=4, C=3)
    assert 'class="group opening"' in table.page("A").text
    assert 303 == opened(table).status_code
    told = ["secret_sealed", "paddle_chosen", "paddle_chosen", "paddle_chosen", "turn_passed"]
    assert [*told, "secret_opened", "paddle_revealed"] == types(table)[1:]
    assert [5, 5] == [
        each["event"][name] for each, name in zip(log(table)[-2:], ("value", "card"), strict=True)
    ]


def test_who_does_not_want_to_seal_is_not_asked_twice(table):
    """Off from the start: a card laid is laid as ever, and no phone keeps anything."""
    table.lay(A=6, B=4, C=3)
    assert "secret_sealed" not in types(table)
    assert [] == list(table.client.cookies)
    assert "seal" not in table.page("A").text.lower()


def test_sealing_is_remembered_and_can_be_turned_off(table):
    """By the phone alone; off, the next card is laid as ever, and nothing is kept any more."""
    turn(table)
    assert 'aria-pressed="true" class="main"' in table.page("A").text
    turn(table, to="off")
    assert "sealing" not in carried(table, "A")
    assert [] == list(table.client.cookies)
    table.post("A", "do", **chosen(table, CARD))
    assert "secret_sealed" not in types(table)


def test_a_phone_that_turns_sealing_off_still_opens_what_lies_sealed(table):
    turn(seal(table), to="off")
    table.lay(B=4, C=3)
    assert 303 == opened(table).status_code
    assert [] == list(table.client.cookies)


def test_what_a_phone_keeps_is_for_its_link_alone(table):
    """No script reads it, no other site sends it, no other address gets it; http will do."""
    handed = turn(table).headers.get_list("set-cookie")
    token = table.token("A")
    assert [f"/s/{token}", f"/live/{token}"] == [re.search("Path=([^;]+)", each)[1] for each in handed]
    assert all("HttpOnly" in each and "SameSite=strict" in each for each in handed)
    assert all("Secure" not in each and "Max-Age=" in each for each in handed)
    secret = re.search(r"=on\.(\w+)", handed[0])[1]
    assert secret not in table.page("A").text + table.page("A", "log").text


def stored(path):
    return b"".join(each.read_bytes() for each in path.parent.iterdir() if each.name.startswith(path.name))


def test_the_file_of_the_tables_holds_neither_choice_nor_salt(boat, service):
    """Nor does any name under which an answer is kept give the choice away to who tries them all."""
    turn(boat, who="A")
    answer = fill(boat, "A", "secrets_dealt", **{"fill.love": '"captain"', "fill.hate": '"stephen"'})
    assert 303 == answer.status_code, answer.text
    assert 303 == fill(boat, "A", "provision_kept", **{"fill.card": '"flare"'}).status_code
    salts = [each.replace(" ", "") for each in SALT.findall(boat.page("A").text)]
    assert 2 == len(salts)
    held = stored(service.path)
    assert not [word for word in ("flare", "captain stephen", *salts) if word.encode() in held]
    assert 2 == types(boat).count("secret_sealed")
    opened(boat, about="supply 1")
    assert b"flare" in stored(service.path)


def test_nobody_finds_a_sealed_card_by_trying_all_of_them(table, service):
    """What a form is called in the file would be the same for the same card, were it not veiled."""
    turn(table)
    sent = {"A": chosen(table, CARD), "B": chosen(table, CARD | {"seat": "B"}, "B")}
    for who, form in sent.items():
        table.post(who, "do", **form)
    with closing(sqlite3.connect(service.path)) as db:
        kept = str(list(db.execute("SELECT * FROM submissions")))
    assert {"A": [False, False], "B": [True, True]} == {
        who: [guess in kept for guess in guesses(who, form)] for who, form in sent.items()
    }


def guesses(who, form):
    whole = msgspec.json.encode(sorted((name, str(value)) for name, value in form.items()))
    return digest("do", who, whole), digest("do", whole)


def test_the_same_tap_sent_again_is_one_seal_which_the_phone_still_opens(table, service):
    """At once, after the others have laid, after a restart: whichever answer was lost."""
    turn(table)
    sent = chosen(table, CARD)
    answers = [table.post("A", "do", **sent) for _ in range(2)]
    table.lay(B=4, C=3)
    answers.append(table.post("A", "do", **sent))
    assert [303] * 3 == [each.status_code for each in answers]
    assert 1 == types(table).count("secret_sealed")
    jar = {COOKIE: kept_by(table, "A")}
    with Service(service.path) as again:
        again.client.cookies.update(jar)
        page = again.client.post(f"{table.link('A')}/do", data=sent, follow_redirects=False)
        assert 303 == page.status_code
    press = {"about": "", **carried(table, "A")}
    assert [303, 303] == [table.post("A", "open", **press).status_code for _ in range(2)]
    assert 1 == types(table).count("secret_opened")


def test_a_phone_opens_what_it_sealed_though_the_table_has_another_name_since(service):
    table = service.open("Ada", "Ben", "Chie", table="evening")
    seal(table).lay(B=4, C=3)
    with open_store(service.path) as store:
        rename(store, "evening", "night")
    assert 303 == opened(table).status_code
    assert "secret_opened" in types(table)


def test_a_phone_opens_what_it_sealed_by_an_older_version(service):
    table = service.open("Ada", "Ben", "Chie", table="evening")
    turn(table)
    context, event = table.context("A"), PaddleChosen("A", 5)
    hidden = context.game.seals.hide(context.state, event)
    salt = parse_phone_key(kept_by(table, "A")).salt("evening", "A", hidden.about, 0)
    seated = service.live.seated("evening").table
    request = Request(actor_of(context), seated.revision, "key", "request")
    commands.seal(seated, request, event, hidden, salt)
    table.lay(B=4, C=3)
    assert 303 == opened(table).status_code
    assert "secret_opened" in types(table)


def kept_by(table, who):
    return next(each.value for each in table.client.cookies.jar if each.path == f"/s/{table.token(who)}")


def test_the_page_of_the_phone_shows_what_it_sealed_and_no_other_page_does(table):
    """With the salt to write down; its stream shows it too, and the same link elsewhere does not."""
    seal(table)
    page = table.page("A").text
    salt = SALT.search(page)[1].replace(" ", "")
    seals = [each["event"]["seal"] for each in log(table) if each["event"]["type"] == "secret_sealed"]
    assert [seal_of(5, salt)] == seals
    streamed = b"".join(followed(table)()).decode()
    assert SALT.search(page)[0] in streamed
    forget(table)
    for who, path in (("A", ""), ("B", ""), ("screen", ""), ("A", "log"), ("A", "end"), ("B", "log")):
        assert not SALT.search(table.page(who, path).text), (who, path)


def followed(table):
    context = table.context("A")
    context.phone_key = parse_phone_key(kept_by(table, "A"))
    return following(context, "")


def test_what_was_written_down_opens_it_on_another_phone(table):
    salt = SALT.search(seal(table).page("A").text)[1].upper()
    table.lay(B=4, C=3)
    forget(table)
    assert "This phone keeps nothing that opens it" in table.page("A").text
    assert 303 == opened(table, value="5", salt=salt).status_code
    assert "paddle_revealed" == types(table)[-1]


@pytest.mark.parametrize(("value", "salt"), [("6", None), ("5", "00" * 16), ("", None), ("5", "")])
def test_what_does_not_open_it_is_refused_with_the_rule_and_not_kept(table, service, value, salt):
    right = SALT.search(seal(table).page("A").text)[1]
    table.lay(B=4, C=3)
    forget(table)
    before = table.now()["revision"]
    answer = opened(table, value=value, salt=right if salt is None else salt)
    assert (422, before) == (answer.status_code, table.now()["revision"])
    assert "TAB-SEAL-01" in answer.text
    assert right.replace(" ", "").encode() not in stored(service.path)


def test_a_page_that_seals_is_not_taken_from_a_phone_that_keeps_nothing(table, service):
    turn(table)
    sent = chosen(table, CARD)
    forget(table)
    answer = table.post("A", "do", **sent)
    assert (422, ["table_opened"]) == (answer.status_code, types(table))
    assert "This phone keeps nothing to seal with" in answer.text
    assert b'"card":5' not in stored(service.path)


@pytest.mark.parametrize("line", ["A plays 9", "A plays knife", "B plays 4"])
def test_what_cannot_be_sealed_is_refused_and_forgotten(table, service, line):
    """No such card; another seat's: what was tried stands nowhere."""
    turn(table)
    answer = table.post("A", "do", notation=line, **carried(table, "A"))
    assert (422, ["table_opened"]) == (answer.status_code, types(table))
    assert line.encode() not in stored(service.path)


def test_a_line_of_notation_is_sealed_as_a_button_is(table):
    turn(table)
    assert 303 == table.post("A", "do", notation="A plays 5", **carried(table, "A")).status_code
    assert ["secret_sealed", "paddle_chosen"] == types(table)[1:]


def test_a_card_sealed_too_late_changes_nothing(table, service):
    """The cards are taken up again by a take-back: the page from before is stale."""
    turn(table)
    sent = chosen(table, CARD)
    table.lay(B=4)
    table.for_all("back", to="1")
    before = types(table)
    assert (409, before) == (table.post("A", "do", **sent).status_code, types(table))
    assert b'"card":5' not in stored(service.path)


def test_sealed_and_open_cards_at_the_same_moment_never_refuse_one_another(table):
    turn(table)
    sent = [chosen(table, CARD), chosen(table, CARD | {"seat": "B", "card": 4}, "B")]
    assert [303, 303] == [
        table.post(who, "do", **each).status_code for who, each in zip("AB", sent, strict=True)
    ]


def test_after_a_take_back_nothing_lies_sealed_and_the_next_seal_is_another(table):
    """The same card sealed again has another salt: the first may have been seen."""
    first = SALT.search(seal(table).page("A").text)[1]
    table.for_all("back", to="1")
    assert not SALT.search(table.page("A").text)
    second = SALT.search(seal(table).page("A").text)[1]
    assert first != second
    table.lay(B=4, C=3)
    assert 303 == opened(table).status_code


def test_love_and_hate_are_sealed_together_and_opened_at_the_end(boat):
    """Nothing of them is noted; at the end one tap opens them, and they stand in the form already."""
    turn(boat)
    half = fill(boat, "A", "secrets_dealt", **{"fill.love": '"captain"', "fill.hate": "null"})
    assert (422, True) == (half.status_code, "name both" in half.text)
    whole = {"fill.love": '"captain"', "fill.hate": '"stephen"'}
    assert 303 == fill(boat, "A", "secrets_dealt", **whole).status_code
    assert 'data-kind="secrets_dealt"' not in boat.page("A").text
    assert "secrets_dealt" not in types(boat)
    boat.for_all("correct", **{"fact.birds": "4"})
    assert "ended" == boat.now()["view"]["phase"]
    shown = boat.page("A").text
    assert 'class="group opening"' in shown
    assert 'data-kind="hand_revealed"' not in shown
    assert 303 == opened(boat).status_code
    form = unescape(boat.page("A").text)
    assert ['"captain"', '"stephen"'] == re.findall(r'<option value="([^>]+)" selected>', form)[-2:]


def test_a_provision_kept_is_sealed_for_its_day(boat):
    """It is laid up unnamed; the phone may open it when the card is shown."""
    turn(boat)
    assert 303 == fill(boat, "A", "provision_kept", **{"fill.card": '"flare"'}).status_code
    told = [each["event"] for each in log(boat, "A")][-2:]
    assert [("secret_sealed", "supply 1"), ("provision_kept", None)] == [
        (each["type"], each.get("about") or each.get("card")) for each in told
    ]
    assert "Flare" in boat.page("A").text.partition('id="sealed"')[2].partition("</details>")[0].title()
    assert 303 == opened(boat, about="supply 1").status_code
    assert "flare" == log(boat)[-1]["event"]["value"]


def test_a_device_handed_round_seals_for_each_of_its_seats(table):
    """Each behind the own curtain; what opens it stays on the device while any of them needs it."""
    place = table.post("screen", "links", role="device").headers["location"].rstrip("/")
    device = Joined(table.service, place, {"A": place, "B": place})
    for who in "AB":
        device.post("A", f"sealing?as={who}", turn="on")
        shown = table.client.get(f"{place}/as/{who}").text
        event = msgspec.json.encode(CARD | {"seat": who}).decode()
        seen = re.search(r'name="seen" value="(\d+)"', shown)[1]
        sent = {"event": event, "seen": seen, "key": "0", "sealing": "on"}
        assert 303 == device.post("A", f"do?as={who}", **sent).status_code
    table.lay(C=3)
    device.post("A", "sealing?as=C", turn="off")
    own = [SALT.search(table.client.get(f"{place}/as/{who}").text) for who in "ABC"]
    assert [False, True, False] == [bool(each) for each in own]
    assert 'class="group opening"' in table.client.get(f"{place}/as/A").text
    assert not SALT.search(table.client.get(place).text)
    assert 422 == device.post("A", "open?as=C", about="").status_code
    assert 303 == device.post("A", "open?as=A", about="").status_code


def test_a_game_with_nothing_to_seal_and_a_dealt_one_offer_no_seal(service):
    """Powerboats has no secret choice; what the referee dealt is known to who holds the seed."""
    for game, chance, seats in (
        ("powerboats", "table", 3),
        ("lifeboat", "referee", 4),
        ("niagara", "referee", 3),
    ):
        table = service.open(*PEOPLE[:seats], game=game, chance=chance)
        table.now()
        assert "Keep it secret" not in table.page("A").text, (game, chance)


@pytest.mark.parametrize("role", ["sealing", "open"])
def test_no_other_site_and_no_wrong_link_seals_or_opens(table, role):
    seal(table).lay(B=4, C=3)
    before = types(table)
    there = {"origin": "http://elsewhere.example"}
    answer = table.client.post(f"{table.link('A')}/{role}", data={"about": ""}, headers=there)
    assert (403, 404) == (answer.status_code, table.client.post(f"/s/wrong/{role}", data={}).status_code)
    assert 422 == table.post("B", "open", about="", **carried(table, "B")).status_code
    assert 422 == table.post("screen", "open", about="").status_code
    assert 422 == table.post("screen", "sealing", turn="on").status_code
    assert before == types(table)


def test_a_cookie_that_is_none_of_ours_is_none():
    for sent in (None, "", "on.", "on.xyz", "maybe." + "0" * 32, "on." + "0" * 33, "on." + "g" * 32):
        assert None is parse_phone_key(sent)
    assert PhoneKey("0" * 32, is_on=False) == parse_phone_key("off." + "0" * 32)
