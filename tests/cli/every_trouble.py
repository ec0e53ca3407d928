"""Every trouble the terminal has advice for; `tell` calls the program, and keeps what it says."""

import socket

from tests.architecture.sources import ROOT

GAMES = ROOT / "fixtures" / "games"


def everything(tell, record, place):
    tell("show", "nowhere")
    tell("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "our evening")
    tell("do", "our evening", "A flies")
    for line in ("A plays 4", "B plays 3", "C plays 2", "A ends turn", "A1 launch to S3", "A1 launch to S4"):
        tell("do", "our evening", line)
    tell("legal", "nowhere")
    tell("legal", "our evening")
    tell("do", "our evening", "Ben starts to S3")
    meant(tell)
    disputed(tell)
    taken_back(tell)
    sealed_and_secret(tell)
    files(tell, record, place)
    tell("rule", "NIA-NO-99")
    tell("rule", "--game", "chess")
    tell("games", "chess")
    tell("events", "niagara", "canoe_flown")
    tell("demo", "chess")
    tell("scaffold", "niagara")
    tell("demo", "niagara", "--fast")
    tell("play", "our evening", stdin="B1 launch to S9\nwhy\nquit\n")
    tell("play", "niagara", stdin="quit\n")
    tell("do", "our evening")
    tell("new", "niagara", "--seats", "A,B,C", "--table", "shut")
    tell("close", "shut", "--yes")
    tell("do", "shut", "A plays 4")
    (place / "no.db").write_text("nothing of ours")
    tell("tables", "--db", place / "no.db")
    tell("tables", "--db", place / "empty.db")


def meant(tell):
    tell("new", "niagara", "--seats", "A,B,C", "--names", "Ada,Ben,Chie", "--table", "in words")
    for line in ("A plays 4", "B plays 3", "C plays 2"):
        tell("do", "in words", line)
    tell("do", "in words", "my canoe 2, with a diamond please")


def disputed(tell):
    tell("do", "our evening", "B1 launch to S5")
    tell("dispute", "our evening")
    tell("dispute", "our evening", "--decide", "does_not_stand")
    tell("dispute", "our evening", "--at", "7")
    tell("dispute", "our evening", "--at", "7", "--decide", "does_not_stand")
    tell("dispute", "our evening", "--at", "99")
    tell("correct", "our evening", "weather=2", "--by", "B")
    facts = ("canoes.A.1.at=S3", "canoes.A.1.gem=amethyst", "canoes.B.1.at=S2", "canoes.B.1.gem=ruby")
    tell("new", "niagara", "--seats", "A,B,C", "--table", "laden")
    for line in ("A plays 4", "B plays 3", "C plays 2"):
        tell("do", "laden", line)
    tell("correct", "laden", *facts)
    tell("do", "laden", "A1 unload, up to S1")
    tell("dispute", "laden", "--decide", "edition ja", "--by", "A")
    tell("do", "laden", "A1 launch to S3")
    tell("dispute", "laden", "--vote", "A:stands")
    tell("whatif", "laden", "--at", "99", "--option", "both_ashore=may_stay")
    tell("house", "laden", "both_ashore=may_stay", "--from", "99")
    tell("new", "lifeboat", "--seats", "A,B,C,D", "--table", "boat")
    for line in ("characters A=lauren B=captain C=mate D=kid", "A gets ?", "A passes"):
        tell("do", "boat", line)


def taken_back(tell):
    tell("new", "niagara", "--seats", "A,B,C", "--table", "again")
    for line in ("A plays 4", "B plays 3", "C plays 2", "A1 launch to S4", "B1 launch to S3"):
        tell("do", "again", line)
    tell("back", "again", "--to", "1")
    tell("do", "again", "A plays 6")
    tell("again", "again", "--skip")
    tell("amend", "again", "99", "A plays 5")
    tell("amend", "again", "7", "A1 launch to S3", "--agreed", "A,B")


def sealed_and_secret(tell):
    tell("new", "niagara", "--seats", "A,B,C", "--table", "sealed")
    tell("seal", "sealed", "A", "5")
    for line in ("B plays 3", "C plays 2"):
        tell("do", "sealed", line)
    tell("legal", "sealed")
    tell("head", "sealed")


def files(tell, record, place):
    opened = {"type": "table_opened", "game": "niagara", "seats": ["A", "B", "C"]}
    wrong = record(opened, {"type": "turn_ended", "seat": "A"}, name="wrong one.jsonl")
    tell("show", wrong)
    tell("import", wrong)
    tell("import", GAMES / "niagara" / "four-alike-3p-zh.jsonl", "--table", "our evening")
    tell("export", "our evening", "--out", place / "log.jsonl")
    tell("export", "laden", "--out", place / "log.jsonl")
    lines = (place / "log.jsonl").read_text().splitlines()
    (place / "broken.jsonl").write_text("\n".join([lines[0], *lines[2:]]) + "\n")
    tell("show", place / "broken.jsonl")
    tell("show", place / "no such.jsonl")
    tell("import", place / "broken.jsonl", "--table", "broken")
    tell("sync", "-")
    tell("schema", "nothing")
    tell("serve", "--address", "no address")
    tell("witness", "--to", "no link")
    with socket.create_server(("", 0)) as taken:
        tell("serve", "--port", taken.getsockname()[1], "--witness")
    tell("serve", "--host", "192.0.2.1", "--port", 0)
