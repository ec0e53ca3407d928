"""What the pages of the book show beside a rule: deciding code, citing acts, options, disagreeing sources."""

import importlib
import inspect
import json
from io import StringIO
from tokenize import generate_tokens

import pytest

from events.base import type_of
from referee.kernel import registry
from referee.kernel.registry import find_game, own_games
from referee.rulebooks import TABLE, documents_of, rules_of
from referee.rulebooks.coverage import sentences, split_range
from referee.rulebooks.rulings import rulings_in
from referee.service.book.acts import ANY_ACT, Citation, citing_acts
from referee.service.book.bearing import bearing, disagreements, related_rules
from referee.service.book.code import deciding_code
from referee.service.book.reading import Package
from referee.testing.recorded import record, records
from referee.testing.scaffold import scaffold
from tests.architecture.sources import RECORDED, ROOT
from tests.stages import slow

BOOKS = (TABLE, *own_games())
each_book = pytest.mark.parametrize("book", BOOKS)
each_game = pytest.mark.parametrize("game", own_games())

EDITION = """\
base = "quick"
name = { en = "the large heap" }
rules = ["STO-SETUP-02"]
[box]
heap = 31
[STO-SETUP-02]
title = { en = "The large heap" }
en = "There are thirty-one pebbles in the heap."
sources = ["Box"]
confidence = "house"
"""


@pytest.fixture
def install(monkeypatch):
    """Return what makes a package in a folder an installed game, without an environment of its own."""

    def install(id, folder):
        monkeypatch.syspath_prepend(folder)
        monkeypatch.setattr(registry, "installed", lambda: ((id, id),))
        registry.all_games.cache_clear()

    yield install
    registry.all_games.cache_clear()


@pytest.fixture
def stones(tmp_path, install):
    """Install a scaffolded game with an edition in a file."""
    assert [*scaffold("stones", tmp_path)]
    package = tmp_path / "stones" / "stones"
    (package / "editions").mkdir()
    (package / "editions" / "large.toml").write_text(EDITION, "utf-8")
    install("stones", package.parent)
    return "stones"


@pytest.fixture
def liarsdice(install):
    install("liarsdice", ROOT / "fixtures" / "plugins" / "liarsdice")
    return "liarsdice"


def names(book, rule):
    return [code.name for code in deciding_code(book)[rule]]


def cited(book):
    """Return (rule, event, how) of all that cites the rules of a book."""
    return {(id, each.event, each.how) for id, of in citing_acts(book).items() for each in of}


@each_book
def test_every_rule_has_code_that_decides_it(book):
    assert [] == [id for id, codes in deciding_code(book).items() if not codes]


@each_book
def test_code_is_shown_as_it_stands_in_its_module(book):
    """Whole lines, of a declaration without what is around it; it can be read by itself."""
    for code in {code for codes in deciding_code(book).values() for code in codes}:
        source = inspect.getsource(importlib.import_module(code.module)).splitlines()
        lines = [line for line in code.text.splitlines() if not line.startswith("@")]
        there = source[code.line - 1 :]

        assert all(shown in line for shown, line in zip(lines, there, strict=False)), code
        assert [*generate_tokens(StringIO(code.text).readline)]


@pytest.mark.parametrize(
    ("book", "rule", "expected"),
    [
        ("niagara", "NIA-LOAD-09", ["_judge_load"]),  # what refuses by it
        ("niagara", "NIA-BUY-05", ["grant", "grant_at_once", "_follow_move"]),  # what derives by it
        ("niagara", "NIA-BUY-03", ["_with_canoe_number"]),  # what says so
        ("niagara", "NIA-LOAD-10", ["ACTS"]),  # a judge without a name
        ("niagara", "NIA-SETUP-06", ["GAME", "open_state"]),  # an opening, and the function it names
        ("lifeboat", "LIF-SEAT-02", ["_take_at_once", "may_refuse"]),  # derived through a parameter
        ("lifeboat", "LIF-FIGHT-12", ["ANSWERS", "_judge_joining"]),  # an act, and its judge
        ("powerboats", "POW-CRS-08", ["check_line"]),  # what raises by it
        (TABLE, "TAB-SEAT-01", ["refuse_stranger", "NOT_YOURS", "_judge_colours", "judge_seats"]),
        (TABLE, "TAB-REC-02", ["SHARED"]),
    ],
)
def test_the_code_of_a_rule_is_what_decides_it(book, rule, expected):
    assert expected == names(book, rule)


def test_a_declaration_is_cut_out_of_a_table_of_them():
    assert ['Remarked: Shared(rules=("TAB-REC-02",), by="anybody", moves="nothing", about="remark")'] == [
        code.text for code in deciding_code(TABLE)["TAB-REC-02"]
    ]


def test_an_installed_game_has_code_and_acts(liarsdice):
    assert [] == [id for id, codes in deciding_code(liarsdice).items() if not codes]
    assert ["judge_bid"] == names(liarsdice, "LIA-BID-03")
    assert (
        Citation("bid_made", "refused"),
        Citation("bid_doubted", "refused"),
        Citation("exact_called", "refused"),
    ) == citing_acts(liarsdice)["LIA-TURN-01"][:3]
    assert (Citation("bid_made", "refused"),) == citing_acts(liarsdice)["LIA-BID-03"]
    assert {"ones"} == {each.option for each in bearing(liarsdice)["LIA-BID-02"]}


JUDGE = """\
from . import judges
from .late import LATE

def judge():
    return judges.check("A-B-01") or LATE
"""


def test_what_is_imported_relatively_or_as_a_module_is_followed(tmp_path):
    texts = {
        "__init__": JUDGE,
        "judges": "def check(rule): return refuse('no', rule, 'A-B-02')",
        "late": "LATE = Refused('late', ('A-B-02',))",
    }
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    paths = {f"new.{name}".removesuffix(".__init__"): tmp_path / f"{name}.py" for name in texts}
    package = Package(paths, ("A-B-01", "A-B-02"))
    home = package.modules["new"]
    (judge,) = home.functions

    assert {"A-B-01", "A-B-02"} == set(package.rules_in(home, judge))
    assert ["check"] == [each.name for _, each in package.callees_of(home, judge)]


def test_an_edition_in_a_file_is_code_too(stones):
    (code,) = deciding_code(stones)["STO-SETUP-02"]

    assert ("stones.editions.large", "large", 1) == (code.module, code.name, code.line)
    assert EDITION.partition("\n[STO")[0] == code.text
    assert ["large"] == [*bearing(stones)["STO-SETUP-02"][0].editions]


def unknown(game, seen):
    """Return what was seen to cite a rule, and is not known to."""
    known = cited(game) | cited(TABLE)
    return sorted(each for each in seen - known if (each[0], ANY_ACT, each[2]) not in known)


@each_game
def test_whatever_is_accepted_or_refused_in_a_ruling_is_known_to_cite_its_rules(game):
    """But for a consequence that people tell and that does not follow."""
    derived = find_game(game).consequence_rules
    acts = ((json.loads(act.lines[-1])["type"], act) for ruling in rulings_in(game) for act in ruling.acts)
    seen = {(rule, kind, act.verdict) for kind, act in acts if kind not in derived for rule in act.rules}

    assert [] == unknown(game, seen)


@slow
@each_game
def test_whatever_a_recorded_game_cites_is_known_to_cite_it(game):
    seen = {
        (rule, type_of(each.event), "follows" if each.kind == "consequence" else "accepted")
        for path in records(RECORDED / game)
        for step in record(path).steps
        for each in step.judged
        for rule in each.rules
    }

    assert [] == unknown(game, seen)


@pytest.mark.parametrize(
    ("book", "rule", "expected"),
    [
        (
            "niagara",
            "NIA-LOAD-06",
            {("table_opened", "accepted"), ("canoe_moved", "accepted"), ("canoe_moved", "refused")},
        ),
        ("niagara", "NIA-RIVER-09", set()),
        ("niagara", "NIA-ROUND-03", {("round_ended", "follows")}),
        ("lifeboat", "LIF-MUG-06", {("demand_lapsed", "follows")}),
        ("lifeboat", "LIF-SET-11", {("house_ruled", "accepted")}),
        (TABLE, "TAB-SEAT-03", {("seat_renamed", "accepted"), ("seat_renamed", "refused")}),
        (TABLE, "TAB-CHANCE-01", {("table_opened", "refused"), ("table_closed", "refused")}),
        (TABLE, "TAB-CLOSE-02", {("played_on", "accepted"), ("played_on", "refused")}),
    ],
)
def test_the_acts_that_cite_a_rule(book, rule, expected):
    assert expected == {(each.event, each.how) for each in citing_acts(book)[rule]}


@each_book
def test_what_cites_a_rule_is_an_event_of_the_game(book):
    known = {type_of(each.event) for game in own_games() for each in find_game(game).acts} | {ANY_ACT}
    known |= {kind for game in own_games() for kind in find_game(game).consequence_rules}
    shared = {"table_opened", "corrected", "house_ruled", "played_on"}

    if book != TABLE:
        assert set() == {event for _, event, _ in cited(book)} - known - shared


@each_game
def test_every_option_bears_on_the_rules_it_settles(game):
    ruleset = find_game(game).ruleset
    told = {(id, each.option) for id, of in bearing(game).items() for each in of if each.option}

    assert {(id, name) for name, option in ruleset.options.items() for id in option.rules} <= told
    for of in bearing(game).values():
        for each in of:
            if each.option:
                values = {*each.editions.values(), *each.others}
                assert {*ruleset.options[each.option].values} == values


def test_a_bearing_says_how_editions_differ_and_which_words_say_so():
    both, sole = bearing("niagara")["NIA-TURN-02"]

    assert ({"zh": "must_launch", "ja": "may_stay"}, True, ()) == (both.editions, both.differs, both.others)
    assert ["both_ashore=may_stay", "both_ashore=must_launch"] == [*both.passages]
    assert both.passages["both_ashore=may_stay"] in rules_of("niagara")["NIA-TURN-02"].passages
    assert ("sole_ashore", {}) == (sole.option, sole.passages)
    (edition,) = bearing("niagara")["NIA-LOAD-07"]
    assert ("", {"ja": None}) == (edition.option, edition.editions)


def test_rules_that_say_to_see_one_another_are_related_both_ways():
    assert "NIA-CARD-05" in related_rules("niagara")["NIA-CARD-03"]
    assert "NIA-CARD-03" in related_rules("niagara")["NIA-CARD-05"]
    assert "TAB-HOUSE-01" in related_rules("lifeboat")["LIF-SET-11"]


@each_book
def test_a_ruling_whose_sources_disagree_lays_them_side_by_side(book):
    told = {each.ruling.name: each for each in disagreements(book) if each.ruling is not None}

    assert {each.name for each in rulings_in(book) if each.disagree is not None} == set(told)
    for each in told.values():
        assert each.sides
        assert {*each.ruling.sources} <= {source for side in each.sides for source in side.sources}


@each_game
def test_the_documents_that_an_edition_follows_are_named(game):
    editions = find_game(game).ruleset.editions
    followed = {edition for each in documents_of(game).values() for edition in each.editions}

    assert set(editions) == followed


def test_sides_say_which_edition_follows_them():
    (tie,) = [each for each in disagreements("niagara") if "NIA-END-02" in each.rules]

    assert ("tie_break",) == tie.options
    assert [
        ("ZH", ("ZH End",), ("zh",), {"tie_break": "shared"}),
        ("JA", ("JA Goal-2",), ("ja",), {"tie_break": "most_gems_then_first"}),
        ("BGA", ("BGA",), (), {}),
    ] == [(side.document, side.sources, side.editions, side.values) for side in tie.sides]


def test_a_rule_whose_editions_follow_different_documents_is_laid_out_without_a_ruling():
    """But for one that a ruling lays out, by the same options."""
    unruled = [each for each in disagreements("niagara") if each.ruling is None]

    assert [("NIA-BUY-04",), ("NIA-BUY-05",)] == [each.rules for each in unruled]
    assert ("free_canoe",) == unruled[1].options


def test_a_document_that_only_the_words_name_is_a_side_too():
    (swap,) = [each for each in disagreements("lifeboat") if each.ruling and each.ruling.name[:3] == "D01"]

    assert ["SEED", "EN", "CHEAT"] == [side.document for side in swap.sides]


@each_book
def test_each_source_of_a_rule_is_a_sentence_that_went_into_it_and_the_other_way_round(book):
    documents = documents_of(book)
    for id, rule in rules_of(book).items():
        cited = {
            f"{key} {place}".strip()
            for key, _, where in (source.partition(" ") for source in rule.all_sources)
            for place in split_range(documents[key], where)
        }
        went_into = {(key, each) for key, of in sentences(book).items() for each in of if id in each.rules}
        assert cited == {f"{key} {each.place}".strip() for key, each in went_into}, id


@each_book
def test_every_document_has_sentences(book):
    assert [*documents_of(book)] == [*sentences(book)]
    assert [] == [key for key, of in sentences(book).items() if not of]


def test_places_of_a_document_that_is_not_taken_apart_stand_in_its_order():
    assert ["p2", "p3", "p4"] == [each.place for each in sentences("powerboats")["EN"]]
    assert "Opening" == sentences(TABLE)["Referee"][0].place
