"""The page on records people write is true: its examples, its tables, its grammar."""

import re

import pytest

from referee.l10n.catalogs import catalog
from referee.service.files.check import Checked
from referee.service.files.record_file import check_file
from tests.architecture.sources import ROOT
from tests.cli.conftest import Outcome

PAGE = (ROOT / "RECORDS.md").read_text()
EXAMPLE, MISTAKE = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
GRAMMAR = re.findall(r"```ebnf\n(.*?)```", PAGE, re.DOTALL)[0]
KEYS = tuple(key for key in catalog("en", "record") if key.startswith("record.key."))


def section(title: str) -> str:
    return PAGE.partition(f"## {title}\n")[2].partition("\n## ")[0]


def first_column(title: str) -> list[str]:
    rows = [line for line in section(title).splitlines() if line.startswith("| `")]
    return [typed for row in rows for typed in re.findall(r"`([^`]+)`", row.split(" | ")[0])]


@pytest.fixture
def checked(place):
    def check(text):
        (place / "record.txt").write_text(text)
        found = check_file(place / "record.txt", keep_going=True)
        return [each for each in found if isinstance(each, Checked)]

    return check


@pytest.fixture
def wrong_in(checked):
    return lambda text: [each for each in checked(text) if each.verdict == "malformed"]


def test_the_example_is_a_record(checked):
    assert {"accepted"} == {each.verdict for each in checked(EXAMPLE)}


def test_a_mistake_is_answered_as_the_page_says(run, place):
    (place / "evening.txt").write_text(EXAMPLE.replace("Chie plays 3", "Chie plsys 3"))
    assert Outcome(1, "evening.txt: 7 accepted, 0 refused, 1 malformed.\n", MISTAKE) == run(
        "check", "evening.txt"
    )


def test_the_header_lines_are_those_there_are():
    words = {catalog("en", "record")[key].partition("|")[0] for key in KEYS}
    assert words == {each.removesuffix(":") for each in first_column("The header")}
    rule = GRAMMAR.partition("key          =")[2].partition(";")[0]
    assert words == {*re.findall(r'"([^"]+)"', rule)}


SHOWN = {"zh-Hans": "In Chinese", "ja": "in Japanese"}
"""How the guide begins to list the words of a language; 繁體 is read wherever 简体 is."""


def listed(title: str, lang: str) -> list[str]:
    begins = SHOWN[lang]
    found = re.search(rf"{begins}\b[^:\u3040-\u9fff]*:? ?([^;.]+)[;.]", section(title))
    assert found is not None
    return found[1].split(", ")


@pytest.mark.parametrize("lang", SHOWN)
def test_the_words_of_other_languages_are_those_that_are_read(lang):
    """Of the header, in the order of the grammar; of what a table says."""
    said = [catalog(lang, "record")[key].partition("|")[0] for key in KEYS]
    assert sorted(said) == sorted(listed("The header", lang))
    lines = [words for id, words in catalog(lang, "record").items() if id.startswith("record.line.")]
    plain = [re.sub(r"\{\w+:?\w*\*?\}|[()|: ]", "", words) for words in lines]
    for word in listed("What a table says", lang):
        assert any(word.replace(" ", "").replace("12", "") in each for each in plain), word


BEFORE = """\
Game: Niagara
Seats: A = Ada, B = Ben, C = Chie

11. A plays 4
12. B plays 3
C plays 2
"""


@pytest.mark.parametrize("line", first_column("What a table says"))
def test_what_the_page_says_of_a_table_is_read(checked, line):
    """Whole: as an event of the table, whatever the referee says to it."""
    asked = "dispute D1 by Ben on 12: steal: May she?\n" if line.startswith("ruling") else ""
    before = BEFORE + asked
    *_, last = checked(before + re.sub(r"(\w+)…", lambda digits: digits[1].ljust(64, "0"), line) + "\n")
    assert len(before.splitlines()) + 1 == last.line
    assert "malformed" != last.verdict


@pytest.mark.parametrize(
    "line",
    [
        "A1 launch to S4",
        "7. A1 launch to S4",
        "999999. A1 launch to S4",
        "7 A1 launch to S4",
        "7) A1 launch to S4",
        "7、A1 launch to S4",
        '{"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S4"}',
        '7. {"type": "canoe_moved", "seat": "A", "canoe": 1, "to": "S4"}',
        "Round 1",
        "Round 1:",
        "# alone",
        "A1 launch to S4 # behind",
        "A1 launch to S4 {behind}",
        "A1 launch to S4 {over\nseveral\nlines} # and one more",
        "{alone} A1 launch to S4",
        "",
    ],
)
def test_what_the_grammar_allows_is_read(wrong_in, line):
    """A heading, an act in notation or as an event, with a number or without; comments; a blank line."""
    assert [] == wrong_in(BEFORE + line + "\n")


@pytest.mark.parametrize(
    "line", ["1000000. A1 launch to S4", "7 launch", "Round", "Round 9", "{never closed", "A1 launch"]
)
def test_what_the_grammar_does_not_allow_is_answered(wrong_in, line):
    (wrong,) = wrong_in(BEFORE + line + "\n")
    assert len(BEFORE.splitlines()) + 1 == wrong.line


@pytest.mark.parametrize(
    ("header", "is_read"),
    [
        ("Seats: A, B, C", True),
        ("Seats：A = Ada, B, C = Chie", True),
        ('Seats: "A" = "Ada, the first", B, C', True),
        ("Seats: A, B, C # who was there", True),
        ("# first a comment\n\nSeats: A, B, C", True),
        ("Seats: A, B, C\nOptions: minimum_speed=1, fork=observed", True),
        ("Seats: A = , B, C = D = E", False),
        ('Seats: "A, B, C', False),
        ("Seats: A, B, C\nOptions: minimum_speed", False),
    ],
)
def test_a_header_is_as_the_grammar_has_it(checked, header, is_read):
    assert is_read is all(each.verdict == "accepted" for each in checked(f"Game: Niagara\n{header}\n"))
