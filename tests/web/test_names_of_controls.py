"""Two buttons or links of a page never have one name, unless they do the same."""

import pytest

from events.stores.sqlite import SqliteStore
from referee.kernel.registry import find_game
from referee.l10n import LANGUAGES
from referee.service.tables.table import open_table
from referee.testing.phones import KEEPER
from tests.stages import slow
from tests.web.browser.moments import RECORDED, events_of, kinds_of_moment
from tests.web.controls import alike

PAGES = ("", "catchup", "correct", "dispute", "end", "log", "rules")


def assert_each_has_a_name_of_its_own(service, game, langs, moments, pages=PAGES):
    """Let a recorded game go on to each of some moments; look as the table and as who is to act."""
    opened, *events = events_of(game)
    with SqliteStore(service.path) as store:
        table, told = open_table(store, game, opened, find_game(game)), 1
        joined = service.resume(game)
        for n in moments:
            for event in events[told - 1 : n - 1]:
                table.submit(event)
            told = n
            acting = [seat for seat in table.game.acting(table.state) if seat in opened.seats]
            for who in ("screen", *acting[:1]):
                for lang in langs:
                    joined.post(who, "language", lang=lang)
                    for path in pages:
                        assert {} == alike(joined.page(who, path).text), (n, who, lang, path)


MOMENTS = {"niagara": (8, 13), "powerboats": (3, 60), "lifeboat": (24, 60)}
"""How far a game is on the days between."""


@pytest.mark.parametrize(("game", "lang"), [*zip(RECORDED, LANGUAGES, strict=False)])
def test_every_control_of_a_game_has_a_name_of_its_own(service, game, lang):
    assert_each_has_a_name_of_its_own(service, game, [lang], MOMENTS[game], ("", "correct", "catchup"))


@slow
@pytest.mark.parametrize("game", RECORDED)
def test_every_control_of_every_page_has_a_name_of_its_own(service, game):
    assert_each_has_a_name_of_its_own(service, game, LANGUAGES, kinds_of_moment(game))


def test_what_is_asked_twice_is_answered_by_name(service):
    """Two changes asked of the table at once, and two disputes: each button says of which it speaks."""
    table = service.open("Ada", "Ben", "Chie")
    table.lay(A=6, B=4, C=3)
    for seat, option in (("A", "minimum_speed=1"), ("B", "both_ashore=may_stay")):
        table.post(seat, "house", rule=option)
        table.post(seat, "dispute", topic="river", question="at least one step?")
    assert 2 == len(table.now()["asked"])
    for who in ("screen", "A", "C"):
        for path in ("", "dispute"):
            assert {} == alike(table.page(who, path).text), (who, path)


def test_a_start_page_has_a_name_for_everything(service):
    """Who argues about a game is not who opens a table of it; two tables of the same people differ."""
    for _ in range(2):
        service.open("Ada", "Ben", "Chie", game="niagara")
    for lang in LANGUAGES:
        assert {} == alike(service.client.get(f"/h/{KEEPER}/?lang={lang}").text)
