"""The end of a game: the score, the story to keep, the rematch."""

from itertools import product
from pathlib import Path

import pytest

from events.stores.sqlite import SqliteStore
from referee.service.audit.heads import short_code
from referee.service.files.importing import import_file
from referee.testing.phones import KEEPER, Joined, Service
from tests.stages import one_in

GAMES = Path(__file__).parents[2] / "fixtures/games"
FINISHED = {
    "niagara": "niagara/tie-shared-4p-zh.jsonl",
    "powerboats": "powerboats/two-tie.jsonl",
    "lifeboat": "lifeboat/six-dealt-6p-en.jsonl",
}
games = pytest.mark.parametrize("game", FINISHED)
HOST = {"authorization": f"Bearer {KEEPER}"}


def finished(service, game):
    with SqliteStore(service.path) as store:
        import_file(store, GAMES / FINISHED[game], "old")
    return joined(service, "old")


def joined(service, table):
    links = service.client.get(f"/api/tables/{table}/links", headers=HOST).json()["links"]
    seats = {seat: f"/s/{token}" for seat, token in links.items()}
    return Joined(service, seats.pop("screen"), seats)


@games
def test_the_score_is_told_line_by_line_with_its_rules(service, game):
    table = finished(service, game)
    tally = table.api("screen", path="/score").json()["tally"]
    shown = table.page("screen", "end").text
    assert len(tally["lines"]) == shown.count('class="amount"')
    assert len(table.seats) == shown.count("<caption>")
    assert [] == [
        line for line in tally["lines"] if any(f"rule/{rule}" not in shown for rule in line["rules"])
    ]
    readings = shown.partition("by which rule")[2].partition("</section>")[0]
    assert len(tally["readings"]) == readings.count("<li><span>")
    assert f"{game}.score" not in shown


@games
@pytest.mark.parametrize(
    ("lang", "word"), [("en", "The whole story"), ("zh-Hans", "全部经过"), ("ja", "全記録")]
)
def test_the_story_is_one_file_in_the_language_of_who_asks(service, game, lang, word):
    table = finished(service, game)
    seat = next(iter(table.seats))
    table.post(seat, "language", lang=lang, here="/")
    told = service.client.get(f"/report/{table.token(seat)}")
    assert 'attachment; filename="old.html"' == told.headers["content-disposition"]
    assert f'lang="{lang}"' in told.text
    assert word in told.text
    assert "src=" not in told.text.replace('src="data:', "")
    assert 'href="http' not in told.text


PAUSE = {"en": "Pause", "zh-Hans": "暂停", "ja": "一時停止"}


@pytest.mark.parametrize(("game", "lang"), one_in(9, product(FINISHED, PAUSE)))
def test_the_film_is_one_file_in_the_language_of_who_asks(service, game, lang):
    """The end of a game leads to it, its buttons say what they do, and nothing is fetched."""
    table = finished(service, game)
    seat = next(iter(table.seats))
    table.post(seat, "language", lang=lang, here="/")
    address = f"/film/{table.token(seat)}"
    assert f'href="{address}"' in table.page(seat, "end").text
    told = service.client.get(address)
    assert 'attachment; filename="old-film.html"' == told.headers["content-disposition"]
    assert f">{PAUSE[lang]}</button>" in told.text
    assert "replay." not in told.text
    assert 'href="http' not in told.text


@games
def test_the_rematch_leads_everybody_on_in_their_languages(service, game):
    """The screen, every phone, the device handed round; also after a restart; once."""
    table = finished(service, game)
    seats = list(table.seats)
    device = table.post("screen", "links", role="device").headers["location"].rstrip("/")
    for lang, seat in zip(("ja", "zh-Hans"), seats, strict=False):
        table.post(seat, "language", lang=lang, here="/")
    table.post(seats[0], "rematch")
    table.post("screen", "rematch")
    assert ["old", f"{game}-1"] == [row["table"] for row in tables(service)]
    with Service(service.path) as again:
        anew = Joined(again, table.screen, {**table.seats, "device": device})
        for who in ("screen", "device", *seats):
            assert f"{game}-1" in anew.page(who, "end").text
            led = next_link(anew, who)
            assert 200 == again.client.get(led).status_code
        opened = again.client.get(next_link(anew, seats[0])).text
        assert '<html lang="ja">' in opened
        assert '<html lang="zh-Hans">' in again.client.get(next_link(anew, seats[1])).text


@pytest.mark.parametrize(("lang", "word"), [("en", "Short code"), ("zh-Hans", "短码"), ("ja", "短いコード")])
def test_a_finished_game_tells_the_short_code_of_its_log(service, lang, word):
    """To the screen and to every phone, on the log page and at the end; the same a report has."""
    table = finished(service, "lifeboat")
    with SqliteStore(service.path) as store:
        code = short_code(store.head("old").hash)
    seat = next(iter(table.seats))
    for who, page in ((seat, "end"), (seat, "log"), ("screen", "end"), ("screen", "log")):
        table.post(who, "language", lang=lang, here="/")
        shown = table.page(who, page).text
        assert word in shown
        assert code in shown


def test_a_log_that_hides_a_card_tells_no_code(service):
    """People could try the card out by it; a game without cards hides nothing, and its end tells it later."""
    boats = service.open("Ada", "Ben", game="powerboats")
    assert "Short code" in boats.page("A", "log").text
    assert "Short code" not in boats.page("A", "end").text
    for table in (service.open("Ada", "Ben", "Chie"), service.open(*"ABCD", game="lifeboat")):
        shown = [table.page(who, page).text for who in ("A", "screen") for page in ("log", "end")]
        assert [] == [text for text in shown if "Short code" in text]


def next_link(table, who):
    import re

    return re.search(r'href="(/s/[\w-]+/)" class="button main"', table.page(who, "end").text)[1]


def tables(service):
    return sorted(
        service.client.get("/api/tables", headers=HOST).json(), key=lambda row: row["revision"] < 20
    )


def test_the_rematch_is_played_by_the_same_rules(service):
    table = finished(service, "lifeboat")
    table.post("screen", "rematch")
    then, now = (each["event"] for each in (log(table)[0], log(joined(service, "lifeboat-1"))[0]))
    same = ("seats", "names", "edition", "options", "chance")
    assert [then[name] for name in same] == [now[name] for name in same]
    assert then["seed_hash"] != now["seed_hash"]


def log(table):
    return table.api("screen", path="/log").json()


def test_an_old_link_does_not_lead_to_a_link_that_was_given_out_anew(service):
    table = finished(service, "niagara")
    table.post("screen", "rematch")
    first = next_link(table, "A")
    joined(service, "niagara-1").post("screen", "links", seat="A")
    assert 404 == service.client.get(first).status_code
    assert "href" not in table.page("A", "end").text.partition("niagara-1")[2].partition("</p>")[0]


def test_a_game_that_lasts_has_neither_story_nor_rematch(service):
    table = service.open("Ada", "Ben", "Chie", "Dan", game="lifeboat", chance="referee")
    shown = table.page("A", "end").text
    assert "Play again" not in shown
    assert "/report/" not in shown
    assert "/film/" not in shown
    assert "told at the end" in shown
    for kept in ("report", "film"):
        assert 404 == service.client.get(f"/{kept}/{table.token('A')}").status_code
    assert 422 == table.post("A", "rematch").status_code
