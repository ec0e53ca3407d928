"""What a record of each game and two questions come to, as JSON: inside Pyodide as outside."""

import json
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from referee.kernel.registry import folder_of, own_games
from referee.service.answers.asking import make_question_answered
from referee.service.ask.ask import ask
from referee.service.ask.asked import Asked
from referee.testing.recorded import read_events, referee

THEFT = {"type": "canoe_moved", "seat": "B", "canoe": 2, "to": "S3", "steal": {"seat": "A", "canoe": 1}}
LADEN = {"canoes": {"A": {"1": {"at": "S3", "gem": "diamond"}}, "B": {"2": {"at": "S5"}}}}
CAST = {"A": "lauren", "B": "stephen", "C": "captain", "D": "mate", "E": "frenchy", "F": "kid"}
QUESTIONS = (
    Asked(game="niagara", facts=LADEN, acts=(THEFT,), seats=("A", "B", "C")),
    Asked(game="lifeboat", facts={"characters": CAST}),
)


def outcomes() -> str:
    """Return the steps of each record and what they came to, the answers, whether the solver was asked."""
    demos = [Path(folder_of(game)) / "demo.jsonl" for game in own_games()]
    played = {path.parent.name: referee(path, read_events(path)) for path in demos}
    found: dict[str, Any] = {
        game: [len(record.steps), sha256(msgspec.json.encode([*record.events])).hexdigest()]
        for game, record in played.items()
    }
    found["answers"] = msgspec.to_builtins([make_question_answered(ask(each), "ja") for each in QUESTIONS])
    found["solver"] = "pysolvers" in sys.modules
    return json.dumps(found)


if __name__ == "__main__":
    print(outcomes())  # noqa: T201 - for whoever started this
