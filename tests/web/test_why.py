"""Whatever no act leads to says why when it is tapped, by name of the rule; nothing is written by that."""

import re
from html import unescape

import pytest

from referee.testing.phones import GENEROUS, Service, numbered_keyring, same_time

FAR = re.compile(r'<a(?=[^>]* class="(?:offer )?far")[^>]*>')
ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
RULE = re.compile(r'class="rule"[^>]*>([A-Z]{3}-[A-Z]+-\d+)')
WATCH = re.compile(r'data-address="http://[^/]+([^"]+)"[^>]*data-role="watch"')
LINES = {
    "niagara": [],
    "powerboats": ["A lake rulebook", "A race 1 buoys 7,18 23,11 13,10 21,24", "B at 7,19 E", "A at 7,20 E"],
    "lifeboat": [],
}


def far_links(page):
    """Return the attributes of the links to why no act leads there."""
    return [dict(ATTRIBUTE.findall(unescape(tag))) for tag in FAR.findall(page.text)]


def brought(service, game):
    """Open a table of a game where pieces stand on its board."""
    names = ("Ada", "Ben") if game == "powerboats" else ("Ada", "Ben", "Chie", "Dan")
    table = service.open(*names, game=game, chance="referee" if game == "lifeboat" else "table")
    for line in LINES[game]:
        who, _, rest = line.partition(" ")
        answer = table.say(who, rest if who == "A" and not rest.startswith("at") else line)
        assert 303 == answer.status_code, (line, answer.text)
    return table


@pytest.fixture
def river(service):
    """Return a table at which Ada, with a 6, moves first."""
    return service.open("Ada", "Ben", "Chie").lay(A=6, B=4, C=3)


def why(table, who, tap, pick=""):
    return table.page(who, f"why?tap={tap}" + (f"&pick={pick}" if pick else ""))


@pytest.mark.parametrize("game", LINES)
def test_everything_on_the_board_answers_and_nothing_is_written(service, game):
    table = brought(service, game)
    before = table.now()["revision"]
    for who in ("A", "B", "screen"):
        links = far_links(table.page(who))
        assert links
        for link in links[:: 1 + len(links) // 20]:
            page = service.client.get(link["href"])
            assert 200 == page.status_code, link
            assert RULE.search(page.text) or "can be" in page.text, link
    assert before == table.now()["revision"]
    assert () == tuple(table.context("A").live.store.refusals(table.context("A").link.table))


@pytest.mark.parametrize("game", LINES)
def test_no_key_stops_at_such_a_link_and_each_says_what_it_is(service, game):
    for link in far_links(brought(service, game).page("A")):
        assert "-1" == link["tabindex"]
        assert "id" not in link
        assert re.fullmatch(r".+: why not\?", link["aria-label"])


def test_a_space_out_of_reach_says_the_rule_and_lets_it_be_played_anyway(river):
    assert any(link["href"].endswith("why?tap=to:S1") for link in far_links(river.page("A")))
    page = why(river, "A", "to:S1", "canoe:A.1")
    assert "5 points would be left over." in page.text
    assert "NIA-MOVE-05" in page.text
    event = unescape(re.search(r'name="event" value="([^"]+)"', page.text)[1])
    assert 303 == river.post("A", "anyway", event=event).status_code
    assert 1 == len(river.now()["asked"])


def test_a_tap_says_what_the_typed_line_says(river):
    """But for what is written: a line that is refused can be argued about on every device."""
    tapped, typed = why(river, "A", "to:S1", "canoe:A.1"), river.say("A", "A1 launch to S1")
    assert (200, 422) == (tapped.status_code, typed.status_code)
    reason = r'<p class="why">([^<]+)'
    assert re.search(reason, typed.text)[1] == re.search(reason, tapped.text)[1]
    assert RULE.findall(typed.text) == RULE.findall(tapped.text)


def test_what_was_tapped_before_stays_tapped(river):
    page = river.page("A", "?pick=canoe:A.1")
    links = [link["href"] for link in far_links(page)]
    assert any(link.endswith("why?pick=canoe:A.1&tap=to:S1") for link in links)
    assert "?pick=canoe%3AA.1#board" in why(river, "A", "to:S1", "canoe:A.1").text


def test_a_space_alone_is_answered_for_the_pieces_of_the_seat(river):
    assert "Ada&#39;s canoe 1 is launched and paddles to S1." in why(river, "A", "to:S1").text


def test_a_piece_of_another_is_answered_for_what_may_be_done_to_it(river):
    page = why(river, "A", "canoe:B.1+steal:B.1")
    assert "steals the gem from Ben&#39;s canoe 1." in page.text
    assert RULE.search(page.text)


def test_it_is_argued_about_without_having_been_tried(river):
    page = why(river, "A", "to:S1", "canoe:A.1")
    address = unescape(re.search(r'href="([^"]+/dispute\?act=[^"]+)"', page.text)[1])
    dispute = river.client.get(address)
    assert "Ada&#39;s canoe 1 is launched and paddles to S1" in dispute.text
    assert "paddles to S1" not in river.page("B", "dispute").text


@pytest.mark.parametrize(
    "query", ["", "?tap=", "?tap=nothing", "?tap=hex:x,y", "?tap=canoe:Z.9", "?pick=to:S1"]
)
def test_what_is_not_on_the_board_is_not_there(river, query):
    assert 404 == river.page("A", f"why{query}").status_code


def test_taps_that_nobody_made_before_are_ignored(river):
    page = why(river, "A", "to:S1", "canoe:Q.7+" * 50)
    assert (200, True) == (page.status_code, "NIA-MOVE-05" in page.text)


def test_who_watches_has_nothing_to_ask(river):
    river.post("screen", "links", role="watch")
    watch = WATCH.search(river.page("screen").text)[1]
    assert [] == far_links(river.client.get(watch))
    assert "not yours" in river.client.get(f"{watch}/why?tap=to:S1").text


def test_on_a_shared_device_the_seat_it_is_with_asks(service):
    river = service.open("Ada", "Ben", "Chie")
    device = river.post("screen", "links", role="device").headers["location"].rstrip("/")
    page = service.client.get(f"{device}/as/A")
    links = [link["href"] for link in far_links(page)]
    assert links
    assert all("as=A" in link for link in links)
    assert "Ada&#39;s canoe 1" in service.client.get(f"{device}/why?as=A&tap=to:S1").text


def test_what_is_asked_does_not_hang_on_a_card_that_lies_face_down(tmp_path):
    """What Ben and the screen are told, byte by byte, whatever Ada has laid."""
    told = []
    for n, card in enumerate((6, 2)):
        folder = tmp_path / str(n)
        folder.mkdir()
        with Service(
            folder / "t.db", limits=GENEROUS, keyring=numbered_keyring(), clock=same_time
        ) as service:
            table = service.open("Ada", "Ben", "Chie").lay(A=card)
            links = [(who, link["href"]) for who in ("B", "screen") for link in far_links(table.page(who))]
            told.append([(who, link, service.client.get(link).text) for who, link in links])
    assert told[0]
    assert told[0] == told[1]
