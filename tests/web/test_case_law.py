"""Case law in the service: what its tables decided is beside an answer, for everybody, without names."""

import re
from html import unescape
from pathlib import Path

import pytest

from events.stores.protocol import UnreachableError
from referee.languages import LANGUAGES
from referee.rulebooks.rulings import format_ruling
from referee.service.ask.address import write_address
from referee.service.ask.asked import Asked
from referee.service.case_law.taken import read_rulings, take
from referee.service.files.file_lines import numbered_lines
from referee.service.files.importing import import_lines

DISPUTED = Path(__file__).parents[2] / "fixtures" / "games" / "niagara" / "disputed-4p-zh.jsonl"
NAMES = ("Amara", "Bogdan", "Céline", "大伟", "friday")
THEFT = Asked(
    game="niagara",
    facts={"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}}},
    acts=({"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}},),
)


def get(service, address, lang="en"):
    return service.client.get(address, headers={"accept-language": lang})


def play_friday(service):
    import_lines(service.live.store, lambda: numbered_lines(DISPUTED), "friday")


def decided_in(text):
    return re.findall(r"/ask/niagara/ruling/([TG]-[0-9a-f]{10})[^>]*>", text)


def without_decided(text):
    """Give a page without blanks, its key, and the list of what tables decided."""
    text = re.sub(r"<h2>Tables decided before</h2>.*?</ul><p>.*?</p>", "", text, flags=re.DOTALL)
    return re.sub(r'\s+|name="key" value="\w+"', "", text)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_page_names_what_tables_decided_and_leads_to_it(service, lang):
    play_friday(service)
    page = get(service, write_address(THEFT), lang).text
    name = decided_in(page)[0]
    ruling = get(service, f"/ask/niagara/ruling/{name}", lang)
    assert (200, True) == (ruling.status_code, "<svg" in ruling.text)
    rule = get(service, "/ask/niagara/rule/NIA-STEAL-01", lang).text
    assert name in decided_in(rule)
    for text in (page, ruling.text, rule):
        assert [] == [each for each in NAMES if each in text]


def test_a_page_and_an_answer_are_the_same_but_for_what_tables_decided(service):
    """The law of case law, at these two doors."""
    body = {"game": "niagara", "facts": dict(THEFT.facts), "acts": list(THEFT.acts)}
    alone, answer = get(service, write_address(THEFT)).text, service.client.post("/api/ask", json=body).json()
    play_friday(service)
    beside, told = get(service, write_address(THEFT)).text, service.client.post("/api/ask", json=body).json()
    assert beside != alone
    assert without_decided(alone) == without_decided(beside)
    decided = [each for each in told["precedents"] if each["origin"] == "tables"]
    assert ["table"] == [each["basis"] for each in decided]
    assert {**answer, "precedents": None} == {**told, "precedents": None}
    assert answer["precedents"] == [each for each in told["precedents"] if each["origin"] == "book"]


def test_what_is_settled_while_the_service_runs_is_there_at_once_and_gone_with_its_table(service):
    assert [] == decided_in(get(service, write_address(THEFT)).text)
    play_friday(service)
    assert decided_in(get(service, write_address(THEFT)).text)
    store = service.live.store
    store.remove("friday", store.head("friday"))
    assert [] == decided_in(get(service, write_address(THEFT)).text)


def test_a_ruling_of_others_is_shown_with_where_it_came_from_and_does_nothing(service):
    play_friday(service)
    _, ruling = next(iter(service.live.case_law.iter_rulings("niagara")))
    nasty = "<script>alert(1)</script>"
    text = (
        format_ruling(ruling, "D1").replace("May that be?", nasty).replace("# D1: Stealing", f"# D1: {nasty}")
    )
    take(service.live.store, read_rulings(text.encode(), f"{nasty}.md"))
    page = get(service, write_address(THEFT)).text
    group = next(each for each in decided_in(page) if each.startswith("G-"))
    for shown in (page, get(service, f"/ask/niagara/ruling/{group}").text):
        assert "<script>alert" not in shown
        assert f"Another group's ruling, from “{nasty}.md”" in unescape(shown)


def test_while_the_store_does_not_answer_an_argument_is_settled_all_the_same(service, monkeypatch):
    play_friday(service)

    def away():
        raise UnreachableError(path="tables", why="away")

    monkeypatch.setattr(service.live.store, "tables", away)
    page = get(service, write_address(THEFT))
    assert (200, []) == (page.status_code, decided_in(page.text))


def test_what_no_table_decided_is_not_there(service):
    assert 404 == get(service, "/ask/niagara/ruling/T-0000000000").status_code
