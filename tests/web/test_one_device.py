"""A service that no other device reaches: everything is done on the one that is handed round."""

import re
from html import unescape

import pytest

from referee.l10n import say
from referee.testing.phones import KEEPER, Controls, Joined, Service, send
from referee.web.acts.request_context import RequestContext
from referee.web.pages.routes import following
from tests.web.test_asked_alone import SAID_ALONE, TOLD
from tests.web.test_end import FINISHED, finished

LANGUAGES = ["en", "zh-Hans", "zh-Hant", "ja"]
NAMES = ("Ada", "Ben", "Chie", "Dan")
PLAYERS = {"niagara": 3, "powerboats": 2, "lifeboat": 4}
games = pytest.mark.parametrize("game", PLAYERS)
PAGES = (
    "",
    "as/A",
    "seats",
    "seats?as=A",
    "rules",
    "log",
    "dispute",
    "dispute?as=A",
    "end",
    "house",
    "correct",
)
SCANS = re.compile(r"\bscan|data-address|class=\"(?:qr|code)\"|扫描|掃描|読み取", re.IGNORECASE)
"""What only another device has a use for, in each language."""


@pytest.fixture
def alone(tmp_path):
    with Service(tmp_path / "tables.db", is_reachable=False) as service:
        yield service


def opened(service, game="niagara", **form):
    """Open a table; give the path of the page that it begins with."""
    data = {"game": game, "name": NAMES[: PLAYERS[game]], "lang": "en", **form}
    answer = service.client.post(f"/h/{KEEPER}/open", data=data, follow_redirects=False)
    return answer.headers["location"]


def tell(service, device, what, at="", /, **data):
    """Send a form from the page of a seat, or from the curtain; give where that leads."""
    query = f"?as={at}" if at else ""
    answer = service.client.post(f"{device}{what}{query}", data=data, follow_redirects=False)
    assert 303 == answer.status_code, answer.text
    return answer.headers["location"]


def links(service):
    """Give the token of every link of every table by place."""
    live = service.live
    found = (link for row in live.tables() for link in live.links.at(row.table))
    return {(link.table, link.seat or link.role): live.links.token(link) for link in found}


@games
@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_page_of_a_table_shows_a_code_or_the_address_of_a_seat(alone, game, lang):
    device = opened(alone, game, lang=lang)
    service = alone.live
    for seat in service.now(f"{game}-1").state.seats:
        service.links.ensure(f"{game}-1", "seat", seat)
    seats = [token for (_, place), token in links(alone).items() if place not in {"device", "screen"}]
    assert PLAYERS[game] == len(seats)
    for page in PAGES:
        shown = alone.client.get(device + page)
        assert 200 == shown.status_code, page
        assert [] == [token for token in seats if token in shown.text], page
        assert None is SCANS.search(shown.text), page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_neither_start_page_nor_door_speaks_of_codes(alone, lang):
    opened(alone)
    for address in (f"/h/{KEEPER}?lang={lang}", "/"):
        shown = alone.client.get(address, headers={"accept-language": lang})
        assert None is SCANS.search(shown.text), address
    assert "/codes" not in alone.client.get(f"/h/{KEEPER}").text
    codes = alone.client.get(f"/h/{KEEPER}/codes?table=niagara-1", follow_redirects=False)
    assert f"/h/{KEEPER}" == codes.headers["location"]


def test_a_screen_that_was_opened_before_leads_to_the_device(alone):
    opened(alone)
    screen = f"/s/{alone.live.links.token(alone.live.links.ensure('niagara-1', 'screen'))}/"
    shown = alone.client.get(screen).text
    assert None is SCANS.search(shown)
    assert 1 == shown.count("Hand this device round")
    assert "I am Ada" in alone.client.post(f"{screen}links", data={"role": "device"}).text


def test_a_table_is_opened_resumed_and_played_again_on_the_curtain_of_the_device(alone):
    device = opened(alone)
    again = alone.client.post(f"/h/{KEEPER}/resume", data={"table": "niagara-1"}, follow_redirects=False)
    assert device == again.headers["location"]
    assert "I am Ada" in alone.client.get(device).text
    old = finished(alone, "niagara").link("screen").rpartition("/")[2]
    led = alone.client.post(f"/h/{KEEPER}/again", data={"table": "old"}, follow_redirects=False)
    assert old not in led.headers["location"]
    assert 'class="curtain"' in alone.client.get(led.headers["location"]).text


def test_those_who_had_phones_go_on_at_the_device(alone):
    """Their phones reach nothing any more."""
    device = opened(alone)
    alone.live.note_joined(alone.live.links.ensure("niagara-1", "seat", "A"))
    assert "I am Ada" in alone.client.get(device).text
    assert "A plays 6" in alone.client.get(f"{device}as/A").text


def test_how_several_phones_play_is_said_once_on_the_curtain(alone):
    device = opened(alone)
    said = [alone.client.get(device + page).text.count("referee serve") for page in ("", "as/A", "seats")]
    assert [1, 0, 0] == said


@pytest.fixture
def disputed(alone):
    """A dispute that Chie opened from her own page."""
    device = opened(alone)
    for line in ("A plays 6", "B plays 5", "C plays 4"):
        tell(alone, device, "do", line[0], notation=line)
    assert f"{device}dispute?as=C" == tell(alone, device, "dispute", "C", topic="", shown="2")
    return device


def test_each_votes_behind_their_own_name(alone, disputed):
    """Who opened it votes at once; the page names those who have not voted, until more than half have."""
    device, doors = disputed, re.compile(r"dispute\?as=(\w)\" class=\"door\"")
    assert ["A", "B", "C"] == doors.findall(alone.client.get(f"{device}dispute").text)
    for seat, decision in (("C", "does_not_stand"), ("A", "stands")):
        assert f"{device}dispute" == tell(alone, device, "vote", seat, dispute="D1", decision=decision)
    shown = alone.client.get(f"{device}dispute").text
    assert ["B"] == doors.findall(shown)
    assert ("(Chie)" in shown, "(Ada)" in shown) == (True, True)
    tell(alone, device, "vote", "B", dispute="D1", decision="stands")
    shown = alone.client.get(f"{device}dispute").text
    assert "(by vote, 2 of 3: Ada and Ben)" in shown
    assert shown.index('class="decided"') < shown.index('class="here"')
    tell(alone, device, "do", "A", notation="A1 launch to L6")
    shown = alone.client.get(f"{device}dispute").text
    assert shown.index('class="decided"') > shown.index('class="here"')


def test_a_seat_votes_and_asks_for_itself_alone(alone, disputed):
    own = alone.client.get(f"{disputed}dispute?as=A").text
    assert f'action="{disputed}vote?as=A"' in own
    assert 'class="door"' not in own
    assert f'href="{disputed}dispute?as=A"' in alone.client.get(f"{disputed}as/A").text
    assert "Chie asks. Please vote." in own


def test_a_page_of_a_seat_stays_one_while_the_game_goes_on(alone, disputed):
    """What is streamed is of the seat the page is of."""
    token = disputed.split("/")[2]
    link = alone.live.links.find(token)
    context = RequestContext(alone.live, link, token, "en", "http://localhost", is_reachable=False)
    (drawn,) = following(context, "dispute?as=A")()
    assert f"{disputed}vote?as=A" in drawn.decode()


def proposal_on(page):
    """Give the proposal that a page can agree to; None where there is none."""
    found = re.search(r'name="proposal" value="([^"]+)"', page)
    return found[1] if found and 'value="agree"' in page else None


@pytest.mark.parametrize("what", ["back", "close"])
def test_what_needs_consent_is_agreed_to_by_each_behind_their_own_name(alone, what):
    device = opened(alone)
    for line in ("A plays 6", "B plays 5"):
        tell(alone, device, "do", line[0], notation=line)
    assert device == tell(alone, device, what, "C")
    assert None is proposal_on(alone.client.get(f"{device}as/C").text)
    for seat in "AB":
        proposal = proposal_on(alone.client.get(f"{device}as/{seat}").text)
        tell(alone, device, "answer", seat, proposal=proposal, reply="agree")
    assert None is proposal_on(alone.client.get(device).text)


def first_door(service, device):
    """Give the seat whose door comes first on the curtain; None where none does."""
    found = re.search(r'as/(\w)" class="door first"', service.client.get(device).text)
    return found and found[1]


def test_who_is_waited_for_has_the_first_door(alone):
    """The one who begins, though all lay a card; nobody while the table says what the river did."""
    device = opened(alone)
    for line in ("A plays 6", "B plays 5", "C plays 4"):
        tell(alone, device, "do", line[0], notation=line)
    for seat in "ABC":
        assert seat == first_door(alone, device)
        send_first(alone, f"{device}as/{seat}")
    assert None is first_door(alone, device)
    shown = alone.client.get(device).text
    assert "Anybody may say what the table shows" in shown
    assert "Waiting for" not in shown
    send_first(alone, device)
    assert "Waiting for Ben" in alone.client.get(device).text
    assert "B" == first_door(alone, device)


def test_who_owes_an_answer_has_the_first_door(alone):
    device = opened(alone)
    for line in ("A plays 6", "B plays 5"):
        tell(alone, device, "do", line[0], notation=line)
    assert "C" == first_door(alone, device)
    tell(alone, device, "close", "A")
    assert "B" == first_door(alone, device)


def send_line(service, device, seat, said):
    """Send, from the page of a seat, the first line on it that `said` begins after the seat."""
    found = re.search(rf'data-line="({seat} {said}[^"]*)"', service.client.get(f"{device}as/{seat}").text)
    tell(service, device, "do", seat, notation=found[1])


def test_who_has_said_nothing_in_a_fight_comes_before_who_has(alone):
    """Who may do something more comes last, who said to do nothing more is not first at all."""
    device = opened(alone, "lifeboat", chance="referee")
    for _ in "ABCD":
        send_line(alone, device, first_door(alone, device), "keeps")
    actor = first_door(alone, device)
    other, helper, waiting = (seat for seat in "ABCD" if seat != actor)
    tell(alone, device, "do", actor, notation=f"{actor} swaps with {other}")
    assert other == first_door(alone, device)
    tell(alone, device, "do", other, notation=f"{other} refuses")
    assert "A" == first_door(alone, device)
    send_line(alone, device, helper, "joins")
    order = re.findall(r'as/(\w)" class="door', alone.client.get(device).text)
    assert helper == order[-1]
    for seat in (actor, other):
        send_line(alone, device, seat, "stays out")
    assert waiting == first_door(alone, device)


def test_what_ends_the_game_for_all_is_tapped_twice(alone):
    """Where nobody else is asked; a seat asks the others, who answer one by one."""
    device = opened(alone)
    sitting = alone.client.get(f"{device}seats").text
    for id in ("close", "leave-A"):
        assert re.search(
            rf'id="twice-{id}">\s*<summary[^>]*>[^<]+</summary>\s*<button[^>]*>All who are here', sitting
        )
    assert "once the others agree" not in sitting
    own = alone.client.get(f"{device}seats?as=B").text
    assert "twice-close" not in own
    assert "once the others agree" in own
    tell(alone, device, "close", "B")
    assert 'id="all-agree"' in alone.client.get(device).text


def test_a_phone_alone_at_its_table_closes_it_with_two_taps(service):
    table = service.open("Ada", "Ben", "Chie")
    assert "twice-close" not in table.page("A", "seats").text
    for seat in ("B", "C"):
        table.post("screen", "leave", seat=seat)
    assert "twice-close" in table.page("A", "seats").text


def test_nobody_is_said_to_have_agreed_who_was_not_asked(alone):
    device = opened(alone)
    for line in ("A plays 6", "B plays 5"):
        tell(alone, device, "do", line[0], notation=line)
    for _ in "AB":
        tell(alone, device, "back")
    tell(alone, device, "again", way="drop")
    said = alone.client.get(f"{device}log").text
    assert "Set at the screen" in said
    assert "Agreed by" not in said


def test_who_objects_does_so_behind_their_own_name(alone):
    device = opened(alone)
    tell(alone, device, "do", "A", notation="A plays 6")
    rule = re.search(r'name="rule" value="([^"]+)"', alone.client.get(f"{device}house").text)[1]
    tell(alone, device, "house", "B", rule=rule)
    proposal = proposal_on(alone.client.get(f"{device}as/C").text)
    tell(alone, device, "answer", "C", proposal=proposal, reply="object")
    assert "Chie objects. Nothing changes" in alone.client.get(device).text


def test_what_one_seat_alone_knows_is_asked_behind_its_name(alone):
    device = opened(alone, chance="referee")
    for line in ("A plays 3", "C plays 5"):
        tell(alone, device, "do", line[0], notation=line)
    asked = alone.client.post(f"{device}catchup", data=TOLD)
    assert 422 == asked.status_code
    pages = {seat: alone.client.get(f"{device}as/{seat}").text for seat in "ABC"}
    assert ["B"] == [seat for seat, page in pages.items() if SAID_ALONE in page]
    assert f'href="{device}catchup?as=B&amp;' in pages["B"]


def send_first(service, address):
    """Press what comes first on a page, and what that leads to."""
    first = next(each for each in Controls(service.client.get(address).text).found if each.how != "form")
    if first.how == "link":
        return send_first(service, first.address)
    return send(Joined(service, "", {}), first)


def test_a_game_that_hides_nothing_goes_straight_on_with_who_acts_next(alone):
    device = opened(alone, "powerboats", chance="table")
    for _ in ("the lake", "the course"):
        send_first(alone, device)
    assert f"{device}as/A" == send_first(alone, f"{device}as/B").headers["location"]


@pytest.mark.parametrize("game", FINISHED)
def test_after_a_game_one_is_reminded_to_keep_a_copy(alone, game):
    """Until one was made of all that was played; a table at which nothing was played is left out."""
    table = finished(alone, game)
    said = "1 game is only on this device. Keep a copy."
    start = alone.client.get(f"/h/{KEEPER}").text
    assert said in start
    device = alone.client.post(f"/h/{KEEPER}/resume", data={"table": "old"}, follow_redirects=False)
    shown = alone.client.get(f"{device.headers['location']}end").text
    assert f'<a href="/h/{KEEPER}#keep">{said}</a>' in shown
    assert f'<a href="#keep">{said}</a>' in start
    assert '<details id="keep" class="more" open>' in start
    alone.live.note_copied("old", table.now()["revision"])
    for page in (f"/h/{KEEPER}", f"{device.headers['location']}end"):
        assert "only on this device" not in alone.client.get(page).text


def test_a_copy_of_an_earlier_moment_is_none_of_what_was_played_since(alone):
    device = opened(alone)
    assert () == alone.live.uncopied_tables()
    tell(alone, device, "do", "A", notation="A plays 6")
    alone.live.note_copied("niagara-1", alone.live.now("niagara-1").revision)
    assert () == alone.live.uncopied_tables()
    tell(alone, device, "do", "B", notation="B plays 5")
    assert ("niagara-1",) == alone.live.uncopied_tables()


HANDS_OUT = (
    f"/h/{KEEPER}/copy?table=old",
    f"/h/{KEEPER}/copies",
    f"/h/{KEEPER}/show?table=old",
    "/copy/{token}",
)


@pytest.mark.parametrize("address", HANDS_OUT)
def test_whatever_hands_out_a_whole_log_makes_a_copy(alone, address):
    table = finished(alone, "niagara")
    address = address.format(token=table.link("screen").rpartition("/")[2])
    alone.client.head(address)
    assert ("old",) == alone.live.uncopied_tables()
    assert 200 == alone.client.get(address).status_code
    assert () == alone.live.uncopied_tables()


def test_a_game_that_came_from_elsewhere_is_copied_as_far_as_it_came(alone):
    device = opened(alone)
    for line in ("A plays 6", "B plays 5"):
        tell(alone, device, "do", line[0], notation=line)
    whole = alone.client.get(f"/h/{KEEPER}/copy?table=niagara-1").content
    tell(alone, device, "do", "C", notation="C plays 4")
    assert ("niagara-1",) == alone.live.uncopied_tables()
    early = b"".join(whole.splitlines(keepends=True)[:-1])
    for content in (early, whole):
        alone.client.post(f"/h/{KEEPER}/take", files={"file": ("a.jsonl", content)})
        assert ("niagara-1",) == alone.live.uncopied_tables()
    now = alone.client.get(f"/h/{KEEPER}/copy?table=niagara-1").content
    alone.client.post(f"/h/{KEEPER}/take", files={"file": ("a.jsonl", early)})
    assert () == alone.live.uncopied_tables()
    alone.client.post(f"/h/{KEEPER}/delete", data={"table": "niagara-1"})
    alone.client.post(f"/h/{KEEPER}/take", files={"file": ("a.jsonl", now)})
    assert () == alone.live.uncopied_tables()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_table_that_is_put_away_names_no_file_and_says_that_a_copy_is_what_is_left(alone, lang):
    def send_form(what, **data):
        return alone.client.post(f"/h/{KEEPER}/{what}", data={"lang": lang, **data}).text

    opened(alone)
    for shown, words in (
        (
            send_form("rename", table="niagara-1", name="friday"),
            say("web.renamed_here", lang, table="niagara-1", name="friday"),
        ),
        (send_form("delete", table="friday"), say("web.will_delete_here", lang, entries=1)),
        (send_form("delete", table="friday", named="friday"), say("web.deleted_here", lang, table="friday")),
    ):
        assert words in unescape(shown)
        assert None is re.search(r"put-away|\.jsonl", shown)


def test_where_phones_come_nothing_is_said_of_one_device(service):
    table = finished(service, "niagara")
    pages = [table.page(who, page).text for who in ("screen", "A") for page in ("", "end")]
    for page in (*pages, service.client.get(f"/h/{KEEPER}").text):
        assert "only on this device" not in page
        assert "Only this device" not in page
        assert KEEPER not in page.replace(f"/h/{KEEPER}/", "").replace(f"/h/{KEEPER}?", "")
