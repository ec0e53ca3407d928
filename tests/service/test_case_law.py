"""What tables decided, and what other groups handed over: beside an answer, without names and secrets."""

import json
import re
from collections import Counter
from itertools import islice
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from events.stores import open_store
from events.stores.protocol import NO_HEAD, StoreError
from events.stores.sqlite import SqliteStore
from events.table import Remarked, TableOpened
from referee.kernel.registry import own_games
from referee.languages import LANGUAGES
from referee.rulebooks.rulings import RulingAct, format_ruling, parse_ruling
from referee.service.answers.asking import make_question_answered
from referee.service.answers.case_law import make_settled_dispute
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.service.ask.worked import work_out
from referee.service.case_law import precedents
from referee.service.case_law.precedents import CaseLaw, rulings_of_table
from referee.service.case_law.taken import (
    LONGEST_FILE,
    NotTakenError,
    read_rulings,
    remove_taken,
    take,
    taken_rulings,
)
from referee.service.commands.sitting import sit_down
from referee.service.disputes.anonymous import people_in, without_names
from referee.service.files.file_lines import numbered_lines
from referee.service.files.importing import import_lines
from tests.databases import new_database

GAMES = Path(__file__).parents[2] / "fixtures" / "games"
RECORDS = {f"{path.parent.name}-{path.stem}": path for path in sorted(GAMES.glob("*/disputed-*.jsonl"))}
PEOPLE = ("Ann", "Ben", "Cal", "Dee", "Eve", "Amara", "Bogdan", "Céline", "大伟", "甲", "乙", "丙", "丁")


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def store(tmp_path):
    """Keep every disputed game as a table, called as somebody's evening."""
    with open_store(tmp_path / "tables.db", create=True) as store:
        for name, path in RECORDS.items():
            put(store, f"Ann's {name}", path)
        yield store


def put(store, name, path, last=None):
    import_lines(store, lambda: islice(numbered_lines(path), last), name)


def remove(store, name):
    store.remove(name, store.head(name))


def everything(store):
    """Give every ruling of every table, with its precedent."""
    law = CaseLaw(store)
    return [each for game in own_games() for each in law.iter_rulings(game)]


# What is decided at one's own tables


def test_every_settled_dispute_of_a_finished_game_is_a_precedent(store):
    found = Counter(precedent.game for precedent, _ in everything(store))
    assert {"lifeboat": 4, "niagara": 2, "powerboats": 2} == found


def test_a_precedent_says_when_by_which_edition_and_on_what_it_was_decided(store):
    ((steal, _), (tie, _)) = CaseLaw(store).iter_rulings("niagara")
    assert ("tables", "zh", "table", "NIA-STEAL-01") == (
        steal.origin,
        steal.edition,
        steal.basis,
        steal.rules[0],
    )
    assert re.fullmatch(r"\d{4}-\d\d-\d\d", steal.day)
    assert "As it stands" in tie.answer.en or "as it stands" in tie.answer.en
    assert "A, B and C" in steal.answer.en


@pytest.mark.parametrize("name", RECORDS)
def test_a_precedent_comes_out_as_the_table_played_it(name, store):
    """Its record, in which seats are letters, leads to the same verdicts."""
    for ruling in rulings_of_table(store, f"Ann's {name}")[0]:
        for act in ruling.acts:
            worked = work_out(ruling, act)
            assert worked is not None
            assert set(act.rules) <= set(worked.rules)


def test_a_ruling_reads_back_as_it_was_written(store):
    for _, ruling in everything(store):
        text = format_ruling(ruling, ruling.name)
        assert ruling == parse_ruling(text, ruling.game, ruling.name, "here")


def test_what_somebody_typed_is_written_once_and_read_in_every_language(store):
    """A file has it where a ruling must have words; the topic is a text of every language."""
    law = CaseLaw(store)
    for _, ruling in law.iter_rulings("niagara"):
        text = format_ruling(ruling, ruling.name)
        question = text.partition("## Question\n")[2].partition("\n\n")[0]
        assert f"en: {ruling.question.en}" == question
        assert {ruling.question.en} == {ruling.question.of(lang) for lang in LANGUAGES}
        assert () == ruling.title.lacking()
        (taken,) = read_rulings(text.encode(), "theirs.md")
        assert (ruling.question, ruling.answer) == (taken.ruling.question, taken.ruling.answer)


def test_nobodys_name_and_no_table_is_in_what_is_handed_on(store):
    """Compare the bytes: neither names, nor seats called like people, nor the seed."""
    for precedent, ruling in everything(store):
        told = [format_ruling(ruling, ruling.name)]
        told.append(msgspec.json.encode(make_settled_dispute(precedent, ruling)).decode())
        told.append(msgspec.json.encode(precedent).decode())
        for text in told:
            assert [] == [name for name in PEOPLE if re.search(rf"(?<![A-Za-z]){name}(?![A-Za-z])", text)]
        opened = json.loads(ruling.situation[0])
        assert ({}, None, None) == (opened["names"], opened["seed"], opened["seed_hash"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("May Ann do that?", "May A do that?"),
        ("may ANN's boat?", "may A's boat?"),
        ("Annex and cannery", "Annex and cannery"),
        ("大伟可以吗？王小明呢？小明！", "D可以吗？E呢？E！"),
        ("Annは？", "Aは？"),
        ("Ａｎｎ did", "A did"),
        ("Mary Lou or Mary, the Tall or the tall", "C C or C, the C or the tall"),
        ("the b and a B", "the b and a B"),
    ],
)
def test_a_name_the_table_knows_is_replaced_by_its_seat(text, expected):
    names = {"A": "Ann", "B": "b", "C": "Mary Lou the Tall", "D": "大伟", "E": "王小明"}
    opened = TableOpened(game="niagara", seats=tuple(names), names=names)
    assert expected == without_names(text, people_in([opened]))


def test_a_game_that_hides_cards_decides_nothing_for_others_before_its_end(tmp_path):
    path = RECORDS["lifeboat-disputed-5p-en"]
    with open_store(tmp_path / "going.db", create=True) as store:
        put(store, "going on", path, last=130)
        assert ((), 1) == rulings_of_table(store, "going on")
        assert () == CaseLaw(store).precedents("lifeboat")


@pytest.mark.parametrize(("last", "expected"), [(130, (0, 1)), (140, (1, 0)), (None, (2, 0))])
def test_what_lies_face_down_is_handed_on_in_no_record(tmp_path, last, expected):
    """While a paddle of the round in dispute is not turned up, the dispute waits."""
    with open_store(tmp_path / "going.db", create=True) as store:
        put(store, "going on", RECORDS["niagara-disputed-4p-zh"], last)
        shown, hidden = rulings_of_table(store, "going on")
        assert expected == (len(shown), hidden)


def test_what_was_removed_is_gone(store):
    remove(store, "Ann's niagara-disputed-4p-zh")
    assert () == CaseLaw(store).precedents("niagara")


def test_what_was_removed_is_gone_from_what_is_remembered(store, cache, monkeypatch):
    monkeypatch.setattr(precedents, "_MANY_ENTRIES", 1)
    (first, *_) = CaseLaw(store).precedents("niagara")
    (file,) = (cache / "referee").iterdir()
    assert first.name.encode() in file.read_bytes()
    remove(store, "Ann's niagara-disputed-4p-zh")
    assert () == CaseLaw(store).precedents("niagara")
    assert first.name.encode() not in file.read_bytes()


def test_a_precedent_keeps_its_name_when_the_log_goes_on(store):
    law = CaseLaw(store)
    before = {each.name for each in law.precedents("niagara")}
    name = "Ann's niagara-disputed-4p-zh"
    sit_down(store, name, sees_all=True).submit(Remarked("a fine evening"))
    assert before == {each.name for each in law.precedents("niagara")}


# Beside an answer

THEFT = Asked(
    game="niagara",
    facts={"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}}},
    acts=({"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}},),
)
DEMAND = Asked(game="lifeboat", acts=({"type": "seat_demanded", "seat": "A", "with": "B"},))


def deciding(found):
    return [each.rule.id for each in found.rules]


def test_what_tables_decided_by_the_same_rules_is_named_beside_the_answer(store):
    found = ask(THEFT)
    decided = CaseLaw(store).find("niagara", deciding(found), found.act)
    assert "NIA-STEAL-01" in decided[0].rules


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(
    "asked", [THEFT, Asked(game="lifeboat", acts=({"type": "seat_demanded", "seat": "A", "with": "B"},))]
)
def test_a_precedent_changes_no_byte_of_an_answer_but_the_precedents(asked, lang, store):
    """The law of case law: nothing is decided by it, whatever tables decided."""
    found = ask(asked)
    alone = make_question_answered(found, lang)
    decided = CaseLaw(store).find(asked.game, deciding(found), found.act)
    beside = make_question_answered(ask(asked), lang, decided=decided)
    book = tuple(each for each in beside.precedents if each.origin == "book")
    assert msgspec.json.encode(alone) == msgspec.json.encode(msgspec.structs.replace(beside, precedents=book))
    assert all(each.whose for each in beside.precedents[len(book) :])


# Reading few logs


class Counting(SqliteStore):
    """A store that counts which logs are read."""

    def __init__(self, path):
        super().__init__(path)
        self.was_read = Counter()

    def read(self, table, first=1, last=None):
        self.was_read[table] += 1
        return super().read(table, first, last)


def test_a_log_is_read_again_only_when_it_goes_on(store, tmp_path, monkeypatch):
    """Within a program, and from call to call where there is much to read."""
    monkeypatch.setattr(precedents, "_MANY_ENTRIES", 100)
    with Counting(tmp_path / "tables.db") as counting:
        law = CaseLaw(counting)
        first = law.precedents("lifeboat")
        counting.was_read.clear()
        assert first == law.precedents("lifeboat")
        assert first == CaseLaw(counting).precedents("lifeboat")
        assert Counter() == counting.was_read
        remove(store, "Ann's lifeboat-disputed-4p-zh")
        put(store, "another", RECORDS["lifeboat-disputed-4p-zh"])
        assert len(first) == len(CaseLaw(counting).precedents("lifeboat"))
        assert {"another"} == set(counting.was_read)


@pytest.mark.parametrize("content", [b"", b"{", b'{"program":"another","tables":{}}', b"[1]"])
def test_what_was_remembered_wrongly_is_read_anew(store, cache, monkeypatch, content):
    monkeypatch.setattr(precedents, "_MANY_ENTRIES", 1)
    found = CaseLaw(store).precedents("niagara")
    (file,) = (cache / "referee").glob("precedents-*.json")
    file.write_bytes(content)
    assert found == CaseLaw(store).precedents("niagara")


def test_a_folder_that_may_not_be_written_is_no_hindrance(store, cache, monkeypatch):
    monkeypatch.setattr(precedents, "_MANY_ENTRIES", 1)
    cache.write_text("a file where a folder should be")
    assert CaseLaw(store).precedents("niagara")


# Rulings of others


@pytest.fixture
def handed(store):
    """Give a ruling as a file another group gets."""
    _, ruling = next(iter(CaseLaw(store).iter_rulings("niagara")))
    return format_ruling(ruling, "D1")


@pytest.fixture(params=["file", "database"])
def theirs(request, tmp_path):
    """Open the store of the other group, of each kind."""
    where = tmp_path / "theirs.db"
    if request.param == "database":
        where = request.getfixturevalue("database")
    with open_store(where, create=True) as theirs:
        yield theirs


@pytest.fixture
def database():
    with new_database() as address:
        yield address


def test_a_ruling_handed_over_is_read_as_a_precedent_of_another_group(handed, theirs):
    rulings = read_rulings(handed.encode(), "theirs.md")
    assert rulings == take(theirs, rulings)
    found = ask(THEFT)
    (only,) = CaseLaw(theirs).find("niagara", deciding(found), found.act)
    assert ("group", "theirs.md", "table") == (only.origin, only.file, only.basis)


def test_taken_twice_is_once_whatever_the_file_is_called(handed, theirs):
    take(theirs, read_rulings(handed.encode(), "one.md"))
    assert () == take(theirs, read_rulings(handed.replace("# D1", "# D7").encode(), "two.md"))
    assert 1 == len(taken_rulings(theirs))


def test_what_was_taken_can_be_removed(handed, theirs):
    ((name,),) = [[each.ruling.name for each in take(theirs, read_rulings(handed.encode(), "one.md"))]]
    assert (True, False) == (remove_taken(theirs, name), remove_taken(theirs, name))
    assert () == CaseLaw(theirs).precedents("niagara")


def test_a_taken_ruling_goes_along_where_the_store_is_copied(handed, store, tmp_path):
    take(store, read_rulings(handed.encode(), "one.md"))
    with open_store(tmp_path / "copy.db", create=True) as copy:
        copy.take_over("", NO_HEAD, (), store.read_kept(""))
        assert taken_rulings(store) == taken_rulings(copy)


def test_many_rulings_come_in_one_file(store, tmp_path):
    everyone = everything(store)
    text = "\n".join(format_ruling(ruling, ruling.name) for _, ruling in everyone)
    assert len(everyone) == len({each.ruling.name for each in read_rulings(text.encode(), "all.md")})


def test_names_in_a_file_that_somebody_wrote_are_left_out(handed):
    """Seats called like people get letters, in the record as well as in the words."""
    told = handed.replace('"names":{}', '"names":{"A":"Zelda"}').replace("May that be?", "May Zelda steal?")
    (taken,) = read_rulings(told.encode(), "theirs.md")
    text = format_ruling(taken.ruling, "x")
    assert (False, True) == ("Zelda" in text, "May A steal?" in text)


@pytest.mark.parametrize(
    ("was", "now", "reason"),
    [
        ("## Situation", "## Elsewhere", "no_ruling"),
        ("# D1", "D1", "no_ruling"),
        ('"type":"table_opened"', '"type":"table_shut"', "no_opening"),
        ('"game":"niagara"', '"game":"chess"', "unknown_game"),
        ('"game":"niagara"', '"game":"lifeboat"', "unknown_rules"),
        ("rules: NIA", "rules: <script>alert(1)</script>, NIA", "unknown_rules"),
        ('"type":"canoe_moved"', '"type":"canoe_flew"', "no_event"),
        ('"type":"paddle_chosen","seat":"A"', '"type":"paddle_chosen","seat":"Q"', "not_replayed"),
        ("accepted:", "refused:", "judged_otherwise"),
        ("\n### Act\n```jsonl\n{", '\n### Act\n```jsonl\n[{"type":"canoe_', "no_act"),
    ],
)
def test_a_file_that_is_no_ruling_here_is_refused_with_the_reason(handed, was, now, reason):
    assert was in handed
    with pytest.raises(NotTakenError) as error:
        read_rulings(handed.replace(was, now).encode(), "bad.md")
    assert f"caselaw.{reason}" == error.value.reason


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"x" * (LONGEST_FILE + 1),
        b"# D1: x\n" * 1000,
        b"# D1: t\n## Situation\n" + b"```jsonl\n" * 200_000,
        b"# D1: t\nrules: NIA-MOVE-01\nconfidence: x\nsources: y\n\n## Situation\n```jsonl\n"
        + b"[" * 100_000
        + b"\n```\n\n## Question\nen: q\n\n## Answer\nen: a\n",
    ],
    ids=["empty", "no text", "huge", "headings", "blocks", "nested"],
)
def test_hostile_bytes_are_refused(data):
    with pytest.raises(NotTakenError):
        read_rulings(data, "bad.md")


def test_signs_that_control_a_terminal_are_left_out(handed):
    told = handed.replace("May that be?", "May \x1b[31mthat\u202e be?")
    (taken,) = read_rulings(told.encode(), "a\x1b[2Jb.md")
    assert ("May [31mthat be?", "a[2Jb.md") == (taken.ruling.question.en, taken.file)


def test_few_of_the_rules_that_are_not_known_are_named(handed):
    many = ", ".join(f"NIA-NONE-{n:02}" for n in range(30))
    with pytest.raises(NotTakenError) as refused:
        read_rulings(handed.replace("rules: ", f"rules: {many}, ", 1).encode(), "theirs.md")
    assert 5 == len(refused.value.args_["rules"])


_NO_EVENT = RulingAct(
    edition=None, options={}, lines=("no event",), verdict="accepted", rules=(), expected=()
)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("../../evil", {}),
        ("G-0000000001", {"game": "nothing"}),
        ("G-0000000001", {"situation": ()}),
        ("G-0000000001", {"acts": (_NO_EVENT,)}),
    ],
)
def test_a_note_that_nobody_took_over_so_is_left_out(handed, theirs, name, changes):
    """Files of the book are called by the name: a store that somebody hands over may hold any."""
    (taken,) = read_rulings(handed.encode(), "theirs.md")
    note = replace(taken, ruling=replace(taken.ruling, name=name, **changes))
    theirs.note("", f"ruling {name}", msgspec.json.encode(note).decode())
    assert () == taken_rulings(theirs)


def test_of_several_rulings_all_are_taken_or_none(handed, store, tmp_path, monkeypatch):
    rulings = read_rulings("\n".join((handed, handed.replace("May that be?", "Again?"))).encode(), "two.md")
    note, written = store.note, []

    def failing(table, topic, body):
        if body is not None:
            written.append(topic)
            if len(written) == 2:
                raise StoreError(path="full")
        note(table, topic, body)

    monkeypatch.setattr(store, "note", failing)
    with pytest.raises(StoreError):
        take(store, rulings)
    assert () == taken_rulings(store)
