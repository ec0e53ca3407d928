"""The book: the same pages in a folder and below `/rules`, with everything that is known of a rule."""

import re
from html.parser import HTMLParser
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urlsplit

import pytest

from referee.kernel.registry import own_games
from referee.l10n import say
from referee.languages import LANGUAGES
from referee.rulebooks import TABLE, books, documents_of, rules_of
from referee.rulebooks.coverage import sentences
from referee.rulebooks.rulings import find_ruling, rulings_in
from referee.service.ask.address import read_address
from referee.service.book.code import deciding_code
from referee.web.book import find_file, iter_files
from referee.web.book.contents import areas_in
from referee.web.book.rulings import show_ruling
from referee.web.book.site import Site, site_of
from referee.web.book.sources import rules_led_to
from tests.stages import slow

NIAGARA = Site(("niagara", TABLE), langs=("ja",))
STEALING = "ja/niagara/NIA-STEAL-01.html"
SERVICE = "https://play.example"


class Page(HTMLParser):
    """The links of a page, the ids it has, and all it says."""

    def __init__(self, text):
        super().__init__()
        self.links, self.ids, self.words, self.alts = [], set(), "", []
        self.feed(text)

    def handle_starttag(self, _, attrs):
        found = dict(attrs)
        self.links += [found[name] for name in ("href", "src", "data-index") if found.get(name)]
        self.ids |= {found["id"]} if "id" in found else set()
        self.alts += [found["alt"]] if "alt" in found else []

    def handle_data(self, data):
        self.words += data


def page(path, site=None):
    return Page(find_file(site or site_of(), path).make().decode())


def made(site):
    return {file.path: content for file in iter_files(site) if (content := file.make()) is not None}


def broken(files):
    """List the links of pages that lead to no file, or to no place in one."""
    pages = {path: Page(content.decode()) for path, content in files.items() if path.endswith(".html")}
    found = []
    for path, each in pages.items():
        for link in each.links:
            parts = urlsplit(link)
            if parts.scheme:
                continue
            to = normpath(join(dirname(path), unquote(parts.path))) if parts.path else path
            if to not in files or (parts.fragment and unquote(parts.fragment) not in pages[to].ids):
                found.append((path, link))
    return found


def get(service, path, lang="en", method="GET", **headers):
    headers = {"accept-language": lang, **headers}
    return service.client.request(method, path, headers=headers, follow_redirects=False)


# The folder


def test_every_link_of_a_folder_leads_somewhere():
    assert [] == broken(made(NIAGARA))


@slow
def test_every_link_of_the_whole_folder_leads_somewhere():
    files = made(site_of())
    assert [] == broken(files)
    for book in books():
        for lang in LANGUAGES:
            assert {f"{lang}/{book}/{id}.html" for id in rules_of(book)} < files.keys()
            assert {f"{lang}/{book}/rulings/{each.name}.html" for each in rulings_in(book)} <= files.keys()
            assert {f"{lang}/{book}/sources/{key}.html" for key in documents_of(book)} <= files.keys()


def test_no_two_files_have_one_address():
    """Not even where a disk knows no capitals."""
    paths = [file.path.lower() for file in iter_files(site_of())]
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_says_its_language_and_leads_to_it_in_the_others(lang):
    text = find_file(site_of(), f"{lang}/niagara/NIA-STEAL-01.html").make().decode()
    assert f'<html lang="{lang}">' in text
    for other in LANGUAGES:
        assert re.search(rf'<link rel="alternate" hreflang="{other}" href="[^"]*NIA-STEAL-01.html">', text)


def test_an_id_alone_leads_to_the_page_in_every_language():
    door = page("NIA-STEAL-01.html")
    assert {f"{lang}/niagara/NIA-STEAL-01.html" for lang in LANGUAGES} <= {*door.links}


# What a page shows


def test_a_rule_has_its_text_sources_code_acts_options_and_rulings():
    text = find_file(NIAGARA, STEALING).make().decode()
    found = Page(text)
    rule = rules_of("niagara")["NIA-STEAL-01"]
    assert rule.of("ja") in found.words
    assert say("web.confidence_stated", "ja") in found.words
    assert {"sources/ZH.html#Steal-1", "sources/JA.html#St-2"} <= {*found.links}
    assert deciding_code("niagara")[rule.id][0].name in found.words
    assert say("book.how.refused", "ja") in found.words
    assert "rulings/D-24-launch-and-steal.html" in found.links
    assert "boards/D-24-launch-and-steal.svg" in found.links
    assert find_ruling("niagara", "D-24-launch-and-steal").title.of("ja") in found.words


def test_what_editions_do_is_said_by_their_books():
    words = page("en/niagara/NIA-STEAL-01.html").words
    assert "Unloading at the end of a move, then stealing" in words
    assert "the Japanese rulebook" in words
    assert say("book.disagree", "en") in words


def test_a_table_that_belongs_to_a_rule_is_shown():
    assert find_file(site_of(), "en/lifeboat/LIF-CARD-03.html").make().count(b"<tr>") > 20


def test_a_summary_of_a_round_makes_no_relatives():
    sources = rules_of("niagara")["NIA-BUY-01"].sources
    assert "JA Sum" in sources
    assert 0 < len(rules_led_to("niagara", sources, "NIA-BUY-01")) < 8
    assert [] == rules_led_to("niagara", ["JA Sum"], "NIA-BUY-01")


@pytest.mark.parametrize("game", own_games())
def test_every_sentence_of_a_source_leads_to_its_rules_or_says_why_it_has_none(game):
    for key, told in sentences(game).items():
        found = page(f"en/{game}/sources/{key}.html")
        assert {each.place for each in told if each.place} <= found.ids
        assert {f"../../../en/{game}/{id}.html" for each in told for id in each.rules} <= {*found.links}
        assert all(each.reason.of("en") in found.words for each in told if each.reason)


def test_a_board_is_a_picture_with_words_for_whoever_does_not_see_it():
    found = page("en/niagara/rulings/D-24-launch-and-steal.html")
    assert ["diamond" in alt for alt in found.alts] == [True]
    assert find_file(site_of(), "en/niagara/boards/D-24-launch-and-steal.svg").make().startswith(b"<svg")


def test_a_ruling_about_a_log_has_no_board():
    assert find_file(site_of(), "en/table/boards/T-01-opening-a-table.svg").make() is None
    assert "accepted" in page("en/table/rulings/T-01-opening-a-table.html").words


def test_what_the_table_shows_is_judged_where_it_cannot_be(service):
    name = "D-02-D-05-a-jam-at-the-fork"
    acts = show_ruling(find_ruling("niagara", name), "en").worked.acts
    assert [None, "refused", "may"] == [act.verdict for act in acts]
    for path in (f"/ask/niagara/ruling/{name}", f"/rules/en/niagara/rulings/{name}.html"):
        assert 1 == get(service, path).text.count('<b class="said refused">No</b>')


@pytest.mark.parametrize("game", own_games())
def test_the_contents_have_every_rule_and_ruling_under_an_area_with_words(game):
    for lang in LANGUAGES:
        areas = areas_in(game, lang)
        assert {*rules_of(game).values()} == {rule for area in areas for rule in area.rules}
        assert len(rulings_in(game)) == sum(len(area.rulings) for area in areas)
        assert not [area.id for area in areas if area.title == area.id]


def test_the_position_of_a_ruling_opens_at_the_service_or_by_a_command():
    path = "en/niagara/rulings/D-24-launch-and-steal.html"
    (link,) = (each for each in page(path, site_of(service=SERVICE)).links if "/ask/niagara/" in each)
    assert link.startswith(SERVICE)
    assert link.endswith("?lang=en")
    asked = read_address(link)
    assert "canoe_moved" == asked.acts[-1]["type"]
    assert f"referee ask niagara {urlsplit(link).path}" in page(path).words


def test_what_is_asked_of_a_ruling_is_told_with_what_was_done_before():
    """Whose turn it is, is no fact of a position: it follows from the cards that were laid."""
    worked = show_ruling(find_ruling("niagara", "D-24-launch-and-steal"), "en").worked
    assert ["paddle_chosen"] * 3 == [act["type"] for act in read_address(worked.sketch).acts[:3]]


def test_an_index_holds_every_rule_and_ruling():
    index = find_file(NIAGARA, "ja/niagara/search.js").make().decode()
    assert index.startswith("refereeSearch({")
    assert all(f'"{id}.html"' in index for id in rules_of("niagara"))
    assert all(f'"rulings/{each.name}.html"' in index for each in rulings_in("niagara"))


def test_all_of_a_book_is_on_one_page_to_print():
    found = page("ja/niagara/print.html", NIAGARA)
    assert {*rules_of("niagara")} | {each.name for each in rulings_in("niagara")} <= found.ids


# Below /rules


def test_the_service_has_the_same_pages(service):
    served = get(service, f"/rules/{STEALING}")
    assert (200, "text/html; charset=utf-8") == (served.status_code, served.headers["content-type"])
    assert served.content == find_file(site_of(service=""), STEALING).make()
    assert "public" in served.headers["cache-control"]
    head = get(service, f"/rules/{STEALING}", method="HEAD")
    assert (200, b"") == (head.status_code, head.content)


@pytest.mark.parametrize(
    ("path", "to"),
    [
        ("/rules", "/rules/zh-Hans/index.html"),
        ("/rules/ja", "/rules/ja/index.html"),
        ("/rules/ja/niagara", "/rules/ja/niagara/index.html"),
        ("/rules/NIA-STEAL-01", "/rules/zh-Hans/niagara/NIA-STEAL-01.html"),
        ("/rules/nia-steal-01?lang=ja", "/rules/ja/niagara/NIA-STEAL-01.html"),
        ("/rules/TAB-BACK-01.html", "/rules/zh-Hans/table/TAB-BACK-01.html"),
        ("/rules/D-24-launch-and-steal", "/rules/zh-Hans/niagara/rulings/D-24-launch-and-steal.html"),
        ("/rules/niagara", "/rules/zh-Hans/niagara/index.html"),
        ("/rules/niagara/D-24", "/rules/zh-Hans/niagara/rulings/D-24-launch-and-steal.html"),
        ("/rules/t-01", "/rules/zh-Hans/table/rulings/T-01-opening-a-table.html"),
        ("/rules/en/niagara/NIA-STEAL-01", "/rules/en/niagara/NIA-STEAL-01.html"),
        ("/rules/en/niagara/sources/ZH", "/rules/en/niagara/sources/ZH.html"),
        ("/rules/zh-TW/niagara", "/rules/zh-Hant/niagara/index.html"),
        ("/rules/zh-tw", "/rules/zh-Hant/index.html"),
        ("/rules/benchmark", "/rules/zh-Hans/benchmark.html"),
    ],
)
def test_a_short_address_leads_to_the_page_in_the_readers_language(service, path, to):
    led = get(service, path, "zh-CN")
    assert (303, to) == (led.status_code, led.headers["location"])


@pytest.mark.parametrize(
    "path",
    [
        "ja/niagara/NIA-STEAL-99.html",
        "ja/chess/index.html",
        "ja/table/boards/T-01-opening-a-table.svg",
    ],
)
def test_an_unknown_page_says_so_in_the_language_of_its_address(service, path):
    served = get(service, f"/rules/{path}")
    assert 404 == served.status_code
    assert '<html lang="ja">' in served.text
    assert say("book.missing", "ja") in served.text
    assert "/rules/ja/index.html" in Page(served.text).links


def test_a_number_of_several_rulings_leads_to_each_of_them(service):
    served = get(service, "/rules/D-24")
    assert 300 == served.status_code
    led = [link for link in Page(served.text).links if "/rulings/" in link]
    assert len(led) > 1
    assert all("/rulings/D-24-" in link and 200 == get(service, link).status_code for link in led)


@pytest.mark.parametrize(
    "path",
    ["../app.py", "assets/../app.css", "assets/app.js", "NIA-STEAL-99", f"NIA-{'A' * 300}-01", "xx/niagara"],
)
def test_nothing_else_is_there(service, path):
    assert 404 == get(service, f"/rules/{path}").status_code


def test_pictures_bring_their_style_and_no_script(service):
    served = get(service, "/rules/en/niagara/boards/D-24-launch-and-steal.svg")
    assert "image/svg+xml" in served.headers["content-type"]
    assert "script" not in served.headers["content-security-policy"]


def test_the_book_knows_no_table(service):
    """Nothing of what is played gets into it, nor is anything written by reading it."""
    table = service.open("Ada", "Ben", "Zoltan")
    table.page("A")
    for path in (STEALING, "ja/index.html", "ja/niagara/index.html", "ja/table/index.html"):
        assert "Zoltan" not in get(service, f"/rules/{path}").text


@pytest.mark.parametrize(
    "path",
    [
        "/ask/niagara/rule/NIA-STEAL-01",
        "/ask/niagara/ruling/D-24-launch-and-steal",
        "/ask",
        "/",
        "/ask/niagara",
    ],
)
def test_ask_and_the_door_lead_to_the_book(service, path):
    led = [link for link in Page(get(service, path).text).links if link.startswith("/rules")]
    assert led
    assert all(get(service, link).status_code in {200, 303} for link in led)


def test_a_rule_at_a_table_leads_to_its_whole_page(service):
    table = service.open("Ada", "Ben", "Chie")
    text = service.client.get(f"/s/{table.token('A')}/rule/NIA-STEAL-01").text
    assert "/rules/NIA-STEAL-01?lang=" in text
