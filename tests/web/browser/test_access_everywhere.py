"""axe finds nothing on a laptop, in any language, nor on what lies beside the table: past games, files."""

import subprocess
import sys

import pytest

from referee.l10n import LANGUAGES
from tests.stages import one_in, slow
from tests.web.browser.axe import OPEN
from tests.web.browser.evening import ROOT, SCREEN, waits_for
from tests.web.browser.moments import RECORDED, brought, finished, links_of
from tests.web.browser.tables import in_the_boat, names, on_the_lake, on_the_river, target

GAMES = {"niagara": on_the_river, "powerboats": on_the_lake, "lifeboat": in_the_boat}
ASKED = {"niagara": "steal", "powerboats": "buoy", "lifeboat": "fight"}
PIECES = {"niagara": ("canoe:A.1", "to:S3"), "powerboats": ("boat:A",), "lifeboat": ("who:B",)}


@slow  # other languages are looked at every day on a phone, at the pages of a finished game
@pytest.mark.parametrize(
    ("game", "lang"),
    [
        ("niagara", "zh-Hans"),
        ("niagara", "ja"),
        ("powerboats", "en"),
        ("powerboats", "zh-Hans"),
        ("lifeboat", "ja"),
        ("lifeboat", "en"),
    ],
)
def test_a_laptop_in_other_languages(evening, axe, game, lang):
    """The screen in the middle, a seat with its tour, film, rules found and one of them, score, dispute."""
    table = GAMES[game](evening)
    acting = table.acting()
    screen, seat = evening.look(table.screen, size=SCREEN), table.look(acting, size=SCREEN)
    root = {"screen": screen.url, "seat": seat.url}
    for name, page in (("screen", screen), ("seat", seat)):
        page.locator(f".languages button[value='{lang}']").click()
        page.locator(f"html[lang={lang}]").wait_for()
        page.evaluate(OPEN)
        axe.look(name, page)
    for path in ("log/2", "end"):
        screen.goto(root["screen"] + path)
        axe.look(f"screen {path}", screen)
    for path in ("log?by=A", f"rules?q={ASKED[game]}", "dispute", "correct", "catchup"):
        seat.goto(root["seat"] + path)
        seat.evaluate(OPEN)
        axe.look(f"seat {path}", seat)


@slow
@pytest.mark.parametrize("game", GAMES)
def test_a_correction_at_the_picture(evening, axe, game):
    """Before a tap, after it, and as the others are asked, with the pieces where they would stand."""
    table = GAMES[game](evening)
    page = evening.look(f"{table.links['A']}/correct")
    axe.look("before", page)
    piece, *places = PIECES[game]
    target(page, piece).click()
    waits_for(page, "tap where it stands")
    axe.look("tapped", page)
    if game == "lifeboat":
        places = ["who:C"]
    for place in places:
        target(page, place).click()
        page.locator(".so-far li").wait_for()
        axe.look("changed", page)
        page.click(".so-far button.main:not([data-fresh])")
        other = table.look("B")
        waits_for(other, "Ada says")
        other.evaluate(OPEN)
        axe.look("asked", other)
    for path in ("correct?of=seat:A", "correct?of=table", "house", "seats"):
        page.goto(f"{table.links['A']}/{path}")
        page.evaluate(OPEN)
        axe.look(path, page)


@slow
def test_a_table_that_played_on(evening, axe):
    """What was changed so far, and the nearest ways where no acts lead there."""
    page = evening.look(f"{on_the_river(evening).links['A']}/catchup?set.canoes.A.1.at=%22S3%22")
    axe.look("changed", page)
    page.click(".so-far button.main:not([data-fresh])")
    page.locator(".near").first.wait_for()
    page.evaluate(OPEN)
    axe.look("nearest", page)


def test_a_table_after_its_first_round_and_after_its_end(evening, axe):
    """Codes folded away and opened, the score first on a screen, the way to the next game."""
    finished(evening, "lifeboat", "over")
    over = links_of(evening, "over")
    for who in ("screen", "甲"):
        axe.look(f"over, {who}", evening.look(f"{over[who]}/", size=SCREEN))
    links, _ = brought(evening, "niagara", (13,))["niagara-13"]
    late = evening.look(f"{links['screen']}/", size=SCREEN)
    late.evaluate(OPEN)
    axe.look("late", late)


def test_a_link_to_watch(evening, axe):
    table = on_the_river(evening)
    screen = evening.look(table.screen, size=SCREEN)
    screen.click(".more summary")
    screen.click("button:not([data-fresh])[name=role][value=watch]")
    address = screen.locator("[data-role=watch]").get_attribute("data-address").rstrip("/")
    axe.look("given out", screen)
    watcher = evening.look(address)
    for path in ("", "log", "log/3", "rules", "end"):
        watcher.goto(f"{address}/{path}")
        axe.look(f"watched {path}", watcher)


def test_a_card_of_the_own_hand_is_chosen(evening, axe):
    boat = in_the_boat(evening)
    phone = boat.look(boat.acting())
    target(phone, min(id for id in names(phone) if id.startswith("own:"))).click()
    phone.locator(".chosen").wait_for()
    phone.evaluate(OPEN)
    axe.look("own card", phone)
    rower = boat.look(boat.acting())
    rower.locator("[data-kind=rowed] a.pick, [data-kind=rowed] .offer").first.wait_for()
    target(rower, f"who:{boat.acting()}").click()
    rower.locator(".chosen").wait_for()
    axe.look("the own place", rower)


@pytest.mark.parametrize("lang", one_in(len(LANGUAGES), LANGUAGES))
def test_the_start_page_with_past_games(evening, axe, lang):
    """On a phone and a laptop: what a group played, charts of it, and names given one after the other."""
    for game in GAMES:
        finished(evening, game, f"{game}-one", f"{game}-two")
    for name, size in (("phone", {"width": 390, "height": 844}), ("laptop", SCREEN)):
        page = evening.look(f"{evening.start}?lang={lang}&game=powerboats", size=size)
        page.locator(".group-played").first.wait_for()
        for n, person in enumerate(("Ada", "Ben")):
            page.fill(f"#name{n}", person)
        page.evaluate(OPEN)
        axe.look(name, page)


@pytest.mark.parametrize(("game", "lang"), one_in(2, [("niagara", "zh-Hans"), ("lifeboat", "ja")]))
def test_a_game_as_a_file(evening, axe, tmp_path, game, lang):
    recorded = str(ROOT / f"fixtures/games/{RECORDED[game]}.jsonl")
    page = evening.look("about:blank", size=SCREEN)
    for command in (("export", recorded, "--to", "html"), ("report", recorded)):
        file = tmp_path / f"{command[0]}.html"
        written(*command, "--out", str(file), "--lang", lang)
        page.goto(file.as_uri())
        axe.look(command[0], page)


@slow
def test_the_report_of_a_study(evening, axe, tmp_path):
    study = ("study", "niagara", "--vary", "minimum_speed", "--games", "2", "--by", "random")
    written(*study, "--players", "3", "--out", str(tmp_path / "out"))
    page = evening.look((tmp_path / "out" / "report.html").as_uri(), size=SCREEN)
    axe.look("study", page)


def written(*command):
    """Run the program; what it writes is a file."""
    run = [sys.executable, "-m", "cli.main", *command]
    told = subprocess.run(run, cwd=ROOT, check=False, capture_output=True, text=True)
    assert 0 == told.returncode, told.stderr
