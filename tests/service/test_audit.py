"""Judging an old log by today's rules."""

from threading import Thread

import msgspec
import pytest

from events.envelope import NO_HASH, Entry, make_entry
from events.stores.memory import MemoryStore
from events.stores.sqlite import SqliteStore
from events.table import TakenBack
from referee.kernel.registry import codec_for, find_game
from referee.service.audit.judge_again import audit
from referee.service.logs.replay import EmptyLogError
from referee.service.logs.sources import StoredLog
from referee.service.simulation.simulate import simulate
from referee.service.tables.request import Request
from referee.service.tables.table import open_table
from tests.service.games import NIAGARA, as_log, in_turns, launched, log, new_table, stored


def rewritten(lines, change):
    """Change the entries of a log and seal them again: a forgery the chain cannot show."""
    codec = codec_for("niagara")
    entries = [codec.entry(line) for line in lines]
    change(entries)
    sealed, digest = [], NO_HASH
    for seq, entry in enumerate(entries, 1):
        said = entry.table, entry.at, entry.by, entry.kind, entry.cause, entry.event
        line, digest = make_entry(seq, *said, digest)
        sealed.append(line)
    return as_log(tuple(sealed))


def first_of(entries, type):
    return next(i for i, e in enumerate(entries) if e.event.__struct_config__.tag == type)


def changed(entry: Entry, **fields):
    return msgspec.structs.replace(entry, event=msgspec.structs.replace(entry.event, **fields))


@pytest.mark.parametrize("number", range(1, 6))
def test_a_sound_log_has_nothing_to_find(number):
    assert ([], []) == (list(audit(as_log(log(number)))), list(audit(stored(log(number)))))


def test_a_log_with_take_backs_is_sound():
    table = in_turns(new_table())
    table.submit(launched())
    table.submit(TakenBack(4))
    table.submit(TakenBack(2))
    in_turns(table, 4)
    assert [] == list(audit(table.log))


def test_a_consequence_that_says_something_else_is_named_with_what_is_right():
    def change(entries):
        i = first_of(entries, "turn_passed")
        change.seq, change.right = i + 1, entries[i].event
        entries[i] = changed(entries[i], seat="A" if entries[i].event.seat != "A" else "B")

    finding = next(audit(rewritten(log(), change)))
    assert (change.seq, "audit.differs", change.right) == (finding.seq, finding.reason, finding.expected)


def test_a_consequence_left_out_is_named():
    def change(entries):
        i = first_of(entries, "turn_passed")
        change.seq, change.right = i + 1, entries.pop(i).event

    finding = next(audit(rewritten(log(), change)))
    assert (change.seq, "audit.missing", change.right) == (finding.seq, finding.reason, finding.expected)


def test_a_consequence_that_does_not_follow_is_named():
    def change(entries):
        i = first_of(entries, "paddle_revealed")
        change.seq = i + 2
        entries.insert(i + 1, entries[i])

    findings = list(audit(rewritten(log(), change)))
    assert (change.seq, "audit.not_derived") == (findings[0].seq, findings[0].reason)


def test_an_action_that_would_be_refused_is_named_with_the_rule():
    def change(entries):
        entries.insert(2, entries[1])

    finding = next(audit(rewritten(log(), change)))
    assert (3, "audit.refused", ("NIA-CARD-01",)) == (finding.seq, finding.reason, finding.refused.rules)


def test_an_action_put_into_another_mouth_is_named():
    def change(entries):
        entries[1] = msgspec.structs.replace(entries[1], by="referee")

    finding = next(audit(rewritten(log(), change)))
    assert (2, "audit.other_origin") == (finding.seq, finding.reason)


def test_damage_ends_an_audit():
    lines = list(log())
    lines[9] = lines[9].replace(b'"at":"2026', b'"at":"2027')
    findings = list(audit(as_log(tuple(lines))))
    assert [(10, "log.edited", True)] == [(f.seq, f.reason, f.is_damage) for f in findings]


def test_there_is_nothing_to_audit_in_nothing():
    with pytest.raises(EmptyLogError):
        list(audit(as_log(())))


def test_a_simulated_game_is_the_same_for_the_same_seed():
    """Byte for byte; and another for another."""
    again = tuple(simulate(NIAGARA, "tests", 1, max_rounds=8))
    assert again == log()
    assert log() != log(2)


def test_a_simulated_game_that_does_not_end_is_closed():
    last = msgspec.json.decode(log(1, 2)[-1])["event"]
    closed = {"type": "table_closed", "reason": "max_rounds", "seed": None, "agreed": [], "at_screen": False}
    assert closed == last


@pytest.mark.parametrize("edition", ["zh", "ja"])
@pytest.mark.parametrize("players", [3, 4, 5])
def test_games_are_simulated_in_every_edition_and_number(edition, players):
    lines = log(1, 4, edition=edition, players=players)
    assert [] == list(audit(as_log(lines)))
    assert players == len(msgspec.json.decode(lines[0])["event"]["seats"])


def test_an_audit_of_an_empty_store_says_so():
    from referee.service.logs.sources import StoredLog

    with pytest.raises(EmptyLogError):
        list(audit(StoredLog(MemoryStore(), "nowhere")))


def test_a_table_that_is_played_at_is_sound_at_every_moment(tmp_path):
    """An audit tells of the log as it was when it began, whoever plays on, takes back and argues."""
    path = tmp_path / "tables.db"
    lines = list(simulate(find_game("niagara"), "played on", 1, max_rounds=12))
    events = [entry.event for entry in map(codec_for("niagara").entry, lines) if entry.kind != "consequence"]
    audits = []
    with SqliteStore(path) as store:
        table = open_table(store, "t", events[0], find_game("niagara"))

        def play():
            for n, event in enumerate(events[1:], 1):
                table.submit(event, Request(key=f"key {n}"))
                if n % 5 == 0:
                    table.submit(TakenBack(to=table.revision - 1), Request(key=f"back {n}"))
                    table.submit(event, Request(key=f"again {n}"))

        player = Thread(target=play)
        player.start()
        while player.is_alive():
            with SqliteStore(path) as other:
                audits.append((list(audit(StoredLog(other, "t"))), list(audit(StoredLog(store, "t")))))
        player.join()
        assert len(audits) > 1
        assert [([], [])] * len(audits) == audits
