"""Nobody learns over the network what their seat may not know: the bytes sent are compared."""

import re

import pytest

from events.envelope import SALT_BYTES, seal_of
from referee.testing.phones import GENEROUS, Service, numbered_keyring, same_time
from referee.web.pages.routes import following
from tests.stages import one_in

PAGES = ("", "log", "log/2", "log/3", "dispute", "dispute?at=2", "correct", "end", "rules")
SALT = "5a" * SALT_BYTES
API = ("", "/log", "/moments/2", "/moments/3", "/board", "/score", "/case")


def twins(tmp_path, prepare):
    """Serve two stores that differ only in what `prepare` does with (table, which)."""
    for which in (0, 1):
        path = tmp_path / str(which)
        path.mkdir()
        with Service(
            path / "tables.db", limits=GENEROUS, keyring=numbered_keyring(), clock=same_time
        ) as service:
            table = service.open("Ada", "Ben", "Chie")
            prepare(table, which)
            yield table


def seen_by(tmp_path, who, look, prepare):
    return [look(table, who) for table in twins(tmp_path, prepare)]


def lay_secretly(table, which):
    """Ada lays one card or another; Ben lays the same."""
    table.lay(A=(6, 2)[which], B=4)


def lay_and_take_back(table, which):
    lay_secretly(table, which)
    table.for_all("back", to="1")


def everything(table, who):
    asked = [table.page(who, path) for path in PAGES] + [table.api(who, path=path) for path in API]
    return [(str(each.url), each.status_code, each.text, sorted(each.headers.items())) for each in asked]


@pytest.mark.parametrize("prepare", one_in(2, [lay_secretly, lay_and_take_back]))
@pytest.mark.parametrize("who", ["B", "C", "screen"])
def test_nothing_that_is_sent_depends_on_a_card_that_lies_face_down(tmp_path, who, prepare):
    """Pages, view, log, picture: byte by byte."""
    first, second = seen_by(tmp_path, who, everything, prepare)
    assert first == second


def seal_secretly(table, which):
    """Ada's phone seals one card or another; it is taken back, and she seals once more."""
    for is_again in (False, True):
        if is_again:
            table.for_all("back", to="1")
        table.post("A", "sealing", turn="on")
        shown = table.page("A").text
        seen = re.search(r'name="seen" value="(\d+)"', shown)[1]
        line = ("A plays 6", "A plays 2")[which]
        assert 303 == table.say("A", line, sealing="on", seen=seen, key="0").status_code
        table.lay(B=4)
    table.client.cookies.clear()


@pytest.mark.parametrize("who", ["A", "B", "screen"])
def test_nothing_but_the_seal_itself_depends_on_a_card_that_was_sealed(tmp_path, who):
    """Not even on the page of its own seat, where its phone does not ask; nor in what is pushed."""

    def look(table, who):
        return str((everything(table, who), following(table.context(who), "")()))

    first, second = seen_by(tmp_path, who, look, seal_secretly)
    assert first != second
    own, other = (re.sub(r'seal[\\":]+[0-9a-f]{64}', "", sent) for sent in (first, second))
    assert own == other


@pytest.mark.parametrize("line", ["B plays 4", "A plays 6", "A shows 2", "B1 launch to S3", "nonsense"])
def test_refusals_do_not_depend_on_it_either(tmp_path, line):
    def look(table, who):
        table.now(who)
        return table.say(who, line).text, table.api(
            who, "POST", "/acts", json={"notation": line, "seen": 3, "key": "k"}
        ).text

    first, second = seen_by(tmp_path, "B", look, lay_secretly)
    assert first == second


def test_its_own_seat_does_see_it(tmp_path):
    first, second = seen_by(tmp_path, "A", lambda table, who: table.page(who, "log").text, lay_secretly)
    assert first != second


def test_the_stream_does_not_depend_on_it(tmp_path):
    def look(table, who):
        return following(table.context(who), "")()

    first, second = seen_by(tmp_path, "B", look, lay_secretly)
    assert first == second


def test_facts_set_by_hand_show_no_hand_to_others(tmp_path):
    def prepare(table, which):
        event = {"type": "corrected", "position": {"hands": {"A": [[1, 2], [3, 4]][which]}}}
        table.api("screen", "POST", "/acts", json={"event": event, "seen": 1, "key": "k"})

    first, second = seen_by(tmp_path, "B", lambda table, who: table.page(who, "log").text, prepare)
    assert first == second


def test_the_seed_of_a_referee_who_deals_is_told_to_nobody_while_the_game_lasts(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
        opened = table.api("A", path="/log").json()[0]["event"]
        assert (None, True) == (opened.get("seed"), bool(opened["seed_hash"]))


def test_hands_dealt_to_phones_are_seen_by_their_owners_only(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
        table.now()
        log = table.api("A", path="/log").json()
        secrets = [each["event"] for each in log if each["event"]["type"] == "secrets_dealt"]
        assert {"A"} == {each["seat"] for each in secrets if each["love"] is not None}


def test_no_page_of_another_seat_tells_what_was_dealt_to_ada(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
        table.now()
        mine, others = table.api("A", path="/log").json(), table.api("B", path="/log").json()
        pairs = zip(mine, others, strict=True)
        told = [(one["event"].get("seat"), one["words"], other["words"]) for one, other in pairs]
        hers = [words for seat, words, theirs in told if seat == "A" and words != theirs]
        assert hers
        walks = [f"{page}{each['seq']}" for each in mine for page in ("dispute?at=", "log/")]
        for who in ("B", "screen"):
            for path in (*PAGES, *walks):
                shown = table.page(who, path).text
                assert [] == [words for words in hers if words in shown], (who, path)


def test_a_score_that_hands_decide_is_told_when_the_game_is_over(tmp_path):
    with Service(tmp_path / "tables.db") as service:
        table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
        assert table.api("B", path="/score").json()["tally"] is None


def told(table, **event):
    """Tell Ada's event; give what is answered: the verdict, or why it is refused."""
    now = table.now("A")["revision"]
    body = {"event": event, "seen": now, "key": f"{now} {' '.join(map(str, event.values()))}"}
    answer = table.api("A", "POST", "/acts", json=body).json()
    return answer.get("reason", answer["verdict"])


def test_a_choice_sealed_by_a_program_is_shown_as_it_was_sealed(service):
    """The salt stays with whoever drew it; the service is told neither that nor the card before."""
    table = service.open("Ada", "Ben", "Chie")
    assert "accepted" == told(table, type="secret_sealed", seat="A", seal=seal_of(5, SALT))
    assert "accepted" == told(table, type="paddle_chosen", seat="A", card=None)
    table.lay(B=4, C=3)
    assert "table.open_the_seal" == told(table, type="paddle_revealed", seat="A", card=5)
    assert "table.seal_not_opened" == told(table, type="secret_opened", seat="A", value=6, salt=SALT)
    assert "accepted" == told(table, type="secret_opened", seat="A", value=5, salt=SALT)
    assert "table.not_as_sealed" == told(table, type="paddle_revealed", seat="A", card=6)
    assert "accepted" == told(table, type="paddle_revealed", seat="A", card=5)
