"""A card that lies face down is nobody's business, in no command and in no byte."""

import re

import pytest

LOOKS = [
    look.split()
    for look in (
        "show", "show --json", "show --as B", "show --as B --json", "show --svg -", "result", "rulings",
        "legal", "legal --json", "legal --seat B", "legal --seat B --json",
        "log", "log --json", "log --as B", "log --as B --json",
        "replay", "replay --json", "replay --every", "export --to svg", "export --to md",
    "export --to html",
        "report", "report --to md", "report --to svg", "whatif --at 2", "again --list", "again --list --json",
    )
]  # fmt: skip


def looked_at(run, look, card):
    """Look at a table where A laid a card; the time of day taken out."""
    command, *options = look
    out = run(command, f"table-{card}", *options).out.replace(f"table-{card}", "table")
    out = re.sub("[0-9a-f]{64}|[0-9a-f]{4}(-[0-9a-f]{4}){3}", "HASH", out)
    return [line if '"at":"' not in line else line.split('"by"', 1)[-1] for line in out.splitlines()]


@pytest.mark.parametrize("look", LOOKS, ids=" ".join)
def test_two_tables_that_differ_in_a_hidden_card_look_alike(run, look):
    for card in (4, 5):
        run("new", "niagara", "--seats", "A,B,C", "--table", f"table-{card}")
        run("do", f"table-{card}", f"A plays {card}")
    assert looked_at(run, look, 4) == looked_at(run, look, 5)


def test_a_card_taken_back_is_not_named_by_what_could_be_told_again(run):
    for card in (4, 5):
        run("new", "niagara", "--seats", "A,B,C", "--table", f"table-{card}")
        run("do", f"table-{card}", f"A plays {card}")
        run("back", f"table-{card}")
    assert looked_at(run, ["again", "--list"], 4) == looked_at(run, ["again", "--list"], 5)


@pytest.mark.parametrize("form", [(), ("--json",)])
def test_a_refusal_lists_nobodys_hand(run, evening, form):
    for line in ("A plays 4", "B plays 3"):
        run("do", evening, line)
    refused = run("do", evening, "A plays 5", *form)
    hand = run("legal", evening, "--seat", "C").out.splitlines()
    assert "  Lay a 1" in hand
    for line in (*hand, *run("legal", evening, "--seat", "C", "--notation").out.splitlines()):
        assert line.strip(" 0123456789") not in refused.out + refused.err


def test_its_own_seat_sees_its_card(run, evening):
    run("do", evening, "A plays 4")
    assert "Ada lays a 4 face down." in run("log", evening, "--as", "A").out
    assert "Ada lays a card face down." in run("log", evening, "--as", "B").out


def test_a_card_taken_back_before_it_was_shown_stays_secret(run, evening):
    run("do", evening, "A plays 4")
    run("back", evening)
    for line in ("A plays 5", "B plays 3", "C plays 2"):
        run("do", evening, line)
    told = [row["event"].get("card") for row in run("log", evening, "--json").objects if row["by"] == "A"]
    assert [None, 5] == told


def test_a_hidden_entry_has_no_hash_in_the_log(run, evening):
    run("do", evening, "A plays 4")
    assert not any({"hash", "prev"} & set(row) for row in run("log", evening, "--json").objects)


def test_an_export_says_that_it_holds_secrets(run, evening):
    """The whole log is the whole log; nobody should send it off by mistake."""
    run("do", evening, "A plays 4")
    assert "still lie face down" in run("export", evening).err


def test_an_exported_game_tells_all_once_all_is_shown(run, first_turn):
    run("do", first_turn, "A1 launch to S4")
    cards = [
        row["event"]["card"]
        for row in run("log", first_turn, "--json").objects
        if row["event"]["type"] == "paddle_chosen"
    ][:2]
    assert [4, 3] == cards


BOAT = ("Ann", "Ben", "Cal", "Dee", "Eve", "Fay")
CAST = ("lauren", "stephen", "captain", "mate", "frenchy", "kid")
BOAT_LOOKS = [
    look.split()
    for look in (
        "show", "show --json", "show --as Ben", "show --as Ben --json", "show --svg -", "result", "rulings",
        "result --json", "legal", "legal --json", "log", "log --json", "log --as Ben", "log --as Ben --json",
        "replay", "replay --json", "export --to svg", "export --to md",
    "export --to html", "report", "report --to md",
        "report --to svg", "whatif --at 2", "whatif --at 3", "whatif --at 9", "whatif --at 3 --json",
        "whatif --at 1 --option row_marker=always", "dispute", "dispute --at 9", "dispute --at 3 --json",
        "dispute --topic score --json", "dispute --topic supply", "again --list", "again --list --json",
        "audit",
    )
]  # fmt: skip


def boat(love, card):
    loves = dict(zip(BOAT, ("mate", "lauren", "frenchy", "captain", "stephen", "kid"), strict=True))
    if love == "kid":
        loves |= {"Ann": "kid", "Fay": "mate"}
    yield {"type": "table_opened", "game": "lifeboat", "edition": "en", "seats": BOAT, "chance": "referee"}
    yield {"type": "characters_dealt", "characters": dict(zip(BOAT, CAST, strict=True))}
    for seat in BOAT:
        yield {"type": "secrets_dealt", "seat": seat, "love": loves[seat], "hate": loves[seat]}
    for seat in BOAT:
        yield {"type": "provision_dealt", "seat": seat, "card": card if seat == "Ann" else "water"}


@pytest.fixture
def boats(run, record):
    for name, love, card in (("table-4", "mate", "knife"), ("table-5", "kid", "oar")):
        assert run("import", record(*boat(love, card), name=f"{name}.jsonl")).code == 0
    return run


@pytest.mark.parametrize("look", BOAT_LOOKS, ids=" ".join)
def test_two_boats_that_differ_in_what_was_dealt_look_alike(boats, look):
    assert looked_at(boats, look, 4) == looked_at(boats, look, 5)


def test_what_a_hand_allows_is_listed_to_its_seat_alone(run):
    """B holds the packet; whoever else asks, or is refused, reads nothing of it."""
    run("new", "lifeboat", "--seats", "A,B,C,D", "--chance", "referee", "--table", "deal")
    seat = run("show", "deal", "--json").object["acting"][0]
    packet = run("legal", "deal", "--seat", seat).out.splitlines()
    assert any(line[5:].startswith("Keep ") for line in packet)
    assert (run("legal", "deal").out, run("legal", "deal", "--json").out) == ("", "")
    refused = run("do", "deal", f"{seat} grants").err
    assert [] == [line for line in packet if line[5:] in refused]
    assert run("do", "deal", f"{seat} grants", "--json").object["possible"] == []


@pytest.mark.parametrize("by", [("--by", "B"), ()])
def test_a_correction_that_names_anothers_card_is_answered_alike(run, by):
    """Whatever lies face down: nobody fishes for it by what is refused."""
    heard = []
    for card in ("3", "6"):
        run("new", f"fish{card}", "--game", "niagara", "--seats", "A,B,C")
        run("do", f"fish{card}", f"A plays {card}")
        told = [run("correct", f"fish{card}", f"hands.A=[{k}]", "acted=[A]", *by) for k in (3, 6, "cloud")]
        heard.append([(code, out, err.replace(f"fish{card}", "fish")) for code, out, err in told])
    assert heard[0] == heard[1]
